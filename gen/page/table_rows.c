/* Rows: texts aligned in their columns, and the heights that come of them. */
#include <math.h>

#include "page/table_make.h"

/* design 5, tables. */
static const double HEAD_PAD = 3, UNIT_PITCH = 11, FIRST_PAD = 2.5, LAST_PAD = 3, SHEET_PITCH = 18,
                    HEAD_CLOSER = 1.5, ROW_APART = 2;

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
    if (most > line && !head && !m->setter->sheet) {
        row->height += 2 * ROW_APART; /* several lines are told from those of the rows around */
        row->lead += ROW_APART;
    }
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
    double usual = m->setter->sheet && !t->pitch_given ? SHEET_PITCH : m->body->pitch;
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

void table_rows_finish(struct making *m) {
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
