/* How wide the matrix' columns are, by what the words need. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "chart/fit_matrix.h"

struct text_style matrix_name_style(const struct matrix *m) {
    return draw_style(m->d, m->look->name, WEIGHT_SEMIBOLD, INK_INK);
}

struct text_style matrix_detail_style(const struct matrix *m) {
    return draw_style(m->d, m->look->detail, WEIGHT_REGULAR, INK_INK2);
}

struct text_style matrix_cell_style(const struct matrix *m, enum cell_state state) {
    static const struct {
        enum weight weight;
        enum ink ink;
    } styles[] = {[CELL_UNKNOWN] = {WEIGHT_REGULAR, INK_INK3},
                  [CELL_NO] = {WEIGHT_REGULAR, INK_CAPACITY},
                  [CELL_MARGINAL] = {WEIGHT_SEMIBOLD, INK_MARGINAL},
                  [CELL_YES] = {WEIGHT_SEMIBOLD, INK_INK}};
    double size = state == CELL_NO ? fmin(m->look->missing, m->cell_size) : m->cell_size;
    return draw_style(m->d, size, styles[state].weight, styles[state].ink);
}

struct text_style matrix_head_style(const struct matrix *m) {
    return draw_style(m->d, m->head_size, WEIGHT_SEMIBOLD, INK_INK);
}

/* ── Layout ── */

static double one_line(struct matrix *m, const struct matrix_row *r) {
    return draw_width(m->d, r->model->short_name, matrix_name_style(m)) + 3 +
           draw_width(m->d, matrix_detail(m, r), matrix_detail_style(m));
}

static double two_lines(struct matrix *m, const struct matrix_row *r) {
    return fmax(draw_width(m->d, r->model->short_name, matrix_name_style(m)),
                draw_width(m->d, matrix_detail(m, r), matrix_detail_style(m)));
}

/* Formats beside the names as far as there is room, else under them. */
static void lay_names(struct matrix *m, double room) {
    m->name_width = room;
    for (size_t i = 0; i < m->row_count; i++) {
        struct matrix_row *r = &m->rows[i];
        r->two_lines = one_line(m, r) > room;
        if (r->two_lines)
            m->name_width = fmax(m->name_width, two_lines(m, r));
    }
}

static double widest_cell(struct matrix *m) {
    double width = 0;
    for (size_t i = 0; i < m->row_count; i++)
        for (size_t k = 0; k < m->column_count; k++) {
            const struct matrix_cell *c = &m->rows[i].cells[k];
            width = fmax(width,
                         draw_width(m->d, matrix_cell_text(m, c), matrix_cell_style(m, c->state)));
        }
    return width;
}

/* Do the cells' texts, with their ticks, fit their columns? */
static bool lay_columns(struct matrix *m) {
    double right = m->d->scene->width - m->left;
    m->x = m->left + m->name_width + (m->no_needs ? 0 : m->look->needs_width) + 8;
    m->column = fmin(m->look->column, (right - m->x) / (double)m->column_count);
    double mark = m->bare ? 2 : m->look->mark + MATRIX_TICK + 2;
    return widest_cell(m) + mark + m->look->pad <= m->column;
}

/* In narrow frames, one after another: formats go under the names, ticks go, the column of what is
 * needed goes, type shrinks. */
static void lay_table(struct matrix *m) {
    m->cell_size = m->look->cell;
    lay_names(m, m->look->name_width);
    if (lay_columns(m))
        return;
    lay_names(m, 40);
    if (lay_columns(m))
        return;
    m->bare = true;
    if (lay_columns(m))
        return;
    m->no_needs = true;
    static const double least = 7.875; /* of Han, and of the dashes among them */
    while (!lay_columns(m) && m->cell_size > least)
        m->cell_size = fmax(m->cell_size - 0.25, least);
}

/* Is every line of every head as narrow as its column? */
static bool lay_heads(struct matrix *m) {
    double room = m->column - m->look->pad;
    bool fits = true;
    for (size_t k = 0; k < m->column_count; k++) {
        struct matrix_column *c = &m->columns[k];
        c->head_count = draw_wrap(m->d, matrix_device(m, c->device), matrix_head_style(m), room,
                                  c->head, HEAD_LINES);
        for (size_t i = 0; i < c->head_count; i++)
            fits = fits && draw_width(m->d, c->head[i], matrix_head_style(m)) <= room;
    }
    return fits;
}

/* Where the digits of "MI250X" begin; 0 = nowhere. */
static size_t digits_at(const char *word) {
    for (size_t i = 1; word[i]; i++)
        if (isalpha((unsigned char)word[i - 1]) && isdigit((unsigned char)word[i]))
            return i;
    return 0;
}

/* The last resort: lines that are still too wide are broken before their digits. */
static void break_head(struct matrix *m, struct matrix_column *c) {
    double room = m->column - m->look->pad;
    for (size_t i = 0; i < c->head_count && c->head_count < HEAD_LINES; i++) {
        size_t at = digits_at(c->head[i]);
        if (!at || draw_width(m->d, c->head[i], matrix_head_style(m)) <= room)
            continue;
        memmove(c->head + i + 2, c->head + i + 1, (c->head_count - i - 1) * sizeof *c->head);
        c->head[i + 1] = c->head[i] + at;
        c->head[i] = arena_strndup(m->d->arena, c->head[i], at);
        c->head_count++;
    }
}

void matrix_layout(struct matrix *m) {
    size_t most = 1;
    m->left = m->request->in_page ? 0 : 16;
    lay_table(m);
    m->head_size = m->look->name;
    while (!lay_heads(m) && m->head_size > 7)
        m->head_size = fmax(m->head_size - 0.25, 7);
    for (size_t k = 0; k < m->column_count; k++)
        break_head(m, &m->columns[k]);
    for (size_t k = 0; k < m->column_count; k++)
        most = most < m->columns[k].head_count ? m->columns[k].head_count : most;
    m->head_height = m->look->head[0] + 9 + m->look->head_pitch * (double)(most - 1);
}
