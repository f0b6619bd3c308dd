#include <string.h>

#include "paint/svg.h"
#include "paint/theme.h"

/* The Latin face first; where it is missing, Latin must not fall to a Han face in English. */
static const struct {
    enum family family;
    bool han;
    const char *list;
} FONTS[] = {
    {FAMILY_SANS, true,
     "'Source Sans 3','Source Sans Pro','Noto Sans CJK SC','Noto Sans SC','PingFang SC',"
     "'Microsoft YaHei',sans-serif"},
    {FAMILY_SANS, false,
     "'Source Sans 3','Source Sans Pro','Noto Sans','Helvetica Neue',Arial,'Noto Sans CJK SC',"
     "sans-serif"},
    {FAMILY_SERIF, true,
     "'Source Serif 4','Source Serif Pro','Noto Serif CJK SC','Noto Serif SC','Songti SC',SimSun,"
     "serif"},
    {FAMILY_SERIF, false,
     "'Source Serif 4','Source Serif Pro','Noto Serif',Georgia,'Noto Serif CJK SC',serif"},
    {FAMILY_MONO, true, "'Source Code Pro','Noto Sans Mono CJK SC',monospace"},
    {FAMILY_MONO, false, "'Source Code Pro',monospace"},
};

const char *svg_fonts(enum family family, const char *language) {
    bool han = language && strncmp(language, "zh", 2) == 0;
    for (size_t i = 0; i < sizeof FONTS / sizeof *FONTS; i++)
        if (FONTS[i].family == family && FONTS[i].han == han)
            return FONTS[i].list;
    return "sans-serif";
}

static const struct {
    enum svg_class class;
    const char *rule; /* NULL: a font family */
    const char *name;
    enum family family;
} CLASSES[] = {
    {CLASS_SEMIBOLD, "font-weight:600", "b", FAMILY_SANS},
    {CLASS_REGULAR, "font-weight:400", "r", FAMILY_SANS},
    {CLASS_ITALIC, "font-style:italic", "i", FAMILY_SANS},
    {CLASS_UPRIGHT, "font-style:normal", "u", FAMILY_SANS},
    {CLASS_SERIF, NULL, "e", FAMILY_SERIF},
    {CLASS_MONO, NULL, "m", FAMILY_MONO},
    {CLASS_SANS, NULL, "n", FAMILY_SANS},
};

static void put_colour(const struct svg *v, struct bytes *b, const char *property, enum ink ink) {
    unsigned rgb = (unsigned)theme_rgb(v->facts.theme, ink);
    bytes_printf(b, "%s:#%06X", property, rgb);
    if (v->facts.theme == THEME_AUTO)
        bytes_printf(b, ";%s:var(--rp-%s,#%06X)", property, ink_row(ink)->token, rgb);
}

/* Strokes come first and take the fill away; a fill class after them gives it back. */
static void put_inks(const struct svg *v, struct bytes *b) {
    for (int i = INK_NONE + 1; i < INKS; i++)
        if (v->strokes[i]) {
            bytes_printf(b, ".%s .s-%s{fill:none;", v->root, ink_row((enum ink)i)->token);
            put_colour(v, b, "stroke", (enum ink)i);
            bytes_puts(b, "}\n");
        }
    for (int i = INK_NONE + 1; i < INKS; i++)
        if (v->fills[i]) {
            bytes_printf(b, ".%s .f-%s{", v->root, ink_row((enum ink)i)->token);
            put_colour(v, b, "fill", (enum ink)i);
            bytes_puts(b, "}\n");
        }
}

static void put_variables(const struct svg *v, struct bytes *b) {
    const char *before = "";
    for (int i = INK_NONE + 1; i < INKS; i++)
        if (v->fills[i] || v->strokes[i]) {
            const struct ink_row *row = ink_row((enum ink)i);
            bytes_printf(b, "%s--rp-%s:#%06X", before, row->token, (unsigned)row->dark);
            before = ";";
        }
}

static void put_dark(const struct svg *v, struct bytes *b) {
    bytes_printf(b, "@media (prefers-color-scheme:dark){.%s:not([data-theme=light]){", v->root);
    put_variables(v, b);
    bytes_printf(b, "}}\n.%s[data-theme=dark]{", v->root);
    put_variables(v, b);
    bytes_puts(b, "}\n");
}

void svg_style(const struct svg *v, struct bytes *b) {
    const char *language = v->facts.language ? v->facts.language : "und";
    bytes_printf(b, "<style>.%s[lang=\"%s\"] text{font-family:%s}\n", v->root, language,
                 svg_fonts(FAMILY_SANS, language));
    bytes_printf(b, ".%s text{font-variant-numeric:lining-nums tabular-nums}\n", v->root);
    for (size_t i = 0; i < sizeof CLASSES / sizeof *CLASSES; i++)
        if (v->classes[CLASSES[i].class] && CLASSES[i].rule)
            bytes_printf(b, ".%s .%s{%s}\n", v->root, CLASSES[i].name, CLASSES[i].rule);
        else if (v->classes[CLASSES[i].class])
            bytes_printf(b, ".%s[lang=\"%s\"] .%s{font-family:%s}\n", v->root, language,
                         CLASSES[i].name, svg_fonts(CLASSES[i].family, language));
    for (size_t i = 0; i < v->size_count; i++) {
        struct bytes name = {.arena = v->arena};
        bytes_number(&name, v->sizes[i]);
        const char *size = arena_strdup(v->arena, name.at);
        for (char *c = name.at; *c; c++)
            *c = *c == '.' ? '_' : *c;
        bytes_printf(b, ".%s .z%s{font-size:%spx}\n", v->root, name.at, size);
    }
    put_inks(v, b);
    if (v->facts.theme == THEME_AUTO)
        put_dark(v, b);
    bytes_puts(b, "</style>\n");
}
