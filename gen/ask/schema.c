/* JSON Schemas of what is printed for programs, made from the tables that print it. */
#include "ask/schema.h"

#include <stdio.h>
#include <string.h>

#include "ask/cell.h"
#include "ask/fact.h"
#include "ask/report.h"
#include "ask/tree.h"
#include "catalog/fields.h"
#include "core/fit.h"

static const char DIALECT[] = "https://json-schema.org/draft/2020-12/schema";

/* ── Pieces ── */

static void words_add(struct tree *parent, const char *name, const char *const *words) {
    struct tree *list = tree_list(parent, name);
    for (; *words; words++)
        tree_word(list, "item", *words);
}

#define WORDS(parent, name, ...)                                                                   \
    words_add((parent), (name), (const char *const[]){__VA_ARGS__, NULL})

static struct tree *typed(struct tree *properties, const char *name, const char *type) {
    struct tree *t = tree_group(properties, name);
    tree_word(t, "type", type);
    return t;
}

/* An object whose members are all named; returns its properties. */
static struct tree *object_add(struct tree *t, struct tree **required) {
    tree_word(t, "type", "object");
    tree_truth(t, "additionalProperties", false);
    *required = tree_list(t, "required");
    return tree_group(t, "properties");
}

static struct tree *object(struct tree *properties, const char *name, struct tree **required) {
    return object_add(tree_group(properties, name), required);
}

static void need(struct tree *required, const char *name) {
    tree_word(required, "item", name);
}

static void reference(struct tree *properties, const char *name, const char *definition,
                      const char *unit) {
    struct tree *t = tree_group(properties, name);
    tree_word(t, "$ref", definition);
    if (unit)
        tree_word(tree_group(tree_group(t, "properties"), "unit"), "const", unit);
}

static struct tree *head(struct arena *a, const char *what, const char *title,
                         struct tree **required) {
    struct tree *root = tree_root(a, "schema");
    tree_word(root, "$schema", DIALECT);
    tree_word(root, "$id", arena_printf(a, "urn:ridgepoint:schema:%s:%d", what, TREE_SCHEMA));
    tree_word(root, "title", title);
    struct tree *properties = object_add(root, required);
    tree_number(tree_group(properties, "schema"), "const", TREE_SCHEMA);
    typed(properties, "catalogue", "string");
    need(*required, "schema");
    need(*required, "catalogue");
    return properties;
}

/* A number in SI with its unit and class; a range where the class has one. */
static void define_quantity(struct tree *definitions) {
    struct tree *t = tree_group(definitions, "quantity"), *required;
    struct tree *properties = object_add(t, &required);
    need(required, "value");
    need(required, "unit");
    need(required, "class");
    typed(properties, "value", "number");
    typed(properties, "unit", "string");
    WORDS(tree_group(properties, "class"), "enum", exactness_name(EXACT), exactness_name(CEILING),
          exactness_name(MODELLED), exactness_name(EMPIRICAL));
    typed(properties, "low", "number");
    typed(properties, "high", "number");
    struct tree *condition = tree_group(tree_group(t, "if"), "properties");
    WORDS(tree_group(condition, "class"), "enum", exactness_name(MODELLED),
          exactness_name(EMPIRICAL));
    WORDS(tree_group(t, "then"), "required", "low", "high");
}

/* ── The estimate ── */

static void option_schema(struct tree *properties, const struct option *o, struct arena *a) {
    static const char *const types[] = {
        [OPTION_WORD] = "string", [OPTION_COUNT] = "integer", [OPTION_REAL] = "number"};
    struct tree *t = tree_group(properties, o->name);
    tree_word(t, "description", o->help);
    if (o->kind != OPTION_QUANTITY) {
        WORDS(t, "type", types[o->kind], "null");
        return;
    }
    struct unit unit;
    double scale;
    unit_lookup(o->printed, strlen(o->printed), &unit, &scale);
    struct tree *either = tree_list(t, "anyOf");
    tree_word(tree_group(either, "item"), "type", "null");
    reference(either, "item", "#/$defs/quantity", unit_name(a, unit));
}

/* The options of one task are there, or null. */
static void need_options(struct tree *t, const char *name, const char *task) {
    struct tree *required = tree_list(tree_group(t, name), "required");
    for (size_t i = 0; i < scenario_option_count; i++)
        if (option_belongs(&scenario_options[i], task))
            need(required, scenario_options[i].name);
}

