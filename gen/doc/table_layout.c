#include "doc/table_layout.h"

#include <math.h>
#include <string.h>

/* design 5, tables. */
static const double COLUMN_GAP = 6, COLUMN_GAP_LEAST = 3, COLUMN_GAP_SHEET = 4.5, HEAD_PAD = 3,
                    UNIT_PITCH = 11;
static const double FIRST_PAD = 2.5, LAST_PAD = 3, NOTE_ABOVE = 2.5, CAPTION_BELOW = 3;
static const double BEST_SIZE = 5.5, BEST_GAP = 2, TEXT_LEAST = 42, HEAD_LEAST_EMS = 2.5,
                    SHEET_PITCH = 18, SQUEEZE_STEP = 2;

/* Drawings have a width of their own. */
static const double DRAWING_WIDTHS[] = {
    [CELL_TEXT] = 0, [CELL_RIDGE] = 68, [CELL_BARS] = 60, [CELL_POSITION] = 64, [CELL_LIMIT] = 10};

struct making {
    struct setter *setter;
    const struct block *block;
    struct table_plan *plan;
    const struct style *body, *strong, *head, *unit, *quiet;
    double gap;
};

/* ── Cells ── */

static bool *covered_new(struct making *m, size_t rows) {
    return ARENA_ARRAY(m->setter->arena, bool, rows * m->plan->column_count + 1);
}

/* Columns of the cells of a row, past those that spans from above cover. */
static void place_cells(struct making *m, const struct row *row, struct row_plan *out,
                        bool *covered, size_t index, size_t rows) {
    size_t columns = m->plan->column_count, at = 0;
    out->cells = ARENA_ARRAY(m->setter->arena, struct cell_plan, row->cell_count + 1);
    out->rule_above = row->rule_above;
    for (size_t i = 0; i < row->cell_count; i++) {
        while (at < columns && covered[index * columns + at])
            at++;
        if (at >= columns)
            return;
        const struct cell *cell = &row->cells[i];
        size_t span = cell->column_span > 1 ? (size_t)cell->column_span : 1;
        size_t deep = cell->row_span > 1 ? (size_t)cell->row_span : 1;
        if (at + span > columns)
            span = columns - at;
        out->cells[out->cell_count++] =
            (struct cell_plan){.cell = cell, .column = at, .span = span, .rows = (int)deep};
        for (size_t r = index; r < index + deep && r < rows; r++)
            for (size_t c = at; c < at + span; c++)
                covered[r * columns + c] = true;
        at += span;
    }
}

static struct row_plan *place_rows(struct making *m, const struct row *rows, size_t n) {
    struct row_plan *out = ARENA_ARRAY(m->setter->arena, struct row_plan, n + 1);
    bool *covered = covered_new(m, n);
    for (size_t i = 0; i < n; i++)
        place_cells(m, &rows[i], &out[i], covered, i, n);
    return out;
}

static const struct style *cell_style(const struct making *m, const struct cell_plan *c,
                                      bool head) {
    const struct column *column = &m->plan->table->columns[c->column];
    return head                              ? m->head
           : c->cell->best || column->strong ? m->strong
           : column->quiet                   ? m->quiet
                                             : m->body;
}

static const struct paragraph *set_single(const struct making *m, const struct style *style,
                                          const struct inline_ *text) {
    return setter_single(m->setter, style, m->block->language, text);
}

/* The width of a number before its decimal point; of all of it when there is none. */
static double integer_width(const struct paragraph *p) {
    const struct line *line = &p->lines[0];
    double x = 0;
    for (size_t i = line->from; i < line->to; i++) {
        if (p->shaped->clusters[i].code == '.')
            return x;
        x += line->advances[i - line->from];
    }
    return x;
}

/* A head may be broken anywhere, also in a computed name. */
static const struct inline_ *loosened(struct making *m, const struct inline_ *text) {
    struct inline_ *first = NULL, **to = &first;
    for (; text; text = text->next, to = &(*to)->next) {
        *to = arena_memdup(m->setter->arena, text, sizeof *text);
        (*to)->tight = false;
    }
    return first;
}

