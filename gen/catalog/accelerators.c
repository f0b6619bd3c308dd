/* accelerators.xml: the devices. */
#include "catalog/entry.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const char *const texts[] = {"name",     "short-name",   "vendor",     "architecture",
                                    "launched", "memory-label", "memory-type"};
static const char *const attributes[] = {"id", "class", "accumulate"};
static const char *const classes[] = {"gpu-tensor", "gpu-classic", "npu", "tpu", "cpu", "soc"};
static const char *const accumulations[] = {"fp32", "fp32-half"};
static const char *const occasions[] = {"announced", "shipped"};

/* What a link's rate leaves out; each language says it in its own way (link-note.WORD). */
static const char *const notes[] = {"pair-only", "mesh", "cut"};

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

static void children_check(const struct entry *e) {
    const char *names[64];
    size_t n = 0;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        names[n++] = texts[i];
    for (size_t i = 0; i < accelerator_field_count && n < COUNT_OF(names); i++)
        names[n++] = accelerator_fields[i].name;
    entry_check_children(e, names, n);
}

static void texts_read(const struct entry *e, struct accelerator *a) {
    a->name = entry_text(e, "name", true);
    a->short_name = entry_text(e, "short-name", false);
    if (!a->short_name)
        a->short_name = a->name;
    a->vendor = entry_text(e, "vendor", true);
    a->architecture = entry_text(e, "architecture", true);
    a->memory_label = entry_text(e, "memory-label", true);
    a->memory_type = entry_text(e, "memory-type", true);
    a->class = entry_word(e, e->node, "class", classes, COUNT_OF(classes), true);
    a->accumulate =
        entry_word(e, e->node, "accumulate", accumulations, COUNT_OF(accumulations), true);
    a->launched = entry_date(e, "launched", true);
    const struct node *launched = entry_child(e, "launched", false);
    if (launched) {
        static const char *const names[] = {"what"};
        entry_check_attributes(e, launched, names, 1);
        a->launched_what = entry_word(e, launched, "what", occasions, COUNT_OF(occasions), true);
    }
}

/* The link that a link-bandwidth names; its one-way rate must be the same in both places. */
static const char *link_of(const struct entry *e, const char *field, const struct datum *rate) {
    const struct node *element = entry_child(e, field, false);
    const char *id = element ? node_value(element, "link") : NULL;
    if (!id) {
        if (rate->known)
            entry_attribute(e, element, "link", true);
        return NULL;
    }
    const struct link *link =
        catalog_link(e->catalog, e->diag, node_value_span(element, "link"), id);
    if (!link)
        return NULL;
    if (rate->known && link->bandwidth.known &&
        fabs(rate->value - link->bandwidth.value) > 1e-6 * rate->value) {
        diag_report(e->diag, DIAG_CATALOG_DISAGREES, rate->span,
                    arena_printf(e->catalog->arena, "%g GB/s one way", rate->value / 1e9),
                    arena_printf(e->catalog->arena, "%g GB/s for the link “%s”",
                                 link->bandwidth.value / 1e9, id),
                    NULL);
        diag_note(e->diag, link->bandwidth.span, "the link's rate stands here");
    }
    return link->id;
}

static void links_resolve(const struct entry *e, struct accelerator *a) {
    a->link = link_of(e, "link-bandwidth", &a->link_bandwidth);
    a->host_link = link_of(e, "host-link-bandwidth", &a->host_link_bandwidth);
    const struct node *element = entry_child(e, "link-bandwidth", false);
    a->link_note = element ? entry_word(e, element, "note", notes, COUNT_OF(notes), false) : NULL;
}

/* A peak stands at least as high as the next more precise one. */
static void peaks_check(const struct entry *e, const struct accelerator *a) {
    const struct {
        const char *name;
        const struct datum *datum;
    } ladder[] = {{"tf32", &a->tf32}, {"fp16", &a->fp16}, {"fp8", &a->fp8}, {"fp4", &a->fp4}};
    const struct datum *above = NULL;
    for (size_t i = 0; i < COUNT_OF(ladder); i++) {
        const struct datum *now = ladder[i].datum;
        if (!now->known)
            continue;
        if (above && now->value < above->value) {
            diag_report(e->diag, DIAG_CATALOG_DISAGREES, now->span,
                        arena_printf(e->catalog->arena, "%s at %g TFLOP/s", ladder[i].name,
                                     now->value / 1e12),
                        arena_printf(e->catalog->arena, "a wider format at %g TFLOP/s",
                                     above->value / 1e12),
                        NULL);
            diag_note(e->diag, above->span, "the wider format's peak stands here");
        }
        above = now;
    }
}

static void accelerator_read(struct catalog *c, struct diag *d, const struct node *node) {
    struct entry e;
    if (!entry_open(&e, c, d, node, "accelerator", &c->accelerators))
        return;
    entry_check_attributes(&e, node, attributes, COUNT_OF(attributes));
    children_check(&e);
    struct accelerator *a = ARENA_NEW(c->arena, struct accelerator);
    a->id = e.id;
    a->span = node->span;
    texts_read(&e, a);
    for (size_t i = 0; i < accelerator_field_count; i++) {
        struct datum *datum = (void *)((char *)a + accelerator_fields[i].offset);
        *datum = entry_datum(&e, accelerator_fields[i].name, accelerator_field_unit(i), true);
    }
    links_resolve(&e, a);
    peaks_check(&e, a);
    a->unverified = a->memory_capacity.grade == GRADE_UNVERIFIED ||
                    a->memory_bandwidth.grade == GRADE_UNVERIFIED ||
                    (a->fp16.known && a->fp16.grade == GRADE_UNVERIFIED);
    store_add(c->arena, &c->accelerators, a);
}

void accelerators_read(struct catalog *c, struct diag *d, const struct node *root) {
    static const char *const names[] = {"date"};
    struct entry e = {.catalog = c, .diag = d, .node = root, .id = "catalogue"};
    entry_check_attributes(&e, root, names, 1);
    c->date = entry_attribute(&e, root, "date", true);
    for (const struct node *n = root->child; n; n = n->next)
        if (n->kind == NODE_ELEMENT)
            accelerator_read(c, d, n);
}

const char *name_tight(const char *short_name) {
    const char *digit = strncmp(short_name, "RTX ", 4) == 0 ? short_name + 4 : short_name;
    return isdigit((unsigned char)*digit) ? digit : short_name;
}
