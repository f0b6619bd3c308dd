/* Words that are looked up one by one in their file: a chart says a hundred of two thousand. */
#ifndef RIDGE_CATALOG_WORDS_H
#define RIDGE_CATALOG_WORDS_H

#include "catalog/store.h"
#include "xml/shelf.h"

/* Puts a file's shelf before those of the language. */
void words_shelve(struct catalog *c, struct diag *d, struct strings *s, const struct shelf *shelf);

/* The text of a key on one of the shelves, or NULL. */
const char *words_find(const struct strings *s, const char *key);

/* Moves the words of all shelves into the sorted table. */
void words_read_all(const struct strings *s);

/* Adds the words of a whole file to the sorted table. */
void strings_add(struct catalog *c, struct diag *d, struct strings *s, const struct node *root);

/* A language whose strings.xml is this shelf. false: read it whole. */
bool strings_shelve(struct catalog *c, struct diag *d, const struct shelf *shelf);

#endif
