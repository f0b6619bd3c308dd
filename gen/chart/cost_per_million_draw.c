/* Cost per million tokens: curves, the range of the first, the rings where memory is full. */
#include <math.h>

#include "chart/cost_per_million.h"
#include "figure/mark.h"
#include "plot/curve.h"
#include "plot/gutter.h"
#include "plot/place.h"
#include "plot/shape.h"
#include "plot/words.h"

/* Device slots (design 2.4). */
static const struct slot {
    enum ink ink;
    double width, dash[2];
} slots[COST_MOST] = {
    {INK_DEVICE_A, 2.2, {0, 0}},
    {INK_DEVICE_B, 1.3, {0, 0}},
    {INK_DEVICE_C, 1.3, {5, 2.5}},
    {INK_DEVICE_B, 1.3, {1.5, 2}},
};

/* Slots go to the devices that have a curve, in their order. */
static const struct slot *slot_of(const struct cost_chart *c, size_t i) {
    size_t drawn = 0;
    for (size_t k = 0; k < i; k++)
        drawn += c->curves[k].n > 0;
    return &slots[drawn];
}

static struct stroke slot_stroke(const struct cost_chart *c, size_t i) {
    const struct slot *slot = slot_of(c, i);
    double thinner = c->d->in_page ? 0.8 : 1;
    struct stroke s = stroke_solid(slot->ink, slot->width * thinner);
    s.dash[0] = slot->dash[0];
    s.dash[1] = slot->dash[1];
    s.join = JOIN_ROUND;
    return s;
}

/* One row of numbers of a curve's points. */
enum row { ROW_BATCH, ROW_LEAST, ROW_LOW, ROW_TYPICAL, ROW_HIGH, ROWS };

static void fill_rows(const struct cost_curve *curve, double rows[ROWS][COST_POINTS]) {
    for (size_t k = 0; k < curve->n; k++) {
        const struct cost_point *p = &curve->points[k];
        rows[ROW_BATCH][k] = p->batch;
        rows[ROW_LEAST][k] = p->least;
        rows[ROW_LOW][k] = p->cost.low;
        rows[ROW_TYPICAL][k] = p->cost.value;
        rows[ROW_HIGH][k] = p->cost.high;
    }
}

/* The first device that fits is the one the chart is about: it has a range and a least cost. */
static void draw_range(struct cost_chart *c) {
    const struct cost_curve *first = cost_first(c);
    double rows[ROWS][COST_POINTS];
    fill_rows(first, rows);
    band_draw(c->d, &c->plot, rows[ROW_BATCH], rows[ROW_LOW], rows[ROW_HIGH], first->n,
              INK_BAND_INK);
    curve_draw(c->d, &c->plot, (struct series){rows[ROW_BATCH], rows[ROW_LEAST], first->n},
               curve_ceiling(c->d, INK_INK));
}

static struct point end_of(const struct cost_chart *c, const struct cost_curve *curve) {
    return plot_at(&c->plot, cost_last(curve)->batch, cost_last(curve)->cost.value);
}

/* Several bands would be mud: the others have their range at their last batch only, beside each
 * other where they end together. */
static void draw_range_bar(struct cost_chart *c, size_t i) {
    static const double apart = 6, cap = 2;
    const struct cost_point *last = cost_last(&c->curves[i]);
    double x = end_of(c, &c->curves[i]).x;
    for (size_t k = 0; k < i; k++)
        if (c->curves[k].n && &c->curves[k] != cost_first(c) &&
            fabs(end_of(c, &c->curves[k]).x - x) < apart)
            x -= apart;
    struct point low = {x, axis_at(c->plot.y, last->cost.low)},
                 high = {x, axis_at(c->plot.y, last->cost.high)};
    struct stroke stroke = stroke_solid(slot_of(c, i)->ink, c->d->in_page ? 0.7 : 0.8);
    const struct point ends[] = {low, high};
    scene_line(c->d->scene, low, high, stroke);
    draw_keep_clear(c->d, low, high);
    for (size_t k = 0; k < 2; k++)
        scene_line(c->d->scene, (struct point){x - cap, ends[k].y},
                   (struct point){x + cap, ends[k].y}, stroke);
}

