/* How a scenario computes attention (formulas 7.1). */
#ifndef RIDGE_CORE_ATTENTION_ACCOUNT_H
#define RIDGE_CORE_ATTENTION_ACCOUNT_H

#include "core/account.h"
#include "core/attention.h"

/* The scenario's word: "flash", "eager", "absorbed" or "expanded". */
bool account_attention_is(const struct account *c, const char *word);

/* A dense model with full attention on one device: its formulas are the short ones of the books. */
bool account_is_plain(const struct account *c);

/* FLOPs of attention on the device, as FLOPs of a pair times pairs in all layers of the device. */
void account_trace_attention(struct account *c, enum step_name name, enum latent latent,
                             struct quantity flops);

/* The same with the pairs written out: texts of the pairs of one sequence in a layer and in a layer
 * that looks back over a window, and what their symbols stand for. */
struct attention_line {
    enum step_name name;
    enum latent latent;
    const char *pairs, *near_pairs;
    double cached, fresh, near; /* tokens; near: pairs in a window layer */
    double share;               /* of the device */
    double flops;               /* of the pairs; the rest of the result expands latents again */
};

void account_trace_pairs(struct account *c, const struct attention_line *line,
                         struct quantity flops);

#endif
