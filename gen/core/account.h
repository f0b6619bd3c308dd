/* One run of the estimator: the question, what is derived from it, and the answer as it grows. The
 * stages run in the order they stand here; each fills its part of the estimate and its lines. */
#ifndef RIDGE_CORE_ACCOUNT_H
#define RIDGE_CORE_ACCOUNT_H

#include "core/efficiency.h"
#include "core/format.h"
#include "core/interval.h"
#include "core/kv.h"
#include "core/operations.h"
#include "core/trace.h"

struct account {
    struct arena *arena;
    const struct scenario *s;
    const struct model *m;
    const struct accelerator *device;
    const struct format *weights, *kv; /* kv NULL in training */
    const struct optimizer *recipe;    /* NULL in inference */
    struct census census;              /* of the model */
    struct parameters p;               /* the census's */
    struct weight_bytes w;             /* of the model as held in memory */
    struct degrees d;
    struct counts counts; /* of one device */
    struct kv cache;      /* of the model; inference only, as the next two */
    enum engine engine;
    double kv_share; /* of the cache, on the fullest device */
    struct roof roof;
    struct estimate *e;
    struct trace trace;
};

/* What a completed scenario asks about, counted; no stage has run. */
struct account account_of(struct arena *a, const struct scenario *s);

/* Figures of a changed scenario for a question inside another one: memory and the times of a decode
 * or training step, nothing that asks such questions itself. The second one is quicker, for a
 * scenario that differs in hardware and in numbers of sequences only. */
const struct estimate *account_probe(struct arena *a, const struct scenario *s);
const struct estimate *account_probe_like(struct arena *a, const struct account *like,
                                          const struct scenario *s);

bool account_is_training(const struct account *c);
bool account_is_full(const struct account *c); /* full fine-tuning */
bool account_is_recomputed(const struct account *c);

/* Writes a value into the estimate. */
void measure_set(struct measure *m, struct quantity q);

/* Appends a pass's operations to the estimate. */
void account_operations(struct account *c, const struct operations *operations);

void account_parameters(struct account *c);
void account_inference_memory(struct account *c);
void account_training_memory(struct account *c);
void account_training_total(struct account *c);
void account_memory_total(struct account *c); /* and the verdict */
void account_traffic(struct account *c);      /* bytes between devices: communication.h */
void account_roof(struct account *c);
void account_prefill(struct account *c);
void account_decode(struct account *c);
void account_training(struct account *c);
void account_speculative(struct account *c);
void account_transfer(struct account *c);
void account_first_token(struct account *c);
void account_serving(struct account *c);
void account_offload(struct account *c);
void account_energy(struct account *c);
void account_cost(struct account *c);
void account_binding(struct account *c);
void account_gains(struct account *c); /* part of account_binding */

#endif
