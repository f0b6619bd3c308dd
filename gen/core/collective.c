#include "core/collective.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

const char *algorithm_name(enum algorithm algorithm) {
    static const char *const names[] = {"best",     "ring",       "tree", "one-shot",
                                        "two-shot", "in-network", "fused"};
    return algorithm < ALGORITHMS ? names[algorithm] : NULL;
}

enum algorithm algorithm_of(const char *name) {
    for (int i = 0; name && i < ALGORITHMS; i++)
        if (strcmp(algorithm_name((enum algorithm)i), name) == 0)
            return (enum algorithm)i;
    return ALGORITHM_BEST;
}

/* ── Costs in hops and in messages over the bandwidth ── */

static double one(double n) {
    (void)n;
    return 1;
}

static double two(double n) {
    (void)n;
    return 2;
}

static double others(double n) {
    return n - 1;
}

static double twice_others(double n) {
    return 2 * (n - 1);
}

static double parts(double n) {
    return (n - 1) / n;
}

static double twice_parts(double n) {
    return 2 * (n - 1) / n;
}

static double depth(double n) {
    return log2(n);
}

static double twice_depth(double n) {
    return 2 * log2(n);
}

#define DIRECT_HALF "t_hop + (n − 1) / n · S_m / β_l"
#define RING_HALF   "(n − 1) · t_hop + (n − 1) / n · S_m / β_l"

static const struct row {
    enum collective kind;
    enum algorithm algorithm;
    double (*hops)(double n);
    double (*volume)(double n);
    const char *formula;
} rows[] = {
    {ALL_REDUCE, ALGORITHM_RING, twice_others, twice_parts,
     "2 · (n − 1) · t_hop + 2 · (n − 1) / n · S_m / β_l"},
    {ALL_REDUCE, ALGORITHM_TREE, twice_depth, two, "2 · log2(n) · t_hop + 2 · S_m / β_l"},
    {ALL_REDUCE, ALGORITHM_ONE_SHOT, one, others, "t_hop + (n − 1) · S_m / β_l"},
    {ALL_REDUCE, ALGORITHM_TWO_SHOT, two, twice_parts, "2 · t_hop + 2 · (n − 1) / n · S_m / β_l"},
    {ALL_REDUCE, ALGORITHM_IN_NETWORK, one, one, "t_hop + S_m / β_sw"},
    {ALL_REDUCE, ALGORITHM_FUSED, one, twice_parts, "t_hop + 2 · (n − 1) / n · S_m / β_l"},
    {ALL_GATHER, ALGORITHM_RING, others, parts, RING_HALF},
    {ALL_GATHER, ALGORITHM_ONE_SHOT, one, parts, DIRECT_HALF},
    {ALL_GATHER, ALGORITHM_FUSED, one, parts, DIRECT_HALF},
    {REDUCE_SCATTER, ALGORITHM_RING, others, parts, RING_HALF},
    {REDUCE_SCATTER, ALGORITHM_ONE_SHOT, one, parts, DIRECT_HALF},
    {REDUCE_SCATTER, ALGORITHM_FUSED, one, parts, DIRECT_HALF},
    {ALL_TO_ALL, ALGORITHM_RING, others, parts, RING_HALF},
    {ALL_TO_ALL, ALGORITHM_ONE_SHOT, one, parts, DIRECT_HALF},
    {BROADCAST, ALGORITHM_RING, depth, one, "log2(n) · t_hop + S_m / β_l"},
    {SEND, ALGORITHM_RING, one, one, "t_hop + S_m / β_l"},
};
enum { ROWS = sizeof rows / sizeof *rows };

double medium_rate(struct medium medium, enum algorithm choice) {
    bool switched = choice == ALGORITHM_IN_NETWORK && medium.in_network > 0;
    return switched ? medium.in_network : medium.bandwidth;
}

static double row_time(const struct row *r, double bytes, int64_t n, struct medium medium) {
    return r->hops((double)n) * medium.latency +
           r->volume((double)n) * bytes / medium_rate(medium, r->algorithm);
}

static const struct row *row_find(enum collective kind, enum algorithm algorithm) {
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].kind == kind && rows[i].algorithm == algorithm)
            return &rows[i];
    return NULL;
}

/* The shortest that is offered; every collective has a ring. */
static const struct row *row_best(enum collective kind, double bytes, int64_t n,
                                  struct medium medium) {
    const struct row *best = row_find(kind, ALGORITHM_RING);
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].kind == kind && medium.offers & 1 << rows[i].algorithm &&
            row_time(&rows[i], bytes, n, medium) < row_time(best, bytes, n, medium))
            best = &rows[i];
    return best;
}

static const struct row *row_of(enum collective kind, enum algorithm algorithm, double bytes,
                                int64_t n, struct medium medium) {
    const struct row *named = row_find(kind, algorithm);
    return named ? named : row_best(kind, bytes, n, medium);
}

double collective_time(enum collective kind, enum algorithm algorithm, double bytes, int64_t n,
                       struct medium medium) {
    if (n <= 1)
        return 0;
    return row_time(row_of(kind, algorithm, bytes, n, medium), bytes, n, medium);
}

enum algorithm collective_choice(enum collective kind, enum algorithm algorithm, double bytes,
                                 int64_t n, struct medium medium) {
    return row_of(kind, algorithm, bytes, n, medium)->algorithm;
}

struct cost collective_cost(enum collective kind, enum algorithm choice, int64_t n) {
    const struct row *r = row_find(kind, choice);
    if (!r || n <= 1)
        return (struct cost){0, 0};
    return (struct cost){r->hops((double)n), r->volume((double)n)};
}

const char *collective_formula(enum collective kind, enum algorithm choice) {
    const struct row *r = row_find(kind, choice);
    return r ? r->formula : NULL;
}

double collective_bus_factor(enum collective kind, int64_t n) {
    if (kind == BROADCAST || kind == SEND)
        return 1;
    return kind == ALL_REDUCE ? twice_parts((double)n) : parts((double)n);
}
