/* Scaling: what a step is made of at each count, under the axis. */
#include <math.h>

#include "chart/scaling.h"
#include "figure/mark.h"
#include "plot/words.h"

/* Below the axis (design 6.13), standalone and in a page. */
static const struct look {
    double title, bar, height, share, efficiency, size;
} looks[2] = {{29, 41, 9, 61, 73, 9.5}, {23, 32, 7, 49, 59.5, 8.5}};

static const struct look *look_of(const struct scaling *c) {
    return &looks[c->request->in_page];
}

double scaling_rows_height(const struct scaling *c) {
    return scaling_has_real(c) ? look_of(c)->efficiency - look_of(c)->title : 0;
}

static bool reaches_gutter(const struct scaling *c) {
    return c->points[SCALING_COUNTS - 1].state == SCALING_REAL;
}

/* 58 of the 70.8 between two ticks; less where the last one stands in the gutter. */
static double bar_width(const struct scaling *c) {
    double pitch = (c->plot.x.to - c->plot.x.from) / (SCALING_COUNTS - 1);
    return pitch * (reaches_gutter(c) ? 42 : 58) / 70.8;
}

/* Work, then links. */
static void draw_bar(struct scaling *c, const struct scaling_point *p) {
    const struct look *look = look_of(c);
    double x = axis_at(c->plot.x, p->devices), width = bar_width(c);
    double y = c->plot.y.from + look->bar, links = width * fmin(fmax(p->share.value, 0), 1);
    draw_mark(c->d, say_with(c->arena, c->words, "chart.scaling.mark.share", "devices",
                             words_number(c->arena, p->devices), "share",
                             scaling_share_text(c->arena, p->share.value), NULL));
    if (links < width)
        scene_rect(c->d->scene, (struct rect){x, y, width - links, look->height},
                   c->training ? INK_COMPUTE : INK_BANDWIDTH, stroke_none);
    if (links > 0)
        scene_rect(c->d->scene, (struct rect){x + width - links, y, links, look->height},
                   INK_INTERCONNECT, stroke_none);
    if (links > 0 && links < width)
        scene_line(c->d->scene, (struct point){x + width - links, y},
                   (struct point){x + width - links, y + look->height},
                   stroke_solid(INK_GROUND, 0.9));
    draw_keep_body(c->d, (struct rect){x, y, width, look->height});
    draw_mark_end(c->d);
}

/* The range stands at the bar's end where there is room for it. */
static void draw_share(struct scaling *c, const struct scaling_point *p) {
    const struct look *look = look_of(c);
    double x = axis_at(c->plot.x, p->devices), width = bar_width(c);
    double baseline = c->plot.y.from + look->share;
    struct text_style name = draw_style(c->d, look->size, WEIGHT_SEMIBOLD, INK_INTERCONNECT);
    struct text_style range = draw_style(c->d, 8.5, WEIGHT_REGULAR, INK_INK2);
    const char *share = p->share.high > 0 ? scaling_share_text(c->arena, p->share.value) : "0";
    const char *all = words_percent_range(c->arena, p->share);
    draw_text(c->d, x, baseline, ANCHOR_START, share, name);
    if (p->share.high > 0 &&
        draw_width(c->d, share, name) + draw_width(c->d, all, range) + 2 < width)
        draw_text(c->d, x + width, baseline, ANCHOR_END, all, range);
}

static void draw_efficiency(struct scaling *c, const struct scaling_point *p) {
    if (isfinite(p->efficiency))
        draw_text(c->d, axis_at(c->plot.x, p->devices), c->plot.y.from + look_of(c)->efficiency,
                  ANCHOR_START, scaling_share_text(c->arena, p->efficiency),
                  draw_style(c->d, look_of(c)->size, WEIGHT_SEMIBOLD, INK_INK));
}

/* None where one device alone does not hold the work: there is nothing to divide by. */
static bool has_efficiency(const struct scaling *c) {
    bool any = false;
    for (size_t i = 0; i < SCALING_COUNTS; i++)
        any |= c->points[i].state == SCALING_REAL && isfinite(c->points[i].efficiency);
    return any;
}

/* Names of the rows stand in the gutter. */
static void draw_names(struct scaling *c) {
    const struct look *look = look_of(c);
    double x = c->plot.x.to + 8 + (reaches_gutter(c) ? bar_width(c) : 0), base = c->plot.y.from,
           size = c->d->in_page ? 7 : 8;
    enum ink ink = c->training ? INK_COMPUTE : INK_BANDWIDTH;
    const struct {
        enum limit limit;
        double at;
        const char *text;
        enum ink ink;
    } rows[] = {
        {c->training ? LIMIT_COMPUTE : LIMIT_BANDWIDTH, look->bar + look->height,
         scaling_word(c, "row.work"), ink},
        {LIMIT_INTERCONNECT, look->share, scaling_word(c, "row.links"), INK_INTERCONNECT},
        {LIMIT_NONE, look->efficiency, say(c->words, "chart.scaling.row.efficiency"), INK_INK2}};
    size_t shown = sizeof rows / sizeof *rows - !has_efficiency(c);
    for (size_t i = 0; i < shown; i++) {
        double indent = rows[i].limit == LIMIT_NONE ? 0 : size + 1.6;
        if (indent > 0)
            mark_limit(c->d->scene, rows[i].limit, (struct point){x, base + rows[i].at + 0.6},
                       size);
        struct text_style style =
            draw_style(c->d, c->d->in_page ? 8 : 8.5, WEIGHT_SEMIBOLD, rows[i].ink);
        if (x + indent + draw_width(c->d, rows[i].text, style) <= c->d->scene->width)
            draw_text(c->d, x + indent, base + rows[i].at, ANCHOR_START, rows[i].text, style);
    }
}

/* In place of a bar, where so few devices do not hold the work. */
static void draw_misfit(struct scaling *c, const struct scaling_point *p) {
    double x = axis_at(c->plot.x, p->devices), base = c->plot.y.from + look_of(c)->share;
    struct text_style style =
        draw_style(c->d, c->d->in_page ? 8 : 8.5, WEIGHT_REGULAR, INK_CAPACITY);
    const char *text = say(c->words, "chart.does-not-fit");
    mark_cross(c->d->scene, (struct point){x, base});
    if (x + 9 + draw_width(c->d, text, style) < axis_at(c->plot.x, 2 * p->devices))
        draw_text(c->d, x + 9, base, ANCHOR_START, text, style);
}

void scaling_draw_rows(struct scaling *c) {
    for (size_t i = 0; i < SCALING_COUNTS; i++) {
        const struct scaling_point *p = &c->points[i];
        if (i < c->first && scaling_has_real(c) && p->state == SCALING_HYPOTHETICAL)
            draw_misfit(c, p);
        if (p->state != SCALING_REAL)
            continue;
        draw_bar(c, p);
        draw_share(c, p);
        draw_efficiency(c, p);
    }
    if (scaling_has_real(c))
        draw_names(c);
}
