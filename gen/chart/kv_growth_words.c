/* What the growth of the KV cache says: names, title, subtitle, footer, description, rows. */
#include <math.h>
#include <string.h>

#include "chart/kv_growth.h"
#include "plot/data.h"
#include "plot/words.h"

static const double GIB = 1073741824.0;

/* ── Title ── */

struct extremes {
    const struct growth_line *least, *most;
    double low, high;
};

static struct extremes extremes_of(const struct kv_growth *g) {
    struct extremes e = {g->lines, g->lines, growth_last(g, g->lines), growth_last(g, g->lines)};
    for (size_t i = 1; i < g->count; i++) {
        double gib = growth_last(g, &g->lines[i]);
        if (gib < e.low)
            e.low = gib, e.least = &g->lines[i];
        if (gib > e.high)
            e.high = gib, e.most = &g->lines[i];
    }
    return e;
}

static void title_of_one(struct kv_growth *g, struct frame *f) {
    struct arena *a = g->arena;
    const struct growth_line *line = g->lines;
    double last = growth_last(g, line), weights = line->estimate->memory_weights.q.value / GIB;
    const char *context = growth_tokens(a, g->plot.x.high);
    f->title_one =
        say_with(a, g->words, "chart.kv-growth.title.one", "model", line->model->short_name, "gib",
                 growth_amount(a, last), "context", context, NULL);
    f->title_two = say_with(
        a, g->words, last > weights ? "chart.kv-growth.title.above" : "chart.kv-growth.title.below",
        "gib", growth_amount(a, weights), NULL);
}

/* The model with more parameters may need less. */
static void make_title(struct kv_growth *g, struct frame *f) {
    struct arena *a = g->arena;
    if (g->count == 1) {
        title_of_one(g, f);
        return;
    }
    struct extremes e = extremes_of(g);
    const char *context = growth_tokens(a, g->plot.x.high), *low = growth_amount(a, e.low);
    const char *high = growth_amount(a, e.high);
    double least = e.least->estimate->parameters.q.value;
    double most = e.most->estimate->parameters.q.value;
    bool alike = growth_same_batch(g) && growth_same_cache(g);
    const char *first = e.high < 1.05 * e.low         ? "chart.kv-growth.title.level"
                        : alike && least > 1.2 * most ? "chart.kv-growth.title.attention"
                                                      : "chart.kv-growth.title.models";
    f->title_one = say_with(a, g->words, first, "context", context, "gib", high, "times",
                            words_number(a, round(10 * e.high / e.low) / 10), NULL);
    if (e.high >= 1.05 * e.low)
        f->title_two =
            say_with(a, g->words, "chart.kv-growth.title.both", "least",
                     growth_sized_name(g, e.least), "low", low, "most",
                     growth_sized_name(g, e.most), "high", high, "context", context, NULL);
}

/* ── Subtitle and footer ── */

/* "16-bit", "FP8"; NULL when they differ. */
static const char *cache_format(struct kv_growth *g) {
    if (!growth_same_cache(g))
        return NULL;
    return growth_cache_width(g->lines) == 2 ? say(g->words, "chart.kv-growth.half")
                                             : words_format(g->arena, growth_asked(g->lines)->kv);
}

/* One whose windows are freed as they pass; NULL when there is none. */
static const struct growth_line *windowed(const struct kv_growth *g) {
    for (size_t i = 0; i < g->count; i++)
        if (g->lines[i].cache.local > 0 && g->lines[i].engine == ENGINE_IDEAL)
            return &g->lines[i];
    return NULL;
}

static const char *make_subtitle(struct kv_growth *g) {
    struct arena *a = g->arena;
    const char *format = cache_format(g);
    const char *key = !growth_same_batch(g)   ? "chart.kv-growth.subtitle.mixed"
                      : g->lines[0].batch > 1 ? "chart.kv-growth.subtitle.batch"
                                              : "chart.kv-growth.subtitle";
    const char *text =
        say_with(a, g->words, key, "batch", words_count(a, (int64_t)g->lines[0].batch), NULL);
    if (format)
        text = say_with(a, g->words, "chart.kv-growth.subtitle.format", "text", text, "format",
                        format, NULL);
    return say_with(a, g->words,
                    windowed(g) ? "chart.kv-growth.subtitle.windows"
                                : "chart.kv-growth.subtitle.scale",
                    "text", text, NULL);
}

static enum grade worst_grade(const struct kv_growth *g) {
    enum grade worst = GRADE_DATASHEET;
    for (size_t i = 0; i < g->card_count; i++)
        if (g->cards[i]->memory_capacity.grade > worst)
            worst = g->cards[i]->memory_capacity.grade;
    return worst;
}

/* "0.6–2" GiB. */
static const char *runtime_range(struct kv_growth *g) {
    struct quantity q = g->lines[0].estimate->memory_runtime.q;
    return arena_printf(g->arena, "%s–%s", words_number(g->arena, q.low / GIB),
                        words_number(g->arena, q.high / GIB));
}

static void add_foot(struct frame *f, const char *text) {
    f->foot[f->foot_count++] = text;
}

/* What it would be without windows. */
static const char *foot_windows(struct kv_growth *g, const struct growth_line *line) {
    struct growth_line whole = *line;
    whole.engine = ENGINE_UNIFIED;
    return say_with(g->arena, g->words, "chart.kv-growth.foot.windows", "model",
                    growth_name(g, line), "gib", growth_amount(g->arena, growth_last(g, &whole)),
                    "context", growth_tokens(g->arena, g->plot.x.high), NULL);
}

