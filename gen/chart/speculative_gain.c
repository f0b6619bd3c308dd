/* The gain of speculative decoding: how many times as fast as plain decoding, against the number of
 * drafted tokens, with what drafting and verifying cost. */
#include "chart/speculative_gain.h"

#include <math.h>
#include <string.h>

#include "chart/kind.h"

static const struct serving_kind kind = {
    .model = "llama-3.1-70b",
    .device = "h100-sxm5-80gb",
    .options = "task=inference weights=bf16 devices=8 tensor-parallel=8",
    .own_options = "task=inference weights=bf16",
    .needs_peak = true,
    .sizes = {.height = 428,
              .left = 48,
              .right = 398,
              .top = 108,
              .bottom = 352,
              .below = 27,
              .page_width = 357,
              .page_height = 190},
    .page_left = 26,
    .page_gutter = 124,
    .wide_gutter = 138,
};

/* ── The draft model ── */

/* A small one of the same house that speaks the same tokens. */
static bool may_draft(const struct model *m, const struct model *target, int64_t context) {
    enum { SMALLER = 5 };
    return m->vocabulary == target->vocabulary && m->organisation && target->organisation &&
           !strcmp(m->organisation, target->organisation) &&
           m->published_parameters * SMALLER <= target->published_parameters &&
           m->published_parameters > 0 && (m->max_context == 0 || m->max_context >= context);
}

static bool is_better(const struct model *m, const struct model *than) {
    if (!than || m->published_parameters != than->published_parameters)
        return !than || m->published_parameters > than->published_parameters;
    return m->released && (!than->released || strcmp(m->released, than->released) > 0);
}

/* The largest that may, and of those the newest. */
static const struct model *draft_for(const struct serving *s) {
    const struct catalog *c = s->request->catalog;
    const struct model *best = NULL;
    for (size_t i = 0; i < catalog_model_count(c); i++) {
        const struct model *m = catalog_model_at(c, i);
        if (may_draft(m, s->model, s->plain->scenario->context) && is_better(m, best))
            best = m;
    }
    return best;
}

/* ── What the lines say ── */

/* Without drafts it is plain decoding. */
void gain_drafts(struct scenario *s, int64_t n) {
    s->draft_tokens = n;
    if (n > 0)
        return;
    s->draft = NULL;
    s->draft_model = NULL;
    s->acceptance = 0;
    s->given[SCENARIO_acceptance] = false;
}

static struct spread speed_up(const struct estimate *e) {
    struct quantity q = e->speculative_speed_up.q;
    if (!e->scenario->draft_tokens)
        return (struct spread){1, 1, 1, 1};
    if (!e->speculative_speed_up.present)
        return (struct spread){NAN, NAN, NAN, NAN};
    return (struct spread){q.low, q.value, q.high, e->speculative_tokens.q.value};
}

static serving_read *const reads[] = {speed_up};

/* The same question with another acceptance and batch. */
static struct serving asked(const struct serving *s, double acceptance, int64_t batch) {
    struct serving out = *s;
    struct scenario *q = arena_memdup(s->arena, s->given, sizeof *q);
    q->acceptance = acceptance;
    q->batch = batch;
    out.given = q;
    return out;
}

double gain_at(const struct speculative_gain *g, size_t line, int64_t n) {
    const struct serving_line *l = &g->lines[line];
    for (size_t i = 0; i < l->n; i++)
        if (l->x[i] == (double)n)
            return l->value[i];
    return NAN;
}

static int64_t best_of(const struct speculative_gain *g, size_t line) {
    int64_t best = 0;
    for (int64_t n = 1; n <= GAIN_DRAFTS; n++)
        if (gain_at(g, line, n) > gain_at(g, line, best))
            best = n;
    return best;
}

static void fill_lines(struct speculative_gain *g) {
    struct samples samples = serving_samples(g->s.arena, g->plot.x, NULL, 0);
    for (size_t i = 0; i < g->count; i++) {
        struct serving s = asked(&g->s, g->acceptances[i], i == GAIN_LARGE ? g->large : g->batch);
        serving_lines(&s, gain_drafts, samples, reads, &g->lines[i], 1);
        g->best[i] = best_of(g, i);
    }
    if (g->large && isnan(gain_at(g, GAIN_LARGE, 1))) { /* more sequences than can be counted */
        g->large = 0;
        g->count = GAIN_ACCEPTANCES;
    }
}

