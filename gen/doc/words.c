/* Small readings of attributes and characters. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "doc/reader.h"

const struct attribute *attribute_of(const struct node *n, const char *name) {
    return node_attribute(n, NS_NONE, name);
}

bool number_of(struct reader *r, const struct node *n, const char *name, double *out) {
    return number_in(r, attribute_of(n, name), out);
}

bool number_in(struct reader *r, const struct attribute *at, double *out) {
    if (!at)
        return false;
    char *end;
    double x = strtod(at->value, &end);
    bool plain = *at->value && strspn(at->value, "0123456789.-") == strlen(at->value) && !*end;
    if (!plain || x < -1e4 || x > 1e4) {
        diag_report(r->diag, DIAG_BAD_ATTRIBUTE, at->value_span, at->value,
                    "a plain number such as 12.5", NULL);
        return false;
    }
    *out = x;
    return true;
}

bool room_of(struct reader *r, const struct attribute *at, double *out) {
    static const double MOST = 2000;
    if (!at)
        return false;
    char *end;
    double x = strtod(at->value, &end);
    double unit = !strcmp(end, "mm")   ? 72 / 25.4
                  : !strcmp(end, "cm") ? 720 / 25.4
                  : !strcmp(end, "pt") ? 1
                                       : 0;
    bool plain = strspn(at->value, "0123456789.") == (size_t)(end - at->value);
    if (!plain || unit <= 0 || x <= 0 || x * unit > MOST) {
        diag_report(r->diag, DIAG_BAD_ATTRIBUTE, at->value_span, at->value,
                    "a length in mm, cm or pt, such as 40mm", NULL);
        return false;
    }
    *out = x * unit;
    return true;
}

uint32_t text_first(const char *text) {
    size_t length;
    return *text ? text_decode(text, strlen(text), &length) : 0;
}

bool code_is_wide_mark(uint32_t c) {
    return (c >= 0x3000 && c <= 0x303F) || (c >= 0xFF00 && c <= 0xFF60);
}

bool code_is_han(uint32_t c) {
    return code_is_wide_mark(c) || (c >= 0x2E80 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0x20000 && c <= 0x3FFFF);
}

const char *title_language(const struct reader *r, const char *title) {
    size_t n = strlen(title);
    if (!language_is_chinese(r->language))
        return NULL;
    for (size_t i = 0, length; i < n; i += length)
        if (code_is_han(text_decode(title + i, n - i, &length)))
            return NULL;
    return "en";
}
