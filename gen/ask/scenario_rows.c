#include "ask/scenario_rows.h"

#include <string.h>

#include "catalog/fields.h"

static const char *const GROUPS[OPTION_GROUPS] = {
    [OPTIONS_SUBJECT] = "model and device",
    [OPTIONS_INFERENCE_GROUP] = "inference",
    [OPTIONS_PARALLEL_GROUP] = "parallelism and collectives",
    [OPTIONS_TRAINING_GROUP] = "training",
    [OPTIONS_OFFLOAD_GROUP] = "offload",
    [OPTIONS_COST_GROUP] = "serving, energy and cost",
};

static size_t count(const struct option_row *rows) {
    size_t n = 0;
    while (rows[n].name)
        n++;
    return n;
}

const struct option_row *scenario_rows(struct arena *a, const struct option_row *first,
                                       const struct option_row *last) {
    size_t before = count(first), after = count(last), n = 0;
    struct option_row *rows =
        ARENA_ARRAY(a, struct option_row, before + scenario_option_count + after + 1);
    for (size_t i = 0; i < before; i++) {
        rows[n] = first[i];
        rows[n++].group = first[i].group ? first[i].group : GROUPS[OPTIONS_SUBJECT];
    }
    for (size_t g = 0; g < OPTION_GROUPS; g++)
        for (size_t i = 0; i < scenario_option_count; i++) {
            const struct option *o = &scenario_options[i];
            if (o->group == g)
                rows[n++] = (struct option_row){o->name, o->value, o->help, NULL, GROUPS[g]};
        }
    if (after)
        memcpy(rows + n, last, after * sizeof *rows);
    return rows;
}

static bool is_of_scenario(const char *name) {
    return !strcmp(name, "model") || !strcmp(name, "accelerator") || option_find(name);
}

/* The options that make a scenario, each once: given again, the last one counts. */
struct pairs {
    const char **names, **values;
    size_t n;
};

static void pair_put(struct pairs *p, const char *name, const char *value) {
    size_t at = 0;
    while (at < p->n && strcmp(p->names[at], name) != 0)
        at++;
    p->names[at] = name;
    p->values[at] = value;
    p->n += at == p->n;
}

static struct pairs pairs_of(struct arena *a, const struct options *o) {
    struct pairs p = {ARENA_ARRAY(a, const char *, o->given_count + 3),
                      ARENA_ARRAY(a, const char *, o->given_count + 3), 0};
    for (size_t i = 0; i < o->given_count; i++)
        if (is_of_scenario(o->given[i].name))
            pair_put(&p, o->given[i].name, o->given[i].value);
    return p;
}

const struct scenario *scenario_of_options(struct session *s, struct catalog *c,
                                           const struct options *o) {
    struct pairs p = pairs_of(s->arena, o);
    return catalog_make_scenario(c, s->diag, p.names, p.values, p.n);
}

const struct scenario *scenario_given_with(struct session *s, struct catalog *c,
                                           const struct options *o, struct candidate candidate) {
    struct pairs p = pairs_of(s->arena, o);
    pair_put(&p, "model", candidate.model);
    pair_put(&p, "accelerator", candidate.accelerator);
    if (candidate.weights)
        pair_put(&p, "weights", candidate.weights);
    return catalog_given_scenario(c, s->diag, p.names, p.values, p.n);
}
