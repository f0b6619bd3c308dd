/* Total fit: where the lines of a paragraph end. */
#include "base/text.h"
#include "line/setting.h"

/* Demerits; what a line costs besides its stretch. */
static const double BREAK_COST[] = {
    [BREAK_CHANCE] = 30 * 30, [BREAK_INSIDE] = 250 * 250, [BREAK_HYPHEN] = 90 * 90,
    [BREAK_UNTIED] = 1e6,     [BREAK_HUMP] = 1e7,         [BREAK_ANYWHERE] = 1e8,
    [BREAK_FORCED] = 0,
};
/* Between Han, a word sooner moves on whole; two hyphens in a row are bad, three do not occur. */
static const double HYPHEN_COST_IN_HAN = 110 * 110, HYPHEN_TWICE_COST = 9000,
                    HYPHEN_MANY_COST = 1e9;
static const double RUNT_COST = 1e5, OVERFULL_COST = 1e10, LINE_COST = 10;
enum { HYPHENS_IN_A_ROW = 2 };
static const double RUNT_EMS = 2.0;
static const double NEAR_SHARE = 0.5;
static const double NARROW_MEASURE = 20; /* ems */
static const double LEAST_BOUNDARY = 0.12, RATIO_MOST = 30;
static const double TIGHT = 0.9, TIGHT_WEIGHT = 1.6; /* nearly all that a line can give */
static const double RUNT_SHARE = 0.15;               /* of the measure, where lines are ragged */
static const double TITLE_SIZE = 20, TITLE_RUNT_SHARE = 0.3;

/* ── Widths of lines ── */

void setting_sum(struct setting *s) {
    s->width = ARENA_ARRAY(s->scratch, double, s->n + 1);
    s->stretch = ARENA_ARRAY(s->scratch, double, s->n + 1);
    s->shrink = ARENA_ARRAY(s->scratch, double, s->n + 1);
    s->boundary = ARENA_ARRAY(s->scratch, double, s->n + 1);
    for (size_t i = 0; i < s->n; i++) {
        s->width[i + 1] = s->width[i] + s->atoms[i].advance;
        bool boundary = s->atoms[i].stretch_stage == STRETCH_BOUNDARY;
        s->stretch[i + 1] = s->stretch[i] + s->atoms[i].stretch;
        s->boundary[i + 1] = s->boundary[i] + (boundary ? s->atoms[i].stretch : 0);
        s->shrink[i + 1] = s->shrink[i] + s->atoms[i].shrink;
    }
}

/* What a line from break i to break j measures: blanks and half marks at its ends come off. */
struct extent setting_extent(const struct setting *s, size_t i, size_t j) {
    struct extent e = {.from = i, .to = j};
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
    e.boundary = s->boundary[e.to - 1] - s->boundary[e.from];
    if (j < s->n && s->atoms[j].before == BREAK_HYPHEN)
        e.width += s->hyphen->width;
    return e;
}

/* In a narrow column a Chinese paragraph is indented by one em only (targets 3). */
double setting_indent(const struct paragraph_request *r) {
    double size = r->style->text.size, indent = r->no_indent ? 0 : r->style->indent;
    bool narrow = r->measure - r->style->left < NARROW_MEASURE * size;
    if (narrow && indent > size && language_is_chinese(r->language))
        indent = size;
    return indent + r->label_width;
}

double setting_room(const struct setting *s, bool first) {
    const struct paragraph_request *r = s->request;
    return r->measure - r->style->left - (first ? setting_indent(r) : 0);
}

/* ── Total fit ── */

static double badness(double ratio) {
    return 100 * ratio * ratio * ratio;
}

/* Past 1, when word spaces and autospace can give no more, boundaries take all that is left. */
static double stretch_ratio(const struct setting *s, struct extent e, double slack) {
    double least = LEAST_BOUNDARY * s->size;
    if (slack <= e.stretch)
        return slack / (e.stretch > least ? e.stretch : least);
    return 1 + (slack - e.stretch) / (e.boundary > least ? e.boundary : least);
}

/* What the line costs on its own; a negative result means: too wide even when shrunk. */
static double line_cost(const struct setting *s, struct extent e, double measure, bool last) {
    double slack = measure - e.width, size = s->size;
    bool justify = s->request->style->align == ALIGN_JUSTIFY;
    double cost;
    if (slack < -0.01) {
        if (!justify || -slack > e.shrink + 0.01)
            return -1;
        double ratio = -slack / e.shrink;
        cost = badness(ratio) * (last ? 0.5 : 1) * (ratio > TIGHT ? TIGHT_WEIGHT : 1);
    } else if (last) {
        cost = 0;
    } else if (justify) {
        double ratio = stretch_ratio(s, e, slack);
        cost = badness(ratio < RATIO_MOST ? ratio : RATIO_MOST);
    } else {
        cost = 100 * (slack / size) * (slack / size) / 16;
    }
    cost = (LINE_COST + cost) * (LINE_COST + cost);
    double share = s->request->style->text.size < TITLE_SIZE ? RUNT_SHARE : TITLE_RUNT_SHARE;
    double runt = justify ? RUNT_EMS * size : share * measure;
    if (last && e.width < runt && e.from > 0)
        cost += RUNT_COST;
    return cost;
}

