/* KV cache and recurrent state of a scenario (formulas 3). */
#ifndef RIDGE_CORE_CACHE_ACCOUNT_H
#define RIDGE_CORE_CACHE_ACCOUNT_H

#include "core/account.h"

/* Tokens of the prompt found in the prefix cache: whole pages (formulas 10.3). */
double cache_prefix_tokens(const struct account *c);

/* Cache that one more sequence takes, of the whole model. */
double cache_sequence_bytes(const struct account *c);

/* Share of the recurrent state of a sequence that the fullest device keeps. */
double cache_state_share(const struct account *c);

/* Share of the cache that a device of a balanced pipeline reads and writes: context ranks divide
 * what is cached. */
double cache_work_share(const struct account *c);

/* FLOPs of the recurrence itself for so many tokens, on one device: two to three multiply-adds for
 * each FP32 number of the state (formulas 7.1). */
struct quantity recurrence_flops(const struct account *c, double tokens);

/* The count of a pass with the spread of its recurrence: exact without recurrent layers. */
struct quantity flops_counted(double flops, struct quantity recurrence);

/* Cache and state as values and as lines of the derivation. */
void account_cache(struct account *c);

#endif
