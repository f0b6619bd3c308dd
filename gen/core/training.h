/* What the stages of a training account share: one rank and its part of the work. */
#ifndef RIDGE_CORE_TRAINING_H
#define RIDGE_CORE_TRAINING_H

#include "core/account.h"
#include "core/activations.h"
#include "core/states.h"
#include "core/zero.h"

struct rank {
    struct degrees d;
    struct stage stage;
    struct lora lora;
    const struct sharding *zero;
    struct shard_groups groups;
    struct keeping keeping;
    double tokens;        /* of one micro-batch, on this rank */
    double micro_batches; /* of one replica in a step */
    double chunks;        /* that a stage is cut into; 1 = not interleaved */
    bool sharded;         /* some group has more than one rank */
};

struct rank training_rank(const struct account *c);

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

/* Peaks of the three phases and the total: the largest of them, buffers and runtime. */
void account_phases(struct account *c, const struct rank *r, struct quantity live);

#endif
