/* The derivation as on a blackboard: symbol = formula = numbers = result, one below the other; then
 * what the symbols mean and where the formulas are from. */
#include <string.h>

#include "ask/cell.h"
#include "ask/report.h"

enum { INDENT = 4, SOURCE_COLUMN = 60, GAP = 2 };

struct board {
    struct arena *arena;
    const struct report *report;
    struct bytes *out;
    const char **symbols, **sources; /* as they were met */
    size_t symbol_count, symbol_room, source_count, source_room;
};

static bool met(const char *const *list, size_t n, const char *word) {
    for (size_t i = 0; i < n; i++)
        if (!strcmp(list[i], word))
            return true;
    return false;
}

static void meet_symbol(struct board *b, const char *symbol) {
    ARENA_GROW(b->arena, b->symbols, b->symbol_count, b->symbol_room, 64);
    if (!met(b->symbols, b->symbol_count, symbol))
        b->symbols[b->symbol_count++] = symbol;
}

static void meet_source(struct board *b, const char *source) {
    ARENA_GROW(b->arena, b->sources, b->source_count, b->source_room, 16);
    if (!met(b->sources, b->source_count, source))
        b->sources[b->source_count++] = source;
}

static void meet_formula(struct board *b, const char *formula) {
    while (*formula) {
        size_t n = formula_symbol(formula);
        if (n && !formula_is_function(formula, n))
            meet_symbol(b, arena_strndup(b->arena, formula, n));
        formula += n ? n : 1;
    }
}

/* "Pope et al. 2022"; what is no paper is a word of the language. */
static const char *source_short(const struct board *b, const char *source) {
    const char *key = arena_printf(b->arena, "source.%s", source);
    const struct reference *r = catalog_reference(b->report->catalog, source);
    return r && !strings_has(b->report->strings, key) ? r->short_title
                                                      : say(b->report->strings, key);
}

/* Numbers with the language's words for tokens: "4000 tokens", "KiB/token", "tokens/s". */
static const char *numbers_said(const struct board *b, const char *numbers) {
    static const char token[] = "token", rate[] = "token/s";
    const struct strings *strings = b->report->strings;
    struct bytes out = {.arena = b->arena};
    for (const char *from = numbers, *at; (at = strstr(from, token)); from = numbers) {
        bool below = at > from && at[-1] == '/', speed = !strncmp(at, rate, sizeof rate - 1);
        bytes_add(&out, from, (size_t)(at - from));
        bytes_puts(&out, say(strings, speed   ? "unit.tokens-per-second"
                                      : below ? "unit.token"
                                              : "unit.tokens"));
        numbers = at + (speed ? sizeof rate : sizeof token) - 1;
    }
    bytes_puts(&out, numbers);
    return out.at;
}

static void print_line(struct board *b, const char *left, int width, const char *right) {
    bytes_printf(b->out, "%*s", INDENT, "");
    pad_right(b->out, left, width, 0);
    bytes_printf(b->out, " = %s\n", right);
}

static void print_step(struct board *b, size_t number, const struct step *s) {
    const struct strings *strings = b->report->strings;
    const char *head = arena_printf(b->arena, "%2zu  %s", number, say(strings, s->label));
    const char *result = report_quantity(b->arena, b->report, s->result, s->unit, false);
    const char *numbers = report_money(b->arena, b->report, numbers_said(b, s->substituted));
    bool plain = !strcmp(s->formula, s->symbol), same = !strcmp(s->formula, s->substituted);
    int width = cell_width(s->symbol);
    bytes_puts(b->out, "\n");
    pad_right(b->out, head, SOURCE_COLUMN, GAP);
    bytes_printf(
        b->out, "%s · %s\n", source_short(b, s->source),
        say(strings, arena_printf(b->arena, "class.%s", exactness_name(s->result.exactness))));
    if (report_range(b->arena, s->result, s->unit))
        result = arena_printf(b->arena, "%s  (%s)", result,
                              report_quantity(b->arena, b->report, s->result, s->unit, true));
    if (!plain)
        print_line(b, s->symbol, width, s->formula);
    if (!plain && !same && strcmp(numbers, result) != 0)
        print_line(b, "", width, numbers);
    print_line(b, plain ? s->symbol : "", width, result);
    meet_symbol(b, s->symbol);
    meet_formula(b, s->formula);
    meet_source(b, s->source);
}

static void print_symbols(struct board *b) {
    int width = 0;
    bytes_printf(b->out, "\n%s\n\n", say(b->report->strings, "report.symbols"));
    for (size_t i = 0; i < b->symbol_count; i++)
        if (cell_width(b->symbols[i]) > width)
            width = cell_width(b->symbols[i]);
    for (size_t i = 0; i < b->symbol_count; i++) {
        const char *key = arena_printf(b->arena, "symbol.%s", b->symbols[i]);
        bytes_printf(b->out, "%*s", INDENT, "");
        pad_right(b->out, b->symbols[i], width + GAP, GAP);
        bytes_printf(b->out, "%s\n", say(b->report->strings, key));
    }
}

static void print_sources(struct board *b) {
    bytes_printf(b->out, "\n%s\n\n", say(b->report->strings, "report.sources"));
    for (size_t i = 0; i < b->source_count; i++) {
        const struct reference *r = catalog_reference(b->report->catalog, b->sources[i]);
        if (r)
            bytes_printf(b->out, "%*s%s · %s%s%s\n", INDENT, "", r->title, r->date,
                         r->url ? " · " : "", r->url ? r->url : "");
    }
}

/* The cache as another engine would keep it, where that is no other. */
static bool is_same_cache(const struct estimate *e, const struct step *s) {
    bool other = !strcmp(s->symbol, "KV_ideal") || !strcmp(s->symbol, "KV_all");
    return other && e->memory_kv_cache.present && s->result.value == e->memory_kv_cache.q.value;
}

void report_derivation(struct arena *a, const struct report *r, struct bytes *out) {
    struct board b = {.arena = a, .report = r, .out = out};
    bytes_printf(out, "\n%s\n", say(r->strings, "report.derivation"));
    size_t number = 0;
    for (size_t i = 0; i < r->estimate->step_count; i++)
        if (!is_same_cache(r->estimate, &r->estimate->steps[i]))
            print_step(&b, ++number, &r->estimate->steps[i]);
    print_symbols(&b);
    print_sources(&b);
}
