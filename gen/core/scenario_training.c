/* Training: what its options default to and what fits together. */
#include "core/format.h"
#include "core/logits.h"
#include "core/lora.h"
#include "core/scenario_check.h"
#include "core/zero.h"

/* ── Words of tables ── */

static struct words words_of(size_t n, const char *(*id)(size_t)) {
    struct words w = {.n = 0};
    for (size_t i = 0; i < n; i++)
        words_add(&w, id(i));
    return w;
}

static const char *optimizer_id(size_t i) {
    return optimizer_at(i)->id;
}

static const char *zero_id(size_t i) {
    return zero_at(i)->id;
}

static const char *logits_id(size_t i) {
    return logits_at(i)->id;
}

/* ── Defaults ── */

/* Full fine-tuning holds the weights at the width of the optimizer recipe. */
static const char *recipe_format(const struct scenario *s) {
    const struct optimizer *o = optimizer_lookup(s->optimizer);
    if (!o || o->weights == 2)
        return model_half(s->model);
    return o->weights == 4 ? "fp32" : "fp8";
}

/* A sharding that is counted with a recipe of its own brings it along. */
static const char *sharding_recipe(const struct scenario *s) {
    const struct sharding *z = zero_lookup(s->zero);
    return z && z->recipe ? z->recipe : "adamw-mixed";
}

/* A usual length, or the whole context of a model that has less. */
static int64_t default_sequence(const struct model *m) {
    enum { USUAL = 2048 };
    return m->max_context > 0 && m->max_context < USUAL ? m->max_context : USUAL;
}

void training_defaults(struct scenario *s) {
    word_default(&s->method, "full");
    word_default(&s->zero, "0");
    word_default(&s->optimizer, sharding_recipe(s));
    word_default(&s->recompute, "none");
    word_default(&s->attention, "flash");
    word_default(&s->logits, "naive");
    word_default(&s->targets, "all-linear");
    if (is(s->method, "full"))
        word_default(&s->weights, recipe_format(s));
    word_default(&s->weights, is(s->method, "qlora") ? "nf4-dq" : "bf16");
    count_default(&s->micro_batch, 1);
    count_default(&s->gradient_accumulation, 1);
    count_default(&s->sequence, default_sequence(s->model));
    count_default(&s->rank, 16);
}

/* ── Checks ── */

/* The format of full fine-tuning is the recipe's: another one contradicts it. */
static void check_full_weights(struct faults *f, const struct scenario *s) {
    const struct format *format = format_lookup(s->weights);
    const struct optimizer *o = optimizer_lookup(s->optimizer);
    if (format && o && format->linear_bits != 8 * o->weights)
        fault_add(f, "weights", s->weights,
                  arena_printf(f->arena, "%s: full fine-tuning holds weights as %s does",
                               recipe_format(s), o->id),
                  NULL);
}

/* QLoRA packs what LoRA leaves at 16 bits. */
static void check_qlora_weights(struct faults *f, const struct scenario *s) {
    const struct format *format = format_lookup(s->weights);
    if (format && format->linear_bits >= 16)
        fault_add(f, "weights", s->weights,
                  "a format below 16 bits such as nf4-dq: QLoRA packs the frozen model", NULL);
}

static void check_targets(struct faults *f, const struct scenario *s) {
    const char *nearest, *unknown = lora_unknown(f->arena, s->model, s->targets, &nearest);
    struct lora all = lora_of(s->model, s->targets, 1, false);
    if (unknown)
        fault_add(
            f, "targets", unknown,
            arena_printf(f->arena, "a list such as q,v of: %s", lora_names(f->arena, s->model)),
            nearest);
    else if (!(lora_pairs(&all) > 0))
        fault_add(f, "targets", s->targets,
                  "a model whose matrices are known one by one: nothing here can be adapted", NULL);
}

static void check_recompute(struct faults *f, const struct scenario *s) {
    if (s->recompute_every == 0)
        return;
    check_count(f, "recompute-every", s->recompute_every, s->model->layers);
    if (!is(s->recompute, "full"))
        fault_add(f, "recompute-every",
                  arena_printf(f->arena, "%lld", (long long)s->recompute_every),
                  "no distance, or recompute full: only then there are checkpoints", NULL);
}

/* An expert that takes fewer than its share drops tokens at once. */
static void check_crowd(struct faults *f, const struct scenario *s) {
    double x = s->capacity_factor, most = (double)s->model->experts;
    if (x == 0 || (model_is_moe(s->model) && x >= 1 && x <= most))
        return;
    fault_add(f, "capacity-factor", arena_printf(f->arena, "%g", x),
              model_is_moe(s->model) ? "a number from 1 to that of the experts"
                                     : "none, or a model with experts",
              NULL);
}

static void check_words(struct faults *f, const struct scenario *s) {
    static const char *const methods[] = {"full", "lora", "dora", "qlora", NULL};
    static const char *const recompute[] = {"none", "selective", "ffn", "norm", "full", NULL};
    static const char *const attention[] = {"flash", "eager", NULL};
    check_word(f, "method", s->method, words_list(methods));
    check_word(f, "optimizer", s->optimizer, words_of(optimizer_count(), optimizer_id));
    check_word(f, "recompute", s->recompute, words_list(recompute));
    check_word(f, "attention", s->attention, words_list(attention));
    check_word(f, "logits", s->logits, words_of(logits_count(), logits_id));
    check_word(f, "zero", s->zero, words_of(zero_count(), zero_id));
}

void check_training(struct faults *f, const struct scenario *s) {
    bool known = check_weight_format(f, s->weights);
    check_words(f, s);
    check_recompute(f, s);
    check_crowd(f, s);
    check_context(f, "sequence", s->sequence, s->model);
    check_count(f, "micro-batch", s->micro_batch, COUNT_MOST);
    check_count(f, "gradient-accumulation", s->gradient_accumulation, COUNT_MOST);
    check_count(f, "rank", s->rank, s->model->hidden);
    check_real(f, "tokens", s->tokens, 1e18, "a number above 0 and at most 1e18");
    check_real(f, "goodput", s->goodput, 1, "a share above 0, at most 1");
    if (known && is(s->method, "full"))
        check_full_weights(f, s);
    if (known && is(s->method, "qlora"))
        check_qlora_weights(f, s);
    if (is(s->method, "lora") || is(s->method, "dora") || is(s->method, "qlora"))
        check_targets(f, s);
}
