#include <math.h>
#include <string.h>

#include "paint/escape.h"
#include "paint/svg.h"
#include "paint/theme.h"

void put_attribute(struct bytes *b, const char *name, double value) {
    bytes_puts(b, " ");
    bytes_puts(b, name);
    bytes_puts(b, "=\"");
    bytes_number(b, value);
    bytes_puts(b, "\"");
}

void list_add(struct svg *v, struct svg_list *list, const char *first, const char *rest) {
    bytes_puts(&v->body, list->begun ? " " : " class=\"");
    bytes_puts(&v->body, first);
    bytes_puts(&v->body, rest);
    list->begun = true;
}

void list_end(struct svg *v, const struct svg_list *list) {
    bytes_puts(&v->body, list->begun ? "\"" : "");
}

/* ── Paint ── */

static bool is_stroked(const struct stroke *s) {
    return s->ink != INK_NONE && s->width > 0;
}

static void put_dashes(struct bytes *b, const struct stroke *s) {
    for (int i = 0; i < 4 && s->dash[i] > 0; i++) {
        bytes_puts(b, i ? " " : " stroke-dasharray=\"");
        bytes_number(b, s->dash[i]);
        if (i == 3 || !(s->dash[i + 1] > 0))
            bytes_puts(b, "\"");
    }
}

static void put_paint_attributes(struct svg *v, enum ink fill, const struct stroke *s) {
    struct bytes *b = &v->body;
    enum theme theme = v->facts.theme;
    if (fill == INK_NONE)
        bytes_puts(b, " fill=\"none\"");
    else
        bytes_printf(b, " fill=\"#%06X\"", (unsigned)theme_rgb(theme, fill));
    if (!is_stroked(s))
        return;
    bytes_printf(b, " stroke=\"#%06X\"", (unsigned)theme_rgb(theme, s->ink));
    if (s->width != 1)
        put_attribute(b, "stroke-width", s->width);
    bytes_puts(b, s->cap == CAP_ROUND ? " stroke-linecap=\"round\"" : "");
    bytes_puts(b, s->join == JOIN_ROUND ? " stroke-linejoin=\"round\"" : "");
}

/* Not filling is a class of its own, so that no rule depends on the order of rules: charts inlined
 * in one page share their classes. */
static void put_paint_classes(struct svg *v, enum ink fill, const struct stroke *s) {
    struct svg_list list = {0};
    bool stroked = is_stroked(s), said = true;
    if (fill == INK_NONE) {
        list_add_class(v, &list, CLASS_HOLLOW);
    } else {
        v->fills[fill] = true;
        list_add(v, &list, "f", ink_row(fill)->class);
    }
    if (stroked) {
        v->strokes[s->ink] = true;
        list_add(v, &list, "s", ink_row(s->ink)->class);
        if (s->width != 1)
            said = list_add_number(v, &list, 'w', &v->widths, s->width);
        if (s->cap == CAP_ROUND)
            list_add_class(v, &list, CLASS_ROUND_CAP);
        if (s->join == JOIN_ROUND)
            list_add_class(v, &list, CLASS_ROUND_JOIN);
    }
    list_end(v, &list);
    if (!said)
        put_attribute(&v->body, "stroke-width", s->width);
}

