/* The glossary: entries listed first, then the terms of the text tied to them. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "doc/back.h"
#include "doc/collate.h"

/* ── Entries, before reading ── */

static const struct node *wanted_child(const struct reader *r, const struct node *n,
                                       const char *name) {
    for (const struct node *c = n->child; c; c = c->next)
        if (node_is(c, NS_DOCBOOK, name) && node_wanted(r, c))
            return c;
    return NULL;
}

/* The text of a glossterm without the words in the other language that stand in it. */
static const char *plain_term(struct reader *r, const struct node *n) {
    struct bytes out = {.arena = r->arena};
    for (const struct node *c = n->child; c; c = c->next)
        if (c->kind == NODE_TEXT)
            bytes_puts(&out, c->text);
        else if (!node_is(c, NS_DOCBOOK, "foreignphrase") && !node_is(c, NS_DOCBOOK, "indexterm"))
            bytes_puts(&out, node_text(r->arena, c));
    struct node text = {.kind = NODE_TEXT,
                        .text = out.n ? arena_strndup(r->arena, out.at, out.n) : ""};
    struct node folded = {.kind = NODE_ELEMENT, .child = &text};
    return node_text(r->arena, &folded);
}

static void name_term(struct reader *r, struct term *t, const struct node *n) {
    const char *name = plain_term(r, n);
    if (!lookup_put(r->back->terms_by_name, name, t) &&
        lookup_get(r->back->terms_by_name, name) != t)
        diag_report(r->diag, DIAG_TERM_TWICE, n->span, name, NULL, NULL);
}

void glossary_collect(struct reader *r, const struct node *entry) {
    static const char *const names[] = {"glossterm", "acronym", "abbrev"};
    struct back *b = r->back;
    struct term *t = ARENA_NEW(r->arena, struct term);
    t->node = entry;
    t->id = node_id(entry) ? node_id(entry) : mark_id(r, "term");
    *b->terms_end = t;
    b->terms_end = &t->next;
    lookup_put_at(b->terms_by_node, entry, t);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct node *n = wanted_child(r, entry, names[i]);
        if (n && i == 0)
            t->name = plain_term(r, n);
        if (n)
            name_term(r, t, n);
    }
}

/* ── Terms of the text ── */

/* Two Han characters are a word: one that is wrong is half of it, too much for nearest_name. */
static const char *same_beginning(const char *word, const char *const *names, size_t n) {
    const char *best = NULL;
    size_t most = 2; /* bytes: less than a Han character */
    for (size_t i = 0; i < n; i++) {
        size_t same = 0;
        while (word[same] && word[same] == names[i][same])
            same++;
        if (same > most && code_is_han(text_first(word))) {
            most = same;
            best = names[i];
        }
    }
    return best;
}

static const char *nearest_term(struct reader *r, const char *word) {
    size_t n = 0;
    for (const struct term *t = r->back->terms; t; t = t->next)
        n++;
    const char **names = ARENA_ARRAY(r->arena, const char *, n + 1);
    n = 0;
    for (const struct term *t = r->back->terms; t; t = t->next)
        if (t->name)
            names[n++] = t->name;
    const char *nearest = nearest_name(word, names, n);
    return nearest ? nearest : same_beginning(word, names, n);
}

static struct term *find_term(struct reader *r, const char *word, struct span where) {
    struct term *t = (struct term *)lookup_get(r->back->terms_by_name, word);
    if (!t)
        diag_report(r->diag, code_missing(r, DIAG_TERM_UNDEFINED), where, word,
                    "a <glossentry> with this <glossterm>, or baseform=", nearest_term(r, word));
    return t;
}

/* By linkend, by baseform, or by its own text. */
static struct term *term_of(struct reader *r, const struct node *n) {
    const struct attribute *linkend = attribute_of(n, "linkend");
    const struct attribute *base = attribute_of(n, "baseform");
    if (linkend) {
        const struct target *target = target_find(r, linkend);
        return target ? (struct term *)lookup_get_at(r->back->terms_by_node, target->node) : NULL;
    }
    return find_term(r, base ? base->value : plain_term(r, n), base ? base->value_span : n->span);
}

static bool is_inside(const struct node *n, const struct node *of) {
    for (; n; n = n->parent)
        if (n == of)
            return true;
    return false;
}

