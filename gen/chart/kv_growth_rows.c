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

enum { NAME_LINES = 6 };
static const double between = 4; /* columns */

static const struct look *look_of(const struct kv_growth *g) {
    return &looks[g->request->in_page];
}

struct table {
    struct kv_growth *g;
    struct drawing *d;
    const struct look *look;
    double x;
    double left[GROWTH_MOST], column[GROWTH_MOST]; /* and widths */
    double base, down;                             /* of names with a second line */
    double least;                                  /* that all columns and their heads need */
    const char *names[GROWTH_MOST][NAME_LINES];
    size_t lines[GROWTH_MOST];
};

static struct text_style style_of(const struct table *t, double size, enum weight weight,
                                  enum ink ink) {
    return draw_style(t->d, size, weight, ink);
}

static struct text_style name_style(const struct table *t) {
    return style_of(t, t->look->name_size, WEIGHT_SEMIBOLD, INK_INK);
}

static struct text_style weights_style(const struct table *t) {
    return style_of(t, t->look->size, WEIGHT_REGULAR, INK_INK2);
}

static struct text_style card_style(const struct table *t) {
    return style_of(t, t->d->in_page ? 8 : 9, WEIGHT_REGULAR, INK_INK2);
}

static struct text_style head_style(const struct table *t) {
    return style_of(t, t->look->size, WEIGHT_SEMIBOLD, INK_INK2);
}

static const char *head_word(const struct table *t) {
    const char *key = t->d->in_page ? "chart.kv-growth.rows.short" : "chart.kv-growth.rows";
    return say(t->g->words, key);
}

/* Names stand on the line above the weights. */
static void draw_column(const struct table *t, size_t i) {
    double x = t->left[i];
    double above = 11 * (double)(t->lines[i] - 1), name = t->base + t->look->name + t->down;
    for (size_t k = 0; k < t->lines[i]; k++)
        draw_text(t->d, x, name - above + 11 * (double)k, ANCHOR_START, t->names[i][k],
                  name_style(t));
    struct text_style style = weights_style(t);
    const char *weights = growth_weights(t->g, &t->g->lines[i]);
    if (draw_width(t->d, weights, style) > t->column[i] - between)
        weights = growth_weights_tight(t->g, &t->g->lines[i]);
    draw_text(t->d, x, t->base + t->look->second + t->down, ANCHOR_START, weights, style);
}

/* ── Cells ── */

enum { CELL_FORMS = 3 };

/* Its words from the fullest to the shortest, which is what surely holds. */
struct cell {
    const char *forms[CELL_FORMS];
    enum ink ink;
    enum weight weight;
    void (*mark)(struct scene *, struct point);
};

static struct cell cell_of(const struct table *t, const struct growth_room *room) {
    struct kv_growth *g = t->g;
    struct arena *a = g->arena;
    if (!room->known)
        return (struct cell){{"—", "—", "—"}, INK_INK3, WEIGHT_REGULAR, NULL};
    if (room->lucky <= 0) {
        const char *key =
            room->weights_fit ? "chart.kv-growth.cell.no-room" : "chart.kv-growth.cell.weights";
        const char *no = say(g->words, "chart.does-not-fit.short");
        return (struct cell){
            {say(g->words, key), no, no}, INK_CAPACITY, WEIGHT_SEMIBOLD, mark_cross};
    }
    if (room->sure <= 0) {
        const char *most = growth_tokens(a, room->lucky);
        const char *text =
            say_with(a, g->words, "chart.kv-growth.cell.marginal", "context", most, NULL);
        return (struct cell){{text, most, most}, INK_MARGINAL, WEIGHT_SEMIBOLD, NULL};
    }
    const char *range = growth_range(a, *room);
    const char *text = room->at_trained ? say_with(a, g->words, "chart.kv-growth.cell.trained",
                                                   "context", range, NULL)
                                        : range;
    return (struct cell){
        {text, range, growth_tokens(a, room->sure)}, INK_INK, WEIGHT_REGULAR, mark_tick};
}

static struct text_style cell_style(const struct table *t, const struct cell *cell) {
    return style_of(t, t->d->in_page ? 8 : 9, cell->weight, cell->ink);
}

/* From a column's left to its words. */
static double cell_indent(const struct table *t) {
    return t->d->in_page ? 9 : 11;
}

static double form_width(const struct table *t, const struct cell *cell, size_t form) {
    return cell_indent(t) + draw_width(t->d, cell->forms[form], cell_style(t, cell)) + between;
}

static void draw_cell(const struct table *t, size_t column, double baseline,
                      const struct growth_room *room) {
    struct drawing *d = t->d;
    struct cell cell = cell_of(t, room);
    double x = t->left[column];
    size_t form = 0;
    while (form + 1 < CELL_FORMS && form_width(t, &cell, form) > t->column[column])
        form++;
    if (cell.mark)
        cell.mark(d->scene, (struct point){x, baseline});
    else if (room->known)
        draw_text(d, x + 2.8, baseline, ANCHOR_MIDDLE, "≈",
                  style_of(t, d->in_page ? 9 : 10.5, WEIGHT_SEMIBOLD, cell.ink));
    draw_text(d, x + cell_indent(t), baseline, ANCHOR_START, cell.forms[form],
              cell_style(t, &cell));
}

