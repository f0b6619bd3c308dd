/* Paths into scenarios and catalogue entries: $full-7b/memory/total. */
#include "catalog/evaluate.h"
#include "catalog/fields.h"
#include "catalog/store.h"

#include <math.h>
#include <string.h>

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

static const char *joined(struct arena *a, const struct path_step *steps) {
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

/* Names that a path could have had, for the nearest one. */
struct names {
    struct arena *arena;
    struct list list;
};

static void name_add(struct names *names, const char *prefix, const char *name) {
    list_add(names->arena, &names->list, arena_printf(names->arena, "%s%s", prefix, name));
}

static bool unknown(struct evaluator *ev, const struct path_step *steps, const struct names *names,
                    const char *expected) {
    const char *path = joined(ev->arena, steps);
    return evaluate_fault(ev, DIAG_UNKNOWN_PATH, steps->from, steps_end(steps), path, expected,
                          nearest_name(path, (const char *const *)names->list.at, names->list.n));
}

static bool absent(struct evaluator *ev, const struct path_step *steps, const char *reason,
                   struct unit unit, struct operand *out) {
    if (ev->unasked) {
        *out = operand_quantity((struct quantity){NAN, NAN, NAN, unit, EXACT}, NULL);
        return true;
    }
    return evaluate_fault(ev, DIAG_VALUE_ABSENT, steps->from, steps_end(steps),
                          joined(ev->arena, steps), reason, NULL);
}

static bool absent_word(struct evaluator *ev, const struct path_step *steps, const char *reason,
                        struct operand *out) {
    if (ev->unasked) {
        *out = operand_string("");
        return true;
    }
    return absent(ev, steps, reason, UNIT_NONE, out);
}

/* No step has a predicate, but for operations. */
static bool plain(struct evaluator *ev, const struct path_step *steps) {
    for (const struct path_step *s = steps; s; s = s->next)
        if (s->attribute)
            return evaluate_fault(ev, DIAG_EXPRESSION_SYNTAX, s->from, s->to,
                                  "a condition in “[ ]”",
                                  "one only as in operations[@name='attention']", NULL);
    return true;
}

/* ── Accelerators, models, links ─────────────────────────────────────────────────────────────── */

static struct operand datum_operand(struct evaluator *ev, const struct datum *datum,
                                    struct unit unit, const char *entry, const char *field) {
    struct quantity q = {datum->value, datum->value, datum->value, unit, CEILING};
    struct operand out = operand_quantity(q, unit_custom(unit));
    out.value.origins =
        origin_new(ev->arena, (struct origin){.entry = entry, .field = field, .datum = datum});
    return out;
}

static const char *reason_words(struct evaluator *ev, const struct datum *datum) {
    char *words = arena_strdup(ev->arena, datum->reason ? datum->reason : "not given");
    for (char *p = words; *p; p++)
        if (*p == '-')
            *p = ' ';
    return arena_printf(ev->arena, "the catalogue says “%s”", words);
}

static bool text_path(struct evaluator *ev, const void *object, const struct field *table, size_t n,
                      const struct path_step *steps, struct operand *out, bool *ok) {
    for (size_t i = 0; i < n; i++) {
        if (strcmp(table[i].name, steps->name) != 0)
            continue;
        const char *text = member_text(object, table[i].offset);
        if (text)
            *out = operand_string(text);
        *ok = text || absent_word(ev, steps, "the catalogue has none", out);
        if (*ok && text)
            out->value.origins =
                origin_new(ev->arena, (struct origin){.entry = member_text(object, table[0].offset),
                                                      .field = table[i].name});
        return true;
    }
    return false;
}

/* The 16-bit dense peak with FP32 accumulation. */
static size_t peak_field(const struct accelerator *a) {
    size_t fp16 = 0, bf16 = 0;
    for (size_t i = 0; i < accelerator_field_count; i++) {
        if (strcmp(accelerator_fields[i].name, "fp16") == 0)
            fp16 = i;
        if (strcmp(accelerator_fields[i].name, "bf16") == 0)
            bf16 = i;
    }
    return accelerator_datum(a, bf16)->known ? bf16 : fp16;
}

static bool datum_path(struct evaluator *ev, const struct accelerator *a, size_t i,
                       const struct path_step *steps, struct operand *out) {
    const struct datum *datum = accelerator_datum(a, i);
    struct unit unit = accelerator_field_unit(i);
    if (!datum->known)
        return absent(ev, steps, reason_words(ev, datum), unit, out);
    *out = datum_operand(ev, datum, unit, a->id, accelerator_fields[i].name);
    return true;
}

static bool ridge_path(struct evaluator *ev, const struct accelerator *a,
                       const struct path_step *steps, struct operand *out) {
    size_t peak = peak_field(a);
    const struct datum *above = accelerator_datum(a, peak), *below = &a->memory_bandwidth;
    if (!above->known || !below->known)
        return absent(ev, steps, reason_words(ev, above->known ? below : above), UNIT_FLOP_PER_BYTE,
                      out);
    struct operand top =
        datum_operand(ev, above, UNIT_FLOP_PER_SECOND, a->id, accelerator_fields[peak].name);
    struct operand bottom =
        datum_operand(ev, below, UNIT_BYTE_PER_SECOND, a->id, "memory-bandwidth");
    double ridge = above->value / below->value;
    *out = operand_quantity((struct quantity){ridge, ridge, ridge, UNIT_FLOP_PER_BYTE, CEILING},
                            "FLOP/B");
    out->value.origins = origins_join(ev->arena, top.value.origins, bottom.value.origins);
    return true;
}

static bool accelerator_path(struct evaluator *ev, const struct accelerator *a,
                             const struct path_step *steps, struct operand *out) {
    bool ok = false;
    struct names names = {.arena = ev->arena};
    if (!plain(ev, steps))
        return false;
    if (!steps->next) {
        if (strcmp(steps->name, "ridge") == 0)
            return ridge_path(ev, a, steps, out);
        if (strcmp(steps->name, "peak") == 0)
            return datum_path(ev, a, peak_field(a), steps, out);
        for (size_t i = 0; i < accelerator_field_count; i++)
            if (strcmp(accelerator_fields[i].name, steps->name) == 0)
                return datum_path(ev, a, i, steps, out);
        if (text_path(ev, a, accelerator_texts, accelerator_text_count, steps, out, &ok))
            return ok;
    }
    name_add(&names, "", "ridge");
    name_add(&names, "", "peak");
    for (size_t i = 0; i < accelerator_field_count; i++)
        name_add(&names, "", accelerator_fields[i].name);
    for (size_t i = 0; i < accelerator_text_count; i++)
        name_add(&names, "", accelerator_texts[i].name);
    return unknown(ev, steps, &names, "a field of an accelerator");
}

static bool model_count(struct evaluator *ev, const struct model *m, double count,
                        const char *field, struct operand *out) {
    *out = operand_quantity(quantity_exact(count, UNIT_NONE), NULL);
    out->value.origins = origin_new(ev->arena, (struct origin){.entry = m->id, .field = field});
    return true;
}

static bool model_path(struct evaluator *ev, const struct model *m, const struct path_step *steps,
                       struct operand *out) {
    bool ok = false;
    struct names names = {.arena = ev->arena};
    if (!plain(ev, steps))
        return false;
    if (!steps->next) {
        if (strcmp(steps->name, "parameters") == 0)
            return model_count(ev, m, (double)model_parameters(m), "parameters", out);
        for (size_t i = 0; i < model_field_count; i++)
            if (strcmp(model_fields[i].name, steps->name) == 0)
                return model_count(ev, m, (double)member_count(m, model_fields[i].offset),
                                   model_fields[i].name, out);
        if (text_path(ev, m, model_texts, model_text_count, steps, out, &ok))
            return ok;
    }
    name_add(&names, "", "parameters");
    for (size_t i = 0; i < model_field_count; i++)
        name_add(&names, "", model_fields[i].name);
    for (size_t i = 0; i < model_text_count; i++)
        name_add(&names, "", model_texts[i].name);
    return unknown(ev, steps, &names, "a field of a model");
}

static bool link_path(struct evaluator *ev, const struct link *l, const struct path_step *steps,
                      struct operand *out) {
    const struct {
        const char *name;
        const struct datum *datum;
        struct unit unit;
    } rates[] = {{"bandwidth", &l->bandwidth, UNIT_BYTE_PER_SECOND},
                 {"latency", &l->latency, UNIT_SECOND}};
    const struct {
        const char *name, *text;
    } texts[] = {{"id", l->id}, {"name", l->name}, {"kind", l->kind}, {"scope", l->scope}};
    struct names names = {.arena = ev->arena};
    if (!plain(ev, steps))
        return false;
    for (size_t i = 0; !steps->next && i < COUNT_OF(rates); i++) {
        if (strcmp(steps->name, rates[i].name) != 0)
            continue;
        if (!rates[i].datum->known)
            return absent(ev, steps, reason_words(ev, rates[i].datum), rates[i].unit, out);
        *out = datum_operand(ev, rates[i].datum, rates[i].unit, l->id, rates[i].name);
        return true;
    }
    for (size_t i = 0; !steps->next && i < COUNT_OF(texts); i++)
        if (strcmp(steps->name, texts[i].name) == 0) {
            *out = operand_string(texts[i].text ? texts[i].text : "");
            return true;
        }
    for (size_t i = 0; i < COUNT_OF(rates); i++)
        name_add(&names, "", rates[i].name);
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        name_add(&names, "", texts[i].name);
    return unknown(ev, steps, &names, "a field of a link");
}

/* ── Scenarios ───────────────────────────────────────────────────────────────────────────────── */

static const char *const verdict_words[] = {
    [VERDICT_NO] = "no", [VERDICT_MARGINAL] = "marginal", [VERDICT_YES] = "yes"};

/* A word of the estimate, and the value whose derivation explains it. */
struct word {
    const char *path, *text, *explained_by;
};

enum { WORDS = 6 };

static void words_of(const struct estimate *e, struct word out[WORDS]) {
    const struct word words[WORDS] = {
        {"memory/fits", verdict_words[e->fits], "memory/headroom"},
        {"prefill/bound", e->prefill_bound, "prefill/intensity"},
        {"decode/bound", e->decode_bound, "decode/intensity"},
        {"training/bound", e->training_bound, "training/intensity"},
        {"binding/resource", e->binding_resource, "binding/margin"},
        {"binding/next", e->binding_next, "binding/margin"},
    };
    memcpy(out, words, sizeof words);
}

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
        return absent(ev, steps, absence(e, f->path), field_unit(i), out);
    *out = operand_quantity(m->q, f->printed && *f->printed ? f->printed : NULL);
    out->value.origins = estimate_origin(ev, e, f->path, f->path);
    return true;
}