/* A curve and, where memory is full, its ring. Returns the mark. */
static int draw_curve(struct cost_chart *c, size_t i) {
    const struct cost_curve *curve = &c->curves[i];
    double rows[ROWS][COST_POINTS];
    fill_rows(curve, rows);
    int mark = draw_mark(c->d, cost_says(c, c->d->arena, curve));
    if (curve->n > 1)
        curve_draw(c->d, &c->plot, (struct series){rows[ROW_BATCH], rows[ROW_TYPICAL], curve->n},
                   slot_stroke(c, i));
    if (curve != cost_first(c))
        draw_range_bar(c, i);
    if (curve->whole)
        shape_ring(c->d, end_of(c, curve), curve == cost_first(c), INK_CAPACITY);
    else
        shape_disc(c->d, end_of(c, curve), c->d->in_page ? 2.2 : 2.8, slot_of(c, i)->ink,
                   stroke_none);
    draw_mark_end(c->d);
    return mark;
}

/* ── Labels ── */

enum { PLACES = 160 };

/* Name, and below it the cost where the curve ends. */
static struct label label_of(struct cost_chart *c, size_t i) {
    struct arena *a = c->d->arena;
    const struct cost_point *last = cost_last(&c->curves[i]);
    bool page = c->d->in_page;
    struct text_style name =
        draw_style(c->d, page ? 8.5 : 9.5, WEIGHT_SEMIBOLD, slot_of(c, i)->ink);
    struct text_style value = draw_style(c->d, page ? 8 : 8.5, WEIGHT_REGULAR, INK_INK2);
    struct piece *pieces = ARENA_ARRAY(a, struct piece, 2);
    pieces[0] = (struct piece){cost_name(c, a, &c->curves[i]), name};
    pieces[1] = (struct piece){say_with(a, c->d->strings, "chart.cost-per-million.end", "cost",
                                        cost_amount(a, last->cost.value), "batch",
                                        words_count(a, (int64_t)last->batch), NULL),
                               value};
    return (struct label){
        .lines = {{&pieces[0], 1}, {&pieces[1], 1}}, .n = 2, .pitch = page ? 10 : 11};
}

/* Above the point up to the top, where hardly a curve comes, and below it down to the axis. */
static size_t places_far(const struct cost_chart *c, struct point tip, struct candidate *out,
                         size_t room) {
    static const double step = 11;
    static const enum anchor anchors[] = {ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END};
    size_t n = 0;
    for (double far = 3 * step; far < c->plot.y.from - c->plot.y.to; far += step)
        for (int side = -1; side <= 1; side += 2)
            for (size_t i = 0; i < 3 && n < room; i++) {
                double y = tip.y + side * far;
                if (y > c->plot.y.to + step && y < c->plot.y.from - step)
                    out[n++] = (struct candidate){tip.x, y, anchors[i]};
            }
    return n;
}

/* Only those inside the plot: the gutter is filled last. */
static size_t keep_inside(struct cost_chart *c, const struct label *label, struct candidate *places,
                          size_t n) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (rect_right(label_box(c->d, label, places[i])) <= c->plot.x.to)
            places[kept++] = places[i];
    return kept;
}

/* It keeps off its own curve, too. */
static struct wish wish_of(struct cost_chart *c, size_t i) {
    bool page = c->d->in_page;
    struct candidate *places = ARENA_ARRAY(c->d->arena, struct candidate, PLACES);
    struct point tip = end_of(c, &c->curves[i]);
    struct label label = label_of(c, i);
    size_t n = place_around(tip, page ? 6 : 8, page ? 8.5 : 9.5, places);
    n += places_far(c, tip, places + n, PLACES - n);
    return (struct wish){.label = label,
                         .at = places,
                         .n = keep_inside(c, &label, places, n),
                         .tip = tip,
                         .leader = true,
                         .worth = 1};
}

struct names {
    struct gutter_entry entries[COST_MOST];
    struct wish wishes[COST_MOST];
    size_t curves[COST_MOST]; /* of the wishes */
    size_t entry_count, wish_count;
};

static void add_entry(struct cost_chart *c, struct names *n, size_t i, const int *marks) {
    n->entries[n->entry_count++] = (struct gutter_entry){
        .label = label_of(c, i), .at = end_of(c, &c->curves[i]).y, .names = marks[i]};
}

/* No leader runs through another name; then height and colour tell. */
static void draw_leader(struct cost_chart *c, struct segment leader) {
    if (!draw_leader_is_free(c->d, leader))
        return;
    scene_line(c->d->scene, leader.from, leader.to, stroke_solid(INK_INK3, 0.45));
    draw_keep_leader(c->d, leader);
}

