#include "catalog/evaluate.h"

#include <string.h>

static bool words_equal(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool origins_equal(const struct origin *a, const struct origin *b) {
    return a->estimate == b->estimate && a->step == b->step && a->datum == b->datum &&
           words_equal(a->entry, b->entry) && words_equal(a->field, b->field);
}

const struct origin *origin_new(struct arena *a, struct origin origin) {
    origin.next = NULL;
    return arena_memdup(a, &origin, sizeof origin);
}

const struct origin *origins_join(struct arena *a, const struct origin *first,
                                  const struct origin *second) {
    struct origin *all = NULL, **last = &all;
    const struct origin *const sides[] = {first, second};
    for (size_t i = 0; i < 2; i++)
        for (const struct origin *o = sides[i]; o; o = o->next) {
            struct origin *seen = all;
            while (seen && !origins_equal(seen, o))
                seen = seen->next;
            if (seen)
                continue;
            *last = arena_memdup(a, o, sizeof *o);
            (*last)->next = NULL;
            last = &(*last)->next;
        }
    return all;
}
