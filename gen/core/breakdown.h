/* What a step spends its typical time on (formulas 10 to 12): parts that add up to it. */
#ifndef RIDGE_CORE_BREAKDOWN_H
#define RIDGE_CORE_BREAKDOWN_H

#include "core/estimate.h"

enum spent {
    SPENT_COMPUTE,
    SPENT_MEMORY,
    SPENT_LINK,   /* communication that computing does not hide */
    SPENT_BUBBLE, /* stages that wait for each other */
    SPENT_HOST,   /* the server, and launches that take longer than the work */
    SPENTS
};

struct breakdown {
    bool known; /* false: something is missing, or nothing runs because it does not fit */
    double parts[SPENTS];
    struct quantity time; /* parts add up to its typical value */
};

/* In training, memory is the optimizer's update; reading and writing between the multiplications is
 * in the measured share of the peak. A step whose MFU is given has no parts. */
struct breakdown breakdown_training(const struct estimate *e);

/* Each operation at its own limit. */
struct breakdown breakdown_decode(const struct estimate *e);

/* The whole pass at the limit that takes longer. */
struct breakdown breakdown_prefill(const struct estimate *e);

#endif
