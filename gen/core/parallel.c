#include "core/parallel.h"

#include <math.h>
#include <string.h>

#include "core/schedule.h"

static int64_t ceil_divide(int64_t a, int64_t b) {
    return (a + b - 1) / b;
}

static int64_t at_most(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t or_one(int64_t degree) {
    return degree > 0 ? degree : 1;
}

/* ── Degrees ── */

struct degrees degrees_of(const struct scenario *s) {
    return (struct degrees){
        .tensor = or_one(s->tensor_parallel),
        .pipeline = or_one(s->pipeline_parallel),
        .data = or_one(s->data_parallel),
        .expert = or_one(s->expert_parallel),
        .context = or_one(s->context_parallel),
        .devices = or_one(s->devices),
        .copies = schedule_copies(schedule_of(s->pipeline_schedule)),
    };
}

int64_t degrees_copies(struct degrees d) {
    return or_one(d.copies);
}

int64_t degrees_expert_split(struct degrees d) {
    return d.expert < d.tensor ? d.tensor / d.expert : 1;
}

int64_t degrees_dense_shards(struct degrees d) {
    return d.data * d.context * degrees_copies(d);
}

int64_t degrees_expert_shards(struct degrees d) {
    return d.data * d.context * d.tensor / (d.expert * degrees_expert_split(d)) * degrees_copies(d);
}

int64_t training_micro_batches(const struct scenario *s) {
    return or_one(s->gradient_accumulation);
}

int64_t training_chunks(const struct scenario *s) {
    return or_one(s->interleave);
}

/* ── Stages ── */

/* Layers of one kind on the fullest stage, of `count` in all. The many fill a stage. */
static int64_t kind_on_stage(int64_t count, int64_t layers, struct degrees d) {
    int64_t stage = ceil_divide(layers, d.pipeline);
    return 2 * count > layers ? at_most(count, stage) : ceil_divide(count, d.pipeline);
}

struct stage parallel_stage(const struct model *m, struct degrees d) {
    struct stage s = {.layers = ceil_divide(m->layers, d.pipeline)};
    s.attention = kind_on_stage(model_attention_layers(m), m->layers, d);
    s.recurrent = at_most(m->recurrent_layers, s.layers - s.attention);
    s.moe = kind_on_stage(m->moe_layers, m->layers, d);
    s.dense = s.layers - s.moe;
    return s;
}

/* Copies of a matrix on the fullest stage, of all experts; a fraction for what has no layer of its
 * own. */
static double copies_on_stage(const struct model *m, const struct matrix *matrix,
                              struct stage stage, struct degrees d) {
    switch (matrix->group) {
    case GROUP_QKV:
    case GROUP_OUTPUT:
        return (double)stage.attention;
    case GROUP_RECURRENT:
        return (double)stage.recurrent;
    case GROUP_ROUTER:
    case GROUP_SHARED:
        return (double)stage.moe;
    case GROUP_EXPERT:
        return (double)(stage.moe * m->experts);
    case GROUP_FFN:
    case GROUPS:
        break;
    }
    if (strcmp(matrix->name, "uncounted") == 0)
        return 1 / (double)d.pipeline;
    return (double)stage.dense;
}

/* ── Matrices ── */

double parallel_kv_heads_share(const struct model *m, struct degrees d) {
    if (model_is_latent(m))
        return 1;
    return (double)ceil_divide(m->kv_heads, d.tensor) / (double)m->kv_heads;
}

static bool is_kv(const struct matrix *matrix) {
    return matrix->group == GROUP_QKV &&
           (strcmp(matrix->name, "k") == 0 || strcmp(matrix->name, "v") == 0);
}

/* Ranks over which the width of one copy is split. */
static double width_share(const struct model *m, const struct matrix *matrix, struct degrees d) {
    if (!matrix->split)
        return 1;
    if (is_kv(matrix))
        return parallel_kv_heads_share(m, d);
    if (matrix->group == GROUP_EXPERT)
        return 1 / (double)degrees_expert_split(d);
    return 1 / (double)d.tensor;
}

static double copies_share(const struct matrix *matrix, struct degrees d) {
    return matrix->group == GROUP_EXPERT ? 1 / (double)d.expert : 1;
}

double parallel_matrix_share(const struct model *m, const struct matrix *matrix, struct degrees d) {
    return width_share(m, matrix, d) * copies_share(matrix, d);
}

/* Matrices whose input is what the one before it wrote are split by rows, all others by columns. */
static bool is_split_by_rows(const struct matrix *matrix) {
    return matrix->group == GROUP_OUTPUT || strcmp(matrix->name, "down") == 0;
}

static int64_t share_of(int64_t width, double share) {
    return (int64_t)ceil((double)width * share - 1e-9);
}

/* A split matrix carries scales of its own. */
static double rank_matrix_bytes(const struct format *f, const struct model *m,
                                const struct matrix *matrix, struct degrees d) {
    double share = width_share(m, matrix, d);
    if (is_split_by_rows(matrix))
        return format_matrix_bytes(f, matrix->group, share_of(matrix->in, share), matrix->out);
    return format_matrix_bytes(f, matrix->group, matrix->in, share_of(matrix->out, share));
}

/* ── Small tensors ── */

/* Biases of what is split by columns are split with it; the rest stands whole on every rank. */
struct small_tensors {
    double layers, experts; /* on the fullest stage */
    double first, last;     /* beside the input table, beside the output head */
};

static double norm_elements(const struct model *m) {
    return (double)(m->hidden * (m->norm_bias ? 2 : 1));
}

static double ffn_bias(const struct model *m, int64_t width, double share) {
    return (double)((m->ffn_matrices - 1) * width) * share + (double)m->hidden;
}

static double attention_small(const struct model *m, const struct parameters *p, struct degrees d) {
    double t = 1 / (double)d.tensor, split = 0, rank = 0;
    if (m->qkv_bias) {
        double query = (double)(m->heads * m->head_dim);
        double cached = (double)(m->kv_heads * (m->head_dim + model_value_dim(m)));
        split += query + cached;
        rank += query * t + cached * parallel_kv_heads_share(m, d);
    }
    if (m->sinks) {
        split += (double)m->heads;
        rank += (double)m->heads * t;
    }
    return (double)p->biases - split + rank;
}

static struct small_tensors small_on_rank(const struct model *m, const struct parameters *p,
                                          struct stage stage, struct degrees d) {
    double t = 1 / (double)d.tensor;
    struct small_tensors s = {
        .layers =
            (double)stage.attention * attention_small(m, p, d) + (double)(stage.layers * p->norms),
        .first = norm_elements(m) * (double)m->embedding_norm,
        .last = norm_elements(m) + (m->head_bias ? (double)m->vocabulary * t : 0),
    };
    if (m->ffn_bias)
        s.layers += (double)stage.dense * ffn_bias(m, m->ffn, t);
    if (m->router_bias)
        s.layers += (double)(stage.moe * m->experts);
    if (m->expert_bias)
        s.experts = (double)(stage.moe * m->experts) / (double)d.expert *
                    ffn_bias(m, m->expert_ffn, 1 / (double)degrees_expert_split(d));
    return s;
}

/* ── Stages with tables ── */

static bool has_stages(struct degrees d) {
    return d.pipeline > 1;
}

/* Layers that do not divide evenly are spread so that the stages with a table have one less, where
 * there are others to take it; known only of layers of one kind. */
static bool ends_are_short(const struct model *m, struct degrees d) {
    bool mixed = m->recurrent_layers > 0 || (m->moe_layers > 0 && m->moe_layers < m->layers);
    int64_t over = m->layers % d.pipeline;
    return !mixed && over > 0 && over <= d.pipeline - 2;
}

static struct stage end_stage(const struct model *m, struct degrees d) {
    struct stage s = parallel_stage(m, d);
    if (!ends_are_short(m, d))
        return s;
    return (struct stage){.layers = s.layers - 1,
                          .attention = s.attention - 1,
                          .dense = s.dense > 0 ? s.dense - 1 : 0,
                          .moe = s.moe > 0 ? s.moe - 1 : 0};
}

/* Elements of a rank outside the layers, on the first and on the last stage. */
struct tables {
    double embedding, positions, head;
};

static struct tables tables_on_rank(const struct parameters *p, struct degrees d) {
    double t = (double)d.tensor;
    bool copied = has_stages(d) && p->head == 0; /* the last stage cannot share the first's */
    return (struct tables){(double)p->embedding / t, (double)p->positions,
                           (double)(copied ? p->embedding : p->head) / t};
}

static double packed(double elements, double bits) {
    return ceil(elements * bits / 8);
}

static void add_matrices(struct weight_bytes *w, const struct format *f, const struct model *m,
                         const struct census *counted, struct stage stage, struct degrees d) {
    for (size_t i = 0; i < counted->n; i++) {
        const struct matrix *matrix = &counted->matrices[i];
        double *class = matrix->group == GROUP_EXPERT   ? &w->expert
                        : matrix->group == GROUP_ROUTER ? &w->small
                                                        : &w->linear;
        *class += rank_matrix_bytes(f, m, matrix, d) * copies_on_stage(m, matrix, stage, d) *
                  copies_share(matrix, d);
    }
}

struct weight_bytes parallel_weights(const struct format *f, const struct model *m,
                                     struct degrees d) {
    struct census counted;
    census_of(m, &counted);
    return parallel_counted_weights(f, m, &counted, d);
}

static double weights_sum(const struct weight_bytes *w) {
    return w->linear + w->expert + w->embedding + w->positions + w->head + w->small;
}

/* Of a stage with a table, or of all when there are no stages. */
static struct weight_bytes end_weights(const struct format *f, const struct model *m,
                                       const struct census *counted, struct degrees d) {
    const struct parameters *p = &counted->p;
    struct stage stage = end_stage(m, d);
    struct tables tables = tables_on_rank(p, d);
    struct small_tensors small = small_on_rank(m, p, stage, d);
    struct weight_bytes w = {
        .embedding = packed(tables.embedding, f->embedding_bits),
        .positions = packed(tables.positions, f->embedding_bits),
        .head = packed(tables.head, f->head_bits),
    };
    double layers = small.layers + small.experts;
    double first = packed(small.first + layers, f->norm_bits);
    double last = packed(small.last + layers, f->norm_bits);
    w.small = packed(small.first + small.last + layers, f->norm_bits);
    if (has_stages(d) && w.embedding + w.positions + first >= w.head + last) {
        w.small = first;
        w.head = 0;
    } else if (has_stages(d)) {
        w.small = last;
        w.embedding = w.positions = 0;
    }
    add_matrices(&w, f, m, counted, stage, d);
    w.total = weights_sum(&w);
    return w;
}

/* Of a stage between the ends: a layer more, and no table. */
static struct weight_bytes middle_weights(const struct format *f, const struct model *m,
                                          const struct census *counted, struct degrees d) {
    struct stage stage = parallel_stage(m, d);
    struct small_tensors small = small_on_rank(m, &counted->p, stage, d);
    struct weight_bytes w = {.small = packed(small.layers + small.experts, f->norm_bits)};
    add_matrices(&w, f, m, counted, stage, d);
    w.total = weights_sum(&w);
    return w;
}

struct weight_bytes parallel_counted_weights(const struct format *f, const struct model *m,
                                             const struct census *counted, struct degrees d) {
    struct weight_bytes end = end_weights(f, m, counted, d);
    if (!ends_are_short(m, d))
        return end;
    struct weight_bytes middle = middle_weights(f, m, counted, d);
    return middle.total > end.total ? middle : end;
}

/* With the tables of the fuller end, or without any. */
static struct rank_parameters stage_parameters(const struct model *m, struct stage stage,
                                               bool tabled, struct degrees d) {
    struct matrix matrices[MATRICES_MOST];
    size_t n = matrices_of(m, matrices);
    struct parameters p = parameters_count(m);
    struct tables tables = tables_on_rank(&p, d);
    struct small_tensors small = small_on_rank(m, &p, stage, d);
    struct rank_parameters r = {.experts = small.experts, .small = small.layers};
    for (size_t i = 0; i < n; i++)
        *(matrices[i].group == GROUP_EXPERT ? &r.experts : &r.matrix) +=
            (double)(matrices[i].in * matrices[i].out) *
            copies_on_stage(m, &matrices[i], stage, d) * parallel_matrix_share(m, &matrices[i], d);
    double first = tables.embedding + tables.positions, last = tables.head;
    bool full_first = first + small.first >= last + small.last;
    if (tabled && (full_first || !has_stages(d))) {
        r.table += first;
        r.small += small.first;
    }
    if (tabled && (!full_first || !has_stages(d))) {
        r.table += last;
        r.small += small.last;
    }
    r.dense = r.matrix + r.table + r.small;
    r.total = r.dense + r.experts;
    return r;
}

static struct rank_parameters fullest_parameters(const struct model *m, struct degrees d) {
    struct rank_parameters end = stage_parameters(m, end_stage(m, d), true, d);
    if (!ends_are_short(m, d))
        return end;
    struct rank_parameters middle = stage_parameters(m, parallel_stage(m, d), false, d);
    return middle.total > end.total ? middle : end;
}

struct rank_parameters parallel_parameters(const struct model *m, struct degrees d) {
    struct rank_parameters p = fullest_parameters(m, d);
    double copies = (double)degrees_copies(d);
    return (struct rank_parameters){p.matrix * copies,  p.table * copies, p.small * copies,
                                    p.experts * copies, p.dense * copies, p.total * copies};
}

/* ── Cache ── */

double parallel_kv_share(const struct model *m, struct degrees d) {
    int64_t layers = model_attention_layers(m);
    double stage = layers > 0 ? (double)parallel_stage(m, d).attention / (double)layers : 1;
    return parallel_kv_heads_share(m, d) * stage / (double)d.context;
}
