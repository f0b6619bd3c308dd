/* Blocks as DocBook, one writer a kind. */
#include <string.h>

#include "doc/media.h"
#include "docbook/docbook_write.h"

typedef void writer(struct docbook *d, const struct block *b);

void docbook_open(struct docbook *d, const struct block *b, const char *name) {
    xml_open(&d->w, name);
    if (b->id && lookup_get(d->ids, b->id) == b)
        xml_attribute(&d->w, "xml:id", docbook_id(d, b->id));
    if (b->language && d->language && strcmp(b->language, d->language) != 0)
        xml_attribute(&d->w, "xml:lang", b->language);
    d->language = b->language ? b->language : d->language;
}

void docbook_close(struct docbook *d, const char *language) {
    xml_close(&d->w);
    d->language = language;
}

/* The element it was read from, or the one that is usual. */
static const char *own_name(const struct block *b, const char *usual) {
    return b->node && b->node->ns == NS_DOCBOOK ? b->node->name : usual;
}

/* An element that holds blocks: title, text, children. */
static void write_holder(struct docbook *d, const struct block *b, const char *name,
                         const char *role, bool titled) {
    const char *before = d->language;
    docbook_open(d, b, name);
    if (role)
        xml_attribute(&d->w, "role", role);
    if (titled)
        docbook_line(d, "title", b->title);
    else
        docbook_title(d, "title", b->title);
    docbook_line(d, "para", b->text);
    docbook_steps(d, b);
    docbook_blocks(d, b->child, !b->text && !b->line_count && (titled || !b->title));
    docbook_close(d, before);
}

/* ── Text ── */

static void write_para(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    bool indent = d->w.indent;
    docbook_open(d, b, "para");
    d->w.indent = false;
    docbook_inlines(d, b->text);
    docbook_close(d, before);
    d->w.indent = indent;
}

static void write_code(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    bool indent = d->w.indent;
    docbook_open(d, b, "programlisting");
    d->w.indent = false;
    for (const struct inline_ *in = b->text; in; in = in->next) {
        struct inline_ plain = *in;
        plain.next = NULL;
        plain.code = false; /* all of it is */
        docbook_inlines(d, &plain);
    }
    docbook_close(d, before);
    d->w.indent = indent;
}

/* Attribution stands first. */
static void write_quote(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    docbook_open(d, b, b->kind == BLOCK_EPIGRAPH ? "epigraph" : "blockquote");
    docbook_line(d, "attribution", b->subtitle);
    docbook_title(d, "title", b->title);
    docbook_line(d, "para", b->text);
    docbook_blocks(d, b->child, !b->text);
    docbook_close(d, before);
}

/* ── Lists ── */

static void write_item(struct docbook *d, const struct block *b, const char *name) {
    const char *before = d->language;
    docbook_open(d, b, name);
    docbook_line(d, "para", b->text);
    docbook_blocks(d, b->child, !b->text);
    docbook_close(d, before);
}

static bool is_ordered(const struct block *b) {
    static const char *const names[] = {"orderedlist", "procedure", "substeps"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(own_name(b, ""), names[i]))
            return true;
    return false;
}

/* How it counts. */
static void write_numeration(struct docbook *d, const struct block *b) {
    static const char *const names[] = {"numeration", "startingnumber", "continuation",
                                        "inheritnum", "mark",           "spacing"};
    for (size_t i = 0; b->node && i < sizeof names / sizeof *names; i++)
        if (node_value(b->node, names[i]))
            xml_attribute(&d->w, names[i], node_value(b->node, names[i]));
}

/* What introduces a list stands before it. */
static void write_list(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    docbook_title(d, "title", b->title);
    const struct block *item = b->child;
    for (; item && item->kind != BLOCK_ITEM; item = item->next)
        docbook_block(d, item);
    if (!item)
        return;
    docbook_open(d, b, is_ordered(b) ? "orderedlist" : "itemizedlist");
    write_numeration(d, b);
    for (; item; item = item->next)
        if (item->kind == BLOCK_ITEM)
            write_item(d, item, "listitem");
    docbook_close(d, before);
}

