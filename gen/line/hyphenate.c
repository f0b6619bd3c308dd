#include "line/hyphenate.h"

#include <hyphen.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_WORD = 60, EDGE = 3 };

/* The patterns take as long to read as several pages to set, so they are read beside the rest and
 * waited for at the first word. */
struct hyphenator {
    const char *path;
    pthread_t reader;
    bool reading;
    HyphenDict *patterns;
};

static void *read_patterns(void *hyphenator) {
    struct hyphenator *h = hyphenator;
    h->patterns = hnj_hyphen_load(h->path);
    return NULL;
}

static HyphenDict *patterns_of(struct hyphenator *h) {
    if (h->reading)
        pthread_join(h->reader, NULL);
    h->reading = false;
    return h->patterns;
}

static void hyphenator_drop(void *hyphenator) {
    HyphenDict *patterns = patterns_of(hyphenator);
    if (patterns)
        hnj_hyphen_free(patterns);
}

struct hyphenator *hyphenator_open(struct arena *a, struct diag *d, const char *patterns) {
    if (access(patterns, R_OK) != 0) {
        diag_report(d, DIAG_HYPHENATION_MISSING, (struct span){0}, patterns,
                    "the package hyphen-en-us", NULL);
        return NULL;
    }
    struct hyphenator *h = ARENA_NEW(a, struct hyphenator);
    h->path = arena_strdup(a, patterns);
    h->reading = pthread_create(&h->reader, NULL, read_patterns, h) == 0;
    if (!h->reading)
        read_patterns(h);
    arena_adopt(a, h, hyphenator_drop);
    return h;
}

void hyphenate_word(struct hyphenator *h, const char *word, size_t n, bool *after) {
    memset(after, 0, n * sizeof *after);
    HyphenDict *patterns = h ? patterns_of(h) : NULL;
    if (!patterns || n > LONGEST_WORD)
        return;
    char marks[LONGEST_WORD + 5] = {0};
    char **replace = NULL;
    int *position = NULL, *cut = NULL;
    if (hnj_hyphen_hyphenate2(patterns, word, (int)n, marks, NULL, &replace, &position, &cut))
        return;
    for (size_t i = EDGE - 1; i + EDGE < n; i++)
        after[i] = (marks[i] & 1) && !(replace && replace[i]);
    if (replace)
        for (size_t i = 0; i < n; i++)
            free(replace[i]);
    free(replace);
    free(position);
    free(cut);
}
