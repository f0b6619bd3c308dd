/* Activations of a rank: layers times micro-batches in flight, or checkpoints and what is at work
 * (formulas 4.5, 4.6). */
#include "core/training.h"

static double at_most(double a, double b) {
    return a < b ? a : b;
}

/* ── Layers in flight ── */

/* Layers whose activations are held at once: a micro-batch for each stage behind, or with
 * interleaving so many chunks; never more than there are micro-batches, which GPipe holds all. Fed
 * from both ends each rank is the first stage of one half. */
struct flight {
    double layers;
    const char *formula;
};

static struct flight flight_of(const struct rank *r, bool last) {
    double p = (double)r->d.pipeline, v = r->chunks, m = r->micro_batches;
    double stage = (double)r->stage.layers;
    double ahead = v > 1 ? (last ? ((v - 1) * p + 1) / v : (v * p + p - 1) / v) : last ? 1 : p;
    if (r->schedule == SCHEDULE_DUALPIPE)
        ahead = p + 1;
    double batches = at_most(m, ahead);
    if (batches < ahead || (p > 1 && r->schedule == SCHEDULE_GPIPE))
        return (struct flight){m * stage, "n_mb · L_s"};
    if (v > 1)
        return (struct flight){ahead * stage, last ? "((n_ch − 1) · n_p + 1) / n_ch · L_s"
                                                   : "(n_ch · n_p + n_p − 1) / n_ch · L_s"};
    if (r->schedule == SCHEDULE_DUALPIPE)
        return (struct flight){ahead * stage, "(n_p + 1) · L_s"};
    return (struct flight){ahead * stage, last ? "L_s" : "n_p · L_s"};
}

/* ── Kinds of layers ── */

enum { KINDS = 4 };

static const struct kind_row {
    struct layer_kind kind;
    enum step_name step;
    const char *bytes, *layers; /* symbols */
} kind_rows[KINDS] = {
    {{false, false}, STEP_LAYER_ACTIVATIONS, "A_layer", "L_dense"},
    {{false, true}, STEP_EXPERT_LAYER_ACTIVATIONS, "A_moe", "L_moe"},
    {{true, false}, STEP_RECURRENT_LAYER_ACTIVATIONS, "A_rec", "L_rec"},
    {{true, true}, STEP_RECURRENT_EXPERT_LAYER_ACTIVATIONS, "A_rm", "L_rm"},
};

/* Share of the stage's layers; where both kinds of both parts occur they are spread evenly. */
static double kind_share(const struct rank *r, struct layer_kind kind) {
    double all = (double)r->stage.layers;
    double mixed = (double)(kind.recurrent ? r->stage.recurrent : r->stage.attention) / all;
    double fed = (double)(kind.experts ? r->stage.moe : r->stage.dense) / all;
    return mixed * fed;
}

/* One layer of each kind, per token, and the mean and the largest of those there are. */
struct layers {
    struct kept each[KINDS];
    double share[KINDS];
    struct quantity mean, largest;
    size_t kinds;
};

static struct layers layers_of(struct arena *a, const struct rank *r, enum recompute recompute) {
    struct keeping how = r->keeping;
    struct quantity none = quantity_range(0, 0, 0, UNIT_BYTE, MODELLED);
    struct layers l = {.mean = none, .largest = none};
    how.recompute = recompute;
    for (size_t i = 0; i < KINDS; i++) {
        l.share[i] = kind_share(r, kind_rows[i].kind);
        if (!(l.share[i] > 0))
            continue;
        l.each[i] = activations_layer(a, &how, kind_rows[i].kind);
        l.mean = interval_add(l.mean, interval_scale(l.each[i].bytes, l.share[i]));
        l.largest = interval_max(l.largest, l.each[i].bytes);
        l.kinds++;
    }
    return l;
}

/* ── Widths ── */

/* Layers from one checkpoint to the next, all on one stage. */
static double checkpoint_distance(const struct account *c, const struct rank *r) {
    double asked = c->s->recompute_every > 1 ? (double)c->s->recompute_every : 1;
    return at_most(asked, (double)r->stage.layers);
}

static double element_bytes(const struct rank *r) {
    return r->keeping.fp32 ? 4 : 2;
}

/* ── Beside the layers ── */

/* One matrix is unpacked at a time before it is multiplied; elements on this rank. */
static double unpacked_matrix(const struct account *c, const struct rank *r) {
    struct matrix matrices[MATRICES_MOST];
    size_t n = matrices_of(c->m, matrices);
    double largest = 0;
    for (size_t i = 0; c->weights->weight_only && i < n; i++) {
        bool expert = matrices[i].group == GROUP_EXPERT;
        double share =
            parallel_matrix_share(c->m, &matrices[i], r->d) * (expert ? (double)r->d.expert : 1);
        double elements = (double)(matrices[i].in * matrices[i].out) * share;
        largest = elements > largest ? elements : largest;
    }
    return largest;
}

