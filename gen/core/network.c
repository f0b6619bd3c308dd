#include "core/network.h"

#include <string.h>

/* ── Shares of a rate that are measured (formulas 17) ── */

static struct quantity share(double low, double typical, double high) {
    return quantity_range(low, typical, high, UNIT_NONE, EMPIRICAL);
}

static struct quantity share_inside(void) {
    return share(0.70, 0.78, 0.85);
}

static struct quantity share_host(void) {
    return share(0.80, 0.88, 0.92);
}

static struct quantity share_between(void) {
    return share(0.60, 0.73, 0.90);
}

/* What this link was measured at, inside the range of its kind or widening it. */
static struct quantity share_measured(struct quantity usual, struct datum measured,
                                      struct datum rated) {
    if (!measured.known || !rated.known)
        return usual;
    double x = measured.value / rated.value;
    return share(x < usual.low ? x : usual.low, x, x > usual.high ? x : usual.high);
}

/* ── Wires ── */

static bool is(const char *word, const char *expected) {
    return word && strcmp(word, expected) == 0;
}

static enum shape shape_of(const struct link *l) {
    static const struct {
        const char *topology;
        enum shape shape;
    } rows[] = {{"mesh", SHAPE_MESH},
                {"torus", SHAPE_TORUS},
                {"pair", SHAPE_PAIR},
                {"switch", SHAPE_SWITCH}};
    for (size_t i = 0; l && i < sizeof rows / sizeof *rows; i++)
        if (is(l->topology, rows[i].topology))
            return rows[i].shape;
    return SHAPE_HOST;
}

/* A link without a row of its own: between cards it is a bridge. */
static enum shape device_shape(const struct scenario *s) {
    const struct accelerator *x = s->accelerator;
    bool bridged = !s->device_link && is(x->form_factor, "pcie");
    if (!s->link && (bridged || is(x->link_note, "pair-only")))
        return SHAPE_PAIR;
    return shape_of(s->device_link);
}

/* Where any two devices meet, all can speak at once. */
static int offers_of(enum shape shape, bool adds) {
    switch (shape) {
    case SHAPE_SWITCH:
        return OFFERS_ROUNDS | OFFERS_DIRECT | (adds ? OFFERS_IN_NETWORK : 0);
    case SHAPE_MESH:
    case SHAPE_PAIR:
        return OFFERS_ROUNDS | OFFERS_DIRECT;
    case SHAPE_TORUS:
        return 1 << ALGORITHM_RING;
    case SHAPE_HOST:
        break;
    }
    return OFFERS_ROUNDS;
}

static double known_or(struct datum d, double otherwise) {
    return d.known ? d.value : otherwise;
}

/* What two devices alone have: it stands in the link's row, or is one of the links that the rate is
 * the sum of. */
static double pair_rate(double bandwidth, const struct link *l, enum shape shape) {
    bool one_of_many = shape == SHAPE_MESH || shape == SHAPE_TORUS;
    if (!l || !l->bandwidth.known)
        return bandwidth;
    if (is(l->scope, "link"))
        return l->bandwidth.value;
    if (l->pair_bandwidth.known)
        return l->pair_bandwidth.value * bandwidth / l->bandwidth.value;
    return one_of_many && l->links.known ? bandwidth / l->links.value : bandwidth;
}

/* A rate that was put in place of the link's own has no measurements. */
static struct wires wires_given(double bandwidth, const struct link *l, enum shape shape,
                                struct quantity usual) {
    return (struct wires){
        .known = true,
        .shape = shape,
        .bandwidth = bandwidth,
        .pair = pair_rate(bandwidth, l, shape),
        .links = l ? known_or(l->links, 0) : 0,
        .share = usual,
        .pair_share = usual,
        .offers = offers_of(shape, false),
    };
}

static struct wires wires_of(const struct link *l, enum shape shape, struct quantity usual) {
    if (!l || !l->bandwidth.known)
        return (struct wires){.known = false};
    struct wires wires = wires_given(l->bandwidth.value, l, shape, usual);
    wires.in_network = known_or(l->in_network_bandwidth, 0);
    wires.floor = known_or(l->latency_floor, 0);
    wires.share = share_measured(usual, l->measured_bandwidth, l->bandwidth);
    wires.pair_share = l->measured_pair_bandwidth.known
                           ? share_measured(usual, l->measured_pair_bandwidth, l->pair_bandwidth)
                           : wires.share;
    wires.offers = offers_of(wires.shape, wires.in_network > 0);
    return wires;
}

