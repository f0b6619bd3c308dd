#include "base/unit.h"

#include <math.h>
#include <string.h>

enum prefixes { NO_PREFIX = 0, LARGE = 1, SMALL = 2, BINARY = 4 };

struct prefix {
    const char *text;
    enum prefixes group;
    struct scale scale;
};

static const struct prefix prefixes[] = {
    {"k", LARGE, {1, 3}},        {"M", LARGE, {1, 6}},        {"G", LARGE, {1, 9}},
    {"T", LARGE, {1, 12}},       {"P", LARGE, {1, 15}},       {"E", LARGE, {1, 18}},
    {"Z", LARGE, {1, 21}},       {"Y", LARGE, {1, 24}},       {"m", SMALL, {1, -3}},
    {"u", SMALL, {1, -6}},       {"µ", SMALL, {1, -6}},       {"μ", SMALL, {1, -6}},
    {"n", SMALL, {1, -9}},       {"p", SMALL, {1, -12}},      {"Ki", BINARY, {0x1p10, 0}},
    {"Mi", BINARY, {0x1p20, 0}}, {"Gi", BINARY, {0x1p30, 0}}, {"Ti", BINARY, {0x1p40, 0}},
    {"Pi", BINARY, {0x1p50, 0}}, {"Ei", BINARY, {0x1p60, 0}},
};

struct base_unit {
    const char *text;
    struct unit unit;
    struct scale scale;
    int prefixes;
};

static const struct base_unit bases[] = {
    {"B", {{[DIM_BYTE] = 1}}, {1, 0}, LARGE | BINARY},
    {"bit", {{[DIM_BYTE] = 1}}, {0.125, 0}, LARGE | BINARY},
    {"FLOP", {{[DIM_FLOP] = 1}}, {1, 0}, LARGE},
    {"OP", {{[DIM_FLOP] = 1}}, {1, 0}, LARGE},
    {"s", {{[DIM_SECOND] = 1}}, {1, 0}, SMALL},
    {"min", {{[DIM_SECOND] = 1}}, {60, 0}, NO_PREFIX},
    {"h", {{[DIM_SECOND] = 1}}, {3600, 0}, NO_PREFIX},
    {"d", {{[DIM_SECOND] = 1}}, {86400, 0}, NO_PREFIX},
    {"year", {{[DIM_SECOND] = 1}}, {31557600, 0}, NO_PREFIX}, /* 365.25 d */
    {"token", {{[DIM_TOKEN] = 1}}, {1, 0}, LARGE},
    {"tokens", {{[DIM_TOKEN] = 1}}, {1, 0}, LARGE},
    {"tok", {{[DIM_TOKEN] = 1}}, {1, 0}, LARGE},
    {"J", {{[DIM_JOULE] = 1}}, {1, 0}, LARGE | SMALL},
    {"Wh", {{[DIM_JOULE] = 1}}, {3600, 0}, LARGE | SMALL},
    {"W", {{[DIM_JOULE] = 1, [DIM_SECOND] = -1}}, {1, 0}, LARGE | SMALL},
    {"Hz", {{[DIM_SECOND] = -1}}, {1, 0}, LARGE},
    {"kg", {{[DIM_KILOGRAM] = 1}}, {1, 0}, NO_PREFIX},
    {"t", {{[DIM_KILOGRAM] = 1}}, {1, 3}, NO_PREFIX},  /* tonne */
    {"money", {{[DIM_MONEY] = 1}}, {1, 0}, NO_PREFIX}, /* a currency stands for it in print */
    {"%", {{0}}, {1, -2}, NO_PREFIX},
    {"×", {{0}}, {1, 0}, NO_PREFIX},
    {"1", {{0}}, {1, 0}, NO_PREFIX},
    {"", {{0}}, {1, 0}, NO_PREFIX},
};

enum { UNIT_BYTES = 40 };
enum { BASES = sizeof bases / sizeof *bases, PREFIXES = sizeof prefixes / sizeof *prefixes };

/* powl is slow, and every number of a derivation takes dozens. */
static long double power(int n) {
    static const long double powers[] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,
                                         1e7L,  1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L,
                                         1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L,
                                         1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
    return n < (int)(sizeof powers / sizeof *powers) ? powers[n] : powl(10, n);
}

long double shift_decimals(long double x, int decimals) {
    return decimals < 0 ? x / power(-decimals) : x * power(decimals);
}

long double scale_value(struct scale scale) {
    return shift_decimals(scale.factor, scale.ten);
}

static const struct base_unit *base_lookup(const char *text, size_t n) {
    for (size_t i = 0; i < BASES; i++)
        if ((!n || bases[i].text[0] == text[0]) && !strncmp(bases[i].text, text, n) &&
            !bases[i].text[n])
            return &bases[i];
    return NULL;
}

