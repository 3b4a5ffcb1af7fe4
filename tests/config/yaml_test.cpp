#include "loading.hpp"
#include "support/catch.hpp"

using namespace weir;

namespace {

std::string repeated(std::string_view text, std::size_t times)
{
    std::string all;
    for (std::size_t i = 0; i < times; ++i)
        all += text;
    return all;
}

std::vector<std::int64_t> limits_of(const std::string& text)
{
    INFO(text);
    const Loaded loaded = load(text);
    INFO(faults_of(text));
    REQUIRE(loaded.settings);
    std::vector<std::int64_t> limits;
    for (const LimitSettings& limit : loaded.settings->routes[0].limits)
        limits.push_back(limit.limiter.limit);
    return limits;
}

} // namespace

TEST_CASE("what YAML allows and a configuration must not contain is refused where it stands",
          "[config]")
{
    struct Row {
        std::string text;
        std::string fault;
        const char* why;
    };
    const std::string whole = with_limit("key: ip, algorithm: gcra, rate: 1/s");
    const Row rows[] = {
        {with_limit("key: ip, algorithm: fixed_window, limit: 100, window: 1s, limit: 5"),
         "8:69: 'limit' is here twice, first in line 8; keep one", "C26: which one counts?"},
        {whole + "routes: []\n", "9:1: 'routes' is here twice, first in line 4; keep one",
         "C26: two top-level lists"},
        {"listen: 0.0.0.0:1\nupstreams:\n\tapi: x:1\n",
         "3:1: a tab cannot indent in YAML; write spaces", "C57: tabs"},
        {"a:\n  - b\n  \t- c\n", "3:3: a tab cannot indent in YAML; write spaces",
         "a tab behind spaces"},
        {whole + "---\na: 1\n",
         "9:1: a second YAML document starts here; a configuration file holds one",
         "two documents"},
        {"[a] b\n", "1:5: not valid YAML: the document has ended before this text",
         "something left over"},
        {"", "1:1: the file is empty; the smallest useful one is in config/weir.yaml", "empty"},
        {"# only this\n", "1:1: the file is empty; the smallest useful one is in config/weir.yaml",
         "comments alone"},
        {"---\n...\n", "1:1: the file is empty; the smallest useful one is in config/weir.yaml",
         "an empty document"},
        {std::string("a: \0", 4),
         "1:4: the byte 0x00 is a control character; a configuration file is plain text", "NUL"},
        {"\x7F\x45\x4C\x46",
         "1:1: the byte 0x7F is a control character; a configuration file is "
         "plain text",
         "a program"},
        {"a: \xC3\xA9 \xFF\n", "1:6: the byte 0xFF is not UTF-8; save the file as UTF-8",
         "Latin-1; the column counts characters"},
        {"a: \xC0\x80\n", "1:4: the byte 0xC0 is not UTF-8; save the file as UTF-8",
         "an overlong zero"},
        {"a: \xED\xA0\x80\n", "1:4: the byte 0xED is not UTF-8; save the file as UTF-8",
         "a surrogate"},
        {std::string("\xFF\xFE"
                     "a\0",
                     4),
         "1:1: the byte 0xFF is not UTF-8; save the file as UTF-8", "UTF-16"},
        {"%YAML 1.2\n---\na: 1\n",
         "1:1: a line that starts with '%' is a YAML directive, which is not used here",
         "directive"},
        {"a: b: c\n", "1:5: not valid YAML: illegal map value", "a colon too many"},
        {"x-a: &a [*a]\n", "1:10: this alias stands inside of what it names", "a circle"},
        {"a: *b\n", "1:4: not valid YAML: the referenced anchor is not defined",
         "nothing to repeat"},
        {"- a\n", "1:1: found a list; write a map of fields, as in 'name: value'", "a list"},
        {"hello\n", "1:1: found 'hello'; write a map of fields, as in 'name: value'", "a word"},
        {whole + "x-a: !!binary x\n", "9:6: YAML tags ('!...') are not used here; leave it out",
         "a tag"},
        {whole + "? [a]\n: b\n", "9:3: a field's name is due here, as in 'name: value'",
         "a list as a name"},
        {whole + "~: b\n", "9:1: a field's name is due here, as in 'name: value'",
         "null as a name"},
        {whole + std::string(300, 'n') + ": b\n", "9:1: this name is longer than a name may be",
         "a name without end"},
        {with_limit("key: ip, algorithm: gcra, rate: ${RATE}"),
         "8:44: not valid YAML: end of map flow not found; inside { } and [ ] a value that has "
         "braces "
         "itself needs quotes: \"/{id}\"",
         "the braces end the map"},
        {whole + "x-a: { <<: 5 }\n",
         "9:12: '<<' merges a map, or a list of maps, as in '<<: *defaults'", "merging a number"},
    };
    for (const Row& row : rows) {
        INFO(row.why << ": " << row.text);
        CHECK(faults_of(row.text) == "weir.yaml:" + row.fault + "\n");
    }
}

