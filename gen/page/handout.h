/* Inside the room: a handout while it is put together. */
#ifndef RIDGE_PAGE_HANDOUT_H
#define RIDGE_PAGE_HANDOUT_H

#include "page/page.h"

/* The form that a part begins in. */
enum part_kind {
    PART_PREFACE,  /* like the contents page; before the first chapter on roman pages */
    PART_LISTING,  /* of figures, of tables: like the contents, on roman pages */
    PART_TITLE,    /* a part of the book: a page with its chapters */
    PART_CHAPTER,  /* an opening page, then text */
    PART_APPENDIX, /* the same, with a letter */
    PART_LIST,     /* glossary, bibliography: like a preface */
    PART_INDEX,    /* like a preface, in columns */
    PART_ORIGINS,  /* like a preface, in two columns */
    PART_ARTICLE   /* its title, then text, on one page */
};

/* What has pages of its own. Pages count from 0, through the whole handout. */
struct part {
    enum part_kind kind;
    const struct block *block;
    bool inside; /* below a part of the book */
    struct flow flow;
    size_t opening;    /* the page it begins on */
    size_t first, end; /* pages of its text */
    double start;      /* of its text on the first of them, below the top of the type area */
    bool follows;      /* a list that begins below another one or the contents … */
    double lowered;    /* … by so much further down than on a page of its own */
};

enum entry_level { ENTRY_PART, ENTRY_CHAPTER, ENTRY_SECTION, ENTRY_SUBSECTION };

/* Divisions in order, for contents, outline and running heads. */
struct entry {
    const struct block *block;
    enum entry_level level;
    size_t page, part;
    double y;
};

struct handout {
    struct setter setter;
    const struct block *book;
    bool listed; /* an article: its contents stand below its title, asked for or not */
    struct part *parts;
    size_t part_count;
    struct entry *entries;
    size_t entry_count;
    const struct contents *contents;
    struct scene **pages;
    size_t page_count;
    size_t front_count; /* pages with roman folios; all others are arabic from 1 on */
};

/* The printed folio of a page: "iv", "12". */
const char *folio_label(const struct handout *h, size_t page);
/* Whether a page lies on the left of a spread. */
bool page_is_even(const struct handout *h, size_t page);
struct setter setter_new(struct arena *a, struct diag *d, const struct block *root,
                         const struct layout_request *request);

/* parts.c: what has pages of its own, and which. */
void parts_find(struct handout *h);
void parts_paginate(struct handout *h, size_t first);
bool part_opens(const struct part *p); /* on a page of its own */
/* lists.c: whether a list of the front matter begins below what stands before it. */
void lists_follow(struct handout *h, size_t part);
enum master part_master(const struct handout *h, const struct part *p);
/* entries.c: found before the pages are known, which come in afterwards. */
void entries_find(struct handout *h);
void entries_place(struct handout *h);

/* opening.c: the page that opens a chapter. */
void opening_draw(struct handout *h, const struct part *part);
/* article.c: the title of an article, its text, whose it is. */
void article_flow(struct handout *h, struct flow *f, const struct block *b, struct inset in);
/* plain.c: the beginning of a preface, and the room it takes. */
double plain_room(struct handout *h, const struct block *b);
void plain_draw(struct handout *h, const struct part *part);
/* Title, the other language's title, rule: the head of such a page, lower by so much. Returns the
 * rule's height. */
double plain_head(struct pen *pen, const struct block *b, const struct inline_ *title,
                  const struct inline_ *gloss, double lowered);
/* Where that rule stands. */
double plain_rule(struct setter *s, const struct block *b, const struct inline_ *title);
/* Where the rise of its rule stands: on the gap between measure and margin column. */
double plain_share(const struct form *f);
/* part_page.c: the title page of a part, and where its introduction begins. */
double part_page_room(struct handout *h, const struct part *part);
void part_page_draw(struct handout *h, const struct part *part);
/* contents.c: plans the pages of the contents; contents_draw.c draws them from page `first` on. */
const struct contents *contents_new(struct handout *h);
size_t contents_pages(const struct contents *c);
/* Below all that stands on the last of them. */
double contents_end(struct handout *h);
void contents_draw(struct handout *h, size_t first);
/* front.c, imprint.c: the title page and its back. */
void front_draw(struct handout *h);
void imprint_draw(struct handout *h, size_t page);
/* head.c */
void head_draw(struct handout *h, const struct part *part);
void folio_draw(struct handout *h, size_t page);
/* The baseline of what stands in the head: above the rule, which stays clear of larger type. */
double head_baseline(const struct setter *s, const struct style *style);
/* A line of a short list of contents, on openings and pages of parts: number, title, dots, folio;
 * all of it a link to the entry. */
struct entry_line {
    const struct entry *entry;
    const struct paragraph *title;
    double from, left, right; /* of the number, of the title, of the folio's end */
    double folio_room;
    double top;
};
void entry_line_draw(struct handout *h, struct pen *pen, const struct entry_line *l);
/* edition.c: the mark in the head, and how much of the head it takes beside the folio. */
void edition_draw(struct handout *h, size_t page);
double edition_width(struct setter *s);
/* outline.c */
const struct laid_outline *outline_make(struct handout *h, size_t *count);

/* Words in a style from a top left corner on, in a tag of their own. Returns their height. */
double pen_words(struct pen *pen, const struct block *b, const char *style,
                 const struct inline_ *text, struct point top, double measure, enum tag tag);
/* A display title, its lines as even as they can be. */
double pen_title(struct pen *pen, const struct block *b, const char *style,
                 const struct inline_ *title, struct point top, double measure);
/* The measure that makes its lines so. */
double title_measure(struct setter *s, const struct block *b, const char *style,
                     const struct inline_ *title, double measure);
/* The style of a display title: the largest in which it takes few lines. */
const char *title_style(struct setter *s, const struct block *b, double measure);
/* A title of the other language, set in it. Returns its height. */
double pen_gloss(struct pen *pen, const struct block *b, const char *style,
                 const struct inline_ *gloss, struct point top, double measure);
/* A row of dots between two x, phased from the right end of the measure (design 5, contents). */
void pen_leader(struct pen *pen, double from, double to, double baseline);
struct pen pen_on(struct handout *h, size_t page);
/* A height of design 5, for a type area of 684, on the type area there is. */
double design_y(const struct form *f, double y);

#endif
