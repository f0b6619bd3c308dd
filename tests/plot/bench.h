/* What the chart tests share: the shipped catalogue, fonts, and requests in one line. */
#ifndef RIDGE_TESTS_PLOT_BENCH_H
#define RIDGE_TESTS_PLOT_BENCH_H

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chart/chart.h"
#include "paint/paint.h"
#include "plot/labels.h"

#define assert_near(a, b, tolerance)                                                               \
    do {                                                                                           \
        double near_a = (a), near_b = (b);                                                         \
        if (!(fabs(near_a - near_b) <= (tolerance)))                                               \
            fail_msg("%s = %.9g, expected %.9g", #a, near_a, near_b);                              \
    } while (0)

struct bench {
    struct arena *arena;
    struct diag *diag;
    struct catalog *catalog;
    struct fonts *fonts;
    char pool[64];
    const struct strings *longer; /* words longer by half, where a test made them */
};

static int bench_open(void **state) {
    struct bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    strcpy(b->pool, "/tmp/ridge-chart-XXXXXX");
    assert_non_null(mkdtemp(b->pool));
    b->arena = arena_new();
    b->diag = diag_new(b->arena);
    b->catalog = catalog_load(b->arena, b->diag, "content", NULL);
    b->fonts = fonts_open(b->arena, b->diag, "assets/fonts", b->pool);
    assert_non_null(b->catalog);
    assert_non_null(b->fonts);
    *state = b;
    return 0;
}

static int bench_close(void **state) {
    struct bench *b = *state;
    char command[128];
    arena_drop(b->arena);
    snprintf(command, sizeof command, "rm -rf '%s'", b->pool);
    int status = system(command);
    free(b);
    return status;
}

static inline struct chart_request bench_request(struct bench *b, const char *language,
                                                 const char *kind) {
    return (struct chart_request){.catalog = b->catalog,
                                  .strings = catalog_strings(b->catalog, language),
                                  .fonts = b->fonts,
                                  .kind = kind};
}

static inline const struct accelerator *device(struct bench *b, const char *id) {
    const struct accelerator *a = catalog_accelerator(b->catalog, b->diag, (struct span){0}, id);
    assert_non_null(a);
    return a;
}

/* Scenario from "name=value name=value …". */
static inline const struct scenario *scenario(struct bench *b, const char *options) {
    const char *names[16], *values[16];
    size_t n = 0;
    char *text = arena_strdup(b->arena, options), *rest = NULL;
    for (char *t = strtok_r(text, " ", &rest); t; t = strtok_r(NULL, " ", &rest), n++) {
        char *equals = strchr(t, '=');
        assert_non_null(equals);
        *equals = '\0';
        names[n] = t;
        values[n] = equals + 1;
    }
    const struct scenario *s = catalog_make_scenario(b->catalog, b->diag, names, values, n);
    assert_non_null(s);
    return s;
}

/* The text of an item, or NULL. */
static inline const char *item_text(const struct item *item) {
    return item->kind == ITEM_TEXT ? item->as.text.shaped->text : NULL;
}

static inline const struct item *find_text(const struct chart *c, const char *text) {
    for (const struct item *i = c->scene->first; i; i = i->next)
        if (item_text(i) && strcmp(item_text(i), text) == 0)
            return i;
    return NULL;
}

/* Texts are disjoint and inside the canvas; returns the number of faults, each printed. */
static inline int label_faults(const struct chart *c, const char *what) {
    const double rounding = 1e-6;
    struct rect canvas = {-rounding, -rounding, c->scene->width + 2 * rounding,
                          c->scene->height + 2 * rounding};
    int faults = 0;
    for (size_t i = 0; i < c->label_count; i++) {
        struct rect p = c->labels[i].box;
        if (!rect_holds(canvas, p) && ++faults)
            print_message("%s: text %zu at %.1f %.1f (%.1f × %.1f) leaves the canvas\n", what, i,
                          p.x, p.y, p.w, p.h);
        for (size_t k = 0; k < i; k++)
            if (rect_meets(p, c->labels[k].box) && ++faults)
                print_message("%s: text %zu at %.1f %.1f meets text %zu at %.1f %.1f\n", what, i,
                              p.x, p.y, k, c->labels[k].box.x, c->labels[k].box.y);
    }
    return faults;
}

/* No text crosses a mark that it does not name. */
static inline int crossing_faults(const struct chart *c, const char *what) {
    int faults = 0;
    for (size_t i = 0; i < c->label_count; i++)
        for (size_t k = 0; k < c->mark_count; k++) {
            struct rect box = c->labels[i].box;
            const struct chart_mark *m = &c->marks[k];
            bool named = c->labels[i].names && c->labels[i].names == m->number;
            if (named || !mark_meets(m, box))
                continue;
            print_message("%s: text %zu at %.1f %.1f (%.1f × %.1f) crosses mark %d (%.1f %.1f to "
                          "%.1f %.1f)\n",
                          what, i, box.x, box.y, box.w, box.h, m->number, m->from.x, m->from.y,
                          m->to.x, m->to.y);
            faults++;
            break;
        }
    return faults;
}

/* A request as it is drawn in each language, standalone and in pages of these widths. */
static inline int request_faults(struct bench *b, struct chart_request r, const double *widths,
                                 size_t n) {
    int faults = 0;
    for (size_t i = 0; i < 2 * (n + 1); i++) {
        const char *language = i % 2 ? "zh" : "en";
        r.strings = catalog_strings(b->catalog, language);
        r.width = i < 2 ? 0 : widths[i / 2 - 1];
        r.in_page = r.width > 0;
        const struct chart *c = chart_make(b->arena, b->diag, &r);
        assert_non_null(c);
        const char *what = arena_printf(b->arena, "%s %s %.0f", r.kind, language, r.width);
        faults += label_faults(c, what) + crossing_faults(c, what);
    }
    return faults;
}

/* The length of the SVG file of a chart. */
static inline size_t svg_size(struct bench *b, const struct chart *c, const char *language,
                              enum theme theme) {
    struct bytes out = {.arena = b->arena};
    struct svg_facts facts = {.id = "rp-chart",
                              .title = c->title,
                              .describe = c->describe,
                              .language = language,
                              .theme = theme};
    assert_true(paint_svg(b->arena, b->diag, c->scene, facts, &out));
    return out.n;
}

/* A cell of the data; as a number, -1 where it is empty. */
static inline const char *text_at(const struct chart *c, size_t row, size_t column) {
    assert_true(row < c->data.row_count && column < c->data.column_count);
    return c->data.cells[row * c->data.column_count + column];
}

static inline double number_at(const struct chart *c, size_t row, size_t column) {
    const char *text = text_at(c, row, column);
    return text && *text ? strtod(text, NULL) : -1;
}

/* A chart that must come about. */
static inline const struct chart *bench_chart(struct bench *b, struct chart_request r) {
    const struct chart *c = chart_make(b->arena, b->diag, &r);
    assert_non_null(c);
    return c;
}

#endif
