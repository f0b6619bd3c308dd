#include "base/text.h"

#include <stdbool.h>
#include <string.h>

enum { REPLACEMENT = 0xFFFD };

static bool continues(unsigned char byte) {
    return (byte & 0xC0) == 0x80;
}

static size_t lead_length(unsigned char lead) {
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead < 0xE0)
        return 2;
    if (lead >= 0xE0 && lead < 0xF0)
        return 3;
    return lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
}

/* Overlong forms, surrogates and what lies behind U+10FFFF. */
static bool is_forbidden(uint32_t c, size_t length) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    return c < least[length] || (c >= 0xD800 && c < 0xE000) || c > 0x10FFFF;
}

uint32_t text_decode(const char *at, size_t n, size_t *length) {
    const unsigned char *byte = (const unsigned char *)at;
    size_t need = lead_length(byte[0]);
    *length = 1;
    if (need == 1)
        return byte[0];
    if (!need || need > n)
        return REPLACEMENT;
    uint32_t c = byte[0] & (0xFFU >> (need + 1));
    for (size_t i = 1; i < need; i++) {
        if (!continues(byte[i]))
            return REPLACEMENT;
        c = c << 6 | (byte[i] & 0x3F);
    }
    if (is_forbidden(c, need))
        return REPLACEMENT;
    *length = need;
    return c;
}

/* Eight letters of ASCII, none of them NUL: of such most files consist. */
static bool eight_plain(const char *at) {
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    uint64_t eight;
    memcpy(&eight, at, sizeof eight);
    return !((eight | (eight - ones)) & tops);
}

size_t text_valid(const char *text, size_t n) {
    for (size_t i = 0, length; i < n; i += length) {
        if (n - i >= 8 && eight_plain(text + i)) {
            length = 8;
            continue;
        }
        uint32_t c = text_decode(text + i, n - i, &length);
        if (!c || (c == REPLACEMENT && length == 1))
            return i;
    }
    return n;
}

struct range {
    uint32_t from, to;
};

/* The wide blocks that occur in practice: Hangul, CJK, kana, full-width forms, emoji, planes 2, 3.
 */
static const struct range wide[] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xA960, 0xA97F},
    {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},
    {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF},
    {0x20000, 0x3FFFD},
};

static const struct range narrowest[] = {
    {0x0300, 0x036F}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x2064},
    {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF},
};

static bool in(const struct range *ranges, size_t n, uint32_t c) {
    for (size_t i = 0; i < n; i++)
        if (c >= ranges[i].from && c <= ranges[i].to)
            return true;
    return false;
}

int text_columns(uint32_t c) {
    if (in(narrowest, sizeof narrowest / sizeof *narrowest, c))
        return 0;
    return in(wide, sizeof wide / sizeof *wide, c) ? 2 : 1;
}

bool language_is_chinese(const char *language) {
    return language && strncmp(language, "zh", 2) == 0;
}
