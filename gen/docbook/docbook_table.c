/* Tables and derivations as CALS tables. */
#include "docbook/docbook_write.h"

static const char *const ALIGNS[] = {"left", "center", "right", "right"};

static const char *column_name(struct docbook *d, size_t column) {
    return arena_printf(d->arena, "c%zu", column + 1);
}

static void write_columns(struct docbook *d, const struct table *t) {
    for (size_t i = 0; i < t->column_count; i++) {
        xml_open(&d->w, "colspec");
        xml_attribute(&d->w, "colname", column_name(d, i));
        xml_attribute(&d->w, "align", ALIGNS[t->columns[i].align]);
        xml_close(&d->w);
    }
}

static void cell_text(struct docbook *d, const struct cell *c) {
    if (c->blocks) {
        docbook_blocks(d, c->blocks, false);
        return;
    }
    bool indent = d->w.indent;
    d->w.indent = false;
    docbook_inlines(d, c->text);
    if (c->missing)
        xml_text(&d->w, "—");
    if (c->best)
        xml_text(&d->w, " ▲");
    d->w.indent = indent;
}

static void write_cell(struct docbook *d, const struct cell *c, size_t column) {
    bool indent = d->w.indent;
    xml_open(&d->w, "entry");
    if (c->column_span > 1) {
        xml_attribute(&d->w, "namest", column_name(d, column));
        xml_attribute(&d->w, "nameend", column_name(d, column + (size_t)c->column_span - 1));
    }
    if (c->row_span > 1)
        xml_attribute(&d->w, "morerows", arena_printf(d->arena, "%d", c->row_span - 1));
    if (c->own_align)
        xml_attribute(&d->w, "align", ALIGNS[c->align]);
    cell_text(d, c);
    d->w.indent = indent && c->blocks;
    xml_close(&d->w);
    d->w.indent = indent;
}

/* The columns before a cell: covered from above, or left empty. */
static size_t skip_to(struct docbook *d, const struct table *t, const struct cell *c, size_t column,
                      int *covered) {
    while (column < t->column_count && (covered[column] > 0 || column < c->column)) {
        if (covered[column] > 0)
            covered[column]--;
        else
            write_cell(d, &(struct cell){.column_span = 1, .row_span = 1}, column);
        column++;
    }
    return column;
}

/* covered: by cells of rows above, how many rows more. */
static void write_row(struct docbook *d, const struct table *t, const struct row *row,
                      int *covered) {
    size_t column = 0;
    xml_open(&d->w, "row");
    for (size_t i = 0; i < row->cell_count; i++) {
        const struct cell *c = &row->cells[i];
        column = skip_to(d, t, c, column, covered);
        write_cell(d, c, column);
        for (int k = 0; k < c->column_span && column < t->column_count; k++)
            covered[column++] = c->row_span - 1;
    }
    for (; column < t->column_count; column++)
        covered[column] -= covered[column] > 0;
    xml_close(&d->w);
}

static void write_body(struct docbook *d, const struct table *t) {
    int *covered = ARENA_ARRAY(d->arena, int, t->column_count + 1);
    xml_open(&d->w, "tbody");
    for (size_t i = 0; i < t->body_count; i++)
        write_row(d, t, &t->body[i], covered);
    xml_close(&d->w);
}

/* ── Heads ── */

/* Converters read one row of heads: the rows above each other become lines of its cells, the words
 * of a span stand in its first column. */
struct heads {
    const struct cell **lines; /* row by row, t->column_count each */
    size_t rows;
};

static void head_row(const struct table *t, const struct row *row, int *covered,
                     const struct cell **line) {
    size_t column = 0;
    for (size_t i = 0; i < row->cell_count; i++) {
        const struct cell *c = &row->cells[i];
        for (; column < t->column_count && (covered[column] > 0 || column < c->column); column++)
            covered[column] -= covered[column] > 0;
        if (column < t->column_count)
            line[column] = c;
        for (int k = 0; k < c->column_span && column < t->column_count; k++)
            covered[column++] = c->row_span - 1;
    }
    for (; column < t->column_count; column++)
        covered[column] -= covered[column] > 0;
}

