#include "catalog/store.h"

#include <string.h>

#include "catalog/later.h"

static const char *item_id(const void *item) {
    return *(const char *const *)item;
}

/* The place of an id; n when there is none. */
static size_t place_of(const struct list *list, const char *id) {
    size_t i = 0;
    while (i < list->n && strcmp(item_id(list->at[i]), id) != 0)
        i++;
    return i;
}

void store_add(struct arena *a, struct list *list, void *item) {
    size_t i = list->layer || list->later ? place_of(list, item_id(item)) : list->n;
    ARENA_GROW(a, list->at, list->n, list->room, 16);
    ARENA_GROW(a, list->layers, list->n, list->layer_room, 16);
    if (i < list->n)
        later_replace(list, i);
    list->at[i] = item;
    list->layers[i] = list->layer;
    list->n += i == list->n;
}

void *store_find(const struct list *list, const char *id) {
    size_t i = place_of(list, id);
    return i < list->n && later_has(list, i) ? list->at[i] : NULL;
}

bool store_has(const struct list *list, const char *id) {
    size_t i = place_of(list, id);
    return i < list->n && list->layers[i] == list->layer && !later_waits(list, i);
}

const char *store_nearest(struct arena *a, const struct list *list, const char *word) {
    const char **names = ARENA_ARRAY(a, const char *, list->n + 1);
    for (size_t i = 0; i < list->n; i++)
        names[i] = item_id(list->at[i]);
    return nearest_names(a, word, names, list->n);
}

void store_report_unknown(const struct list *list, struct diag *d, enum diag_kind kind,
                          struct span where, const char *id, const char *expected) {
    if (place_of(list, id) < list->n)
        return;
    struct arena *scratch = arena_new();
    diag_report(d, kind, where, id, expected, store_nearest(scratch, list, id));
    arena_drop(scratch);
}
