/* The texts of cells, in one line first: what they would like to have, and what they need. */
#include <string.h>

#include "page/table_make.h"

static const double BEST_SIZE = 5.5, BEST_GAP = 2; /* design 5 */
static const double ITEM_EMS = 2, CODE_CELLS = 12;
/* Blocks in a cell are not asked for more than this many ems of width. */
static const double BLOCKS_EMS = 26;

double table_best_room(const struct cell_plan *c) {
    return c->cell && c->cell->best ? BEST_GAP + 0.62 * BEST_SIZE : 0;
}

const struct style *table_cell_style(const struct making *m, const struct cell_plan *c, bool head) {
    const struct column *column = &m->plan->table->columns[c->column];
    bool foot = !head && c->cell && c->cell->sums;
    return head                                      ? m->head
           : c->cell->best || column->strong || foot ? m->strong
           : column->quiet                           ? m->quiet
                                                     : m->body;
}

/* A head may be broken anywhere, also in a computed name. */
static const struct inline_ *loosened(struct making *m, const struct inline_ *text) {
    struct inline_ *first = NULL, **to = &first;
    for (; text; text = text->next, to = &(*to)->next) {
        *to = arena_memdup(m->setter->arena, text, sizeof *text);
        (*to)->tight = text->tight && text->hangs;
    }
    return first;
}

const struct inline_ *table_cell_text(struct making *m, const struct cell_plan *c, bool head) {
    if (c->cell->missing && !c->cell->text)
        return inline_words(m->setter->arena, "—");
    return head ? loosened(m, c->cell->text) : c->cell->text;
}

/* At blanks and between ideographs: what else a paragraph may do at need, no column counts on. A
 * unit is never broken at its stroke. */
bool table_may_break(const struct paragraph *p, size_t i) {
    const struct cluster *c = &p->shaped->clusters[i];
    if (i == p->lines[0].from || !(c->flags & CLUSTER_BREAK_BEFORE))
        return false;
    bool inside = c->piece == c[-1].piece && p->inline_of[c->piece]->tight;
    inside |= c[-1].code == '/' || c->code == '/';
    return !inside && ((c[-1].flags & CLUSTER_SPACE) || ((c->flags | c[-1].flags) & CLUSTER_HAN));
}

/* The widest piece of a text between two places where it may be broken. */
static double widest_piece(const struct paragraph *p) {
    const struct line *line = &p->lines[0];
    double widest = 0, piece = 0, ink = 0;
    for (size_t i = line->from; i < line->to; i++) {
        const struct cluster *c = &p->shaped->clusters[i];
        if (table_may_break(p, i))
            piece = 0;
        piece += line->advances[i - line->from];
        ink = c->flags & CLUSTER_SPACE ? ink : piece;
        widest = ink > widest ? ink : widest;
    }
    return widest;
}

static const struct paragraph *set_single(const struct making *m, const struct style *style,
                                          const struct inline_ *text) {
    return setter_single(m->setter, style, m->block->language, text);
}

static void widen(double *width, double to) {
    if (to > *width)
        *width = to;
}

/* ── Blocks ── */

static void measure_text(struct making *m, struct cell_plan *c, const struct inline_ *text,
                         double indent) {
    if (!text)
        return;
    const struct paragraph *p = set_single(m, m->body, text);
    widen(&c->natural, indent + paragraph_width(p));
    widen(&c->least, indent + widest_piece(p));
}

/* A listing is not set narrower than twelve cells. */
static void measure_code(struct making *m, struct cell_plan *c, const struct block *b) {
    const struct text_style face = setter_style(m->setter, b, "code-cell")->text;
    size_t longest = 0, line = 0;
    for (const struct inline_ *in = b->text; in; in = in->next)
        for (const char *at = in->text ? in->text : ""; *at; at++) {
            line = *at == '\n' ? 0 : line + 1;
            longest = line > longest ? line : longest;
        }
    double cell = text_width(m->setter->request->fonts, "n", face);
    widen(&c->natural, (double)longest * cell);
    widen(&c->least, CODE_CELLS * cell + 0.5);
}

/* Lists in lists are rare in cells: deeper ones are measured as if they were not so deep. */
static void measure_blocks(struct making *m, struct cell_plan *c) {
    enum { DEEP = 8 };
    double em = m->body->text.size;
    const struct block *open[DEEP], *b = c->cell->blocks;
    size_t depth = 0;
    while (b || depth) {
        if (!b) {
            b = open[--depth]->next;
            continue;
        }
        if (b->kind == BLOCK_CODE)
            measure_code(m, c, b);
        else
            measure_text(m, c, b->text, ITEM_EMS * em * (double)(depth / 2 + depth % 2));
        bool into = b->child && depth < DEEP;
        if (into)
            open[depth++] = b;
        b = into ? b->child : b->next;
    }
    c->natural = c->natural < BLOCKS_EMS * em ? c->natural : BLOCKS_EMS * em;
    widen(&c->natural, c->least);
}

/* ── Cells ── */

static void set_cell(struct making *m, struct cell_plan *c, bool head) {
    const struct column *column = &m->plan->table->columns[c->column];
    const struct inline_ *text = table_cell_text(m, c, head);
    c->align = c->cell->own_align ? c->cell->align : column->align;
    if (c->cell->blocks) {
        measure_blocks(m, c);
        return;
    }
    if (!text)
        return;
    c->text = set_single(m, table_cell_style(m, c, head), text);
    struct number_place place = number_place(c->text, column->point);
    c->number = !head && c->align == COLUMN_DECIMAL && c->span == 1 && place.number;
    c->hang = place.hang;
    c->before = place.before + table_best_room(c);
    c->natural = paragraph_width(c->text) - c->hang + table_best_room(c);
    c->least = c->number ? c->natural : widest_piece(c->text);
}

void table_cells_set(struct making *m, struct row_plan *rows, size_t n, bool head) {
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < rows[i].cell_count; k++)
            set_cell(m, &rows[i].cells[k], head);
}

void table_units_set(struct making *m) {
    struct table_plan *t = m->plan;
    if (!t->table->unit_cells)
        return;
    t->units = ARENA_ARRAY(m->setter->arena, struct cell_plan, t->column_count + 1);
    for (size_t c = 0; c < t->column_count; c++) {
        t->units[c] = (struct cell_plan){
            .column = c, .span = 1, .rows = 1, .align = t->table->columns[c].align};
        if (!t->table->unit_cells[c])
            continue;
        t->units[c].text = set_single(m, m->unit, t->table->unit_cells[c]);
        t->units[c].natural = paragraph_width(t->units[c].text);
    }
}
