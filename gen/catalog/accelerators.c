/* accelerators.xml: the devices. */
#include "catalog/accelerator_entry.h"

#include <ctype.h>
#include <string.h>

const char *const accelerator_children[] = {"name",         "short-name",     "vendor",
                                            "architecture", "launched",       "memory-label",
                                            "memory-type",  "memory-modules", NULL};
static const char *const lists[] = {"note", "price", "unknown"};
static const char *const attributes[] = {"id",          "class",          "accumulate",
                                         "form-factor", "unified-memory", "extends"};
static const char *const classes[] = {"gpu-tensor", "gpu-classic", "npu", "tpu", "cpu", "soc"};
static const char *const accumulations[] = {"fp32", "fp32-half", "no-matrix-unit", "not-stated"};
static const char *const forms[] = {"sxm",       "pcie", "oam",    "module",
                                    "superchip", "chip", "socket", "board"};
static const char *const answers[] = {"no", "yes"};
const char *const launch_words[LAUNCHES] = {"announced", "shipped"};

const struct word_attribute accelerator_words[] = {
    {"class", classes, COUNT_OF(classes)},
    {"accumulate", accumulations, COUNT_OF(accumulations)},
    {"form-factor", forms, COUNT_OF(forms)},
    {"unified-memory", answers, COUNT_OF(answers)},
    {NULL, NULL, 0},
};

/* What an entry need not mention, and what its silence says. */
static const struct {
    const char *field, *reason;
} silent[] = {{"bus-width", "not-given"},
              {"data-rate", "not-given"},
              {"gpu-share-low", "own-memory"},
              {"gpu-share-high", "own-memory"},
              {"fp8-fp16-accumulate", "no-separate-rate"},
              {"tf32-sparse", NULL},
              {"fp16-sparse", NULL},
              {"bf16-sparse", NULL},
              {"fp8-sparse", NULL},
              {"int8-sparse", NULL},
              {"fp4-sparse", NULL},
              {"int4-sparse", NULL}};

static bool silence_of(const char *field, const char **reason) {
    for (size_t i = 0; i < COUNT_OF(silent); i++)
        if (strcmp(silent[i].field, field) == 0) {
            *reason = silent[i].reason;
            return true;
        }
    return false;
}

/* ── Children ── */

enum { CHILDREN = 64 };

static size_t child_names(const char *names[CHILDREN]) {
    size_t n = 0;
    for (size_t i = 0; accelerator_children[i]; i++)
        names[n++] = accelerator_children[i];
    for (size_t i = 0; i < COUNT_OF(lists); i++)
        names[n++] = lists[i];
    for (size_t i = 0; i < accelerator_field_count && n < CHILDREN; i++)
        names[n++] = accelerator_fields[i].name;
    return n;
}

static void text_put(const struct entry *e, const char *name, bool required, const char **out) {
    const char *text = entry_text(e, name, required);
    if (text)
        *out = text;
}

static void word_put(const struct entry *e, const struct node *element, const char *name,
                     const char *const *words, size_t n, const char **out) {
    if (e->extends && !node_value(element, name))
        return;
    *out = entry_word(e, element, name, words, n, true);
}

static void launched_read(const struct entry *e, struct accelerator *a) {
    static const char *const names[] = {"what"};
    const struct node *launched = entry_child(e, "launched", true);
    if (!launched)
        return;
    entry_check_attributes(e, launched, names, 1);
    a->launched = entry_date(e, "launched", true);
    a->launched_what = entry_word(e, launched, "what", launch_words, LAUNCHES, true);
}

