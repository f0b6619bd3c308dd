#include "doc/paragraph.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "doc/glue.h"

/* Demerits; what a line costs besides its stretch. */
static const double HYPHEN_COST = 60 * 60, HYPHEN_TWICE_COST = 3000 * 3.0;
static const double RUNT_COST = 1e5, OVERFULL_COST = 1e9, LINE_COST = 10;
static const double RUNT_EMS = 2.0;
static const double RUNT_SHARE = 0.15; /* of the measure, where lines are ragged */
/* Beyond this stretch of every boundary, in ems, a line counts as loose (targets 6.4). */
static const double LOOSE_EMS = 0.12;
static const double SCRIPT_SIZE = 0.72, SCRIPT_RISE = 0.32, SCRIPT_DROP = 0.16, CODE_SIZE = 0.92;
static const double SERIF_IN_HAN = 1.03;

struct setting {
    struct arena *arena;
    const struct paragraph_request *request;
    const struct shaped *shaped;
    const struct shaped *hyphen;
    const struct inline_ *const *inline_of;
    const struct atom *atoms;
    size_t n;
    double *width, *stretch, *shrink; /* sums over atoms before i */
    double size;
};

/* ── From inlines to shaped text ── */

static struct text_style inline_style(const struct paragraph_request *r, const struct inline_ *in) {
    struct text_style s = r->style->text;
    s.language = in->language ? in->language : r->language;
    if (s.family == FAMILY_SERIF && language_is_chinese(r->language))
        s.latin_scale = SERIF_IN_HAN;
    if (in->strong) {
        s.family = FAMILY_SANS;
        s.weight = WEIGHT_SEMIBOLD;
        s.latin_scale = 0;
    }
    if (in->emphasis) {
        s.italic = true;
        if (language_is_chinese(s.language))
            s.family = FAMILY_SANS;
    }
    if (in->code) {
        s.family = FAMILY_MONO;
        s.size *= CODE_SIZE;
        s.latin_scale = 0;
    }
    if (in->script) {
        s.rise = (in->script > 0 ? SCRIPT_RISE : -SCRIPT_DROP) * s.size;
        s.size *= SCRIPT_SIZE;
    }
    if (in->quiet)
        s.ink = INK_INK2;
    if (in->ink != INK_NONE)
        s.ink = in->ink;
    return s;
}

/* The blank that a limit's glyph is drawn over. */
static const char *inline_text(const struct inline_ *in) {
    return in->kind == INLINE_LIMIT   ? "\u00A0"
           : in->kind == INLINE_BREAK ? "\n"
           : in->text                 ? in->text
                                      : "";
}

static void shape(struct setting *s) {
    size_t count = 0;
    for (const struct inline_ *in = s->request->text; in; in = in->next)
        count++;
    struct piece *pieces = ARENA_ARRAY(s->arena, struct piece, count + 1);
    const struct inline_ **inlines = ARENA_ARRAY(s->arena, const struct inline_ *, count + 1);
    size_t i = 0;
    for (const struct inline_ *in = s->request->text; in; in = in->next, i++) {
        pieces[i] = (struct piece){inline_text(in), inline_style(s->request, in)};
        inlines[i] = in;
    }
    s->shaped = text_shape(s->request->fonts, s->arena, pieces, count);
    s->inline_of = inlines;
    s->n = s->shaped->cluster_count;
}

/* A hyphen that the reader of the text gets as a soft one, so that words come back whole. */
static const struct shaped *shape_hyphen(struct setting *s) {
    struct text_style style = s->request->style->text;
    style.language = s->request->language;
    struct piece piece = {"-", style};
    struct shaped *h = arena_memdup(s->arena, text_shape(s->request->fonts, s->arena, &piece, 1),
                                    sizeof(struct shaped));
    if (!h->cluster_count)
        return h;
    struct cluster *c = arena_memdup(s->arena, h->clusters, sizeof *c);
    h->text = "\u00AD";
    h->bytes = c->bytes = 2;
    h->clusters = c;
    return h;
}