static void scenario_schema(struct arena *a, struct tree *properties) {
    struct tree *t = tree_group(properties, "scenario"), *required;
    struct tree *scenario = object_add(t, &required);
    typed(scenario, "model", "string");
    typed(scenario, "accelerator", "string");
    typed(scenario, "unverified", "boolean");
    for (size_t i = 0; i < scenario_option_count; i++)
        option_schema(scenario, &scenario_options[i], a);
    struct tree *given = typed(scenario, "given", "array");
    struct tree *names = tree_list(tree_group(given, "items"), "enum");
    for (size_t i = 0; i < scenario_option_count; i++)
        tree_word(names, "item", scenario_options[i].name);
    need(required, "model");
    need(required, "accelerator");
    need(required, "unverified");
    need(required, "given");
    struct tree *inference = tree_group(tree_group(t, "if"), "properties");
    tree_word(tree_group(inference, "task"), "const", "inference");
    need_options(t, "then", "inference");
    need_options(t, "else", "training");
}

/* One object for each group of paths; what a task does not have is left out. */
static void groups_schema(struct arena *a, struct tree *properties) {
    const struct unit units[] = {
#define ESTIMATE(path, member, unit, printed) unit,
#include "core/estimate.def"
#undef ESTIMATE
    };
    struct estimate none = {.scenario = NULL};
    struct estimate_word words[ESTIMATE_WORDS];
    struct tree *group = NULL, *required;
    estimate_words(&none, words);
    for (size_t i = 0; i < estimate_field_count; i++) {
        const char *path = estimate_fields[i].path;
        size_t n = report_group_length(path);
        if (!i || !report_same_group(path, estimate_fields[i - 1].path)) {
            group = object(properties, arena_strndup(a, path, n), &required);
            for (size_t w = 0; w < ESTIMATE_WORDS; w++)
                if (report_same_group(path, words[w].path))
                    typed(group, words[w].path + n + 1, "string");
        }
        reference(group, path + n + 1, "#/$defs/quantity", unit_name(a, units[i]));
    }
}

static struct tree *items(struct tree *properties, const char *name, struct tree **required) {
    struct tree *list = typed(properties, name, "array");
    return object(list, "items", required);
}

static void operations_schema(struct tree *properties) {
    static const char *const numbers[] = {"flops", "bytes", "intensity", "attainable"};
    struct tree *required, *operation = items(properties, "operations", &required);
    typed(operation, "name", "string");
    need(required, "name");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        WORDS(tree_group(operation, numbers[i]), "type", "number", "null");
        need(required, numbers[i]);
    }
    WORDS(tree_group(operation, "bound"), "type", "string", "null");
    need(required, "bound");
}

static void steps_schema(struct tree *properties) {
    static const char *const words[] = {"id", "symbol", "formula", "substituted", "source"};
    struct tree *required, *step = items(properties, "steps", &required);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        typed(step, words[i], "string");
        need(required, words[i]);
    }
    reference(step, "result", "#/$defs/quantity", NULL);
    need(required, "result");
}

static struct tree *estimate_schema(struct arena *a) {
    static const char *const always[] = {"scenario",    "model",      "memory",
                                         "not-counted", "operations", "steps"};
    struct tree *required;
    struct tree *properties = head(a, "estimate", "ridge estimate --format json", &required);
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        need(required, always[i]);
    scenario_schema(a, properties);
    groups_schema(a, properties);
    typed(typed(properties, "not-counted", "array"), "items", "string");
    operations_schema(properties);
    steps_schema(properties);
    struct tree *root = tree_parent(properties);
    define_quantity(tree_group(root, "$defs"));
    return root;
}

/* ── Answers to reverse questions ── */

static void answer_schema(struct arena *a, struct tree *answer) {
    static const char *const quantities[] = {
        "answer",         "headroom",  "saturation-batch", "parameters-most",
        "time-per-token", "step-time", "gain-bandwidth",   "gain-compute",
        "gain-capacity",  "gain-link", "gain-latency",     "tokens-per-second"};
    struct tree *required;
    typed(answer, "model", "string");
    typed(answer, "accelerator", "string");
    typed(answer, "unverified", "boolean");
    typed(answer, "word", "string");
    typed(answer, "word-with-luck", "string");
    WORDS(tree_group(answer, "fits"), "enum", "yes", "marginal", "no");
    words_add(tree_group(answer, "limit"), "enum", fit_limits);
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++)
        reference(answer, quantities[i], "#/$defs/quantity", NULL);
    struct tree *refused = object(answer, "refused", &required);
    static const char *const reasons[] = {"option", "found", "expected"};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        typed(refused, reasons[i], "string");
        need(required, reasons[i]);
    }
    scenario_schema(a, answer);
    steps_schema(answer);
}

