#include <weir/http/json_pointer.hpp>

#include <weir/base/hex.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace weir {

namespace {

bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_of_number(char c)
{
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

char control_escape(char c)
{
    switch (c) {
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return c; // " \ /
    }
}

// Whole numbers exactly, others rounded up; what no cost could be is cut to what one could.
std::optional<std::int64_t> number_of(std::string_view digits)
{
    const char* const end = digits.data() + digits.size();
    std::int64_t whole = 0;
    if (const auto [at, fault] = std::from_chars(digits.data(), end, whole);
        fault == std::errc{} && at == end)
        return whole >= 0 ? std::optional(whole) : std::nullopt;
    double value = 0;
    const auto [at, fault] = std::from_chars(digits.data(), end, value);
    if (at != end || fault == std::errc::invalid_argument || value < 0) return std::nullopt;
    constexpr double most = 1e18;
    if (fault == std::errc::result_out_of_range && digits.find_first_of("eE") != digits.npos &&
        digits[digits.find_first_of("eE") + 1] == '-')
        return 1; // too small to be told from nothing, but not nothing
    if (fault == std::errc::result_out_of_range || value > most)
        return static_cast<std::int64_t>(most);
    return static_cast<std::int64_t>(std::ceil(value));
}

} // namespace

std::optional<JsonPointer> JsonPointer::parse(std::string_view text)
{
    JsonPointer pointer;
    if (text.empty()) return pointer;
    if (text.front() != '/') return std::nullopt;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '/') {
            if (pointer.tokens.size() == most_tokens) return std::nullopt;
            pointer.tokens.emplace_back();
        } else if (text[i] != '~') {
            pointer.tokens.back() += text[i];
        } else {
            if (++i == text.size() || (text[i] != '0' && text[i] != '1')) return std::nullopt;
            pointer.tokens.back() += text[i] == '0' ? '~' : '/';
        }
    }
    return pointer;
}

void JsonNumberScanner::start(const JsonPointer& pointer)
{
    pointer_ = &pointer;
    state_ = State::value;
    depth_ = matched_ = 0;
    escaped_ = fresh_array_ = false;
    hex_digits_ = 0;
    high_surrogate_ = 0;
    found_.reset();
}

void JsonNumberScanner::feed(std::string_view piece)
{
    for (const char c : piece) {
        if (state_ == State::broken) return;
        take(c);
    }
}

std::optional<std::int64_t> JsonNumberScanner::finish()
{
    if (state_ == State::number && depth_ == 0) end_number(); // nothing else says where it ends
    return found_;
}

void JsonNumberScanner::take(char c)
{
    switch (state_) {
    case State::name:
    case State::string:
        take_in_string(c);
        return;
    case State::number:
        if (is_of_number(c)) {
            if (digit_count_ < digits_.size()) digits_[digit_count_] = c;
            ++digit_count_;
            return;
        }
        if (!is_blank(c) && c != ',' && c != '}' && c != ']') { // 0x10 is no number
            state_ = State::broken;
            return;
        }
        end_number();
        take(c);
        return;
    case State::literal:
        if (c >= 'a' && c <= 'z') return;
        end_value();
        take(c);
        return;
    default:
        break;
    }
    if (is_blank(c)) return;
    switch (state_) {
    case State::value:
        if (std::exchange(fresh_array_, false) && c == ']')
            close(); // an empty one
        else
            begin_value(c);
        break;
    case State::first_member:
        if (c == '}') {
            close();
            break;
        }
        [[fallthrough]];
    case State::member:
        if (c != '"') {
            state_ = State::broken;
            break;
        }
        state_ = State::name;
        matched_ = std::min(matched_, depth_ - 1); // what led to the member before
        comparing_ = matched_ == depth_ - 1 && depth_ <= pointer_->tokens.size();
        compared_ = 0;
        break;
    case State::colon:
        state_ = c == ':' ? State::value : State::broken;
        break;
    case State::after_value:
        if (c == ',' && in_object()) {
            state_ = State::member;
        } else if (c == ',') {
            begin_element();
        } else if (c == (in_object() ? '}' : ']')) {
            close();
        } else {
            state_ = State::broken;
        }
        break;
    default:
        state_ = State::broken;
    }
}

