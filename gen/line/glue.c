#include "line/glue.h"

#include "base/text.h"
#include "line/glue_view.h"

/* Everything in ems of the cluster's size. */
static const double AUTOSPACE = 0.25, AUTOSPACE_MAX = 1.0 / 3;
/* An eighth, and what the rounding of positions in a file may take from it. */
static const double AUTOSPACE_MIN = 0.126;
static const double WORD_SPACE_MIN = 0.20, WORD_SPACE_MAX = 0.50;
/* Between Han, a few Latin words may not be torn apart to fill the line. */
static const double WORD_SPACE_MAX_IN_HAN = 0.36;
static const double CODE_SPACE_GIVE = 0.15;
static const double BOUNDARY_STRETCH = 0.12;
static const double NARROW_SPACE = 0.2; /* between number and unit, targets 7 */

/* An ideographic space is a gap already. */
static bool is_ideograph(const struct view *v, size_t i) {
    return is_han(v, i) && cluster(v, i)->code != 0x3000 && !mark_of(v, i) &&
           !in_set(v, i, SET_RIGID);
}

/* What gets autospace beside Han: Latin letters of any kind, digits, boxes, and what opens or
 * closes a run of them; not Latin commas and stops. */
static bool is_latin_edge(const struct view *v, size_t i) {
    unsigned code = cluster(v, i)->code;
    if (is_han(v, i) || is_space(v, i) || is_note(v, i))
        return false;
    return is_code(v, i) || is_letter(v, i) || is_digit(v, i) || code >= 0xA1 || code == '(' ||
           code == ')' || code == '%' || code == '+' || code == '-' || code == '$' || code == '@' ||
           code == '#';
}

static double em(const struct view *v, size_t i) {
    return is_han(v, i) ? cluster(v, i)->size : v->request->style->text.size;
}

static enum break_kind natural_break(const struct view *v, size_t i) {
    if (!i)
        return BREAK_NEVER;
    if (cluster(v, i)->flags & CLUSTER_MUST_BREAK)
        return BREAK_FORCED;
    if (cluster(v, i - 1)->code == 0xAD)
        return BREAK_HYPHEN; /* the author's soft hyphen */
    return cluster(v, i)->flags & CLUSTER_BREAK_BEFORE ? BREAK_ALLOWED : BREAK_NEVER;
}

static void set_natural(struct view *v, size_t i) {
    const struct cluster *c = cluster(v, i);
    struct atom *at = &v->atoms[i];
    at->advance = c->advance;
    at->blank = c->flags & CLUSTER_SPACE;
    at->before = natural_break(v, i);
    if (c->code == 0x202F && at->advance < NARROW_SPACE * c->size)
        at->advance = NARROW_SPACE * c->size;
    if (inline_at(v, i)->kind == INLINE_LIMIT) {
        at->advance = c->size * 0.8 + 1.6;
        at->blank = false;
    }
    if (v->boxes[c->piece])
        at->advance = v->boxes[c->piece]->width;
}

/* ── Gaps between neighbours ── */

static void give_autospace(struct view *v, size_t i, double size, bool typed) {
    struct atom *at = &v->atoms[i];
    at->advance = (typed ? 0 : at->advance) + AUTOSPACE * size;
    at->shrink = (AUTOSPACE - AUTOSPACE_MIN) * size;
    at->shrink_stage = SHRINK_AUTOSPACE;
    at->stretch = (AUTOSPACE_MAX - AUTOSPACE) * size;
    at->stretch_stage = STRETCH_AUTOSPACE;
}

static void give_word_space(struct view *v, size_t i, double size) {
    struct atom *at = &v->atoms[i];
    bool chinese = language_is_chinese(v->request->language);
    double least = WORD_SPACE_MIN * size;
    double most = (chinese ? WORD_SPACE_MAX_IN_HAN : WORD_SPACE_MAX) * size;
    at->shrink = at->advance > least ? at->advance - least : 0;
    at->shrink_stage = SHRINK_WORD_SPACE;
    at->stretch = at->advance < most ? most - at->advance : 0;
    at->stretch_stage = STRETCH_WORD_SPACE;
}

/* In code a space keeps about its width, or a line full of commands could not be filled. */
static void give_code_space(struct view *v, size_t i) {
    struct atom *at = &v->atoms[i];
    at->shrink = at->stretch = CODE_SPACE_GIVE * cluster(v, i)->size;
    at->shrink_stage = SHRINK_WORD_SPACE;
    at->stretch_stage = STRETCH_WORD_SPACE;
}

/* A space the author typed: autospace beside Han, nothing beside a full-width mark or before a
 * sign, a word space between Latin words; in code it stays as it is. */
static void set_space(struct view *v, size_t i) {
    bool left = i > 0 && is_han(v, i - 1), right = i + 1 < v->n && is_han(v, i + 1);
    double size = v->request->style->text.size;
    if (is_code(v, i) && (i == 0 || is_code(v, i - 1))) {
        give_code_space(v, i);
        return;
    }
    if ((i > 0 && mark_of(v, i - 1)) || mark_of(v, i + 1) ||
        (left && in_set(v, i + 1, SET_NO_GAP_BEFORE)))
        v->atoms[i].advance = 0;
    else if (left || right)
        give_autospace(v, i, size, true);
    else
        give_word_space(v, i, size);
}

static bool may_touch(const struct view *v, size_t i) {
    const struct mark_row *row = mark_of(v, i);
    return !in_set(v, i, SET_RIGID) && !(row && row->class == MARK_CENTRED) && !is_note(v, i);
}

/* Autospace at Han against Latin, a little stretch at other boundaries of Han. The gap belongs to
 * the left cluster. */
static void set_gap(struct view *v, size_t i) {
    struct atom *at = &v->atoms[i];
    bool latin_han = is_latin_edge(v, i) && is_ideograph(v, i + 1);
    bool han_latin = is_ideograph(v, i) && is_latin_edge(v, i + 1);
    if (is_code(v, i) && is_code(v, i + 1))
        return;
    if (han_latin && in_set(v, i + 1, SET_NO_GAP_BEFORE))
        return;
    if (latin_han || han_latin) {
        double before = at->advance;
        give_autospace(v, i, em(v, latin_han ? i + 1 : i), false);
        at->end_trim = at->advance - before;
    } else if ((is_han(v, i) || is_han(v, i + 1)) && may_touch(v, i) && may_touch(v, i + 1)) {
        at->stretch = BOUNDARY_STRETCH * em(v, i);
        at->stretch_stage = STRETCH_BOUNDARY;
    }
}

static void set_gaps(struct view *v) {
    for (size_t i = 0; i < v->n; i++)
        if (is_space(v, i))
            set_space(v, i);
        else if (i + 1 < v->n && !is_space(v, i + 1))
            set_gap(v, i);
}

struct atom *glue_make(struct arena *a, const struct paragraph_request *request,
                       const struct shaped *shaped, const struct inline_ *const *inline_of,
                       const struct box *const *boxes) {
    size_t n = shaped->cluster_count;
    struct view v = {.request = request,
                     .shaped = shaped,
                     .inline_of = inline_of,
                     .boxes = boxes,
                     .atoms = ARENA_ARRAY(a, struct atom, n + 1),
                     .masks = ARENA_ARRAY(a, unsigned, n + 1),
                     .n = n};
    glue_masks(&v);
    for (size_t i = 0; i < n; i++)
        set_natural(&v, i);
    set_gaps(&v);
    glue_marks(&v);
    glue_hyphens(&v);
    glue_code(&v);
    glue_edges(&v);
    glue_ties(&v);
    return v.atoms;
}
