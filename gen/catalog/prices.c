/* What devices cost: <price> in an entry, and the rows of an overlay's prices.xml. */
#include "catalog/accelerator_entry.h"

#include <string.h>

const char *const price_kinds[PRICE_KINDS] = {"buy", "rent-hour"};
static const char *const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* A price that can be used, or NULL after reporting. */
static struct price *price_read(const struct entry *e, const struct node *n) {
    struct price *p = ARENA_NEW(e->catalog->arena, struct price);
    p->span = node_text_span(n);
    p->currency = entry_attribute(e, n, "currency", true);
    p->date = entry_date_attribute(e, n, "date", true);
    p->kind = entry_word(e, n, "kind", price_kinds, PRICE_KINDS, true);
    p->reference = entry_source(e, n);
    bool named = p->currency && strlen(p->currency) == 3 && strspn(p->currency, capitals) == 3;
    if (p->currency && !named)
        diag_report(e->diag, DIAG_UNKNOWN_WORD, node_value_span(n, "currency"), p->currency,
                    "three capitals such as USD or CNY", NULL);
    const char *text = node_text(e->catalog->arena, n);
    bool good = text && real_parse(text, &p->amount) && p->amount > 0 && p->amount < 1e12;
    if (!good)
        diag_report(e->diag, DIAG_BAD_NUMBER, p->span, text ? text : "",
                    "an amount such as 2.49; its currency is an attribute", NULL);
    return good && named && p->date && p->kind ? p : NULL;
}

void prices_of(const struct entry *e, struct accelerator *a) {
    static const char *const names[] = {"currency", "date", "kind", "source"};
    const struct price *first = NULL, **end = &first;
    for (const struct node *n = e->node->child; n; n = n->next) {
        if (!node_is(n, NS_RIDGE, "price"))
            continue;
        entry_check_attributes(e, n, names, COUNT_OF(names));
        struct price *p = price_read(e, n);
        if (!p)
            continue;
        *end = p;
        end = &p->next;
    }
    a->prices = first ? first : a->prices; /* else those of the entry that this one extends */
}

/* One of a device: before those it has, so that the nearest layer comes first. */
static void row_read(struct catalog *c, struct diag *d, const struct node *n) {
    static const char *const names[] = {"accelerator", "currency", "date", "kind", "source"};
    struct entry e = {.catalog = c, .diag = d, .node = n, .id = "prices"};
    entry_check_attributes(&e, n, names, COUNT_OF(names));
    const char *id = entry_attribute(&e, n, "accelerator", true);
    const struct accelerator *known =
        id ? catalog_accelerator(c, d, node_value_span(n, "accelerator"), id) : NULL;
    struct price *p = price_read(&e, n);
    if (!known || !p)
        return;
    struct accelerator *a = arena_memdup(c->arena, known, sizeof *known);
    p->next = known->prices;
    a->prices = p;
    a->overlay = c->overlay;
    store_add(c->arena, &c->accelerators, a);
}

void prices_read(struct catalog *c, struct diag *d, const struct node *root) {
    for (const struct node *n = root->child; n; n = n->next) {
        if (n->kind != NODE_ELEMENT)
            continue;
        if (node_is(n, NS_RIDGE, "price"))
            row_read(c, d, n);
        else
            diag_report(d, DIAG_UNKNOWN_ENTRY, n->span, n->name, "price",
                        nearest_name(n->name, (const char *[]){"price"}, 1));
    }
}
