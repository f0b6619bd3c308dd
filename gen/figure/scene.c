#include "figure/scene.h"

#include <math.h>
#include <string.h>

const struct stroke stroke_none = {.ink = INK_NONE};

struct stroke stroke_solid(enum ink ink, double width) {
    return (struct stroke){.ink = ink, .width = width};
}

struct stroke stroke_dashed(enum ink ink, double width, double on, double off) {
    return (struct stroke){.ink = ink, .width = width, .dash = {on, off}};
}

struct scene *scene_new(struct arena *a, double width, double height) {
    struct scene *s = ARENA_NEW(a, struct scene);
    *s = (struct scene){.arena = a, .width = width, .height = height};
    s->last = &s->first;
    return s;
}

static struct item *append(struct scene *s, enum item_kind kind) {
    struct item *item = ARENA_NEW(s->arena, struct item);
    item->kind = kind;
    *s->last = item;
    s->last = &item->next;
    s->count++;
    return item;
}

void scene_rect(struct scene *s, struct rect box, enum ink fill, struct stroke stroke) {
    struct item *item = append(s, ITEM_RECT);
    item->as.rect.box = box;
    item->as.rect.fill = fill;
    item->as.rect.stroke = stroke;
}

void scene_line(struct scene *s, struct point from, struct point to, struct stroke stroke) {
    struct item *item = append(s, ITEM_LINE);
    item->as.line.from = from;
    item->as.line.to = to;
    item->as.line.stroke = stroke;
}

void scene_circle(struct scene *s, struct point centre, double radius, enum ink fill,
                  struct stroke stroke) {
    struct item *item = append(s, ITEM_CIRCLE);
    item->as.circle.centre = centre;
    item->as.circle.radius = radius;
    item->as.circle.fill = fill;
    item->as.circle.stroke = stroke;
}

struct item *scene_path(struct scene *s, const struct path_point *points, size_t n, enum ink fill,
                        struct stroke stroke) {
    if (n == 0)
        return NULL;
    struct item *item = append(s, ITEM_PATH);
    item->as.path.points = arena_memdup(s->arena, points, n * sizeof *points);
    item->as.path.n = n;
    item->as.path.fill = fill;
    item->as.path.stroke = stroke;
    return item;
}

static double natural_width(const struct text_item *text) {
    double width = 0;
    for (size_t i = text->from; i < text->to; i++)
        width +=
            text->advances ? text->advances[i - text->from] : text->shaped->clusters[i].advance;
    return width;
}

const struct text_item *scene_text(struct scene *s, const struct text_item *text) {
    struct item *item = append(s, ITEM_TEXT);
    item->as.text = *text;
    if (item->as.text.width == 0)
        item->as.text.width = natural_width(text);
    return &item->as.text;
}

void scene_group_open(struct scene *s, const char *name, const char *title, struct point offset) {
    struct item *item = append(s, ITEM_GROUP_OPEN);
    item->as.group.name = name;
    item->as.group.title = title;
    item->as.group.offset = offset;
}

void scene_group_close(struct scene *s) {
    append(s, ITEM_GROUP_CLOSE);
}

void scene_picture(struct scene *s, const struct picture *picture, struct rect box) {
    struct item *item = append(s, ITEM_PICTURE);
    item->as.picture.picture = picture;
    item->as.picture.box = box;
}

void scene_clip_open(struct scene *s, struct rect box) {
    append(s, ITEM_CLIP_OPEN)->as.clip = box;
}

void scene_clip_close(struct scene *s) {
    append(s, ITEM_CLIP_CLOSE);
}

void scene_tag_open(struct scene *s, enum tag tag, struct tag_facts facts) {
    struct item *item = append(s, ITEM_TAG_OPEN);
    item->as.tag.tag = tag;
    item->as.tag.facts = facts;
}

void scene_tag_close(struct scene *s, enum tag tag) {
    append(s, ITEM_TAG_CLOSE)->as.tag.tag = tag;
}

void scene_dest(struct scene *s, const char *name, struct point at) {
    struct item *item = append(s, ITEM_DEST);
    item->as.dest.name = name;
    item->as.dest.at = at;
}

void scene_place(struct scene *s, const struct scene *other, struct point at) {
    const struct item *from = other->first;
    size_t n = other->count; /* counted, so that a scene can be placed into itself */
    scene_group_open(s, NULL, NULL, at);
    for (; n > 0; n--, from = from->next) {
        struct item *item = append(s, from->kind);
        item->as = from->as;
    }
    scene_group_close(s);
}
