#include <weir/base/siphash.hpp>

#include "support/catch.hpp"

#include <string>

using namespace weir;

TEST_CASE("SipHash-2-4 gives the values of its paper", "[base]")
{
    // Appendix A of the paper: key 00 01 .. 0f, message 00 01 .. 0e.
    const SipSecret secret{0x0706050403020100U, 0x0f0e0d0c0b0a0908U};
    std::string message;
    for (char c = 0; c < 15; ++c)
        message += c;
    CHECK(siphash(secret, message) == 0xa129ca6149be45e5U);
    CHECK(siphash(secret, "") == 0x726fdb47dd0e0e31U);
}

TEST_CASE("every secret is another hash", "[base]")
{
    CHECK(random_secret() != random_secret());
    CHECK(siphash(random_secret(), "key") != siphash(random_secret(), "key"));
}
