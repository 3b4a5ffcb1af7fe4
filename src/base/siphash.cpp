#include <weir/base/siphash.hpp>

#include <weir/base/assert.hpp>

#include <bit>
#include <cstring>

#include <sys/random.h>

namespace weir {

namespace {

struct Lanes {
    std::uint64_t a, b, c, d;

    void round()
    {
        a += b;
        b = std::rotl(b, 13) ^ a;
        a = std::rotl(a, 32);
        c += d;
        d = std::rotl(d, 16) ^ c;
        a += d;
        d = std::rotl(d, 21) ^ a;
        c += b;
        b = std::rotl(b, 17) ^ c;
        c = std::rotl(c, 32);
    }

    void absorb(std::uint64_t word)
    {
        d ^= word;
        round();
        round();
        a ^= word;
    }
};

std::uint64_t little_endian_word(const char* bytes)
{
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    return word;
}

} // namespace

std::uint64_t siphash(const SipSecret& secret, std::string_view bytes)
{
    // The paper's constants spell "somepseudorandomlygeneratedbytes".
    Lanes lanes{secret[0] ^ 0x736f6d6570736575U, secret[1] ^ 0x646f72616e646f6dU,
                secret[0] ^ 0x6c7967656e657261U, secret[1] ^ 0x7465646279746573U};
    const char* at = bytes.data();
    const std::size_t whole = bytes.size() / 8;
    for (std::size_t i = 0; i < whole; ++i, at += 8)
        lanes.absorb(little_endian_word(at));

    // The last word holds the rest of the bytes and, at the top, the length.
    std::uint64_t last = static_cast<std::uint64_t>(bytes.size()) << 56;
    for (std::size_t i = 0; i < bytes.size() % 8; ++i)
        last |= static_cast<std::uint64_t>(static_cast<unsigned char>(at[i])) << (8 * i);
    lanes.absorb(last);

    lanes.c ^= 0xff;
    for (int i = 0; i < 4; ++i)
        lanes.round();
    return lanes.a ^ lanes.b ^ lanes.c ^ lanes.d;
}

SipSecret random_secret()
{
    SipSecret secret{};
    WEIR_ASSERT(getrandom(secret.data(), sizeof secret, 0) == static_cast<ssize_t>(sizeof secret));
    return secret;
}

} // namespace weir
