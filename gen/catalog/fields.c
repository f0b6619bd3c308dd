#include "catalog/fields.h"

#include <string.h>

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

const struct field accelerator_fields[] = {
#define ACCELERATOR(member, name, unit) {name, offsetof(struct accelerator, member)},
#include "core/accelerator.def"
#undef ACCELERATOR
};
const size_t accelerator_field_count = COUNT_OF(accelerator_fields);

struct unit accelerator_field_unit(size_t i) {
    const struct unit units[] = {
#define ACCELERATOR(member, name, unit) unit,
#include "core/accelerator.def"
#undef ACCELERATOR
    };
    return units[i];
}

const struct datum *accelerator_datum(const struct accelerator *a, size_t i) {
    return (const struct datum *)((const char *)a + accelerator_fields[i].offset);
}

const struct field link_fields[] = {
#define LINK(member, name, unit) {name, offsetof(struct link, member)},
#include "core/link.def"
#undef LINK
};
const size_t link_field_count = COUNT_OF(link_fields);

struct unit link_field_unit(size_t i) {
    const struct unit units[] = {
#define LINK(member, name, unit) unit,
#include "core/link.def"
#undef LINK
    };
    return units[i];
}

const struct datum *link_datum(const struct link *l, size_t i) {
    return (const struct datum *)((const char *)l + link_fields[i].offset);
}

const struct field accelerator_texts[] = {
    {"id", offsetof(struct accelerator, id)},
    {"name", offsetof(struct accelerator, name)},
    {"short-name", offsetof(struct accelerator, short_name)},
    {"vendor", offsetof(struct accelerator, vendor)},
    {"class", offsetof(struct accelerator, class)},
    {"architecture", offsetof(struct accelerator, architecture)},
    {"form-factor", offsetof(struct accelerator, form_factor)},
    {"launched", offsetof(struct accelerator, launched)},
    {"launched-what", offsetof(struct accelerator, launched_what)},
    {"memory-label", offsetof(struct accelerator, memory_label)},
    {"memory-type", offsetof(struct accelerator, memory_type)},
    {"memory-modules", offsetof(struct accelerator, memory_modules)},
    {"unified-memory", offsetof(struct accelerator, unified_memory)},
    {"link", offsetof(struct accelerator, link)},
    {"link-name", offsetof(struct accelerator, link_name)},
    {"link-note", offsetof(struct accelerator, link_note)},
    {"host-link", offsetof(struct accelerator, host_link)},
    {"host-link-name", offsetof(struct accelerator, host_link_name)},
    {"accumulate", offsetof(struct accelerator, accumulate)},
};
const size_t accelerator_text_count = COUNT_OF(accelerator_texts);

const struct field link_texts[] = {
    {"id", offsetof(struct link, id)},
    {"name", offsetof(struct link, name)},
    {"kind", offsetof(struct link, kind)},
    {"scope", offsetof(struct link, scope)},
    {"topology", offsetof(struct link, topology)},
    {"raw-rate", offsetof(struct link, raw_rate)},
};
const size_t link_text_count = COUNT_OF(link_texts);

const struct field model_texts[] = {
    {"id", offsetof(struct model, id)},
    {"name", offsetof(struct model, name)},
    {"short-name", offsetof(struct model, short_name)},
    {"organisation", offsetof(struct model, organisation)},
    {"family", offsetof(struct model, family)},
    {"released", offsetof(struct model, released)},
    {"attention", offsetof(struct model, attention)},
    {"native-format", offsetof(struct model, native_format)},
};
const size_t model_text_count = COUNT_OF(model_texts);

const struct field model_fields[] = {
#define MODEL(member, name, least, most, need) {name, offsetof(struct model, member)},
#include "core/model.def"
#undef MODEL
};
const size_t model_field_count = COUNT_OF(model_fields);

const struct option scenario_options[] = {
#define SCENARIO(member, name, kind, printed, task, group, value, help)                            \
    {name,    OPTION_##kind, offsetof(struct scenario, member),                                    \
     printed, TASKS_##task,  OPTIONS_##group,                                                      \
     value,   help},
#include "core/scenario.def"
#undef SCENARIO
};
const size_t scenario_option_count = COUNT_OF(scenario_options);

const struct option *option_find(const char *name) {
    for (size_t i = 0; i < scenario_option_count; i++)
        if (strcmp(scenario_options[i].name, name) == 0)
            return &scenario_options[i];
    return NULL;
}

const char *option_task(const struct option *o) {
    return o->tasks == TASKS_INFERENCE  ? "inference"
           : o->tasks == TASKS_TRAINING ? "training"
                                        : NULL;
}

bool option_belongs(const struct option *o, const char *task) {
    const char *own = option_task(o);
    return !own || (task && strcmp(own, task) == 0);
}

