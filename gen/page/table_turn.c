/* What was drawn is given a quarter turn to the left: tables wider than they are high. */
#include "page/table_layout.h"

struct turn {
    struct point corner;
    double width;
};

static struct point turned(const struct turn *t, double x, double y) {
    return (struct point){t->corner.x + (y - t->corner.y),
                          t->corner.y + t->width - (x - t->corner.x)};
}

static struct rect turned_rect(const struct turn *t, struct rect r) {
    struct point at = turned(t, r.x + r.w, r.y);
    return (struct rect){at.x, at.y, r.h, r.w};
}

static void turn_path(struct scene *s, struct item *i, const struct turn *t) {
    struct path_point *points =
        arena_memdup(s->arena, i->as.path.points, i->as.path.n * sizeof *points);
    for (size_t k = 0; k < i->as.path.n; k++) {
        struct point at = turned(t, points[k].x, points[k].y);
        points[k].x = at.x;
        points[k].y = at.y;
    }
    i->as.path.points = points;
}

static void turn_tag(struct scene *s, struct tag_facts *facts, const struct turn *t) {
    if (facts->box.w > 0)
        facts->box = turned_rect(t, facts->box);
    if (!facts->area_count)
        return;
    struct rect *areas =
        arena_memdup(s->arena, facts->areas, facts->area_count * sizeof *facts->areas);
    for (size_t k = 0; k < facts->area_count; k++)
        areas[k] = turned_rect(t, areas[k]);
    facts->areas = areas;
}

static void turn_text(struct text_item *text, const struct turn *t) {
    struct point at = turned(t, text->x, text->baseline);
    text->x = at.x;
    text->baseline = at.y;
    text->angle += 90;
}

static void turn_item(struct scene *s, struct item *i, const struct turn *t) {
    switch (i->kind) {
    case ITEM_RECT:
        i->as.rect.box = turned_rect(t, i->as.rect.box);
        break;
    case ITEM_LINE:
        i->as.line.from = turned(t, i->as.line.from.x, i->as.line.from.y);
        i->as.line.to = turned(t, i->as.line.to.x, i->as.line.to.y);
        break;
    case ITEM_CIRCLE:
        i->as.circle.centre = turned(t, i->as.circle.centre.x, i->as.circle.centre.y);
        break;
    case ITEM_PATH:
        turn_path(s, i, t);
        break;
    case ITEM_TEXT:
        turn_text(&i->as.text, t);
        break;
    case ITEM_PICTURE:
        i->as.picture.box = turned_rect(t, i->as.picture.box);
        i->as.picture.turned = !i->as.picture.turned;
        break;
    case ITEM_CLIP_OPEN:
        i->as.clip = turned_rect(t, i->as.clip);
        break;
    case ITEM_TAG_OPEN:
        turn_tag(s, &i->as.tag.facts, t);
        break;
    case ITEM_DEST:
        i->as.dest.at = turned(t, i->as.dest.at.x, i->as.dest.at.y);
        break;
    case ITEM_GROUP_OPEN:
    case ITEM_GROUP_CLOSE:
    case ITEM_TAG_CLOSE:
    case ITEM_CLIP_CLOSE:
        break;
    }
}

/* Groups move what is in them: there, offsets turn and nothing else is added. */
void scene_turn(struct scene *s, struct item **first, struct point corner, double width) {
    const struct turn whole = {corner, width}, inside = {{0, 0}, 0};
    int depth = 0;
    for (struct item *i = *first; i; i = i->next) {
        if (i->kind == ITEM_GROUP_OPEN) {
            struct point at =
                turned(depth ? &inside : &whole, i->as.group.offset.x, i->as.group.offset.y);
            i->as.group.offset = at;
            depth++;
        } else if (i->kind == ITEM_GROUP_CLOSE) {
            depth--;
        } else {
            turn_item(s, i, depth ? &inside : &whole);
        }
    }
}
