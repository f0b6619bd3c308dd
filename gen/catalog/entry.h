/* One entry of a catalogue file being read: its fields, their places and their faults. */
#ifndef RIDGE_CATALOG_ENTRY_H
#define RIDGE_CATALOG_ENTRY_H

#include "catalog/fields.h"
#include "catalog/store.h"

struct entry {
    struct catalog *catalog;
    struct diag *diag;
    const struct node *node;
    const char *id;
};

/* Opens an element as an entry of the list: reports another element's name, a missing id and an id
 * used before. false: skip it. */
bool entry_open(struct entry *e, struct catalog *c, struct diag *d, const struct node *node,
                const char *element, const struct list *list);

/* Every child must be one of the names, once. */
void entry_check_children(const struct entry *e, const char *const *names, size_t n);
/* Every attribute of the element must be one of the names. */
void entry_check_attributes(const struct entry *e, const struct node *element,
                            const char *const *names, size_t n);

/* The child, or NULL after reporting MISSING_FIELD when it is required. */
const struct node *entry_child(const struct entry *e, const char *name, bool required);
/* Its text in the run's arena; NULL when absent or empty (reported when required). */
const char *entry_text(const struct entry *e, const char *name, bool required);
/* "2022-03" or "2022"; else reports BAD_DATE. */
const char *entry_date(const struct entry *e, const char *name, bool required);
/* A whole number, "yes" (1) or "no" (0). */
int64_t entry_count(const struct entry *e, const char *name, bool required);
/* A quantity with its source, or unknown="reason". */
struct datum entry_datum(const struct entry *e, const char *name, struct unit unit, bool required);

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

/* The text of an element without the white space around it. */
struct span node_text_span(const struct node *n);

/* "datasheet" … in the order of enum grade. */
extern const char *const grade_names[4];

/* "4096": digits only, at most 18. */
bool count_parse(const char *text, int64_t *out);
/* "15e12", "0.9". */
bool real_parse(const char *text, double *out);

#endif
