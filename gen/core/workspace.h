/* Buffers of inference beside weights and cache (formulas 6). */
#ifndef RIDGE_CORE_WORKSPACE_H
#define RIDGE_CORE_WORKSPACE_H

#include "core/account.h"

/* Largest working set of one operation, per token of a pass, on one device: bytes. */
double workspace_per_token(const struct model *m, struct degrees d);

/* Tokens that one pass of an engine takes: a chunk, or up to 2048, 8192 at the high end; never more
 * than there are. */
struct quantity workspace_tokens(const struct account *c);

/* The buffers as a value and as a line of the derivation. */
void account_workspace(struct account *c);
void account_logits(struct account *c);

#endif
