#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/diag.h"

enum { WORD_LIMIT = 96, EDIT = 2, TOLD_MOST = 5 };

static int lower(char c) {
    return c == '_' || c == ' ' ? '-' : tolower((unsigned char)c);
}

/* 0 the same, 1 the same but for case (or "_" or a blank for "-"), else a whole edit. */
static int cost(char x, char y) {
    if (x == y)
        return 0;
    return lower(x) == lower(y) ? 1 : EDIT;
}

static int least(int x, int y) {
    return x < y ? x : y;
}

/* Optimal string alignment over bytes, in half edits. */
static int distance(const char *x, size_t n, const char *y, size_t m) {
    int rows[3][WORD_LIMIT + 1];
    int *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= m; j++)
        above[j] = (int)j * EDIT;
    for (size_t i = 1; i <= n; i++) {
        row[0] = (int)i * EDIT;
        for (size_t j = 1; j <= m; j++) {
            row[j] =
                least(above[j - 1] + cost(x[i - 1], y[j - 1]), least(above[j], row[j - 1]) + EDIT);
            if (i > 1 && j > 1 && x[i - 1] == y[j - 2] && x[i - 2] == y[j - 1])
                row[j] = least(row[j], before[j - 2] + EDIT);
        }
        int *oldest = before;
        before = above;
        above = row;
        row = oldest;
    }
    return above[m];
}

/* One edit in short words, one in three letters in longer ones; a word of one or two letters must
 * share something. */
static int furthest(size_t n) {
    if (n <= 2)
        return (int)n * EDIT - 1;
    return n <= 5 ? EDIT : (int)(n / 3) * EDIT;
}

static bool begins(const char *name, const char *word) {
    for (; *word; name++, word++)
        if (lower(*name) != lower(*word))
            return false;
    return true;
}

static bool holds(const char *name, const char *word) {
    for (; *name; name++)
        if (begins(name, word))
            return true;
    return false;
}

/* The shortest name for which the test holds. */
static const char *shortest(const char *word, const char *const *names, size_t n,
                            bool (*test)(const char *, const char *)) {
    const char *best = NULL;
    for (size_t i = 0; i < n; i++)
        if (names[i] && test(names[i], word) && (!best || strlen(names[i]) < strlen(best)))
            best = names[i];
    return best;
}

/* A whole first part: "int4" of "int4-g128". */
static bool begins_part(const char *name, const char *word) {
    return begins(name, word) && lower(name[strlen(word)]) == '-';
}

/* Every part of the word stands somewhere in the name: "a100-80gb" of "a100-sxm4-80gb". */
static bool holds_parts(const char *name, const char *word) {
    if (strspn(word, " -_") == strlen(word))
        return false;
    while (*word) {
        char part[WORD_LIMIT + 1];
        size_t n = 0;
        while (word[n] && lower(word[n]) != '-')
            n++;
        memcpy(part, word, n);
        part[n] = 0;
        if (!holds(name, part))
            return false;
        word += n + (word[n] != 0);
    }
    return true;
}

/* What a shop or a model hub says more: "GeForce RTX 4090", "qwen2.5-72b-instruct". */
static const char *with_less(const char *word, const char *const *names, size_t n) {
    const char *best = NULL;
    for (size_t i = 0; i < n; i++) {
        size_t m = names[i] ? strlen(names[i]) : 0;
        bool longer = m >= 3 && (!best || m > strlen(best));
        if (longer && begins_part(word, names[i]))
            best = names[i];
    }
    const char *rest = word;
    while (!best && (rest = strpbrk(rest, " -_")) != NULL && strlen(++rest) >= 4)
        best = shortest(rest, names, n, holds_parts);
    return best;
}

const char *nearest_name(const char *word, const char *const *names, size_t n) {
    size_t length = word ? strlen(word) : 0;
    if (!length || length > WORD_LIMIT)
        return NULL;
    const char *best = NULL;
    int best_distance = furthest(length) + 1;
    for (size_t i = 0; i < n; i++) {
        size_t m = names[i] ? strlen(names[i]) : 0;
        if (!m || m > WORD_LIMIT)
            continue;
        int d = distance(word, length, names[i], m);
        if (d < best_distance) {
            best = names[i];
            best_distance = d;
        }
    }
    const char *part = length >= 3 ? shortest(word, names, n, begins_part) : NULL;
    if (part && (!best || best_distance >= EDIT)) /* nearer than an edit, but not than a case */
        return part;
    if (!best && length >= 3)
        best = shortest(word, names, n, begins);
    if (!best && length >= 3)
        best = shortest(word, names, n, holds);
    if (!best && length >= 3)
        best = shortest(word, names, n, holds_parts);
    return best || length < 3 ? best : with_less(word, names, n);
}

const char *slip_of(const char *word, const char *const *names, size_t n) {
    size_t length = strlen(word);
    int least_distance = (length < 9 ? 1 : 2) * EDIT + 1;
    const char *best = NULL;
    for (size_t i = 0; length <= WORD_LIMIT && i < n; i++) {
        size_t m = names[i] ? strlen(names[i]) : WORD_LIMIT + 1;
        int d = m <= WORD_LIMIT ? distance(word, length, names[i], m) : least_distance;
        if (d < least_distance) {
            best = names[i];
            least_distance = d;
        }
    }
    return best;
}

const char *nearest_names(struct arena *a, const char *word, const char *const *names, size_t n) {
    const char *best = nearest_name(word, names, n);
    if (!best || !begins(best, word) || strlen(best) <= strlen(word) + 1) /* an edit away */
        return best ? arena_strdup(a, best) : NULL;
    const char *all = NULL;
    size_t told = 0;
    for (int whole = 1; whole >= 0; whole--) /* whole first parts, then what goes on: “llama-3.1” */
        for (size_t i = 0; i < n && told < TOLD_MOST; i++)
            if (names[i] && begins(names[i], word) && begins_part(names[i], word) == (whole == 1)) {
                all = told++ ? arena_printf(a, "%s\n%s", all, names[i]) : names[i];
            }
    return arena_strdup(a, all);
}