/* ── The question ── */

/* Four acceptances; the scenario's own stands for the nearest. */
static void choose_acceptances(struct speculative_gain *g, double given) {
    static const double steps[GAIN_ACCEPTANCES] = {0.9, 0.8, 0.7, 0.6};
    g->main = 1;
    for (size_t i = 0; i < GAIN_ACCEPTANCES; i++) {
        g->acceptances[i] = steps[i];
        if (given > 0 && fabs(steps[i] - given) < fabs(steps[g->main] - given))
            g->main = i;
    }
    if (given > 0)
        g->acceptances[g->main] = given;
    g->acceptances[GAIN_LARGE] = g->acceptances[g->main];
}

static bool open(struct speculative_gain *g, struct arena *a, struct diag *diag,
                 const struct chart_request *r) {
    if (!serving_open(&g->s, a, diag, r, &kind))
        return false;
    struct scenario *q = arena_memdup(a, g->s.given, sizeof *q);
    choose_acceptances(g, q->acceptance);
    if (!q->draft)
        q->draft = draft_for(&g->s);
    q->draft_model = q->draft ? q->draft->id : NULL;
    q->acceptance = g->acceptances[g->main];
    g->draft = q->draft;
    g->s.given = q;
    serving_spread(&g->s, gain_drafts, GAIN_DRAFTS);
    return true;
}

/* Whether it fits, what a draft costs, and how many sequences there may be. */
static void measure(struct speculative_gain *g) {
    const struct estimate *e = serving_ask_within(&g->s, gain_drafts, GAIN_DRAFTS);
    const struct estimate *free = serving_ask(&g->s, gain_drafts, GAIN_DRAFTS);
    g->batch = g->s.plain->scenario->batch;
    g->fits = e && !(e->memory_capacity.present && e->fits == VERDICT_NO);
    g->cost = free ? free->speculative_draft_cost.q.value : 0;
    double most = g->fits ? e->decode_largest_batch.q.value : 0;
    g->large = most >= 2 * (double)g->batch ? (int64_t)fmin(most, 1e9) : 0;
    g->count = g->large ? GAIN_MOST : GAIN_ACCEPTANCES;
}

/* ── The plot ── */

static void set_gains(struct speculative_gain *g) {
    double high = 1.2;
    for (size_t i = 0; i < g->count; i++)
        for (size_t k = 0; k < g->lines[i].n; k++) {
            high = fmax(high, g->lines[i].value[k]);
            if (i == g->main && g->fits)
                high = fmax(high, g->lines[i].ceiling[k]);
        }
    for (size_t i = 0; i < g->s.request->point_count; i++)
        if (g->s.request->points[i].x <= GAIN_DRAFTS)
            high = fmax(high, g->s.request->points[i].y);
    double step = axis_step(high);
    g->plot.y.high = ceil(high * 1.04 / step * 2) / 2 * step;
}

bool chart_speculative_gain(struct arena *a, struct diag *diag, const struct chart_request *request,
                            struct chart *chart) {
    struct speculative_gain *g = ARENA_NEW(a, struct speculative_gain);
    if (!open(g, a, diag, request))
        return false;
    measure(g);
    g->plot.x = (struct axis){AXIS_LINEAR, 0, GAIN_DRAFTS, 0, 1};
    fill_lines(g);
    if (isnan(gain_at(g, g->main, 1)))
        return serving_lacks(diag, request, "a draft model that goes with the model");
    struct frame frame = gain_frame(g);
    struct framed framed;
    g->d = serving_frame_open(&g->s, &kind, &frame, &framed, &g->plot);
    set_gains(g);
    gain_draw(g);
    gain_draw_labels(g);
    frame_close(g->d, &frame, &framed, chart);
    chart->describe = gain_describe(g, chart->title);
    chart->caption = gain_caption(g);
    chart->data = gain_data(g);
    return true;
}
