/* How wide the matrix' columns are, by what the words need. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "chart/fit_matrix.h"

static const double least_head = 7; /* size of type */

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

/* Where the digits of "MI250X" begin; 0 = nowhere. */
static size_t digits_at(const char *word) {
    for (size_t i = 1; word[i]; i++)
        if (isalpha((unsigned char)word[i - 1]) && isdigit((unsigned char)word[i]))
            return i;
    return 0;
}

/* ── Columns ── */

static double cells_need(struct matrix *m, size_t k) {
    double width = 0;
    for (size_t i = 0; i < m->row_count; i++) {
        const struct matrix_cell *c = &m->rows[i].cells[k];
        width =
            fmax(width, draw_width(m->d, matrix_cell_text(m, c), matrix_cell_style(m, c->state)));
    }
    return width + (m->bare ? 2 : m->look->mark + MATRIX_TICK + 2);
}

/* The widest part of a device's name that is not broken, in small type. */
static double head_needs(struct matrix *m, size_t k) {
    struct text_style style = draw_style(m->d, least_head, WEIGHT_SEMIBOLD, INK_INK);
    const char *words[HEAD_LINES];
    size_t n = draw_wrap(m->d, matrix_device(m, m->columns[k].device), style, 0, words, HEAD_LINES);
    double width = 0;
    for (size_t i = 0; i < n; i++) {
        size_t at = m->split ? digits_at(words[i]) : 0;
        const char *letters = at ? arena_strndup(m->d->arena, words[i], at) : words[i];
        width = fmax(width, fmax(draw_width(m->d, letters, style),
                                 at ? draw_width(m->d, words[i] + at, style) : 0));
    }
    return width;
}

/* What columns have that need no more: all the same, and less the more the others need. */
static double common_width(const double *needs, size_t n, double room, double most) {
    double common = fmin(most, room / (double)n), before;
    do {
        double rest = room;
        size_t sharing = 0;
        for (size_t k = 0; k < n; k++) {
            rest -= needs[k] > common ? needs[k] : 0;
            sharing += needs[k] <= common;
        }
        before = common;
        common = sharing ? fmin(common, rest / (double)sharing) : 0;
    } while (common < before);
    return common;
}

/* Do the texts fit the columns? Where one needs more than the others it may be wider. */
static bool lay_columns(struct matrix *m, bool uneven) {
    double needs[MATRIX_DEVICES], left, right = m->d->scene->width - m->left;
    left = m->x = m->left + m->name_width + (m->no_needs ? 0 : m->look->needs_width) + 8;
    for (size_t k = 0; k < m->column_count; k++)
        needs[k] = fmax(cells_need(m, k), head_needs(m, k)) + m->look->pad;
    double common = common_width(needs, m->column_count, right - m->x, m->look->column);
    bool fits = true;
    for (size_t k = 0; k < m->column_count; k++) {
        m->columns[k].left = left;
        m->columns[k].width = fmax(common, needs[k]);
        left += m->columns[k].width;
        fits &= uneven || needs[k] <= common;
    }
    return fits && left <= right + 1e-6;
}

/* What narrow frames do without, one thing after another. */
struct narrowing {
    bool two_lines, uneven, split, bare, no_needs;
};

static const struct narrowing narrowings[] = {
    {.two_lines = false},
    {.two_lines = true},
    {.two_lines = true, .uneven = true},
    {.two_lines = true, .uneven = true, .split = true},
    {.two_lines = true, .uneven = true, .bare = true},
    {.two_lines = true, .uneven = true, .split = true, .bare = true},
    {.two_lines = true, .uneven = true, .split = true, .bare = true, .no_needs = true},
};

static bool narrow(struct matrix *m, const struct narrowing *s) {
    m->split = s->split;
    m->bare = s->bare;
    m->no_needs = s->no_needs;
    lay_names(m, s->two_lines ? 40 : m->look->name_width);
    return lay_columns(m, s->uneven);
}

/* In the end type shrinks. */
static bool lay_table(struct matrix *m) {
    static const double least = 7.875; /* of Han, and of the dashes among them */
    m->cell_size = m->look->cell;
    for (size_t i = 0; i < sizeof narrowings / sizeof *narrowings; i++)
        if (narrow(m, &narrowings[i]))
            return true;
    while (m->cell_size > least) {
        m->cell_size = fmax(m->cell_size - 0.25, least);
        if (lay_columns(m, true))
            return true;
    }
    return false;
}

/* ── Heads ── */

static double head_room(const struct matrix *m, size_t k) {
    return m->columns[k].width - m->look->pad;
}

/* Is every line of every head as narrow as its column? */
static bool lay_heads(struct matrix *m) {
    bool fits = true;
    for (size_t k = 0; k < m->column_count; k++) {
        struct matrix_column *c = &m->columns[k];
        double room = head_room(m, k);
        c->head_count = draw_wrap(m->d, matrix_device(m, c->device), matrix_head_style(m), room,
                                  c->head, HEAD_LINES);
        for (size_t i = 0; i < c->head_count; i++)
            fits = fits && draw_width(m->d, c->head[i], matrix_head_style(m)) <= room;
    }
    return fits;
}

/* The last resort: lines that are still too wide are broken before their digits. */
static void break_head(struct matrix *m, size_t k) {
    struct matrix_column *c = &m->columns[k];
    double room = head_room(m, k);
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

bool matrix_layout(struct matrix *m) {
    size_t most = 1;
    m->left = m->request->in_page ? 0 : 16;
    if (!lay_table(m))
        return false;
    m->head_size = m->look->name;
    while (!lay_heads(m) && m->head_size > least_head)
        m->head_size = fmax(m->head_size - 0.25, least_head);
    for (size_t k = 0; k < m->column_count; k++)
        break_head(m, k);
    for (size_t k = 0; k < m->column_count; k++)
        most = most < m->columns[k].head_count ? m->columns[k].head_count : most;
    m->head_height = m->look->head[0] + 9 + m->look->head_pitch * (double)(most - 1);
    return true;
}