/* "GiB", "ms": a whole base name goes before prefix and base ("min" is no milli-inch). */
static bool factor_lookup(const char *text, size_t n, struct unit *unit, struct scale *scale) {
    const struct base_unit *base = base_lookup(text, n);
    *scale = (struct scale){1, 0};
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
    scale->factor *= base->scale.factor;
    scale->ten += base->scale.ten;
    return true;
}

/* The length of the factor at the start: up to "/" or "·". */
static size_t factor_length(const char *text, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (text[i] == '/' || (n - i >= 2 && !memcmp(text + i, "·", 2)))
            return i;
    return n;
}

/* The units of most numbers, which are thus not taken apart each time. */
static const struct usual {
    const char *text;
    struct unit unit;
    struct scale scale;
} usual_units[] = {
    {"GiB", {{[DIM_BYTE] = 1}}, {0x1p30, 0}},
    {"GB", {{[DIM_BYTE] = 1}}, {1, 9}},
    {"ms", {{[DIM_SECOND] = 1}}, {1, -3}},
    {"s", {{[DIM_SECOND] = 1}}, {1, 0}},
    {"GB/s", {{[DIM_BYTE] = 1, [DIM_SECOND] = -1}}, {1, 9}},
    {"TFLOP/s", {{[DIM_FLOP] = 1, [DIM_SECOND] = -1}}, {1, 12}},
    {"token/s", {{[DIM_TOKEN] = 1, [DIM_SECOND] = -1}}, {1, 0}},
    {"TFLOP", {{[DIM_FLOP] = 1}}, {1, 12}},
    {"GFLOP", {{[DIM_FLOP] = 1}}, {1, 9}},
    {"FLOP/B", {{[DIM_FLOP] = 1, [DIM_BYTE] = -1}}, {1, 0}},
    {"W", {{[DIM_JOULE] = 1, [DIM_SECOND] = -1}}, {1, 0}},
    {"%", {{0}}, {1, -2}},
    {"", {{0}}, {1, 0}},
};

static const struct usual *usual_lookup(const char *text, size_t n) {
    for (size_t i = 0; i < sizeof usual_units / sizeof *usual_units; i++)
        if (strncmp(usual_units[i].text, text, n) == 0 && usual_units[i].text[n] == '\0')
            return &usual_units[i];
    return NULL;
}

bool unit_scale(const char *text, size_t n, struct unit *unit, struct scale *scale) {
    const struct usual *known = n < 8 ? usual_lookup(text, n) : NULL;
    if (known) {
        *unit = known->unit;
        *scale = known->scale;
        return true;
    }
    *unit = UNIT_NONE;
    *scale = (struct scale){1, 0};
    bool divide = false;
    if (n > UNIT_BYTES) /* so that no power can overflow */
        return false;
    for (;;) {
        struct unit factor;
        struct scale by;
        size_t length = factor_length(text, n);
        if ((!length && (n || divide)) || !factor_lookup(text, length, &factor, &by))
            return false;
        *unit = divide ? unit_divide(*unit, factor) : unit_multiply(*unit, factor);
        scale->factor = divide ? scale->factor / by.factor : scale->factor * by.factor;
        scale->ten += divide ? -by.ten : by.ten;
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
    struct scale exact;
    bool known = unit_scale(text, bytes, unit, &exact);
    *scale = known ? (double)scale_value(exact) : 0;
    return known;
}

/* "TFLOPS" is a rate, "Gbps" and "GBps" are too: what people write without the stroke. */
static const char *rate_meant(const char *word, const char *const *usual, size_t n) {
    static const struct {
        const char *ending, *meant;
    } rates[] = {{"FLOPS", "FLOP/s"}, {"FLOPs", "FLOP/s"}, {"OPS", "OP/s"},
                 {"bps", "bit/s"},    {"Bps", "B/s"},      {"tps", "token/s"}};
    size_t length = strlen(word);
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        size_t ending = strlen(rates[i].ending);
        if (length < ending || strcmp(word + length - ending, rates[i].ending) != 0)
            continue;
        size_t prefix = length - ending;
        for (size_t k = 0; k < n; k++)
            if (strlen(usual[k]) == prefix + strlen(rates[i].meant) &&
                !memcmp(usual[k], word, prefix) && !strcmp(usual[k] + prefix, rates[i].meant))
                return usual[k];
    }
    return NULL;
}

const char *unit_nearest(const char *word) {
    static const char *const usual[] = {
        "B",         "kB",        "MB",         "GB",          "TB",      "PB",       "KiB",
        "MiB",       "GiB",       "TiB",        "bit",         "Gbit/s",  "B/s",      "MB/s",
        "GB/s",      "TB/s",      "GiB/s",      "FLOP",        "GFLOP",   "TFLOP",    "PFLOP",
        "EFLOP",     "FLOP/s",    "GFLOP/s",    "TFLOP/s",     "PFLOP/s", "OP/s",     "TOP/s",
        "POP/s",     "FLOP/B",    "s",          "ms",          "us",      "ns",       "min",
        "h",         "d",         "token",      "tokens",      "token/s", "tokens/s", "B/token",
        "KiB/token", "MiB/token", "FLOP/token", "GFLOP/token", "W",       "kW",       "MW",
        "J",         "kJ",        "kWh",        "Hz",          "MHz",     "GHz",      "%",
        "×",
    };
    const char *rate = rate_meant(word, usual, sizeof usual / sizeof *usual);
    return rate ? rate : nearest_name(word, usual, sizeof usual / sizeof *usual);
}

