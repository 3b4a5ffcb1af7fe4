#include "sample_verdict.hpp"

#include "support/catch.hpp"

using namespace weir;

namespace {

Answer problem(const AnswerContext& context, int status = 404)
{
    std::string out;
    append_problem(out, status, "No route.", "", context);
    return Answer(out);
}

} // namespace

TEST_CASE("an answer tells its date, its length, its request and that it is not to be kept",
          "[response]")
{
    const Answer answer = problem({.request_id = "id-1", .wall_seconds = 784'111'777});
    CHECK(answer.status_line == "HTTP/1.1 404 Not Found");
    CHECK(answer.fields == std::map<std::string, std::string>{
                               {"Date", "Sun, 06 Nov 1994 08:49:37 GMT"},
                               {"Content-Type", "application/problem+json"},
                               {"Content-Length", std::to_string(answer.body.size())},
                               {"Cache-Control", "no-store"},
                               {"X-Request-Id", "id-1"},
                           });
}

TEST_CASE("an answer says what becomes of the connection only when that is news", "[response]")
{
    CHECK(problem({}).fields.count("Connection") == 0);
    CHECK(problem({.close = true}).fields.at("Connection") == "close");
    CHECK(problem({.http_1_0_keep_alive = true}).fields.at("Connection") == "keep-alive");
    CHECK(problem({.close = true, .http_1_0_keep_alive = true}).fields.at("Connection") == "close");
    CHECK(problem({}).fields.count("X-Request-Id") == 0);
}

TEST_CASE("HEAD gets the same head and no body", "[response]")
{
    std::string get;
    std::string head;
    append_problem(get, 404, "No route.", "", {.request_id = "x"});
    append_problem(head, 404, "No route.", "", {.request_id = "x", .head_request = true});
    CHECK(head == get.substr(0, get.find("\r\n\r\n") + 4));
    CHECK(Answer(get).fields.at("Content-Length") != "0");
}

TEST_CASE("an answer is appended behind what is there", "[response]")
{
    std::string out = "first answer";
    append_problem(out, 404, "", "", {});
    CHECK(out.starts_with("first answerHTTP/1.1 404 Not Found\r\n"));
    const std::size_t body = out.find("\r\n\r\n") + 4;
    CHECK_THAT(out, ContainsSubstring("Content-Length: " + std::to_string(out.size() - body)));
}
