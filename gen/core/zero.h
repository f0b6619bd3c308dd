/* How the states of training are sharded over the data ranks (formulas 4.2). */
#ifndef RIDGE_CORE_ZERO_H
#define RIDGE_CORE_ZERO_H

#include "core/parallel.h"

struct sharding {
    const char *id;
    bool optimizer, gradients, weights; /* divided */
    double whole_gradient;              /* bytes per parameter that stay whole */
    int gathered;                       /* units of weights that stand whole for a while */
    const char *recipe;                 /* the optimizer recipe it is counted with, or NULL */
};

const struct sharding *zero_lookup(const char *id); /* NULL when unknown */
size_t zero_count(void);
const struct sharding *zero_at(size_t i);

/* Ranks that one shard is divided over: the group of hybrid sharding, at most the ranks there are.
 */
struct shard_groups {
    double dense, experts;
};

struct shard_groups zero_groups(const struct scenario *s, struct degrees d);

/* Bytes on one rank of a part of the parameters that one group shards. */
struct shard_bytes {
    double weights, gradients, optimizer;
};

struct shard_bytes zero_shard(const struct sharding *z, struct shard_bytes whole, double gradients,
                              double group);

#endif
