/* The wires between the devices of a scenario, inside a node and between nodes, and what messages
 * over them take (formulas 11, 17). */
#ifndef RIDGE_CORE_NETWORK_H
#define RIDGE_CORE_NETWORK_H

#include "core/collective.h"
#include "core/estimate.h"

/* How wires join devices: through a switch, each with each, along the axes of a torus, two and two,
 * or through the host. */
enum shape { SHAPE_SWITCH, SHAPE_MESH, SHAPE_TORUS, SHAPE_PAIR, SHAPE_HOST };

enum { NETWORK_MEASURED = 8 }; /* devices of such a measurement: the switch takes each byte once */

struct wires {
    bool known; /* a rate is known: without one there is no time */
    enum shape shape;
    double bandwidth;  /* of one device, one way, as rated */
    double pair;       /* of two devices alone */
    double links;      /* that the bandwidth is the sum of; 0 = not known */
    double in_network; /* measured bus bandwidth when the switch adds up; 0 = none */
    double floor;      /* measured time of a small all-reduce; 0 = not measured */
    struct quantity share, pair_share; /* that large messages reach: measured */
    int offers;
};

struct network {
    struct wires inside, host, between; /* host: where bridges join pairs only */
    struct quantity latency;            /* of a hop: 5, 10, 40 µs, or as given */
    bool latency_given;
    int64_t per_node;
};

/* Rates by precedence: the scenario's own, the link that it names, the device's; without a link
 * between devices, the device's link to the host. */
struct network network_of(const struct scenario *s);

/* Ranks of a message, `stride` devices apart. */
struct group {
    int64_t n, stride;
};

/* How many of a group share a node, and over how many nodes it lies. */
struct spread {
    int64_t inside, nodes;
};

struct spread network_spread(const struct network *w, struct group g);

/* Two neighbours of the group: of different nodes where the group lies over several. */
struct group network_neighbours(const struct network *w, struct group g);

/* Every rate that the group needs is known. */
bool network_reaches(const struct network *w, struct group g);

/* The wires that so many devices of one node use. */
const struct wires *network_wires(const struct network *w, int64_t n);

/* What one of n devices sends at, as rated: a pair of a mesh has one link of it, a group on a torus
 * the two links of each axis that it needs (an axis is up to 16 long). */
double wires_rate(const struct wires *wires, int64_t n);
struct quantity wires_share(const struct wires *wires, int64_t n);

enum point { POINT_LOW, POINT_TYPICAL, POINT_HIGH, POINTS };

/* A message on its way: hops, volumes and the rate inside a node and between nodes. */
struct leg {
    enum algorithm choice;
    double hops, volume, rate;
};

struct route {
    struct leg inside, between; /* without hops where there is none */
    double latency;
    bool at_once; /* both legs run at the same time */
};

/* Over several nodes: halves inside the node around the exchange between nodes, each device with
 * its own share; an all-to-all by its slower leg. The group must be reached. */
struct route network_route(const struct network *w, enum collective kind, enum algorithm algorithm,
                           double bytes, struct group g, enum point point);

double route_time(struct route r, double bytes);

/* Time of one message: empirical, from the lowest latency and the highest share to the opposite. */
struct quantity network_time(const struct network *w, enum collective kind,
                             enum algorithm algorithm, double bytes, struct group g);

#endif
