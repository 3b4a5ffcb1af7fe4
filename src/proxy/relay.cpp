#include "exchange.hpp"

#include "session.hpp"

#include <algorithm>
#include <charconv>

namespace weir {

namespace {

constexpr std::size_t gather_bytes = 64 * 1024;  // of a body, before it is sent on
constexpr std::size_t straight_bytes = 8 * 1024; // larger pieces are not copied behind a head
constexpr std::size_t body_read_bytes = 64 * 1024;
constexpr int most_interim = 32; // 1xx answers to one request

// How long a server has to answer Expect: 100-continue before Weir invites the body itself.
constexpr Duration continue_after = std::chrono::milliseconds(200);

void append_chunk(std::string& out, std::string_view data)
{
    char size[18];
    out.append(size, write_chunk_size(data.size(), size));
    out += data;
    out += "\r\n";
}

} // namespace

// Moves both bodies as far as they go, then waits for something to change, until one of the ends
// is reached. The only place of an exchange that waits once a server has the request.
Task<Exchange::End> Exchange::relay()
{
    Stream& client = *session_->client_;
    up_sent_ = 0;
    anything_sent_ = upload_stopped_ = false;
    response_parser_.reset();
    moved_ = true;
    for (;;) {
        pump_upload();
        if (end_ == End::none) pump_download();
        if (end_ != End::none) co_return end_;
        watch_client();
        if (end_ != End::none) co_return end_;
        set_alarm();
        co_await session_->waiter_.change();
        if (!client.is_open()) co_return end_ = End::client_gone;
        if (session_->alarm_.expired()) handle_alarm();
        if (end_ != End::none) co_return end_;
    }
}

// -- The request, towards the server.

void Exchange::pump_upload()
{
    Stream& server = connection_->stream();
    while (!upload_stopped_ && end_ == End::none) {
        if (up_sent_ < up_out_.size()) {
            std::size_t taken = 0;
            const Stream::Sent sent =
                server.send(std::string_view(up_out_).substr(up_sent_), taken);
            up_sent_ += taken;
            if (taken > 0) moved_ = anything_sent_ = true;
            // A server that no longer reads may still have answered, so its answer is awaited.
            if (sent == Stream::Sent::failed) upload_stopped_ = true;
            if (sent != Stream::Sent::all) return;
        }
        if (upload_.done()) return;
        replayable_ = false;
        if (!send_upload_straight()) return;
        up_out_.clear();
        up_sent_ = 0;
        if (!gather_upload()) return;
    }
}

// A body of known length goes from the receive buffer to the server without being copied. False:
// it is stopped for now.
bool Exchange::send_upload_straight()
{
    Buffer& input = session_->client_->input();
    if (upload_.kind() != BodyKind::length || input.empty()) return true;
    const std::size_t most =
        static_cast<std::size_t>(std::min<std::uint64_t>(input.size(), upload_.left()));
    std::size_t taken = 0;
    const Stream::Sent sent = connection_->stream().send(input.view().substr(0, most), taken);
    upload_.next(input.view().substr(0, taken));
    input.consume(taken);
    moved_ = moved_ || taken > 0;
    if (sent == Stream::Sent::failed) upload_stopped_ = true;
    return sent == Stream::Sent::all;
}

// Puts what has come of the body into up_out_, in the framing that the server gets. False when
// nothing is there to send; then more has been asked for, or an end is reached.
bool Exchange::gather_upload()
{
    Stream& client = *session_->client_;
    bool gathered = false;
    while (up_out_.size() < gather_bytes && !upload_.done()) {
        const BodyReader::Piece piece = upload_.next(client.input().view());
        if (piece.kind == BodyReader::Kind::faulty) {
            end_ = End::body_faulty;
            return false;
        }
        if (settings().max_body && upload_.taken() > *settings().max_body) {
            end_ = End::body_too_large;
            return false;
        }
        if (piece.kind == BodyReader::Kind::data) {
            if (upload_.kind() == BodyKind::chunked) {
                append_chunk(up_out_, piece.data);
            } else {
                up_out_ += piece.data;
            }
        } else if (piece.kind == BodyReader::Kind::done) {
            up_out_ += "0\r\n";
            up_out_ += upload_.trailers();
            up_out_ += "\r\n";
        }
        gathered = gathered || piece.kind != BodyReader::Kind::need_more;
        client.input().consume(piece.consumed);
        if (piece.kind == BodyReader::Kind::need_more) break;
    }
    if (upload_.done() || gathered) return gathered;
    if (client.input_ended()) {
        end_ = client.input_failed() ? End::client_gone : End::body_faulty;
    } else {
        client.want_input(body_read_bytes);
    }
    return false;
}

// -- The answer, towards the client.

void Exchange::pump_download()
{
    for (;;) {
        // What could not be sent before makes room when it is sent now: then there is more to do.
        bool progress = out_sent_ < out_.size();
        if (!response_begun_) progress = take_response_head() || progress;
        if (response_begun_ && end_ == End::none && out_.size() - out_sent_ < gather_bytes)
            progress = gather_download() || progress;
        // Before the client can have seen the end of the answer, and ask again.
        if (response_begun_ && download_.done() && settlement_.any_open())
            settlement_.finish(upload_.taken(), worker_.loop_.now());
        if (!send_out() || end_ != End::none) return;
        if (response_begun_ && download_.done()) end_ = End::complete;
        if (end_ != End::none || !progress) return;
    }
}

// True when a final head has been put into out_, or an interim one.
bool Exchange::take_response_head()
{
    Stream& server = connection_->stream();
    const ParseStatus status = response_parser_.parse(server.input().view(), response_);
    if (status == ParseStatus::faulty) {
        end_ = End::answer_faulty;
        return false;
    }
    if (status == ParseStatus::need_more) {
        if (!server.input_ended()) {
            server.want_input();
        } else {
            end_ = server.input().empty() ? End::unanswered : End::answer_faulty;
        }
        return false;
    }
    if (response_.status < 200) return take_interim(response_.size);
    begin_response();
    server.input().consume(response_.size);
    return true;
}

bool Exchange::take_interim(std::size_t head_size)
{
    Stream& server = connection_->stream();
    if (response_.status == 101) {
        if (!head_.upgrades_websocket) {
            end_ = End::answer_faulty;
            return false;
        }
        status_ = 101;
        if (settlement_.any_open()) settlement_.answered(response_, worker_.loop_.now());
        append_response_head(false);
        server.input().consume(head_size);
        end_ = End::upgraded;
        return true;
    }
    if (++interim_ > most_interim) {
        end_ = End::answer_faulty;
        return false;
    }
    const bool told_already = response_.status == 100 && continue_sent_;
    if (response_.status == 100) continue_sent_ = true;
    if (head_.minor_version > 0 && !told_already) append_response_head(false);
    server.input().consume(head_size);
    response_parser_.reset();
    return true;
}

// Decides how the answer is framed towards the client, and writes its head into out_.
void Exchange::begin_response()
{
    response_begun_ = true;
    status_ = response_.status;
    if (settlement_.any_open()) settlement_.answered(response_, worker_.loop_.now());
    if (settlement_.unreadable()) worker_.note_unreadable(route_->settings.name);
    const bool empty = head_.method == "HEAD" || response_.body == BodyKind::none;
    download_.reset(empty ? BodyKind::none : response_.body, response_.content_length);
    const bool unknown_length =
        download_.kind() == BodyKind::chunked || download_.kind() == BodyKind::until_close;
    chunk_to_client_ = unknown_length && head_.minor_version > 0;
    close_delimited_ = unknown_length && !chunk_to_client_;
    // An answer that comes before the request is complete is the last one on this connection: the
    // server need not take the rest.
    close_client_ = !head_.keep_alive || worker_.draining() || close_delimited_ || !upload_.done();
    append_response_head(close_client_);
}

void Exchange::append_response_head(bool close)
{
    std::string& out = out_;
    const bool interim = response_.status < 200;
    const bool limited = verdict_.speaks() && !interim;
    const ResponseSettings& style = settings().response;
    bool ours = limited;
    if (limited && style.upstream_headers == ResponseSettings::UpstreamHeaders::keep)
        ours =
            std::none_of(response_.fields.begin(), response_.fields.end(),
                         [&](const Field& field) { return is_rate_limit_field(field.id, style); });

    out += "HTTP/1.1 ";
    char digits[8];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, response_.status).ptr);
    out += ' ';
    out += response_.reason;
    out += "\r\n";
    bool dated = false;
    for (const Field& field : response_.fields) {
        if (field.hop_by_hop || field.id == FieldId::content_length ||
            field.id == FieldId::transfer_encoding || field.id == FieldId::x_request_id)
            continue;
        if (ours && is_rate_limit_field(field.id, style)) continue;
        dated = dated || field.id == FieldId::date;
        out += field.name;
        out += ": ";
        out += field.value;
        out += "\r\n";
    }
    if (response_.status == 101) out += "Connection: Upgrade\r\nUpgrade: websocket\r\n";
    if (!interim) {
        if (!dated) {
            out += "Date: ";
            char date[29];
            write_http_date(wall_clock_seconds(), date);
            out.append(date, sizeof date);
            out += "\r\n";
        }
        if (response_.has_content_length) {
            out += "Content-Length: ";
            char length[20];
            out.append(length,
                       std::to_chars(length, length + sizeof length, response_.content_length).ptr);
            out += "\r\n";
        } else if (chunk_to_client_) {
            out += "Transfer-Encoding: chunked\r\n";
        }
        out += "X-Request-Id: ";
        out.append(request_id_.data(), request_id_size_);
        out += "\r\n";
        if (ours) append_limit_fields(out, verdict_, style, wall_clock_seconds(), 0);
        if (close) {
            out += "Connection: close\r\n";
        } else if (head_.minor_version == 0) {
            out += "Connection: keep-alive\r\n";
        }
    }
    out += "\r\n";
}

