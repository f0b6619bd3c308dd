/* Blocks: a chapter after reading: every value computed, every claim tested, every number given
 * out, every reference resolved. Layout only sees blocks. */
#ifndef RIDGE_DOC_BLOCK_H
#define RIDGE_DOC_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "catalog/catalog.h"
#include "catalog/expression.h"
#include "chart/chart.h"
#include "doc/form.h"
#include "doc/style.h"
#include "figure/box.h"
#include "figure/font.h"
#include "figure/mark.h"
#include "figure/scene.h"
#include "xml/node.h"

enum inline_kind {
    INLINE_TEXT,
    INLINE_VALUE, /* computed: dotted underline, links to its trace */
    INLINE_LIMIT, /* the glyph of a limit, before its word */
    INLINE_BREAK, /* forced line break (titles) */
    INLINE_NOTE,  /* the mark of a footnote, whose text is `note` */
    INLINE_MARK,  /* no ink: `id` is a destination (terms of the index, uses of the glossary) */
    INLINE_PAGE,  /* the folio of `dest`, known when pages are; `text`: words around "{page}"; with
                   * an `id` nothing at all where that stands on the same page */
    INLINE_BOX    /* a formula or a picture: `thing` */
};

/* A stretch of text in one character style. Lists of them make a paragraph. White space is already
 * folded; XML line breaks between Han characters are gone. */
struct inline_ {
    struct inline_ *next;
    enum inline_kind kind;
    const char *text;
    bool emphasis, strong, code, quiet; /* quiet: ink2 */
    bool tight;                         /* never broken inside: values, numbers with units */
    int script;                         /* +1 superscript, −1 subscript */
    enum ink ink;                       /* INK_NONE = the style's */
    enum limit limit;                   /* INLINE_LIMIT */
    const char *language;               /* differs from the block's, or NULL */
    const char *dest;                   /* link target inside the document, or NULL */
    const char *uri;                    /* link to the web, percent-encoded, or NULL */
    const char *describe;               /* what is behind the link */
    const struct origin *origins;
    const char *id;            /* INLINE_MARK, INLINE_PAGE */
    const struct block *note;  /* INLINE_NOTE: its blocks */
    bool hangs;                /* a letter of a table's note: beside a number, not part of it */
    const struct thing *thing; /* INLINE_BOX */
    struct span span;
};

enum block_kind {
    BLOCK_BOOK,
    BLOCK_CHAPTER,
    BLOCK_SECTION, /* title, number, children; level for sections */
    BLOCK_PARA,
    BLOCK_LIST,      /* children: BLOCK_ITEM; before them what introduces a procedure */
    BLOCK_ITEM,      /* `number` ("•", "1"), as printed in `label` ("1.", "（1）"), children */
    BLOCK_TERM_LIST, /* variablelist: children BLOCK_ITEM with title = term */
    BLOCK_FIGURE,    /* chart or diagram, caption in title, reading in text */
    BLOCK_TABLE,
    BLOCK_CALLOUT,  /* note, tip, important, warning, caution: limit, label in title */
    BLOCK_QUESTION, /* number, title = question, children: the rest of it, workspace, answers */
    BLOCK_ANSWER,   /* role: hint, answer, solution or NULL; label; children */
    BLOCK_STEPS,    /* a derivation */
    BLOCK_MARGIN,   /* stands in the margin column beside the next block; title, text or steps */
    BLOCK_CODE,
    BLOCK_QUOTE,
    BLOCK_OBJECTIVES, /* "after this chapter you can answer": children BLOCK_ITEM */
    BLOCK_FACTS,      /* margin facts of a chapter opening: BLOCK_ITEM with title */
    BLOCK_ORIGINS,    /* "where the numbers come from": children BLOCK_ITEM, ids are link targets;
                       * role "group" heads a scenario or catalogue entry: title, then text */
    BLOCK_PLACE,      /* templates: children are set in a box at a fixed place on the page; role =
                       * "start", "centre" or "end" where align= is given */
    BLOCK_MARK,       /* templates: ridge mark, slot, rule: role says which */
    BLOCK_PART,       /* of a book: title, number; children: its introduction, then chapters */
    BLOCK_PREFACE,    /* like a chapter, without a number */
    BLOCK_APPENDIX,   /* like a chapter, with a letter */
    BLOCK_PAIR,       /* bilingual: children are the same block in two languages, then
                       * what stands once below both */
    BLOCK_EQUATION,   /* a display formula: thing, number */
    BLOCK_NOTE,       /* a footnote: children; stands at the foot of the page of its mark */
    BLOCK_EPIGRAPH,   /* children; who said it in subtitle, as in BLOCK_QUOTE */
    BLOCK_GLOSSARY,   /* children: BLOCK_ITEM, title = term, subtitle = the term's other language */
    BLOCK_BIBLIOGRAPHY, /* children: BLOCK_ITEM, number = "1" */
    BLOCK_INDEX,        /* filled by layout from the INLINE_MARKs */
    BLOCK_LISTING,      /* list of figures, tables, equations: role says which; filled by layout */
    BLOCK_WORKSPACE,    /* room to write in: box.h */
    BLOCK_SAMPLE,       /* children: its source, then what becomes of it; label above that */
    BLOCK_BIG,          /* templates: a big number: text, unit or "×" in title, limits[0] */
    BLOCK_ARTICLE       /* the text of an article, below its title; only child of a book */
};

