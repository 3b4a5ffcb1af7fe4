#include <weir/http/head_parser.hpp>

#include "field_lines.hpp"

#include <cstring>

namespace weir {

void MessageHeadParser::reset()
{
    fault_ = {};
    base_ = nullptr;
    scanned_ = 0;
    line_start_ = 0;
    fields_start_ = 0;
}

ParseStatus MessageHeadParser::fail(int status, const char* detail)
{
    fault_ = {status, detail};
    return ParseStatus::faulty;
}

// A line that was incomplete before needs another look only when its end has come or when it has
// reached its limit; so each byte is read at most twice, however small the pieces are.
bool MessageHeadParser::waits_for_line_end(std::string_view buffer)
{
    if (scanned_ <= line_start_) return false;
    const std::size_t limit =
        fields_start_ == 0 ? line_start_ + limits_->line : fields_start_ + limits_->header_bytes;
    if (buffer.size() >= limit + 2) return false;
    const std::size_t added = buffer.size() - scanned_;
    if (added != 0 && std::memchr(buffer.data() + scanned_, '\n', added) != nullptr) return false;
    scanned_ = buffer.size();
    return true;
}

ParseStatus MessageHeadParser::read_fields(std::string_view buffer, std::vector<Field>& fields)
{
    // Two bytes more than the fields may have: the empty line at the end is not one of them.
    const std::string_view window = buffer.substr(0, fields_start_ + limits_->header_bytes + 2);
    const char* const end = window.data() + window.size();
    const char* at = window.data() + line_start_;

    for (;;) {
        if (at != end && *at == '\r' && (end - at == 1 || at[1] == '\n')) {
            if (end - at == 1) break;
            line_start_ = static_cast<std::size_t>(at + 2 - buffer.data());
            return ParseStatus::complete;
        }
        if (at == end) break;
        if (fields.size() == limits_->headers)
            return fail(431, "There are too many header fields.");
        Field field;
        const FieldLine line = read_field_line(at, end, field);
        if (line.detail != nullptr) return fail(400, line.detail);
        if (line.next == nullptr) break;
        at = line.next;
        fields.push_back(field);
        line_start_ = static_cast<std::size_t>(at - buffer.data());
        if (line_start_ - fields_start_ > limits_->header_bytes)
            return fail(431, "The header fields are too large.");
    }
    if (window.size() == fields_start_ + limits_->header_bytes + 2)
        return fail(431, "The header fields are too large.");
    scanned_ = buffer.size();
    return ParseStatus::need_more;
}

void MessageHeadParser::follow_buffer(const char* base, std::vector<Field>& fields)
{
    for (Field& field : fields) {
        move_view(field.name, base);
        move_view(field.value, base);
    }
    base_ = base;
}

// The old address may be dead, so only numbers are compared, never pointers.
void MessageHeadParser::move_view(std::string_view& view, const char* base) const
{
    const auto offset =
        reinterpret_cast<std::uintptr_t>(view.data()) - reinterpret_cast<std::uintptr_t>(base_);
    view = {base + offset, view.size()};
}

} // namespace weir
