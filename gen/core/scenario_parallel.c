/* Devices and the degrees of parallelism: what they default to and what fits together. */
#include "core/network.h"
#include "core/parallel.h"
#include "core/scenario_check.h"
#include "core/scenario_plan.h"
#include "core/schedule.h"

/* Devices in all; far above what was ever built, far below what overflows. */
enum { DEVICES_MOST = 100000000 };

static bool is_training(const struct question *q) {
    return is(q->s->task, "training");
}

/* ── Defaults ── */

/* Product of what is given, or more than DEVICES_MOST. */
static int64_t product_of(struct degrees d) {
    const int64_t factors[] = {d.tensor, d.pipeline, d.data, d.context};
    int64_t product = 1;
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
        product = factors[i] > DEVICES_MOST / product ? DEVICES_MOST + 1 : product * factors[i];
    return product;
}

/* What the given degrees leave of the devices: replicas, or one tensor group when nothing is
 * given for inference. */
static void degrees_default(struct question *q) {
    struct scenario *s = q->s;
    bool none = !s->tensor_parallel && !s->pipeline_parallel && !s->context_parallel;
    int64_t product = product_of(degrees_of(s));
    if (s->devices > 0 && !s->data_parallel && s->devices % product == 0) {
        q->one_group = none && !is_training(q);
        *(q->one_group ? &s->tensor_parallel : &s->data_parallel) = s->devices / product;
    }
    count_default(&s->tensor_parallel, 1);
    count_default(&s->pipeline_parallel, 1);
    count_default(&s->data_parallel, 1);
    count_default(&s->context_parallel, 1);
    count_default(&s->expert_parallel, 1);
    product = product_of(degrees_of(s));
    if (product <= DEVICES_MOST)
        count_default(&s->devices, product);
    q->d = degrees_of(s);
}

/* ── What would be valid ── */

enum { SHOWN = 16 };

/* "1, 2, 4 or 8": the numbers up to `most` that hold. */
static const char *valid_text(const struct question *q, int64_t most,
                              bool (*holds)(const struct question *, int64_t)) {
    struct words w = {.n = 0};
    for (int64_t n = 1; n <= most && w.n < SHOWN; n++)
        if (holds(q, n))
            words_add(&w, arena_printf(q->arena, "%lld", (long long)n));
    return words_text(q->arena, &w);
}

/* ── Rules ── */

static bool heads_divide(const struct question *q, int64_t t) {
    return model_heads_divide(q->m, t);
}

static bool tensor_holds(const struct question *q) {
    return heads_divide(q, q->d.tensor);
}

static const char *tensor_expected(const struct question *q) {
    const char *valid = valid_text(q, q->m->heads, heads_divide);
    if (model_is_latent(q->m))
        return arena_printf(q->arena, "%s: it has to divide the %lld heads", valid,
                            (long long)q->m->heads);
    return arena_printf(q->arena,
                        "%s: it has to divide the %lld query heads, and to divide the %lld KV "
                        "heads or be a multiple of them",
                        valid, (long long)q->m->heads, (long long)q->m->kv_heads);
}

static bool experts_exist(const struct question *q) {
    return q->d.expert == 1 || model_is_moe(q->m);
}

static const char *experts_exist_expected(const struct question *q) {
    return arena_printf(q->arena, "1: %s has no experts", q->m->id ? q->m->id : "the model");
}

static bool experts_divide(const struct question *q, int64_t e) {
    int64_t ranks = q->d.tensor * q->d.data * q->d.context, t = q->d.tensor;
    return q->m->experts % e == 0 && ranks % e == 0 && (e % t == 0 || t % e == 0);
}

static bool experts_hold(const struct question *q) {
    return !model_is_moe(q->m) || experts_divide(q, q->d.expert);
}

static const char *experts_expected(const struct question *q) {
    return arena_printf(
        q->arena,
        "%s: it has to divide the %lld experts and the %lld ranks of a stage (tensor × data × "
        "context), and to divide the tensor ranks or be a multiple of them",
        valid_text(q, q->m->experts, experts_divide), (long long)q->m->experts,
        (long long)(q->d.tensor * q->d.data * q->d.context));
}

static bool devices_hold(const struct question *q) {
    return q->d.devices == product_of(q->d);
}

