/* Numbers as units multiply them: what their bits can say. Scales that go with groups of them are
 * a matter of core/format.h. */
#ifndef RIDGE_CORE_ELEMENT_H
#define RIDGE_CORE_ELEMENT_H

#include "core/hardware.h"

/* What the largest exponent is for: infinities and NaNs (IEEE 754), one NaN only (E4M3), numbers
 * as all others; or there is none, and the bits are a two's complement. */
enum top_codes { TOP_IEEE, TOP_ONE_NAN, TOP_FINITE, TOP_INTEGER };

struct element {
    const char *id, *name, *source;
    int exponent, fraction; /* bits, beside one of sign */
    enum top_codes top;
    int stored;          /* bits in memory: TF32 takes 32 */
    int group, scale;    /* weights that share a scale, bits of it; group 0: a whole row does */
    const char *weights; /* the format that a model is sized with */
    size_t peak;         /* offset of the datum in struct accelerator */
};

enum element_id {
#define ELEMENT(name, ...) ELEMENT_##name,
#include "core/element.def"
#undef ELEMENT
    ELEMENTS
};

const struct element *element_of(enum element_id id);

int element_bits(const struct element *e); /* sign, exponent, fraction */

double element_largest(const struct element *e);
/* The smallest number with a full fraction; 0 for integers. */
double element_smallest_normal(const struct element *e);
/* From 1 to the next number. */
double element_step(const struct element *e);

/* The non-negative numbers, ascending, into at most `room` places; returns how many there are of a
 * format without infinities, 0 when they are more than that. */
size_t element_values(const struct element *e, double *out, size_t room);

struct datum element_peak(const struct element *e, const struct accelerator *device);

#endif
