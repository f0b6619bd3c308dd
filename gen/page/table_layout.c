/* A table with its columns measured and its cells set. */
#include <math.h>
#include <string.h>

#include "page/table_make.h"

static const double NOTE_ABOVE = 2.5, CAPTION_BELOW = 3; /* design 5 */

/* ── Cells in their places ── */

/* Columns of the cells of a row, past those that spans from above cover. */
static void place_cells(struct making *m, const struct row *row, struct row_plan *out,
                        size_t *covered, size_t index, size_t rows) {
    size_t columns = m->plan->column_count, at = 0;
    out->cells = ARENA_ARRAY(m->setter->arena, struct cell_plan, row->cell_count + 1);
    out->rule_above = row->rule_above;
    for (size_t i = 0; i < row->cell_count; i++) {
        const struct cell *cell = &row->cells[i];
        at = cell->column > at ? cell->column : at;
        while (at < columns && covered[at] > index)
            at++;
        if (at >= columns)
            return;
        size_t span = cell->column_span > 1 ? (size_t)cell->column_span : 1;
        size_t deep = cell->row_span > 1 ? (size_t)cell->row_span : 1;
        span = at + span > columns ? columns - at : span;
        deep = index + deep > rows ? rows - index : deep;
        out->cells[out->cell_count++] =
            (struct cell_plan){.cell = cell, .column = at, .span = span, .rows = (int)deep};
        for (size_t c = at; c < at + span; c++)
            covered[c] = index + deep;
        at += span;
    }
}

static struct row_plan *place_rows(struct making *m, const struct row *rows, size_t n) {
    struct row_plan *out = ARENA_ARRAY(m->setter->arena, struct row_plan, n + 1);
    size_t *covered = ARENA_ARRAY(m->setter->arena, size_t, m->plan->column_count + 1);
    for (size_t i = 0; i < n; i++)
        place_cells(m, &rows[i], &out[i], covered, i, n);
    return out;
}

/* A row that names those below it; each row knows which one names it. */
static void find_groups(struct table_plan *t) {
    size_t group = 0;
    for (size_t i = 0; i < t->body_count; i++) {
        const struct row_plan *r = &t->body[i];
        if (t->column_count > 1 && r->cell_count == 1 && r->cells[0].span == t->column_count)
            group = i + 1;
        t->body[i].group = i + t->table->foot_count < t->body_count ? group : 0;
    }
}

/* ── The whole ── */

static struct caption continued_caption(struct setter *s, const struct block *b, double width) {
    const char *more = say(s->request->strings, "page.continued");
    const struct inline_ *text = b->title;
    struct inline_ *first = NULL, **to = &first;
    for (; text; text = text->next) {
        *to = arena_memdup(s->arena, text, sizeof *text);
        to = &(*to)->next;
    }
    bool chinese = language_is_chinese(b->language ? b->language : s->language);
    *to = (struct inline_ *)inline_words(s->arena,
                                         chinese ? more : arena_printf(s->arena, " %s", more));
    return caption_new(s, b, "caption", first, width);
}

static void set_captions(struct making *m) {
    const struct block *b = m->block;
    struct table_plan *t = m->plan;
    if (!b->title && (!b->label || m->setter->sheet))
        return;
    t->continued = continued_caption(m->setter, b, t->width);
    t->caption =
        t->goes_on ? t->continued : caption_new(m->setter, b, "caption", b->title, t->width);
}

static const struct style *scaled(struct making *m, const char *name, double scale) {
    const struct style *style = setter_style(m->setter, m->block, name);
    if (scale == 1)
        return style;
    struct style *small = arena_memdup(m->setter->arena, style, sizeof *style);
    small->text.size *= scale;
    small->pitch *= scale;
    return small;
}

static void choose_styles(struct making *m, double scale) {
    m->body = scaled(m, m->block->style ? m->block->style : "table", scale);
    m->strong = scaled(m, "table-strong", scale);
    m->head = scaled(m, "table-head", scale);
    m->unit = scaled(m, "table-unit", scale);
    m->quiet = scaled(m, "table-quiet", scale);
    m->plan->face = m->body;
}

static void finish(struct making *m) {
    struct table_plan *t = m->plan;
    const struct inline_ *note = t->table->note;
    if (t->over > 0.5)
        diag_report(m->setter->diag, DIAG_TABLE_TOO_WIDE, m->block->span,
                    quantity_format(m->setter->arena, quantity_exact(t->over, UNIT_NONE),
                                    (struct number_format){.digits = 2}),
                    "fewer columns, shorter words, or orient=\"land\"", NULL);
    table_rows_finish(m);
    set_captions(m);
    if (note)
        t->note =
            setter_paragraph(m->setter, m->block, setter_style(m->setter, m->block, "table-note"),
                             note, t->width, 0, true);
    table_notes_set(m->setter, t);
}

struct table_plan *table_plan_measure(struct setter *s, const struct block *b,
                                      const struct table *table, struct table_try try_) {
    struct table_plan *t = ARENA_NEW(s->arena, struct table_plan);
    struct making m = {.setter = s, .block = b, .plan = t, .gap_least = try_.gap};
    *t = (struct table_plan){.block = b,
                             .table = table,
                             .width = try_.width,
                             .wide = try_.width > s->form->measure + 0.5,
                             .goes_on = try_.goes_on,
                             .column_count = table->column_count,
                             .head_count = table->head_count,
                             .body_count = table->body_count};
    choose_styles(&m, try_.scale);
    t->columns = ARENA_ARRAY(s->arena, struct column_plan, t->column_count + 1);
    t->head = place_rows(&m, table->head, t->head_count);
    t->body = place_rows(&m, table->body, t->body_count);
    find_groups(t);
    table_cells_set(&m, t->head, t->head_count, true);
    table_cells_set(&m, t->body, t->body_count, false);
    table_units_set(&m);
    table_widths(&m, try_.last);
    return t;
}

bool table_plan_finish(struct setter *s, const struct block *b, struct table_plan *t,
                       struct table_try try_) {
    struct making m = {.setter = s, .block = b, .plan = t, .gap_least = try_.gap};
    if (t->over > 0.5 && !try_.last)
        return false;
    choose_styles(&m, try_.scale);
    finish(&m);
    return true;
}

struct table_plan *table_plan_new(struct setter *s, const struct block *b,
                                  const struct table *table, struct table_try try_) {
    struct table_plan *t = table_plan_measure(s, b, table, try_);
    return table_plan_finish(s, b, t, try_) ? t : NULL;
}

double table_caption_height(const struct table_plan *t) {
    return t->caption.text ? caption_height(&t->caption) + CAPTION_BELOW : 0;
}

double table_notes_height(const struct table_plan *t) {
    double height = t->note || t->note_count ? NOTE_ABOVE : 0;
    height += t->note ? paragraph_height(t->note) : 0;
    for (size_t i = 0; i < t->note_count; i++)
        height += t->notes[i].height;
    return height;
}

double table_row_height(const struct table_plan *t, size_t row) {
    return t->body[row].height + (row == 0 ? t->first_pad : 0) +
           (row + 1 == t->body_count ? t->last_pad : 0);
}

double table_height(const struct table_plan *t) {
    double height = table_caption_height(t) + t->head_height + table_notes_height(t);
    for (size_t i = 0; i < t->body_count; i++)
        height += table_row_height(t, i);
    return height;
}
