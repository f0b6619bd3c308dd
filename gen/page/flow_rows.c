/* A table over several pages: a strip for each row, a strip for each line of a row that is taller
 * than half a page; the head stands above the rows of every page. */
#include <math.h>

#include "page/table_flow.h"

static const double ABOVE = 9, BELOW = 5, RULE = 0.8, NOTE_ABOVE = 2.5, FIRST_PAD = 2.5,
                    CUT_ABOVE = 3; /* design 5 */
static const double TALL = 0.5;    /* of the page: a row of that height may be split */
static const size_t LINES_LEAST = 2;

/* A row as strips: one, or one a line. */
struct row_strips {
    const struct table_plan *plan;
    size_t row, n;
    double step; /* height of a strip */
    double rest; /* the last one has more */
    const struct flow_item **at;
};

static void draw_caption(struct pen *pen, const struct strip *s, struct point at) {
    const struct table_plan *t = s->what;
    pen_table_caption(pen, t, &t->caption, at);
}

static void draw_head(struct pen *pen, const struct strip *s, struct point at) {
    pen_table_head(pen, s->what, at);
}

/* ── Rows ── */

static bool is_group(const struct table_plan *t, size_t row) {
    return t->body[row].group == row + 1;
}

/* The row that is named again above this one at the top of a page, 1 + its index; 0: none. */
static size_t named_again(const struct table_plan *t, size_t row) {
    return is_group(t, row) ? 0 : t->body[row].group;
}

static bool repeats_head(const struct setter *s, const struct table_plan *t) {
    return table_caption_height(t) + t->head_height <= TALL * s->form->depth;
}

/* Below the head: a row that can have a rule above it brings its own room. */
static double pad_again(const struct table_plan *t, size_t row) {
    size_t group = named_again(t, row), top = group ? group - 1 : row;
    return top == 0 || t->body[top].rule_above ? 0 : FIRST_PAD;
}

static double again_height(const struct setter *s, const struct table_plan *t, size_t row) {
    size_t group = named_again(t, row);
    double name = group ? table_row_height(t, group - 1) : 0;
    if (!repeats_head(s, t))
        return RULE;
    return table_caption_height(t) + t->head_height + pad_again(t, row) + name;
}

/* For the eye only. */
static void draw_again(struct pen *pen, const struct table_plan *t, size_t row, struct point at) {
    size_t group = named_again(t, row);
    pen_artifact_open(pen);
    if (repeats_head(pen->setter, t)) {
        if (t->continued.text)
            pen_caption(pen, &t->continued, at);
        at.y += table_caption_height(t);
        pen_table_head(pen, t, at);
        at.y += t->head_height + pad_again(t, row);
        if (group > 0)
            pen_table_row(pen, t, group - 1, false, at);
    }
    pen_artifact_close(pen);
}

static bool is_cut(const struct flow_item *next) {
    return next && next->strip.top;
}

/* The strips of a row that stand on one page are drawn as one part of it, cell by cell. */
static void draw_row(struct pen *pen, const struct strip *s, struct point at) {
    const struct row_strips *r = s->what;
    const struct table_plan *t = r->plan;
    size_t end = s->index + 1;
    if (s->index > 0 && !s->top)
        return;
    if (s->top) {
        draw_again(pen, t, r->row, at);
        at.y += s->again;
    }
    while (end < r->n && !r->at[end]->strip.top)
        end++;
    double from = (double)s->index * r->step, to = end == r->n ? INFINITY : (double)end * r->step;
    double height = (double)(end - s->index) * r->step + (end == r->n ? r->rest : 0);
    struct point text = {at.x, at.y + (r->row == 0 && from <= 0 ? t->first_pad : 0)};
    if (from > 0 || end < r->n)
        pen_table_row_part(pen, t, r->row, from, to, text);
    else
        pen_table_row(pen, t, r->row, !s->top, at);
    bool last = r->row + 1 == t->body_count && end == r->n;
    const struct flow_item *next = end < r->n ? r->at[end] : last ? NULL : t->rows[r->row + 1];
    if (last || is_cut(next))
        pen_table_rule(pen, t, at.x, at.y + height + (last ? 0 : CUT_ABOVE), t->width);
}

/* No row of a group stands alone beside its name at the foot of a page or at the head of one, and
 * no row of the table. */
static bool keeps(const struct table_plan *t, size_t row) {
    size_t n = t->body_count;
    bool before_group = row + 2 < n && is_group(t, row + 2);
    bool named = row > 0 && is_group(t, row - 1);
    return row == 0 || is_group(t, row) || named || before_group || row + 2 == n ||
           t->body[row].joined || (row + 1 == n && table_notes_height(t) > 0);
}

