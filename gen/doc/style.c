/* r:style rows: CSS property names, one table row each. */
#include "doc/style.h"

#include <stdlib.h>
#include <string.h>

struct styles {
    struct style *at;
    const struct node **nodes; /* the rows as written, of the template's own */
    size_t n, own;             /* rows in all; the first are the template's own, and win */
    const char **unknown;      /* reported already */
    size_t unknown_count, unknown_room;
    struct arena *arena;
    struct style fallback;
};

struct setting {
    struct arena *arena;
    struct diag *diag;
    struct style *style;
    const struct attribute *at;
    struct style_fill {
        double pitch, indent, left, before, after, tracking; /* as written, in pt or em */
        bool pitch_em, indent_em, left_em, before_em, after_em, tracking_em;
    } fill;
};

static bool bad(struct setting *s, const char *expected, const char *nearest) {
    diag_report(s->diag, DIAG_STYLE_VALUE, s->at->value_span, s->at->value, expected, nearest);
    return false;
}

/* ── Values ── */

/* The index of the word, or −1 after reporting. */
static int word(struct setting *s, const char *const *words, size_t n, const char *expected) {
    for (size_t i = 0; i < n; i++)
        if (!strcmp(s->at->value, words[i]))
            return (int)i;
    bad(s, expected, nearest_name(s->at->value, words, n));
    return -1;
}

/* False: it is none. A number without a unit is one of ems where CSS has it so. */
static bool measured(const char *value, bool plain_is_em, double *out, bool *em) {
    static const char *const digits = "0123456789.-";
    char *end;
    *out = strtod(value, &end);
    if (end == value || strspn(value, digits) != (size_t)(end - value))
        return false;
    *em = !strcmp(end, "em") || (plain_is_em && *end == '\0');
    *out *= !strcmp(end, "mm") ? 72 / 25.4 : 1;
    return *em || !strcmp(end, "mm") || !strcmp(end, "pt") || (*end == '\0' && *out == 0);
}

static bool length(struct setting *s, double *out, bool *em) {
    return measured(s->at->value, false, out, em) ||
           bad(s, "a length in pt or em, such as 10.5pt", NULL);
}

/* ── Properties ── */

static void set_name(struct setting *s) {
    s->style->name = s->at->value;
    s->style->where = s->at->value_span;
}

static void set_language(struct setting *s) {
    s->style->language = s->at->value;
}

static void set_family(struct setting *s) {
    static const char *const words[] = {"serif", "sans", "mono", "sans-serif", "monospace"};
    static const enum family families[] = {FAMILY_SERIF, FAMILY_SANS, FAMILY_MONO, FAMILY_SANS,
                                           FAMILY_MONO};
    int i = word(s, words, 5, "serif, sans or mono");
    if (i >= 0)
        s->style->text.family = families[i];
}

static void set_weight(struct setting *s) {
    static const char *const words[] = {"regular", "semibold", "normal", "bold"};
    int i = word(s, words, 4, "regular or semibold");
    if (i >= 0)
        s->style->text.weight = i % 2 ? WEIGHT_SEMIBOLD : WEIGHT_REGULAR;
}

static void set_slant(struct setting *s) {
    static const char *const words[] = {"normal", "italic"};
    int i = word(s, words, 2, "normal or italic");
    if (i >= 0)
        s->style->text.italic = i == 1;
}

static void set_figures(struct setting *s) {
    static const char *const words[] = {"proportional", "tabular"};
    int i = word(s, words, 2, "proportional or tabular");
    if (i >= 0)
        s->style->text.tabular = i == 1;
}

static void set_align(struct setting *s) {
    static const char *const words[] = {"justify", "start", "center", "end",
                                        "left",    "right", "centre"};
    static const enum align aligns[] = {ALIGN_JUSTIFY, ALIGN_START, ALIGN_CENTRE, ALIGN_END,
                                        ALIGN_START,   ALIGN_END,   ALIGN_CENTRE};
    int i = word(s, words, 7, "justify, start, center or end");
    if (i >= 0)
        s->style->align = aligns[i];
}

static void set_hyphens(struct setting *s) {
    static const char *const words[] = {"none", "auto"};
    int i = word(s, words, 2, "none or auto");
    if (i >= 0)
        s->style->hyphenate = i == 1;
}

