#include "paint/print.h"

#include <math.h>

/* Smaller shapes are marks, which stay black, but for pieces of bars and swatches, that have no
 * line round them: their hatch is finer. Thinner ones are slivers that stay empty between their
 * edges. */
static const double SMALLEST = 12, THINNEST = 3;
static const double EDGE = 0.5;
/* Outlines of memory fills: from this width on they say "overflow", below they are edges. */
static const double OVERFLOW = 0.65;

struct printing_open {
    struct printing_open *outer;
    struct point offset;
};

struct printing {
    struct arena *arena;
    struct scene *out;
    struct print_grounds grounds;
    struct printing_open *open;
    struct point offset;
};

static void note_ground(struct printing *p, struct rect box, const struct path_point *corners,
                        size_t n, const struct print_fill *fill) {
    print_note(&p->grounds, (struct print_ground){NULL, p->offset, box, corners, n, fill});
}

static const struct print_fill *ground_at(const struct printing *p, struct point at) {
    return print_fill_at(&p->grounds, (struct point){at.x + p->offset.x, at.y + p->offset.y});
}

/* ── Fills ── */

static struct rect box_of(const struct path_point *c, size_t n) {
    double left = HUGE_VAL, top = HUGE_VAL, right = -HUGE_VAL, bottom = -HUGE_VAL;
    for (size_t i = 0; i < n; i++) {
        left = fmin(left, c[i].x);
        right = fmax(right, c[i].x);
        top = fmin(top, c[i].y);
        bottom = fmax(bottom, c[i].y);
    }
    return (struct rect){left, top, right - left, bottom - top};
}

static bool is_small(struct rect r) {
    return r.w < SMALLEST && r.h < SMALLEST;
}

static bool is_sliver(struct rect r) {
    return fmin(r.w, r.h) < THINNEST;
}

/* The flat ink under a fill's lines. */
static enum ink flat(const struct print_fill *fill, bool small) {
    if (fill->kind == PRINT_NOTHING)
        return INK_NONE;
    return fill->kind == PRINT_SOLID || (fill->kind == PRINT_LINES && small) ? INK_INK : INK_GROUND;
}

/* The edge lies within the box, under the lines: they are of one ink. */
static void edged_rect(struct printing *p, struct rect box) {
    double edge = fmin(EDGE, fmin(box.w, box.h) / 2);
    box = (struct rect){box.x + edge / 2, box.y + edge / 2, box.w - edge, box.h - edge};
    scene_rect(p->out, box, INK_GROUND, stroke_solid(INK_INK, edge));
}

/* The lines of a fill, so that a small piece has several of them. */
static struct print_fill finer(const struct print_fill *fill) {
    static const double share = 0.7;
    struct print_fill out = *fill;
    for (int i = 0; i < 2; i++) {
        out.lines[i].pitch *= share;
        out.lines[i].width *= share;
    }
    return out;
}

static void print_rect(struct printing *p, struct rect box, enum ink ink, struct stroke stroke) {
    const struct print_fill *fill = print_fill(ink);
    bool piece = is_small(box) && stroke.ink == INK_NONE, small = is_small(box) && !piece;
    enum ink under = flat(fill, small);
    stroke = print_stroke(stroke);
    if (under == INK_NONE && stroke.ink == INK_NONE)
        return;
    bool edged = fill->edged && under == INK_GROUND && stroke.ink == INK_NONE;
    if (edged)
        edged_rect(p, box);
    else
        scene_rect(p->out, box, under, stroke);
    if (under == INK_NONE)
        return;
    note_ground(p, box, NULL, 0, fill);
    struct print_fill lines = piece ? finer(fill) : *fill;
    if (fill->kind == PRINT_LINES && !small && !is_sliver(box))
        print_hatch_box(p->out, &lines, box);
}

static void print_path(struct printing *p, const struct item *item) {
    const struct path_point *points = item->as.path.points;
    size_t n = item->as.path.n;
    const struct print_fill *fill = print_fill(item->as.path.fill);
    struct path_point *corners;
    size_t count = path_corners(p->arena, points, n, &corners);
    struct rect box = box_of(corners, count);
    bool small = is_small(box);
    enum ink under = flat(fill, small);
    struct stroke stroke = print_stroke(item->as.path.stroke);
    bool edged = fill->edged && under == INK_GROUND;
    if (edged && fill->kind == PRINT_PAPER && stroke.ink == INK_NONE) {
        stroke = stroke_solid(INK_INK, EDGE); /* nothing lies between paper and edge */
        edged = false;
    }
    if (under != INK_NONE || stroke.ink != INK_NONE)
        scene_path(p->out, points, n, under, stroke);
    if (under == INK_NONE)
        return;
    note_ground(p, box, corners, count, fill);
    if (fill->kind == PRINT_LINES && !small)
        print_hatch_area(p->out, fill, points, n);
    if (edged)
        scene_path(p->out, points, n, INK_NONE, stroke_solid(INK_INK, EDGE));
}

