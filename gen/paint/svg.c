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

static size_t most_bytes(enum theme theme) {
    return theme == THEME_AUTO ? 24576 : theme == THEME_OFFICE ? SIZE_MAX : 16384;
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

static struct bytes write_svg(struct arena *scratch, const struct scene *s, struct svg_facts facts,
                              enum svg_extras extras) {
    struct bytes out = {.arena = scratch};
    struct svg v = {.arena = scratch,
                    .facts = facts,
                    .extras = extras,
                    .root = ROOTS[facts.theme],
                    .attributes = facts.theme == THEME_OFFICE,
                    .id = id_of(scratch, facts.id),
                    .size = svg_usual_size(s),
                    .body.arena = scratch};
    put_body(&v, s);
    put_head(&v, s, &out);
    if (!v.attributes)
        svg_style(&v, &out);
    bytes_add(&out, v.body.at, v.body.n);
    bytes_puts(&out, "</svg>\n");
    return out;
}

/* Nobody points at paper. */
static enum svg_extras most_extras(enum theme theme) {
    return theme == THEME_PRINT ? EXTRAS_NONE : EXTRAS_NAMES;
}

bool paint_svg(struct arena *a, struct diag *d, const struct scene *s, struct svg_facts facts,
               struct bytes *out) {
    if (!svg_pictures_fit(d, s))
        return false;
    struct arena *scratch = arena_new();
    size_t limit = most_bytes(facts.theme);
    s = theme_scene(scratch, facts.theme, s);
    enum svg_extras extras = most_extras(facts.theme);
    struct bytes made = write_svg(scratch, s, facts, extras);
    while (made.n > limit && extras > EXTRAS_NONE)
        made = write_svg(scratch, s, facts, --extras);
    if (made.n > limit)
        report_size(d, made.n, limit);
    if (!out->arena)
        out->arena = a;
    bytes_add(out, made.at, made.n);
    arena_drop(scratch);
    return true;
}
