#include <weir/http/head.hpp>

#include "support/catch.hpp"

#include <algorithm>
#include <cctype>

using namespace weir;

namespace {

// Written out once more, so that a name in the wrong place of the table is seen.
const std::pair<const char*, FieldId> known[] = {
    {"host", FieldId::host},
    {"connection", FieldId::connection},
    {"content-length", FieldId::content_length},
    {"transfer-encoding", FieldId::transfer_encoding},
    {"content-type", FieldId::content_type},
    {"content-encoding", FieldId::content_encoding},
    {"expect", FieldId::expect},
    {"upgrade", FieldId::upgrade},
    {"te", FieldId::te},
    {"trailer", FieldId::trailer},
    {"keep-alive", FieldId::keep_alive},
    {"proxy-connection", FieldId::proxy_connection},
    {"proxy-authorization", FieldId::proxy_authorization},
    {"proxy-authenticate", FieldId::proxy_authenticate},
    {"http2-settings", FieldId::http2_settings},
    {"via", FieldId::via},
    {"forwarded", FieldId::forwarded},
    {"x-forwarded-for", FieldId::x_forwarded_for},
    {"x-forwarded-proto", FieldId::x_forwarded_proto},
    {"x-forwarded-host", FieldId::x_forwarded_host},
    {"x-forwarded-port", FieldId::x_forwarded_port},
    {"x-real-ip", FieldId::x_real_ip},
    {"x-request-id", FieldId::x_request_id},
    {"max-forwards", FieldId::max_forwards},
    {"authorization", FieldId::authorization},
    {"cookie", FieldId::cookie},
    {"date", FieldId::date},
    {"server", FieldId::server},
    {"retry-after", FieldId::retry_after},
    {"cache-control", FieldId::cache_control},
    {"ratelimit", FieldId::ratelimit},
    {"ratelimit-policy", FieldId::ratelimit_policy},
    {"ratelimit-limit", FieldId::ratelimit_limit},
    {"ratelimit-remaining", FieldId::ratelimit_remaining},
    {"ratelimit-reset", FieldId::ratelimit_reset},
    {"x-ratelimit-limit", FieldId::x_ratelimit_limit},
    {"x-ratelimit-remaining", FieldId::x_ratelimit_remaining},
    {"x-ratelimit-reset", FieldId::x_ratelimit_reset},
    {"location", FieldId::location},
};

} // namespace

TEST_CASE("every known field is recognised whatever its case", "[http]")
{
    CHECK(std::size(known) == static_cast<std::size_t>(FieldId::location));
    for (const auto& [name, id] : known) {
        std::string upper = name;
        std::transform(upper.begin(), upper.end(), upper.begin(),
                       [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        INFO(name);
        CHECK(field_id(name) == id);
        CHECK(field_id(upper) == id);
    }
}

TEST_CASE("a name that differs in one character is not the known one", "[http]")
{
    for (const auto& [name, id] : known) {
        const std::string text = name;
        for (std::size_t at = 0; at < text.size(); ++at) {
            for (int c = 0; c < 256; ++c) {
                std::string other = text;
                other[at] = static_cast<char>(c);
                if (equal_without_case(other, text)) continue;
                INFO(other);
                REQUIRE(field_id(other) != id);
            }
        }
        CHECK(field_id(text + "x") != id);
        CHECK(field_id(text.substr(1)) != id);
    }
    CHECK(field_id("") == FieldId::other);
    CHECK(field_id("x") == FieldId::other);
    CHECK(field_id(std::string(70'000, 'x')) == FieldId::other);
}

TEST_CASE("only ASCII letters have a case", "[http]")
{
    CHECK(equal_without_case("", ""));
    CHECK(equal_without_case("aZ-09", "Az-09"));
    CHECK_FALSE(equal_without_case("a", "ab"));
    CHECK_FALSE(equal_without_case("@", "`"));
    CHECK_FALSE(equal_without_case("[", "{"));
    CHECK_FALSE(equal_without_case("\xC4", "\xE4"));
}