enum cell_drawing {
    CELL_TEXT,
    CELL_RIDGE,    /* ridge strip: values[0] on 0…values[1] */
    CELL_BARS,     /* twin bars: values[0], values[1] scaled to the larger */
    CELL_POSITION, /* position strip: values[0] device, [1] reference, [2] minimum, [3] maximum */
    CELL_LIMIT     /* glyph of `limit` */
};

/* Where a cell stands between the tops of its rows and their foot; by itself at the top, or in the
 * middle of several rows. */
enum cell_valign { VALIGN_BY_ROWS, VALIGN_TOP, VALIGN_MIDDLE, VALIGN_BOTTOM };

enum column_align { COLUMN_START, COLUMN_CENTRE, COLUMN_END, COLUMN_DECIMAL };

struct cell {
    const struct inline_ *text; /* NULL = empty */
    const struct block *blocks; /* several paragraphs, lists …, instead of text; or NULL */
    enum cell_drawing drawing;
    double values[4];
    const double *ticks; /* CELL_POSITION: the other entries of the catalogue */
    size_t tick_count;
    enum limit limit;
    bool best;                 /* Semibold with ▲ */
    bool sums;                 /* in a row that sums up: Semibold */
    bool missing;              /* "—" on the decimal axis */
    int column_span, row_span; /* at least 1; cells covered by a span are absent from the row */
    size_t column;             /* begins in this column or further on, 0: the next one free */
    enum column_align align;   /* when own_align, else the column's */
    bool own_align;
    enum cell_valign valign;
    struct span span;
};

struct column {
    enum column_align align;
    bool quiet;     /* codes and dates: ink2 */
    bool strong;    /* first column */
    double width;   /* pt, 0 = natural */
    double share;   /* of what the others leave; 0 = none; `width` is added to it */
    uint32_t point; /* COLUMN_DECIMAL: the character that stands on the axis; 0: "." */
};

struct row {
    const struct cell *cells;
    size_t cell_count;
    bool rule_above; /* a group rule over spanned heads */
};

struct table {
    const struct column *columns;
    size_t column_count;
    const struct row *head, *body;
    size_t head_count, body_count;
    const struct inline_ *const
        *unit_cells;                  /* one per column (entries may be NULL), or NULL: none */
    const struct inline_ *note;       /* below the table, or NULL */
    size_t foot_count;                /* the last rows of the body sum up: a rule above them */
    const struct block *const *notes; /* footnotes from cells, in the order of their letters */
    size_t note_count;
    bool wide;        /* measure + margin column */
    bool turned;      /* orient="land": on a page of its own, a quarter turn to the left */
    double row_pitch; /* 13.5, sheets 18 */
    bool pitch_given; /* named by the document: a sheet keeps it below its own */
};

/* A line of a derivation: label, formula in symbols, numbers, result. */
struct derivation_line {
    const struct inline_ *label, *formula, *substituted, *result;
    bool total; /* rule above, Semibold */
};

/* Somebody who made a book. */
struct person {
    const struct person *next;
    const char *name, *affiliation, *email;
};

