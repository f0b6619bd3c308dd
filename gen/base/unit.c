#include "base/unit.h"

#include <string.h>

enum prefixes { NO_PREFIX = 0, LARGE = 1, SMALL = 2, BINARY = 4 };

struct prefix {
    const char *text;
    enum prefixes group;
    long double scale;
};

static const struct prefix prefixes[] = {
    {"k", LARGE, 1e3L},         {"M", LARGE, 1e6L},      {"G", LARGE, 1e9L},
    {"T", LARGE, 1e12L},        {"P", LARGE, 1e15L},     {"E", LARGE, 1e18L},
    {"Z", LARGE, 1e21L},        {"Y", LARGE, 1e24L},     {"m", SMALL, 1e-3L},
    {"u", SMALL, 1e-6L},        {"µ", SMALL, 1e-6L},     {"μ", SMALL, 1e-6L},
    {"n", SMALL, 1e-9L},        {"p", SMALL, 1e-12L},    {"Ki", BINARY, 1024.0L},
    {"Mi", BINARY, 1048576.0L}, {"Gi", BINARY, 0x1p30L}, {"Ti", BINARY, 0x1p40L},
    {"Pi", BINARY, 0x1p50L},    {"Ei", BINARY, 0x1p60L},
};

struct base_unit {
    const char *text;
    struct unit unit;
    long double scale;
    int prefixes;
};

static const struct base_unit bases[] = {
    {"B", {{[DIM_BYTE] = 1}}, 1, LARGE | BINARY},
    {"bit", {{[DIM_BYTE] = 1}}, 0.125L, LARGE | BINARY},
    {"FLOP", {{[DIM_FLOP] = 1}}, 1, LARGE},
    {"OP", {{[DIM_FLOP] = 1}}, 1, LARGE},
    {"s", {{[DIM_SECOND] = 1}}, 1, SMALL},
    {"min", {{[DIM_SECOND] = 1}}, 60, NO_PREFIX},
    {"h", {{[DIM_SECOND] = 1}}, 3600, NO_PREFIX},
    {"d", {{[DIM_SECOND] = 1}}, 86400, NO_PREFIX},
    {"token", {{[DIM_TOKEN] = 1}}, 1, LARGE},
    {"tokens", {{[DIM_TOKEN] = 1}}, 1, LARGE},
    {"tok", {{[DIM_TOKEN] = 1}}, 1, LARGE},
    {"J", {{[DIM_JOULE] = 1}}, 1, LARGE | SMALL},
    {"Wh", {{[DIM_JOULE] = 1}}, 3600, LARGE | SMALL},
    {"W", {{[DIM_JOULE] = 1, [DIM_SECOND] = -1}}, 1, LARGE | SMALL},
    {"Hz", {{[DIM_SECOND] = -1}}, 1, LARGE},
    {"%", {{0}}, 0.01L, NO_PREFIX},
    {"×", {{0}}, 1, NO_PREFIX},
    {"1", {{0}}, 1, NO_PREFIX},
    {"", {{0}}, 1, NO_PREFIX},
};

enum { BASES = sizeof bases / sizeof *bases, PREFIXES = sizeof prefixes / sizeof *prefixes };

static const struct base_unit *base_lookup(const char *text, size_t n) {
    for (size_t i = 0; i < BASES; i++)
        if (strlen(bases[i].text) == n && !memcmp(bases[i].text, text, n))
            return &bases[i];
    return NULL;
}

/* "GiB", "ms": a whole base name goes before prefix and base ("min" is no milli-inch). */
static bool factor_lookup(const char *text, size_t n, struct unit *unit, long double *scale) {
    const struct base_unit *base = base_lookup(text, n);
    *scale = 1;
    for (size_t i = 0; !base && i < PREFIXES; i++) {
        size_t length = strlen(prefixes[i].text);
        if (length >= n || memcmp(prefixes[i].text, text, length) != 0)
            continue;
        base = base_lookup(text + length, n - length);
        if (base && !(base->prefixes & (int)prefixes[i].group))
            base = NULL;
        *scale = prefixes[i].scale;
    }
    if (!base)
        return false;
    *unit = base->unit;
    *scale *= base->scale;
    return true;
}

