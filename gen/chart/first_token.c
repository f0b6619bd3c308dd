/* First token and next (design 6.6): how long both take against the length of the prompt. */
#include "chart/first_token.h"

#include <math.h>
#include <string.h>

#include "chart/kind.h"
#include "core/efficiency.h"
#include "core/parameters.h"

static const struct serving_kind kind = {
    .model = "llama-3.1-70b",
    .device = "h100-sxm5-80gb",
    .options = "task=inference weights=bf16 devices=8 tensor-parallel=8",
    .own_options = "task=inference weights=bf16",
    .needs_peak = true,
    .sizes = {.height = 428,
              .left = 48,
              .right = 414,
              .top = 108,
              .bottom = 352,
              .below = 27,
              .page_width = 357,
              .page_height = 180},
    .page_left = 36,
    .page_gutter = 104,
    .wide_gutter = 124,
};

/* ── What the lines say ── */

/* A prompt cannot be read faster than the weights: those of a step, which all prompts read; with
 * experts those that so many tokens meet, and the rest of the traffic. */
static double reading_time(const struct estimate *e) {
    if (model_is_moe(e->scenario->model))
        return e->prefill_memory_time.q.value;
    return e->decode_memory_time.q.value * e->decode_weight_bytes.q.value / e->decode_bytes.q.value;
}

/* The pass over the prompt yields the first token. */
static struct spread first_token(const struct estimate *e) {
    struct quantity q = e->prefill_time.q;
    if (!e->prefill_time.present)
        return (struct spread){NAN, NAN, NAN, NAN};
    return (struct spread){q.low, q.value, q.high,
                           fmax(e->prefill_compute_time.q.value, reading_time(e))};
}

static struct spread next_token(const struct estimate *e) {
    struct quantity q = e->decode_time.q;
    if (!e->decode_time.present)
        return (struct spread){NAN, NAN, NAN, NAN};
    return (struct spread){q.low, q.value, q.high, e->decode_ceiling_time.q.value};
}

static serving_read *const reads[TOKEN_LINES] = {
    [TOKEN_FIRST] = first_token, [TOKEN_NEXT] = next_token};

static bool beyond_ridge(const struct estimate *e) {
    return e->prefill_compute_time.q.value >= reading_time(e);
}

static bool beyond_corner(const struct estimate *e) {
    const struct scenario *s = e->scenario;
    double memory = efficiency_memory(s->accelerator, format_lookup(s->weights), s->software).value;
    double share = s->mfu > 0 ? s->mfu : efficiency_prefill().value;
    return e->prefill_compute_time.q.value / share >= e->prefill_memory_time.q.value / memory;
}

/* ── Where things happen ── */

static int64_t power_below(int64_t n) {
    int64_t power = TOKEN_START;
    while (2 * power <= n)
        power *= 2;
    return power;
}

static int64_t end_of(const struct model *m) {
    enum { END_MOST = 131072 };
    return power_below(m->max_context < END_MOST ? m->max_context : END_MOST);
}

static int64_t on_axis(int64_t n, int64_t end) {
    return n >= TOKEN_START && n <= end ? n : 0;
}

static enum limit limit_of(const char *bound, struct measure link, struct measure compute,
                           struct measure memory) {
    if (link.present && link.q.value > compute.q.value && link.q.value > memory.q.value)
        return LIMIT_INTERCONNECT;
    return bound && !strcmp(bound, "compute") ? LIMIT_COMPUTE : LIMIT_BANDWIDTH;
}

static void find_limits(struct first_token *t) {
    const struct estimate *e = serving_ask(&t->s, serving_prompt, t->late);
    t->limits[TOKEN_FIRST] = limit_of(e->prefill_bound, e->prefill_communication_time,
                                      e->prefill_compute_time, e->prefill_memory_time);
    t->limits[TOKEN_NEXT] = limit_of(e->decode_bound, e->decode_communication_time,
                                     e->decode_compute_time, e->decode_memory_time);
}

static double off_ridge(const struct serving *s, int64_t n) {
    const struct estimate *e = serving_ask(s, serving_prompt, n);
    return fabs(e->prefill_compute_time.q.value - reading_time(e));
}

/* The whole number nearest to where both times are equal. */
static int64_t nearest_ridge(const struct serving *s, int64_t end) {
    int64_t n = serving_first(s, serving_prompt, 1, end, beyond_ridge);
    bool before = n > 1 && n <= end && off_ridge(s, n - 1) < off_ridge(s, n);
    return before ? n - 1 : n;
}

