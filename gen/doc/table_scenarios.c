/* r:table of="scenarios" and of="operations": estimates in columns. */
#include <math.h>
#include <string.h>

#include "catalog/fields.h"
#include "doc/build.h"
#include "doc/decimals.h"

struct cases {
    const struct scenario **at;
    const struct estimate **estimate;
    size_t n;
};

static struct cases cases_of(struct reader *r, const struct node *n, const char *attribute) {
    const struct word *words;
    size_t count = attribute_words(r->arena, attribute_of(n, attribute), &words);
    struct cases c = {ARENA_ARRAY(r->arena, const struct scenario *, count + 1),
                      ARENA_ARRAY(r->arena, const struct estimate *, count + 1), 0};
    for (size_t i = 0; i < count; i++) {
        c.at[c.n] = scenario_of(r, words[i].text, words[i].span);
        if (!c.at[c.n])
            continue;
        c.estimate[c.n] = catalog_estimate(r->request->catalog, c.at[c.n]);
        c.n += c.estimate[c.n] != NULL;
    }
    return c;
}

static double scale_of(const char *unit) {
    struct unit ignored;
    double scale = 1;
    return unit && *unit && unit_lookup(unit, strlen(unit), &ignored, &scale) ? scale : 1;
}

/* ── Columns of scenarios ── */

static void use_step(struct reader *r, const struct estimate *e, const char *path) {
    for (size_t i = 0; i < e->step_count; i++)
        if (!strcmp(e->steps[i].id, path))
            origin_use_step(r, e, &e->steps[i]);
}

/* Money is headed by the currency that all the scenarios share; else by the language's word. */
static const char *printed_unit(const struct grid *g, const struct cases *c, const char *unit) {
    const char *currency = c->estimate[0]->scenario->currency;
    if (strncmp(unit, "money", 5) != 0 || !currency)
        return unit;
    for (size_t i = 1; i < c->n; i++) {
        const char *other = c->estimate[i]->scenario->currency;
        if (!other || strcmp(other, currency) != 0)
            return unit;
    }
    return arena_printf(g->r->arena, "%s%s", currency, unit + 5);
}

static bool fill_measure(struct grid *g, size_t column, const char *name, const struct cases *c) {
    const struct estimate_field *f = NULL;
    for (size_t i = 0; i < estimate_field_count; i++)
        if (!strcmp(estimate_fields[i].path, name))
            f = &estimate_fields[i];
    if (!f)
        return false;
    double scale = scale_of(f->printed), *values = ARENA_ARRAY(g->r->arena, double, c->n + 1);
    bool counts = true;
    for (size_t i = 0; i < c->n; i++) {
        const struct measure *m = estimate_measure(c->estimate[i], f);
        values[i] = m->present ? m->q.value / scale : 0;
        counts &= values[i] == floor(values[i]);
    }
    int decimals = counts ? 0 : column_decimals(values, c->n);
    bool gib = !strcmp(f->printed, "GiB");
    if (gib)
        decimals = 1; /* a tenth of a GiB is what fits are decided by */
    g->column[column].align = COLUMN_DECIMAL;
    grid_head(g, column, name, printed_unit(g, c, f->printed));
    for (size_t i = 0; i < c->n; i++) {
        if (!estimate_measure(c->estimate[i], f)->present) {
            grid_missing(g, i, column);
            continue;
        }
        grid_text(g, i, column,
                  !gib && estimate_measure(c->estimate[i], f)->q.exactness >= MODELLED
                      ? modelled_text(g->r->arena, values[i], decimals)
                      : decimal_text(g->r->arena, values[i], decimals));
        use_step(g->r, c->estimate[i], f->path);
    }
    return true;
}

static const char *word_of(const struct estimate *e, const char *name) {
    struct estimate_word words[ESTIMATE_WORDS];
    estimate_words(e, words);
    for (size_t i = 0; i < ESTIMATE_WORDS; i++)
        if (!strcmp(words[i].path, name))
            return words[i].word ? words[i].word : "";
    return NULL;
}

