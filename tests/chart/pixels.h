/* What stands behind the texts of a chart: seen on the painted picture, so that it does not matter
 * what the chart itself says of its marks. */
#ifndef RIDGE_TESTS_CHART_PIXELS_H
#define RIDGE_TESTS_CHART_PIXELS_H

#include <cairo.h>
#include <math.h>
#include <string.h>

#include "figure/scene.h"
#include "paint/canvas.h"
#include "paint/print.h"
#include "paint/theme.h"
#include "plot/bench.h"

struct pixels {
    cairo_surface_t *surface;
    const uint32_t *at;
    int width, height, stride; /* in pixels */
    double scale;
};

/* Texts are made invisible while the scene is painted. */
static void texts_hide(struct scene *s, bool hidden) {
    for (struct item *i = s->first; i; i = i->next)
        if (i->kind == (hidden ? ITEM_TEXT : ITEM_DEST))
            i->kind = hidden ? ITEM_DEST : ITEM_TEXT; /* charts have no destinations */
}

/* As paint_png does it, without the file around it. */
static struct pixels pixels_of(struct arena *a, struct diag *d, struct scene *s, double scale,
                               enum theme theme) {
    struct pixels p = {.scale = scale,
                       .width = (int)ceil(s->width * scale),
                       .height = (int)ceil(s->height * scale)};
    p.surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, p.width, p.height);
    struct canvas c = {.arena = a, .diag = d, .theme = theme, .zoom = scale};
    c.cr = cairo_create(p.surface);
    c.faces = faces_new(a);
    cairo_scale(c.cr, scale, scale);
    uint32_t ground = theme_rgb(theme, INK_GROUND);
    cairo_set_source_rgb(c.cr, (ground >> 16 & 255) / 255.0, (ground >> 8 & 255) / 255.0,
                         (ground & 255) / 255.0);
    cairo_paint(c.cr);
    texts_hide(s, true);
    for (const struct item *item = s->first; item; item = item->next)
        canvas_item(&c, item);
    canvas_close(&c);
    texts_hide(s, false);
    cairo_destroy(c.cr);
    assert_int_equal(cairo_surface_status(p.surface), CAIRO_STATUS_SUCCESS);
    cairo_surface_flush(p.surface);
    p.at = (const uint32_t *)(const void *)cairo_image_surface_get_data(p.surface);
    p.stride = cairo_image_surface_get_stride(p.surface) / 4;
    return p;
}

/* WCAG 2: relative luminance and contrast, from their definition. */
static double channel_light(uint32_t colour, int shift) {
    double c = (double)(colour >> shift & 0xFF) / 255;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double colour_light(uint32_t c) {
    return 0.2126 * channel_light(c, 16) + 0.7152 * channel_light(c, 8) +
           0.0722 * channel_light(c, 0);
}

static double colours_contrast(uint32_t a, uint32_t b) {
    double la = colour_light(a), lb = colour_light(b);
    return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}

/* The colours behind a box: the commonest, and how much of the box is far from it. */
struct behind {
    uint32_t ground;
    double strange; /* share of pixels whose contrast to the ground is above 1.5 */
};

enum { COLOURS = 64 };
static struct behind pixels_behind(const struct pixels *p, struct rect box) {
    uint32_t colours[COLOURS];
    int counts[COLOURS] = {0}, known = 0, best = 0, all = 0, far = 0;
    int left = (int)fmax(0, box.x * p->scale), top = (int)fmax(0, box.y * p->scale);
    int right = (int)fmin(p->width, rect_right(box) * p->scale);
    int bottom = (int)fmin(p->height, rect_bottom(box) * p->scale);
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            uint32_t c = p->at[y * p->stride + x] & 0xFFFFFF;
            int i = 0;
            while (i < known && colours[i] != c)
                i++;
            if (i == known && known < COLOURS)
                colours[known++] = c;
            if (i < COLOURS && ++counts[i] > counts[best])
                best = i;
            all++;
        }
    if (!all)
        return (struct behind){0xFFFFFF, 0};
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++)
            far += colours_contrast(p->at[y * p->stride + x] & 0xFFFFFF, colours[best]) > 1.5;
    return (struct behind){colours[best], (double)far / all};
}

/* The x-height of a text and a little round it: where a line through it would be seen. */
static struct rect ink_of(const struct text_item *t) {
    double left = t->anchor == ANCHOR_START    ? t->x
                  : t->anchor == ANCHOR_MIDDLE ? t->x - t->width / 2
                                               : t->x - t->width;
    double size = t->shaped->cluster_count ? t->shaped->clusters[0].size : 0;
    return (struct rect){left + 0.5, t->baseline - 0.66 * size, t->width - 1, 0.72 * size};
}

/* A text whose ground is crossed, or too near to its own colour. */
static int text_faults(const struct pixels *p, const struct text_item *t, enum theme theme,
                       const char *what) {
    struct behind b = pixels_behind(p, ink_of(t));
    enum ink ink = t->shaped->pieces[t->shaped->clusters[t->from].piece].style.ink;
    if (ink == INK_NONE)
        return 0;
    /* In print grid lines are dotted in black; one of them is much of a single digit. */
    double grid = theme == THEME_PRINT ? fmax(0.03, 0.35 / ink_of(t).w) : 0;
    double contrast = colours_contrast(theme_rgb(theme, ink), b.ground);
    if (b.strange > 0.02 + grid)
        print_message(
            "%s: %.0f%% of the ground at %.1f %.1f is crossed by a mark in theme %d under "
            "“%s”\n",
            what, b.strange * 100, t->x, t->baseline, (int)theme, t->shaped->text);
    else if (contrast < 4.5)
        print_message("%s: contrast %.2f in theme %d of “%s”\n", what, contrast, (int)theme,
                      t->shaped->text);
    else
        return 0;
    return 1;
}

static int ground_faults(struct bench *b, const struct chart *c, enum theme theme,
                         const char *what) {
    struct arena *scratch = arena_new();
    struct scene *scene = theme == THEME_PRINT ? scene_printed(scratch, c->scene) : c->scene;
    struct pixels p = pixels_of(scratch, b->diag, scene, 2, theme);
    int faults = 0;
    for (const struct item *i = scene->first; i; i = i->next)
        if (i->kind == ITEM_TEXT && i->as.text.angle == 0 && i->as.text.shaped->cluster_count)
            faults += text_faults(&p, &i->as.text, theme, what);
    cairo_surface_destroy(p.surface);
    arena_drop(scratch);
    return faults;
}

#endif
