#include "figure/palette.h"

#include <math.h>
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

static double channel_light(uint32_t colour, int shift) {
    double c = (double)(colour >> shift & 0xFF) / 255;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double light_of(uint32_t c) {
    return 0.2126 * channel_light(c, 16) + 0.7152 * channel_light(c, 8) +
           0.0722 * channel_light(c, 0);
}

static double contrast(uint32_t a, uint32_t b) {
    double la = light_of(a), lb = light_of(b);
    return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}

double ink_contrast(enum ink text, enum ink ground) {
    const struct ink_row *t = ink_row(text), *g = ink_row(ground);
    return fmin(contrast(t->light, g->light), contrast(t->dark, g->dark));
}
