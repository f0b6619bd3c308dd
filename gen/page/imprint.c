/* The back of the title page: whose the book is, and what it was made from. */
#include "base/version.h"
#include "page/handout.h"

static const double APART = 4;
enum { LINES_MOST = 64 };

/* What stands there, from the top down; the last line ends with the type area. */
struct imprint {
    struct handout *h;
    const struct paragraph *lines[LINES_MOST];
    size_t count;
    double height;
};

static void add_text(struct imprint *i, const struct block *b, const char *style,
                     const struct inline_ *text) {
    struct setter *s = &i->h->setter;
    if (!text || i->count == LINES_MOST)
        return;
    const struct paragraph *p =
        setter_paragraph(s, b, setter_style(s, b, style), text, s->form->measure, 0, true);
    i->lines[i->count++] = p;
    i->height += paragraph_height(p) + APART;
}

static void add(struct imprint *i, const char *words) {
    const struct block *b = i->h->book;
    if (words && *words)
        add_text(i, b, "imprint-note", inline_words(i->h->setter.arena, words));
}

static void add_front(struct imprint *i, const struct front *f) {
    struct arena *a = i->h->setter.arena;
    add(i, f->by);
    add(i, f->edition && f->date ? arena_printf(a, "%s · %s", f->edition, f->date)
           : f->edition          ? f->edition
                                 : f->date);
    add(i, f->publisher);
    add(i, f->rights);
    for (const struct block *b = f->notice; b; b = b->next)
        add_text(i, b, "imprint-note", b->text);
    add(i, f->release);
}

static bool has_origins(const struct block *book) {
    for (const struct block *b = book->child; b; b = b->next)
        if (b->kind == BLOCK_ORIGINS)
            return true;
    return false;
}

static void add_made(struct imprint *i) {
    struct setter *s = &i->h->setter;
    const struct strings *strings = s->request->strings;
    const char *data = say_with(s->arena, strings, "catalogue.date", "date",
                                catalog_edition(s->request->catalog), NULL);
    const char *tool = say_with(s->arena, strings, "imprint.made", "version", RIDGE_VERSION, NULL);
    if (has_origins(i->h->book))
        add(i, say(strings, "imprint.values"));
    add(i, arena_printf(s->arena, "%s · %s", tool, data));
}

void imprint_draw(struct handout *h, size_t page) {
    const struct form *f = h->setter.form;
    struct imprint i = {.h = h};
    struct pen pen = pen_on(h, page);
    add_text(&i, h->book, "imprint-name", inlines_without_notes(h->setter.arena, h->book->title));
    if (h->book->front)
        add_front(&i, h->book->front);
    add_made(&i);
    struct point at = {pen.body, f->top + f->depth - i.height + APART};
    for (size_t k = 0; k < i.count; k++) {
        pen_paragraph(&pen, i.lines[k], TAG_P, at);
        at.y += paragraph_height(i.lines[k]) + APART;
    }
}