// Puts what has come of the body into out_, or sends it straight on. False when nothing moved;
// then more has been asked for, or an end is reached.
bool Exchange::gather_download()
{
    if (download_.done()) return false;
    Stream& server = connection_->stream();
    Buffer& input = server.input();
    bool gathered = false;
    while (!download_.done() && out_.size() - out_sent_ < gather_bytes && !input.empty()) {
        const bool as_is = !chunk_to_client_ && download_.kind() != BodyKind::chunked;
        if (as_is && input.size() > straight_bytes) return send_download_straight() || gathered;
        const BodyReader::Piece piece = download_.next(input.view());
        if (piece.kind == BodyReader::Kind::faulty) {
            if (out_.size() == out_sent_) end_ = End::answer_cut;
            return false;
        }
        if (piece.kind == BodyReader::Kind::data) {
            if (settlement_.any_open()) settlement_.answer_body(piece.data);
            if (chunk_to_client_) {
                append_chunk(out_, piece.data);
            } else {
                out_ += piece.data;
            }
            gathered = true;
        }
        input.consume(piece.consumed);
        if (piece.kind == BodyReader::Kind::need_more) break;
    }
    if (!download_.done() && input.empty()) {
        if (server.input_ended()) {
            if (!server.input_failed()) download_.end_of_input();
            if (!download_.done() && !gathered && out_.size() == out_sent_) end_ = End::answer_cut;
        } else {
            const bool little =
                download_.kind() == BodyKind::length && download_.left() <= BufferPool::smallest;
            server.want_input(little ? BufferPool::smallest : body_read_bytes);
        }
    }
    if (download_.done()) {
        end_download();
        return true;
    }
    return gathered;
}

