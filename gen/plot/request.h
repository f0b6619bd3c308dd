/* What a chart is asked of, by name: one reader for r:chart in a document, for a row of a list of
 * charts and for the command line. */
#ifndef RIDGE_PLOT_REQUEST_H
#define RIDGE_PLOT_REQUEST_H

#include "plot/plot.h"

struct request_list {
    const struct word *at;
    size_t n;
};

struct request_words {
    struct request_list accelerators, models, scenarios, shown;
};

/* Who knows the names: each returns NULL after reporting. */
struct request_finder {
    void *of;
    const struct accelerator *(*accelerator)(void *of, const char *name, struct span where);
    const struct model *(*model)(void *of, const char *name, struct span where);
    const struct scenario *(*scenario)(void *of, const char *name, struct span where);
};

/* Fills the lists of the request. Every name that is unknown is reported at its word; then it
 * returns false, and the lists are not to be used. */
bool request_find(struct arena *a, const struct request_finder *find,
                  const struct request_words *words, struct chart_request *out);

/* The attributes of an element. */
struct request_words request_words_of(struct arena *a, const struct node *n);

/* Names as the catalogue has them. */
struct request_catalog {
    struct catalog *catalog;
    struct diag *diag;
};
struct request_finder request_finder_of(struct request_catalog *of);

#endif
