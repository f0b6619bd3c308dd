#include "paint/decode.h"

#include <cairo.h>
#include <string.h>

struct reading {
    const struct picture *picture;
    size_t at;
};

static cairo_status_t bytes_give(void *closure, unsigned char *data, unsigned int n) {
    struct reading *r = closure;
    if (n > r->picture->bytes - r->at)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(data, r->picture->data + r->at, n);
    r->at += n;
    return CAIRO_STATUS_SUCCESS;
}

static void surface_drop(void *object) {
    cairo_surface_destroy(object);
}

cairo_surface_t *picture_surface(struct arena *a, const struct picture *p) {
    struct reading r = {.picture = p};
    if (p->kind != PICTURE_PNG)
        return NULL;
    cairo_surface_t *s = cairo_image_surface_create_from_png_stream(bytes_give, &r);
    arena_adopt(a, s, surface_drop);
    return cairo_surface_status(s) == CAIRO_STATUS_SUCCESS ? s : NULL;
}

/* Colours come multiplied by their opacity; what is left is white. */
static void put_row(unsigned char *out, const unsigned char *row, int columns, bool opaque) {
    for (int x = 0; x < columns; x++) {
        uint32_t pixel;
        memcpy(&pixel, row + 4 * x, 4);
        uint32_t paper = opaque ? 0 : 255 - (pixel >> 24);
        for (int shift = 16; shift >= 0; shift -= 8) {
            uint32_t value = (pixel >> shift & 255) + paper;
            *out++ = (unsigned char)(value > 255 ? 255 : value);
        }
    }
}

/* Cairo 1.18 decodes 16 bits to floating-point numbers. */
static cairo_surface_t *as_bytes(struct arena *a, cairo_surface_t *s) {
    cairo_format_t format = cairo_image_surface_get_format(s);
    if (format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24)
        return s;
    cairo_surface_t *plain = cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, cairo_image_surface_get_width(s), cairo_image_surface_get_height(s));
    arena_adopt(a, plain, surface_drop);
    cairo_t *c = cairo_create(plain);
    cairo_set_source_surface(c, s, 0, 0);
    cairo_paint(c);
    cairo_destroy(c);
    return cairo_surface_status(plain) == CAIRO_STATUS_SUCCESS ? plain : NULL;
}

unsigned char *picture_pixels(struct arena *a, const struct picture *p) {
    cairo_surface_t *s = picture_surface(a, p);
    if (!s)
        return NULL;
    s = as_bytes(a, s);
    if (!s)
        return NULL;
    cairo_surface_flush(s);
    cairo_format_t format = cairo_image_surface_get_format(s);
    int columns = cairo_image_surface_get_width(s), rows = cairo_image_surface_get_height(s);
    const unsigned char *data = cairo_image_surface_get_data(s);
    int stride = cairo_image_surface_get_stride(s);
    unsigned char *out = arena_alloc(a, 3 * (size_t)columns * (size_t)rows);
    for (int y = 0; y < rows; y++)
        put_row(out + 3 * (size_t)columns * (size_t)y, data + (size_t)stride * (size_t)y, columns,
                format == CAIRO_FORMAT_RGB24);
    return out;
}