static struct wires host_wires(const struct scenario *s) {
    const struct datum *rate = &s->accelerator->host_link_bandwidth;
    struct wires wires = wires_of(s->to_host, SHAPE_HOST, share_host());
    if (rate->known && !(wires.known && wires.bandwidth == rate->value))
        wires = wires_given(rate->value, NULL, SHAPE_HOST, share_host());
    wires.pair = wires.bandwidth;
    return wires;
}

static bool is_host_link(const struct link *l) {
    return l && is(l->kind, "host-link");
}

static struct wires inside_wires(const struct scenario *s) {
    const struct link *l = s->device_link;
    const struct datum *rate = &s->accelerator->link_bandwidth;
    enum shape shape = device_shape(s);
    struct quantity usual = is_host_link(l) ? share_host() : share_inside();
    if (s->link_bandwidth > 0)
        return wires_given(s->link_bandwidth, l, shape, usual);
    bool own = !s->link && rate->known;
    if (l && l->bandwidth.known && !(own && rate->value != l->bandwidth.value))
        return wires_of(l, shape, usual);
    if (own)
        return wires_given(rate->value, l, shape, usual);
    return (struct wires){.known = false};
}

static struct wires between_wires(const struct scenario *s) {
    struct wires wires =
        s->node_link_bandwidth > 0
            ? wires_given(s->node_link_bandwidth, NULL, SHAPE_HOST, share_between())
            : wires_of(s->between_nodes, SHAPE_HOST, share_between());
    wires.pair = wires.bandwidth;
    return wires;
}

struct network network_of(const struct scenario *s) {
    enum { USUAL_NODE = 8 };
    const double us = 1e-6;
    struct network w = {
        .inside = inside_wires(s),
        .host = host_wires(s),
        .between = between_wires(s),
        .latency = quantity_range(5 * us, 10 * us, 40 * us, UNIT_SECOND, EMPIRICAL),
        .latency_given = s->latency > 0 || s->given[SCENARIO_latency],
        .per_node = s->devices_per_node,
    };
    if (!w.inside.known)
        w.inside = w.host;
    if (w.latency_given)
        w.latency = quantity_range(s->latency, s->latency, s->latency, UNIT_SECOND, CEILING);
    if (w.per_node < 1) /* the chips of a torus are one machine */
        w.per_node = w.inside.shape == SHAPE_TORUS ? s->devices : USUAL_NODE;
    return w;
}

/* ── Groups ── */

struct spread network_spread(const struct network *w, struct group g) {
    int64_t most = w->per_node / g.stride;
    int64_t inside = most < 1 ? 1 : most < g.n ? most : g.n;
    return (struct spread){inside, (g.n + inside - 1) / inside};
}

struct group network_neighbours(const struct network *w, struct group g) {
    bool crosses = network_spread(w, g).nodes > 1;
    return (struct group){2, crosses && g.stride < w->per_node ? w->per_node : g.stride};
}

const struct wires *network_wires(const struct network *w, int64_t n) {
    return w->inside.shape == SHAPE_PAIR && n > 2 ? &w->host : &w->inside;
}

bool network_reaches(const struct network *w, struct group g) {
    struct spread s = network_spread(w, g);
    return (s.inside == 1 || network_wires(w, s.inside)->known) &&
           (s.nodes == 1 || w->between.known);
}

static double torus_rate(const struct wires *wires, int64_t n) {
    enum { AXIS = 16 };
    double axes = 1, links = 2;
    for (int64_t reach = AXIS; reach < n; reach *= AXIS)
        axes++;
    if (wires->links > 0 && links * axes > wires->links)
        axes = wires->links / links;
    return links * axes * wires->pair;
}

double wires_rate(const struct wires *wires, int64_t n) {
    double rate = wires->bandwidth;
    if (n <= 2)
        rate = wires->pair;
    else if (wires->shape == SHAPE_MESH)
        rate = (double)(n - 1) * wires->pair;
    else if (wires->shape == SHAPE_TORUS)
        rate = torus_rate(wires, n);
    return rate < wires->bandwidth ? rate : wires->bandwidth;
}

