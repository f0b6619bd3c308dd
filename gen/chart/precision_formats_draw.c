/* Number formats: rows of bits and columns of numbers. */
#include <math.h>

#include "chart/precision_formats.h"
#include "figure/mark.h"
#include "plot/key.h"
#include "plot/words.h"

static struct text_style text_style(const struct formats *f, enum weight weight, enum ink ink) {
    return draw_style(f->d, f->look.text, weight, ink);
}

static struct text_style number_style(const struct formats *f, enum weight weight, enum ink ink) {
    return draw_style(f->d, f->request->in_page ? f->look.text : 9, weight, ink);
}

/* ── Bits ── */

enum { FIELDS = 3 };

static const enum ink field_inks[FIELDS] = {INK_INK, INK_DEVICE_B, INK_BAR_C};

static int field_bits(const struct element *e, int field) {
    return field == 0 ? 1 : field == 1 ? e->exponent : e->fraction;
}

/* One line of ground between two bits; one path for a row. */
static void draw_gaps(struct formats *f, int bits, double top) {
    struct path_point *path = ARENA_ARRAY(f->d->arena, struct path_point, 2 * (size_t)bits);
    size_t n = 0;
    for (int i = 1; i < bits; i++) {
        double x = f->look.bits + f->look.bit * i;
        path[n++] = (struct path_point){PATH_MOVE, x, top};
        path[n++] = (struct path_point){PATH_LINE, x, top + f->look.height};
    }
    scene_path(f->d->scene, path, n, INK_NONE, stroke_solid(INK_GROUND, 0.9));
}

/* What is stored beside the bits that count. */
static void draw_padding(struct formats *f, const struct element *e, struct rect bits) {
    int unused = e->stored - element_bits(e);
    struct rect box = {rect_right(bits), bits.y + 0.25, f->look.bit * unused, bits.h - 0.5};
    scene_rect(f->d->scene, box, INK_NONE, stroke_dashed(INK_INK3, 0.5, 3, 2));
    draw_keep_body(f->d, box);
    const char *words = say_with(f->d->arena, f->d->strings, "chart.precision-formats.stored",
                                 "bits", words_count(f->d->arena, e->stored), NULL);
    struct text_style style = text_style(f, WEIGHT_REGULAR, INK_INK2);
    if (draw_width(f->d, words, style) < box.w - 4)
        draw_text(f->d, box.x + box.w / 2, box.y + box.h / 2 + f->look.text * 0.36, ANCHOR_MIDDLE,
                  words, style);
}

/* The boxes of a row; returns the mark, and where they end. */
static int draw_bits(struct formats *f, const struct format_row *row, double middle, double *end) {
    const struct element *e = row->element;
    double top = middle - f->look.height / 2, x = f->look.bits;
    int mark = draw_mark(f->d, formats_says(f, f->d->arena, row));
    struct rect all = {x, top, f->look.bit * element_bits(e), f->look.height};
    for (int field = 0; field < FIELDS; field++) {
        double width = f->look.bit * field_bits(e, field);
        if (width > 0)
            scene_rect(f->d->scene, (struct rect){x, top, width, f->look.height}, field_inks[field],
                       stroke_none);
        x += width;
    }
    draw_gaps(f, element_bits(e), top);
    draw_keep_body(f->d, all);
    draw_naming(f->d, mark);
    if (e->stored > element_bits(e))
        draw_padding(f, e, all);
    draw_naming(f->d, 0);
    draw_mark_end(f->d);
    *end = f->look.bits + f->look.bit * e->stored;
    return mark;
}

/* ── Columns ── */

static void draw_power(struct formats *f, double x, double baseline, const char *base,
                       int exponent) {
    struct text_style plain = number_style(f, WEIGHT_REGULAR, INK_INK), raised = plain;
    raised.size = 7;
    raised.rise = 3.5;
    const char *digits = quantity_format(f->d->arena, quantity_exact(exponent, UNIT_NONE),
                                         (struct number_format){.decimals = 0});
    struct piece pieces[] = {{base, plain}, {digits, raised}};
    draw_pieces(f->d, x, baseline, ANCHOR_END, pieces, 2);
}

/* "65 504"; "3.4 × 10³⁸" from seven digits on. */
static void draw_largest(struct formats *f, const struct element *e, double baseline) {
    struct arena *a = f->d->arena;
    double value = element_largest(e);
    int exponent = (int)floor(log10(value));
    if (exponent > 6) {
        const char *digits =
            quantity_format(a, quantity_exact(value / pow(10, exponent), UNIT_NONE),
                            (struct number_format){.decimals = 1});
        draw_power(f, f->look.largest, baseline, arena_printf(a, "%s × 10", digits), exponent);
    } else {
        draw_text(f->d, f->look.largest, baseline, ANCHOR_END, words_number(a, value),
                  number_style(f, WEIGHT_REGULAR, INK_INK));
    }
}

static void draw_numbers(struct formats *f, const struct format_row *row, double baseline) {
    struct arena *a = f->d->arena;
    const struct element *e = row->element;
    bool known = row->peak.known;
    if (e->exponent) {
        draw_largest(f, e, baseline);
        if (f->look.step > 0)
            draw_power(f, f->look.step, baseline, "2", -e->fraction);
    }
    draw_text(f->d, f->look.gib, baseline, ANCHOR_END, formats_gib(a, row),
              number_style(f, WEIGHT_SEMIBOLD, INK_INK));
    draw_text(f->d, f->look.peak, baseline, ANCHOR_END, formats_peak(a, row),
              number_style(f, WEIGHT_REGULAR, known ? INK_INK : INK_INK3));
}

