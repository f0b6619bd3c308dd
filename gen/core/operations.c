#include "core/operations.h"

struct count {
    double flops, bytes;
};

/* What the counters of the single operations share. */
struct work {
    const struct counts *k;
    const struct pass *pass;
    double hidden, query, value, cached; /* widths on the device; cached = K and V */
};

static struct count group_count(const struct work *w, enum matrix_group group, double held) {
    return (struct count){
        2 * w->pass->tokens * (w->k->active[group] + w->k->biases[group]),
        w->k->bytes[group] * held * w->pass->weight_reads,
    };
}

/* Bytes of activations of so many elements per token in each of so many layers. */
static double traffic(const struct work *w, double elements, double layers) {
    return w->pass->element * w->pass->tokens * elements * layers;
}

static struct count count_embedding(const struct work *w) {
    return (struct count){0, w->pass->tokens * w->k->row_bytes};
}

/* Kernel by kernel, each of the two additions of a layer reads the residual and writes the sum; its
 * other term comes from the kernel before. With flash attention they are part of the norms. */
static struct count count_residual(const struct work *w) {
    double sums = 2 * w->k->layers;
    return (struct count){w->pass->tokens * w->hidden * sums, 2 * traffic(w, w->hidden, sums)};
}

/* The last norm works on the rows of the head only, and is one of those that the stages share. */
static double last_norm(const struct work *w) {
    return w->hidden * w->k->layers / (double)w->k->m->layers;
}

static double norm_pass(const struct work *w) {
    return traffic(w, 2 * w->hidden, w->k->layers) +
           w->pass->element * w->pass->rows * last_norm(w);
}

static struct count count_norm(const struct work *w) {
    const struct counts *k = w->k;
    double last = last_norm(w);
    struct count all = {
        2 * (w->pass->tokens * (k->norm_active - last) + w->pass->rows * last),
        k->norm_bytes * w->pass->weight_reads + w->pass->norm_passes * norm_pass(w),
    };
    if (w->pass->pairs > 0) {
        struct count apart = count_residual(w);
        all.flops -= apart.flops;
        all.bytes -= apart.bytes;
    }
    return all;
}

static struct count count_qkv(const struct work *w) {
    struct count c = group_count(w, GROUP_QKV, 1);
    c.bytes += traffic(w, w->hidden + w->query + w->cached, w->k->attention);
    return c;
}

static double cache_bytes(const struct work *w) {
    return w->pass->kv_read + w->pass->kv_written;
}

static struct count count_attention(const struct work *w) {
    return (struct count){w->pass->attention_flops * w->k->table,
                          cache_bytes(w) +
                              traffic(w, w->query + w->value + w->cached, w->k->attention)};
}

/* Pairs in all layers, of the device's share of the heads. */
static double square(const struct work *w) {
    return w->pass->pairs * w->k->attention / w->k->tensor;
}

static double square_bytes(const struct work *w) {
    return w->pass->element * square(w) * (double)w->k->m->heads;
}

static struct count count_scores(const struct work *w) {
    return (struct count){w->pass->pair_scores * square(w),
                          square_bytes(w) + traffic(w, w->query + w->cached / 2, w->k->attention)};
}

/* Five operations a score: largest, difference, exponential, sum, quotient. */
static struct count count_softmax(const struct work *w) {
    return (struct count){5 * square(w) * (double)w->k->m->heads, 2 * square_bytes(w)};
}

static struct count count_values(const struct work *w) {
    return (struct count){w->pass->pair_values * square(w),
                          square_bytes(w) + cache_bytes(w) +
                              traffic(w, w->value + w->cached / 2, w->k->attention)};
}

static struct count count_output(const struct work *w) {
    struct count c = group_count(w, GROUP_OUTPUT, 1);
    c.bytes += traffic(w, w->value + w->hidden, w->k->attention);
    return c;
}

/* Up (with gate), the elementwise kernel between, down: elements of activations of one token. */
static double ffn_elements(const struct work *w, double width) {
    double wide = w->k->m->ffn_matrices == 3 ? 2 : 1;
    return w->hidden + wide * width + (wide + 1) * width + width + w->hidden;
}

