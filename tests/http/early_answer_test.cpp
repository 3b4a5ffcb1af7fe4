#include <weir/http/early_answer.hpp>

#include "support/catch.hpp"

using namespace weir;

namespace {

EarlyAnswer answer_to(RequestHead head, std::optional<std::uint64_t> max_body = {})
{
    static std::string scratch;
    return early_answer(head, {}, max_body, scratch);
}

RequestHead options(std::string_view path, std::string_view forwards)
{
    RequestHead head;
    head.method = "OPTIONS";
    head.path = path;
    head.fields = {{"Max-Forwards", forwards, FieldId::max_forwards, false}};
    return head;
}

} // namespace

TEST_CASE("what Weir answers before it looks at routes", "[http]")
{
    RequestHead head;
    head.method = "GET";
    head.path = "/a/./b";
    CHECK(answer_to(head).goes_on());
    CHECK(answer_to(head).path == "/a/b");

    head.content_length = 11;
    CHECK(answer_to(head, 10).status == 413);
    CHECK(answer_to(head, 11).goes_on());
    head.path = "/a%2Fb";
    CHECK(answer_to(head).status == 400);
    head.path = "/a";
    head.query = "a=\x01";
    CHECK(answer_to(head).status == 400);
    for (const char* method : {"CONNECT", "TRACE"}) {
        head.method = method;
        CHECK(answer_to(head).status == 405);
    }

    CHECK(answer_to(options("*", "5")).status == 204);
    CHECK(answer_to(options("/", "0")).status == 204);
    CHECK(answer_to(options("/", "000")).status == 204);
    CHECK(answer_to(options("/", "1")).goes_on());
    for (const char* odd : {"", "-1", "x", "1234567890"})
        CHECK(answer_to(options("/", odd)).status == 400);
}
