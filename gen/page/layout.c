/* A handout, put together: flows to pages, then everything drawn, since contents and openings name
 * pages. */
#include "page/layout.h"

#include "page/handout.h"
#include "page/names.h"

/* After the title page and its back. */
enum { CONTENTS_PAGE = 2 };

static struct scene **pages_new(struct handout *h, size_t n) {
    struct scene **pages = ARENA_ARRAY(h->setter.arena, struct scene *, n + 1);
    for (size_t i = 0; i < n; i++)
        pages[i] = scene_new(h->setter.arena, h->setter.form->width, h->setter.form->height);
    return pages;
}

struct pen pen_on(struct handout *h, size_t page) {
    const struct form *f = h->setter.form;
    size_t folio = page + 1;
    return (struct pen){.setter = &h->setter,
                        .scene = h->pages[page],
                        .body = form_body(f, folio),
                        .wide = form_wide(f, folio),
                        .margin = form_margin(f, folio)};
}

double design_y(const struct form *f, double y) {
    const double top = 72, bottom = 756, sheet = 841.89;
    if (y <= top)
        return y * f->top / top;
    if (y <= bottom)
        return f->top + (y - top) * f->depth / (bottom - top);
    double foot = f->height - f->top - f->depth;
    return f->top + f->depth + (y - bottom) * foot / (sheet - bottom);
}

bool page_is_even(const struct handout *h, size_t page) {
    return h->setter.form->two_sided && page % 2 == 1;
}

/* ── Drawing ── */

static void draw_beginning(struct handout *h, const struct part *p) {
    if (part_opens(p))
        opening_draw(h, p);
    else if (p->kind == PART_TITLE)
        part_page_draw(h, p);
    else if (p->kind != PART_ARTICLE) /* whose flow has its title */
        plain_draw(h, p);
}

static void draw_part(struct handout *h, struct part *p) {
    scene_tag_open(h->pages[p->opening], TAG_PART, (struct tag_facts){0});
    draw_beginning(h, p);
    flow_draw(&p->flow, part_master(h, p), h->pages);
    scene_tag_close(h->pages[p->end - 1], TAG_PART);
}

static void draw_all(struct handout *h) {
    scene_tag_open(h->pages[0], TAG_DOCUMENT, (struct tag_facts){.language = h->setter.language});
    for (size_t page = 0; page < h->page_count; page++)
        edition_draw(h, page);
    if (h->contents) {
        front_draw(h);
        contents_draw(h, CONTENTS_PAGE);
    }
    for (size_t i = 0; i < h->part_count; i++) {
        draw_part(h, &h->parts[i]);
        head_draw(h, &h->parts[i]);
    }
    scene_tag_close(h->pages[h->page_count - 1], TAG_DOCUMENT);
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
    struct laid_page *pages = ARENA_ARRAY(a, struct laid_page, h->page_count + 1);
    for (size_t i = 0; i < h->page_count; i++)
        pages[laid->page_count++] = (struct laid_page){h->pages[i], folio_label(h, i), 0};
    note_holes(h, pages);
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
                                  const struct layout_request *request, struct folios *folios,
                                  bool listed) {
    struct handout *h = ARENA_NEW(a, struct handout);
    h->setter = setter_new(a, d, book, request);
    h->setter.folios = folios;
    h->setter.pitch = setter_style(&h->setter, book, "body")->pitch;
    h->book = book;
    h->listed = listed;
    parts_find(h);
    entries_find(h);
    h->contents = book->alone ? NULL : contents_new(h);
    parts_paginate(h, h->contents ? CONTENTS_PAGE + contents_pages(h->contents) : 0);
    entries_place(h);
    h->pages = pages_new(h, h->page_count);
    draw_all(h);
    return collect(h);
}

/* An article of so many pages has contents, though it asks for none. */
static bool is_long(const struct block *book, const struct laid *laid) {
    enum { LONG = 8 };
    return book->alone && book->child && book->child->kind == BLOCK_ARTICLE &&
           laid->page_count >= LONG;
}

const struct laid *layout_handout(struct arena *a, struct diag *d, const struct block *book,
                                  const struct layout_request *request) {
    struct folios *folios = folios_new(a, d);
    const struct laid *laid;
    bool listed = false, longer;
    do {
        laid = lay_out(a, d, book, request, folios, listed);
        longer = is_long(book, laid) && !listed;
        listed |= longer;
    } while (folios_again(folios, laid) || longer);
    folios_once(a, laid);
    return laid;
}