static void put_end(struct svg *v, const char *element) {
    struct bytes *b = &v->body;
    if (!v->title_of_next) {
        bytes_puts(b, "/>\n");
        return;
    }
    bytes_puts(b, "><title>");
    put_escaped(b, v->title_of_next, strlen(v->title_of_next));
    const char *const parts[] = {"</title></", element, ">\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        bytes_puts(b, parts[i]);
    v->title_of_next = NULL;
}

void svg_paint(struct svg *v, const char *element, enum ink fill, const struct stroke *stroke) {
    if (v->attributes)
        put_paint_attributes(v, fill, stroke);
    else
        put_paint_classes(v, fill, stroke);
    if (is_stroked(stroke))
        put_dashes(&v->body, stroke);
    if (v->clip_of_next)
        bytes_printf(&v->body, " clip-path=\"url(#%s-c%d)\"", v->id, v->clip_of_next);
    put_end(v, element);
}

static bool is_seen(enum ink fill, const struct stroke *stroke) {
    return fill != INK_NONE || is_stroked(stroke);
}

/* ── Shapes ── */

void svg_rect(struct svg *v, struct rect r) {
    bytes_puts(&v->body, "<rect");
    if (r.x != 0)
        put_attribute(&v->body, "x", r.x);
    if (r.y != 0)
        put_attribute(&v->body, "y", r.y);
    put_attribute(&v->body, "width", r.w);
    put_attribute(&v->body, "height", r.h);
}

/* The point a path has reached, as a reader of the file finds it: in hundredths; what is clipped
 * (hatches: many lines, whose ends are not seen) in tenths. */
struct pen {
    struct bytes *b;
    struct point at;
    double parts;
};

static struct pen pen_new(struct svg *v) {
    return (struct pen){.b = &v->body, .parts = v->in_clip ? 10 : 100};
}

static struct point as_read(const struct pen *pen, struct point p) {
    return (struct point){round(p.x * pen->parts) / pen->parts,
                          round(p.y * pen->parts) / pen->parts};
}

/* A few operations of a path that is written in the shortest of several ways. */
struct way {
    char at[6 * CENTS_BYTES];
    size_t n;
};

/* A number as paths may have it: ".5". */
static void way_number(struct way *w, double value) {
    char text[CENTS_BYTES], *const end = text + sizeof text;
    const char *at = number_before(end, value);
    if (*at == '-')
        w->at[w->n++] = *at++;
    at += at[0] == '0' && end - at > 1;
    memcpy(w->at + w->n, at, (size_t)(end - at));
    w->n += (size_t)(end - at);
}

/* A minus parts numbers, too. */
static void way_pair(struct way *w, double x, double y) {
    way_number(w, x);
    if (!(y < -0.005))
        w->at[w->n++] = ' ';
    way_number(w, y);
}

static struct way move_way(char op, struct point p) {
    struct way w = {.n = 1};
    w.at[0] = op;
    if (op == 'h' || op == 'H')
        way_number(&w, p.x);
    else if (op == 'v' || op == 'V')
        way_number(&w, p.y);
    else
        way_pair(&w, p.x, p.y);
    return w;
}

static void way_add(struct way *w, const struct way *more) {
    memcpy(w->at + w->n, more->at, more->n);
    w->n += more->n;
}

/* To a point, the shorter way: from the origin or from where the pen is. */
static void pen_to(struct pen *pen, char op, struct point to, struct way *out) {
    to = as_read(pen, to);
    struct point step = {to.x - pen->at.x, to.y - pen->at.y};
    if (op == 'L')
        op = fabs(step.y) < 0.005 ? 'H' : fabs(step.x) < 0.005 ? 'V' : 'L';
    struct way far = move_way(op, to), near = move_way((char)(op | 0x20), step);
    way_add(out, near.n < far.n ? &near : &far);
    pen->at = to;
}

static void pen_put(struct pen *pen, char op, struct point to) {
    struct way way = {.n = 0};
    pen_to(pen, op, to, &way);
    bytes_add(pen->b, way.at, way.n);
}

/* A segment on its own, from either end where its stroke looks the same: the shorter way. */
static void put_segment(struct pen *pen, struct point from, struct point to, bool either) {
    struct way there = {.n = 0}, back = {.n = 0};
    struct pen forth = *pen, reverse = *pen;
    pen_to(&forth, 'M', from, &there);
    pen_to(&forth, 'L', to, &there);
    if (either) {
        pen_to(&reverse, 'M', to, &back);
        pen_to(&reverse, 'L', from, &back);
    }
    bool turned = either && back.n < there.n;
    bytes_add(pen->b, turned ? back.at : there.at, turned ? back.n : there.n);
    pen->at = turned ? reverse.at : forth.at;
}

static void put_curve(struct pen *pen, const struct path_point *p) {
    struct way way = {.n = 0};
    for (int i = 0; i < 3; i++) {
        way.at[way.n++] = i ? ' ' : 'C';
        way_pair(&way, p[i].x, p[i].y);
        pen->at = as_read(pen, (struct point){p[i].x, p[i].y});
    }
    bytes_add(pen->b, way.at, way.n);
}

static bool is_segment(const struct path_point *p, size_t left) {
    return left >= 2 && p[0].op == PATH_MOVE && p[1].op == PATH_LINE &&
           (left == 2 || p[2].op == PATH_MOVE);
}

static void put_path(struct pen *pen, const struct path_point *p, size_t n, bool either) {
    struct point start = pen->at;
    for (size_t i = 0; i < n; i++) {
        struct point to = {p[i].x, p[i].y};
        if (is_segment(p + i, n - i)) {
            i++;
            put_segment(pen, to, (struct point){p[i].x, p[i].y}, either);
        } else if (p[i].op == PATH_CLOSE) {
            bytes_puts(pen->b, "Z");
            pen->at = start;
        } else if (p[i].op == PATH_MOVE) {
            pen_put(pen, 'M', to);
            start = pen->at;
        } else if (p[i].op == PATH_LINE) {
            pen_put(pen, 'L', to);
        } else if (i + 2 < n) {
            put_curve(pen, p + i);
            i += 2;
        }
    }
}

static bool same_stroke(const struct stroke *a, const struct stroke *b) {
    return a->ink == b->ink && a->width == b->width && a->cap == b->cap && a->join == b->join &&
           a->dash[0] == b->dash[0] && a->dash[1] == b->dash[1] && a->dash[2] == b->dash[2] &&
           a->dash[3] == b->dash[3];
}

static const struct stroke *stroke_only(const struct item *item) {
    if (item && item->kind == ITEM_LINE)
        return &item->as.line.stroke;
    if (item && item->kind == ITEM_RECT && item->as.rect.fill == INK_NONE)
        return &item->as.rect.stroke;
    if (item && item->kind == ITEM_PATH && item->as.path.fill == INK_NONE)
        return &item->as.path.stroke;
    return NULL;
}

static void put_outline(struct pen *pen, struct rect r) {
    struct path_point corners[] = {{PATH_MOVE, r.x, r.y},
                                   {PATH_LINE, r.x + r.w, r.y},
                                   {PATH_LINE, r.x + r.w, r.y + r.h},
                                   {PATH_LINE, r.x, r.y + r.h},
                                   {PATH_CLOSE, 0, 0}};
    put_path(pen, corners, 5, false);
}

/* Lines, outlines and unfilled paths that follow each other in one stroke become one path (ticks,
 * grids). Returns the last. */
static const struct item *put_lines(struct svg *v, const struct item *item) {
    const struct stroke *stroke = stroke_only(item), *next = stroke;
    if (!is_stroked(stroke))
        return item;
    if (svg_hatch(v, item) || svg_broad(v, item))
        return item;
    bool either = !(stroke->dash[0] > 0);
    struct pen pen = pen_new(v);
    bytes_puts(pen.b, "<path d=\"");
    for (;; item = item->next) {
        if (item->kind == ITEM_LINE) {
            put_segment(&pen, item->as.line.from, item->as.line.to, either);
        } else if (item->kind == ITEM_RECT) {
            put_outline(&pen, item->as.rect.box);
        } else {
            put_path(&pen, item->as.path.points, item->as.path.n, either);
        }
        next = stroke_only(item->next);
        if (!next || !same_stroke(stroke, next))
            break;
    }
    bytes_puts(pen.b, "\"");
    svg_paint(v, "path", INK_NONE, stroke);
    return item;
}

static void put_filled_path(struct svg *v, const struct item *item) {
    struct pen pen = pen_new(v);
    bytes_puts(pen.b, "<path d=\"");
    put_path(&pen, item->as.path.points, item->as.path.n, false);
    bytes_puts(pen.b, "\"");
    svg_paint(v, "path", item->as.path.fill, &item->as.path.stroke);
}

static void put_circle(struct svg *v, const struct item *item) {
    if (!is_seen(item->as.circle.fill, &item->as.circle.stroke))
        return;
    bytes_puts(&v->body, "<circle");
    put_attribute(&v->body, "cx", item->as.circle.centre.x);
    put_attribute(&v->body, "cy", item->as.circle.centre.y);
    put_attribute(&v->body, "r", item->as.circle.radius);
    svg_paint(v, "circle", item->as.circle.fill, &item->as.circle.stroke);
}

void svg_outline(struct svg *v, struct rect r) {
    struct pen pen = pen_new(v);
    bytes_puts(pen.b, "<path d=\"");
    put_outline(&pen, r);
    bytes_puts(pen.b, "\"");
}

static void put_filled_rect(struct svg *v, const struct item *item) {
    svg_outline(v, item->as.rect.box);
    svg_paint(v, "path", item->as.rect.fill, &item->as.rect.stroke);
}

/* ── Items ── */

const struct item *svg_item(struct svg *v, const struct item *item) {
    switch (item->kind) {
    case ITEM_RECT:
        if (item->as.rect.fill == INK_NONE)
            return put_lines(v, item);
        put_filled_rect(v, item);
        break;
    case ITEM_LINE:
        return put_lines(v, item);
    case ITEM_CIRCLE:
        put_circle(v, item);
        break;
    case ITEM_PATH:
        if (item->as.path.fill == INK_NONE)
            return put_lines(v, item);
        put_filled_path(v, item);
        break;
    case ITEM_TEXT:
        return svg_texts(v, item);
    case ITEM_PICTURE:
        svg_picture(v, item);
        break;
    case ITEM_GROUP_OPEN:
        svg_group_open(v, item);
        break;
    case ITEM_CLIP_OPEN:
        svg_clip_open(v, item);
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
