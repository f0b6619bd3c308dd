#include "paint/canvas.h"

#include <cairo.h>
#include <math.h>

#include "paint/decode.h"
#include "paint/theme.h"

struct canvas_open {
    struct canvas_open *outer;
    struct point offset;
};

struct canvas_buffers {
    cairo_glyph_t *glyphs;
    cairo_text_cluster_t *clusters;
    size_t glyph_room, cluster_room;
};

static void set_ink(struct canvas *c, enum ink ink) {
    uint32_t rgb = theme_rgb(c->theme, ink);
    cairo_set_source_rgb(c->cr, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0,
                         (rgb & 255) / 255.0);
}

static void set_stroke(struct canvas *c, const struct stroke *s) {
    int dashes = 0;
    while (dashes < 4 && s->dash[dashes] > 0)
        dashes++;
    cairo_set_line_width(c->cr, s->width);
    cairo_set_dash(c->cr, s->dash, dashes, 0);
    cairo_set_line_cap(c->cr, s->cap == CAP_ROUND ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    cairo_set_line_join(c->cr,
                        s->join == JOIN_ROUND ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
}

/* Fills and strokes the current path and forgets it. */
static void paint_shape(struct canvas *c, enum ink fill, const struct stroke *stroke) {
    bool stroked = stroke->ink != INK_NONE && stroke->width > 0;
    if (fill != INK_NONE) {
        set_ink(c, fill);
        if (stroked)
            cairo_fill_preserve(c->cr);
        else
            cairo_fill(c->cr);
    }
    if (stroked) {
        set_ink(c, stroke->ink);
        set_stroke(c, stroke);
        cairo_stroke(c->cr);
    }
    cairo_new_path(c->cr);
}

static void trace_path(cairo_t *cr, const struct path_point *p, size_t n) {
    for (size_t i = 0; i < n; i++)
        switch (p[i].op) {
        case PATH_MOVE:
            cairo_move_to(cr, p[i].x, p[i].y);
            break;
        case PATH_LINE:
            cairo_line_to(cr, p[i].x, p[i].y);
            break;
        case PATH_CLOSE:
            cairo_close_path(cr);
            break;
        case PATH_CURVE:
            if (i + 2 >= n)
                return;
            cairo_curve_to(cr, p[i].x, p[i].y, p[i + 1].x, p[i + 1].y, p[i + 2].x, p[i + 2].y);
            i += 2;
            break;
        }
}

/* ── Text: glyphs of one face, size, ink and height go out in one call. ── */

static const struct text_style *style_of(const struct shaped *s, size_t i) {
    return &s->pieces[s->clusters[i].piece].style;
}

/* A cluster without glyphs ends a run: Cairo would wrap it in ActualText, which some readers trip
 * over. */
static bool same_run(const struct shaped *s, size_t i, size_t j) {
    const struct cluster *a = &s->clusters[i], *b = &s->clusters[j];
    if (a->face != b->face || a->size != b->size || a->at + a->bytes != b->at)
        return false;
    if (a->glyph_count == 0 || b->glyph_count == 0)
        return false;
    if (a->piece == b->piece)
        return true;
    const struct text_style *p = style_of(s, i), *q = style_of(s, j);
    return p->ink == q->ink && p->rise == q->rise;
}

static struct canvas_buffers *canvas_room(struct canvas *c, size_t glyphs, size_t clusters) {
    if (!c->buffers)
        c->buffers = ARENA_NEW(c->arena, struct canvas_buffers);
    struct canvas_buffers *b = c->buffers;
    if (b->glyph_room < glyphs) {
        b->glyph_room = 2 * glyphs + 64;
        b->glyphs = ARENA_ARRAY(c->arena, cairo_glyph_t, b->glyph_room);
    }
    if (b->cluster_room < clusters) {
        b->cluster_room = 2 * clusters + 64;
        b->clusters = ARENA_ARRAY(c->arena, cairo_text_cluster_t, b->cluster_room);
    }
    return b;
}

struct pen {
    double x, y;
};

/* Lays the glyphs of clusters [from, to) into the buffers; returns how many. */
static int run_fill(struct canvas_buffers *b, const struct text_item *t, size_t from, size_t to,
                    struct pen *pen) {
    const struct shaped *s = t->shaped;
    int glyphs = 0;
    for (size_t i = from; i < to; i++) {
        const struct cluster *k = &s->clusters[i];
        double x = pen->x + (t->shifts ? t->shifts[i - t->from] : 0);
        for (uint32_t g = 0; g < k->glyph_count; g++) {
            const struct glyph *glyph = &s->glyphs[k->first_glyph + g];
            b->glyphs[glyphs++] =
                (cairo_glyph_t){.index = glyph->id, .x = x + glyph->dx, .y = pen->y + glyph->dy};
        }
        b->clusters[i - from] =
            (cairo_text_cluster_t){.num_bytes = (int)k->bytes, .num_glyphs = (int)k->glyph_count};
        pen->x += t->advances ? t->advances[i - t->from] : k->advance;
    }
    return glyphs;
}

static void run_paint(struct canvas *c, const struct text_item *t, size_t from, size_t to,
                      struct pen *pen) {
    const struct shaped *s = t->shaped;
    const struct cluster *first = &s->clusters[from], *last = &s->clusters[to - 1];
    const struct text_style *style = style_of(s, from);
    size_t room = 0;
    for (size_t i = from; i < to; i++)
        room += s->clusters[i].glyph_count;
    struct canvas_buffers *b = canvas_room(c, room, to - from);
    struct pen raised = {pen->x, pen->y - style->rise};
    int glyphs = run_fill(b, t, from, to, &raised);
    pen->x = raised.x;
    if (glyphs == 0 || style->ink == INK_NONE || !first->face)
        return;
    struct face_use use;
    if (!faces_use(c->faces, first->face, first->size, c->zoom, &use)) {
        if (!c->failed)
            diag_report(c->diag, DIAG_FACE_UNUSABLE, (struct span){0}, first->face->path, NULL,
                        NULL);
        c->failed = true;
        return;
    }
    for (int g = 0; use.map && g < glyphs; g++)
        b->glyphs[g].index = b->glyphs[g].index < use.map_count ? use.map[b->glyphs[g].index] : 0;
    cairo_set_scaled_font(c->cr, use.font);
    set_ink(c, style->ink);
    cairo_show_text_glyphs(c->cr, s->text + first->at, (int)(last->at + last->bytes - first->at),
                           b->glyphs, glyphs, b->clusters, (int)(to - from), 0);
}

static void paint_runs(struct canvas *c, const struct text_item *t, struct pen pen) {
    size_t to = t->to < t->shaped->cluster_count ? t->to : t->shaped->cluster_count;
    for (size_t i = t->from; i < to;) {
        size_t end = i + 1;
        while (end < to && same_run(t->shaped, end - 1, end))
            end++;
        run_paint(c, t, i, end, &pen);
        i = end;
    }
}

static void paint_text(struct canvas *c, const struct text_item *t) {
    static const double SHARE[] = {[ANCHOR_START] = 0, [ANCHOR_MIDDLE] = 0.5, [ANCHOR_END] = 1};
    double back = SHARE[t->anchor] * t->width;
    if (t->angle == 0) {
        paint_runs(c, t, (struct pen){t->x - back, t->baseline});
        return;
    }
    cairo_save(c->cr);
    cairo_translate(c->cr, t->x, t->baseline);
    cairo_rotate(c->cr, -t->angle * acos(-1) / 180);
    paint_runs(c, t, (struct pen){-back, 0});
    cairo_restore(c->cr);
}

/* ── Items ── */

static void canvas_enter(struct canvas *c) {
    struct canvas_open *open = ARENA_NEW(c->arena, struct canvas_open);
    *open = (struct canvas_open){.outer = c->open, .offset = c->offset};
    c->open = open;
    cairo_save(c->cr);
}

static void canvas_leave(struct canvas *c) {
    if (!c->open)
        return;
    c->offset = c->open->offset;
    c->open = c->open->outer;
    cairo_restore(c->cr);
}

static void group_enter(struct canvas *c, struct point offset) {
    canvas_enter(c);
    c->offset.x += offset.x;
    c->offset.y += offset.y;
    cairo_translate(c->cr, offset.x, offset.y);
}

static void clip_enter(struct canvas *c, struct rect box) {
    canvas_enter(c);
    cairo_rectangle(c->cr, box.x, box.y, box.w, box.h);
    cairo_clip(c->cr);
}

static void paint_circle(struct canvas *c, const struct item *item) {
    struct point at = item->as.circle.centre;
    cairo_new_sub_path(c->cr);
    cairo_arc(c->cr, at.x, at.y, fmax(item->as.circle.radius, 0), 0, 2 * acos(-1));
    cairo_close_path(c->cr);
    paint_shape(c, item->as.circle.fill, &item->as.circle.stroke);
}

/* Only PNG files: Cairo reads no others. */
static void paint_picture(struct canvas *c, const struct item *item) {
    const struct picture *p = item->as.picture.picture;
    struct rect r = item->as.picture.box;
    cairo_surface_t *surface = picture_surface(c->arena, p);
    if (!surface) {
        diag_report(c->diag, DIAG_PICTURE_UNPAINTABLE, (struct span){0}, p->name, "a PNG file",
                    NULL);
        c->failed = true;
        return;
    }
    cairo_save(c->cr);
    if (item->as.picture.turned) {
        cairo_translate(c->cr, r.x, rect_bottom(r));
        cairo_rotate(c->cr, -acos(-1) / 2);
        r = (struct rect){0, 0, r.h, r.w};
    } else
        cairo_translate(c->cr, r.x, r.y);
    cairo_scale(c->cr, r.w / p->columns, r.h / p->rows);
    cairo_set_source_surface(c->cr, surface, 0, 0);
    cairo_paint(c->cr);
    cairo_restore(c->cr);
}

void canvas_item(struct canvas *c, const struct item *item) {
    switch (item->kind) {
    case ITEM_RECT: {
        struct rect r = item->as.rect.box;
        cairo_rectangle(c->cr, r.x, r.y, r.w, r.h);
        paint_shape(c, item->as.rect.fill, &item->as.rect.stroke);
        break;
    }
    case ITEM_LINE:
        cairo_move_to(c->cr, item->as.line.from.x, item->as.line.from.y);
        cairo_line_to(c->cr, item->as.line.to.x, item->as.line.to.y);
        paint_shape(c, INK_NONE, &item->as.line.stroke);
        break;
    case ITEM_CIRCLE:
        paint_circle(c, item);
        break;
    case ITEM_PATH:
        trace_path(c->cr, item->as.path.points, item->as.path.n);
        paint_shape(c, item->as.path.fill, &item->as.path.stroke);
        break;
    case ITEM_TEXT:
        paint_text(c, &item->as.text);
        break;
    case ITEM_PICTURE:
        paint_picture(c, item);
        break;
    case ITEM_GROUP_OPEN:
        group_enter(c, item->as.group.offset);
        break;
    case ITEM_CLIP_OPEN:
        clip_enter(c, item->as.clip);
        break;
    case ITEM_GROUP_CLOSE:
    case ITEM_CLIP_CLOSE:
        canvas_leave(c);
        break;
    case ITEM_TAG_OPEN:
    case ITEM_TAG_CLOSE:
    case ITEM_DEST:
        break;
    }
}

void canvas_close(struct canvas *c) {
    while (c->open)
        canvas_leave(c);
}
