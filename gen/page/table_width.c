/* The widths of columns: what each would like, what each needs, and who gives way. */
#include <math.h>
#include <string.h>

#include "page/table_make.h"

static const double COLUMN_GAP = 6, COLUMN_GAP_SHEET = 4.5; /* design 5 */
static const double TEXT_LEAST = 42, HEAD_LEAST_EMS = 2.5, SQUEEZE_STEP = 2, GROUP_ROOM = 4;
/* Long tables are judged by rows spread over them; wide ones are squeezed in larger bits. */
enum { SAMPLE = 200, SQUEEZES = 64 };

static const double DRAWING_WIDTHS[] = {
    [CELL_TEXT] = 0, [CELL_RIDGE] = 68, [CELL_BARS] = 60, [CELL_POSITION] = 64, [CELL_LIMIT] = 10};

static void widen(double *width, double to) {
    if (to > *width)
        *width = to;
}

/* ── Measures ── */

static void measure_cell(struct column_plan *col, const struct cell_plan *c) {
    widen(&col->width, DRAWING_WIDTHS[c->cell->drawing]);
    widen(&col->least, DRAWING_WIDTHS[c->cell->drawing]);
    bool end = c->align == COLUMN_END || c->align == COLUMN_DECIMAL;
    double inside = end ? 0 : c->hang;
    if (end)
        widen(&col->hang, c->hang);
    if (c->number) {
        widen(&col->before, c->before);
        widen(&col->after, c->natural - c->before);
        return;
    }
    widen(&col->width, c->natural + inside);
    widen(&col->least, c->least + inside);
    col->wraps |= (c->text || c->cell->blocks) && !c->cell->missing;
}

static void measure_body(struct table_plan *t) {
    for (size_t i = 0; i < t->body_count; i++)
        for (size_t k = 0; k < t->body[i].cell_count; k++)
            if (t->body[i].cells[k].span == 1)
                measure_cell(&t->columns[t->body[i].cells[k].column], &t->body[i].cells[k]);
}

/* The width of a head broken into two lines as evenly as may be. */
static double two_lines(const struct paragraph *p) {
    const struct line *line = &p->lines[0];
    double all = paragraph_width(p), best = all, before = 0, ink = 0;
    for (size_t i = line->from; i < line->to; i++) {
        const struct cluster *c = &p->shaped->clusters[i];
        if (table_may_break(p, i))
            best = fmin(best, fmax(ink, all - before));
        before += line->advances[i - line->from];
        ink = c->flags & CLUSTER_SPACE ? ink : before;
    }
    return best;
}

static void measure_heads(const struct making *m) {
    struct table_plan *t = m->plan;
    for (size_t c = 0; c < t->column_count; c++)
        t->columns[c].head_least = HEAD_LEAST_EMS * m->head->text.size;
    for (size_t i = 0; i < t->head_count; i++)
        for (size_t k = 0; k < t->head[i].cell_count; k++) {
            const struct cell_plan *c = &t->head[i].cells[k];
            if (c->span > 1)
                continue;
            widen(&t->columns[c->column].head, c->natural + c->hang);
            widen(&t->columns[c->column].least, c->least + c->hang);
            if (c->text)
                widen(&t->columns[c->column].head_least, two_lines(c->text) + 0.5);
        }
    for (size_t c = 0; t->units && c < t->column_count; c++) {
        widen(&t->columns[c].head, t->units[c].natural);
        widen(&t->columns[c].least, t->units[c].natural);
        widen(&t->columns[c].head_least, t->units[c].natural);
    }
}

/* What the column asks for: numbers all of it, text what it would take in one line. */
static void finish_column(const struct making *m, size_t i) {
    struct column_plan *col = &m->plan->columns[i];
    const struct column *given = &m->plan->table->columns[i];
    double numbers = col->before + col->after + col->hang;
    col->width += col->before + col->after > 0 ? 0 : col->hang;
    widen(&col->least, numbers);
    widen(&col->width, numbers);
    col->body = col->width;
    double head = fmin(col->head, HEAD_LEAST_EMS * m->head->text.size);
    col->soft = fmax(fmax(col->least, head), fmin(col->width, TEXT_LEAST * m->setter->form->scale));
    widen(&col->width, col->head);
    if (given->width > 0 && given->share <= 0)
        col->width = col->soft = fmax(given->width, col->least);
    col->head_least = fmax(fmin(col->head_least, col->head), col->soft);
}