/* ── Widths of lines ── */

static void sum_up(struct setting *s) {
    s->width = ARENA_ARRAY(s->arena, double, s->n + 1);
    s->stretch = ARENA_ARRAY(s->arena, double, s->n + 1);
    s->shrink = ARENA_ARRAY(s->arena, double, s->n + 1);
    for (size_t i = 0; i < s->n; i++) {
        s->width[i + 1] = s->width[i] + s->atoms[i].advance;
        s->stretch[i + 1] = s->stretch[i] + s->atoms[i].stretch;
        s->shrink[i + 1] = s->shrink[i] + s->atoms[i].shrink;
    }
}

struct extent {
    size_t from, to; /* without blanks at the ends */
    double width, stretch, shrink;
};

/* What a line from break i to break j measures: blanks and half marks at its ends come off. */
static struct extent line_extent(const struct setting *s, size_t i, size_t j) {
    struct extent e = {i, j, 0, 0, 0};
    while (e.from < e.to && s->atoms[e.from].blank)
        e.from++;
    while (e.to > e.from && s->atoms[e.to - 1].blank)
        e.to--;
    if (e.from == e.to)
        return e;
    const struct atom *last = &s->atoms[e.to - 1];
    e.width = s->width[e.to] - s->width[e.from] - s->atoms[e.from].start_trim - last->end_trim;
    e.stretch = s->stretch[e.to - 1] - s->stretch[e.from];
    e.shrink = s->shrink[e.to - 1] - s->shrink[e.from];
    if (j < s->n && s->atoms[j].before == BREAK_HYPHEN)
        e.width += s->hyphen->width;
    return e;
}

static double first_indent(const struct paragraph_request *r) {
    return (r->no_indent ? 0 : r->style->indent) + r->label_width;
}

static double room(const struct setting *s, bool first) {
    const struct paragraph_request *r = s->request;
    return r->measure - r->style->left - (first ? first_indent(r) : 0);
}

/* ── Total fit ── */

static double badness(double ratio) {
    return 100 * ratio * ratio * ratio;
}

/* What the line costs on its own; a negative result means: too wide even when shrunk. */
static double line_cost(const struct setting *s, struct extent e, double measure, bool last) {
    double slack = measure - e.width, size = s->size;
    bool justify = s->request->style->align == ALIGN_JUSTIFY;
    double cost;
    if (slack < -0.01) {
        if (!justify || -slack > e.shrink + 0.01)
            return -1;
        cost = badness(-slack / e.shrink) * (last ? 0.5 : 1);
    } else if (last) {
        cost = 0;
    } else if (justify) {
        double ratio = slack / (e.stretch > 0.01 ? e.stretch : 0.01);
        cost = badness(ratio < 30 ? ratio : 30);
    } else {
        cost = 100 * (slack / size) * (slack / size) / 16;
    }
    cost = (LINE_COST + cost) * (LINE_COST + cost);
    double runt = justify ? RUNT_EMS * size : RUNT_SHARE * measure;
    if (last && e.width < runt && e.from > 0)
        cost += RUNT_COST;
    return cost;
}

struct node_ {
    double cost;
    size_t before; /* index into breaks */
    bool reached;
};

static size_t collect_breaks(const struct setting *s, size_t *breaks) {
    size_t count = 0;
    breaks[count++] = 0;
    for (size_t i = 1; i < s->n; i++)
        if (s->atoms[i].before != BREAK_NEVER)
            breaks[count++] = i;
    breaks[count++] = s->n;
    return count;
}

static bool is_hyphen(const struct setting *s, size_t at) {
    return at < s->n && s->atoms[at].before == BREAK_HYPHEN;
}

