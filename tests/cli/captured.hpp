#pragma once

#include "cli/verbs.hpp"

#include <iostream>
#include <sstream>
#include <string>

namespace weir {

// One call of the command line, in this process.
struct Called {
    int code = -1;
    std::string out;
    std::string err;
};

inline Called call(const Arguments& arguments)
{
    struct Redirected {
        Redirected(std::ostream& stream, std::ostream& to) : stream_(stream)
        {
            before_ = stream.rdbuf(to.rdbuf());
        }
        ~Redirected() { stream_.rdbuf(before_); }

        std::ostream& stream_;
        std::streambuf* before_;
    };
    std::ostringstream out;
    std::ostringstream err;
    const Redirected standard_output(std::cout, out);
    const Redirected standard_error(std::cerr, err);
    const int code = dispatch(arguments);
    return {code, out.str(), err.str()};
}

// Whether a call was refused as wrong usage: 2, nothing on stdout, one line on stderr.
inline bool is_usage_error(const Called& called)
{
    return called.code == 2 && called.out.empty() && !called.err.empty() &&
           called.err.find('\n') == called.err.size() - 1;
}

} // namespace weir
