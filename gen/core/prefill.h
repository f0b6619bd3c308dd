/* Prefill as the other stages use it (formulas 10.2). */
#ifndef RIDGE_CORE_PREFILL_H
#define RIDGE_CORE_PREFILL_H

#include "core/account.h"

/* What the prompt of one sequence is cut into. */
struct prompt {
    double cached; /* tokens found in the prefix cache */
    double fresh;  /* tokens that are computed */
    double chunks, chunk;
};

struct prompt prompt_of(const struct account *c);

#endif
