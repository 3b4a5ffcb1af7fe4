#include <weir/simulate/access_log.hpp>

#include "log_line.hpp"

#include <weir/simulate/arrivals.hpp>

#include <algorithm>

namespace weir {

namespace {

constexpr Duration second = std::chrono::seconds{1};

std::string_view trimmed(std::string_view line)
{
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = line.find_first_not_of(blanks);
    if (first == line.npos) return {};
    return line.substr(first, line.find_last_not_of(blanks) - first + 1);
}

void count_malformed(AccessLog& log, std::uint64_t number, const std::string& reason)
{
    ++log.malformed;
    if (log.first_malformed.size() < AccessLog::most_told)
        log.first_malformed.push_back({number, reason});
}

// One line that is not empty.
void read_line(std::string_view line, std::uint64_t number, AccessLog& log)
{
    if (line.front() == '{') {
        Result<std::optional<LoggedRequest>> request = read_json_line(line);
        if (!request)
            count_malformed(log, number, request.error().message);
        else if (*request)
            log.requests.push_back(**std::move(request));
        else
            ++log.others;
        return;
    }
    Result<LoggedRequest> request = read_clf_line(line);
    if (request)
        log.requests.push_back(*std::move(request));
    else
        count_malformed(log, number, request.error().message);
}

// A limit of 10/s would take 50 requests of one second, all told at its start, for a burst. In
// truth they came spread over it somehow; evenly is the guess that favours nobody.
void spread_within_seconds(std::vector<LoggedRequest>& requests)
{
    for (std::size_t first = 0, end = 0; first < requests.size(); first = end) {
        while (end < requests.size() && requests[end].at == requests[first].at)
            ++end;
        const auto count = static_cast<std::int64_t>(end - first);
        for (std::int64_t i = 0; i < count; ++i)
            requests[first + static_cast<std::size_t>(i)].at +=
                Duration(second.count() / count * i + second.count() % count * i / count);
    }
}

std::string no_request(const AccessLog& log)
{
    std::string message = "no line is an access log's";
    if (!log.first_malformed.empty())
        message += "; line " + std::to_string(log.first_malformed.front().line) + ": " +
                   log.first_malformed.front().reason;
    return message;
}

} // namespace

Result<AccessLog> read_access_log(std::string_view text, std::string_view name,
                                  const Progress& progress)
{
    constexpr std::string_view gzip_mark = "\x1f\x8b";
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    constexpr std::uint64_t report_every = 4096;
    const auto fail = [&](const std::string& what) {
        return Error{std::string(name) + ": " + what};
    };
    if (text.starts_with(gzip_mark))
        return fail("it is compressed; pipe it in: zcat FILE | weir simulate ... --replay -");
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());

    AccessLog log;
    const std::size_t size = text.size();
    for (std::uint64_t number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
        if (!line.empty()) read_line(line, number, log);
        if (log.requests.size() > most_arrivals)
            return fail("a run takes at most " + std::to_string(most_arrivals) + " requests");
        if (progress && number % report_every == 0) progress(size - text.size(), size);
    }
    if (log.requests.empty()) return fail(no_request(log));

    std::ranges::stable_sort(log.requests, {}, &LoggedRequest::at);
    log.spread = std::ranges::none_of(log.requests, &LoggedRequest::has_fraction);
    if (log.spread) spread_within_seconds(log.requests);
    return log;
}

} // namespace weir
