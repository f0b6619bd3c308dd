/* scenarios.xml, r:scenario in chapters, and options of the command line. */
#include "catalog/entry.h"
#include "catalog/expression.h"

#include <string.h>

enum { FAULTS = 16, OPTIONS = SCENARIO_OPTIONS + 8 };

/* An option as given: its text and its places. */
struct given {
    const char *name, *value;
    struct span name_span, value_span;
};

struct reading {
    struct catalog *catalog;
    struct diag *diag;
    struct span span;
    struct given given[OPTIONS];
    size_t n;
    const struct binding *bindings;
    size_t binding_count;
};

static const char *const references[] = {"id", "title", "model", "accelerator"};

static const struct given *given_find(const struct reading *r, const char *name) {
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->given[i].name, name) == 0)
            return &r->given[i];
    return NULL;
}

static void report_unknown(const struct reading *r, const struct given *g) {
    const char *names[OPTIONS];
    size_t n = 0;
    for (size_t i = 0; i < sizeof references / sizeof *references; i++)
        names[n++] = references[i];
    for (size_t i = 0; i < scenario_option_count && n < OPTIONS; i++)
        names[n++] = scenario_options[i].name;
    diag_report(r->diag, DIAG_UNKNOWN_OPTION, g->name_span, g->name,
                "the options of `ridge estimate --help`", nearest_name(g->name, names, n));
}

/* "2039 GB/s" to SI; the unit must be of the option's dimension. */
static void quantity_read(const struct reading *r, const struct option *o, const struct given *g,
                          struct scenario *s) {
    struct arena *a = r->catalog->arena;
    struct quantity q;
    if (!quantity_parse(r->diag, g->value_span, g->value, &q))
        return;
    if (unit_equal(q.unit, option_quantity(s, o).unit) && q.value > 0)
        *(double *)(void *)((char *)s + o->offset) = q.value;
    else
        diag_report(r->diag, DIAG_UNIT_MISMATCH, g->value_span,
                    arena_printf(a, "%s = %s", o->name, g->value),
                    arena_printf(a, "a positive quantity in %s", o->printed), NULL);
}

/* false: not a value of that kind. */
static bool option_parse(const struct option *o, const char *text, void *member) {
    if (o->kind == OPTION_COUNT)
        return count_parse(text, member) && *(const int64_t *)member > 0;
    if (o->kind == OPTION_REAL)
        return real_parse(text, member);
    *(const char **)member = text;
    return *text != '\0';
}

static void option_read(const struct reading *r, const struct option *o, const struct given *g,
                        struct scenario *s) {
    static const char *const expected[] = {
        [OPTION_WORD] = "a word",
        [OPTION_COUNT] = "a whole number from 1 on, such as 4096",
        [OPTION_REAL] = "a number such as 0.9 or 15e12",
    };
    void *member = (char *)s + o->offset;
    s->given[o - scenario_options] = true;
    bool money = strcmp(o->value, "MONEY") == 0;
    if (o->kind == OPTION_QUANTITY)
        quantity_read(r, o, g, s);
    else if (!option_parse(o, g->value, member))
        diag_report(r->diag, DIAG_BAD_NUMBER, g->value_span,
                    arena_printf(r->catalog->arena, "%s = %s", o->name, g->value),
                    money ? "an amount such as 2.49; the option currency says of what"
                          : expected[o->kind],
                    NULL);
}

/* What counts the same in the other task. */
static const char *counterpart(const char *option) {
    static const char *const pairs[][2] = {{"batch", "micro-batch"}, {"context", "sequence"},
                                           {"prompt", "sequence"},   {"micro-batch", "batch"},
                                           {"sequence", "context"},  {"tokens", "output"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strcmp(pairs[i][0], option) == 0)
            return pairs[i][1];
    return NULL;
}

static void task_check(const struct reading *r, const struct option *o, const struct given *g,
                       const char *task) {
    struct arena *a = r->catalog->arena;
    const char *other = counterpart(o->name);
    if (!task || option_belongs(o, task) || (strcmp(task, "inference") && strcmp(task, "training")))
        return;
    diag_report(r->diag, DIAG_SCENARIO_OPTION, g->value_span,
                arena_printf(a, "%s = %s", o->name, g->value),
                arena_printf(a, "%s: %s is one of %s", other ? other : "an option of the task",
                             o->name, option_task(o)),
                NULL);
}

static void options_read(const struct reading *r, struct scenario *s) {
    for (size_t i = 0; i < r->n; i++) {
        const struct given *g = &r->given[i];
        const struct option *o = option_find(g->name);
        bool reference = false;
        for (size_t k = 0; k < sizeof references / sizeof *references; k++)
            reference |= strcmp(references[k], g->name) == 0;
        if (o)
            option_read(r, o, g, s);
        else if (!reference)
            report_unknown(r, g);
    }
    for (size_t i = 0; i < r->n; i++) {
        const struct option *o = option_find(r->given[i].name);
        if (o)
            task_check(r, o, &r->given[i], s->task);
    }
}

/* What "$a" is bound to; NULL also when the value is an id. */
static const struct binding *binding_of(const struct reading *r, const struct given *g) {
    for (size_t i = 0; g->value[0] == '$' && i < r->binding_count; i++)
        if (strcmp(r->bindings[i].name, g->value + 1) == 0)
            return &r->bindings[i];
    return NULL;
}

static const struct model *model_of(const struct reading *r, const struct given *g) {
    const struct binding *b = binding_of(r, g);
    return b && b->model ? b->model : catalog_model(r->catalog, r->diag, g->value_span, g->value);
}

static const struct accelerator *accelerator_of(const struct reading *r, const struct given *g) {
    const struct binding *b = binding_of(r, g);
    return b && b->accelerator ? b->accelerator
                               : catalog_accelerator(r->catalog, r->diag, g->value_span, g->value);
}

/* Without these nothing can be said of a device; a CPU's memory is a matter of its modules. An
 * option may give them. */
static bool memory_is_known(const struct reading *r, const struct given *g,
                            const struct accelerator *x) {
    const struct {
        const char *name;
        const struct datum *datum;
    } needs[] = {{"memory-capacity", &x->memory_capacity},
                 {"memory-bandwidth", &x->memory_bandwidth}};
    bool known = true;
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        if (needs[i].datum->known || given_find(r, needs[i].name))
            continue;
        diag_report(r->diag, DIAG_DEVICE_LACKS, g->value_span, x->id, needs[i].name, NULL);
        diag_note(r->diag, needs[i].datum->span,
                  "it may be given as the option %s, or with extends=\"%s\" in a folder of "
                  "your own: see --catalogue",
                  needs[i].name, x->id);
        known = false;
    }
    return known;
}

