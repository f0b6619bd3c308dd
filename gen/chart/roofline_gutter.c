/* The names right of the roofline: devices with their division, peaks of other formats. */
#include <math.h>

#include "chart/roofline.h"
#include "plot/words.h"

enum { ENTRIES = ROOF_MOST + CEILING_MOST };

static struct text_style style(const struct roofline *r, double size, enum weight weight,
                               enum ink ink) {
    return draw_style(r->d, size, weight, ink);
}

/* The full name where it has room. */
static const char *device_name(const struct roofline *r, const struct roof_line *roof) {
    const struct accelerator *device = roof->device;
    if (!r->arithmetic)
        return words_tight_name(device->short_name);
    struct text_style widest = style(r, r->look->name_first, WEIGHT_SEMIBOLD, INK_INK);
    double room = r->request->in_page ? 125 : 165;
    return draw_width(r->d, device->name, widest) <= room ? device->name : device->short_name;
}

/* "989 TFLOP/s ÷ 3.35 TB/s = 295", the last part semibold; or what is missing. */
static struct label_line division(struct roofline *r, const struct roof_line *roof) {
    struct arena *a = r->d->arena;
    struct piece *pieces = ARENA_ARRAY(a, struct piece, 2);
    struct text_style plain = style(r, r->look->second, WEIGHT_REGULAR, INK_INK2);
    struct text_style strong = style(r, r->look->second, WEIGHT_SEMIBOLD, INK_INK);
    const char *peak = words_quantity(a, roof->peak, UNIT_FLOP_PER_SECOND, "TFLOP/s");
    if (roof->ridge <= 0) {
        const char *key = roofline_key(r, roof->peak > 0 ? "no-bandwidth" : "no-peak");
        pieces[0] = (struct piece){say_with(a, r->d->strings, key, "peak", peak, "bandwidth",
                                            words_bandwidth(a, roof->bandwidth), NULL),
                                   plain};
        return (struct label_line){pieces, 1};
    }
    pieces[0] = (struct piece){
        arena_printf(a, "%s ÷ %s = ", peak, words_bandwidth(a, roof->bandwidth)), plain};
    pieces[1] = (struct piece){words_number(a, roof->ridge), strong};
    return (struct label_line){pieces, 2};
}

/* Where a roof leaves the plot. */
static double roof_end(const struct roofline *r, const struct roof_line *roof) {
    struct point corners[3];
    size_t n = roofline_corners(r, roof, corners);
    return n ? corners[n - 1].y : r->y.from;
}

static struct gutter_entry roof_entry(struct roofline *r, size_t i) {
    const struct roof_line *roof = &r->roofs[i];
    struct piece *name = ARENA_NEW(r->d->arena, struct piece);
    double size = i ? r->look->name : r->look->name_first;
    *name = (struct piece){device_name(r, roof), style(r, size, WEIGHT_SEMIBOLD, roof->ink)};
    struct gutter_entry e = {
        .label = {.lines = {{name, 1}}, .n = 1, .pitch = r->request->in_page ? 10 : 11},
        .at = roof_end(r, roof) - (r->arithmetic ? 2.5 : 0), /* two lines beside one */
        .names = roof->mark};
    if (r->arithmetic)
        e.label.lines[e.label.n++] = division(r, roof);
    return e;
}

/* "FP8 / INT8 1979 TFLOP/s", in a narrow frame without the value. */
static struct gutter_entry ceiling_entry(struct roofline *r, const struct ceiling *c) {
    struct piece *pieces = ARENA_ARRAY(r->d->arena, struct piece, 2);
    enum ink ink = r->roofs[0].ink;
    pieces[0] = (struct piece){c->name, style(r, r->look->second, WEIGHT_SEMIBOLD, ink)};
    pieces[1] = (struct piece){arena_printf(r->d->arena, "  %s", roofline_ceiling_value(r, c)),
                               style(r, r->look->second, WEIGHT_REGULAR, INK_INK2)};
    return (struct gutter_entry){
        .label = {.lines = {{pieces, r->arithmetic ? 2 : 1}}, .n = 1, .pitch = 11},
        .at = axis_at(r->y, c->value / 1e12),
        .names = c->mark};
}

static size_t entries_of(struct roofline *r, struct gutter_entry *out) {
    size_t n = 0;
    for (size_t i = 0; i < r->roof_count; i++)
        out[n++] = roof_entry(r, i);
    for (size_t i = 0; i < r->ceiling_count; i++)
        if (!r->ceilings[i].is_slope)
            out[n++] = ceiling_entry(r, &r->ceilings[i]);
    return n;
}

double roofline_gutter(struct roofline *r) {
    struct gutter_entry entries[ENTRIES];
    r->y = (struct axis){AXIS_LOG, 1, 10, 0, 1}; /* heights do not matter yet */
    r->x = r->y;
    size_t n = entries_of(r, entries);
    for (size_t i = 0; i < r->roof_count;
         i++) /* what is missing is said in words: they are broken */
        if (r->roofs[i].ridge <= 0)
            entries[i].label.n = 1;
    return gutter_width(r->d, entries, n);
}

void roofline_draw_gutter(struct roofline *r) {
    struct gutter_entry entries[ENTRIES];
    size_t n = entries_of(r, entries);
    bool page = r->request->in_page, crowd = n > 5;
    struct gutter g = {.x = r->x.to + r->look->gutter_gap,
                       .line = r->x.to - 1.2,
                       .top = page ? r->y.to - 4 : r->y.to,
                       .bottom = r->y.from - (page ? 14 : fmax(72, roofline_key_height(r))),
                       .pitch = !r->arithmetic ? 10.5
                                : crowd        ? 13
                                : page         ? 22
                                               : 24};
    gutter_draw(r->d, g, entries, n);
}
