/* FLOPs of a training step, of all devices together (formulas 5, 7.2). Model FLOPs are what the
 * mathematics needs, hardware FLOPs what is computed, a second time too. Causal attention counts
 * the half of the square that it looks at; paths that end in "-full" count the whole square, as
 * PaLM, nanoGPT and MaxText do. */
#include "core/attention.h"
#include "core/attention_account.h"
#include "core/training.h"

/* Scores once more on the way back, half of what attention computes forward. */
#define FLASH_AGAIN 0.5

/* Passes over the linear layers and over the core of attention: forward, gradient of the inputs,
 * and for full fine-tuning gradient of the weights. Attention has no weights to leave out; a flash
 * kernel computes its scores again on the way back, half as much as forward. */
static struct passes model_passes(const struct account *c) {
    bool head = !account_is_full(c) && lora_trains_head(c->m, c->s->targets);
    return (struct passes){account_is_full(c) ? 3 : 2, 3, 0, head ? 1 : 0};
}

struct passes training_passes(const struct account *c, const struct rank *r) {
    struct passes p = model_passes(c);
    if (!r->keeping.eager)
        p.attention += FLASH_AGAIN;
    if (r->keeping.recompute == RECOMPUTE_FULL)
        p.linear += 1;
    if (r->keeping.recompute == RECOMPUTE_FULL || r->keeping.recompute == RECOMPUTE_SELECTIVE)
        p.attention += 1;
    if (r->keeping.recompute == RECOMPUTE_FFN)
        p.ffn = 1;
    return p;
}

/* Elements of the feed-forward matrices that one token meets. */
static double ffn_active(const struct model *m) {
    return (double)(matrices_active(m, GROUP_FFN) + matrices_active(m, GROUP_EXPERT) +
                    matrices_active(m, GROUP_SHARED));
}

/* One token forward: linear layers, core of attention at the mean of the sequence, states of
 * recurrent layers (five operations for each element of FP32). */
struct forward {
    double linear, attention, square, recurrent;
};

static struct forward forward_of(const struct account *c) {
    double s = (double)c->s->sequence;
    struct pair_flops pair = attention_pair(c->m, LATENT_EXPANDED);
    return (struct forward){
        .linear = 2 * (double)c->p.active,
        .attention = attention_flops(c->m, LATENT_EXPANDED, 0, s) / s,
        .square = (pair.scores + pair.values) * (double)model_attention_layers(c->m) * s,
        .recurrent = 5 * (double)c->m->recurrent_state / 4 * (double)c->m->recurrent_layers,
    };
}

static double per_token(const struct account *c, struct passes p, const struct forward *f,
                        double attention) {
    return p.linear * f->linear + p.attention * (attention + f->recurrent) +
           (p.ffn > 0 ? p.ffn * 2 * ffn_active(c->m) : 0) +
           p.head * 2 * (double)(c->m->vocabulary * c->m->hidden);
}

double hardware_flops_of(const struct account *c, struct passes p) {
    struct forward f = forward_of(c);
    return per_token(c, p, &f, f.attention);
}

static struct quantity flops(double value) {
    return quantity_exact(value, UNIT_FLOP);
}

/* ── Lines ── */

static void trace_tokens(struct account *c, const struct rank *r) {
    TRACE(&c->trace, STEP_TRAINING_TOKENS, "b · s · n_mb · n_dp", c->e->training_step_tokens.q,
          N("b", c->s->micro_batch), N("s", c->s->sequence), N("n_mb", r->micro_batches),
          N("n_dp", r->d.data));
}

/* The lines of one convention: what attention counts, and what follows from it. */
static const struct convention {
    enum step_name attention, forward, token, hardware;
    const char *symbol, *elements;
} halved = {STEP_TRAINING_ATTENTION,
            STEP_TRAINING_FORWARD,
            STEP_TRAINING_PER_TOKEN,
            STEP_TRAINING_HARDWARE_FLOPS,
            "F_attn",
            "P_act"},
  whole = {STEP_TRAINING_ATTENTION_FULL,
           STEP_TRAINING_FORWARD_FULL,
           STEP_TRAINING_PER_TOKEN_FULL,
           STEP_TRAINING_HARDWARE_FLOPS_FULL,
           "F_sq",
           "P_mat"};

struct counted {
    struct quantity forward, token, hardware;
    double attention, elements; /* of one token forward */
    struct passes passes;       /* of the hardware */
};

static void trace_recurrent(struct account *c, const struct forward *f) {
    if (f->recurrent > 0)
        TRACE(&c->trace, STEP_TRAINING_RECURRENT, "5 · S_rec / 4 · L_rec", flops(f->recurrent),
              N("S_rec", c->m->recurrent_state), N("L_rec", c->m->recurrent_layers));
}

