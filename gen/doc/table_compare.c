/* r:table of="comparison" (two devices, twin bars) and of="position" (one device in the catalogue).
 */
#include <string.h>

#include "doc/build.h"
#include "doc/facts.h"

static const char *const USUAL_ROWS = "peak fp8 memory-bandwidth memory-capacity link-bandwidth "
                                      "host-link-bandwidth power ridge peak-per-watt";

struct duel {
    struct reader *r;
    const struct accelerator *a, *b;
    const struct link *through; /* the host link that stands in for a missing scale-up link */
};

static const char *head_name(const struct accelerator *a) {
    return a->short_name ? name_tight(a->short_name) : a->name;
}

static const struct link *link_of(const struct reader *r, const char *id) {
    return catalog_link_or_none(r->request->catalog, id);
}

/* A number for comparing; a device without a scale-up link talks through its host link. */
static bool number(struct duel *d, const struct accelerator *a, const char *name, double *out,
                   bool *fallback) {
    *fallback = false;
    if (fact_number(a, name, out, NULL, NULL))
        return true;
    if (strcmp(name, "link-bandwidth") != 0 ||
        !fact_number(a, "host-link-bandwidth", out, NULL, NULL))
        return false;
    d->through = link_of(d->r, a->host_link);
    return *fallback = true;
}

/* "带宽 GB/s", the unit quiet. */
static const struct inline_ *row_name(struct reader *r, const struct fact_row *row) {
    struct inline_ *name = inline_new(r, INLINE_TEXT, column_say(r, row->name), r->root->span);
    if (!row->unit)
        return name;
    struct inline_ *unit = inline_new(
        r, INLINE_TEXT, arena_printf(r->arena, " %s", unit_say(r, row->unit)), r->root->span);
    unit->quiet = true;
    name->next = unit;
    return name;
}

static struct inline_ *fallback_mark(const struct grid *g) {
    struct inline_ *mark = inline_new(g->r, INLINE_TEXT, "a", g->node->span);
    mark->script = 1;
    mark->hangs = true;
    return mark;
}

static void put_number(struct grid *g, size_t i, size_t column, const struct fact_row *row,
                       bool has, double value, bool fallback) {
    if (!has) {
        grid_missing(g, i, column);
        return;
    }
    struct inline_ *text =
        inline_new(g->r, INLINE_TEXT, fact_print(g->r->arena, row, value), g->node->span);
    text->next = fallback ? fallback_mark(g) : NULL;
    grid_cell(g, i, column)->text = text;
}

/* Two digits below one, one decimal above: ratios stand on their decimal points. */
static void put_ratio(struct grid *g, size_t i, size_t column, double ratio, const char *sign,
                      bool fallback) {
    struct number_format f = {.digits = 2};
    if (ratio >= 0.995)
        f = (struct number_format){.decimals = 1};
    const char *text = quantity_format(g->r->arena, quantity_exact(ratio, UNIT_NONE), f);
    struct inline_ *strong =
        inline_new(g->r, INLINE_TEXT, arena_printf(g->r->arena, "%s%s", text, sign), g->node->span);
    strong->strong = true;
    strong->next = fallback ? fallback_mark(g) : NULL;
    grid_cell(g, i, column)->text = strong;
}

static void report_row(struct reader *r, const struct word *word) {
    const char *const *names;
    size_t n = fact_names(r->arena, &names);
    diag_report(r->diag, DIAG_UNKNOWN_COLUMN, word->span, word->text, "a number of an accelerator",
                nearest_name(word->text, names, n));
}

static void note_fallback(struct grid *g, const struct duel *d) {
    if (!d->through)
        return;
    struct inline_ *mark = fallback_mark(g);
    const char *text = say_with(g->r->arena, g->r->request->strings, "doc.link-through", "link",
                                d->through->name, NULL);
    const char *gap = code_is_han(text_first(text)) ? "" : "\u202F";
    mark->next =
        inline_new(g->r, INLINE_TEXT, arena_printf(g->r->arena, "%s%s", gap, text), g->node->span);
    g->note = mark;
}

/* ── Comparison ── */

static void compare_row(struct grid *g, size_t i, struct duel *d, const struct fact_row *row) {
    double a = 0, b = 0;
    bool a_falls, b_falls;
    bool has_a = number(d, d->a, row->name, &a, &a_falls);
    bool has_b = number(d, d->b, row->name, &b, &b_falls);
    struct cell *bars = grid_cell(g, i, 1);
    bars->drawing = CELL_BARS;
    bars->values[0] = has_a ? a : 0;
    bars->values[1] = has_b ? b : 0;
    grid_cell(g, i, 0)->text = row_name(g->r, row);
    put_number(g, i, 2, row, has_a, a, a_falls);
    put_number(g, i, 3, row, has_b, b, b_falls);
    if (has_a && has_b && b > 0)
        put_ratio(g, i, 4, a / b, "", false);
    else
        grid_missing(g, i, 4);
}

static void compare_head(struct grid *g, const struct duel *d) {
    grid_head(g, 0, "specification", NULL);
    grid_head_text(g, 2, head_name(d->a));
    grid_head_text(g, 3, head_name(d->b));
    grid_head(g, 4, "ratio", NULL);
    g->column[2].align = g->column[3].align = COLUMN_END;
    g->column[4].align = COLUMN_DECIMAL;
    g->row_pitch = PITCH_SHEET / 10.0;
}

