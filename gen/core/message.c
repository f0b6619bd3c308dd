#include "core/message.h"

#include <math.h>

int64_t stage_stride(struct degrees d, bool training) {
    int64_t replica = d.tensor * d.context;
    return training || d.expert > replica ? replica * d.data : replica;
}

static void message_add(struct messages *list, enum step_name step, enum collective kind,
                        double bytes, double count, struct group group) {
    if (count > 0 && bytes > 0 && group.n > 1)
        list->at[list->n++] = (struct message){
            .step = step, .kind = kind, .bytes = bytes, .count = count, .group = group};
}

static double hidden_bytes(const struct traffic *t) {
    return t->tokens * (double)t->m->hidden * t->element;
}

/* ── Tensor ── */

/* Two sums a layer in each pass; with sequence parallelism their halves. The head is divided by the
 * vocabulary: decoding gathers its scores, training needs a largest value and a sum per token. */
struct messages traffic_tensor(const struct traffic *t) {
    struct messages list = {.n = 0};
    struct group g = {t->d.tensor, 1};
    double sums = 2 * t->passes * (double)t->stage.layers, bytes = hidden_bytes(t);
    if (t->sequence_split) {
        message_add(&list, STEP_TENSOR_SCATTERS, REDUCE_SCATTER, bytes, sums, g);
        message_add(&list, STEP_TENSOR_GATHERS, ALL_GATHER, bytes, sums, g);
    } else {
        message_add(&list, STEP_TENSOR_SUMS, ALL_REDUCE, bytes, sums, g);
    }
    if (t->training)
        message_add(&list, STEP_LOSS_SUMS, ALL_REDUCE, 4 * t->rows, 2, g);
    else
        message_add(&list, STEP_SCORE_GATHER, ALL_GATHER, 4 * t->rows * (double)t->m->vocabulary, 1,
                    g);
    return list;
}

/* ── Pipeline ── */

/* Tensor ranks each send their part. A decode step passes every boundary, a run of a prefill one on
 * the critical path. */
struct messages traffic_pipeline(const struct traffic *t) {
    struct messages list = {.n = 0};
    struct degrees d = t->d;
    struct group stages = {d.pipeline, stage_stride(d, t->training)};
    double sends = t->training ? 2 * t->chunks : t->decode ? (double)(d.pipeline - 1) : 1;
    if (d.pipeline > 1)
        message_add(&list, STEP_PIPELINE_SENDS, SEND, hidden_bytes(t) / (double)d.tensor, sends,
                    network_neighbours(t->w, stages));
    return list;
}

/* ── Context ── */

/* Prefill and training hand K and V round; a decode step sums what each rank attended to. */
struct messages traffic_context(const struct traffic *t) {
    struct messages list = {.n = 0};
    struct group ring = {t->d.context, t->d.tensor};
    double layers = (double)t->stage.attention;
    double attended = t->tokens * (double)(t->m->heads * model_value_dim(t->m)) * t->element /
                      (double)t->d.tensor;
    if (t->d.context <= 1)
        return list;
    if (t->decode)
        message_add(&list, STEP_CONTEXT_SUMS, ALL_REDUCE, attended, layers, ring);
    else
        message_add(&list, STEP_CONTEXT_HOPS, SEND, t->kv_token * t->tokens,
                    (double)(t->d.context - 1) * t->rings * layers, network_neighbours(t->w, ring));
    return list;
}

/* ── Expert ── */

static double nodes_met(const struct traffic *t) {
    double nodes = (double)network_spread(t->w, (struct group){t->d.expert, 1}).nodes;
    return t->expert_nodes > 0 ? fmin(nodes, t->expert_nodes) : nodes;
}

double traffic_copies(const struct traffic *t) {
    double K = (double)t->m->experts_active;
    bool several = network_spread(t->w, (struct group){t->d.expert, 1}).nodes > 1;
    return several && t->expert_nodes > 0 ? fmin(K, t->expert_nodes) : K;
}

/* A token whose experts share a node can be sent there once and handed on: of the copies as many go
 * as K random experts lie on different nodes. */
static double copies_saved(const struct traffic *t) {
    double nodes = nodes_met(t), K = (double)t->m->experts_active;
    double met = nodes * (1 - pow(1 - 1 / nodes, K));
    bool several = network_spread(t->w, (struct group){t->d.expert, 1}).nodes > 1;
    return several ? fmax(0, 1 - met / traffic_copies(t)) : 0;
}

/* Each token goes to its experts and comes back. Inside the tensor group every rank has all tokens
 * and the sums of tensor parallelism do the rest. */
struct messages traffic_expert(const struct traffic *t) {
    struct messages list = {.n = 0};
    struct group g = {t->d.expert, 1};
    double layers = (double)t->stage.moe, back = t->training ? 1 : 0;
    double copies = t->tokens / (double)t->d.tensor * traffic_copies(t);
    double elements = copies * (double)t->m->hidden;
    if (t->d.expert <= t->d.tensor)
        return list;
    message_add(&list, STEP_EXPERT_DISPATCH, ALL_TO_ALL, elements * t->dispatched,
                layers * (t->passes - back), g);
    message_add(&list, STEP_EXPERT_COMBINE, ALL_TO_ALL, elements * t->element,
                layers * (t->passes + back), g);
    for (size_t i = 0; i < list.n; i++)
        list.at[i].saved = copies_saved(t);
    return list;
}

/* ── Data ── */

/* Lines of dense parameters, and of experts. */
static const struct names {
    enum step_name sum, scatter, shard, gather;
} names[] = {
    {STEP_GRADIENT_SUM, STEP_GRADIENT_SCATTER, STEP_SHARD_SUM, STEP_WEIGHT_GATHER},
    {STEP_EXPERT_SUM, STEP_EXPERT_SCATTER, STEP_EXPERT_SHARD_SUM, STEP_EXPERT_GATHER},
};

/* Without sharding gradients are summed. ZeRO 1 and 2 scatter the sums and gather the new weights,
 * ZeRO 3 gathers weights for the forward and for the backward pass. Where states are sharded over
 * fewer ranks than hold them, each shard is summed over the rest. */
void traffic_data(const struct exchange *s, struct messages *list) {
    const struct names *name = &names[s->experts];
    struct group all = {s->ranks, s->stride}, shards = {s->group, s->stride};
    struct group copies = {s->ranks / s->group, s->stride * s->group};
    double gathers = s->gathers ? 2 : 1, shard = s->gradients / (double)s->group;
    if (!s->scatters) {
        message_add(list, name->sum, ALL_REDUCE, s->gradients, 1, all);
        return;
    }
    message_add(list, name->scatter, REDUCE_SCATTER, s->gradients, 1, shards);
    message_add(list, name->shard, ALL_REDUCE, shard, 1, copies);
    message_add(list, name->gather, ALL_GATHER, s->weights, gathers, shards);
}
