#include "demo_session.hpp"

#include "demo_answers.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace weir {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

using boost::system::error_code;

constexpr auto awaiting = asio::as_tuple(asio::use_awaitable);
constexpr Duration io_timeout = std::chrono::seconds(60);
constexpr std::size_t piece_bytes = 16 * 1024;
constexpr std::size_t max_head_bytes = 64 * 1024;

class DemoSession {
public:
    explicit DemoSession(asio::ip::tcp::socket socket) : stream_(std::move(socket))
    {
        error_code error;
        const auto endpoint = stream_.socket().remote_endpoint(error);
        if (!error) {
            const bool v6 = endpoint.address().is_v6();
            const std::string address = endpoint.address().to_string();
            peer_ = (v6 ? "[" + address + "]" : address) + ":" + std::to_string(endpoint.port());
        }
        stream_.socket().set_option(asio::ip::tcp::no_delay(true), error);
    }

    asio::awaitable<void> serve()
    {
        while (co_await exchange()) {
        }
        error_code ignored;
        stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    }

private:
    using Parser = http::request_parser<http::buffer_body>;

    // One request and its answer; whether another may follow.
    asio::awaitable<bool> exchange()
    {
        Parser parser;
        parser.header_limit(max_head_bytes);
        parser.body_limit(DemoBody::max_bytes);
        stream_.expires_after(io_timeout);
        const auto [error, size] =
            co_await http::async_read_header(stream_, buffer_, parser, awaiting);
        if (error) co_return false;

        const std::optional<DemoBody> body = co_await read_body(parser);
        if (!body) co_return false;

        const auto& request = parser.get();
        const DemoAnswer answer = demo_answer(request.base(), *body, peer_);
        version_ = request.version();
        keep_alive_ = request.keep_alive();
        head_only_ = request.method() == http::verb::head;
        if (const auto* text = std::get_if<DemoText>(&answer)) co_return co_await send(*text);
        if (const auto* bytes = std::get_if<DemoBytes>(&answer)) co_return co_await send(*bytes);
        co_return co_await send(std::get<DemoEvents>(answer));
    }

    asio::awaitable<std::optional<DemoBody>> read_body(Parser& parser)
    {
        const auto expect = parser.get()[http::field::expect];
        if (beast::iequals(expect, "100-continue") && !parser.is_done()) {
            constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
            if (!co_await write(asio::buffer(go_on))) co_return std::nullopt;
        }
        DemoBody body;
        std::array<char, piece_bytes> piece;
        while (!parser.is_done()) {
            parser.get().body().data = piece.data();
            parser.get().body().size = piece.size();
            stream_.expires_after(io_timeout);
            const auto [error, size] =
                co_await http::async_read_some(stream_, buffer_, parser, awaiting);
            if (error && error != http::error::need_buffer) co_return std::nullopt;
            const std::size_t came = piece.size() - parser.get().body().size;
            body.size_bytes += came;
            if (body.size_bytes <= DemoBody::max_text_bytes) body.text.append(piece.data(), came);
        }
        if (body.size_bytes > DemoBody::max_text_bytes) body.text.clear();
        co_return body;
    }

    asio::awaitable<bool> send(const DemoText& answer)
    {
        if (answer.wait > Duration::zero() && !co_await pause(answer.wait)) co_return false;
        const bool bodiless = answer.status == 204 || answer.status == 304;
        auto head = start(answer.status, answer.content_type);
        if (!bodiless) head.content_length(answer.text.size());
        std::string bytes = print(head);
        if (!bodiless && !head_only_) bytes += answer.text;
        co_return co_await write(asio::buffer(bytes)) && keep_alive_;
    }

    asio::awaitable<bool> send(const DemoBytes& answer)
    {
        auto head = start(200, "application/octet-stream");
        head.content_length(answer.count);
        const std::string bytes = print(head);
        if (!co_await write(asio::buffer(bytes))) co_return false;

        const std::string piece(piece_bytes, 'w');
        for (std::uint64_t left = head_only_ ? 0 : answer.count; left > 0;) {
            const std::size_t now =
                static_cast<std::size_t>(std::min<std::uint64_t>(left, piece.size()));
            if (!co_await write(asio::buffer(piece.data(), now))) co_return false;
            left -= now;
        }
        co_return keep_alive_;
    }

    asio::awaitable<bool> send(const DemoEvents& answer)
    {
        auto head = start(200, "text/event-stream");
        head.set(http::field::cache_control, "no-store");
        const bool chunked = version_ >= 11;
        head.chunked(chunked);
        if (!chunked) head.keep_alive(keep_alive_ = false); // the close ends the body
        const std::string bytes = print(head);
        if (!co_await write(asio::buffer(bytes))) co_return false;
        if (head_only_) co_return keep_alive_;

        for (std::uint64_t event = 1; event <= answer.count; ++event) {
            if (event > 1 && !co_await pause(DemoEvents::interval)) co_return false;
            const std::string number = std::to_string(event);
            const std::string text = "id: " + number + "\ndata: {\"event\":" + number + "}\n\n";
            const bool sent = chunked ? co_await write(http::make_chunk(asio::buffer(text)))
                                      : co_await write(asio::buffer(text));
            if (!sent) co_return false;
        }
        if (chunked && !co_await write(http::make_chunk_last())) co_return false;
        co_return keep_alive_;
    }

    http::response<http::empty_body> start(int status, const std::string& content_type) const
    {
        http::response<http::empty_body> head;
        head.version(version_);
        head.result(static_cast<unsigned>(status));
        head.set(http::field::server, "weir-demo-upstream");
        if (status != 204) head.set(http::field::content_type, content_type);
        head.keep_alive(keep_alive_);
        return head;
    }

    static std::string print(http::response<http::empty_body>& head)
    {
        http::response_serializer<http::empty_body> serializer(head);
        std::string bytes;
        error_code error;
        serializer.split(true);
        while (!serializer.is_header_done()) {
            serializer.next(error, [&](error_code&, const auto& buffers) {
                const std::size_t before = bytes.size();
                bytes.resize(before + beast::buffer_bytes(buffers));
                asio::buffer_copy(asio::buffer(bytes) + before, buffers);
                serializer.consume(bytes.size() - before);
            });
        }
        return bytes;
    }

    asio::awaitable<bool> write(auto buffers)
    {
        stream_.expires_after(io_timeout);
        const auto [error, size] = co_await asio::async_write(stream_, buffers, awaiting);
        co_return !error;
    }

    asio::awaitable<bool> pause(Duration length)
    {
        asio::steady_timer timer(co_await asio::this_coro::executor, length);
        const auto [error] = co_await timer.async_wait(awaiting);
        co_return !error;
    }

    beast::tcp_stream stream_;
    beast::flat_buffer buffer_{max_head_bytes + piece_bytes};
    std::string peer_;
    unsigned version_ = 11;
    bool keep_alive_ = true;
    bool head_only_ = false;
};

} // namespace

asio::awaitable<void> run_demo_session(asio::ip::tcp::socket socket)
{
    DemoSession session(std::move(socket));
    co_await session.serve();
}

} // namespace weir
