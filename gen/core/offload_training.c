/* Offload of training: optimizer, all states, or checkpoints (formulas 13; ZeRO-Offload 2101.06840,
 * ZeRO-Infinity 2104.07857). */
#include <math.h>
#include <string.h>

#include "core/interval.h"
#include "core/offload.h"
#include "core/states.h"
#include "core/training.h"

/* Page-locked buffers beside the states, as DeepSpeed plans for them. */
#define BUFFER_FACTOR 1.5

/* The host keeps gradients in FP32. */
#define HOST_GRADIENT 4

static bool is(const struct offload_way *way, const char *name) {
    return strcmp(way->name, name) == 0;
}

static struct quantity held(const struct measure *m) {
    return m->present ? m->q : quantity_exact(0, UNIT_BYTE);
}

/* Parameters that this device updates, with or without states. */
static double kept_parameters(const struct account *c) {
    struct rank r;
    training_rank(c, &r);
    return r.updated;
}

/* Bytes per parameter in host memory: states, FP32 gradient and, with all states, the weight. */
static double host_bytes_each(const struct account *c, const struct offload_way *way) {
    const struct optimizer *o = c->recipe;
    double states = states_bytes(o, trained_model(c->m)) / (double)c->p.total;
    return states + HOST_GRADIENT + (is(way, "states") ? o->weights : 0);
}

static bool place_states(struct account *c, const struct offload_way *way, double parameters) {
    struct tiers t = tiers_of(c->s);
    double each = host_bytes_each(c, way), bare = parameters * (double)t.sharing * each;
    struct quantity node =
        quantity_range(bare, bare * BUFFER_FACTOR, bare * BUFFER_FACTOR, UNIT_BYTE, MODELLED);
    struct binding all[] = {N("P_shard", parameters), N("n_node", t.sharing), N("o_host", each),
                            N("x_buf", BUFFER_FACTOR)};
    return offload_place(c, node, "P_shard · n_node · o_host · x_buf", all, 4);
}

static double checkpoint_bytes(const struct account *c) {
    return 2 * (double)c->m->hidden * (double)c->s->sequence * (double)c->s->micro_batch *
           (double)c->m->layers;
}

static bool place_checkpoints(struct account *c) {
    struct tiers t = tiers_of(c->s);
    struct binding all[] = {Q("M_off", c->e->offload_bytes.q, "GiB"), N("n_node", t.sharing)};
    return offload_place(c, interval_scale(c->e->offload_bytes.q, (double)t.sharing),
                         "M_off · n_node", all, 2);
}

static struct quantity leaving_bytes(struct account *c, const struct offload_way *way) {
    const struct estimate *e = c->e;
    struct quantity g = held(&e->memory_gradients), o = held(&e->memory_optimizer);
    struct quantity w = held(&e->memory_weights);
    if (is(way, "activations")) {
        struct quantity bytes = quantity_exact(checkpoint_bytes(c), UNIT_BYTE);
        TRACE(&c->trace, STEP_OFFLOAD_BYTES, "2 · h · T · L", bytes, N("h", c->m->hidden),
              N("T", c->s->sequence * c->s->micro_batch), N("L", c->m->layers));
        return bytes;
    }
    bool all = is(way, "states");
    struct quantity bytes = interval_add(g, o);
    if (all)
        bytes = interval_add(bytes, w);
    TRACE(&c->trace, STEP_OFFLOAD_BYTES, all ? "W + G + O" : "G + O", bytes, Q("W", w, "GiB"),
          Q("G", g, "GiB"), Q("O", o, "GiB"));
    return bytes;
}

/* ── Times of a step ── */

struct traffic {
    double link;       /* bytes of one device over its link */
    double parameters; /* that the CPU updates for one device; 0 = none */
};

