/* Functions of expressions: one row each. */
#include "catalog/function.h"
#include "catalog/arithmetic.h"
#include "catalog/evaluate.h"
#include "catalog/fields.h"
#include "catalog/store.h"

#include <math.h>
#include <string.h>

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

bool number_at(struct call *c, size_t i, struct quantity *out) {
    return operand_number(c->ev, c->at[i], &c->argument[i], out);
}

bool string_at(struct call *c, size_t i, const char **out) {
    const struct operand *o = &c->argument[i];
    if (o->thing != THING_VALUE || o->value.kind != VALUE_STRING)
        return evaluate_fault(c->ev, DIAG_VALUE_TYPE, c->at[i]->from, c->at[i]->to,
                              operand_words(c->ev, o), "a text in quotes", NULL);
    *out = o->value.string;
    return true;
}

/* ── Truth and text ── */

static bool call_true(struct call *c, struct operand *out) {
    (void)c;
    *out = operand_boolean(true);
    return true;
}

static bool call_false(struct call *c, struct operand *out) {
    (void)c;
    *out = operand_boolean(false);
    return true;
}

static bool call_boolean(struct call *c, struct operand *out) {
    bool truth;
    if (!operand_truth(c->ev, c->at[0], &c->argument[0], &truth))
        return false;
    *out = operand_boolean(truth);
    return true;
}

static bool call_not(struct call *c, struct operand *out) {
    if (!call_boolean(c, out))
        return false;
    out->value.boolean = !out->value.boolean;
    return true;
}

/* Whether the catalogue and the estimate give the value at all. */
static bool call_known(struct call *c, struct operand *out) {
    const struct value *v = &c->argument[0].value;
    bool missing = c->argument[0].thing == THING_VALUE &&
                   (v->kind == VALUE_STRING ? !*v->string : isnan(v->quantity.value));
    *out = operand_boolean(!missing);
    return true;
}

static bool call_string(struct call *c, struct operand *out) {
    const char *all = "";
    for (size_t i = 0; i < c->n; i++) {
        if (c->argument[i].thing != THING_VALUE)
            return evaluate_fault(c->ev, DIAG_VALUE_TYPE, c->at[i]->from, c->at[i]->to,
                                  operand_words(c->ev, &c->argument[i]), "a value", NULL);
        all = arena_printf(c->ev->arena, "%s%s", all, operand_text(c->ev, &c->argument[i]));
    }
    *out = operand_string(all);
    return true;
}

static bool call_contains(struct call *c, struct operand *out) {
    const char *text = "", *part = "";
    if (!string_at(c, 0, &text) || !string_at(c, 1, &part))
        return false;
    *out = operand_boolean(strstr(text, part) != NULL);
    return true;
}

static bool call_starts_with(struct call *c, struct operand *out) {
    const char *text = "", *part = "";
    if (!string_at(c, 0, &text) || !string_at(c, 1, &part))
        return false;
    *out = operand_boolean(strncmp(text, part, strlen(part)) == 0);
    return true;
}

/* ── Numbers ── */

static bool mapped(struct call *c, double (*f)(double), struct operand *out) {
    struct quantity q;
    if (!number_at(c, 0, &q))
        return false;
    *out = operand_quantity(quantity_map(q, f), c->argument[0].value.printed);
    return true;
}

/* Halves go up, as in XPath. */
static double round_up_halves(double x) {
    return x - floor(x) < 0.5 ? floor(x) : ceil(x);
}

static bool call_round(struct call *c, struct operand *out) {
    return mapped(c, round_up_halves, out);
}

static bool call_floor(struct call *c, struct operand *out) {
    return mapped(c, floor, out);
}

static bool call_ceiling(struct call *c, struct operand *out) {
    return mapped(c, ceil, out);
}

static bool call_abs(struct call *c, struct operand *out) {
    struct quantity q;
    if (!number_at(c, 0, &q))
        return false;
    *out = operand_quantity(quantity_absolute(q), c->argument[0].value.printed);
    return true;
}

static bool chosen(struct call *c, struct quantity (*f)(struct quantity, struct quantity),
                   struct operand *out) {
    struct quantity best, q;
    if (!number_at(c, 0, &best))
        return false;
    for (size_t i = 1; i < c->n; i++) {
        if (!number_at(c, i, &q))
            return false;
        if (!unit_equal(best.unit, q.unit))
            return evaluate_fault(c->ev, DIAG_UNIT_MISMATCH, c->at[i]->from, c->at[i]->to,
                                  arena_printf(c->ev->arena, "this is %s, the first is %s",
                                               unit_words(c->ev->arena, q.unit),
                                               unit_words(c->ev->arena, best.unit)),
                                  "one unit for all", NULL);
        best = f(best, q);
    }
    *out = operand_quantity(best, c->argument[0].value.printed);
    return true;
}