static void set_colour(struct setting *s) {
    enum ink ink = ink_lookup(s->at->value);
    const char *names[INKS];
    size_t n = 0;
    for (int i = INK_NONE + 1; i < INKS; i++)
        names[n++] = ink_row((enum ink)i)->token;
    if (ink == INK_NONE)
        bad(s, "an ink of the palette, such as ink2", nearest_name(s->at->value, names, n));
    else
        s->style->text.ink = ink;
}

/* Sizes must be above zero, or nothing could be set in them. */
static void set_size(struct setting *s) {
    double x;
    bool em;
    if (measured(s->at->value, false, &x, &em) && !em && x > 0 && x <= 200)
        s->style->text.size = x;
    else
        bad(s, "a size in pt, above 0 and up to 200", NULL);
}

/* "15pt", or "1.5" times the size. */
static void set_pitch(struct setting *s) {
    double x;
    bool em;
    if (!measured(s->at->value, true, &x, &em) || x <= 0 || x > (em ? 10 : 400))
        bad(s, "a distance of lines in pt, or in sizes, such as 15pt or 1.5", NULL);
    else {
        s->fill.pitch = x;
        s->fill.pitch_em = em;
    }
}

/* Where two languages share lines, their baselines must be told. */
static void set_baseline(struct setting *s) {
    double x;
    bool em;
    if (measured(s->at->value, false, &x, &em) && !em && x >= 0 && x <= 400)
        s->style->baseline = x;
    else
        bad(s, "a distance in pt, from the top of the line box", NULL);
}

static void set_indent(struct setting *s) {
    length(s, &s->fill.indent, &s->fill.indent_em);
}

static void set_left(struct setting *s) {
    length(s, &s->fill.left, &s->fill.left_em);
}

static void set_before(struct setting *s) {
    length(s, &s->fill.before, &s->fill.before_em);
}

static void set_after(struct setting *s) {
    length(s, &s->fill.after, &s->fill.after_em);
}

static void set_tracking(struct setting *s) {
    length(s, &s->fill.tracking, &s->fill.tracking_em);
}

static const struct property {
    const char *name;
    void (*set)(struct setting *s);
} properties[] = {
    {"name", set_name},          {"lang", set_language},           {"font-family", set_family},
    {"font-weight", set_weight}, {"font-style", set_slant},        {"font-size", set_size},
    {"line-height", set_pitch},  {"text-align", set_align},        {"text-indent", set_indent},
    {"margin-top", set_before},  {"margin-bottom", set_after},     {"padding-left", set_left},
    {"color", set_colour},       {"figures", set_figures},         {"baseline", set_baseline},
    {"hyphens", set_hyphens},    {"letter-spacing", set_tracking},
};
enum { PROPERTIES = sizeof properties / sizeof *properties };

const char *style_property_name(size_t i) {
    return i < PROPERTIES ? properties[i].name : NULL;
}

static const struct property *property_find(const struct attribute *at) {
    for (size_t i = 0; i < PROPERTIES; i++)
        if (at->ns == NS_NONE && !strcmp(at->name, properties[i].name))
            return &properties[i];
    return NULL;
}

static void report_property(struct arena *a, struct diag *d, const struct attribute *at) {
    const char *names[PROPERTIES], *all = "";
    for (size_t i = 0; i < PROPERTIES; i++) {
        names[i] = properties[i].name;
        all = arena_printf(a, "%s%s%s", all, i ? ", " : "", names[i]);
    }
    diag_report(d, DIAG_STYLE_PROPERTY, at->name_span, at->name, all,
                nearest_name(at->name, names, PROPERTIES));
}

/* ── Rows ── */

static const double SIZE = 10.5, PITCH = 18, HAN_PER_LATIN_PITCH = 1.35;