TEST_CASE("C57: merge keys mean what they say", "[config]")
{
    const std::string first =
        "      - &d { key: ip, algorithm: fixed_window, limit: 3, window: 60s }\n";
    SECTION("what is merged counts")
    {
        CHECK(limits_of(with_limits(first + "      - <<: *d\n        key: global\n")) ==
              std::vector<std::int64_t>{3, 3});
    }
    SECTION("an explicit field wins, before and behind the merge")
    {
        CHECK(limits_of(with_limits(first + "      - { <<: *d, limit: 5 }\n"
                                            "      - { limit: 6, <<: *d }\n")) ==
              std::vector<std::int64_t>{3, 5, 6});
    }
    SECTION("of a list of maps the first wins")
    {
        CHECK(limits_of(with_limits(first + "      - { <<: [{ limit: 8 }, *d] }\n")) ==
              std::vector<std::int64_t>{3, 8});
    }
    SECTION("merges of merges")
    {
        CHECK(limits_of(with_limits(first + "      - &e { <<: *d, limit: 4 }\n"
                                            "      - { <<: *e }\n")) ==
              std::vector<std::int64_t>{3, 4, 4});
    }
    SECTION("anchors may be kept under a name that starts with x-")
    {
        CHECK(limits_of(
                  "x-defaults: &d { key: ip, algorithm: fixed_window, limit: 3, window: 60s }\n" +
                  with_limits("      - { <<: *d }\n")) == std::vector<std::int64_t>{3});
        CHECK_THAT(faults_of(with_section("defaults: &d { limit: 3 }")),
                   ContainsSubstring("9:1: unknown field 'defaults'; names that start with x- are "
                                     "free, for anchors"));
    }
    SECTION("a quoted << is a field like any other")
    {
        CHECK_THAT(faults_of(with_limits(first + "      - { \"<<\": *d }\n")),
                   ContainsSubstring("unknown field '<<'"));
    }
}

TEST_CASE("a fault in a repeated part is told where the part stands", "[config]")
{
    CHECK(faults_of(
              with_limits("      - &d { key: ip, algorithm: fixed_window, limit: 0, window: 1s }\n"
                          "      - { <<: *d, name: b }\n")) ==
          "weir.yaml:8:55: routes[0].limits[0].limit: '0' would refuse every request; write 1 to "
          "999999999999999\n"
          "weir.yaml:8:55: routes[0].limits[1].limit: '0' would refuse every request; write 1 to "
          "999999999999999\n");
}

TEST_CASE("line ends of Windows and a byte order mark change nothing", "[config]")
{
    std::string text = "\xEF\xBB\xBF";
    for (const char c : with_limit("key: ip, algorithm: gcra, rate: 1/x"))
        text += c == '\n' ? std::string("\r\n") : std::string(1, c);
    CHECK(faults_of(text) ==
          "weir.yaml:8:43: routes[0].limits[0].rate: '1/x' is not a rate; write N/s, N/m, N/h or "
          "N/d\n");
}

TEST_CASE("nesting, aliases and size are bounded before they cost anything", "[config]")
{
    struct Row {
        std::string text;
        std::string fault;
    };
    std::string bomb = "x-a: &a [1,1,1,1,1,1,1,1,1,1]\n";
    for (char name = 'b'; name <= 'z'; ++name)
        bomb += std::string("x-") + name + ": &" + name + " [" +
                repeated(std::string("*") + static_cast<char>(name - 1) + ",", 10) + "]\n";
    std::string nested_anchors = "x-a: ";
    for (int i = 0; i < 60; ++i)
        nested_anchors += "&a" + std::to_string(i) + " [";
    nested_anchors += repeated("1,", 50'000) + repeated("]", 60);
    const std::string long_text =
        "x-a: &a " + std::string(100'000, 'x') + "\nx-b: [" + repeated("*a,", 1'000) + "]\n";
    const std::string too_many =
        "the file has more than 100000 values once its aliases are expanded";
    const Row rows[] = {
        {repeated("[", 100'000), "nested more than 64 levels deep"},
        {repeated("{", 100'000), "nested more than 64 levels deep"},
        {repeated("- ", 100'000), "nested more than 64 levels deep"},
        {repeated("? ", 100'000), "nested more than 64 levels deep"},
        {repeated("[{a: ", 100'000), "nested more than 64 levels deep"},
        {"x: " + repeated("[", 64) + repeated("]", 64), "nested more than 64 levels deep"},
        {"x-a: &a " + repeated("[", 40) + repeated("]", 40) + "\nx-b: " + repeated("[", 40) + "*a" +
             repeated("]", 40),
         "nested more than 64 levels deep"},
        {bomb, too_many},
        {nested_anchors, too_many},
        {long_text, too_many},
        {"x: [" + repeated("1,", 200'000) + "]", too_many},
        {std::string(5 * 1024 * 1024, '#'), "the file is larger than 4MiB"},
        {repeated(",", 100'000), "not valid YAML: "},
    };
    for (const Row& row : rows) {
        INFO(row.text.substr(0, 40));
        const Loaded loaded = load(row.text);
        CHECK_FALSE(loaded.settings);
        REQUIRE(loaded.findings.size() >= 1);
        CHECK_THAT(loaded.findings.back().message, ContainsSubstring(row.fault));
    }
}

TEST_CASE("a hostile file cannot make the message endless", "[config]")
{
    std::string text = with_limit("key: ip, algorithm: gcra, rate: 1/s");
    for (int i = 0; i < 20'000; ++i)
        text += "unknown" + std::to_string(i) + ": x\n";
    CHECK(load(text).findings.size() == 500);
    const auto loaded = load(with_section("log: { level: " + std::string(1'000'000, 'x') + " }"));
    REQUIRE(loaded.findings.size() == 1);
    CHECK(loaded.findings[0].message.size() < 200);
}