static const char *devices_expected(const struct question *q) {
    int64_t product = product_of(q->d);
    return arena_printf(q->arena, "%lld = tensor %lld × pipeline %lld × data %lld × context %lld",
                        (long long)product, (long long)q->d.tensor, (long long)q->d.pipeline,
                        (long long)q->d.data, (long long)q->d.context);
}

static bool context_divides(const struct question *q, int64_t x) {
    return q->s->sequence % x == 0;
}

static bool context_holds(const struct question *q) {
    return !is_training(q) || q->s->sequence < 1 || context_divides(q, q->d.context);
}

static const char *context_expected(const struct question *q) {
    return plan_number(q, "a divisor of the sequence of %lld tokens", q->s->sequence);
}

/* ── States and sequences ── */

static bool zero_holds(const struct question *q) {
    return !q->s->zero || is(q->s->zero, "0") || degrees_dense_shards(q->d) > 1;
}

static bool nodes_have_experts(const struct question *q) {
    return q->s->expert_nodes < 1 || q->d.expert > 1;
}

static const char *nodes_have_experts_expected(const struct question *q) {
    (void)q;
    return "no limit, or an expert-parallel of 2 or more: else all experts are at hand";
}

static const char *zero_expected(const struct question *q) {
    (void)q;
    return "0, or a data-parallel of 2 or more: one replica has nothing to shard over";
}

static bool shard_group_divides(const struct question *q, int64_t n) {
    return degrees_dense_shards(q->d) % n == 0;
}

static bool shard_group_holds(const struct question *q) {
    return q->s->shard_group < 1 || shard_group_divides(q, q->s->shard_group);
}

static const char *shard_group_expected(const struct question *q) {
    int64_t shards = degrees_dense_shards(q->d);
    return arena_printf(q->arena, "%s: it has to divide the %lld data ranks",
                        valid_text(q, shards, shard_group_divides), (long long)shards);
}

static bool shard_group_has_zero(const struct question *q) {
    return q->s->shard_group < 1 || (q->s->zero && !is(q->s->zero, "0"));
}

static const char *shard_group_has_zero_expected(const struct question *q) {
    (void)q;
    return "no shard group, or zero 1, 2, 3 or fsdp: without it nothing is sharded";
}

static bool sequence_parallel_holds(const struct question *q) {
    return !is(q->s->sequence_parallel, "yes") || q->d.tensor > 1;
}

static const char *sequence_parallel_expected(const struct question *q) {
    (void)q;
    return "no, or a tensor-parallel of 2 or more: it divides what tensor ranks hold whole";
}

static bool sequence_divides(const struct question *q) {
    int64_t ranks = q->d.tensor * q->d.context;
    return !is(q->s->sequence_parallel, "yes") || q->s->sequence < 1 || q->s->sequence % ranks == 0;
}

static const char *sequence_divides_expected(const struct question *q) {
    return arena_printf(q->arena, "no, or a sequence that %lld ranks (tensor × context) divide",
                        (long long)(q->d.tensor * q->d.context));
}

static bool switch_holds(const struct question *q) {
    return !is(q->s->collective, "in-network") || network_of(q->s).inside.in_network > 0;
}

static const char *switch_expected(const struct question *q) {
    (void)q;
    return "best, ring, tree, one-shot, two-shot or fused: the link is not known to add up";
}

/* One row a rule; a later rule of an option is asked only while the earlier ones hold. */
static const struct plan_rule rules[] = {
    {SCENARIO_tensor_parallel, tensor_holds, tensor_expected},
    {SCENARIO_expert_parallel, experts_exist, experts_exist_expected},
    {SCENARIO_expert_parallel, experts_hold, experts_expected},
    {SCENARIO_expert_nodes, nodes_have_experts, nodes_have_experts_expected},
    {SCENARIO_devices, devices_hold, devices_expected},
    {SCENARIO_context_parallel, context_holds, context_expected},
    {SCENARIO_zero, zero_holds, zero_expected},
    {SCENARIO_shard_group, shard_group_has_zero, shard_group_has_zero_expected},
    {SCENARIO_shard_group, shard_group_holds, shard_group_expected},
    {SCENARIO_sequence_parallel, sequence_parallel_holds, sequence_parallel_expected},
    {SCENARIO_sequence_parallel, sequence_divides, sequence_divides_expected},
    {SCENARIO_collective, switch_holds, switch_expected},
};

/* ── Checks ── */

