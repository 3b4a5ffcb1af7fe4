#include "sample_verdict.hpp"

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace weir;

namespace {

Answer problem(int status, std::string_view detail, std::string_view extra = "")
{
    std::string out;
    append_problem(out, status, detail, extra, {});
    return Answer(out);
}

} // namespace

TEST_CASE("Weir's own errors are problems whose status is the real one", "[response]")
{
    for (const int status :
         {400, 401, 403, 404, 405, 408, 413, 414, 415, 417, 431, 500, 501, 502, 504, 505}) {
        const Answer answer = problem(status, "What happened.");
        const auto body = nlohmann::json::parse(answer.body);
        CHECK(answer.status_line ==
              "HTTP/1.1 " + std::to_string(status) + " " + std::string(reason_phrase(status)));
        CHECK(body == nlohmann::json{{"type", "about:blank"},
                                     {"title", reason_phrase(status)},
                                     {"status", status},
                                     {"detail", "What happened."}});
    }
}

TEST_CASE("want of capacity is a problem type of its own", "[response]")
{
    const Answer answer = problem(503, "Too many connections.", "Retry-After: 2\r\n");
    CHECK(answer.fields.at("Retry-After") == "2"); // rl-problem-503
    CHECK(answer.fields.at("Content-Type") == "application/problem+json");
    CHECK(answer.fields.at("Cache-Control") == "no-store");
    CHECK(nlohmann::json::parse(answer.body).at("type") ==
          "https://iana.org/assignments/http-problem-types#temporary-reduced-capacity");
}

TEST_CASE("a detail is escaped, and left out when there is none", "[response]")
{
    CHECK(nlohmann::json::parse(problem(400, "a \"b\"\n\xFF").body).at("detail") ==
          "a \"b\"\n\xEF\xBF\xBD");
    CHECK_FALSE(nlohmann::json::parse(problem(400, "").body).contains("detail"));
}

TEST_CASE("further fields are part of the head", "[response]")
{
    const Answer answer = problem(405, "", "Allow: GET, HEAD\r\nVary: Origin\r\n");
    CHECK(answer.fields.at("Allow") == "GET, HEAD");
    CHECK(answer.fields.at("Vary") == "Origin");
}

TEST_CASE("204 has neither body nor length", "[response]")
{
    const Answer answer = problem(204, "ignored", "Allow: GET\r\n");
    CHECK(answer.status_line == "HTTP/1.1 204 No Content");
    CHECK(answer.body == "");
    CHECK(answer.fields.count("Content-Length") == 0);
    CHECK(answer.fields.count("Content-Type") == 0);
    CHECK(answer.fields.at("Allow") == "GET");
}