/* A term links to its entry, which lists the place. */
static void put_term(struct inliner *in, const struct node *n) {
    struct reader *r = inliner_reader(in);
    struct term *t = term_of(r, n);
    struct inline_ before = *inliner_look(in);
    if (t && !is_inside(n, t->node)) {
        const char *from = mark_here(in, n);
        if (from)
            uses_add(r, &t->uses,
                     (struct use){.from = from,
                                  .preferred = node_is(n, NS_DOCBOOK, "firstterm"),
                                  .span = n->span});
        inliner_look(in)->dest = t->id;
        inliner_look(in)->describe = say_with(r->arena, r->request->strings, "glossary.described",
                                              "term", t->name ? t->name : "", NULL);
    }
    inliner_children(in, n);
    *inliner_look(in) = before;
}

INLINE_HANDLER(read_glossterm) {
    put_term(in, n);
}

/* Where there is no glossary a term is only set off. */
INLINE_HANDLER(read_firstterm) {
    struct inline_ *look = inliner_look(in);
    bool before = look->strong;
    look->strong = true;
    if (inliner_reader(in)->back->glossaries)
        put_term(in, n);
    else
        inliner_children(in, n);
    inliner_look(in)->strong = before;
}

/* ── Entries, read ── */

static const char *language_around(const struct node *n) {
    for (; n; n = n->parent) {
        const struct attribute *at = node_attribute(n, NS_XML, "lang");
        if (at)
            return at->value;
    }
    return NULL;
}

/* The term in the other language: written beside it, or that of the twin. */
static const struct inline_ *other_term(struct reader *r, const struct node *entry,
                                        const struct node *term) {
    const struct node *foreign = wanted_child(r, term, "foreignphrase");
    const struct node *twin = twin_of(r, entry);
    const struct node *other = foreign ? foreign
                               : twin  ? node_child(twin, NS_DOCBOOK, "glossterm")
                                       : NULL;
    const char *word = !other ? NULL : foreign ? node_text(r->arena, other) : plain_term(r, other);
    if (!word || !strcmp(word, plain_term(r, term)))
        return NULL;
    struct inline_ *in = inline_new(r, INLINE_TEXT, word, term->span);
    in->language = language_around(other);
    return in;
}

/* "KV 缓存（KV cache）": what is short for it stands in brackets. */
static const struct inline_ *term_words(struct reader *r, const struct node *entry,
                                        const struct node *term) {
    r->back->in_term = true;
    struct inline_ *text = (struct inline_ *)inlines_typed(r, term);
    r->back->in_term = false;
    static const char *const shorts[] = {"acronym", "abbrev"};
    for (size_t i = 0; i < sizeof shorts / sizeof *shorts; i++) {
        const struct node *n = wanted_child(r, entry, shorts[i]);
        if (!n)
            continue;
        const char *brackets = say_with(r->arena, r->request->strings, "doc.bracketed", "text",
                                        node_text(r->arena, n), NULL);
        /* Chinese brackets have their own blank. */
        bool blank = !language_is_chinese(r->language);
        text =
            inlines_after(text, (struct inline_ *)inline_say(
                                    r, arena_printf(r->arena, "%s%s", blank ? " " : "", brackets)));
    }
    return text;
}

/* "另见 带宽、显存". */
static struct inline_ *see_words(struct reader *r, const struct node *entry, const char *element,
                                 const char *key) {
    struct inline_ *all = NULL;
    for (const struct node *c = entry->child; c; c = c->next) {
        if (!node_is(c, NS_DOCBOOK, element) || !node_wanted(r, c))
            continue;
        const struct attribute *at = attribute_of(c, "otherterm");
        const struct target *target = at ? target_find(r, at) : NULL;
        const struct term *t = target ? lookup_get_at(r->back->terms_by_node, target->node)
                               : at   ? NULL
                                      : find_term(r, node_text(r->arena, c), c->span);
        const char *name = t && t->name ? t->name : node_text(r->arena, c);
        struct inline_ *link = inline_new(r, INLINE_TEXT, name, c->span);
        link->dest = t ? t->id : NULL;
        link->describe = t ? name : NULL;
        const char *before = all ? words_pair(r->arena, r->request->strings, "index.see-pair")
                                 : words_before(r, key, "{terms}");
        all = inlines_after(inlines_after(all, (struct inline_ *)inline_say(r, before)), link);
    }
    return all;
}