/* Keys and values of two neighbours on the ring of context ranks: one used, one under way. */
static double ring_bytes(const struct account *c, const struct rank *r) {
    const struct model *m = c->m;
    double width = model_is_latent(m) ? (double)(m->kv_rank + m->rope_dim)
                                      : (double)(m->kv_heads * (m->head_dim + model_value_dim(m))) *
                                            parallel_kv_heads_share(m, r->d);
    return r->d.context > 1 ? 2 * element_bytes(r) * width * r->tokens : 0;
}

/* ── A stage ── */

static struct quantity exact_bytes(double bytes) {
    return quantity_exact(bytes, UNIT_BYTE);
}

static double checkpoint_bytes(const struct account *c, const struct rank *r, double layers) {
    double t = r->keeping.sequence_parallel ? r->keeping.tensor : 1;
    return element_bytes(r) * (double)c->m->hidden * r->tokens * layers /
           checkpoint_distance(c, r) / t;
}

/* What full recomputation computes again is all that a layer keeps. */
static enum recompute within_layer(const struct rank *r) {
    enum recompute recompute = r->keeping.recompute;
    return recompute == RECOMPUTE_FULL ? RECOMPUTE_NONE : recompute;
}

/* Between checkpoints all layers are at work, else one; what it recomputes stands there for that
 * long. */
static struct quantity live_bytes(const struct account *c, const struct rank *r,
                                  const struct layers *kept) {
    struct quantity live = interval_scale(kept->largest, r->tokens);
    if (r->keeping.recompute == RECOMPUTE_FULL)
        return interval_scale(live, checkpoint_distance(c, r));
    if (r->keeping.recompute != RECOMPUTE_NONE)
        live.high = layers_of(NULL, r, RECOMPUTE_NONE).largest.high * r->tokens;
    return live;
}

struct held activations_held(const struct account *c, const struct rank *r, bool last) {
    struct layers kept = layers_of(NULL, r, within_layer(r));
    double layers = flight_of(r, last).layers;
    struct held h = {.live = live_bytes(c, r, &kept)};
    if (r->keeping.recompute == RECOMPUTE_FULL) {
        h.checkpoints = exact_bytes(checkpoint_bytes(c, r, layers));
        h.activations = interval_add(h.checkpoints, h.live);
    } else {
        h.activations = interval_scale(kept.mean, r->tokens * layers);
        h.activations.high += h.live.high - kept.largest.high * r->tokens;
    }
    double beside = 2 * unpacked_matrix(c, r) + ring_bytes(c, r);
    h.activations = interval_add(h.activations, exact_bytes(beside));
    return h;
}

/* ── Lines ── */

static void trace_layer(struct account *c, const struct rank *r, enum step_name step,
                        struct kept kept) {
    const struct model *m = c->m;
    TRACE(&c->trace, step, kept.formula, kept.bytes, N("h", m->hidden), N("a", m->heads),
          N("k", m->kv_heads), N("d", m->head_dim), N("f", m->ffn), N("r", c->s->rank),
          N("s", c->s->sequence), N("n_t", r->d.tensor), N("d_v", model_value_dim(m)),
          N("d_n", m->nope_dim), N("d_r", m->rope_dim), N("r_q", m->q_rank), N("r_kv", m->kv_rank),
          N("K", m->experts_active), N("E", m->experts), N("f_e", m->expert_ffn),
          N("f_s", m->shared_ffn), N("P_rec", m->recurrent_parameters));
}

static void trace_flight(struct account *c, const struct rank *r, struct flight flight) {
    TRACE(&c->trace, STEP_LAYERS_IN_FLIGHT, flight.formula,
          quantity_exact(flight.layers, UNIT_NONE), N("n_mb", r->micro_batches),
          N("n_ch", r->chunks), N("n_p", r->d.pipeline), N("L_s", r->stage.layers));
}

static void trace_checkpoints(struct account *c, const struct rank *r, const char *layers,
                              double count, struct quantity bytes) {
    const char *every = checkpoint_distance(c, r) > 1 ? " / u_ck" : "";
    const char *split = r->keeping.sequence_parallel ? " / n_t" : "";
    TRACE(&c->trace, STEP_CHECKPOINTS,
          arena_printf(c->arena, "%g · h · T · %s%s%s", element_bytes(r), layers, every, split),
          bytes, N("h", c->m->hidden), N("T", r->tokens), N(layers, count),
          N("u_ck", checkpoint_distance(c, r)), N("n_t", r->d.tensor));
}

