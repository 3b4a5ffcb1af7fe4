#include <weir/http/client_address.hpp>

#include "support/catch.hpp"

using namespace weir;

TEST_CASE("Forwarded is read from its right end, whatever a client wrote on the left", "[http]")
{
    struct Row {
        const char* value;
        const char* client; // 10.0.0.1: nothing that could be believed
        const char* why;
    };
    const Row rows[] = {
        {"for=1.1.1.1", "1.1.1.1", "an address"},
        {"For=1.1.1.1;Proto=http", "1.1.1.1", "names have no case"},
        {"proto=http; for=1.1.1.1 ;by=_x", "1.1.1.1", "blanks around semicolons"},
        {";for=1.1.1.1;;", "1.1.1.1", "empty pairs"},
        {"for=\"1.1.1.1:80\"", "1.1.1.1", "a port, quoted"},
        {"for=1.1.1.1:80", "10.0.0.1", "a port needs quotes"},
        {"for=\"[2001:db8::9]:443\"", "2001:db8::9", "IPv6 with a port"},
        {"for=\"[2001:db8::9]\"", "2001:db8::9", "IPv6"},
        {"for=\"2001:db8::9\"", "10.0.0.1", "IPv6 needs brackets"},
        {"for=_hidden", "10.0.0.1", "an obfuscated name"},
        {"for=\"_hidden\"", "10.0.0.1", "a quoted one"},
        {"proto=https", "10.0.0.1", "no for"},
        {"for=", "10.0.0.1", "no value"},
        {"for", "10.0.0.1", "no equals sign"},
        {"for =1.1.1.1", "10.0.0.1", "a blank in a name"},
        {"for=1.1.1.1;proto=a;proto=b", "10.0.0.1", "a repeated parameter"},
        {"for=\"1.1.1.1", "10.0.0.1", "an open quote"},
        {"for=1.1.1.1\"", "10.0.0.1", "a stray quote"},
        {"for=\"1.1.1.1\"x", "10.0.0.1", "something behind the quote"},
        {"for=\"6.6.6.6, for=1.1.1.1", "1.1.1.1", "a client's open quote hides nothing"},
        {"for=\"6.6.6.6, for=\"[2001:db8::9]\"", "2001:db8::9", "not even from quotes"},
        {"\\\", for=1.1.1.1;host=\"a,b\\\"c\"", "1.1.1.1", "commas and escapes in a string"},
        {"for=1.1.1.1;host=\"a, for=6.6.6.6\"", "1.1.1.1", "a string is not an element"},
        {"for=1.1.1.1;host=\"a\\\\\"", "1.1.1.1", "an escaped backslash ends no escape"},
        {"for=1.1.1.1, for=10.0.0.2", "1.1.1.1", "past trusted proxies"},
        {"for=1.1.1.1,, for=10.0.0.2,", "1.1.1.1", "empty elements"},
    };
    const std::vector<IpNetwork> trusted = {*IpNetwork::parse("10.0.0.0/8")};
    for (const Row& row : rows) {
        INFO(row.value << ": " << row.why);
        RequestHead head;
        head.fields.push_back({.name = "Forwarded", .value = row.value, .id = FieldId::forwarded});
        CHECK(client_address(head, *IpAddress::parse("10.0.0.1"), trusted,
                             ClientAddressField::forwarded)
                  .to_string() == row.client);
    }
}
