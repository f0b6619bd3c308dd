#include "base/lookup.h"

#include <stdint.h>
#include <string.h>

struct slot {
    const void *key, *value;
    uint64_t hash;
};

struct lookup {
    struct arena *arena;
    struct slot *slots;
    size_t size, used; /* size is a power of two */
};

enum { FIRST_SIZE = 64 };

/* What tells keys apart: their bytes, or their address. */
enum key_kind { KEY_TEXT, KEY_ADDRESS };

/* FNV-1a. */
static uint64_t hash_bytes(const void *bytes, size_t n) {
    const unsigned char *at = bytes;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 32;
}

static uint64_t hash_of(const void *key, enum key_kind kind) {
    return kind == KEY_TEXT ? hash_bytes(key, strlen(key)) : hash_bytes(&key, sizeof key);
}

static bool same(const void *x, const void *y, enum key_kind kind) {
    return x == y || (kind == KEY_TEXT && !strcmp(x, y));
}

static struct slot *find(const struct lookup *l, const void *key, uint64_t hash,
                         enum key_kind kind) {
    size_t i = (size_t)hash & (l->size - 1);
    while (l->slots[i].value && (l->slots[i].hash != hash || !same(l->slots[i].key, key, kind)))
        i = (i + 1) & (l->size - 1);
    return &l->slots[i];
}

struct lookup *lookup_new(struct arena *a) {
    struct lookup *l = ARENA_NEW(a, struct lookup);
    l->arena = a;
    l->size = FIRST_SIZE;
    l->slots = ARENA_ARRAY(a, struct slot, l->size);
    return l;
}

static void grow(struct lookup *l) {
    struct lookup larger = *l;
    larger.size *= 2;
    larger.slots = ARENA_ARRAY(l->arena, struct slot, larger.size);
    for (size_t i = 0; i < l->size; i++) {
        if (!l->slots[i].value)
            continue;
        size_t at = (size_t)l->slots[i].hash & (larger.size - 1);
        while (larger.slots[at].value)
            at = (at + 1) & (larger.size - 1);
        larger.slots[at] = l->slots[i];
    }
    *l = larger;
}

static bool put(struct lookup *l, const void *key, const void *value, enum key_kind kind) {
    if (2 * (l->used + 1) > l->size)
        grow(l);
    uint64_t hash = hash_of(key, kind);
    struct slot *slot = find(l, key, hash, kind);
    if (slot->value)
        return false;
    *slot = (struct slot){key, value, hash};
    l->used++;
    return true;
}

bool lookup_put(struct lookup *l, const char *key, const void *value) {
    return put(l, key, value, KEY_TEXT);
}

const void *lookup_get(const struct lookup *l, const char *key) {
    return find(l, key, hash_of(key, KEY_TEXT), KEY_TEXT)->value;
}

bool lookup_put_at(struct lookup *l, const void *address, const void *value) {
    return put(l, address, value, KEY_ADDRESS);
}

const void *lookup_get_at(const struct lookup *l, const void *address) {
    return find(l, address, hash_of(address, KEY_ADDRESS), KEY_ADDRESS)->value;
}