static struct block *read_entry(struct reader *r, const struct node *n) {
    struct term *t = (struct term *)lookup_get_at(r->back->terms_by_node, n);
    const struct node *term = wanted_child(r, n, "glossterm");
    if (!t || !term)
        return NULL;
    struct block *b = block_new(r, n, BLOCK_ITEM);
    b->id = t->id;
    b->role = NULL;
    b->title = term_words(r, n, term);
    b->subtitle = other_term(r, n, term);
    struct block **end = &b->child;
    for (const struct node *c = n->child; c; c = c->next) {
        if (!node_is(c, NS_DOCBOOK, "glossdef") || !node_wanted(r, c))
            continue;
        *end = blocks_of(r, c, G_PARA | G_BLOCK | G_ANYWHERE);
        while (*end)
            end = &(*end)->next;
    }
    b->text = see_words(r, n, "glosssee", "glossary.see");
    for (const struct node *c = n->child; c; c = c->next)
        if (node_is(c, NS_DOCBOOK, "glossdef"))
            b->text = inlines_after((struct inline_ *)b->text,
                                    see_words(r, c, "glossseealso", "glossary.see-also"));
    t->block = b;
    return b;
}

/* ── Order ── */

struct sorted {
    struct block *block;
    struct collation_key key;
    size_t place;
};

static int compare(const void *x, const void *y) {
    const struct sorted *a = x, *b = y;
    int order = collation_compare(&a->key, &b->key);
    return order ? order : a->place < b->place ? -1 : 1;
}

static const char *sort_text(struct reader *r, const struct node *entry) {
    const struct node *term = wanted_child(r, entry, "glossterm");
    const char *as = node_value(entry, "sortas");
    return as ? as : term ? plain_term(r, term) : "";
}

/* The entries of a glossary or of one of its divisions, in the order of the language. */
static struct block *entries_of(struct reader *r, const struct node *parent) {
    struct collation *collation = collation_open(r->arena, r->diag, r->language);
    struct sorted *all = NULL;
    size_t n = 0, room = 0;
    for (const struct node *c = parent->child; c; c = c->next) {
        struct block *b =
            node_is(c, NS_DOCBOOK, "glossentry") && node_wanted(r, c) ? read_entry(r, c) : NULL;
        if (!b)
            continue;
        ARENA_GROW(r->arena, all, n, room, 32);
        all[n] = (struct sorted){b, collation_key(collation, sort_text(r, c)), n};
        n++;
    }
    if (n)
        qsort(all, n, sizeof *all, compare);
    for (size_t i = 0; i + 1 < n; i++)
        all[i].block->next = all[i + 1].block;
    return n ? all[0].block : NULL;
}

BLOCK_HANDLER(read_glossary) {
    struct block *b = back_block(r, n, BLOCK_GLOSSARY, "glossary.title");
    struct block **end = &b->child;
    *end = blocks_of(r, n, G_PARA | G_ANYWHERE);
    for (const struct node *c = n->child; c; c = c->next) {
        while (*end)
            end = &(*end)->next;
        bool list = node_is(c, NS_DOCBOOK, "glosslist");
        if ((!list && !node_is(c, NS_DOCBOOK, "glossdiv")) || !node_wanted(r, c))
            continue;
        struct block *head = block_new(r, c, BLOCK_ITEM);
        head->role = "division";
        head->title = title_of(r, c, "title");
        head->next = entries_of(r, c);
        *end = list ? head->next : head;
    }
    while (*end)
        end = &(*end)->next;
    *end = entries_of(r, n);
    return b;
}

/* A list of terms in running text. */
BLOCK_HANDLER(read_gloss_list) {
    struct block *b = block_new(r, n, BLOCK_GLOSSARY);
    b->title = title_of(r, n, "title");
    b->role = "list";
    b->child = entries_of(r, n);
    return b;
}

/* role="complete": every entry has to be used. */
static bool must_be_used(const struct node *n) {
    for (; n; n = n->parent)
        if (node_is(n, NS_DOCBOOK, "glossary"))
            return node_value(n, "role") && !strcmp(node_value(n, "role"), "complete");
    return false;
}

void glossary_finish(struct reader *r) {
    for (struct term *t = r->back->terms; t; t = t->next) {
        if (!t->uses.n && t->name && must_be_used(t->node))
            diag_report(r->diag, DIAG_TERM_UNUSED, t->node->span, t->name,
                        "a <glossterm> or <firstterm> with it, or no entry", NULL);
        if (!t->block)
            continue;
        t->block->uses = t->uses.at;
        t->block->use_count = t->uses.n;
    }
}
