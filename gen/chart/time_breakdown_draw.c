/* The time breakdown's bars, their names and the columns beside them. */
#include <math.h>
#include <string.h>

#include "chart/time_breakdown.h"
#include "plot/labels.h"
#include "plot/words.h"

static double at(const struct time_breakdown *b, double seconds) {
    return axis_at(b->plot.x, seconds / b->unit.seconds);
}

/* No grid line runs through a number. */
static void say_on_ground(struct time_breakdown *b, double x, double baseline, const char *text,
                          struct text_style style) {
    struct piece piece = {text, style};
    struct rect box = draw_box(b->d, x, baseline, ANCHOR_START, &piece, 1);
    scene_rect(b->d->scene, (struct rect){x - 1.5, box.y, box.w + 1.5, box.h}, INK_GROUND,
               stroke_none);
    draw_pieces(b->d, x, baseline, ANCHOR_START, &piece, 1);
}

/* ── Segments ── */

struct rect time_segment(const struct time_breakdown *b, size_t i, enum spent part) {
    const struct breakdown *spent = &b->bars[i].spent;
    double before = 0;
    for (int k = 0; k < (int)part; k++)
        before += spent->parts[k];
    double from = at(b, before), to = at(b, before + spent->parts[part]);
    return (struct rect){from, bar_top(b, i), to - from, b->look->bar};
}

static struct text_style value_style(const struct time_breakdown *b, enum spent part) {
    return draw_style(b->d, b->look->value, WEIGHT_SEMIBOLD, spent_rows[part].ink.on);
}

bool time_says_inside(const struct time_breakdown *b, size_t i, enum spent part) {
    const char *text = time_number(b, b->bars[i].parts[part]);
    return part != SPENT_BUBBLE &&
           box_holds(b->d, time_segment(b, i, part), text, value_style(b, part), 3);
}

static void draw_segment(struct time_breakdown *b, size_t i, enum spent part) {
    const struct bar *bar = &b->bars[i];
    struct rect box = time_segment(b, i, part);
    const char *value = time_number(b, bar->parts[part]);
    int mark = draw_mark(
        b->d,
        say_with(b->d->arena, b->d->strings, "chart.time-breakdown.tooltip", "bar", bar->lines[0],
                 "part", spent_word(b, part), "value", time_with_unit(b, bar->parts[part]), "share",
                 words_percent(b->d->arena, bar->spent.parts[part] / bar->spent.time.value), NULL));
    if (spent_rows[part].ink.fill)
        box_draw(b->d, box, spent_rows[part].ink);
    else
        box_draw_idle(b->d, box);
    draw_keep_body(b->d, box);
    draw_mark_end(b->d);
    if (!time_says_inside(b, i, part))
        return;
    draw_naming(b->d, mark);
    box_say(b->d, box, value, value_style(b, part));
    draw_naming(b->d, 0);
}

static void draw_bar(struct time_breakdown *b, size_t i) {
    const struct bar *bar = &b->bars[i];
    double top = bar_top(b, i), end = at(b, bar->spent.time.value);
    for (int part = 0; part < SPENTS; part++)
        if (bar->spent.parts[part] > 0)
            draw_segment(b, i, (enum spent)part);
    for (int part = 1; part < SPENTS; part++) {
        struct rect box = time_segment(b, i, (enum spent)part);
        if (box.w > 0)
            box_part(b->d, (struct point){box.x, top}, (struct point){box.x, rect_bottom(box)});
    }
    say_on_ground(b, end + 6, top + b->look->bar / 2 + b->look->total * 0.35,
                  time_with_unit(b, bar->total),
                  draw_style(b->d, b->look->total, WEIGHT_SEMIBOLD, INK_INK));
}

/* ── Ranges ── */

static void draw_range(struct time_breakdown *b, size_t i) {
    const struct quantity time = b->bars[i].spent.time;
    double bottom = bar_top(b, i) + b->look->bar, middle = bottom + b->look->range_gap;
    double low = at(b, time.low), value = at(b, time.value), high = at(b, time.high);
    struct rect band = {low, middle - b->look->range / 2, high - low, b->look->range};
    if (!(high - low > 0.5))
        return;
    draw_mark(b->d,
              arena_printf(b->d->arena, "%s %s", b->bars[i].lines[0], time_range(b, &b->bars[i])));
    scene_rect(b->d->scene, band, INK_BAND_INK, stroke_none);
    draw_keep_body(b->d, band);
    draw_mark_end(b->d);
    scene_line(b->d->scene, (struct point){value, bottom},
               (struct point){value, middle - b->look->tick / 2}, stroke_solid(INK_INK3, 0.45));
    scene_line(b->d->scene, (struct point){value, middle - b->look->tick / 2},
               (struct point){value, middle + b->look->tick / 2},
               stroke_solid(INK_INK, b->look->tick_width));
    draw_keep_thick(b->d, (struct point){value, bottom},
                    (struct point){value, middle + b->look->tick / 2}, b->look->tick_width);
    say_on_ground(b, high + 5, middle + 3, time_range(b, &b->bars[i]),
                  draw_style(b->d, b->look->second, WEIGHT_REGULAR, INK_INK2));
}