/* A cell over several columns may ask for more than they have: each of them gives the same. */
static void widen_span(const struct making *m, const struct cell_plan *c, double need) {
    struct table_plan *t = m->plan;
    double have = -t->gap;
    for (size_t j = c->column; j < c->column + c->span; j++)
        have += t->columns[j].width + t->gap;
    for (size_t j = c->column; need > have && j < c->column + c->span; j++) {
        double more = (need - have) / (double)c->span;
        t->columns[j].width += more;
        t->columns[j].head_least += more;
    }
}

static void measure_spans(const struct making *m) {
    struct table_plan *t = m->plan;
    for (size_t i = 0; i < t->head_count; i++)
        for (size_t k = 0; k < t->head[i].cell_count; k++)
            if (t->head[i].cells[k].span > 1 && t->head[i].cells[k].span < t->column_count)
                widen_span(m, &t->head[i].cells[k], t->head[i].cells[k].natural + GROUP_ROOM);
    for (size_t i = 0; i < t->body_count; i++)
        for (size_t k = 0; k < t->body[i].cell_count; k++)
            if (t->body[i].cells[k].span > 1)
                widen_span(m, &t->body[i].cells[k], t->body[i].cells[k].least);
}

static double total_width(const struct table_plan *t) {
    double total = -t->gap;
    for (size_t c = 0; c < t->column_count; c++)
        total += t->columns[c].width + t->gap;
    return total;
}

static double over(const struct table_plan *t) {
    return total_width(t) - t->width;
}

/* ── Shares ── */

/* Columns with a share divide what the others leave. */
static void share_out(const struct making *m) {
    struct table_plan *t = m->plan;
    double left = t->width + t->gap, shares = 0;
    for (size_t c = 0; c < t->column_count; c++) {
        const struct column *given = &t->table->columns[c];
        shares += given->share;
        left -= t->gap + (given->share > 0 ? given->width : t->columns[c].width);
    }
    for (size_t c = 0; shares > 0 && c < t->column_count; c++) {
        const struct column *given = &t->table->columns[c];
        if (given->share > 0)
            t->columns[c].width =
                fmax(t->columns[c].soft, given->width + fmax(left, 0) * given->share / shares);
    }
}

/* ── Giving way ── */

/* Long heads give way first, the longest before the others. */
static void squeeze_heads(struct table_plan *t) {
    for (size_t tries = 0; tries < t->column_count; tries++) {
        double too_much = over(t), most = 0.01;
        size_t which = t->column_count;
        for (size_t c = 0; c < t->column_count; c++) {
            double slack = t->columns[c].width - fmax(t->columns[c].head_least, t->columns[c].body);
            if (slack > most) {
                most = slack;
                which = c;
            }
        }
        if (too_much <= 0.01 || which == t->column_count)
            return;
        t->columns[which].width -= most;
    }
}

/* About how many lines a row takes when a column has that width: ragged text loses some of it. */
static double lines_of_row(const struct table_plan *t, const struct row_plan *row, size_t column,
                           double width) {
    double most = 1;
    for (size_t k = 0; k < row->cell_count; k++) {
        const struct cell_plan *c = &row->cells[k];
        double room = c->column == column ? width : t->columns[c->column].width;
        if (c->span == 1 && t->columns[c->column].wraps && c->natural > room + 0.01)
            most = fmax(most, ceil(c->natural / (0.92 * room)));
    }
    return most;
}

static double lines_at(const struct table_plan *t, size_t column, double width) {
    size_t step = t->body_count / SAMPLE + 1;
    double sum = 0;
    for (size_t i = 0; i < t->body_count; i += step)
        sum += lines_of_row(t, &t->body[i], column, width);
    return sum;
}