static void texts_read(const struct entry *e, struct accelerator *a) {
    const char *before = a->name;
    text_put(e, "name", true, &a->name);
    if (a->name != before) /* a new name does not keep the short one */
        a->short_name = a->name;
    text_put(e, "short-name", false, &a->short_name);
    text_put(e, "vendor", true, &a->vendor);
    text_put(e, "architecture", true, &a->architecture);
    text_put(e, "memory-label", true, &a->memory_label);
    text_put(e, "memory-type", true, &a->memory_type);
    text_put(e, "memory-modules", false, &a->memory_modules);
    word_put(e, e->node, "class", classes, COUNT_OF(classes), &a->class);
    word_put(e, e->node, "form-factor", forms, COUNT_OF(forms), &a->form_factor);
    word_put(e, e->node, "unified-memory", answers, COUNT_OF(answers), &a->unified_memory);
    word_put(e, e->node, "accumulate", accumulations, COUNT_OF(accumulations), &a->accumulate);
    const struct node *type = entry_child(e, "memory-type", false);
    if (type)
        a->memory_types = entry_alternatives(e, type, NULL);
    launched_read(e, a);
}

static void quantities_read(const struct entry *e, struct accelerator *a) {
    for (size_t i = 0; i < accelerator_field_count; i++) {
        struct datum *datum = (void *)((char *)a + accelerator_fields[i].offset);
        const char *name = accelerator_fields[i].name, *silence = NULL;
        bool required = !silence_of(name, &silence);
        if (e->extends && !entry_child(e, name, false) && !entry_omits(e, name))
            continue;
        *datum = entry_datum(e, name, accelerator_field_unit(i), required);
        if (!datum->known && !datum->reason)
            datum->reason = silence;
    }
}

/* ── Entries ── */

/* The entry that this one changes single values of; the same id is that of an earlier layer. */
static const struct accelerator *base_of(struct entry *e) {
    const char *id = node_value(e->node, "extends");
    if (!id)
        return NULL;
    return catalog_accelerator(e->catalog, e->diag, node_value_span(e->node, "extends"), id);
}

static bool is_unverified(const struct accelerator *a) {
    const struct datum *const headline[] = {&a->memory_capacity, &a->memory_bandwidth, &a->fp16,
                                            &a->bf16};
    for (size_t i = 0; i < COUNT_OF(headline); i++)
        if (headline[i]->known && headline[i]->grade == GRADE_UNVERIFIED)
            return true;
    return false;
}

static void accelerator_read(struct catalog *c, struct diag *d, const struct node *node) {
    const char *names[CHILDREN];
    size_t n = child_names(names);
    struct entry e;
    if (!entry_open(&e, c, d, node, "accelerator", &c->accelerators))
        return;
    const struct accelerator *base = base_of(&e);
    if (node_value(node, "extends") && !base)
        return;
    e.extends = base != NULL;
    entry_check_attributes(&e, node, attributes, COUNT_OF(attributes));
    entry_check_children(&e, names, n);
    entry_read_omissions(&e, names, n);
    struct accelerator *a = ARENA_NEW(c->arena, struct accelerator);
    if (base)
        *a = *base;
    a->id = e.id;
    a->span = node->span;
    a->overlay = c->overlay;
    texts_read(&e, a);
    quantities_read(&e, a);
    sparse_fill(&e, a);
    links_resolve(&e, a);
    prices_of(&e, a);
    const struct remark *remarks = entry_remarks(&e);
    a->remarks = remarks ? remarks : a->remarks;
    entry_close(&e);
    accelerator_check(&e, a);
    a->unverified = is_unverified(a);
    store_add(c->arena, &c->accelerators, a);
}

void accelerators_read(struct catalog *c, struct diag *d, const struct node *root) {
    static const char *const names[] = {"date"};
    struct entry e = {.catalog = c, .diag = d, .node = root, .id = "catalogue"};
    entry_check_attributes(&e, root, names, 1);
    const char *date = entry_date_attribute(&e, root, "date", !c->overlay);
    c->date = c->overlay ? c->date : date;
    for (const struct node *n = root->child; n; n = n->next)
        if (n->kind == NODE_ELEMENT)
            accelerator_read(c, d, n);
}

const char *name_tight(const char *short_name) {
    const char *digit = strncmp(short_name, "RTX ", 4) == 0 ? short_name + 4 : short_name;
    return isdigit((unsigned char)*digit) ? digit : short_name;
}
