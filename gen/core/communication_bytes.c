#include "core/communication_bytes.h"

#include "core/tensor_bytes.h"

static struct quantity bytes_exact(double bytes) {
    return quantity_exact(bytes, UNIT_BYTE);
}

static void tensor_bytes(struct account *c, const struct traffic *t) {
    double sums = 2 * t->passes * (double)t->stage.layers, V = (double)t->m->vocabulary;
    double hidden = t->tokens * (double)t->m->hidden * t->element;
    double head = t->training ? 8 * t->rows : 4 * t->rows * V;
    if (t->d.tensor <= 1)
        return;
    measure_set(&c->e->tensor_bytes, bytes_exact(sums * hidden + head));
    TRACE(&c->trace, STEP_TENSOR_BYTES,
          t->training ? "2 · n_pass · L_s · T · h · w_act + 8 · T"
                      : "2 · L · T · h · w_act + 4 · T_row · V",
          c->e->tensor_bytes.q, N("n_pass", t->passes), N("L_s", t->stage.layers),
          N("L", t->stage.layers), N("T", t->tokens), N("h", t->m->hidden), N("w_act", t->element),
          N("T_row", t->rows), N("V", V));
}

static void pipeline_bytes(struct account *c, const struct traffic *t) {
    double bytes = t->tokens * (double)t->m->hidden * t->element / (double)t->d.tensor;
    if (t->d.pipeline <= 1)
        return;
    measure_set(&c->e->pipeline_bytes, bytes_exact(bytes));
    TRACE(&c->trace, STEP_PIPELINE_BYTES, t->d.tensor > 1 ? "T · h · w_act / n_t" : "T · h · w_act",
          c->e->pipeline_bytes.q, N("T", t->tokens), N("h", t->m->hidden), N("w_act", t->element),
          N("n_t", t->d.tensor));
}

static void context_bytes(struct account *c, const struct traffic *t) {
    double attended = (double)(t->m->heads * model_value_dim(t->m));
    double sums = t->tokens * attended * t->element / (double)t->d.tensor;
    double hops = (double)(t->d.context - 1) * t->rings * t->kv_token * t->tokens;
    if (t->d.context <= 1)
        return;
    measure_set(&c->e->context_bytes, bytes_exact(t->decode ? sums : hops));
    TRACE(&c->trace, STEP_CONTEXT_BYTES,
          t->decode ? "T · a · d_v · w_act / n_t" : "(n_x − 1) · n_ring · κ_layer · T",
          c->e->context_bytes.q, N("T", t->tokens), N("a", t->m->heads),
          N("d_v", model_value_dim(t->m)), N("w_act", t->element), N("n_t", t->d.tensor),
          N("n_x", t->d.context), N("n_ring", t->rings),
          Q("κ_layer", bytes_exact(t->kv_token), "kB"));
}

static void expert_bytes(struct account *c, const struct traffic *t) {
    double e = (double)t->d.expert, copies = traffic_copies(t);
    double elements = t->tokens / (double)t->d.tensor * copies * (double)t->m->hidden;
    bool limited = copies < (double)t->m->experts_active;
    if (t->d.expert <= t->d.tensor || !t->stage.moe)
        return;
    measure_set(&c->e->expert_bytes,
                bytes_exact((e - 1) / e * elements * (t->dispatched + t->element)));
    TRACE(&c->trace, STEP_EXPERT_BYTES,
          trace_formula(&c->trace, "(n_e − 1) / n_e · T · %s · h · (w_disp + w_act)%s",
                        limited ? "K_copies" : "K", t->d.tensor > 1 ? " / n_t" : ""),
          c->e->expert_bytes.q, N("n_e", e), N("T", t->tokens), N("K", t->m->experts_active),
          N("K_copies", copies), N("h", t->m->hidden), N("w_disp", t->dispatched),
          N("w_act", t->element), N("n_t", t->d.tensor));
}

void traffic_bytes(struct account *c, const struct traffic *t) {
    tensor_bytes(c, t);
    pipeline_bytes(c, t);
    context_bytes(c, t);
    expert_bytes(c, t);
}

/* ── Data ── */

static double sent(const struct messages *list) {
    double sum = 0;
    for (size_t i = 0; i < list->n; i++)
        sum += collective_bus_factor(list->at[i].kind, list->at[i].group.n) * list->at[i].bytes *
               list->at[i].count;
    return sum;
}

double tensor_bytes_sent(const struct model *m, int64_t n, double tokens, double rows,
                         double element) {
    struct traffic t = {.m = m, .tokens = tokens, .rows = rows, .element = element, .passes = 1};
    t.d.tensor = n;
    t.stage.layers = m->layers;
    struct messages list = traffic_tensor(&t);
    return sent(&list);
}

static double volume(const struct exchange *s) {
    struct messages list = {.n = 0};
    traffic_data(s, &list);
    return sent(&list);
}

static const char *volume_formula(struct arena *a, const struct exchange *s) {
    if (!s->scatters)
        return "2 · (n_d − 1) / n_d · S_g";
    bool copies = s->group < s->ranks;
    return arena_printf(a, "(%s − 1) / %s · (S_g + %sS_w)%s", copies ? "n_sh" : "n_d",
                        copies ? "n_sh" : "n_d", s->gathers ? "2 · " : "",
                        copies ? " + 2 · (n_d − n_sh) / n_d · S_g / n_sh" : "");
}

void data_bytes(struct account *c, const struct exchanges *s, double repeats) {
    double dense = volume(&s->dense), experts = volume(&s->experts);
    double bytes = (dense + experts) * repeats;
    if (!(bytes > 0))
        return;
    const char *formula = dense > 0 ? volume_formula(c->arena, &s->dense) : "";
    if (experts > 0)
        formula = arena_printf(c->arena, "%s%sS_exp", formula, dense > 0 ? " + " : "");
    if (repeats != 1)
        formula = arena_printf(c->arena, "n_rep · (%s)", formula);
    measure_set(&c->e->data_bytes, bytes_exact(bytes));
    TRACE(&c->trace, STEP_DATA_BYTES, formula, c->e->data_bytes.q, N("n_rep", repeats),
          N("n_d", s->dense.ranks), N("n_sh", s->dense.group),
          Q("S_g", bytes_exact(s->dense.gradients), "GB"),
          Q("S_w", bytes_exact(s->dense.weights), "GB"), Q("S_exp", bytes_exact(experts), "GB"));
}
