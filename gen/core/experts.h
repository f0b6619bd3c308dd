/* Mixture of experts: what is held, what is computed, what is read (formulas 8). */
#ifndef RIDGE_CORE_EXPERTS_H
#define RIDGE_CORE_EXPERTS_H

#include "core/hardware.h"

/* Experts that so many tokens touch in one layer when routing is even: E · (1 − (1 − K/E)^T). Real
 * routing is less even and touches fewer, but never fewer than K. 0 for a dense model. */
double experts_distinct(const struct model *m, double tokens);

/* The same as a share of all experts; 1 for a dense model. */
double experts_share(const struct model *m, double tokens);

#endif
