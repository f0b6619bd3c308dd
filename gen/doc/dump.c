/* The block tree as text, one line a block, for tests. Running text: *emphasis*, **strong**,
 * `code`, [value→target], <language:words>; glyphs of limits as {bandwidth}. */
#include <string.h>

#include "base/file.h"
#include "doc/block.h"

enum { INDENT = 2 };

static const char *const kind_names[] = {
    [BLOCK_BOOK] = "book",
    [BLOCK_CHAPTER] = "chapter",
    [BLOCK_SECTION] = "section",
    [BLOCK_PARA] = "para",
    [BLOCK_LIST] = "list",
    [BLOCK_ITEM] = "item",
    [BLOCK_TERM_LIST] = "terms",
    [BLOCK_FIGURE] = "figure",
    [BLOCK_TABLE] = "table",
    [BLOCK_CALLOUT] = "callout",
    [BLOCK_QUESTION] = "question",
    [BLOCK_ANSWER] = "answer",
    [BLOCK_PAIR] = "pair",
    [BLOCK_WORKSPACE] = "workspace",
    [BLOCK_STEPS] = "steps",
    [BLOCK_MARGIN] = "margin",
    [BLOCK_CODE] = "code",
    [BLOCK_QUOTE] = "quote",
    [BLOCK_OBJECTIVES] = "objectives",
    [BLOCK_FACTS] = "facts",
    [BLOCK_ORIGINS] = "origins",
    [BLOCK_PLACE] = "place",
    [BLOCK_MARK] = "mark",
    [BLOCK_BIG] = "big",
    [BLOCK_PART] = "part",
    [BLOCK_PREFACE] = "preface",
    [BLOCK_APPENDIX] = "appendix",
    [BLOCK_EPIGRAPH] = "epigraph",
    [BLOCK_EQUATION] = "equation",
    [BLOCK_SAMPLE] = "sample",
    [BLOCK_ARTICLE] = "article",
};

static const char *const limit_names[] = {"none", "capacity", "bandwidth", "interconnect",
                                          "compute"};

/* ── Running text ── */

/* Line breaks of code stay on the line. */
static void put_text(struct bytes *out, const char *text) {
    for (; text && *text; text++)
        if (*text == '\n')
            bytes_puts(out, "\\n");
        else
            bytes_add(out, text, 1);
}

static void put_marks(struct bytes *out, const struct inline_ *in) {
    bytes_puts(out, in->strong ? "**" : "");
    bytes_puts(out, in->emphasis ? "*" : "");
    bytes_puts(out, in->code ? "`" : "");
}

static void put_open(struct bytes *out, const struct inline_ *in) {
    if (in->language)
        bytes_printf(out, "<%s:", in->language);
    if (in->kind == INLINE_VALUE || in->dest || in->uri)
        bytes_puts(out, "[");
    if (in->script)
        bytes_puts(out, in->script > 0 ? "^{" : "_{");
}

static void put_close(struct bytes *out, const struct inline_ *in) {
    if (in->script)
        bytes_puts(out, "}");
    if (in->dest || in->uri)
        bytes_printf(out, "→%s", in->dest ? in->dest : in->uri);
    if (in->kind == INLINE_VALUE || in->dest || in->uri)
        bytes_puts(out, "]");
    if (in->language)
        bytes_puts(out, ">");
}

static void put_inline(struct bytes *out, const struct inline_ *in) {
    if (in->kind == INLINE_LIMIT) {
        bytes_printf(out, "{%s}", limit_names[in->limit]);
        return;
    }
    put_open(out, in);
    put_marks(out, in);
    put_text(out, in->text);
    put_marks(out, in);
    put_close(out, in);
}

static void put_inlines(struct bytes *out, const char *name, const struct inline_ *text) {
    if (!text)
        return;
    bytes_printf(out, " %s%s\"", name, *name ? "=" : "");
    for (; text; text = text->next)
        put_inline(out, text);
    bytes_puts(out, "\"");
}

static void put_word(struct bytes *out, const char *name, const char *value) {
    if (value)
        bytes_printf(out, " %s=\"%s\"", name, value);
}

/* ── Tables ── */

static void put_indent(struct bytes *out, int depth) {
    for (int i = 0; i < depth * INDENT; i++)
        bytes_puts(out, " ");
}

static void put_values(struct bytes *out, const char *name, const double *values, int n) {
    bytes_puts(out, name);
    for (int i = 0; i < n; i++) {
        bytes_puts(out, i ? " " : "(");
        bytes_printf(out, "%.6g", values[i]);
    }
    bytes_puts(out, ")");
}

