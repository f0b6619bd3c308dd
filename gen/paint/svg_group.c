#include <ctype.h>
#include <string.h>

#include "paint/escape.h"
#include "paint/svg.h"

static void push(struct svg *v, bool opened) {
    ARENA_GROW(v->arena, v->opened, v->open, v->open_room, 16);
    v->opened[v->open++] = opened;
    v->in_clip = false;
}

void svg_pop(struct svg *v) {
    v->in_clip = false;
    v->clip_of_next = 0;
    v->title_of_next = NULL;
    if (v->open && v->opened[--v->open])
        bytes_puts(&v->body, "</g>\n");
}

const char *svg_safe_name(struct arena *a, const char *name) {
    char *safe = arena_strdup(a, name);
    for (char *c = safe; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            *c = '-';
    return safe;
}

/* A group's id: PREFIX-name, numbered from the second of the name on. */
static const char *group_id(struct svg *v, const char *name) {
    const char *safe = svg_safe_name(v->arena, name);
    int seen = 1;
    for (const struct svg_name *n = v->names; n; n = n->next)
        seen += strcmp(n->name, safe) == 0;
    struct svg_name *n = ARENA_NEW(v->arena, struct svg_name);
    *n = (struct svg_name){v->names, safe};
    v->names = n;
    return seen == 1 ? arena_printf(v->arena, "%s-g-%s", v->id, safe)
                     : arena_printf(v->arena, "%s-g-%s.%d", v->id, safe, seen);
}

static bool holds_one_shape(const struct item *open, enum item_kind close) {
    const struct item *shape = open->next;
    return shape && shape->kind <= ITEM_PATH && shape->next && shape->next->kind == close;
}

void svg_group_open(struct svg *v, const struct item *item) {
    struct point offset = item->as.group.offset;
    const char *name = v->extras >= EXTRAS_NAMES ? item->as.group.name : NULL;
    const char *title = v->extras >= EXTRAS_TOOLTIPS ? item->as.group.title : NULL;
    bool moved = offset.x != 0 || offset.y != 0;
    bool one =
        title && !name && !moved && !v->attributes && holds_one_shape(item, ITEM_GROUP_CLOSE);
    bool opens = !one && (name || title || moved);
    push(v, opens);
    v->title_of_next = one ? title : NULL;
    if (!opens)
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

/* One clipPath for each rectangle, however often it is used. */
static int clip_number(struct svg *v, struct rect box) {
    for (const struct svg_clip *c = v->clips; c; c = c->next)
        if (same_box(c->box, box))
            return c->number;
    struct svg_clip *c = ARENA_NEW(v->arena, struct svg_clip);
    *c = (struct svg_clip){v->clips, box, ++v->clip_count};
    v->clips = c;
    bytes_printf(&v->body, "<clipPath id=\"%s-c%d\">", v->id, c->number);
    svg_outline(v, box);
    bytes_puts(&v->body, "/></clipPath>\n");
    return c->number;
}

/* A single shape says itself that it is clipped. */
void svg_clip_open(struct svg *v, const struct item *item) {
    int number = clip_number(v, item->as.clip);
    bool one = holds_one_shape(item, ITEM_CLIP_CLOSE);
    push(v, !one);
    v->in_clip = true;
    v->clip_of_next = one ? number : 0;
    if (one)
        return;
    bytes_printf(&v->body, "<g clip-path=\"url(#%s-c%d)\">\n", v->id, number);
}
