/* Memory of training: states, adapters, activations, logits (formulas 4, 5). */
#include "core/activations.h"
#include "core/lora.h"
#include "core/states.h"
#include "core/weights.h"

static struct quantity bytes_exact(double bytes) {
    return quantity_exact(bytes, UNIT_BYTE);
}

/* Weights, gradients and states of full fine-tuning, by the recipe. */
static void full_states(struct account *c) {
    struct estimate *e = c->e;
    const struct optimizer *o = c->recipe;
    double parameters = (double)c->p.total, states = states_bytes(o, trained_model(c->m));
    measure_set(&e->trainable_parameters, e->parameters.q);
    measure_set(&e->memory_weights, bytes_exact(o->weights * parameters));
    measure_set(&e->memory_gradients, bytes_exact(o->gradients * parameters));
    measure_set(&e->memory_optimizer, bytes_exact(states));
    TRACE(&c->trace, STEP_MODEL_TRAINABLE, "P", e->trainable_parameters.q, N("P", parameters));
    TRACE(&c->trace, STEP_WEIGHTS, "P · w", e->memory_weights.q, N("P", parameters),
          N("w", o->weights));
    TRACE(&c->trace, STEP_GRADIENTS, "P · g", e->memory_gradients.q, N("P", parameters),
          N("g", o->gradients));
    double moments = states / parameters - o->master;
    TRACE(&c->trace, STEP_OPTIMIZER, "P · (o_master + o_moments)", e->memory_optimizer.q,
          N("P", parameters), N("o_master", o->master), N("o_moments", moments));
}

static void trace_trainable(struct account *c, enum adapted adapted) {
    const struct model *m = c->m;
    const char *formula = adapted == ADAPTED_QV ? "L · r · (h + a · d + h + k · d)"
                          : m->ffn_matrices == 3
                              ? "L · r · (2 · (h + a · d) + 2 · (h + k · d) + 3 · (h + f))"
                              : "L · r · (2 · (h + a · d) + 2 · (h + k · d) + 2 · (h + f))";
    TRACE(&c->trace, STEP_MODEL_TRAINABLE, formula, c->e->trainable_parameters.q, N("L", m->layers),
          N("r", c->s->rank), N("h", m->hidden), N("a", m->heads), N("k", m->kv_heads),
          N("d", m->head_dim), N("f", m->ffn));
}

/* A frozen base; the adapters carry weights, gradients and states. */
static void adapter_states(struct account *c, enum adapted adapted) {
    struct estimate *e = c->e;
    const struct optimizer *o = c->recipe;
    double parameters = lora_parameters(c->m, adapted, c->s->rank);
    struct trained t = trained_adapters(parameters, lora_pairs(c->m, adapted), c->s->rank);
    double bytes = (o->weights + o->gradients) * parameters + states_bytes(o, t);
    measure_set(&e->trainable_parameters, quantity_exact(parameters, UNIT_NONE));
    measure_set(&e->memory_adapters, bytes_exact(bytes));
    trace_trainable(c, adapted);
    account_stored_weights(c);
    TRACE(&c->trace, STEP_ADAPTERS, "P_train · (w + g + o)", e->memory_adapters.q,
          N("P_train", parameters), N("w", o->weights), N("g", o->gradients),
          N("o", bytes / parameters - o->weights - o->gradients));
}

/* One matrix is unpacked at a time before it is multiplied. */
static double working_matrix(const struct account *c) {
    struct matrix matrices[MATRICES_MOST];
    size_t n = matrices_of(c->m, matrices);
    int64_t largest = 0;
    for (size_t i = 0; c->weights->weight_only && i < n; i++)
        if (matrices[i].in * matrices[i].out > largest)
            largest = matrices[i].in * matrices[i].out;
    return 2 * (double)largest;
}

static void trace_layer(struct account *c, enum adapted adapted, struct quantity layer) {
    const struct model *m = c->m;
    static const char *const changes[] = {
        [ADAPTED_NONE] = "",
        [ADAPTED_ALL] = " + 2 · r · n",
        [ADAPTED_QV] = " + 2 · r · n − 2 · h − 2 · f",
    };
    const char *ffn = m->ffn_matrices == 3 ? "8 · f" : "4 · f";
    const char *formula =
        arena_printf(c->arena, "8 · h + 2 · (a · d + 2 · k · d) + 2 · a · d + 4 · a + %s%s", ffn,
                     changes[adapted]);
    TRACE(&c->trace, STEP_LAYER_ACTIVATIONS, formula, layer, N("h", m->hidden), N("a", m->heads),
          N("k", m->kv_heads), N("d", m->head_dim), N("f", m->ffn), N("r", c->s->rank),
          N("n", lora_pairs(m, adapted) / (double)m->layers));
}

/* Kept for every layer, or with recomputation the input of each layer and one live layer. */
static void kept_activations(struct account *c, enum adapted adapted, double tokens) {
    const struct model *m = c->m;
    struct quantity layer = activations_layer(m, adapted, c->s->rank);
    double checkpoints = 2 * (double)m->hidden * tokens * (double)m->layers;
    bool recomputed = account_is_recomputed(c);
    struct quantity kept =
        recomputed ? interval_add(interval_scale(layer, tokens), bytes_exact(checkpoints))
                   : interval_scale(layer, tokens * (double)m->layers);
    double matrix = working_matrix(c);
    kept = interval_add(kept, bytes_exact(matrix));
    measure_set(&c->e->memory_activations, kept);
    trace_layer(c, adapted, layer);
    const char *formula = arena_printf(
        c->arena, "%s%s", recomputed ? "2 · h · T · L + A_layer · T" : "A_layer · T · L",
        matrix > 0 ? " + 2 · N_max" : "");
    TRACE(&c->trace, recomputed ? STEP_RECOMPUTED_ACTIVATIONS : STEP_ACTIVATIONS, formula, kept,
          N("A_layer", layer.value), N("T", tokens), N("L", m->layers), N("h", m->hidden),
          N("N_max", matrix / 2));
}

void account_training_memory(struct account *c) {
    double tokens = (double)c->s->sequence * (double)c->s->micro_batch;
    bool full = account_is_full(c);
    enum adapted adapted = full ? ADAPTED_NONE : adapted_of(c->s->targets);
    if (full)
        full_states(c);
    else
        adapter_states(c, adapted);
    kept_activations(c, adapted, tokens);
    struct quantity logits = activations_logits(c->m, tokens);
    measure_set(&c->e->memory_logits, logits);
    TRACE(&c->trace, STEP_LOGITS, "14 · T · V", logits, N("T", tokens), N("V", c->m->vocabulary));
}
