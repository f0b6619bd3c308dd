#include "catalog/words.h"

struct word_shelf {
    struct word_shelf *next;
    struct strings *strings;
    struct catalog *catalog;
    struct diag *diag;
    const struct shelf *shelf;
    const char **texts; /* of each entry, once it was said */
};

void words_shelve(struct catalog *c, struct diag *d, struct strings *s, const struct shelf *shelf) {
    struct word_shelf *w = ARENA_NEW(c->arena, struct word_shelf);
    *w = (struct word_shelf){s->shelves, s,     c,
                             d,          shelf, ARENA_ARRAY(c->arena, const char *, shelf->n + 1)};
    s->shelves = w;
}

/* Words with markup or references are read as any entry is. */
static const char *text_read(struct word_shelf *w, size_t i) {
    struct arena *a = w->catalog->arena;
    const char *text = shelf_text(a, w->shelf, i);
    const struct node *root = text ? NULL : shelf_read(a, w->diag, w->shelf, i);
    return text ? text : node_text(a, root);
}

const char *words_find(const struct strings *s, const char *key) {
    for (struct word_shelf *w = s->shelves; w; w = w->next) {
        size_t i = shelf_find(w->shelf, key);
        if (i == w->shelf->n)
            continue;
        if (!w->texts[i])
            w->texts[i] = text_read(w, i);
        return w->texts[i];
    }
    return NULL;
}

void words_read_all(const struct strings *s) {
    struct word_shelf *w = s->shelves;
    if (w)
        w->strings->shelves = NULL;
    for (; w; w = w->next) {
        const struct node *root = xml_parse(w->catalog->arena, w->diag, w->shelf->source);
        if (root)
            strings_add(w->catalog, w->diag, w->strings, root);
    }
}
