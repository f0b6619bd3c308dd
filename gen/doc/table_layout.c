/* A table with its columns measured and its cells set. */
#include <math.h>
#include <string.h>

#include "doc/table_make.h"

/* design 5, tables. */
static const double HEAD_PAD = 3, UNIT_PITCH = 11, FIRST_PAD = 2.5, LAST_PAD = 3, NOTE_ABOVE = 2.5,
                    CAPTION_BELOW = 3, SHEET_PITCH = 18, HEAD_CLOSER = 1.5, ROW_APART = 3;

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

/* ── Text in its place ── */

static void align_cell(const struct making *m, struct cell_plan *c, bool head) {
    const struct table_plan *t = m->plan;
    const struct column_plan *column = &t->columns[c->column];
    enum column_align align = c->align;
    double room = table_span_width(t, c), width = c->natural - table_best_room(c), x = 0;
    if (c->span > 1 && head && !c->cell->own_align)
        align = t->table->columns[c->column + c->span - 1].align;
    if (c->cell && c->cell->missing && align == COLUMN_DECIMAL && !head && c->span == 1)
        x = column->axis - width + fmin(width / 2, column->after);
    else if (c->number)
        x = column->axis - c->before + table_best_room(c);
    else if (align == COLUMN_CENTRE)
        x = (room - width) / 2;
    else if (align == COLUMN_END || align == COLUMN_DECIMAL)
        x = room - width - (head ? c->hang : t->columns[c->column + c->span - 1].hang);
    c->x = column->x + fmax(x, 0);
}

/* The lines of a head stand like the column below them. */
static const struct style *wrap_style(const struct making *m, const struct cell_plan *c,
                                      bool head) {
    static const enum align aligns[] = {[COLUMN_START] = ALIGN_START,
                                        [COLUMN_CENTRE] = ALIGN_CENTRE,
                                        [COLUMN_END] = ALIGN_END,
                                        [COLUMN_DECIMAL] = ALIGN_END};
    struct style *style =
        arena_memdup(m->setter->arena, table_cell_style(m, c, head), sizeof(struct style));
    style->align = aligns[c->align];
    return style;
}

static void set_cell(struct making *m, struct cell_plan *c, bool head) {
    double room = table_span_width(m->plan, c), width = c->natural + c->hang;
    if (c->cell->blocks) {
        c->x = m->plan->columns[c->column].x;
        c->blocks = cell_blocks(m->setter, c->cell->blocks, room, &c->height);
        return;
    }
    if (!c->text)
        return;
    if (width <= room + 0.05) {
        align_cell(m, c, head);
    } else {
        struct block place = *m->block;
        place.span = c->cell->span.source ? c->cell->span : place.span;
        c->text = setter_paragraph(m->setter, &place, wrap_style(m, c, head),
                                   table_cell_text(m, c, head), room, 0, true);
        c->x = m->plan->columns[c->column].x;
    }
    c->height = paragraph_height(c->text);
}

/* ── Heights ── */

double table_span_height(const struct row_plan *rows, size_t n, size_t row, int deep) {
    double height = 0;
    for (size_t i = row; i < row + (size_t)deep && i < n; i++)
        height += rows[i].height;
    return height;
}

static void finish_row(struct making *m, struct row_plan *row, bool head, double pitch) {
    double most = 0, line = head ? m->head->pitch : m->body->pitch;
    for (size_t k = 0; k < row->cell_count; k++) {
        set_cell(m, &row->cells[k], head);
        if (row->cells[k].rows == 1)
            most = fmax(most, row->cells[k].height);
    }
    row->height = pitch + fmax(most - line, 0);
    /* The wide rows of a sheet have room for two lines as it is. */
    if (m->setter->sheet && !head)
        row->height = fmax(pitch, most);
    row->lead = (row->height - fmax(most, line)) / 2;
    if (most > line && !head && !m->setter->sheet)
        row->height += ROW_APART; /* several lines are told from those of the next row */
}

/* Cells over several rows: the last of these grows to hold them, and they stay on one page as long
 * as the text needs them. */
static void finish_spans(struct row_plan *rows, size_t n, double closer) {
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < rows[i].cell_count; k++) {
            const struct cell_plan *c = &rows[i].cells[k];
            double need = c->height - closer - table_span_height(rows, n, i, c->rows);
            if (c->rows < 2)
                continue;
            if (need > 0)
                rows[i + (size_t)c->rows - 1].height += need;
            double have = 0;
            for (size_t r = i; r + 1 < i + (size_t)c->rows; r++) {
                have += rows[r].height;
                rows[r].joined |= have < c->height + closer || r == i;
            }
        }
}

static double row_pitch(const struct making *m) {
    const struct table *t = m->plan->table;
    double usual = m->setter->sheet ? SHEET_PITCH : m->body->pitch;
    return t->row_pitch > usual ? t->row_pitch : usual;
}

/* Room between a row and the rule above it. */
static void lower(struct row_plan *row, double by) {
    row->height += by;
    row->lead += by;
}

static void lower_ruled(struct table_plan *t) {
    size_t foot = t->body_count - t->table->foot_count;
    for (size_t i = 1; i < t->body_count; i++)
        if (i == foot)
            lower(&t->body[i], LAST_PAD + FIRST_PAD);
        else if (t->body[i].rule_above)
            lower(&t->body[i], FIRST_PAD);
}

static void finish_head(struct making *m) {
    struct table_plan *t = m->plan;
    double head = 0;
    for (size_t i = 0; i < t->head_count; i++)
        finish_row(m, &t->head[i], true, m->head->pitch - HEAD_CLOSER);
    finish_spans(t->head, t->head_count, HEAD_CLOSER);
    for (size_t i = 0; i < t->head_count; i++)
        head += t->head[i].height;
    for (size_t c = 0; t->units && c < t->column_count; c++)
        align_cell(m, &t->units[c], true);
    t->unit_pitch = UNIT_PITCH;
    t->head_height = t->head_count ? head + (t->units ? UNIT_PITCH : 0) + 2 * HEAD_PAD : 0;
}

static void finish_rows(struct making *m) {
    struct table_plan *t = m->plan;
    t->first_pad = m->setter->sheet ? 0.5 : FIRST_PAD;
    t->last_pad = m->setter->sheet ? 0.5 : LAST_PAD;
    finish_head(m);
    for (size_t i = 0; i < t->body_count; i++)
        finish_row(m, &t->body[i], false, row_pitch(m));
    if (!m->setter->sheet)
        lower_ruled(t);
    finish_spans(t->body, t->body_count, 0);
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
    finish_rows(m);
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
