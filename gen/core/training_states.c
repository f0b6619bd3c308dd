/* Weights, gradients and optimizer states of a rank (formulas 4.1 to 4.3, 5). */
#include <string.h>

#include "core/training.h"
#include "core/weights.h"

static struct quantity exact_bytes(double bytes) {
    return quantity_exact(bytes, UNIT_BYTE);
}

/* ── What is sharded, in symbols ── */

/* "P", "P_dev / N" or "(P_dense / N + P_exp / N_e)". */
static const char *parameters_text(const struct account *c, const struct rank *r, bool divided) {
    if (divided && r->sharded)
        return model_is_moe(c->m) ? "(P_dense / N + P_exp / N_e)" : "P_dev / N";
    return r->d.devices > 1 ? "P_dev" : "P";
}

static void trace_states(struct account *c, const struct rank *r, const struct rank_parameters *p,
                         enum step_name step, bool divided, const char *each, struct quantity bytes,
                         double width) {
    const struct optimizer *o = c->recipe;
    const char *formula =
        c->trace.off ? "" : arena_printf(c->arena, "%s · %s", parameters_text(c, r, divided), each);
    TRACE(&c->trace, step, formula, bytes, N("P", c->p.total), N("P_dev", p->total),
          N("P_dense", p->dense), N("P_exp", p->experts), N("N", r->groups.dense),
          N("N_e", r->groups.experts), N("w", o->weights), N("g", o->gradients),
          N("o_master", o->master), N("o_moments", width - o->master));
}

static void trace_device(struct account *c, const struct rank *r, const struct rank_parameters *p) {
    if (r->d.devices > 1)
        TRACE(&c->trace, STEP_DEVICE_PARAMETERS, p->experts > 0 ? "P_dense + P_exp" : "P_dense",
              quantity_exact(p->total, UNIT_NONE), N("P_dense", p->dense), N("P_exp", p->experts));
}

/* ── Full fine-tuning ── */

static struct shard_bytes part_bytes(const struct account *c, const struct rank *r, double matrices,
                                     double others, double group) {
    const struct optimizer *o = c->recipe;
    double elements = matrices + others;
    struct shard_bytes whole = {o->weights * elements, o->gradients * elements,
                                states_rank_bytes(o, c->m, matrices, others)};
    return zero_shard(r->zero, whole, o->gradients, group);
}

static void trace_gradients(struct account *c, const struct rank *r,
                            const struct rank_parameters *p, struct quantity bytes) {
    const struct sharding *z = r->zero;
    if (!(z->whole_gradient > 0 && r->sharded)) {
        trace_states(c, r, p, STEP_GRADIENTS, z->gradients, "g", bytes, 0);
        return;
    }
    if (c->trace.off)
        return;
    TRACE(
        &c->trace, STEP_GRADIENTS,
        arena_printf(c->arena, "P_dev · g_whole + %s · (g − g_whole)", parameters_text(c, r, true)),
        bytes, N("P_dev", p->total), N("P_dense", p->dense), N("P_exp", p->experts),
        N("N", r->groups.dense), N("N_e", r->groups.experts), N("g", c->recipe->gradients),
        N("g_whole",
          z->whole_gradient < c->recipe->gradients ? z->whole_gradient : c->recipe->gradients));
}

static void full_states(struct account *c, const struct rank *r) {
    struct estimate *e = c->e;
    struct rank_parameters p = r->held;
    struct shard_bytes dense = part_bytes(c, r, p.matrix, p.table + p.small, r->groups.dense);
    struct shard_bytes experts = part_bytes(c, r, p.experts, 0, r->groups.experts);
    double optimizer = dense.optimizer + experts.optimizer;
    measure_set(&e->trainable_parameters, e->parameters.q);
    measure_set(&e->memory_weights, exact_bytes(dense.weights + experts.weights));
    measure_set(&e->memory_gradients, exact_bytes(dense.gradients + experts.gradients));
    measure_set(&e->memory_optimizer, exact_bytes(optimizer));
    TRACE(&c->trace, STEP_MODEL_TRAINABLE, "P", e->trainable_parameters.q, N("P", c->p.total));
    trace_device(c, r, &p);
    trace_states(c, r, &p, STEP_WEIGHTS, r->zero->weights, "w", e->memory_weights.q, 0);
    trace_gradients(c, r, &p, e->memory_gradients.q);
    trace_states(c, r, &p, STEP_OPTIMIZER, r->zero->optimizer, "(o_master + o_moments)",
                 e->memory_optimizer.q, optimizer / r->updated);
}

/* ── Adapters beside a frozen model ── */

