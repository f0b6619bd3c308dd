/* Paths into a scenario: its estimate, its options, its device and its model. */
#include "catalog/fields.h"
#include "catalog/path.h"

#include <string.h>

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

static const char *absence(const struct estimate *e, const char *path) {
    static const char *const speeds[] = {"prefill/", "decode/", "training/"};
    for (size_t i = 0; e->fits == VERDICT_NO && i < COUNT_OF(speeds); i++)
        if (strncmp(path, speeds[i], strlen(speeds[i])) == 0)
            return "the scenario does not fit in memory, so it has no speed (test memory/fits "
                   "first)";
    return "an estimate of this task, on this device, has no such part";
}

static const struct step *step_of(const struct estimate *e, const char *path) {
    for (size_t i = 0; i < e->step_count; i++)
        if (strcmp(e->steps[i].id, path) == 0)
            return &e->steps[i];
    return NULL;
}

static const struct origin *estimate_origin(struct evaluator *ev, const struct estimate *e,
                                            const char *path, const char *field) {
    return origin_new(ev->arena, (struct origin){.estimate = e,
                                                 .step = step_of(e, path),
                                                 .entry = e->scenario->id,
                                                 .field = field});
}

/* The unit of a field is known even where its value is absent. */
static struct unit field_unit(size_t i) {
    const struct unit units[] = {
#define ESTIMATE(path, member, unit, printed) unit,
#include "core/estimate.def"
#undef ESTIMATE
    };
    return i < COUNT_OF(units) ? units[i] : UNIT_NONE;
}

static bool measure_path(struct evaluator *ev, const struct estimate *e, size_t i,
                         const struct path_step *steps, struct operand *out) {
    const struct estimate_field *f = &estimate_fields[i];
    const struct measure *m = estimate_measure(e, f);
    if (!m->present)
        return path_absent(ev, steps, absence(e, f->path), field_unit(i), out);
    *out = operand_quantity(m->q, f->printed && *f->printed ? f->printed : NULL);
    out->value.origins = estimate_origin(ev, e, f->path, f->path);
    return true;
}

static bool word_path(struct evaluator *ev, const struct estimate *e, const struct estimate_word *w,
                      const struct path_step *steps, struct operand *out) {
    if (!w->word)
        return path_absent_word(ev, steps, absence(e, w->path), out);
    *out = operand_string(w->word);
    out->value.origins = estimate_origin(ev, e, w->explained_by, w->path);
    return true;
}

static const struct operation *operation_find(struct evaluator *ev, const struct estimate *e,
                                              const struct path_step *step) {
    struct names names = {.arena = ev->arena};
    if (!step->attribute || strcmp(step->attribute, "name") != 0) {
        evaluate_fault(ev, DIAG_EXPRESSION_SYNTAX, step->from, step->to, "operations",
                       "operations[@name='…'] with the name of one", NULL);
        return NULL;
    }
    for (size_t i = 0; i < e->operation_count; i++) {
        if (strcmp(e->operations[i].name, step->value) == 0)
            return &e->operations[i];
        name_add(&names, "", e->operations[i].name);
    }
    evaluate_fault(
        ev, DIAG_UNKNOWN_PATH, step->from, step->to, step->value, "an operation of the estimate",
        nearest_names(ev->arena, step->value, (const char *const *)names.list.at, names.list.n));
    return NULL;
}