static struct tree *fit_schema(struct arena *a) {
    struct tree *required, *answer_required;
    struct tree *properties = head(a, "fit", "ridge fit --format json", &required);
    need(required, "question");
    need(required, "answers");
    struct tree *questions = tree_list(tree_group(properties, "question"), "enum");
    for (int q = 0; q < FIT_QUESTIONS; q++)
        tree_word(questions, "item", fit_question_name((enum fit_question)q));
    answer_schema(a, items(properties, "answers", &answer_required));
    need(answer_required, "model");
    need(answer_required, "accelerator");
    struct tree *root = tree_parent(properties);
    define_quantity(tree_group(root, "$defs"));
    return root;
}

/* ── Lists and cards ── */

static void define_fact(struct tree *definitions) {
    static const char *const words[] = {"unit", "class", "source", "unknown"};
    struct tree *either = tree_list(tree_group(definitions, "fact"), "anyOf"), *required;
    WORDS(tree_group(either, "item"), "type", "string", "number", "boolean", "null");
    struct tree *fact = object(either, "item", &required);
    need(required, "value");
    WORDS(tree_group(fact, "value"), "type", "string", "number", "boolean", "null");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        typed(fact, words[i], "string");
    WORDS(tree_group(fact, "grade"), "enum", grade_words[0], grade_words[1], grade_words[2],
          grade_words[3]);
    typed(fact, "derived", "boolean");
    typed(fact, "low", "number");
    typed(fact, "high", "number");
    struct tree *other = items(fact, "alternatives", &required);
    typed(other, "text", "string");
    WORDS(tree_group(other, "source"), "type", "string", "null");
    WORDS(tree_group(other, "reason"), "type", "string", "null");
}

/* An object of facts under whatever names. */
static struct tree *facts(struct tree *t) {
    tree_word(t, "type", "object");
    tree_word(tree_group(t, "additionalProperties"), "$ref", "#/$defs/fact");
    return t;
}

static struct tree *list_schema(struct arena *a) {
    struct tree *required;
    struct tree *properties = head(a, "list", "ridge list KIND --format json", &required);
    for (size_t i = 0; i < entry_kind_count; i++)
        facts(tree_group(typed(properties, entry_kinds[i].plural, "array"), "items"));
    struct tree *root = tree_parent(properties);
    define_fact(tree_group(root, "$defs"));
    return root;
}

static struct tree *show_schema(struct arena *a) {
    static const char *const always[] = {"kind", "verified", "facts", "sources"};
    static const char *const lists[] = {"prices", "remarks", "sources"};
    struct tree *required;
    struct tree *properties = head(a, "show", "ridge show ID --format json", &required);
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        need(required, always[i]);
    struct tree *kinds = tree_list(tree_group(properties, "kind"), "enum");
    for (size_t i = 0; i < entry_kind_count; i++)
        tree_word(kinds, "item", entry_kinds[i].name);
    typed(properties, "verified", "boolean");
    WORDS(tree_group(properties, "overlay"), "type", "string", "null");
    facts(tree_group(properties, "facts"));
    typed(typed(properties, "defaults", "array"), "items", "string");
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        facts(tree_group(typed(properties, lists[i], "array"), "items"));
    struct tree *root = tree_parent(properties);
    define_fact(tree_group(root, "$defs"));
    return root;
}

static const struct schema_row {
    const char *name;
    struct tree *(*make)(struct arena *a);
} SCHEMAS[] = {{"estimate", estimate_schema},
               {"fit", fit_schema},
               {"list", list_schema},
               {"show", show_schema}};
enum { SCHEMA_COUNT = sizeof SCHEMAS / sizeof *SCHEMAS };

bool schema_json(struct arena *a, const char *what, struct bytes *out) {
    for (size_t i = 0; i < SCHEMA_COUNT; i++)
        if (!strcmp(SCHEMAS[i].name, what)) {
            tree_json(SCHEMAS[i].make(a), out);
            return true;
        }
    return false;
}

const char *schema_json_name(size_t i) {
    return i < SCHEMA_COUNT ? SCHEMAS[i].name : NULL;
}
