#include "cli/verbs.hpp"

#include <exception>
#include <iostream>

int main(int argc, char** argv)
{
    try {
        return weir::dispatch(weir::Arguments(argv + (argc > 0 ? 1 : 0), argv + argc));
    } catch (const std::exception& fault) {
        std::cerr << "weir: " << fault.what() << "\n";
        return 1;
    }
}