static double stage_share(const struct work *w, int64_t layers) {
    return (double)layers * w->k->layers / (double)w->k->m->layers;
}

static struct count count_ffn(const struct work *w) {
    const struct model *m = w->k->m;
    struct count c = group_count(w, GROUP_FFN, 1);
    c.bytes += traffic(w, ffn_elements(w, (double)m->ffn / w->k->tensor),
                       stage_share(w, model_dense_layers(m)));
    return c;
}

static struct count count_router(const struct work *w) {
    const struct model *m = w->k->m;
    struct count c = group_count(w, GROUP_ROUTER, 1);
    if (model_is_moe(m))
        c.bytes += traffic(w, w->hidden + (double)m->experts, stage_share(w, m->moe_layers));
    return c;
}

static struct count count_experts(const struct work *w) {
    const struct model *m = w->k->m;
    struct count c = group_count(w, GROUP_EXPERT, w->pass->distinct);
    double met = (double)m->experts_active;
    c.bytes += traffic(w, met * ffn_elements(w, (double)m->expert_ffn / w->k->tensor),
                       stage_share(w, m->moe_layers));
    return c;
}

static struct count count_shared(const struct work *w) {
    const struct model *m = w->k->m;
    struct count c = group_count(w, GROUP_SHARED, 1);
    if (m->shared_ffn)
        c.bytes += traffic(w, ffn_elements(w, (double)m->shared_ffn / w->k->tensor),
                           stage_share(w, m->moe_layers));
    return c;
}

static struct count count_recurrent(const struct work *w) {
    struct count c = group_count(w, GROUP_RECURRENT, 1);
    double layers = w->k->layers - w->k->attention;
    c.flops += w->pass->state_flops;
    c.bytes += w->pass->state_bytes + traffic(w, 2 * w->hidden, layers);
    return c;
}

static struct count count_head(const struct work *w) {
    const struct counts *k = w->k;
    double rows = w->pass->rows * k->table, vocabulary = (double)k->m->vocabulary;
    struct count c = {2 * rows * w->hidden * vocabulary, k->head_bytes * w->pass->weight_reads};
    if (w->pass->element > 0)
        c.bytes += w->pass->element * rows * w->hidden + 4 * rows * vocabulary;
    return c;
}

enum { NORM = 1 }; /* its place below */

/* How attention is computed decides which of its operations there are. */
enum how { ALWAYS, FLASH, EAGER };

#define OPERATION(name, count, symbol, how, attention)                                             \
    { {name, "prefill-" name, "training-" name}, symbol, count, how, attention }
static const struct kind {
    const char *names[PASS_KINDS], *symbol;
    struct count (*count)(const struct work *);
    enum how how;
    bool attention;
} kinds[OPERATIONS_MOST] = {
    OPERATION("embedding", count_embedding, "B_embed", ALWAYS, false),
    OPERATION("norm", count_norm, "B_norm", ALWAYS, false),
    OPERATION("residual", count_residual, "B_res", EAGER, false),
    OPERATION("qkv", count_qkv, "B_qkv", ALWAYS, false),
    OPERATION("attention", count_attention, "B_attn", FLASH, true),
    OPERATION("scores", count_scores, "B_scores", EAGER, true),
    OPERATION("softmax", count_softmax, "B_softmax", EAGER, true),
    OPERATION("values", count_values, "B_values", EAGER, true),
    OPERATION("output", count_output, "B_out", ALWAYS, false),
    OPERATION("recurrent", count_recurrent, "B_rec", ALWAYS, false),
    OPERATION("ffn", count_ffn, "B_ffn", ALWAYS, false),
    OPERATION("router", count_router, "B_router", ALWAYS, false),
    OPERATION("experts", count_experts, "B_exp", ALWAYS, false),
    OPERATION("shared", count_shared, "B_shared", ALWAYS, false),
    OPERATION("head", count_head, "B_head", ALWAYS, false),
};

