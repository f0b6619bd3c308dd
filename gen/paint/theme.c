#include "paint/theme.h"

#include <string.h>

#include "paint/print.h"

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
    if (theme == THEME_PRINT)
        return ink == INK_GROUND ? 0xFFFFFF : 0x000000;
    return theme == THEME_DARK ? row->dark : row->light;
}

const struct scene *theme_scene(struct arena *a, enum theme theme, const struct scene *s) {
    return theme == THEME_PRINT ? scene_printed(a, s) : s;
}
