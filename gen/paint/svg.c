#include "paint/svg.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "paint/escape.h"
#include "paint/theme.h"

/* ── The whole ── */

static bool is_ground(const struct scene *s, const struct item *item) {
    return item && item->kind == ITEM_RECT && item->as.rect.fill == INK_GROUND &&
           same_box(item->as.rect.box, (struct rect){0, 0, s->width, s->height});
}

static void put_body(struct svg *v, const struct scene *s) {
    if (!is_ground(s, s->first)) {
        svg_rect(v, (struct rect){0, 0, s->width, s->height});
        svg_paint(v, "rect", INK_GROUND, &stroke_none);
    }
    for (const struct item *i = s->first; i; i = i->next)
        i = svg_item(v, i);
    while (v->open)
        svg_pop(v);
}

enum { DESCRIBE_LIMIT = 1000 };

/* The bytes of a description within the limit, ended after a sentence if any ends within it. */
static size_t describe_length(const char *text) {
    size_t n = strlen(text), characters = 0, sentence = 0, i = 0;
    while (i < n && characters < DESCRIBE_LIMIT) {
        size_t length;
        uint32_t code = text_decode(text + i, n - i, &length);
        i += length;
        characters++;
        bool full_stop = code == '.' && (i == n || text[i] == ' ');
        if (full_stop || code == 0x3002 || code == 0xFF01 || code == 0xFF1F)
            sentence = i;
    }
    return i == n || !sentence ? i : sentence;
}

static bool has_pictures(const struct scene *s) {
    for (const struct item *i = s->first; i; i = i->next)
        if (i->kind == ITEM_PICTURE)
            return true;
    return false;
}

static void put_words(const struct svg *v, struct bytes *out, const char *element, char suffix,
                      const char *text, size_t n) {
    if (v->attributes)
        bytes_printf(out, "<%s>", element);
    else
        bytes_printf(out, "<%s id=\"%s-%c\">", element, v->id, suffix);
    put_escaped(out, text, n);
    bytes_printf(out, "</%s>\n", element);
}

/* The first version of SVG, which offices read, has no roles. */
static void put_roles(const struct svg *v, struct bytes *out) {
    const struct svg_facts *f = &v->facts;
    bytes_puts(out, " role=\"img\"");
    if (f->language)
        bytes_printf(out, " lang=\"%s\" xml:lang=\"%s\"", f->language, f->language);
    put_attribute(out, "font-size", v->size);
    bytes_printf(out, " aria-labelledby=\"%s-t%s", v->id, f->describe ? " " : "\"");
    if (f->describe)
        bytes_printf(out, "%s-d\"", v->id);
}

