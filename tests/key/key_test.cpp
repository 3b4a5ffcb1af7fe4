#include "sample_request.hpp"

#include "support/catch.hpp"

#include <map>
#include <random>

using namespace weir;

namespace {

using Status = FoundKey::Status;

KeySettings by_api_key(Missing missing)
{
    return {{source_of(SourceSettings::Kind::header, "X-Api-Key")}, missing};
}

} // namespace

TEST_CASE("a caller without a key is counted by address, apart from real keys", "[key]")
{
    const KeySettings settings = by_api_key(Missing::ip);
    const auto bytes = [&](const char* address, const char* value) {
        SampleRequest request;
        request.from(address);
        if (value != nullptr) request.field("X-Api-Key", value);
        return request.bytes_of(settings);
    };
    // C30: an empty value is a missing one, and each address is on its own.
    CHECK(bytes("127.0.0.1", nullptr) == bytes("127.0.0.1", ""));
    CHECK(bytes("127.0.0.1", nullptr) != bytes("127.0.0.2", nullptr));
    CHECK(bytes("127.0.0.1", "k9") == bytes("127.0.0.2", "k9"));
    CHECK(bytes("2001:db8::1", nullptr) == bytes("2001:db8::2", nullptr));

    // Nobody can name a key that lands in the bucket of callers without one.
    const std::string made_up = bytes("127.0.0.1", nullptr);
    CHECK(bytes("198.51.100.7", "127.0.0.1") != made_up);
    CHECK(bytes("198.51.100.7", made_up.c_str()) != made_up);
    CHECK(bytes("198.51.100.7", made_up.c_str() + 1) != made_up);
}

TEST_CASE("missing says what becomes of a request without a key", "[key]")
{
    struct Row {
        Missing missing;
        Status status;
        bool has_bytes;
    };
    const Row rows[] = {
        {Missing::ip, Status::address, true},
        {Missing::shared, Status::shared, true},
        {Missing::skip, Status::skipped, false},
        {Missing::reject, Status::missing, false},
    };
    for (const Row& row : rows) {
        SampleRequest request;
        std::string bytes = "before";
        const FoundKey found = find_key(by_api_key(row.missing), request.facts(), bytes);
        CHECK(found.status == row.status);
        CHECK((bytes != "before") == row.has_bytes);
        CHECK(bytes.starts_with("before"));
    }
    CHECK(SampleRequest().from("192.0.2.1").bytes_of(by_api_key(Missing::shared)) ==
          SampleRequest().from("192.0.2.2").bytes_of(by_api_key(Missing::shared)));
}

TEST_CASE("of several sources the first that is present names the caller", "[key]")
{
    KeySettings settings = by_api_key(Missing::reject);
    settings.sources.push_back(source_of(SourceSettings::Kind::query, "api_key"));
    std::string in_header;
    std::string in_query;

    SampleRequest both;
    const FoundKey first =
        find_key(settings, both.field("X-Api-Key", "k").query("api_key=q").facts(), in_header);
    CHECK(first.status == Status::found);
    CHECK(first.source == 0);

    SampleRequest second_only;
    const FoundKey second = find_key(settings, second_only.query("api_key=k").facts(), in_query);
    CHECK(second.status == Status::found);
    CHECK(second.source == 1);
    CHECK(in_header != in_query); // the same word from another source is another caller
}

TEST_CASE("long keys count to their last byte", "[key]")
{
    const std::string one(7 * 1024, 'a');
    std::string other = one;
    other.back() = 'b';
    const KeySettings settings = by_api_key(Missing::ip);
    CHECK(SampleRequest().field("X-Api-Key", one).bytes_of(settings) !=
          SampleRequest().field("X-Api-Key", other).bytes_of(settings));
}

