#include "plot/gutter.h"

#include <math.h>
#include <stdlib.h>

#include "figure/mark.h"

enum { ENTRIES = 32 };
static const double glyph_room = 9.6; /* 8 wide, 1.6 before the word */

static double glyph_size(const struct drawing *d) {
    return d->in_page ? 7 : 8;
}

static double text_x(struct gutter g, const struct gutter_entry *e) {
    return g.x + (e->glyph == LIMIT_NONE ? 0 : glyph_room);
}

static double entry_height(const struct gutter_entry *e) {
    return e->label.pitch * (double)(e->label.n - 1);
}

/* Lines that would leave the canvas are broken. */
static struct gutter_entry fitted(struct drawing *d, struct gutter g,
                                  const struct gutter_entry *e) {
    struct gutter_entry out = *e;
    double right = d->scene->width - (d->in_page ? 0 : 16);
    out.label = label_fit(d, &e->label, right - text_x(g, e));
    if (out.label.pitch <= 0 && out.label.n > 1)
        out.label.pitch = 11;
    return out;
}

/* Lower ends first: y grows downwards. */
static int by_height(const void *a, const void *b) {
    const struct gutter_entry *const *x = a, *const *y = b;
    if ((*x)->at != (*y)->at)
        return (*x)->at > (*y)->at ? 1 : -1;
    return *x < *y ? -1 : 1;
}

/* From the end of the line to the middle of its name; from far off it stays on its height until it
 * is near. */
static void draw_leader(struct drawing *d, struct gutter g, double from, double to) {
    enum { LEAST = 6 };
    bool far = g.x - g.line > 30;
    struct point bend =
        far ? (struct point){g.x - 15, from} : (struct point){g.line + (g.x - g.line) * 0.55, to};
    if (fabs(from - to) <= (d->in_page ? 6 : 4) || g.x - g.line < LEAST)
        return;
    struct path_point path[] = {{PATH_MOVE, g.line + 2, from},
                                {PATH_LINE, bend.x, bend.y},
                                {PATH_LINE, g.x - (far ? 3 : 2), to}};
    scene_path(d->scene, path, 3, INK_NONE, stroke_solid(INK_INK3, 0.45));
    for (size_t i = 1; i < 3; i++)
        draw_keep_leader(d,
                         (struct segment){{path[i - 1].x, path[i - 1].y}, {path[i].x, path[i].y}});
}

/* Baselines with a gap of its own after each entry: pushed apart with what the gaps before them
 * take removed. */
static void set_baselines(struct gutter g, const struct gutter_entry *const *sorted, size_t n,
                          double *at) {
    double before[ENTRIES + 1] = {0};
    for (size_t i = 0; i < n; i++) {
        double gap = fmax(g.pitch, entry_height(sorted[i]) + 12);
        double wish = fmin(fmax(sorted[i]->at, g.top), g.bottom);
        before[i + 1] = before[i] + gap;
        at[i] = wish + 3 - before[i];
    }
    double last = n ? before[n - 1] + entry_height(sorted[n - 1]) : 0;
    labels_push_apart(at, n, 0, g.top + 6, g.bottom + 3 - last);
    for (size_t i = 0; i < n; i++)
        at[i] += before[i];
}

void gutter_draw(struct drawing *d, struct gutter g, const struct gutter_entry *entries, size_t n) {
    struct gutter_entry fit[ENTRIES];
    const struct gutter_entry *sorted[ENTRIES];
    double at[ENTRIES];
    if (n > ENTRIES)
        n = ENTRIES;
    for (size_t i = 0; i < n; i++) {
        fit[i] = fitted(d, g, &entries[i]);
        sorted[i] = &fit[i];
    }
    qsort(sorted, n, sizeof *sorted, by_height);
    set_baselines(g, sorted, n, at);
    for (size_t i = 0; i < n; i++) {
        const struct gutter_entry *e = sorted[i];
        draw_leader(d, g, e->at, at[i] - 3);
        if (e->glyph != LIMIT_NONE)
            mark_limit(d->scene, e->glyph, (struct point){g.x, at[i] + 0.6}, glyph_size(d));
        draw_naming(d, e->names);
        label_draw(d, &e->label, (struct candidate){text_x(g, e), at[i], ANCHOR_START});
        draw_naming(d, 0);
    }
}

double gutter_width(struct drawing *d, const struct gutter_entry *entries, size_t n) {
    double width = 0;
    for (size_t i = 0; i < n; i++) {
        struct candidate at = {text_x((struct gutter){0}, &entries[i]), 0, ANCHOR_START};
        width = fmax(width, rect_right(label_box(d, &entries[i].label, at)));
    }
    return width;
}
