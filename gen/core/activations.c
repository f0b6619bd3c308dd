#include "core/activations.h"

#include <string.h>

enum recompute recompute_of(const char *word) {
    static const char *const words[] = {"none", "selective", "ffn", "norm", "full"};
    for (size_t i = 0; word && i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0)
            return (enum recompute)i;
    return RECOMPUTE_NONE;
}

/* The sum as it grows: what every rank keeps whole, and what a tensor group divides. */
struct sum {
    struct arena *arena;
    const struct model *m;
    const struct keeping *how;
    struct range {
        double low, value, high;
    } whole, divided;
    const char *whole_terms, *divided_terms;
};

static void put_bytes(struct sum *s, bool divided, const char *term, double low, double value,
                      double high) {
    struct range *r = divided ? &s->divided : &s->whole;
    const char **terms = divided ? &s->divided_terms : &s->whole_terms;
    r->low += low;
    r->value += value;
    r->high += high;
    if (value > 0 && s->arena)
        *terms = *terms ? arena_printf(s->arena, "%s + %s", *terms, term) : term;
}

/* The widths that do not follow the activations': masks, FP32 numbers. */
static void keep_bytes(struct sum *s, bool divided, const char *term, double bytes) {
    put_bytes(s, divided, term, bytes, bytes, bytes);
}

/* Bytes at 16 bits; activations of FP32 take twice as many. */
static void put(struct sum *s, bool divided, const char *term, double low, double value,
                double high) {
    double wide = s->how->fp32 ? 2 : 1;
    if (s->how->fp32 && s->arena && value > 0)
        term = arena_printf(s->arena, "2 · (%s)", term);
    put_bytes(s, divided, term, low * wide, value * wide, high * wide);
}

static void keep(struct sum *s, bool divided, const char *term, double bytes) {
    put(s, divided, term, bytes, bytes, bytes);
}

/* Only a framework without fusion keeps it. */
static void keep_unfused(struct sum *s, bool divided, double bytes) {
    put(s, divided, "", 0, 0, bytes);
}

/* LayerNorm with GELU over two matrices and dropout, as GPT has it. */
static bool is_classic(const struct model *m) {
    return m->ffn_matrices == 2 && m->norm_bias;
}

/* ── Norms ── */

static bool second_output(const struct lora *l, struct layer_kind kind) {
    if (!kind.experts)
        return lora_reads(l, GROUP_FFN, "gate up");
    return lora_reads(l, GROUP_EXPERT, "gate up") || lora_reads(l, GROUP_SHARED, "gate up") ||
           lora_reads(l, GROUP_ROUTER, "router shared-gate");
}

/* Norms keep their input; their output is kept where a trained matrix reads it. A norm behind the
 * block keeps its input only, for its output goes into the sum. */
static void keep_norms(struct sum *s, struct layer_kind kind) {
    const struct lora *l = s->how->lora;
    double h = (double)s->m->hidden, norms = (double)model_norms(s->m);
    bool first =
        kind.recurrent ? l->full : lora_reads(l, GROUP_QKV, "q k v q-down kv-down output-gate");
    bool second = second_output(l, kind);
    double outputs = norms > 1 ? first + second : first || second;
    if (s->how->recompute == RECOMPUTE_NORM)
        outputs = 0;
    double copies = 2 * (norms + outputs);
    keep(s, false, s->arena ? arena_printf(s->arena, "%g · h", copies) : "", copies * h);
    if (!s->m->norm_bias && !s->how->fp32)
        keep_unfused(s, false, (l->full ? 4 : 2) * norms * h);
    if (is_classic(s->m))
        put_bytes(s, false, "2 · h", 0, 2 * h, 2 * h); /* dropout masks; drawn again from a seed */
}

/* ── Attention ── */

/* Flash kernels keep one FP32 number per row, others the scores before and after the softmax and
 * the mask of their dropout. */
static void keep_core(struct sum *s) {
    double a = (double)s->m->heads;
    if (s->how->recompute == RECOMPUTE_SELECTIVE)
        return;
    if (s->how->eager && s->how->fp32)
        keep_bytes(s, true, "9 · a · s", 9 * a * s->how->sequence);
    else if (s->how->eager)
        keep_bytes(s, true, "5 · a · s", 5 * a * s->how->sequence);
    else
        keep_bytes(s, true, "4 · a", 4 * a);
}

static void keep_latent(struct sum *s) {
    const struct model *m = s->m;
    double a = (double)m->heads, head = (double)(m->nope_dim + m->rope_dim);
    double value = (double)model_value_dim(m);
    keep(s, false, "2 · (r_q + r_kv + d_r)", 2 * (double)(m->q_rank + m->kv_rank + m->rope_dim));
    keep(s, true, "4 · a · (d_n + d_r) + 4 · a · d_v", 4 * a * (head + value));
}

static void keep_heads(struct sum *s) {
    const struct model *m = s->m;
    double a = (double)m->heads, k = (double)m->kv_heads, d = (double)m->head_dim;
    double value = (double)model_value_dim(m);
    if (model_value_dim(m) == m->head_dim)
        keep(s, true, "2 · (a · d + 2 · k · d) + 2 · a · d", 2 * (a * d + 2 * k * d) + 2 * a * d);
    else
        keep(s, true, "2 · (a · d + k · d + k · d_v) + 2 · a · d_v",
             2 * (a * d + k * d + k * value) + 2 * a * value);
    if (m->qk_norm)
        keep(s, true, "2 · (a · d + k · d)", 2 * (a * d + k * d));
    if (m->output_gate)
        keep(s, true, "4 · a · d", 4 * a * d); /* the gate and the gated output */
    if (!m->positions)
        keep_unfused(s, true, 2 * (a * d + k * d));
}

