/* Offload of inference: weights, cache, layers or experts (formulas 13). */
#include "core/offload.h"

#include <math.h>
#include <string.h>

#include "core/change.h"
#include "core/interval.h"
#include "core/parallel.h"

/* ── What may leave ── */

static struct pool pool_weights(const struct account *c) {
    return (struct pool){c->e->memory_weights.q.value, c->e->decode_weight_bytes.q.value};
}

static struct pool pool_cache(const struct account *c) {
    return (struct pool){c->e->memory_kv_cache.q.value, c->e->decode_kv_bytes.q.value};
}

static struct pool pool_layers(const struct account *c) {
    struct pool weights = pool_weights(c), cache = pool_cache(c);
    return (struct pool){weights.held + cache.held, weights.read + cache.read};
}

/* Routed experts; a step reads those that its tokens meet. */
static struct pool pool_experts(const struct account *c) {
    const struct model *m = c->m;
    double missed = pow(1 - (double)m->experts_active / (double)m->experts, (double)c->s->batch);
    double held = parallel_weights(c->weights, m, degrees_of(c->s)).expert;
    return (struct pool){held, held * (1 - missed)};
}

const struct offload_way offload_ways[] = {
    {"weights", false, true, false, false, pool_weights},
    {"kv", false, true, false, false, pool_cache},
    {"layers", false, false, true, true, pool_layers},
    {"experts", false, false, false, true, pool_experts},
    {"optimizer", true, true, false, true, NULL},
    {"states", true, true, false, true, NULL},
    {"activations", true, true, false, false, NULL},
};
const size_t offload_way_count = sizeof offload_ways / sizeof *offload_ways;

const struct offload_way *offload_way_lookup(const char *name) {
    for (size_t i = 0; name && i < offload_way_count; i++)
        if (strcmp(offload_ways[i].name, name) == 0)
            return &offload_ways[i];
    return NULL;
}

/* ── How much of it leaves ── */

/* What may surely be filled, and with luck. */
static double budget_sure(const struct account *c) {
    return c->e->memory_headroom.q.low + c->e->memory_total.q.high;
}

static double budget_lucky(const struct account *c) {
    return c->e->memory_headroom.q.high + c->e->memory_total.q.low;
}

/* While one layer is used the next one comes, so two layers of what streams are on the device. */
static double staging(const struct account *c, const struct offload_way *way, struct pool pool) {
    return way->streamed ? 2 * pool.held / (double)c->m->layers : 0;
}

static double layers_that_leave(const struct account *c, struct pool pool, double excess) {
    double layer = pool.held / (double)c->m->layers;
    return fmin(pool.held, layer * ceil(excess / layer));
}

/* The share that was asked for, else just what does not surely fit. */
static double leaving_bytes(const struct account *c, const struct offload_way *way,
                            struct pool pool) {
    double excess = -c->e->memory_headroom.q.low;
    if (c->s->offload_share > 0)
        return c->s->offload_share * pool.held;
    if (excess <= 0)
        return 0;
    if (way->by_layers)
        return layers_that_leave(c, pool, excess);
    return fmin(pool.held, floor(excess + staging(c, way, pool)) + 1); /* whole bytes */
}

static void trace_leaving(struct account *c, const struct offload_way *way, struct pool pool) {
    const struct estimate *e = c->e;
    const char *formula = "max(0, M_high − C · u)";
    if (c->s->offload_share > 0)
        formula = "x_off · M_move";
    else if (e->offload_bytes.q.value > 0)
        formula = way->by_layers ? "min(M_move, M_move / L · ceil((M_high − C · u) · L / M_move))"
                  : way->streamed ? "min(M_move, M_high − C · u + 2 · M_move / L)"
                                  : "min(M_move, M_high − C · u)";
    TRACE(&c->trace, STEP_OFFLOAD_BYTES, formula, e->offload_bytes.q,
          Q("M_move", quantity_exact(pool.held, UNIT_BYTE), "GiB"),
          Q("M_high", quantity_exact(e->memory_total.q.high, UNIT_BYTE), "GiB"),
          Q("C", e->memory_capacity.q, "GiB"), N("u", budget_sure(c) / e->memory_capacity.q.value),
          N("L", c->m->layers), N("x_off", c->s->offload_share));
    TRACE(&c->trace, STEP_OFFLOAD_SHARE, "M_off / M_move", e->offload_share.q,
          Q("M_off", e->offload_bytes.q, "GiB"),
          Q("M_move", quantity_exact(pool.held, UNIT_BYTE), "GiB"));
}