static const struct member {
    const char *name, *kind;
    size_t offset;
} members[] = {
#define SCENARIO(member, name, kind, ...) {name, #kind, offsetof(struct scenario, member)},
#include "core/scenario.def"
#undef SCENARIO
};

static const void *member_of(const struct scenario *s, enum scenario_option option) {
    return (const char *)s + members[option].offset;
}

static int64_t count_of(const struct scenario *s, enum scenario_option option) {
    return *(const int64_t *)member_of(s, option);
}

static double real_of(const struct scenario *s, enum scenario_option option) {
    return *(const double *)member_of(s, option);
}

static const char *found_text(const struct question *q, enum scenario_option option) {
    if (is(members[option].kind, "WORD"))
        return *(const char *const *)member_of(q->s, option);
    return plan_number(q, "%lld", count_of(q->s, option));
}

static void check_counts(struct faults *f, const struct scenario *s) {
    static const enum scenario_option counts[] = {
        SCENARIO_devices,          SCENARIO_devices_per_node,  SCENARIO_tensor_parallel,
        SCENARIO_data_parallel,    SCENARIO_pipeline_parallel, SCENARIO_expert_parallel,
        SCENARIO_context_parallel, SCENARIO_interleave,        SCENARIO_shard_group,
        SCENARIO_expert_nodes,
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (count_of(s, counts[i]) != 0)
            check_count(f, members[counts[i]].name, count_of(s, counts[i]), DEVICES_MOST);
}

static void check_reals(struct faults *f, const struct scenario *s) {
    static const struct {
        enum scenario_option option;
        double least, most;
        const char *expected;
    } reals[] = {
        {SCENARIO_overlap, 0, 1, "a share from 0 to 1"},
        {SCENARIO_latency, 0, 1, "a time from 0 to 1 s"},
        {SCENARIO_link_bandwidth, 1, 1e18, "a rate from 1 B/s to 1e18 B/s, such as 450 GB/s"},
        {SCENARIO_node_link_bandwidth, 1, 1e18, "a rate from 1 B/s to 1e18 B/s, such as 50 GB/s"},
    };
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
        double value = real_of(s, reals[i].option);
        if (value != 0 && !(value >= reals[i].least && value <= reals[i].most))
            fault_add(f, members[reals[i].option].name, arena_printf(f->arena, "%g", value),
                      reals[i].expected, NULL);
    }
}

static void check_words(struct faults *f, struct scenario *s) {
    static const char *const answers[] = {"yes", "no", NULL};
    static const char *const collectives[] = {"best",     "ring",       "tree",  "one-shot",
                                              "two-shot", "in-network", "fused", NULL};
    struct words schedules = {.n = 0};
    for (size_t i = 0; i < SCHEDULES; i++)
        words_add(&schedules, schedule_word(i));
    if (s->pipeline_schedule)
        check_word(f, "pipeline-schedule", s->pipeline_schedule, schedules);
    word_default(&s->collective, "best");
    if (is(s->task, "training")) {
        word_default(&s->sequence_parallel, "no");
        check_word(f, "sequence-parallel", s->sequence_parallel, words_list(answers));
    }
    check_word(f, "collective", s->collective, words_list(collectives));
}

static void check_rules(struct faults *f, const struct question *q, const struct plan_rule *row,
                        size_t n) {
    enum scenario_option failed = SCENARIO_OPTIONS;
    for (; n; n--, row++) {
        if (row->option == failed || row->holds(q))
            continue;
        failed = row->option;
        bool meant = row->option == SCENARIO_tensor_parallel && q->one_group;
        fault_add(f, members[meant ? SCENARIO_devices : row->option].name,
                  found_text(q, row->option), row->expected(q), NULL);
    }
}

void check_parallel(struct faults *f, struct scenario *s) {
    struct question q = {.arena = f->arena, .s = s, .m = s->model};
    size_t before = f->n;
    check_counts(f, s);
    check_reals(f, s);
    check_words(f, s);
    if (f->n > before)
        return;
    degrees_default(&q);
    if (product_of(q.d) > DEVICES_MOST)
        fault_add(f, "devices", "the product of all degrees",
                  plan_number(&q, "at most %lld devices in all", DEVICES_MOST), NULL);
    else {
        check_rules(f, &q, rules, sizeof rules / sizeof *rules);
        check_rules(f, &q, plan_pipeline_rules, plan_pipeline_rule_count);
    }
}
