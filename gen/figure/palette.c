#include "figure/palette.h"

#include <stddef.h>
#include <string.h>

static const struct ink_row rows[INKS] = {
    [INK_NONE] = {"none", 0, 0},
#define INK(id, token, class, light, dark) [INK_##id] = {token, class, light, dark},
#include "figure/palette.def"
#undef INK
};

const struct ink_row *ink_row(enum ink ink) {
    return &rows[ink];
}

enum ink ink_lookup(const char *token) {
    for (int i = INK_NONE + 1; i < INKS; i++)
        if (token && strcmp(rows[i].token, token) == 0)
            return (enum ink)i;
    return INK_NONE;
}
