/* r:table of="steps": every step that the estimator can take, in the order in which it is taught.
 * What it computes, its unit and its source are rows of steps.def; the formula and its class come
 * from the traces of the published cases and of the catalogue's scenarios. */
#include <string.h>

#include "catalog/cases.h"
#include "doc/build.h"

static const struct row_of_step {
    const char *label, *symbol, *unit, *source;
} ROWS[] = {
#define STEP(name, id, label, symbol, unit, source) {"step." label, symbol, unit, source},
#include "core/steps.def"
#undef STEP
};
enum { STEPS = sizeof ROWS / sizeof *ROWS };

struct walk {
    struct reader *r;
    step_visit visit;
    void *with;
};

static void walk_estimate(struct walk *w, const struct scenario *s) {
    const struct estimate *e = s ? catalog_estimate(w->r->request->catalog, s) : NULL;
    for (size_t i = 0; e && i < e->step_count; i++)
        w->visit(w->with, &e->steps[i]);
}

void steps_walk(struct reader *r, step_visit visit, void *with) {
    struct walk w = {r, visit, with};
    struct catalog *c = r->request->catalog;
    const struct cases *cases = catalog_cases(c, r->diag);
    for (size_t i = 0; i < catalog_scenario_count(c); i++)
        walk_estimate(&w, catalog_scenario_at(c, i));
    for (size_t i = 0; i < r->env.binding_count; i++)
        walk_estimate(&w, r->env.bindings[i].scenario);
    for (size_t i = 0; cases && i < cases->n; i++)
        walk_estimate(&w, cases->at[i].scenario);
}

const char *step_unit_of(const char *symbol) {
    for (size_t i = 0; i < STEPS; i++)
        if (!strcmp(ROWS[i].symbol, symbol) && *ROWS[i].unit)
            return ROWS[i].unit;
    return NULL;
}

/* The first trace with the step, and the worst of the classes that its value ever has. */
struct met {
    const struct step *step;
    enum exactness worst;
};

static void meet(void *with, const struct step *s) {
    struct met *met = with;
    for (size_t i = 0; i < STEPS; i++) {
        if (strcmp(ROWS[i].label, s->label) != 0)
            continue;
        if (!met[i].step && s->formula && *s->formula)
            met[i].step = s;
        if (s->result.exactness > met[i].worst)
            met[i].worst = s->result.exactness;
        return;
    }
}

static void fill_formula(struct grid *g, size_t row, const struct step *s) {
    struct reader *r = g->r;
    bool alone = !s || !strcmp(s->formula, ROWS[row].symbol);
    grid_cell(g, row, 1)->text = formula_inlines(
        r, alone ? ROWS[row].symbol
                 : arena_printf(r->arena, "%s = %s", ROWS[row].symbol, s->formula));
}

static void fill_source(struct grid *g, size_t row) {
    struct reader *r = g->r;
    const struct reference *from = catalog_reference(r->request->catalog, ROWS[row].source);
    const char *key = arena_printf(r->arena, "source.%s", ROWS[row].source);
    if (!from) {
        grid_text(g, row, 4, say(r->request->strings, "step-source.definition"));
        return;
    }
    bool said = strings_has(r->request->strings, key);
    grid_text(g, row, 4, said ? say(r->request->strings, key) : from->short_title);
}

const struct table *table_steps(struct reader *r, const struct node *n) {
    static const char *const heads[] = {"step", "formula", "unit", "class", "source"};
    static const char *const classes[] = {"class.exact", "class.ceiling", "class.modelled",
                                          "class.empirical"};
    struct met *met = ARENA_ARRAY(r->arena, struct met, STEPS);
    memset(met, 0, STEPS * sizeof *met);
    steps_walk(r, meet, met);
    struct grid g = grid_new(r, n, 5, STEPS);
    for (size_t i = 0; i < 5; i++)
        grid_head(&g, i, heads[i], NULL);
    g.column[2].quiet = g.column[3].quiet = g.column[4].quiet = true;
    for (size_t i = 0; i < STEPS; i++) {
        grid_text(&g, i, 0, say(r->request->strings, ROWS[i].label));
        fill_formula(&g, i, met[i].step);
        grid_text(&g, i, 2, unit_say(r, ROWS[i].unit));
        grid_text(&g, i, 3, met[i].step ? say(r->request->strings, classes[met[i].worst]) : NULL);
        grid_cell(&g, i, 3)->missing = !met[i].step;
        fill_source(&g, i);
    }
    return grid_table(&g);
}
