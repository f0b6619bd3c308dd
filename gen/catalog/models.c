/* models.xml: the language models. */
#include "catalog/entry.h"

#include <inttypes.h>
#include <string.h>

#include "core/parameters.h"

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

static const char *const texts[] = {"name",     "short-name", "organisation", "family",
                                    "released", "attention",  "native-format"};

/* Whole numbers beyond these are slips, and their products would no longer be exact. */
enum need { NEEDED, OPTIONAL };
static const struct {
    int64_t least, most;
    enum need need;
} bounds[] = {
#define MODEL(member, name, least, most, need) {least, most, need},
#include "core/model.def"
#undef MODEL
};

static void children_check(const struct entry *e) {
    const char *names[64];
    size_t n = 0;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        names[n++] = texts[i];
    for (size_t i = 0; i < model_field_count && n < COUNT_OF(names); i++)
        names[n++] = model_fields[i].name;
    entry_check_children(e, names, n);
}

static void texts_read(const struct entry *e, struct model *m) {
    m->name = entry_text(e, "name", true);
    m->short_name = entry_text(e, "short-name", false);
    if (!m->short_name)
        m->short_name = m->name;
    m->organisation = entry_text(e, "organisation", true);
    m->family = entry_text(e, "family", true);
    m->released = entry_date(e, "released", true);
    m->attention = entry_text(e, "attention", true);
    m->native_format = entry_text(e, "native-format", true);
}

/* false when a number is out of bounds, and nothing may be computed from the entry. */
static bool bounds_check(const struct entry *e, size_t i, int64_t count) {
    const struct node *element = entry_child(e, model_fields[i].name, false);
    if (!element)
        return bounds[i].need == OPTIONAL;
    if (count >= bounds[i].least && count <= bounds[i].most)
        return true;
    struct arena *a = e->catalog->arena;
    diag_report(e->diag, DIAG_BAD_NUMBER, node_text_span(element),
                arena_printf(a, "%" PRId64, count),
                arena_printf(a, "%" PRId64 " to %" PRId64, bounds[i].least, bounds[i].most), NULL);
    return false;
}

/* Query heads share KV heads evenly; the words for that follow from the two counts. */
static void heads_check(const struct entry *e, const struct model *m) {
    if (m->kv_heads > m->heads || m->heads % m->kv_heads)
        diag_report(e->diag, DIAG_CATALOG_DISAGREES,
                    node_text_span(entry_child(e, "kv-heads", false)),
                    arena_printf(e->catalog->arena, "%" PRId64 " KV heads", m->kv_heads),
                    arena_printf(e->catalog->arena,
                                 "%" PRId64 " query heads, which they must share evenly", m->heads),
                    NULL);
}

/* Buffers that a checkpoint stores beside its parameters are named, so that the rest is exact. */
static int64_t buffers_read(const struct entry *e) {
    static const char *const names[] = {"buffers"};
    const struct node *element = entry_child(e, "published-parameters", false);
    int64_t buffers = 0;
    if (!element)
        return 0;
    entry_check_attributes(e, element, names, 1);
    const char *text = node_value(element, "buffers");
    if (text && !count_parse(text, &buffers))
        diag_report(e->diag, DIAG_BAD_NUMBER, node_value_span(element, "buffers"), text,
                    "a whole number such as 2048", NULL);
    return buffers;
}

/* The published count holds the fields of the entry to account. */
static void parameters_check(const struct entry *e, const struct model *m) {
    int64_t derived = model_parameters(m);
    if (derived == m->published_parameters)
        return;
    struct arena *a = e->catalog->arena;
    diag_report(e->diag, DIAG_CATALOG_DISAGREES,
                node_text_span(entry_child(e, "published-parameters", false)),
                arena_printf(a, "%" PRId64 " published parameters", m->published_parameters),
                arena_printf(a, "%" PRId64 " follow from the other fields", derived), NULL);
}

int64_t model_parameters(const struct model *m) {
    return parameters_count(m).total;
}

static void model_read(struct catalog *c, struct diag *d, const struct node *node) {
    static const char *const attributes[] = {"id", "source"};
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
    m->grade = m->reference ? m->reference->grade : GRADE_UNVERIFIED;
    texts_read(&e, m);
    for (size_t i = 0; i < model_field_count; i++) {
        int64_t *count = (void *)((char *)m + model_fields[i].offset);
        *count = entry_count(&e, model_fields[i].name, bounds[i].need == NEEDED);
        sound &= bounds_check(&e, i, *count);
    }
    if (!sound)
        return;
    m->published_parameters -= buffers_read(&e);
    heads_check(&e, m);
    parameters_check(&e, m);
    store_add(c->arena, &c->models, m);
}

void models_read(struct catalog *c, struct diag *d, const struct node *root) {
    for (const struct node *n = root->child; n; n = n->next)
        if (n->kind == NODE_ELEMENT)
            model_read(c, d, n);
}