static void set_cell(struct making *m, struct cell_plan *c, bool head) {
    const struct cell *cell = c->cell;
    const struct inline_ *text = head ? loosened(m, cell->text) : cell->text;
    if (cell->missing && !text)
        text = inline_words(m->setter->arena, "—");
    if (!text)
        return;
    c->text = set_single(m, cell_style(m, c, head), text);
    c->integer = integer_width(c->text);
}

static void set_rows(struct making *m, struct row_plan *rows, size_t n, bool head) {
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < rows[i].cell_count; k++)
            set_cell(m, &rows[i].cells[k], head);
}

static void set_units(struct making *m) {
    struct table_plan *t = m->plan;
    if (!t->table->unit_cells)
        return;
    t->units = ARENA_ARRAY(m->setter->arena, struct cell_plan, t->column_count + 1);
    for (size_t c = 0; c < t->column_count; c++) {
        t->units[c] = (struct cell_plan){.column = c, .span = 1, .rows = 1};
        if (t->table->unit_cells[c])
            t->units[c].text = set_single(m, m->unit, t->table->unit_cells[c]);
    }
}

/* ── Widths ── */

static double text_of(const struct cell_plan *c) {
    return c->text ? paragraph_width(c->text) : 0;
}

static double best_room(const struct cell_plan *c) {
    return c->cell && c->cell->best ? BEST_GAP + 0.62 * BEST_SIZE : 0;
}

static void widen(double *width, double to) {
    if (to > *width)
        *width = to;
}

/* Natural width of a column, and where its decimal points stand. */
static void measure_column(const struct making *m, size_t column) {
    struct table_plan *t = m->plan;
    double integer = 0, fraction = 0, width = 0;
    bool decimal = t->table->columns[column].align == COLUMN_DECIMAL;
    for (size_t i = 0; i < t->table->body_count; i++)
        for (size_t k = 0; k < t->body[i].cell_count; k++) {
            const struct cell_plan *c = &t->body[i].cells[k];
            if (c->column != column || c->span > 1)
                continue;
            widen(&width, DRAWING_WIDTHS[c->cell->drawing]);
            widen(&width, text_of(c) + best_room(c));
            widen(&integer, c->integer + best_room(c));
            widen(&fraction, text_of(c) - c->integer);
        }
    if (decimal)
        widen(&width, integer + fraction);
    t->columns[column].least = width;
    for (size_t i = 0; i < t->table->head_count; i++)
        for (size_t k = 0; k < t->head[i].cell_count; k++)
            if (t->head[i].cells[k].column == column && t->head[i].cells[k].span == 1)
                widen(&width, text_of(&t->head[i].cells[k]));
    if (t->units)
        widen(&width, text_of(&t->units[column]));
    if (t->table->columns[column].width > 0)
        width = t->table->columns[column].width;
    t->columns[column].width = width;
    t->columns[column].axis = width - fraction;
}

/* A head over several columns may ask for more than they have; the last one gives way. */
static void measure_spans(const struct making *m, const struct row_plan *rows, size_t n) {
    struct table_plan *t = m->plan;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < rows[i].cell_count; k++) {
            const struct cell_plan *c = &rows[i].cells[k];
            double have = -m->gap;
            for (size_t j = c->column; j < c->column + c->span; j++)
                have += t->columns[j].width + m->gap;
            if (c->span > 1 && text_of(c) + 4 > have) {
                struct column_plan *last = &t->columns[c->column + c->span - 1];
                last->width += text_of(c) + 4 - have;
                last->axis += text_of(c) + 4 - have;
            }
        }
}

static double total_width(const struct making *m) {
    double total = -m->gap;
    for (size_t c = 0; c < m->plan->column_count; c++)
        total += m->plan->columns[c].width + m->gap;
    return total;
}

static bool may_wrap(const struct making *m, size_t column) {
    return m->plan->table->columns[column].align == COLUMN_START &&
           m->plan->columns[column].width > TEXT_LEAST;
}

/* The width of a head broken into two lines as evenly as may be. */
static double two_lines(const struct paragraph *p) {
    const struct line *line = &p->lines[0];
    double all = paragraph_width(p), best = all, before = 0, ink = 0;
    for (size_t i = line->from; i < line->to; i++) {
        const struct cluster *c = &p->shaped->clusters[i];
        if (i > line->from && c->flags & CLUSTER_BREAK_BEFORE)
            best = fmin(best, fmax(ink, all - before));
        before += line->advances[i - line->from];
        ink = c->flags & CLUSTER_SPACE ? ink : before;
    }
    return best;
}

