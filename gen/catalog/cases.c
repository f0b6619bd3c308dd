/* The files of content/cases. */
#include "catalog/cases.h"

#include <string.h>
#include <unistd.h>

#include "catalog/entry.h"
#include "catalog/expression.h"
#include "catalog/syntax.h"

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

const char *const case_capabilities[] = {
    "weights", "quant-size", "kv",   "activations", "zero",    "lora", "flops",       "roofline-op",
    "prefill", "decode",     "comm", "train-time",  "offload", "fit",  "spec-decode",
};
const size_t case_capability_count = COUNT_OF(case_capabilities);

static const char *const kinds[] = {"analytic", "measured"};
static const char *const attributes[] = {"id",   "capability", "kind",   "value",
                                         "unit", "tolerance",  "source", "select"};

enum { SCENARIOS = 8 };

struct reading {
    struct entry e;
    struct published_case *out;
    struct binding bindings[SCENARIOS];
    size_t n;
};

/* ── One case ── */

static void report_value(const struct reading *r, const char *attribute, const char *expected) {
    diag_report(r->e.diag, DIAG_BAD_NUMBER, node_value_span(r->e.node, attribute),
                node_value(r->e.node, attribute), expected, NULL);
}

static bool published_parse(struct reading *r) {
    struct published_case *p = r->out;
    struct order order;
    switch (p->near.kind) {
    case TOLERANCE_BOOL:
        return strcmp(p->value, "yes") == 0 || strcmp(p->value, "no") == 0;
    case TOLERANCE_RANKING:
        if (!order_parse(p->value, &order))
            return false;
        memcpy(p->published, order.at, sizeof p->published);
        p->n = order.n;
        return true;
    default:
        p->n = 1;
        return printed_parse(p->value, strlen(p->value), p->published);
    }
}

/* The attributes; false when the case cannot be judged. */
static bool attributes_read(struct reading *r) {
    struct entry *e = &r->e;
    struct published_case *p = r->out;
    const struct node *n = e->node;
    entry_check_attributes(e, n, attributes, COUNT_OF(attributes));
    p->id = e->id = entry_attribute(e, n, "id", true);
    p->capability = entry_word(e, n, "capability", case_capabilities, case_capability_count, true);
    p->kind = entry_word(e, n, "kind", kinds, COUNT_OF(kinds), true);
    p->source = entry_attribute(e, n, "source", true);
    p->value = entry_attribute(e, n, "value", true);
    p->tolerance = entry_attribute(e, n, "tolerance", true);
    p->unit = node_value(n, "unit") ? node_value(n, "unit") : "";
    if (!p->id || !p->capability || !p->value || !p->tolerance)
        return false;
    if (!tolerance_parse(p->tolerance, &p->near)) {
        report_value(r, "tolerance",
                     "exact, 2%, upper-bound(1.5x), lower-bound(0.7x), "
                     "band(0.9x-1.1x), ranking or bool");
        return false;
    }
    if (published_parse(r))
        return true;
    report_value(r, "value",
                 p->near.kind == TOLERANCE_BOOL      ? "yes or no"
                 : p->near.kind == TOLERANCE_RANKING ? "numbers in falling order, as in 7.3>0.6"
                                                     : "a number such as 31.2 or 5.6e9");
    return false;
}

static bool scenario_read(struct reading *r, const struct node *element) {
    const struct scenario *s = catalog_case_scenario(r->e.catalog, r->e.diag, element);
    if (!s)
        return false;
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->bindings[i].name, s->id) == 0) {
            diag_report(r->e.diag, DIAG_DUPLICATE_ID, node_value_span(element, "id"), s->id, NULL,
                        NULL);
            return false;
        }
    if (r->n == SCENARIOS)
        return false; /* the expressions miss it */
    if (!r->out->scenario)
        r->out->scenario = s;
    r->bindings[r->n++] = (struct binding){.name = s->id, .scenario = s};
    return true;
}

/* A text that each language has in its own element. */
static void words_read(struct reading *r, const struct node *element, struct case_words *out) {
    static const char *const names[] = {"lang"};
    const struct list *languages = &r->e.catalog->languages;
    const char *known[CASE_LANGUAGES];
    size_t n = languages->n < CASE_LANGUAGES ? languages->n : CASE_LANGUAGES;
    for (size_t i = 0; i < n; i++)
        known[i] = ((const struct strings *)languages->at[i])->language;
    entry_check_attributes(&r->e, element, names, 1);
    const char *language = entry_word(&r->e, element, "lang", known, n, true);
    for (size_t i = 0; language && i < n; i++)
        if (strcmp(language, known[i]) == 0)
            out->text[i] = node_text(r->e.catalog->arena, element);
}

