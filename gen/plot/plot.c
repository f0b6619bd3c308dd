#include "plot/plot.h"

#include <string.h>

bool request_shows(const struct chart_request *r, const char *word) {
    for (size_t i = 0; i < r->shown_count; i++)
        if (!strcmp(r->shown[i], word))
            return true;
    return false;
}

const struct model *request_model(const struct chart_request *r, struct diag *d, const char *id) {
    return r->model_count ? r->models[0] : catalog_model(r->catalog, d, r->where, id);
}

/* The next id of a list between blanks; NULL at its end. */
static const char *next_id(struct arena *a, const char **ids) {
    *ids += strspn(*ids, " ");
    size_t n = strcspn(*ids, " ");
    const char *id = n ? arena_strndup(a, *ids, n) : NULL;
    *ids += n;
    return id;
}

size_t request_accelerators(const struct chart_request *r, struct diag *d, const char *ids,
                            const struct accelerator **out, size_t room) {
    size_t n = 0;
    for (; n < r->accelerator_count && n < room; n++)
        out[n] = r->accelerators[n];
    struct arena *scratch = arena_new();
    for (const char *id; !r->accelerator_count && n < room && (id = next_id(scratch, &ids));)
        if ((out[n] = catalog_accelerator(r->catalog, d, r->where, id)))
            n++;
    arena_drop(scratch);
    return n;
}

size_t request_models(const struct chart_request *r, struct diag *d, const char *ids,
                      const struct model **out, size_t room) {
    size_t n = 0;
    for (; n < r->model_count && n < room; n++)
        out[n] = r->models[n];
    struct arena *scratch = arena_new();
    for (const char *id; !r->model_count && n < room && (id = next_id(scratch, &ids));)
        if ((out[n] = catalog_model(r->catalog, d, r->where, id)))
            n++;
    arena_drop(scratch);
    return n;
}
