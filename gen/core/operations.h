/* The operations of one pass through the model, summed over all layers (formulas 8).
 *
 * A decode step counts weights and KV cache only, as formulas 10.1 does, so its operations add up
 * to the bytes of the step; the few activations stay on the chip. Prefill and training also count
 * the activations that go through memory between kernels: Q, K and V are one kernel, gate and up
 * are one kernel, SiLU times up is one elementwise kernel; each norm with its residual addition
 * makes 3 to 4 passes over the hidden state (3.5 typical); attention is a flash kernel and K and V
 * are also written to the cache; the head works on the rows that need logits and writes them as
 * FP32. */
#ifndef RIDGE_CORE_OPERATIONS_H
#define RIDGE_CORE_OPERATIONS_H

#include "core/estimate.h"
#include "core/format.h"
#include "core/roofline.h"
#include "core/trace.h"

enum { OPERATION_KINDS = 7 };

/* What passes through the model. */
struct pass {
    const char *prefix;         /* of the operations' names: "", "prefill-", "training-" */
    double tokens, rows;        /* rows of the head */
    double pairs;               /* of a query and a cached token, over all sequences */
    double kv_read, kv_written; /* bytes */
    double element;             /* bytes of an activation; 0 = activations stay on the chip */
    double norm_passes;
    double linear_repeats, attention_repeats; /* 1; more for the backward pass */
};

/* Fills OPERATION_KINDS rows: flops, bytes, intensity, and names in the arena. */
void operations_of(struct arena *a, const struct model *m, const struct format *f,
                   const struct pass *pass, struct operation out[OPERATION_KINDS]);

/* Puts the place of each operation on the roofline. */
void operations_place(struct operation *operations, size_t n, struct roof r);

double operations_flops(const struct operation *operations, size_t n);
double operations_bytes(const struct operation *operations, size_t n);

/* The bytes of a pass as the sum of its operations. */
void operations_trace_bytes(struct trace *t, enum step_name name, struct quantity bytes,
                            const struct operation operations[OPERATION_KINDS]);

/* Time when each operation runs at its own limit, one after the other. */
double operations_time(const struct operation *operations, size_t n, double peak, double bandwidth);

#endif
