/* Growth of the KV cache with the context, and where a card is full (design 6.5). */
#include "chart/kv_growth.h"

#include <math.h>
#include <string.h>

#include "chart/kind.h"
#include "chart/question.h"
#include "core/fit.h"

static const double GIB = 1073741824.0;
static const char *const MODELS = "llama-2-7b llama-3.1-8b gemma-3-27b llama-3.1-70b deepseek-v3";
static const char *const CARDS = "rtx-4090 a100-sxm4-80gb";

double growth_gib(const struct growth_line *line, double tokens) {
    double cache = kv_cache_bytes(&line->cache, line->engine, tokens, line->batch, line->block);
    return (cache + line->cache.state * line->batch) / GIB;
}

double growth_last(const struct kv_growth *g, const struct growth_line *line) {
    return growth_gib(line, g->plot.x.high);
}

double growth_capacity(const struct accelerator *card) {
    return card->memory_capacity.value / GIB;
}

/* ── Cards ── */

static bool add_cards(struct kv_growth *g, struct diag *diag) {
    const struct chart_request *q = g->request;
    const struct scenario *s = q->scenario_count ? q->scenarios[0] : NULL;
    if (s && !q->accelerator_count) {
        g->cards[0] = s->accelerator;
        g->card_count = s->accelerator != NULL;
    } else {
        g->card_count = request_accelerators(q, diag, CARDS, g->cards, GROWTH_CARDS);
    }
    for (size_t i = 0; i < g->card_count; i++)
        if (!g->cards[i]->memory_capacity.known) {
            diag_report(diag, DIAG_CHART_NEEDS, q->where, q->kind,
                        "accelerators with a known memory capacity", NULL);
            return false;
        }
    if (g->card_count == 2 && growth_capacity(g->cards[0]) > growth_capacity(g->cards[1])) {
        const struct accelerator *larger = g->cards[0];
        g->cards[0] = g->cards[1];
        g->cards[1] = larger;
    }
    return true;
}

/* ── Lines ── */

static struct growth_room room_on(struct arena *a, const struct scenario *given,
                                  const struct accelerator *card, bool any_length) {
    struct scenario *s = arena_memdup(a, given, sizeof *s);
    struct model *model = arena_memdup(a, given->model, sizeof *model);
    if (any_length)
        model->max_context = 0;
    s->model = model;
    s->accelerator = card;
    const struct scenario *const all[] = {s};
    struct fit_request ask = {.ask = FIT_MAX_CONTEXT, .given = all, .count = 1};
    struct fit_result r = fit_ask(a, &ask);
    if (!r.count || r.answers[0].fault || !r.answers[0].answer.present)
        return (struct growth_room){0};
    const struct fit_answer *answer = &r.answers[0];
    const struct estimate *e = answer->estimate;
    return (struct growth_room){
        .known = true,
        .sure = answer->answer.q.low,
        .lucky = answer->answer.q.high,
        .at_trained = answer->limit && !strcmp(answer->limit, "longest-context"),
        .weights_fit = e && e->memory_weights.q.low <= card->memory_capacity.value,
    };
}

/* Does at least one token fit beside these weights? */
static bool holds(struct arena *a, const struct scenario *given, const struct accelerator *card) {
    return room_on(a, given, card, false).lucky > 0;
}

/* A model is shown in its own format; where that is too much for a card, at four bits if that
 * helps: first for the smaller card, then for the larger. */
static void choose_format(struct arena *a, const struct kv_growth *g, struct scenario *s) {
    struct scenario *packed = arena_memdup(a, s, sizeof *s);
    packed->weights = "int4-g128";
    for (size_t i = 0; i < g->card_count; i++) {
        if (holds(a, s, g->cards[i]))
            return;
        if (holds(a, packed, g->cards[i])) {
            s->weights = packed->weights;
            return;
        }
    }
}

static bool add_line(struct kv_growth *g, struct arena *a, struct scenario *given) {
    const struct estimate *e = given ? question_run(a, given) : NULL;
    const struct scenario *s = e ? e->scenario : NULL;
    if (!e || !e->memory_kv_cache.present || s->devices > 1)
        return false;
    struct growth_line *line = &g->lines[g->count++];
    *line = (struct growth_line){
        .given = given,
        .estimate = e,
        .model = s->model,
        .cache = kv_of(s->model, format_lookup(s->kv)),
        .engine = engine_of(s->engine),
        .batch = (double)s->batch,
        .block = (double)s->block,
        .trained = s->model->max_context > 0 ? (double)s->model->max_context : INFINITY,
    };
    for (size_t i = 0; i < g->card_count; i++)
        line->rooms[i] = room_on(a, given, g->cards[i], false);
    if (g->card_count)
        line->filled = room_on(a, given, g->cards[0], true);
    return true;
}