static void write_term(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    docbook_open(d, b, "varlistentry");
    docbook_line(d, "term", b->title ? b->title : b->text);
    xml_open(&d->w, "listitem");
    docbook_line(d, "para", b->title ? b->text : NULL);
    docbook_blocks(d, b->child, !(b->title && b->text));
    xml_close(&d->w);
    docbook_close(d, before);
}

static void write_terms(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    docbook_title(d, "title", b->title);
    docbook_open(d, b, "variablelist");
    for (const struct block *item = b->child; item; item = item->next)
        write_term(d, item);
    docbook_close(d, before);
}

static void write_objectives(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    docbook_title(d, "title", b->title);
    docbook_open(d, b, "itemizedlist");
    xml_attribute(&d->w, "role", "objectives");
    for (const struct block *item = b->child; item; item = item->next)
        write_item(d, item, "listitem");
    docbook_close(d, before);
}

/* ── Callouts ── */

static void write_callout(struct docbook *d, const struct block *b) {
    static const char *const admonitions[] = {"note", "tip", "important", "warning", "caution"};
    const char *name = own_name(b, "note");
    for (size_t i = 0; i < sizeof admonitions / sizeof *admonitions; i++)
        if (!strcmp(name, admonitions[i])) {
            write_holder(d, b, name, NULL, true);
            return;
        }
    bool example = !strcmp(name, "example");
    write_holder(d, b, example ? "informalexample" : "sidebar", NULL, false);
}

static void write_margin(struct docbook *d, const struct block *b) {
    write_holder(d, b, "sidebar", "margin", false);
}

/* A derivation: its title, or the language's word for one. */
static void write_steps(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    docbook_open(d, b, "informalexample");
    xml_attribute(&d->w, "role", "derivation");
    if (b->label)
        docbook_words(d, "para", b->label);
    docbook_line(d, "para", b->title);
    docbook_steps(d, b);
    docbook_close(d, before);
}

static void write_answer(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    docbook_open(d, b, "answer");
    if (b->role)
        xml_attribute(&d->w, "role", b->role);
    if (b->label && *b->label)
        docbook_words(d, "label", b->label);
    docbook_line(d, "para", b->text);
    docbook_blocks(d, b->child, !b->text);
    docbook_close(d, before);
}

/* Answers stand behind the question. */
static void write_question(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    docbook_open(d, b, "qandaentry");
    xml_open(&d->w, "question");
    docbook_line(d, "para", b->title);
    for (const struct block *c = b->child; c; c = c->next)
        if (c->kind != BLOCK_ANSWER)
            docbook_block(d, c);
    xml_close(&d->w);
    for (const struct block *c = b->child; c; c = c->next)
        if (c->kind == BLOCK_ANSWER)
            write_answer(d, c);
    docbook_close(d, before);
}

/* ── Pictures and formulas ── */

static const char *picture_add(struct docbook *d, const struct block *b) {
    struct docbook_figure *figure = ARENA_NEW(d->arena, struct docbook_figure);
    const char *name =
        b->id ? docbook_id(d, b->id) : arena_printf(d->arena, "chart-%d", ++d->picture_count);
    figure->file = arena_printf(d->arena, "%s.svg", name);
    figure->chart = b->chart;
    return docbook_figure_add(d, figure);
}

static void write_picture(struct docbook *d, const struct block *b) {
    xml_open(&d->w, "mediaobject");
    xml_open(&d->w, "imageobject");
    xml_open(&d->w, "imagedata");
    xml_attribute(&d->w, "fileref", picture_add(d, b));
    xml_attribute(&d->w, "format", "SVG");
    xml_close(&d->w);
    xml_close(&d->w);
    xml_open(&d->w, "textobject");
    docbook_words(d, "para", b->chart->describe);
    xml_close(&d->w);
    xml_close(&d->w);
}