void offload_resident(struct account *c, struct quantity resident, bool placed, const char *formula,
                      const struct binding *bindings, size_t n) {
    struct estimate *e = c->e;
    measure_set(&e->offload_device_bytes, resident);
    trace_add(&c->trace, STEP_OFFLOAD_DEVICE, formula, resident, bindings, n);
    if (!e->memory_capacity.present)
        return;
    e->offload_known = true;
    e->offload_fits = !placed || resident.low > budget_lucky(c) ? VERDICT_NO
                      : resident.high <= budget_sure(c)         ? VERDICT_YES
                                                                : VERDICT_MARGINAL;
}

static void place(struct account *c, const struct offload_way *way, struct pool pool) {
    struct estimate *e = c->e;
    double leaving = leaving_bytes(c, way, pool), kept = leaving > 0 ? staging(c, way, pool) : 0;
    int64_t sharing = tiers_of(c->s).sharing;
    struct quantity off = quantity_exact(leaving, UNIT_BYTE);
    measure_set(&e->offload_bytes, off);
    measure_set(&e->offload_share, quantity_exact(leaving / pool.held, UNIT_NONE));
    trace_leaving(c, way, pool);
    struct binding node[] = {Q("M_off", off, "GiB"), N("n_node", sharing)};
    bool placed = offload_place(c, interval_scale(off, (double)sharing), "M_off · n_node", node, 2);
    struct quantity stays =
        interval_add(interval_subtract(e->memory_total.q, off), quantity_exact(kept, UNIT_BYTE));
    struct binding device[] = {Q("M", e->memory_total.q, "GiB"), Q("M_off", off, "GiB"),
                               Q("M_move", quantity_exact(pool.held, UNIT_BYTE), "GiB"),
                               N("L", c->m->layers)};
    offload_resident(c, stays, placed, kept > 0 ? "M − M_off + 2 · M_move / L" : "M − M_off",
                     device, 4);
}

/* ── How long a step takes ── */

const struct estimate *offload_unlimited(const struct account *c) {
    struct change more = CHANGE_NONE;
    more.capacity = CAPACITY_UNLIMITED;
    struct scenario *s = scenario_changed(c->arena, c->s, more);
    s->offload = NULL;
    return account_probe_like(c->arena, c, s);
}

/* Bytes that the rest of the step does not read on the device: all of it when it is streamed. */
static double device_share(const struct account *c, const struct offload_way *way, double moved) {
    return way->streamed ? 1 : fmax(0, 1 - moved / c->e->decode_bytes.q.value);
}

/* Hidden states go to the CPU and back once for its layers, for experts in each expert layer. */
static double hops_bytes(const struct account *c, const struct offload_way *way) {
    if (way->streamed)
        return 0;
    double times = way->by_layers ? 1 : (double)c->m->moe_layers;
    return 2 * times * (double)c->s->batch * (double)c->m->hidden * 2;
}

/* What streams comes over the link, or from host memory where that is slower. */
static bool host_is_slower(struct tiers t) {
    return t.host > 0 && (!(t.link > 0) || t.host * 0.75 < t.link * 0.88);
}

bool offload_is_timed(const struct scenario *s) {
    const struct offload_way *way = offload_way_lookup(s->offload);
    struct tiers t = tiers_of(s);
    return way && (t.link > 0 || !way->streamed) && (t.host > 0 || !way->needs_host_memory);
}

static void host_time(struct account *c, const struct offload_way *way, struct tiers t,
                      double moved) {
    struct estimate *e = c->e;
    bool by_host = !way->streamed || host_is_slower(t);
    double rate = by_host ? t.host : t.link, hops = t.link > 0 ? hops_bytes(c, way) : 0;
    struct quantity share = by_host ? efficiency_host_memory() : efficiency_host_link();
    struct quantity time = tier_time(moved, rate, share);
    if (hops > 0)
        time = interval_add(time, tier_time(hops, t.link, efficiency_host_link()));
    const char *formula = by_host ? "B_off / (BW_host · η_host)" : "B_off / (BW_link · η_link)";
    if (hops > 0)
        formula = "B_off / (BW_host · η_host) + B_hop / (BW_link · η_link)";
    measure_set(&e->offload_host_time, time);
    TRACE(&c->trace, STEP_OFFLOAD_HOST_TIME, formula, time,
          Q("B_off", quantity_exact(moved, UNIT_BYTE), "GB"),
          Q("B_hop", quantity_exact(hops, UNIT_BYTE), "kB"),
          Q("BW_host", quantity_exact(t.host, UNIT_BYTE_PER_SECOND), "GB/s"),
          Q("BW_link", quantity_exact(t.link, UNIT_BYTE_PER_SECOND), "GB/s"),
          N("η_host", efficiency_host_memory().value), N("η_link", efficiency_host_link().value));
}