/* The count beside the boxes; formats with scales say their values, too. */
static void draw_counts(struct formats *f, const struct format_row *row, double end,
                        double baseline) {
    struct arena *a = f->d->arena;
    struct text_style style = text_style(f, WEIGHT_REGULAR, INK_INK2);
    if (!(f->look.counts > 0))
        return;
    struct rect count = draw_text(f->d, end + f->look.counts, baseline, ANCHOR_START,
                                  formats_bits(a, row->element), style);
    double x = fmax(f->look.values, rect_right(count) + 6);
    double room = (row->element->exponent ? f->look.largest - 24 : f->look.gib - 32) - x;
    for (int brief = 0; brief < 2; brief++) {
        const char *values = formats_values(f, a, row, brief);
        if (values && draw_width(f->d, values, style) <= room) {
            draw_text(f->d, x, baseline, ANCHOR_START, values, style);
            return;
        }
    }
}

static void draw_row(struct formats *f, const struct format_row *row, double top) {
    double middle = top + f->look.pitch / 2, baseline = middle + f->look.text * 0.37, end;
    draw_text(f->d, f->look.names, baseline, ANCHOR_START, row->element->name,
              draw_style(f->d, f->look.name, WEIGHT_SEMIBOLD, INK_INK));
    int mark = draw_bits(f, row, middle, &end);
    draw_naming(f->d, mark);
    draw_counts(f, row, end, baseline);
    draw_numbers(f, row, baseline);
    draw_naming(f->d, 0);
}

/* ── Head, rules, key ── */

static void draw_head(struct formats *f, double x, const char *first, const char *second,
                      enum limit glyph) {
    double base = f->top - (f->request->in_page ? 8 : 11);
    struct rect box = draw_text(f->d, x, base - f->look.head, ANCHOR_END, first,
                                text_style(f, WEIGHT_SEMIBOLD, INK_INK2));
    draw_text(f->d, x, base, ANCHOR_END, second, text_style(f, WEIGHT_REGULAR, INK_INK2));
    if (glyph)
        mark_limit(f->d->scene, glyph, (struct point){box.x - 10.5, base - f->look.head + 0.6}, 7);
}

static void draw_heads(struct formats *f) {
    const struct strings *s = f->d->strings;
    scene_group_open(f->d->scene, "head", NULL, (struct point){0, 0});
    draw_text(f->d, f->look.bits, f->top - (f->request->in_page ? 8 : 11), ANCHOR_START,
              say(s, "chart.precision-formats.head.bits"), text_style(f, WEIGHT_REGULAR, INK_INK2));
    draw_head(f, f->look.largest, say(s, "chart.precision-formats.head.largest"),
              say(s, "chart.precision-formats.head.value"), LIMIT_NONE);
    if (f->look.step > 0)
        draw_head(f, f->look.step, say(s, "chart.precision-formats.head.step"),
                  say(s, "chart.precision-formats.head.at-one"), LIMIT_NONE);
    draw_head(f, f->look.gib, formats_model_head(f), "GiB", LIMIT_CAPACITY);
    draw_head(f, f->look.peak, formats_device_head(f), "TFLOP/s", LIMIT_COMPUTE);
    scene_group_close(f->d->scene);
}

static void draw_rules(struct formats *f) {
    for (int i = 0; i <= ELEMENTS; i++) {
        bool edge = i == 0 || i == ELEMENTS;
        double y = f->top + f->look.pitch * i - (i == 0 ? 2.5 : 0);
        scene_line(f->d->scene, (struct point){f->look.left, y}, (struct point){f->look.right, y},
                   edge ? stroke_solid(INK_INK, 0.8) : stroke_solid(INK_GRID, 0.5));
    }
}

static void draw_swatch(struct drawing *d, struct rect box, size_t field) {
    scene_rect(d->scene, box, field_inks[field], stroke_none);
}

/* Where all does not fit one row, without what exponent and fraction are for. */
static void draw_key(struct formats *f) {
    static const char *const keys[2][FIELDS] = {
        {"chart.precision-formats.key.sign", "chart.precision-formats.key.exponent",
         "chart.precision-formats.key.fraction"},
        {"chart.precision-formats.key.sign", "chart.precision-formats.key.exponent.short",
         "chart.precision-formats.key.fraction.short"}};
    struct key key = {.x = f->look.bits,
                      .right = f->look.right,
                      .baseline = f->key,
                      .pitch = 11,
                      .swatch = 13,
                      .height = 8,
                      .gap = 4,
                      .between = 12,
                      .style = text_style(f, WEIGHT_REGULAR, INK_INK2)};
    const char *words[FIELDS];
    for (int brief = 0; brief < 2; brief++) {
        for (int i = 0; i < FIELDS; i++)
            words[i] = say(f->d->strings, keys[brief][i]);
        if (key_rows(f->d, &key, words, FIELDS) == 1)
            break;
    }
    key_draw(f->d, &key, words, FIELDS, draw_swatch);
}

void formats_draw(struct formats *f) {
    draw_rules(f);
    draw_heads(f);
    for (int i = 0; i < ELEMENTS; i++)
        draw_row(f, &f->rows[i], f->top + f->look.pitch * i);
    draw_key(f);
}
