#include "ask/cell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

void csv_cell(struct bytes *out, const char *text) {
    bool quote = strpbrk(text, ",\"\r\n") != NULL;
    bytes_puts(out, quote ? "\"" : "");
    for (const char *c = text; *c; c++) {
        if (*c == '"')
            bytes_puts(out, "\"");
        bytes_add(out, c, 1);
    }
    bytes_puts(out, quote ? "\"" : "");
}

void json_string(struct bytes *out, const char *text) {
    bytes_puts(out, "\"");
    for (const unsigned char *c = (const unsigned char *)(text ? text : ""); *c; c++) {
        if (*c == '"' || *c == '\\')
            bytes_printf(out, "\\%c", *c);
        else if (*c < 0x20)
            bytes_printf(out, "\\u%04x", *c);
        else
            bytes_add(out, c, 1);
    }
    bytes_puts(out, "\"");
}

const char *number_plain(struct arena *a, double x) {
    if (!isfinite(x))
        return "null";
    if (x == floor(x) && fabs(x) < 1e15)
        return arena_printf(a, "%.0f", x);
    char *text = NULL;
    for (int digits = 15; digits <= 17; digits++) {
        text = arena_printf(a, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
    return text;
}

const char *exactness_name(enum exactness e) {
    static const char *const names[] = {[EXACT] = "exact",
                                        [CEILING] = "ceiling",
                                        [MODELLED] = "modelled",
                                        [EMPIRICAL] = "empirical"};
    return names[e];
}

bool exactness_has_range(enum exactness e) {
    return e == MODELLED || e == EMPIRICAL;
}

int cell_width(const char *text) {
    int total = 0;
    for (size_t n = strlen(text), length; n; n -= length, text += length)
        total += text_columns(text_decode(text, n, &length));
    return total;
}

static void blanks(struct bytes *out, int n) {
    if (n > 0)
        bytes_printf(out, "%*s", n, "");
}

const char *unit_said(struct arena *a, const struct strings *s, const char *unit) {
    static const char token[] = "token";
    static const char *const words[][2] = {{"token/s", "unit.tokens-per-second"},
                                           {"1/s", "unit.per-second"},
                                           {token, "unit.tokens"},
                                           {"d", "unit.days"},
                                           {"h", "unit.hours"}};
    if (!unit || !*unit)
        return NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(unit, words[i][0]))
            return say(s, words[i][1]);
    const char *at = strstr(unit, token);
    return at ? arena_printf(a, "%.*s%s%s", (int)(at - unit), unit, say(s, "unit.token"),
                             at + sizeof token - 1)
              : NULL;
}

void pad_right(struct bytes *out, const char *text, int width, int gap) {
    int left = width - cell_width(text);
    bytes_puts(out, text);
    blanks(out, left > gap ? left : gap);
}

void pad_left(struct bytes *out, const char *text, int width) {
    blanks(out, width - cell_width(text));
    bytes_puts(out, text);
}
