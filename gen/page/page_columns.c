/* Columns, one after the other, first fit: small items without figures. The columns of the last
 * page are of one length. */
#include "page/cursor.h"

static const double EPSILON = 1e-6, LEAST = 24, STEP = 6; /* of the balanced columns */

struct filler {
    struct flow *flow;
    const struct form *form;
    size_t page, last_page; /* the page that is balanced; SIZE_MAX: none */
    int column, columns;
    double first_start, last_depth;
    size_t first;
    struct cursor at;
    bool trial; /* items are left alone */
    bool broke; /* what is kept together was too high for a column */
};

static double start_of(const struct filler *p) {
    return p->page == p->first ? p->first_start : 0;
}

static double depth_of(const struct filler *p) {
    return p->page == p->last_page ? p->last_depth : p->form->depth;
}

static void next_column(struct filler *p) {
    p->column = (p->column + 1) % p->columns;
    p->page += p->column == 0;
    p->at.y = start_of(p);
    p->at.gap = 0;
    p->at.empty = true;
}

/* The end of what is joined by keep. */
static struct flow_item *bundle_end(struct flow_item *i) {
    for (struct flow_item *next; i->strip.keep && (next = next_strip(i->next)); i = next)
        ;
    return i;
}

static bool fits(const struct filler *p, struct flow_item *i, const struct flow_item *end) {
    struct cursor trial = p->at;
    for (;; i = next_strip(i->next)) {
        cursor_add(&trial, &i->strip, trial.empty);
        if (trial.y > depth_of(p) + EPSILON)
            return false;
        if (i == end)
            return trial.y + foot_of(i) <= depth_of(p) + EPSILON;
    }
}

static void place(struct filler *p, struct flow_item *i) {
    double top = cursor_add(&p->at, &i->strip, p->at.empty);
    if (!p->trial)
        item_place(p->flow, i, p->page, p->column, top);
}

/* From a strip that begins a bundle. Leaves in `page_first` the strip the last page begins with. */
static void fill(struct filler *p, struct flow_item *from, struct flow_item **page_first) {
    for (struct flow_item *i = from; i;) {
        struct flow_item *end = bundle_end(i);
        if (!p->at.empty && !fits(p, i, end))
            next_column(p);
        for (;; i = next_strip(i->next)) {
            /* What is higher than a column breaks where it must. */
            if (!p->at.empty && i->strip.height > 0 && !fits(p, i, i)) {
                next_column(p);
                p->broke = true;
            }
            if (p->at.empty && p->column == 0 && page_first)
                *page_first = i;
            place(p, i);
            if (i == end)
                break;
        }
        i = next_strip(end->next);
    }
}

static struct filler begin(const struct filler *like, size_t page) {
    struct filler p = *like;
    p.page = page;
    p.column = 0;
    p.at = (struct cursor){.pitch = p.flow->setter->pitch, .y = start_of(&p), .empty = true};
    return p;
}

/* The last page again, with the shortest columns that hold it all. */
static void balance(const struct filler *done, struct flow_item *first) {
    for (double depth = start_of(done) + LEAST; depth < done->form->depth; depth += STEP) {
        struct filler p = begin(done, done->page);
        p.trial = true;
        p.last_page = done->page;
        p.last_depth = depth;
        p.broke = false;
        fill(&p, first, NULL);
        if (p.page > done->page || (p.broke && !done->broke))
            continue; /* too short for what is kept together */
        p = begin(&p, done->page);
        p.trial = false;
        fill(&p, first, NULL);
        return;
    }
}

size_t break_columns(struct flow *f, int columns, size_t first, double start) {
    struct filler p = {.flow = f,
                       .form = f->setter->form,
                       .columns = columns,
                       .first = first,
                       .first_start = start,
                       .last_page = (size_t)-1};
    struct flow_item *page_first = next_strip(f->first);
    p = begin(&p, first);
    fill(&p, page_first, &page_first);
    struct filler end = p;
    end.column = 0;
    if (page_first)
        balance(&end, page_first);
    return p.page;
}
