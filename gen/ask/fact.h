/* Catalogue entries as cards of facts: what `list` tabulates, sorts and filters and `show` prints.
 * The kinds of entries are the rows of a table in kinds.c. */
#ifndef RIDGE_ASK_FACT_H
#define RIDGE_ASK_FACT_H

#include "ask/tree.h"
#include "catalog/catalog.h"

enum fact_kind { FACT_TEXT, FACT_TRUTH, FACT_NUMBER };

struct fact {
    const char *name; /* "memory-bandwidth": of columns, filters and JSON */
    enum fact_kind kind;
    bool known;
    const char *text;                  /* of FACT_TEXT */
    struct quantity q;                 /* of FACT_NUMBER; of FACT_TRUTH 1 or 0 */
    const char *unit;                  /* in which it is printed: "GB/s"; "" a count */
    const char *reason;                /* why it is not known (string key reason.WORD), or NULL */
    const struct reference *reference; /* or NULL: it needs none */
    enum grade grade;                  /* where there is a reference */
    bool derived;                      /* computed from other values of the entry */
    bool given;                        /* of a scenario: not a default */
    bool aside;                        /* a column of lists that a card leaves out */
    bool quiet;                        /* said to programs only: what an entry does not have */
    const struct alternative *alternatives; /* other values in print; or NULL */
};

struct card {
    struct arena *arena;
    const struct strings *strings; /* of what is said in words */
    const char *id, *name; /* name NULL: the id will do */
    bool unverified;
    const char *overlay; /* the folder it comes from; NULL: shipped */
    const struct remark *remarks;
    const struct price *prices;
    struct fact *facts;
    size_t n, room;
};

struct fact *card_text(struct card *c, const char *name, const char *text); /* NULL: not known */
struct fact *card_truth(struct card *c, const char *name, bool truth);
struct fact *card_number(struct card *c, const char *name, struct quantity q, const char *unit);
struct fact *card_count(struct card *c, const char *name, double count);
const struct fact *card_find(const struct card *c, const char *name);

/* Kinds of entries. */
struct entry_kind {
    const char *name, *plural; /* "model", "models" */
    const char *columns;       /* of a list, between commas */
    size_t (*count)(const struct catalog *c);
    const char *(*id)(const struct catalog *c, size_t i);
    /* Fills a card that has its arena and strings. */
    void (*fill)(struct card *card, struct catalog *c, size_t i);
};
extern const struct entry_kind entry_kinds[];
extern const size_t entry_kind_count;
const struct entry_kind *entry_kind_find(const char *name); /* singular or plural; or NULL */
struct card entry_card(struct arena *a, const struct strings *s, const struct entry_kind *k,
                       struct catalog *c, size_t i);

/* The name of a fact in the language. */
const char *fact_label(struct arena *a, const struct strings *s, const struct fact *f);

/* The value in words: "3350 GB/s", "yes", "2022-03"; "—" where it is not known. */
const char *fact_words(struct arena *a, const struct strings *s, const struct fact *f, bool unit);

/* The value in SI without unit, as programs read it; "" where it is not known. */
const char *fact_plain(struct arena *a, const struct fact *f);

/* The value with unit, grade and source as a leaf. */
void fact_tree(struct tree *parent, const struct fact *f);

extern const char *const grade_words[4]; /* "datasheet" … by enum grade */

#endif
