/* The closed form of a decode step (formulas 10.1): what depends on neither batch nor context is
 * counted once; after that a point of a curve is some twenty operations. No efficiency, no memory
 * verdict: for curves and sweeps that ask for the ceiling only. */
#ifndef RIDGE_CORE_CLOSED_FORM_H
#define RIDGE_CORE_CLOSED_FORM_H

#include "core/attention.h"
#include "core/estimate.h"
#include "core/kv.h"
#include "core/roofline.h"

struct closed_form {
    const struct model *m;
    struct kv cache;
    enum latent latent;
    double fixed, each; /* bytes of a step; more for each sequence, its cache apart */
    double experts;     /* bytes of all routed experts */
    double met;         /* tokens that meet them for each sequence of the device */
    double flops;       /* of one token, attention apart */
    double cache_share; /* of the cache, on this device */
    double attention;   /* share of the attention core */
    struct roof roof;
};

/* Of a completed scenario of inference without pipeline stages; its batch and context are not
 * looked at. roof.known is false when there is no peak or bandwidth, or there are stages. */
struct closed_form closed_form_of(struct arena *a, const struct scenario *s);

/* Bytes and FLOPs of a step, and the ceiling of its time in seconds. */
double closed_form_bytes(const struct closed_form *k, double batch, double context);
double closed_form_flops(const struct closed_form *k, double batch, double context);
double closed_form_time(const struct closed_form *k, double batch, double context);

#endif
