#include "settlement.hpp"

#include <weir/decision/numbers.hpp>

#include <algorithm>

namespace weir {

namespace {

using Charged = ChargeSettings::Kind;

bool charges(const Verdict::Part& part, Charged kind)
{
    const auto& charge = part.limit->settings.charge;
    return charge && charge->kind == kind;
}

bool is_event_stream(const ResponseHead& head)
{
    const Field* type = head.find(FieldId::content_type);
    if (type == nullptr) return false;
    const std::string_view media = type->value.substr(0, type->value.find_first_of("; \t"));
    return equal_without_case(media, "text/event-stream");
}

bool is_compressed(const ResponseHead& head)
{
    const Field* coding = head.find(FieldId::content_encoding);
    return coding != nullptr && !equal_without_case(coding->value, "identity");
}

std::optional<Cost> number_in(const ResponseHead& head, std::string_view name)
{
    const Field* found = nullptr;
    for (const Field& field : head.fields) {
        if (!equal_without_case(field.name, name)) continue;
        if (found != nullptr) return std::nullopt; // twice says nothing
        found = &field;
    }
    return found != nullptr ? whole_number(found->value) : std::nullopt;
}

} // namespace

void Settlement::start(const Gate& gate, Verdict& verdict)
{
    gate_ = &gate;
    verdict_ = &verdict;
    status_ = 0;
    body_bytes_ = 0;
    pointer_ = nullptr;
    unreadable_ = false;
}

// What the head alone decides is settled before the client is told what it has left.
void Settlement::answered(const ResponseHead& head, Instant now)
{
    if (!any_open()) return;
    status_ = head.status;
    begin_scan(head);
    for (std::size_t i = 0; i < verdict_->count; ++i) {
        const Verdict::Part& part = verdict_->parts[i];
        if (!part.open || part.limit->gives_back) continue;
        if (!part.limit->settings.counts(status_)) {
            settle(i, 0, now);
        } else if (charges(part, Charged::response_header)) {
            const auto cost = number_in(head, part.limit->settings.charge->from);
            settle(i, cost.value_or(part.taken), now);
        }
    }
}

void Settlement::begin_scan(const ResponseHead& head)
{
    for (std::size_t i = 0; i < verdict_->count; ++i)
        if (verdict_->parts[i].open && charges(verdict_->parts[i], Charged::response_json))
            pointer_ = &verdict_->parts[i].limit->pointer;
    if (pointer_ == nullptr) return;
    unreadable_ = is_compressed(head);
    event_stream_ = is_event_stream(head);
    if (unreadable_) {
        pointer_ = nullptr;
    } else if (event_stream_) {
        events_.start(*pointer_);
    } else {
        json_.start(*pointer_);
    }
}

void Settlement::answer_body(std::string_view piece)
{
    body_bytes_ += piece.size();
    if (pointer_ == nullptr) return;
    if (event_stream_) {
        events_.feed(piece);
    } else {
        json_.feed(piece);
    }
}

void Settlement::finish(std::uint64_t request_body_bytes, Instant now)
{
    if (!any_open()) return;
    for (std::size_t i = 0; i < verdict_->count; ++i)
        if (verdict_->parts[i].open)
            settle(i, final_cost(verdict_->parts[i], request_body_bytes), now);
    verdict_->any_open = false;
}

Cost Settlement::final_cost(const Verdict::Part& part, std::uint64_t request_body_bytes)
{
    if (part.limit->gives_back) return 0;
    const LimitSettings& settings = part.limit->settings;
    if (settings.charge) return charged_later(part);
    if (!settings.counts(status_)) return 0;
    if (settings.cost.kind == CostSettings::Kind::request_bytes)
        return std::max(part.taken, units_for(request_body_bytes, settings.cost.units));
    return part.taken;
}

// An answer that does not say what it cost has cost what was reserved: whoever breaks off an answer
// before it says so, must not get it for nothing. One that never came has cost nothing.
Cost Settlement::charged_later(const Verdict::Part& part)
{
    if (status_ == 0) return 0;
    const ChargeSettings& charge = *part.limit->settings.charge;
    if (status_ == 101) return part.taken; // what follows is no answer in this protocol
    if (charge.kind == Charged::response_bytes)
        return body_bytes_ == 0 ? 0 : units_for(body_bytes_, charge.bytes);
    if (pointer_ == nullptr) return part.taken;
    const auto cost = event_stream_ ? events_.finish() : json_.finish();
    return std::min(cost.value_or(part.taken), most_cost);
}

void Settlement::settle(std::size_t part, Cost actual, Instant now)
{
    gate_->settle(*verdict_, part, actual, now);
}

} // namespace weir
