/* models.xml: the language models. */
#include "catalog/entry.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "catalog/model_rules.h"
#include "core/parameters.h"

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

static const char *const texts[] = {"name",     "short-name", "organisation", "family",
                                    "released", "attention",  "native-format"};

static void children_check(const struct entry *e) {
    size_t n = 0;
    const char **names =
        ARENA_ARRAY(e->catalog->arena, const char *, COUNT_OF(texts) + model_field_count);
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        names[n++] = texts[i];
    for (size_t i = 0; i < model_field_count; i++)
        names[n++] = model_fields[i].name;
    entry_check_children(e, names, n);
}

static void texts_read(const struct entry *e, struct model *m) {
    m->name = entry_text(e, "name", true);
    m->short_name = entry_text(e, "short-name", false);
    if (!m->short_name)
        m->short_name = m->name;
    m->organisation = entry_text(e, "organisation", false);
    if (!m->organisation)
        m->organisation = "—";
    m->family = entry_text(e, "family", true);
    m->released = entry_date(e, "released", false);
    if (!m->released)
        m->released = "—";
    m->attention = entry_text(e, "attention", true);
    m->native_format = entry_text(e, "native-format", true);
}

/* false when a number is out of bounds, and nothing may be computed from the entry. */
static bool bounds_check(const struct entry *e, size_t i, int64_t count) {
    const struct node *element = entry_child(e, model_fields[i].name, false);
    struct bounds bounds = model_bounds(i);
    if (!element)
        return !bounds.needed;
    if (count >= bounds.least && count <= bounds.most)
        return true;
    struct arena *a = e->catalog->arena;
    diag_report(e->diag, DIAG_BAD_NUMBER, node_text_span(element),
                arena_printf(a, "%" PRId64, count),
                arena_printf(a, "%" PRId64 " to %" PRId64, bounds.least, bounds.most), NULL);
    return false;
}

/* A broken rule is reported at its field, or at the entry when the field is absent. */
static bool rules_check(const struct entry *e, const struct model *m) {
    struct arena *a = e->catalog->arena;
    const struct model_rule *rule = model_rule_broken(m);
    if (!rule)
        return true;
    const struct node *field = entry_child(e, rule->field, false);
    diag_report(e->diag, DIAG_CATALOG_DISAGREES, field ? node_text_span(field) : e->node->span,
                arena_printf(a, "%s %s", rule->field, field ? node_text(a, field) : "absent"),
                rule->against, NULL);
    return false;
}

/* ── Published counts ── */

static const char *const extras[] = {
#define EXTRA(member, name) name,
#include "core/extra.def"
#undef EXTRA
};

/* Takes the extras that are named beside the total off it. */
static void published_read(const struct entry *e, struct model *m) {
    const char *names[MODEL_EXTRAS + 1] = {"source"};
    const struct node *element = entry_child(e, "published-parameters", false);
    if (!element)
        return;
    for (size_t i = 0; i < MODEL_EXTRAS; i++)
        names[i + 1] = extras[i];
    entry_check_attributes(e, element, names, MODEL_EXTRAS + 1);
    m->published = entry_source(e, element);
    for (size_t i = 0; i < MODEL_EXTRAS; i++) {
        const char *text = node_value(element, extras[i]);
        if (text && !count_parse(text, &m->extras[i]))
            diag_report(e->diag, DIAG_BAD_NUMBER, node_value_span(element, extras[i]), text,
                        "a whole number such as 2048", NULL);
        m->published_parameters -= m->extras[i];
    }
}

/* within="0.3 %" */
static bool percent_parse(const char *text, double *out) {
    size_t n = strspn(text, "0123456789.");
    if (strcmp(text + n, " %") != 0)
        return false;
    char digits[16] = "";
    if (n >= sizeof digits)
        return false;
    memcpy(digits, text, n);
    return real_parse(digits, out) && (*out /= 100) <= 0.1;
}

static void label_read(const struct entry *e, struct model *m) {
    static const char *const names[] = {"source", "within"};
    const struct node *element = entry_child(e, "published-label", false);
    if (!element)
        return;
    entry_check_attributes(e, element, names, COUNT_OF(names));
    m->published = entry_source(e, element);
    const char *within = entry_attribute(e, element, "within", true);
    if (within && !percent_parse(within, &m->label_within))
        diag_report(e->diag, DIAG_BAD_NUMBER, node_value_span(element, "within"), within,
                    "a share up to 10 %, such as 0.3 %", NULL);
}

static void disagreement(const struct entry *e, const char *field, int64_t published,
                         int64_t derived) {
    struct arena *a = e->catalog->arena;
    diag_report(e->diag, DIAG_CATALOG_DISAGREES, node_text_span(entry_child(e, field, false)),
                arena_printf(a, "%" PRId64 " published parameters", published),
                arena_printf(a, "%" PRId64 " follow from the other fields", derived), NULL);
}

/* The published count holds the fields of the entry to account; what only has a rounded figure to
 * answer to is compared with that. */
static void parameters_check(const struct entry *e, const struct model *m) {
    int64_t derived = model_parameters(m);
    double label = (double)m->published_label;
    if (entry_child(e, "published-parameters", false) && derived != m->published_parameters)
        disagreement(e, "published-parameters", m->published_parameters, derived);
    if (m->label_within > 0 && fabs((double)derived - label) > m->label_within * label)
        disagreement(e, "published-label", m->published_label, derived);
}

int64_t model_parameters(const struct model *m) {
    return parameters_count(m).total;
}

static void model_read(struct catalog *c, struct diag *d, const struct node *node) {
    static const char *const attributes[] = {"id", "source", "grade"};
    struct entry e;
    if (!entry_open(&e, c, d, node, "model", &c->models))
        return;
    entry_check_attributes(&e, node, attributes, COUNT_OF(attributes));
    children_check(&e);
    bool sound = true;
    struct model *m = ARENA_NEW(c->arena, struct model);
    m->id = e.id;
    m->span = node->span;
    m->reference = entry_source(&e, node);
    m->grade = entry_grade(&e, node, m->reference);
    texts_read(&e, m);
    for (size_t i = 0; i < model_field_count; i++) {
        int64_t *count = (void *)((char *)m + model_fields[i].offset);
        struct bounds bounds = model_bounds(i);
        *count = entry_count(&e, model_fields[i].name, bounds.needed, bounds.most == 1);
        sound &= bounds_check(&e, i, *count);
    }
    if (sound) {
        published_read(&e, m);
        label_read(&e, m);
    }
    entry_close(&e);
    if (!sound)
        return;
    if (!rules_check(&e, m))
        return;
    parameters_check(&e, m);
    store_add(c->arena, &c->models, m);
}

void models_read(struct catalog *c, struct diag *d, const struct node *root) {
    for (const struct node *n = root->child; n; n = n->next)
        if (n->kind == NODE_ELEMENT)
            model_read(c, d, n);
}
