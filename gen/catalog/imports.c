/* Configuration files in place of ids of models. */
#include "catalog/store.h"

#include <string.h>

#include "base/file.h"
#include "catalog/import.h"

struct imported {
    const char *path;
    struct model *model;
};

bool model_is_file(const char *name) {
    size_t n = strlen(name);
    return strchr(name, '/') || (n > 5 && strcmp(name + n - 5, ".json") == 0);
}

/* The path to open, or NULL after reporting. */
static const char *resolved(const struct catalog *c, struct diag *d, struct span where,
                            const char *path) {
    if (!where.source)
        return path;
    bool outside = false;
    const char *base = arena_printf(c->arena, "%s/", c->imports->root);
    const char *real = path_inside(c->arena, c->imports->root, base, path, &outside);
    if (outside)
        diag_report(d, DIAG_INCLUDE_OUTSIDE, where, path, "a path below the content root", NULL);
    return outside ? NULL : real ? real : path_join(c->arena, base, path);
}

const struct model *imports_model(const struct catalog *c, struct diag *d, struct span where,
                                  const char *path) {
    struct imports *imports = c->imports;
    const char *real = resolved(c, d, where, path);
    real = real ? import_file(c->arena, real) : NULL;
    const struct imported *known = real ? store_find(&imports->models, real) : NULL;
    if (!real || known)
        return known ? known->model : NULL;
    struct model *m = model_import(c->arena, d, where, real, NULL);
    if (!m)
        return NULL;
    m->reference = store_find(&c->references, IMPORT_SOURCE);
    struct imported *item = ARENA_NEW(c->arena, struct imported);
    *item = (struct imported){arena_strdup(c->arena, real), m};
    store_add(c->arena, &imports->models, item);
    if (imports->files)
        path_list_add(c->arena, imports->files, real);
    return m;
}