static bool call_min(struct call *c, struct operand *out) {
    return chosen(c, quantity_smaller, out);
}

static bool call_max(struct call *c, struct operand *out) {
    return chosen(c, quantity_larger, out);
}

/* ── Units ── */

static const struct {
    const char *function, *unit;
} unit_functions[] = {
    {"r:b", "B"},
    {"r:kib", "KiB"},
    {"r:mib", "MiB"},
    {"r:gib", "GiB"},
    {"r:tib", "TiB"},
    {"r:kb", "kB"},
    {"r:mb", "MB"},
    {"r:gb", "GB"},
    {"r:tb", "TB"},
    {"r:gb-s", "GB/s"},
    {"r:tb-s", "TB/s"},
    {"r:gflop", "GFLOP"},
    {"r:tflop", "TFLOP"},
    {"r:pflop", "PFLOP"},
    {"r:gflop-s", "GFLOP/s"},
    {"r:tflop-s", "TFLOP/s"},
    {"r:pflop-s", "PFLOP/s"},
    {"r:flop-b", "FLOP/B"},
    {"r:us", "us"},
    {"r:ms", "ms"},
    {"r:s", "s"},
    {"r:min", "min"},
    {"r:h", "h"},
    {"r:d", "d"},
    {"r:w", "W"},
    {"r:kw", "kW"},
    {"r:tokens", "token"},
    {"r:tokens-s", "token/s"},
    {"r:percent", "%"},
};

static bool with_unit(struct call *c, const char *name, struct unit unit, double scale,
                      struct operand *out) {
    struct quantity q;
    if (!number_at(c, 0, &q))
        return false;
    if (!unit_equal(q.unit, UNIT_NONE))
        return evaluate_fault(
            c->ev, DIAG_UNIT_MISMATCH, c->at[0]->from, c->at[0]->to,
            arena_printf(c->ev->arena, "this is %s already", unit_words(c->ev->arena, q.unit)),
            "a plain number, which the function gives its unit", NULL);
    *out = operand_quantity(quantity_multiply(q, quantity_exact(scale, unit)), name);
    return true;
}

static bool call_unit(struct call *c, struct operand *out) {
    const char *name = "";
    struct unit unit;
    double scale;
    if (!string_at(c, 1, &name))
        return false;
    if (!unit_lookup(name, strlen(name), &unit, &scale))
        return evaluate_fault(c->ev, DIAG_UNKNOWN_UNIT, c->at[1]->from, c->at[1]->to, name,
                              "a unit such as GiB, GB/s or ms", NULL);
    return with_unit(c, name, unit, scale, out);
}

/* ── Entries ── */

static bool entry_call(struct call *c, const struct list *list, enum thing thing,
                       enum diag_kind kind, const char *expected, struct operand *out) {
    const char *id = "";
    if (!string_at(c, 0, &id))
        return false;
    const void *found = store_find(list, id);
    if (!found) {
        size_t from = c->at[0]->from, to = c->at[0]->to;
        bool quoted = c->at[0]->kind == TERM_STRING;
        store_report_unknown(list, c->ev->diag, kind,
                             text_span(&c->ev->place, from + quoted, to - quoted), id, expected);
        return false;
    }
    *out = (struct operand){.thing = thing, .entry = found};
    return true;
}

static bool call_accelerator(struct call *c, struct operand *out) {
    return entry_call(c, &c->ev->env->catalog->accelerators, THING_ACCELERATOR,
                      DIAG_UNKNOWN_ACCELERATOR, "an id of `ridge list accelerators`", out);
}

static bool call_model(struct call *c, struct operand *out) {
    return entry_call(c, &c->ev->env->catalog->models, THING_MODEL, DIAG_UNKNOWN_MODEL,
                      "an id of `ridge list models`", out);
}

static bool call_link(struct call *c, struct operand *out) {
    return entry_call(c, &c->ev->env->catalog->links, THING_LINK, DIAG_UNKNOWN_LINK,
                      "an id of `ridge list links`", out);
}

static bool call_scenario(struct call *c, struct operand *out) {
    return entry_call(c, &c->ev->env->catalog->scenarios, THING_SCENARIO, DIAG_UNKNOWN_SCENARIO,
                      "an id of `ridge list scenarios`", out);
}

/* ── The table ── */

