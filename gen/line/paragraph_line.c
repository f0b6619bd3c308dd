/* A line between two breaks: what its glue gives, and what stands in it besides text. */
#include "line/setting.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

/* Shares an amount over a stage, to each cluster by what it can give. Returns what is left. */
static double share_shrink(const struct setting *s, struct extent e, enum shrink_stage stage,
                           double amount, double *advances) {
    double can = 0;
    for (size_t i = e.from; i + 1 < e.to; i++)
        if (s->atoms[i].shrink_stage == stage)
            can += s->atoms[i].shrink;
    if (can <= 0)
        return amount;
    double part = amount < can ? amount / can : 1;
    for (size_t i = e.from; i + 1 < e.to; i++)
        if (s->atoms[i].shrink_stage == stage)
            advances[i - e.from] -= part * s->atoms[i].shrink;
    return amount - part * can;
}

static double share_stretch(const struct setting *s, struct extent e, enum stretch_stage stage,
                            double amount, bool all, double *advances) {
    double can = 0;
    for (size_t i = e.from; i + 1 < e.to; i++)
        if (s->atoms[i].stretch_stage == stage)
            can += s->atoms[i].stretch;
    if (can <= 0)
        return amount;
    double part = all || amount < can ? amount / can : 1;
    for (size_t i = e.from; i + 1 < e.to; i++)
        if (s->atoms[i].stretch_stage == stage)
            advances[i - e.from] += part * s->atoms[i].stretch;
    return amount - part * can;
}

/* Marks may not lose their half before brackets have, and so on (targets 6.3, 6.4). What no stage
 * can take goes to the boundaries, or failing these to the word spaces. */
static void justify(const struct setting *s, struct extent e, double slack, double *advances) {
    double left = slack < 0 ? -slack : slack;
    if (slack < 0) {
        for (int stage = SHRINK_WORD_SPACE; stage < SHRINK_STAGES && left > 0; stage++)
            left = share_shrink(s, e, (enum shrink_stage)stage, left, advances);
        return;
    }
    for (int stage = STRETCH_WORD_SPACE; stage < STRETCH_STAGES && left > 0; stage++)
        left = share_stretch(s, e, (enum stretch_stage)stage, left, false, advances);
    for (int stage = STRETCH_BOUNDARY; stage > STRETCH_NONE && left > 1e-9; stage--)
        left = share_stretch(s, e, (enum stretch_stage)stage, left, true, advances);
}

static double align_offset(enum align align, double slack) {
    return align == ALIGN_CENTRE ? slack / 2 : align == ALIGN_END ? slack : 0;
}

/* ── Marks: what needs more than its glyphs drawn ── */

struct marking {
    const struct setting *setting;
    struct line *line;
    struct line_mark *marks;
    size_t room;
};

static bool wants_mark(const struct setting *s, const struct inline_ *in) {
    const char *language = s->request->language;
    bool foreign = in->language && (!language || strcmp(in->language, language) != 0);
    return (in->kind != INLINE_TEXT && in->kind != INLINE_BREAK) || in->dest || in->uri || foreign;
}

static void add_mark(struct marking *m, struct line_mark mark) {
    struct line *line = m->line;
    ARENA_GROW(m->setting->arena, m->marks, line->mark_count, m->room, 4);
    m->marks[line->mark_count++] = mark;
}

/* Destinations without ink among pieces up to `to`, before cluster i at x. */
static void add_destinations(struct marking *m, size_t *piece, size_t to, size_t i, double x) {
    for (; *piece < to; ++*piece) {
        const struct inline_ *in = m->setting->inline_of[*piece];
        if (in->kind == INLINE_MARK)
            add_mark(m,
                     (struct line_mark){.inline_ = in, .from = x, .to = x, .first = i, .last = i});
    }
}

/* The gap to the next inline, which is no part of this one. */
static double gap_after(const struct setting *s, const struct line *line, size_t i) {
    if (i + 1 >= line->to || s->atoms[i].stretch_stage != STRETCH_AUTOSPACE)
        return 0;
    const struct cluster *c = &s->shaped->clusters[i];
    double natural = s->boxes[c->piece] ? s->boxes[c->piece]->width : c->advance;
    return line->advances[i - line->from] - natural;
}

