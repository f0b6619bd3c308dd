#include "core/relatives.h"

#include <math.h>

const struct datum *accelerator_peak_16(const struct accelerator *a) {
    return a->bf16.known ? &a->bf16 : &a->fp16;
}

static const struct datum *limit_at(const struct accelerator *a, size_t i) {
    return i == 0   ? &a->memory_capacity
           : i == 1 ? &a->memory_bandwidth
                    : accelerator_peak_16(a);
}

static bool has(const struct datum *d) {
    return d->known && d->value > 0;
}

/* How many limits were measured; 0: no relative. */
static size_t measure(const struct accelerator *of, const struct accelerator *x,
                      struct relative *out) {
    double sum = 0;
    size_t n = 0;
    *out = (struct relative){.device = x};
    for (size_t i = 0; i < RELATIVE_LIMITS; i++) {
        const struct datum *a = limit_at(of, i), *b = limit_at(x, i);
        if (!has(a))
            continue;
        if (!has(b))
            return 0;
        out->ratio[i] = b->value / a->value;
        sum += log(out->ratio[i]) * log(out->ratio[i]);
        n++;
    }
    out->distance = sqrt(sum);
    return n;
}

/* Puts x in its place among the first n; those of equal distance stay before it. */
static size_t insert(struct relative *out, size_t n, size_t most, struct relative x) {
    size_t at = n;
    while (at > 0 && x.distance < out[at - 1].distance)
        at--;
    if (at >= most)
        return n;
    size_t last = n < most ? n : most - 1;
    for (size_t i = last; i > at; i--)
        out[i] = out[i - 1];
    out[at] = x;
    return n < most ? n + 1 : n;
}

size_t relatives_nearest(const struct accelerator *of, const struct accelerator *const *all,
                         size_t n, struct relative *out, size_t most) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        struct relative x;
        if (all[i] != of && !all[i]->unverified && measure(of, all[i], &x))
            found = insert(out, found, most, x);
    }
    return found;
}