static void put_root(const struct svg *v, const struct scene *s, struct bytes *out) {
    bytes_puts(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    if (v->defs.n || has_pictures(s))
        bytes_puts(out, " xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
    if (!v->attributes)
        bytes_printf(out, v->facts.embed ? " class=\"%s %s\"" : " class=\"%s\"", v->root, v->id);
    bytes_puts(out, " viewBox=\"0 0 ");
    bytes_number(out, s->width);
    bytes_puts(out, " ");
    bytes_number(out, s->height);
    bytes_puts(out, "\"");
    if (!v->attributes)
        put_roles(v, out);
    else if (v->facts.language)
        bytes_printf(out, " xml:lang=\"%s\"", v->facts.language);
    bytes_puts(out, ">\n");
}

/* A description that begins with the title goes on after it: both are read out, one after the
 * other. */
static const char *rest_of(const char *describe, const char *title) {
    static const char *const stops[] = {". ", "。"};
    size_t n = strlen(title);
    for (size_t i = 0; n && !strncmp(describe, title, n) && i < 2; i++)
        if (!strncmp(describe + n, stops[i], strlen(stops[i])) && describe[n + strlen(stops[i])])
            return describe + n + strlen(stops[i]);
    return describe;
}

static void put_head(const struct svg *v, const struct scene *s, struct bytes *out) {
    const struct svg_facts *f = &v->facts;
    const char *title = f->title ? f->title : "";
    const char *describe = f->describe ? rest_of(f->describe, title) : NULL;
    put_root(v, s, out);
    put_words(v, out, "title", 't', title, strlen(title));
    if (describe)
        put_words(v, out, "desc", 'd', describe, describe_length(describe));
    if (v->defs.n) {
        bytes_puts(out, "<defs>\n");
        bytes_add(out, v->defs.at, v->defs.n);
        bytes_puts(out, "</defs>\n");
    }
}

/* Literal themes have roots of their own, so that charts of two themes can stand in one page. */
static const char *const ROOTS[] = {
    [THEME_AUTO] = "rp",        [THEME_LIGHT] = "rp-light", [THEME_DARK] = "rp-dark",
    [THEME_PRINT] = "rp-print", [THEME_OFFICE] = "rp",
};

/* Fonts and outlines take the room they take. */
static size_t most_bytes(const struct svg_facts *f) {
    if (f->theme == THEME_OFFICE || f->outline || f->embed)
        return SIZE_MAX;
    return f->theme == THEME_AUTO ? 24576 : 16384;
}

static void report_size(struct diag *d, size_t n, size_t limit) {
    char found[32], expected[32];
    snprintf(found, sizeof found, "%zu", n);
    snprintf(expected, sizeof expected, "%zu", limit);
    diag_report(d, DIAG_SVG_LARGE, (struct span){0}, found, expected, NULL);
}

static const char *id_of(struct arena *a, const char *wanted) {
    const char *id = svg_safe_name(a, wanted && *wanted ? wanted : "rp-chart");
    return isalpha((unsigned char)id[0]) ? id : arena_printf(a, "rp-%s", id);
}

static bool write_svg(struct arena *scratch, const struct scene *s, struct svg_facts facts,
                      enum svg_extras extras, struct bytes *out) {
    struct svg v = {.arena = scratch,
                    .facts = facts,
                    .extras = extras,
                    .root = ROOTS[facts.theme],
                    .attributes = facts.theme == THEME_OFFICE,
                    .id = id_of(scratch, facts.id),
                    .size = svg_usual_size(s),
                    .body.arena = scratch,
                    .defs.arena = scratch};
    *out = (struct bytes){.arena = scratch};
    if (facts.outline || facts.embed)
        svg_faces_note(&v, s);
    put_body(&v, s);
    put_head(&v, s, out);
    if (!v.attributes && !svg_style(&v, out))
        return false;
    bytes_add(out, v.body.at, v.body.n);
    bytes_puts(out, "</svg>\n");
    return true;
}

/* Nobody points at paper. */
static enum svg_extras most_extras(enum theme theme) {
    return theme == THEME_PRINT ? EXTRAS_NONE : EXTRAS_NAMES;
}

static bool svg_of(struct arena *scratch, struct diag *d, const struct scene *s,
                   struct svg_facts facts, struct bytes *made) {
    size_t limit = most_bytes(&facts);
    enum svg_extras extras = most_extras(facts.theme);
    s = theme_scene(scratch, facts.theme, s);
    bool written = write_svg(scratch, s, facts, extras, made);
    while (written && made->n > limit && extras > EXTRAS_NONE)
        written = write_svg(scratch, s, facts, --extras, made);
    if (!written)
        diag_report(d, DIAG_FACE_UNUSABLE, (struct span){0}, "of the chart", NULL, NULL);
    else if (made->n > limit)
        report_size(d, made->n, limit);
    return written;
}

bool paint_svg(struct arena *a, struct diag *d, const struct scene *s, struct svg_facts facts,
               struct bytes *out) {
    if (!svg_pictures_fit(d, s))
        return false;
    struct arena *scratch = arena_new();
    struct bytes made;
    bool done = svg_of(scratch, d, s, facts, &made);
    if (!out->arena)
        out->arena = a;
    if (done)
        bytes_add(out, made.at, made.n);
    arena_drop(scratch);
    return done;
}
