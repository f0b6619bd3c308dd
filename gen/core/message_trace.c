#include "core/message_trace.h"

#include <string.h>

#include "core/interval.h"

static struct quantity rate_quantity(double rate) {
    return interval_ceiling(rate, UNIT_BYTE_PER_SECOND);
}

static struct quantity reached_rate(double rated, struct quantity share) {
    return interval_multiply(rate_quantity(rated), share);
}

/* ── Rates ── */

/* Whether the last line of that name has that value. */
static bool is_said(const struct courier *c, enum step_name name, double value) {
    for (size_t i = c->trace->n; i > 0; i--)
        if (c->trace->steps[i - 1].label == estimate_label_at(name))
            return c->trace->steps[i - 1].result.value == value;
    return false;
}

static void say_latency(struct courier *c) {
    if (!is_said(c, STEP_LINK_LATENCY, c->w.latency.value))
        TRACE(c->trace, STEP_LINK_LATENCY, "t_hop", c->w.latency, Q("t_hop", c->w.latency, "us"));
}

static void say_inside(struct courier *c, int64_t n) {
    const struct wires *wires = network_wires(&c->w, n);
    double rated = wires_rate(wires, n);
    struct quantity share = wires_share(wires, n), reached = reached_rate(rated, share);
    if (is_said(c, STEP_LINK_RATE, reached.value))
        return;
    bool mesh = wires->shape == SHAPE_MESH && rated < wires->bandwidth;
    TRACE(c->trace, STEP_LINK_RATE, mesh ? "(n − 1) · β_pair · η_β" : "β_dev · η_β", reached,
          N("n", n), Q("β_pair", rate_quantity(wires->pair), "GB/s"),
          Q("β_dev", rate_quantity(rated), "GB/s"), N("η_β", share.value));
}

/* A measured bus bandwidth is of the ring's traffic; the switch moves the message once. */
static void say_switch(struct courier *c, int64_t n, double rate) {
    if (is_said(c, STEP_SWITCH_RATE, rate))
        return;
    struct quantity share = wires_share(&c->w.inside, n);
    struct quantity reached =
        quantity_range(rate * share.low / share.value, rate, rate * share.high / share.value,
                       UNIT_BYTE_PER_SECOND, EMPIRICAL);
    TRACE(c->trace, STEP_SWITCH_RATE, "B_bus · n_bus / (2 · (n_bus − 1))", reached,
          Q("B_bus", rate_quantity(c->w.inside.in_network), "GB/s"), N("n_bus", NETWORK_MEASURED));
}

static void say_between(struct courier *c) {
    const struct wires *wires = &c->w.between;
    struct quantity reached = reached_rate(wires->bandwidth, wires->share);
    if (is_said(c, STEP_NODE_RATE, reached.value))
        return;
    TRACE(c->trace, STEP_NODE_RATE, "β_nic · η_node", reached,
          Q("β_nic", rate_quantity(wires->bandwidth), "GB/s"), N("η_node", wires->share.value));
}

/* ── One message ── */

static const char *renamed(struct arena *a, const char *formula, const char *from, const char *to) {
    const char *at = strstr(formula, from);
    if (!at)
        return formula;
    return arena_printf(a, "%.*s%s%s", (int)(at - formula), formula, to, at + strlen(from));
}

/* Inside one node, or one device of each node. */
static const char *flat_formula(struct arena *a, const struct message *m, struct route r) {
    bool between = r.between.hops > 0;
    const char *text = collective_formula(m->kind, between ? r.between.choice : r.inside.choice);
    if (between)
        text = renamed(a, text, "S_m / β_l", "S_m / β_node");
    return arena_printf(a, "n_msg · (%s)", text);
}

static const char *message_formula(struct arena *a, const struct message *m, struct route r) {
    if (!(r.between.hops > 0 && r.inside.hops > 0))
        return flat_formula(a, m, r);
    return r.at_once
               ? "n_msg · max(n_near · t_hop + k_near · S_m / β_l, n_far · t_hop + k_far · S_m / "
                 "β_node)"
               : "n_msg · ((n_near + n_far) · t_hop + k_near · S_m / β_l + k_far · S_m / β_node)";
}

static const char *bytes_unit(double bytes) {
    return bytes < 1e3 ? "B" : bytes < 1e6 ? "kB" : bytes < 1e9 ? "MB" : "GB";
}

void message_line(struct courier *c, const struct message *m, struct quantity time) {
    if (c->trace->off)
        return;
    struct spread spread = network_spread(&c->w, m->group);
    struct route r = network_route(&c->w, m->kind, c->algorithm, m->bytes, m->group, POINT_TYPICAL);
    bool inside = r.inside.hops > 0, switched = r.inside.choice == ALGORITHM_IN_NETWORK;
    say_latency(c);
    if (inside && switched)
        say_switch(c, spread.inside, r.inside.rate);
    else if (inside)
        say_inside(c, spread.inside);
    if (r.between.hops > 0)
        say_between(c);
    TRACE(c->trace, m->step, message_formula(c->trace->arena, m, r), time, N("n_msg", m->count),
          N("n", inside ? spread.inside : spread.nodes), Q("t_hop", c->w.latency, "us"),
          Q("S_m", quantity_exact(m->bytes, UNIT_BYTE), bytes_unit(m->bytes)),
          Q("β_l", rate_quantity(r.inside.rate), "GB/s"),
          Q("β_sw", rate_quantity(r.inside.rate), "GB/s"),
          Q("β_node", rate_quantity(r.between.rate), "GB/s"), N("n_near", r.inside.hops),
          N("n_far", r.between.hops), N("k_near", r.inside.volume), N("k_far", r.between.volume));
}

struct quantity message_time(const struct courier *c, const struct message *m) {
    struct quantity t = network_time(&c->w, m->kind, c->algorithm, m->bytes, m->group);
    if (m->saved > 0)
        t.low = network_time(&c->w, m->kind, c->algorithm, m->bytes * (1 - m->saved), m->group).low;
    return interval_scale(t, m->count);
}
