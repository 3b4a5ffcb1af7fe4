#include "support/fake_upstream.hpp"

#include "support/failures.hpp"

#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

namespace weir {

// How long a connection's thread waits for anything at all: longer than any test lasts.
static constexpr Millis forever(120'000);

bool UpstreamExchange::read_body()
{
    if (body_read_) return request_.whole;
    body_read_ = true;
    Framing framing;
    Reading reading = framing_of(request_.fields(), Framing::Kind::none, framing);
    if (reading.complete())
        reading = weir::read_body(stream_, framing, request_.body, request_.trailers,
                                  Deadline::after(forever));
    request_.whole = reading.complete();
    if (reading.result == ReadResult::malformed)
        upstream_.violation("request body: " + reading.fault + "\n" + request_.head.raw);

    const std::lock_guard lock(upstream_.mutex_);
    upstream_.requests_[index_] = request_;
    upstream_.changed_.notify_all();
    return request_.whole;
}

bool UpstreamExchange::send(std::string_view raw)
{
    return write_all(fd_, raw, Deadline::after(forever));
}

bool UpstreamExchange::answer(int status, std::string_view body, std::string_view fields)
{
    if (equal_ignoring_case(request_.field("Expect"), "100-continue") && !body_read_)
        send("HTTP/1.1 100 Continue\r\n\r\n");
    if (!read_body()) return false;
    std::string raw = "HTTP/1.1 " + std::to_string(status) + " Scripted\r\n";
    raw.append("X-Upstream: yes\r\n").append(fields);
    if (status != 204 && status != 304)
        raw += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    raw += "\r\n";
    if (request_.method != "HEAD" && status != 204 && status != 304) raw += body;
    return send(raw);
}

bool UpstreamExchange::pause(Millis scripted)
{
    std::unique_lock lock(upstream_.mutex_);
    return !upstream_.changed_.wait_for(lock, scripted, [this] { return upstream_.stopping_; });
}

Peer UpstreamExchange::wait_for_close(Millis deadline)
{
    return stream_.wait_for_close(Deadline::after(deadline));
}

FakeUpstream::FakeUpstream() : listener_(listen_tcp(port_))
{
    address_ = "127.0.0.1:" + std::to_string(port_);
    start_accepting();
}

FakeUpstream::FakeUpstream(const std::string& unix_path)
    : listener_(listen_unix(unix_path)), address_("unix:" + unix_path), unix_path_(unix_path)
{
    start_accepting();
}

FakeUpstream::~FakeUpstream()
{
    stop_listening();
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        changed_.notify_all();
    }
    drop_connections();
    for (Connection& connection : connections_)
        connection.thread.join();
    if (!unix_path_.empty()) ::unlink(unix_path_.c_str());
    for (const std::string& what : violations_)
        report_failure("the upstream received something ambiguous: " + what);
}

void FakeUpstream::on(const std::string& path, Handler handler)
{
    const std::lock_guard lock(mutex_);
    handlers_[path] = std::move(handler);
}

void FakeUpstream::otherwise(Handler handler)
{
    const std::lock_guard lock(mutex_);
    otherwise_ = std::move(handler);
}

void FakeUpstream::close_idle_after(Millis idle)
{
    const std::lock_guard lock(mutex_);
    idle_limit_ = idle;
}

void FakeUpstream::greet_with(const std::string& bytes)
{
    const std::lock_guard lock(mutex_);
    greeting_ = bytes;
}

void FakeUpstream::start_accepting()
{
    accepting_ = true;
    acceptor_ = std::thread([this] { accept_loop(); });
}

void FakeUpstream::stop_listening()
{
    {
        const std::lock_guard lock(mutex_);
        accepting_ = false;
    }
    if (acceptor_.joinable()) acceptor_.join();
    listener_.close();
}

void FakeUpstream::resume_listening()
{
    listener_ = listen_tcp(port_);
    start_accepting();
}

void FakeUpstream::drop_connections()
{
    const std::lock_guard lock(mutex_);
    for (Connection& connection : connections_) {
        if (connection.socket.valid()) ::shutdown(connection.socket.fd(), SHUT_RDWR);
    }
}

void FakeUpstream::accept_loop()
{
    while (true) {
        pollfd readable{.fd = listener_.fd(), .events = POLLIN, .revents = 0};
        poll(&readable, 1, 20);
        const std::lock_guard lock(mutex_);
        if (!accepting_) return;
        if ((readable.revents & POLLIN) == 0) continue;
        Socket socket(::accept4(listener_.fd(), nullptr, nullptr, SOCK_CLOEXEC));
        if (!socket.valid()) continue;
        const int number = ++accepted_;
        Connection& connection = connections_.emplace_back();
        connection.socket = std::move(socket);
        connection.thread = std::thread([this, &connection, number] { serve(connection, number); });
        changed_.notify_all();
    }
}

void FakeUpstream::serve(Connection& connection, int number)
{
    ByteStream stream(connection.socket.fd());
    std::string greeting;
    {
        const std::lock_guard lock(mutex_);
        greeting = greeting_;
    }
    if (!greeting.empty()) write_all(connection.socket.fd(), greeting, Deadline::after(forever));

    int request_number = 0;
    while (!stopping() && wait_for_request(stream)) {
        if (!serve_request(stream, connection, number, ++request_number)) break;
    }
    const std::lock_guard lock(mutex_);
    connection.socket.close();
    changed_.notify_all();
}

// False when Weir closed the connection, or when it has been idle for too long.
bool FakeUpstream::wait_for_request(ByteStream& stream)
{
    Millis idle_limit;
    {
        const std::lock_guard lock(mutex_);
        idle_limit = idle_limit_;
    }
    if (idle_limit == Millis::zero())
        return !stream.buffered().empty() || stream.fill(Deadline::after(forever));
    // The script's own pause: not stretched, so that cases keep their proportions.
    const Millis end = monotonic_now() + idle_limit;
    return wait_until(
               [&] {
                   return stream.fill(Deadline::after(Millis(0))) || monotonic_now() >= end ||
                          stream.peer() != Peer::open;
               },
               forever) &&
           !stream.buffered().empty();
}

static bool parse_request_line(UpstreamRequest& request)
{
    const std::string& line = request.head.start_line;
    const auto first = line.find(' ');
    const auto last = line.rfind(' ');
    if (first == std::string::npos || line.find(' ', first + 1) != last) return false;
    request.method = line.substr(0, first);
    request.target = line.substr(first + 1, last - first - 1);
    request.version = line.substr(last + 1);
    return request.version == "HTTP/1.1" && !request.target.empty();
}

// What every request of a gateway must be, whatever the client sent (RFC 9112).
static std::string fault_of(const UpstreamRequest& request)
{
    Framing framing;
    if (const Reading reading = framing_of(request.fields(), Framing::Kind::none, framing);
        !reading.complete())
        return reading.fault;
    if (request.fields().count("Host") != 1) return "not exactly one Host";
    for (const char* hop : {"Keep-Alive", "Proxy-Connection", "Proxy-Authorization"}) {
        if (request.fields().has(hop)) return std::string(hop) + " was forwarded";
    }
    // A gateway may say that it takes trailers itself (RFC 9110 10.1.4), but only hop by hop.
    const std::string te = request.field("TE");
    if (!te.empty() &&
        (te != "trailers" || !equal_ignoring_case(request.field("Connection"), "TE")))
        return "TE was forwarded";
    return {};
}

bool FakeUpstream::serve_request(ByteStream& stream, Connection& connection, int number,
                                 int request_number)
{
    UpstreamRequest request;
    request.at = monotonic_now();
    request.connection = number;
    const Reading reading = read_head(stream, request.head, Deadline::after(forever));
    if (reading.result == ReadResult::malformed)
        violation("request head: " + reading.fault + "\n" + request.head.raw);
    if (!reading.complete()) return false;
    if (!parse_request_line(request)) violation("request line: " + request.head.start_line);
    if (const std::string fault = fault_of(request); !fault.empty())
        violation(fault + "\n" + request.head.raw);

    Handler handler;
    std::size_t index = 0;
    {
        const std::lock_guard lock(mutex_);
        index = requests_.size();
        requests_.push_back(request);
        const auto found = handlers_.find(request.path());
        handler = found != handlers_.end() ? found->second : otherwise_;
        changed_.notify_all();
    }
    UpstreamExchange exchange(*this, stream, connection.socket.fd(), index, std::move(request),
                              request_number);
    if (handler)
        handler(exchange);
    else
        exchange.answer(200, "ok");

    if (exchange.ending_ == UpstreamExchange::Ending::reset) {
        const std::lock_guard lock(mutex_);
        connection.socket.reset();
    }
    return exchange.ending_ == UpstreamExchange::Ending::keep && exchange.read_body();
}

void FakeUpstream::violation(const std::string& what)
{
    const std::lock_guard lock(mutex_);
    violations_.push_back(what);
}

bool FakeUpstream::stopping() const
{
    const std::lock_guard lock(mutex_);
    return stopping_;
}

std::vector<UpstreamRequest> FakeUpstream::requests() const
{
    const std::lock_guard lock(mutex_);
    return requests_;
}

UpstreamRequest FakeUpstream::last() const
{
    const std::lock_guard lock(mutex_);
    if (requests_.empty()) throw std::runtime_error("no request has reached the upstream");
    return requests_.back();
}

std::size_t FakeUpstream::count() const
{
    const std::lock_guard lock(mutex_);
    return requests_.size();
}

std::size_t FakeUpstream::count_whole() const
{
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(std::ranges::count_if(requests_, &UpstreamRequest::whole));
}

std::size_t FakeUpstream::count_path(std::string_view path) const
{
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(std::ranges::count_if(
        requests_, [path](const UpstreamRequest& request) { return request.path() == path; }));
}

bool FakeUpstream::wait_for_requests(std::size_t count, Millis deadline) const
{
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, stretched(deadline), [&] { return requests_.size() >= count; });
}

int FakeUpstream::connections() const
{
    const std::lock_guard lock(mutex_);
    return accepted_;
}

} // namespace weir