/* How narrow a column may get by breaking its head into lines. */
static double head_least(const struct making *m, size_t column) {
    const struct table_plan *t = m->plan;
    double least = HEAD_LEAST_EMS * m->head->text.size;
    for (size_t i = 0; i < t->table->head_count; i++)
        for (size_t k = 0; k < t->head[i].cell_count; k++)
            if (t->head[i].cells[k].column == column && t->head[i].cells[k].text)
                widen(&least, two_lines(t->head[i].cells[k].text) + 0.5);
    if (t->units)
        widen(&least, text_of(&t->units[column]));
    return fmax(least, t->columns[column].least);
}

/* Long heads give way first, the longest before the others. */
static void squeeze_heads(struct making *m) {
    struct table_plan *t = m->plan;
    for (size_t tries = 0; tries < t->column_count; tries++) {
        double over = total_width(m) - t->width, most = 0.01;
        size_t which = t->column_count;
        for (size_t c = 0; c < t->column_count; c++) {
            double slack = t->columns[c].width - head_least(m, c);
            if (slack > most) {
                most = slack;
                which = c;
            }
        }
        if (over <= 0.01 || which == t->column_count)
            return;
        t->columns[which].width -= most;
        t->columns[which].axis -= most;
    }
}

/* The widest piece of a text between two places where it may be broken. */
static double widest_piece(const struct paragraph *p) {
    const struct line *line = &p->lines[0];
    double widest = 0, piece = 0, ink = 0;
    for (size_t i = line->from; i < line->to; i++) {
        const struct cluster *c = &p->shaped->clusters[i];
        if (c->flags & CLUSTER_BREAK_BEFORE)
            piece = 0;
        piece += line->advances[i - line->from];
        ink = c->flags & CLUSTER_SPACE ? ink : piece;
        widen(&widest, ink);
    }
    return widest;
}

/* The longest word of a column's texts: it does not get narrower. */
static double longest_word(const struct making *m, size_t column) {
    double longest = TEXT_LEAST;
    for (size_t i = 0; i < m->plan->table->body_count; i++)
        for (size_t k = 0; k < m->plan->body[i].cell_count; k++) {
            const struct cell_plan *c = &m->plan->body[i].cells[k];
            if (c->column == column && c->span == 1 && c->text)
                widen(&longest, widest_piece(c->text));
        }
    return longest;
}

/* About how many lines a row takes when a column has that width: ragged text loses some of it. */
static double lines_of_row(const struct making *m, const struct row_plan *row, size_t column,
                           double width) {
    double most = 1;
    for (size_t k = 0; k < row->cell_count; k++) {
        const struct cell_plan *c = &row->cells[k];
        double room = c->column == column ? width : m->plan->columns[c->column].width;
        if (c->span == 1 && may_wrap(m, c->column) && text_of(c) > room + 0.01)
            most = fmax(most, ceil(text_of(c) / (0.92 * room)));
    }
    return most;
}

static double lines_at(const struct making *m, size_t column, double width) {
    double sum = 0;
    for (size_t i = 0; i < m->plan->table->body_count; i++)
        sum += lines_of_row(m, &m->plan->body[i], column, width);
    return sum;
}

/* Takes width from text columns until the table fits, bit by bit from the one where it costs the
 * fewest lines, the widest of equals: their text is wrapped. */
static void squeeze(struct making *m) {
    struct table_plan *t = m->plan;
    double *least = ARENA_ARRAY(m->setter->arena, double, t->column_count + 1);
    for (size_t c = 0; c < t->column_count; c++)
        least[c] = longest_word(m, c);
    for (double over; (over = total_width(m) - t->width) > 0.01;) {
        double step = fmin(over, SQUEEZE_STEP), fewest = INFINITY;
        size_t which = t->column_count;
        for (size_t c = 0; c < t->column_count; c++) {
            if (!may_wrap(m, c) || t->columns[c].width - step < least[c])
                continue;
            double lines = lines_at(m, c, t->columns[c].width - step);
            bool wider = which < t->column_count && t->columns[c].width > t->columns[which].width;
            if (lines < fewest || (lines == fewest && wider)) {
                fewest = lines;
                which = c;
            }
        }
        if (which == t->column_count)
            return;
        t->columns[which].width -= step;
    }
}

