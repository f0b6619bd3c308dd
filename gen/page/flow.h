/* Inside the room: a flow, the list of strips that blocks become before they are put on pages. A
 * strip is never split; between the strips stand tags, destinations and margin notes, which take no
 * room. Block files append to a flow, page.c gives every strip its page and place, draw.c draws. */
#ifndef RIDGE_PAGE_FLOW_H
#define RIDGE_PAGE_FLOW_H

#include "base/text.h"
#include "page/folio.h"
#include "page/layout.h"

/* What a job of layout holds in common. */
struct setter {
    struct arena *arena;
    struct diag *diag;
    const struct layout_request *request;
    const struct form *form;
    const char *language; /* BCP 47 of the document */
    bool chinese;
    struct folios *folios; /* NULL: nothing here names pages */
    double pitch;          /* of the body grid; 0: none */
    bool in_cell;          /* of a table: text is set in its face */
    bool sheet;            /* everything is computed: values carry no dots, nothing is numbered */
    bool spans; /* text stands in SPANs: a footnote may stand in its P, where a page ends */
    const char *const *names; /* of the catalogue, never broken */
    size_t name_count;
    size_t lines, overfull, loose;
};

/* How a strip sits on the grid of body lines. */
enum snap { SNAP_NONE, SNAP_TOP, SNAP_BOTTOM };

/* Where drawing goes: a page, and where its columns stand. */
struct pen {
    struct setter *setter;
    struct scene *scene;
    double body, wide, margin; /* left edges on this page */
    bool begins, ends;         /* a tag begins before this line, or ends after it, that does not
                                * where its paragraph does */
};

enum float_queue { QUEUE_FIGURES, QUEUE_TABLES, QUEUES };

struct strip {
    double before, after, height; /* spaces between strips collapse to the larger */
    enum snap snap;
    double left;            /* from the column's edge */
    double lowered;         /* a label beside a line that has room above it */
    bool keep;              /* no break after it */
    bool floats;            /* may stand further on than it was named */
    enum float_queue queue; /* those of one queue keep their order */
    bool heading;
    bool opens;   /* begins a page */
    double cost;  /* demerits of a page that ends with it */
    bool wide;    /* takes measure and margin column */
    double foot;  /* room kept free below when the page breaks here */
    double again; /* rows of a table: height of the head that is repeated above where a page begins
                   * with them */
    const struct flow_item *row_before; /* … which is when this one is on another page */
    bool in_order;                      /* of its queue, though it may not float */
    bool top;                           /* set then */
    bool ends_page;                     /* set when its page ends with it */
    void (*draw)(struct pen *pen, const struct strip *s, struct point at);
    const void *what;
    size_t index;
    const struct paragraph *indented, *plain; /* if what stands before it moves on, and if not */
    const struct flow_item *follows;          /* what that is */
};

struct flow;
struct flow_item;
struct footnote;

/* A margin note: lines with their styles, ready to draw, beside a strip. */
struct note {
    double height;
    double offset; /* first baseline below the strip's top */
    void (*draw)(struct pen *pen, const struct strip *s, struct point at);
    const void *what;
    struct footnote *(*as_foot)(struct flow *f, const void *what); /* or NULL: it can not be one */
    bool close; /* to the one above: folios of entries, one below the other */
    struct span where;
};

/* A footnote: a flow of its own, whose lines stand at the foot of the page of the mark and, when
 * there is no room for them, of the next ones. */
struct footnote {
    const struct block *block; /* NULL: a margin note that found no room; it has no number */
    struct flow *body;
    struct flow_item **lines; /* its strips, and where they are when all stand below each other */
    double *tops, *bottoms;
    size_t count;
    const char *number; /* set by page_notes.c, of the mark too */
};

enum flow_kind { FLOW_STRIP, FLOW_OPEN, FLOW_CLOSE, FLOW_DEST, FLOW_NOTE, FLOW_RUNNING, FLOW_FOOT };

struct flow_item {
    struct flow_item *next;
    enum flow_kind kind;
    int depth; /* open tags around it */
    struct strip strip;
    enum tag tag;
    struct tag_facts facts;
    const char *dest;
    const struct block *block; /* RUNNING: the section that begins */
    struct note note;
    const struct flow_item *anchor; /* NOTE: the strip it stands beside; FOOT: that has its mark */
    struct footnote *foot;
    struct span where; /* STRIP: of its block */
    /* set by page breaking */
    size_t owner;       /* strips: their number in the galley */
    bool placed, moved; /* moved: not where it was named */
    bool below_rule;    /* the first line of the footnotes of a page */
    size_t page;        /* from 0 */
    int column;
    double y; /* top, on the page; notes: first baseline */
};

