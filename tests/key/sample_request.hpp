#pragma once

#include <weir/key/facts.hpp>
#include <weir/key/key.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace weir {

// A request as a key source sees it. Everything handed in must outlive it, as the receive buffer
// does.
class SampleRequest {
public:
    SampleRequest() { facts_.client = *IpAddress::parse("198.51.100.7"); }
    SampleRequest(const SampleRequest&) = delete;
    SampleRequest& operator=(const SampleRequest&) = delete;

    SampleRequest& from(std::string_view address)
    {
        facts_.client = *IpAddress::parse(address);
        return *this;
    }
    SampleRequest& field(std::string_view name, std::string_view value)
    {
        head_.fields.push_back({name, value, field_id(name), false});
        return *this;
    }
    SampleRequest& query(std::string_view query)
    {
        head_.query = query;
        head_.has_query = true;
        return *this;
    }
    SampleRequest& param(std::string_view name, std::string_view value)
    {
        facts_.params.items[facts_.params.count++] = {name, value};
        return *this;
    }
    SampleRequest& ignore_case()
    {
        facts_.params.ignore_case = true;
        return *this;
    }

    const Facts& facts()
    {
        facts_.head = &head_;
        return facts_;
    }

    // The value of one source as explain shows it; nothing when absent.
    std::optional<std::string> value_of(const SourceSettings& source)
    {
        std::string value;
        if (!describe_key(source, facts(), value)) return std::nullopt;
        return value;
    }

    // The bytes that the store's hash is made of.
    std::string bytes_of(const KeySettings& settings)
    {
        std::string bytes;
        find_key(settings, facts(), bytes);
        return bytes;
    }

private:
    RequestHead head_;
    Facts facts_;
};

inline SourceSettings source_of(SourceSettings::Kind kind, std::string argument = "")
{
    SourceSettings source;
    source.name = "sample";
    source.kind = kind;
    source.argument = std::move(argument);
    return source;
}

} // namespace weir