/* ── Columns ── */

/* The least width that a column's words have room in: its name word by word, the rest in its
 * shortest form. */
static double least_column(const struct table *t, size_t i) {
    const struct growth_line *line = &t->g->lines[i];
    double name = draw_widest_word(t->d, growth_name(t->g, line), name_style(t));
    double weights = draw_width(t->d, growth_weights_tight(t->g, line), weights_style(t));
    double width = fmax(name, weights) + between;
    for (size_t k = 0; k < t->g->card_count; k++) {
        struct cell cell = cell_of(t, &line->rooms[k]);
        width = fmax(width, form_width(t, &cell, CELL_FORMS - 1));
    }
    return width;
}

/* Where columns can begin at the earliest: after the words of the rows. */
static double least_left(const struct table *t) {
    double width = draw_width(t->d, head_word(t), head_style(t));
    if (growth_same_batch(t->g))
        width = fmax(width, draw_width(t->d, growth_batch(t->g), weights_style(t)));
    for (size_t k = 0; k < t->g->card_count; k++)
        width = fmax(width, draw_width(t->d, t->g->cards[k]->short_name, card_style(t)));
    return t->x + width + between;
}

/* Columns of one width; where that is too little for one of them, the others give way. */
static void share_out(struct table *t, const double *least, double room) {
    size_t n = t->g->count;
    double level = INFINITY;
    for (size_t turn = 0; turn <= n; turn++) { /* each but the last takes out one at least */
        double left_over = room;
        size_t even = 0;
        for (size_t i = 0; i < n; i++)
            if (least[i] > level)
                left_over -= least[i];
            else
                even++;
        level = even ? fmin(t->look->column, left_over / (double)even) : 0;
    }
    for (size_t i = 0; i < n; i++) {
        t->column[i] = fmax(least[i], level);
        if (i)
            t->left[i] = t->left[i - 1] + t->column[i - 1];
    }
}

/* In pages columns and heights are the same in every language; the table's own comes last and
 * stays. */
static size_t languages(const struct table *t) {
    return t->d->in_page ? catalog_language_count(t->g->request->catalog) : 0;
}

static void speak(struct table *t, size_t language) {
    struct catalog *c = t->g->request->catalog;
    t->g->words = t->g->request->strings;
    if (language < languages(t)) {
        t->g->words = catalog_strings(c, catalog_language_at(c, language));
        catalog_need_words(c, t->g->diag, t->g->words, "charts/kv-growth.xml");
    }
    t->d->strings = t->g->words;
}

static void set_columns(struct table *t) {
    double least[GROWTH_MOST] = {0}, first = 0;
    double end = t->d->scene->width - (t->d->in_page ? 0 : 10);
    for (size_t l = 0; l <= languages(t); l++) {
        speak(t, l);
        first = fmax(first, least_left(t));
        for (size_t i = 0; i < t->g->count; i++)
            least[i] = fmax(least[i], least_column(t, i));
    }
    double all = 0;
    for (size_t i = 0; i < t->g->count; i++)
        all += least[i];
    t->least = first + all + t->d->scene->width - end;
    t->left[0] = fmax(first, fmin(t->look->left, end - all));
    share_out(t, least, end - t->left[0]);
}

static void wrap_names(struct table *t) {
    for (size_t l = 0; l <= languages(t); l++) {
        speak(t, l);
        for (size_t i = 0; i < t->g->count; i++) {
            t->lines[i] = draw_wrap_parts(t->d, growth_name(t->g, &t->g->lines[i]), name_style(t),
                                          t->column[i] - between, t->names[i], NAME_LINES);
            t->down = fmax(t->down, 11 * (double)(t->lines[i] - 1));
        }
    }
}

/* ── Table ── */

static struct table table_of(struct kv_growth *g, struct drawing *d) {
    struct table t = {.g = g, .d = d, .look = look_of(g), .x = d->in_page ? 0 : 16};
    set_columns(&t);
    wrap_names(&t);
    return t;
}

struct growth_rows growth_rows(struct kv_growth *g, double width) {
    if (!g->card_count)
        return (struct growth_rows){0};
    struct table t = table_of(g, drawing_new(g->arena, g->request, width, 1));
    double last = t.look->first + t.look->pitch * (double)(g->card_count - 1) + t.down;
    return (struct growth_rows){last - t.look->title, t.least};
}

static void draw_head(const struct table *t) {
    struct kv_growth *g = t->g;
    draw_text(t->d, t->x, t->base + t->look->name + t->down, ANCHOR_START, head_word(t),
              head_style(t));
    if (growth_same_batch(g))
        draw_text(t->d, t->x, t->base + t->look->second + t->down, ANCHOR_START, growth_batch(g),
                  weights_style(t));
}

static void draw_row(const struct table *t, size_t card) {
    const struct kv_growth *g = t->g;
    double baseline = t->base + t->down + t->look->first + t->look->pitch * (double)card;
    draw_text(t->d, t->x, baseline, ANCHOR_START, g->cards[card]->short_name, card_style(t));
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
