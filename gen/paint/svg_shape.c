#include <stdarg.h>

#include "paint/svg.h"
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

void svg_paint(struct svg *v, enum ink fill, const struct stroke *stroke) {
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

void svg_rect(struct svg *v, struct rect r) {
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
    svg_paint(v, INK_NONE, stroke);
    return item;
}

static void put_circle(struct svg *v, const struct item *item) {
    if (!is_seen(item->as.circle.fill, &item->as.circle.stroke))
        return;
    bytes_puts(&v->body, "<circle");
    put_attribute(&v->body, "cx", item->as.circle.centre.x);
    put_attribute(&v->body, "cy", item->as.circle.centre.y);
    put_attribute(&v->body, "r", item->as.circle.radius);
    svg_paint(v, item->as.circle.fill, &item->as.circle.stroke);
}

/* ── Items ──*/

const struct item *svg_item(struct svg *v, const struct item *item) {
    switch (item->kind) {
    case ITEM_RECT:
        if (is_seen(item->as.rect.fill, &item->as.rect.stroke)) {
            svg_rect(v, item->as.rect.box);
            svg_paint(v, item->as.rect.fill, &item->as.rect.stroke);
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
            svg_paint(v, item->as.path.fill, &item->as.path.stroke);
        }
        break;
    case ITEM_TEXT:
        svg_text(v, &item->as.text);
        break;
    case ITEM_GROUP_OPEN:
        svg_group_open(v, item);
        break;
    case ITEM_CLIP_OPEN:
        svg_clip_open(v, item->as.clip);
        break;
    case ITEM_GROUP_CLOSE:
    case ITEM_CLIP_CLOSE:
        svg_pop(v);
        break;
    case ITEM_TAG_OPEN:
    case ITEM_TAG_CLOSE:
    case ITEM_DEST:
        break;
    }
    return item;
}
