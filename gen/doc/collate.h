/* The order of words in a language: of an index, of a glossary. Chinese by pinyin. */
#ifndef RIDGE_DOC_COLLATE_H
#define RIDGE_DOC_COLLATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"

struct collation;

/* "zh-Hans", "en"; closed with the arena. Reports what fails and then orders by code. */
struct collation *collation_open(struct arena *a, struct diag *d, const char *language);

/* What one text is sorted by: keys compare with collation_compare. */
struct collation_key {
    int group; /* 0 signs, 1 figures, 2 to 27 the letters A to Z, 28 other scripts */
    bool han;  /* within a letter Latin comes first */
    const unsigned char *bytes;
};
struct collation_key collation_key(const struct collation *c, const char *text);
int collation_compare(const struct collation_key *x, const struct collation_key *y);

/* "A" for groups of letters; NULL for the others. */
const char *collation_letter(struct arena *a, int group);
enum { GROUP_SIGNS = 0, GROUP_FIGURES = 1, GROUP_A = 2, GROUP_OTHER = 28 };

/* Latin letters as capitals, with their accents. */
const char *collation_upper(struct arena *a, const char *text);

#endif
