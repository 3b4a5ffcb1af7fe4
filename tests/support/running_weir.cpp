#include "support/running_weir.hpp"

#include "support/failures.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <sstream>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace weir {

static std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> result;
    for (std::string& text : texts)
        result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

ChildProcess::ChildProcess(const std::vector<std::string>& arguments, const WeirOptions& options)
{
    std::vector<std::string> argument_texts = arguments;
    std::vector<std::string> environment_texts = options.environment;
    for (char** entry = environ; *entry != nullptr; ++entry)
        environment_texts.emplace_back(*entry);
    const std::vector<char*> argv = pointers(argument_texts);
    const std::vector<char*> envp = pointers(environment_texts);
    int pipe_ends[2];
    if (pipe2(pipe_ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");

    pid_ = fork();
    if (pid_ == 0) { // only calls that are safe after fork of a process with threads
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(pipe_ends[1], STDOUT_FILENO);
        dup2(pipe_ends[1], STDERR_FILENO);
        if (options.max_files > 0) {
            const rlimit files{.rlim_cur = static_cast<rlim_t>(options.max_files),
                               .rlim_max = static_cast<rlim_t>(options.max_files)};
            setrlimit(RLIMIT_NOFILE, &files);
        }
        execve(argv[0], argv.data(), envp.data());
        _exit(127);
    }
    ::close(pipe_ends[1]);
    output_fd_ = pipe_ends[0];
    if (pid_ < 0) throw std::runtime_error("cannot fork");
    reader_ = std::thread([this] { collect_output(); });
}

ChildProcess::~ChildProcess()
{
    if (!wait_exit(Millis(0))) {
        signal(SIGKILL);
        wait_exit(Millis(5000));
    }
    reader_.join();
    ::close(output_fd_);
}

void ChildProcess::signal(int number) const
{
    if (!status_) ::kill(pid_, number);
}

void ChildProcess::collect_output()
{
    char bytes[4096];
    while (true) {
        const ssize_t size = ::read(output_fd_, bytes, sizeof bytes);
        if (size < 0 && errno == EINTR) continue;
        const std::lock_guard lock(mutex_);
        if (size > 0) output_.append(bytes, static_cast<std::size_t>(size));
        output_ended_ = size <= 0;
        changed_.notify_all();
        if (output_ended_) return;
    }
}

std::string ChildProcess::output() const
{
    const std::lock_guard lock(mutex_);
    return output_;
}

bool ChildProcess::wait_for_output(const std::function<bool(const std::string&)>& enough,
                                   Millis deadline)
{
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, stretched(deadline), [&] { return enough(output_) || output_ended_; });
    return enough(output_);
}

std::optional<int> ChildProcess::wait_exit(Millis deadline)
{
    wait_until(
        [this] {
            int status = 0;
            if (!status_ && waitpid(pid_, &status, WNOHANG) == pid_)
                status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            return status_.has_value();
        },
        deadline);
    return status_;
}

static bool has_section(const std::string& yaml, const std::string& name)
{
    return yaml.starts_with(name + ":") || yaml.find("\n" + name + ":") != std::string::npos;
}

static std::string complete_yaml(std::string_view text, const std::string& upstream)
{
    std::string yaml(text);
    for (auto at = yaml.find("UPSTREAM"); at != std::string::npos; at = yaml.find("UPSTREAM"))
        yaml.replace(at, 8, upstream);
    if (!upstream.empty() && !has_section(yaml, "upstreams"))
        yaml += "\nupstreams: { api: \"" + upstream + "\" }\n";
    if (!has_section(yaml, "listen")) yaml.insert(0, "listen: 127.0.0.1:0\n");
    return yaml;
}

// The ports of all "listening on 127.0.0.1:PORT" lines; 0 for a listener without one (unix:).
static std::vector<std::uint16_t> listening_ports(const std::string& log)
{
    static const std::string mark = "listening on ";
    std::vector<std::uint16_t> ports;
    for (auto at = log.find(mark); at != std::string::npos; at = log.find(mark, at + 1)) {
        const auto line_end = log.find('\n', at);
        if (line_end == std::string::npos) break; // not all of the line has come yet
        const std::string address = log.substr(at + mark.size(), line_end - at - mark.size());
        const auto colon = address.rfind(':');
        const bool unix_path = address.starts_with("unix:") || colon == std::string::npos;
        ports.push_back(unix_path
                            ? std::uint16_t{0}
                            : static_cast<std::uint16_t>(std::stoi(address.substr(colon + 1))));
    }
    return ports;
}

static std::size_t listeners_in(const std::string& yaml)
{
    std::size_t count = 0;
    for (auto at = yaml.find("address:"); at != std::string::npos;
         at = yaml.find("address:", at + 1)) {
        // Only those of `listen:`, which comes before `upstreams:` in every text of the tests.
        if (at < yaml.find("upstreams:")) ++count;
    }
    return std::max<std::size_t>(count, 1);
}

RunningWeir::RunningWeir(std::string_view yaml, const WeirOptions& options)
{
    const std::string file = folder_.write("weir.yaml", yaml);
    process_.emplace(std::vector<std::string>{WEIR_BINARY, "run", "-c", file}, options);
    const std::size_t wanted = listeners_in(std::string(yaml));
    const bool listening = process_->wait_for_output(
        [&](const std::string& log) { return listening_ports(log).size() >= wanted; },
        Millis(5000));
    if (!listening)
        throw std::runtime_error("Weir does not listen:\n" + log() + "\nwith the file:\n" +
                                 std::string(yaml));
    ports_ = listening_ports(log());
}

RunningWeir::RunningWeir(const FakeUpstream& upstream, std::string_view yaml,
                         const WeirOptions& options)
    : RunningWeir(complete_yaml(yaml, upstream.address()), options)
{}

static std::string sanitizer_report(const std::string& log)
{
    for (const char* mark : {"ERROR: AddressSanitizer", "ERROR: LeakSanitizer",
                             "runtime error:", "WARNING: ThreadSanitizer", "assertion failed"}) {
        if (const auto at = log.find(mark); at != std::string::npos) return log.substr(at, 4000);
    }
    return {};
}

RunningWeir::~RunningWeir()
{
    if (!process_) return;
    if (!exit_expected_ && !running()) report_failure("Weir ended by itself:\n" + log());
    // A regular end lets sanitizers look for leaks; what hangs is killed.
    if (running()) {
        signal(SIGTERM);
        process_->wait_exit(Millis(1500));
    }
    if (const std::string report = sanitizer_report(log()); !report.empty()) report_failure(report);
}

bool RunningWeir::running() const
{
    return !const_cast<ChildProcess&>(*process_).wait_exit(Millis(0));
}

std::uint16_t RunningWeir::port(std::size_t listener) const
{
    return ports_.at(listener);
}

std::optional<int> RunningWeir::wait_exit(Millis deadline)
{
    exit_expected_ = true;
    return process_->wait_exit(deadline);
}

static std::string proc_text(pid_t pid, const char* name)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/" + name);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::uint64_t RunningWeir::resident_bytes() const
{
    std::istringstream text(proc_text(pid(), "statm"));
    std::uint64_t total_pages = 0;
    std::uint64_t resident_pages = 0;
    text >> total_pages >> resident_pages;
    return resident_pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

Millis RunningWeir::cpu_time() const
{
    // The name in parentheses may hold blanks; user and system time are fields 14 and 15.
    const std::string stat = proc_text(pid(), "stat");
    std::istringstream text(stat.substr(stat.rfind(')') + 2));
    std::string skipped;
    for (int field = 3; field < 14; ++field)
        text >> skipped;
    std::int64_t user = 0;
    std::int64_t system = 0;
    text >> user >> system;
    return Millis((user + system) * 1000 / sysconf(_SC_CLK_TCK));
}

std::size_t RunningWeir::open_files() const
{
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry :
         std::filesystem::directory_iterator("/proc/" + std::to_string(pid()) + "/fd"))
        ++count;
    return count;
}

WeirRun run_weir(std::string_view yaml, Millis deadline)
{
    const TempDir folder;
    const std::string file = folder.write("weir.yaml", complete_yaml(yaml, {}));
    ChildProcess process({WEIR_BINARY, "run", "-c", file}, {});
    // A file that is refused ends the process; one that is accepted makes it listen.
    process.wait_for_output(
        [](const std::string& output) { return !listening_ports(output).empty(); }, deadline);
    const bool listening = !listening_ports(process.output()).empty();
    const auto status = listening ? std::nullopt : process.wait_exit(deadline);
    return {.status = status, .output = process.output()};
}

} // namespace weir
