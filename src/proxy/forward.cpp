#include "exchange.hpp"

#include "session.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace weir {

namespace {

// RFC 9110 9.2.2: sending one of these twice does no more than sending it once.
bool is_idempotent(std::string_view method)
{
    constexpr std::array<std::string_view, 5> methods{"GET", "HEAD", "PUT", "DELETE", "OPTIONS"};
    return std::find(methods.begin(), methods.end(), method) != methods.end();
}

void append_field(std::string& out, std::string_view name, std::string_view value)
{
    out += name;
    out += ": ";
    out += value;
    out += "\r\n";
}

void append_number(std::string& out, std::uint64_t value)
{
    char digits[20];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

// RFC 7239 4: an IPv6 address is bracketed and quoted.
void append_forwarded_node(std::string& out, const IpAddress& address)
{
    char text[46];
    const std::string_view printed(text, address.print(text));
    if (address.is_v6()) {
        out += "\"[";
        out += printed;
        out += "]\"";
    } else {
        out += printed;
    }
}

} // namespace

Task<Exchange::Next> Exchange::forward(const Route& route)
{
    Upstream& upstream = *worker_.upstreams_[route.upstream];
    append_request_head(upstream);
    // What of the body has come with the head is checked before any server hears of the request.
    gather_upload();
    replayable_ = upload_.done();

    End end = end_;
    std::size_t server = Upstream::none;
    for (int attempt = 0; end == End::none; ++attempt) {
        server = upstream.choose(server);
        // A second attempt does not take another idle connection: it may be as stale.
        if (attempt == 0) connection_ = upstream.take_idle(server);
        if (connection_ == nullptr) {
            Upstream::Connected connected =
                co_await upstream.connect(server, session_->waiter_, session_->alarm_);
            if (!session_->client_->is_open()) co_return Next::close;
            if (connected.connection == nullptr) {
                if (attempt < upstream.settings().retries) continue;
                const bool late = connected.fault == Upstream::Fault::timed_out;
                co_return co_await problem(late ? 504 : 502, "The upstream cannot be reached.");
            }
            connection_ = std::move(connected.connection);
        }
        connection_->stream().set_owner(&session_->waiter_);
        end = co_await relay();
        if (!may_retry(end, attempt)) break;
        upstream.discard(std::move(connection_));
        end = end_ = End::none;
    }
    co_return co_await conclude(upstream, end);
}

// A request is sent a second time only when the first cannot have had an effect, or a second does
// no harm, and only while all of it is still at hand and the client has seen nothing of an answer.
bool Exchange::may_retry(End end, int attempt) const
{
    return end == End::unanswered &&
           attempt < worker_.upstreams_[route_->upstream]->settings().retries && replayable_ &&
           interim_ == 0 && (!anything_sent_ || is_idempotent(head_.method));
}

// Every way in which an exchange with a server ends leads through here.
Task<Exchange::Next> Exchange::conclude(Upstream& upstream, End end)
{
    if (end == End::complete) co_return co_await complete_answer(upstream);
    if (end == End::upgraded) co_return co_await tunnel();
    if (connection_ != nullptr) upstream.discard(std::move(connection_));
    if (end == End::client_gone) co_return Next::close;
    if (response_begun_) {
        // The client has a part of an answer, and must see that it is not the whole: its framing
        // says so when the connection ends, or where only the end of the connection frames it, a
        // reset does.
        if (close_delimited_) {
            session_->client_->reset();
            co_return Next::close;
        }
        co_return Next::linger;
    }
    switch (end) {
    case End::client_stalled:
        co_return co_await problem(408, "The request body stalled.");
    case End::body_faulty:
        co_return co_await problem(400, "The request body is malformed.");
    case End::body_too_large:
        co_return co_await problem(413, "The request body is larger than this server takes.");
    case End::answer_late:
        co_return co_await problem(504, "The upstream did not answer in time.");
    case End::unanswered:
        co_return co_await problem(502, "The upstream closed the connection without an answer.");
    default:
        co_return co_await problem(502, "The upstream's answer is not valid HTTP/1.1.");
    }
}

Task<Exchange::Next> Exchange::complete_answer(Upstream& upstream)
{
    const bool reusable = response_.keep_alive && download_.kind() != BodyKind::until_close &&
                          upload_.done() && !upload_stopped_ && up_sent_ == up_out_.size();
    if (reusable) {
        upstream.give_back(std::move(connection_));
    } else {
        upstream.discard(std::move(connection_));
    }
    co_return co_await finish_answer(close_client_ || !upload_.done());
}

// The head that the server gets: fields are copied as they came, what concerns only the client's
// connection is left out, and what Weir vouches for is its own.
void Exchange::append_request_head(Upstream& upstream)
{
    std::string& out = up_out_;
    out += head_.method;
    out += ' ';
    out += settings().paths.forward == PathOptions::Forward::as_received ? head_.path : path_;
    if (head_.has_query) {
        out += '?';
        out += head_.query;
    }
    out += " HTTP/1.1\r\n";
    append_field(out, "Host",
                 head_.authority.empty() ? std::string_view(upstream.authority(0))
                                         : head_.authority);

    bool accepts_trailers = false;
    for (const Field& field : head_.fields) {
        switch (field.id) {
        case FieldId::te:
            accepts_trailers = accepts_trailers || equal_without_case(field.value, "trailers");
            continue;
        case FieldId::max_forwards:
            if (head_.method == "OPTIONS") {
                std::uint64_t hops = 0;
                std::from_chars(field.value.data(), field.value.data() + field.value.size(), hops);
                out += "Max-Forwards: ";
                append_number(out, hops - 1);
                out += "\r\n";
                continue;
            }
            break;
        case FieldId::host:
        case FieldId::content_length:
        case FieldId::transfer_encoding:
        case FieldId::forwarded:
        case FieldId::x_forwarded_for:
        case FieldId::x_forwarded_proto:
        case FieldId::x_forwarded_host:
        case FieldId::x_forwarded_port:
        case FieldId::x_real_ip:
        case FieldId::x_request_id:
            continue; // below, as we see it
        default:
            break;
        }
        if (!field.hop_by_hop) append_field(out, field.name, field.value);
    }
    if (head_.body == BodyKind::length) {
        out += "Content-Length: ";
        append_number(out, head_.content_length);
        out += "\r\n";
    } else if (head_.body == BodyKind::chunked) {
        out += "Transfer-Encoding: chunked\r\n";
    }
    if (head_.upgrades_websocket) {
        out += "Connection: Upgrade\r\nUpgrade: websocket\r\n";
    } else if (accepts_trailers) {
        out += "Connection: TE\r\nTE: trailers\r\n";
    }
    append_forwarding_fields();
    out += "\r\n";
}

// Via, X-Request-Id, and who asked: what an untrusted peer sent of these was dropped; what a
// trusted proxy sent is extended (RFC 9110 7.6.3, RFC 7239).
void Exchange::append_forwarding_fields()
{
    std::string& out = up_out_;
    out += head_.minor_version == 0 ? "Via: 1.0 weir\r\n" : "Via: 1.1 weir\r\n";
    append_field(out, "X-Request-Id", {request_id_.data(), request_id_size_});

    const bool trusted = any_contains(settings().trusted_proxies, session_->peer_);
    const auto append_received = [&](FieldId id, const char* separator) {
        for (const Field& field : head_.fields) {
            if (field.id != id || field.value.empty()) continue;
            out += field.value;
            out += separator;
        }
    };
    if (settings().client_address == ClientAddressField::forwarded) {
        out += "Forwarded: ";
        if (trusted) append_received(FieldId::forwarded, ", ");
        out += "for=";
        append_forwarded_node(out, session_->peer_);
        out += ";proto=http\r\n";
        return;
    }
    char text[46];
    out += "X-Forwarded-For: ";
    if (trusted) append_received(FieldId::x_forwarded_for, ", ");
    out.append(text, session_->peer_.print(text));
    out += "\r\n";
    const auto append_kept = [&](FieldId id, std::string_view name, std::string_view ours) {
        const Field* received = trusted ? head_.find(id) : nullptr;
        const std::string_view value = received != nullptr ? received->value : ours;
        if (!value.empty()) append_field(out, name, value);
    };
    append_kept(FieldId::x_forwarded_proto, "X-Forwarded-Proto", "http");
    append_kept(FieldId::x_forwarded_host, "X-Forwarded-Host", head_.authority);
    append_kept(FieldId::x_forwarded_port, "X-Forwarded-Port", {});
    append_kept(FieldId::x_real_ip, "X-Real-IP", {});
}

} // namespace weir
