/* What the fact tables say of each model: shape, counts, cache. */
#ifndef TESTS_CATALOG_MODEL_FACTS_H
#define TESTS_CATALOG_MODEL_FACTS_H

#include <stdint.h>

static const struct fact {
    const char *id;
    int64_t layers, hidden, heads, kv_heads, head_dim, ffn, ffn_matrices, vocabulary;
    int64_t tied_embeddings, max_context, window, local_layers;
    int64_t experts, experts_active, expert_ffn, experts_shared, dense_layers;
    int64_t kv_rank, q_rank, nope_dim, rope_dim, value_dim;
    int64_t total, active_both, active, published, kv, kv_growing, kv_fixed;
} facts[] = {
#define MODEL_FACT(...) {__VA_ARGS__},
#include "model_facts.def"
#undef MODEL_FACT
};
enum { FACTS = sizeof facts / sizeof *facts };

#endif
