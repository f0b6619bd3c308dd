/* A handout, put together: flows to pages, then everything drawn, since contents and openings name
 * pages. */
#include "doc/layout.h"

#include "doc/handout.h"
#include "doc/names.h"

static const double TITLE_ROOM = 72; /* the title of a part without an opening */

struct scene *page_new(struct handout *h) {
    return scene_new(h->setter.arena, h->setter.form->width, h->setter.form->height);
}

struct pen pen_on(struct handout *h, struct scene *scene, size_t folio) {
    const struct form *f = h->setter.form;
    return (struct pen){&h->setter, scene, form_body(f, folio), form_wide(f, folio),
                        form_margin(f, folio)};
}

/* ── Parts ── */

static bool is_apart(const struct block *b) {
    return b->kind == BLOCK_OBJECTIVES || b->kind == BLOCK_FACTS || b->kind == BLOCK_ORIGINS;
}

static struct inset body_inset(const struct setter *s, enum master m) {
    return (struct inset){0, master_measure(s->form, m), "body"};
}

static void add_part(struct handout *h, enum part_kind kind, const struct block *b) {
    h->parts[h->part_count++] = (struct part){.kind = kind, .block = b};
}

static void find_parts(struct handout *h) {
    const struct block *first = h->book->kind == BLOCK_BOOK ? h->book->child : h->book;
    size_t n = 0;
    for (const struct block *b = first; b; b = b->next)
        for (const struct block *c = (n++, b->child); c; c = c->next)
            n += c->kind == BLOCK_ORIGINS;
    h->parts = ARENA_ARRAY(h->setter.arena, struct part, n + 1);
    for (const struct block *b = first; b; b = b->next) {
        if (b->kind == BLOCK_ORIGINS)
            add_part(h, PART_ORIGINS, b);
        else if (b->kind == BLOCK_CHAPTER)
            add_part(h, PART_CHAPTER, b);
        if (b == h->book)
            break;
    }
    size_t chapters = h->part_count;
    for (size_t i = 0; i < chapters; i++)
        for (const struct block *c = h->parts[i].block->child; c; c = c->next)
            if (c->kind == BLOCK_ORIGINS)
                add_part(h, PART_ORIGINS, c);
}

static struct flow chapter_flow(struct handout *h, const struct block *chapter) {
    struct flow f = flow_new(&h->setter);
    f.plain_start = true;
    for (const struct block *b = chapter->child; b; b = b->next)
        if (!is_apart(b))
            flow_block(&f, b, body_inset(&h->setter, MASTER_BODY));
    return f;
}

static struct flow origins_flow(struct handout *h, const struct block *origins) {
    struct flow f = flow_new(&h->setter);
    flow_block(&f, origins, body_inset(&h->setter, MASTER_COLUMNS));
    return f;
}

static enum master part_master(const struct part *p) {
    return p->kind == PART_ORIGINS ? MASTER_COLUMNS : MASTER_BODY;
}

static void paginate_part(struct handout *h, struct part *p, size_t *page) {
    bool chapter = p->kind == PART_CHAPTER;
    if (chapter && *page % 2 == 1)
        ++*page; /* chapters open on odd folios */
    p->opening = *page;
    p->first = chapter ? *page + 1 : *page;
    p->flow = chapter ? chapter_flow(h, p->block) : origins_flow(h, p->block);
    p->end = flow_paginate(&p->flow, part_master(p), p->first, chapter ? 0 : TITLE_ROOM);
    if (p->end < p->first || (!chapter && p->end == p->first))
        p->end = p->first + (chapter ? 0 : 1);
    flow_place_notes(&p->flow);
    *page = p->end;
}

/* ── Entries ── */

static void add_entries(struct handout *h, size_t part) {
    const struct part *p = &h->parts[part];
    h->entries[h->entry_count++] =
        (struct entry){.block = p->block, .level = 1, .page = p->opening, .part = part};
    for (const struct flow_item *i = p->flow.first; i; i = i->next)
        if (i->kind == FLOW_RUNNING)
            h->entries[h->entry_count++] = (struct entry){
                .block = i->block, .level = 2, .page = i->page, .part = part, .y = i->y};
}

static void find_entries(struct handout *h) {
    size_t n = h->part_count;
    for (size_t k = 0; k < h->part_count; k++)
        for (const struct flow_item *i = h->parts[k].flow.first; i; i = i->next)
            n += i->kind == FLOW_RUNNING;
    h->entries = ARENA_ARRAY(h->setter.arena, struct entry, n + 1);
    for (size_t k = 0; k < h->part_count; k++)
        add_entries(h, k);
}

