#include <cairo.h>
#include <math.h>

#include "paint/canvas.h"
#include "paint/theme.h"

/* Cairo's own limit for a side of an image. */
static const double MOST_PIXELS = 32767;

static cairo_status_t bytes_take(void *closure, const unsigned char *data, unsigned int n) {
    bytes_add(closure, data, n);
    return CAIRO_STATUS_SUCCESS;
}

static void surface_drop(void *object) {
    cairo_surface_destroy(object);
}

static void context_drop(void *object) {
    cairo_destroy(object);
}

static bool scene_to_png(struct arena *scratch, struct diag *d, const struct scene *s, double scale,
                         enum theme theme, struct bytes *out) {
    double width = ceil(s->width * scale - 1e-6), height = ceil(s->height * scale - 1e-6);
    if (!(width >= 1 && height >= 1 && width <= MOST_PIXELS && height <= MOST_PIXELS)) {
        diag_report(d, DIAG_PNG_FAILED, (struct span){0}, "the image has no size or is too large",
                    NULL, NULL);
        return false;
    }
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    arena_adopt(scratch, surface, surface_drop);
    struct canvas c = {.arena = scratch, .diag = d, .theme = theme, .zoom = scale};
    c.cr = cairo_create(surface);
    arena_adopt(scratch, c.cr, context_drop);
    c.faces = faces_new(scratch);
    faces_note(c.faces, s);
    cairo_scale(c.cr, scale, scale);
    uint32_t ground = theme_rgb(theme, INK_GROUND);
    cairo_set_source_rgb(c.cr, (ground >> 16 & 255) / 255.0, (ground >> 8 & 255) / 255.0,
                         (ground & 255) / 255.0);
    cairo_paint(c.cr);
    for (const struct item *item = theme_scene(scratch, theme, s)->first; item; item = item->next)
        canvas_item(&c, item);
    canvas_close(&c);
    cairo_status_t status = cairo_status(c.cr);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png_stream(surface, bytes_take, out);
    if (status != CAIRO_STATUS_SUCCESS)
        diag_report(d, DIAG_PNG_FAILED, (struct span){0}, cairo_status_to_string(status), NULL,
                    NULL);
    return status == CAIRO_STATUS_SUCCESS && !c.failed;
}

bool paint_png(struct arena *a, struct diag *d, const struct scene *s, double scale,
               enum theme theme, struct bytes *out) {
    struct arena *scratch = arena_new();
    if (!out->arena)
        out->arena = a;
    bool done = scene_to_png(scratch, d, s, scale, theme, out);
    arena_drop(scratch);
    return done;
}
