/* The outline: a list of levels becomes a tree. Levels that are skipped are closed up. */
#include "paint/attribute.h"
#include "paint/pdf_catalog.h"

enum { LEVELS = 8 };

struct outline_node {
    const struct outline_entry *entry;
    int number, parent, before, after, first, last;
    long kids;
    int level;
};

struct outline {
    struct outline_node *nodes; /* the first is the root */
    int count;
    int open[LEVELS + 1]; /* the last node of each level */
    int deepest;
};

static void link_node(struct outline *o, const struct outline_entry *entry, int number) {
    int level = entry->level < 1 ? 1 : entry->level;
    level = level > o->deepest + 1 ? o->deepest + 1 : level;
    level = level > LEVELS ? LEVELS : level;
    int at = o->count++, parent = o->open[level - 1];
    struct outline_node *up = &o->nodes[parent];
    o->nodes[at] = (struct outline_node){
        .entry = entry, .number = number, .parent = parent, .before = up->last, .level = level};
    if (up->last)
        o->nodes[up->last].after = at;
    else
        up->first = at;
    up->last = at;
    up->kids++;
    o->open[level] = at;
    o->deepest = level;
}

static void put_link(struct bytes *b, const struct outline *o, const char *key, int to) {
    if (to)
        bytes_printf(b, "%s %d 0 R", key, o->nodes[to].number);
}

/* Chapters are open, what is below them is not. */
static void put_node(struct pdf_catalog *c, const struct outline *o, const struct outline_node *n) {
    struct bytes b = {.arena = c->arena};
    bytes_puts(&b, "<</Title");
    pdf_text(&b, n->entry->title);
    bytes_puts(&b, "/Dest");
    pdf_text(&b, dest_name(c->arena, n->entry->dest));
    bytes_printf(&b, "/Parent %d 0 R", o->nodes[n->parent].number);
    put_link(&b, o, "/Prev", n->before);
    put_link(&b, o, "/Next", n->after);
    put_link(&b, o, "/First", n->first);
    put_link(&b, o, "/Last", n->last);
    if (n->kids)
        bytes_printf(&b, "/Count %ld", n->level == 1 ? n->kids : -n->kids);
    bytes_puts(&b, ">>");
    pdf_put(c->file, n->number, &b);
}

static void put_root(struct pdf_catalog *c, const struct outline *o) {
    struct bytes b = {.arena = c->arena};
    long shown = o->nodes[0].kids;
    for (int i = 1; i < o->count; i++)
        shown += o->nodes[i].level == 1 ? o->nodes[i].kids : 0;
    bytes_puts(&b, "<</Type/Outlines");
    put_link(&b, o, "/First", o->nodes[0].first);
    put_link(&b, o, "/Last", o->nodes[0].last);
    bytes_printf(&b, "/Count %ld>>", shown);
    pdf_put(c->file, o->nodes[0].number, &b);
}

int pdf_outline_put(struct pdf_catalog *c) {
    struct outline o = {.count = 1};
    o.nodes = ARENA_ARRAY(c->arena, struct outline_node, c->doc->outline_count + 1);
    for (size_t i = 0; i < c->doc->outline_count; i++)
        if (c->doc->outline[i].title && c->doc->outline[i].dest)
            link_node(&o, &c->doc->outline[i], pdf_number(c->file));
    if (o.count == 1)
        return 0;
    o.nodes[0].number = pdf_number(c->file);
    for (int i = 1; i < o.count; i++)
        put_node(c, &o, &o.nodes[i]);
    put_root(c, &o);
    return o.nodes[0].number;
}
