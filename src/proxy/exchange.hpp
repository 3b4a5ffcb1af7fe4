#pragma once

#include "body_reader.hpp"
#include "settlement.hpp"

#include <weir/http/head_parser.hpp>
#include <weir/key/facts.hpp>
#include <weir/net/buffer.hpp>
#include <weir/net/task.hpp>
#include <weir/proxy/worker.hpp>
#include <weir/response/refusal.hpp>
#include <weir/upstream/upstream.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weir {

class Session;

// One request and its answer: the life of a request (exchange.cpp), forwarding it (forward.cpp),
// moving the bodies (relay.cpp), and what follows a 101 (tunnel.cpp). Taken from the worker when
// the first byte of a request has come and given back when the answer is out; its buffers keep
// their capacity, so that nothing is allocated in the steady state.
class Exchange {
public:
    enum class Next : std::uint8_t {
        request, // the connection is ready for another one
        close,   // nothing more is owed to the client
        linger,  // the answer is out, but the client may still be sending: a staged close
    };

    explicit Exchange(Worker& worker);

    Task<Next> serve(Session& session);

private:
    // -- exchange.cpp: from bytes to a decision
    void begin(Session& session);
    Task<ParseStatus> read_rest_of_head();
    ParseStatus parse_head();
    void choose_request_id();
    Task<Next> answer_head_fault(ParseStatus status);
    Task<Next> route_and_decide();
    Task<Next> refuse(const Route& route, const Verdict& verdict);
    Task<Next> problem(int status, std::string_view detail, std::string_view fields = {});
    Task<Next> finish_answer(bool close);
    Task<bool> flush_out();
    bool rest_is_small();
    Task<bool> skip_body();
    AnswerContext answer_context(bool close) const;
    const Settings& settings() const { return worker_.world_.settings; }

    // -- turn.cpp: held back by a leaky bucket
    Task<bool> wait_turn();
    bool client_has_left();
    bool whole_request_is_here() const;

    // -- events.cpp: what the logs get
    void log_decisions(const Route& route);
    void log_access();

    // -- forward.cpp: one attempt after another
    enum class End : std::uint8_t {
        none,           // still under way
        complete,       // the whole answer is with the client
        client_gone,    // nobody is left to answer
        client_stalled, // its body did not come in time: 408
        body_faulty,    // its chunked coding is broken, or its body ended early: 400
        body_too_large, // 413
        unanswered,     // the server closed before the first byte of an answer
        answer_faulty,  // what the server sent is not HTTP as it should be: 502
        answer_late,    // nothing came in time: 504
        answer_cut,     // it broke off behind the head: the client must see that
        upgraded,       // 101: both sides now speak something else
    };
    Task<Next> forward(const Route& route);
    bool may_retry(End end, int attempt) const;
    Task<Next> conclude(Upstream& upstream, End end);
    Task<Next> complete_answer(Upstream& upstream);
    void append_request_head(Upstream& upstream);
    void append_forwarding_fields();

    // -- relay.cpp: both bodies, as far as they can go
    Task<End> relay();
    void pump_upload();
    bool gather_upload();
    bool send_upload_straight();
    void pump_download();
    bool take_response_head();
    bool take_interim(std::size_t head_size);
    void begin_response();
    void append_response_head(bool close);
    bool gather_download();
    bool send_download_straight();
    void end_download();
    bool send_out();
    void watch_client();
    void set_alarm();
    void handle_alarm();
    Duration patience() const;
    bool awaits_body() const;
    bool expecting() const;

    // -- tunnel.cpp
    Task<Next> tunnel();

    Worker& worker_;
    Session* session_ = nullptr;

    // The request. The head's views point into head_bytes_.
    RequestHeadParser parser_;
    RequestHead head_;
    Buffer head_bytes_;
    std::string path_scratch_;
    std::string host_scratch_;
    std::string key_scratch_;
    std::string_view path_; // canonical
    std::array<char, 64> request_id_{};
    std::size_t request_id_size_ = 0;
    Facts facts_;
    Instant began_{};
    Duration held_for_{}; // by leaky buckets
    const Route* route_ = nullptr;
    Verdict verdict_;
    WaitingRoom::Turn turn_;
    Settlement settlement_;
    std::int64_t retry_after_ = 0;

    // Towards the client.
    std::string out_;
    std::size_t out_sent_ = 0; // of out_
    std::uint64_t sent_bytes_ = 0;
    int status_ = 0;

    // Towards the server.
    ConnectionPtr connection_;
    std::string up_out_;
    std::size_t up_sent_ = 0; // of up_out_
    BodyReader upload_;
    bool upload_stopped_ = false; // the server no longer takes it, or it is no longer needed
    bool replayable_ = true;      // all of the request sent so far is still in up_out_
    bool anything_sent_ = false;  // some byte of the request reached the server's socket

    // The answer.
    ResponseHeadParser response_parser_;
    ResponseHead response_;
    BodyReader download_;
    bool response_begun_ = false; // a final head has been put into out_
    bool chunk_to_client_ = false;
    bool close_client_ = false;
    bool close_delimited_ = false;
    bool continue_sent_ = false;
    int interim_ = 0;

    // Waiting.
    End end_ = End::none;
    bool moved_ = false;                   // some byte moved since the alarm was set
    std::optional<Instant> watched_since_; // nothing more is expected of the client
    bool client_half_closed_ = false;
};

} // namespace weir
