/* The operations of one pass through the layers of a device (formulas 8).
 *
 * A decode step counts weights and KV cache only, as formulas 10.1 does, so its operations add up
 * to the bytes of the step; the few activations stay on the chip. Prefill and training also count
 * the activations that go through memory between kernels: Q, K and V are one kernel, gate and up
 * are one kernel, SiLU times up is one elementwise kernel; each norm with its residual addition
 * makes 3 to 4 passes over the hidden state (3.5 typical); attention is a flash kernel and K and V
 * are also written to the cache; the head works on the rows that need logits and writes them as
 * FP32. Eager attention is three operations that write and read the whole square of
 * scores, and the residual additions are operations of their own.
 * Operations that a model does not have are left out. */
#ifndef RIDGE_CORE_OPERATIONS_H
#define RIDGE_CORE_OPERATIONS_H

#include "core/counts.h"
#include "core/estimate.h"
#include "core/roofline.h"
#include "core/trace.h"

enum { OPERATIONS_MOST = 15 };

/* Part of the names: "attention", "prefill-attention", "training-attention". */
enum pass_kind { PASS_DECODE, PASS_PREFILL, PASS_TRAINING, PASS_KINDS };

/* What passes through a device. Numbers are those of the device: see counts.h. */
struct pass {
    enum pass_kind kind;
    double tokens, rows;             /* rows of the head */
    double attention_flops;          /* of the attention core of the whole model, divided here */
    double pairs;                    /* eager attention: those of one layer; 0 = flash */
    double pair_scores, pair_values; /* eager attention: FLOPs of one pair */
    double kv_read, kv_written;      /* bytes of the device */
    double state_bytes, state_flops; /* of recurrent layers, on the device */
    double element;                  /* bytes of an activation; 0 = activations stay on the chip */
    double norm_passes;              /* over the hidden state, a norm with its residual addition */
    double weight_reads;             /* 1; once for each chunk of a prompt */
    double distinct;                 /* share of the routed experts that each reading touches */
    double linear_repeats, attention_repeats; /* 1; more for the backward pass */
};

/* The parts of one pass. */
struct operations {
    struct operation at[OPERATIONS_MOST];
    size_t n;
};

void operations_of(const struct counts *k, const struct pass *pass, struct operations *out);

/* Bytes that one pass more or less over the hidden state would move in each norm. */
double operations_norm_pass(const struct counts *k, const struct pass *pass);

/* The same operations with so many passes more or less. */
struct operations operations_with_passes(const struct operations *all, double bytes);

/* Puts the place of each operation on the roofline. */
void operations_place(struct operations *all, struct roof r);

double operations_flops(const struct operations *all);
double operations_bytes(const struct operations *all);

/* The bytes of a pass as the sum of its operations. */
void operations_trace_bytes(struct trace *t, enum step_name name, struct quantity bytes,
                            const struct operations *all);

/* Time when each operation runs at its own limit, one after the other. */
double operations_time(const struct operations *all, double peak, double bandwidth);

#endif