/* <info> of a book; what it does not say is NULL. */
struct front {
    const struct person *people;
    const char *by; /* all names */
    const char *edition, *date, *release, *publisher, *keywords;
    const char *rights; /* "© 2026 Somebody" */
    const struct block *notice, *abstract;
};

/* A place that uses a term or a source: folios of it stand behind an entry. */
struct use {
    const char *from, *to; /* destinations; `to`: where a range ends, or NULL */
    bool preferred;        /* the place to read first: Semibold */
    struct span span;
};

struct block {
    struct block *next, *child;
    enum block_kind kind;
    const char *id; /* destination name, or NULL */
    const char *role;
    const char *style;    /* style name */
    const char *language; /* of the block, BCP 47 */
    struct span span;
    const struct node *node; /* it was read from, or NULL */
    int level;               /* sections: 1 = section, 2 = subsection, 3 = run-in */
    const char *number;      /* "1", "1.2", "1.3" (figure, table, question), item label */
    const char *label;       /* the word before it: "Table 1.1", "图 1.2", "问 1.1" */
    const struct inline_ *title, *subtitle, *gloss; /* gloss: the other language's title */
    const struct inline_ *text;
    enum limit limits[4]; /* chapters: which limits they treat; callouts: limits[0] */
    bool wide;            /* figure over measure + margin column */
    bool stays;           /* figure where it is written, on the page of its section's beginning */
    bool compact;         /* lists: no space between items */
    const struct chart *chart;
    const struct table *table;
    int first_line;            /* of a listing with numbered lines; 0: they are not */
    bool follows;              /* a table of the same element stands directly before */
    const char *back;          /* notes of tables: the id of their mark, or NULL */
    const struct thing *thing; /* equations; figures that are no chart */
    const struct derivation_line *lines;
    size_t line_count;
    const struct use *uses; /* entries of index, glossary and bibliography */
    size_t use_count;
    bool alone;                /* books: made around a document: no cover, no contents */
    const char *author;        /* books: for the metadata, or NULL */
    const struct front *front; /* books: what <info> says, or NULL */
    size_t typed_digits;       /* root: unmarked digits in running text */
    struct rect box;           /* BLOCK_PLACE; figures: wanted size (w, h), 0 = the chart's own */
};

/* Whom a product is for; the usual one first. */
enum { EDITION_STUDENT, EDITION_TEACHER, EDITION_ANSWERS, EDITION_COUNT };
extern const char *const edition_names[EDITION_COUNT];

/* A profiling attribute of DocBook and the value that is wanted. */
struct profile {
    const char *attribute, *value;
};

/* Whether --profile may name the attribute (condition and audience belong to the edition). */
bool profile_known(const char *attribute);

struct origins;
struct reader;

struct read_request {
    struct catalog *catalog;
    const struct strings *strings;
    struct fonts *fonts;
    const struct form *form;        /* NULL: design 5 */
    const char *edition;            /* "student", "teacher" or "answers" */
    const struct profile *profiles; /* of --profile */
    size_t profile_count;
    const struct binding *bindings; /* parameters of a template */
    size_t binding_count;
    struct origins **origins; /* shared with other readings of the same product; or NULL */
    const struct node *twin;  /* the other language's tree, for glosses; or NULL */
    bool second;             /* the second of a bilingual edition: its footnotes have other names */
    const char *content;     /* folder that pictures may come from; NULL: that of the file */
    struct path_list *files; /* takes the names of pictures, or NULL */
    struct arena *file_arena; /* of that list */
    bool part;                /* of a book that is not there: it may have what is missing */
    struct reader *outer;     /* of a sample: the document that shows it; or NULL */
};

/* Reads a book, a chapter or an instantiated template. Checks elements, attributes, nesting,
 * references and claims on the way; reports everything it finds. Returns the root block, or NULL
 * when there is nothing to lay out. Also counts unmarked digits in running text (a warning each).
 */
struct block *blocks_read(struct arena *a, struct diag *d, const struct node *root,
                          const struct read_request *request);

/* Titles where they stand again: without marks of footnotes and of the index. */
const struct inline_ *inlines_without_notes(struct arena *a, const struct inline_ *text);

/* The block tree as text, for tests. */
void blocks_dump(const struct block *b, struct bytes *out);

#endif
