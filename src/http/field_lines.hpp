#pragma once

#include <weir/http/head.hpp>

namespace weir {

// Reads one field line ("Name: value CRLF", RFC 9112 5) at `at`, looking at each byte once and in
// order. `next` is behind the line; null when the line is faulty, and then `detail` says why, or
// not complete before `end`, and then `detail` is null too.
struct FieldLine {
    const char* next = nullptr;
    const char* detail = nullptr;
};

FieldLine read_field_line(const char* at, const char* end, Field& field);

} // namespace weir