static const char *beside_formula(const struct account *c, const struct rank *r) {
    return arena_printf(c->arena, "%s%s", unpacked_matrix(c, r) > 0 ? " + 2 · N_max" : "",
                        ring_bytes(c, r) > 0 ? " + M_ring" : "");
}

/* "A_layer · T · L", or a sum over the kinds of layers. */
static const char *kept_formula(struct account *c, const struct layers *l, const char *layers) {
    const char *text = "";
    for (size_t i = 0; i < KINDS; i++)
        if (l->share[i] > 0)
            text = l->kinds == 1 ? arena_printf(c->arena, "%s · T · %s", kind_rows[i].bytes, layers)
                                 : arena_printf(c->arena, "%s%s%s · %s", text, *text ? " + " : "",
                                                kind_rows[i].bytes, kind_rows[i].layers);
    return l->kinds == 1 ? text : arena_printf(c->arena, "(%s) · T", text);
}

static void trace_kept(struct account *c, const struct rank *r, const struct layers *l,
                       const char *layers, double count) {
    struct binding all[2 * KINDS + 4] = {N("T", r->tokens), N(layers, count),
                                         N("N_max", unpacked_matrix(c, r)),
                                         Q("M_ring", exact_bytes(ring_bytes(c, r)), "GiB")};
    size_t n = 4;
    for (size_t i = 0; i < KINDS; i++) {
        all[n++] = bind_number(kind_rows[i].bytes, l->each[i].bytes.value);
        all[n++] = bind_number(kind_rows[i].layers, l->share[i] * count);
    }
    const char *formula =
        arena_printf(c->arena, "%s%s", kept_formula(c, l, layers), beside_formula(c, r));
    trace_add(&c->trace, STEP_ACTIVATIONS, formula, c->e->memory_activations.q, all, n);
}

static void trace_recomputed(struct account *c, const struct rank *r, const struct held *held) {
    const char *formula = arena_printf(c->arena, "A_ck + A_live%s", beside_formula(c, r));
    TRACE(&c->trace, STEP_RECOMPUTED_ACTIVATIONS, formula, c->e->memory_activations.q,
          Q("A_ck", held->checkpoints, "GiB"), Q("A_live", held->live, "GiB"),
          N("N_max", unpacked_matrix(c, r)), Q("M_ring", exact_bytes(ring_bytes(c, r)), "GiB"));
}

/* The layer at work, or the layers between two checkpoints. */
static void trace_live(struct account *c, const struct rank *r, const struct layers *l,
                       struct quantity live) {
    bool many = r->keeping.recompute == RECOMPUTE_FULL && checkpoint_distance(c, r) > 1;
    size_t largest = 0;
    for (size_t i = 0; i < KINDS; i++)
        if (l->share[i] > 0 && l->each[i].bytes.value >= l->each[largest].bytes.value)
            largest = i;
    const char *symbol = kind_rows[largest].bytes;
    TRACE(&c->trace, STEP_LIVE_LAYER,
          arena_printf(c->arena, many ? "%s · T · u_ck" : "%s · T", symbol), live,
          N(symbol, l->largest.value), N("T", r->tokens), N("u_ck", checkpoint_distance(c, r)));
}

static void trace_held(struct account *c, const struct rank *r, bool last,
                       const struct held *held) {
    struct flight flight = flight_of(r, last);
    struct layers kept = layers_of(c->arena, r, within_layer(r));
    const char *layers = r->d.pipeline > 1 ? "L_fl" : "L";
    for (size_t i = 0; i < KINDS; i++)
        if (kept.share[i] > 0)
            trace_layer(c, r, kind_rows[i].step, kept.each[i]);
    if (r->d.pipeline > 1)
        trace_flight(c, r, flight);
    trace_live(c, r, &kept, held->live);
    if (r->keeping.recompute != RECOMPUTE_FULL) {
        trace_kept(c, r, &kept, layers, flight.layers);
        return;
    }
    trace_checkpoints(c, r, layers, flight.layers, held->checkpoints);
    trace_recomputed(c, r, held);
}

void activations_account(struct account *c, const struct rank *r, bool last,
                         const struct held *held) {
    measure_set(&c->e->memory_activations, held->activations);
    if (r->keeping.recompute == RECOMPUTE_FULL)
        measure_set(&c->e->memory_checkpoints, held->checkpoints);
    if (!c->trace.off)
        trace_held(c, r, last, held);
}
