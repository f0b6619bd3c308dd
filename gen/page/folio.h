/* Inside the room: text that depends on folios. A handout that names pages is laid out until every
 * folio that was asked for is the one that came out. */
#ifndef RIDGE_PAGE_FOLIO_H
#define RIDGE_PAGE_FOLIO_H

#include "page/layout.h"

struct setter;

enum { FOLIO_ROUNDS = 5 };

/* Where a destination stands. */
struct folio {
    size_t page; /* from 0, front matter counted */
    const char *label;
};

struct folios;

struct folios *folios_new(struct arena *a, struct diag *d);

/* The folio of a destination as the last round had it; in the first round a likely one. */
const struct folio *folio_ask(struct folios *f, const char *dest, struct span where);

/* After a round: whether another one is needed. What is not settled after the last is reported. */
bool folios_again(struct folios *f, const struct laid *laid);

/* Heads that are repeated on further pages repeat the marks in them: only the first ones stay. */
void folios_once(struct arena *a, const struct laid *laid);

/* Running text with its page references as words. The same text when it has none. */
const struct inline_ *folio_text(struct setter *s, const struct inline_ *text);

/* "3, 12–15": folios of the places, each a link that `what` describes; NULL when there are none. */
const struct inline_ *folio_uses(struct setter *s, const struct use *uses, size_t n,
                                 const char *what);

/* Paragraphs of the rounds before: texts of blocks are not set again. */
struct paragraph_key {
    const struct inline_ *text;
    const struct style *style;
    const char *language;
    double measure, label_width;
    bool no_indent;
};
const struct paragraph *folio_kept(const struct folios *f, const struct paragraph_key *key);
void folio_keep(struct folios *f, const struct paragraph_key *key, const struct paragraph *p);

#endif
