/* What fits beside the weights, and where weights turn compute-bound (formulas 6, 8, 16). */
#ifndef RIDGE_CORE_CAPACITY_H
#define RIDGE_CORE_CAPACITY_H

#include "core/account.h"

struct decode_step;

/* Of the capacity, what weights, buffers and caches together may fill. */
double capacity_share(const struct scenario *s);

void account_pool(struct account *c);
void account_saturation(struct account *c);
void account_decode_speed(struct account *c, const struct decode_step *step);

#endif