/* The cheapest way to break j, looking back until lines get too wide. */
static void reach(const struct setting *s, const size_t *breaks, struct node_ *nodes, size_t j) {
    bool forced_end = breaks[j] == s->n || s->atoms[breaks[j]].before == BREAK_FORCED;
    for (size_t back = 1; back <= j; back++) {
        size_t i = j - back;
        struct extent e = line_extent(s, breaks[i], breaks[j]);
        double measure = room(s, i == 0);
        double cost = line_cost(s, e, measure, forced_end);
        bool too_wide = cost < 0;
        if (too_wide && back > 1 && nodes[j].reached)
            break;
        if (too_wide)
            cost = OVERFULL_COST * (1 + (e.width - measure) / s->size);
        if (is_hyphen(s, breaks[j]))
            cost += is_hyphen(s, breaks[i]) ? HYPHEN_TWICE_COST + HYPHEN_COST : HYPHEN_COST;
        cost += nodes[i].cost;
        if (!nodes[j].reached || cost < nodes[j].cost)
            nodes[j] = (struct node_){cost, i, true};
        bool forced = i > 0 && s->atoms[breaks[i]].before == BREAK_FORCED;
        if (forced || e.width - e.shrink > measure + 40 * s->size)
            break;
    }
}

static size_t *fit(const struct setting *s, size_t *line_count) {
    size_t *breaks = ARENA_ARRAY(s->arena, size_t, s->n + 2);
    size_t count = collect_breaks(s, breaks);
    struct node_ *nodes = ARENA_ARRAY(s->arena, struct node_, count);
    nodes[0].reached = true;
    for (size_t j = 1; j < count; j++)
        reach(s, breaks, nodes, j);
    size_t lines = 0;
    for (size_t j = count - 1; j > 0; j = nodes[j].before)
        lines++;
    size_t *ends = ARENA_ARRAY(s->arena, size_t, lines + 1);
    *line_count = lines;
    for (size_t j = count - 1; j > 0; j = nodes[j].before)
        ends[lines--] = breaks[j];
    ends[0] = 0;
    return ends;
}

/* ── Lines ── */

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

static bool wants_mark(const struct inline_ *in) {
    return in->kind != INLINE_TEXT || in->dest || in->uri;
}

static void find_marks(const struct setting *s, struct line *line) {
    struct line_mark *marks = ARENA_ARRAY(s->arena, struct line_mark, line->to - line->from + 1);
    double x = 0;
    for (size_t i = line->from; i < line->to;) {
        const struct inline_ *in = s->inline_of[s->shaped->clusters[i].piece];
        size_t first = i;
        double from = x;
        while (i < line->to && s->inline_of[s->shaped->clusters[i].piece] == in)
            x += line->advances[i++ - line->from];
        double gap = s->atoms[i - 1].stretch_stage == STRETCH_AUTOSPACE
                         ? line->advances[i - 1 - line->from] - s->shaped->clusters[i - 1].advance
                         : 0;
        if (wants_mark(in) && in->kind != INLINE_BREAK)
            marks[line->mark_count++] =
                (struct line_mark){in, from, x - (i < line->to ? gap : 0), first, i};
    }
    line->marks = marks;
}

static struct line make_line(const struct setting *s, size_t i, size_t j, bool first, bool last) {
    const struct paragraph_request *r = s->request;
    struct extent e = line_extent(s, i, j);
    size_t n = e.to - e.from;
    double *advances = ARENA_ARRAY(s->arena, double, n + 1);
    double *shifts = ARENA_ARRAY(s->arena, double, n + 1);
    for (size_t k = 0; k < n; k++)
        advances[k] = s->atoms[e.from + k].advance;
    if (n) {
        const struct atom *head = &s->atoms[e.from];
        advances[0] -= head->start_trim;
        shifts[0] = head->narrow_start ? -head->start_trim : 0;
        advances[n - 1] -= s->atoms[e.to - 1].end_trim;
    }
    double slack = room(s, first) - e.width;
    struct line line = {.from = e.from, .to = e.to, .advances = advances, .shifts = shifts};
    line.hyphen = is_hyphen(s, j);
    if (r->style->align == ALIGN_JUSTIFY && n && (slack < 0 ? e.shrink > 0 : !last)) {
        double give = slack < 0 && -slack > e.shrink ? -e.shrink : slack;
        justify(s, e, give, advances);
        line.stretch = give < 0 ? give / e.shrink : e.stretch > 0 ? give / e.stretch : 0;
    }
    for (size_t k = 0; k < n; k++)
        line.width += advances[k];
    if (line.hyphen)
        line.width += s->hyphen->width;
    line.x = r->style->left + (first ? first_indent(r) : 0);
    if (r->style->align != ALIGN_JUSTIFY)
        line.x += align_offset(r->style->align, room(s, first) - line.width);
    find_marks(s, &line);
    return line;
}