static void find(struct first_token *t) {
    enum { CHAT = 2048, APART = 4 };
    const struct serving *s = &t->s;
    int64_t unfit = serving_first_unfit(s, serving_prompt, TOKEN_START, t->end);
    t->last = unfit > TOKEN_START ? unfit - 1 : 0;
    t->ridge = on_axis(nearest_ridge(s, t->end), t->end);
    t->corner = serving_first(s, serving_prompt, TOKEN_START, t->end, beyond_corner);
    t->late = t->last ? power_below(t->last) : t->end;
    t->early = t->late >= APART * CHAT ? CHAT : t->late / 8;
    if (t->early < TOKEN_START)
        t->early = TOKEN_START;
    find_limits(t);
}

bool token_has_wall(const struct first_token *t) {
    return t->last > 0 && t->last < t->end;
}

static size_t index_of(const struct serving_line *l, int64_t prompt) {
    size_t i = 0;
    while (i + 1 < l->n && l->x[i] != (double)prompt)
        i++;
    return i;
}

double token_value(const struct first_token *t, enum token_line line, int64_t prompt) {
    return t->lines[line].value[index_of(&t->lines[line], prompt)];
}

double token_ceiling(const struct first_token *t, enum token_line line, int64_t prompt) {
    return t->lines[line].ceiling[index_of(&t->lines[line], prompt)];
}

double token_low(const struct first_token *t, enum token_line line, int64_t prompt) {
    return t->lines[line].low[index_of(&t->lines[line], prompt)];
}

double token_high(const struct first_token *t, enum token_line line, int64_t prompt) {
    return t->lines[line].high[index_of(&t->lines[line], prompt)];
}

size_t token_compared(const struct first_token *t, int64_t out[2]) {
    out[0] = t->early;
    out[1] = t->late;
    return t->late > t->early ? 2 : 1;
}

/* ── The plot ── */

static void set_times(struct first_token *t) {
    double low = INFINITY, high = 0;
    for (size_t k = 0; k < TOKEN_LINES; k++)
        for (size_t i = 0; i < t->lines[k].n; i++) {
            low = fmin(low, t->lines[k].ceiling[i]);
            high = fmax(high, t->lines[k].high[i]);
        }
    serving_reach_measured(&t->s, t->plot.x, &low, &high);
    double room = t->s.request->in_page ? 0.22 : 0.14; /* of the height, for the ridge's name */
    double decades = log10(high / low) / (1 - room - 0.05);
    low *= pow(10, -room * decades);
    t->plot.y.scale = AXIS_LOG;
    t->plot.y.low = low;
    t->plot.y.high = low * pow(10, decades);
}

static bool open(struct first_token *t, struct arena *a, struct diag *diag,
                 const struct chart_request *r) {
    if (!serving_open(&t->s, a, diag, r, &kind))
        return false;
    if (t->s.model->max_context < 2 * TOKEN_START)
        return serving_lacks(diag, r, "a model whose longest context is known");
    t->end = end_of(t->s.model);
    serving_spread(&t->s, serving_prompt, t->end);
    return true;
}

bool chart_first_token_and_next(struct arena *a, struct diag *diag,
                                const struct chart_request *request, struct chart *chart) {
    struct first_token *t = ARENA_NEW(a, struct first_token);
    if (!open(t, a, diag, request))
        return false;
    find(t);
    t->plot.x = (struct axis){AXIS_LOG2, TOKEN_START, (double)t->end, 0, 1};
    const int64_t musts[] = {t->early, t->late, t->last, t->ridge, t->corner};
    struct samples samples = serving_samples(a, t->plot.x, musts, sizeof musts / sizeof *musts);
    serving_lines(&t->s, serving_prompt, samples, reads, t->lines, TOKEN_LINES);
    struct frame frame = token_frame(t);
    struct framed framed;
    t->d = serving_frame_open(&t->s, &kind, &frame, &framed, &t->plot);
    set_times(t);
    token_draw(t);
    token_draw_labels(t);
    frame_close(t->d, &frame, &framed, chart);
    chart->describe = token_describe(t, chart->title);
    chart->caption = token_caption(t);
    chart->data = token_data(t);
    return true;
}
