/* What a message between n devices costs (formulas 11): so many hops of the latency, and so many
 * times the message over the bandwidth of a device, one way. */
#ifndef RIDGE_CORE_COLLECTIVE_H
#define RIDGE_CORE_COLLECTIVE_H

#include <stdbool.h>
#include <stdint.h>

enum collective {
    ALL_REDUCE,
    ALL_GATHER,
    REDUCE_SCATTER,
    ALL_TO_ALL,
    BROADCAST,
    SEND, /* to one neighbour; n does not matter */
    COLLECTIVES
};

enum algorithm {
    ALGORITHM_BEST, /* the shortest of those that the wires offer */
    ALGORITHM_RING,
    ALGORITHM_TREE,
    ALGORITHM_ONE_SHOT, /* everyone to everyone in one step; also the direct all-to-all */
    ALGORITHM_TWO_SHOT,
    ALGORITHM_IN_NETWORK, /* the switch adds up */
    ALGORITHM_FUSED,      /* both halves in one kernel that waits once */
    ALGORITHMS
};

/* A word of the option `collective`; the order is that of the enum. NULL past the end. */
const char *algorithm_name(enum algorithm algorithm);
enum algorithm algorithm_of(const char *name); /* best when NULL */

/* What wires offer, by bit 1 << algorithm. Fused kernels are asked for by name only. */
enum {
    OFFERS_ROUNDS = 1 << ALGORITHM_RING | 1 << ALGORITHM_TREE,
    OFFERS_DIRECT = 1 << ALGORITHM_ONE_SHOT | 1 << ALGORITHM_TWO_SHOT,
    OFFERS_IN_NETWORK = 1 << ALGORITHM_IN_NETWORK
};

struct medium {
    double latency;    /* s a hop */
    double bandwidth;  /* B/s */
    double in_network; /* B/s of a message that the switch adds up; 0 = as bandwidth */
    int offers;
};

double medium_rate(struct medium medium, enum algorithm choice);

/* Time of a message of so many bytes: the full tensor, for all-to-all what one device holds, for
 * send what is sent. One device sends nothing: 0. An algorithm that the collective does not have
 * counts as best. */
double collective_time(enum collective kind, enum algorithm algorithm, double bytes, int64_t n,
                       struct medium medium);

/* Which algorithm that time is of. */
enum algorithm collective_choice(enum collective kind, enum algorithm algorithm, double bytes,
                                 int64_t n, struct medium medium);

/* Hops and message volumes of a choice. */
struct cost {
    double hops, volume;
};

struct cost collective_cost(enum collective kind, enum algorithm choice, int64_t n);

/* The formula of a choice, in the ranks n, the message S_m, the latency t_hop and the rate β_l, of
 * a switch that adds up β_sw ("2 · (n − 1) · t_hop + …"). */
const char *collective_formula(enum collective kind, enum algorithm choice);

/* Bytes on the wire of the busiest device per byte of the message: 2 (n − 1) / n for an all-reduce,
 * (n − 1) / n for the halves of it. Bus bandwidth is this times bytes over time. */
double collective_bus_factor(enum collective kind, int64_t n);

#endif
