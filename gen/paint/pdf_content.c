#include "paint/pdf_content.h"

#include <math.h>
#include <string.h>

#include "paint/theme.h"

struct content_open {
    struct content_open *outer;
    struct point offset;
    struct content_state state;
    bool clip;
};

static const struct content_state FRESH = {.fill = INK_NONE, .stroke = INK_NONE};

void content_begin(struct content *c, double height) {
    c->out.n = 0;
    c->height = height;
    c->offset = (struct point){0};
    c->state = FRESH;
    c->open = NULL;
    c->in_text = c->marked = false;
}

static void put(struct content *c, const char *text) {
    bytes_puts(&c->out, text);
}

/* ── Marked content ── */

void content_unmark(struct content *c) {
    content_text_end(c);
    if (c->marked)
        put(c, "EMC\n");
    c->marked = false;
}

void content_mark(struct content *c, const char *opening) {
    content_unmark(c);
    put(c, opening);
    put(c, " BDC\n");
    c->marked = true;
    c->ink.w = -1;
}

/* ── Colours and strokes ── */

void content_ink(struct content *c, enum ink ink, bool stroke) {
    enum ink *now = stroke ? &c->state.stroke : &c->state.fill;
    if (*now == ink)
        return;
    *now = ink;
    uint32_t rgb = theme_rgb(c->theme, ink);
    for (int shift = 16; shift >= 0; shift -= 8) {
        pdf_fixed(&c->out, (rgb >> shift & 255) / 255.0, 3);
        put(c, " ");
    }
    put(c, stroke ? "RG\n" : "rg\n");
}

static void put_dash(struct content *c, const struct stroke *s) {
    put(c, "[");
    for (int i = 0; i < 4 && s->dash[i] > 0; i++)
        pdf_numbers(&c->out, &s->dash[i], 1);
    put(c, "]0 d\n");
}

static void set_stroke(struct content *c, const struct stroke *s) {
    struct stroke *now = &c->state.pen;
    content_ink(c, s->ink, true);
    if (now->width != s->width) {
        pdf_numbers(&c->out, &s->width, 1);
        put(c, "w\n");
    }
    if (memcmp(now->dash, s->dash, sizeof s->dash) != 0)
        put_dash(c, s);
    if (now->cap != s->cap)
        put(c, s->cap == CAP_ROUND ? "1 J\n" : "0 J\n");
    if (now->join != s->join)
        put(c, s->join == JOIN_ROUND ? "1 j\n" : "0 j\n");
    *now = *s;
}

/* Before a path: its colours and pen. Returns the operator that paints it, NULL for none. */
static const char *set_shape(struct content *c, enum ink fill, const struct stroke *stroke) {
    bool stroked = stroke->ink != INK_NONE && stroke->width > 0;
    content_text_end(c);
    if (fill != INK_NONE)
        content_ink(c, fill, false);
    if (stroked)
        set_stroke(c, stroke);
    if (fill != INK_NONE)
        return stroked ? "B\n" : "f\n";
    return stroked ? "S\n" : NULL;
}

/* ── Paths ── */

static void put_point(struct content *c, double x, double y, const char *verb) {
    const double at[] = {x + c->offset.x, c->height - (y + c->offset.y)};
    pdf_numbers(&c->out, at, 2);
    put(c, verb);
}

static void put_curve(struct content *c, const struct path_point p[3]) {
    put_point(c, p[0].x, p[0].y, "");
    put_point(c, p[1].x, p[1].y, "");
    put_point(c, p[2].x, p[2].y, "c\n");
}

static void put_box(struct content *c, struct rect r, const char *verb) {
    const double box[] = {r.x + c->offset.x, c->height - (r.y + c->offset.y + r.h), r.w, r.h};
    pdf_numbers(&c->out, box, 4);
    put(c, verb);
}

static void paint_rect(struct content *c, const struct item *item) {
    const char *verb = set_shape(c, item->as.rect.fill, &item->as.rect.stroke);
    if (!verb)
        return;
    put_box(c, item->as.rect.box, "re ");
    put(c, verb);
}

static void paint_line(struct content *c, const struct item *item) {
    const char *verb = set_shape(c, INK_NONE, &item->as.line.stroke);
    if (!verb)
        return;
    put_point(c, item->as.line.from.x, item->as.line.from.y, "m ");
    put_point(c, item->as.line.to.x, item->as.line.to.y, "l ");
    put(c, verb);
}

