/* The boxes of a collective schedule: what each device holds as a step begins, what it sends. */
#include <math.h>

#include "chart/collective_schedule.h"
#include "core/ring.h"
#include "plot/box.h"
#include "plot/words.h"

/* ── Where things stand ── */

/* The halves are apart, and so is the end. Whole points make small files. */
static const double between = 10;

static double box_width(const struct collective_schedule *c) {
    return floor((c->plot.w - 2 * between) / (double)(c->steps + 1));
}

static struct rect box_of(const struct collective_schedule *c, int64_t device, int64_t step) {
    double gaps = between * (double)((step >= c->n - 1) + (step >= c->steps));
    double width = box_width(c), x = c->plot.x + width * (double)step + gaps;
    return (struct rect){round(x), round(c->plot.y + c->pitch * (double)device), width - 4,
                         floor(c->pitch) - 4};
}

/* The bars of a box: all as wide, with gaps where there is room for them. */
struct bars {
    double pitch, gap;
};

static struct bars bars_of(const struct collective_schedule *c) {
    double pitch = floor(box_of(c, 0, 0).w / (double)c->n * 2) / 2;
    return (struct bars){pitch, pitch >= 5 ? 1 : 0};
}

/* As high as the chunk holds shares, under the letter of what is sent. */
static struct rect bar_of(const struct collective_schedule *c, int64_t device, int64_t step,
                          int64_t chunk) {
    static const double letter = 8.5;
    struct rect box = box_of(c, device, step);
    struct bars bars = bars_of(c);
    double share = (double)ring_held(c->n, device, chunk, step) / (double)c->n;
    double height = round((box.h - letter) * share * 2) / 2;
    return (struct rect){box.x + bars.pitch * (double)chunk, rect_bottom(box) - height,
                         bars.pitch - bars.gap, height};
}

/* ── Boxes ── */

/* The outline of bars that touch, or of each by itself. */
static void add_outlines(const struct collective_schedule *c, int64_t device, int64_t step,
                         struct path_point *out, size_t *n) {
    bool apart = bars_of(c).gap > 0;
    for (int64_t k = 0; k < c->n; k++) {
        struct rect bar = bar_of(c, device, step, k);
        bool first = apart || k == 0, last = apart || k == c->n - 1;
        bool level = !last && bar_of(c, device, step, k + 1).y == bar.y;
        if (first)
            out[(*n)++] = (struct path_point){PATH_MOVE, bar.x, rect_bottom(bar)};
        if (first || out[*n - 1].y != bar.y)
            out[(*n)++] = (struct path_point){PATH_LINE, bar.x, bar.y};
        if (!level)
            out[(*n)++] = (struct path_point){PATH_LINE, rect_right(bar), bar.y};
        if (!last)
            continue;
        out[(*n)++] = (struct path_point){PATH_LINE, rect_right(bar), rect_bottom(bar)};
        out[(*n)++] = (struct path_point){PATH_CLOSE, 0, 0};
    }
}

static void draw_held(struct collective_schedule *c) {
    size_t most = (size_t)(5 * c->n * c->n * (c->steps + 1)), n = 0;
    struct path_point *points = ARENA_ARRAY(c->d->arena, struct path_point, most);
    for (int64_t d = 0; d < c->n; d++)
        for (int64_t s = 0; s <= c->steps; s++)
            add_outlines(c, d, s, points, &n);
    scene_path(c->d->scene, points, n, INK_GRID, stroke_none);
}

/* What is sent, as lines as broad as a bar: one path, and dark without colour, too. */
static void draw_sent(struct collective_schedule *c) {
    for (int64_t d = 0; d < c->n; d++)
        for (int64_t s = 0; s < c->steps; s++) {
            struct rect bar = bar_of(c, d, s, ring_send_of(c->n, d, s).chunk);
            double x = bar.x + bar.w / 2;
            scene_line(c->d->scene, (struct point){x, rect_bottom(bar)}, (struct point){x, bar.y},
                       stroke_solid(INK_INTERCONNECT, bar.w));
        }
}

/* Where each box stands, however little is in it. */
static void draw_feet(struct collective_schedule *c) {
    for (int64_t d = 0; d < c->n; d++)
        for (int64_t s = 0; s <= c->steps; s++) {
            struct rect box = box_of(c, d, s);
            scene_line(c->d->scene, (struct point){box.x, rect_bottom(box)},
                       (struct point){rect_right(box), rect_bottom(box)},
                       stroke_solid(INK_INK3, c->d->in_page ? 0.5 : 0.6));
        }
}

