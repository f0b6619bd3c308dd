/* Inside the room: a handout while it is put together. */
#ifndef RIDGE_DOC_HANDOUT_H
#define RIDGE_DOC_HANDOUT_H

#include "doc/page.h"

enum part_kind { PART_CHAPTER, PART_ORIGINS };

/* A chapter, or another part with pages of its own. Pages count from 0. */
struct part {
    enum part_kind kind;
    const struct block *block;
    struct flow flow;
    size_t opening;    /* the page it begins on */
    size_t first, end; /* pages of its text */
};

/* Chapters and sections in order, for contents, outline and running heads. */
struct entry {
    const struct block *block;
    int level; /* 1 chapter, 2 section */
    size_t page, part;
    double y;
};

struct handout {
    struct setter setter;
    const struct block *book;
    struct part *parts;
    size_t part_count;
    struct entry *entries;
    size_t entry_count;
    struct scene **body; /* arabic pages */
    size_t body_count;
    struct scene **front; /* roman pages */
    size_t front_count;
};

const char *folio_arabic(struct arena *a, size_t page);
const char *folio_roman(struct arena *a, size_t page);
struct scene *page_new(struct handout *h);
struct setter setter_new(struct arena *a, struct diag *d, const struct block *root,
                         const struct layout_request *request);

/* opening.c: the page that opens a chapter. */
void opening_draw(struct handout *h, const struct part *part);
/* contents.c: how many pages the contents take; drawing them from page `first` on. */
size_t contents_pages(const struct handout *h);
void contents_draw(struct handout *h, size_t first);
/* front.c: the title page and its back. */
void front_draw(struct handout *h);
/* head.c */
void head_draw(struct handout *h, const struct part *part);
void folio_draw(struct handout *h, struct scene *scene, size_t folio, const char *label);
/* outline.c */
const struct laid_outline *outline_make(struct handout *h, size_t *count);

/* Words in a style from a top left corner on, in a tag of their own. Returns their height. */
double pen_words(struct pen *pen, const struct block *b, const char *style,
                 const struct inline_ *text, struct point top, double measure, enum tag tag);
/* A row of dots between two x, phased from the right end of the measure (design 5, contents). */
void pen_leader(struct pen *pen, double from, double to, double baseline);
struct pen pen_on(struct handout *h, struct scene *scene, size_t folio);

#endif
