/* What number formats say: title, subtitle, footer, description, rows. */
#include <math.h>
#include <string.h>

#include "chart/precision_formats.h"
#include "core/format.h"
#include "plot/data.h"
#include "plot/words.h"

const char *formats_bits(struct arena *a, const struct element *e) {
    if (!e->exponent)
        return arena_printf(a, "1 + %d", e->fraction);
    return arena_printf(a, "1 + %d + %d", e->exponent, e->fraction);
}

const char *formats_gib(struct arena *a, const struct format_row *row) {
    struct number_format f = {.decimals = row->gib < 1 ? 2 : 1};
    return quantity_format(a, quantity_exact(row->gib, UNIT_NONE), f);
}

const char *formats_peak(struct arena *a, const struct format_row *row) {
    return row->peak.known ? words_number(a, row->peak.value / 1e12) : "—";
}

/* "0, 0.5, 1, 1.5, 2, 3, 4, 6"; "−8 to 7". */
static const char *listed(const struct formats *f, struct arena *a, const struct format_row *row) {
    const char *list = NULL;
    for (size_t i = 0; i < row->value_count; i++) {
        const char *one = words_number(a, row->values[i]);
        list = list ? say_with(a, f->request->strings, "chart.list.comma", "list", list, "item",
                               one, NULL)
                    : one;
    }
    if (list)
        return list;
    double largest = element_largest(row->element);
    struct number_format whole = {.decimals = 0};
    return say_with(a, f->request->strings, "chart.precision-formats.from-to", "low",
                    quantity_format(a, quantity_exact(-largest - 1, UNIT_NONE), whole), "high",
                    quantity_format(a, quantity_exact(largest, UNIT_NONE), whole), NULL);
}

const char *formats_values(const struct formats *f, struct arena *a, const struct format_row *row,
                           bool brief) {
    const struct element *e = row->element;
    if (!e->scale)
        return NULL;
    const char *group = words_count(a, e->group);
    const char *key =
        e->group ? brief ? "chart.precision-formats.scale" : "chart.precision-formats.values"
        : brief  ? "chart.precision-formats.scale.row"
                 : "chart.precision-formats.values.row";
    return say_with(a, f->request->strings, key, "values", listed(f, a, row), "group", group, NULL);
}

/* "3.4e38" for what is large. */
static const char *largest_text(struct arena *a, const struct element *e) {
    double value = element_largest(e);
    int exponent = (int)floor(log10(value));
    if (exponent <= 6)
        return words_number(a, value);
    return arena_printf(a, "%.1fe%d", value / pow(10, exponent), exponent);
}

const char *formats_says(const struct formats *f, struct arena *a, const struct format_row *row) {
    const char *key =
        row->peak.known ? "chart.precision-formats.says" : "chart.precision-formats.says.no-peak";
    return say_with(a, f->request->strings, key, "format", row->element->name, "bits",
                    formats_bits(a, row->element), "largest", largest_text(a, row->element), "gib",
                    formats_gib(a, row), "peak", formats_peak(a, row), NULL);
}

/* ── Heads ── */

static bool fits(struct formats *f, const char *text, double room) {
    return draw_width(f->d, text, draw_style(f->d, f->look.text, WEIGHT_SEMIBOLD, INK_INK2)) <=
           room;
}

const char *formats_model_head(struct formats *f) {
    double before = f->look.step > 0 ? f->look.step : f->look.largest;
    const char *size = words_model_size(f->model);
    return fits(f, size, f->look.gib - before - 16)
               ? size
               : say(f->request->strings, "chart.precision-formats.head.model");
}

const char *formats_device_head(struct formats *f) {
    const char *name = words_tight_name(f->device->short_name);
    return fits(f, name, f->look.peak - f->look.gib - 16)
               ? name
               : say(f->request->strings, "chart.precision-formats.head.device");
}

/* ── Title ── */

static const struct format_row *known(const struct formats *f, enum element_id first,
                                      enum element_id second) {
    return f->rows[first].peak.known    ? &f->rows[first]
           : f->rows[second].peak.known ? &f->rows[second]
                                        : NULL;
}

/* Where two formats of one width differ in speed, gains are over the faster one. */
static const struct format_row *faster(const struct formats *f, enum element_id first,
                                       enum element_id second) {
    bool both = f->rows[first].peak.known && f->rows[second].peak.known;
    return both && f->rows[second].peak.value > f->rows[first].peak.value ? &f->rows[second]
                                                                          : known(f, first, second);
}

/* "FP8" of "FP8 E4M3", "FP4" of "MXFP4": what data sheets print. */
static const char *peak_name(const struct format_row *row) {
    enum { EIGHT = 8 };
    if (!row->element->exponent)
        return row->element->name;
    return row->element->stored == EIGHT ? "FP8" : "FP4";
}

/* Whether every narrow rate is missing because there is no such unit, not because none is known. */
static bool stops_at_sixteen(const struct formats *f) {
    for (int i = ELEMENT_E5M2; i < ELEMENTS; i++) {
        const char *reason = f->rows[i].peak.reason;
        if (f->rows[i].peak.known || !reason || strcmp(reason, "not-supported") != 0)
            return false;
    }
    return true;
}

