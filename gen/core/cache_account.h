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

/* Cache and state as values and as lines of the derivation. */
void account_cache(struct account *c);

#endif
