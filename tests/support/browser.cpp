#include "support/browser.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weir {

namespace {

[[noreturn]] void fail(const std::string& what)
{
    throw std::runtime_error("browser: " + what);
}

// In the child: the protocol's pipes are its descriptors 3 and 4.
[[noreturn]] void become(const std::string& program, const std::string& profile, int in, int out)
{
    // Out of the way first, in case they are 3 or 4 already.
    const int moved_in = fcntl(in, F_DUPFD, 10);
    const int moved_out = fcntl(out, F_DUPFD, 10);
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    dup2(moved_in, 3);
    dup2(moved_out, 4);
    const std::string user_data = "--user-data-dir=" + profile;
    // The sandbox does not work for root, and the page is our own.
    execlp(program.c_str(), program.c_str(), "--headless", "--no-sandbox", "--disable-gpu",
           "--disable-dev-shm-usage", "--disable-background-networking",
           "--disable-component-update", "--no-first-run", "--hide-scrollbars",
           "--remote-debugging-pipe", user_data.c_str(), "about:blank", nullptr);
    _exit(127);
}

} // namespace

std::optional<std::string> Browser::find()
{
    if (const char* given = std::getenv("WEIR_CHROMIUM")) return given;
    const char* path = std::getenv("PATH");
    for (const char* name : {"chromium-headless-shell", "chromium", "google-chrome"}) {
        std::istringstream folders(path ? path : "");
        for (std::string folder; std::getline(folders, folder, ':');)
            if (access((folder + "/" + name).c_str(), X_OK) == 0) return folder + "/" + name;
    }
    return {};
}

Browser::Browser(const std::string& program)
{
    std::array<int, 2> commands{};
    std::array<int, 2> answers{};
    if (pipe2(commands.data(), O_CLOEXEC) != 0 || pipe2(answers.data(), O_CLOEXEC) != 0)
        fail("no pipes");
    pid_ = fork();
    if (pid_ < 0) fail("no process");
    if (pid_ == 0) become(program, folder_.path("profile"), commands[0], answers[1]);
    close(commands[0]);
    close(answers[1]);
    to_ = commands[1];
    from_ = answers[0];
    signal(SIGPIPE, SIG_IGN);

    const Json targets = call("Target.getTargets")["targetInfos"];
    const auto page =
        std::ranges::find_if(targets, [](const Json& target) { return target["type"] == "page"; });
    if (page == targets.end()) fail("no page");
    session_ = call("Target.attachToTarget",
                    {{"targetId", (*page)["targetId"]}, {"flatten", true}})["sessionId"];
    for (const char* domain : {"Page", "Runtime", "Log", "Network"})
        call(std::string(domain) + ".enable");
}

Browser::~Browser()
{
    close(to_);
    close(from_);
    if (pid_ > 0) {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
}

void Browser::set_view(const std::string& scheme, int width, int height)
{
    call("Emulation.setEmulatedMedia",
         {{"features", {{{"name", "prefers-color-scheme"}, {"value", scheme}}}}});
    call("Emulation.setDeviceMetricsOverride",
         {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}});
}

void Browser::open(const std::string& url)
{
    loaded_ = false;
    const Json answer = call("Page.navigate", {{"url", url}});
    if (answer.contains("errorText")) fail(url + ": " + answer["errorText"].get<std::string>());
    while (!loaded_)
        keep(receive());
}

void Browser::press(const std::string& key)
{
    Json parameters = {{"key", key}, {"code", key}};
    parameters["windowsVirtualKeyCode"] = key == "Tab" ? 9 : 13;
    if (key == "Enter") parameters["text"] = "\r";
    for (const char* type : {"keyDown", "keyUp"}) {
        parameters["type"] = type;
        call("Input.dispatchKeyEvent", parameters);
    }
}

Browser::Json Browser::evaluate(const std::string& expression)
{
    const Json answer =
        call("Runtime.evaluate",
             {{"expression", expression}, {"returnByValue", true}, {"awaitPromise", true}});
    if (answer.contains("exceptionDetails")) fail(answer["exceptionDetails"].dump());
    return answer["result"].value("value", Json());
}

std::string Browser::screenshot()
{
    return call("Page.captureScreenshot",
                {{"format", "png"}, {"captureBeyondViewport", true}})["data"];
}

std::vector<std::string> Browser::take_complaints()
{
    return std::exchange(complaints_, {});
}

std::vector<std::string> Browser::take_requests()
{
    return std::exchange(requests_, {});
}

Browser::Json Browser::call(const std::string& method, Json parameters)
{
    const int id = ++last_id_;
    Json message = {{"id", id}, {"method", method}, {"params", std::move(parameters)}};
    if (!session_.empty()) message["sessionId"] = session_;
    send(message);
    for (;;) {
        const Json answer = receive();
        if (answer.value("id", 0) != id) {
            keep(answer);
            continue;
        }
        if (answer.contains("error")) fail(method + ": " + answer["error"].dump());
        return answer["result"];
    }
}

void Browser::send(const Json& message)
{
    const std::string bytes = message.dump() + '\0';
    for (std::size_t sent = 0; sent < bytes.size();) {
        const ssize_t size = write(to_, bytes.data() + sent, bytes.size() - sent);
        if (size <= 0) fail("it has ended");
        sent += static_cast<std::size_t>(size);
    }
}

Browser::Json Browser::receive()
{
    constexpr int deadline_ms = 60'000;
    for (;;) {
        const std::size_t end = received_.find('\0');
        if (end != received_.npos) {
            const Json message = Json::parse(received_.substr(0, end));
            received_.erase(0, end + 1);
            return message;
        }
        pollfd ready{from_, POLLIN, 0};
        if (poll(&ready, 1, deadline_ms) <= 0) fail("nothing comes");
        char piece[64 * 1024];
        const ssize_t size = read(from_, piece, sizeof piece);
        if (size <= 0) fail("it has ended");
        received_.append(piece, static_cast<std::size_t>(size));
    }
}

void Browser::keep(const Json& event)
{
    const std::string method = event.value("method", "");
    const Json parameters = event.value("params", Json::object());
    if (method == "Page.loadEventFired") loaded_ = true;
    if (method == "Network.requestWillBeSent") requests_.push_back(parameters["request"]["url"]);
    if (method == "Runtime.exceptionThrown" || method == "Runtime.consoleAPICalled" ||
        method == "Log.entryAdded" || method == "Page.javascriptDialogOpening")
        complaints_.push_back(parameters.dump());
}

} // namespace weir
