#include "core/kv.h"

#include <math.h>
#include <string.h>

#include "core/format.h"

/* llama.cpp: pages of its cache, and the tokens of a batch in work. */
enum { CELLS = 256, WORK = 512 };

enum engine engine_of(const char *word) {
    if (word && strcmp(word, "unified") == 0)
        return ENGINE_UNIFIED;
    return word && strcmp(word, "llama.cpp") == 0 ? ENGINE_LLAMA_CPP : ENGINE_IDEAL;
}

/* Formulas 3.1: the widths of K and V may differ; a latent is one for all heads. */
static double layer_bytes(const struct model *m, const struct format *f) {
    if (model_is_latent(m))
        return format_latent_bytes(f, m->kv_rank, m->rope_dim);
    int64_t value = model_value_dim(m);
    return (double)(m->kv_heads * m->head_dim) * format_kv_bytes(f, m->head_dim) +
           (double)(m->kv_heads * value) * format_kv_bytes(f, value);
}

struct kv kv_of(const struct model *m, const struct format *f) {
    double attention = (double)model_attention_layers(m), local = (double)m->local_layers;
    double own = attention > 0 ? 1 - (double)m->shared_kv_layers / attention : 0;
    double local_kept = round(local * own);
    return (struct kv){
        .layer = layer_bytes(m, f),
        .full = round(attention * own) - local_kept,
        .local = local_kept,
        .window = (double)m->window,
        .state = (double)(m->recurrent_layers * m->recurrent_state),
    };
}

double kv_bytes_per_token(const struct model *m, const struct format *f) {
    struct kv k = kv_of(m, f);
    return (k.full + k.local) * k.layer;
}

double kv_padded(double tokens, double block) {
    return block > 1 ? ceil(tokens / block) * block : tokens;
}

/* Tokens times layers. */
static double kept(const struct kv *k, enum engine engine, double tokens, double sequences,
                   double block) {
    double all = kv_padded(tokens, block);
    switch (engine) {
    case ENGINE_IDEAL:
        return sequences * (k->full * all + k->local * fmin(all, k->window));
    case ENGINE_UNIFIED:
        return sequences * (k->full + k->local) * all;
    case ENGINE_LLAMA_CPP:
        break;
    }
    double cells = sequences * kv_padded(all, CELLS);
    double pool = kv_padded(k->window * sequences + WORK, CELLS);
    return k->full * cells + k->local * fmin(cells, pool);
}

double kv_cache_bytes(const struct kv *k, enum engine engine, double tokens, double sequences,
                      double block) {
    return tokens > 0 && sequences > 0 ? k->layer * kept(k, engine, tokens, sequences, block) : 0;
}

double kv_read_bytes(const struct kv *k, double tokens) {
    return k->layer * (k->full * tokens + k->local * fmin(tokens, k->window));
}

double kv_pool_tokens(double pool, double bytes_per_token, double block) {
    double page = block > 1 ? block : 1;
    return pool > 0 && bytes_per_token > 0 ? floor(pool / (bytes_per_token * page)) * page : 0;
}