static void keep_attention(struct sum *s) {
    if (model_is_latent(s->m))
        keep_latent(s);
    else
        keep_heads(s);
    keep_core(s);
}

/* The catalogue knows a recurrent layer by its parameters only: what the projections write is kept,
 * and as much again of what convolution and gates make of it. */
static void keep_recurrent(struct sum *s) {
    double written = (double)s->m->recurrent_parameters / (double)s->m->hidden;
    put(s, true, "4 · P_rec / h", 2 * written, 4 * written, 6 * written);
}

/* ── Feed-forward ── */

/* Gate, up, SiLU of the gate and the product, or input and output of the activation; the product is
 * kept where the down matrix is trained. Copies of the width, 2 bytes each. */
struct inner {
    double low, value;
    const char *count;
};

static struct inner inner_of(const struct sum *s, enum matrix_group group) {
    bool down = lora_reads(s->how->lora, group, "down");
    if (s->how->recompute == RECOMPUTE_FFN)
        return (struct inner){0, 0, "0"};
    if (s->m->ffn_matrices != 3)
        return down ? (struct inner){4, 4, "4"} : (struct inner){2, 2, "2"};
    return down ? (struct inner){4, 8, "8"} : (struct inner){4, 6, "6"};
}

static void keep_inner(struct sum *s, enum matrix_group group, const char *width_term, double width,
                       double most) {
    struct inner i = inner_of(s, group);
    const char *term = s->arena ? arena_printf(s->arena, "%s · %s", i.count, width_term) : "";
    put(s, true, term, i.low * width, i.value * width, i.value * width * most);
}

/* Each token is sent to K experts and comes back K times; where it is crowded there are more. */
static void keep_experts(struct sum *s) {
    const struct model *m = s->m;
    double met = (double)m->experts_active, h = (double)m->hidden;
    bool sent = lora_reads(s->how->lora, GROUP_EXPERT, "gate up");
    double most = s->how->crowd > 1 ? s->how->crowd : 1, copies = (sent ? 4 : 2) * met * h;
    keep_inner(s, GROUP_EXPERT, "K · f_e", met * (double)m->expert_ffn, most);
    keep_inner(s, GROUP_SHARED, "f_s", (double)m->shared_ffn, 1);
    put(s, false, sent ? "4 · K · h" : "2 · K · h", copies, copies, copies * most);
    keep_bytes(s, false, "4 · E", 4 * (double)m->experts);
}

/* ── Adapters ── */

static bool stands_in(const struct matrix *matrix, struct layer_kind kind) {
    switch (matrix->group) {
    case GROUP_QKV:
    case GROUP_OUTPUT:
        return !kind.recurrent;
    case GROUP_FFN:
        return !kind.experts;
    case GROUP_ROUTER:
    case GROUP_EXPERT:
    case GROUP_SHARED:
        return kind.experts;
    case GROUP_RECURRENT:
    case GROUPS:
        break;
    }
    return false;
}

static void keep_adapters(struct sum *s, struct layer_kind kind) {
    const struct lora *l = s->how->lora;
    double pairs = 0, read = 0, written = 0;
    for (size_t i = 0; i < l->n; i++)
        if (l->adapted[i] && stands_in(&l->matrices[i], kind)) {
            double met = l->matrices[i].group == GROUP_EXPERT ? (double)s->m->experts_active : 1;
            pairs += met;
            read += met * (double)l->matrices[i].in;
            written += met * (double)l->matrices[i].out;
        }
    if (!(pairs > 0))
        return;
    const char *term = s->arena ? arena_printf(s->arena, "2 · r · %.0f", pairs) : "";
    keep(s, false, term, 2 * (double)l->rank * pairs);
    if (l->magnitudes) /* what is scaled, in one piece or as base and adapter */
        put(s, true, s->arena ? arena_printf(s->arena, "2 · %.0f", written) : "", 0, 2 * written,
            4 * written);
    keep_unfused(s, false, 3 * read); /* the copy under dropout, and its mask */
}

/* ── A layer ── */

static struct kept of_rank(const struct sum *s) {
    double t = s->how->tensor, whole = s->how->sequence_parallel ? t : 1;
    struct kept kept = {.bytes = quantity_range(s->whole.low / whole + s->divided.low / t,
                                                s->whole.value / whole + s->divided.value / t,
                                                s->whole.high / whole + s->divided.high / t,
                                                UNIT_BYTE, MODELLED)};
    if (!s->arena)
        return kept;
    const char *first = s->whole_terms, *second = s->divided_terms; /* norms; attention */
    const char *open = t > 1 ? "(" : "", *close = t > 1 ? ") / n_t" : "";
    kept.formula = s->how->sequence_parallel
                       ? arena_printf(s->arena, "(%s + %s) / n_t", first, second)
                       : arena_printf(s->arena, "%s + %s%s%s", first, open, second, close);
    return kept;
}

struct kept activations_layer(struct arena *a, const struct keeping *how, struct layer_kind kind) {
    struct sum s = {.arena = a, .m = how->lora->m, .how = how};
    keep_norms(&s, kind);
    if (kind.recurrent)
        keep_recurrent(&s);
    else
        keep_attention(&s);
    if (kind.experts)
        keep_experts(&s);
    else
        keep_inner(&s, GROUP_FFN, "f", (double)s.m->ffn, 1);
    if (!how->lora->full)
        keep_adapters(&s, kind);
    return of_rank(&s);
}
