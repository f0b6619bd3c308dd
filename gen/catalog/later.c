#include "catalog/later.h"

#include <string.h>

enum state { WAITS, OPEN, READ, FAULTY };

struct waiting {
    const char *id; /* first, as in every item */
    enum state state;
};

struct later {
    struct catalog *catalog;
    struct diag *diag;
    const struct catalog_file *part;
    const struct shelf *shelf;
    struct waiting *entries;
    size_t left; /* that wait */
};

static struct list *list_of(const struct later *l) {
    return (struct list *)(void *)((char *)l->catalog + l->part->list);
}

void later_open(struct catalog *c, struct diag *d, const struct catalog_file *part,
                const struct shelf *shelf) {
    struct later *l = ARENA_NEW(c->arena, struct later);
    *l = (struct later){
        c, d, part, shelf, ARENA_ARRAY(c->arena, struct waiting, shelf->n + 1), shelf->n};
    for (size_t i = 0; i < shelf->n; i++) {
        l->entries[i].id = shelf->entries[i].id;
        store_add(c->arena, list_of(l), &l->entries[i]);
    }
    list_of(l)->later = l;
}

/* The entry is one of the shipped layer, whatever is being read now. */
static void read_entry(struct later *l, size_t i) {
    struct catalog *c = l->catalog;
    unsigned layer = c->accelerators.layer;
    const char *overlay = c->overlay;
    size_t faults = diag_faults(l->diag);
    l->entries[i].state = OPEN;
    l->left--;
    layer_open(c, 0, NULL);
    const struct node *root = shelf_read(c->arena, l->diag, l->shelf, i);
    if (root)
        l->part->read(c, l->diag, root);
    layer_open(c, layer, overlay);
    if (l->entries[i].state == OPEN || diag_faults(l->diag) > faults)
        l->entries[i].state = FAULTY;
}

bool later_has(const struct list *list, size_t place) {
    struct later *l = list->later;
    if (!l || place >= l->shelf->n)
        return true;
    if (l->entries[place].state == WAITS)
        read_entry(l, place);
    return l->entries[place].state == READ;
}

bool later_waits(const struct list *list, size_t place) {
    const struct later *l = list->later;
    return l && place < l->shelf->n && l->entries[place].state <= OPEN;
}

void later_replace(const struct list *list, size_t place) {
    struct later *l = list->later;
    if (!l || place >= l->shelf->n)
        return;
    l->left -= l->entries[place].state == WAITS;
    l->entries[place].state = READ;
}

static bool span_holds(struct span s, const char *word, size_t n) {
    const char *at = s.source->text + s.from, *end = s.source->text + s.to;
    while ((at = memchr(at, *word, (size_t)(end - at))) && (size_t)(end - at) >= n) {
        if (memcmp(at, word, n) == 0)
            return true;
        at++;
    }
    return false;
}

/* A text may be put together from pieces, or taken over from another entry. */
static bool entry_may_say(struct span entry, const char *word, size_t n) {
    return span_holds(entry, word, n) || span_holds(entry, "&", 1) || span_holds(entry, "<!", 2) ||
           span_holds(entry, "extends", 7);
}

void list_read_saying(const struct list *list, const char *text) {
    size_t n = strcspn(text, " ");
    if (!n)
        list_read_all(list);
    struct later *l = list->later;
    for (size_t i = 0; l && i < l->shelf->n; i++)
        if (l->entries[i].state == WAITS && entry_may_say(shelf_span(l->shelf, i), text, n))
            read_entry(l, i);
}

const void *list_item_read(const struct list *list, size_t i) {
    const struct later *l = list->later;
    return !l || i >= l->shelf->n || l->entries[i].state == READ ? list->at[i] : NULL;
}

/* The first alone stands in for any: it is there when it is good. */
void *list_at(const struct list *list, size_t i) {
    if (i || !list->n || !later_has(list, 0))
        list_read_all(list);
    return list->at[i];
}

void list_read_all(const struct list *list) {
    struct later *l = list->later;
    if (!l)
        return;
    struct list *all = list_of(l);
    size_t kept = 0;
    for (size_t i = 0; i < all->n; i++)
        later_has(all, i);
    for (size_t i = 0; i < all->n; i++)
        if (later_has(all, i)) {
            all->at[kept] = all->at[i];
            all->layers[kept++] = all->layers[i];
        }
    all->n = kept;
    all->later = NULL;
}