static bool operation_path(struct evaluator *ev, const struct estimate *e,
                           const struct path_step *steps, struct operand *out) {
    const struct operation *op = operation_find(ev, e, steps);
    const struct path_step *field = steps->next;
    if (!op)
        return false;
    const struct {
        const char *name;
        double value;
        struct unit unit;
        const char *printed;
    } numbers[] = {{"flops", op->flops, UNIT_FLOP, "GFLOP"},
                   {"bytes", op->bytes, UNIT_BYTE, "GB"},
                   {"intensity", op->intensity, UNIT_FLOP_PER_BYTE, "FLOP/B"},
                   {"attainable", op->attainable, UNIT_FLOP_PER_SECOND, "TFLOP/s"}};
    const char *origin = arena_printf(ev->arena, "operations/%s", op->name);
    struct names names = {.arena = ev->arena};
    for (size_t i = 0; field && !field->next && i < COUNT_OF(numbers); i++)
        if (strcmp(field->name, numbers[i].name) == 0) {
            double v = numbers[i].value;
            *out = operand_quantity((struct quantity){v, v, v, numbers[i].unit, CEILING},
                                    numbers[i].printed);
            out->value.origins = estimate_origin(ev, e, origin, origin);
            return true;
        }
    if (field && !field->next && strcmp(field->name, "bound") == 0) {
        *out = operand_string(op->bound ? op->bound : "");
        out->value.origins = estimate_origin(ev, e, origin, origin);
        return true;
    }
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        name_add(&names, "", numbers[i].name);
    name_add(&names, "", "bound");
    return path_unknown(ev, field ? field : steps, &names,
                        "flops, bytes, intensity, attainable or bound");
}

static bool option_path(struct evaluator *ev, const struct scenario *s, const struct option *o,
                        const struct path_step *steps, struct operand *out) {
    const char *word = o->kind == OPTION_WORD ? member_text(s, o->offset) : NULL;
    if (o->kind == OPTION_WORD && !word)
        return path_absent_word(ev, steps, "the scenario does not give it", out);
    if (o->kind == OPTION_QUANTITY && !option_is_set(s, o))
        return path_absent(ev, steps, "the scenario does not give it", option_quantity(s, o).unit,
                           out);
    *out = o->kind == OPTION_WORD
               ? operand_string(word)
               : operand_quantity(option_quantity(s, o), *o->printed ? o->printed : NULL);
    out->value.origins = origin_new(ev->arena, (struct origin){.entry = s->id, .field = o->name});
    return true;
}

static bool scenario_unknown(struct evaluator *ev, const struct path_step *steps,
                             const struct estimate_word *words) {
    struct names names = {.arena = ev->arena};
    for (size_t i = 0; i < estimate_field_count; i++)
        name_add(&names, "", estimate_fields[i].path);
    for (size_t i = 0; i < ESTIMATE_WORDS; i++)
        name_add(&names, "", words[i].path);
    for (size_t i = 0; i < scenario_option_count; i++)
        name_add(&names, "", scenario_options[i].name);
    for (size_t i = 0; i < accelerator_field_count; i++)
        name_add(&names, "accelerator/", accelerator_fields[i].name);
    for (size_t i = 0; i < model_field_count; i++)
        name_add(&names, "model/", model_fields[i].name);
    return path_unknown(ev, steps, &names,
                        "a path of the estimate, as `ridge estimate --format csv` prints them");
}

bool scenario_path(struct evaluator *ev, const struct scenario *s, const struct path_step *steps,
                   struct operand *out) {
    const struct estimate *e = catalog_estimate(ev->env->catalog, s);
    const char *path = path_text(ev->arena, steps);
    struct estimate_word words[ESTIMATE_WORDS];
    estimate_words(e, words);
    if (strcmp(steps->name, "operations") == 0)
        return operation_path(ev, e, steps, out);
    if (!path_is_plain(ev, steps))
        return false;
    for (size_t i = 0; i < estimate_field_count; i++)
        if (strcmp(estimate_fields[i].path, path) == 0)
            return measure_path(ev, e, i, steps, out);
    for (size_t i = 0; i < ESTIMATE_WORDS; i++)
        if (strcmp(words[i].path, path) == 0)
            return word_path(ev, e, &words[i], steps, out);
    if (strcmp(steps->name, "accelerator") == 0 && steps->next)
        return accelerator_path(ev, s->accelerator, steps->next, out);
    if (strcmp(steps->name, "model") == 0 && steps->next)
        return model_path(ev, s->model, steps->next, out);
    for (size_t i = 0; !steps->next && i < scenario_option_count; i++)
        if (strcmp(scenario_options[i].name, steps->name) == 0)
            return option_path(ev, s, &scenario_options[i], steps, out);
    return scenario_unknown(ev, steps, words);
}
