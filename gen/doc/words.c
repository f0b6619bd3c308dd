/* Small readings of attributes and characters. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "doc/reader.h"

const struct attribute *attribute_of(const struct node *n, const char *name) {
    return node_attribute(n, NS_NONE, name);
}

/* Where entities were resolved, value and source differ; then the whole value is the place. */
static struct span part_of(const struct attribute *at, size_t from, size_t to) {
    struct span s = at->value_span;
    if (s.to - s.from != strlen(at->value))
        return s;
    return (struct span){s.source, s.from + from, s.from + to};
}

size_t words_of(struct arena *a, const struct attribute *at, const struct word **out) {
    static const char blank[] = " \t\n\r";
    *out = NULL;
    if (!at)
        return 0;
    size_t length = strlen(at->value), n = 0;
    struct word *words = ARENA_ARRAY(a, struct word, length / 2 + 1);
    for (size_t i = strspn(at->value, blank); i < length;) {
        size_t word = strcspn(at->value + i, blank);
        words[n++] = (struct word){arena_strndup(a, at->value + i, word), part_of(at, i, i + word)};
        i += word;
        i += strspn(at->value + i, blank);
    }
    *out = words;
    return n;
}

bool number_of(struct reader *r, const struct node *n, const char *name, double *out) {
    const struct attribute *at = attribute_of(n, name);
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

bool is_chinese(const char *language) {
    return language && !strncmp(language, "zh", 2);
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