static struct traffic traffic_of(const struct account *c, const struct offload_way *way,
                                 double parameters) {
    const struct optimizer *o = c->recipe;
    double passes = c->s->gradient_accumulation > 0 ? (double)c->s->gradient_accumulation : 1;
    if (is(way, "activations"))
        return (struct traffic){2 * checkpoint_bytes(c) * passes, 0};
    /* Gradients down, new weights up; weights that live on the host come for each pass. */
    double weights = is(way, "states") ? 2 * passes : 1;
    return (struct traffic){(o->gradients + weights * o->weights) * parameters, parameters};
}

/* The update on the CPU reads gradient and states, writes states and weights: 28 to 32 bytes. */
static void host_time(struct account *c, struct tiers t, struct traffic traffic) {
    struct estimate *e = c->e;
    struct quantity time = tier_time(traffic.link, t.link, efficiency_host_link());
    struct quantity link = quantity_exact(traffic.link, UNIT_BYTE);
    if (traffic.parameters > 0) {
        struct quantity bytes = quantity_range(28, 30, 32, UNIT_BYTE, MODELLED);
        struct quantity rate = quantity_exact(t.host, UNIT_BYTE_PER_SECOND);
        struct quantity update =
            interval_divide(interval_divide(interval_scale(bytes, traffic.parameters), rate),
                            efficiency_host_memory());
        time = interval_add(time, update);
    }
    measure_set(&e->offload_host_time, time);
    TRACE(&c->trace, STEP_OFFLOAD_HOST_TIME,
          traffic.parameters > 0 ? "B_off / (BW_link · η_link) + B_adam / (BW_host · η_host)"
                                 : "B_off / (BW_link · η_link)",
          time, Q("B_off", link, "GB"),
          Q("BW_link", quantity_exact(t.link, UNIT_BYTE_PER_SECOND), "GB/s"),
          N("η_link", efficiency_host_link().value),
          Q("B_adam", quantity_exact(30 * traffic.parameters, UNIT_BYTE), "GB"),
          Q("BW_host", quantity_exact(t.host, UNIT_BYTE_PER_SECOND), "GB/s"),
          N("η_host", efficiency_host_memory().value));
}

static const char *longest_part(struct tiers t, struct traffic traffic) {
    double update = traffic.parameters > 0 ? 30 * traffic.parameters / t.host : 0;
    return traffic.link / t.link > update ? "host-link" : "host-memory";
}

/* States on the drive are read and written once a step; at the high end gradients too. */
static void drive_time(struct account *c, struct tiers t, double parameters) {
    struct estimate *e = c->e;
    if (!e->offload_storage_bytes.present || !(parameters > 0))
        return;
    double node = e->offload_host_bytes.q.value + e->offload_storage_bytes.q.value;
    double share = e->offload_storage_bytes.q.value / node;
    double states = states_bytes(c->recipe, trained_model(c->m)) / (double)c->p.total;
    struct quantity bytes =
        quantity_range(2 * states, 2 * states, 2 * (states + HOST_GRADIENT), UNIT_BYTE, MODELLED);
    struct quantity rate = quantity_exact(t.drive, UNIT_BYTE_PER_SECOND);
    struct quantity time = interval_divide(
        interval_divide(interval_scale(bytes, parameters * share), rate), efficiency_drive());
    measure_set(&e->offload_storage_time, time);
    TRACE(&c->trace, STEP_OFFLOAD_STORAGE_TIME, "B_ssd / (BW_ssd · η_ssd)", time,
          Q("B_ssd", quantity_exact(2 * states * parameters * share, UNIT_BYTE), "GB"),
          Q("BW_ssd", rate, "GB/s"), N("η_ssd", efficiency_drive().value));
}

