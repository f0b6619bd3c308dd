/* An index: letters, terms with their folios, terms below them; what a column begins with in the
 * midst of a term repeats that term above it. */
#include <string.h>

#include "page/blocks.h"
#include "page/flow_back.h"
#include "page/flow_text.h"
#include "page/folio.h"

enum { LEVELS = 3 };
static const double STEP = 1, TURNOVER = 3; /* em: of a level, and of lines that go on */
static const char GAP[] = "\u00A0\u2002";

/* What a line of the index is drawn from. */
struct index_line {
    const struct paragraph *text, *again; /* again: above it, where a column begins */
    double again_left;
};

struct indexing {
    struct flow *f;
    bool begins; /* a letter, with this line */
    struct inset in;
    int open;                          /* levels of lists that are open */
    const struct block *above[LEVELS]; /* the terms that the next one may stand under */
    const struct flow_item *before;    /* the line before */
};

/* The style of a level: the first line stands in from the edge, those that go on further. */
static const struct style *level_style(struct setter *s, const struct block *b, int level) {
    const struct style *plain = setter_style(s, b, "index");
    struct style *style = arena_memdup(s->arena, plain, sizeof *plain);
    double em = plain->text.size;
    style->left = TURNOVER * em;
    style->indent = (STEP * (level - 1) - TURNOVER) * em;
    return style;
}

/* "带宽  12, 15–18; 另见 显存". */
static const struct inline_ *entry_words(struct setter *s, const struct block *b) {
    const struct inline_ *folios =
        folio_uses(s, b->uses, b->use_count, inline_string(s->arena, b->title));
    struct inline_ *all = inlines_joined(s->arena, b->title, NULL);
    if (folios) {
        all = inlines_joined(s->arena, all, inline_words(s->arena, GAP));
        all = inlines_joined(s->arena, all, folios);
    }
    if (b->text) {
        all = inlines_joined(s->arena, all, inline_words(s->arena, GAP));
        all = inlines_joined(s->arena, all, b->text);
    }
    return all;
}

/* "显存：带宽（续）". */
static const struct paragraph *again_words(struct indexing *x, const struct block *b) {
    struct setter *s = x->f->setter;
    const char *term = inline_string(s->arena, x->above[0]->title);
    for (int i = 1; i + 1 < b->level; i++)
        if (x->above[i])
            term = say_with(s->arena, s->request->strings, "index.below", "term", term, "below",
                            inline_string(s->arena, x->above[i]->title), NULL);
    const char *text =
        say_with(s->arena, s->request->strings, "index.continued", "term", term, NULL);
    return setter_paragraph(s, b, level_style(s, b, 1), inline_words(s->arena, text), x->in.measure,
                            0, false);
}

static void draw_line(struct pen *pen, const struct strip *s, struct point at) {
    const struct index_line *line = s->what;
    if (s->top && line->again) {
        pen_artifact_open(pen);
        pen_lines(pen, line->again, at);
        pen_artifact_close(pen);
        at.y += paragraph_height(line->again);
    }
    at.y += style_baseline(line->text->style, line->text->language);
    paragraph_draw_line(pen->scene, line->text, s->index, at);
}

static bool is_term(const struct block *b) {
    return b && b->kind == BLOCK_ITEM && !b->role;
}

static void flow_entry_lines(struct indexing *x, const struct block *b) {
    struct setter *s = x->f->setter;
    struct index_line *line = ARENA_NEW(s->arena, struct index_line);
    const struct paragraph *p = setter_paragraph(s, b, level_style(s, b, b->level),
                                                 entry_words(s, b), x->in.measure, 0, false);
    line->text = p;
    line->again = b->level > 1 && x->above[0] ? again_words(x, b) : NULL;
    for (size_t i = 0; i < p->line_count; i++) {
        bool first = i == 0, last = i + 1 == p->line_count;
        bool announces = b->next && b->next->level > b->level;
        bool alone = x->begins && is_term(b->next); /* no letter has one entry at a column's foot */
        x->before = flow_strip(
            x->f, (struct strip){.height = p->style->pitch,
                                 .left = x->in.left,
                                 .keep = !last || announces || alone,
                                 .row_before = first && line->again ? x->before : NULL,
                                 .again = first && line->again ? paragraph_height(line->again) : 0,
                                 .draw = draw_line,
                                 .what = line,
                                 .index = i});
    }
    x->begins = false;
}

/* ── Lists within lists ── */

static void close_to(struct indexing *x, int level) {
    while (x->open > level) {
        flow_close(x->f, TAG_LBODY);
        flow_close(x->f, TAG_LI);
        flow_close(x->f, TAG_L);
        x->open--;
    }
}

static void open_item(struct indexing *x, int level) {
    close_to(x, level);
    if (x->open == level) {
        flow_close(x->f, TAG_LBODY);
        flow_close(x->f, TAG_LI);
    }
    while (x->open < level) {
        flow_open(x->f, TAG_L, (struct tag_facts){0});
        x->open++;
        if (x->open < level) {
            flow_open(x->f, TAG_LI, (struct tag_facts){0});
            flow_open(x->f, TAG_LBODY, (struct tag_facts){0});
        }
    }
    flow_open(x->f, TAG_LI, (struct tag_facts){0});
    flow_open(x->f, TAG_LBODY, (struct tag_facts){0});
}

static void flow_entry(struct indexing *x, const struct block *b) {
    int level = b->level < 1 ? 1 : b->level > LEVELS ? LEVELS : b->level;
    open_item(x, level);
    flow_open(x->f, TAG_P, (struct tag_facts){0});
    flow_entry_lines(x, b);
    flow_close(x->f, TAG_P);
    x->above[level - 1] = b;
    for (int i = level; i < LEVELS; i++)
        x->above[i] = NULL;
}

static void flow_letter(struct indexing *x, const struct block *b) {
    struct setter *s = x->f->setter;
    const struct style *style = setter_style(s, b, "index-letter");
    close_to(x, 0);
    flow_open(x->f, TAG_H2, (struct tag_facts){0});
    flow_lines(x->f, setter_paragraph(s, b, style, b->title, x->in.measure, 0, true), x->in.left,
               SNAP_NONE, true, true);
    flow_close(x->f, TAG_H2);
    memset(x->above, 0, sizeof x->above);
    x->begins = true;
}

/* The title is drawn by the page that begins the part. */
void flow_index(struct flow *f, const struct block *b, struct inset in) {
    struct indexing x = {.f = f, .in = in};
    flow_list_title(f, b, in);
    for (const struct block *c = b->child; c; c = c->next) {
        if (c->kind != BLOCK_ITEM) {
            close_to(&x, 0);
            flow_block(f, c, in);
        } else if (c->role) {
            flow_letter(&x, c);
        } else {
            flow_entry(&x, c);
        }
    }
    close_to(&x, 0);
    f->plain_start = true;
}
