#include "figure/break.h"

#include <pango/pango.h>

static bool among(const uint32_t *codes, size_t n, uint32_t code) {
    for (size_t i = 0; i < n; i++)
        if (codes[i] == code)
            return true;
    return false;
}

#define AMONG(table, code) among((table), sizeof(table) / sizeof *(table), (code))

/* Unicode lets these start a line after a letter; Chinese setting does not. */
static bool must_not_start(const struct cluster *c) {
    static const uint32_t anywhere[] = {0xB7,   0xB0,   0x2032, 0x2033, 0x2103, 0x203C,
                                        0x2047, 0x2048, 0x2049, 0xFF5E, 0xFF05, 0x30FB};
    static const uint32_t when_han[] = {0x2014, 0x2015, 0x2025, 0x2026, 0x2019, 0x201D};
    return AMONG(anywhere, c->code) || (c->flags & CLUSTER_HAN && AMONG(when_han, c->code));
}

/* A circled number stays with the text it labels. */
static bool must_not_end(const struct cluster *c) {
    return c->code >= 0x2460 && c->code <= 0x2473;
}

static bool is_opening(uint32_t code) {
    static const uint32_t marks[] = {'(',    '[',    '{',    0x3008, 0x300A, 0x300C, 0x300E,
                                     0x3010, 0x3014, 0x3016, 0xFF08, 0xFF3B, 0xFF5B};
    return AMONG(marks, code);
}

static bool is_han_quote(const struct cluster *c, uint32_t single, uint32_t twofold) {
    return c->flags & CLUSTER_HAN && (c->code == single || c->code == twofold);
}

static bool opens(const struct cluster *c) {
    return is_opening(c->code) || is_han_quote(c, 0x2018, 0x201C);
}

static bool is_ideograph_or_letter(uint32_t code) {
    return (code >= 0x3400 && code <= 0x9FFF) || code >= 0x20000 || (code >= '0' && code <= '9') ||
           (code >= 'A' && code <= 'Z') || (code >= 'a' && code <= 'z');
}

static bool glues(const struct cluster *c) {
    static const uint32_t glue[] = {0xA0, 0x202F, 0x2060, 0x2011, 0xFEFF};
    return AMONG(glue, c->code);
}

/* Unicode does not know which end of a pair a curly quote is, and breaks at neither; whose face
 * sets it tells that it is a Chinese one, and then its code tells the end. */
static bool quote_allows(const struct cluster *before, const struct cluster *after) {
    if (opens(before) || glues(before))
        return false;
    if (is_han_quote(after, 0x2018, 0x201C))
        return true;
    return is_han_quote(before, 0x2019, 0x201D) &&
           (is_ideograph_or_letter(after->code) || opens(after));
}

static bool may_break(const PangoLogAttr *attribute, const struct cluster *before,
                      const struct cluster *after) {
    if (must_not_start(after) || must_not_end(before))
        return false;
    return attribute->is_line_break || quote_allows(before, after);
}

void breaks_flag(struct arena *scratch, const struct characters *text, const char *language,
                 struct cluster *clusters, size_t n) {
    PangoLogAttr *attributes = ARENA_ARRAY(scratch, PangoLogAttr, text->n + 1);
    pango_get_log_attrs(text->text, (int)text->bytes, 0,
                        pango_language_from_string(language ? language : "en"), attributes,
                        (int)text->n + 1);
    size_t character = 0;
    for (size_t i = 1; i < n; i++) {
        while (text->at[character].at < clusters[i].at)
            character++;
        if (attributes[character].is_mandatory_break)
            clusters[i].flags |= CLUSTER_MUST_BREAK | CLUSTER_BREAK_BEFORE;
        else if (may_break(&attributes[character], &clusters[i - 1], &clusters[i]))
            clusters[i].flags |= CLUSTER_BREAK_BEFORE;
    }
}