static bool words_given(const struct case_words *words) {
    bool given = false;
    for (size_t i = 0; i < CASE_LANGUAGES; i++)
        given |= words->text[i] != NULL;
    return given;
}

static void words_check(const struct reading *r, const struct case_words *words,
                        const char *element) {
    const struct list *languages = &r->e.catalog->languages;
    for (size_t i = 0; i < languages->n && i < CASE_LANGUAGES; i++)
        if (!words->text[i] || !*words->text[i])
            diag_report(r->e.diag, DIAG_CASE_WORDS, r->e.node->span,
                        arena_printf(r->e.catalog->arena, "%s lang=\"%s\"", element,
                                     ((const struct strings *)languages->at[i])->language),
                        r->out->id, NULL);
}

static bool children_read(struct reading *r) {
    bool ok = true;
    for (const struct node *n = r->e.node->child; n; n = n->next) {
        if (n->kind != NODE_ELEMENT)
            continue;
        if (node_is(n, NS_RIDGE, "scenario"))
            ok &= scenario_read(r, n);
        else if (node_is(n, NS_RIDGE, "quantity"))
            words_read(r, n, &r->out->quantity);
        else if (node_is(n, NS_RIDGE, "unreached"))
            words_read(r, n, &r->out->reason);
        else
            diag_report(r->e.diag, DIAG_UNKNOWN_ENTRY, n->span, n->name, "scenario", NULL);
    }
    words_check(r, &r->out->quantity, "quantity");
    if (words_given(&r->out->reason))
        words_check(r, &r->out->reason, "unreached");
    return ok;
}

/* ── Ours ── */

static bool word_take(struct published_case *p, const struct value *v) {
    if (v->kind == VALUE_BOOLEAN)
        p->verdict = v->boolean ? "yes" : "no";
    else if (v->kind == VALUE_STRING)
        p->verdict = v->string;
    return p->verdict != NULL;
}

/* Money has no unit of its own: the scenario says in what currency it is. */
const char *case_unit(const struct published_case *p) {
    return strcmp(p->unit, "USD") == 0 ? "money" : p->unit;
}

/* In the case's unit. */
static bool number_take(const struct reading *r, const struct value *v, double *out) {
    const struct node *n = r->e.node;
    const char *name = case_unit(r->out);
    struct unit unit;
    double scale;
    if (!unit_lookup(name, strlen(name), &unit, &scale)) {
        diag_report(r->e.diag, DIAG_UNKNOWN_UNIT, node_value_span(n, "unit"), name,
                    "a unit such as GiB, GB/s or ms", NULL);
        return false;
    }
    if (v->kind != VALUE_QUANTITY || !unit_equal(v->quantity.unit, unit)) {
        struct arena *a = r->e.catalog->arena;
        const char *found = v->kind == VALUE_QUANTITY
                                ? arena_printf(a, "this is in %s", unit_words(a, v->quantity.unit))
                                : "this is no number";
        diag_report(r->e.diag, DIAG_UNIT_MISMATCH, node_value_span(n, "select"), found,
                    unit_words(a, unit), NULL);
        return false;
    }
    *out = v->quantity.value / scale;
    return true;
}

/* One expression of the list, which stands from `from` to `to`. */
static bool value_compute(const struct reading *r, const struct text_place *list, size_t from,
                          size_t to, size_t i) {
    struct catalog *c = r->e.catalog;
    struct environment env = {c, r->bindings, r->n};
    struct value v;
    const char *text = arena_strndup(c->arena, list->text + from, to - from);
    if (!expression_evaluate(c->arena, r->e.diag, &env, text, text_span(list, from, to), &v))
        return false;
    return r->out->near.kind == TOLERANCE_BOOL ? word_take(r->out, &v)
                                               : number_take(r, &v, &r->out->ours[i]);
}

/* As many expressions as there are published numbers, semicolons between them. */
static bool values_compute(const struct reading *r) {
    const char *select = entry_attribute(&r->e, r->e.node, "select", true);
    if (!select)
        return false;
    struct text_place list = {select, strlen(select), node_value_span(r->e.node, "select")};
    size_t wanted = r->out->n ? r->out->n : 1, from = 0;
    bool ok = true;
    for (size_t i = 0; i < wanted; i++) {
        size_t to = from + strcspn(select + from, ";");
        bool last = i + 1 == wanted;
        if (last == (select[to] == ';')) {
            report_value(r, "select", "one expression for each published number");
            return false;
        }
        ok &= value_compute(r, &list, from, to, i);
        from = to + !last;
    }
    return ok;
}

/* A marginal fit agrees with whoever saw it run; only “no” denies it. */
static bool verdict_holds(const struct published_case *p) {
    return (strcmp(p->value, "no") == 0) == (strcmp(p->verdict, "no") == 0);
}

