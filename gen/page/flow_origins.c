/* Where the numbers come from: small items, targets of the links of computed values. */
#include <string.h>

#include "page/blocks.h"
#include "page/flow_text.h"

static void flow_group(struct flow *f, const struct block *b, struct inset in) {
    struct setter *s = f->setter;
    const struct style *head = setter_style(s, b, "origin-group");
    const struct paragraph *title = setter_paragraph(s, b, head, b->title, in.measure, 0, true);
    flow_dest(f, b->id);
    flow_open(f, TAG_P, block_facts(f, b));
    flow_lines(f, title, in.left, SNAP_NONE, true, true);
    flow_close(f, TAG_P);
    if (!b->text)
        return;
    const struct paragraph *facts =
        setter_paragraph(s, b, setter_style(s, b, "origin-facts"), b->text, in.measure, 0, true);
    flow_open(f, TAG_P, block_facts(f, b));
    flow_lines(f, facts, in.left, SNAP_NONE, true, true);
    flow_close(f, TAG_P);
}

/* The name of the value, Semibold, then how it was got. */
static const struct inline_ *origin_text(struct setter *s, const struct block *b) {
    struct inline_ *first = NULL, **to = &first;
    for (const struct inline_ *in = b->title; in; in = in->next) {
        *to = arena_memdup(s->arena, in, sizeof *in);
        (*to)->strong = true;
        to = &(*to)->next;
    }
    if (!b->text)
        return first;
    *to = (struct inline_ *)inline_words(s->arena, em_gap(s, b));
    (*to)->next = (struct inline_ *)b->text;
    return first;
}

static void flow_origin(struct flow *f, const struct block *b, struct inset in) {
    struct setter *s = f->setter;
    const struct paragraph *p = setter_paragraph(s, b, setter_style(s, b, "origin"),
                                                 origin_text(s, b), in.measure, 0, false);
    flow_dest(f, b->id);
    flow_open(f, TAG_P, block_facts(f, b));
    flow_lines(f, p, in.left, SNAP_NONE, p->line_count <= 3, false);
    flow_close(f, TAG_P);
}

static bool is_group(const struct block *b) {
    return b->role && !strcmp(b->role, "group");
}

static bool is_last(const struct block *b) {
    return !b->next || is_group(b->next);
}

/* The heading is drawn by the page that begins the part. */
void flow_origins(struct flow *f, const struct block *b, struct inset in) {
    for (const struct block *item = b->child; item; item = item->next) {
        if (item->kind == BLOCK_ITEM && is_group(item))
            flow_group(f, item, in);
        else if (item->kind == BLOCK_ITEM) {
            /* No column begins with the last entry of a group. */
            if (f->last_strip && is_last(item))
                f->last_strip->strip.keep = true;
            flow_origin(f, item, in);
        } else
            flow_block(f, item, in);
    }
}
