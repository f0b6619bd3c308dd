/* A flow with places, drawn: tags open and close as reading goes, also where a figure that stands
 * at the top of a page belongs after the paragraph that ends below it. */
#include "page/page.h"

enum { FOOT_DEPTH = 16 };

/* A float that stands further on than it was named. */
struct delayed {
    struct flow_item *item;
    bool left; /* the tags that it was named in have ended */
};

struct drawing {
    struct flow *flow;
    enum master master;
    struct scene *const *scenes; /* NULL: a box */
    struct point box;
    struct pen pen;
    size_t page; /* drawn on now; SIZE_MAX: none yet */
    struct delayed *delayed;
    size_t delayed_count, delayed_room;
    size_t inside; /* open tags of the flow other than sections */
    const struct flow_item **open;
    size_t open_count, open_room;
    /* Footnotes whose lines reading has passed, in order; those before `feet_done` are drawn. */
    bool page_ends, in_foot; /* its last strip is drawn; a footnote is being drawn */
    struct footnote **feet;
    size_t feet_count, feet_room, feet_done;
    struct flow_item *rest; /* of the one drawn last, on a further page; NULL: none */
    const struct flow_item *rest_open[FOOT_DEPTH]; /* the tags around it */
    size_t rest_depth;
};

static void draw_item(struct drawing *g, struct flow_item *i);
static void open_tag(struct drawing *g, const struct flow_item *i);
static void close_tag(struct drawing *g, enum tag tag);
static void turn_to(struct drawing *g, size_t page);

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

static void draw_note(struct drawing *g, const struct flow_item *i) {
    struct strip strip = {.what = i->note.what};
    go_to(g, i->page);
    i->note.draw(&g->pen, &strip, (struct point){g->pen.margin, i->y});
}

static void draw_dest(struct drawing *g, const struct flow_item *i) {
    turn_to(g, i->page);
    double x = g->scenes ? g->pen.body : g->box.x;
    double y = g->scenes ? i->y : g->box.y + i->y - g->pen.setter->form->top;
    scene_dest(g->pen.scene, i->dest, (struct point){x, y});
}

/* ── Footnotes ── */

static const double RULE_WIDTH = 89, RULE_STROKE = 0.4, RULE_ABOVE = 3.5; /* design 5 */

static void draw_rule(struct drawing *g, const struct flow_item *line) {
    double scale = g->pen.setter->form->scale;
    struct point at = {g->pen.body, line->y - RULE_ABOVE * scale};
    pen_artifact_open(&g->pen);
    scene_line(g->pen.scene, at, (struct point){at.x + RULE_WIDTH * scale, at.y},
               stroke_solid(INK_INK3, RULE_STROKE));
    pen_artifact_close(&g->pen);
}

/* What is open in a footnote that is left off. */
static void reopen(struct drawing *g) {
    for (size_t k = 0; k < g->rest_depth; k++)
        open_tag(g, g->rest_open[k]);
}

static void leave_off(struct drawing *g, struct flow_item *at) {
    g->rest = at;
    for (size_t k = g->rest_depth; k-- > 0;)
        close_tag(g, g->rest_open[k]->tag);
}

static void draw_foot_item(struct drawing *g, struct flow_item *i) {
    if (i->kind == FLOW_STRIP)
        go_to(g, i->page);
    if (i->below_rule)
        draw_rule(g, i);
    if (i->kind == FLOW_OPEN && g->rest_depth < FOOT_DEPTH)
        g->rest_open[g->rest_depth++] = i;
    if (i->kind == FLOW_CLOSE && g->rest_depth > 0)
        g->rest_depth--;
    draw_item(g, i);
}

/* A footnote from an item on, to the end of a page. Scenes follow each other: what of it stands on
 * the next page comes at once, since nothing of that page is drawn yet. Text lies before what
 * stands further on, so that the structure has another Note for that. */
static void draw_foot(struct drawing *g, struct flow_item *from, size_t last_page) {
    size_t back = g->page;
    g->rest = NULL;
    g->in_foot = true;
    for (struct flow_item *i = from; i; i = i->next) {
        if (i->kind == FLOW_STRIP && i->page > last_page) {
            leave_off(g, i);
            break;
        }
        draw_foot_item(g, i);
    }
    g->in_foot = false;
    go_to(g, back);
}

/* The rest of a footnote begins its page. */
static void draw_rest(struct drawing *g, size_t page) {
    while (g->rest && g->rest->page <= page) {
        size_t back = g->page;
        go_to(g, g->rest->page);
        reopen(g);
        draw_foot(g, g->rest, g->rest->page);
        go_to(g, back);
    }
}

static bool goes_on(const struct footnote *n) {
    return n->count && n->lines[0]->page != n->lines[n->count - 1]->page;
}

/* The footnotes of a paragraph stand after it; those of one that goes on to the next page, in it,
 * where its page ends. There, too, stands one that goes on itself: what follows it in the scenes is
 * the rest of it. */
static void draw_feet(struct drawing *g) {
    while (g->feet_done < g->feet_count) {
        struct footnote *n = g->feet[g->feet_done];
        if (goes_on(n) && !g->page_ends)
            return;
        g->feet_done++;
        g->rest_depth = 0;
        draw_foot(g, n->body->first, n->count ? n->lines[0]->page + 1 : g->page);
    }
}

static void call_foot(struct drawing *g, struct footnote *n) {
    ARENA_GROW(g->flow->setter->arena, g->feet, g->feet_count, g->feet_room, 16);
    g->feet[g->feet_count++] = n;
}