static bool word_path(struct evaluator *ev, const struct estimate *e, const struct word *w,
                      const struct path_step *steps, struct operand *out) {
    if (!w->text)
        return absent_word(ev, steps, absence(e, w->path), out);
    *out = operand_string(w->text);
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
    evaluate_fault(ev, DIAG_UNKNOWN_PATH, step->from, step->to, step->value,
                   "an operation of the estimate",
                   nearest_name(step->value, (const char *const *)names.list.at, names.list.n));
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
    return unknown(ev, field ? field : steps, &names,
                   "flops, bytes, intensity, attainable or bound");
}

static bool option_path(struct evaluator *ev, const struct scenario *s, const struct option *o,
                        const struct path_step *steps, struct operand *out) {
    const char *word = o->kind == OPTION_WORD ? member_text(s, o->offset) : NULL;
    if (o->kind == OPTION_WORD && !word)
        return absent_word(ev, steps, "the scenario does not give it", out);
    *out =
        o->kind == OPTION_WORD ? operand_string(word)
        : o->kind == OPTION_COUNT
            ? operand_quantity(quantity_exact((double)member_count(s, o->offset), UNIT_NONE), NULL)
            : operand_quantity(quantity_exact(member_real(s, o->offset), UNIT_NONE), NULL);
    out->value.origins = origin_new(ev->arena, (struct origin){.entry = s->id, .field = o->name});
    return true;
}

