#include "full_file.hpp"
#include "loading.hpp"
#include "support/catch.hpp"

#include <random>

using namespace weir;

namespace {

class Mutator {
public:
    explicit Mutator(unsigned seed) : random_(seed) {}

    std::string mutate(std::string text)
    {
        for (std::size_t times = 1 + below(4); times > 0; --times)
            mutate_once(text);
        return text;
    }

private:
    std::size_t below(std::size_t end) { return end == 0 ? 0 : random_() % end; }

    void mutate_once(std::string& text)
    {
        static const std::string pieces[] = {
            "[",
            "]",
            "{",
            "}",
            ":",
            ": ",
            "- ",
            "\n",
            "\n  ",
            "\t",
            "&a",
            "*a",
            "<<: ",
            "!x ",
            "? ",
            "|\n",
            ">",
            "\"",
            "'",
            "#",
            ",",
            "${X}",
            "${",
            "---\n",
            "...\n",
            "%",
            "0",
            "-1",
            "0x10",
            "~",
            "@",
            "`",
            "\xFF",
            "\xC3\xA9",
            "limits:",
            "key: ip ",
            "99999999999999999999",
            " ",
            "x",
        };
        const std::size_t at = below(text.size());
        const std::size_t length = below(12);
        switch (below(5)) {
        case 0:
            text.erase(at, length);
            break;
        case 1:
            text.insert(at, pieces[below(std::size(pieces))]);
            break;
        case 2:
            if (!text.empty()) text[at] = static_cast<char>(below(256));
            break;
        case 3: // a piece of the file somewhere else
            text.insert(at, text.substr(below(text.size()), below(60)));
            break;
        case 4: // one character in place of another that means something
            if (!text.empty()) text.replace(at, 1, pieces[below(std::size(pieces))]);
            break;
        }
    }

    std::mt19937 random_;
};

} // namespace

TEST_CASE("no mutation of a file crashes, hangs, or is refused without saying where", "[config]")
{
    constexpr int mutations = 20'000;
    Mutator mutator(7);
    int valid = 0;
    for (int i = 0; i < mutations; ++i) {
        const std::string text = mutator.mutate(full_file);
        const Loaded loaded = load(text, {{"X", "5/s"}});
        if (loaded.settings) {
            ++valid;
            for (const Finding& finding : advice(*loaded.settings))
                if (finding.code.empty()) FAIL("advice without a code on:\n" << text);
            continue;
        }
        if (loaded.findings.empty()) FAIL("refused without a word:\n" << text);
        const Finding& first = loaded.findings.front();
        if (first.line < 1 || first.column < 1 || first.message.empty() || first.code.empty())
            FAIL("no place in '" << first.to_string() << "' for:\n" << text);
    }
    // Both happen, or the mutations test nothing.
    CHECK(valid > mutations / 100);
    CHECK(valid < mutations / 2);
}
