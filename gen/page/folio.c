#include "page/folio.h"

#include <string.h>

#include "base/lookup.h"
#include "page/flow.h"

struct asked {
    struct asked *next;
    const char *dest, *label;
    struct span where;
};

/* Paragraphs of one text: in another style, or another measure. */
struct kept {
    struct kept *next;
    struct paragraph_key key;
    const struct paragraph *paragraph;
};

struct folios {
    struct arena *arena;
    struct diag *diag;
    struct lookup *stand;    /* destinations as the last round had them; NULL: no round yet */
    struct lookup *asked_at; /* of this round, by destination */
    struct asked *asked;
    struct lookup *said; /* references that named a page once: they go on doing it */
    struct lookup *paragraphs;
    int round;
};

/* As wide as most folios are. */
static const struct folio LIKELY = {0, "00"}, ABSENT = {0, "?"};

struct folios *folios_new(struct arena *a, struct diag *d) {
    struct folios *f = ARENA_NEW(a, struct folios);
    f->arena = a;
    f->diag = d;
    f->asked_at = lookup_new(a);
    f->said = lookup_new(a);
    f->paragraphs = lookup_new(a);
    return f;
}

const struct folio *folio_ask(struct folios *f, const char *dest, struct span where) {
    const struct folio *folio = f->stand ? lookup_get(f->stand, dest) : &LIKELY;
    if (!folio)
        folio = &ABSENT;
    struct asked *asked = ARENA_NEW(f->arena, struct asked);
    *asked = (struct asked){f->asked, dest, folio->label, where};
    if (lookup_put(f->asked_at, dest, asked))
        f->asked = asked;
    return folio;
}

/* ── Rounds ── */

static struct lookup *find_destinations(struct arena *a, const struct laid *laid) {
    struct lookup *all = lookup_new(a);
    for (size_t i = 0; i < laid->page_count; i++) {
        struct folio *folio = ARENA_NEW(a, struct folio);
        *folio = (struct folio){i, laid->pages[i].label};
        for (const struct item *item = laid->pages[i].scene->first; item; item = item->next)
            if (item->kind == ITEM_DEST)
                lookup_put(all, item->as.dest.name, folio);
    }
    return all;
}

static void report_unsettled(const struct folios *f, const struct asked *asked,
                             const struct folio *now) {
    diag_report(f->diag, DIAG_FOLIO_UNSETTLED, asked->where, asked->dest,
                arena_printf(f->arena, "other words here: with page %s it moves to page %s",
                             asked->label, now ? now->label : "?"),
                NULL);
}

bool folios_again(struct folios *f, const struct laid *laid) {
    if (!f->asked)
        return false;
    f->stand = find_destinations(f->arena, laid);
    bool settled = true, last = ++f->round == FOLIO_ROUNDS;
    for (const struct asked *i = f->asked; i; i = i->next) {
        const struct folio *now = lookup_get(f->stand, i->dest);
        bool same = !strcmp(now ? now->label : ABSENT.label, i->label);
        settled &= same;
        if (last && !same)
            report_unsettled(f, i, now);
    }
    f->asked = NULL;
    f->asked_at = lookup_new(f->arena);
    return !settled && !last;
}

static bool is_mark(const struct item *item) {
    return item->kind == ITEM_DEST && strstr(item->as.dest.name, "..");
}

void folios_once(struct arena *a, const struct laid *laid) {
    struct lookup *seen = lookup_new(a);
    for (size_t i = 0; i < laid->page_count; i++) {
        struct scene *scene = (struct scene *)laid->pages[i].scene;
        for (struct item **at = &scene->first; *at;) {
            if (is_mark(*at) && (*at)->next && !lookup_put(seen, (*at)->as.dest.name, *at))
                *at = (*at)->next;
            else
                at = &(*at)->next;
        }
    }
}

/* ── Running text ── */

/* A reference to its own page says nothing. What once named a page does not stop doing so in later
 * rounds, or it might go on and off for ever. */
static bool is_said(struct folios *f, const struct inline_ *in, const struct folio *there) {
    enum { FREE_ROUNDS = 2 };
    if (!in->id || f->round == 0)
        return true;
    const struct folio *here = folio_ask(f, in->id, in->span);
    if (here->page != there->page)
        lookup_put_at(f->said, in, in);
    return here->page != there->page ||
           (f->round >= FREE_ROUNDS && lookup_get_at(f->said, in) != NULL);
}

static const char *around(struct arena *a, const char *words, const char *folio) {
    static const char hole[] = "{page}";
    const char *at = words ? strstr(words, hole) : NULL;
    return at ? arena_printf(a, "%.*s%s%s", (int)(at - words), words, folio, at + strlen(hole))
              : folio;
}

static bool names_pages(const struct inline_ *text) {
    for (; text; text = text->next)
        if (text->kind == INLINE_PAGE)
            return true;
    return false;
}

const struct inline_ *folio_text(struct setter *s, const struct inline_ *text) {
    if (!s->folios || !names_pages(text))
        return text;
    struct inline_ *first = NULL, **to = &first;
    for (; text; text = text->next) {
        *to = arena_memdup(s->arena, text, sizeof *text);
        (*to)->next = NULL;
        if (text->kind == INLINE_PAGE) {
            const struct folio *folio = folio_ask(s->folios, text->dest, text->span);
            (*to)->kind = INLINE_TEXT;
            (*to)->text =
                is_said(s->folios, text, folio) ? around(s->arena, text->text, folio->label) : "";
        }
        if (!(*to)->text || *(*to)->text || (*to)->kind != INLINE_TEXT)
            to = &(*to)->next;
        else
            *to = NULL;
    }
    return first;
}

/* ── Paragraphs of earlier rounds ── */

static bool same_key(const struct paragraph_key *x, const struct paragraph_key *y) {
    return x->text == y->text && x->style == y->style && x->measure == y->measure &&
           x->label_width == y->label_width && x->no_indent == y->no_indent &&
           (x->language == y->language || !strcmp(x->language, y->language));
}

const struct paragraph *folio_kept(const struct folios *f, const struct paragraph_key *key) {
    if (!f || !key->text)
        return NULL;
    for (const struct kept *k = lookup_get_at(f->paragraphs, key->text); k; k = k->next)
        if (same_key(&k->key, key))
            return k->paragraph;
    return NULL;
}

void folio_keep(struct folios *f, const struct paragraph_key *key, const struct paragraph *p) {
    if (!f || !key->text)
        return;
    struct kept *first = (struct kept *)lookup_get_at(f->paragraphs, key->text);
    struct kept *k = ARENA_NEW(f->arena, struct kept);
    *k = (struct kept){NULL, *key, p};
    if (!first)
        lookup_put_at(f->paragraphs, key->text, k);
    else {
        k->next = first->next;
        first->next = k;
    }
}