/* ── Outlines and lines ── */

static bool is_overflow(const struct item *item) {
    return item->kind == ITEM_RECT && item->as.rect.fill == INK_NONE &&
           print_is_memory(item->as.rect.stroke.ink) && item->as.rect.stroke.width > OVERFLOW;
}

/* Outlines that follow each other are dashed, on paper so that they show on black, too: first all
 * paper, then all dashes, which makes two paths of an SVG. */
static void print_overflow(struct printing *p, const struct item *from, const struct item *to) {
    for (const struct item *i = from; i != to; i = i->next)
        scene_rect(p->out, i->as.rect.box, INK_NONE, stroke_solid(INK_GROUND, 1.2));
    for (const struct item *i = from; i != to; i = i->next)
        scene_rect(p->out, i->as.rect.box, INK_NONE,
                   stroke_dashed(INK_INK, i->as.rect.stroke.width, 3, 2));
}

/* Edges of memory fills are drawn with their fills. */
static void print_outline(struct printing *p, struct rect box, struct stroke stroke) {
    if (!print_is_memory(stroke.ink))
        scene_rect(p->out, box, INK_NONE, print_stroke(stroke));
}

static void note_grid(struct printing *p, struct point from, struct point to) {
    struct point o = p->offset;
    print_note_grid(&p->grounds, (struct point){from.x + o.x, from.y + o.y},
                    (struct point){to.x + o.x, to.y + o.y});
}

static void print_open_path(struct printing *p, const struct item *item) {
    const struct path_point *c = item->as.path.points;
    for (size_t i = 1; item->as.path.stroke.ink == INK_GRID && i < item->as.path.n; i++)
        if (c[i].op == PATH_LINE)
            note_grid(p, (struct point){c[i - 1].x, c[i - 1].y}, (struct point){c[i].x, c[i].y});
    struct item *copy = scene_path(p->out, item->as.path.points, item->as.path.n, INK_NONE,
                                   print_stroke(item->as.path.stroke));
    if (copy)
        copy->as.path.hatch = item->as.path.hatch;
}

/* A broad level line is an area. */
static bool is_area(const struct item *item, struct rect *box) {
    const struct stroke *s = &item->as.line.stroke;
    struct point from = item->as.line.from, to = item->as.line.to;
    *box = (struct rect){fmin(from.x, to.x), from.y - s->width / 2, fabs(to.x - from.x), s->width};
    return from.y == to.y && !(s->dash[0] > 0) && print_fill(s->ink)->kind == PRINT_LINES &&
           s->width >= SMALLEST;
}

/* A row of pale areas, as one broad line: thin lines over its height, broken as it is. They stand
 * at whole pitches, so that neighbours join. */
static bool print_row(struct printing *p, const struct item *item) {
    static const double pitch = 2, thin = 0.35;
    struct stroke line = item->as.line.stroke;
    struct point from = item->as.line.from, to = item->as.line.to;
    double top = from.y - line.width / 2, bottom = from.y + line.width / 2;
    if (line.ink != INK_BAND_BANDWIDTH || from.y != to.y || line.width < THINNEST)
        return false;
    note_ground(p, (struct rect){from.x, top, to.x - from.x, bottom - top}, NULL, 0,
                print_fill(line.ink));
    line.ink = INK_INK;
    line.width = thin;
    for (double y = ceil(top / pitch) * pitch; y <= bottom; y += pitch)
        scene_line(p->out, (struct point){from.x, y}, (struct point){to.x, y}, line);
    return true;
}

/* Fills with edges need no separators. */
static void print_line(struct printing *p, const struct item *item) {
    struct point from = item->as.line.from, to = item->as.line.to;
    struct point middle = {(from.x + to.x) / 2, (from.y + to.y) / 2};
    const struct print_fill *ground = ground_at(p, middle);
    struct rect area;
    if (print_row(p, item))
        return;
    if (is_area(item, &area)) {
        print_rect(p, area, item->as.line.stroke.ink, stroke_none);
        return;
    }
    if (item->as.line.stroke.ink == INK_GROUND && ground && ground->edged)
        return;
    if (item->as.line.stroke.ink == INK_GRID)
        note_grid(p, from, to);
    scene_line(p->out, from, to, print_stroke(item->as.line.stroke));
}

