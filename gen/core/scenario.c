/* Completes a question: defaults first, then checks, so that a default can be at fault too. */
#include "base/diag.h"
#include "core/format.h"
#include "core/scenario_check.h"

/* There are too many formats for a message. */
bool check_weight_format(struct faults *f, const char *id) {
    struct words w = {.n = 0};
    if (id && format_lookup(id))
        return true;
    for (size_t i = 0; i < format_count(); i++)
        words_add(&w, format_at(i)->id);
    fault_add(f, "weights", id ? id : "nothing",
              "a format of `ridge list formats`, such as bf16, fp8, int4-g128 or q4_k_m",
              id ? nearest_names(f->arena, id, w.at, w.n) : NULL);
    return false;
}

/* ── Defaults ── */

const char *model_half(const struct model *m) {
    return is(m->native_format, "fp16") ? "fp16" : "bf16";
}

/* ── Checks ── */

void check_optional(struct faults *f, const char *option, int64_t value) {
    if (value != 0)
        check_count(f, option, value, COUNT_MOST);
}

void check_context(struct faults *f, const char *option, int64_t tokens, const struct model *m) {
    if (m->max_context > 0 && tokens > m->max_context)
        fault_add(f, option, arena_printf(f->arena, "%lld", (long long)tokens),
                  arena_printf(f->arena, "at most %lld, the longest context of %s",
                               (long long)m->max_context, m->id ? m->id : "the model"),
                  NULL);
    else
        check_count(f, option, tokens, COUNT_MOST);
}

/* Local and shared layers are among the attention layers, experts among all. */
static bool kinds_add_up(const struct model *m) {
    int64_t attention = model_attention_layers(m);
    bool windows = m->local_layers == 0 || m->window > 0;
    bool experts = m->moe_layers == 0 || (m->experts_active >= 1 &&
                                          m->experts_active <= m->experts && m->expert_ffn >= 1);
    return attention >= 0 && m->local_layers >= 0 && m->local_layers <= attention && windows &&
           m->shared_kv_layers >= 0 && m->shared_kv_layers <= attention && experts &&
           m->moe_layers >= 0 && m->moe_layers <= m->layers;
}

static bool within(int64_t value, int64_t most) {
    return value >= 1 && value <= most;
}

bool model_is_sound(const struct model *m) {
    enum { WIDTH_MOST = 1000000, LAYERS_MOST = 100000, VOCABULARY_MOST = 100000000 };
    return within(m->layers, LAYERS_MOST) && within(m->hidden, WIDTH_MOST) &&
           within(m->heads, WIDTH_MOST) && within(m->head_dim, WIDTH_MOST) &&
           m->heads * m->head_dim <= WIDTH_MOST && within(m->kv_heads, m->heads) &&
           m->heads % m->kv_heads == 0 && within(m->ffn + 1, 4 * WIDTH_MOST) &&
           within(m->ffn_matrices, 3) && m->ffn_matrices >= 2 &&
           within(m->vocabulary, VOCABULARY_MOST) && kinds_add_up(m);
}

/* Without a sound model and a device nothing further can be said. */
static bool check_subjects(struct faults *f, const struct scenario *s) {
    bool model = s->model && model_is_sound(s->model);
    if (!s->model)
        fault_add(f, "model", "nothing", "the id of a model", NULL);
    else if (!model)
        fault_add(f, "model", s->model->id ? s->model->id : "a model", MODEL_EXPECTED, NULL);
    if (!s->accelerator)
        fault_add(f, "accelerator", "nothing", "the id of an accelerator", NULL);
    return model && s->accelerator;
}

/* What stands in place of the catalogue's values. */
static void check_overrides(struct faults *f, const struct scenario *s) {
    check_given(f, "memory-capacity", s->memory_capacity, 1, 1e18,
                "bytes from 1 B to 1e18 B, such as 24 GiB");
    check_given(f, "memory-bandwidth", s->memory_bandwidth, 1, 1e18,
                "a rate from 1 B/s to 1e18 B/s, such as 2039 GB/s");
    check_given(f, "peak", s->peak, 1, 1e21,
                "a rate from 1 FLOP/s to 1e21 FLOP/s, such as 312 TFLOP/s");
    check_given(f, "mfu", s->mfu, 1e-6, 1, "a share from 1e-6, at most 1");
}

/* 0 stands for what is not given: where it is given, another number would be taken in silence. */
static void check_zeros(struct faults *f, const struct scenario *s) {
    const struct {
        enum scenario_option option;
        const char *name;
        double value;
    } reals[] = {
        {SCENARIO_memory_utilisation, "memory-utilisation", s->memory_utilisation},
        {SCENARIO_mfu, "mfu", s->mfu},
        {SCENARIO_acceptance, "acceptance", s->acceptance},
        {SCENARIO_tokens, "tokens", s->tokens},
        {SCENARIO_goodput, "goodput", s->goodput},
        {SCENARIO_offload_share, "offload-share", s->offload_share},
        {SCENARIO_request_rate, "request-rate", s->request_rate},
        {SCENARIO_price, "price", s->price},
        {SCENARIO_rent, "rent", s->rent},
        {SCENARIO_output_price, "output-price", s->output_price},
        {SCENARIO_years, "years", s->years},
        {SCENARIO_cost_utilisation, "cost-utilisation", s->cost_utilisation},
        {SCENARIO_pue, "pue", s->pue},
    };
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        if (s->given[reals[i].option] && reals[i].value == 0)
            fault_add(f, reals[i].name, "0", "a number above 0, or no such option", NULL);
}

size_t scenario_complete(struct scenario *s, struct arena *a, struct scenario_fault *faults,
                         size_t room) {
    static const char *const tasks[] = {"inference", "training", NULL};
    struct faults f = {.arena = a, .rows = faults, .room = room};
    bool task = check_word(&f, "task", s->task, words_list(tasks));
    if (!check_subjects(&f, s) || !task)
        return f.n;
    check_real(&f, "memory-utilisation", s->memory_utilisation, 1, "a share above 0, at most 1");
    check_overrides(&f, s);
    check_zeros(&f, s);
    if (is(s->task, "training")) {
        training_defaults(s);
        check_training(&f, s);
    } else {
        check_inference(&f, s);
    }
    check_parallel(&f, s);
    check_economics(&f, s);
    if (f.n == 0)
        check_company(&f, s);
    return f.n;
}
