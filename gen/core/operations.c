#include "core/operations.h"

/* What the counters of the single operations share. */
struct shape {
    const struct model *m;
    const struct format *f;
    const struct pass *pass;
    struct parameters p;
    struct weight_bytes w;
    double layers, hidden, query, cached, ffn;
};

struct count {
    double flops, bytes;
};

/* Multiplications and weight bytes of the matrices of a group, over all layers. */
static struct count group_count(const struct shape *s, enum matrix_group group) {
    struct matrix matrices[MATRICES_MOST];
    size_t n = matrices_of(s->m, matrices);
    struct count sum = {0};
    for (size_t i = 0; i < n; i++)
        if (matrices[i].group == group) {
            sum.flops += 2 * s->pass->tokens * (double)(matrices[i].in * matrices[i].out);
            sum.bytes += format_matrix_bytes(s->f, group, matrices[i].in, matrices[i].out);
        }
    sum.flops *= s->layers;
    sum.bytes *= s->layers;
    return sum;
}

/* Bytes of activations of so many elements per token in each layer. */
static double traffic(const struct shape *s, double elements) {
    return s->pass->element * s->pass->tokens * elements * s->layers;
}

static double bias_bytes(const struct shape *s) {
    return s->layers * (double)s->p.biases * s->f->norm_bits / 8;
}

static struct count count_embedding(const struct shape *s) {
    return (struct count){0, s->pass->tokens * s->hidden * s->f->embedding_bits / 8};
}

static struct count count_norm(const struct shape *s) {
    double final_norm = s->hidden, layer_norms = s->layers * (double)s->p.norms;
    double final_traffic = s->pass->element * s->pass->rows * s->hidden;
    return (struct count){
        2 * (s->pass->tokens * layer_norms + s->pass->rows * final_norm),
        s->w.small - bias_bytes(s) +
            s->pass->norm_passes * (traffic(s, 2 * s->hidden) + final_traffic),
    };
}

static struct count count_qkv(const struct shape *s) {
    struct count c = group_count(s, GROUP_QKV);
    c.flops += 2 * s->pass->tokens * s->layers * (double)s->p.biases;
    c.bytes += bias_bytes(s) + traffic(s, s->hidden + s->query + 2 * s->cached);
    return c;
}

static struct count count_attention(const struct shape *s) {
    return (struct count){
        4 * s->query * s->pass->pairs * s->layers,
        s->pass->kv_read + s->pass->kv_written + traffic(s, 2 * s->query + 2 * s->cached),
    };
}

static struct count count_output(const struct shape *s) {
    struct count c = group_count(s, GROUP_OUTPUT);
    c.bytes += traffic(s, s->query + s->hidden);
    return c;
}

/* Up (with gate), the elementwise kernel between, down. */
static struct count count_ffn(const struct shape *s) {
    struct count c = group_count(s, GROUP_FFN);
    double wide = s->m->ffn_matrices == 3 ? 2 : 1;
    double elements = s->hidden + wide * s->ffn + (wide + 1) * s->ffn + s->ffn + s->hidden;
    c.bytes += traffic(s, elements);
    return c;
}

static struct count count_head(const struct shape *s) {
    double rows = s->pass->rows, vocabulary = (double)s->m->vocabulary;
    struct count c = {2 * rows * s->hidden * vocabulary,
                      s->m->tied_embeddings ? s->w.embedding : s->w.head};
    if (s->pass->element > 0)
        c.bytes += s->pass->element * rows * s->hidden + 4 * rows * vocabulary;
    return c;
}

static const struct kind {
    const char *name;
    struct count (*count)(const struct shape *);
    bool attention;
} kinds[OPERATION_KINDS] = {
    {"embedding", count_embedding, false},
    {"norm", count_norm, false},
    {"qkv", count_qkv, false},
    {"attention", count_attention, true},
    {"output", count_output, false},
    {"ffn", count_ffn, false},
    {"head", count_head, false},
};

static const char *const prefixes[] = {"", "prefill-", "training-"};

void operations_of(struct arena *a, const struct model *m, const struct format *f,
                   const struct pass *pass, struct operation out[OPERATION_KINDS]) {
    const struct shape s = {
        .m = m,
        .f = f,
        .pass = pass,
        .p = parameters_count(m),
        .w = format_weight_bytes(f, m),
        .layers = (double)m->layers,
        .hidden = (double)m->hidden,
        .query = (double)(m->heads * m->head_dim),
        .cached = (double)(m->kv_heads * m->head_dim),
        .ffn = (double)m->ffn,
    };
    for (size_t i = 0; i < OPERATION_KINDS; i++) {
        struct count c = kinds[i].count(&s);
        double repeats = kinds[i].attention ? pass->attention_repeats : pass->linear_repeats;
        double bytes = c.bytes * repeats, flops = c.flops * repeats;
        out[i] = (struct operation){
            .name = arena_printf(a, "%s%s", pass->prefix, kinds[i].name),
            .flops = flops,
            .bytes = bytes,
            .intensity = bytes > 0 ? flops / bytes : 0,
        };
    }
}

void operations_place(struct operation *operations, size_t n, struct roof r) {
    for (size_t i = 0; i < n && r.known; i++) {
        operations[i].attainable = roof_attainable(r, operations[i].intensity);
        operations[i].bound = roof_bound(r, operations[i].intensity);
    }
}

double operations_flops(const struct operation *operations, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += operations[i].flops;
    return sum;
}

double operations_bytes(const struct operation *operations, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += operations[i].bytes;
    return sum;
}

void operations_trace_bytes(struct trace *t, enum step_name name, struct quantity bytes,
                            const struct operation operations[OPERATION_KINDS]) {
    static const char *const symbols[OPERATION_KINDS] = {"B_embed", "B_norm", "B_qkv", "B_attn",
                                                         "B_out",   "B_ffn",  "B_head"};
    struct binding bindings[OPERATION_KINDS];
    for (size_t i = 0; i < OPERATION_KINDS; i++)
        bindings[i] =
            bind_quantity(symbols[i], quantity_exact(operations[i].bytes, UNIT_BYTE), "GB");
    trace_add(t, name, "B_embed + B_norm + B_qkv + B_attn + B_out + B_ffn + B_head", bytes,
              bindings, OPERATION_KINDS);
}

double operations_time(const struct operation *operations, size_t n, double peak,
                       double bandwidth) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        double compute = operations[i].flops / peak, memory = operations[i].bytes / bandwidth;
        sum += compute > memory ? compute : memory;
    }
    return sum;
}

size_t estimate_operation_name_count(void) {
    return OPERATION_KINDS * (sizeof prefixes / sizeof *prefixes);
}

const char *estimate_operation_name_at(struct arena *a, size_t i) {
    return arena_printf(a, "%s%s", prefixes[i / OPERATION_KINDS], kinds[i % OPERATION_KINDS].name);
}
