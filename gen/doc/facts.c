#include "doc/facts.h"

#include <math.h>
#include <string.h>

#include "catalog/fields.h"

enum { DIGITS = 4, ROUNDED_DIGITS = 3, RIDGE_DIGITS = 2, RATIO_DECIMALS = 2, DECIMALS = 9 };

/* What is not a plain field, or is printed unlike others of its dimension. */
static const struct fact_row special[] = {
    {"memory-capacity", "GiB", 0x1p30, DIGITS, 1},
    {"peak", "TFLOP/s", 1e12, DIGITS, DECIMALS},
    {"ridge", "FLOP/B", 1, RIDGE_DIGITS, DECIMALS},
    {"peak-per-watt", "TFLOP/s", 1e12, ROUNDED_DIGITS, RATIO_DECIMALS}, /* its name says per watt */
};
enum { SPECIALS = sizeof special / sizeof *special };

static const struct field *plain_find(const char *name, size_t *index) {
    for (size_t i = 0; i < accelerator_field_count; i++)
        if (!strcmp(accelerator_fields[i].name, name)) {
            *index = i;
            return &accelerator_fields[i];
        }
    return NULL;
}

bool fact_row_find(const char *name, struct fact_row *out) {
    for (size_t i = 0; i < SPECIALS; i++)
        if (!strcmp(special[i].name, name)) {
            *out = special[i];
            return true;
        }
    size_t i;
    const struct field *f = plain_find(name, &i);
    if (!f)
        return false;
    struct unit unit;
    *out = (struct fact_row){f->name, unit_custom(accelerator_field_unit(i)), 1, DIGITS, DECIMALS};
    if (!strncmp(name, "int", 3))
        out->unit = "TOP/s"; /* what is counted are no floating-point operations */
    return !out->unit || unit_lookup(out->unit, strlen(out->unit), &unit, &out->scale);
}

static const struct datum *peak_of(const struct accelerator *a, const char **field) {
    bool bf16 = a->bf16.known;
    *field = bf16 ? "bf16" : "fp16";
    return bf16 ? &a->bf16 : &a->fp16;
}

static bool known(const struct datum *d, double *out) {
    *out = d->value;
    return d->known;
}

bool fact_number(const struct accelerator *a, const char *name, double *out,
                 const struct datum **datum, const char **field) {
    const char *peak_field;
    const struct datum *peak = peak_of(a, &peak_field), *plain = NULL;
    double above, below;
    size_t i;
    if (datum)
        *datum = NULL;
    if (!strcmp(name, "ridge") || !strcmp(name, "peak-per-watt")) {
        bool ridge = !strcmp(name, "ridge");
        bool both = known(peak, &above) &&
                    known(ridge ? &a->memory_bandwidth : &a->power, &below) && below > 0;
        *out = both ? above / below : 0;
        return both;
    }
    const struct field *f = plain_find(name, &i);
    plain = f ? accelerator_datum(a, i) : peak;
    if (datum)
        *datum = plain;
    if (field)
        *field = f ? f->name : peak_field;
    return known(plain, out);
}

const char *fact_text(const struct accelerator *a, const char *name) {
    for (size_t i = 0; i < accelerator_text_count; i++)
        if (!strcmp(accelerator_texts[i].name, name)) {
            const char *text = member_text(a, accelerator_texts[i].offset);
            return text ? text : "";
        }
    return NULL;
}

size_t fact_names(struct arena *a, const char *const **out) {
    size_t n = 0;
    const char **names = ARENA_ARRAY(
        a, const char *, SPECIALS + accelerator_field_count + accelerator_text_count + 1);
    names[n++] = "ridge-strip";
    for (size_t i = 0; i < SPECIALS; i++)
        if (strcmp(special[i].name, "memory-capacity") != 0)
            names[n++] = special[i].name;
    for (size_t i = 0; i < accelerator_field_count; i++)
        names[n++] = accelerator_fields[i].name;
    for (size_t i = 0; i < accelerator_text_count; i++)
        names[n++] = accelerator_texts[i].name;
    *out = names;
    return n;
}

const char *fact_print(struct arena *a, const struct fact_row *row, double value) {
    double x = value / row->scale;
    int whole = x > 0 ? (int)floor(log10(x)) + 1 : 1;
    int decimals = whole >= row->digits ? 0 : row->digits - whole;
    double power = pow(10, decimals < row->decimals ? decimals : row->decimals);
    return quantity_format(a, quantity_exact(round(x * power) / power, UNIT_NONE),
                           (struct number_format){.decimals = -1});
}