static void put_cell(struct bytes *out, const struct cell *c) {
    bytes_puts(out, " |");
    if (c->column_span > 1 || c->row_span > 1)
        bytes_printf(out, " %dx%d", c->column_span, c->row_span);
    bytes_puts(out, c->best ? " ▲" : "");
    bytes_puts(out, c->missing ? " —" : "");
    if (c->text)
        bytes_puts(out, " ");
    for (const struct inline_ *in = c->text; in; in = in->next)
        put_inline(out, in);
    if (c->drawing == CELL_RIDGE)
        put_values(out, " ridge", c->values, 2);
    if (c->drawing == CELL_BARS)
        put_values(out, " bars", c->values, 2);
    if (c->drawing == CELL_POSITION)
        put_values(out, " position", c->values, 4);
}

static void put_row(struct bytes *out, const char *name, const struct row *row, int depth) {
    put_indent(out, depth);
    bytes_printf(out, "%s%s", name, row->rule_above ? " rule" : "");
    for (size_t i = 0; i < row->cell_count; i++)
        put_cell(out, &row->cells[i]);
    bytes_puts(out, "\n");
}

static void put_units(struct bytes *out, const struct table *t, int depth) {
    if (!t->unit_cells)
        return;
    put_indent(out, depth);
    bytes_puts(out, "unit");
    for (size_t i = 0; i < t->column_count; i++) {
        bytes_puts(out, " |");
        if (t->unit_cells[i])
            bytes_puts(out, " ");
        for (const struct inline_ *in = t->unit_cells[i]; in; in = in->next)
            put_inline(out, in);
    }
    bytes_puts(out, "\n");
}

static void put_table(struct bytes *out, const struct table *t, int depth) {
    static const char aligns[] = "lcrd";
    put_indent(out, depth);
    bytes_puts(out, "columns ");
    for (size_t i = 0; i < t->column_count; i++)
        bytes_add(out, &aligns[t->columns[i].align], 1);
    bytes_puts(out, "\n");
    for (size_t i = 0; i < t->head_count; i++)
        put_row(out, "head", &t->head[i], depth);
    put_units(out, t, depth);
    for (size_t i = 0; i < t->body_count; i++)
        put_row(out, "row", &t->body[i], depth);
    if (!t->note)
        return;
    put_indent(out, depth);
    bytes_puts(out, "note");
    put_inlines(out, "", t->note);
    bytes_puts(out, "\n");
}

/* ── Blocks ── */

static void put_lines(struct bytes *out, const struct block *b, int depth) {
    for (size_t i = 0; i < b->line_count; i++) {
        const struct derivation_line *line = &b->lines[i];
        put_indent(out, depth);
        bytes_puts(out, line->total ? "total" : "line");
        put_inlines(out, "", line->label);
        put_inlines(out, "formula", line->formula);
        put_inlines(out, "numbers", line->substituted);
        put_inlines(out, "result", line->result);
        bytes_puts(out, "\n");
    }
}

static void put_facts(struct bytes *out, const struct block *b) {
    if (b->id)
        bytes_printf(out, " #%s", b->id);
    put_word(out, "number", b->number);
    put_word(out, "label", b->label);
    put_word(out, "role", b->role);
    put_word(out, "style", b->style);
    put_word(out, "author", b->author);
    if (b->level)
        bytes_printf(out, " level=%d", b->level);
    for (size_t i = 0; i < 4 && b->limits[i] != LIMIT_NONE; i++)
        bytes_printf(out, "%s%s", i ? "," : " limits=", limit_names[b->limits[i]]);
    bytes_puts(out, b->wide ? " wide" : "");
    bytes_puts(out, b->chart ? " chart" : "");
    if (b->box.w > 0 || b->box.h > 0) {
        const double box[] = {b->box.x, b->box.y, b->box.w, b->box.h};
        put_values(out, " box", box, 4);
    }
}

static void put_block(struct bytes *out, const struct block *b, int depth) {
    put_indent(out, depth);
    bytes_puts(out, kind_names[b->kind]);
    put_facts(out, b);
    put_inlines(out, "title", b->title);
    put_inlines(out, "subtitle", b->subtitle);
    put_inlines(out, "gloss", b->gloss);
    put_inlines(out, "", b->text);
    put_word(out, "alt", b->thing ? b->thing->alt : NULL);
    bytes_puts(out, "\n");
    if (b->table)
        put_table(out, b->table, depth + 1);
    put_lines(out, b, depth + 1);
    for (const struct block *c = b->child; c; c = c->next)
        put_block(out, c, depth + 1);
}

void blocks_dump(const struct block *b, struct bytes *out) {
    if (b)
        put_block(out, b, 0);
}