static bool fill_word(struct grid *g, size_t column, const char *name, const struct cases *c) {
    for (size_t i = 0; i < c->n; i++) {
        const char *word = word_of(c->estimate[i], name);
        if (!word)
            return false;
        struct cell *cell = grid_cell(g, i, column);
        const struct inline_ *limit = *word ? limit_words(g->r, word) : NULL;
        cell->text = limit ? limit : inline_say(g->r, *word ? word_say(g->r, word) : NULL);
        cell->missing = !*word;
    }
    g->column[column].align = COLUMN_START;
    grid_head(g, column, name, NULL);
    return true;
}

static const char *option_text(struct reader *r, const struct scenario *s, const char *name) {
    for (size_t i = 0; i < scenario_option_count; i++) {
        const struct option *o = &scenario_options[i];
        if (strcmp(o->name, name) != 0)
            continue;
        if (o->kind == OPTION_WORD) {
            const char *word = member_text(s, o->offset);
            return word ? word : "";
        }
        double x = option_number(s, o);
        if (o->kind == OPTION_QUANTITY && x > 0)
            return quantity_format(r->arena, option_quantity(s, o),
                                   (struct number_format){.unit = o->printed, .digits = 4});
        return x > 0 ? decimal_text(r->arena, x, -1) : "";
    }
    return NULL;
}

static const char *text_of(struct reader *r, const struct scenario *s, const char *name) {
    if (!strcmp(name, "title"))
        return scenario_say(r, s);
    if (!strcmp(name, "id"))
        return s->id;
    if (!strcmp(name, "model"))
        return s->model->name;
    if (!strcmp(name, "accelerator"))
        return s->accelerator->name;
    return option_text(r, s, name);
}

static bool fill_text(struct grid *g, size_t column, const char *name, const struct cases *c) {
    bool title = !strcmp(name, "title"), number = false;
    for (size_t i = 0; i < scenario_option_count; i++)
        number |=
            !strcmp(scenario_options[i].name, name) && scenario_options[i].kind != OPTION_WORD;
    for (size_t i = 0; i < c->n; i++) {
        const char *text = text_of(g->r, c->at[i], name);
        if (!text)
            return false;
        grid_text(g, i, column, text);
        grid_cell(g, i, column)->missing = !*text;
    }
    g->column[column].align = number ? COLUMN_DECIMAL : COLUMN_START;
    g->column[column].strong = title && column == 0;
    g->column[column].quiet = !number && !title;
    grid_head(g, column, name, NULL);
    return true;
}

static void report_column(struct reader *r, const struct word *word) {
    const char **names =
        ARENA_ARRAY(r->arena, const char *, estimate_field_count + scenario_option_count + 8);
    static const char *const others[] = {
        "title",         "id",           "model",         "accelerator", "memory/fits",
        "prefill/bound", "decode/bound", "training/bound"};
    size_t n = 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        names[n++] = others[i];
    for (size_t i = 0; i < estimate_field_count; i++)
        names[n++] = estimate_fields[i].path;
    for (size_t i = 0; i < scenario_option_count; i++)
        names[n++] = scenario_options[i].name;
    diag_report(r->diag, DIAG_UNKNOWN_COLUMN, word->span, word->text,
                "a path of the estimate, an option of the scenario or title",
                nearest_name(word->text, names, n));
}

const struct table *table_scenarios(struct reader *r, const struct node *n) {
    struct cases c = cases_of(r, n, "ids");
    struct attribute fallback = {.value = "title memory/total memory/fits", .value_span = n->span};
    const struct attribute *columns = attribute_of(n, "columns");
    const struct word *words;
    size_t count = attribute_words(r->arena, columns ? columns : &fallback, &words);
    struct grid g = grid_new(r, n, count, c.n);
    for (size_t i = 0; i < count && c.n; i++)
        if (!fill_measure(&g, i, words[i].text, &c) && !fill_word(&g, i, words[i].text, &c) &&
            !fill_text(&g, i, words[i].text, &c))
            report_column(r, &words[i]);
    return grid_table(&g);
}

/* ── Operations ── */

/* The phases an operation's name may begin with; decoding has no word of its own. */
static const char *const phases[] = {"prefill", "training", "decode"};
enum { PHASES = sizeof phases / sizeof *phases };

