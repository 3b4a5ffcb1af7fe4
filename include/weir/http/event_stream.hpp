#pragma once

#include <weir/http/json_pointer.hpp>

#include <array>

namespace weir {

// The same for a text/event-stream (WHATWG HTML 9.2): every event's data is a JSON text of its own,
// and the number of the last one that has it counts. Other fields, comments and data that is no
// JSON ("[DONE]") are passed over.
class EventStreamNumberScanner {
public:
    void start(const JsonPointer& pointer);
    void feed(std::string_view piece);
    std::optional<std::int64_t> finish(); // an event that was not completed counts as well

private:
    void end_line();
    void end_event();

    const JsonPointer* pointer_ = nullptr;
    JsonNumberScanner data_;
    std::array<char, 5> name_{}; // how the line begins
    std::size_t line_size_ = 0;
    bool is_data_ = false;
    bool any_data_ = false; // in this event
    bool after_cr_ = false;
    std::optional<std::int64_t> found_;
};

} // namespace weir