/* ── Items ── */

static void open_tag(struct drawing *g, const struct flow_item *i) {
    ARENA_GROW(g->flow->setter->arena, g->open, g->open_count, g->open_room, 16);
    g->open[g->open_count++] = i;
    g->inside += i->tag != TAG_SECT;
    scene_tag_open(g->pen.scene, i->tag, i->facts);
}

static void close_tag(struct drawing *g, enum tag tag) {
    g->open_count -= g->open_count > 0;
    g->inside -= tag != TAG_SECT;
    scene_tag_close(g->pen.scene, tag);
}

/* Whether a block may stand in the innermost open tag. */
static bool holds_blocks(const struct drawing *g) {
    static const enum tag tags[] = {TAG_SECT, TAG_DIV, TAG_LBODY, TAG_BLOCKQUOTE, TAG_PART};
    if (g->open_count == 0)
        return true;
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (g->open[g->open_count - 1]->tag == tags[i])
            return true;
    return false;
}

/* What stands at the foot of a page is drawn before the next one begins. */
static void turn_to(struct drawing *g, size_t page) {
    if (g->scenes && g->page != page && !g->in_foot) {
        g->page_ends = true;
        draw_feet(g);
        draw_rest(g, page);
        g->page_ends = false;
    }
    go_to(g, page);
}

static void draw_strip(struct drawing *g, struct flow_item *i) {
    turn_to(g, i->page);
    g->page_ends |= i->strip.ends_page;
    i->strip.draw(&g->pen, &i->strip, strip_place(g, i));
}

static void draw_item(struct drawing *g, struct flow_item *i) {
    switch (i->kind) {
    case FLOW_STRIP:
        draw_strip(g, i);
        break;
    case FLOW_OPEN:
        turn_to(g, i->page);
        open_tag(g, i);
        break;
    case FLOW_CLOSE:
        close_tag(g, i->tag);
        break;
    case FLOW_DEST:
        draw_dest(g, i);
        break;
    case FLOW_NOTE:
        if (g->scenes)
            draw_note(g, i);
        break;
    case FLOW_FOOT:
        if (g->scenes)
            call_foot(g, i->foot);
        break;
    case FLOW_RUNNING:
        break;
    }
    if (!g->in_foot && g->feet_done < g->feet_count && holds_blocks(g))
        draw_feet(g);
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

/* Captions, notes and footnotes of such a float go with it. */
static bool goes_with_delayed(const struct drawing *g, const struct flow_item *i) {
    bool note = i->kind == FLOW_NOTE || i->kind == FLOW_FOOT;
    return note && i->anchor && is_delayed(g, i->anchor);
}

static void draw_with_notes(struct drawing *g, struct flow_item *i) {
    draw_item(g, i);
    for (struct flow_item *n = i->next; n && n->kind != FLOW_STRIP; n = n->next)
        if (n->anchor == i)
            draw_item(g, n);
}

/* Between the blocks of any section, or where the tags around the float are still the open ones; a
 * closing tag still stands inside. */
static bool may_stand(const struct drawing *g, const struct delayed *x,
                      const struct flow_item *before) {
    int depth = before->depth + (before->kind == FLOW_CLOSE);
    return g->inside == 0 || (!x->left && depth <= x->item->depth);
}

/* A page of floats alone stands within a paragraph, which reading leaves before it: the tags that
 * are open end there and begin again behind it. */
static void draw_between(struct drawing *g, struct flow_item *i) {
    size_t inside = g->inside, first = g->open_count;
    while (first > 0 && g->open[first - 1]->tag != TAG_SECT)
        scene_tag_close(g->pen.scene, g->open[--first]->tag);
    g->inside = 0;
    draw_with_notes(g, i);
    g->inside = inside;
    for (; first < g->open_count; first++)
        scene_tag_open(g->pen.scene, g->open[first]->tag, g->open[first]->facts);
}

static bool is_passed(const struct delayed *x, const struct flow_item *before) {
    return before->kind == FLOW_STRIP && before->page > x->item->page;
}

static void draw_delayed(struct drawing *g, const struct flow_item *before) {
    size_t left = 0;
    size_t ahead = before ? page_ahead(before) : (size_t)-1;
    for (size_t k = 0; k < g->delayed_count; k++) {
        struct delayed x = g->delayed[k];
        if (before && !may_stand(g, &x, before) && is_passed(&x, before))
            draw_between(g, x.item);
        else if (before && (!may_stand(g, &x, before) || ahead < x.item->page)) {
            x.left |= before->kind == FLOW_CLOSE && before->depth < x.item->depth;
            g->delayed[left++] = x;
        } else
            draw_with_notes(g, x.item);
    }
    g->delayed_count = left;
}

static void delay(struct drawing *g, struct flow_item *i) {
    ARENA_GROW(g->flow->setter->arena, g->delayed, g->delayed_count, g->delayed_room, 16);
    g->delayed[g->delayed_count++] = (struct delayed){.item = i};
}

static void draw_all(struct drawing *g) {
    for (struct flow_item *i = g->flow->first; i; i = i->next) {
        if (g->delayed_count)
            draw_delayed(g, i);
        if (is_delayed(g, i))
            delay(g, i);
        else if (!goes_with_delayed(g, i))
            draw_item(g, i);
    }
    draw_delayed(g, NULL);
    g->page_ends = true;
    draw_feet(g);
    draw_rest(g, (size_t)-1);
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