TEST_CASE("no two different keys of one limit give the same bytes", "[key][law]")
{
    KeySettings settings;
    settings.sources = {
        source_of(SourceSettings::Kind::header, "X-Key"),
        source_of(SourceSettings::Kind::query, "k"),
        source_of(SourceSettings::Kind::combine),
    };
    settings.sources[2].parts = {source_of(SourceSettings::Kind::path, "a"),
                                 source_of(SourceSettings::Kind::cookie, "b"),
                                 source_of(SourceSettings::Kind::ip)};

    // Short values of few letters, some of them those that frame a key, so that chance finds what
    // could be confused.
    std::mt19937_64 random(20261130);
    const std::string letters("ka46s\0\1", 7);
    const auto value = [&] {
        std::string made(random() % 4, ' ');
        for (char& c : made)
            c = letters[random() % letters.size()];
        return made;
    };
    const std::string addresses[] = {"1.2.3.4", "1.2.3.5", "2001:db8::1", "2001:db8:0:1::1", "::1"};

    std::map<std::string, std::string> key_of; // bytes to the key in words
    for (int i = 0; i < 20'000; ++i) {
        const std::string in_header = value();
        const std::string in_query = value();
        const std::string in_path = value();
        const std::string in_cookie = "b=" + value();
        const std::string& address = addresses[random() % std::size(addresses)];
        const std::string query = "k=" + in_query;
        SampleRequest request;
        request.from(address);
        if (random() % 3 == 0) request.field("X-Key", in_header);
        if (random() % 3 == 0) request.query(query);
        if (random() % 2 == 0) request.param("a", in_path);
        if (random() % 2 == 0) request.field("Cookie", in_cookie);

        std::string bytes;
        const FoundKey found = find_key(settings, request.facts(), bytes);
        std::string words = found.status == Status::found ? "source " : "address ";
        if (found.status == Status::found && found.source == 2) {
            words += "2 " + std::to_string(in_path.size()) + " " + in_path + " " + in_cookie + " ";
            words += *request.value_of(settings.sources[2].parts[2]);
        } else if (found.status == Status::found) {
            words += std::to_string(found.source) + " " +
                     *request.value_of(settings.sources[found.source]);
        } else {
            words += *request.value_of(source_of(SourceSettings::Kind::ip));
        }
        const auto [entry, is_new] = key_of.emplace(bytes, words);
        REQUIRE(entry->second == words);
    }
    CHECK(key_of.size() > 500);
}

TEST_CASE("finding a key allocates nothing once the buffer has grown", "[key]")
{
    std::string bytes;
    bytes.reserve(256);
    const char* const before = bytes.data();
    SampleRequest request;
    request.query("api_key=a%20long%20enough%20value%20to%20leave%20the%20small%20buffer");
    find_key({{source_of(SourceSettings::Kind::query, "api_key")}, Missing::ip}, request.facts(),
             bytes);
    CHECK(bytes.data() == before);
    CHECK(bytes.size() > 30);
}

TEST_CASE("a bare word stands for a found key", "[key]")
{
    const KeySettings settings = by_api_key(Missing::ip);
    std::string word;
    CHECK(stand_in_key(settings, "k1", word).status == Status::found);
    CHECK(word == SampleRequest().field("X-Api-Key", "k1").bytes_of(settings));

    const KeySettings everybody{{source_of(SourceSettings::Kind::global)}, Missing::ip};
    std::string one;
    std::string other;
    stand_in_key(everybody, "a", one);
    stand_in_key(everybody, "b", other);
    CHECK(one == other);
    CHECK(one == SampleRequest().bytes_of(everybody));
}

TEST_CASE("the scope of a refusal follows how the key was found", "[key]")
{
    const KeySettings settings = by_api_key(Missing::ip);
    const auto scope = [&](FoundKey found) {
        std::string words;
        append_scope(words, settings, found);
        return words;
    };
    CHECK(scope({Status::found, 0}) == "each API key");
    CHECK(scope({Status::address, 0}) == "each client address");
    CHECK(scope({Status::shared, 0}) == "all callers without a key together");
}
