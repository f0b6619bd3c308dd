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
        svg_paint(v, INK_GROUND, &stroke_none);
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

static void put_words(const struct svg *v, struct bytes *out, const char *element, char suffix,
                      const char *text, size_t n) {
    bytes_printf(out, "<%s id=\"%s-%c\">", element, v->id, suffix);
    put_escaped(out, text, n);
    bytes_printf(out, "</%s>\n", element);
}

static void put_head(const struct svg *v, const struct scene *s, struct bytes *out) {
    const struct svg_facts *f = &v->facts;
    bytes_puts(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    if (!v->attributes)
        bytes_printf(out, " class=\"%s\"", v->root);
    bytes_puts(out, " viewBox=\"0 0 ");
    bytes_number(out, s->width);
    bytes_puts(out, " ");
    bytes_number(out, s->height);
    bytes_puts(out, "\" role=\"img\"");
    if (f->language)
        bytes_printf(out, " lang=\"%s\" xml:lang=\"%s\"", f->language, f->language);
    if (!v->attributes)
        put_attribute(out, "font-size", v->size);
    bytes_printf(out, " aria-labelledby=\"%s-t", v->id);
    if (f->describe)
        bytes_printf(out, " %s-d", v->id);
    bytes_puts(out, "\">\n");
    const char *title = f->title ? f->title : "";
    put_words(v, out, "title", 't', title, strlen(title));
    if (f->describe)
        put_words(v, out, "desc", 'd', f->describe, describe_length(f->describe));
}

/* Literal themes have roots of their own, so that charts of two themes can stand in one page. */
static const char *const ROOTS[] = {
    [THEME_AUTO] = "rp",        [THEME_LIGHT] = "rp-light", [THEME_DARK] = "rp-dark",
    [THEME_PRINT] = "rp-print", [THEME_OFFICE] = "rp",
};

static void check_size(struct diag *d, const struct svg *v, size_t n) {
    size_t limit = v->facts.theme == THEME_AUTO ? 24576 : 16384;
    if (n <= limit || v->attributes)
        return;
    char found[32], expected[32];
    snprintf(found, sizeof found, "%zu", n);
    snprintf(expected, sizeof expected, "%zu", limit);
    diag_report(d, DIAG_SVG_LARGE, (struct span){0}, found, expected, NULL);
}

bool paint_svg(struct arena *a, struct diag *d, const struct scene *s, struct svg_facts facts,
               struct bytes *out) {
    if (!svg_pictures_fit(d, s))
        return false;
    struct arena *scratch = arena_new();
    struct svg v = {.arena = scratch, .facts = facts, .root = ROOTS[facts.theme]};
    v.body.arena = scratch;
    v.attributes = facts.theme == THEME_OFFICE;
    v.id = svg_safe_name(scratch, facts.id && *facts.id ? facts.id : "rp-chart");
    if (!isalpha((unsigned char)v.id[0]))
        v.id = arena_printf(scratch, "rp-%s", v.id);
    s = theme_scene(scratch, facts.theme, s);
    v.size = svg_usual_size(s);
    if (!out->arena)
        out->arena = a;
    size_t before = out->n;
    put_body(&v, s);
    put_head(&v, s, out);
    if (!v.attributes)
        svg_style(&v, out);
    bytes_add(out, v.body.at, v.body.n);
    bytes_puts(out, "</svg>\n");
    check_size(d, &v, out->n - before);
    arena_drop(scratch);
    return true;
}