static bool add_models(struct kv_growth *g, struct arena *a, struct diag *diag) {
    const struct model *models[GROWTH_MOST];
    const struct accelerator *any = g->card_count ? g->cards[0] : NULL;
    size_t n = request_models(g->request, diag, MODELS, models, GROWTH_MOST);
    for (size_t i = 0; i < n; i++) {
        struct scenario *s = question_given(a, g->request, diag, models[i], any, "task=inference");
        if (s)
            choose_format(a, g, s);
        if (!add_line(g, a, s))
            return false;
    }
    return n > 0;
}

static bool add_scenarios(struct kv_growth *g, struct arena *a) {
    for (size_t i = 0; i < g->request->scenario_count; i++) {
        const struct scenario *s = g->request->scenarios[i];
        if (!add_line(g, a, arena_memdup(a, s, sizeof *s)))
            return false;
    }
    return true;
}

static bool add_lines(struct kv_growth *g, struct arena *a, struct diag *diag) {
    const struct chart_request *q = g->request;
    bool both = q->scenario_count && q->model_count;
    if (!both && (q->scenario_count ? add_scenarios(g, a) : add_models(g, a, diag)))
        return true;
    diag_report(diag, DIAG_CHART_NEEDS, q->where, q->kind,
                both ? "models or scenarios, not both" : "inference of models on one device", NULL);
    return false;
}

/* ── Axes ── */

/* The longest context of any of the models, as a power of two from 8k to 1M; 128k when not one is
 * known. Seven doublings below it the axis begins. */
static struct axis context_axis(const struct kv_growth *g, struct rect plot) {
    double longest = 0;
    for (size_t i = 0; i < g->count; i++)
        if (isfinite(g->lines[i].trained))
            longest = fmax(longest, g->lines[i].trained);
    double high = longest > 0 ? exp2(floor(log2(longest) + 1e-9)) : 131072;
    high = fmin(fmax(high, 8192), 1048576);
    return (struct axis){AXIS_LOG2, high / 128, high, plot.x, rect_right(plot)};
}

static struct axis memory_axis(const struct kv_growth *g, struct axis x, struct rect plot) {
    double low = INFINITY, high = 0;
    for (size_t i = 0; i < g->count; i++) {
        low = fmin(low, growth_gib(&g->lines[i], x.low));
        high = fmax(high, growth_gib(&g->lines[i], x.high));
    }
    for (size_t i = 0; i < g->card_count; i++) {
        high = fmax(high, growth_capacity(g->cards[i]));
        low = fmin(low, growth_capacity(g->cards[i]));
    }
    return (struct axis){AXIS_LOG, low * 0.9, high * 1.6, rect_bottom(plot), plot.y};
}

/* With the rows of two cards. */
static const struct frame_sizes sizes = {.height = 482,
                                         .left = 48,
                                         .right = 396,
                                         .top = 108,
                                         .bottom = 340,
                                         .below = 30,
                                         .page_width = 357,
                                         .page_height = 240};

static bool rows_have_room(const struct kv_growth *g, double least, double width) {
    if (least <= width)
        return true;
    diag_report(g->diag, DIAG_CHART_NEEDS, g->request->where, g->request->kind,
                arena_printf(g->arena, "a width of at least %.0f for its columns", ceil(least)),
                NULL);
    return false;
}

bool chart_kv_growth(struct arena *a, struct diag *diag, const struct chart_request *request,
                     struct chart *chart) {
    struct kv_growth *g = ARENA_NEW(a, struct kv_growth);
    g->arena = a;
    g->words = request->strings;
    g->request = request;
    g->diag = diag;
    if (!add_cards(g, diag) || !add_lines(g, a, diag))
        return false;
    g->plot.x = context_axis(g, (struct rect){0}); /* titles speak of its end */
    struct frame frame = growth_frame(g);
    struct frame_sizes fitted = sizes;
    struct framed framed;
    struct rect plot;
    double page = request->width > 0 ? request->width : sizes.page_width;
    double width = request->in_page ? page : 560;
    struct growth_rows rows = growth_rows(g, width);
    if (!rows_have_room(g, rows.least, width))
        return false;
    fitted.below += rows.height;
    fitted.height += rows.height - 64;
    fitted.page_height += rows.height - 49.5;
    g->d = frame_open(a, request, &frame, &fitted, &framed, &plot);
    g->plot.x = context_axis(g, plot);
    g->plot.y = memory_axis(g, g->plot.x, plot);
    growth_draw(g);
    growth_draw_rows(g, rect_bottom(plot));
    frame_close(g->d, &frame, &framed, chart);
    chart->describe = growth_describe(g, chart->title);
    chart->caption = growth_caption(g);
    chart->data = growth_data(g);
    return true;
}
