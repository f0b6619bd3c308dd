#include "catalog/store.h"

#include <string.h>

void store_add(struct arena *a, struct list *list, void *item) {
    ARENA_GROW(a, list->at, list->n, list->room, 16);
    list->at[list->n++] = item;
}

static const char *item_id(const void *item) {
    return *(const char *const *)item;
}

void *store_find(const struct list *list, const char *id) {
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(item_id(list->at[i]), id) == 0)
            return list->at[i];
    return NULL;
}

void store_report_unknown(const struct list *list, struct diag *d, enum diag_kind kind,
                          struct span where, const char *id, const char *expected) {
    struct arena *scratch = arena_new();
    const char **names = ARENA_ARRAY(scratch, const char *, list->n + 1);
    for (size_t i = 0; i < list->n; i++)
        names[i] = item_id(list->at[i]);
    diag_report(d, kind, where, id, expected, nearest_name(id, names, list->n));
    arena_drop(scratch);
}
