/* r:table of="fits" (models by formats on one device: decoding and prefill, ceiling and range) and
 * of="recipes" (models by ways to train them). Every verdict is the estimator's own. */
#include <string.h>

#include "doc/build.h"

enum { DIGITS = 3, DIGITS_SHORT = 2, OPTIONS_MOST = 10 };

static const char *const USUAL_MODELS = "llama-3.1-8b llama-3.1-70b";

struct subject {
    struct reader *r;
    const struct accelerator *device;
    const struct word *models;
    size_t model_count;
    const char *length; /* of the context, or of a training sequence */
};

static const char *attribute_or(const struct node *n, const char *name, const char *usual) {
    const struct attribute *at = attribute_of(n, name);
    return at ? at->value : usual;
}

static size_t words_or(struct reader *r, const struct node *n, const char *name, const char *usual,
                       const struct word **out) {
    struct attribute fallback = {.value = usual, .value_span = n->span};
    const struct attribute *at = attribute_of(n, name);
    return attribute_words(r->arena, at ? at : &fallback, out);
}

static struct subject subject_of(struct reader *r, const struct node *n, const char *length) {
    struct subject s = {.r = r, .length = attribute_or(n, "tokens", length)};
    s.device = accelerator_bound(r, n, "a", 0);
    s.model_count = words_or(r, n, "models", USUAL_MODELS, &s.models);
    return s;
}

static const struct estimate *estimate_of(const struct subject *s, const char *const *names,
                                          const char *const *values, size_t n) {
    const struct scenario *x =
        catalog_make_scenario(s->r->request->catalog, s->r->diag, names, values, n);
    return x ? estimate_figures(s->r->arena, x) : NULL;
}

static void put_model(struct grid *g, const struct subject *s, size_t i) {
    const struct model *m = model_of(s->r, s->models[i].text, s->models[i].span);
    grid_text(g, i, 0, m ? m->name : s->models[i].text);
}

/* ── Words ── */

static const char *number(const struct subject *s, struct quantity q, const char *unit, int digits,
                          bool range) {
    return quantity_format(
        s->r->arena, q,
        (struct number_format){.unit = unit, .digits = digits, .range = range, .no_unit = true});
}

/* "16.6": three digits, one decimal at most. */
static const char *gib(const struct subject *s, double bytes) {
    return quantity_short(s->r, quantity_exact(bytes, UNIT_BYTE), "GiB", DIGITS);
}

static struct inline_ *piece(struct grid *g, const char *text) {
    struct inline_ *in = inline_new(g->r, INLINE_TEXT, text, g->node->span);
    in->tight = true;
    return in;
}

/* "118–183 /215": the range in Semibold, the ceiling behind it; "≈" before what is marginal. */
static void put_speed(struct grid *g, struct cell *cell, const struct subject *s, bool marginal,
                      const struct measure *range, const struct measure *ceiling, const char *unit,
                      int digits) {
    if (!range->present) {
        cell->text = piece(g, say(s->r->request->strings, "sheet.unknown"));
        return;
    }
    struct inline_ *strong = piece(
        g, arena_printf(s->r->arena, "%s%s", marginal ? "≈\u202F" : "",
                        number(s, range->q, unit, digits, true)));
    strong->strong = true;
    if (ceiling->present) {
        strong->next = piece(g, arena_printf(s->r->arena, "\u202F/%s",
                                             number(s, ceiling->q, unit, digits, false)));
        strong->next->quiet = true;
    }
    cell->text = strong;
}

/* What is missing at least; where the capacity is not known, what is needed. */
static const char *shortfall(const struct subject *s, const struct estimate *e) {
    const struct measure *left = &e->memory_headroom;
    const char *key = left->present ? "sheet.short" : "sheet.needs";
    double bytes = left->present ? -left->q.high : e->memory_total.q.value;
    return say_with(s->r->arena, s->r->request->strings, key, "gib", gib(s, bytes), NULL);
}

/* ── What fits ── */

/* The first of "fp8-linear|int8|q8_0" whose arithmetic the device has; the last of them anyway. */
static const char *format_for(const struct subject *s, const struct word *w) {
    const char *from = w->text, *bar;
    for (; (bar = strchr(from, '|')); from = bar + 1) {
        const char *id = arena_strndup(s->r->arena, from, (size_t)(bar - from));
        const struct format *f = format_lookup(id);
        if (f && accelerator_peak(s->device, f->peak).known)
            return id;
    }
    return from;
}

