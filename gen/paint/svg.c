#include "paint/svg.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "base/text.h"
#include "paint/escape.h"
#include "paint/theme.h"

void put_attribute(struct bytes *b, const char *name, double value) {
    bytes_printf(b, " %s=\"", name);
    bytes_number(b, value);
    bytes_puts(b, "\"");
}

void list_add(struct svg *v, struct svg_list *list, const char *format, ...) {
    va_list args;
    va_start(args, format);
    bytes_puts(&v->body, list->begun ? " " : " class=\"");
    bytes_puts(&v->body, arena_vprintf(v->arena, format, args));
    va_end(args);
    list->begun = true;
}

void list_end(struct svg *v, const struct svg_list *list) {
    bytes_puts(&v->body, list->begun ? "\"" : "");
}

/* ── Paint
 * ───────────────────────────────────────────────────────────────────────────────────────*/

static bool is_stroked(const struct stroke *s) {
    return s->ink != INK_NONE && s->width > 0;
}

static void put_stroke_shape(struct svg *v, const struct stroke *s) {
    struct bytes *b = &v->body;
    if (s->width != 1)
        put_attribute(b, "stroke-width", s->width);
    for (int i = 0; i < 4 && s->dash[i] > 0; i++) {
        bytes_puts(b, i ? " " : " stroke-dasharray=\"");
        bytes_number(b, s->dash[i]);
        if (i == 3 || !(s->dash[i + 1] > 0))
            bytes_puts(b, "\"");
    }
    bytes_puts(b, s->cap == CAP_ROUND ? " stroke-linecap=\"round\"" : "");
    bytes_puts(b, s->join == JOIN_ROUND ? " stroke-linejoin=\"round\"" : "");
}

static void put_paint(struct svg *v, enum ink fill, const struct stroke *stroke) {
    bool stroked = is_stroked(stroke);
    struct svg_list list = {0};
    if (v->attributes) {
        if (fill == INK_NONE)
            bytes_puts(&v->body, " fill=\"none\"");
        else
            bytes_printf(&v->body, " fill=\"#%06X\"", (unsigned)theme_rgb(v->facts.theme, fill));
        if (stroked)
            bytes_printf(&v->body, " stroke=\"#%06X\"",
                         (unsigned)theme_rgb(v->facts.theme, stroke->ink));
    } else {
        if (fill != INK_NONE) {
            v->fills[fill] = true;
            list_add(v, &list, "f-%s", ink_row(fill)->token);
        }
        if (stroked) {
            v->strokes[stroke->ink] = true;
            list_add(v, &list, "s-%s", ink_row(stroke->ink)->token);
        }
        list_end(v, &list);
    }
    if (stroked)
        put_stroke_shape(v, stroke);
    bytes_puts(&v->body, "/>\n");
}

static bool is_seen(enum ink fill, const struct stroke *stroke) {
    return fill != INK_NONE || is_stroked(stroke);
}

/* ── Shapes
 * ──────────────────────────────────────────────────────────────────────────────────────*/

static void put_rect(struct svg *v, struct rect r) {
    bytes_puts(&v->body, "<rect");
    if (r.x != 0)
        put_attribute(&v->body, "x", r.x);
    if (r.y != 0)
        put_attribute(&v->body, "y", r.y);
    put_attribute(&v->body, "width", r.w);
    put_attribute(&v->body, "height", r.h);
}

static void put_pair(struct bytes *b, char op, double x, double y) {
    bytes_add(b, &op, 1);
    bytes_number(b, x);
    bytes_puts(b, " ");
    bytes_number(b, y);
}

static bool same_number(double a, double b) {
    double d = a - b;
    return d < 0.0005 && d > -0.0005;
}

/* A line to a point, as H or V where it is level or upright. */
static void put_line_to(struct bytes *b, struct point from, struct point to) {
    if (same_number(from.y, to.y)) {
        bytes_puts(b, "H");
        bytes_number(b, to.x);
    } else if (same_number(from.x, to.x)) {
        bytes_puts(b, "V");
        bytes_number(b, to.y);
    } else
        put_pair(b, 'L', to.x, to.y);
}

