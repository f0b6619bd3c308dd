/* A scene at another size: its coordinates, its strokes and its type. */
#include <string.h>

#include "figure/scene.h"

struct scaling {
    struct arena *arena;
    double by;
};

static void lengths(const struct scaling *g, double *const *at, size_t n) {
    for (size_t i = 0; i < n; i++)
        *at[i] *= g->by;
}

static void point(const struct scaling *g, struct point *p) {
    lengths(g, (double *[]){&p->x, &p->y}, 2);
}

static void box(const struct scaling *g, struct rect *r) {
    lengths(g, (double *[]){&r->x, &r->y, &r->w, &r->h}, 4);
}

static void stroke(const struct scaling *g, struct stroke *s) {
    s->width *= g->by;
    for (size_t i = 0; i < sizeof s->dash / sizeof *s->dash; i++)
        s->dash[i] *= g->by;
}

static const struct hatch *hatch(const struct scaling *g, const struct hatch *from) {
    if (!from)
        return NULL;
    struct hatch *to = arena_memdup(g->arena, from, sizeof *from);
    lengths(g, (double *[]){&to->box.x, &to->box.y, &to->box.w, &to->box.h, &to->pitch}, 5);
    return to;
}

static const struct path_point *path(const struct scaling *g, const struct path_point *from,
                                     size_t n) {
    struct path_point *to = ARENA_ARRAY(g->arena, struct path_point, n + 1);
    for (size_t i = 0; i < n; i++)
        to[i] = (struct path_point){from[i].op, from[i].x * g->by, from[i].y * g->by};
    return to;
}

/* ── Text ── */

static const double *numbers(const struct scaling *g, const double *from, size_t n) {
    if (!from)
        return NULL;
    double *to = ARENA_ARRAY(g->arena, double, n + 1);
    for (size_t i = 0; i < n; i++)
        to[i] = from[i] * g->by;
    return to;
}

static const struct piece *pieces(const struct scaling *g, const struct shaped *s) {
    struct piece *to = ARENA_ARRAY(g->arena, struct piece, s->piece_count + 1);
    for (size_t i = 0; i < s->piece_count; i++) {
        to[i] = s->pieces[i];
        struct text_style *y = &to[i].style;
        lengths(g, (double *[]){&y->size, &y->rise, &y->tracking}, 3);
    }
    return to;
}

static const struct cluster *clusters(const struct scaling *g, const struct shaped *s) {
    struct cluster *to = ARENA_ARRAY(g->arena, struct cluster, s->cluster_count + 1);
    for (size_t i = 0; i < s->cluster_count; i++) {
        to[i] = s->clusters[i];
        lengths(g, (double *[]){&to[i].size, &to[i].advance}, 2);
    }
    return to;
}

static const struct glyph *glyphs(const struct scaling *g, const struct shaped *s) {
    struct glyph *to = ARENA_ARRAY(g->arena, struct glyph, s->glyph_count + 1);
    for (size_t i = 0; i < s->glyph_count; i++)
        to[i] = (struct glyph){s->glyphs[i].id, s->glyphs[i].dx * g->by, s->glyphs[i].dy * g->by};
    return to;
}

static void text(const struct scaling *g, struct text_item *t) {
    struct shaped *s = arena_memdup(g->arena, t->shaped, sizeof *s);
    s->pieces = pieces(g, t->shaped);
    s->clusters = clusters(g, t->shaped);
    s->glyphs = glyphs(g, t->shaped);
    s->width *= g->by;
    t->shaped = s;
    t->advances = numbers(g, t->advances, t->to - t->from);
    t->shifts = numbers(g, t->shifts, t->to - t->from);
    lengths(g, (double *[]){&t->x, &t->baseline, &t->width}, 3);
}

/* ── Tags ── */

static void facts(const struct scaling *g, struct tag_facts *f) {
    struct rect *areas = ARENA_ARRAY(g->arena, struct rect, f->area_count + 1);
    for (size_t i = 0; i < f->area_count; i++) {
        areas[i] = f->areas[i];
        box(g, &areas[i]);
    }
    f->areas = f->areas ? areas : NULL;
    box(g, &f->box);
}

/* ── Items ── */

static void item(const struct scaling *g, struct item *i) {
    switch (i->kind) {
    case ITEM_RECT:
        box(g, &i->as.rect.box);
        stroke(g, &i->as.rect.stroke);
        break;
    case ITEM_LINE:
        point(g, &i->as.line.from);
        point(g, &i->as.line.to);
        stroke(g, &i->as.line.stroke);
        break;
    case ITEM_CIRCLE:
        point(g, &i->as.circle.centre);
        i->as.circle.radius *= g->by;
        stroke(g, &i->as.circle.stroke);
        break;
    case ITEM_PATH:
        i->as.path.points = path(g, i->as.path.points, i->as.path.n);
        i->as.path.hatch = hatch(g, i->as.path.hatch);
        stroke(g, &i->as.path.stroke);
        break;
    case ITEM_TEXT:
        text(g, &i->as.text);
        break;
    case ITEM_PICTURE:
        box(g, &i->as.picture.box);
        break;
    case ITEM_GROUP_OPEN:
        point(g, &i->as.group.offset);
        break;
    case ITEM_CLIP_OPEN:
        box(g, &i->as.clip);
        break;
    case ITEM_TAG_OPEN:
        facts(g, &i->as.tag.facts);
        break;
    case ITEM_DEST:
        point(g, &i->as.dest.at);
        break;
    case ITEM_GROUP_CLOSE:
    case ITEM_CLIP_CLOSE:
    case ITEM_TAG_CLOSE:
        break;
    }
}

struct scene *scene_scaled(struct arena *a, const struct scene *s, double scale) {
    struct scaling g = {a, scale};
    struct scene *out = scene_new(a, s->width * scale, s->height * scale);
    for (const struct item *i = s->first; i; i = i->next) {
        struct item *copy = arena_memdup(a, i, sizeof *copy);
        copy->next = NULL;
        item(&g, copy);
        *out->last = copy;
        out->last = &copy->next;
        out->count++;
    }
    return out;
}
