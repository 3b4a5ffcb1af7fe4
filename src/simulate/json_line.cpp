#include "log_line.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

namespace weir {

namespace {

using Json = nlohmann::json;
using Names = std::initializer_list<const char*>;

// Under which names logs hold what a replay needs; the first that is there counts. In this order:
// Weir, nginx by its variables, Caddy, Traefik, Envoy, and what people choose themselves.
constexpr Names time_names{"ts",         "time_iso8601", "msec",      "StartUTC",   "StartLocal",
                           "start_time", "time",         "timestamp", "@timestamp", "time_local"};
constexpr Names client_names{"client",      "client_ip", "ClientHost",
                             "remote_addr", "remote_ip", "downstream_remote_address",
                             "ClientAddr",  "clientip"};
constexpr Names method_names{"method", "request_method", "RequestMethod"};
constexpr Names target_names{"target", "request_uri", "uri", "RequestPath", "path", "url"};
constexpr Names query_names{"query", "args", "query_string"};
constexpr Names host_names{"http_host", "host", "RequestHost", "authority", "server_name"};
constexpr Names user_names{"user", "remote_user", "user_id", "ClientUsername"};
constexpr Names status_names{"status", "DownstreamStatus", "response_code", "status_code"};
constexpr Names request_names{"request", "request_line"};

struct NamedField {
    const char* name;
    const char* field;
};
constexpr std::array named_fields{
    NamedField{"user_agent", "User-Agent"},
    NamedField{"referer", "Referer"},
    NamedField{"referrer", "Referer"},
    NamedField{"x_forwarded_for", "X-Forwarded-For"},
};

// A JSON line: the object itself, and Caddy's `request` object inside it.
class Source {
public:
    explicit Source(const Json& line) : line_(line)
    {
        const auto inner = line.find("request");
        if (inner != line.end() && inner->is_object()) inner_ = &*inner;
    }

    // The first string among these names; "" when there is none.
    std::string text(Names names) const
    {
        for (const char* name : names)
            if (const Json* value = find(name); value && value->is_string())
                return value->get<std::string>();
        return {};
    }

    // A time may also be a number, which is taken as it prints.
    std::string time() const
    {
        for (const char* name : time_names) {
            const Json* value = find(name);
            if (value && value->is_string()) return value->get<std::string>();
            if (value && value->is_number_integer()) return value->dump();
            if (value && value->is_number_float()) return print_seconds(value->get<double>());
        }
        return {};
    }

    // 0 when it is not told.
    int status() const
    {
        for (const char* name : status_names) {
            const Json* value = find(name);
            if (value && value->is_number_unsigned())
                return static_cast<int>(std::min<std::uint64_t>(value->get<std::uint64_t>(), 999));
            if (value && value->is_string()) return std::atoi(value->get<std::string>().c_str());
        }
        return 0;
    }

    template <typename Visit>
    void each_object(const Visit& visit) const
    {
        visit(line_);
        if (inner_) visit(*inner_);
    }

private:
    const Json* find(const char* name) const
    {
        if (inner_)
            if (const auto at = inner_->find(name); at != inner_->end()) return &*at;
        const auto at = line_.find(name);
        return at == line_.end() ? nullptr : &*at;
    }

    // A double holds today's time to a quarter of a microsecond.
    static std::string print_seconds(double seconds)
    {
        char text[64];
        const int size = std::snprintf(text, sizeof text, "%.6f", seconds);
        return size > 0 && size < static_cast<int>(sizeof text) ? text : "";
    }

    const Json& line_;
    const Json* inner_ = nullptr;
};

// Each line of a field by itself: a key's field that was sent twice stays sent twice.
void add_lines(const std::string& name, const Json& values, LogLine& line)
{
    if (values.is_string()) line.add_field(name, values.get_ref<const std::string&>());
    if (!values.is_array()) return;
    for (const Json& value : values)
        if (value.is_string()) line.add_field(name, value.get_ref<const std::string&>());
}

// "api_key" to "api-key": nginx's variables spell fields in this way.
std::string field_name(std::string_view variable)
{
    std::string name(variable);
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
}

// Fields that stand beside the rest under names of their own.
void add_variables(const Json& object, LogLine& line)
{
    constexpr std::string_view nginx = "http_";
    constexpr std::string_view traefik = "request_";
    for (const auto& [name, value] : object.items()) {
        if (!value.is_string()) continue;
        const std::string& text = value.get_ref<const std::string&>();
        if (name.starts_with(nginx))
            line.add_field_once(field_name(std::string_view(name).substr(nginx.size())), text);
        else if (name.starts_with(traefik) && name.size() > traefik.size() &&
                 name[traefik.size()] >= 'A' && name[traefik.size()] <= 'Z')
            line.add_field_once(std::string_view(name).substr(traefik.size()), text);
    }
    for (const NamedField& known : named_fields)
        if (const auto at = object.find(known.name); at != object.end() && at->is_string())
            line.add_field_once(known.field, at->get_ref<const std::string&>());
}

void add_fields(const Source& source, LogLine& line)
{
    source.each_object([&](const Json& object) {
        for (const char* name : {"headers", "request_headers"}) {
            const auto fields = object.find(name);
            if (fields == object.end() || !fields->is_object()) continue;
            for (const auto& [field, values] : fields->items())
                add_lines(field, values, line);
        }
    });
    source.each_object([&](const Json& object) { add_variables(object, line); });
}

void read_request(const Source& source, LogLine& line)
{
    line.method = source.text(method_names);
    line.target = source.text(target_names);
    if (line.method.empty() || line.target.empty()) {
        split_request_line(source.text(request_names), line);
        return;
    }
    const std::string query = source.text(query_names);
    if (!query.empty() && query != "-" && line.target.find('?') == std::string::npos)
        line.target += (query.front() == '?' ? "" : "?") + query;
}

} // namespace

Result<std::optional<LoggedRequest>> read_json_line(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object()) return Error{"it is not a JSON object"};
    const Source source(json);
    // Weir's decision lines tell of a request whose access line is there as well.
    if (source.text({"type"}) == "decision") return std::optional<LoggedRequest>();

    LogLine line;
    read_request(source, line);
    if (line.method.empty() && line.target.empty() && source.text(request_names).empty())
        return std::optional<LoggedRequest>();
    const std::string time = source.time();
    line.time = time;
    line.status = source.status();
    line.client = source.text(client_names);
    line.host = source.text(host_names);
    line.user = source.text(user_names);
    add_fields(source, line);
    const Result<LoggedRequest> request = request_of(line);
    if (!request) return request.error();
    return std::optional<LoggedRequest>(*request);
}

} // namespace weir
