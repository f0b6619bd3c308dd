#include "doc/glue.h"

#include <string.h>

#include "base/quantity.h"
#include "base/text.h"
#include "doc/hyphenate.h"

/* Everything in ems of the cluster's size. */
static const double AUTOSPACE = 0.25, AUTOSPACE_MIN = 0.125, AUTOSPACE_MAX = 1.0 / 3;
static const double WORD_SPACE_MIN = 0.20, WORD_SPACE_MAX = 0.50;
/* Between Han, a few Latin words may not be torn apart to fill the line. */
static const double WORD_SPACE_MAX_IN_HAN = 0.36;
static const double BOUNDARY_STRETCH = 0.12;
static const double HALF = 0.5;
static const double NARROW_SPACE = 0.2; /* between number and unit, targets 7 */
enum { LATIN_WORD = 7, LATIN_WORD_IN_HAN = 8, LONGEST_WORD = 60 };

/* Full-width marks: which half is blank, and when it gives way. */
enum mark_class { MARK_NONE, MARK_PAUSE, MARK_STOP, MARK_CLOSING, MARK_OPENING, MARK_CENTRED };

struct mark_row {
    const char *characters;
    enum mark_class class;
    enum shrink_stage stage;
};

static const struct mark_row MARKS[] = {
    {"，、；：", MARK_PAUSE, SHRINK_PAUSE},
    {"。？！．", MARK_STOP, SHRINK_STOP},
    {"）》〉」』】〕〗”’］｝", MARK_CLOSING, SHRINK_BRACKET},
    {"（《〈「『【〔〖“‘［｛", MARK_OPENING, SHRINK_BRACKET},
    {"·", MARK_CENTRED, SHRINK_DOT},
};

/* Prohibited at the start and at the end of a line, beyond what Unicode's rules forbid. */
static const char *const NOT_FIRST =
    "、，。．：；！？‼⁇⁈⁉）〕】〗》〉」』］｝”’·～–%％‰℃°′″々/／…—";
static const char *const NOT_LAST = "（〔【〖《〈「『［｛“‘([{¥￥$€№/／";
/* Two of these are one sign of two ems. */
static const char *const DOUBLED = "…—";
/* No gap grows beside these. */
static const char *const RIGID = "…—～–／/";
/* A number after, or before, one of these belongs to it. */
static const char *const BEFORE_NUMBER = "第图表式问题";
static const char *const AFTER_NUMBER = "章节页图表式";

/* Every set of characters that a rule asks for, as a bit of a cluster's mask: looked up once. */
enum set_bit {
    SET_MARK_FIRST, /* the rows of MARKS */
    SET_NOT_FIRST = sizeof MARKS / sizeof *MARKS,
    SET_NOT_LAST,
    SET_DOUBLED,
    SET_RIGID,
    SET_BEFORE_NUMBER,
    SET_AFTER_NUMBER,
    SETS
};

static bool holds(const char *set, const char *character, size_t bytes) {
    for (const char *at = strstr(set, (char[]){character[0], 0}); at;
         at = strchr(at + 1, character[0]))
        if (!strncmp(at, character, bytes))
            return true;
    return false;
}

static unsigned mask_of(const char *character, size_t bytes) {
    const char *const rest[] = {NOT_FIRST, NOT_LAST, DOUBLED, RIGID, BEFORE_NUMBER, AFTER_NUMBER};
    unsigned mask = 0;
    for (unsigned bit = 0; bytes && bit < SETS; bit++) {
        const char *set = bit < SET_NOT_FIRST ? MARKS[bit].characters : rest[bit - SET_NOT_FIRST];
        if (holds(set, character, bytes))
            mask |= 1u << bit;
    }
    return mask;
}

struct view {
    const struct paragraph_request *request;
    const struct shaped *shaped;
    const struct inline_ *const *inline_of;
    struct atom *atoms;
    unsigned *masks; /* of each cluster: enum set_bit */
};

static const struct cluster *cluster(const struct view *v, size_t i) {
    return &v->shaped->clusters[i];
}

static const char *text_at(const struct view *v, size_t i) {
    return v->shaped->text + cluster(v, i)->at;
}

static bool in_set(const struct view *v, size_t i, enum set_bit set) {
    return v->masks[i] >> set & 1;
}

static bool is_han(const struct view *v, size_t i) {
    return cluster(v, i)->flags & CLUSTER_HAN;
}