static void count_faults(const struct setting *s, struct diag *d, struct paragraph *p,
                         const struct line *line, bool first) {
    double over = line->width - room(s, first);
    if (over > 0.05) {
        p->overfull++;
        diag_report(d, DIAG_LINE_OVERFULL, s->request->where,
                    quantity_format(s->arena, quantity_exact(over, UNIT_NONE),
                                    (struct number_format){.digits = 2}),
                    "words that can be broken, or a wider column", NULL);
    }
    /* Past the limit of every boundary, not only of the word spaces. */
    if (line->stretch > 1 + LOOSE_EMS)
        p->loose++;
}

static bool has_marks(const struct paragraph_request *r) {
    for (const struct inline_ *in = r->text; in; in = in->next)
        if (in->kind == INLINE_VALUE || in->dest || in->uri)
            return true;
    return r->label_width > 0;
}

static bool may_hyphenate(const struct setting *s) {
    for (size_t i = 0; i < s->n; i++)
        if (s->atoms[i].before == BREAK_HYPHEN)
            return true;
    return false;
}

static struct setting prepare(struct arena *a, const struct paragraph_request *request) {
    struct setting s = {.arena = a, .request = request, .size = request->style->text.size};
    shape(&s);
    s.atoms = glue_make(a, request, s.shaped, s.inline_of);
    if (may_hyphenate(&s))
        s.hyphen = shape_hyphen(&s);
    sum_up(&s);
    return s;
}

const struct paragraph *paragraph_set(struct arena *a, struct diag *d,
                                      const struct paragraph_request *request) {
    struct setting s = prepare(a, request);
    text_report_missing(d, request->where, s.shaped);
    struct paragraph *p = ARENA_NEW(a, struct paragraph);
    size_t *ends = fit(&s, &p->line_count);
    struct line *lines = ARENA_ARRAY(a, struct line, p->line_count + 1);
    for (size_t i = 0; i < p->line_count; i++) {
        bool last = ends[i + 1] == s.n || s.atoms[ends[i + 1]].before == BREAK_FORCED;
        lines[i] = make_line(&s, ends[i], ends[i + 1], i == 0, last);
        count_faults(&s, d, p, &lines[i], i == 0);
    }
    p->shaped = s.shaped;
    p->lines = lines;
    p->hyphen = s.hyphen;
    p->style = request->style;
    p->language = request->language;
    p->spans = has_marks(request);
    return p;
}

const struct paragraph *paragraph_single(struct arena *a, const struct paragraph_request *request) {
    struct style style = *request->style;
    struct paragraph_request wide = *request;
    style.align = ALIGN_START;
    wide.style = arena_memdup(a, &style, sizeof style);
    wide.measure = 1e6;
    wide.hyphenator = NULL;
    struct setting s = prepare(a, arena_memdup(a, &wide, sizeof wide));
    struct paragraph *p = ARENA_NEW(a, struct paragraph);
    struct line *line = ARENA_NEW(a, struct line);
    *line = make_line(&s, 0, s.n, true, true);
    p->shaped = s.shaped;
    p->lines = line;
    p->line_count = 1;
    p->hyphen = s.hyphen;
    p->style = wide.style;
    p->language = request->language;
    p->spans = has_marks(request);
    return p;
}

double paragraph_width(const struct paragraph *p) {
    double width = 0;
    for (size_t i = 0; i < p->line_count; i++)
        if (p->lines[i].x + p->lines[i].width > width)
            width = p->lines[i].x + p->lines[i].width;
    return width;
}