static void hardware_read(const struct reading *r, struct scenario *s) {
    const struct given *model = given_find(r, "model");
    const struct given *accelerator = given_find(r, "accelerator");
    if (model)
        s->model = model_of(r, model);
    else
        diag_report(r->diag, DIAG_MISSING_OPTION, r->span, "scenario", "model", NULL);
    if (accelerator)
        s->accelerator = accelerator_of(r, accelerator);
    if (accelerator && s->accelerator && !memory_is_known(r, accelerator, s->accelerator))
        s->accelerator = NULL;
    if (!accelerator)
        diag_report(r->diag, DIAG_MISSING_OPTION, r->span, "scenario", "accelerator", NULL);
}

/* A link by the option that names it, else by the device's own entry. */
static const struct link *link_of(const struct reading *r, const char *option, const char *own) {
    const struct given *g = given_find(r, option);
    if (g)
        return catalog_link(r->catalog, r->diag, g->value_span, g->value);
    return own ? store_find(&r->catalog->links, own) : NULL;
}

/* A CPU where a memory tier may stand. */
static const struct accelerator *cpu_of(const struct reading *r, const char *option) {
    const struct given *g = given_find(r, option);
    const struct accelerator *x = g ? store_find(&r->catalog->accelerators, g->value) : NULL;
    return x && x->class && strcmp(x->class, "cpu") == 0 ? x : NULL;
}

/* What ids of links and models in options stand for. */
static void names_resolve(const struct reading *r, struct scenario *s) {
    const struct accelerator *x = s->accelerator;
    const struct given *draft = given_find(r, "draft-model");
    s->draft = draft ? model_of(r, draft) : NULL;
    s->device_link = link_of(r, "link", x ? x->link : NULL);
    s->between_nodes = link_of(r, "node-link", NULL);
    s->to_host = link_of(r, "host-link", x ? x->host_link : NULL);
    s->handover = link_of(r, "transfer-link", NULL);
    s->host_device = cpu_of(r, "host-memory");
    s->host_tier = s->host_device ? NULL : link_of(r, "host-memory", NULL);
    s->drive = link_of(r, "storage", NULL);
}

static void faults_report(const struct reading *r, const struct scenario_fault *faults, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const struct scenario_fault *f = &faults[i];
        const struct given *g = f->option ? given_find(r, f->option) : NULL;
        const char *found = f->found ? f->found : g ? g->value : f->option;
        if (!g && f->option && strcmp(found, "nothing") == 0) {
            diag_report(r->diag, DIAG_SCENARIO_LACKS, r->span, f->option, f->expected, f->nearest);
            continue;
        }
        diag_report(r->diag, DIAG_SCENARIO_OPTION, g ? g->value_span : r->span,
                    arena_printf(r->catalog->arena, "%s%s%s", f->option ? f->option : "",
                                 f->option ? " = " : "", found ? found : ""),
                    f->expected, f->nearest);
    }
}

/* The scenario as given, or NULL after reporting. */
static struct scenario *scenario_given(const struct reading *r) {
    struct arena *a = r->catalog->arena;
    size_t before = diag_faults(r->diag);
    struct scenario *s = ARENA_NEW(a, struct scenario);
    const struct given *id = given_find(r, "id"), *title = given_find(r, "title");
    s->span = r->span;
    s->id = id ? id->value : NULL;
    s->title = title ? title->value : NULL;
    hardware_read(r, s);
    options_read(r, s);
    names_resolve(r, s);
    return diag_faults(r->diag) > before ? NULL : s;
}