/* How many times the rate of the wide format the narrow one has; 0 where either is not known. */
static double gain_of(const struct format_row *narrow, const struct format_row *wide) {
    return narrow && wide ? narrow->peak.value / wide->peak.value : 0;
}

static bool is_twice(double gain) {
    return gain > 1.9 && gain < 2.1;
}

/* What narrower numbers do to the arithmetic of the device. */
static const char *title_arithmetic(const struct formats *f, struct arena *a) {
    const struct format_row *wide = faster(f, ELEMENT_BF16, ELEMENT_FP16),
                            *eight = known(f, ELEMENT_E4M3, ELEMENT_INT8),
                            *four = known(f, ELEMENT_MXFP4, ELEMENT_INT4);
    double gain = gain_of(eight, wide);
    const struct format_row *last = is_twice(gain) && is_twice(gain_of(four, eight)) ? four : eight;
    bool stops = wide && stops_at_sixteen(f);
    const char *key = stops                        ? "chart.precision-formats.title.sixteen"
                      : !(gain > 0)                ? "chart.precision-formats.title.unknown"
                      : is_twice(gain)             ? "chart.precision-formats.title.twice"
                      : gain > 0.95 && gain < 1.05 ? "chart.precision-formats.title.same"
                                                   : "chart.precision-formats.title.times";
    return say_with(a, f->request->strings, key, "device", f->device->short_name, "format",
                    last ? peak_name(last) : "", "gain", words_number(a, gain), NULL);
}

/* ── Frame ── */

static enum grade worst_grade(const struct formats *f) {
    enum grade worst = GRADE_DATASHEET;
    for (int i = 0; i < ELEMENTS; i++)
        if (f->rows[i].peak.known && f->rows[i].peak.grade > worst)
            worst = f->rows[i].peak.grade;
    return worst;
}

static const char *bits_of(const struct formats *f, struct arena *a, enum element_id id) {
    return words_number(a, f->rows[id].bits);
}

struct frame formats_frame(const struct formats *f, struct arena *a) {
    const struct strings *s = f->request->strings;
    struct frame frame = {.subtitle = say(s, "chart.precision-formats.subtitle")};
    frame.kicker = say_with(a, s, "chart.precision-formats.kicker", "model", f->model->name,
                            "device", f->device->short_name, NULL);
    frame.title_one = say(s, "chart.precision-formats.title.bytes");
    frame.title_two = title_arithmetic(f, a);
    frame.foot[frame.foot_count++] =
        say_with(a, s, "chart.precision-formats.foot.bytes", "mxfp4", bits_of(f, a, ELEMENT_MXFP4),
                 "nvfp4", bits_of(f, a, ELEMENT_NVFP4), "int4", bits_of(f, a, ELEMENT_INT4), NULL);
    frame.foot[frame.foot_count++] = say_with(a, s, "chart.precision-formats.foot.sources",
                                              "sources", words_sources(s, worst_grade(f)), "date",
                                              catalog_edition(f->request->catalog), NULL);
    return frame;
}

const char *formats_describe(const struct formats *f, struct arena *a, const char *title) {
    const struct strings *s = f->request->strings;
    const char *text = NULL;
    words_add_sentence(a, &text, say_with(a, s, "chart.sentence", "text", title, NULL));
    words_add_sentence(a, &text,
                       say_with(a, s, "chart.precision-formats.describe", "model", f->model->name,
                                "device", f->device->short_name, NULL));
    for (int i = 0; i < ELEMENTS; i++)
        words_add_sentence(
            a, &text,
            say_with(a, s, "chart.sentence", "text", formats_says(f, a, &f->rows[i]), NULL));
    return text;
}

const char *formats_caption(const struct formats *f, struct arena *a) {
    return say_with(a, f->request->strings, "chart.precision-formats.caption", "model",
                    f->model->name, "device", f->device->short_name, NULL);
}

struct chart_data formats_data(const struct formats *f, struct arena *a) {
    static const char *const columns[] = {
        "format",          "sign", "exponent",        "fraction", "stored_bits", "largest",
        "smallest_normal", "step", "bits_per_weight", "gib",      "peak_tflops"};
    struct data_rows *rows = data_new(a, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < ELEMENTS; i++) {
        const struct format_row *row = &f->rows[i];
        const struct element *e = row->element;
        const char *cells[] = {e->id,
                               "1",
                               arena_printf(a, "%d", e->exponent),
                               arena_printf(a, "%d", e->fraction),
                               arena_printf(a, "%d", e->stored),
                               arena_printf(a, "%.9g", element_largest(e)),
                               arena_printf(a, "%.9g", element_smallest_normal(e)),
                               arena_printf(a, "%.9g", element_step(e)),
                               arena_printf(a, "%.9g", row->bits),
                               arena_printf(a, "%.4f", row->gib),
                               row->peak.known ? arena_printf(a, "%.9g", row->peak.value / 1e12)
                                               : NULL};
        data_add(rows, cells);
    }
    return data_done(rows);
}
