/* Bytes that a step moves through the memory of one device, and the shortest time of its operations
 * (formulas 8, 9, 12). */
#include <math.h>
#include <string.h>

#include "core/attention.h"
#include "core/experts.h"
#include "core/limits.h"
#include "core/training.h"

/* One micro-batch on one stage. The scores that a flash kernel computes again cost no bytes. */
static struct pass rank_pass(const struct account *c, const struct rank *r, double norm_passes) {
    struct passes p = training_passes(c, r);
    double moved = floor(p.attention), x = (double)r->d.context, b = (double)c->s->micro_batch;
    double sequence = (double)c->s->sequence;
    if (r->keeping.recompute == RECOMPUTE_NORM) /* once more read and written */
        norm_passes += 2 / p.linear;
    struct pair_flops pair = attention_pair(c->m, LATENT_EXPANDED);
    return (struct pass){
        .kind = PASS_TRAINING,
        .tokens = r->tokens,
        .rows = r->tokens,
        .attention_flops =
            p.attention / moved * b / x * attention_flops(c->m, LATENT_EXPANDED, 0, sequence),
        .pairs = r->keeping.eager ? b * sequence * sequence / x : 0,
        .pair_scores = pair.scores,
        .pair_values = pair.values,
        .state_flops = 5 * (double)c->m->recurrent_state / 4 * (double)r->stage.recurrent *
                       r->tokens / (double)r->d.tensor,
        .weight_reads = 1,
        .distinct = experts_share(c->m, r->tokens * c->counts.expert_tokens),
        .element = c->weights->peak == PEAK_FP32 ? 4 : 2,
        .norm_passes = norm_passes,
        .linear_repeats = p.linear,
        .attention_repeats = moved,
    };
}

/* The operations of the FFN, of which recomputation may run one pass more. */
static bool is_feed_forward(const struct operation *operation) {
    static const char *const names[] = {"training-ffn", "training-experts", "training-shared"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(operation->name, names[i]) == 0)
            return true;
    return false;
}

static bool is_head(const struct operation *operation) {
    return strcmp(operation->name, "training-head") == 0;
}

static void repeat(struct operation *operation, double times) {
    operation->flops *= times;
    operation->bytes *= times;
}

static struct operations rank_operations(const struct account *c, const struct rank *r,
                                         double norm_passes) {
    struct operations all;
    struct pass pass = rank_pass(c, r, norm_passes);
    struct passes p = training_passes(c, r);
    operations_of(&c->counts, &pass, &all);
    for (size_t i = 0; i < all.n; i++)
        if (p.ffn > 0 && is_feed_forward(&all.at[i]))
            repeat(&all.at[i], (p.linear + p.ffn) / p.linear);
        else if (p.head > 0 && is_head(&all.at[i]))
            repeat(&all.at[i], (p.linear + p.head) / p.linear);
    return all;
}

/* The update reads gradients, master copy and moments, writes both back and the new weights. */
double training_update_bytes(const struct account *c, const struct rank *r) {
    const struct optimizer *o = c->recipe;
    const struct estimate *e = c->e;
    double states = account_is_full(c) ? e->memory_optimizer.q.value
                                       : e->memory_adapters.q.value - adapter_copies_bytes(c, r);
    double weights = o->master > 0 ? o->weights : 2 * o->weights;
    return 2 * states + (o->gradients + weights) * r->updated;
}

void account_training_traffic(struct account *c, const struct rank *r) {
    static const double passes[] = {3, 3.5, 4};
    struct estimate *e = c->e;
    double bytes[3], update = training_update_bytes(c, r);
    for (size_t i = 0; i < 3; i++) {
        struct operations operations = rank_operations(c, r, passes[i]);
        bytes[i] = operations_bytes(&operations) * r->micro_batches + update;
        if (i != 1)
            continue;
        operations_place(&operations, c->roof);
        account_operations(c, &operations);
    }
    struct quantity traffic = quantity_range(bytes[0], bytes[1], bytes[2], UNIT_BYTE, MODELLED);
    struct quantity flops = interval_scale(e->training_hardware_flops.q, 1 / (double)r->d.devices);
    measure_set(&e->training_bytes, traffic);
    measure_set(&e->training_intensity, interval_divide(flops, traffic));
    TRACE(&c->trace, STEP_TRAINING_BYTES, "n_mb · B_passes + B_update", traffic,
          N("n_mb", r->micro_batches),
          Q("B_passes", quantity_exact((bytes[1] - update) / r->micro_batches, UNIT_BYTE), "GB"),
          Q("B_update", quantity_exact(update, UNIT_BYTE), "GB"));
    TRACE(&c->trace, STEP_TRAINING_INTENSITY, "F_hw / n / B", e->training_intensity.q,
          Q("F_hw", e->training_hardware_flops.q, "TFLOP"), N("n", r->d.devices),
          Q("B", traffic, "GB"));
}

double training_operations_time(const struct account *c, const struct rank *r) {
    struct operations operations = rank_operations(c, r, 3);
    return operations_time(&operations, c->roof.peak, c->roof.bandwidth);
}
