/* The folios behind an entry of an index, a glossary or a bibliography. */
#include <stdlib.h>
#include <string.h>

#include "page/flow.h"
#include "page/folio.h"

/* Pages from one to the other. */
struct stretch {
    const struct folio *from, *to;
    const struct use *first, *last; /* places on the first and on the last page */
    bool preferred;
};

static int by_page(const void *x, const void *y) {
    const struct stretch *a = x, *b = y;
    if (a->from->page != b->from->page)
        return a->from->page < b->from->page ? -1 : 1;
    if (a->preferred != b->preferred)
        return a->preferred ? -1 : 1;
    return a->to->page < b->to->page ? 1 : a->to->page > b->to->page ? -1 : 0;
}

/* What touches or follows directly becomes one; a place to read first stands for itself, and for
 * the plain ones on its page. */
static bool joins(const struct stretch *a, const struct stretch *b) {
    if (b->to->page <= a->to->page && (b->from->page >= a->from->page))
        return !b->preferred || a->preferred;
    return a->preferred == b->preferred && !a->preferred && b->from->page <= a->to->page + 1;
}

static size_t join(struct stretch *all, size_t n) {
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        if (!m || !joins(&all[m - 1], &all[i])) {
            all[m++] = all[i];
        } else if (all[i].to->page > all[m - 1].to->page) {
            all[m - 1].to = all[i].to;
            all[m - 1].last = all[i].last;
        }
    }
    return m;
}

static struct stretch stretch_of(struct setter *s, const struct use *use) {
    struct stretch t = {.first = use, .last = use, .preferred = use->preferred};
    t.from = t.to = folio_ask(s->folios, use->from, use->span);
    if (use->to) {
        const struct folio *to = folio_ask(s->folios, use->to, use->span);
        t.to = to->page > t.from->page ? to : t.from;
    }
    return t;
}

static struct inline_ *linked(struct setter *s, const char *dest, const struct folio *folio,
                              bool preferred, const char *what) {
    struct inline_ *in = (struct inline_ *)inline_words(s->arena, folio->label);
    in->dest = dest;
    in->strong = preferred;
    in->tight = true;
    in->describe = say_with(s->arena, s->request->strings, "reference.described", "what", what,
                            "page", folio->label, NULL);
    return in;
}

static struct inline_ **add_stretch(struct setter *s, struct inline_ **end, const struct stretch *t,
                                    const char *what) {
    *end = linked(s, t->first->from, t->from, t->preferred, what);
    end = &(*end)->next;
    if (t->to->page == t->from->page)
        return end;
    struct inline_ *dash = (struct inline_ *)inline_words(s->arena, "–");
    dash->tight = true;
    *end = dash;
    dash->next = linked(s, t->last->to ? t->last->to : t->last->from, t->to, t->preferred, what);
    return &dash->next->next;
}

const struct inline_ *folio_uses(struct setter *s, const struct use *uses, size_t n,
                                 const char *what) {
    if (!n || !s->folios)
        return NULL;
    struct stretch *all = ARENA_ARRAY(s->arena, struct stretch, n);
    for (size_t i = 0; i < n; i++)
        all[i] = stretch_of(s, &uses[i]);
    qsort(all, n, sizeof *all, by_page);
    n = join(all, n);
    struct inline_ *first = NULL, **end = &first;
    for (size_t i = 0; i < n; i++) {
        if (i) {
            *end = (struct inline_ *)inline_words(
                s->arena, words_pair(s->arena, s->request->strings, "reference.pair"));
            end = &(*end)->next;
        }
        end = add_stretch(s, end, &all[i], what);
    }
    return first;
}