/* Their sizes are written out: units are chosen for every number that is printed. */
static const struct ladder {
    struct unit unit;
    struct rung rungs[10];
} ladders[] = {
#define PER(above, below)                                                                          \
    {                                                                                              \
        { [above] = 1, [below] = -1 }                                                              \
    }
#define OF(dimension)                                                                              \
    {                                                                                              \
        { [dimension] = 1 }                                                                        \
    }
    {OF(DIM_BYTE),
     {{"B", {1, 0}},
      {"KiB", {0x1p10, 0}},
      {"MiB", {0x1p20, 0}},
      {"GiB", {0x1p30, 0}},
      {"TiB", {0x1p40, 0}},
      {"PiB", {0x1p50, 0}}}},
    {PER(DIM_BYTE, DIM_TOKEN),
     {{"B/token", {1, 0}},
      {"KiB/token", {0x1p10, 0}},
      {"MiB/token", {0x1p20, 0}},
      {"GiB/token", {0x1p30, 0}}}},
    {PER(DIM_BYTE, DIM_SECOND),
     {{"B/s", {1, 0}},
      {"kB/s", {1, 3}},
      {"MB/s", {1, 6}},
      {"GB/s", {1, 9}},
      {"TB/s", {1, 12}},
      {"PB/s", {1, 15}},
      {"EB/s", {1, 18}}}},
    {OF(DIM_FLOP),
     {{"FLOP", {1, 0}},
      {"kFLOP", {1, 3}},
      {"MFLOP", {1, 6}},
      {"GFLOP", {1, 9}},
      {"TFLOP", {1, 12}},
      {"PFLOP", {1, 15}},
      {"EFLOP", {1, 18}},
      {"ZFLOP", {1, 21}},
      {"YFLOP", {1, 24}}}},
    {PER(DIM_FLOP, DIM_SECOND),
     {{"FLOP/s", {1, 0}},
      {"kFLOP/s", {1, 3}},
      {"MFLOP/s", {1, 6}},
      {"GFLOP/s", {1, 9}},
      {"TFLOP/s", {1, 12}},
      {"PFLOP/s", {1, 15}},
      {"EFLOP/s", {1, 18}},
      {"ZFLOP/s", {1, 21}}}},
    {PER(DIM_FLOP, DIM_TOKEN),
     {{"FLOP/token", {1, 0}},
      {"kFLOP/token", {1, 3}},
      {"MFLOP/token", {1, 6}},
      {"GFLOP/token", {1, 9}},
      {"TFLOP/token", {1, 12}},
      {"PFLOP/token", {1, 15}}}},
    {OF(DIM_SECOND),
     {{"ns", {1, -9}},
      {"us", {1, -6}},
      {"ms", {1, -3}},
      {"s", {1, 0}},
      {"min", {60, 0}},
      {"h", {3600, 0}},
      {"d", {86400, 0}}}},
    {PER(DIM_JOULE, DIM_SECOND), {{"W", {1, 0}}, {"kW", {1, 3}}, {"MW", {1, 6}}, {"GW", {1, 9}}}},
    {OF(DIM_JOULE),
     {{"J", {1, 0}}, {"kJ", {1, 3}}, {"kWh", {3600, 3}}, {"MWh", {3600, 6}}, {"GWh", {3600, 9}}}},
    {{{[DIM_SECOND] = -1}}, {{"Hz", {1, 0}}, {"kHz", {1, 3}}, {"MHz", {1, 6}}, {"GHz", {1, 9}}}},
    {OF(DIM_KILOGRAM), {{"kg", {1, 0}}, {"t", {1, 3}}}},
    {PER(DIM_FLOP, DIM_BYTE), {{"FLOP/B", {1, 0}}}},
    {OF(DIM_TOKEN), {{"token", {1, 0}}}},
    {PER(DIM_TOKEN, DIM_SECOND), {{"token/s", {1, 0}}}},
#undef PER
#undef OF
};

size_t unit_ladder(struct unit unit, const struct rung **rungs) {
    enum { STEPS = sizeof ladders->rungs / sizeof *ladders->rungs };
    for (size_t i = 0; i < sizeof ladders / sizeof *ladders; i++) {
        size_t n = 0;
        if (!unit_equal(ladders[i].unit, unit))
            continue;
        while (n < STEPS && ladders[i].rungs[n].name)
            n++;
        *rungs = ladders[i].rungs;
        return n;
    }
    return 0;
}
