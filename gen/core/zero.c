#include "core/zero.h"

#include <string.h>

static const struct sharding rows[] = {
#define SHARDING(name, states, grads, params, whole, units, with)                                  \
    {.id = name,                                                                                   \
     .optimizer = states,                                                                          \
     .gradients = grads,                                                                           \
     .weights = params,                                                                            \
     .whole_gradient = whole,                                                                      \
     .gathered = units,                                                                            \
     .recipe = with},
#include "core/zero.def"
#undef SHARDING
};

size_t zero_count(void) {
    return sizeof rows / sizeof *rows;
}

const struct sharding *zero_at(size_t i) {
    return &rows[i];
}

const struct sharding *zero_lookup(const char *id) {
    for (size_t i = 0; id && i < zero_count(); i++)
        if (strcmp(rows[i].id, id) == 0)
            return &rows[i];
    return NULL;
}

static double group_of(const struct scenario *s, int64_t ranks) {
    bool hybrid = s->shard_group > 0 && s->shard_group < ranks;
    return (double)(hybrid ? s->shard_group : ranks);
}

struct shard_groups zero_groups(const struct scenario *s, struct degrees d) {
    return (struct shard_groups){
        .dense = group_of(s, degrees_dense_shards(d)),
        .experts = group_of(s, degrees_expert_shards(d)),
    };
}

struct shard_bytes zero_shard(const struct sharding *z, struct shard_bytes whole, double gradients,
                              double group) {
    double stays = z->whole_gradient < gradients ? z->whole_gradient : gradients;
    double share = gradients > 0 ? stays / gradients : 0;
    return (struct shard_bytes){
        .weights = z->weights ? whole.weights / group : whole.weights,
        .gradients =
            z->gradients ? whole.gradients * (share + (1 - share) / group) : whole.gradients,
        .optimizer = z->optimizer ? whole.optimizer / group : whole.optimizer,
    };
}
