#include "core/attention.h"

#include <math.h>

#include "core/parameters.h"

double attention_pairs(double cached, double tokens) {
    return tokens * cached + tokens * tokens / 2;
}

double attention_pairs_window(double cached, double tokens, double window) {
    double end = cached + tokens;
    if (end <= window)
        return attention_pairs(cached, tokens);
    double inside = fmax(0, window - cached); /* tokens before the window is full */
    return attention_pairs(cached, inside) * (inside > 0) + window * (tokens - inside);
}

/* Pairs of the first so many tokens. */
static double chunks_to(double tokens, double chunk) {
    double whole = floor(tokens / chunk), rest = tokens - whole * chunk;
    return whole * chunk * chunk / 2 + rest * rest / 2;
}

double attention_pairs_chunk(double cached, double tokens, double chunk) {
    return chunks_to(cached + tokens, chunk) - chunks_to(cached, chunk);
}

struct pair_flops attention_pair(const struct model *m, enum latent latent) {
    double heads = (double)m->heads, value = (double)model_value_dim(m);
    if (!model_is_latent(m))
        return (struct pair_flops){2 * heads * (double)m->head_dim, 2 * heads * value};
    double rank = (double)m->kv_rank, rope = (double)m->rope_dim, nope = (double)m->nope_dim;
    if (latent == LATENT_ABSORBED)
        return (struct pair_flops){2 * heads * (rank + rope), 2 * heads * rank};
    return (struct pair_flops){2 * heads * (nope + rope), 2 * heads * value};
}

double attention_expansion(const struct model *m, double tokens) {
    return 2 * (double)(m->kv_rank * m->heads) * (double)(m->nope_dim + model_value_dim(m)) *
           tokens;
}

/* What is cached is expanded again for every pass. */
static double expanded(const struct model *m, enum latent latent, double cached) {
    return latent == LATENT_EXPANDED ? attention_expansion(m, cached) : 0;
}

static double layers_flops(const struct model *m, enum latent latent, double full_pairs,
                           double local_pairs, double cached) {
    struct pair_flops pair = attention_pair(m, latent);
    double layers = (double)model_attention_layers(m), local = (double)m->local_layers;
    return (pair.scores + pair.values) * ((layers - local) * full_pairs + local * local_pairs) +
           layers * expanded(m, latent, cached);
}

double attention_near_pairs(const struct model *m, double cached, double tokens) {
    double window = (double)m->window;
    if (!m->local_layers)
        return 0;
    return m->chunked ? attention_pairs_chunk(cached, tokens, window)
                      : attention_pairs_window(cached, tokens, window);
}

double attention_flops(const struct model *m, enum latent latent, double cached, double tokens) {
    return layers_flops(m, latent, attention_pairs(cached, tokens),
                        attention_near_pairs(m, cached, tokens), cached);
}

double attention_decode_flops(const struct model *m, enum latent latent, double cached) {
    return layers_flops(m, latent, cached, fmin(cached, (double)m->window), cached);
}
