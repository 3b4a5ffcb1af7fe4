#pragma once

#include "support/temp_dir.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace weir {

// A headless Chromium with one page, driven through its DevTools protocol over a pair of pipes.
// Whatever does not come about within a minute, or is answered with an error, is thrown as a
// std::runtime_error. Ended by its id.
class Browser {
public:
    using Json = nlohmann::json;

    // A Chromium of this machine: $WEIR_CHROMIUM, or one on the PATH.
    static std::optional<std::string> find();

    explicit Browser(const std::string& program);
    ~Browser();
    Browser(const Browser&) = delete;
    Browser& operator=(const Browser&) = delete;

    // How the next pages look: "light" or "dark", and how wide the window is.
    void set_view(const std::string& scheme, int width, int height);
    void open(const std::string& url); // until it is loaded
    void press(const std::string& key);
    Json evaluate(const std::string& expression); // a value, or a promise of one
    std::string screenshot();                     // of the whole page: PNG in base64

    // What the page said on its console, errors that it met, and all that it asked for, since the
    // last call.
    std::vector<std::string> take_complaints();
    std::vector<std::string> take_requests();

private:
    Json call(const std::string& method, Json parameters = Json::object());
    void send(const Json& message);
    Json receive();
    void keep(const Json& event);

    TempDir folder_; // its profile
    pid_t pid_ = -1;
    int to_ = -1;
    int from_ = -1;
    std::string received_;
    int last_id_ = 0;
    std::string session_;
    bool loaded_ = false;
    std::vector<std::string> complaints_;
    std::vector<std::string> requests_;
};

} // namespace weir
