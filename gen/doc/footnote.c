/* Footnotes, as they are read: the mark stands in the text and holds the note's blocks. */
#include <string.h>

#include "base/lookup.h"
#include "base/text.h"
#include "doc/back.h"

/* What a footnote may not stand in, and what to do there. */
static const struct no_place {
    const char *name, *instead;
} PLACES[] = {
    {"sidebar", "its text in the margin note itself"},
    {"footnote", "its text in the outer note"},
    {"term", "a footnote in the text of the entry"},
    {"programlisting", "a footnote in the text beside the listing"},
};

/* Titles that are drawn by pages of their own have no foot, but for those of chapters. */
static bool is_bare_title(const struct node *n) {
    static const char *const bare[] = {"book",         "part",  "preface", "glossary",
                                       "bibliography", "index", "info"};
    bool title = node_is(n, NS_DOCBOOK, "title") && n->parent;
    bool found = node_is(n, NS_DOCBOOK, "subtitle");
    for (size_t i = 0; title && i < sizeof bare / sizeof *bare; i++)
        found |= node_is(n->parent, NS_DOCBOOK, bare[i]);
    return found;
}

static bool may_stand(struct reader *r, const struct node *n) {
    const char *where = r->is_template ? "a sheet" : NULL, *instead = "its text on the sheet";
    if (n->parent && is_bare_title(n->parent)) {
        where = "this title";
        instead = "a footnote in the text";
    }
    for (const struct node *up = n->parent; up && !where; up = up->parent)
        for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++)
            if (node_is(up, NS_DOCBOOK, PLACES[i].name)) {
                where = arena_printf(r->arena, "<%s>", PLACES[i].name);
                instead = PLACES[i].instead;
            }
    if (where)
        diag_report(r->diag, DIAG_FOOTNOTE_PLACE, n->span, where, instead, NULL);
    return !where;
}

/* So that marks are as wide as they will be: numbers run through a chapter in English. Pages give
 * the true ones. */
static const char *likely_number(struct reader *r, const struct node *n) {
    if (language_is_chinese(r->language))
        return NULL;
    while (n && !node_is(n, NS_DOCBOOK, "chapter") && !node_is(n, NS_DOCBOOK, "appendix"))
        n = n->parent;
    if (n != r->footnote_chapter)
        r->footnotes_in_chapter = 0;
    r->footnote_chapter = n;
    return arena_printf(r->arena, "%zu", ++r->footnotes_in_chapter);
}

/* Both trees of a bilingual edition have the same ids; its notes stand in one document. */
static const char *note_name(struct reader *r, const struct block *note) {
    const char *name = note->id;
    if (!name)
        name = arena_printf(r->arena, "footnote-%zu", ++r->footnote_count);
    return r->request->second ? arena_printf(r->arena, "%s.%s", name, r->language) : name;
}

/* One block for each footnote, whoever asks for it first. */
static struct block *note_of(struct reader *r, const struct node *n) {
    if (!r->footnotes)
        r->footnotes = lookup_new(r->arena);
    const struct block *known = lookup_get_at(r->footnotes, n);
    if (known)
        return (struct block *)(void *)known;
    struct block *note = block_new(r, n, BLOCK_NOTE);
    lookup_put_at(r->footnotes, n, note);
    note->id = note_name(r, note);
    note->number = likely_number(r, n);
    note->child = blocks_of(r, n, G_PARA | G_ANYWHERE);
    return note;
}

static struct inline_ mark_of(struct inliner *in, const struct node *n, const struct block *note) {
    struct inline_ mark = {.kind = INLINE_NOTE,
                           .note = note,
                           .dest = note->id,
                           .describe = say(inliner_reader(in)->request->strings, "page.footnote"),
                           .span = n->span};
    return mark;
}

INLINE_HANDLER(read_footnote) {
    struct reader *r = inliner_reader(in);
    if (!may_stand(r, n))
        return;
    const struct block *note = note_of(r, n);
    struct inline_ mark = mark_of(in, n, note);
    mark.id = arena_printf(r->arena, "%s-mark", note->id);
    inliner_put(in, &mark);
}

static bool in_title(const struct node *n) {
    while (n && !node_is(n, NS_DOCBOOK, "title"))
        n = n->parent;
    return n;
}

/* "(note on page 3)", where the note stands on another page: its number may be taken there. */
static void put_page(struct inliner *in, const struct node *n, const struct block *note) {
    const struct strings *strings = inliner_reader(in)->request->strings;
    bool in_chinese = language_is_chinese(inliner_reader(in)->language);
    struct inline_ page = *inliner_look(in);
    page.kind = INLINE_PAGE;
    page.text = arena_printf(inliner_reader(in)->arena, "%s%s", in_chinese ? "" : " ",
                             say(strings, "reference.note-page"));
    page.describe = say(strings, "page.footnote");
    page.tight = true;
    page.dest = note->id;
    page.id = mark_here(in, n);
    page.span = n->span;
    inliner_put(in, &page);
}

/* A second mark of the same note. */
INLINE_HANDLER(read_footnote_reference) {
    struct reader *r = inliner_reader(in);
    const struct attribute *at = attribute_of(n, "linkend");
    const struct target *t = at ? lookup_get(r->ids, at->value) : NULL;
    if (!at || !may_stand(r, n))
        return;
    if (!t || !node_is(t->node, NS_DOCBOOK, "footnote")) {
        diag_report(r->diag, t ? DIAG_BAD_ATTRIBUTE : DIAG_XREF_MISSING, at->value_span, at->value,
                    "the xml:id of a footnote", NULL);
        return;
    }
    const struct block *note = note_of(r, t->node);
    struct inline_ mark = mark_of(in, n, note);
    inliner_put(in, &mark);
    if (!in_title(n))
        put_page(in, n, note);
}

const struct inline_ *inlines_without_notes(struct arena *a, const struct inline_ *text) {
    struct inline_ *first = NULL, **to = &first;
    for (; text; text = text->next) {
        if (text->kind == INLINE_NOTE || text->kind == INLINE_MARK)
            continue;
        *to = arena_memdup(a, text, sizeof *text);
        (*to)->next = NULL;
        to = &(*to)->next;
    }
    return first;
}