/* Room to spare goes between the columns, evenly; past a limit it stays at the right. */
static void stand_columns(struct making *m) {
    struct table_plan *t = m->plan;
    double spare = t->width - total_width(m), gap = m->gap;
    if (spare > 0 && t->column_count > 1)
        gap += spare / (double)(t->column_count - 1);
    double x = 0;
    for (size_t c = 0; c < t->column_count; c++) {
        t->columns[c].x = x;
        x += t->columns[c].width + gap;
    }
}

/* Smaller gaps, when they are enough to make the table fit. */
static void narrow_gaps(struct making *m, double least) {
    if (total_width(m) <= m->plan->width + 0.01)
        return;
    m->gap = least;
    if (total_width(m) > m->plan->width + 0.01)
        m->gap = COLUMN_GAP;
}

static void fit_columns(struct making *m) {
    for (size_t c = 0; c < m->plan->column_count; c++)
        measure_column(m, c);
    m->gap = COLUMN_GAP;
    measure_spans(m, m->plan->head, m->plan->table->head_count);
    if (m->setter->sheet)
        narrow_gaps(m, COLUMN_GAP_SHEET); /* rather than break a head */
    squeeze_heads(m);
    narrow_gaps(m, COLUMN_GAP_LEAST);
    if (m->setter->sheet && total_width(m) > m->plan->width + 0.01)
        m->gap = COLUMN_GAP_LEAST; /* no line more than there must be: a sheet has one page */
    squeeze(m);
    narrow_gaps(m, COLUMN_GAP_LEAST);
    squeeze(m);
    stand_columns(m);
    double over = total_width(m) - m->plan->width;
    if (over > 0.5)
        diag_report(m->setter->diag, DIAG_TABLE_TOO_WIDE, m->block->span,
                    quantity_format(m->setter->arena, quantity_exact(over, UNIT_NONE),
                                    (struct number_format){.digits = 2}),
                    "fewer columns, or size=\"wide\"", NULL);
}

/* ── Text in its place ── */

static double span_width(const struct table_plan *t, const struct cell_plan *c) {
    const struct column_plan *last = &t->columns[c->column + c->span - 1];
    return last->x + last->width - t->columns[c->column].x;
}

static void align_cell(const struct making *m, struct cell_plan *c, bool head) {
    const struct table_plan *t = m->plan;
    const struct column_plan *column = &t->columns[c->column];
    enum column_align align = t->table->columns[c->column].align;
    double room = span_width(t, c), width = text_of(c);
    if (c->span > 1 && head)
        align = t->table->columns[c->column + c->span - 1].align;
    double x = 0;
    if (align == COLUMN_CENTRE)
        x = (room - width) / 2;
    else if (align == COLUMN_END || (align == COLUMN_DECIMAL && (head || c->span > 1)))
        x = room - width;
    else if (align == COLUMN_DECIMAL)
        x = column->axis - c->integer;
    c->x = column->x + x;
}

/* The lines of a head stand like the column below them. */
static const struct style *wrap_style(const struct making *m, const struct cell_plan *c,
                                      bool head) {
    static const enum align aligns[] = {[COLUMN_START] = ALIGN_START,
                                        [COLUMN_CENTRE] = ALIGN_CENTRE,
                                        [COLUMN_END] = ALIGN_END,
                                        [COLUMN_DECIMAL] = ALIGN_END};
    struct style *style =
        arena_memdup(m->setter->arena, cell_style(m, c, head), sizeof(struct style));
    style->align = aligns[m->plan->table->columns[c->column].align];
    return style;
}

static bool wrap_cell(struct making *m, struct cell_plan *c, bool head) {
    double room = span_width(m->plan, c);
    if (!c->text || text_of(c) <= room + 0.05)
        return false;
    const struct inline_ *text = head ? loosened(m, c->cell->text) : c->cell->text;
    c->text = setter_paragraph(m->setter, m->block, wrap_style(m, c, head), text, room, 0, true);
    return true;
}