static struct work work_of(const struct counts *k, const struct pass *pass) {
    const struct model *m = k->m;
    double value = (double)model_value_dim(m), heads = (double)m->heads / k->tensor;
    double width = (double)(model_is_latent(m) ? m->nope_dim + m->rope_dim : m->head_dim);
    /* Keys and values that the kernels exchange are brought out of the latent, for every head. */
    double pairs = model_is_latent(m) ? heads : (double)m->kv_heads * k->kv_heads;
    return (struct work){
        k, pass, (double)m->hidden, heads * width, heads * value, pairs * (width + value)};
}

void operations_of(const struct counts *k, const struct pass *pass, struct operations *out) {
    const struct work w = work_of(k, pass);
    enum how not = pass->pairs > 0 ? FLASH : EAGER;
    out->n = 0;
    for (size_t i = 0; i < OPERATIONS_MOST; i++) {
        if (kinds[i].how == not )
            continue;
        struct count c = kinds[i].count(&w);
        double repeats = kinds[i].attention ? pass->attention_repeats : pass->linear_repeats;
        double bytes = c.bytes * repeats, flops = c.flops * repeats;
        if (bytes > 0)
            out->at[out->n++] = (struct operation){
                .name = kinds[i].names[pass->kind],
                .flops = flops,
                .bytes = bytes,
                .intensity = flops / bytes,
            };
    }
}

double operations_norm_pass(const struct counts *k, const struct pass *pass) {
    const struct work w = work_of(k, pass);
    return norm_pass(&w) * pass->linear_repeats;
}

struct operations operations_with_passes(const struct operations *all, double bytes) {
    struct operations other = *all;
    for (size_t i = 0; i < other.n; i++)
        for (size_t kind = 0; kind < PASS_KINDS; kind++)
            if (other.at[i].name == kinds[NORM].names[kind]) {
                other.at[i].bytes += bytes;
                other.at[i].intensity = other.at[i].flops / other.at[i].bytes;
            }
    return other;
}

void operations_place(struct operations *all, struct roof r) {
    for (size_t i = 0; i < all->n && r.known; i++) {
        all->at[i].attainable = roof_attainable(r, all->at[i].intensity);
        all->at[i].bound = roof_bound(r, all->at[i].intensity);
    }
}

double operations_flops(const struct operations *all) {
    double sum = 0;
    for (size_t i = 0; i < all->n; i++)
        sum += all->at[i].flops;
    return sum;
}

double operations_bytes(const struct operations *all) {
    double sum = 0;
    for (size_t i = 0; i < all->n; i++)
        sum += all->at[i].bytes;
    return sum;
}

static const char *symbol_of(const char *name) {
    for (size_t i = 0; i < OPERATIONS_MOST; i++)
        for (size_t kind = 0; kind < PASS_KINDS; kind++)
            if (kinds[i].names[kind] == name)
                return kinds[i].symbol;
    return "B";
}

void operations_trace_bytes(struct trace *t, enum step_name name, struct quantity bytes,
                            const struct operations *all) {
    struct binding bindings[OPERATIONS_MOST];
    const char *formula = "";
    for (size_t i = 0; i < all->n && !t->off; i++) {
        const char *symbol = symbol_of(all->at[i].name);
        formula = arena_printf(t->arena, "%s%s%s", formula, i ? " + " : "", symbol);
        bindings[i] = bind_quantity(symbol, quantity_exact(all->at[i].bytes, UNIT_BYTE), "GB");
    }
    trace_add(t, name, formula, bytes, bindings, all->n);
}

double operations_time(const struct operations *all, double peak, double bandwidth) {
    double sum = 0;
    for (size_t i = 0; i < all->n; i++) {
        double compute = all->at[i].flops / peak, memory = all->at[i].bytes / bandwidth;
        sum += compute > memory ? compute : memory;
    }
    return sum;
}

size_t estimate_operation_name_count(void) {
    return OPERATIONS_MOST * PASS_KINDS;
}

const char *estimate_operation_name_at(struct arena *a, size_t i) {
    (void)a;
    return kinds[i % OPERATIONS_MOST].names[i / OPERATIONS_MOST];
}