static bool is_space(const struct view *v, size_t i) {
    return cluster(v, i)->flags & CLUSTER_SPACE;
}

static const struct mark_row *mark_of(const struct view *v, size_t i) {
    if (!is_han(v, i) || !v->masks[i])
        return NULL;
    for (unsigned r = 0; r < SET_NOT_FIRST; r++)
        if (v->masks[i] >> r & 1)
            return &MARKS[r];
    return NULL;
}

static bool is_ideograph(const struct view *v, size_t i) {
    return is_han(v, i) && !mark_of(v, i) && !in_set(v, i, SET_RIGID);
}

static bool is_digit(const struct view *v, size_t i) {
    unsigned code = cluster(v, i)->code;
    return code >= '0' && code <= '9';
}

static bool is_letter(const struct view *v, size_t i) {
    unsigned code = cluster(v, i)->code;
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z');
}

/* What gets autospace beside Han: Latin letters of any kind, digits, and what opens or closes a run
 * of them; not Latin commas and stops. */
static bool is_latin_edge(const struct view *v, size_t i) {
    unsigned code = cluster(v, i)->code;
    if (is_han(v, i) || is_space(v, i))
        return false;
    return is_letter(v, i) || is_digit(v, i) || code >= 0xA1 || code == '(' || code == ')' ||
           code == '%' || code == '+' || code == '-' || code == '$' || code == '@' || code == '#';
}

static double em(const struct view *v, size_t i) {
    return v->request->style->text.size > 0 && is_han(v, i) ? cluster(v, i)->size
                                                            : v->request->style->text.size;
}

static void no_break(struct view *v, size_t i) {
    if (i < v->shaped->cluster_count && v->atoms[i].before != BREAK_FORCED)
        v->atoms[i].before = BREAK_NEVER;
}

/* Most characters are letters, digits or ideographs and in no set, or in one of the few that belong
 * to numbers. */
static void set_masks(struct view *v) {
    for (size_t i = 0; i < v->shaped->cluster_count; i++)
        if (!is_space(v, i) && !is_letter(v, i) && !is_digit(v, i))
            v->masks[i] = mask_of(text_at(v, i), cluster(v, i)->bytes);
}

static void set_natural(struct view *v) {
    for (size_t i = 0; i < v->shaped->cluster_count; i++) {
        const struct cluster *c = cluster(v, i);
        struct atom *at = &v->atoms[i];
        at->advance = c->advance;
        at->blank = c->flags & CLUSTER_SPACE;
        if (c->code == 0x202F && at->advance < NARROW_SPACE * c->size)
            at->advance = NARROW_SPACE * c->size;
        at->before = i && (c->flags & CLUSTER_BREAK_BEFORE) ? BREAK_ALLOWED : BREAK_NEVER;
        if (i && (cluster(v, i - 1)->flags & CLUSTER_MUST_BREAK))
            at->before = BREAK_FORCED;
        if (v->inline_of[c->piece]->kind == INLINE_LIMIT) {
            at->advance = c->size * 0.8 + 1.6;
            at->blank = false;
        }
    }
}

/* A full-width mark: its blank half trims at the line's edge and shrinks inside the line. */
static void set_mark(struct view *v, size_t i, const struct mark_row *row) {
    struct atom *at = &v->atoms[i];
    double half = HALF * cluster(v, i)->size;
    if (row->class == MARK_OPENING) {
        at->start_trim = half;
        at->narrow_start = true;
    } else if (row->class != MARK_CENTRED) {
        at->end_trim = half;
        at->shrink = half;
        at->shrink_stage = row->stage;
    }
}

/* Two marks side by side would leave a hole: one blank half goes. An opening mark's blank shrinks
 * as the gap of the cluster before it. */
static void set_mark_pairs(struct view *v) {
    for (size_t i = 0; i < v->shaped->cluster_count; i++) {
        const struct mark_row *row = mark_of(v, i), *next;
        if (row)
            set_mark(v, i, row);
        if (i + 1 >= v->shaped->cluster_count)
            return;
        next = mark_of(v, i + 1);
        if (!row || !next || row->class == MARK_CENTRED || next->class == MARK_CENTRED)
            continue;
        struct atom *at = &v->atoms[i], *after = &v->atoms[i + 1];
        double half = HALF * cluster(v, i)->size;
        if (row->class != MARK_OPENING) {
            at->advance -= half;
            at->end_trim = 0;
            at->shrink = 0;
            at->shrink_stage = SHRINK_NONE;
        } else if (next->class == MARK_OPENING) {
            at->advance -= half; /* pulls the next one back over its own blank */
            after->start_trim = half;
        }
    }
}

