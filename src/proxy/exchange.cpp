#include "exchange.hpp"

#include "session.hpp"

#include <weir/http/authority.hpp>
#include <weir/http/client_address.hpp>
#include <weir/http/early_answer.hpp>

#include <algorithm>
#include <charconv>

namespace weir {

namespace {

// A request body that is left unread behind an answer is read and thrown away up to this size, so
// that the connection stays of use; a larger one costs the connection.
constexpr std::uint64_t small_rest = 64 * 1024;

constexpr std::string_view methods_of_a_server =
    "Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n";

// Whether an id that a trusted proxy sent may go into our fields and logs as it is.
bool plausible_request_id(std::string_view id, std::size_t longest)
{
    return !id.empty() && id.size() <= longest && std::all_of(id.begin(), id.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_' || c == '.' || c == ':' || c == '/' || c == '+' || c == '=';
    });
}

} // namespace

Exchange::Exchange(Worker& worker)
    : worker_(worker), parser_(worker.world_.settings.head_limits),
      turn_(&Worker::turns_moved, &worker), response_parser_(worker.world_.settings.head_limits)
{}

void Exchange::begin(Session& session)
{
    session_ = &session;
    parser_.reset();
    response_parser_.reset();
    path_ = {};
    request_id_size_ = 0;
    facts_ = Facts{};
    route_ = nullptr;
    verdict_.count = 0;
    verdict_.speaker = Verdict::nobody;
    settlement_.start(worker_.world_.gate, verdict_);
    verdict_.any_open = false;
    retry_after_ = 0;
    held_for_ = {};
    out_.clear();
    out_sent_ = 0;
    sent_bytes_ = 0;
    status_ = 0;
    up_out_.clear();
    up_sent_ = 0;
    upload_.reset(BodyKind::none, 0);
    replayable_ = true;
    response_begun_ = chunk_to_client_ = close_client_ = close_delimited_ = false;
    continue_sent_ = false;
    interim_ = 0;
    end_ = End::none;
    watched_since_.reset();
    client_half_closed_ = false;
}

// The life of a request, one step after another.
Task<Exchange::Next> Exchange::serve(Session& session)
{
    begin(session);
    ParseStatus status = parse_head();
    if (status == ParseStatus::need_more) status = co_await read_rest_of_head();
    if (status != ParseStatus::complete) co_return co_await answer_head_fault(status);

    // From here on the head is valid, its framing unambiguous, and its bytes stay where they are.
    began_ = worker_.loop_.now();
    upload_.reset(head_.body, head_.content_length);
    choose_request_id();

    Next next = Next::close;
    const EarlyAnswer early =
        early_answer(head_, settings().paths, settings().max_body, path_scratch_);
    path_ = early.path;
    if (early.goes_on()) {
        next = co_await route_and_decide();
    } else {
        const bool other_method = early.status == 405;
        next = co_await problem(early.status, early.detail,
                                other_method ? methods_of_a_server : std::string_view{});
    }
    if (settlement_.any_open()) settlement_.finish(upload_.taken(), worker_.loop_.now());
    log_access();
    head_bytes_.release();
    co_return next;
}

// Parses what has come. When the head is complete, its bytes are taken out of the receive buffer,
// because more input would move them.
ParseStatus Exchange::parse_head()
{
    Stream& client = *session_->client_;
    const ParseStatus status = parser_.parse(client.input().view(), head_);
    if (status == ParseStatus::complete) head_bytes_ = client.detach_input(head_.size);
    return status;
}

Task<ParseStatus> Exchange::read_rest_of_head()
{
    Stream& client = *session_->client_;
    session_->alarm_.set(settings().timeouts.header);
    for (;;) {
        if (client.input_ended() || session_->alarm_.expired() || !client.is_open())
            co_return ParseStatus::need_more;
        client.want_input();
        co_await session_->waiter_.change();
        const ParseStatus status = parse_head();
        if (status != ParseStatus::need_more) co_return status;
    }
}

Task<Exchange::Next> Exchange::answer_head_fault(ParseStatus status)
{
    Stream& client = *session_->client_;
    int code = 0;
    const char* detail = "";
    if (status == ParseStatus::faulty) {
        code = parser_.fault().status;
        detail = parser_.fault().detail;
    } else if (!parser_.started() || client.input_failed() || !client.is_open()) {
        co_return Next::close; // nothing was asked, or nobody is there to be told
    } else if (client.input_ended()) {
        code = 400;
        detail = "The connection was closed for sending in the middle of a request head.";
    } else {
        code = 408;
        detail = "The request head did not arrive in time.";
    }
    head_.fields.clear();
    head_.method = {};
    head_.target = {};
    head_.minor_version = 1;
    choose_request_id();
    status_ = code;
    append_problem(out_, code, detail, {}, answer_context(true));
    if (!send_out() && !co_await flush_out()) co_return Next::close;
    log_access();
    co_return Next::linger;
}

void Exchange::choose_request_id()
{
    const Field* sent = head_.find(FieldId::x_request_id);
    if (sent != nullptr && plausible_request_id(sent->value, request_id_.size()) &&
        any_contains(settings().trusted_proxies, session_->peer_)) {
        request_id_size_ = sent->value.copy(request_id_.data(), request_id_.size());
        return;
    }
    constexpr char hex[] = "0123456789abcdef";
    for (std::size_t half = 0; half < 2; ++half) {
        std::uint64_t bits = worker_.random_.next();
        for (std::size_t i = 0; i < 16; ++i, bits >>= 4)
            request_id_[half * 16 + i] = hex[bits & 15];
    }
    request_id_size_ = 32;
}

