/* The number formats from inside: what its parts share. */
#ifndef RIDGE_CHART_PRECISION_FORMATS_H
#define RIDGE_CHART_PRECISION_FORMATS_H

#include "core/element.h"
#include "plot/frame.h"

struct format_row {
    const struct element *element;
    double gib;         /* of the model; 0: cannot be counted */
    double bits;        /* a weight of a linear layer, scales included */
    struct datum peak;  /* of the device */
    double values[16];  /* that are not negative */
    size_t value_count; /* 0: too many to list */
};

/* Where columns stand; right edges of the numbers. step 0: no such column. */
struct formats_look {
    double left, right;
    double names, bits, bit, height; /* x of names and of bits, size of a box */
    double counts, values;           /* from the end of the boxes; x of the values */
    double largest, step, gib, peak;
    double first, pitch, head; /* first row's top and height; of the head's two lines */
    double name, text;         /* type */
};

struct formats {
    struct drawing *d;
    const struct chart_request *request;
    struct formats_look look;
    const struct model *model;
    const struct accelerator *device;
    struct format_row rows[ELEMENTS];
    double top; /* of the first row */
    double key; /* baseline of the key */
};

void formats_draw(struct formats *f);

/* Words. */
struct frame formats_frame(const struct formats *f, struct arena *a);
const char *formats_describe(const struct formats *f, struct arena *a, const char *title);
const char *formats_caption(const struct formats *f, struct arena *a);
struct chart_data formats_data(const struct formats *f, struct arena *a);
/* "1 + 8 + 23"; "−8 to 7, times one scale per 128"; the tooltip of a row. */
const char *formats_bits(struct arena *a, const struct element *e);
const char *formats_values(const struct formats *f, struct arena *a, const struct format_row *row,
                           bool brief);
const char *formats_says(const struct formats *f, struct arena *a, const struct format_row *row);
const char *formats_gib(struct arena *a, const struct format_row *row);  /* "12.6" */
const char *formats_peak(struct arena *a, const struct format_row *row); /* "989", "—" */
/* Heads of the two columns: the model's size and the device's name, or words where they are wide.
 */
const char *formats_model_head(struct formats *f);
const char *formats_device_head(struct formats *f);

#endif