/* A margin note that waits for the block it stands beside. */
struct held {
    struct held *next;
    const struct block *note;
};

struct flow {
    struct setter *setter;
    struct flow_item *first, **last;
    struct flow_item *last_strip;
    int depth;
    double item_hang;        /* of the list being set, from labels to text; 0: the usual */
    double label_hang;       /* of the question being set, with its answers; 0: none is */
    bool body_start;         /* the next paragraph is the first one beside or below a label */
    const struct block *own; /* drawn by the page that begins with it: its title is there */
    bool plain_start;        /* the next paragraph is the first after a heading, figure or list */
    const struct flow_item *after_float; /* stands directly before what is appended next */
    struct span where;                   /* of the block being set */
    struct held *held;                   /* without a margin column: notes for after this block */
    struct flow_item *waiting;           /* first note that waits for the next strip */
    struct flow_page *pages;             /* set by page breaking, of the pages it fills */
    size_t page_count, page_room;
    size_t note_count; /* footnotes numbered so far, those of the title included */
    size_t title_notes;
};

/* How a page is filled. */
struct flow_page {
    size_t page;
    double room; /* left below the last strip, or above the footnotes */
};

/* A footnote called from a strip. */
void flow_foot(struct flow *f, struct footnote *note, const struct flow_item *anchor);
/* A footnote made of blocks; its body is filled when this returns. */
struct footnote *footnote_of(struct setter *s, const struct block *blocks, const char *id);
/* flow_foot.c: the footnotes of a text that stands in one strip, or of one line. */
void flow_feet(struct flow *f, const struct inline_ *text, const struct flow_item *strip);
void flow_line_feet(struct flow *f, const struct line *line, const struct flow_item *strip);

void flow_page(struct flow *f, size_t page, double room);

/* What stands next begins an idea: a page of its own in an edition for projecting, unless a heading
 * stands before it. */
bool flow_opens(const struct flow *f);

/* The column a block is set in. */
struct inset {
    double left, measure;
    const char *style; /* of its paragraphs */
};

struct flow flow_new(struct setter *setter);
struct flow_item *flow_strip(struct flow *f, struct strip strip);
void flow_open(struct flow *f, enum tag tag, struct tag_facts facts);
void flow_close(struct flow *f, enum tag tag);
void flow_dest(struct flow *f, const char *id);
/* Beside the strip that follows, or beside `anchor`. */
struct flow_item *flow_note(struct flow *f, struct note note, const struct flow_item *anchor);

/* Appends a block, or a list of blocks with their siblings. */
void flow_block(struct flow *f, const struct block *b, struct inset in);
void flow_blocks(struct flow *f, const struct block *first, struct inset in);

/* ── Help for block files ── */

const struct style *setter_style(struct setter *s, const struct block *b, const char *name);
const struct style *block_style(struct setter *s, const struct block *b, const char *fallback);
/* A paragraph in a style, counted in the statistics. */
const struct paragraph *setter_paragraph(struct setter *s, const struct block *b,
                                         const struct style *style, const struct inline_ *text,
                                         double measure, double label_width, bool no_indent);
const struct paragraph *setter_single(struct setter *s, const struct style *style,
                                      const char *language, const struct inline_ *text);
const struct inline_ *inline_words(struct arena *a, const char *text);
const char *inline_string(struct arena *a, const struct inline_ *text);
/* From the top of a line box to its baseline. */
double style_baseline(const struct style *style, const char *language);
/* One strip for each line of a paragraph; breaks are kept from leaving single lines. */
void flow_lines(struct flow *f, const struct paragraph *p, double left, enum snap snap,
                bool keep_all, bool keep_next);
/* A label in a style, at a baseline; returns its width. Draws no tag. */
double pen_label(struct pen *pen, const struct style *style, struct point at, enum anchor anchor,
                 const char *text);

/* All lines of a paragraph, in a P of its own or in another tag. */
void pen_paragraph(struct pen *pen, const struct paragraph *p, enum tag tag, struct point top);
void pen_lines(struct pen *pen, const struct paragraph *p, struct point top);
double paragraph_height(const struct paragraph *p);

/* What draw.c and others draw outside the structure. */
void pen_artifact_open(struct pen *pen);
/* The same for running heads and folios. */
void pen_pagination_open(struct pen *pen, enum artifact kind);
void pen_artifact_close(struct pen *pen);

#endif