static const char *phase_of(const char *name) {
    for (size_t i = 0; i + 1 < PHASES; i++)
        if (!strncmp(name, phases[i], strlen(phases[i])) && name[strlen(phases[i])] == '-')
            return phases[i];
    return "decode";
}

/* What it is called when the phase goes without saying. */
static const char *bare_name(const char *name) {
    const char *phase = phase_of(name);
    size_t n = strlen(phase);
    return !strncmp(name, phase, n) && name[n] == '-' ? name + n + 1 : name;
}

struct operations {
    const struct operation **at;
    size_t n;
};

/* The phase asked for with rows=; without it decoding, or training. */
static struct operations operations_of(struct reader *r, const struct node *n,
                                       const struct estimate *e) {
    struct operations list = {
        ARENA_ARRAY(r->arena, const struct operation *, e->operation_count + 1), 0};
    const struct attribute *rows = attribute_of(n, "rows");
    const char *wanted = e->operation_count ? phase_of(e->operations[0].name) : "decode";
    if (rows) {
        wanted = rows->value;
        const char *known = nearest_name(wanted, phases, PHASES);
        if (!known || strcmp(known, wanted) != 0)
            diag_report(r->diag, DIAG_BAD_ATTRIBUTE, rows->value_span, wanted,
                        "decode, prefill or training", known);
    }
    for (size_t i = 0; i < e->operation_count; i++)
        if (!strcmp(phase_of(e->operations[i].name), wanted))
            list.at[list.n++] = &e->operations[i];
    return list;
}

/* As many decimals as the least value needs for one digit, at most two; none for counts. */
static int operation_decimals(const double *values, size_t n) {
    double least = INFINITY;
    bool counts = true;
    for (size_t i = 0; i < n; i++) {
        counts &= fabs(values[i] - round(values[i])) < 5e-4 * fabs(values[i]);
        least = values[i] > 0 && values[i] < least ? values[i] : least;
    }
    if (counts)
        return 0;
    return least < 0.1 ? 2 : 1;
}

/* What is too small for the column is less than its last place, not zero. */
static const char *operation_text(struct arena *a, double x, int decimals) {
    double least = pow(10, -decimals);
    if (x > 0 && x < 0.5 * least)
        return arena_printf(a, "<%s", decimal_text(a, least, decimals));
    return decimal_text(a, x, x == 0 ? 0 : decimals);
}

static void fill_operations(struct grid *g, size_t column, const struct operations *list,
                            const char *name, const char *unit, size_t offset) {
    double scale = scale_of(unit), *values = ARENA_ARRAY(g->r->arena, double, list->n + 1);
    for (size_t i = 0; i < list->n; i++)
        values[i] = *(const double *)(const void *)((const char *)list->at[i] + offset) / scale;
    int decimals = operation_decimals(values, list->n);
    g->column[column].align = COLUMN_DECIMAL;
    grid_head(g, column, name, unit);
    for (size_t i = 0; i < list->n; i++)
        grid_text(g, i, column, operation_text(g->r->arena, values[i], decimals));
}

const struct table *table_operations(struct reader *r, const struct node *n) {
    struct cases c = cases_of(r, n, attribute_of(n, "scenario") ? "scenario" : "ids");
    if (!c.n)
        return NULL;
    struct operations list = operations_of(r, n, c.estimate[0]);
    struct grid g = grid_new(r, n, 5, list.n);
    grid_head(&g, 0, "operation", NULL);
    grid_head(&g, 4, "bound", NULL);
    g.column[0].strong = true;
    for (size_t i = 0; i < list.n; i++) {
        const char *key = arena_printf(r->arena, "op.%s", bare_name(list.at[i]->name));
        grid_text(&g, i, 0, say(r->request->strings, key));
        grid_cell(&g, i, 4)->text = list.at[i]->bound ? limit_words(r, list.at[i]->bound) : NULL;
    }
    fill_operations(&g, 1, &list, "flops", "GFLOP", offsetof(struct operation, flops));
    fill_operations(&g, 2, &list, "bytes", "MB", offsetof(struct operation, bytes));
    fill_operations(&g, 3, &list, "intensity", "FLOP/B", offsetof(struct operation, intensity));
    return grid_table(&g);
}