/* Ems are of the style's own size, known only when the whole row is read. */
static void settle(struct setting *s) {
    struct style *y = s->style;
    double em = y->text.size;
    const struct style_fill *f = &s->fill;
    y->indent = f->indent * (f->indent_em ? em : 1);
    y->left = f->left * (f->left_em ? em : 1);
    y->before = f->before * (f->before_em ? em : 1);
    y->after = f->after * (f->after_em ? em : 1);
    y->text.tracking = f->tracking * (f->tracking_em ? em : 1);
    y->pitch = f->pitch * (f->pitch_em ? em : 1);
    if (y->pitch <= 0)
        y->pitch = em * HAN_PER_LATIN_PITCH;
}

static struct style style_plain(void) {
    struct style s = {.name = "body", .align = ALIGN_START};
    s.text = (struct text_style){.family = FAMILY_SERIF, .size = SIZE, .ink = INK_INK};
    return s;
}

/* The properties that the row names; others stay as they are. */
static void row_apply(struct arena *a, struct diag *d, const struct node *n, struct style *out) {
    struct setting s = {.arena = a, .diag = d, .style = out};
    s.fill = (struct style_fill){.pitch = out->pitch,
                                 .indent = out->indent,
                                 .left = out->left,
                                 .before = out->before,
                                 .after = out->after,
                                 .tracking = out->text.tracking};
    for (s.at = n->attributes; s.at; s.at = s.at->next) {
        const struct property *p = property_find(s.at);
        if (p)
            p->set(&s);
        else if (s.at->ns != NS_XML)
            report_property(a, d, s.at);
    }
    settle(&s);
}

static void row_read(struct arena *a, struct diag *d, const struct node *n, struct style *out) {
    *out = style_plain();
    out->name = NULL;
    row_apply(a, d, n, out);
}

static size_t rows_count(const struct node *n) {
    size_t count = node_is(n, NS_RIDGE, "style");
    for (const struct node *c = n->child; c; c = c->next)
        count += rows_count(c);
    return count;
}

static void rows_read(struct styles *s, struct diag *d, const struct node *n) {
    if (node_is(n, NS_RIDGE, "style")) {
        row_read(s->arena, d, n, &s->at[s->n]);
        s->nodes[s->n] = n;
        if (s->at[s->n].name)
            s->n++;
        else
            diag_report(d, DIAG_MISSING_ATTRIBUTE, n->span, "r:style", "name", NULL);
    }
    for (const struct node *c = n->child; c; c = c->next)
        rows_read(s, d, c);
}

struct styles *styles_read(struct arena *a, struct diag *d, const struct node *template_) {
    struct styles *s = ARENA_NEW(a, struct styles);
    s->arena = a;
    s->fallback = style_plain();
    s->fallback.pitch = PITCH;
    size_t most = template_ ? rows_count(template_) + 1 : 1;
    s->at = ARENA_ARRAY(a, struct style, most);
    s->nodes = ARENA_ARRAY(a, const struct node *, most);
    if (template_)
        rows_read(s, d, template_);
    s->own = s->n;
    return s;
}

static struct style scaled(struct style y, double scale) {
    double *lengths[] = {&y.text.size, &y.text.rise, &y.text.tracking, &y.pitch, &y.baseline,
                         &y.indent,    &y.left,      &y.before,        &y.after};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        *lengths[i] *= scale;
    return y;
}

static bool has_name(const struct styles *s, const char *name) {
    for (size_t i = 0; i < s->n; i++)
        if (!strcmp(s->at[i].name, name))
            return true;
    return false;
}

/* A row for a name that the base does not have may be for a role; one that is nearly a name of the
 * base is a slip. */
static void check_names(const struct styles *s, struct diag *d, const struct styles *base) {
    enum { SHORT = 3 }; /* letters: everything is near to everything */
    const char **names = ARENA_ARRAY(s->arena, const char *, base->n + 1);
    for (size_t i = 0; i < base->n; i++)
        names[i] = base->at[i].name;
    for (size_t i = 0; i < s->own; i++) {
        const char *name = s->at[i].name;
        bool other = strlen(name) < SHORT || has_name(base, name);
        const char *near = other ? NULL : nearest_name(name, names, base->n);
        if (near)
            diag_report(d, DIAG_STYLE_UNKNOWN, s->at[i].where, name,
                        "the name of a style of the base, or that of a role", near);
    }
}

/* ── Look-up ── */