Task<Exchange::Next> Exchange::route_and_decide()
{
    facts_.head = &head_;
    facts_.client = client_address(head_, session_->peer_, settings().trusted_proxies,
                                   settings().client_address);
    facts_.host = comparable_host(head_.authority, host_scratch_);
    facts_.path = path_;

    const RouteTable& routes = worker_.world_.routes;
    const RouteTable::Match match = routes.match(head_.method, facts_.host, path_, facts_.params);
    if (match.route == nullptr) {
        if (!match.path_known) co_return co_await problem(404, "No route takes this request.");
        const std::string allow = "Allow: " + routes.allowed_methods(facts_.host, path_) + "\r\n";
        co_return co_await problem(405, "No route takes this method here.", allow);
    }
    route_ = match.route;

    key_scratch_.clear();
    worker_.world_.gate.decide(*route_, facts_, began_, key_scratch_, verdict_, &turn_);
    if (verdict_.kind == Verdict::Kind::missing_key)
        co_return co_await problem(400, "The request lacks the key that its limit needs.");
    if (verdict_.refused() && !verdict_.shadow) co_return co_await refuse(*route_, verdict_);
    log_decisions(*route_);
    if (turn_.waits() && !co_await wait_turn()) co_return Next::close;
    co_return co_await forward(*route_);
}

Task<Exchange::Next> Exchange::refuse(const Route& route, const Verdict& verdict)
{
    // A client that waits to be invited to send its body is told no instead, and whether it will
    // send it all the same nobody knows: the connection cannot go on.
    const bool close =
        !head_.keep_alive || worker_.draining() || head_.expects_continue || !rest_is_small();
    const Draw draw = worker_.random_.next();
    const ResponseSettings& style = settings().response;
    status_ = verdict.spokesman().limit->settings.status.value_or(style.status);
    retry_after_ = retry_after_seconds(verdict, style.jitter_permille, draw).value_or(0);
    append_refusal(out_, verdict, style, answer_context(close), draw);
    log_decisions(route);
    co_return co_await finish_answer(close);
}

// An answer of Weir's own other than a refusal by a limit.
Task<Exchange::Next> Exchange::problem(int status, std::string_view detail, std::string_view fields)
{
    const bool request_at_fault = status == 400 || status == 408 || status == 413;
    const bool close = !head_.keep_alive || worker_.draining() || request_at_fault ||
                       head_.expects_continue || !rest_is_small();
    status_ = status;
    append_problem(out_, status, detail, fields, answer_context(close));
    co_return co_await finish_answer(close);
}

AnswerContext Exchange::answer_context(bool close) const
{
    AnswerContext context;
    context.request_id = {request_id_.data(), request_id_size_};
    context.wall_seconds = wall_clock_seconds();
    context.wall_fraction = Duration(999'999'999); // not looked up: moments are rounded up for good
    context.head_request = head_.method == "HEAD";
    context.close = close;
    context.http_1_0_keep_alive = head_.minor_version == 0 && !close;
    return context;
}

// Sends what stands in out_, then makes the connection fit for what comes next.
Task<Exchange::Next> Exchange::finish_answer(bool close)
{
    // The answer is complete; how long the client takes over the rest of its body is another
    // matter.
    if (settlement_.any_open()) settlement_.finish(upload_.taken(), worker_.loop_.now());
    if (!send_out() && !co_await flush_out()) co_return Next::close;
    if (close) {
        const bool silent = upload_.done() && session_->client_->input().empty();
        co_return silent ? Next::close : Next::linger;
    }
    if (!upload_.done() && !co_await skip_body()) co_return Next::linger;
    co_return Next::request;
}

// Sends as much of out_ as the client takes now; true when nothing is left.
bool Exchange::send_out()
{
    if (out_sent_ == out_.size()) {
        out_.clear();
        out_sent_ = 0;
        return true;
    }
    std::size_t taken = 0;
    const Stream::Sent sent =
        session_->client_->send(std::string_view(out_).substr(out_sent_), taken);
    out_sent_ += taken;
    sent_bytes_ += taken;
    moved_ = moved_ || taken > 0;
    if (sent == Stream::Sent::failed) end_ = End::client_gone;
    if (sent != Stream::Sent::all) return false;
    out_.clear();
    out_sent_ = 0;
    return true;
}

Task<bool> Exchange::flush_out()
{
    session_->alarm_.set(settings().timeouts.write);
    for (;;) {
        if (end_ == End::client_gone || !session_->client_->is_open() || session_->alarm_.expired())
            co_return false;
        co_await session_->waiter_.change();
        const std::size_t before = out_sent_;
        if (send_out()) co_return true;
        if (out_sent_ != before) session_->alarm_.set(settings().timeouts.write);
    }
}

bool Exchange::rest_is_small()
{
    if (upload_.kind() == BodyKind::length) return upload_.left() <= small_rest;
    // A chunked body does not tell its size: it is small if all of it is here already.
    Buffer& input = session_->client_->input();
    for (;;) {
        const BodyReader::Piece piece = upload_.next(input.view());
        input.consume(piece.consumed);
        if (piece.kind != BodyReader::Kind::data) return piece.kind == BodyReader::Kind::done;
    }
}

Task<bool> Exchange::skip_body()
{
    Stream& client = *session_->client_;
    session_->alarm_.set(settings().timeouts.body);
    for (;;) {
        const BodyReader::Piece piece = upload_.next(client.input().view());
        client.input().consume(piece.consumed);
        if (piece.kind == BodyReader::Kind::done || upload_.done()) co_return true;
        if (piece.kind == BodyReader::Kind::data) {
            session_->alarm_.set(settings().timeouts.body);
            continue;
        }
        if (client.input_ended() || session_->alarm_.expired() || !client.is_open())
            co_return false;
        client.want_input();
        co_await session_->waiter_.change();
    }
}

} // namespace weir