/* Takes width from text columns until the table fits, bit by bit from the one where it costs the
 * fewest lines, the widest of equals: their text is wrapped. */
static void squeeze(struct table_plan *t) {
    double bit = fmax(SQUEEZE_STEP, over(t) / SQUEEZES);
    for (double too_much; (too_much = over(t)) > 0.01;) {
        double step = fmin(too_much, bit), fewest = INFINITY;
        size_t which = t->column_count;
        for (size_t c = 0; c < t->column_count; c++) {
            if (!t->columns[c].wraps || t->columns[c].width - step < t->columns[c].soft - 1e-6)
                continue;
            double lines = lines_at(t, c, t->columns[c].width - step);
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

/* Smaller gaps, when they are enough to make the table fit. */
static void narrow_gaps(struct table_plan *t, double least) {
    double before = t->gap;
    if (over(t) <= 0.01)
        return;
    t->gap = least;
    if (over(t) > 0.01)
        t->gap = before;
}

/* The last resort: text down to its longest words. */
static void squeeze_hard(struct table_plan *t) {
    for (size_t c = 0; c < t->column_count; c++) {
        double too_much = over(t), slack = t->columns[c].width - t->columns[c].least;
        if (too_much > 0.01 && slack > 0)
            t->columns[c].width -= fmin(slack, too_much);
    }
}

/* Words wider than their place are broken, and the paragraph says so: the widest column gives. */
static void break_words(struct table_plan *t) {
    for (size_t tries = 0; tries < t->column_count && over(t) > 0.01; tries++) {
        struct column_plan *widest = NULL;
        for (size_t c = 0; c < t->column_count; c++)
            if (t->columns[c].wraps && (!widest || t->columns[c].width > widest->width))
                widest = &t->columns[c];
        if (!widest)
            return;
        widest->width = fmax(fmin(widest->width, TEXT_LEAST), widest->width - over(t));
    }
}

static void give_way(const struct making *m) {
    struct table_plan *t = m->plan;
    if (m->setter->sheet)
        narrow_gaps(t, COLUMN_GAP_SHEET); /* rather than break a head */
    squeeze_heads(t);
    narrow_gaps(t, m->gap_least);
    if (m->setter->sheet && over(t) > 0.01)
        t->gap = m->gap_least; /* no line more than there must be: a sheet has one page */
    squeeze(t);
    narrow_gaps(t, m->gap_least);
    if (over(t) > 0.01)
        t->gap = m->gap_least;
    squeeze(t);
}

/* ── Places ── */

double table_span_width(const struct table_plan *t, const struct cell_plan *c) {
    const struct column_plan *last = &t->columns[c->column + c->span - 1];
    return last->x + last->width - t->columns[c->column].x;
}

/* Room to spare goes between the columns, evenly: the first and the last are flush. */
static void stand_columns(struct table_plan *t) {
    double spare = -over(t), gap = t->gap, x = 0;
    if (spare > 0 && t->column_count > 1)
        gap += spare / (double)(t->column_count - 1);
    for (size_t c = 0; c < t->column_count; c++) {
        struct column_plan *col = &t->columns[c];
        col->x = x;
        col->axis = col->width - col->after - col->hang;
        x += col->width + gap;
    }
}

static void plan_widths(struct making *m) {
    struct table_plan *t = m->plan;
    memset(t->columns, 0, t->column_count * sizeof *t->columns);
    t->gap = COLUMN_GAP;
    measure_body(t);
    measure_heads(m);
    for (size_t c = 0; c < t->column_count; c++)
        finish_column(m, c);
    measure_spans(m);
    share_out(m);
    give_way(m);
}

void table_widths(struct making *m, bool last) {
    struct table_plan *t = m->plan;
    plan_widths(m);
    if (table_points_leave(t))
        plan_widths(m);
    if (last) {
        squeeze_hard(t);
        break_words(t);
    }
    t->over = over(t);
    stand_columns(t);
}
