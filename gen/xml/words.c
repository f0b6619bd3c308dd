#include <string.h>

#include "xml/node.h"

/* Where entities were resolved, value and source differ; then the whole value is the place. */
static struct span part_of(const struct attribute *at, size_t from, size_t to) {
    struct span s = at->value_span;
    if (s.to - s.from != strlen(at->value))
        return s;
    return (struct span){s.source, s.from + from, s.from + to};
}

size_t attribute_words(struct arena *a, const struct attribute *at, const struct word **out) {
    static const char blank[] = " \t\n\r";
    *out = NULL;
    if (!at)
        return 0;
    size_t length = strlen(at->value), n = 0;
    struct word *words = ARENA_ARRAY(a, struct word, length / 2 + 1);
    for (size_t i = strspn(at->value, blank); i < length;) {
        size_t word = strcspn(at->value + i, blank);
        words[n++] = (struct word){arena_strndup(a, at->value + i, word), part_of(at, i, i + word)};
        i += word;
        i += strspn(at->value + i, blank);
    }
    *out = words;
    return n;
}
