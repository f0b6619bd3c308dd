/* Glossary, bibliography and index. */
#include <string.h>

#include "docbook/docbook_write.h"

typedef void writer(struct docbook *d, const struct block *b);

static void write_gloss(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    docbook_open(d, b, "glossentry");
    docbook_line(d, "glossterm", b->title);
    xml_open(&d->w, "glossdef");
    docbook_line(d, "para", b->subtitle);
    docbook_blocks(d, b->child, !b->text && !b->subtitle);
    docbook_line(d, "para", b->text);
    xml_close(&d->w);
    docbook_close(d, before);
}

/* An entry may not hold links, unless they stand in something else. */
static void write_pieces(struct docbook *d, const struct inline_ *text) {
    for (; text; text = text->next) {
        struct inline_ piece = *text;
        piece.next = NULL;
        bool link = piece.uri || piece.dest;
        if (link)
            xml_open(&d->w, "bibliomisc");
        docbook_inlines(d, &piece);
        if (link)
            xml_close(&d->w);
    }
}

static void write_source(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    bool indent = d->w.indent;
    docbook_open(d, b, "bibliomixed");
    d->w.indent = false;
    if (b->number) {
        docbook_words(d, "abbrev", b->number);
        xml_text(&d->w, " ");
    }
    write_pieces(d, b->title);
    write_pieces(d, b->text);
    for (const struct block *c = b->child; c; c = c->next)
        write_pieces(d, c->text);
    docbook_close(d, before);
    d->w.indent = indent;
}

static bool is_division(const struct block *b) {
    return b->kind == BLOCK_ITEM && b->role && !strcmp(b->role, "division");
}

static bool has_items(const struct block *b) {
    const struct block *c = b->child;
    while (c && (c->kind != BLOCK_ITEM || is_division(c)))
        c = c->next;
    return c != NULL;
}

/* Entries up to the next division. */
static const struct block *write_items(struct docbook *d, const struct block *at, writer *item) {
    for (; at && !is_division(at); at = at->next)
        if (at->kind == BLOCK_ITEM)
            item(d, at);
        else
            docbook_block(d, at);
    return at;
}

static void write_list(struct docbook *d, const struct block *b, const char *name,
                       const char *division, writer *item) {
    const char *before = d->language;
    docbook_open(d, b, name);
    docbook_line(d, "title", b->title);
    const struct block *at = write_items(d, b->child, item);
    while (at) {
        xml_open(&d->w, division);
        docbook_line(d, "title", at->title);
        at = write_items(d, at->next, item);
        xml_close(&d->w);
    }
    docbook_close(d, before);
}

void docbook_glossary(struct docbook *d, const struct block *b) {
    bool list = b->role && !strcmp(b->role, "list");
    if (!has_items(b))
        return;
    if (list)
        docbook_title(d, "title", b->title);
    struct block plain = *b;
    plain.title = list ? NULL : b->title;
    write_list(d, &plain, list ? "glosslist" : "glossary", "glossdiv", write_gloss);
}

void docbook_bibliography(struct docbook *d, const struct block *b) {
    if (has_items(b))
        write_list(d, b, "bibliography", "bibliodiv", write_source);
}

/* Others number pages in their own way; the terms and where they stand are kept. */
static void write_term(struct docbook *d, const struct block *b) {
    bool indent = d->w.indent;
    xml_open(&d->w, "listitem");
    xml_open(&d->w, "para");
    d->w.indent = false;
    docbook_inlines(d, b->title);
    if (b->text)
        xml_text(&d->w, " ");
    docbook_inlines(d, b->text);
    for (size_t i = 0; i < b->use_count; i++)
        if (lookup_get(d->ids, b->uses[i].from)) {
            xml_text(&d->w, " ");
            xml_open(&d->w, "link");
            xml_attribute(&d->w, "linkend", docbook_id(d, b->uses[i].from));
            xml_text(&d->w, arena_printf(d->arena, "%zu", i + 1));
            xml_close(&d->w);
        }
    xml_close(&d->w);
    d->w.indent = indent;
    xml_close(&d->w);
}

void docbook_index(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    bool terms = false;
    for (const struct block *c = b->child; c; c = c->next)
        terms |= c->kind == BLOCK_ITEM && c->level > 0;
    if (!terms)
        return;
    docbook_open(d, b, d->in_book ? "appendix" : "section");
    xml_attribute(&d->w, "role", "index");
    docbook_line(d, "title", b->title);
    xml_open(&d->w, "itemizedlist");
    for (const struct block *c = b->child; c; c = c->next)
        if (c->kind == BLOCK_ITEM && c->level > 0)
            write_term(d, c);
    xml_close(&d->w);
    docbook_close(d, before);
}
