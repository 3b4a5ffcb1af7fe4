#include "support/catch.hpp"

#include "cli/demo_answers.hpp"

#include <nlohmann/json.hpp>

using namespace weir;
using namespace std::chrono_literals;

namespace {

DemoAnswer answer_to(const std::string& target, const DemoBody& body = {})
{
    DemoRequest request;
    request.method_string("POST");
    request.target(target);
    request.insert("Accept", "a");
    request.insert("Accept", "b");
    return demo_answer(request, body, "198.51.100.7:4242");
}

} // namespace

TEST_CASE("the demo origin echoes what it was asked", "[cli]")
{
    const auto answer = std::get<DemoText>(answer_to("/a?b=c", {5, "h\xffllo"}));
    CHECK(answer.status == 200);
    CHECK(answer.content_type == "application/json");
    CHECK(answer.wait == 0s);
    const auto json = nlohmann::json::parse(answer.text);
    CHECK(json["method"] == "POST");
    CHECK(json["target"] == "/a?b=c");
    CHECK(json["headers"] == nlohmann::json::parse(R"([["Accept", "a"], ["Accept", "b"]])"));
    CHECK(json["body"]["bytes"] == 5);
    CHECK(json["body"]["text"] == "h\uFFFDllo");
    CHECK(json["peer"] == "198.51.100.7:4242");
}

TEST_CASE("a body too large to echo is counted", "[cli]")
{
    const auto answer = std::get<DemoText>(answer_to("/", {DemoBody::max_text_bytes + 1, ""}));
    const auto json = nlohmann::json::parse(answer.text);
    CHECK(json["body"] == nlohmann::json{{"bytes", DemoBody::max_text_bytes + 1}});
}

TEST_CASE("special paths of the demo origin take numbers in their range", "[cli]")
{
    struct Row {
        const char* target;
        int status;
        Duration wait;
    };
    const Row rows[] = {
        {"/slow?ms=250", 200, 250ms},    {"/slow?x=1&ms=0", 200, 0ms},  {"/slow", 200, 1s},
        {"/slow?ms=", 400, 0ms},         {"/slow?ms=600001", 400, 0ms}, {"/slow?ms=-1", 400, 0ms},
        {"/status/503", 503, 0ms},       {"/status/204", 204, 0ms},     {"/status/199", 400, 0ms},
        {"/status/600", 400, 0ms},       {"/status/2x0", 400, 0ms},     {"/status/", 400, 0ms},
        {"/bytes/x", 400, 0ms},          {"/bytes/", 400, 0ms},         {"/sse?count=x", 400, 0ms},
        {"/bytes/4294967297", 400, 0ms}, {"/slower", 200, 0ms},
    };
    for (const Row& row : rows) {
        CAPTURE(row.target);
        const DemoAnswer answer = answer_to(row.target);
        REQUIRE(std::holds_alternative<DemoText>(answer));
        CHECK(std::get<DemoText>(answer).status == row.status);
        CHECK(std::get<DemoText>(answer).wait == row.wait);
    }
    CHECK(std::get<DemoBytes>(answer_to("/bytes/0")).count == 0);
    CHECK(std::get<DemoBytes>(answer_to("/bytes/4294967296")).count == DemoBytes::max_count);
    CHECK(std::get<DemoEvents>(answer_to("/sse?count=3")).count == 3);
    CHECK(std::get<DemoEvents>(answer_to("/sse")).count == DemoEvents::max_count);
}
