#include "core/communication.h"

#include <string.h>

#include "core/communication_bytes.h"

static bool is_training(const struct scenario *s) {
    return s->task && strcmp(s->task, "training") == 0;
}

static double activation_bytes(const struct account *c) {
    return c->weights->peak == PEAK_FP32 ? 4 : 2;
}

/* K and V of a token in one layer, as one tensor rank has them. */
static double layer_kv_bytes(const struct model *m, struct degrees d, double element) {
    if (model_is_latent(m))
        return (double)(m->kv_rank + m->rope_dim) * element;
    return (double)(m->kv_heads * (m->head_dim + model_value_dim(m))) * element *
           parallel_kv_heads_share(m, d);
}

static struct traffic traffic_of(const struct account *c, const struct network *w) {
    struct degrees d = c->d;
    double element = activation_bytes(c);
    return (struct traffic){
        .m = c->m,
        .w = w,
        .d = d,
        .element = element,
        .dispatched = c->weights->peak == PEAK_FP8 ? 1 : element,
        .kv_token = layer_kv_bytes(c->m, d, element),
        .passes = 1,
        .rings = 1,
        .expert_nodes = (double)c->s->expert_nodes,
        .chunks = 1,
    };
}

static struct courier courier_of(const struct account *c, struct trace *trace) {
    return (struct courier){
        .trace = trace,
        .w = network_of(c->s),
        .algorithm = algorithm_of(c->s->collective),
    };
}

static void loads_fill(struct load loads[PARALLELISMS], const struct traffic *t) {
    loads[PARALLELISM_TENSOR].messages = traffic_tensor(t);
    loads[PARALLELISM_PIPELINE].messages = traffic_pipeline(t);
    loads[PARALLELISM_CONTEXT].messages = traffic_context(t);
    loads[PARALLELISM_EXPERT].messages = traffic_expert(t);
}

static void load_hidden(struct load *load, const struct scenario *s, enum parallelism p,
                        enum chapter chapter, struct quantity hide, const char *symbol) {
    load->overlap = load_overlap(s, p, chapter);
    load->hide = hide;
    load->hide_symbol = symbol;
}

/* ── Rates ── */

bool communication_known(const struct scenario *s, struct degrees d) {
    if (d.devices == 1)
        return true;
    struct network w = network_of(s);
    int64_t data = is_training(s) ? degrees_dense_shards(d) : 1;
    const struct group groups[] = {
        {d.tensor, 1},
        {d.context, d.tensor},
        {d.pipeline, stage_stride(d, is_training(s))},
        {d.expert > d.tensor ? d.expert : 1, 1},
        {data, d.tensor},
    };
    bool known = true;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        known &= groups[i].n <= 1 || network_reaches(&w, groups[i]);
    return known;
}

int64_t communication_node(const struct scenario *s) {
    return network_of(s).per_node;
}

/* ── Inference ── */

/* Replicas of one device each send nothing. */
static bool is_silent(const struct account *c) {
    return c->d.devices == c->d.data && c->d.expert == 1;
}

/* A decode step has all its tokens on every context rank, a prefill its part of them. */
static struct traffic passage_traffic(const struct account *c, const struct network *w,
                                      const struct passage *pass) {
    struct traffic t = traffic_of(c, w);
    struct degrees whole = t.d;
    whole.pipeline = 1;
    t.decode = pass->decode;
    t.stage = parallel_stage(c->m, pass->decode ? whole : t.d);
    t.tokens = pass->decode ? pass->tokens : pass->tokens / (double)t.d.context;
    t.rows = pass->rows / pass->repeats;
    return t;
}

static void passage_loads(const struct account *c, const struct passage *pass,
                          const struct traffic *t, struct load loads[PARALLELISMS]) {
    enum chapter chapter = pass->decode ? CHAPTER_DECODE : CHAPTER_PREFILL;
    loads_fill(loads, t);
    for (enum parallelism p = 0; p < PARALLELISMS; p++) {
        loads[p].repeats = pass->repeats;
        load_hidden(&loads[p], c->s, p, chapter, pass->compute, "t_work");
    }
}

struct quantity communication_time(const struct account *c, const struct passage *pass) {
    if (is_silent(c))
        return quantity_exact(0, UNIT_SECOND);
    struct courier courier = courier_of(c, NULL);
    struct traffic t = passage_traffic(c, &courier.w, pass);
    struct load loads[PARALLELISMS] = {0};
    passage_loads(c, pass, &t, loads);
    return loads_time(&courier, loads);
}

struct quantity communication_inference(struct account *c, const struct passage *pass) {
    if (is_silent(c))
        return quantity_exact(0, UNIT_SECOND);
    struct courier courier = courier_of(c, &c->trace);
    struct traffic t = passage_traffic(c, &courier.w, pass);
    struct load loads[PARALLELISMS] = {0};
    passage_loads(c, pass, &t, loads);
    struct quantity exposed = loads_time(&courier, loads);
    loads_account(c, &courier, pass->decode ? CHAPTER_DECODE : CHAPTER_PREFILL, loads);
    return exposed;
}

/* ── Training ── */

static struct traffic micro_traffic(const struct account *c, const struct network *w) {
    const struct scenario *s = c->s;
    struct traffic t = traffic_of(c, w);
    double again = account_is_recomputed(c) ? 1 : 0;
    t.training = true;
    t.stage = parallel_stage(c->m, t.d);
    t.tokens = (double)s->micro_batch * (double)s->sequence / (double)t.d.context;
    t.rows = t.tokens;
    t.passes = 2 + again;
    t.rings = 3 + again; /* K and V forward; K, V and their gradients back */
    t.chunks = (double)training_chunks(s);
    t.sequence_split = s->sequence_parallel && strcmp(s->sequence_parallel, "yes") == 0;
    return t;
}

