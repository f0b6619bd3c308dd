#include "core/message.h"

static void message_add(struct messages *list, struct message m) {
    if (m.count > 0 && m.bytes > 0 && m.group.n > 1)
        list->at[list->n++] = m;
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
        message_add(&list, (struct message){STEP_TENSOR_SCATTERS, REDUCE_SCATTER, bytes, sums, g});
        message_add(&list, (struct message){STEP_TENSOR_GATHERS, ALL_GATHER, bytes, sums, g});
    } else {
        message_add(&list, (struct message){STEP_TENSOR_SUMS, ALL_REDUCE, bytes, sums, g});
    }
    if (t->training)
        message_add(&list, (struct message){STEP_LOSS_SUMS, ALL_REDUCE, 4 * t->rows, 2, g});
    else
        message_add(&list, (struct message){STEP_SCORE_GATHER, ALL_GATHER,
                                            4 * t->rows * (double)t->m->vocabulary, 1, g});
    return list;
}

/* ── Pipeline ── */

/* Tensor ranks each send their part. A decode step passes every boundary, a run of a prefill one on
 * the critical path. */
struct messages traffic_pipeline(const struct traffic *t) {
    struct messages list = {.n = 0};
    struct degrees d = t->d;
    struct group stages = {d.pipeline, d.tensor * d.context * d.data};
    double sends = t->training ? 2 * t->chunks : t->decode ? (double)(d.pipeline - 1) : 1;
    if (d.pipeline > 1)
        message_add(&list,
                    (struct message){STEP_PIPELINE_SENDS, SEND, hidden_bytes(t) / (double)d.tensor,
                                     sends, network_neighbours(t->w, stages)});
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
        message_add(&list, (struct message){STEP_CONTEXT_SUMS, ALL_REDUCE, attended, layers, ring});
    else
        message_add(&list, (struct message){STEP_CONTEXT_HOPS, SEND, t->kv_token * t->tokens,
                                            (double)(t->d.context - 1) * t->rings * layers,
                                            network_neighbours(t->w, ring)});
    return list;
}

/* ── Expert ── */

/* Each token goes to its experts and comes back. Inside the tensor group every rank has all tokens
 * and the sums of tensor parallelism do the rest. */
struct messages traffic_expert(const struct traffic *t) {
    struct messages list = {.n = 0};
    struct group g = {t->d.expert, 1};
    double layers = (double)t->stage.moe, back = t->training ? 1 : 0;
    double copies = t->tokens / (double)t->d.tensor * (double)t->m->experts_active;
    double elements = copies * (double)t->m->hidden;
    if (t->d.expert <= t->d.tensor)
        return list;
    message_add(&list, (struct message){STEP_EXPERT_DISPATCH, ALL_TO_ALL, elements * t->dispatched,
                                        layers * (t->passes - back), g});
    message_add(&list, (struct message){STEP_EXPERT_COMBINE, ALL_TO_ALL, elements * t->element,
                                        layers * (t->passes + back), g});
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
        message_add(list, (struct message){name->sum, ALL_REDUCE, s->gradients, 1, all});
        return;
    }
    message_add(list, (struct message){name->scatter, REDUCE_SCATTER, s->gradients, 1, shards});
    message_add(list, (struct message){name->shard, ALL_REDUCE, shard, 1, copies});
    message_add(list, (struct message){name->gather, ALL_GATHER, s->weights, gathers, shards});
}
