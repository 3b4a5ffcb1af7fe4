#pragma once

#include "support/deadline.hpp"
#include "support/fake_upstream.hpp"
#include "support/temp_dir.hpp"

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <thread>
#include <vector>

namespace weir {

struct WeirOptions {
    std::vector<std::string> environment; // "NAME=value", beside the test's own
    int max_files = 0;                    // ulimit -n; 0: as it is
};

// A child process whose output is collected while it runs. Killed by its id at the end.
class ChildProcess {
public:
    ChildProcess(const std::vector<std::string>& arguments, const WeirOptions& options);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    pid_t pid() const { return pid_; }
    void signal(int number) const;
    std::string output() const; // stdout and stderr so far
    bool wait_for_output(const std::function<bool(const std::string&)>& enough, Millis deadline);
    // The exit status (128 + signal when killed by one), or nothing at the deadline.
    std::optional<int> wait_exit(Millis deadline);

private:
    void collect_output();

    pid_t pid_ = -1;
    int output_fd_ = -1;
    std::thread reader_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::string output_;
    bool output_ended_ = false;
    std::optional<int> status_;
};

// Weir as users run it: the binary, a file, a free port. The text is a weir.yaml; what it does not
// say is added: `listen: 127.0.0.1:0`, and `upstreams: { api: ADDRESS }` where an
// upstream is given. Where the text has upstreams of its own, UPSTREAM in it stands for the
// address.
//
// When it ends, a sanitizer's report in the output or an exit that the test did not ask for fails
// the test.
class RunningWeir {
public:
    RunningWeir(const FakeUpstream& upstream, std::string_view yaml,
                const WeirOptions& options = {});
    explicit RunningWeir(std::string_view yaml, const WeirOptions& options = {});
    ~RunningWeir();

    std::uint16_t port(std::size_t listener = 0) const; // in the file's order
    pid_t pid() const { return process_->pid(); }
    void signal(int number) const { process_->signal(number); }
    // For a test that has asked it to end.
    std::optional<int> wait_exit(Millis deadline);
    std::string log() const { return process_->output(); }
    bool running() const;

    std::uint64_t resident_bytes() const;
    Millis cpu_time() const; // user and system
    std::size_t open_files() const;

private:
    TempDir folder_;
    std::optional<ChildProcess> process_;
    std::vector<std::uint16_t> ports_;
    bool exit_expected_ = false;
};

// Runs Weir to its end: what it said and its exit status, for files that it should not accept. A
// Weir that is still running after the deadline has accepted the file: no status.
struct WeirRun {
    std::optional<int> status;
    std::string output;
};
WeirRun run_weir(std::string_view yaml, Millis deadline = Millis(3000));

} // namespace weir