/* Sent in 16 bits where the recipe keeps a second copy in 32. */
static double sent_gradient_bytes(const struct optimizer *o) {
    return o->gradients > 4 ? 2 : o->gradients;
}

/* The shard group, where it fits the ranks that hold the same parameters. */
static int64_t shard_ranks(const struct scenario *s, int64_t ranks) {
    return s->shard_group > 0 && ranks % s->shard_group == 0 ? s->shard_group : ranks;
}

/* Dense parameters and experts that the ranks of a stage exchange. With adapters only those are
 * trained, in the same proportions; what stage 3 gathers are all weights as they are held. */
static struct exchanges exchanges_of(const struct account *c, struct degrees d) {
    struct rank_parameters rank = parallel_parameters(c->m, d);
    struct weight_bytes held = parallel_weights(c->weights, c->m, d);
    bool full = account_is_full(c);
    double trained = full ? 1 : c->e->trainable_parameters.q.value / (double)c->p.total;
    double g = sent_gradient_bytes(c->recipe) * trained, w = c->recipe->weights * trained;
    int64_t dense = degrees_dense_shards(d), experts = degrees_expert_shards(d);
    bool frozen = zero_gathers(c->s) && !full;
    return (struct exchanges){
        .dense = {.scatters = zero_scatters(c->s),
                  .gathers = zero_gathers(c->s),
                  .ranks = dense,
                  .group = shard_ranks(c->s, dense),
                  .stride = d.tensor,
                  .gradients = g * rank.dense,
                  .weights = frozen ? held.total - held.expert : w * rank.dense},
        .experts = {.experts = true,
                    .scatters = zero_scatters(c->s),
                    .gathers = zero_gathers(c->s),
                    .ranks = experts,
                    .group = shard_ranks(c->s, experts),
                    .stride = d.expert * degrees_expert_split(d),
                    .gradients = g * rank.experts,
                    .weights = frozen ? held.expert : w * rank.experts},
    };
}

/* What each parallelism may hide behind, over a whole step. */
static void loads_hide(const struct account *c, const struct training_work *work,
                       struct load loads[PARALLELISMS]) {
    double n = (double)training_micro_batches(c->s);
    bool gathers = zero_gathers(c->s);
    struct quantity all = interval_scale(work->micro, n);
    for (enum parallelism p = 0; p < PARALLELISMS; p++) {
        loads[p].repeats = n;
        load_hidden(&loads[p], c->s, p, CHAPTER_TRAINING, all, "t_work");
    }
    loads[PARALLELISM_CONTEXT].hide = interval_scale(all, work->attention_share);
    loads[PARALLELISM_CONTEXT].hide_symbol = "t_attn";
    if (gathers)
        return;
    loads[PARALLELISM_DATA].repeats = 1;
    loads[PARALLELISM_DATA].hide = interval_scale(work->micro, work->backward_share);
    loads[PARALLELISM_DATA].hide_symbol = "t_back";
}

bool communication_training(struct account *c, const struct training_work *work,
                            struct training_traffic *out) {
    struct courier courier = courier_of(c, &c->trace);
    struct traffic t = micro_traffic(c, &courier.w);
    struct exchanges exchanges = exchanges_of(c, t.d);
    struct load loads[PARALLELISMS] = {0};
    loads_fill(loads, &t);
    traffic_data(&exchanges.dense, &loads[PARALLELISM_DATA].messages);
    traffic_data(&exchanges.experts, &loads[PARALLELISM_DATA].messages);
    loads_hide(c, work, loads);
    if (!communication_known(c->s, c->d))
        return false;
    loads_time(&courier, loads);
    loads_account(c, &courier, CHAPTER_TRAINING, loads);
    out->step = loads[PARALLELISM_DATA].exposed;
    out->micro = quantity_exact(0, UNIT_SECOND);
    for (enum parallelism p = 0; p < PARALLELISM_DATA; p++)
        out->micro = interval_add(out->micro, loads[p].exposed);
    out->micro = interval_scale(out->micro, 1 / (double)training_micro_batches(c->s));
    return true;
}

/* ── Bytes ── */

static void step_bytes(struct account *c, const struct network *w) {
    struct traffic t = micro_traffic(c, w);
    struct exchanges exchanges = exchanges_of(c, t.d);
    traffic_bytes(c, &t);
    data_bytes(c, &exchanges, zero_gathers(c->s) ? (double)training_micro_batches(c->s) : 1);
}

/* Sequences take turns in the stages: a group of them is under way at a time. */
static void decode_bytes(struct account *c, const struct network *w) {
    double b = (double)c->s->batch, p = (double)c->d.pipeline;
    double tokens = b > p ? b / p : 1;
    struct passage pass = {.decode = true, .tokens = tokens, .rows = tokens, .repeats = 1};
    struct traffic t = passage_traffic(c, w, &pass);
    traffic_bytes(c, &t);
}

/* They are counts: no rate has to be known, and nothing has to fit. */
void account_traffic(struct account *c) {
    if (c->d.devices == 1)
        return;
    struct network w = network_of(c->s);
    if (is_training(c->s))
        step_bytes(c, &w);
    else
        decode_bytes(c, &w);
}
