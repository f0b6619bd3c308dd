#include "core/change.h"

/* Latency of one hop where neither option nor link says it (DESIGN section 6). */
#define LATENCY_TYPICAL 10e-6

static const struct accelerator *device_changed(struct arena *a, const struct accelerator *device,
                                                struct change by) {
    struct accelerator *x = arena_memdup(a, device, sizeof *device);
#define ACCELERATOR(member, name, unit)                                                            \
    if (unit_equal(unit, UNIT_FLOP_PER_SECOND))                                                    \
        x->member.value *= by.compute;
#include "core/accelerator.def"
#undef ACCELERATOR
    x->memory_capacity.value *= by.capacity;
    x->memory_bandwidth.value *= by.bandwidth;
    x->link_bandwidth.value *= by.link;
    if (!device->link_bandwidth.known) /* devices meet over the host */
        x->host_link_bandwidth.value *= by.link;
    return x;
}

static const struct link *link_changed(struct arena *a, const struct link *link, struct change by) {
    if (!link)
        return NULL;
    struct link *x = arena_memdup(a, link, sizeof *link);
#define LINK(member, name, unit)                                                                   \
    if (unit_equal(unit, UNIT_BYTE_PER_SECOND))                                                    \
        x->member.value *= by.link;                                                                \
    else if (unit_equal(unit, UNIT_SECOND))                                                        \
        x->member.value *= by.latency;
#include "core/link.def"
#undef LINK
    return x;
}

struct scenario *scenario_changed(struct arena *a, const struct scenario *s, struct change by) {
    struct scenario *x = arena_memdup(a, s, sizeof *s);
    x->accelerator = device_changed(a, s->accelerator, by);
    x->device_link = link_changed(a, s->device_link, by);
    if (!s->device_link && !s->accelerator->link_bandwidth.known)
        x->to_host = link_changed(a, s->to_host, by);
    x->between_nodes = link_changed(a, s->between_nodes, by);
    x->memory_capacity *= by.capacity;
    x->memory_bandwidth *= by.bandwidth;
    x->peak *= by.compute;
    x->link_bandwidth *= by.link;
    x->node_link_bandwidth *= by.link;
    if (by.latency != 1)
        x->latency = (s->latency > 0 ? s->latency : LATENCY_TYPICAL) * by.latency;
    return x;
}
