/* Low-rank adapters (formulas 5). */
#ifndef RIDGE_CORE_LORA_H
#define RIDGE_CORE_LORA_H

#include "core/activations.h"
#include "core/parameters.h"

/* "all-linear" or "q,v". */
enum adapted adapted_of(const char *targets);

/* Trainable parameters: r · (in + out) per adapted matrix, over all layers. */
double lora_parameters(const struct model *m, enum adapted adapted, int64_t rank);

/* Adapted matrices in the whole model. */
double lora_pairs(const struct model *m, enum adapted adapted);

#endif
