/* The roofline's texts that belong to no single point: axes, carets, regions. */
#include <math.h>

#include "chart/roofline.h"
#include "plot/words.h"

static struct text_style style(const struct roofline *r, double size, enum weight weight,
                               enum ink ink) {
    return draw_style(r->d, size, weight, ink);
}

static void draw_axis_titles(struct roofline *r) {
    bool page = r->request->in_page;
    double size = page ? 8.5 : 9;
    draw_text(r->d, page ? 0 : 16, r->y.to - (page ? 8 : 7), ANCHOR_START, "TFLOP/s",
              style(r, size, WEIGHT_SEMIBOLD, INK_INK2));
    const char *title = roofline_word(r, page ? "x-axis.short" : "x-axis");
    struct text_style plain = style(r, size, WEIGHT_REGULAR, INK_INK2);
    bool wide = draw_width(r->d, title, plain) > r->x.to;
    draw_text(r->d, wide ? 0 : r->x.to, r->y.from + (page ? 22.5 : 29),
              wide ? ANCHOR_START : ANCHOR_END, title, plain);
}

static void draw_caret_value(struct roofline *r, const struct workload *w) {
    struct piece piece = {words_number(r->d->arena, w->intensity),
                          style(r, 8.5, WEIGHT_SEMIBOLD, roofline_ink(r, w->intensity))};
    struct label label = {.lines = {{&piece, 1}}, .n = 1};
    struct candidate at = {axis_at(r->x, w->intensity), r->y.from - 7, ANCHOR_MIDDLE};
    if (label_first_clear(r->d, &label, &at, 1, 1.5) == 0)
        label_draw(r->d, &label, at);
}

/* The intensity of each workload over its caret, where it has room; the last one before those
 * between the ends. */
static void draw_caret_values(struct roofline *r) {
    size_t n = r->request->in_page ? 0 : r->work.n;
    if (n)
        draw_caret_value(r, &r->work.at[0]);
    if (n > 1)
        draw_caret_value(r, &r->work.at[n - 1]);
    for (size_t k = 1; k + 1 < n; k++)
        draw_caret_value(r, &r->work.at[k]);
}

struct region {
    enum limit limit;
    const char *name;      /* word; also with ".short" and ".why" */
    double from, to, wish; /* where it may stand */
};

static const char *region_word(const struct roofline *r, const struct region *g,
                               const char *suffix) {
    return roofline_word(r, arena_printf(r->d->arena, "%s%s", g->name, suffix));
}

static bool draw_region_label(struct roofline *r, const struct region *g, const char *suffix,
                              bool with_why) {
    bool page = r->request->in_page;
    enum ink ink = limit_ink(g->limit);
    double glyph = page ? 7 : 8, indent = page ? 9.06 : 11.6;
    struct piece pieces[] = {
        {region_word(r, g, suffix), style(r, page ? 8.5 : 10.5, WEIGHT_SEMIBOLD, ink)},
        {region_word(r, g, ".why"), style(r, page ? 8 : 8.5, WEIGHT_REGULAR, ink)}};
    struct label label = {
        .lines = {{&pieces[0], 1}, {&pieces[1], 1}}, .n = with_why ? 2 : 1, .pitch = 11.5};
    double baseline = r->y.from - (page ? with_why ? 18 : 6.5 : 33.5);
    struct rect origin = label_box(r->d, &label, (struct candidate){0, baseline, ANCHOR_START});
    double top = fmin(origin.y, baseline - glyph);
    for (double step = 0; step < g->to - g->from; step += 1)
        for (int side = 0; side < 2; side++) {
            double x = g->wish + (side ? -step : step);
            struct rect box = {x, top, origin.w + indent, rect_bottom(origin) - top};
            if (x < g->from || rect_right(box) > g->to || !draw_is_free(r->d, box))
                continue;
            mark_limit(r->d->scene, g->limit, (struct point){x, baseline + (page ? 0.5 : 0.4)},
                       glyph);
            draw_keep_box(r->d, (struct rect){x, baseline - glyph, glyph, glyph});
            label_draw(r->d, &label, (struct candidate){x + indent, baseline, ANCHOR_START});
            return true;
        }
    return false;
}

/* The fullest form that has room. */
static void draw_region(struct roofline *r, const struct region *g) {
    if (!r->narrow && draw_region_label(r, g, "", true))
        return;
    if (!draw_region_label(r, g, "", false))
        draw_region_label(r, g, ".short", false);
}

static void draw_regions(struct roofline *r) {
    const struct roof_line *a = &r->roofs[0];
    double ridge = a->ridge > 0 ? axis_at(r->x, a->ridge) : a->peak > 0 ? r->x.from : r->x.to;
    double gap = r->request->in_page ? 4 : 8, wish = r->request->in_page ? 2.3 : 2.6;
    struct region left = {roofline_slope_limit(r), "memory-bound", r->x.from + 3, ridge - 3,
                          axis_at(r->x, r->link ? r->x.low * 3 : wish)};
    struct region right = {LIMIT_COMPUTE, "compute-bound", ridge + gap, r->x.to + 6, ridge + gap};
    if (ridge - r->x.from > 20)
        draw_region(r, &left);
    if (r->x.to - ridge > 20)
        draw_region(r, &right);
}

void roofline_draw_surround(struct roofline *r) {
    draw_axis_titles(r);
    struct point origin = {r->x.from, r->y.from};
    draw_keep_clear(r->d, origin, (struct point){r->x.from, r->y.to});
    draw_keep_clear(r->d, origin, (struct point){r->x.to, r->y.from});
    draw_caret_values(r);
    roofline_draw_gutter(r);
    draw_regions(r);
}