/* "zh" serves "zh-Hans". */
static bool serves(const struct style *s, const char *language) {
    size_t n = s->language ? strlen(s->language) : 0;
    return !n || (language && !strncmp(s->language, language, n) &&
                  (language[n] == '\0' || language[n] == '-'));
}

/* A row for the language wins over one for all. */
static const struct style *find_among(const struct styles *s, size_t from, size_t to,
                                      const char *name, const char *language) {
    const struct style *best = NULL;
    for (size_t i = from; i < to; i++)
        if (!strcmp(s->at[i].name, name) && serves(&s->at[i], language) &&
            (!best || (s->at[i].language && !best->language)))
            best = &s->at[i];
    return best;
}

static const struct style *find(const struct styles *s, const char *name, const char *language) {
    const struct style *own = find_among(s, 0, s->own, name, language);
    return own ? own : find_among(s, s->own, s->n, name, language);
}

/* ── Templates over others ── */

static bool same_language(const char *x, const char *y) {
    return x && y ? !strcmp(x, y) : x == y;
}

/* Whether the base's row is what the own one changes: the one that its language would have had, or
 * one of each language that has no row of its own. */
static bool changes(const struct styles *s, const struct style *own, const struct styles *base,
                    const struct style *below) {
    const char *language = own->language ? own->language : below->language;
    if (strcmp(own->name, below->name) != 0 || find(base, own->name, language) != below)
        return false;
    for (size_t i = 0; !own->language && below->language && i < s->own; i++)
        if (!strcmp(s->at[i].name, own->name) && same_language(s->at[i].language, language))
            return false;
    return true;
}

struct rows {
    struct style *at;
    size_t n, room;
};

static void add_row(struct arena *a, struct rows *rows, const struct style *y) {
    ARENA_GROW(a, rows->at, rows->n, rows->room, 64);
    rows->at[rows->n++] = *y;
}

/* What a row does not say is as in the row of the base. */
static void add_over(const struct styles *s, size_t own, const struct styles *base, double scale,
                     struct rows *rows) {
    struct diag *said = diag_new(s->arena);
    size_t before = rows->n;
    for (size_t i = 0; i < base->n; i++) {
        if (!changes(s, &s->at[own], base, &base->at[i]))
            continue;
        struct style y = scaled(base->at[i], scale);
        row_apply(s->arena, said, s->nodes[own], &y);
        add_row(s->arena, rows, &y);
    }
    if (rows->n == before)
        add_row(s->arena, rows, &s->at[own]);
}

void styles_over(struct styles *s, struct diag *d, const struct styles *base, double scale) {
    check_names(s, d, base);
    struct rows rows = {.n = 0};
    for (size_t i = 0; i < s->own; i++)
        add_over(s, i, base, scale, &rows);
    s->own = rows.n;
    for (size_t i = 0; i < base->n; i++) {
        struct style y = scaled(base->at[i], scale);
        add_row(s->arena, &rows, &y);
    }
    s->at = rows.at;
    s->n = rows.n;
}

/* ── Asking ── */

static bool first_time(struct styles *s, const char *name) {
    for (size_t i = 0; i < s->unknown_count; i++)
        if (!strcmp(s->unknown[i], name))
            return false;
    ARENA_GROW(s->arena, s->unknown, s->unknown_count, s->unknown_room, 8);
    s->unknown[s->unknown_count++] = name;
    return true;
}

static void report_unknown(struct styles *s, struct diag *d, struct span where, const char *name) {
    const char **names = ARENA_ARRAY(s->arena, const char *, s->n + 1);
    for (size_t i = 0; i < s->n; i++)
        names[i] = s->at[i].name;
    diag_report(d, DIAG_STYLE_UNKNOWN, where, name, "the name of an r:style row",
                nearest_name(name, names, s->n));
}

const struct style *style_find(const struct styles *s, struct diag *d, struct span where,
                               const char *name, const char *language) {
    const struct style *found = name ? find(s, name, language) : NULL;
    if (found)
        return found;
    /* what was reported already is the one thing here that changes */
    struct styles *own = (struct styles *)(void *)s;
    if (name && first_time(own, name))
        report_unknown(own, d, where, name);
    found = find(s, "body", language);
    return found ? found : &s->fallback;
}
