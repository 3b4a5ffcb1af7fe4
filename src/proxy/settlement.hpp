#pragma once

#include <weir/decision/gate.hpp>
#include <weir/http/event_stream.hpp>
#include <weir/http/head.hpp>
#include <weir/http/json_pointer.hpp>

#include <cstdint>
#include <string_view>

namespace weir {

// What the open parts of a verdict cost in the end, found out as the exchange goes on: from the
// status and the fields of the answer, from its body as it streams past, from the length of a
// request body that did not tell it. finish() closes whatever is still open, exactly once, however
// the exchange ended; so what was taken for a while is always given back.
class Settlement {
public:
    void start(const Gate& gate, Verdict& verdict);
    bool any_open() const { return verdict_ != nullptr && verdict_->any_open; }

    void answered(const ResponseHead& head, Instant now); // the final head
    void answer_body(std::string_view piece);
    void finish(std::uint64_t request_body_bytes, Instant now);

    // Answers that could not be looked into because they are compressed.
    bool unreadable() const { return unreadable_; }

private:
    void settle(std::size_t part, Cost actual, Instant now);
    void begin_scan(const ResponseHead& head);
    Cost final_cost(const Verdict::Part& part, std::uint64_t request_body_bytes);
    Cost charged_later(const Verdict::Part& part);

    const Gate* gate_ = nullptr;
    Verdict* verdict_ = nullptr;
    int status_ = 0; // of the answer; 0: none has come
    std::uint64_t body_bytes_ = 0;
    // One scan of an answer serves all limits: they look for the same thing, or the first one's
    // pointer counts (the configuration allows one response_json per route).
    const JsonPointer* pointer_ = nullptr;
    bool event_stream_ = false;
    bool unreadable_ = false;
    JsonNumberScanner json_;
    EventStreamNumberScanner events_;
};

} // namespace weir
