#include "paint/theme.h"

#include <string.h>

static const char *const THEME_NAMES[] = {
    [THEME_AUTO] = "auto",   [THEME_LIGHT] = "light",   [THEME_DARK] = "dark",
    [THEME_PRINT] = "print", [THEME_OFFICE] = "office",
};

bool theme_lookup(const char *name, enum theme *out) {
    for (int i = THEME_AUTO; name && i <= THEME_OFFICE; i++)
        if (strcmp(name, THEME_NAMES[i]) == 0) {
            *out = (enum theme)i;
            return true;
        }
    return false;
}

uint32_t theme_rgb(enum theme theme, enum ink ink) {
    const struct ink_row *row = ink_row(ink);
    return theme == THEME_DARK ? row->dark : row->light;
}
