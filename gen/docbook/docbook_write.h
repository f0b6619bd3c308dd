/* Writing DocBook, from inside: docbook.c structure, docbook_block.c blocks, docbook_table.c
 * tables, docbook_inline.c running
 * text, docbook_math.c formulas, docbook_back.c back matter. */
#ifndef RIDGE_DOCBOOK_DOCBOOK_WRITE_H
#define RIDGE_DOCBOOK_DOCBOOK_WRITE_H

#include "base/lookup.h"
#include "docbook/docbook.h"

struct docbook {
    struct arena *arena;
    const struct docbook_request *request;
    struct xml_writer w;
    const char *language; /* of the element being written */
    struct lookup *ids;   /* that will stand in the document: links to others are plain */
    struct lookup *notes; /* footnotes written, by their block */
    int note_count, picture_count;
    bool in_book;
    bool in_sample; /* whose sections become their titles and what they hold */
    const struct docbook_figure *figures;
    const struct docbook_figure **figures_end;
    struct lookup *figure_files; /* figures by the names of their files */
};

/* <name xml:id xml:lang> of a block. */
void docbook_open(struct docbook *d, const struct block *b, const char *name);
void docbook_close(struct docbook *d, const char *language); /* the one before */
/* A title where converters (pandoc among them) would drop <title>: a paragraph of that role. */
void docbook_title(struct docbook *d, const char *role, const struct inline_ *text);
/* <name>running text</name>; nothing without text. */
void docbook_line(struct docbook *d, const char *name, const struct inline_ *text);
void docbook_words(struct docbook *d, const char *name, const char *text);
void docbook_inlines(struct docbook *d, const struct inline_ *text);

const char *docbook_id(struct docbook *d, const char *id); /* as an id of XML */
void docbook_block(struct docbook *d, const struct block *b);
/* A chain of blocks; an empty <para> when there is none and one is needed. */
void docbook_blocks(struct docbook *d, const struct block *first, bool needed);
/* How to read a figure or a table, behind it. */
void docbook_caption(struct docbook *d, const struct inline_ *text);
void docbook_glossary(struct docbook *d, const struct block *b);
void docbook_bibliography(struct docbook *d, const struct block *b);
void docbook_index(struct docbook *d, const struct block *b);
void docbook_math(struct docbook *d, const struct thing *thing, bool display);
void docbook_table(struct docbook *d, const struct block *b);
void docbook_steps(struct docbook *d, const struct block *b); /* the lines of a derivation */
void docbook_structure(struct docbook *d, const struct block *b);
void docbook_origins(struct docbook *d, const struct block *b);

/* docbook_media.c: the figure is one of those that the document needs; what to refer to it by. */
const char *docbook_figure_add(struct docbook *d, struct docbook_figure *figure);
/* A picture, as the element named. */
void docbook_media(struct docbook *d, const char *element, const struct thing *thing);

#endif
