/* Inside the room: the characters of a text, and which script's face each belongs to. */
#ifndef RIDGE_FIGURE_CHARACTER_H
#define RIDGE_FIGURE_CHARACTER_H

#include "figure/text.h"

enum owner {
    OWNER_LATIN,
    OWNER_HAN,
    OWNER_BEFORE, /* a mark: goes with the character before it */
    OWNER_BLANK   /* a space of fixed width, or nothing at all: never shaped */
};

struct character {
    uint32_t code;
    uint32_t at, bytes; /* in the joined text */
    uint32_t piece;
    enum owner owner;
};

struct characters {
    const char *text;
    size_t bytes;
    struct character *at;
    size_t n;
};

/* Joins the pieces; malformed bytes become U+FFFD. */
struct characters characters_read(struct arena *a, const struct piece *pieces, size_t n);

/* Decides the owners: by the character, and for marks both scripts have (quotes, dashes, …) by the
 * language of the piece and by the neighbours. */
void owners_decide(struct arena *a, struct characters *text, const struct piece *pieces);

/* A space of fixed width: its em fraction when the face lacks it; false for other characters. */
bool blank_em(uint32_t code, double *em);

#endif