/* The chunk that the reader may follow is bold. */
static void draw_letters(struct collective_schedule *c, int64_t device, bool followed) {
    double size = box_width(c) < 24 ? 7 : 8;
    for (int64_t s = 0; s < c->steps; s++) {
        int64_t chunk = ring_send_of(c->n, device, s).chunk;
        struct rect bar = bar_of(c, device, s, chunk);
        if ((chunk == 0) == followed)
            draw_text(c->d, bar.x + bar.w / 2, bar.y - 1.5, ANCHOR_MIDDLE,
                      collective_chunk(c, chunk),
                      draw_style(c->d, size, followed ? WEIGHT_SEMIBOLD : WEIGHT_REGULAR,
                                 followed ? INK_INK : INK_INTERCONNECT));
    }
}

static void draw_row(struct collective_schedule *c, int64_t device) {
    struct arena *a = c->d->arena;
    double foot = rect_bottom(box_of(c, device, 0));
    const char *name = say_with(a, c->d->strings, "chart.collective-schedule.device", "number",
                                words_count(a, device + 1), NULL);
    struct text_style style = draw_style(c->d, c->d->in_page ? 8 : 9, WEIGHT_REGULAR, INK_INK2);
    int mark = draw_mark(c->d, say_with(a, c->d->strings, "chart.collective-schedule.tooltip",
                                        "device", name, "sends", collective_say(c, "sends"), NULL));
    draw_naming(c->d, mark);
    draw_letters(c, device, false);
    draw_letters(c, device, true);
    draw_naming(c->d, 0);
    draw_mark_end(c->d);
    draw_text(c->d, c->plot.x - 7, foot - 1, ANCHOR_END, name, style);
}

/* ── What stands above and below ── */

static double text_size(const struct collective_schedule *c) {
    return c->d->in_page ? 8 : 9;
}

static double foot_of(const struct collective_schedule *c) {
    return rect_bottom(box_of(c, c->n - 1, 0));
}

double collective_below(const struct chart_request *request) {
    return request->in_page ? 42 : 48;
}

static void draw_brace(struct collective_schedule *c, double from, double to, double y) {
    struct path_point brace[] = {
        {PATH_MOVE, from, y - 3}, {PATH_LINE, from, y}, {PATH_LINE, to, y}, {PATH_LINE, to, y - 3}};
    scene_path(c->d->scene, brace, 4, INK_NONE, stroke_solid(INK_INK3, 0.6));
}

/* What a half does, above it; how much each device sends in it, below. */
static void draw_half(struct collective_schedule *c, int64_t from, const char *key) {
    struct rect first = box_of(c, 0, from), last = box_of(c, 0, from + c->n - 2);
    double middle = (first.x + rect_right(last)) / 2, width = rect_right(last) - first.x;
    double size = text_size(c), foot = foot_of(c);
    struct text_style head = draw_style(c->d, size + 0.5, WEIGHT_SEMIBOLD, INK_INTERCONNECT);
    struct text_style plain = draw_style(c->d, size, WEIGHT_SEMIBOLD, INK_INTERCONNECT);
    const char *lines[3];
    size_t n = draw_wrap(c->d, collective_say(c, key), head, width, lines, 3);
    for (size_t i = 0; i < n; i++)
        draw_text(c->d, middle, c->plot.y - 7 - (size + 2) * (double)(n - 1 - i), ANCHOR_MIDDLE,
                  lines[i], head);
    draw_brace(c, first.x, rect_right(last), foot + 20);
    n = draw_wrap(c->d, collective_say(c, "half"), plain, width + between, lines, 2);
    for (size_t i = 0; i < n; i++)
        draw_text(c->d, middle, foot + 31 + (size + 1) * (double)i, ANCHOR_MIDDLE, lines[i], plain);
}

static void draw_steps(struct collective_schedule *c) {
    struct text_style style = draw_style(c->d, text_size(c), WEIGHT_REGULAR, INK_INK3);
    double baseline = foot_of(c) + 12;
    draw_text(c->d, c->plot.x - 7, baseline, ANCHOR_END, collective_say(c, "step"), style);
    for (int64_t s = 0; s <= c->steps; s++) {
        struct rect box = box_of(c, 0, s);
        draw_text(c->d, box.x + box.w / 2, baseline, ANCHOR_MIDDLE,
                  s < c->steps ? words_count(c->d->arena, s + 1) : collective_say(c, "end"), style);
    }
}

void collective_draw(struct collective_schedule *c) {
    draw_held(c);
    draw_sent(c);
    draw_feet(c);
    for (int64_t d = 0; d < c->n; d++)
        draw_row(c, d);
    draw_half(c, 0, "scatter");
    draw_half(c, c->n - 1, "gather");
    draw_steps(c);
}