static void set_opening_shrink(struct view *v) {
    for (size_t i = 0; i + 1 < v->shaped->cluster_count; i++) {
        const struct mark_row *next = mark_of(v, i + 1);
        if (next && next->class == MARK_OPENING && !mark_of(v, i) && !v->atoms[i].blank) {
            v->atoms[i].shrink = HALF * cluster(v, i + 1)->size;
            v->atoms[i].shrink_stage = SHRINK_BRACKET;
        }
    }
}

static void give_autospace(struct view *v, size_t i, double size, bool typed) {
    struct atom *at = &v->atoms[i];
    at->advance = (typed ? 0 : at->advance) + AUTOSPACE * size;
    at->shrink = (AUTOSPACE - AUTOSPACE_MIN) * size;
    at->shrink_stage = SHRINK_AUTOSPACE;
    at->stretch = (AUTOSPACE_MAX - AUTOSPACE) * size;
    at->stretch_stage = STRETCH_AUTOSPACE;
}

/* A space the author typed: autospace beside Han, nothing beside a full-width mark, a word space
 * between Latin words. */
static void set_space(struct view *v, size_t i) {
    struct atom *at = &v->atoms[i];
    size_t n = v->shaped->cluster_count;
    bool left = i > 0 && is_han(v, i - 1), right = i + 1 < n && is_han(v, i + 1);
    double size = v->request->style->text.size;
    if ((i > 0 && mark_of(v, i - 1)) || (i + 1 < n && mark_of(v, i + 1))) {
        at->advance = 0;
    } else if (left || right) {
        give_autospace(v, i, size, true);
    } else {
        at->shrink = at->advance > WORD_SPACE_MIN * size ? at->advance - WORD_SPACE_MIN * size : 0;
        at->shrink_stage = SHRINK_WORD_SPACE;
        double most =
            (language_is_chinese(v->request->language) ? WORD_SPACE_MAX_IN_HAN : WORD_SPACE_MAX) *
            size;
        at->stretch = at->advance < most ? most - at->advance : 0;
        at->stretch_stage = STRETCH_WORD_SPACE;
    }
}

static bool may_touch(const struct view *v, size_t i) {
    return !in_set(v, i, SET_RIGID) && !(mark_of(v, i) && mark_of(v, i)->class == MARK_CENTRED);
}

/* Gaps between neighbours without a space: autospace at Han against Latin, a little stretch at
 * other boundaries of Han. The gap belongs to the left cluster. */
static void set_gaps(struct view *v) {
    for (size_t i = 0; i + 1 < v->shaped->cluster_count; i++) {
        if (is_space(v, i)) {
            set_space(v, i);
            continue;
        }
        if (is_space(v, i + 1))
            continue;
        bool latin_han = is_latin_edge(v, i) && is_ideograph(v, i + 1);
        bool han_latin = is_ideograph(v, i) && is_latin_edge(v, i + 1);
        unsigned right = cluster(v, i + 1)->code;
        double before = v->atoms[i].advance;
        if (han_latin && (right == '%' || right == 0xB0)) {
            continue;
        } else if (latin_han || han_latin) {
            give_autospace(v, i, em(v, latin_han ? i + 1 : i), false);
            v->atoms[i].end_trim = v->atoms[i].advance - before;
        } else if ((is_han(v, i) || is_han(v, i + 1)) && may_touch(v, i) && may_touch(v, i + 1)) {
            v->atoms[i].stretch = BOUNDARY_STRETCH * em(v, i);
            v->atoms[i].stretch_stage = STRETCH_BOUNDARY;
        }
    }
    size_t n = v->shaped->cluster_count;
    if (n && is_space(v, n - 1))
        set_space(v, n - 1);
}

static void forbid_edges(struct view *v) {
    size_t n = v->shaped->cluster_count;
    for (size_t i = 1; i < n; i++) {
        size_t last = i;
        while (last > 0 && is_space(v, last - 1))
            last--;
        if (in_set(v, i, SET_NOT_FIRST) || (last > 0 && in_set(v, last - 1, SET_NOT_LAST)) ||
            (last == i && in_set(v, i, SET_DOUBLED) &&
             cluster(v, i)->code == cluster(v, i - 1)->code))
            no_break(v, i);
        if (v->inline_of[cluster(v, i - 1)->piece]->kind == INLINE_LIMIT)
            no_break(v, i);
    }
}