static const struct function {
    const char *name;
    size_t least, most;
    bool (*call)(struct call *c, struct operand *out);
} functions[] = {
    {"true", 0, 0, call_true},
    {"false", 0, 0, call_false},
    {"boolean", 1, 1, call_boolean},
    {"not", 1, 1, call_not},
    {"string", 1, 1, call_string},
    {"concat", 2, ARGUMENTS, call_string},
    {"contains", 2, 2, call_contains},
    {"starts-with", 2, 2, call_starts_with},
    {"round", 1, 1, call_round},
    {"floor", 1, 1, call_floor},
    {"ceiling", 1, 1, call_ceiling},
    {"abs", 1, 1, call_abs},
    {"min", 1, ARGUMENTS, call_min},
    {"max", 1, ARGUMENTS, call_max},
    {"r:unit", 2, 2, call_unit},
    {"r:accelerator", 1, 1, call_accelerator},
    {"r:model", 1, 1, call_model},
    {"r:link", 1, 1, call_link},
    {"r:scenario", 1, 1, call_scenario},
    {"r:known", 1, 1, call_known},
    {"r:cases", 0, 1, call_cases},
    {"r:cases-reached", 0, 1, call_cases_reached},
    {"r:published", 1, 2, call_published},
    {"r:computed", 1, 2, call_computed},
    {"r:all-reduce", 4, 5, call_all_reduce},
    {"r:all-gather", 4, 5, call_all_gather},
    {"r:all-to-all", 4, 5, call_all_to_all},
    {"r:broadcast", 4, 5, call_broadcast},
    {"r:send", 2, 3, call_send},
};

const char *expression_function(size_t i, size_t *least, size_t *most) {
    if (i >= COUNT_OF(functions))
        return NULL;
    *least = functions[i].least;
    *most = functions[i].most;
    return functions[i].name;
}

const char *expression_unit_function(size_t i, const char **unit) {
    if (i >= COUNT_OF(unit_functions))
        return NULL;
    *unit = unit_functions[i].unit;
    return unit_functions[i].function;
}

static bool unknown(struct evaluator *ev, const struct term *call) {
    const char *names[COUNT_OF(functions) + COUNT_OF(unit_functions)];
    size_t n = 0;
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        names[n++] = functions[i].name;
    for (size_t i = 0; i < COUNT_OF(unit_functions); i++)
        names[n++] = unit_functions[i].function;
    return evaluate_fault(ev, DIAG_UNKNOWN_FUNCTION, call->from, call->from + strlen(call->text),
                          call->text, "a function of expressions",
                          nearest_name(call->text, names, n));
}

static const char *count_words(struct evaluator *ev, size_t least, size_t most) {
    if (least == most)
        return arena_printf(ev->arena, least == 1 ? "%zu value in “( )”" : "%zu values in “( )”",
                            least);
    return arena_printf(ev->arena, "%zu to %zu values in “( )”", least, most);
}

static bool arguments_evaluate(struct call *c, size_t least, size_t most) {
    size_t given = 0;
    bool ok = true;
    for (const struct term *t = c->term->arguments; t; t = t->next)
        given++;
    if (given < least || given > most)
        return evaluate_fault(
            c->ev, DIAG_EXPRESSION_SYNTAX, c->term->from, c->term->to,
            arena_printf(c->ev->arena, "%s with %zu values", c->term->text, given),
            count_words(c->ev, least, most), NULL);
    for (const struct term *t = c->term->arguments; t; t = t->next, c->n++) {
        c->at[c->n] = t;
        ok &= evaluate_term(c->ev, t, &c->argument[c->n]);
    }
    return ok;
}

/* A value comes from wherever its arguments come from. */
static void origins_collect(const struct call *c, struct operand *out) {
    for (size_t i = 0; i < c->n; i++)
        out->value.origins =
            origins_join(c->ev->arena, out->value.origins, c->argument[i].value.origins);
}

bool evaluate_call(struct evaluator *ev, const struct term *term, struct operand *out) {
    struct call c = {.ev = ev, .term = term};
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        if (strcmp(functions[i].name, term->text) == 0) {
            bool may_miss = functions[i].call == call_known;
            ev->unasked += may_miss;
            bool ok = arguments_evaluate(&c, functions[i].least, functions[i].most);
            ev->unasked -= may_miss;
            if (!ok || !functions[i].call(&c, out))
                return false;
            origins_collect(&c, out);
            return true;
        }
    for (size_t i = 0; i < COUNT_OF(unit_functions); i++)
        if (strcmp(unit_functions[i].function, term->text) == 0) {
            const char *name = unit_functions[i].unit;
            struct unit unit;
            double scale;
            if (!arguments_evaluate(&c, 1, 1) || !unit_lookup(name, strlen(name), &unit, &scale) ||
                !with_unit(&c, name, unit, scale, out))
                return false;
            origins_collect(&c, out);
            return true;
        }
    return unknown(ev, term);
}
