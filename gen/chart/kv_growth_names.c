/* Numbers and names of the growth of the KV cache. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "chart/kv_growth.h"
#include "plot/words.h"

static const double GIB = 1073741824.0;

/* ── Numbers ── */

const char *growth_tokens(struct arena *a, double tokens) {
    if (tokens < 1024)
        return words_count(a, (int64_t)tokens);
    return arena_printf(a, "%sk", words_count(a, (int64_t)(tokens / 1024)));
}

const char *growth_amount(struct arena *a, double gib) {
    struct number_format f = {.decimals = gib >= 99.95 ? 0 : 1};
    if (gib < 0.995)
        f = (struct number_format){.digits = 2};
    return quantity_format(a, quantity_exact(gib, UNIT_NONE), f);
}

const char *growth_range(struct arena *a, struct growth_room room) {
    const char *sure = growth_tokens(a, room.sure), *lucky = growth_tokens(a, room.lucky);
    return strcmp(sure, lucky) ? arena_printf(a, "%s–%s", sure, lucky) : sure;
}

/* "671B", "6.74B", "124M". */
static const char *parameters(struct arena *a, const struct growth_line *line) {
    double p = line->estimate->parameters.q.value;
    bool billions = p >= 0.9995e9;
    return arena_printf(a, "%s%s", words_number(a, p / (billions ? 1e9 : 1e6)),
                        billions ? "B" : "M");
}

/* ── Names ── */

bool growth_same_model(const struct kv_growth *g) {
    for (size_t i = 1; i < g->count; i++)
        if (g->lines[i].model != g->lines[0].model)
            return false;
    return g->count > 1;
}

const struct scenario *growth_asked(const struct growth_line *line) {
    return line->estimate->scenario;
}

bool growth_same_batch(const struct kv_growth *g) {
    for (size_t i = 1; i < g->count; i++)
        if (g->lines[i].batch != g->lines[0].batch)
            return false;
    return true;
}

double growth_cache_width(const struct growth_line *line) {
    const struct format *f = format_lookup(growth_asked(line)->kv);
    return f ? f->kv_bytes : 0;
}

/* Elements of the caches are as wide. */
bool growth_same_cache(const struct kv_growth *g) {
    for (size_t i = 1; i < g->count; i++)
        if (growth_cache_width(&g->lines[i]) != growth_cache_width(g->lines))
            return false;
    return true;
}

/* Lines of one model are told apart by the format of their cache, all by their batch. */
const char *growth_name(struct kv_growth *g, const struct growth_line *line) {
    struct arena *a = g->arena;
    const char *name = line->model->short_name;
    if (growth_same_model(g) && !growth_same_cache(g))
        name = arena_printf(a, "%s %s", name, words_format(a, growth_asked(line)->kv));
    return growth_same_batch(g) ? name
                                : say_with(a, g->words, "chart.kv-growth.name.batch", "model", name,
                                           "batch", words_count(a, (int64_t)line->batch), NULL);
}

const char *growth_batch(struct kv_growth *g) {
    return growth_same_batch(g)
               ? say_with(g->arena, g->words, "chart.kv-growth.rows.second", "batch",
                          words_count(g->arena, (int64_t)g->lines[0].batch), NULL)
               : "";
}

/* "Llama 2 7B", "DeepSeek-V3 (671B)": with its size, unless the name says it. */
const char *growth_sized_name(struct kv_growth *g, const struct growth_line *line) {
    const char *name = growth_name(g, line);
    for (const char *c = name; *c; c++)
        if (isdigit((unsigned char)*c) && (c[1] == 'B' || c[1] == 'M'))
            return name;
    return say_with(g->arena, g->words, "chart.kv-growth.sized", "model", name, "size",
                    parameters(g->arena, line), NULL);
}

static const char *kind_key(const struct model *m) {
    if (m->local_layers > 0)
        return m->chunked ? "chart.kv-growth.attention.chunks" : "chart.kv-growth.attention.window";
    if (m->kv_rank > 0)
        return "chart.kv-growth.attention.latent";
    if (m->kv_heads == 1)
        return "chart.kv-growth.attention.one";
    return m->kv_heads < m->heads ? "chart.kv-growth.attention.grouped"
                                  : "chart.kv-growth.attention.all";
}

const char *growth_attention(struct kv_growth *g, const struct model *m) {
    struct arena *a = g->arena;
    return say_with(a, g->words, kind_key(m), "heads", words_count(a, m->kv_heads), "local",
                    words_count(a, m->local_layers), "layers", words_count(a, m->layers), "window",
                    words_count(a, m->window), NULL);
}

static const char *weights_gib(struct kv_growth *g, const struct growth_line *line) {
    return growth_amount(g->arena, line->estimate->memory_weights.q.value / GIB);
}

const char *growth_weights(struct kv_growth *g, const struct growth_line *line) {
    const struct format *f = format_lookup(growth_asked(line)->weights);
    double bits = f ? fmin(f->linear_bits, f->expert_bits) : 16;
    const char *format = f && f->weight_only && bits < 8
                             ? say_with(g->arena, g->words, "chart.kv-growth.bits", "bits",
                                        words_count(g->arena, (int64_t)bits), NULL)
                             : words_short_format(g->arena, growth_asked(line)->weights);
    return say_with(g->arena, g->words, "chart.kv-growth.weights", "format", format, "gib",
                    weights_gib(g, line), NULL);
}

const char *growth_weights_tight(struct kv_growth *g, const struct growth_line *line) {
    return arena_printf(g->arena, "%s GiB", weights_gib(g, line));
}

bool growth_is_filled(const struct kv_growth *g, const struct growth_line *line) {
    return line->filled.sure >= g->plot.x.low && line->filled.sure < g->plot.x.high;
}
