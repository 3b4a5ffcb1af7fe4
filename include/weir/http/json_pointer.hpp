#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

// A JSON pointer (RFC 6901), unescaped: "/usage/total~1tokens" is {"usage", "total/tokens"}.
struct JsonPointer {
    static constexpr std::size_t most_tokens = 32;
    std::vector<std::string> tokens;

    // Nothing when it is not one, or has more tokens than that.
    static std::optional<JsonPointer> parse(std::string_view text);

    bool operator==(const JsonPointer&) const = default;
};

// Finds the number at a pointer in a JSON text (RFC 8259) that streams past, byte by byte, in
// memory of fixed size. What stands there last counts, should a name be there twice. A text that is
// not JSON, or is nested deeper than most_depth, has no number from where that shows. Nothing is
// said about the rest of the text: this is no validator.
class JsonNumberScanner {
public:
    static constexpr std::size_t most_depth = 256;

    // The pointer outlives the scanner's use.
    void start(const JsonPointer& pointer);
    void feed(std::string_view piece);
    // The text is complete. Rounded up to a whole number; nothing for one below zero.
    std::optional<std::int64_t> finish();

private:
    enum class State : unsigned char {
        value,        // one begins, after blanks
        first_member, // a name or }
        member,       // a name
        colon,
        after_value, // , } or ]
        name,
        string,
        number,
        literal, // true, false, null: the letters are not looked at
        end,     // of the text
        broken,
    };

    void take(char c);
    void begin_value(char c);
    void open(bool object);
    void close();
    void end_value();
    void begin_element();
    void take_in_string(char c);
    void take_escape(char c);
    void take_code_unit();
    void compare(char c);
    void compare_utf8(std::uint32_t code);
    void end_name();
    void end_number();
    bool at_target() const;
    bool in_object() const { return depth_ > 0 && objects_[depth_ - 1]; }

    const JsonPointer* pointer_ = nullptr;
    State state_ = State::broken;
    std::bitset<most_depth> objects_; // which containers are objects
    std::size_t depth_ = 0;
    std::size_t matched_ = 0; // how many tokens lead to the value that is under way
    std::array<std::uint32_t, JsonPointer::most_tokens + 1> index_{}; // of the element, by depth

    bool fresh_array_ = false; // one was just opened

    // Of a name or string.
    bool escaped_ = false;
    int hex_digits_ = 0; // still to come of \uXXXX
    std::uint32_t code_ = 0;
    std::uint32_t high_surrogate_ = 0;
    bool comparing_ = false;
    std::size_t compared_ = 0;

    std::array<char, 128> digits_{};
    std::size_t digit_count_ = 0;
    bool wanted_ = false; // the number under way is the one
    std::optional<std::int64_t> found_;
};

} // namespace weir