/* ── Beside the bars ── */

static struct text_style case_style(const struct time_breakdown *b, size_t line) {
    return line ? draw_style(b->d, b->look->second, WEIGHT_REGULAR, INK_INK2)
                : draw_style(b->d, b->look->name, WEIGHT_SEMIBOLD, INK_INK);
}

static const double case_gap = 4; /* from the names to the bars */

double time_names_width(const struct time_breakdown *b) {
    static const double most = 118; /* wider ones are broken */
    double width = 0;
    for (size_t i = 0; i < b->count; i++)
        for (size_t k = 0; k < b->bars[i].line_count; k++)
            width = fmax(width, draw_width(b->d, b->bars[i].lines[k], case_style(b, k)));
    return fmin(width, most) + case_gap;
}

/* A link's name without what stands in brackets, where it would run into the bar; other names that
 * would are broken. */
static void draw_case(struct time_breakdown *b, size_t i) {
    enum { LINES_MOST = 4 }; /* a bar's row holds no more */
    const struct bar *bar = &b->bars[i];
    double x = b->d->in_page ? 0 : 16, room = b->plot.x.from - case_gap - x;
    size_t n = 0;
    const char *lines[LINES_MOST + 2];
    for (size_t k = 0; k < bar->line_count && n < LINES_MOST; k++) {
        struct text_style style = case_style(b, k);
        size_t from = n;
        n += draw_wrap(b->d, draw_short(b->d, bar->lines[k], style, room), style, room, lines + n,
                       2);
        for (size_t line = from; line < n && line < LINES_MOST; line++)
            draw_text(b->d, x, bar_top(b, i) + b->look->line_first + b->look->line * (double)line,
                      ANCHOR_START, lines[line], style);
    }
}

static void draw_shares(struct time_breakdown *b, size_t i) {
    const struct bar *bar = &b->bars[i];
    struct arena *a = b->d->arena;
    struct number_format whole = {.unit = "%", .decimals = 0}, tenth = {.unit = "%", .decimals = 1};
    double x = b->d->scene->width - (b->d->in_page ? 0 : 16);
    double baseline = bar_top(b, i) + b->look->line_first;
    if (b->linked)
        draw_text(b->d, x, baseline, ANCHOR_END,
                  quantity_format(a, quantity_exact(link_share(bar), UNIT_NONE),
                                  link_share(bar) < 0.01 ? tenth : whole),
                  draw_style(b->d, b->look->name + 1, WEIGHT_SEMIBOLD, INK_INTERCONNECT));
    if (bar->estimate->training_mfu.present)
        draw_text(
            b->d, x, baseline + (b->linked ? b->look->line : 0), ANCHOR_END,
            arena_printf(a, "MFU %s", quantity_format(a, bar->estimate->training_mfu.q, whole)),
            draw_style(b->d, b->look->second, WEIGHT_REGULAR, INK_INK2));
}

/* No time for what does not fit. */
static void draw_without_time(struct time_breakdown *b, size_t i) {
    bool fits = b->bars[i].estimate->fits != VERDICT_NO;
    double middle = bar_top(b, i) + b->look->bar / 2, x = b->plot.x.from + 6;
    if (!fits)
        mark_cross(b->d->scene, (struct point){x, middle + 2.5});
    draw_text(b->d, fits ? x : x + 10, middle + 3, ANCHOR_START,
              say(b->d->strings, fits ? "chart.time-breakdown.not-known" : "chart.does-not-fit"),
              draw_style(b->d, b->look->name, WEIGHT_SEMIBOLD, fits ? INK_INK2 : INK_CAPACITY));
}

static void draw_axis(struct time_breakdown *b) {
    const char *title = say_with(b->d->arena, b->d->strings, "chart.time-breakdown.x-axis", "unit",
                                 b->unit.printed, NULL);
    axis_draw_grid_x(b->d, &b->plot);
    axis_draw_x(b->d, &b->plot, TICK_PLAIN);
    axis_draw_title_x(b->d, &b->plot, title);
}

/* Without a time there is nothing to measure. */
static bool any_known(const struct time_breakdown *b) {
    bool known = false;
    for (size_t i = 0; i < b->count; i++)
        known |= b->bars[i].spent.known;
    return known;
}

void time_draw(struct time_breakdown *b) {
    /* Names of parts may begin left of it, where a chart is narrow. */
    struct point top = {b->plot.x.from, bar_top(b, 0) - 3}, foot = {top.x, b->plot.y.from};
    draw_keep_clear(b->d, top, foot);
    if (any_known(b))
        draw_axis(b);
    for (size_t i = 0; i < b->count; i++) {
        draw_case(b, i);
        if (!b->bars[i].spent.known) {
            draw_without_time(b, i);
            continue;
        }
        draw_bar(b, i);
        draw_range(b, i);
        draw_shares(b, i);
    }
    time_name_parts(b);
    scene_line(b->d->scene, top, foot, stroke_solid(INK_INK, 0.8));
    if (b->linked)
        time_draw_share_head(b);
}
