#include "reading.hpp"
#include "vectors.hpp"

#include "support/catch.hpp"

#include <algorithm>
#include <random>

using namespace weir;

namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t bound)
{
    return static_cast<std::size_t>(random() % bound);
}

// Pieces of text around which parsers of different make disagree.
const std::vector<std::string> fragments = {
    "\r\n",
    "\n",
    "\r",
    "\r\n\r\n",
    " ",
    "\t",
    ":",
    ",",
    ";",
    "0\r\n",
    "%2e",
    "%2F",
    "../",
    "chunked",
    "5",
    "\0",
    "\x7F",
    "\x80",
    "\"",
    "HTTP/1.1",
    "HTTP/1.0",
    "Host: a.test\r\n",
    "Content-Length: 5\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Connection: close\r\n",
    "Expect: 100-continue\r\n",
    "\r\n ",
    "_",
    "//",
    "?",
    "[::1]",
    "Connection: X-A, Upgrade\r\n",
    "Upgrade: websocket\r\n",
};

std::string mutate(std::string bytes, const std::string& other, Random& random)
{
    for (std::size_t n = 1 + below(random, 4); n > 0; --n) {
        const std::size_t at = below(random, bytes.size() + 1);
        const std::size_t size = below(random, 12);
        switch (below(random, 6)) {
        case 0:
            bytes.insert(at, fragments[below(random, fragments.size())]);
            break;
        case 1:
            bytes.erase(at, size);
            break;
        case 2:
            bytes.insert(at, bytes.substr(at, size * 4));
            break;
        case 3:
            if (at < bytes.size()) bytes[at] = static_cast<char>(below(random, 256));
            break;
        case 4:
            bytes.resize(at);
            break;
        case 5:
            bytes.insert(at, other.substr(below(random, other.size() + 1), size * 8));
            break;
        }
    }
    return bytes;
}

std::vector<std::string> seeds(bool responses)
{
    constexpr std::size_t small = 2000; // large ones take long and hold nothing new
    std::vector<std::string> bytes;
    for (const auto& vector : load_vectors("h1_vectors.json"))
        if ((vector["kind"] == "upstream-response") == responses)
            if (std::string raw = wire_bytes(vector); raw.size() < small) bytes.push_back(raw);
    return bytes;
}

template <class Read>
int count_valid(const std::vector<std::string>& from, int runs, Read read)
{
    Random random(20261130);
    const HeadLimits tight{.line = 40, .header_bytes = 90, .headers = 4};
    int valid = 0;
    for (int run = 0; run < runs; ++run) {
        // The line end at the end settles every line: a fault may be seen before, but need not.
        const std::string bytes =
            mutate(from[below(random, from.size())], from[below(random, from.size())], random) +
            "\n";
        const HeadLimits limits = run % 4 == 0 ? tight : HeadLimits{};
        const std::size_t longest = 1 + below(random, 40);
        const Pieces pieces = [&] { return 1 + below(random, longest); };

        const Reading one = read(bytes, whole(), limits);
        const Reading many = read(bytes, pieces, limits);
        if (one != many) {
            INFO("run " << run << ": " << Catch::StringMaker<std::string>::convert(bytes));
            INFO("whole:  " << describe(one));
            INFO("pieces: " << describe(many));
            REQUIRE(one == many);
        }
        if (!one.messages.empty()) ++valid;
    }
    return valid;
}

} // namespace

TEST_CASE("mutated requests are read alike, whole or in random pieces", "[http][mutation]")
{
    const int valid = count_valid(seeds(false), 50'000, [](auto bytes, auto pieces, auto limits) {
        return read_requests(bytes, pieces, limits);
    });
    CHECK(valid > 4'000); // or the mutations would test only the first line of defence
    CHECK(valid < 45'000);
}

TEST_CASE("mutated answers are read alike, whole or in random pieces", "[http][mutation]")
{
    const int valid = count_valid(seeds(true), 20'000, [](auto bytes, auto pieces, auto limits) {
        return read_responses(bytes, pieces, limits);
    });
    CHECK(valid > 2'000);
    CHECK(valid < 18'000);
}

TEST_CASE("what a limited head passes is within the limits", "[http][mutation]")
{
    const HeadLimits tight{.line = 40, .header_bytes = 90, .headers = 4};
    const auto from = seeds(false);
    Random random(7);
    int passed = 0;
    for (int run = 0; run < 5'000; ++run) {
        const std::string bytes = mutate(from[below(random, from.size())], from[0], random);
        for (const ReadMessage& message : read_requests(bytes, whole(), tight).messages) {
            std::size_t size = 0;
            for (const auto& [name, value] : message.forwarded)
                size += name.size() + value.size();
            REQUIRE(message.forwarded.size() <= tight.headers);
            REQUIRE(size <= tight.header_bytes);
            REQUIRE(message.target.size() <= tight.line);
            ++passed;
        }
    }
    CHECK(passed > 100);
}
