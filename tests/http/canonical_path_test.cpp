#include <weir/http/canonical_path.hpp>

#include "support/catch.hpp"

#include <random>

using namespace weir;

namespace {

constexpr PathOptions keep_slash{.encoded_slash = PathOptions::EncodedSlash::keep};
constexpr PathOptions strip{.parameters = PathOptions::Parameters::strip};
constexpr PathOptions no_parameters{.parameters = PathOptions::Parameters::reject};
constexpr PathOptions as_received{.forward = PathOptions::Forward::as_received};

std::string canonical(std::string_view raw, const PathOptions& options = {})
{
    std::string scratch;
    const CanonicalPath result = canonical_path(raw, options, scratch);
    return result.ok() ? std::string(result.path) : "refused";
}

} // namespace

TEST_CASE("a path has one canonical spelling", "[http]")
{
    struct Row {
        const char* raw;
        const char* canonical;
        PathOptions options = {};
    };
    const Row rows[] = {
        {"/", "/"},
        {"/a/b", "/a/b"},
        {"/a/b/", "/a/b/"},
        {"//a///b//", "/a/b/"},
        {"/./password%2Dreset", "/password-reset"},
        {"//password-reset", "/password-reset"},
        {"/a/./b/../c", "/a/c"},
        {"/a/.", "/a/"},
        {"/a/..", "/"},
        {"/a/b/..", "/a/"},
        {"/..", "/"},
        {"/../../a", "/a"},
        {"/a/%2e%2E/b", "/b"},
        {"/a/.%2e/b", "/b"},
        {"/a//../b", "/b"},
        {"/.well-known/x", "/.well-known/x"},
        {"/...", "/..."},
        {"/..a/.b", "/..a/.b"},
        {"/a.b/c..", "/a.b/c.."},
        {"/%7euser/%41", "/~user/A"},
        {"/%256C", "/%256C"},
        {"/%252e%252e/", "/%252e%252e/"},
        {"/%c3%a9", "/%C3%A9"},
        {"/a%3fb%23c%3B", "/a%3Fb%23c%3B"},
        {"/|^`{}[]", "/%7C%5E%60%7B%7D%5B%5D"},
        {"/!$&'()*+,=:@", "/!$&'()*+,=:@"},
        {"/a%2", "refused"},
        {"/a%", "refused"},
        {"/lo%zz", "refused"},
        {"/%%32%35", "refused"},
        {"/%u0041", "refused"},
        {"/a%2fb", "refused"},
        {"/a%2fb", "/a%2Fb", keep_slash},
        {"/a%2f..%2f/b", "/a%2F..%2F/b", keep_slash},
        {"/a%5cb", "refused"},
        {"/a%5cb", "refused", keep_slash},
        {"/a%00", "refused"},
        {"/a%00", "refused", as_received},
        {"/a%0d%0a", "refused"},
        {"/a%0d%0a%7f", "/a%0D%0A%7F", as_received},
        {"/a\\b", "refused"},
        {"/a\"b", "refused"},
        {"/a<b", "refused"},
        {"/a>b", "refused"},
        {"/a#b", "refused"},
        {"/a b", "refused"},
        {"/a?b", "refused"},
        {"/\x80", "refused"},
        {"/\x7f", "refused"},
        {"", "refused"},
        {"*", "refused"},
        {"a", "refused"},
        {"/a;v=1/b;", "/a;v=1/b;"},
        {"/a;v=1/b;", "/a/b", strip},
        {"/a/;x", "/a/", strip},
        {"/;x/a", "/a", strip},
        {"/a/..;x/b", "/b", strip},
        {"/a;%zz/b", "refused", strip},
        {"/a;x", "refused", no_parameters},
        {"/a%3bx", "/a%3Bx", no_parameters},
        {"/a/..;/b", "refused"},
        {"/a/.;x/b", "refused"},
        {"/a/%2e.;/b", "refused"},
        {"/a/b.;x", "/a/b.;x"},
        {"/a/...;x", "/a/...;x"},
        {"/a;..;/b", "/a;..;/b"},
    };
    for (const Row& row : rows) {
        INFO(row.raw);
        CHECK(canonical(row.raw, row.options) == row.canonical);
    }
}

TEST_CASE("a path that is canonical already is not copied", "[http]")
{
    for (const char* raw : {"/", "/v1/reports/42", "/a.b/c;v=1/", "/a@b:c~_-"}) {
        std::string scratch;
        const std::string_view path = raw;
        CHECK(canonical_path(path, {}, scratch).path.data() == path.data());
        CHECK(scratch.empty());
    }
}

TEST_CASE("canonicalising keeps its promises on any path", "[http][law]")
{
    const char* const pieces[] = {"/",   "//",  ".",   "..",  "%2e", "%2E", "%2f", "%5c", ";",
                                  "a",   "b",   "%61", "%25", "%",   "{",   "|",   "%00", "%0a",
                                  "/./", "/..", "..;", "=",   "%7e", "%C3", "[",   "~",   "%3b"};
    std::mt19937_64 random(42);
    int accepted = 0;
    for (int run = 0; run < 200'000; ++run) {
        std::string raw = "/";
        for (auto n = random() % 10; n > 0; --n)
            raw += pieces[random() % std::size(pieces)];
        const PathOptions options{.encoded_slash =
                                      static_cast<PathOptions::EncodedSlash>(random() % 2),
                                  .parameters = static_cast<PathOptions::Parameters>(random() % 3),
                                  .forward = static_cast<PathOptions::Forward>(random() % 2)};
        const std::string path = canonical(raw, options);
        if (path == "refused") continue;
        ++accepted;
        INFO(raw << " -> " << path);
        REQUIRE(canonical(path, options) == path);
        REQUIRE(path.front() == '/');
        REQUIRE(path.find("//") == std::string::npos);
        REQUIRE((path + "/").find("/./") == std::string::npos);
        REQUIRE((path + "/").find("/../") == std::string::npos);
        REQUIRE(path.find("/..;") == std::string::npos);
        REQUIRE(path.find("%2E") == std::string::npos);
        REQUIRE(path.find_first_of("{}|^`[]\\ ") == std::string::npos);
    }
    CHECK(accepted > 20'000);
}

TEST_CASE("a query passes as received unless it holds what no address has", "[http]")
{
    for (const char* query : {"", "a=1&b", "a|b^c`d{e}[f]\\", "%zz%00%2e", "a?b/c;d'"})
        CHECK(valid_query(query));
    for (const char* query : {"a b", "a#b", "a\"b", "a<b", "a>b", "a\tb", "\x80", "\x7f", "\x01"})
        CHECK_FALSE(valid_query(query));
}