static void find_marks(struct setting *s, struct line *line) {
    struct marking m = {s, line, NULL, 0};
    const struct cluster *clusters = s->shaped->clusters;
    double x = 0;
    for (size_t i = line->from; i < line->to;) {
        size_t piece = clusters[i].piece, first = i;
        double from = x;
        add_destinations(&m, &s->piece, piece, i, x);
        while (i < line->to && clusters[i].piece == piece)
            x += line->advances[i++ - line->from];
        s->piece = piece + 1;
        if (wants_mark(s, s->inline_of[piece]))
            add_mark(&m,
                     (struct line_mark){s->inline_of[piece], from, x - gap_after(s, line, i - 1),
                                        first, i, piece, s->boxes[piece]});
    }
    bool last = line->to >= s->n;
    if (last)
        add_destinations(&m, &s->piece, s->pieces, line->to, x);
    line->marks = m.marks;
}

/* ── The line ── */

/* How much each boundary of Han grew, in ems; without any, how much word spaces went over theirs.
 */
static double boundary_growth(const struct setting *s, struct extent e, const double *advances) {
    double over = 0;
    for (size_t i = e.from; i + 1 < e.to; i++) {
        const struct atom *at = &s->atoms[i];
        double grown = advances[i - e.from] - at->advance;
        if (at->stretch_stage == STRETCH_BOUNDARY)
            return grown / s->size;
        if (at->stretch_stage == STRETCH_WORD_SPACE)
            over = fmax(over, (grown - at->stretch) / s->size);
    }
    return over;
}

static double *natural_advances(const struct setting *s, struct extent e) {
    size_t n = e.to - e.from;
    double *advances = ARENA_ARRAY(s->arena, double, n + 1);
    for (size_t k = 0; k < n; k++)
        advances[k] = s->atoms[e.from + k].advance;
    if (n) {
        advances[0] -= s->atoms[e.from].start_trim;
        advances[n - 1] -= s->atoms[e.to - 1].end_trim;
    }
    return advances;
}

static double shift_of(const struct setting *s, struct extent e, size_t i) {
    const struct atom *at = &s->atoms[i];
    return i == e.from && at->narrow_start ? -at->start_trim : at->shift;
}

/* NULL where nothing moves, as in most lines without Han. */
static const double *shifts_of(const struct setting *s, struct extent e) {
    size_t i = e.from;
    while (i < e.to && fabs(shift_of(s, e, i)) <= 0)
        i++;
    if (i == e.to)
        return NULL;
    double *shifts = ARENA_ARRAY(s->arena, double, e.to - e.from);
    for (; i < e.to; i++)
        shifts[i - e.from] = shift_of(s, e, i);
    return shifts;
}

struct line setting_line(struct setting *s, size_t i, size_t j, bool first, bool last) {
    const struct paragraph_request *r = s->request;
    struct extent e = setting_extent(s, i, j);
    size_t n = e.to - e.from;
    double *advances = natural_advances(s, e);
    double slack = setting_room(s, first) - e.width;
    struct line line = {.from = e.from, .to = e.to, .advances = advances};
    line.shifts = shifts_of(s, e);
    line.hyphen = setting_hyphened(s, j);
    line.divided = setting_divided(s, j);
    if (r->style->align == ALIGN_JUSTIFY && n && (slack < 0 ? e.shrink > 0 : !last)) {
        double give = slack < 0 && -slack > e.shrink ? -e.shrink : slack;
        justify(s, e, give, advances);
        line.boundary = give > 0 ? boundary_growth(s, e, advances) : 0;
        line.stretch = give < 0 ? give / e.shrink : e.stretch > 0 ? give / e.stretch : 0;
    }
    for (size_t k = 0; k < n; k++)
        line.width += advances[k];
    if (line.hyphen)
        line.width += s->hyphen->width;
    line.x = r->style->left + (first ? setting_indent(r) : 0);
    if (r->style->align != ALIGN_JUSTIFY)
        line.x += align_offset(r->style->align, setting_room(s, first) - line.width);
    find_marks(s, &line);
    return line;
}