/* ── Text ── */

static const struct shaped *inked(struct printing *p, const struct shaped *s, enum ink ink) {
    struct shaped *copy = arena_memdup(p->arena, s, sizeof *s);
    struct piece *pieces = arena_memdup(p->arena, s->pieces, s->piece_count * sizeof *pieces);
    for (size_t i = 0; i < s->piece_count; i++)
        if (pieces[i].style.ink != INK_NONE)
            pieces[i].style.ink = ink;
    copy->pieces = pieces;
    return copy;
}

static struct rect text_box(const struct text_item *t) {
    static const double SHARE[] = {[ANCHOR_START] = 0, [ANCHOR_MIDDLE] = 0.5, [ANCHOR_END] = 1};
    double size = t->shaped->piece_count ? t->shaped->pieces[0].style.size : 0;
    return (struct rect){t->x - SHARE[t->anchor] * t->width, t->baseline - 0.8 * size, t->width,
                         size};
}

/* Lines must not run through letters: a plate of paper stands under them. */
static void print_plate(struct printing *p, struct rect box) {
    double slack = 1.5 + 0.055 * box.w; /* where the font is missing, letters are wider */
    scene_rect(p->out, (struct rect){box.x - slack, box.y - 0.5, box.w + 2 * slack, box.h + 1},
               INK_GROUND, stroke_none);
}

static void print_text(struct printing *p, const struct text_item *t) {
    struct rect box = text_box(t), there = box;
    const struct print_fill *ground =
        t->angle == 0 ? ground_at(p, (struct point){box.x + box.w / 2, box.y + box.h / 2}) : NULL;
    there.x += p->offset.x;
    there.y += p->offset.y;
    bool on_black = ground && ground->kind == PRINT_SOLID;
    if (t->angle == 0 && !on_black && print_is_lined(&p->grounds, there))
        print_plate(p, box);
    struct text_item copy = *t;
    copy.shaped = inked(p, t->shaped, on_black ? INK_GROUND : INK_INK);
    scene_text(p->out, &copy);
}

/* ── Items ── */

static void enter(struct printing *p, struct point offset) {
    struct printing_open *open = ARENA_NEW(p->arena, struct printing_open);
    *open = (struct printing_open){p->open, p->offset};
    p->open = open;
    p->offset.x += offset.x;
    p->offset.y += offset.y;
}

static void leave(struct printing *p) {
    if (!p->open)
        return;
    p->offset = p->open->offset;
    p->open = p->open->outer;
}

static void pass(struct printing *p, const struct item *item) {
    struct item *copy = arena_memdup(p->arena, item, sizeof *copy);
    copy->next = NULL;
    *p->out->last = copy;
    p->out->last = &copy->next;
    p->out->count++;
}

static void print_item(struct printing *p, const struct item *item) {
    switch (item->kind) {
    case ITEM_RECT:
        if (item->as.rect.fill == INK_NONE)
            print_outline(p, item->as.rect.box, item->as.rect.stroke);
        else
            print_rect(p, item->as.rect.box, item->as.rect.fill, item->as.rect.stroke);
        break;
    case ITEM_LINE:
        print_line(p, item);
        break;
    case ITEM_CIRCLE:
        scene_circle(p->out, item->as.circle.centre, item->as.circle.radius,
                     item->as.circle.fill ? flat(print_fill(item->as.circle.fill), true) : INK_NONE,
                     print_stroke(item->as.circle.stroke));
        break;
    case ITEM_PATH:
        if (item->as.path.fill == INK_NONE)
            print_open_path(p, item);
        else
            print_path(p, item);
        break;
    case ITEM_TEXT:
        print_text(p, &item->as.text);
        break;
    case ITEM_GROUP_OPEN:
        enter(p, item->as.group.offset);
        pass(p, item);
        break;
    case ITEM_CLIP_OPEN:
        enter(p, (struct point){0, 0});
        pass(p, item);
        break;
    case ITEM_GROUP_CLOSE:
    case ITEM_CLIP_CLOSE:
        leave(p);
        pass(p, item);
        break;
    default:
        pass(p, item);
    }
}

struct scene *scene_printed(struct arena *a, const struct scene *s) {
    struct printing p = {
        .arena = a, .grounds = {.arena = a}, .out = scene_new(a, s->width, s->height)};
    for (const struct item *i = s->first, *end; i; i = end) {
        for (end = i; end && is_overflow(end);)
            end = end->next;
        if (end != i) {
            print_overflow(&p, i, end);
        } else {
            print_item(&p, i);
            end = i->next;
        }
    }
    return p.out;
}
