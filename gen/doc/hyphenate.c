#include "doc/hyphenate.h"

#include <hyphen.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_WORD = 60, EDGE = 3 };

struct hyphenator {
    HyphenDict *patterns;
};

static void patterns_drop(void *patterns) {
    hnj_hyphen_free(patterns);
}

struct hyphenator *hyphenator_open(struct arena *a, struct diag *d, const char *patterns) {
    struct hyphenator *h = ARENA_NEW(a, struct hyphenator);
    h->patterns = hnj_hyphen_load(patterns);
    if (!h->patterns) {
        diag_report(d, DIAG_HYPHENATION_MISSING, (struct span){0}, patterns,
                    "the package hyphen-en-us", NULL);
        return NULL;
    }
    arena_adopt(a, h->patterns, patterns_drop);
    return h;
}

void hyphenate_word(const struct hyphenator *h, const char *word, size_t n, bool *after) {
    memset(after, 0, n * sizeof *after);
    if (!h || n > LONGEST_WORD)
        return;
    char marks[LONGEST_WORD + 5] = {0};
    char **replace = NULL;
    int *position = NULL, *cut = NULL;
    if (hnj_hyphen_hyphenate2(h->patterns, word, (int)n, marks, NULL, &replace, &position, &cut))
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