static void finish_row(struct making *m, struct row_plan *row, bool head, double pitch) {
    row->lines = 1;
    for (size_t k = 0; k < row->cell_count; k++) {
        struct cell_plan *c = &row->cells[k];
        if (wrap_cell(m, c, head))
            c->x = m->plan->columns[c->column].x;
        else
            align_cell(m, c, head);
        int lines = c->text && c->rows == 1 ? (int)c->text->line_count : 1;
        if (lines > row->lines)
            row->lines = lines;
    }
    row->height = pitch + (row->lines - 1) * (head ? m->head->pitch : m->body->pitch);
    /* The wide rows of a sheet have room for two lines as it is. */
    if (m->setter->sheet && !head)
        row->height = fmax(pitch, row->lines * m->body->pitch);
}

static void finish_rows(struct making *m) {
    struct table_plan *t = m->plan;
    double pitch = t->table->row_pitch > 0 ? t->table->row_pitch : m->body->pitch;
    if (m->setter->sheet && pitch < SHEET_PITCH)
        pitch = SHEET_PITCH;
    t->first_pad = m->setter->sheet ? 0.5 : FIRST_PAD;
    t->last_pad = m->setter->sheet ? 0.5 : LAST_PAD;
    double head = 0;
    for (size_t i = 0; i < t->table->head_count; i++) {
        finish_row(m, &t->head[i], true, m->head->pitch - 1.5);
        head += t->head[i].height;
    }
    for (size_t i = 0; i < t->table->body_count; i++)
        finish_row(m, &t->body[i], false, pitch);
    for (size_t c = 0; t->units && c < t->column_count; c++) {
        t->units[c].span = 1;
        align_cell(m, &t->units[c], true);
    }
    if (t->units)
        head += UNIT_PITCH;
    t->head_height = t->table->head_count ? head + 2 * HEAD_PAD : 0;
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

struct table_plan *table_plan_new(struct setter *s, const struct block *b, double width) {
    struct table_plan *t = ARENA_NEW(s->arena, struct table_plan);
    const char *size = b->style ? b->style : "table";
    struct making m = {.setter = s, .block = b, .plan = t};
    m.body = setter_style(s, b, size);
    m.strong = setter_style(s, b, "table-strong");
    m.head = setter_style(s, b, "table-head");
    m.unit = setter_style(s, b, "table-unit");
    m.quiet = setter_style(s, b, "table-quiet");
    *t = (struct table_plan){.block = b,
                             .table = b->table,
                             .width = width,
                             .wide = width > s->form->measure + 0.5,
                             .face = m.body};
    t->column_count = b->table->column_count;
    t->columns = ARENA_ARRAY(s->arena, struct column_plan, t->column_count + 1);
    t->head = place_rows(&m, b->table->head, b->table->head_count);
    t->body = place_rows(&m, b->table->body, b->table->body_count);
    set_rows(&m, t->head, b->table->head_count, true);
    set_rows(&m, t->body, b->table->body_count, false);
    set_units(&m);
    fit_columns(&m);
    finish_rows(&m);
    if (b->title || (b->label && !s->sheet)) {
        t->caption = caption_new(s, b, "caption", b->title, width);
        t->continued = continued_caption(s, b, width);
    }
    if (b->table->note)
        t->note = setter_paragraph(s, b, setter_style(s, b, "table-note"), b->table->note, width, 0,
                                   true);
    return t;
}

double table_caption_height(const struct table_plan *t) {
    return t->caption.text ? caption_height(&t->caption) + CAPTION_BELOW : 0;
}

double table_note_height(const struct table_plan *t) {
    return t->note ? NOTE_ABOVE + paragraph_height(t->note) : 0;
}

double table_row_height(const struct table_plan *t, size_t row) {
    return t->body[row].height + (row == 0 ? t->first_pad : 0) +
           (row + 1 == t->table->body_count ? t->last_pad : 0);
}

double table_height(const struct table_plan *t) {
    double height = table_caption_height(t) + t->head_height + table_note_height(t);
    for (size_t i = 0; i < t->table->body_count; i++)
        height += table_row_height(t, i);
    return height;
}
