/* The structure tree of a PDF: elements, what belongs to them on the pages, and the way back from
 * the pages to them. */
#ifndef RIDGE_PAINT_PDF_TREE_H
#define RIDGE_PAINT_PDF_TREE_H

#include "paint/pdf_file.h"
#include "paint/structure.h"

struct element {
    struct element *next, *parent; /* in order of opening */
    const char *name;
    const struct tag_facts *facts; /* NULL for the document */
    int number;                    /* of the object */
    size_t page;                   /* where it opens */
    double box[4];                 /* edges of facts->box on its page */
    struct element_kid *first, **last;
};

/* A piece of content on a page, an element, or an annotation (by object number). */
struct element_kid {
    struct element_kid *next;
    const struct element *element;
    int annotation;
    size_t page;
    int content; /* MCID */
};

/* What an annotation's or a page's key in the parent tree leads to. */
struct pdf_parents {
    const struct element **at;
    size_t count, room;
};

struct pdf_tree {
    struct arena *arena;
    struct pdf_file *file;
    const int *pages; /* object numbers */
    size_t page_count;
    struct element *root, **last;
    struct pdf_parents *contents; /* by page: the element of each MCID */
    struct pdf_parents annotations;
    size_t notes;
};

void pdf_tree_begin(struct pdf_tree *t, struct arena *a, struct pdf_file *file, const int *pages,
                    size_t page_count);

struct element *element_open(struct pdf_tree *t, struct element *parent, const char *name,
                             const struct tag_facts *facts, size_t page);

/* The number of a new piece of content of the element on a page. */
int element_content(struct pdf_tree *t, struct element *e, size_t page);

/* Says that an annotation belongs to the element; returns its key in the parent tree. */
size_t element_annotation(struct pdf_tree *t, struct element *e, size_t page, int annotation);

/* Puts the tree; returns the number of its root. */
int pdf_tree_put(struct pdf_tree *t);

#endif
