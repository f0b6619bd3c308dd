/* r:table of="elements", "functions", "properties" and "page": the chapter language as the
 * program's own tables have it. What a row means is a string of the language. */
#include <string.h>

#include "doc/build.h"

enum { COLUMNS = 4, MOST_NAMED = 8 };

static const char *key_of(struct arena *a, const struct element *e) {
    const char *prefix = e->ns == NS_RIDGE ? "r-" : e->ns == NS_MATHML ? "mml-" : "";
    return arena_printf(a, "element.%s%s", prefix, e->name);
}

/* ── What an element holds ── */

/* Groups of many elements have a name. */
static const struct group {
    uint64_t bits;
    const char *key;
} GROUPS[] = {
    {G_TEXT, "holds.text"},         {G_INLINE, "holds.inlines"}, {G_PARA, "holds.paragraphs"},
    {G_BLOCK, "holds.blocks"},      {G_ANYWHERE, NULL},          {G_MATH_PART, "holds.math"},
    {G_BIBLIO_PART, "holds.record"}};
enum { GROUP_COUNT = sizeof GROUPS / sizeof *GROUPS };

struct words {
    struct reader *r;
    struct inline_ *first, **end;
    struct span span;
};

/* Names are English in every language. */
static void add_word(struct words *w, const char *word, const char *language) {
    struct reader *r = w->r;
    if (w->first) {
        *w->end = inline_new(r, INLINE_TEXT,
                             words_pair(r->arena, r->request->strings, "holds.pair"), w->span);
        w->end = &(*w->end)->next;
    }
    *w->end = inline_new(r, INLINE_TEXT, word, w->span);
    (*w->end)->language = language;
    w->end = &(*w->end)->next;
}

static const struct inline_ *holds_say(struct reader *r, const struct node *n,
                                       const struct element *e) {
    struct words w = {.r = r, .span = n->span};
    uint64_t left = e->holds;
    w.end = &w.first;
    if (left == UINT64_MAX)
        return inline_say(r, say(r->request->strings, "holds.parent"));
    for (size_t i = 0; i < GROUP_COUNT; i++) {
        if ((left & GROUPS[i].bits) && GROUPS[i].key)
            add_word(&w, say(r->request->strings, GROUPS[i].key), NULL);
        left &= ~GROUPS[i].bits;
    }
    for (size_t i = 0; i < element_count; i++)
        if (elements[i].is & left)
            add_word(&w, element_shown(r->arena, &elements[i]), "en");
    return w.first;
}

/* "cols!" as "cols", in Semibold; a star: its own names, told elsewhere. */
static const struct inline_ *attributes_say(struct reader *r, const struct node *n,
                                            const struct element *e) {
    struct inline_ *first = NULL, **end = &first;
    for (const char *at = e->attributes; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        bool needed = at[length - 1] == '!';
        const char *name = *at == '*' ? "…" : arena_strndup(r->arena, at, length - needed);
        *end = inline_new(r, INLINE_TEXT,
                          arena_printf(r->arena, "%s%s", name, at[length] ? " " : ""), n->span);
        (*end)->strong = needed;
        (*end)->language = "en";
        end = &(*end)->next;
        at += length;
    }
    return first;
}

/* ── Rows ── */

static const struct element *element_named(struct reader *r, const struct word *w) {
    const char **names = ARENA_ARRAY(r->arena, const char *, element_count);
    for (size_t i = 0; i < element_count; i++) {
        names[i] = element_shown(r->arena, &elements[i]);
        if (!strcmp(names[i], w->text))
            return &elements[i];
    }
    diag_report(r->diag, DIAG_BAD_ATTRIBUTE, w->span, w->text, "names of elements",
                nearest_name(w->text, names, element_count));
    return NULL;
}

static void name_put(struct grid *g, size_t row, const char *name) {
    struct inline_ *in = inline_new(g->r, INLINE_TEXT, name, g->node->span);
    in->tight = true;
    in->code = true;
    grid_cell(g, row, 0)->text = in;
}

