/* The attention core: pairs of a query and an earlier token, and what each costs (formulas 7.1). */
#ifndef RIDGE_CORE_ATTENTION_H
#define RIDGE_CORE_ATTENTION_H

#include "core/hardware.h"

/* Pairs in one layer and sequence when `tokens` new ones follow `cached`, causally: each token sees
 * all before it, the last `window` of them, or those of its own chunk. */
double attention_pairs(double cached, double tokens);
double attention_pairs_window(double cached, double tokens, double window);
double attention_pairs_chunk(double cached, double tokens, double chunk);

/* In a layer of the model that looks back over a window or a chunk; 0 if it has none. */
double attention_near_pairs(const struct model *m, double cached, double tokens);

/* How latent attention is computed: with queries brought into the latent space, or with keys and
 * values brought out of it. */
enum latent { LATENT_ABSORBED, LATENT_EXPANDED };

/* Multiply-adds count 2. Of one pair in one layer: scores, and weighted values. */
struct pair_flops {
    double scores, values;
};
struct pair_flops attention_pair(const struct model *m, enum latent latent);

/* Keys and values of so many tokens out of their latents, in one layer. */
double attention_expansion(const struct model *m, double tokens);

/* Over all layers of one sequence; keys and values that are expanded again from cached latents are
 * counted with them. */
double attention_flops(const struct model *m, enum latent latent, double cached, double tokens);

/* One token against what is cached. */
double attention_decode_flops(const struct model *m, enum latent latent, double cached);

#endif