void JsonNumberScanner::begin_value(char c)
{
    // What stands on the way to the place, or there, takes back what stood there before.
    if (matched_ == depth_ && depth_ <= pointer_->tokens.size()) found_.reset();
    if (c == '{' || c == '[') {
        open(c == '{');
    } else if (c == '"') {
        state_ = State::string;
        comparing_ = false;
    } else if (c == '-' || (c >= '0' && c <= '9')) {
        state_ = State::number;
        wanted_ = at_target();
        digits_[0] = c;
        digit_count_ = 1;
    } else if (c == 't' || c == 'f' || c == 'n') {
        state_ = State::literal;
    } else {
        state_ = State::broken;
    }
}

void JsonNumberScanner::open(bool object)
{
    if (depth_ == most_depth) {
        state_ = State::broken;
        return;
    }
    objects_[depth_++] = object;
    if (object) {
        state_ = State::first_member;
        return;
    }
    if (depth_ < index_.size()) index_[depth_] = 0;
    begin_element();
    fresh_array_ = true;
}

void JsonNumberScanner::close()
{
    --depth_;
    matched_ = std::min(matched_, depth_);
    end_value();
}

void JsonNumberScanner::end_value()
{
    state_ = depth_ == 0 ? State::end : State::after_value;
}

void JsonNumberScanner::begin_element()
{
    state_ = State::value;
    matched_ = std::min(matched_, depth_ - 1);
    if (depth_ >= index_.size()) return; // deeper than any pointer
    const std::uint32_t index = index_[depth_];
    if (index < UINT32_MAX) ++index_[depth_];
    if (matched_ != depth_ - 1 || depth_ > pointer_->tokens.size()) return;
    char text[10];
    const auto end = std::to_chars(text, text + sizeof text, index).ptr;
    if (pointer_->tokens[depth_ - 1] ==
        std::string_view(text, static_cast<std::size_t>(end - text)))
        matched_ = depth_;
}

void JsonNumberScanner::take_in_string(char c)
{
    if (hex_digits_ > 0) {
        const int value = hex_value(c);
        if (value < 0) state_ = State::broken;
        code_ = code_ * 16 + static_cast<std::uint32_t>(std::max(value, 0));
        if (--hex_digits_ == 0) take_code_unit();
    } else if (escaped_) {
        escaped_ = false;
        take_escape(c);
    } else if (c == '\\') {
        escaped_ = true;
    } else if (c == '"') {
        if (state_ == State::name)
            end_name();
        else
            end_value();
    } else if (static_cast<unsigned char>(c) < ' ') {
        state_ = State::broken;
    } else {
        compare(c);
    }
}

void JsonNumberScanner::take_escape(char c)
{
    constexpr std::string_view known = "\"\\/bfnrtu";
    if (known.find(c) == known.npos) {
        state_ = State::broken;
    } else if (c == 'u') {
        hex_digits_ = 4;
        code_ = 0;
    } else {
        compare(control_escape(c));
    }
}

void JsonNumberScanner::take_code_unit()
{
    if (code_ >= 0xD800 && code_ < 0xDC00) {
        high_surrogate_ = code_;
        return;
    }
    if (code_ >= 0xDC00 && code_ < 0xE000 && high_surrogate_ != 0)
        code_ = 0x10000 + ((high_surrogate_ - 0xD800) << 10) + (code_ - 0xDC00);
    high_surrogate_ = 0;
    compare_utf8(code_);
}

void JsonNumberScanner::compare(char c)
{
    if (!comparing_) return;
    const std::string& token = pointer_->tokens[depth_ - 1];
    comparing_ = compared_ < token.size() && token[compared_] == c;
    ++compared_;
}

void JsonNumberScanner::compare_utf8(std::uint32_t code)
{
    const auto byte = [&](std::uint32_t bits) { compare(static_cast<char>(bits)); };
    const auto rest = [&](unsigned shift) { byte(0x80 | ((code >> shift) & 0x3F)); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xC0 | (code >> 6));
        rest(0);
    } else if (code < 0x10000) {
        byte(0xE0 | (code >> 12));
        rest(6);
        rest(0);
    } else {
        byte(0xF0 | (code >> 18));
        rest(12);
        rest(6);
        rest(0);
    }
}

void JsonNumberScanner::end_name()
{
    if (comparing_ && compared_ == pointer_->tokens[depth_ - 1].size()) matched_ = depth_;
    comparing_ = false;
    state_ = State::colon;
}

void JsonNumberScanner::end_number()
{
    if (wanted_ && digit_count_ <= digits_.size())
        found_ = number_of({digits_.data(), digit_count_});
    end_value();
}

bool JsonNumberScanner::at_target() const
{
    return depth_ == pointer_->tokens.size() && matched_ == depth_;
}

} // namespace weir
