#include <weir/response/refusal.hpp>

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("registered statuses have a phrase, others none", "[response]")
{
    CHECK(reason_phrase(429) == "Too Many Requests");
    CHECK(reason_phrase(503) == "Service Unavailable");
    CHECK(reason_phrase(100) == "Continue");
    CHECK(reason_phrase(511) == "Network Authentication Required");
    CHECK(reason_phrase(418) == "");
    CHECK(reason_phrase(599) == "");
    CHECK(reason_phrase(0) == "");
    CHECK(reason_phrase(-1) == "");
}

TEST_CASE("every status that Weir answers with has a phrase", "[response]")
{
    for (const int status : {204, 400, 401, 403, 404, 405, 408, 413, 414, 415, 417, 429, 431, 500,
                             501, 502, 503, 504, 505})
        CHECK(reason_phrase(status) != "");
}
