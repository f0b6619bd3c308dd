/* A table of keys and what stands behind them, in an arena. Open addressing, at most half full. */
#ifndef RIDGE_BASE_LOOKUP_H
#define RIDGE_BASE_LOOKUP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct lookup;

struct lookup *lookup_new(struct arena *a);

/* Strings as keys; they are lent. The first value put under a key stays: a second one is refused.
 * NULL when a key is absent; values are not NULL. */
bool lookup_put(struct lookup *l, const char *key, const void *value);
const void *lookup_get(const struct lookup *l, const char *key);

/* The same with an address as the key, whatever stands there. */
bool lookup_put_at(struct lookup *l, const void *address, const void *value);
const void *lookup_get_at(const struct lookup *l, const void *address);

#endif