/* The lines of a tall row; one more for blocks, which a cut may push down. */
static size_t lines_of(const struct table_plan *t, size_t row, double step) {
    double most = 0;
    bool blocks = false;
    for (size_t k = 0; k < t->body[row].cell_count; k++) {
        const struct cell_plan *c = &t->body[row].cells[k];
        most = fmax(most, c->rows == 1 ? c->height : t->body[row].height);
        blocks |= c->blocks != NULL;
    }
    return (size_t)fmax(1, ceil(most / step - 0.01)) + blocks;
}

static struct row_strips *strips_of(struct setter *s, const struct table_plan *t, size_t row) {
    struct row_strips *r = ARENA_NEW(s->arena, struct row_strips);
    double height = table_row_height(t, row);
    bool tall = height > TALL * s->form->depth;
    r->plan = t;
    r->row = row;
    r->step = tall ? t->face->pitch : height;
    r->n = tall ? lines_of(t, row, r->step) : 1;
    r->rest = tall ? BELOW : 0;
    r->at = ARENA_ARRAY(s->arena, const struct flow_item *, r->n);
    return r;
}

static const struct flow_item *flow_row(struct flow *f, struct table_plan *t, size_t row,
                                        struct strip part, const struct flow_item *before) {
    struct row_strips *r = strips_of(f->setter, t, row);
    bool keep = part.keep;
    double after = part.after;
    part.what = r;
    for (size_t i = 0; i < r->n; i++) {
        bool near_end = i + LINES_LEAST >= r->n || i + 1 < LINES_LEAST;
        part.index = i;
        part.height = r->step + (i + 1 == r->n ? r->rest : 0);
        part.row_before = before;
        part.keep = i + 1 == r->n ? keep : near_end;
        part.after = i + 1 == r->n ? after : 0;
        r->at[i] = before = flow_strip(f, part);
    }
    t->rows[row] = r->at[0];
    return before;
}

static void flow_body(struct flow *f, struct table_plan *t, struct strip part) {
    size_t n = t->body_count, foot = n - t->table->foot_count;
    const struct flow_item *before = NULL;
    bool notes = table_notes_height(t) > 0;
    part.draw = draw_row;
    part.foot = CUT_ABOVE + RULE;
    flow_open(f, foot ? TAG_TBODY : TAG_TFOOT, (struct tag_facts){0});
    for (size_t i = 0; i < n; i++) {
        if (i == foot && i > 0) {
            flow_close(f, TAG_TBODY);
            flow_open(f, TAG_TFOOT, (struct tag_facts){0});
        }
        part.keep = keeps(t, i);
        part.after = i + 1 == n && !notes ? BELOW : 0;
        part.again = again_height(f->setter, t, i);
        before = flow_row(f, t, i, part, before);
    }
    flow_close(f, foot < n ? TAG_TFOOT : TAG_TBODY);
}

/* ── Notes ── */

static void draw_note(struct pen *pen, const struct strip *s, struct point at) {
    const struct table_plan *t = s->what;
    at.y += s->index == 0 ? NOTE_ABOVE : 0;
    if (s->index < t->note_count)
        pen_table_note(pen, t, s->index, at);
    else
        pen_paragraph(pen, t->note, TAG_P, at);
}

static void flow_notes(struct flow *f, const struct table_plan *t, struct strip part) {
    size_t n = t->note_count + (t->note != NULL);
    part.draw = draw_note;
    for (size_t i = 0; i < n; i++) {
        part.index = i;
        part.height = (i ? 0 : NOTE_ABOVE) +
                      (i < t->note_count ? t->notes[i].height : paragraph_height(t->note));
        part.keep = i == 0 && n > 1;
        part.after = i + 1 == n ? BELOW : 0;
        flow_strip(f, part);
    }
}

static void report_head(struct setter *s, const struct table_plan *t) {
    double height = table_caption_height(t) + t->head_height;
    if (!repeats_head(s, t))
        diag_report(
            s->diag, DIAG_TABLE_HEAD_HIGH, t->block->span, arena_printf(s->arena, "%.0f", height),
            arena_printf(s->arena, "at most %.0f pt, half a page", TALL * s->form->depth), NULL);
}

void flow_table_rows(struct flow *f, struct table_plan *t, double left) {
    struct strip part = {.before = ABOVE, .left = left, .wide = t->wide, .keep = true, .what = t};
    t->rows = ARENA_ARRAY(f->setter->arena, const struct flow_item *, t->body_count + 1);
    report_head(f->setter, t);
    part.height = table_caption_height(t);
    part.draw = draw_caption;
    part.in_order = true;
    part.queue = QUEUE_TABLES;
    flow_strip(f, part);
    part.in_order = false;
    flow_open(f, TAG_TABLE, (struct tag_facts){0});
    part.before = 0;
    part.height = t->head_height;
    part.draw = draw_head;
    flow_strip(f, part);
    flow_body(f, t, part);
    flow_close(f, TAG_TABLE);
    flow_notes(f, t, (struct strip){.left = left, .wide = t->wide, .what = t});
}