static void make_foot(struct kv_growth *g, struct frame *f) {
    struct arena *a = g->arena;
    bool rings = false;
    for (size_t i = 0; i < g->count && g->card_count; i++)
        rings |= growth_is_filled(g, &g->lines[i]);
    add_foot(f, rings ? say_with(a, g->words, "chart.kv-growth.foot.rings", "card",
                                 g->cards[0]->short_name, "runtime", runtime_range(g), NULL)
                      : say(g->words, "chart.kv-growth.foot.exact"));
    const char *key =
        g->card_count ? "chart.kv-growth.foot.sources" : "chart.kv-growth.foot.models";
    const struct growth_line *w = windowed(g);
    if (w)
        add_foot(f, foot_windows(g, w));
    add_foot(f, say_with(a, g->words, key, "sources", words_sources(g->words, worst_grade(g)),
                         "date", catalog_edition(g->request->catalog), NULL));
}

static const char *make_kicker(struct kv_growth *g) {
    if (g->count == 1 || growth_same_model(g))
        return say_with(g->arena, g->words, "chart.kv-growth.kicker.one", "model",
                        g->lines[0].model->name, NULL);
    return say_with(g->arena, g->words, "chart.kv-growth.kicker", "count",
                    words_count(g->arena, (int64_t)g->count), NULL);
}

struct frame growth_frame(struct kv_growth *g) {
    struct frame f = {.kicker = make_kicker(g), .subtitle = make_subtitle(g)};
    make_title(g, &f);
    make_foot(g, &f);
    return f;
}

const char *growth_caption(struct kv_growth *g) {
    const char *text =
        say_with(g->arena, g->words, "chart.kv-growth.caption", "subtitle", make_subtitle(g), NULL);
    if (!g->card_count)
        return text;
    return say_with(g->arena, g->words, "chart.kv-growth.caption.rings", "text", text, "card",
                    g->cards[0]->short_name, NULL);
}

/* ── Description and rows ── */

static const char *describe_room(struct kv_growth *g, const struct growth_line *line, size_t card) {
    const struct growth_room *room = &line->rooms[card];
    const char *key = !room->known        ? "chart.kv-growth.describe.unknown"
                      : room->lucky > 0   ? "chart.kv-growth.describe.holds"
                      : room->weights_fit ? "chart.kv-growth.describe.no-room"
                                          : "chart.kv-growth.describe.weights";
    return say_with(g->arena, g->words, key, "card", g->cards[card]->short_name, "range",
                    growth_range(g->arena, *room), NULL);
}

static const char *describe_line(struct kv_growth *g, const struct growth_line *line) {
    struct arena *a = g->arena;
    const char *rooms = NULL;
    for (size_t i = 0; i < g->card_count; i++) {
        const char *room = describe_room(g, line, i);
        rooms = rooms ? say_with(a, g->words, "chart.list.comma", "list", rooms, "item", room, NULL)
                      : room;
    }
    const char *key = rooms ? "chart.kv-growth.describe.rooms" : "chart.kv-growth.describe.line";
    return say_with(a, g->words, key, "model", growth_name(g, line), "attention",
                    growth_attention(g, line->model), "gib", growth_amount(a, growth_last(g, line)),
                    "weights", growth_weights(g, line), "rooms", rooms, NULL);
}

const char *growth_describe(struct kv_growth *g, const char *title) {
    struct arena *a = g->arena;
    const char *text = NULL;
    words_add_sentence(a, &text, say_with(a, g->words, "chart.sentence", "text", title, NULL));
    words_add_sentence(a, &text,
                       say_with(a, g->words, "chart.kv-growth.describe", "context",
                                growth_tokens(a, g->plot.x.high), NULL));
    for (size_t i = 0; i < g->count; i++)
        words_add_sentence(a, &text, describe_line(g, &g->lines[i]));
    return text;
}

static void add_point(struct kv_growth *g, struct data_rows *rows, const struct growth_line *line,
                      const char *what, double tokens) {
    struct arena *a = g->arena;
    const char *cells[] = {what,
                           line->model->id,
                           growth_asked(line)->weights,
                           growth_asked(line)->kv,
                           arena_printf(a, "%.0f", tokens),
                           arena_printf(a, "%.4f", growth_gib(line, tokens)),
                           tokens > line->trained ? "beyond" : "within"};
    data_add(rows, cells);
}

struct chart_data growth_data(struct kv_growth *g) {
    static const char *const columns[] = {"point",          "model",  "weights",        "kv",
                                          "context_tokens", "kv_gib", "trained_context"};
    struct data_rows *rows = data_new(g->arena, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < g->count; i++) {
        const struct growth_line *line = &g->lines[i];
        for (double tokens = g->plot.x.low; tokens <= g->plot.x.high; tokens *= 2)
            add_point(g, rows, line, "cache", tokens);
        for (size_t k = 0; k < g->card_count; k++) {
            const char *card = g->cards[k]->id;
            if (line->rooms[k].sure > 0)
                add_point(g, rows, line, arena_printf(g->arena, "surely fits %s", card),
                          line->rooms[k].sure);
            if (line->rooms[k].lucky > 0)
                add_point(g, rows, line, arena_printf(g->arena, "fits %s with luck", card),
                          line->rooms[k].lucky);
        }
    }
    return data_done(rows);
}
