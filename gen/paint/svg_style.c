#include <math.h>
#include <string.h>

#include "base/text.h"
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
    bool han = language_is_chinese(language);
    for (size_t i = 0; i < sizeof FONTS / sizeof *FONTS; i++)
        if (FONTS[i].family == family && FONTS[i].han == han)
            return FONTS[i].list;
    return "sans-serif";
}

/* Programs of offices look for the first family only; what these have is nearly as narrow. */
const char *svg_office_fonts(enum family family) {
    static const char *const LISTS[] = {[FAMILY_SERIF] = "'Times New Roman',SimSun,serif",
                                        [FAMILY_SANS] = "Arial,'Microsoft YaHei',sans-serif",
                                        [FAMILY_MONO] = "'Courier New',monospace"};
    return LISTS[family];
}

/* A class says the same in every file, and no element has two that speak of one property: charts
 * inlined in one page share their classes, and no order of their rules can matter. */
static const struct {
    const char *name, *rule; /* NULL: a font family */
    enum family family;
} CLASSES[SVG_CLASSES] = {
    [CLASS_SEMIBOLD] = {"b", "font-weight:600", FAMILY_SANS},
    [CLASS_REGULAR] = {"r", "font-weight:400", FAMILY_SANS},
    [CLASS_ITALIC] = {"i", "font-style:italic", FAMILY_SANS},
    [CLASS_UPRIGHT] = {"u", "font-style:normal", FAMILY_SANS},
    [CLASS_SERIF] = {"e", NULL, FAMILY_SERIF},
    [CLASS_MONO] = {"m", NULL, FAMILY_MONO},
    [CLASS_SANS] = {"n", NULL, FAMILY_SANS},
    [CLASS_PROPORTIONAL] = {"p", "font-variant-numeric:lining-nums proportional-nums", FAMILY_SANS},
    [CLASS_HOLLOW] = {"o", "fill:none", FAMILY_SANS},
    [CLASS_MIDDLE] = {"c", "text-anchor:middle", FAMILY_SANS},
    [CLASS_END] = {"d", "text-anchor:end", FAMILY_SANS},
    [CLASS_ROUND_CAP] = {"k", "stroke-linecap:round", FAMILY_SANS},
    [CLASS_ROUND_JOIN] = {"j", "stroke-linejoin:round", FAMILY_SANS},
};

void list_add_class(struct svg *v, struct svg_list *list, enum svg_class class) {
    v->classes[class] = true;
    list_add(v, list, "", CLASSES[class].name);
}

/* "z9_5": a full stop would end a class in a selector. */
struct number_name {
    char text[CENTS_BYTES + 2];
};

static struct number_name number_name(char letter, double value) {
    struct number_name name = {.text = {letter}};
    char digits[CENTS_BYTES], *const end = digits + sizeof digits;
    const char *at = number_before(end, value);
    for (size_t n = 1; at < end; at++)
        name.text[n++] = *at == '.' ? '_' : *at;
    return name;
}

/* To the hundredth that a file says. */
static bool says_the_same(double a, double b) {
    return round(a * 100) == round(b * 100);
}

bool list_add_number(struct svg *v, struct svg_list *list, char letter, struct svg_numbers *numbers,
                     double value) {
    size_t n = 0;
    while (n < numbers->n && !says_the_same(numbers->at[n], value))
        n++;
    if (n == SVG_NUMBERS)
        return false;
    if (n == numbers->n)
        numbers->at[numbers->n++] = value;
    list_add(v, list, "", number_name(letter, value).text);
    return true;
}

