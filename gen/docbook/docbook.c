/* The document around the blocks: book, chapters, sections, where the numbers come from. */
#include "docbook/docbook_write.h"

#include <string.h>

/* ── Before writing ── */

static bool is_structure(const struct block *b) {
    static const bool kinds[] = {
        [BLOCK_SECTION] = true,     [BLOCK_CHAPTER] = true,  [BLOCK_PART] = true,
        [BLOCK_BOOK] = true,        [BLOCK_ORIGINS] = true,  [BLOCK_PREFACE] = true,
        [BLOCK_APPENDIX] = true,    [BLOCK_GLOSSARY] = true, [BLOCK_INDEX] = true,
        [BLOCK_BIBLIOGRAPHY] = true};
    return (size_t)b->kind < sizeof kinds / sizeof *kinds && kinds[b->kind];
}

static void append_to(struct block *section, struct block *b) {
    struct block **end = &section->child;
    while (*end)
        end = &(*end)->next;
    *end = b;
}

/* Blocks behind a section go into it, and on into its own last section. */
static void move_strays(struct block *parent) {
    struct block *section = NULL, **at = &parent->child;
    while (*at) {
        struct block *b = *at;
        if (is_structure(b) || !section) {
            section = b->kind == BLOCK_SECTION ? b : section;
            at = &b->next;
            continue;
        }
        *at = b->next;
        b->next = NULL;
        append_to(section, b);
    }
    for (struct block *b = parent->child; b; b = b->next)
        if (is_structure(b))
            move_strays(b);
}

static void collect_inlines(struct docbook *d, const struct inline_ *text);

static void collect(struct docbook *d, const struct block *b);

static void collect_rows(struct docbook *d, const struct row *rows, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < rows[i].cell_count; k++) {
            collect_inlines(d, rows[i].cells[k].text);
            for (const struct block *b = rows[i].cells[k].blocks; b; b = b->next)
                collect(d, b);
        }
}

static void collect_table(struct docbook *d, const struct table *t) {
    collect_rows(d, t->head, t->head_count);
    collect_rows(d, t->body, t->body_count);
    collect_inlines(d, t->note);
}

static void collect(struct docbook *d, const struct block *b) {
    if (b->id)
        lookup_put(d->ids, b->id, b);
    collect_inlines(d, b->title);
    collect_inlines(d, b->subtitle);
    collect_inlines(d, b->text);
    if (b->table)
        collect_table(d, b->table);
    for (const struct block *c = b->child; c; c = c->next)
        collect(d, c);
}

static void collect_inlines(struct docbook *d, const struct inline_ *text) {
    for (; text; text = text->next) {
        if (text->kind == INLINE_MARK && text->id)
            lookup_put(d->ids, text->id, text);
        for (const struct block *c = text->note ? text->note->child : NULL; c; c = c->next)
            collect(d, c);
    }
}

/* ── Structure ── */

static const char *name_of(const struct block *b) {
    static const char *const names[] = {"book",    "article",  "part",   "preface",
                                        "chapter", "appendix", "section"};
    static const char *const usual[] = {
        [BLOCK_BOOK] = "article", [BLOCK_CHAPTER] = "chapter", [BLOCK_SECTION] = "section"};
    for (size_t i = 0; b->node && i < sizeof names / sizeof *names; i++)
        if (node_is(b->node, NS_DOCBOOK, names[i]))
            return names[i];
    return b->kind == BLOCK_PREFACE   ? "preface"
           : b->kind <= BLOCK_SECTION ? usual[b->kind]
                                      : "section";
}

static void root_attributes(struct docbook *d, const struct block *b) {
    xml_attribute(&d->w, "xmlns", xml_namespace_uri(NS_DOCBOOK));
    xml_attribute(&d->w, "xmlns:xlink", xml_namespace_uri(NS_XLINK));
    xml_attribute(&d->w, "version", "5.0");
    if (b->language)
        xml_attribute(&d->w, "xml:lang", b->language);
}

/* <info> names who made the book; what converters drop from it stands in a chapter of its own. */
static void write_people(struct docbook *d, const struct block *b) {
    if (b->kind != BLOCK_BOOK || !b->front || !b->front->people)
        return;
    xml_open(&d->w, "info");
    for (const struct person *p = b->front->people; p; p = p->next) {
        xml_open(&d->w, "author");
        docbook_words(d, "personname", p->name ? p->name : "");
        xml_close(&d->w);
    }
    xml_close(&d->w);
}

static void write_imprint(struct docbook *d, const struct front *front) {
    const char *const lines[] = {front->edition,   front->date,   front->release,
                                 front->publisher, front->rights, front->keywords};
    for (const struct person *p = front->people; p; p = p->next) {
        if (p->affiliation)
            docbook_words(d, "para", p->affiliation);
        if (p->email)
            docbook_words(d, "para", p->email);
    }
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (lines[i])
            docbook_words(d, "para", lines[i]);
    docbook_blocks(d, front->notice, false);
}