/* Computed values and what stands in one tight inline stay together. */
static void forbid_in_tight(struct view *v) {
    for (size_t i = 1; i < v->shaped->cluster_count; i++) {
        const struct inline_ *here = v->inline_of[cluster(v, i)->piece];
        if (here == v->inline_of[cluster(v, i - 1)->piece] && here->tight)
            no_break(v, i);
    }
}

/* No break from one cluster to the next, and the space between them neither grows nor shrinks. */
static void tie(struct view *v, size_t after, size_t next) {
    no_break(v, after);
    no_break(v, next);
    if (next > after && v->atoms[after].stretch_stage == STRETCH_WORD_SPACE)
        v->atoms[after].stretch = v->atoms[after].shrink = 0;
}

/* "80 GB", "第 3 章", "图 1.2": the number and its neighbour stay together. */
static void forbid_around_numbers(struct view *v) {
    size_t n = v->shaped->cluster_count;
    for (size_t i = 0; i + 1 < n; i++) {
        size_t next = is_space(v, i + 1) && i + 2 < n ? i + 2 : i + 1;
        if (in_set(v, i, SET_BEFORE_NUMBER) && is_digit(v, next))
            tie(v, i + 1, next);
        if (!is_digit(v, i))
            continue;
        size_t end = next;
        while (end < n && !is_space(v, end) && !is_han(v, end) &&
               !strchr(".,;:)", (int)cluster(v, end)->code))
            end++;
        struct unit unit;
        double scale;
        const char *word = text_at(v, next);
        size_t bytes =
            end > next ? cluster(v, end - 1)->at + cluster(v, end - 1)->bytes - cluster(v, next)->at
                       : 0;
        if (in_set(v, next, SET_AFTER_NUMBER) || (bytes && unit_lookup(word, bytes, &unit, &scale)))
            tie(v, i + 1, next);
    }
}

static bool is_plain(const struct view *v, size_t i) {
    const struct inline_ *in = v->inline_of[cluster(v, i)->piece];
    return in->kind == INLINE_TEXT && !in->code && !in->tight && !in->uri;
}

/* Soft breaks inside English words: lower-case letters only, so names and acronyms stay whole. */
static void set_hyphens(struct view *v) {
    size_t n = v->shaped->cluster_count;
    size_t shortest = language_is_chinese(v->request->language) ? LATIN_WORD_IN_HAN : LATIN_WORD;
    if (!v->request->hyphenator || !v->request->style->hyphenate)
        return;
    for (size_t i = 0; i < n;) {
        char word[LONGEST_WORD + 1] = {0};
        size_t letters = 0, from = i, owner[LONGEST_WORD + 1];
        bool usable = true;
        for (; i < n && is_letter(v, i); i++) {
            for (size_t b = 0; b < cluster(v, i)->bytes && letters < LONGEST_WORD; b++) {
                char c = text_at(v, i)[b];
                usable = usable && (c >= 'a' || letters == 0) && is_plain(v, i);
                owner[letters] = i;
                word[letters++] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
            }
        }
        bool joined = (from && (is_digit(v, from - 1) || cluster(v, from - 1)->code == '-')) ||
                      (i < n && (is_digit(v, i) || cluster(v, i)->code == '-'));
        if (usable && !joined && letters >= shortest && letters < LONGEST_WORD) {
            bool after[LONGEST_WORD + 1];
            hyphenate_word(v->request->hyphenator, word, letters, after);
            for (size_t k = 0; k + 1 < letters; k++)
                if (after[k] && owner[k + 1] != owner[k])
                    v->atoms[owner[k + 1]].before = BREAK_HYPHEN;
        }
        if (i == from)
            i++;
    }
}

struct atom *glue_make(struct arena *a, const struct paragraph_request *request,
                       const struct shaped *shaped, const struct inline_ *const *inline_of) {
    struct view v = {request, shaped, inline_of,
                     ARENA_ARRAY(a, struct atom, shaped->cluster_count + 1),
                     ARENA_ARRAY(a, unsigned, shaped->cluster_count + 1)};
    set_masks(&v);
    set_natural(&v);
    set_gaps(&v);
    set_mark_pairs(&v);
    set_opening_shrink(&v);
    set_hyphens(&v);
    forbid_edges(&v);
    forbid_in_tight(&v);
    forbid_around_numbers(&v);
    return v.atoms;
}
