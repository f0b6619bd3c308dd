/* r:table of="symbols": every symbol of the estimator in the order of the alphabet, with what it
 * means (a string of the language) and the unit in which its numbers are put into formulas. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "doc/build.h"

static const char PREFIX[] = "symbol.";
enum { PREFIX_BYTES = sizeof PREFIX - 1 };

struct symbol_row {
    const char *symbol, *key, *unit;
};

struct symbols {
    struct arena *arena;
    struct symbol_row *at;
    size_t n;
};

/* Without regard to case first, so that b and B are neighbours. */
static int by_letters(const void *x, const void *y) {
    const struct symbol_row *a = x, *b = y;
    int order = strcasecmp(a->symbol, b->symbol);
    return order ? order : strcmp(b->symbol, a->symbol);
}

static struct symbols symbols_of(struct reader *r) {
    const struct strings *words = r->request->strings;
    size_t all = strings_count(words);
    struct symbols s = {r->arena, ARENA_ARRAY(r->arena, struct symbol_row, all + 1), 0};
    for (size_t i = 0; i < all; i++) {
        const char *key = strings_key_at(words, i);
        if (strncmp(key, PREFIX, PREFIX_BYTES) != 0)
            continue;
        const char *symbol = key + PREFIX_BYTES;
        s.at[s.n++] = (struct symbol_row){symbol, key, step_unit_of(symbol)};
    }
    qsort(s.at, s.n, sizeof *s.at, by_letters);
    return s;
}

static struct symbol_row *symbol_find(struct symbols *s, const char *name, size_t bytes) {
    for (size_t i = 0; i < s->n; i++)
        if (strlen(s->at[i].symbol) == bytes && !memcmp(s->at[i].symbol, name, bytes))
            return &s->at[i];
    return NULL;
}

/* What stands behind the digits of "2039 GB/s"; NULL when there is no number. */
static const char *unit_behind(struct arena *a, const char *value, size_t bytes) {
    size_t at = bytes;
    while (at && !(value[at - 1] >= '0' && value[at - 1] <= '9'))
        at--;
    if (!at || value[0] < '0' || value[0] > '9')
        return NULL;
    while (at < bytes && ((unsigned char)value[at] & 0x80 || value[at] == ' '))
        at++;
    return arena_strndup(a, value + at, bytes - at);
}

/* The formula and its numbers side by side: between the same operators stand a symbol and its
 * value. */
static void learn(void *with, const struct step *step) {
    struct symbols *s = with;
    const char *formula = step->formula ? step->formula : "", *numbers = step->substituted;
    while (numbers && *formula) {
        size_t bytes = formula_symbol(formula), between = 0;
        const char *after = formula + bytes;
        while (after[between] && !formula_symbol(after + between))
            between++;
        const char *sign = arena_strndup(s->arena, after, between);
        const char *end = between ? strstr(numbers, sign) : numbers + strlen(numbers);
        if (!end)
            return;
        struct symbol_row *row = bytes ? symbol_find(s, formula, bytes) : NULL;
        if (row && (!row->unit || !*row->unit))
            row->unit = unit_behind(s->arena, numbers, (size_t)(end - numbers));
        numbers = end + between;
        formula = after + between;
    }
}

const struct table *table_symbols(struct reader *r, const struct node *n) {
    static const char *const heads[] = {"symbol", "meaning", "unit"};
    struct symbols s = symbols_of(r);
    steps_walk(r, learn, &s);
    struct grid g = grid_new(r, n, 3, s.n);
    for (size_t i = 0; i < 3; i++)
        grid_head(&g, i, heads[i], NULL);
    g.column[2].quiet = true;
    for (size_t i = 0; i < s.n; i++) {
        grid_cell(&g, i, 0)->text = formula_inlines(r, s.at[i].symbol);
        grid_text(&g, i, 1, say(r->request->strings, s.at[i].key));
        grid_text(&g, i, 2, s.at[i].unit ? unit_say(r, s.at[i].unit) : NULL);
    }
    return grid_table(&g);
}