void Exchange::end_download()
{
    if (!chunk_to_client_) return;
    out_ += "0\r\n";
    if (download_.kind() == BodyKind::chunked) out_ += download_.trailers();
    out_ += "\r\n";
}

// A large piece goes from the server's receive buffer to the client without being copied.
bool Exchange::send_download_straight()
{
    if (!send_out()) return false;
    Buffer& input = connection_->stream().input();
    std::size_t most = input.size();
    if (download_.kind() == BodyKind::length)
        most = static_cast<std::size_t>(std::min<std::uint64_t>(most, download_.left()));
    std::size_t taken = 0;
    const Stream::Sent sent = session_->client_->send(input.view().substr(0, most), taken);
    download_.next(input.view().substr(0, taken));
    if (settlement_.any_open()) settlement_.answer_body(input.view().substr(0, taken));
    input.consume(taken);
    sent_bytes_ += taken;
    moved_ = moved_ || taken > 0;
    if (sent == Stream::Sent::failed) end_ = End::client_gone;
    return sent == Stream::Sent::all;
}

// -- Waiting.

// Whether the client has gone while nothing is expected of it. The poller tells of its end without
// a read; what it sends meanwhile is its next request, which waits.
void Exchange::watch_client()
{
    if (upload_.done() && client_has_left()) end_ = End::client_gone;
}

// Sets the alarm anew whenever something moved; while nothing does, the one that is set runs on.
void Exchange::set_alarm()
{
    if (!moved_) return;
    moved_ = false;
    session_->alarm_.set(patience());
}

// How long whoever is waited for may be silent.
Duration Exchange::patience() const
{
    if (out_sent_ < out_.size() || session_->client_->send_blocked())
        return settings().timeouts.write;
    if (awaits_body()) return expecting() ? continue_after : settings().timeouts.body;
    return worker_.upstreams_[route_->upstream]->settings().response_timeout;
}

bool Exchange::awaits_body() const
{
    return !upload_.done() && !upload_stopped_ && up_sent_ == up_out_.size();
}

// Whether the client still waits to be invited to send its body.
bool Exchange::expecting() const
{
    return head_.expects_continue && !continue_sent_ && !response_begun_ && upload_.taken() == 0;
}

void Exchange::handle_alarm()
{
    if (out_sent_ < out_.size() || session_->client_->send_blocked()) {
        end_ = End::client_gone;
    } else if (awaits_body() && expecting()) {
        continue_sent_ = true;
        out_ += "HTTP/1.1 100 Continue\r\n\r\n";
        moved_ = true;
    } else if (awaits_body()) {
        end_ = response_begun_ ? End::client_gone : End::client_stalled;
    } else {
        end_ = response_begun_ ? End::answer_cut : End::answer_late;
    }
}

} // namespace weir