static size_t rows_of(struct reader *r, const struct node *n, const struct word **out) {
    struct attribute fallback = {.value = USUAL_ROWS, .value_span = n->span};
    const struct attribute *rows = attribute_of(n, "rows");
    return attribute_words(r->arena, rows ? rows : &fallback, out);
}

const struct table *table_comparison(struct reader *r, const struct node *n) {
    struct duel d = {r, accelerator_bound(r, n, "a", 0), accelerator_bound(r, n, "b", 1), NULL};
    if (!d.a || !d.b)
        return NULL;
    const struct word *words;
    size_t count = rows_of(r, n, &words);
    struct grid g = grid_new(r, n, 5, count);
    compare_head(&g, &d);
    for (size_t i = 0; i < count; i++) {
        struct fact_row row;
        if (fact_row_find(words[i].text, &row))
            compare_row(&g, i, &d, &row);
        else
            report_row(r, &words[i]);
    }
    note_fallback(&g, &d);
    return grid_table(&g);
}

/* ── Position ── */

static bool is_shown(const struct accelerator *a, const char *name, double *x) {
    return !a->unverified && !(a->class && !strncmp(a->class, "cpu", 3)) &&
           fact_number(a, name, x, NULL, NULL);
}

/* The values of a fact among the confirmed devices that are no CPU: one tick each, and the ends. */
static void ticks_of(struct reader *r, const char *name, struct cell *strip) {
    const struct catalog *c = r->request->catalog;
    double *ticks = ARENA_ARRAY(r->arena, double, catalog_accelerator_count(c) + 1), x;
    for (size_t i = 0; i < catalog_accelerator_count(c); i++) {
        if (!is_shown(catalog_accelerator_at(c, i), name, &x))
            continue;
        strip->values[2] = x < strip->values[2] ? x : strip->values[2];
        strip->values[3] = x > strip->values[3] ? x : strip->values[3];
        ticks[strip->tick_count++] = x;
    }
    strip->ticks = ticks;
}

/* The head of a reason: "none: the host works in the same memory" is "none". */
static const char *brief(struct arena *a, const char *text) {
    static const char *const ends[] = {": ", "：", ", ", "，"};
    size_t n = strlen(text);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const char *at = strstr(text, ends[i]);
        n = at && (size_t)(at - text) < n ? (size_t)(at - text) : n;
    }
    return arena_printf(a, "%.*s", (int)n, text);
}

/* Why a value is not known, where its strip would stand; nothing where no reason is on file. */
static void put_reason(struct grid *g, size_t i, const struct accelerator *a, const char *name) {
    const struct datum *datum = NULL;
    double x;
    fact_number(a, name, &x, &datum, NULL);
    if (!datum || !datum->reason)
        return;
    const char *key = arena_printf(g->r->arena, "reason.%s", datum->reason);
    if (!strcmp(datum->reason, "not-known"))
        key = "reason-brief.not-known";
    struct inline_ *text =
        inline_new(g->r, INLINE_TEXT, brief(g->r->arena, say(g->r->request->strings, key)),
                   g->node->span);
    text->quiet = true;
    grid_cell(g, i, 1)->text = text;
}

static void position_row(struct grid *g, size_t i, struct duel *d, const struct fact_row *row) {
    double a = 0, b = 0;
    bool a_falls, b_falls;
    bool has_a = number(d, d->a, row->name, &a, &a_falls);
    bool has_b = number(d, d->b, row->name, &b, &b_falls);
    grid_cell(g, i, 0)->text = row_name(g->r, row);
    put_number(g, i, 2, row, has_a, a, a_falls);
    if (!has_a) {
        put_reason(g, i, d->a, row->name);
        grid_missing(g, i, 3);
        return;
    }
    struct cell *strip = grid_cell(g, i, 1);
    strip->drawing = CELL_POSITION;
    strip->values[0] = a;
    strip->values[1] = has_b ? b : 0;
    strip->values[2] = has_b && b < a ? b : a;
    strip->values[3] = has_b && b > a ? b : a;
    ticks_of(g->r, row->name, strip);
    if (has_b && b > 0)
        put_ratio(g, i, 3, a / b, "×", b_falls && !a_falls);
    else
        grid_missing(g, i, 3);
}

const struct table *table_position(struct reader *r, const struct node *n) {
    struct duel d = {r, accelerator_bound(r, n, "a", 0), accelerator_bound(r, n, "b", 1), NULL};
    if (!d.a || !d.b)
        return NULL;
    const struct word *words;
    size_t count = rows_of(r, n, &words);
    struct grid g = grid_new(r, n, 4, count);
    grid_head(&g, 0, "specification", NULL);
    grid_head(&g, 1, "position", NULL);
    grid_head_text(&g, 2, head_name(d.a));
    grid_head_text(
        &g, 3,
        say_with(r->arena, r->request->strings, "column.against", "name", head_name(d.b), NULL));
    g.column[2].align = COLUMN_END;
    g.column[3].align = COLUMN_DECIMAL;
    g.row_pitch = PITCH_SHEET / 10.0;
    for (size_t i = 0; i < count; i++) {
        struct fact_row row;
        if (fact_row_find(words[i].text, &row))
            position_row(&g, i, &d, &row);
        else
            report_row(r, &words[i]);
    }
    note_fallback(&g, &d);
    return grid_table(&g);
}
