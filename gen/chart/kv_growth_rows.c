/* Growth of the KV cache: the longest contexts that each card holds, under the axis. */
#include <math.h>

#include "chart/kv_growth.h"
#include "figure/mark.h"
#include "plot/words.h"

/* Baselines below the axis (design 6.5), standalone and in a page. */
static const struct look {
    double title;                            /* of the axis */
    double name, second, rule, first, pitch; /* with names of one line */
    double left, column;                     /* of the columns */
    double name_size, size;
} looks[2] = {{29, 48, 59, 65.5, 79, 14, 118, 87, 9.5, 8.5},
              {23, 36, 46, 50.5, 61, 11.5, 50, 87, 8.5, 8}};

enum { NAME_LINES = 3 };

static const struct look *look_of(const struct kv_growth *g) {
    return &looks[g->request->in_page];
}

struct table {
    struct kv_growth *g;
    struct drawing *d;
    const struct look *look;
    double x, left, column;
    double base, down; /* of names with a second line */
    const char *names[GROWTH_MOST][NAME_LINES];
    size_t lines[GROWTH_MOST];
};

static struct text_style style_of(const struct table *t, double size, enum weight weight,
                                  enum ink ink) {
    return draw_style(t->d, size, weight, ink);
}

/* Names stand on the line above the weights. */
static void draw_column(const struct table *t, size_t i) {
    double x = t->left + t->column * (double)i;
    double above = 11 * (double)(t->lines[i] - 1), name = t->base + t->look->name + t->down;
    for (size_t k = 0; k < t->lines[i]; k++)
        draw_text(t->d, x, name - above + 11 * (double)k, ANCHOR_START, t->names[i][k],
                  style_of(t, t->look->name_size, WEIGHT_SEMIBOLD, INK_INK));
    struct text_style style = style_of(t, t->look->size, WEIGHT_REGULAR, INK_INK2);
    const char *weights = growth_weights(t->g, &t->g->lines[i]);
    if (draw_width(t->d, weights, style) > t->column - 3)
        weights = growth_weights_tight(t->g, &t->g->lines[i]);
    draw_text(t->d, x, t->base + t->look->second + t->down, ANCHOR_START, weights, style);
}

/* ── Cells ── */

struct cell {
    const char *text, *tight;
    enum ink ink;
    enum weight weight;
    void (*mark)(struct scene *, struct point);
};

static struct cell cell_of(const struct table *t, const struct growth_room *room) {
    struct kv_growth *g = t->g;
    struct arena *a = g->arena;
    if (!room->known)
        return (struct cell){"—", "—", INK_INK3, WEIGHT_REGULAR, NULL};
    if (room->lucky <= 0)
        return (struct cell){say(g->words, room->weights_fit ? "chart.kv-growth.cell.no-room"
                                                             : "chart.kv-growth.cell.weights"),
                             say(g->words, "chart.does-not-fit.short"), INK_CAPACITY,
                             WEIGHT_SEMIBOLD, mark_cross};
    if (room->sure <= 0) {
        const char *most = growth_tokens(a, room->lucky);
        return (struct cell){
            say_with(a, g->words, "chart.kv-growth.cell.marginal", "context", most, NULL), most,
            INK_MARGINAL, WEIGHT_SEMIBOLD, NULL};
    }
    const char *range = growth_range(a, *room);
    const char *text = room->at_trained ? say_with(a, g->words, "chart.kv-growth.cell.trained",
                                                   "context", range, NULL)
                                        : range;
    return (struct cell){text, range, INK_INK, WEIGHT_REGULAR, mark_tick};
}

static void draw_cell(const struct table *t, size_t column, double baseline,
                      const struct growth_room *room) {
    struct drawing *d = t->d;
    struct cell cell = cell_of(t, room);
    struct text_style style = style_of(t, d->in_page ? 8 : 9, cell.weight, cell.ink);
    double x = t->left + t->column * (double)column, gap = d->in_page ? 9 : 11;
    bool wide = gap + draw_width(d, cell.text, style) > t->column - 4;
    if (cell.mark)
        cell.mark(d->scene, (struct point){x, baseline});
    else if (room->known)
        draw_text(d, x + 2.8, baseline, ANCHOR_MIDDLE, "≈",
                  style_of(t, d->in_page ? 9 : 10.5, WEIGHT_SEMIBOLD, cell.ink));
    draw_text(d, x + gap, baseline, ANCHOR_START, wide ? cell.tight : cell.text, style);
}

/* ── Table ── */

static struct table table_of(struct kv_growth *g, struct drawing *d) {
    struct table t = {.g = g, .d = d, .look = look_of(g), .x = d->in_page ? 0 : 16};
    struct text_style style = style_of(&t, t.look->name_size, WEIGHT_SEMIBOLD, INK_INK);
    double end = d->scene->width - (d->in_page ? 0 : 10);
    t.left = t.look->left;
    t.column = fmin(t.look->column, (end - t.left) / (double)g->count);
    for (size_t i = 0; i < g->count; i++) {
        t.lines[i] = draw_wrap_tight(d, growth_name(g, &g->lines[i]), style, t.column - 4,
                                     t.names[i], NAME_LINES);
        t.down = fmax(t.down, 11 * (double)(t.lines[i] - 1));
    }
    return t;
}

double growth_rows_height(struct kv_growth *g, double width) {
    struct table t = table_of(g, drawing_new(g->arena, g->request, width, 1));
    double last = t.look->first + t.look->pitch * (double)(g->card_count - 1) + t.down;
    return g->card_count ? last - t.look->title : 0;
}

static void draw_head(const struct table *t) {
    struct kv_growth *g = t->g;
    const char *key = t->d->in_page ? "chart.kv-growth.rows.short" : "chart.kv-growth.rows";
    draw_text(t->d, t->x, t->base + t->look->name + t->down, ANCHOR_START, say(g->words, key),
              style_of(t, t->look->size, WEIGHT_SEMIBOLD, INK_INK2));
    if (growth_same_batch(g))
        draw_text(t->d, t->x, t->base + t->look->second + t->down, ANCHOR_START, growth_batch(g),
                  style_of(t, t->look->size, WEIGHT_REGULAR, INK_INK2));
}

static void draw_row(const struct table *t, size_t card) {
    const struct kv_growth *g = t->g;
    double baseline = t->base + t->down + t->look->first + t->look->pitch * (double)card;
    draw_text(t->d, t->x, baseline, ANCHOR_START, g->cards[card]->short_name,
              style_of(t, t->d->in_page ? 8 : 9, WEIGHT_REGULAR, INK_INK2));
    for (size_t i = 0; i < g->count; i++)
        draw_cell(t, i, baseline, &g->lines[i].rooms[card]);
}

void growth_draw_rows(struct kv_growth *g, double base) {
    if (!g->card_count)
        return;
    struct table t = table_of(g, g->d);
    t.base = base;
    draw_head(&t);
    for (size_t i = 0; i < g->count; i++)
        draw_column(&t, i);
    double rule = base + t.down + t.look->rule;
    double end = g->d->scene->width - (g->d->in_page ? 0 : 16);
    scene_line(g->d->scene, (struct point){t.x, rule}, (struct point){end, rule},
               stroke_solid(INK_GRID, g->d->in_page ? 0.5 : 0.6));
    for (size_t k = 0; k < g->card_count; k++)
        draw_row(&t, k);
}
