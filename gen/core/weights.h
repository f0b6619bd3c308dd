/* Weights held in memory, as a value and as a line of the derivation (formulas 2). */
#ifndef RIDGE_CORE_WEIGHTS_H
#define RIDGE_CORE_WEIGHTS_H

#include "core/account.h"

/* Bytes on one device; a published mean width has a range. */
struct quantity stored_weights(const struct account *c);

/* Base weights in the scenario's format. */
void account_stored_weights(struct account *c);

#endif