/* Rated bandwidths, everything at the same time. */
static void ceiling(struct account *c, const struct estimate *all, struct tiers t,
                    struct traffic traffic, double tokens) {
    struct estimate *e = c->e;
    struct quantity step = all->training_ceiling_time.q;
    double link = traffic.link / t.link, update = 28 * traffic.parameters, drive = 0;
    if (!all->training_ceiling_time.present)
        return;
    if (e->offload_storage_time.present)
        drive = e->offload_storage_time.q.value * efficiency_drive().value;
    double host = update > 0 ? update / t.host : 0;
    double time = fmax(fmax(step.value, link), fmax(host, drive));
    struct quantity speed = interval_ceiling(tokens / time, UNIT_TOKEN_PER_SECOND);
    measure_set(&e->offload_ceiling_speed, speed);
    static const char *const formulas[2][2] = {
        {"N_tok / max(t_min, B_off / BW_link)", "N_tok / max(max(t_min, B_off / BW_link), t_s)"},
        {"N_tok / max(max(t_min, B_off / BW_link), B_adam / BW_host)",
         "N_tok / max(max(t_min, B_off / BW_link), max(B_adam / BW_host, t_s))"}};
    TRACE(&c->trace, STEP_OFFLOAD_CEILING, formulas[update > 0][drive > 0], speed,
          N("N_tok", tokens), Q("t_min", step, "ms"),
          Q("B_off", quantity_exact(traffic.link, UNIT_BYTE), "GB"),
          Q("BW_link", quantity_exact(t.link, UNIT_BYTE_PER_SECOND), "GB/s"),
          Q("B_adam", quantity_exact(update, UNIT_BYTE), "GB"),
          Q("BW_host", quantity_exact(t.host, UNIT_BYTE_PER_SECOND), "GB/s"),
          Q("t_s", quantity_exact(drive, UNIT_SECOND), "ms"));
}

static double step_tokens(const struct account *c, const struct estimate *all) {
    if (all->training_step_tokens.present)
        return all->training_step_tokens.q.value;
    return (double)(c->s->sequence * c->s->micro_batch);
}

/* The step less the update that the CPU makes. A step by a given share of the peak has no range:
 * the update's own is left, the long update beside the short rest. */
static struct quantity without_update(const struct account *c, struct quantity step,
                                      struct quantity update) {
    bool given = c->s->mfu > 0;
    double low = step.low - (given ? update.high : update.low);
    double high = step.high - (given ? update.low : update.high);
    return quantity_range(fmax(low, 0), fmax(step.value - update.value, 0), fmax(high, 0),
                          UNIT_SECOND, EMPIRICAL);
}

static void step_times(struct account *c, const struct offload_way *way, double parameters) {
    struct estimate *e = c->e;
    const struct estimate *all = offload_unlimited(c);
    struct tiers t = tiers_of(c->s);
    if (!all->training_step_time.present || !offload_is_timed(c->s))
        return;
    struct quantity device = all->training_step_time.q;
    struct traffic traffic = traffic_of(c, way, parameters);
    bool updates = traffic.parameters > 0 && all->training_update_time.present;
    if (updates)
        device = without_update(c, device, all->training_update_time.q);
    measure_set(&e->offload_device_time, device);
    TRACE(&c->trace, STEP_OFFLOAD_DEVICE_TIME, updates ? "t − t_upd" : "t", device,
          Q("t", all->training_step_time.q, "s"), Q("t_upd", all->training_update_time.q, "s"));
    host_time(c, t, traffic);
    drive_time(c, t, parameters);
    offload_times(c, longest_part(t, traffic));
    ceiling(c, all, t, traffic, step_tokens(c, all));
    offload_speed_set(c, step_tokens(c, all), true);
}

void account_training_offload(struct account *c, const struct offload_way *way) {
    struct estimate *e = c->e;
    bool states = !is(way, "activations");
    double parameters = states ? kept_parameters(c) : 0;
    measure_set(&e->offload_bytes, leaving_bytes(c, way));
    bool placed = states ? place_states(c, way, parameters) : place_checkpoints(c);
    struct quantity stays = interval_subtract(e->memory_total.q, e->offload_bytes.q);
    struct binding all[] = {Q("M", e->memory_total.q, "GiB"),
                            Q("M_off", e->offload_bytes.q, "GiB")};
    offload_resident(c, stays, placed, "M − M_off", all, 2);
    if (e->offload_fits != VERDICT_NO)
        step_times(c, way, parameters);
}
