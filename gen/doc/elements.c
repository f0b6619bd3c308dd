#include <string.h>

#include "doc/reader.h"

const struct element elements[] = {
#define ELEMENT(ns, name, is, holds, attributes, needs, block, inline_)                            \
    {NS_##ns, name, is, holds, attributes, needs, block, inline_},
#include "doc/elements.def"
#undef ELEMENT
};
const size_t element_count = sizeof elements / sizeof *elements;

const struct element *element_find(const struct node *n) {
    for (size_t i = 0; i < element_count; i++)
        if (node_is(n, elements[i].ns, elements[i].name))
            return &elements[i];
    return NULL;
}

const char *element_shown(struct arena *a, const struct element *e) {
    const char *prefix = e->ns == NS_RIDGE ? "r:" : e->ns == NS_MATHML ? "mml:" : "";
    return *prefix ? arena_printf(a, "%s%s", prefix, e->name) : e->name;
}