static bool case_holds(const struct published_case *p) {
    switch (p->near.kind) {
    case TOLERANCE_BOOL:
        return verdict_holds(p);
    case TOLERANCE_RANKING: {
        struct order order;
        return order_parse(p->value, &order) && order_holds(&order, p->ours);
    }
    default:
        return tolerance_holds(&p->near, p->published, p->ours[0]);
    }
}

enum case_verdict case_verdict(const struct published_case *p) {
    bool reached = p->computed && p->holds;
    if (words_given(&p->reason))
        return reached ? CASE_STALE : CASE_OUT_OF_REACH;
    return reached ? CASE_REACHED : CASE_LOST;
}

/* A mark may stand where nothing can be computed at all. */
static void case_read(struct catalog *c, struct diag *d, const struct node *node,
                      struct list *cases) {
    struct reading r = {.e = {.catalog = c, .diag = d, .node = node}};
    r.out = ARENA_NEW(c->arena, struct published_case);
    r.out->span = node->span;
    bool judged = attributes_read(&r), whole = children_read(&r);
    if (!judged)
        return;
    if (store_find(cases, r.out->id)) {
        diag_report(d, DIAG_DUPLICATE_ID, node_value_span(node, "id"), r.out->id, NULL, NULL);
        return;
    }
    bool asked = !words_given(&r.out->reason) || node_value(node, "select");
    r.out->computed = whole && asked && values_compute(&r);
    r.out->holds = r.out->computed && case_holds(r.out);
    store_add(c->arena, cases, r.out);
}

/* ── The files ── */

static const struct part {
    const char *path, *root;
    void (*read)(struct catalog *c, struct diag *d, const struct node *root);
} parts[] = {
    {"cases/sources.xml", "sources", references_read},
    {"cases/accelerators.xml", "accelerators", accelerators_read},
    {"cases/models.xml", "models", models_read},
};
static const char cases_path[] = "cases/cases.xml";

static void file_add(const struct catalog *c, struct path_list *files, const char *path) {
    const char *full = arena_printf(c->arena, "%s/%s", c->root, path);
    if (access(full, F_OK) == 0)
        path_list_add(c->arena, files, full);
}

void cases_files(const struct catalog *c, struct path_list *files) {
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        file_add(c, files, parts[i].path);
    file_add(c, files, cases_path);
}

/* By capability, in the order of the file within each. */
static struct cases cases_sorted(struct arena *a, const struct list *list) {
    struct published_case *sorted = ARENA_ARRAY(a, struct published_case, list->n + 1);
    struct cases out = {sorted, 0};
    for (size_t k = 0; k < case_capability_count; k++)
        for (size_t i = 0; i < list->n; i++) {
            const struct published_case *p = list->at[i];
            if (strcmp(p->capability, case_capabilities[k]) == 0)
                sorted[out.n++] = *p;
        }
    return out;
}

static const struct cases *cases_load(struct catalog *below, struct diag *d) {
    struct catalog *c = catalog_above(below);
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        const struct node *root = part_open(c, d, below->root, parts[i].path, parts[i].root, NULL);
        if (root)
            parts[i].read(c, d, root);
    }
    const struct node *root = part_open(c, d, below->root, cases_path, "cases", NULL);
    if (!root)
        return NULL;
    struct list list = {0};
    for (const struct node *n = root->child; n; n = n->next) {
        if (n->kind != NODE_ELEMENT)
            continue;
        if (node_is(n, NS_RIDGE, "case"))
            case_read(c, d, n, &list);
        else
            diag_report(d, DIAG_UNKNOWN_ENTRY, n->span, n->name, "case", "case");
    }
    struct cases *out = ARENA_NEW(c->arena, struct cases);
    *out = cases_sorted(c->arena, &list);
    return out;
}

const struct cases *catalog_cases(struct catalog *c, struct diag *d) {
    if (!c->cases && c->root)
        c->cases = cases_load(c, d);
    return c->cases;
}

const char *case_say(const struct catalog *c, const struct case_words *words,
                     const char *language) {
    for (size_t i = 0; i < c->languages.n && i < CASE_LANGUAGES; i++)
        if (strcmp(((const struct strings *)c->languages.at[i])->language, language) == 0)
            return words->text[i] ? words->text[i] : "";
    return "";
}

struct case_count cases_count(const struct cases *cases, const char *capability) {
    struct case_count count = {0, 0};
    for (size_t i = 0; cases && i < cases->n; i++) {
        const struct published_case *p = &cases->at[i];
        if (capability && strcmp(p->capability, capability) != 0)
            continue;
        count.n++;
        count.reached += p->computed && p->holds;
    }
    return count;
}
