#include "case_tables.hpp"

#include <array>
#include <charconv>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace weir {

namespace {

std::int64_t number(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size())
        throw std::runtime_error("'" + std::string(text) + "' is not a number");
    return value;
}

Duration unit(std::string_view name)
{
    struct Row {
        std::string_view name;
        Duration length;
    };
    using namespace std::chrono_literals;
    static constexpr std::array<Row, 7> units{
        {{"ns", 1ns}, {"us", 1us}, {"ms", 1ms}, {"s", 1s}, {"m", 1min}, {"h", 1h}, {"d", 24h}}};
    for (const Row& row : units)
        if (row.name == name) return row.length;
    throw std::runtime_error("'" + std::string(name) + "' is not a unit");
}

Duration duration(std::string_view text)
{
    Duration sum{};
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("+-", 1), text.size());
        std::string_view term = text.substr(0, end);
        text.remove_prefix(end);
        if (term.front() == '+') term.remove_prefix(1);
        const std::size_t digits = std::min(term.find_first_not_of("-0123456789"), term.size());
        const std::int64_t count = number(term.substr(0, digits));
        sum += count == 0 ? Duration{} : count * unit(term.substr(digits));
    }
    return sum;
}

// "7/s", "5/24h": count and period.
Rate rate(std::string_view text)
{
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) throw std::runtime_error("a rate is COUNT/PERIOD");
    const std::string_view period = text.substr(slash + 1);
    const bool counted = period.find_first_of("0123456789") == 0;
    return {number(text.substr(0, slash)), counted ? duration(period) : unit(period)};
}

LimiterSettings settings(const std::string& heading)
{
    std::istringstream words(heading);
    std::string word;
    words >> word;
    LimiterSettings result;
    bool known = false;
    for (const AlgorithmInfo& info : algorithms) {
        if (info.name != word) continue;
        result.algorithm = info.algorithm;
        known = true;
    }
    if (!known) throw std::runtime_error("'" + word + "' is not an algorithm");

    while (words >> word) {
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const std::string value = word.substr(std::min(equals, word.size() - 1) + 1);
        if (name == "limit")
            result.limit = number(value);
        else if (name == "window")
            result.window = duration(value);
        else if (name == "align")
            result.align = value == "key" ? WindowAlign::key : WindowAlign::epoch;
        else if (name == "rate")
            result.rate = rate(value);
        else if (name == "capacity")
            result.capacity = number(value);
        else if (name == "delay_after")
            result.delay_after = number(value);
        else if (name == "max_delay")
            result.max_delay = duration(value);
        else if (name == "debt")
            result.debt = number(value);
        else
            throw std::runtime_error("'" + name + "' is not a field");
    }
    return result;
}

std::string trimmed(const std::string& text)
{
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// "3", "settle 3", "settle -2 from 1s".
void read_cost(const std::string& text, CaseRow& row)
{
    std::istringstream words(text);
    std::string word;
    words >> word;
    row.settles = word == "settle";
    if (row.settles) words >> word;
    row.cost = number(word);
    row.charged_at = row.at;
    if (words >> word && word == "from" && words >> word) row.charged_at = duration(word);
}

CaseRow row(const std::string& line)
{
    std::istringstream rest(line);
    const auto column = [&] {
        std::string text;
        if (!std::getline(rest, text, ',')) throw std::runtime_error("columns are missing");
        return trimmed(text);
    };
    CaseRow result;
    result.at = duration(column());
    read_cost(column(), result);
    const std::string admitted = column();
    if (admitted != "yes" && admitted != "no") throw std::runtime_error("admitted is yes or no");
    result.expected.admitted = admitted == "yes";
    result.expected.remaining = number(column());
    result.expected.reset = duration(column());
    std::string wait = column();
    if (wait.starts_with("after ")) {
        result.expected.delay = duration(wait.substr(6));
        wait = "-";
    }
    if (wait != "-" && wait != "never") result.expected.wait = duration(wait);
    if ((wait == "-") != result.expected.admitted)
        throw std::runtime_error("wait is '-' exactly when admitted");
    std::getline(rest, result.why);
    result.why = trimmed(result.why);
    return result;
}

} // namespace

std::vector<CaseTable> read_case_tables(const std::string& file)
{
    std::ifstream in(file);
    if (!in) throw std::runtime_error(file + ": cannot be read");
    std::vector<CaseTable> tables;
    std::string line;
    for (int number_of_line = 1; std::getline(in, line); ++number_of_line) {
        if (line.empty() || line.front() == '#') continue;
        try {
            if (line.front() == '=') {
                tables.push_back({settings(line.substr(1)), {}, line});
                continue;
            }
            if (tables.empty()) throw std::runtime_error("a row before any heading");
            tables.back().rows.push_back(row(line));
            tables.back().rows.back().line = number_of_line;
        } catch (const std::runtime_error& fault) {
            throw std::runtime_error(file + ":" + std::to_string(number_of_line) + ": " +
                                     fault.what());
        }
    }
    return tables;
}

} // namespace weir
