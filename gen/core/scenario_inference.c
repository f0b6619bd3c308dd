/* Inference: what a question defaults to and what fits together. */
#include <stdlib.h>

#include "core/format.h"
#include "core/scenario_check.h"

/* ── Defaults ── */

/* Cached tokens when the step runs: prompt and output, or a short chat when neither is given. */
static int64_t default_context(const struct scenario *s) {
    enum { SHORT_CHAT = 4096 };
    int64_t given = s->prompt + s->output, most = s->model->max_context;
    if (given > 0)
        return given;
    return most > 0 && most < SHORT_CHAT ? most : SHORT_CHAT;
}

static bool is_count(int64_t n) {
    return n >= 0 && n <= COUNT_MOST;
}

static void defaults(struct scenario *s) {
    const char *native = s->model->native_format;
    word_default(&s->weights, format_lookup(native) ? native : model_half(s->model));
    word_default(&s->kv, model_half(s->model));
    word_default(&s->engine, "ideal");
    word_default(&s->attention, "flash");
    count_default(&s->batch, 1);
    count_default(&s->block, 1);
    if (is_count(s->prompt) && is_count(s->output))
        count_default(&s->context, default_context(s));
}

/* ── Formats ── */

static struct words cache_formats(const struct model *m) {
    struct words w = {.n = 0};
    for (size_t i = 0; i < format_count(); i++)
        if (format_is_cache(format_at(i), model_is_latent(m)))
            words_add(&w, format_at(i)->id);
    return w;
}

/* A width of its own fits only models that have what it packs. */
static void check_formats(struct faults *f, const struct scenario *s) {
    const struct format *weights = format_lookup(s->weights);
    if (!weights && s->weights && strncmp(s->weights, "exl", 3) == 0)
        fault_add(f, "weights", s->weights,
                  "exl2-2.0, exl2-2.1 and so on to exl2-8.0, or a quarter such as exl2-4.25", NULL);
    else if (!weights)
        check_weight_format(f, s->weights);
    else if (weights->expert_bits != weights->linear_bits && !model_is_moe(s->model))
        fault_add(f, "weights", s->weights,
                  arena_printf(f->arena, "a format for a dense model: %s has no experts to pack",
                               s->model->id ? s->model->id : "the model"),
                  NULL);
    check_word(f, "kv", s->kv, cache_formats(s->model));
}

/* ── Words ── */

static void check_words(struct faults *f, const struct scenario *s) {
    static const char *const engines[] = {"ideal", "unified", "llama.cpp", NULL};
    static const char *const heads[] = {"flash", "eager", NULL};
    static const char *const latent[] = {"flash", "eager", "absorbed", "expanded", NULL};
    static const char *const software[] = {"hand-tuned", "compiled", "desktop", NULL};
    if (s->software)
        check_word(f, "software", s->software, words_list(software));
    check_word(f, "engine", s->engine, words_list(engines));
    check_word(f, "attention", s->attention,
               words_list(model_is_latent(s->model) ? latent : heads));
}

/* ── Tokens ── */

static const char *number(struct faults *f, int64_t n) {
    return arena_printf(f->arena, "%lld", (long long)n);
}

static void check_lengths(struct faults *f, const struct scenario *s) {
    check_optional(f, "prompt", s->prompt);
    check_optional(f, "output", s->output);
    check_optional(f, "block", s->block);
    check_optional(f, "chunk", s->chunk);
    check_context(f, "context", s->context, s->model);
    int64_t asked = is_count(s->prompt) && is_count(s->output) ? s->prompt + s->output : 0;
    size_t before = f->n;
    if (asked > 0 && asked > s->context)
        check_context(f, "prompt", asked, s->model);
    if (f->n == before && asked > 0 && s->context > 0 && s->prompt > s->context)
        fault_add(f, "context", number(f, s->context),
                  arena_printf(f->arena,
                               "at least %lld: the whole prompt is cached when decoding begins",
                               (long long)s->prompt),
                  NULL);
}

/* ── Shares and rates ── */

static void check_shares(struct faults *f, const struct scenario *s) {
    check_real(f, "prefix-hit", s->prefix_hit, 1, "a share from 0 to 1");
    check_real(f, "acceptance", s->acceptance, 1, "a probability above 0, at most 1");
    check_real(f, "host-time", s->host_time, 3600, "a time from 0 to 3600 s");
    check_real(f, "request-rate", s->request_rate, 1e12, "a rate from 0 to 1e12 a second");
}

/* ── Speculative decoding ── */

static void need(struct faults *f, bool missing, const char *option, const char *expected) {
    if (missing)
        fault_add(f, option, "nothing", expected, NULL);
}

static void check_draft(struct faults *f, const struct scenario *s) {
    bool asked = s->draft_model || s->draft_tokens || s->acceptance > 0;
    check_optional(f, "draft-tokens", s->draft_tokens);
    if (!asked)
        return;
    need(f, !s->draft_tokens, "draft-tokens", "how many tokens are drafted a round");
    need(f, !(s->acceptance > 0) && !s->given[SCENARIO_acceptance], "acceptance",
         "the probability that a drafted token is accepted");
    const struct model *draft = s->draft;
    if (!draft)
        return;
    if (!model_is_sound(draft))
        fault_add(f, "draft-model", draft->id ? draft->id : "a model", MODEL_EXPECTED, NULL);
    else if (draft->vocabulary != s->model->vocabulary &&
             llabs(draft->vocabulary - s->model->vocabulary) > s->model->vocabulary / 20)
        fault_add(f, "draft-model", draft->id ? draft->id : "a model",
                  arena_printf(f->arena,
                               "a model with the vocabulary of the target, %lld: drafts are "
                               "compared token by token",
                               (long long)s->model->vocabulary),
                  NULL);
    else if (draft->max_context > 0 && s->context > draft->max_context)
        fault_add(f, "draft-model", draft->id ? draft->id : "a model",
                  arena_printf(f->arena, "a model with a context of at least %lld",
                               (long long)s->context),
                  NULL);
    else if (!format_is_cache(format_lookup(s->kv), model_is_latent(draft)))
        fault_add(f, "draft-model", draft->id ? draft->id : "a model",
                  arena_printf(f->arena, "a model whose cache can be held as %s", s->kv), NULL);
}

void check_inference(struct faults *f, struct scenario *s) {
    defaults(s);
    check_formats(f, s);
    check_words(f, s);
    check_count(f, "batch", s->batch, COUNT_MOST);
    check_lengths(f, s);
    check_shares(f, s);
    need(f, s->request_rate > 0 && s->output == 0, "output",
         "how many tokens a request generates, where request-rate is given");
    if (format_lookup(s->kv))
        check_draft(f, s);
    count_default(&s->prompt, s->context); /* prefill is computed for it */
}