/* ".root .class{" */
static void put_rule(const struct svg *v, struct bytes *b, const char *first, const char *rest) {
    const char *const parts[] = {".", v->root, " .", first, rest, "{"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        bytes_puts(b, parts[i]);
}

static void put_numbers(const struct svg *v, struct bytes *b, char letter, const char *property,
                        const struct svg_numbers *numbers) {
    for (size_t i = 0; i < numbers->n; i++) {
        put_rule(v, b, "", number_name(letter, numbers->at[i]).text);
        bytes_puts(b, property);
        bytes_puts(b, ":");
        bytes_number(b, numbers->at[i]);
        bytes_puts(b, "px}\n");
    }
}

/* "#12509A" */
static void put_rgb(struct bytes *b, uint32_t rgb) {
    char text[] = "#000000";
    for (int i = 6; i > 0; i--, rgb >>= 4)
        text[i] = "0123456789ABCDEF"[rgb & 0xF];
    bytes_puts(b, text);
}

static void put_colour(const struct svg *v, struct bytes *b, const char *property, enum ink ink) {
    uint32_t rgb = theme_rgb(v->facts.theme, ink);
    bytes_puts(b, property);
    bytes_puts(b, ":");
    put_rgb(b, rgb);
    if (v->facts.theme == THEME_AUTO) {
        const char *const parts[] = {";", property, ":var(--rp-", ink_row(ink)->token, ","};
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            bytes_puts(b, parts[i]);
        put_rgb(b, rgb);
        bytes_puts(b, ")");
    }
    bytes_puts(b, "}\n");
}

static void put_inks(const struct svg *v, struct bytes *b) {
    for (int i = INK_NONE + 1; i < INKS; i++)
        if (v->strokes[i]) {
            put_rule(v, b, "s", ink_row((enum ink)i)->class);
            put_colour(v, b, "stroke", (enum ink)i);
        }
    for (int i = INK_NONE + 1; i < INKS; i++)
        if (v->fills[i]) {
            put_rule(v, b, "f", ink_row((enum ink)i)->class);
            put_colour(v, b, "fill", (enum ink)i);
        }
}

static void put_variables(const struct svg *v, struct bytes *b) {
    const char *before = "--rp-";
    for (int i = INK_NONE + 1; i < INKS; i++)
        if (v->fills[i] || v->strokes[i]) {
            bytes_puts(b, before);
            bytes_puts(b, ink_row((enum ink)i)->token);
            bytes_puts(b, ":");
            put_rgb(b, ink_row((enum ink)i)->dark);
            before = ";--rp-";
        }
}

static void put_dark(const struct svg *v, struct bytes *b) {
    bytes_printf(b, "@media (prefers-color-scheme:dark){.%s:not([data-theme=light]){", v->root);
    put_variables(v, b);
    bytes_printf(b, "}}\n.%s[data-theme=dark]{", v->root);
    put_variables(v, b);
    bytes_puts(b, "}\n");
}

/* Embedded faces belong to one chart, so their rules reach one chart: they name its id as a class,
 * too, which also lets them win over those of charts without. */
static const char *font_root(const struct svg *v) {
    return v->facts.embed ? arena_printf(v->arena, "%s.%s", v->root, v->id) : v->root;
}

static void put_family(const struct svg *v, struct bytes *b, const char *what, enum family family) {
    const char *language = v->facts.language ? v->facts.language : "und";
    bytes_printf(b, ".%s[lang=\"%s\"] %s{font-family:%s%s}\n", font_root(v), language, what,
                 v->facts.embed ? svg_own_fonts(v, family) : "", svg_fonts(family, language));
}

static void put_classes(const struct svg *v, struct bytes *b) {
    for (int i = 0; i < SVG_CLASSES; i++)
        if (v->classes[i] && CLASSES[i].rule)
            bytes_printf(b, ".%s .%s{%s}\n", v->root, CLASSES[i].name, CLASSES[i].rule);
        else if (v->classes[i])
            put_family(v, b, arena_printf(v->arena, ".%s", CLASSES[i].name), CLASSES[i].family);
}

bool svg_style(struct svg *v, struct bytes *b) {
    bool faces = v->facts.embed && !v->facts.outline;
    bytes_puts(b, "<style>");
    if (faces && !svg_faces_put(v, b))
        return false;
    if (!v->facts.outline) {
        put_family(v, b, "text", FAMILY_SANS);
        bytes_printf(b, ".%s text{font-variant-numeric:lining-nums tabular-nums}\n", v->root);
    }
    put_classes(v, b);
    put_numbers(v, b, 'z', "font-size", &v->sizes);
    put_numbers(v, b, 'w', "stroke-width", &v->widths);
    put_inks(v, b);
    if (v->facts.theme == THEME_AUTO)
        put_dark(v, b);
    bytes_puts(b, "</style>\n");
    return true;
}
