/* What a model keeps of the past: KV cache by kind of layer, and recurrent state (formulas 3). All
 * bytes are those of the whole model; shares of a rank are in parallel.h. */
#ifndef RIDGE_CORE_KV_H
#define RIDGE_CORE_KV_H

#include "core/hardware.h"

/* How an engine keeps layers that look back over a window or a chunk only (formulas 3.2): just what
 * must be kept; every layer at full length; or one pool of windows for all sequences and the batch
 * in work, padded to 256. */
enum engine { ENGINE_IDEAL, ENGINE_UNIFIED, ENGINE_LLAMA_CPP };

/* "ideal", "unified" or "llama.cpp"; ideal when NULL. */
enum engine engine_of(const char *word);

struct kv {
    double layer;       /* bytes of one token in one layer: K and V, or the latent */
    double full, local; /* layers that keep all tokens; those that keep a window or chunk */
    double window;      /* its tokens */
    double state;       /* bytes of a sequence, whatever its length */
};

/* Layers that share the cache of an earlier one keep nothing; they are taken as spread evenly over
 * both kinds (formulas 3.2). */
struct kv kv_of(const struct model *m, const struct format *f);

/* Of one token over all layers that keep it: what a step writes, and what a token costs while the
 * context is shorter than the window. */
double kv_bytes_per_token(const struct model *m, const struct format *f);

/* Tokens rounded up to whole pages. */
double kv_padded(double tokens, double block);

/* Cache of so many sequences of so many tokens each. */
double kv_cache_bytes(const struct kv *k, enum engine engine, double tokens, double sequences,
                      double block);

/* Tokens that the next one looks back at, in all layers together times the bytes of each: what a
 * decode step reads of one sequence under any engine. */
double kv_read_bytes(const struct kv *k, double tokens);

/* Tokens that fit into a pool, in whole pages (formulas 6). */
double kv_pool_tokens(double pool, double bytes_per_token, double block);

#endif