/* Where there was no place beside its end, a name stands in the gutter, at the end of a leader. */
static void add_unplaced(struct cost_chart *c, struct names *n, const int *chosen,
                         const int *marks) {
    for (size_t k = 0; k < n->wish_count; k++) {
        struct point tip = n->wishes[k].tip;
        if (chosen[k] != PLACE_NONE)
            continue;
        draw_leader(c, (struct segment){{tip.x + 5, tip.y}, {c->plot.x.to, tip.y}});
        add_entry(c, n, n->curves[k], marks);
    }
}

/* Curves that end at the right are named in the gutter, the others beside their ends. */
static void draw_names(struct cost_chart *c, const int *marks) {
    static const double near = 16;
    double right = c->wall > 0 ? axis_at(c->plot.x, c->wall) : c->plot.x.to;
    struct gutter g = {c->plot.x.to + 9, c->plot.x.to, c->plot.y.to, c->plot.y.from,
                       c->d->in_page ? 22 : 25};
    struct names n = {.entry_count = 0};
    int chosen[COST_MOST];
    for (size_t i = 0; i < c->count; i++) {
        if (!c->curves[i].n)
            continue;
        if (end_of(c, &c->curves[i]).x > right - near) {
            add_entry(c, &n, i, marks);
        } else {
            n.curves[n.wish_count] = i;
            n.wishes[n.wish_count++] = wish_of(c, i);
        }
    }
    place_choose(c->d, n.wishes, n.wish_count, chosen);
    place_draw_chosen(c->d, n.wishes, n.wish_count, chosen);
    add_unplaced(c, &n, chosen, marks);
    gutter_draw(c->d, g, n.entries, n.entry_count);
}

enum { ROWS_TRIED = 12 };

/* Finds a free place for a line of text: down the upper right, where hardly a curve comes, as cost
 * falls with the batch, then up the lower left. */
static bool misfit_place(struct cost_chart *c, const struct piece *text, struct point *at) {
    double width = draw_width(c->d, text->text, text->style), pitch = 12, cross = 9;
    for (int i = 0; i < 2 * ROWS_TRIED; i++) {
        bool right = i < ROWS_TRIED;
        double down = pitch * (i % ROWS_TRIED);
        *at = right ? (struct point){c->plot.x.to - 4 - width, c->plot.y.to + pitch + down}
                    : (struct point){c->plot.x.from + 8 + cross, c->plot.y.from - 7 - down};
        struct rect box = draw_box(c->d, at->x, at->y, ANCHOR_START, text, 1);
        box.x -= cross;
        box.w += cross;
        if (draw_is_free(c->d, box) && draw_is_read(c->d, box, text->style.ink))
            return true;
    }
    return false;
}

static void draw_misfits(struct cost_chart *c) {
    struct text_style style =
        draw_style(c->d, c->d->in_page ? 8 : 8.5, WEIGHT_REGULAR, INK_CAPACITY);
    for (size_t i = 0; i < c->count; i++) {
        if (c->curves[i].n)
            continue;
        struct piece text = {cost_missing(c, c->d->arena, &c->curves[i]), style};
        struct point at;
        if (!misfit_place(c, &text, &at)) /* the description says it */
            continue;
        if (!c->curves[i].fits)
            mark_cross(c->d->scene, (struct point){at.x - 9, at.y});
        draw_text(c->d, at.x, at.y, ANCHOR_START, text.text, style);
    }
}

void cost_draw(struct cost_chart *c) {
    int marks[COST_MOST] = {0};
    if (c->wall > 0)
        hatch_beyond(c->d, &c->plot, c->wall);
    draw_range(c);
    axis_draw_grid_y(c->d, &c->plot);
    axis_draw_x(c->d, &c->plot, TICK_PLAIN);
    axis_draw_y(c->d, &c->plot, TICK_PLAIN);
    axis_draw_title_x(c->d, &c->plot, say(c->d->strings, "chart.cost-per-million.x-axis"));
    axis_draw_title_y(c->d, &c->plot, cost_axis_title(c, c->d->arena));
    if (c->wall > 0)
        wall_draw(c->d, &c->plot, c->wall);
    for (size_t i = c->count; i-- > 0;)
        if (c->curves[i].n)
            marks[i] = draw_curve(c, i);
    draw_names(c, marks);
    draw_misfits(c);
}