static bool says_imprint(const struct front *front) {
    bool people = false;
    for (const struct person *p = front->people; p; p = p->next)
        people |= p->affiliation || p->email;
    return people || front->edition || front->date || front->release || front->publisher ||
           front->rights || front->keywords || front->notice;
}

/* Converters drop an abstract in <info>; an article may have no dedication. */
static void write_front(struct docbook *d, const struct block *b) {
    if (b->kind != BLOCK_BOOK || !b->front)
        return;
    const char *around = strcmp(name_of(b), "book") ? "blockquote" : "dedication";
    if (b->front->abstract) {
        xml_open(&d->w, around);
        xml_attribute(&d->w, "role", "abstract");
        docbook_blocks(d, b->front->abstract, true);
        xml_close(&d->w);
    }
    if (!says_imprint(b->front))
        return;
    xml_open(&d->w, around);
    xml_attribute(&d->w, "role", "imprint");
    write_imprint(d, b->front);
    xml_close(&d->w);
}

/* A part's title stands in its introduction as well, where converters keep it. */
static const struct block *write_part_intro(struct docbook *d, const struct block *b) {
    const struct block *at = b->child;
    xml_open(&d->w, "partintro");
    docbook_title(d, "title", b->title);
    docbook_title(d, "subtitle", b->subtitle);
    for (; at && !is_structure(at); at = at->next)
        docbook_block(d, at);
    xml_close(&d->w);
    return at;
}

static void write_titles(struct docbook *d, const struct block *b) {
    docbook_line(d, "title", b->title);
    if (b->kind == BLOCK_BOOK)
        docbook_line(d, "subtitle", b->subtitle);
    write_people(d, b);
    if (b->kind != BLOCK_BOOK && b->kind != BLOCK_PART)
        docbook_title(d, "subtitle", b->subtitle);
}

void docbook_structure(struct docbook *d, const struct block *b) {
    if (d->in_sample) {
        docbook_title(d, "title", b->title);
        docbook_blocks(d, b->child, false);
        return;
    }
    const char *before = d->language, *name = name_of(b);
    bool root = !d->w.open, book = !strcmp(name, "book");
    if (root)
        xml_declaration(&d->w);
    docbook_open(d, b, name);
    if (root)
        root_attributes(d, b);
    write_titles(d, b);
    write_front(d, b);
    const struct block *first = b->kind == BLOCK_PART ? write_part_intro(d, b) : b->child;
    docbook_blocks(d, first, !book && b->kind != BLOCK_PART && !b->subtitle);
    docbook_close(d, before);
}

/* ── Where the numbers come from ── */

static bool is_group(const struct block *b) {
    return b->role && !strcmp(b->role, "group");
}

/* The name of the value, then how it was got. */
static void write_origin(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    bool indent = d->w.indent;
    docbook_open(d, b, "listitem");
    xml_open(&d->w, "para");
    d->w.indent = false;
    xml_open(&d->w, "emphasis");
    xml_attribute(&d->w, "role", "strong");
    docbook_inlines(d, b->title);
    xml_close(&d->w);
    if (b->text)
        xml_text(&d->w, " ");
    docbook_inlines(d, b->text);
    xml_close(&d->w);
    d->w.indent = indent;
    docbook_close(d, before);
}

static const struct block *write_group(struct docbook *d, const struct block *b) {
    bool list = false;
    xml_open(&d->w, "section");
    docbook_line(d, "title", b->title);
    docbook_line(d, "para", b->text);
    for (b = b->next; b && !is_group(b); b = b->next) {
        if (!list)
            xml_open(&d->w, "itemizedlist");
        list = true;
        write_origin(d, b);
    }
    if (list)
        xml_close(&d->w);
    xml_close(&d->w);
    return b;
}

/* A book has it as an appendix, a chapter as its last section. */
void docbook_origins(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    docbook_open(d, b, d->in_book ? "appendix" : "section");
    docbook_line(d, "title", b->title);
    for (const struct block *item = b->child; item;)
        item = write_group(d, item);
    docbook_close(d, before);
}

const struct docbook_figure *docbook_write(struct arena *a, struct block *root,
                                           const struct docbook_request *request,
                                           struct bytes *out) {
    struct docbook d = {.arena = a,
                        .request = request,
                        .w = {.out = out, .indent = true},
                        .ids = lookup_new(a),
                        .notes = lookup_new(a),
                        .in_book = root->kind == BLOCK_BOOK};
    d.figures_end = &d.figures;
    d.figure_files = lookup_new(a);
    move_strays(root);
    collect(&d, root);
    docbook_block(&d, root);
    return d.figures;
}
