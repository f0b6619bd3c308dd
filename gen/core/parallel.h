/* How the work is divided over devices (formulas 3.5, 4.2, 4.3): what share of a tensor, of the
 * parameters and of the cache lies on the fullest device. */
#ifndef RIDGE_CORE_PARALLEL_H
#define RIDGE_CORE_PARALLEL_H

#include "core/estimate.h"
#include "core/format.h"

/* Devices form a box of tensor × pipeline × data × context ranks. Expert ranks lie across tensor,
 * data and context ranks. In inference the data ranks are replicas with batches of their own, in
 * training each has micro-batches of its own: batch, micro-batch and gradient-accumulation are
 * those of one replica. */
struct degrees {
    int64_t tensor, pipeline, data, expert, context, devices;
    int64_t copies; /* stages that a rank holds: 2 with DualPipe, else 1 or 0 */
};

/* Of a completed scenario; all are 1 or more. */
struct degrees degrees_of(const struct scenario *s);

/* Stages that a rank holds, 1 or 2. */
int64_t degrees_copies(struct degrees d);

/* Ranks that one expert is split over: all tensor ranks with one expert group, fewer with more. */
int64_t degrees_expert_split(struct degrees d);

/* Devices that hold the same dense parameters, and the same experts: what ZeRO shards over
 * (formulas 4.2: D · x and D · x · t / (e · t_e)), twice as many where ranks hold two stages. */
int64_t degrees_dense_shards(struct degrees d);
int64_t degrees_expert_shards(struct degrees d);

/* Micro-batches a step and chunks a stage: 1 unless given. */
int64_t training_micro_batches(const struct scenario *s);
int64_t training_chunks(const struct scenario *s);

/* Layers of the fullest pipeline stage. Where kinds of layers are mixed and the fewer are less than
 * half, they are taken as spread evenly; dense layers before experts come first. */
struct stage {
    int64_t layers, attention, recurrent, dense, moe;
};

struct stage parallel_stage(const struct model *m, struct degrees d);

/* Share of one matrix of that shape that a rank holds, beside the stages: 1 when it stands whole on
 * every rank, 1 / t when it is split; K and V by whole heads (at least one); experts by expert and
 * then by width. */
double parallel_matrix_share(const struct model *m, const struct matrix *matrix, struct degrees d);

/* Bytes on the fullest rank; total is the largest sum of a stage. Input table and output head stand
 * on the first and the last stage, so with stages only one of them is in the total: the other is 0.
 * Where layers do not divide evenly, those two stages have one less, and a stage between them, with
 * neither, may be the fullest. Tied tables of several stages are held twice. */
struct weight_bytes parallel_weights(const struct format *f, const struct model *m,
                                     struct degrees d);

/* The same of a model that is counted already. */
struct weight_bytes parallel_counted_weights(const struct format *f, const struct model *m,
                                             const struct census *counted, struct degrees d);

/* Parameters on the fullest rank, by what they are sharded over. */
struct rank_parameters {
    double matrix;  /* matrices of the layers that are no experts */
    double table;   /* input table, output head, learned positions */
    double small;   /* norms, biases, sinks */
    double experts; /* with their biases */
    double dense;   /* matrix + table + small */
    double total;   /* dense + experts */
};

struct rank_parameters parallel_parameters(const struct model *m, struct degrees d);

/* KV heads that a rank keeps, by all: max(1, ⌈k / t⌉) / k; 1 for the latent of MLA, which has no
 * head axis (formulas 3.5). */
double parallel_kv_heads_share(const struct model *m, struct degrees d);

/* Share of the whole cache of a sequence that the fullest rank keeps: heads, layers of the stage,
 * part of the context. */
double parallel_kv_share(const struct model *m, struct degrees d);

#endif
