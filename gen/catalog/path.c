/* Where paths start, and their faults. */
#include "catalog/path.h"

#include <math.h>
#include <string.h>

const char *path_text(struct arena *a, const struct path_step *steps) {
    const char *path = steps->name;
    for (const struct path_step *s = steps->next; s; s = s->next)
        path = arena_printf(a, "%s/%s", path, s->name);
    return path;
}

static size_t steps_end(const struct path_step *steps) {
    while (steps->next)
        steps = steps->next;
    return steps->to;
}

void name_add(struct names *names, const char *prefix, const char *name) {
    store_add(names->arena, &names->list, arena_printf(names->arena, "%s%s", prefix, name));
}

bool path_unknown(struct evaluator *ev, const struct path_step *steps, const struct names *names,
                  const char *expected) {
    const char *path = path_text(ev->arena, steps);
    return evaluate_fault(
        ev, DIAG_UNKNOWN_PATH, steps->from, steps_end(steps), path, expected,
        nearest_names(ev->arena, path, (const char *const *)names->list.at, names->list.n));
}

bool path_absent(struct evaluator *ev, const struct path_step *steps, const char *reason,
                 struct unit unit, struct operand *out) {
    if (ev->unasked) {
        *out = operand_quantity((struct quantity){NAN, NAN, NAN, unit, EXACT}, NULL);
        return true;
    }
    return evaluate_fault(ev, DIAG_VALUE_ABSENT, steps->from, steps_end(steps),
                          path_text(ev->arena, steps), reason, NULL);
}

bool path_absent_word(struct evaluator *ev, const struct path_step *steps, const char *reason,
                      struct operand *out) {
    if (ev->unasked) {
        *out = operand_string("");
        return true;
    }
    return path_absent(ev, steps, reason, UNIT_NONE, out);
}

/* No step has a predicate, but for operations. */
bool path_is_plain(struct evaluator *ev, const struct path_step *steps) {
    for (const struct path_step *s = steps; s; s = s->next)
        if (s->attribute)
            return evaluate_fault(ev, DIAG_EXPRESSION_SYNTAX, s->from, s->to,
                                  "a condition in “[ ]”",
                                  "one only as in operations[@name='attention']", NULL);
    return true;
}

bool evaluate_path(struct evaluator *ev, const struct term *path, struct operand *out) {
    struct operand base;
    if (!evaluate_term(ev, path->left, &base))
        return false;
    switch (base.thing) {
    case THING_ACCELERATOR:
        return accelerator_path(ev, base.entry, path->steps, out);
    case THING_MODEL:
        return model_path(ev, base.entry, path->steps, out);
    case THING_LINK:
        return link_path(ev, base.entry, path->steps, out);
    case THING_SCENARIO:
        return scenario_path(ev, base.entry, path->steps, out);
    case THING_VALUE:
        break;
    }
    return evaluate_fault(ev, DIAG_VALUE_TYPE, path->left->from, path->left->to,
                          operand_words(ev, &base),
                          "a scenario, an accelerator, a model or a link before “/”", NULL);
}

static struct operand entry_operand(enum thing thing, const void *entry) {
    return (struct operand){.thing = thing, .entry = entry};
}

bool evaluate_variable(struct evaluator *ev, const struct term *variable, struct operand *out) {
    struct names names = {.arena = ev->arena};
    for (size_t i = 0; i < ev->env->binding_count; i++) {
        const struct binding *b = &ev->env->bindings[i];
        name_add(&names, "", b->name);
        if (strcmp(b->name, variable->text) != 0)
            continue;
        if (b->faulty)
            return false;
        if (b->value) {
            *out = (struct operand){.thing = THING_VALUE, .value = *b->value};
            return true;
        }
        *out = b->accelerator ? entry_operand(THING_ACCELERATOR, b->accelerator)
               : b->model     ? entry_operand(THING_MODEL, b->model)
                              : entry_operand(THING_SCENARIO, b->scenario);
        if (out->entry)
            return true;
    }
    const struct list *scenarios = &ev->env->catalog->scenarios;
    const struct scenario *found = store_find(scenarios, variable->text);
    if (found) {
        *out = entry_operand(THING_SCENARIO, found);
        return true;
    }
    for (size_t i = 0; i < scenarios->n; i++)
        name_add(&names, "", ((const struct scenario *)scenarios->at[i])->id);
    return evaluate_fault(
        ev, DIAG_UNKNOWN_SCENARIO, variable->from + 1, variable->to, variable->text,
        "an id of scenarios.xml or a parameter",
        nearest_names(ev->arena, variable->text, (const char *const *)names.list.at, names.list.n));
}