/* ── Drawing ── */

static void draw_part_title(struct handout *h, const struct part *p) {
    size_t folio = p->first + 1;
    struct pen pen = pen_on(h, h->body[p->first], folio);
    if (p->block->id)
        scene_dest(pen.scene, p->block->id, (struct point){pen.wide, h->setter.form->top});
    pen_words(&pen, p->block, "part-title", p->block->title,
              (struct point){pen.wide, h->setter.form->top}, h->setter.form->wide, TAG_H1);
}

static void draw_part(struct handout *h, struct part *p) {
    struct scene *first = h->body[p->opening];
    scene_tag_open(first, TAG_PART, (struct tag_facts){0});
    if (p->kind == PART_CHAPTER)
        opening_draw(h, p);
    else
        draw_part_title(h, p);
    flow_draw(&p->flow, part_master(p), h->body);
    struct scene *last = h->body[p->end > p->first ? p->end - 1 : p->opening];
    scene_tag_close(last, TAG_PART);
}

static struct scene **pages_new(struct handout *h, size_t n) {
    struct scene **pages = ARENA_ARRAY(h->setter.arena, struct scene *, n + 1);
    for (size_t i = 0; i < n; i++)
        pages[i] = page_new(h);
    return pages;
}

static void draw_all(struct handout *h) {
    scene_tag_open(h->front[0], TAG_DOCUMENT, (struct tag_facts){.language = h->setter.language});
    front_draw(h);
    contents_draw(h, 2);
    for (size_t i = 0; i < h->part_count; i++) {
        draw_part(h, &h->parts[i]);
        head_draw(h, &h->parts[i]);
    }
    struct scene *last = h->body_count ? h->body[h->body_count - 1] : h->front[h->front_count - 1];
    scene_tag_close(last, TAG_DOCUMENT);
}

/* The last page of a part ends where it ends. */
static void note_holes(const struct handout *h, struct laid_page *body) {
    for (size_t i = 0; i < h->part_count; i++) {
        const struct flow *f = &h->parts[i].flow;
        for (size_t k = 0; k + 1 < f->page_count; k++)
            body[f->pages[k].page].hole = f->pages[k].room / h->setter.form->depth;
    }
}

static const struct laid *collect(struct handout *h) {
    struct arena *a = h->setter.arena;
    struct laid *laid = ARENA_NEW(a, struct laid);
    struct laid_page *pages = ARENA_ARRAY(a, struct laid_page, h->front_count + h->body_count + 1);
    for (size_t i = 0; i < h->front_count; i++)
        pages[laid->page_count++] = (struct laid_page){h->front[i], folio_roman(a, i), 0};
    for (size_t i = 0; i < h->body_count; i++)
        pages[laid->page_count++] = (struct laid_page){h->body[i], folio_arabic(a, i), 0};
    note_holes(h, pages + h->front_count);
    laid->pages = pages;
    laid->outline = outline_make(h, &laid->outline_count);
    laid->lines = h->setter.lines;
    laid->overfull = h->setter.overfull;
    laid->loose = h->setter.loose;
    return laid;
}

struct setter setter_new(struct arena *a, struct diag *d, const struct block *root,
                         const struct layout_request *request) {
    struct setter s = {.arena = a, .diag = d, .request = request};
    s.form = request->form ? request->form : form_read(a, d, NULL, NULL);
    s.language = root->language ? root->language : strings_bcp47(request->strings);
    s.chinese = language_is_chinese(s.language);
    names_collect(&s);
    return s;
}

static const struct laid *lay_out(struct arena *a, struct diag *d, const struct block *book,
                                  const struct layout_request *request, struct folios *folios) {
    struct handout *h = ARENA_NEW(a, struct handout);
    h->setter = setter_new(a, d, book, request);
    h->setter.folios = folios;
    h->setter.pitch = setter_style(&h->setter, book, "body")->pitch;
    h->book = book;
    find_parts(h);
    size_t page = 0;
    for (size_t i = 0; i < h->part_count; i++)
        paginate_part(h, &h->parts[i], &page);
    find_entries(h);
    h->body_count = page;
    h->body = pages_new(h, page);
    h->front_count = 2 + contents_pages(h);
    h->front_count += h->front_count % 2;
    h->front = pages_new(h, h->front_count);
    draw_all(h);
    return collect(h);
}

const struct laid *layout_handout(struct arena *a, struct diag *d, const struct block *book,
                                  const struct layout_request *request) {
    struct folios *folios = folios_new(a, d);
    const struct laid *laid;
    do
        laid = lay_out(a, d, book, request, folios);
    while (folios_again(folios, laid));
    return laid;
}