static void trace_convention(struct account *c, const struct convention *way,
                             const struct forward *f, const struct counted *x) {
    struct passes model = model_passes(c);
    const char *mix =
        f->recurrent > 0 ? arena_printf(c->arena, "(%s + F_rec)", way->symbol) : way->symbol;
    struct binding all[] = {N("P_act", c->p.active),
                            N("P_mat", x->elements),
                            Q(way->symbol, flops(x->attention), "GFLOP"),
                            Q("F_rec", flops(f->recurrent), "GFLOP"),
                            N("T_step", c->e->training_step_tokens.q.value),
                            N("P_ff", ffn_active(c->m)),
                            N("V", c->m->vocabulary),
                            N("h", c->m->hidden),
                            N("n_lin", model.linear),
                            N("n_attn", model.attention)};
    enum { ALL = sizeof all / sizeof *all };
    account_trace_attention(c, way->attention, LATENT_EXPANDED, flops(x->attention));
    trace_add(&c->trace, way->forward,
              arena_printf(c->arena, "(2 · %s + %s) · T_step", way->elements, mix), x->forward, all,
              ALL);
    const char *head = model.head > 0 ? " + 2 · V · h" : "";
    trace_add(&c->trace, way->token,
              arena_printf(c->arena, "n_lin · 2 · P_act + n_attn · %s%s", mix, head), x->token, all,
              ALL);
    all[ALL - 2] = N("n_lin", x->passes.linear);
    all[ALL - 1] = N("n_attn", x->passes.attention);
    trace_add(&c->trace, way->hardware,
              arena_printf(c->arena, "(n_lin · 2 · P_act + n_attn · %s%s%s) · T_step", mix,
                           x->passes.ffn > 0 ? " + 2 · P_ff" : "", head),
              x->hardware, all, ALL);
}

/* ── Values ── */

static struct counted count(const struct account *c, const struct forward *f, double attention,
                            double elements, struct passes hardware, double tokens) {
    return (struct counted){
        .forward = flops((2 * elements + attention + f->recurrent) * tokens),
        .token = quantity_exact(per_token(c, model_passes(c), f, attention), UNIT_FLOP_PER_TOKEN),
        .hardware = flops(per_token(c, hardware, f, attention) * tokens),
        .attention = attention,
        .elements = elements,
        .passes = hardware,
    };
}

static void count_halved(struct account *c, const struct rank *r, const struct forward *f) {
    struct estimate *e = c->e;
    double tokens = e->training_step_tokens.q.value;
    struct counted x =
        count(c, f, f->attention, (double)c->p.active, training_passes(c, r), tokens);
    measure_set(&e->training_forward_flops, x.forward);
    measure_set(&e->training_flops_per_token, x.token);
    measure_set(&e->training_model_flops, flops(x.token.value * tokens));
    measure_set(&e->training_hardware_flops, x.hardware);
    if (c->trace.off)
        return;
    trace_convention(c, &halved, f, &x);
    TRACE(&c->trace, STEP_TRAINING_MODEL_FLOPS, "F_token · T_step", e->training_model_flops.q,
          Q("F_token", x.token, "GFLOP/token"), N("T_step", tokens));
}

/* Forward counts products of matrices only. What flash kernels compute again is no part of this
 * convention: every pass is one more forward pass. */
static void count_whole(struct account *c, const struct rank *r, const struct forward *f) {
    struct estimate *e = c->e;
    double matrices = (double)matrices_active(c->m, GROUPS) + (double)c->p.embedding;
    struct passes hardware = training_passes(c, r);
    if (!r->keeping.eager)
        hardware.attention -= FLASH_AGAIN;
    struct counted x = count(c, f, f->square, matrices, hardware, e->training_step_tokens.q.value);
    measure_set(&e->training_forward_flops_full, x.forward);
    measure_set(&e->training_flops_per_token_full, x.token);
    measure_set(&e->training_hardware_flops_full, x.hardware);
    if (!c->trace.off)
        trace_convention(c, &whole, f, &x);
}

void account_training_flops(struct account *c, const struct rank *r) {
    struct forward f = forward_of(c);
    double tokens =
        (double)c->s->sequence * (double)c->s->micro_batch * r->micro_batches * (double)r->d.data;
    measure_set(&c->e->training_step_tokens, quantity_exact(tokens, UNIT_TOKEN));
    trace_tokens(c, r);
    trace_recurrent(c, &f);
    count_halved(c, r, &f);
    count_whole(c, r, &f);
}
