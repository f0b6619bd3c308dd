/* The reading half, back matter: what text refers to in glossary, bibliography and index, and from
 * where. Entries are listed before anything is read; what uses them is known when all is read. */
#ifndef RIDGE_DOC_BACK_H
#define RIDGE_DOC_BACK_H

#include "doc/reader.h"

/* A list of places. */
struct uses {
    struct use *at;
    size_t n, room;
};
void uses_add(struct reader *r, struct uses *uses, struct use use);

/* An entry of the glossary. */
struct term {
    struct term *next;
    const struct node *node;
    const char *id, *name; /* name: its glossterm, as plain text */
    struct uses uses;
    struct block *block;
};

/* A source: an entry of the bibliography, or of the catalogue when it is cited. */
struct work {
    struct work *next;
    const struct node *node;           /* NULL: of the catalogue */
    const struct reference *reference; /* NULL: of the document */
    const char *id, *key;              /* key: what a citation calls it */
    int number;                        /* 0: not cited yet */
    struct uses uses;
};

/* An indexterm. */
struct index_mark;

/* A bibliography and its block, filled when all is read. */
struct back_list {
    struct back_list *next;
    const struct node *node;
    struct block *block;
};

struct back {
    size_t marks; /* ids given out */
    struct term *terms, **terms_end;
    struct lookup *terms_by_name, *terms_by_node;
    size_t glossaries; /* elements that there are */
    struct work *works, **works_end;
    struct lookup *works_by_key, *works_by_node;
    int cited;
    struct back_list *lists;
    struct block *bibliography; /* the first one: catalogue sources are listed there */
    struct index_mark *index, **index_end;
    struct lookup *ranges; /* open ones, by id */
    bool in_term;          /* a glossterm is read for its entry: foreignphrase left out */
};

/* back.c: lists the entries of a document, and fills in what was not known before. */
void back_collect(struct reader *r, const struct node *root);
void back_finish(struct reader *r, struct block *root);

/* The words of a string before or after a hole: " on page {page}" after "{label}". */
const char *words_before(struct reader *r, const char *key, const char *hole);
const char *words_after(struct reader *r, const char *key, const char *hole);

/* One after the other; either may be NULL. */
struct inline_ *inlines_after(struct inline_ *first, const struct inline_ *second);

/* A destination at this place of the text; in a title, what bears the title. NULL: there is none.
 */
const char *mark_here(struct inliner *in, const struct node *n);
/* The nearest element around it that pages can be turned to, or NULL. */
const char *id_around(struct reader *r, const struct node *n);
/* A new id that no author writes. */
const char *mark_id(struct reader *r, const char *what);

/* A block of the back matter: its id, its title in both languages; the usual title has a key. */
struct block *back_block(struct reader *r, const struct node *n, enum block_kind kind,
                         const char *key);

/* inline.c: running text in which numbers may be typed. */
const struct inline_ *inlines_typed(struct reader *r, const struct node *n);
/* How many brackets are open at this place of the text. */
int inliner_brackets(const struct inliner *in);

/* reference.c: a URI in ASCII. */
const char *uri_encoded(struct arena *a, const char *uri);

/* number.c */
bool target_reachable(const struct reader *r, const struct node *n);

/* glossary.c */
void glossary_collect(struct reader *r, const struct node *entry);
void glossary_finish(struct reader *r);
/* bibliography.c, cite.c */
void bibliography_collect(struct reader *r, const struct node *entry);
void bibliography_finish(struct reader *r);
struct work *work_add(struct reader *r, const struct node *node, const struct reference *reference);
const char *work_name(struct reader *r, const struct work *w); /* its title */
struct work *work_cite(struct reader *r, const char *key, struct span where);
/* "[3]", and the place is remembered. */
void cite_work(struct inliner *in, const struct node *n, struct work *w);
/* listing.c */
void listings_finish(struct reader *r, struct block *root);
/* index.c */
void index_finish(struct reader *r, struct block *root);

#endif
