#include "report.hpp"

#include <algorithm>
#include <tuple>

namespace weir {

void Report::error(Position at, std::string_view code, std::string_view path, std::string_view text)
{
    if (full()) return;
    std::string message(path);
    if (!message.empty()) message += ": ";
    message += text;
    findings_.push_back({.file = file_,
                         .line = at.line,
                         .column = at.column,
                         .severity = Finding::Severity::error,
                         .code = std::string(code),
                         .message = std::move(message)});
}

std::vector<Finding> Report::take_in_order()
{
    std::stable_sort(findings_.begin(), findings_.end(), [](const Finding& a, const Finding& b) {
        return std::tie(a.line, a.column) < std::tie(b.line, b.column);
    });
    return std::move(findings_);
}

std::string Finding::to_string() const
{
    std::string text = file + ":";
    if (line > 0) text += std::to_string(line) + ":" + std::to_string(column) + ":";
    if (severity == Severity::advice) text += " advice:";
    return text + " " + message;
}

std::string in_quotes(std::string_view text)
{
    constexpr std::size_t max_shown = 60;
    std::string shown = "'";
    std::size_t length = std::min(text.size(), max_shown);
    // Never half a UTF-8 sequence.
    while (length < text.size() && length > 0 && (text[length] & '\xC0') == '\x80')
        --length;
    for (const char c : text.substr(0, length)) {
        const auto byte = static_cast<unsigned char>(c);
        shown += byte < 0x20 || byte == 0x7F ? ' ' : c;
    }
    if (length < text.size()) shown += "...";
    return shown + "'";
}

std::string alternatives(const std::vector<std::string_view>& names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
        text += names[i];
    }
    return text;
}

} // namespace weir