static void put_path(struct svg *v, const struct path_point *p, size_t n) {
    struct bytes *b = &v->body;
    struct point at = {0, 0}, start = {0, 0};
    bytes_puts(b, "<path d=\"");
    for (size_t i = 0; i < n; i++) {
        struct point to = {p[i].x, p[i].y};
        if (p[i].op == PATH_CLOSE) {
            bytes_puts(b, "Z");
            at = start;
            continue;
        }
        if (p[i].op == PATH_MOVE)
            put_pair(b, 'M', to.x, to.y);
        else if (p[i].op == PATH_LINE)
            put_line_to(b, at, to);
        else if (i + 2 < n) {
            put_pair(b, 'C', p[i].x, p[i].y);
            put_pair(b, ' ', p[i + 1].x, p[i + 1].y);
            put_pair(b, ' ', p[i + 2].x, p[i + 2].y);
            i += 2;
            to = (struct point){p[i].x, p[i].y};
        }
        start = p[i].op == PATH_MOVE ? to : start;
        at = to;
    }
    bytes_puts(b, "\"");
}

static bool same_stroke(const struct stroke *a, const struct stroke *b) {
    return a->ink == b->ink && a->width == b->width && a->cap == b->cap && a->join == b->join &&
           a->dash[0] == b->dash[0] && a->dash[1] == b->dash[1] && a->dash[2] == b->dash[2] &&
           a->dash[3] == b->dash[3];
}

/* Lines that follow each other in one stroke become one path (ticks, grids). Returns the last. */
static const struct item *put_lines(struct svg *v, const struct item *item) {
    const struct stroke *stroke = &item->as.line.stroke;
    if (!is_stroked(stroke))
        return item;
    bytes_puts(&v->body, "<path d=\"");
    for (;; item = item->next) {
        put_pair(&v->body, 'M', item->as.line.from.x, item->as.line.from.y);
        put_line_to(&v->body, item->as.line.from, item->as.line.to);
        if (!item->next || item->next->kind != ITEM_LINE ||
            !same_stroke(stroke, &item->next->as.line.stroke))
            break;
    }
    bytes_puts(&v->body, "\"");
    put_paint(v, INK_NONE, stroke);
    return item;
}

static void put_circle(struct svg *v, const struct item *item) {
    if (!is_seen(item->as.circle.fill, &item->as.circle.stroke))
        return;
    bytes_puts(&v->body, "<circle");
    put_attribute(&v->body, "cx", item->as.circle.centre.x);
    put_attribute(&v->body, "cy", item->as.circle.centre.y);
    put_attribute(&v->body, "r", item->as.circle.radius);
    put_paint(v, item->as.circle.fill, &item->as.circle.stroke);
}

/* ── Groups and clips
 * ────────────────────────────────────────────────────────────────────────────*/

static void push(struct svg *v, bool opened) {
    if (v->open == v->open_room) {
        v->open_room = v->open_room ? 2 * v->open_room : 16;
        bool *room = ARENA_ARRAY(v->arena, bool, v->open_room);
        if (v->open)
            memcpy(room, v->opened, v->open * sizeof *room);
        v->opened = room;
    }
    v->opened[v->open++] = opened;
}

static void pop(struct svg *v) {
    if (v->open && v->opened[--v->open])
        bytes_puts(&v->body, "</g>\n");
}

