/* Completes a question: defaults first, then checks, so that a default can be at fault too. */
#include "core/format.h"
#include "core/scenario_check.h"

/* Of the weights, or of the cache of the model. */
static struct words words_of_formats(const struct model *cached) {
    struct words w = {.n = 0};
    for (size_t i = 0; i < format_count(); i++)
        if (!cached || format_is_cache(format_at(i), model_is_latent(cached)))
            words_add(&w, format_at(i)->id);
    return w;
}

/* ── Defaults ── */

/* The model's own 16-bit format; BF16 for models published in another width. */
static const char *native_half(const struct model *m) {
    return is(m->native_format, "fp16") ? "fp16" : "bf16";
}

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

static void inference_defaults(struct scenario *s) {
    const char *native = s->model->native_format;
    word_default(&s->weights, format_lookup(native) ? native : native_half(s->model));
    word_default(&s->kv, native_half(s->model));
    count_default(&s->batch, 1);
    if (is_count(s->prompt) && is_count(s->output))
        count_default(&s->context, default_context(s));
}

/* ── Checks ── */

/* 0 is allowed: not given. */
static void check_optional(struct faults *f, const char *option, int64_t value) {
    if (value != 0)
        check_count(f, option, value, COUNT_MOST);
}

static void check_utilisation(struct faults *f, double share) {
    if (!(share >= 0 && share <= 1))
        fault_add(f, "memory-utilisation", arena_printf(f->arena, "%g", share),
                  "a share above 0, at most 1", NULL);
}

/* A context the model was not trained for. */
static void check_context(struct faults *f, const char *option, int64_t tokens,
                          const struct model *m) {
    if (m->max_context > 0 && tokens > m->max_context)
        fault_add(f, option, arena_printf(f->arena, "%lld", (long long)tokens),
                  arena_printf(f->arena, "at most %lld, the longest context of %s",
                               (long long)m->max_context, m->id ? m->id : "the model"),
                  NULL);
    else
        check_count(f, option, tokens, COUNT_MOST);
}

static void check_inference(struct faults *f, const struct scenario *s) {
    check_word(f, "weights", s->weights, words_of_formats(NULL));
    check_word(f, "kv", s->kv, words_of_formats(s->model));
    check_count(f, "batch", s->batch, COUNT_MOST);
    check_optional(f, "prompt", s->prompt);
    check_optional(f, "output", s->output);
    check_context(f, "context", s->context, s->model);
    int64_t asked = is_count(s->prompt) && is_count(s->output) ? s->prompt + s->output : 0;
    size_t before = f->n;
    if (asked > 0 && asked > s->context)
        check_context(f, "prompt", asked, s->model);
    if (f->n == before && asked > 0 && s->context > 0 && s->prompt > s->context)
        fault_add(f, "context", arena_printf(f->arena, "%lld", (long long)s->context),
                  arena_printf(f->arena,
                               "at least %lld: the whole prompt is cached when decoding begins",
                               (long long)s->prompt),
                  NULL);
}

static bool within(int64_t value, int64_t most) {
    return value >= 1 && value <= most;
}

/* A model whose counts stay inside 64 bits and whose query heads share KV heads evenly. */
static bool model_is_sound(const struct model *m) {
    enum { WIDTH_MOST = 1000000, LAYERS_MOST = 100000, VOCABULARY_MOST = 100000000 };
    return within(m->layers, LAYERS_MOST) && within(m->hidden, WIDTH_MOST) &&
           within(m->heads, WIDTH_MOST) && within(m->head_dim, WIDTH_MOST) &&
           m->heads * m->head_dim <= WIDTH_MOST && within(m->kv_heads, m->heads) &&
           m->heads % m->kv_heads == 0 && within(m->ffn, WIDTH_MOST) &&
           within(m->ffn_matrices, 3) && m->ffn_matrices >= 2 &&
           within(m->vocabulary, VOCABULARY_MOST);
}

/* Without a sound model and a device nothing further can be said. */
static bool check_subjects(struct faults *f, const struct scenario *s) {
    bool model = s->model && model_is_sound(s->model);
    if (!s->model)
        fault_add(f, "model", "nothing", "the id of a model", NULL);
    else if (!model)
        fault_add(f, "model", s->model->id ? s->model->id : "a model",
                  "a dense model with positive sizes whose heads are a multiple of its kv-heads",
                  NULL);
    if (!s->accelerator)
        fault_add(f, "accelerator", "nothing", "the id of an accelerator", NULL);
    return model && s->accelerator;
}

size_t scenario_complete(struct scenario *s, struct arena *a, struct scenario_fault *faults,
                         size_t room) {
    static const char *const tasks[] = {"inference", "training", NULL};
    struct faults f = {.arena = a, .rows = faults, .room = room};
    bool task = check_word(&f, "task", s->task, words_list(tasks));
    if (!check_subjects(&f, s) || !task)
        return f.n;
    check_utilisation(&f, s->memory_utilisation);
    if (is(s->task, "training")) {
        training_defaults(s);
        check_training(&f, s);
    } else {
        inference_defaults(s);
        check_inference(&f, s);
        count_default(&s->prompt, s->context); /* prefill is computed for it */
    }
    check_parallel(&f, s);
    check_economics(&f, s);
    return f.n;
}