static void paint_circle(struct content *c, const struct item *item) {
    static const double KAPPA = 0.5522847498;
    const char *verb = set_shape(c, item->as.circle.fill, &item->as.circle.stroke);
    double r = fmax(item->as.circle.radius, 0), x = item->as.circle.centre.x,
           y = item->as.circle.centre.y;
    if (!verb)
        return;
    static const int TURN[][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    put_point(c, x + r, y, "m\n");
    for (int i = 0; i < 4; i++) {
        const int *a = TURN[i], *b = TURN[i + 1];
        put_curve(c, (const struct path_point[]){
                         {.x = x + r * (a[0] + KAPPA * b[0]), .y = y + r * (a[1] + KAPPA * b[1])},
                         {.x = x + r * (b[0] + KAPPA * a[0]), .y = y + r * (b[1] + KAPPA * a[1])},
                         {.x = x + r * b[0], .y = y + r * b[1]}});
    }
    put(c, "h ");
    put(c, verb);
}

static void paint_path(struct content *c, const struct item *item) {
    const struct path_point *p = item->as.path.points;
    size_t n = item->as.path.n;
    const char *verb = n ? set_shape(c, item->as.path.fill, &item->as.path.stroke) : NULL;
    for (size_t i = 0; verb && i < n; i++)
        if (p[i].op == PATH_CLOSE)
            put(c, "h\n");
        else if (p[i].op != PATH_CURVE)
            put_point(c, p[i].x, p[i].y, p[i].op == PATH_MOVE ? "m\n" : "l\n");
        else if (i + 2 < n) {
            put_curve(c, &p[i]);
            i += 2;
        } else
            break;
    if (verb)
        put(c, verb);
}

static void paint_picture(struct content *c, const struct item *item) {
    double edges[4];
    content_text_end(c);
    content_edges(c, item->as.picture.box, edges);
    double w = item->as.picture.box.w, h = item->as.picture.box.h;
    const double upright[] = {w, 0, 0, h, edges[0], edges[1]};
    const double turned[] = {0, h, -w, 0, edges[2], edges[1]};
    put(c, "q ");
    pdf_numbers(&c->out, item->as.picture.turned ? turned : upright, 6);
    bytes_printf(&c->out, "cm /I%d Do Q\n",
                 pdf_picture_number(c->pictures, item->as.picture.picture));
}

/* ── Groups and clips ── */

static struct content_open *enter(struct content *c, bool clip) {
    struct content_open *open = c->spare;
    if (open)
        c->spare = open->outer;
    else
        open = ARENA_NEW(c->arena, struct content_open);
    *open = (struct content_open){c->open, c->offset, c->state, clip};
    return c->open = open;
}

static void clip_enter(struct content *c, struct rect box) {
    content_text_end(c);
    enter(c, true);
    put(c, "q ");
    put_box(c, box, "re W n\n");
}

static void leave(struct content *c) {
    struct content_open *open = c->open;
    if (!open)
        return;
    if (open->clip) {
        content_text_end(c);
        put(c, "Q\n");
        c->state = open->state;
    }
    c->offset = open->offset;
    c->open = open->outer;
    open->outer = c->spare;
    c->spare = open;
}

void content_end(struct content *c) {
    content_unmark(c);
    while (c->open)
        leave(c);
}

void content_item(struct content *c, const struct item *item) {
    switch (item->kind) {
    case ITEM_RECT:
        paint_rect(c, item);
        break;
    case ITEM_LINE:
        paint_line(c, item);
        break;
    case ITEM_CIRCLE:
        paint_circle(c, item);
        break;
    case ITEM_PATH:
        paint_path(c, item);
        break;
    case ITEM_TEXT:
        content_text(c, &item->as.text);
        break;
    case ITEM_PICTURE:
        paint_picture(c, item);
        break;
    case ITEM_GROUP_OPEN:
        enter(c, false);
        c->offset.x += item->as.group.offset.x;
        c->offset.y += item->as.group.offset.y;
        break;
    case ITEM_CLIP_OPEN:
        clip_enter(c, item->as.clip);
        break;
    case ITEM_GROUP_CLOSE:
    case ITEM_CLIP_CLOSE:
        leave(c);
        break;
    case ITEM_TAG_OPEN:
    case ITEM_TAG_CLOSE:
    case ITEM_DEST:
        break;
    }
}

void content_edges(const struct content *c, struct rect r, double edges[4]) {
    edges[0] = r.x + c->offset.x;
    edges[1] = c->height - (r.y + c->offset.y + r.h);
    edges[2] = edges[0] + r.w;
    edges[3] = edges[1] + r.h;
}