/* Rows and columns of a matrix in symbols. */
static const struct shape_row {
    enum matrix_group group;
    const char *name, *lines;
} shape_rows[] = {
    {GROUP_QKV, "q", "h + a · d"},
    {GROUP_QKV, "k", "h + k · d"},
    {GROUP_QKV, "v", "h + k · d_v"},
    {GROUP_QKV, "output-gate", "h + a · d"},
    {GROUP_QKV, "q-down", "h + r_q"},
    {GROUP_QKV, "q-up", "r_q + a · (d_n + d_r)"},
    {GROUP_QKV, "kv-down", "h + r_kv + d_r"},
    {GROUP_QKV, "kv-up", "r_kv + a · (d_n + d_v)"},
    {GROUP_OUTPUT, "o", "a · d_v + h"},
    {GROUP_ROUTER, "router", "h + E"},
    {GROUP_ROUTER, "shared-gate", "h + 1"},
    {GROUP_FFN, NULL, "h + f"},
    {GROUP_EXPERT, NULL, "h + f_e"},
    {GROUP_SHARED, NULL, "h + f_s"},
};

static const char *lines_of(const struct model *m, const struct matrix *matrix) {
    if (model_is_latent(m) && strcmp(matrix->name, "q") == 0)
        return "h + a · (d_n + d_r)";
    for (size_t i = 0; i < sizeof shape_rows / sizeof *shape_rows; i++)
        if (shape_rows[i].group == matrix->group &&
            (!shape_rows[i].name || strcmp(shape_rows[i].name, matrix->name) == 0))
            return shape_rows[i].lines;
    return "";
}

/* "r · (L · (h + a · d) + L · (h + k · d_v))" */
static const char *adapter_formula(const struct account *c, const struct lora *l) {
    const char *text = "";
    for (size_t i = 0; i < l->n; i++) {
        const struct matrix *x = &l->matrices[i];
        if (!l->adapted[i])
            continue;
        const char *copies = x->resident == c->m->layers
                                 ? "L"
                                 : arena_printf(c->arena, "%lld", (long long)x->resident);
        text = arena_printf(c->arena, "%s%s%s · (%s)", text, *text ? " + " : "", copies,
                            lines_of(c->m, x));
    }
    return arena_printf(c->arena, "r · (%s)%s%s", text, l->magnitudes ? " + N_mag" : "",
                        lora_tables(l) > 0 ? " + n_tab · V · h" : "");
}

static void trace_trainable(struct account *c, const struct rank *r) {
    const struct model *m = c->m;
    if (c->trace.off)
        return;
    TRACE(&c->trace, STEP_MODEL_TRAINABLE, adapter_formula(c, &r->lora),
          c->e->trainable_parameters.q, N("r", c->s->rank), N("N_mag", lora_magnitudes(&r->lora)),
          N("n_tab", lora_table_count(&r->lora)), N("V", m->vocabulary), N("L", m->layers),
          N("h", m->hidden), N("a", m->heads), N("k", m->kv_heads), N("d", m->head_dim),
          N("f", m->ffn), N("d_v", model_value_dim(m)), N("d_n", m->nope_dim),
          N("d_r", m->rope_dim), N("r_q", m->q_rank), N("r_kv", m->kv_rank), N("E", m->experts),
          N("f_e", m->expert_ffn), N("f_s", m->shared_ffn));
}

static void trace_adapters(struct account *c, const struct rank *r, struct shard_bytes b,
                           double parameters) {
    const struct optimizer *o = c->recipe;
    if (r->d.devices == 1)
        TRACE(&c->trace, STEP_ADAPTERS, "P_train · (w + g + o)", c->e->memory_adapters.q,
              N("P_train", parameters), N("w", o->weights), N("g", o->gradients),
              N("o", b.optimizer / parameters));
    else
        TRACE(&c->trace, STEP_ADAPTERS, "W_lora + G_lora + O_lora", c->e->memory_adapters.q,
              Q("W_lora", exact_bytes(b.weights), "GiB"),
              Q("G_lora", exact_bytes(b.gradients), "GiB"),
              Q("O_lora", exact_bytes(b.optimizer), "GiB"));
}

static struct shard_bytes adapter_part(const struct account *c, const struct rank *r,
                                       double elements, double group) {
    const struct optimizer *o = c->recipe;
    double all = lora_parameters(&r->lora), lengths = lora_magnitudes(&r->lora);
    double tables = lora_tables(&r->lora), edges = (double)(c->m->vocabulary + c->m->hidden);
    struct trained t = trained_adapters(all - lengths - tables, lora_pairs(&r->lora), c->s->rank);
    t.other = lengths + tables;
    t.factored += tables;
    t.rows_and_columns += lora_table_count(&r->lora) * edges;
    struct shard_bytes whole = {o->weights * elements, o->gradients * elements,
                                states_bytes(o, t) / all * elements};
    return zero_shard(r->zero, whole, o->gradients, group);
}

