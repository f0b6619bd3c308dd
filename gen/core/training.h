/* What the stages of a training account share: one rank and its part of the work. */
#ifndef RIDGE_CORE_TRAINING_H
#define RIDGE_CORE_TRAINING_H

#include "core/account.h"
#include "core/activations.h"
#include "core/schedule.h"
#include "core/states.h"
#include "core/zero.h"

struct rank {
    struct degrees d;
    struct stage stage;
    struct lora lora;
    const struct sharding *zero;
    struct shard_groups groups;
    struct keeping keeping;
    struct rank_parameters held; /* on the fullest rank */
    double tokens;               /* of one micro-batch, on this rank */
    double micro_batches;        /* of one replica in a step */
    double chunks;               /* that a stage is cut into; 1 = not interleaved */
    enum schedule schedule;
    double updated; /* parameters whose update it computes */
    bool sharded;   /* some group has more than one rank */
};

/* keeping points into the rank, so it stays where it is. */
void training_rank(const struct account *c, struct rank *out);

/* What a rank keeps between the passes of one stage. */
struct held {
    struct quantity activations, live, checkpoints; /* live: of the layer at work */
};

/* On the first or the last stage; with stages the two differ. Adds no lines. */
struct held activations_held(const struct account *c, const struct rank *r, bool last);
void activations_account(struct account *c, const struct rank *r, bool last,
                         const struct held *held);

/* Scores over the vocabulary on the last stage (formulas 4.7). */
struct quantity logits_held(const struct account *c, const struct rank *r);
void logits_account(struct account *c, const struct rank *r, struct quantity bytes);

void account_training_states(struct account *c, const struct rank *r);
void account_gathered(struct account *c, const struct rank *r);

/* Weights and gradients of adapters on this rank. */
double adapter_copies_bytes(const struct account *c, const struct rank *r);

/* Peaks of the three phases and the total: the largest of them, buffers and runtime. */
void account_phases(struct account *c, const struct rank *r, struct quantity live);

/* How often a step passes through the linear layers and the core of attention, and once more
 * through the FFN. */
struct passes {
    double linear, attention, ffn;
    double head; /* over the output head alone, where it is trained beside adapters */
};

struct passes training_passes(const struct account *c, const struct rank *r);
void account_training_flops(struct account *c, const struct rank *r);

/* FLOPs of one token in so many passes, causal attention halved. */
double hardware_flops_of(const struct account *c, struct passes passes);

void account_training_traffic(struct account *c, const struct rank *r);

double training_update_bytes(const struct account *c, const struct rank *r);

/* Forward and backward of one micro-batch on one stage, each operation at its own limit. */
double training_operations_time(const struct account *c, const struct rank *r);

void account_training_time(struct account *c, const struct rank *r);
void account_training_run(struct account *c, const struct rank *r);

#endif