/* Letters, digits, - and _ stay; everything else becomes a hyphen. */
static const char *safe_name(struct arena *a, const char *name) {
    char *safe = arena_strdup(a, name);
    for (char *c = safe; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            *c = '-';
    return safe;
}

/* A group's id: PREFIX-name, numbered from the second of the name on. */
static const char *group_id(struct svg *v, const char *name) {
    const char *safe = safe_name(v->arena, name);
    int seen = 1;
    for (const struct svg_name *n = v->names; n; n = n->next)
        seen += strcmp(n->name, safe) == 0;
    struct svg_name *n = ARENA_NEW(v->arena, struct svg_name);
    *n = (struct svg_name){v->names, safe};
    v->names = n;
    return seen == 1 ? arena_printf(v->arena, "%s-g-%s", v->id, safe)
                     : arena_printf(v->arena, "%s-g-%s.%d", v->id, safe, seen);
}

static void group_open(struct svg *v, const struct item *item) {
    struct point offset = item->as.group.offset;
    const char *name = item->as.group.name, *title = item->as.group.title;
    bool moved = offset.x != 0 || offset.y != 0;
    push(v, name || title || moved);
    if (!name && !title && !moved)
        return;
    bytes_puts(&v->body, "<g");
    if (name)
        bytes_printf(&v->body, " id=\"%s\"", group_id(v, name));
    if (moved) {
        bytes_puts(&v->body, " transform=\"translate(");
        bytes_number(&v->body, offset.x);
        bytes_puts(&v->body, " ");
        bytes_number(&v->body, offset.y);
        bytes_puts(&v->body, ")\"");
    }
    bytes_puts(&v->body, ">\n");
    if (title) {
        bytes_puts(&v->body, "<title>");
        put_escaped(&v->body, title, strlen(title));
        bytes_puts(&v->body, "</title>\n");
    }
}

static bool same_box(struct rect a, struct rect b) {
    return a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h;
}

/* One clipPath for each rectangle, however often it is used. */
static int clip_number(struct svg *v, struct rect box) {
    for (const struct svg_clip *c = v->clips; c; c = c->next)
        if (same_box(c->box, box))
            return c->number;
    struct svg_clip *c = ARENA_NEW(v->arena, struct svg_clip);
    *c = (struct svg_clip){v->clips, box, ++v->clip_count};
    v->clips = c;
    bytes_printf(&v->body, "<clipPath id=\"%s-c%d\">", v->id, c->number);
    put_rect(v, box);
    bytes_puts(&v->body, "/></clipPath>\n");
    return c->number;
}

static void clip_open(struct svg *v, struct rect box) {
    int number = clip_number(v, box);
    push(v, true);
    bytes_printf(&v->body, "<g clip-path=\"url(#%s-c%d)\">\n", v->id, number);
}

/* ── The whole
 * ───────────────────────────────────────────────────────────────────────────────────*/

static const struct item *put_item(struct svg *v, const struct item *item) {
    switch (item->kind) {
    case ITEM_RECT:
        if (is_seen(item->as.rect.fill, &item->as.rect.stroke)) {
            put_rect(v, item->as.rect.box);
            put_paint(v, item->as.rect.fill, &item->as.rect.stroke);
        }
        break;
    case ITEM_LINE:
        return put_lines(v, item);
    case ITEM_CIRCLE:
        put_circle(v, item);
        break;
    case ITEM_PATH:
        if (is_seen(item->as.path.fill, &item->as.path.stroke)) {
            put_path(v, item->as.path.points, item->as.path.n);
            put_paint(v, item->as.path.fill, &item->as.path.stroke);
        }
        break;
    case ITEM_TEXT:
        svg_text(v, &item->as.text);
        break;
    case ITEM_GROUP_OPEN:
        group_open(v, item);
        break;
    case ITEM_CLIP_OPEN:
        clip_open(v, item->as.clip);
        break;
    case ITEM_GROUP_CLOSE:
    case ITEM_CLIP_CLOSE:
        pop(v);
        break;
    case ITEM_TAG_OPEN:
    case ITEM_TAG_CLOSE:
    case ITEM_DEST:
        break;
    }
    return item;
}

static bool is_ground(const struct scene *s, const struct item *item) {
    return item && item->kind == ITEM_RECT && item->as.rect.fill == INK_GROUND &&
           same_box(item->as.rect.box, (struct rect){0, 0, s->width, s->height});
}

static void put_body(struct svg *v, const struct scene *s) {
    if (!is_ground(s, s->first)) {
        put_rect(v, (struct rect){0, 0, s->width, s->height});
        put_paint(v, INK_GROUND, &stroke_none);
    }
    for (const struct item *i = s->first; i; i = i->next)
        i = put_item(v, i);
    while (v->open)
        pop(v);
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
    struct arena *scratch = arena_new();
    struct svg v = {.arena = scratch, .facts = facts, .root = ROOTS[facts.theme]};
    v.body.arena = scratch;
    v.attributes = facts.theme == THEME_OFFICE;
    v.id = safe_name(scratch, facts.id && *facts.id ? facts.id : "rp-chart");
    if (!isalpha((unsigned char)v.id[0]))
        v.id = arena_printf(scratch, "rp-%s", v.id);
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
