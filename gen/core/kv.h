/* The KV cache of a model with full attention in every layer (formulas 3). */
#ifndef RIDGE_CORE_KV_H
#define RIDGE_CORE_KV_H

#include "core/hardware.h"

/* Keys and values of one token over all layers. */
double kv_bytes_per_token(const struct model *m, const struct format *f);

#endif
