#include "reading.hpp"

#include <weir/http/chunked.hpp>

#include <algorithm>
#include <limits>
#include <memory>

namespace weir {
namespace {

// A receive buffer that lies somewhere else after each read, in a block of exactly its size, so
// that a view into an old place, or a look behind the end, is a crash under ASan.
class MovingBuffer {
public:
    MovingBuffer(std::string_view bytes, const Pieces& pieces) : rest_(bytes), pieces_(pieces) {}

    bool grow()
    {
        if (rest_.empty()) return false;
        const std::size_t added = std::min(pieces_(), rest_.size());
        place(std::string(view()).append(rest_.substr(0, added)));
        rest_.remove_prefix(added);
        return true;
    }
    void drop(std::size_t size) { place(std::string(view().substr(size))); }
    std::string_view view() const { return {block_.get(), size_}; }
    std::size_t unread() const { return size_ + rest_.size(); }

private:
    void place(const std::string& content)
    {
        auto moved = std::make_unique<char[]>(content.size());
        std::copy(content.begin(), content.end(), moved.get());
        block_ = std::move(moved);
        size_ = content.size();
    }

    std::string_view rest_;
    const Pieces& pieces_;
    std::unique_ptr<char[]> block_;
    std::size_t size_ = 0;
};

// Returns the fault's status, or 0.
int read_chunked(MovingBuffer& buffer, ReadMessage& message)
{
    ChunkDecoder decoder;
    decoder.reset();
    for (;;) {
        const ChunkDecoder::Step step = decoder.next(buffer.view());
        message.body.append(step.data);
        buffer.drop(step.consumed);
        switch (step.kind) {
        case ChunkDecoder::Kind::done:
            message.trailers = decoder.trailers();
            message.complete = true;
            return 0;
        case ChunkDecoder::Kind::faulty:
            return 400;
        case ChunkDecoder::Kind::too_large:
            return 413;
        case ChunkDecoder::Kind::data:
            break;
        case ChunkDecoder::Kind::need_more:
            if (!buffer.view().empty()) return 599; // it promised to take everything
            if (!buffer.grow()) return 0;
        }
    }
}

int read_body(MovingBuffer& buffer, std::uint64_t length, ReadMessage& message)
{
    if (message.kind == BodyKind::chunked) return read_chunked(buffer, message);
    const bool until_close = message.kind == BodyKind::until_close;
    std::uint64_t left = until_close ? std::numeric_limits<std::uint64_t>::max() : length;
    if (message.kind == BodyKind::none) left = 0;
    while (left > 0) {
        if (buffer.view().empty() && !buffer.grow()) break;
        const auto size =
            static_cast<std::size_t>(std::min<std::uint64_t>(left, buffer.view().size()));
        message.body.append(buffer.view().substr(0, size));
        buffer.drop(size);
        left -= size;
    }
    message.complete = left == 0 || until_close;
    return 0;
}

template <class Head>
ReadMessage copy_common(const Head& head)
{
    ReadMessage message;
    for (const Field& field : head.fields)
        if (!field.hop_by_hop) message.forwarded.emplace_back(field.name, field.value);
    message.kind = head.body;
    message.keep_alive = head.keep_alive;
    return message;
}

ReadMessage copy(const RequestHead& head)
{
    ReadMessage message = copy_common(head);
    message.method = head.method;
    message.target = head.target;
    message.path = head.path;
    message.authority = head.authority;
    message.start = message.method + " " + message.target + " " + message.path +
                    (head.has_query ? " ?" : " ") + std::string(head.query) + " " +
                    message.authority;
    message.expects_continue = head.expects_continue;
    message.upgrades_websocket = head.upgrades_websocket;
    return message;
}

ReadMessage copy(const ResponseHead& head)
{
    ReadMessage message = copy_common(head);
    message.status = head.status;
    message.start = std::to_string(head.status) + " " + std::string(head.reason);
    return message;
}

const char* path_fault(const RequestHead& head, const PathOptions& options)
{
    std::string scratch;
    if (!valid_query(head.query)) return "query";
    if (head.method == "CONNECT" || head.path == "*") return nullptr;
    return canonical_path(head.path, options, scratch).fault;
}

template <class Parser, class Head, class Check>
Reading read_all(std::string_view bytes, const Pieces& pieces, const HeadLimits& limits,
                 const Check& check)
{
    Reading reading;
    MovingBuffer buffer(bytes, pieces);
    Parser parser(limits);
    Head head;
    for (;;) {
        parser.reset();
        ParseStatus status = ParseStatus::need_more;
        while (status == ParseStatus::need_more) {
            status = parser.parse(buffer.view(), head);
            if (status == ParseStatus::need_more && !buffer.grow()) {
                reading.left = buffer.unread();
                return reading;
            }
        }
        const char* fault = status == ParseStatus::faulty ? parser.fault().detail : check(head);
        if (fault != nullptr) {
            reading.fault = status == ParseStatus::faulty ? parser.fault().status : 400;
            reading.detail = fault;
            return reading;
        }
        reading.messages.push_back(copy(head));
        ReadMessage& message = reading.messages.back();
        buffer.drop(head.size);
        reading.fault = read_body(buffer, head.content_length, message);
        if (reading.fault != 0 || !message.complete || !message.keep_alive) {
            if (message.complete) reading.left = buffer.unread();
            return reading;
        }
    }
}

} // namespace

bool ReadMessage::has(std::string_view name) const
{
    return std::any_of(forwarded.begin(), forwarded.end(),
                       [&](const auto& field) { return equal_without_case(field.first, name); });
}

std::string describe(const Reading& reading)
{
    std::string text;
    for (const ReadMessage& message : reading.messages) {
        text += "[" + message.start + "] body " + std::to_string(message.body.size()) +
                (message.complete ? " complete" : " cut") +
                (message.keep_alive ? " keep" : " close") + "; ";
    }
    return text + "fault " + std::to_string(reading.fault) + " " + reading.detail + ", left " +
           std::to_string(reading.left);
}

Pieces whole()
{
    return [] { return std::numeric_limits<std::size_t>::max(); };
}

Pieces single_bytes()
{
    return [] { return std::size_t{1}; };
}

Reading read_requests(std::string_view bytes, const Pieces& pieces, const HeadLimits& limits,
                      const PathOptions& paths)
{
    return read_all<RequestHeadParser, RequestHead>(
        bytes, pieces, limits, [&](const RequestHead& head) { return path_fault(head, paths); });
}

Reading read_responses(std::string_view bytes, const Pieces& pieces, const HeadLimits& limits)
{
    return read_all<ResponseHeadParser, ResponseHead>(
        bytes, pieces, limits, [](const ResponseHead&) -> const char* { return nullptr; });
}

} // namespace weir
