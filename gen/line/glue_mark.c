/* Full-width marks: blank halves that go between neighbours, at the edges of lines, and when a line
 * is short of room (targets 6.1 to 6.3). */
#include "line/glue_view.h"

static const double HALF = 0.5;

/* The middle dot stands in half an em; the face's own is narrower. */
static void set_centred(struct atom *at, const struct cluster *c) {
    double room = HALF * c->size;
    if (at->advance < room) {
        at->shift = (room - at->advance) / 2;
        at->advance = room;
    } else {
        at->shrink = at->advance - room;
        at->shrink_stage = SHRINK_DOT;
    }
}

/* A full-width mark: its blank half trims at the line's edge and shrinks inside the line. */
static void set_mark(struct view *v, size_t i, const struct mark_row *row) {
    struct atom *at = &v->atoms[i];
    double half = HALF * cluster(v, i)->size;
    if (row->class == MARK_CENTRED) {
        set_centred(at, cluster(v, i));
    } else if (row->class == MARK_OPENING) {
        at->start_trim = half;
        at->narrow_start = true;
    } else {
        at->end_trim = half;
        at->shrink = half;
        at->shrink_stage = row->stage;
    }
}

/* The blank half goes for good. */
static void narrow(struct view *v, size_t i) {
    struct atom *at = &v->atoms[i];
    at->advance -= HALF * cluster(v, i)->size;
    at->end_trim = at->shrink = 0;
    at->shrink_stage = SHRINK_NONE;
}

/* Two marks side by side would leave a hole: one blank half goes, so that brackets hug what they
 * hold. The mark of a note stands over the blank half before it. */
static void set_pair(struct view *v, size_t i) {
    const struct mark_row *row = mark_of(v, i), *next = mark_of(v, i + 1);
    if (!row || row->class == MARK_CENTRED)
        return;
    if (row->class != MARK_OPENING && (is_note(v, i + 1) || (next && next->class != MARK_CENTRED)))
        narrow(v, i);
    else if (next && next->class == MARK_OPENING)
        v->atoms[i].advance -= HALF * cluster(v, i)->size; /* pulls the next over its own blank */
}

/* "？！" and "！！" take one em together, three such marks two. */
static void set_excited(struct view *v) {
    for (size_t i = 0; i < v->n;) {
        size_t from = i;
        while (in_set(v, i, SET_EXCITED) && is_han(v, i))
            i++;
        if (i - from == 2 && v->atoms[i - 1].end_trim > 0)
            narrow(v, i - 1);
        i += i == from;
    }
}

/* An opening mark's blank shrinks as the gap of the cluster before it. */
static void set_opening_shrink(struct view *v) {
    for (size_t i = 0; i + 1 < v->n; i++) {
        const struct mark_row *next = mark_of(v, i + 1);
        if (next && next->class == MARK_OPENING && !mark_of(v, i) && !v->atoms[i].blank &&
            !is_code(v, i + 1)) {
            v->atoms[i].shrink = HALF * cluster(v, i + 1)->size;
            v->atoms[i].shrink_stage = SHRINK_BRACKET;
        }
    }
}

void glue_marks(struct view *v) {
    for (size_t i = 0; i < v->n; i++)
        if (mark_of(v, i) && !is_code(v, i))
            set_mark(v, i, mark_of(v, i));
    for (size_t i = 0; i < v->n; i++)
        if (!is_code(v, i))
            set_pair(v, i);
    set_excited(v);
    set_opening_shrink(v);
}
