/* Whose face sets a character. Ideographs and full-width marks are Han, letters and mathematics
 * Latin. Quotes, dashes, the ellipsis and the middle dot exist in both, with other widths: in
 * Chinese they are Han, unless they stand within Latin text. */
#include <string.h>

#include "base/text.h"
#include "figure/character.h"

struct range {
    uint32_t from, to;
};

static bool within(const struct range *ranges, size_t n, uint32_t code) {
    for (size_t i = 0; i < n; i++)
        if (code >= ranges[i].from && code <= ranges[i].to)
            return true;
    return false;
}

static bool is_han(uint32_t code) {
    static const struct range han[] = {
        {0x1100, 0x11FF}, {0x2460, 0x24FF},   {0x2E80, 0x9FFF},   {0xA960, 0xA97F},
        {0xAC00, 0xD7FF}, {0xF900, 0xFAFF},   {0xFE10, 0xFE1F},   {0xFE30, 0xFE6F},
        {0xFF00, 0xFFEF}, {0x1F100, 0x1F2FF}, {0x20000, 0x3FFFF},
    };
    return code >= han[0].from && within(han, sizeof han / sizeof *han, code);
}

/* Combining marks, joiners and variation selectors. */
static bool is_mark(uint32_t code) {
    static const struct range marks[] = {
        {0x0300, 0x036F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200C, 0x200D}, {0x20D0, 0x20F0},
        {0x302A, 0x302F}, {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xE0100, 0xE01EF},
    };
    return code >= marks[0].from && within(marks, sizeof marks / sizeof *marks, code);
}

static bool is_shared(uint32_t code) {
    static const struct range shared[] = {
        {0xB7, 0xB7},     {0x2014, 0x2015}, {0x2018, 0x2019},
        {0x201C, 0x201D}, {0x2025, 0x2026}, {0x2E3A, 0x2E3B},
    };
    return within(shared, sizeof shared / sizeof *shared, code);
}

static bool is_latin_letter(uint32_t code) {
    return (code >= 'A' && code <= 'Z') || (code >= 'a' && code <= 'z') ||
           (code >= '0' && code <= '9') || (code >= 0xC0 && code < 0x2000 && !is_mark(code));
}

static bool is_space(uint32_t code) {
    return code == ' ' || code == 0xA0 || code == 0x202F || code == 0x2009;
}

static enum owner plain_owner(uint32_t code) {
    double em;
    if (is_mark(code))
        return OWNER_BEFORE;
    if (blank_em(code, &em))
        return OWNER_BLANK;
    return is_han(code) && !is_shared(code) ? OWNER_HAN : OWNER_LATIN;
}

/* The nearest character that is no space, one step at a time from i; 0 at the text's end. */
static uint32_t neighbour(const struct characters *text, size_t i, int step) {
    for (size_t k = i + (size_t)step; k < text->n; k += (size_t)step)
        if (!is_space(text->at[k].code))
            return text->at[k].code;
    return 0; /* below 0 wraps around to a large number */
}

static bool among_latin(const struct characters *text, size_t from, size_t to) {
    return is_latin_letter(neighbour(text, from, -1)) && is_latin_letter(neighbour(text, to, +1));
}

/* ── Quotes: both of a pair go together ── */

struct quotes {
    struct characters *text;
    const size_t *han_before; /* how many Han characters stand before each */
    size_t *open;             /* indexes of open quotes */
    size_t depth;
};

/* The nearest character that is neither space nor mark of ASCII; 0 at the text's end. */
static uint32_t word_beside(const struct characters *text, size_t i, int step) {
    for (size_t k = i + (size_t)step; k < text->n; k += (size_t)step) {
        uint32_t code = text->at[k].code;
        if (code >= 0x80 ? !is_space(code) : is_latin_letter(code))
            return code;
    }
    return 0;
}

/* "training asks “how many?”, then": sentences of Latin go on around the pair, or end with it. */
static bool stands_in_latin(const struct characters *text, size_t from, size_t to) {
    uint32_t before = word_beside(text, from, -1), after = word_beside(text, to, +1);
    return (before || after) && (!before || is_latin_letter(before)) &&
           (!after || is_latin_letter(after));
}

static void close_pair(struct quotes *q, size_t from, size_t to) {
    bool latin = q->han_before[from] == q->han_before[to] && stands_in_latin(q->text, from, to);
    enum owner owner = latin ? OWNER_LATIN : OWNER_HAN;
    q->text->at[from].owner = q->text->at[to].owner = owner;
}

static bool is_apostrophe(const struct characters *text, size_t i) {
    uint32_t before = i > 0 ? text->at[i - 1].code : 0;
    uint32_t after = i + 1 < text->n ? text->at[i + 1].code : 0;
    return text->at[i].code == 0x2019 && is_latin_letter(before) && is_latin_letter(after);
}

static void decide_close(struct quotes *q, size_t i) {
    struct character *c = &q->text->at[i];
    uint32_t opening = c->code - 1;
    if (is_apostrophe(q->text, i)) {
        c->owner = OWNER_LATIN;
    } else if (q->depth > 0 && q->text->at[q->open[q->depth - 1]].code == opening) {
        close_pair(q, q->open[--q->depth], i);
    } else { /* "users’ data", or a stray mark */
        bool plural = c->code == 0x2019 && i > 0 && is_latin_letter(c[-1].code);
        c->owner = plural || among_latin(q->text, i, i) ? OWNER_LATIN : OWNER_HAN;
    }
}

static void decide_quotes(struct quotes *q, const struct piece *pieces) {
    for (size_t i = 0; i < q->text->n; i++) {
        struct character *c = &q->text->at[i];
        if (!language_is_chinese(pieces[c->piece].style.language))
            continue;
        if (c->code == 0x2018 || c->code == 0x201C) {
            c->owner = OWNER_HAN;
            q->open[q->depth++] = i;
        } else if (c->code == 0x2019 || c->code == 0x201D) {
            decide_close(q, i);
        }
    }
}

/* ── Dashes, ellipses, middle dots ── */

/* A run of equal marks ("——", "……") is decided as one. The dot between data, with space around it,
 * is Latin everywhere. */
static size_t decide_run(struct characters *text, size_t from) {
    size_t to = from;
    while (to + 1 < text->n && text->at[to + 1].code == text->at[from].code)
        to++;
    bool spaced = from > 0 && is_space(text->at[from - 1].code);
    bool latin = among_latin(text, from, to) || (text->at[from].code == 0xB7 && spaced);
    for (size_t i = from; i <= to; i++)
        text->at[i].owner = latin ? OWNER_LATIN : OWNER_HAN;
    return to;
}

static bool is_quote(uint32_t code) {
    return code == 0x2018 || code == 0x2019 || code == 0x201C || code == 0x201D;
}

void owners_decide(struct arena *a, struct characters *text, const struct piece *pieces) {
    size_t *han_before = ARENA_ARRAY(a, size_t, text->n + 1);
    struct quotes q = {text, han_before, ARENA_ARRAY(a, size_t, text->n + 1), 0};
    for (size_t i = 0, han = 0; i < text->n; i++) {
        text->at[i].owner = plain_owner(text->at[i].code);
        han_before[i] = han;
        han += text->at[i].owner == OWNER_HAN;
    }
    decide_quotes(&q, pieces);
    for (size_t i = 0; i < text->n; i++) {
        const struct character *c = &text->at[i];
        if (is_shared(c->code) && !is_quote(c->code) &&
            language_is_chinese(pieces[c->piece].style.language))
            i = decide_run(text, i);
    }
}