static void adapter_states(struct account *c, const struct rank *r) {
    double parameters = lora_parameters(&r->lora);
    struct lora_rank on = lora_parameters_of_rank(&r->lora, r->d);
    struct shard_bytes dense = adapter_part(c, r, on.dense, r->groups.dense);
    struct shard_bytes experts = adapter_part(c, r, on.experts, r->groups.experts);
    struct shard_bytes b = {dense.weights + experts.weights, dense.gradients + experts.gradients,
                            dense.optimizer + experts.optimizer};
    measure_set(&c->e->trainable_parameters, quantity_exact(parameters, UNIT_NONE));
    measure_set(&c->e->memory_adapters, exact_bytes(b.weights + b.gradients + b.optimizer));
    trace_trainable(c, r);
    trace_adapters(c, r, b, parameters);
}

double adapter_copies_bytes(const struct account *c, const struct rank *r) {
    struct lora_rank on = lora_parameters_of_rank(&r->lora, r->d);
    struct shard_bytes dense = adapter_part(c, r, on.dense, r->groups.dense);
    struct shard_bytes experts = adapter_part(c, r, on.experts, r->groups.experts);
    return dense.weights + dense.gradients + experts.weights + experts.gradients;
}

/* The frozen model is sharded with the rest when weights are. */
static void frozen_weights(struct account *c, const struct rank *r) {
    if (!(r->zero->weights && r->sharded)) {
        account_stored_weights(c);
        return;
    }
    double dense = c->w.total - c->w.expert, n = r->groups.dense, e = r->groups.experts;
    double kept = (dense / n + c->w.expert / e) / c->w.total;
    struct quantity bytes = interval_scale(stored_weights(c), kept);
    measure_set(&c->e->memory_weights, bytes);
    TRACE(&c->trace, STEP_WEIGHTS, c->w.expert > 0 ? "W_dense / N + W_exp / N_e" : "W_dense / N",
          bytes, Q("W_dense", exact_bytes(dense), "GiB"),
          Q("W_exp", exact_bytes(c->w.expert), "GiB"), N("N", n), N("N_e", e));
}

/* ── States together, and units that are gathered ── */

static void model_states(struct account *c) {
    struct estimate *e = c->e;
    bool full = account_is_full(c);
    struct quantity sum = e->memory_weights.q;
    sum = full ? interval_add(interval_add(sum, e->memory_gradients.q), e->memory_optimizer.q)
               : interval_add(sum, e->memory_adapters.q);
    measure_set(&e->memory_states, sum);
    TRACE(&c->trace, STEP_STATES, full ? "W + G + O" : "W + M_lora", sum,
          Q("W", e->memory_weights.q, "GiB"), Q("G", e->memory_gradients.q, "GiB"),
          Q("O", e->memory_optimizer.q, "GiB"), Q("M_lora", e->memory_adapters.q, "GiB"));
}

void account_training_states(struct account *c, const struct rank *r) {
    if (account_is_full(c)) {
        full_states(c, r);
    } else {
        frozen_weights(c, r);
        adapter_states(c, r);
    }
    model_states(c);
}

/* Parameters that stand whole: a layer, or a table where that is larger. */
static double block_parameters(const struct account *c, const struct rank *r) {
    struct rank_parameters p = r->held;
    double copies = (double)degrees_copies(r->d);
    double layers = (double)r->stage.layers * copies, moe = (double)r->stage.moe * copies;
    return p.matrix / layers + (double)c->p.norms + (moe > 0 ? p.experts / moe : 0);
}

void account_gathered(struct account *c, const struct rank *r) {
    if (!(r->zero->gathered > 0 && r->sharded))
        return;
    double next = block_parameters(c, r);
    double table = (double)c->p.embedding / (double)r->d.tensor, now = table > next ? table : next;
    bool full = account_is_full(c), ahead = r->zero->gathered > 1;
    double w = full ? c->recipe->weights : c->weights->linear_bits / 8;
    double g = !full ? 0 : ahead ? c->recipe->gradients : w;
    double least = (w + g) * now, value = least + (ahead ? w * next : 0);
    struct quantity bytes = quantity_range(least, value, value, UNIT_BYTE, MODELLED);
    measure_set(&c->e->memory_gathered, bytes);
    TRACE(&c->trace, STEP_GATHERED, ahead ? "w · (P_now + P_next) + g · P_now" : "(w + g) · P_now",
          bytes, N("w", w), N("g", g), N("P_now", now), N("P_next", next));
}
