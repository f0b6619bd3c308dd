/* Citations: numbers in the order in which works are first cited, "[2, 5–7]". */
#include <stdlib.h>
#include <string.h>

#include "doc/back.h"
#include "doc/biblio.h"

static const char *nearest_work(struct reader *r, const char *key) {
    size_t n = 0, room = 0;
    const char **keys = NULL;
    for (const struct work *w = r->back->works; w; w = w->next) {
        if (!w->key)
            continue;
        ARENA_GROW(r->arena, keys, n, room, 32);
        keys[n++] = w->key;
    }
    return nearest_name(key, keys, n);
}

struct work *work_cite(struct reader *r, const char *key, struct span where) {
    struct work *w = (struct work *)lookup_get(r->back->works_by_key, key);
    if (!w)
        diag_report(r->diag, code_missing(r, DIAG_CITATION_MISSING), where, key,
                    "the xml:id or the <abbrev> of an entry", nearest_work(r, key));
    return w;
}

/* A source of the catalogue becomes an entry when it is cited first. */
static struct work *cite_reference(struct reader *r, const struct word *word) {
    const struct reference *reference = catalog_reference(r->request->catalog, word->text);
    if (!reference) {
        size_t n = catalog_reference_count(r->request->catalog);
        const char **ids = ARENA_ARRAY(r->arena, const char *, n + 1);
        for (size_t i = 0; i < n; i++)
            ids[i] = catalog_reference_at(r->request->catalog, i)->id;
        diag_report(r->diag, DIAG_UNKNOWN_SOURCE, word->span, word->text,
                    "the id of a source of the catalogue", nearest_name(word->text, ids, n));
        return NULL;
    }
    struct work *w = (struct work *)lookup_get_at(r->back->works_by_node, reference);
    return w ? w : work_add(r, NULL, reference);
}

/* ── The works of one citation ── */

struct cited {
    struct work **at;
    size_t n, room;
};

static void cited_add(struct reader *r, struct cited *c, struct work *w) {
    if (!w)
        return;
    if (!w->number)
        w->number = ++r->back->cited;
    for (size_t i = 0; i < c->n; i++)
        if (c->at[i] == w)
            return;
    ARENA_GROW(r->arena, c->at, c->n, c->room, 4);
    c->at[c->n++] = w;
}

/* The whole text is a key, or several between commas or semicolons. */
static void read_keys(struct reader *r, const struct node *n, struct cited *c) {
    static const char APART[] = ",;";
    const char *text = node_text(r->arena, n);
    if (!*text)
        return;
    if (lookup_get(r->back->works_by_key, text) || !strpbrk(text, APART)) {
        cited_add(r, c, work_cite(r, text, n->span));
        return;
    }
    while (*text) {
        text += strspn(text, ",; ");
        size_t length = strcspn(text, APART), end = length;
        while (end && text[end - 1] == ' ')
            end--;
        if (end)
            cited_add(r, c, work_cite(r, arena_strndup(r->arena, text, end), n->span));
        text += length;
    }
}

static int by_number(const void *x, const void *y) {
    const struct work *a = *(struct work *const *)x, *b = *(struct work *const *)y;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* ── The mark ── */

struct marking {
    struct inliner *in;
    struct inline_ look;
};

static void put(struct marking *m, const char *text, const struct work *w) {
    struct inline_ piece = m->look;
    piece.text = text;
    piece.tight = true;
    if (w) {
        /* a chapter without its book has no list where the catalogue's sources stand */
        bool listed = !inliner_reader(m->in)->request->part || !w->reference;
        piece.dest = listed ? w->id : NULL;
        piece.describe = work_name(inliner_reader(m->in), w);
    }
    inliner_put(m->in, &piece);
}

static void put_number(struct marking *m, const struct work *w) {
    put(m, arena_printf(inliner_reader(m->in)->arena, "%d", w->number), w);
}

/* Three and more in a row are a range; two stand side by side. */
static void put_numbers(struct marking *m, const struct cited *c) {
    const struct reader *r = inliner_reader(m->in);
    const struct strings *strings = r->request->strings;
    put(m, "[", NULL);
    for (size_t i = 0, last; i < c->n; i = last + 1) {
        for (last = i; last + 1 < c->n && c->at[last + 1]->number == c->at[last]->number + 1;)
            last++;
        last = last < i + 2 ? i : last;
        if (i)
            put(m, words_pair(r->arena, strings, "citation.pair"), NULL);
        put_number(m, c->at[i]);
        if (last == i)
            continue;
        put(m, say(strings, "citation.range"), NULL);
        put_number(m, c->at[last]);
    }
    put(m, "]", NULL);
}

/* Raised in Chinese (GB/T 7714), in the line in English; role="inline" or "raised" says otherwise.
 */
static bool is_raised(const struct reader *r, const struct node *n) {
    const char *role = node_value(n, "role");
    if (role && (!strcmp(role, "inline") || !strcmp(role, "raised")))
        return *role == 'r';
    return !strcmp(say(r->request->strings, "citation.place"), "raised");
}

static void put_citation(struct inliner *in, const struct node *n, struct cited *c) {
    struct reader *r = inliner_reader(in);
    if (!c->n)
        return;
    const char *from = mark_here(in, n);
    for (size_t i = 0; i < c->n && from; i++)
        uses_add(r, &c->at[i]->uses, (struct use){.from = from, .span = n->span});
    qsort(c->at, c->n, sizeof *c->at, by_number);
    struct marking m = {in, *inliner_look(in)};
    m.look.kind = INLINE_TEXT;
    m.look.span = n->span;
    if (is_raised(r, n))
        m.look.script = 1;
    put_numbers(&m, c);
}

void cite_work(struct inliner *in, const struct node *n, struct work *w) {
    struct cited c = {.n = 0};
    cited_add(inliner_reader(in), &c, w);
    put_citation(in, n, &c);
}

/* <citation>KEY, KEY</citation>, r:source="ID ID". */
INLINE_HANDLER(read_citation) {
    struct reader *r = inliner_reader(in);
    struct cited c = {.n = 0};
    const struct word *words;
    size_t count = attribute_words(r->arena, node_attribute(n, NS_RIDGE, "source"), &words);
    for (size_t i = 0; i < count; i++)
        cited_add(r, &c, cite_reference(r, &words[i]));
    read_keys(r, n, &c);
    if (!count && !*node_text(r->arena, n))
        diag_report(r->diag, DIAG_EMPTY_ELEMENT, n->span, "citation",
                    "the id of an entry, or r:source", NULL);
    put_citation(in, n, &c);
}

/* <biblioref linkend="ID"/>: DocBook's other way to say it. */
INLINE_HANDLER(read_biblioref) {
    struct reader *r = inliner_reader(in);
    const struct attribute *at = attribute_of(n, "linkend");
    struct work *w = at ? work_cite(r, at->value, at->value_span) : NULL;
    if (w)
        cite_work(in, n, w);
}
