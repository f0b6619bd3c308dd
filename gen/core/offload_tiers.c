/* The memories behind the device: their rates, and where what leaves the device is put. */
#include <math.h>
#include <string.h>

#include "core/interval.h"
#include "core/offload.h"

struct quantity efficiency_host_link(void) {
    return quantity_range(0.80, 0.88, 0.92, UNIT_NONE, EMPIRICAL);
}

struct quantity efficiency_host_memory(void) {
    return quantity_range(0.60, 0.75, 0.85, UNIT_NONE, EMPIRICAL);
}

struct quantity efficiency_drive(void) {
    return quantity_range(0.7, 0.8, 0.9, UNIT_NONE, EMPIRICAL);
}

static double rate_of(const struct link *link) {
    return link && link->bandwidth.known ? link->bandwidth.value : 0;
}

/* The link that was named, else what the device's own entry says. */
static double link_rate(const struct scenario *s) {
    const struct datum *own = &s->accelerator->host_link_bandwidth;
    if (!s->host_link && own->known)
        return own->value;
    return rate_of(s->to_host);
}

/* A CPU brings its channels with it. */
static double host_rate(const struct scenario *s) {
    const struct accelerator *cpu = s->host_device;
    if (cpu)
        return cpu->memory_bandwidth.known ? cpu->memory_bandwidth.value : 0;
    return rate_of(s->host_tier) * (double)s->host_channels;
}

struct tiers tiers_of(const struct scenario *s) {
    int64_t node = s->devices_per_node > 0 ? s->devices_per_node : 8;
    int64_t sharing = s->devices < 1 ? 1 : s->devices < node ? s->devices : node;
    double each = 1 / (double)sharing;
    return (struct tiers){
        .link = link_rate(s),
        .host = host_rate(s) * each,
        .drive = rate_of(s->drive) * each,
        .sharing = sharing,
    };
}

struct quantity tier_time(double bytes, double rate, struct quantity efficiency) {
    struct quantity ideal = quantity_exact(bytes / rate, UNIT_SECOND);
    return interval_divide(ideal, efficiency);
}

/* What the host memory takes; beyond its capacity begins the drive. */
static struct quantity held_by_host(const struct scenario *s, struct quantity node) {
    if (!(s->host_capacity > 0))
        return node;
    double most = s->host_capacity;
    return quantity_range(fmin(node.low, most), fmin(node.value, most), fmin(node.high, most),
                          node.unit, node.exactness);
}

bool offload_place(struct account *c, struct quantity node, const char *formula,
                   const struct binding *bindings, size_t n) {
    struct estimate *e = c->e;
    struct binding all[OFFLOAD_BINDINGS];
    struct quantity capacity = quantity_exact(c->s->host_capacity, UNIT_BYTE);
    struct quantity host = held_by_host(c->s, node);
    memcpy(all, bindings, n * sizeof *all);
    all[n] = bind_quantity("C_host", capacity, "GiB");
    measure_set(&e->offload_host_bytes, host);
    trace_add(&c->trace, STEP_OFFLOAD_HOST,
              capacity.value > 0 ? arena_printf(c->arena, "min(%s, C_host)", formula) : formula,
              host, all, n + 1);
    if (node.high <= host.high)
        return true;
    struct quantity rest = quantity_range(node.low - host.low, node.value - host.value,
                                          node.high - host.high, UNIT_BYTE, node.exactness);
    all[n] = bind_quantity("M_host", host, "GiB");
    measure_set(&e->offload_storage_bytes, rest);
    trace_add(&c->trace, STEP_OFFLOAD_STORAGE, arena_printf(c->arena, "%s − M_host", formula), rest,
              all, n + 1);
    return c->s->drive != NULL;
}

static struct quantity time_or_none(const struct measure *m) {
    return m->present ? m->q : quantity_exact(0, UNIT_SECOND);
}

void offload_times(struct account *c, const char *host_tier) {
    struct estimate *e = c->e;
    struct quantity device = e->offload_device_time.q, host = time_or_none(&e->offload_host_time);
    struct quantity drive = time_or_none(&e->offload_storage_time);
    struct quantity serial = interval_add(interval_add(device, host), drive);
    struct quantity overlapped = interval_max(interval_max(device, host), drive);
    bool three = e->offload_storage_time.present;
    e->offload_bound = drive.value > host.value && drive.value > device.value ? "drive"
                       : host.value > device.value                            ? host_tier
                                                                              : "device";
    measure_set(&e->offload_serial_time, serial);
    measure_set(&e->offload_overlapped_time, overlapped);
    TRACE(&c->trace, STEP_OFFLOAD_SERIAL, three ? "t_d + t_h + t_s" : "t_d + t_h", serial,
          Q("t_d", device, "ms"), Q("t_h", host, "ms"), Q("t_s", drive, "ms"));
    TRACE(&c->trace, STEP_OFFLOAD_OVERLAPPED, three ? "max(max(t_d, t_h), t_s)" : "max(t_d, t_h)",
          overlapped, Q("t_d", device, "ms"), Q("t_h", host, "ms"), Q("t_s", drive, "ms"));
}

void offload_speed_set(struct account *c, double tokens, bool streamed) {
    struct estimate *e = c->e;
    struct quantity serial = e->offload_serial_time.q, overlapped = e->offload_overlapped_time.q;
    struct quantity usual = streamed ? overlapped : serial;
    struct quantity speed =
        quantity_range(tokens / serial.high, tokens / usual.value, tokens / overlapped.low,
                       UNIT_TOKEN_PER_SECOND, EMPIRICAL);
    if (!streamed) /* a token passes device and host in turn */
        speed.high = tokens / serial.low;
    measure_set(&e->offload_speed, speed);
    TRACE(&c->trace, STEP_OFFLOAD_SPEED, streamed ? "N_tok / t_ovl" : "N_tok / t_sum", speed,
          N("N_tok", tokens), Q("t_ovl", overlapped, "ms"), Q("t_sum", serial, "ms"));
}
