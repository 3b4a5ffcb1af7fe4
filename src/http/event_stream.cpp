#include <weir/http/event_stream.hpp>

namespace weir {

void EventStreamNumberScanner::start(const JsonPointer& pointer)
{
    pointer_ = &pointer;
    data_.start(pointer);
    line_size_ = 0;
    is_data_ = any_data_ = after_cr_ = false;
    found_.reset();
}

void EventStreamNumberScanner::feed(std::string_view piece)
{
    while (!piece.empty()) {
        const char c = piece.front();
        if (c == '\n' || c == '\r') {
            piece.remove_prefix(1);
            const bool of_one_end = c == '\n' && after_cr_;
            after_cr_ = c == '\r';
            if (!of_one_end) end_line();
            continue;
        }
        after_cr_ = false;
        if (line_size_ < name_.size()) { // is it "data:"?
            name_[line_size_++] = c;
            is_data_ = std::string_view(name_.data(), line_size_) == "data:";
            if (is_data_ && any_data_) data_.feed("\n");
            any_data_ = any_data_ || is_data_;
            piece.remove_prefix(1);
            continue;
        }
        const std::string_view rest = piece.substr(0, piece.find_first_of("\r\n"));
        if (is_data_) data_.feed(rest);
        piece.remove_prefix(rest.size());
    }
}

std::optional<std::int64_t> EventStreamNumberScanner::finish()
{
    end_event();
    return found_;
}

void EventStreamNumberScanner::end_line()
{
    if (line_size_ == 0) end_event();
    line_size_ = 0;
    is_data_ = false;
}

void EventStreamNumberScanner::end_event()
{
    if (!any_data_) return;
    if (const auto number = data_.finish()) found_ = number;
    data_.start(*pointer_);
    any_data_ = false;
}

} // namespace weir
