#pragma once

#include <string>
#include <utility>
#include <variant>

namespace weir {

// What went wrong outside of Weir, in words for whoever can mend it. For errors of our own making
// there is WEIR_ASSERT; exceptions are not used to talk.
struct Error {
    std::string message;
};

// A value, or the reason why there is none. Check before use: taking the wrong half ends the
// process (std::get throws, main reports it), which only a bug of ours can cause.
template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }

    const T& value() const& { return std::get<0>(content_); }
    T& value() & { return std::get<0>(content_); }
    T&& value() && { return std::get<0>(std::move(content_)); }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

    const Error& error() const { return std::get<1>(content_); }

private:
    std::variant<T, Error> content_;
};

} // namespace weir