static const struct cell *unit_cell(struct docbook *d, const struct inline_ *text) {
    struct cell *c = ARENA_NEW(d->arena, struct cell);
    *c = (struct cell){.text = text, .column_span = 1, .row_span = 1};
    return c;
}

static void head_line(struct docbook *d, const struct cell *c) {
    if (c && c->blocks)
        docbook_blocks(d, c->blocks, false);
    else if (c)
        docbook_line(d, "para", c->text);
}

static struct heads heads_of(struct docbook *d, const struct table *t) {
    int *covered = ARENA_ARRAY(d->arena, int, t->column_count + 1);
    struct heads h = {.rows = t->head_count + (t->unit_cells != NULL)};
    h.lines = ARENA_ARRAY(d->arena, const struct cell *, h.rows * t->column_count + 1);
    for (size_t i = 0; i < t->head_count; i++)
        head_row(t, &t->head[i], covered, h.lines + i * t->column_count);
    for (size_t i = 0; t->unit_cells && i < t->column_count; i++)
        h.lines[t->head_count * t->column_count + i] = unit_cell(d, t->unit_cells[i]);
    return h;
}

static void write_head(struct docbook *d, const struct table *t) {
    struct heads h = heads_of(d, t);
    if (!h.rows)
        return;
    xml_open(&d->w, "thead");
    xml_open(&d->w, "row");
    for (size_t column = 0; column < t->column_count; column++) {
        xml_open(&d->w, "entry");
        for (size_t i = 0; i < h.rows; i++)
            head_line(d, h.lines[i * t->column_count + column]);
        xml_close(&d->w);
    }
    xml_close(&d->w);
    xml_close(&d->w);
}

static void write_group(struct docbook *d, const struct table *t) {
    xml_open(&d->w, "tgroup");
    xml_attribute(&d->w, "cols", arena_printf(d->arena, "%zu", t->column_count));
    write_columns(d, t);
    write_head(d, t);
    write_body(d, t);
    xml_close(&d->w);
}

/* Behind the table: how to read it, and whose values these are. */
void docbook_table(struct docbook *d, const struct block *b) {
    const char *before = d->language;
    if (!b->table)
        return;
    docbook_open(d, b, b->title ? "table" : "informaltable");
    docbook_line(d, "title", b->title);
    write_group(d, b->table);
    docbook_close(d, before);
    docbook_caption(d, b->text == b->table->note ? NULL : b->text);
    docbook_caption(d, b->table->note);
}

/* ── Derivations ── */

static void write_entry(struct docbook *d, const struct inline_ *text) {
    write_cell(d, &(struct cell){.text = text, .column_span = 1, .row_span = 1}, 0);
}

void docbook_steps(struct docbook *d, const struct block *b) {
    static const char *const aligns[] = {"left", "left", "left", "right"};
    if (!b->line_count)
        return;
    xml_open(&d->w, "informaltable");
    xml_attribute(&d->w, "role", "derivation");
    xml_open(&d->w, "tgroup");
    xml_attribute(&d->w, "cols", "4");
    for (size_t i = 0; i < sizeof aligns / sizeof *aligns; i++) {
        xml_open(&d->w, "colspec");
        xml_attribute(&d->w, "align", aligns[i]);
        xml_close(&d->w);
    }
    xml_open(&d->w, "tbody");
    for (size_t i = 0; i < b->line_count; i++) {
        const struct derivation_line *line = &b->lines[i];
        xml_open(&d->w, "row");
        write_entry(d, line->label);
        write_entry(d, line->formula);
        write_entry(d, line->substituted);
        write_entry(d, line->result);
        xml_close(&d->w);
    }
    xml_close(&d->w);
    xml_close(&d->w);
    xml_close(&d->w);
}
