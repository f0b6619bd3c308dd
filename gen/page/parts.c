/* What has pages of its own: prefaces, parts, chapters, appendices, back matter, origins; and on
 * which pages. */
#include "page/blocks.h"
#include "page/handout.h"

/* ── Finding ── */

static const struct part_row {
    enum block_kind block;
    enum part_kind part;
} KINDS[] = {{BLOCK_PREFACE, PART_PREFACE},   {BLOCK_LISTING, PART_LISTING},
             {BLOCK_PART, PART_TITLE},        {BLOCK_CHAPTER, PART_CHAPTER},
             {BLOCK_APPENDIX, PART_APPENDIX}, {BLOCK_GLOSSARY, PART_LIST},
             {BLOCK_BIBLIOGRAPHY, PART_LIST}, {BLOCK_INDEX, PART_INDEX},
             {BLOCK_ORIGINS, PART_ORIGINS},   {BLOCK_ARTICLE, PART_ARTICLE}};

static const struct part_row *row_of(const struct block *b) {
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (KINDS[i].block == b->kind)
            return &KINDS[i];
    return NULL;
}

static void add(struct handout *h, const struct block *b, bool inside) {
    const struct part_row *row = row_of(b);
    bool empty = b->kind == BLOCK_LISTING && !b->child;
    if (row && !empty)
        h->parts[h->part_count++] = (struct part){.kind = row->part, .block = b, .inside = inside};
}

/* The children of a root that has pages of its own are looked at for origins only. */
static void add_below(struct handout *h, const struct block *b, bool inside) {
    for (const struct block *c = b->child; c; c = c->next) {
        if (b->kind != BLOCK_BOOK && b->kind != BLOCK_PART && c->kind != BLOCK_ORIGINS)
            continue;
        add(h, c, inside);
        if (c->kind == BLOCK_PART)
            add_below(h, c, true);
    }
}

static size_t count_below(const struct block *b, int depth) {
    size_t n = 1;
    for (const struct block *c = b->child; c && depth < 3; c = c->next)
        n += count_below(c, depth + 1);
    return n;
}

static struct inset body_inset(const struct setter *s, enum master m) {
    return (struct inset){.measure = master_measure(s->form, m), .style = "body"};
}

/* Three columns when each has so many ems. */
static enum master columns_for(const struct setter *s, const char *style, double least) {
    double em = setter_style((struct setter *)s, NULL, style)->text.size;
    return master_measure(s->form, MASTER_NARROW) >= least * em ? MASTER_NARROW : MASTER_COLUMNS;
}

enum master part_master(const struct handout *h, const struct part *p) {
    /* a term and its folios; a value, its formula and its source */
    static const double TERM = 16, ORIGIN = 21;
    if (p->kind == PART_INDEX)
        return columns_for(&h->setter, "index", TERM);
    return p->kind == PART_ORIGINS ? columns_for(&h->setter, "origin", ORIGIN) : MASTER_BODY;
}

/* Drawn by the opening, or on pages of their own. */
static bool is_apart(const struct part *p, const struct block *b) {
    bool pages = p->kind == PART_TITLE ? row_of(b) != NULL : b->kind == BLOCK_ORIGINS;
    return b->kind == BLOCK_OBJECTIVES || b->kind == BLOCK_FACTS || pages;
}

/* A list as a whole: it has no blocks of a chapter. */
static bool is_list(const struct part *p) {
    return p->kind == PART_ORIGINS || p->kind == PART_LIST || p->kind == PART_INDEX ||
           p->kind == PART_LISTING;
}

static struct flow flow_of(struct handout *h, const struct part *p) {
    struct flow f = flow_new(&h->setter);
    struct inset in = body_inset(&h->setter, part_master(h, p));
    f.plain_start = true;
    f.own = p->block;
    if (p->kind == PART_ARTICLE) {
        article_flow(h, &f, p->block, in);
        return f;
    }
    f.title_notes = title_note_count(p->block);
    if (is_list(p))
        flow_block(&f, p->block, in);
    else
        for (const struct block *b = p->block->child; b; b = b->next)
            if (!is_apart(p, b))
                flow_block(&f, b, in);
    if (p->kind == PART_PREFACE && p->block->author)
        flow_signature(&f, p->block, in);
    return f;
}

void parts_find(struct handout *h) {
    h->parts = ARENA_ARRAY(h->setter.arena, struct part, count_below(h->book, 0));
    if (h->book->kind != BLOCK_BOOK)
        add(h, h->book, false);
    add_below(h, h->book, h->book->kind == BLOCK_PART);
    for (size_t i = 0; i < h->part_count; i++)
        h->parts[i].flow = flow_of(h, &h->parts[i]);
}

/* ── Pages ── */

bool part_opens(const struct part *p) {
    return p->kind == PART_CHAPTER || p->kind == PART_APPENDIX;
}

static bool is_right_hand(const struct part *p) {
    return !is_list(p);
}

static double start_of(struct handout *h, const struct part *p) {
    if (part_opens(p) || p->kind == PART_ARTICLE)
        return 0;
    return p->kind == PART_TITLE ? part_page_room(h, p) : plain_room(h, p->block) + p->lowered;
}

/* What does not fit below the head of a page goes to the next one. */
static const double LEAST = 0.75;

static void paginate(struct handout *h, struct part *p, size_t page) {
    const struct form *f = h->setter.form;
    page -= p->follows;
    p->opening = page;
    p->start = start_of(h, p);
    bool apart = part_opens(p) || (!p->follows && p->start > LEAST * f->depth);
    p->first = apart ? page + 1 : page;
    p->end = flow_paginate(&p->flow, part_master(h, p), p->first, apart ? 0 : p->start);
    if (p->end <= page)
        p->end = page + 1;
    flow_place_notes(&p->flow);
}

/* Roman pages are those before the first part that is no preface; what is built alone has none. */
void parts_paginate(struct handout *h, size_t page) {
    bool front = !h->book->alone;
    for (size_t i = 0; i < h->part_count; i++) {
        struct part *p = &h->parts[i];
        if (h->setter.form->two_sided && is_right_hand(p))
            page += page % 2; /* on odd folios */
        if (front && p->kind != PART_PREFACE && p->kind != PART_LISTING) {
            h->front_count = page;
            front = false;
        }
        lists_follow(h, i);
        paginate(h, p, page);
        page = p->end;
    }
    if (front)
        h->front_count = page;
    h->page_count = page;
}