static void write_figure(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    if (!b->chart && !media_of(b->thing))
        return;
    docbook_open(d, b, b->title ? "figure" : "informalfigure");
    docbook_line(d, "title", b->title);
    if (b->chart)
        write_picture(d, b);
    else
        docbook_media(d, "mediaobject", b->thing);
    docbook_close(d, before);
    docbook_caption(d, b->text);
}

static void write_equation(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    docbook_title(d, "title", b->title);
    docbook_open(d, b, "informalequation");
    if (b->thing)
        docbook_math(d, b->thing, true);
    else
        docbook_line(d, "mathphrase", b->text);
    docbook_close(d, before);
}

/* ── All kinds ── */

/* Room to write, marks of templates, lists of figures: layout has them. */
static void write_sample(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    struct block source = *b->child;
    source.next = NULL;
    docbook_open(d, b, "informalexample");
    xml_attribute(&d->w, "role", "sample");
    docbook_block(d, &source);
    if (b->label)
        docbook_words(d, "para", b->label);
    d->in_sample = true;
    docbook_blocks(d, b->child->next, false);
    d->in_sample = false;
    docbook_close(d, before);
}

static void write_nothing(struct docbook *d, const struct block *b) {
    (void)d, (void)b;
}

/* Of a kind without a row every word is kept. */
static void write_other(struct docbook *d, const struct block *b) {
    docbook_title(d, "title", b->title);
    docbook_title(d, "subtitle", b->subtitle);
    docbook_line(d, "para", b->text);
    docbook_blocks(d, b->child, false);
}

static writer *const WRITERS[] = {
    [BLOCK_BOOK] = docbook_structure,
    [BLOCK_CHAPTER] = docbook_structure,
    [BLOCK_SECTION] = docbook_structure,
    [BLOCK_PART] = docbook_structure,
    [BLOCK_PREFACE] = docbook_structure,
    [BLOCK_APPENDIX] = docbook_structure,
    [BLOCK_PARA] = write_para,
    [BLOCK_LIST] = write_list,
    [BLOCK_TERM_LIST] = write_terms,
    [BLOCK_FIGURE] = write_figure,
    [BLOCK_TABLE] = docbook_table,
    [BLOCK_CALLOUT] = write_callout,
    [BLOCK_QUESTION] = write_question,
    [BLOCK_STEPS] = write_steps,
    [BLOCK_MARGIN] = write_margin,
    [BLOCK_CODE] = write_code,
    [BLOCK_QUOTE] = write_quote,
    [BLOCK_EPIGRAPH] = write_quote,
    [BLOCK_OBJECTIVES] = write_objectives,
    [BLOCK_FACTS] = write_terms,
    [BLOCK_ORIGINS] = docbook_origins,
    [BLOCK_EQUATION] = write_equation,
    [BLOCK_GLOSSARY] = docbook_glossary,
    [BLOCK_BIBLIOGRAPHY] = docbook_bibliography,
    [BLOCK_WORKSPACE] = write_nothing,
    [BLOCK_MARK] = write_nothing,
    [BLOCK_LISTING] = write_nothing,
    [BLOCK_INDEX] = docbook_index,
    [BLOCK_SAMPLE] = write_sample,
};

void docbook_block(struct docbook *d, const struct block *b) {
    bool known = (size_t)b->kind < sizeof WRITERS / sizeof *WRITERS && WRITERS[b->kind];
    (known ? WRITERS[b->kind] : write_other)(d, b);
}

/* Questions in a row share a <qandaset>. */
void docbook_blocks(struct docbook *d, const struct block *first, bool needed) {
    bool questions = false;
    for (const struct block *b = first; b; b = b->next) {
        if (b->kind == BLOCK_QUESTION && !questions)
            xml_open(&d->w, "qandaset");
        else if (b->kind != BLOCK_QUESTION && questions)
            xml_close(&d->w);
        questions = b->kind == BLOCK_QUESTION;
        docbook_block(d, b);
    }
    if (questions)
        xml_close(&d->w);
    if (!first && needed)
        docbook_words(d, "para", "");
}
