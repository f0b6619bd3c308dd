/* An estimate as text, JSON, CSV and XML: one flat list of entries, four ways to print it. */
#ifndef RIDGE_ASK_REPORT_H
#define RIDGE_ASK_REPORT_H

#include "base/file.h"
#include "catalog/catalog.h"

struct report {
    const struct estimate *estimate;
    const struct catalog *catalog;
    const struct strings *strings;
    bool explain; /* the derivation, step by step */
};

/* "text", "json", "csv", "xml". */
void report_print(struct arena *a, const char *format, const struct report *r, struct bytes *out);

/* ── Parts, shared by the formats ── */

/* A leaf of the estimate tree: a measure or a word. */
struct report_entry {
    const char *path;
    const struct estimate_field *field; /* NULL for a word */
    const struct measure *measure;
    const char *word;
};

/* What the estimate has, those of a group together, words after measures. */
size_t report_entries(struct arena *a, const struct estimate *e, struct report_entry **out);
size_t report_group_length(const char *path); /* "memory" of "memory/weights" */
bool report_same_group(const char *a, const char *b);

/* The options of the scenario as a group: what is not set is null, quantities have their unit. */
struct tree;
void report_scenario(struct tree *parent, const struct scenario *s);
void report_steps(struct tree *parent, const struct step *steps, size_t n);
struct tree *report_tree(struct arena *a, const struct report *r);

void report_text(struct arena *a, const struct report *r, struct bytes *out);
void report_derivation(struct arena *a, const struct report *r, struct bytes *out);

/* A value in a unit people read, four digits of counts and ceilings and three of estimates, with
 * the language's words for tokens; or its range. */
const char *report_value(struct arena *a, const struct strings *s, struct quantity q,
                         const char *unit, bool range);

/* The same for a value of the report's estimate: money is in the currency of its scenario. */
const char *report_quantity(struct arena *a, const struct report *r, struct quantity q,
                            const char *unit, bool range);

/* A text of the report with its scenario's currency, or the language's word, in place of "money".
 */
const char *report_money(struct arena *a, const struct report *r, const char *text);

/* The range without its unit, "45.4–59.6"; NULL where the value says as much. */
const char *report_range(struct arena *a, struct quantity q, const char *unit);

/* The answer in a few lines, for people. */
enum { REPORT_ANSWERS = 9 };
struct report_answer {
    const char *label, *text;
};
size_t report_answer(struct arena *a, const struct report *r, struct report_answer *out);

/* A value that says what another one of the list has said, such as the speed of each user when
 * there is one: people are spared it. */
bool report_repeats(const struct report_entry *list, size_t n, const struct report_entry *e);

/* Adds an item to a line of assumptions; a line that is full is printed, and the item begins the
 * next one. Returns the line at work; report_line_end prints it. */
const char *report_line_add(struct arena *a, const struct strings *s, struct bytes *out,
                            const char *line, const char *item);
void report_line_end(struct bytes *out, const char *line);

/* An option's value as text; NULL when it has none. */
const char *report_option(struct arena *a, const struct strings *strings, const struct scenario *s,
                          size_t option);

#endif