static void drive_time(struct account *c, struct tiers t, double moved) {
    struct estimate *e = c->e;
    if (!e->offload_storage_bytes.present)
        return;
    struct quantity share = interval_divide(e->offload_storage_bytes.q,
                                            interval_scale(e->offload_bytes.q, (double)t.sharing));
    double read = moved * share.value;
    struct quantity time = tier_time(read, t.drive, efficiency_drive());
    measure_set(&e->offload_storage_time, time);
    TRACE(&c->trace, STEP_OFFLOAD_STORAGE_TIME, "B_ssd / (BW_ssd · η_ssd)", time,
          Q("B_ssd", quantity_exact(read, UNIT_BYTE), "GB"),
          Q("BW_ssd", quantity_exact(t.drive, UNIT_BYTE_PER_SECOND), "GB/s"),
          N("η_ssd", efficiency_drive().value));
}

/* No efficiency: what the rated bandwidths leave as the shortest time. */
static void ceiling(struct account *c, const struct offload_way *way, struct tiers t, double moved,
                    double device, double tokens) {
    struct estimate *e = c->e;
    double rate = way->streamed && !host_is_slower(t) ? t.link : t.host;
    double host = moved / rate, drive = 0;
    if (e->offload_storage_time.present)
        drive = e->offload_storage_time.q.value * efficiency_drive().value;
    double time = way->streamed ? fmax(fmax(device, host), drive) : device + host + drive;
    struct quantity speed = interval_ceiling(tokens / time, UNIT_TOKEN_PER_SECOND);
    measure_set(&e->offload_ceiling_speed, speed);
    const struct binding all[] = {
        N("N_tok", tokens),
        Q("t_min", quantity_exact(device, UNIT_SECOND), "ms"),
        Q("t_s", quantity_exact(drive, UNIT_SECOND), "ms"),
        Q("B_off", quantity_exact(moved, UNIT_BYTE), "GB"),
        Q("BW_off", quantity_exact(rate, UNIT_BYTE_PER_SECOND), "GB/s"),
    };
    static const char *const formulas[2][2] = {
        {"N_tok / (t_min + B_off / BW_off)", "N_tok / (t_min + B_off / BW_off + t_s)"},
        {"N_tok / max(t_min, B_off / BW_off)", "N_tok / max(max(t_min, B_off / BW_off), t_s)"}};
    trace_add(&c->trace, STEP_OFFLOAD_CEILING, formulas[way->streamed][drive > 0], speed, all,
              sizeof all / sizeof *all);
}

static void step_times(struct account *c, const struct offload_way *way, struct pool pool) {
    struct estimate *e = c->e;
    const struct estimate *all = offload_unlimited(c);
    struct tiers t = tiers_of(c->s);
    if (!all->decode_time.present || !offload_is_timed(c->s))
        return;
    double moved = e->offload_share.q.value * pool.read, kept = device_share(c, way, moved);
    double tokens = all->decode_speed.q.value * all->decode_time.q.value;
    struct quantity device = interval_scale(all->decode_time.q, kept);
    measure_set(&e->offload_device_time, device);
    TRACE(&c->trace, STEP_OFFLOAD_DEVICE_TIME, way->streamed ? "t" : "t · (1 − B_off / B)", device,
          Q("t", all->decode_time.q, "ms"), Q("B_off", quantity_exact(moved, UNIT_BYTE), "GB"),
          Q("B", e->decode_bytes.q, "GB"));
    host_time(c, way, t, moved);
    drive_time(c, t, moved);
    offload_times(c, way->streamed && !host_is_slower(t) ? "host-link" : "host-memory");
    ceiling(c, way, t, moved, all->decode_ceiling_time.q.value * kept, tokens);
    offload_speed_set(c, tokens, way->streamed);
}

void account_offload(struct account *c) {
    const struct offload_way *way = offload_way_lookup(c->s->offload);
    if (way && way->training)
        account_training_offload(c, way);
    if (!way || way->training || !c->e->memory_capacity.present)
        return; /* how much does not fit can only be said of a capacity */
    struct pool pool = way->pool(c);
    if (!(pool.held > 0))
        return;
    place(c, way, pool);
    if (c->e->offload_fits != VERDICT_NO)
        step_times(c, way, pool);
}
