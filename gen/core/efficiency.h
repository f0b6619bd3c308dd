/* Measured shares of what the hardware allows, as low, typical, high (formulas 17). */
#ifndef RIDGE_CORE_EFFICIENCY_H
#define RIDGE_CORE_EFFICIENCY_H

#include "core/hardware.h"

/* Of the bandwidth, in decoding. software: hand-tuned, compiled or desktop; NULL is what is usual
 * on the device. */
struct quantity efficiency_memory(const struct accelerator *device, const struct format *weights,
                                  const char *software);
struct quantity efficiency_matmul(enum peak peak);
struct quantity efficiency_prefill(void);

/* Of the peak of that arithmetic: dense models by generation; less with experts and with sequences
 * of 16,384 tokens and more. */
struct quantity efficiency_training(const struct accelerator *device, enum peak peak, bool experts,
                                    int64_t sequence);
struct quantity efficiency_launch(void); /* seconds between the launches of two kernels */
struct quantity efficiency_goodput(void);
struct quantity efficiency_node_link(void); /* of the rated bandwidth between nodes */

/* How much longer a step gets when the forward pass is run again: ratio of the FLOPs counts, with
 * the spread measured around it. 1 without recomputation. */
struct quantity efficiency_recompute(double hardware_per_model);

/* QLoRA against LoRA: the weights are unpacked in each pass (formulas 5). */
struct quantity efficiency_unpack(void);

#endif
