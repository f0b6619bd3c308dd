/* Names of the catalogue that a line must not break: of several words, or long enough for a hyphen.
 */
#include <stdlib.h>
#include <string.h>

#include "page/names.h"

enum { HYPHENATED = 7 };

struct names {
    struct setter *setter;
    const char **at;
    size_t room;
};

static void add(struct names *n, const char *name) {
    if (!name || (!strchr(name, ' ') && strlen(name) < HYPHENATED))
        return;
    ARENA_GROW(n->setter->arena, n->at, n->setter->name_count, n->room, 64);
    n->at[n->setter->name_count++] = name;
}

static int by_bytes(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void names_collect(struct setter *s) {
    const struct catalog *c = s->request->catalog;
    struct names n = {.setter = s};
    for (size_t i = 0; c && i < catalog_accelerator_count(c); i++) {
        add(&n, catalog_accelerator_at(c, i)->name);
        add(&n, catalog_accelerator_at(c, i)->short_name);
    }
    for (size_t i = 0; c && i < catalog_model_count(c); i++) {
        add(&n, catalog_model_at(c, i)->name);
        add(&n, catalog_model_at(c, i)->short_name);
        add(&n, catalog_model_at(c, i)->family);
    }
    for (size_t i = 0; c && i < catalog_link_count(c); i++)
        add(&n, catalog_link_at(c, i)->name);
    if (s->name_count)
        qsort(n.at, s->name_count, sizeof *n.at, by_bytes);
    s->names = n.at;
}