static bool scenario_unknown(struct evaluator *ev, const struct path_step *steps,
                             const struct word *words) {
    struct names names = {.arena = ev->arena};
    for (size_t i = 0; i < estimate_field_count; i++)
        name_add(&names, "", estimate_fields[i].path);
    for (size_t i = 0; i < WORDS; i++)
        name_add(&names, "", words[i].path);
    for (size_t i = 0; i < scenario_option_count; i++)
        name_add(&names, "", scenario_options[i].name);
    for (size_t i = 0; i < accelerator_field_count; i++)
        name_add(&names, "accelerator/", accelerator_fields[i].name);
    for (size_t i = 0; i < model_field_count; i++)
        name_add(&names, "model/", model_fields[i].name);
    return unknown(ev, steps, &names, "a path of the estimate, as `ridge estimate` prints them");
}

static bool scenario_path(struct evaluator *ev, const struct scenario *s,
                          const struct path_step *steps, struct operand *out) {
    const struct estimate *e = catalog_estimate(ev->env->catalog, s);
    const char *path = joined(ev->arena, steps);
    struct word words[WORDS];
    words_of(e, words);
    if (strcmp(steps->name, "operations") == 0)
        return operation_path(ev, e, steps, out);
    if (!plain(ev, steps))
        return false;
    for (size_t i = 0; i < estimate_field_count; i++)
        if (strcmp(estimate_fields[i].path, path) == 0)
            return measure_path(ev, e, i, steps, out);
    for (size_t i = 0; i < WORDS; i++)
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

/* ── Where paths start ───────────────────────────────────────────────────────────────────────── */

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
        *out = b->accelerator ? entry_operand(THING_ACCELERATOR, b->accelerator)
               : b->model     ? entry_operand(THING_MODEL, b->model)
                              : entry_operand(THING_SCENARIO, b->scenario);
        if (out->entry)
            return true;
    }
    const struct list *scenarios = &ev->env->catalog->scenarios;
    const struct scenario *found = list_find(scenarios, variable->text);
    if (found) {
        *out = entry_operand(THING_SCENARIO, found);
        return true;
    }
    for (size_t i = 0; i < scenarios->n; i++)
        name_add(&names, "", ((const struct scenario *)scenarios->at[i])->id);
    return evaluate_fault(
        ev, DIAG_UNKNOWN_SCENARIO, variable->from + 1, variable->to, variable->text,
        "an id of scenarios.xml or a parameter",
        nearest_name(variable->text, (const char *const *)names.list.at, names.list.n));
}
