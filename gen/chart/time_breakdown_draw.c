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

static struct rect segment(const struct time_breakdown *b, size_t i, enum spent part) {
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

/* Lines would run through a number on idle time. */
static bool says_inside(const struct time_breakdown *b, size_t i, enum spent part) {
    const char *text = time_number(b, b->bars[i].parts[part]);
    return part != SPENT_BUBBLE &&
           box_holds(b->d, segment(b, i, part), text, value_style(b, part), 3);
}

static void draw_segment(struct time_breakdown *b, size_t i, enum spent part) {
    const struct bar *bar = &b->bars[i];
    struct rect box = segment(b, i, part);
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
    if (!says_inside(b, i, part))
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
        struct rect box = segment(b, i, (enum spent)part);
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
    say_on_ground(b, high + 5, middle + 3, time_range(b, &b->bars[i]),
                  draw_style(b->d, b->look->second, WEIGHT_REGULAR, INK_INK2));
}

/* ── Names of the parts, once ── */

struct part_name {
    enum spent part;
    struct piece pieces[2];
    size_t n;
    double glyph, width, x; /* x: of the glyph */
    struct rect box;        /* the segment it names */
    bool inside;            /* the value stands in the segment */
};

/* The bar that a part is named above: the first one that has it. */
static size_t naming_bar(const struct time_breakdown *b, enum spent part) {
    size_t i = 0;
    while (i < b->count && b->bars[i].parts[part] <= 0)
        i++;
    return i;
}

static struct part_name name_of(struct time_breakdown *b, size_t i, enum spent part) {
    const struct spent_row *row = &spent_rows[part];
    struct part_name n = {.part = part, .box = segment(b, i, part)};
    enum ink ink = row->glyph ? row->ink.fill : INK_INK2;
    struct text_style name = draw_style(b->d, b->look->name, WEIGHT_SEMIBOLD, ink), value = name;
    value.weight = WEIGHT_REGULAR;
    n.inside = says_inside(b, i, part);
    n.glyph = row->glyph ? b->look->name : 0;
    n.pieces[n.n++] = (struct piece){spent_word(b, part), name};
    if (!n.inside)
        n.pieces[n.n++] = (struct piece){
            arena_printf(b->d->arena, " %s", time_number(b, b->bars[i].parts[part])), value};
    n.width = n.glyph + draw_box(b->d, 0, 0, ANCHOR_START, n.pieces, n.n).w;
    n.x = n.box.x + (n.inside ? 3 : n.box.w / 2 - n.width / 2);
    return n;
}

static const double name_gap = 9;

/* Values give way where all names would not stand side by side. */
static void drop_values(struct time_breakdown *b, struct part_name *names, size_t n, double room) {
    double all = -name_gap;
    for (size_t k = 0; k < n; k++)
        all += names[k].width + name_gap;
    for (size_t k = 0; all > room && k < n; k++) {
        double width = names[k].glyph + draw_box(b->d, 0, 0, ANCHOR_START, names[k].pieces, 1).w;
        all -= names[k].width - width;
        names[k].width = width;
        names[k].n = 1;
    }
}

/* In the order of the parts, none over another, none past the limit. */
static void spread_names(struct part_name *names, size_t n, double left, double right) {
    for (size_t k = 0; k < n; k++)
        names[k].x = fmax(names[k].x, k ? names[k - 1].x + names[k - 1].width + name_gap : left);
    for (size_t k = n; k-- > 0;) {
        double end = k + 1 < n ? names[k + 1].x - name_gap : right;
        names[k].x = fmin(names[k].x, end - names[k].width);
    }
}

static void draw_name(struct time_breakdown *b, const struct part_name *n, double baseline) {
    double size = b->look->name * 0.88, middle = n->box.x + n->box.w / 2;
    if (n->glyph > 0)
        mark_limit(b->d->scene, spent_rows[n->part].glyph, (struct point){n->x, baseline + 0.6},
                   size);
    struct rect text = draw_pieces(b->d, n->x + n->glyph + (n->glyph > 0 ? 1.2 : 0), baseline,
                                   ANCHOR_START, n->pieces, n->n);
    if (n->inside)
        return;
    double foot = baseline + 2.6, from = fmin(fmax(middle, n->x + 2), rect_right(text) - 4);
    struct path_point leader[] = {{PATH_MOVE, from, foot}, {PATH_LINE, middle, n->box.y}};
    scene_path(b->d->scene, leader, 2, INK_NONE, stroke_solid(INK_INK3, 0.45));
}

static void draw_names_above(struct time_breakdown *b, size_t i) {
    struct part_name names[SPENTS];
    size_t n = 0;
    for (int part = 0; part < SPENTS; part++)
        if (naming_bar(b, (enum spent)part) == i)
            names[n++] = name_of(b, i, (enum spent)part);
    double right = b->plot.x.to + (b->d->in_page ? 8 : 4), left = b->plot.x.from + 3;
    drop_values(b, names, n, right - left);
    spread_names(names, n, left, right);
    for (size_t k = 0; k < n; k++)
        draw_name(b, &names[k], bar_top(b, i) - b->look->first);
}

/* ── Beside the bars ── */

/* A link's name without what stands in brackets, where it would run into the bar. */
static const char *short_of_bar(struct time_breakdown *b, double x, const char *text,
                                struct text_style style) {
    struct piece piece = {text, style};
    double width = draw_box(b->d, x, 0, ANCHOR_START, &piece, 1).w;
    const char *bracket = strstr(text, " (");
    return bracket && x + width > b->plot.x.from - 4
               ? arena_strndup(b->d->arena, text, (size_t)(bracket - text))
               : text;
}

static void draw_case(struct time_breakdown *b, size_t i) {
    const struct bar *bar = &b->bars[i];
    double x = b->d->in_page ? 0 : 16, baseline = bar_top(b, i) + b->look->line_first;
    for (size_t k = 0; k < bar->line_count; k++) {
        struct text_style style = k ? draw_style(b->d, b->look->second, WEIGHT_REGULAR, INK_INK2)
                                    : draw_style(b->d, b->look->name, WEIGHT_SEMIBOLD, INK_INK);
        draw_text(b->d, x, baseline + b->look->line * (double)k, ANCHOR_START,
                  short_of_bar(b, x, bar->lines[k], style), style);
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

/* Above its column, on two lines where the word is long. */
static void draw_share_head(struct time_breakdown *b) {
    struct text_style style = draw_style(b->d, b->look->name, WEIGHT_SEMIBOLD, INK_INTERCONNECT);
    double right = b->d->scene->width - (b->d->in_page ? 0 : 16);
    const char *lines[2];
    size_t n = draw_wrap(b->d, say(b->d->strings, "chart.time-breakdown.link-share"), style,
                         right - b->plot.x.to - 12, lines, 2);
    for (size_t i = 0; i < n; i++)
        draw_text(b->d, right, b->plot.y.to - b->look->line * (double)(n - 1 - i), ANCHOR_END,
                  lines[i], style);
}

/* Without a time there is nothing to measure. */
static bool any_known(const struct time_breakdown *b) {
    bool known = false;
    for (size_t i = 0; i < b->count; i++)
        known |= b->bars[i].spent.known;
    return known;
}

void time_draw(struct time_breakdown *b) {
    double top = b->plot.y.to - 3;
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
    for (size_t i = 0; i < b->count; i++)
        draw_names_above(b, i);
    scene_line(b->d->scene, (struct point){b->plot.x.from, top},
               (struct point){b->plot.x.from, b->plot.y.from}, stroke_solid(INK_INK, 0.8));
    if (b->linked)
        draw_share_head(b);
}
