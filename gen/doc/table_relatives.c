/* r:table of="relatives": the devices nearest to one, each with its ratios to it. */
#include "core/relatives.h"
#include "doc/build.h"
#include "doc/facts.h"

enum { RELATIVES = 3 };

static const char *const LIMITS[RELATIVE_LIMITS] = {"memory-capacity", "memory-bandwidth", "peak"};

static const struct accelerator *const *all_devices(struct reader *r, size_t *n) {
    const struct catalog *c = r->request->catalog;
    *n = catalog_accelerator_count(c);
    const struct accelerator **all = ARENA_ARRAY(r->arena, const struct accelerator *, *n + 1);
    for (size_t i = 0; i < *n; i++)
        all[i] = catalog_accelerator_at(c, i);
    return all;
}

/* "141 1.8×": the value, and in Semibold what it is to the device of the sheet. */
static void put_limit(struct grid *g, size_t i, size_t k, const struct relative *x) {
    struct fact_row row;
    double value;
    if (!(x->ratio[k] > 0) || !fact_row_find(LIMITS[k], &row) ||
        !fact_number(x->device, LIMITS[k], &value, NULL, NULL)) {
        grid_missing(g, i, k + 1);
        return;
    }
    struct inline_ *text =
        inline_new(g->r, INLINE_TEXT,
                   arena_printf(g->r->arena, "%s ", fact_print(g->r->arena, &row, value)),
                   g->node->span);
    const char *ratio = quantity_format(g->r->arena, quantity_exact(x->ratio[k], UNIT_NONE),
                                        (struct number_format){.decimals = 2});
    text->next = inline_new(g->r, INLINE_TEXT, arena_printf(g->r->arena, "%s×", ratio),
                            g->node->span);
    text->tight = text->next->tight = text->next->strong = true;
    grid_cell(g, i, k + 1)->text = text;
}

const struct table *table_relatives(struct reader *r, const struct node *n) {
    const struct accelerator *of = accelerator_bound(r, n, "a", 0);
    if (!of)
        return NULL;
    size_t count;
    const struct accelerator *const *all = all_devices(r, &count);
    struct relative near[RELATIVES];
    size_t found = relatives_nearest(of, all, count, near, RELATIVES);
    struct grid g = grid_new(r, n, 1 + RELATIVE_LIMITS, found);
    grid_head(&g, 0, "name", NULL);
    for (size_t k = 0; k < RELATIVE_LIMITS; k++) {
        struct fact_row row;
        bool known = fact_row_find(LIMITS[k], &row);
        grid_head(&g, k + 1, LIMITS[k], known ? row.unit : NULL);
        g.column[k + 1].align = COLUMN_END;
    }
    for (size_t i = 0; i < found; i++) {
        grid_text(&g, i, 0, near[i].device->name);
        for (size_t k = 0; k < RELATIVE_LIMITS; k++)
            put_limit(&g, i, k, &near[i]);
    }
    return grid_table(&g);
}
