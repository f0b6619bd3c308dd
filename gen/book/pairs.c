#include "book/pairs.h"

#include <stdio.h>

static size_t reports(const struct diag *d) {
    return diag_count(d, SEVERITY_WARNING);
}

/* What one pair needs is dropped after it, since there are ten thousand, unless a report shows it. */
static bool make_pair(const struct workshop *w, const char *language, const char *template_path,
                      const struct accelerator *const pair[2], const char *folder) {
    struct session job = *w->session;
    struct workshop shop = *w;
    job.arena = arena_new();
    shop.session = &job;
    size_t before = reports(job.diag);
    struct bytes out = {.arena = job.arena};
    bool good = product_sheet(&shop, language, template_path, pair, 2, NULL, &out) &&
                file_write(job.diag,
                           arena_printf(job.arena, "%s/%s-vs-%s.%s.pdf", folder, pair[0]->id,
                                        pair[1]->id, language),
                           out.at, out.n);
    if (reports(job.diag) == before)
        arena_drop(job.arena);
    return good;
}

void pairs_make(struct workshop *w, const char *language, const char *template_path,
                const char *folder) {
    struct catalog *c = w->catalog;
    size_t n = catalog_accelerator_count(c), possible = 0, made = 0;
    if (!folder_make(w->session->diag, folder))
        return;
    const struct accelerator **at = ARENA_ARRAY(w->session->arena, const struct accelerator *, n + 1);
    for (size_t i = 0; i < n; i++) {
        const struct accelerator *x = catalog_accelerator_at(c, i);
        if (!sheet_lacks(x))
            at[possible++] = x;
    }
    for (size_t i = 0; i < possible; i++)
        for (size_t k = i + 1; k < possible; k++) {
            const struct accelerator *pair[2] = {at[i], at[k]};
            if (make_pair(w, language, template_path, pair, folder))
                made++;
            else
                fprintf(stderr, "ridge: %s beside %s is left out for a fault\n", pair[0]->id,
                        pair[1]->id);
            if (diag_count(w->session->diag, SEVERITY_MACHINE))
                return; /* the disk is full, say: nothing more is tried */
        }
    for (size_t i = 0; i < n; i++) {
        const struct accelerator *x = catalog_accelerator_at(c, i);
        const char *lacks = sheet_lacks(x);
        if (lacks)
            fprintf(stderr, "ridge: %s is left out: it lacks %s\n", x->id, lacks);
    }
    fprintf(stderr, "%zu comparisons of %zu devices in %s\n", made, possible, folder);
}