struct node_ {
    double cost;
    size_t before; /* index into breaks */
    bool reached;
    int hyphens; /* lines in a row before here that end with one, typed ones too */
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

static bool is_word(uint32_t code) {
    uint32_t small = code | 0x20;
    return (small >= 'a' && small <= 'z') || (code >= '0' && code <= '9') || code >= 0xC0;
}

bool setting_divided(const struct setting *s, size_t at) {
    const struct cluster *c = s->shaped->clusters;
    if (setting_hyphened(s, at))
        return true;
    size_t end = at > 0 && s->atoms[at - 1].blank ? at - 1 : at;
    if (at >= s->n || end < 2 || (c[end - 1].code != '-' && c[end - 1].code != 0x2010))
        return false;
    uint32_t last = c[end - 2].code, next = c[at].code;
    bool range = last >= '0' && last <= '9' && next >= '0' && next <= '9';
    return is_word(last) && !range;
}

static double break_cost(const struct setting *s, const struct node_ *from, size_t at) {
    enum break_kind kind = at < s->n ? s->atoms[at].before : BREAK_FORCED;
    double cost = kind == BREAK_HYPHEN && s->chinese ? HYPHEN_COST_IN_HAN : BREAK_COST[kind];
    if (!from->hyphens || !setting_divided(s, at))
        return cost;
    return cost + (from->hyphens >= HYPHENS_IN_A_ROW ? HYPHEN_MANY_COST : HYPHEN_TWICE_COST);
}

struct fitting {
    const struct setting *setting;
    const size_t *breaks;
    struct node_ *nodes;
    size_t forced; /* the last forced break so far: no line reaches over it */
    size_t near;   /* lines from later breaks would be less than half full */
};

static bool is_forced(const struct setting *s, size_t at) {
    return at == s->n || s->atoms[at].before == BREAK_FORCED;
}

/* Considers the line from break i to break j; false when it is too wide. */
static bool consider(struct fitting *f, size_t i, size_t j, bool last) {
    const struct setting *s = f->setting;
    struct node_ *node = &f->nodes[j];
    struct extent e = setting_extent(s, f->breaks[i], f->breaks[j]);
    double measure = setting_room(s, i == 0), cost = line_cost(s, e, measure, last);
    bool too_wide = cost < 0;
    if (too_wide && node->reached)
        return false;
    if (too_wide)
        cost = OVERFULL_COST * (1 + (e.width - measure) / s->size);
    cost += f->nodes[i].cost + break_cost(s, &f->nodes[i], f->breaks[j]);
    if (!node->reached || cost < node->cost)
        *node = (struct node_){cost, i, true,
                               setting_divided(s, f->breaks[j]) ? f->nodes[i].hyphens + 1 : 0};
    return !too_wide;
}

/* The last break from which a line to j is half full, or, where there is none or the line is the
 * last, the one before j. */
static size_t nearest(struct fitting *f, size_t j, bool last) {
    const struct setting *s = f->setting;
    const double *width = s->width;
    double half = NEAR_SHARE * setting_room(s, false), end = width[f->breaks[j]];
    while (f->near + 1 < j && end - width[f->breaks[f->near + 1]] >= half)
        f->near++;
    bool usable = !last && f->near > f->forced && end - width[f->breaks[f->near]] >= half;
    return usable ? f->near : j - 1;
}

/* The cheapest way to break j, looking back until lines get too wide. */
static void reach(struct fitting *f, size_t j) {
    bool last = is_forced(f->setting, f->breaks[j]);
    size_t near = nearest(f, j, last);
    bool fits = true;
    for (size_t i = near + 1; fits && i-- > f->forced;)
        fits = consider(f, i, j, last);
    if (near + 1 < j && f->nodes[j].cost >= OVERFULL_COST) {
        f->nodes[j].reached = false;
        fits = true;
        for (size_t i = j; fits && i-- > f->forced;)
            fits = consider(f, i, j, last);
    }
    if (last)
        f->forced = j;
}

size_t *setting_fit(const struct setting *s, size_t *line_count) {
    size_t *breaks = ARENA_ARRAY(s->scratch, size_t, s->n + 2);
    size_t count = collect_breaks(s, breaks);
    struct node_ *nodes = ARENA_ARRAY(s->scratch, struct node_, count);
    struct fitting f = {.setting = s, .breaks = breaks, .nodes = nodes};
    nodes[0].reached = true;
    for (size_t j = 1; j < count; j++)
        reach(&f, j);
    size_t lines = 0;
    for (size_t j = count - 1; j > 0; j = nodes[j].before)
        lines++;
    size_t *ends = ARENA_ARRAY(s->scratch, size_t, lines + 1);
    *line_count = lines;
    for (size_t j = count - 1; j > 0; j = nodes[j].before)
        ends[lines--] = breaks[j];
    ends[0] = 0;
    return ends;
}
