/* The links of an accelerator: the rate is its own field, the name and the topology are those of
 * links.xml where that has a row. */
#include "catalog/accelerator_entry.h"

#include <math.h>

/* What a link's rate leaves out; each language says it in its own way (link-note.WORD). */
static const char *const notes[] = {"pair-only", "mesh", "cut"};

struct attached {
    const char *field;
    const struct datum *rate;
    const char **id, **name;
};

/* "times": the rate is so many times that of the link, which is one of several. */
static double times_of(const struct entry *e, const struct node *element) {
    const char *text = node_value(element, "times");
    double times = 1;
    if (text && (!real_parse(text, &times) || times <= 0))
        diag_report(e->diag, DIAG_BAD_NUMBER, node_value_span(element, "times"), text,
                    "a number of links such as 8", NULL);
    return times;
}

static void rate_check(const struct entry *e, const struct node *element, const struct link *link,
                       const struct datum *rate) {
    struct arena *a = e->catalog->arena;
    double expected = times_of(e, element) * link->bandwidth.value;
    if (!rate->known || !link->bandwidth.known ||
        fabs(rate->value - expected) <= 1e-6 * rate->value)
        return;
    diag_report(e->diag, DIAG_CATALOG_DISAGREES, rate->span,
                arena_printf(a, "%g GB/s one way", rate->value / 1e9),
                arena_printf(a, "%g GB/s for the link “%s”", expected / 1e9, link->id), NULL);
    diag_note(e->diag, link->bandwidth.span, "the link's rate stands here");
}

/* A known rate names its link: by the id of a row, or, where there is none, by a name. */
static void attach(const struct entry *e, struct attached to) {
    const struct node *element = entry_child(e, to.field, false);
    if (!element) {
        if (!to.rate->known)
            *to.id = *to.name = NULL;
        return;
    }
    const char *id = node_value(element, "link");
    *to.id = NULL;
    *to.name = entry_attribute(e, element, "via", false);
    if (!id) {
        if (to.rate->known && !*to.name)
            entry_attribute(e, element, "link", true);
        return;
    }
    const struct link *link =
        catalog_link(e->catalog, e->diag, node_value_span(element, "link"), id);
    if (!link)
        return;
    rate_check(e, element, link, to.rate);
    *to.id = link->id;
    *to.name = *to.name ? *to.name : link->name;
}

void links_resolve(const struct entry *e, struct accelerator *a) {
    attach(e, (struct attached){"link-bandwidth", &a->link_bandwidth, &a->link, &a->link_name});
    attach(e, (struct attached){"host-link-bandwidth", &a->host_link_bandwidth, &a->host_link,
                                &a->host_link_name});
    const struct node *element = entry_child(e, "link-bandwidth", false);
    if (element)
        a->link_note = entry_word(e, element, "note", notes, COUNT_OF(notes), false);
}
