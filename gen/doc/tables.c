/* r:table: one row per kind, and what the kinds share. */
#include "doc/build.h"

#include <string.h>

static const struct table_kind {
    const char *of;
    const struct table *(*make)(struct reader *r, const struct node *n);
} kinds[] = {
    {"accelerators", table_accelerators},
    {"scenarios", table_scenarios},
    {"operations", table_operations},
    {"comparison", table_comparison},
    {"position", table_position},
    {"fits", table_fits},
    {"recipes", table_recipes},
    {"relatives", table_relatives},
    {"cases", table_cases},
    {"elements", table_elements},
    {"functions", table_functions},
    {"units", table_units},
    {"properties", table_properties},
    {"page", table_page},
    {"steps", table_steps},
    {"symbols", table_symbols},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

const struct table *computed_table(struct reader *r, const struct node *n) {
    const struct attribute *of = attribute_of(n, "of");
    if (!of)
        return NULL;
    const char *names[KINDS];
    for (size_t i = 0; i < KINDS; i++) {
        names[i] = kinds[i].of;
        if (!strcmp(of->value, names[i]))
            return kinds[i].make(r, n);
    }
    diag_report(
        r->diag, DIAG_BAD_ATTRIBUTE, of->value_span, of->value,
        "accelerators, scenarios, operations, comparison, position, fits, recipes, relatives, cases, "
        "elements, functions, units, properties, page, steps or symbols",
        nearest_name(of->value, names, KINDS));
    return NULL;
}

const struct accelerator *accelerator_bound(struct reader *r, const struct node *n,
                                            const char *name, size_t k) {
    const struct attribute *at = attribute_of(n, name);
    if (at) {
        const struct word *words;
        size_t count = attribute_words(r->arena, at, &words);
        return count ? accelerator_of(r, words[0].text, words[0].span) : NULL;
    }
    for (size_t i = 0; i < r->request->binding_count; i++)
        if (r->request->bindings[i].accelerator && k-- == 0)
            return r->request->bindings[i].accelerator;
    diag_report(r->diag, DIAG_MISSING_ATTRIBUTE, n->span, "r:table", name, NULL);
    return NULL;
}

struct grid grid_new(struct reader *r, const struct node *n, size_t columns, size_t rows) {
    struct grid g = {.r = r, .node = n, .columns = columns, .rows = rows};
    g.column = ARENA_ARRAY(r->arena, struct column, columns + 1);
    g.head = ARENA_ARRAY(r->arena, struct cell, columns + 1);
    g.units = ARENA_ARRAY(r->arena, const struct inline_ *, columns + 1);
    g.body = ARENA_ARRAY(r->arena, struct cell, columns * rows + 1);
    for (size_t i = 0; i < columns; i++)
        g.head[i] = (struct cell){.column_span = 1, .row_span = 1, .span = n->span};
    for (size_t i = 0; i < columns * rows; i++)
        g.body[i] = (struct cell){.column_span = 1, .row_span = 1, .span = n->span};
    g.row_pitch = PITCH_TABLE / 10.0;
    return g;
}

struct cell *grid_cell(struct grid *g, size_t row, size_t column) {
    return &g->body[row * g->columns + column];
}

void grid_head(struct grid *g, size_t column, const char *name, const char *unit) {
    grid_head_text(g, column, column_say(g->r, name));
    if (!unit || !*unit)
        return;
    struct inline_ *below = inline_new(g->r, INLINE_TEXT, unit_say(g->r, unit), g->node->span);
    below->tight = true;
    g->units[column] = below;
}

void grid_head_text(struct grid *g, size_t column, const char *text) {
    g->head[column].text = inline_say(g->r, text);
}

void grid_text(struct grid *g, size_t row, size_t column, const char *text) {
    grid_cell(g, row, column)->text = inline_say(g->r, text);
}

void grid_missing(struct grid *g, size_t row, size_t column) {
    grid_cell(g, row, column)->missing = true;
}

const struct table *grid_table(struct grid *g) {
    struct reader *r = g->r;
    struct table *t = ARENA_NEW(r->arena, struct table);
    struct row *rows = ARENA_ARRAY(r->arena, struct row, g->rows + 1);
    for (size_t i = 0; i < g->rows; i++) {
        bool group = g->groups && g->groups[i];
        rows[i] = (struct row){.cells = grid_cell(g, i, 0),
                               .cell_count = group ? 1 : g->columns,
                               .rule_above = group && i > 0};
        if (group)
            grid_cell(g, i, 0)->column_span = (int)g->columns;
    }
    struct row *head = ARENA_NEW(r->arena, struct row);
    *head = (struct row){.cells = g->head, .cell_count = g->columns};
    bool units = false;
    for (size_t i = 0; i < g->columns; i++)
        units |= g->units[i] != NULL;
    const char *size = node_value(g->node, "size");
    *t = (struct table){.columns = g->column,
                        .column_count = g->columns,
                        .head = head,
                        .head_count = 1,
                        .body = rows,
                        .body_count = g->rows,
                        .unit_cells = units ? g->units : NULL,
                        .note = g->note,
                        .wide = size && !strcmp(size, "wide"),
                        .row_pitch = g->row_pitch};
    number_of(r, g->node, "row-height", &t->row_pitch);
    t->pitch_given = attribute_of(g->node, "row-height") != NULL;
    return t;
}

const struct inline_ *limit_words(struct reader *r, const char *word) {
    const char *name = !strcmp(word, "communication") ? "interconnect" : word;
    enum limit limit = limit_lookup(name);
    if (limit == LIMIT_NONE)
        return NULL;
    struct inline_ *glyph = inline_new(r, INLINE_LIMIT, NULL, r->root->span);
    glyph->limit = limit;
    glyph->ink = limit_ink(limit);
    glyph->next = inline_new(r, INLINE_TEXT, word_say(r, name), r->root->span);
    return glyph;
}