const char *member_text(const void *object, size_t offset) {
    return *(const char *const *)(const void *)((const char *)object + offset);
}

int64_t member_count(const void *object, size_t offset) {
    return *(const int64_t *)(const void *)((const char *)object + offset);
}

double member_real(const void *object, size_t offset) {
    return *(const double *)(const void *)((const char *)object + offset);
}

double option_number(const struct scenario *s, const struct option *o) {
    return o->kind == OPTION_COUNT ? (double)member_count(s, o->offset) : member_real(s, o->offset);
}

struct quantity option_quantity(const struct scenario *s, const struct option *o) {
    struct unit unit = UNIT_NONE;
    double scale = 1;
    unit_lookup(o->printed, strlen(o->printed), &unit, &scale);
    return quantity_exact(option_number(s, o), unit);
}

bool option_is_set(const struct scenario *s, const struct option *o) {
    if (o->kind == OPTION_WORD)
        return member_text(s, o->offset) != NULL;
    return s->given[o - scenario_options] || option_number(s, o) > 0;
}

/* Defaults that are how anybody does it. */
static bool is_usual(const struct scenario *s, const struct option *o) {
    static const struct {
        const char *name, *word;
    } usual[] = {
        {"attention", "flash"},
        {"engine", "ideal"},
        {"block", NULL},
        {"logits", "naive"},
        {"zero", "0"},
        {"collective", "best"},
        {"gradient-accumulation", NULL},
        {"interleave", NULL},
        {"tensor-parallel", NULL},
        {"pipeline-parallel", NULL},
        {"data-parallel", NULL},
        {"expert-parallel", NULL},
        {"context-parallel", NULL},
        {"sequence-parallel", "no"},
    };
    for (size_t i = 0; i < COUNT_OF(usual); i++)
        if (strcmp(usual[i].name, o->name) == 0)
            return usual[i].word ? strcmp(member_text(s, o->offset), usual[i].word) == 0
                                 : option_number(s, o) <= 1;
    return false;
}

static bool says_nothing(const struct scenario *s, const struct option *o) {
    bool devices = strcmp(o->name, "devices") == 0 || o->group == OPTIONS_PARALLEL_GROUP;
    bool adapter = strcmp(o->name, "rank") == 0 || strcmp(o->name, "targets") == 0;
    if (adapter)
        return !s->method || strcmp(s->method, "full") == 0;
    return (devices && s->devices <= 1) || is_usual(s, o);
}

bool option_matters(const struct scenario *s, const struct option *o) {
    bool given = s->given[o - scenario_options];
    return option_belongs(o, s->task) && option_is_set(s, o) && (given || !says_nothing(s, o));
}

static const char *const plural[DIMENSIONS] = {"bytes",  "FLOP",  "seconds",  "tokens",
                                               "joules", "money", "kilograms"};
static const char *const singular[DIMENSIONS] = {"byte",  "FLOP",  "second",  "token",
                                                 "joule", "money", "kilogram"};

/* Appends the names of the dimensions on one side of the fraction. */
static const char *side_words(struct arena *a, const char *words, struct unit unit, int sign,
                              const char *const *names) {
    for (int i = 0; i < DIMENSIONS; i++) {
        int power = unit.power[i] * sign;
        if (power <= 0)
            continue;
        const char *gap = *words ? " · " : "";
        words = power == 1 ? arena_printf(a, "%s%s%s", words, gap, names[i])
                           : arena_printf(a, "%s%s%s^%d", words, gap, names[i], power);
    }
    return words;
}

const char *unit_words(struct arena *a, struct unit unit) {
    const char *above = side_words(a, "", unit, 1, plural);
    const char *below = side_words(a, "", unit, -1, singular);
    if (!*above && !*below)
        return "a plain number";
    return *below ? arena_printf(a, "%s per %s", *above ? above : "times", below) : above;
}

const char *unit_custom(struct unit unit) {
    const struct {
        struct unit unit;
        const char *custom;
    } customs[] = {
        {UNIT_BYTE, "GiB"},
        {UNIT_BYTE_PER_SECOND, "GB/s"},
        {UNIT_FLOP, "TFLOP"},
        {UNIT_FLOP_PER_SECOND, "TFLOP/s"},
        {UNIT_FLOP_PER_BYTE, "FLOP/B"},
        {UNIT_SECOND, "ms"},
        {UNIT_TOKEN_PER_SECOND, "token/s"},
        {UNIT_WATT, "W"},
    };
    for (size_t i = 0; i < COUNT_OF(customs); i++)
        if (unit_equal(unit, customs[i].unit))
            return customs[i].custom;
    return NULL;
}
