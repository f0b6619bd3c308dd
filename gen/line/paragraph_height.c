/* Boxes higher than the pitch: lines move apart in whole steps, so that the grid of the page is
 * kept, and only where ink would meet ink. */
#include <math.h>
#include <string.h>

#include "line/setting.h"

/* The least air between the ink of two lines, and beside it, points. */
static const double AIR = 0.5, BESIDE = 1;
/* At the edge of a paragraph a letter that reaches so far seldom stands just there. */
static const double EDGE = 0.6;

/* How far ink reaches, in ems: of any text, of letters without ascenders or descenders. */
static const double HAN_UP = 0.80, HAN_DOWN = 0.1, LATIN_UP = 0.74, LATIN_DOWN = 0.24;
static const double SMALL_UP = 0.5, SMALL_DOWN = 0.02;

static double reach_down(const struct cluster *c) {
    if (c->flags & CLUSTER_SPACE || c->code > 0x7F)
        return c->flags & CLUSTER_HAN ? HAN_DOWN : LATIN_DOWN;
    return strchr("gjpqyQ()[]{},;/|@$", (int)c->code) ? LATIN_DOWN : SMALL_DOWN;
}

static double reach_up(const struct cluster *c) {
    if (c->flags & CLUSTER_HAN)
        return HAN_UP;
    return c->code <= 0x7F && strchr("acegmnopqrsuvwxyz.,;:", (int)c->code) ? SMALL_UP : LATIN_UP;
}

/* What stands in a line under or over a stretch: boxes, or the ink of its text. */
static double reach(const struct setting *s, const struct line *line, double from, double to,
                    bool up) {
    double most = 0, x = line->x;
    for (size_t i = line->from; i < line->to; x += line->advances[i++ - line->from]) {
        const struct cluster *c = &s->shaped->clusters[i];
        const struct box *b = s->boxes[c->piece];
        double end = x + line->advances[i - line->from];
        if (end < from - BESIDE || x > to + BESIDE)
            continue;
        double own = b    ? (up ? b->ascent : b->descent)
                     : up ? reach_up(c) * c->size
                          : reach_down(c) * c->size;
        most = own > most ? own : most;
    }
    return most;
}

/* From one baseline to the next at least, as the boxes of a line ask of its neighbour. */
static double asked(const struct setting *s, const struct line *line, const struct line *other,
                    bool down) {
    double least = 0;
    for (size_t i = 0; i < line->mark_count; i++) {
        const struct line_mark *m = &line->marks[i];
        if (!m->box)
            continue;
        double there = reach(s, other, line->x + m->from, line->x + m->to, down);
        least = fmax(least, (down ? m->box->descent : m->box->ascent) + there);
    }
    return least;
}

/* At the edge of the paragraph the neighbour may be any text. */
static double asked_of_any(const struct setting *s, const struct line *line, bool down) {
    double least = 0;
    for (size_t i = 0; i < line->mark_count; i++) {
        const struct box *b = line->marks[i].box;
        if (b && b->ascent + b->descent > 0)
            least = fmax(least,
                         down ? b->descent + HAN_UP * s->size : b->ascent + LATIN_DOWN * s->size);
    }
    return least;
}

static double steps(double over, double pitch) {
    return over > 0 && pitch > 0 ? ceil(over / pitch) * pitch : 0;
}

void setting_heights(const struct setting *s, struct line *lines, size_t n) {
    double pitch = s->request->style->pitch;
    if (!n)
        return;
    lines[0].above = steps(asked_of_any(s, &lines[0], false) - EDGE - pitch, pitch);
    for (size_t i = 1; i < n; i++) {
        double least = fmax(asked(s, &lines[i - 1], &lines[i], true),
                            asked(s, &lines[i], &lines[i - 1], false));
        lines[i].above = steps(least + AIR - pitch, pitch);
    }
    lines[n - 1].below = steps(asked_of_any(s, &lines[n - 1], true) - EDGE - pitch, pitch);
}
