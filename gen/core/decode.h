/* A decode step as the other stages use it (formulas 10.1). */
#ifndef RIDGE_CORE_DECODE_H
#define RIDGE_CORE_DECODE_H

#include "core/limits.h"

/* One step in which every sequence of a replica gets so many tokens (1, or more when drafts are
 * verified), with so many cached. */
struct decode_step {
    struct operations operations; /* of one device in the whole step */
    double kv_bytes, attention_flops, expert_share;
    double groups; /* of sequences that take turns in the stages of a pipeline */
    double tokens; /* of the replica */
};

struct decode_step decode_step_of(const struct account *c, double tokens_each, double context);

/* How much longer a step takes than its device works: stages wait for each other when there are
 * fewer groups than stages. 1 without a pipeline. */
double decode_wait(const struct account *c, double groups);

/* Low, typical, high: each operation at its own limit with the measured shares of section 17, the
 * server's own time and the communication. The roof must be known. */
struct quantity decode_step_time(const struct account *c, const struct decode_step *step);

#endif