static void element_put(struct grid *g, size_t row, const struct element *e) {
    struct reader *r = g->r;
    name_put(g, row, element_shown(r->arena, e));
    grid_text(g, row, 1, say(r->request->strings, key_of(r->arena, e)));
    grid_cell(g, row, 2)->text = attributes_say(r, g->node, e);
    grid_cell(g, row, 3)->text = holds_say(r, g->node, e);
}

static void head_put(struct grid *g, const char *const *names) {
    for (size_t i = 0; i < g->columns; i++)
        grid_head(g, i, names[i], NULL);
}

/* "blocks:" among the ids: a row that names those below. */
static bool group_put(struct grid *g, size_t row, const struct word *w) {
    struct reader *r = g->r;
    size_t n = strlen(w->text);
    if (!n || w->text[n - 1] != ':')
        return false;
    const char *key = arena_printf(r->arena, "elements.%.*s", (int)(n - 1), w->text);
    grid_text(g, row, 0, say(r->request->strings, key));
    return true;
}

const struct table *table_elements(struct reader *r, const struct node *n) {
    static const char *const heads[COLUMNS] = {"element", "meaning", "attributes", "holds"};
    const struct word *words;
    size_t count = attribute_words(r->arena, attribute_of(n, "ids"), &words);
    size_t rows = count ? count : element_count;
    struct grid g = grid_new(r, n, COLUMNS, rows);
    bool *groups = ARENA_ARRAY(r->arena, bool, rows + 1);
    g.groups = groups;
    head_put(&g, heads);
    g.column[0].strong = true;
    g.column[2].quiet = g.column[3].quiet = true;
    for (size_t i = 0; i < rows; i++) {
        groups[i] = count && group_put(&g, i, &words[i]);
        const struct element *e = groups[i] ? NULL
                                  : count   ? element_named(r, &words[i])
                                            : &elements[i];
        if (e)
            element_put(&g, i, e);
        else if (!groups[i])
            return NULL;
    }
    return grid_table(&g);
}

/* ── Functions ── */

const struct table *table_functions(struct reader *r, const struct node *n) {
    static const char *const heads[] = {"function", "arguments", "meaning"};
    size_t rows = 0, least, most;
    while (expression_function(rows, &least, &most))
        rows++;
    struct grid g = grid_new(r, n, 3, rows);
    head_put(&g, heads);
    g.column[1].align = COLUMN_CENTRE;
    for (size_t i = 0; i < rows; i++) {
        const char *name = expression_function(i, &least, &most);
        char *key = arena_printf(r->arena, "function.%s", name);
        for (char *at = key; (at = strchr(at, ':'));)
            *at = '-';
        name_put(&g, i, name);
        grid_text(&g, i, 1,
                  least == most ? arena_printf(r->arena, "%zu", least)
                                : arena_printf(r->arena, "%zu–%zu", least, most));
        grid_text(&g, i, 2, say(r->request->strings, key));
    }
    return grid_table(&g);
}

const struct table *table_units(struct reader *r, const struct node *n) {
    static const char *const heads[] = {"function", "unit"};
    size_t rows = 0;
    const char *unit;
    while (expression_unit_function(rows, &unit))
        rows++;
    struct grid g = grid_new(r, n, 2, rows);
    head_put(&g, heads);
    for (size_t i = 0; i < rows; i++) {
        name_put(&g, i, expression_unit_function(i, &unit));
        grid_text(&g, i, 1, unit_say(r, unit));
    }
    return grid_table(&g);
}

/* ── Templates ── */

static const struct table *names_table(struct reader *r, const struct node *n, const char *kind,
                                       const char *(*name)(size_t i)) {
    const char *const heads[] = {kind, "meaning"};
    size_t rows = 0;
    while (name(rows))
        rows++;
    struct grid g = grid_new(r, n, 2, rows);
    head_put(&g, heads);
    for (size_t i = 0; i < rows; i++) {
        name_put(&g, i, name(i));
        grid_text(&g, i, 1,
                  say(r->request->strings, arena_printf(r->arena, "%s.%s", kind, name(i))));
    }
    return grid_table(&g);
}

const struct table *table_properties(struct reader *r, const struct node *n) {
    return names_table(r, n, "property", style_property_name);
}

const struct table *table_page(struct reader *r, const struct node *n) {
    return names_table(r, n, "page", form_attribute_name);
}
