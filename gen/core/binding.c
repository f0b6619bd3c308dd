/* What holds the work back, what would next, and by how much (formulas 9, 16). */
#include <string.h>

#include "core/limits.h"

static const char *other(const char *bound) {
    return strcmp(bound, "bandwidth") == 0 ? "compute" : "bandwidth";
}

/* The ratio of the ridge point and the intensity is the ratio of the two times; it is a count and
 * stays meaningful when the work does not fit. */
static void bind_by_roof(struct account *c, const char *bound, struct quantity intensity) {
    struct estimate *e = c->e;
    struct quantity ridge =
        interval_divide(roof_peak_quantity(c->roof), roof_bandwidth_quantity(c->roof));
    bool slope = strcmp(bound, "bandwidth") == 0;
    struct quantity margin =
        slope ? interval_divide(ridge, intensity) : interval_divide(intensity, ridge);
    e->binding_resource = bound;
    e->binding_next = other(bound);
    measure_set(&e->binding_margin, margin);
    TRACE(&c->trace, STEP_BINDING_MARGIN, slope ? "I_ridge / I" : "I / I_ridge", margin,
          Q("I_ridge", ridge, "FLOP/B"), Q("I", intensity, "FLOP/B"));
}

static void bind_by_capacity(struct account *c, const char *next) {
    struct estimate *e = c->e;
    struct quantity margin = interval_divide(e->memory_total.q, e->memory_capacity.q);
    e->binding_resource = "capacity";
    e->binding_next = next;
    measure_set(&e->binding_margin, margin);
    TRACE(&c->trace, STEP_BINDING_MARGIN, "M / C", margin, Q("M", e->memory_total.q, "GiB"),
          Q("C", e->memory_capacity.q, "GiB"));
}

void account_binding(struct account *c) {
    struct estimate *e = c->e;
    bool training = account_is_training(c);
    const char *bound = training ? e->training_bound : e->decode_bound;
    if (e->fits == VERDICT_NO && e->memory_capacity.present)
        bind_by_capacity(c, bound);
    else if (bound)
        bind_by_roof(c, bound, training ? e->training_intensity.q : e->decode_intensity.q);
}
