#include "support/test_client.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace weir {

std::int64_t Response::number(std::string_view name) const
{
    const std::string text = field(name);
    const bool digits =
        std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
    return text.empty() || text.size() > 18 || !digits ? -1 : std::stoll(text);
}

bool Response::says_close() const
{
    return equal_ignoring_case(field("Connection"), "close");
}

bool TestClient::send(std::string_view bytes, Millis deadline)
{
    return write_all(socket_.fd(), bytes, Deadline::after(deadline));
}

bool TestClient::send_byte_by_byte(std::string_view bytes)
{
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        if (!send(bytes.substr(at, 1))) return false;
    }
    return true;
}

// "HTTP/1.1 200 OK"
static Reading parse_status_line(const std::string& line, Response& response)
{
    const bool shaped = line.size() >= 13 && line.starts_with("HTTP/1.") && line[8] == ' ' &&
                        line[12] == ' ' &&
                        std::all_of(line.begin() + 9, line.begin() + 12, ::isdigit);
    if (!shaped) return {ReadResult::malformed, "not a status line: '" + line + "'"};
    response.version = line.substr(0, 8);
    response.status = std::stoi(line.substr(9, 3));
    return {};
}

Reading TestClient::receive_status(Response& response, Deadline deadline)
{
    Reading reading = read_head(stream_, response.head, deadline);
    return reading.complete() ? parse_status_line(response.head.start_line, response) : reading;
}

static Framing::Kind framing_without_fields(int status)
{
    const bool never_a_body = status < 200 || status == 204 || status == 304;
    return never_a_body ? Framing::Kind::none : Framing::Kind::until_close;
}

Response TestClient::receive_head(const Receive& options)
{
    const Deadline deadline = Deadline::after(options.deadline);
    Response response;
    response.reading = receive_status(response, deadline);
    while (response.reading.complete() && response.status < 200 && response.status != 101) {
        response.interim.push_back(response.head);
        response.status = 0;
        response.reading = receive_status(response, deadline);
    }
    if (!response.reading.complete()) return response;

    const Framing::Kind otherwise = framing_without_fields(response.status);
    response.reading = framing_of(response.fields(), otherwise, response.framing);
    if (options.to_head || otherwise == Framing::Kind::none) response.framing = {};
    return response;
}

void TestClient::receive_body(Response& response, const Receive& options)
{
    response.reading = read_body(stream_, response.framing, response.body, response.trailers,
                                 Deadline::after(options.deadline));
}

Response TestClient::receive(const Receive& options)
{
    Response response = receive_head(options);
    if (response.reading.complete()) receive_body(response, options);
    return response;
}

Response TestClient::ask(std::string_view request, const Receive& options)
{
    send(request);
    Response response = receive(options);
    if (!response.complete())
        throw std::runtime_error("no complete answer (" + response.reading.fault + ") to:\n" +
                                 std::string(request.substr(0, 500)) + "\nhead so far:\n" +
                                 response.head.raw);
    return response;
}

Peer TestClient::wait_for_close(Millis deadline)
{
    return stream_.wait_for_close(Deadline::after(deadline));
}

bool TestClient::wait_for(std::string_view text, Millis deadline)
{
    const Deadline end = Deadline::after(deadline);
    while (stream_.buffered().find(text) == std::string_view::npos) {
        if (!stream_.fill(end)) return false;
    }
    return true;
}

static std::string request(const char* method, std::string_view target, std::string_view fields)
{
    return std::string(method)
        .append(" ")
        .append(target)
        .append(" HTTP/1.1\r\nHost: a.test\r\n")
        .append(fields)
        .append("\r\n");
}

std::string get(std::string_view target, std::string_view fields)
{
    return request("GET", target, fields);
}

std::string head(std::string_view target, std::string_view fields)
{
    return request("HEAD", target, fields);
}

std::string post(std::string_view target, std::string_view body, std::string_view fields)
{
    const std::string length = "Content-Length: " + std::to_string(body.size()) + "\r\n";
    return request("POST", target, length + std::string(fields)).append(body);
}

std::vector<int> ask_times(TestClient& client, std::string_view request, int times)
{
    std::vector<int> statuses;
    for (int time = 0; time < times; ++time)
        statuses.push_back(client.ask(request).status);
    return statuses;
}

std::vector<int> ask_each(TestClient& client, const std::vector<std::string>& requests)
{
    std::vector<int> statuses;
    for (const std::string& request : requests)
        statuses.push_back(client.ask(request).status);
    return statuses;
}

} // namespace weir
