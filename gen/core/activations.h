/* What the forward pass keeps for the backward pass, and the buffers of inference. */
#ifndef RIDGE_CORE_ACTIVATIONS_H
#define RIDGE_CORE_ACTIVATIONS_H

#include "core/hardware.h"

enum adapted { ADAPTED_NONE, ADAPTED_ALL, ADAPTED_QV };

/* Bytes per token and layer (formulas 4.4, 5): RMSNorm, flash attention, 16 bits. Low is with SiLU,
 * product and gate fused and recomputed, high and typical with each stored. */
struct quantity activations_layer(const struct model *m, enum adapted adapted, int64_t rank);

/* Logits of training (formulas 4.7): 16-bit logits, FP32 copy, FP32 gradient and, but for the low
 * end, the 16-bit gradient. */
struct quantity activations_logits(const struct model *m, double tokens);

/* Largest working set of one operation during inference, per token (formulas 6). */
double activations_workspace(const struct model *m);

#endif
