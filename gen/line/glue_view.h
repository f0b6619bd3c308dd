/* Inside the room: the clusters of a paragraph as the rules of glue see them. */
#ifndef RIDGE_LINE_GLUE_VIEW_H
#define RIDGE_LINE_GLUE_VIEW_H

#include "line/glue.h"

/* Full-width marks: which half is blank, and when it gives way. */
enum mark_class { MARK_PAUSE, MARK_STOP, MARK_CLOSING, MARK_OPENING, MARK_CENTRED };

struct mark_row {
    const char *characters;
    enum mark_class class;
    enum shrink_stage stage;
};

enum { MARK_ROWS = 5 };

/* Every set of characters that a rule asks for, as a bit of a cluster's mask: looked up once. */
enum set_bit {
    SET_MARK, /* the rows of marks */
    SET_NOT_FIRST = MARK_ROWS,
    SET_NOT_LAST,
    SET_DOUBLED,       /* two are one sign of two ems */
    SET_RIGID,         /* no gap grows beside these */
    SET_EXCITED,       /* ？！: two take one em */
    SET_NO_GAP_BEFORE, /* signs that follow a number closely */
    SET_BEFORE_NUMBER, /* a number after one of these belongs to it */
    SET_LABEL_HEAD,    /* first character of such a label: 公式 */
    SET_AFTER_NUMBER,  /* … before one of these */
    SET_SIGN,          /* of a number that follows */
    SET_SIGN_APART,    /* … also over a space */
    SET_RANGE,         /* between two numbers */
    SET_CHANCE,        /* code and addresses break after these */
    SETS
};

struct view {
    const struct paragraph_request *request;
    const struct shaped *shaped;
    const struct inline_ *const *inline_of;
    const struct box *const *boxes;
    struct atom *atoms;
    unsigned *masks; /* of each cluster: enum set_bit */
    size_t n;
};

/* glue_set.c */
void glue_masks(struct view *v);
const struct mark_row *glue_mark_row(unsigned mask); /* NULL: none of them */

/* glue_mark.c: full-width marks. */
void glue_marks(struct view *v);

/* glue_break.c: where lines may not begin or end; chances in code and addresses. */
void glue_edges(struct view *v);
void glue_code(struct view *v);

/* glue_tie.c: numbers and what belongs to them; names. */
void glue_ties(struct view *v);

/* glue_measure.c: behind the measure word (of a number) that begins here; `from` when none does. */
size_t glue_measure_end(const struct view *v, size_t from);

/* glue_hyphen.c: soft breaks inside English words. */
void glue_hyphens(struct view *v);

static inline const struct cluster *cluster(const struct view *v, size_t i) {
    return &v->shaped->clusters[i];
}

static inline const char *text_at(const struct view *v, size_t i) {
    return v->shaped->text + cluster(v, i)->at;
}

static inline const struct inline_ *inline_at(const struct view *v, size_t i) {
    return v->inline_of[cluster(v, i)->piece];
}

static inline bool in_set(const struct view *v, size_t i, enum set_bit set) {
    return i < v->n && (v->masks[i] >> set & 1);
}

static inline bool is_han(const struct view *v, size_t i) {
    return cluster(v, i)->flags & CLUSTER_HAN;
}

static inline bool is_space(const struct view *v, size_t i) {
    return i < v->n && cluster(v, i)->flags & CLUSTER_SPACE;
}

static inline const struct mark_row *mark_of(const struct view *v, size_t i) {
    return i < v->n && v->masks[i] && is_han(v, i) ? glue_mark_row(v->masks[i]) : NULL;
}

static inline bool is_digit(const struct view *v, size_t i) {
    return i < v->n && cluster(v, i)->code >= '0' && cluster(v, i)->code <= '9';
}

static inline bool is_letter(const struct view *v, size_t i) {
    uint32_t code = i < v->n ? cluster(v, i)->code | 0x20 : 0;
    return code >= 'a' && code <= 'z';
}

static inline bool is_note(const struct view *v, size_t i) {
    return i < v->n && inline_at(v, i)->kind == INLINE_NOTE;
}

static inline bool is_code(const struct view *v, size_t i) {
    return i < v->n && inline_at(v, i)->code;
}

static inline void no_break(struct view *v, size_t i) {
    if (i < v->n && v->atoms[i].before != BREAK_FORCED)
        v->atoms[i].before = BREAK_NEVER;
}

#endif