/* The scenario completed, or NULL after reporting. */
static struct scenario *scenario_make(const struct reading *r) {
    struct scenario *s = scenario_given(r);
    if (!s)
        return NULL;
    struct scenario_fault faults[FAULTS];
    size_t n = scenario_complete(s, r->catalog->arena, faults, FAULTS);
    faults_report(r, faults, n < FAULTS ? n : FAULTS);
    return n ? NULL : s;
}

static bool words_equal(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* The two languages of a chapter define the same local scenarios. */
static bool scenarios_equal(const struct scenario *a, const struct scenario *b) {
    if (a->model != b->model || a->accelerator != b->accelerator)
        return false;
    for (size_t i = 0; i < scenario_option_count; i++) {
        const struct option *o = &scenario_options[i];
        bool same = o->kind == OPTION_WORD
                        ? words_equal(member_text(a, o->offset), member_text(b, o->offset))
                        : option_number(a, o) == option_number(b, o);
        if (!same)
            return false;
    }
    return true;
}

static struct reading reading_of(struct catalog *c, struct diag *d, const struct node *element) {
    struct reading r = {.catalog = c, .diag = d, .span = element->span};
    for (const struct attribute *at = element->attributes; at && r.n < OPTIONS; at = at->next)
        if (at->ns == NS_NONE)
            r.given[r.n++] = (struct given){at->name, at->value, at->name_span, at->value_span};
    return r;
}

/* In a document nobody sees a default, and what a question is answered with depends on its length.
 * What no task has is said elsewhere. */
static bool length_is_stated(const struct reading *r) {
    const struct given *task = given_find(r, "task"), *id = given_find(r, "id");
    bool training = task && strcmp(task->value, "training") == 0;
    bool inference = task && strcmp(task->value, "inference") == 0;
    bool stated = training ? given_find(r, "sequence") != NULL
                           : given_find(r, "context") || given_find(r, "prompt");
    if (stated || !(training || inference))
        return true;
    diag_report(r->diag, DIAG_LENGTH_UNSTATED, id ? id->value_span : r->span,
                id ? id->value : "scenario",
                training ? "the attribute sequence" : "the attribute context, or prompt", NULL);
    return false;
}

static struct scenario *element_read(const struct reading *r) {
    if (given_find(r, "id"))
        return scenario_make(r);
    diag_report(r->diag, DIAG_MISSING_OPTION, r->span, "scenario", "id", NULL);
    return NULL;
}

static struct scenario *document_read(const struct reading *r) {
    bool stated = length_is_stated(r);
    struct scenario *s = element_read(r);
    return stated ? s : NULL;
}

const struct scenario *catalog_read_scenario(struct catalog *c, struct diag *d,
                                             const struct node *element,
                                             const struct binding *bindings, size_t n) {
    struct reading r = reading_of(c, d, element);
    r.bindings = bindings;
    r.binding_count = n;
    return document_read(&r);
}

const struct scenario *catalog_case_scenario(struct catalog *c, struct diag *d,
                                             const struct node *element) {
    struct reading r = reading_of(c, d, element);
    return element_read(&r);
}

const struct scenario *catalog_add_scenario(struct catalog *c, struct diag *d,
                                            const struct node *element) {
    struct reading r = reading_of(c, d, element);
    struct scenario *s = document_read(&r);
    if (!s)
        return NULL;
    const struct scenario *before = store_find(&c->scenarios, s->id);
    if (!before) {
        store_add(c->arena, &c->scenarios, s);
        return s;
    }
    if (scenarios_equal(before, s))
        return before;
    diag_report(d, DIAG_DUPLICATE_ID, node_value_span(element, "id"), s->id, NULL, NULL);
    diag_note(d, before->span, "another scenario of this name stands here");
    return NULL;
}

static struct reading reading_of_options(struct catalog *c, struct diag *d,
                                         const char *const *names, const char *const *values,
                                         size_t n) {
    struct reading r = {.catalog = c, .diag = d};
    for (size_t i = 0; i < n && r.n < OPTIONS; i++)
        r.given[r.n++] = (struct given){.name = arena_strdup(c->arena, names[i]),
                                        .value = arena_strdup(c->arena, values[i])};
    return r;
}

const struct scenario *catalog_make_scenario(struct catalog *c, struct diag *d,
                                             const char *const *names, const char *const *values,
                                             size_t n) {
    struct reading r = reading_of_options(c, d, names, values, n);
    return scenario_make(&r);
}

const struct scenario *catalog_given_scenario(struct catalog *c, struct diag *d,
                                              const char *const *names, const char *const *values,
                                              size_t n) {
    struct reading r = reading_of_options(c, d, names, values, n);
    return scenario_given(&r);
}

void scenarios_read(struct catalog *c, struct diag *d, const struct node *root) {
    for (const struct node *n = root->child; n; n = n->next) {
        if (n->kind != NODE_ELEMENT)
            continue;
        if (node_is(n, NS_RIDGE, "scenario"))
            catalog_add_scenario(c, d, n);
        else
            diag_report(d, DIAG_UNKNOWN_ENTRY, n->span, n->name, "scenario", "scenario");
    }
}
