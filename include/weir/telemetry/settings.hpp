#pragma once

namespace weir {

struct LogSettings {
    enum class Level { trace, debug, info, warn, error };
    enum class Format { text, json };
    enum class Decisions { off, refused, all };

    Level level = Level::info;
    Format format = Format::text;
    int access_per_10000 = 100; // sample:1%; 0: off, 10000: all
    Decisions decisions = Decisions::refused;
    bool plain_keys = false; // keys: plain

    bool operator==(const LogSettings&) const = default;
};

} // namespace weir
