/* One entry of a catalogue file being read: its fields, their places and their faults. */
#ifndef RIDGE_CATALOG_ENTRY_H
#define RIDGE_CATALOG_ENTRY_H

#include "catalog/fields.h"
#include "catalog/store.h"

/* A field that an entry calls unknown: <unknown reason="not-supported">fp8 int4</unknown>. */
struct omission {
    const char *name, *reason;
    const struct omission *next;
};

/* What an entry lacks: its fields, “<vendor>, <fp16>”; those of them that are values, which
 * <unknown> can name, “fp16 fp8”; its attributes, “class="…"”. NULL: none. */
struct missing {
    const char *fields, *values, *attributes;
};

struct entry {
    struct catalog *catalog;
    struct diag *diag;
    const struct node *node;
    const char *id;
    bool extends; /* what is absent is taken over from another entry */
    const struct omission *omissions;
    struct missing *missing; /* what entry_close reports; NULL: each is reported where it is met */
};

/* Opens an element as an entry of the list: reports another element's name, a missing id and an id
 * used before. false: skip it. */
bool entry_open(struct entry *e, struct catalog *c, struct diag *d, const struct node *node,
                const char *element, const struct list *list);

/* Reports all that the entry lacks, in one message. */
void entry_close(const struct entry *e);

/* At most 64 small letters, digits, hyphens, underscores and dots. */
bool entry_id_holds(const char *id);

/* Every child must be one of the names, once; <note>, <price> and <unknown> may repeat. */
void entry_check_children(const struct entry *e, const char *const *names, size_t n);
/* Reads the <unknown> lists; what they name must be one of the names and not be given as well. */
void entry_read_omissions(struct entry *e, const char *const *names, size_t n);

/* Is the field named in an <unknown>? */
bool entry_omits(const struct entry *e, const char *name);
/* Every attribute of the element must be one of the names. */
void entry_check_attributes(const struct entry *e, const struct node *element,
                            const char *const *names, size_t n);

/* The child, or NULL when it is absent: told by entry_close when it is required and not called
 * unknown. */
const struct node *entry_child(const struct entry *e, const char *name, bool required);
/* The same of a child that holds a value with its source. */
const struct node *entry_value(const struct entry *e, const char *name, bool required);
/* Its text in the run's arena; NULL when absent or empty (reported when required). */
const char *entry_text(const struct entry *e, const char *name, bool required);
/* "2022-03" or "2022"; else reports BAD_DATE. */
const char *entry_date(const struct entry *e, const char *name, bool required);
/* A whole number; of a flag "yes" (1) or "no" (0) too. */
int64_t entry_count(const struct entry *e, const char *name, bool required, bool flag);
/* "2022-03" or "2022" in an attribute; else reports BAD_DATE. */
const char *entry_date_attribute(const struct entry *e, const struct node *element,
                                 const char *name, bool required);
/* A quantity with its source and its alternatives, or unknown with a reason. An absent one that is
 * not required has neither. */
struct datum entry_datum(const struct entry *e, const char *name, struct unit unit, bool required);
/* The <alternative> children of an element; of a text when the unit is NULL. */
const struct alternative *entry_alternatives(const struct entry *e, const struct node *element,
                                             const struct unit *unit);
/* The <note lang="en"> children. */
const struct remark *entry_remarks(const struct entry *e);

/* An attribute's value; NULL after reporting MISSING_ATTRIBUTE when it is required. */
const char *entry_attribute(const struct entry *e, const struct node *element, const char *name,
                            bool required);
/* An attribute's value that must be one of the words. */
const char *entry_word(const struct entry *e, const struct node *element, const char *name,
                       const char *const *words, size_t n, bool required);
/* The reference that a source="" attribute names. */
const struct reference *entry_source(const struct entry *e, const struct node *element);
/* The grade="" attribute, else the reference's. */
enum grade entry_grade(const struct entry *e, const struct node *element,
                       const struct reference *reference);

/* The text of an element without the white space around it; the second without that of children. */
struct span node_text_span(const struct node *n);
const char *node_own_text(struct arena *a, const struct node *n);

/* "NAME, NAME" of words. */
const char *words_joined(struct arena *a, const char *const *names, size_t n);
bool word_among(const char *name, const char *const *names, size_t n);

enum { REASONS = 15, ALTERNATIVE_REASONS = 13 };
/* Why a value is absent, and why another one was not chosen: words, because each language says them
 * in its own way (reason.WORD, alternative.WORD). */
extern const char *const unknown_reasons[REASONS];
extern const char *const alternative_reasons[ALTERNATIVE_REASONS];

/* "datasheet" … in the order of enum grade. */
extern const char *const grade_names[4];

/* For the grammar: attributes that take one of some words, and the texts of an entry. */
struct word_attribute {
    const char *name; /* NULL ends a table */
    const char *const *words;
    size_t n;
};
extern const struct word_attribute accelerator_words[], link_words[];
extern const char *const accelerator_children[]; /* NULL ends it */
enum { DERIVATIONS = 5, PRICE_KINDS = 2, LAUNCHES = 2 };
extern const char *const derivation_words[DERIVATIONS];
extern const char *const price_kinds[PRICE_KINDS];
extern const char *const launch_words[LAUNCHES];

/* "4096": digits only, at most 18. */
bool count_parse(const char *text, int64_t *out);
/* "15e12", "0.9". */
bool real_parse(const char *text, double *out);

#endif