struct quantity wires_share(const struct wires *wires, int64_t n) {
    return n <= 2 ? wires->pair_share : wires->share;
}

/* ── Times ── */

static double at_point(struct quantity q, enum point p) {
    return p == POINT_LOW ? q.low : p == POINT_HIGH ? q.high : q.value;
}

static struct medium medium_of(const struct network *w, const struct wires *wires, int64_t n,
                               enum point p) {
    enum point share_point = p == POINT_LOW    ? POINT_HIGH
                             : p == POINT_HIGH ? POINT_LOW
                                               : POINT_TYPICAL;
    struct quantity reached = wires_share(wires, n);
    double share = at_point(reached, share_point);
    /* Measured once, the sum in the switch varies as much as the ring. */
    double switched = wires->in_network > 0 ? wires->in_network * share / reached.value : 0;
    return (struct medium){
        .latency = at_point(w->latency, p),
        .bandwidth = wires_rate(wires, n) * share,
        .in_network = switched / collective_bus_factor(ALL_REDUCE, NETWORK_MEASURED),
        .offers = wires->offers | (n == 2 ? OFFERS_DIRECT : 0),
    };
}

/* A leg of so many ranks; `part` is how much of the message it carries. */
static struct leg leg_of(enum collective kind, enum algorithm algorithm, double bytes, double part,
                         int64_t n, struct medium medium) {
    if (n <= 1)
        return (struct leg){.choice = ALGORITHM_BEST, .rate = medium.bandwidth};
    enum algorithm choice = collective_choice(kind, algorithm, bytes * part, n, medium);
    struct cost cost = collective_cost(kind, choice, n);
    return (struct leg){choice, cost.hops, cost.volume * part, medium_rate(medium, choice)};
}

static struct leg leg_twice(struct leg l) {
    l.hops *= 2;
    l.volume *= 2;
    return l;
}

struct route network_route(const struct network *w, enum collective kind, enum algorithm algorithm,
                           double bytes, struct group g, enum point point) {
    struct spread s = network_spread(w, g);
    struct medium inside = medium_of(w, network_wires(w, s.inside), s.inside, point);
    struct medium between = medium_of(w, &w->between, s.nodes, point);
    if (kind == ALL_TO_ALL) /* every pair of nodes has a way of its own through the switches */
        between.offers |= OFFERS_DIRECT;
    struct route r = {.latency = inside.latency, .at_once = kind == ALL_TO_ALL};
    double in_part = 1, out_part = 1;
    if (kind == ALL_REDUCE || kind == ALL_GATHER || kind == REDUCE_SCATTER)
        out_part = 1 / (double)s.inside;
    if (kind == ALL_TO_ALL)
        in_part = 1 / (double)s.nodes;
    bool crosses = s.nodes > 1;
    if (kind == ALL_REDUCE && crosses) /* a reduce-scatter before, an all-gather after */
        r.inside = leg_twice(leg_of(ALL_GATHER, algorithm, bytes, in_part, s.inside, inside));
    else if (kind != SEND || !crosses)
        r.inside = leg_of(kind, algorithm, bytes, in_part, s.inside, inside);
    r.between = leg_of(kind, algorithm, bytes, out_part, s.nodes, between);
    return r;
}

static double leg_time(struct leg l, double latency, double bytes) {
    return l.hops > 0 ? l.hops * latency + l.volume * bytes / l.rate : 0;
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

double route_time(struct route r, double bytes) {
    double inside = leg_time(r.inside, r.latency, bytes);
    double between = leg_time(r.between, r.latency, bytes);
    return r.at_once ? larger(inside, between) : inside + between;
}

struct quantity network_time(const struct network *w, enum collective kind,
                             enum algorithm algorithm, double bytes, struct group g) {
    double t[POINTS];
    for (enum point p = POINT_LOW; p < POINTS; p++)
        t[p] = route_time(network_route(w, kind, algorithm, bytes, g, p), bytes);
    /* Called eagerly, a small all-reduce takes what was measured. */
    int64_t inside = network_spread(w, g).inside;
    if (kind == ALL_REDUCE && inside > 1 && !w->latency_given)
        t[POINT_HIGH] = larger(t[POINT_HIGH], network_wires(w, inside)->floor);
    return quantity_range(t[POINT_LOW], t[POINT_TYPICAL], t[POINT_HIGH], UNIT_SECOND, EMPIRICAL);
}