/* The length of the factor at the start: up to "/" or "·". */
static size_t factor_length(const char *text, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (text[i] == '/' || !strncmp(text + i, "·", n - i < 2 ? n - i : 2))
            return i;
    return n;
}

bool unit_scale(const char *text, size_t n, struct unit *unit, long double *scale) {
    *unit = UNIT_NONE;
    *scale = 1;
    bool divide = false;
    for (;;) {
        struct unit factor;
        long double by;
        size_t length = factor_length(text, n);
        if ((!length && (n || divide)) || !factor_lookup(text, length, &factor, &by))
            return false;
        *unit = divide ? unit_divide(*unit, factor) : unit_multiply(*unit, factor);
        *scale = divide ? *scale / by : *scale * by;
        if (length == n)
            return true;
        size_t sign = text[length] == '/' ? 1 : 2;
        divide = divide || sign == 1; /* all that follows a stroke is below it */
        text += length + sign;
        n -= length + sign;
        if (!n)
            return false;
    }
}

bool unit_lookup(const char *text, size_t bytes, struct unit *unit, double *scale) {
    long double exact;
    bool known = unit_scale(text, bytes, unit, &exact);
    *scale = known ? (double)exact : 0;
    return known;
}

const char *unit_nearest(const char *word) {
    static const char *const usual[] = {
        "B",         "kB",         "MB",          "GB",      "TB",       "PB",      "KiB",
        "MiB",       "GiB",        "TiB",         "bit",     "Gbit/s",   "B/s",     "MB/s",
        "GB/s",      "TB/s",       "GiB/s",       "FLOP",    "GFLOP",    "TFLOP",   "PFLOP",
        "EFLOP",     "FLOP/s",     "GFLOP/s",     "TFLOP/s", "PFLOP/s",  "OP/s",    "TOP/s",
        "FLOP/B",    "s",          "ms",          "us",      "ns",       "min",     "h",
        "d",         "token",      "tokens",      "token/s", "tokens/s", "B/token", "KiB/token",
        "MiB/token", "FLOP/token", "GFLOP/token", "W",       "kW",       "MW",      "J",
        "kJ",        "kWh",        "Hz",          "MHz",     "GHz",      "%",       "×",
    };
    return nearest_name(word, usual, sizeof usual / sizeof *usual);
}

size_t unit_ladder(struct unit unit, const char *const **names) {
    enum { STEPS = 10 };
    static const char *const ladders[][STEPS] = {
        {"B", "KiB", "MiB", "GiB", "TiB", "PiB"},
        {"B/token", "KiB/token", "MiB/token", "GiB/token"},
        {"B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s", "EB/s"},
        {"FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP", "ZFLOP", "YFLOP"},
        {"FLOP/s", "kFLOP/s", "MFLOP/s", "GFLOP/s", "TFLOP/s", "PFLOP/s", "EFLOP/s", "ZFLOP/s"},
        {"FLOP/token", "kFLOP/token", "MFLOP/token", "GFLOP/token", "TFLOP/token", "PFLOP/token"},
        {"ns", "us", "ms", "s", "min", "h", "d"},
        {"W", "kW", "MW", "GW"},
        {"J", "kJ", "kWh", "MWh", "GWh"},
        {"Hz", "kHz", "MHz", "GHz"},
        {"FLOP/B"},
        {"token"},
        {"token/s"},
    };
    for (size_t i = 0; i < sizeof ladders / sizeof *ladders; i++) {
        struct unit of;
        long double scale;
        if (!unit_scale(ladders[i][0], strlen(ladders[i][0]), &of, &scale) || !unit_equal(of, unit))
            continue;
        size_t n = 0;
        while (n < STEPS && ladders[i][n])
            n++;
        *names = ladders[i];
        return n;
    }
    return 0;
}
