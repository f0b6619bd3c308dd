/* Where lines may not begin or end, beyond what Unicode's rules forbid; chances inside code and
 * addresses. */
#include <string.h>

#include "line/glue_view.h"

/* The last cluster before i that is no space; i itself when there is none. */
static size_t before(const struct view *v, size_t i) {
    size_t last = i;
    while (last > 0 && is_space(v, last - 1))
        last--;
    return last ? last - 1 : i;
}

static bool is_word(const struct view *v, size_t i) {
    return is_letter(v, i) || is_digit(v, i);
}

static bool is_latin(const struct view *v, size_t i) {
    return i < v->n && !is_han(v, i) && !is_space(v, i);
}

/* A box breaks from its neighbours as a letter would; the mark of a note never begins a line, and
 * what follows it is parted from what stands before it. */
static void set_box(struct view *v, size_t i) {
    bool joined = i > 0 && is_latin(v, i - 1) && is_latin(v, i + 1);
    if (is_note(v, i)) {
        no_break(v, i);
        if (joined || (i > 0 && in_set(v, i - 1, SET_NOT_LAST)))
            no_break(v, i + 1);
        return;
    }
    if (i > 0 && is_latin(v, i - 1))
        no_break(v, i);
    if (is_latin(v, i + 1))
        no_break(v, i + 1);
}

static bool splits_pair(const struct view *v, size_t i) {
    return in_set(v, i, SET_DOUBLED) && cluster(v, i)->code == cluster(v, i - 1)->code;
}

/* ".NET" after a space is a word, not the end of one. */
static bool opens_word(const struct view *v, size_t i) {
    return is_space(v, i - 1) && cluster(v, i)->code < 0x80 && is_word(v, i + 1);
}

/* Exponents and raised citations belong to what they stand on. */
static bool is_attached(const struct view *v, size_t i) {
    return inline_at(v, i)->script && !is_space(v, i - 1);
}

static bool forbidden(const struct view *v, size_t i) {
    return is_attached(v, i) || (in_set(v, i, SET_NOT_FIRST) && !opens_word(v, i)) ||
           in_set(v, before(v, i), SET_NOT_LAST) || splits_pair(v, i) ||
           inline_at(v, i - 1)->kind == INLINE_LIMIT;
}

void glue_edges(struct view *v) {
    for (size_t i = 0; i < v->n; i++)
        if (v->boxes[cluster(v, i)->piece])
            set_box(v, i);
    for (size_t i = 1; i < v->n; i++) {
        const struct inline_ *here = inline_at(v, i);
        v->atoms[i].clings = forbidden(v, i);
        bool in_name = v->atoms[i].before == BREAK_CHANCE || v->atoms[i].before == BREAK_INSIDE;
        bool tight = here->tight && here == inline_at(v, i - 1);
        if (!in_name && (v->atoms[i].clings || tight))
            no_break(v, i);
    }
}

/* ── Code and addresses ── */

static uint32_t code_at(const struct view *v, size_t i) {
    return i < v->n ? cluster(v, i)->code : 0;
}

/* A break after one of the signs that part names, before a name; "1.5", "--flag" stay whole. */
static bool chance(const struct view *v, size_t i, bool address) {
    uint32_t last = code_at(v, i - 1), next = code_at(v, i);
    if (!address && last == '>' && i > 1 && code_at(v, i - 2) == '-')
        return true;
    if (!address && last == ':' && i > 1 && code_at(v, i - 2) == ':')
        return next != ':';
    if (!in_set(v, i - 1, SET_CHANCE) || (!is_word(v, i) && next != '_' && !is_han(v, i)))
        return false;
    if (last == '-')
        return i > 1 && is_word(v, i - 2);
    return !(last == '.' || last == ',') || !is_digit(v, i - 2 < i ? i - 2 : i) || !is_digit(v, i);
}

static bool starts(const struct view *v, size_t i, const char *text) {
    return !strncmp(text_at(v, i), text, strlen(text));
}

static bool is_address(const struct view *v, size_t from, size_t to) {
    if (starts(v, from, "www.") && to - from > 6)
        return true;
    for (size_t i = from; i + 2 < to; i++)
        if (cluster(v, i)->code == ':' && starts(v, i, "://"))
            return true;
    return false;
}

/* In justified text a line full of code or of an address cannot be stretched: an address may break
 * anywhere between letters, a name in code at a capital. */
static bool inside(const struct view *v, size_t i, bool address) {
    if (v->request->style->align != ALIGN_JUSTIFY || !is_word(v, i) || !is_word(v, i - 1))
        return false;
    uint32_t last = code_at(v, i - 1), next = code_at(v, i);
    return address || (last >= 'a' && last <= 'z' && next >= 'A' && next <= 'Z');
}

/* No break but at a chance, and not where it would leave less than two characters. */
static void set_chances(struct view *v, size_t from, size_t to, bool address) {
    for (size_t i = from + 1; i < to; i++) {
        bool middle = i >= from + 2 && i + 2 <= to;
        if (v->atoms[i].before == BREAK_FORCED)
            continue;
        v->atoms[i].before = middle && chance(v, i, address)   ? BREAK_CHANCE
                             : middle && inside(v, i, address) ? BREAK_INSIDE
                                                               : BREAK_NEVER;
    }
}

static size_t code_end(const struct view *v, size_t from) {
    size_t to = from;
    while (to < v->n && !is_space(v, to) && is_code(v, to))
        to++;
    return to;
}

static size_t word_end(const struct view *v, size_t from) {
    size_t to = from;
    while (to < v->n && is_latin(v, to) && !is_code(v, to))
        to++;
    return to;
}

/* "GPT-3", "FP8-E4M3", "v.2": signs inside a name with a digit. */
static void keep_numbered(struct view *v, size_t from, size_t to) {
    bool digits = false;
    for (size_t i = from; i < to && !digits; i++)
        digits = is_digit(v, i);
    for (size_t i = from + 1; digits && i < to; i++)
        if (memchr("-.:,", (int)code_at(v, i - 1), code_at(v, i - 1) < 0x80 ? 4 : 0) &&
            is_word(v, i))
            no_break(v, i);
}

void glue_code(struct view *v) {
    for (size_t i = 0; i < v->n;) {
        size_t to = code_end(v, i);
        if (to > i) {
            set_chances(v, i, to, false);
        } else {
            to = word_end(v, i);
            if (to > i && is_address(v, i, to))
                set_chances(v, i, to, true);
            else
                keep_numbered(v, i, to);
        }
        i = to > i ? to : i + 1;
    }
}