static void put_fit(struct grid *g, const struct subject *s, size_t i, size_t column,
                    const char *format) {
    static const char *const names[] = {"task",    "model",  "accelerator",
                                        "weights", "prompt", "context"};
    const char *const values[] = {"inference", s->models[i].text, s->device->id,
                                  format,      s->length,         s->length};
    const struct estimate *e = estimate_of(s, names, values, sizeof names / sizeof *names);
    if (!e)
        return;
    if (e->fits == VERDICT_NO) {
        grid_cell(g, i, column)->text = piece(g, shortfall(s, e));
        grid_missing(g, i, column + 1);
        return;
    }
    bool marginal = e->fits == VERDICT_MARGINAL;
    put_speed(g, grid_cell(g, i, column), s, marginal, &e->decode_speed, &e->decode_ceiling_speed,
              "token/s", DIGITS);
    put_speed(g, grid_cell(g, i, column + 1), s, marginal, &e->prefill_time,
              &e->prefill_ceiling_time, "s", DIGITS_SHORT);
}

const struct table *table_fits(struct reader *r, const struct node *n) {
    struct subject s = subject_of(r, n, "4096");
    if (!s.device)
        return NULL;
    const struct word *formats;
    size_t count = words_or(r, n, "formats", "bf16 fp8-linear|int8|q8_0 int4-g128", &formats);
    struct grid g = grid_new(r, n, 1 + 2 * count, s.model_count);
    grid_head(&g, 0, "model", NULL);
    for (size_t k = 0; k < count; k++) {
        const char *id = format_for(&s, &formats[k]);
        if (!format_lookup(id)) {
            diag_report(r->diag, DIAG_BAD_ATTRIBUTE, formats[k].span, id,
                        "a format of weights, or several between |", NULL);
            return NULL;
        }
        size_t at = 1 + 2 * k;
        grid_head(&g, at, "model", "token/s");
        grid_head_text(&g, at, say_with(r->arena, r->request->strings, "sheet.decode", "format",
                                        option_say(r, "sheet-format", id), NULL));
        grid_head(&g, at + 1, "sheet-prefill", "s");
        g.column[at].align = g.column[at + 1].align = COLUMN_END;
        for (size_t i = 0; i < s.model_count; i++)
            put_fit(&g, &s, i, at, id);
    }
    for (size_t i = 0; i < s.model_count; i++)
        put_model(&g, &s, i);
    return grid_table(&g);
}

/* ── Ways to train ── */

static const struct recipe {
    const char *name; /* string key sheet-recipe.NAME */
    const char *options[OPTIONS_MOST];
} RECIPES[] = {
    {"full", {"method", "full", "optimizer", "adamw-mixed"}},
    {"bf16", {"method", "full", "optimizer", "adamw-bf16"}},
    {"lora", {"method", "lora", "weights", "bf16", "rank", "16"}},
    {"qlora", {"method", "qlora", "weights", "nf4-dq", "rank", "16"}},
};
enum { RECIPE_COUNT = sizeof RECIPES / sizeof *RECIPES };

static const struct estimate *train(const struct subject *s, size_t i, const struct recipe *way) {
    const char *names[OPTIONS_MOST] = {"task", "model", "accelerator", "sequence", "micro-batch"};
    const char *values[OPTIONS_MOST] = {"training", s->models[i].text, s->device->id, s->length,
                                        "1"};
    size_t n = 5;
    for (size_t k = 0; k + 1 < OPTIONS_MOST && way->options[k]; k += 2) {
        names[n] = way->options[k];
        values[n++] = way->options[k + 1];
    }
    return estimate_of(s, names, values, n);
}

/* "yes 61.4": word and typical GiB; the GiB alone where the capacity is not known. */
static void put_recipe(struct grid *g, const struct subject *s, size_t i, size_t k) {
    static const char *const words[] = {[VERDICT_NO] = "sheet.no",
                                        [VERDICT_MARGINAL] = "sheet.marginal",
                                        [VERDICT_YES] = "sheet.yes"};
    const struct estimate *e = train(s, i, &RECIPES[k]);
    if (!e)
        return;
    struct inline_ *size = piece(g, gib(s, e->memory_total.q.value));
    struct inline_ *text = size;
    if (e->memory_headroom.present) {
        const char *word = say(s->r->request->strings, words[e->fits]);
        text = piece(g, arena_printf(s->r->arena, "%s ", word));
        text->strong = e->fits != VERDICT_NO;
        text->quiet = e->fits == VERDICT_NO;
        text->next = size;
    }
    grid_cell(g, i, k + 1)->text = text;
}

const struct table *table_recipes(struct reader *r, const struct node *n) {
    struct subject s = subject_of(r, n, "2048");
    if (!s.device)
        return NULL;
    struct grid g = grid_new(r, n, 1 + RECIPE_COUNT, s.model_count);
    grid_head(&g, 0, "model", NULL);
    for (size_t k = 0; k < RECIPE_COUNT; k++) {
        grid_head(&g, k + 1, arena_printf(r->arena, "sheet-recipe-%s", RECIPES[k].name), NULL);
        g.column[k + 1].align = COLUMN_END;
    }
    for (size_t i = 0; i < s.model_count; i++) {
        put_model(&g, &s, i);
        for (size_t k = 0; k < RECIPE_COUNT; k++)
            put_recipe(&g, &s, i, k);
    }
    return grid_table(&g);
}
