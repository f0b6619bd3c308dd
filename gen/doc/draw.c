/* A flow with places, drawn: tags open and close as reading goes, also where a figure that stands
 * at the top of a page belongs after the paragraph that ends below it. */
#include "doc/page.h"

struct drawing {
    struct flow *flow;
    enum master master;
    struct scene *const *scenes; /* NULL: a box */
    struct point box;
    struct pen pen;
    size_t page; /* drawn on now; SIZE_MAX: none yet */
    struct flow_item *delayed[64];
    size_t delayed_count;
    size_t inside; /* open tags of the flow other than sections */
};

static void go_to(struct drawing *g, size_t page) {
    if (!g->scenes || g->page == page)
        return;
    size_t folio = page + 1;
    g->page = page;
    g->pen.scene = g->scenes[page];
    g->pen.body = form_body(g->pen.setter->form, folio);
    g->pen.wide = form_wide(g->pen.setter->form, folio);
    g->pen.margin = form_margin(g->pen.setter->form, folio);
}

static struct point strip_place(const struct drawing *g, const struct flow_item *i) {
    if (!g->scenes)
        return (struct point){g->box.x + i->strip.left, g->box.y + i->y - g->pen.setter->form->top};
    double left = i->strip.wide
                      ? g->pen.wide
                      : master_column(g->pen.setter->form, g->master, i->page + 1, i->column);
    return (struct point){left + i->strip.left, i->y};
}

static void draw_strip(struct drawing *g, const struct flow_item *i) {
    go_to(g, i->page);
    i->strip.draw(&g->pen, &i->strip, strip_place(g, i));
}

static void draw_note(struct drawing *g, const struct flow_item *i) {
    struct strip strip = {.what = i->note.what};
    go_to(g, i->page);
    i->note.draw(&g->pen, &strip, (struct point){g->pen.margin, i->y});
}

static void draw_dest(struct drawing *g, const struct flow_item *i) {
    go_to(g, i->page);
    double x = g->scenes ? g->pen.body : g->box.x;
    double y = g->scenes ? i->y : g->box.y + i->y - g->pen.setter->form->top;
    scene_dest(g->pen.scene, i->dest, (struct point){x, y});
}

static void draw_item(struct drawing *g, const struct flow_item *i) {
    switch (i->kind) {
    case FLOW_STRIP:
        draw_strip(g, i);
        break;
    case FLOW_OPEN:
        go_to(g, i->page);
        g->inside += i->tag != TAG_SECT;
        scene_tag_open(g->pen.scene, i->tag, i->facts);
        break;
    case FLOW_CLOSE:
        g->inside -= i->tag != TAG_SECT;
        scene_tag_close(g->pen.scene, i->tag);
        break;
    case FLOW_DEST:
        draw_dest(g, i);
        break;
    case FLOW_NOTE:
        if (g->scenes)
            draw_note(g, i);
        break;
    case FLOW_RUNNING:
        break;
    }
}

/* Where reading goes on after an item, delayed ones left out. */
static size_t page_ahead(const struct flow_item *i) {
    for (; i; i = i->next)
        if (i->kind == FLOW_STRIP && !i->strip.floats)
            return i->page;
    return (size_t)-1;
}

/* A float has been moved on when reading goes on before its page. */
static bool is_delayed(const struct drawing *g, const struct flow_item *i) {
    return g->scenes && i->kind == FLOW_STRIP && i->strip.floats && i->page > page_ahead(i->next);
}

/* Captions and notes beside such a float go with it. */
static bool goes_with_delayed(const struct drawing *g, const struct flow_item *i) {
    return i->kind == FLOW_NOTE && i->anchor && is_delayed(g, i->anchor);
}

/* Between the blocks of any section, or where the tags around the float are still the open ones; a
 * closing tag still stands inside. */
static bool may_stand(const struct drawing *g, const struct flow_item *i,
                      const struct flow_item *before) {
    return g->inside == 0 || before->depth + (before->kind == FLOW_CLOSE) <= i->depth;
}

static void draw_delayed(struct drawing *g, const struct flow_item *before) {
    size_t done = 0;
    size_t ahead = before ? page_ahead(before) : (size_t)-1;
    while (done < g->delayed_count) {
        const struct flow_item *i = g->delayed[done];
        if (before && (!may_stand(g, i, before) || ahead < i->page))
            break;
        draw_item(g, i);
        for (const struct flow_item *n = g->flow->first; n; n = n->next)
            if (n->kind == FLOW_NOTE && n->anchor == i)
                draw_item(g, n);
        done++;
    }
    for (size_t k = done; k < g->delayed_count; k++)
        g->delayed[k - done] = g->delayed[k];
    g->delayed_count -= done;
}

static void draw_all(struct drawing *g) {
    for (struct flow_item *i = g->flow->first; i; i = i->next) {
        if (g->delayed_count)
            draw_delayed(g, i);
        if (is_delayed(g, i) && g->delayed_count < sizeof g->delayed / sizeof *g->delayed)
            g->delayed[g->delayed_count++] = i;
        else if (!goes_with_delayed(g, i))
            draw_item(g, i);
    }
    draw_delayed(g, NULL);
}

void flow_draw(struct flow *f, enum master m, struct scene *const *scenes) {
    struct drawing g = {.flow = f, .master = m, .scenes = scenes, .page = (size_t)-1};
    g.pen.setter = f->setter;
    draw_all(&g);
}

void flow_draw_box(struct flow *f, struct scene *scene, struct point at) {
    struct drawing g = {.flow = f, .box = at};
    g.pen = (struct pen){.setter = f->setter, .scene = scene, .body = at.x, .wide = at.x};
    draw_all(&g);
}
