#include "chart/serving.h"

#include <math.h>
#include <string.h>

#include "chart/question.h"

bool serving_lacks(struct diag *diag, const struct chart_request *r, const char *what) {
    diag_report(diag, DIAG_CHART_NEEDS, r->where, r->kind, what, NULL);
    return false;
}

/* ── The question ── */

void serving_batch(struct scenario *s, int64_t n) {
    s->batch = n;
}

void serving_prompt(struct scenario *s, int64_t n) {
    s->prompt = s->context = n;
    s->output = 0;
}

static struct scenario *given(struct arena *a, struct diag *diag, const struct chart_request *r,
                              const struct serving_kind *kind) {
    const struct model *model = NULL;
    const struct accelerator *device = NULL;
    if (!r->scenario_count) {
        model = request_model(r, diag, kind->model);
        if (!request_accelerators(r, diag, kind->device, &device, 1) || !model)
            return NULL;
    }
    bool own = kind->own_options && (r->scenario_count || r->model_count || r->accelerator_count);
    struct scenario *s =
        question_given(a, r, diag, model, device, own ? kind->own_options : kind->options);
    if (s && r->accelerator_count)
        question_move(s, r->catalog, r->accelerators[0]);
    if (s && r->model_count)
        s->model = r->models[0];
    return s;
}

/* Without a peak the bandwidth still says how fast decoding can be. */
static bool answers(struct serving *s, struct scenario *given) {
    static const double free_arithmetic = 1e21;
    s->plain = question_run(s->arena, given);
    s->peak_known = s->plain && s->plain->decode_saturation_batch.present;
    if (s->plain && !s->peak_known) {
        given->peak = free_arithmetic;
        s->plain = question_run(s->arena, given);
    }
    return s->plain != NULL;
}

bool serving_open(struct serving *s, struct arena *a, struct diag *diag,
                  const struct chart_request *r, const struct serving_kind *kind) {
    struct scenario *question = given(a, diag, r, kind);
    *s = (struct serving){.arena = a, .request = r, .given = question};
    if (!question)
        return false;
    if (question->task && strcmp(question->task, "inference"))
        return serving_lacks(diag, r, "a scenario of inference");
    if (!answers(s, question))
        return serving_lacks(diag, r, "a scenario whose options fit its model and device");
    s->device = question->accelerator;
    s->model = question->model;
    s->devices = s->plain->scenario->devices > 1 ? s->plain->scenario->devices : 1;
    if (!s->device->memory_bandwidth.known && !(question->memory_bandwidth > 0))
        return serving_lacks(diag, r, "an accelerator with a known memory bandwidth");
    if (!serving_ask(s, serving_batch, 1)->decode_time.present)
        return serving_lacks(diag, r, "a link between the devices whose speed is known");
    if (kind->needs_peak && !s->peak_known)
        return serving_lacks(diag, r, "an accelerator with a known peak for the weights' format");
    return true;
}

const struct estimate *serving_ask(const struct serving *s, serving_set *set, int64_t n) {
    struct scenario *q = arena_memdup(s->arena, s->given, sizeof *q);
    q->accelerator = question_boundless(s->arena, q->accelerator);
    q->memory_capacity = 0;
    set(q, n);
    return question_run(s->arena, q);
}

const struct estimate *serving_ask_within(const struct serving *s, serving_set *set, int64_t n) {
    struct scenario *q = arena_memdup(s->arena, s->given, sizeof *q);
    set(q, n);
    return question_run(s->arena, q);
}

static bool does_not_fit(const struct estimate *e) {
    return e->memory_capacity.present && e->fits == VERDICT_NO;
}

static bool fits_on(struct serving *s, int64_t devices, serving_set *set, int64_t n) {
    struct scenario *q = arena_memdup(s->arena, s->given, sizeof *q);
    q->devices = q->tensor_parallel = devices;
    const struct estimate *plain = question_run(s->arena, q);
    if (!plain || !plain->memory_capacity.present)
        return false;
    struct serving wider = *s;
    wider.given = q;
    wider.plain = plain;
    wider.devices = devices;
    const struct estimate *e = serving_ask(&wider, set, n);
    if (!e || !e->decode_time.present)
        return false;
    *s = wider;
    const struct estimate *within = serving_ask_within(s, set, n);
    return within && !does_not_fit(within);
}

void serving_spread(struct serving *s, serving_set *set, int64_t n) {
    enum { DEVICES_MOST = 8 };
    const struct chart_request *r = s->request;
    if (r->scenario_count || !(r->model_count || r->accelerator_count))
        return;
    for (int64_t devices = 1; devices <= DEVICES_MOST; devices *= 2)
        if (fits_on(s, devices, set, n))
            return;
}

typedef const struct estimate *ask_function(const struct serving *, serving_set *, int64_t);

static int64_t bisect(const struct serving *s, ask_function *ask, serving_set *set, int64_t low,
                      int64_t high, serving_test *holds) {
    for (high++; low < high;) {
        int64_t middle = low + (high - low) / 2;
        const struct estimate *e = ask(s, set, middle);
        if (!e || holds(e))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

int64_t serving_first(const struct serving *s, serving_set *set, int64_t low, int64_t high,
                      serving_test *holds) {
    return bisect(s, serving_ask, set, low, high, holds);
}

int64_t serving_first_unfit(const struct serving *s, serving_set *set, int64_t low, int64_t high) {
    return bisect(s, serving_ask_within, set, low, high, does_not_fit);
}

/* ── Lines ── */

struct samples serving_samples(struct arena *a, struct axis axis, const int64_t *musts, size_t n) {
    enum { SAMPLES = 80 };
    const double *x = axis_samples(a, axis, SAMPLES);
    int64_t *at = ARENA_ARRAY(a, int64_t, SAMPLES + n);
    size_t used = 0;
    for (size_t i = 0; i < SAMPLES + n; i++) {
        int64_t value = i < SAMPLES ? (int64_t)llround(x[i]) : musts[i - SAMPLES];
        size_t k = used;
        while (k > 0 && at[k - 1] > value)
            k--;
        if (value < (int64_t)axis.low || value > (int64_t)axis.high ||
            (k > 0 && at[k - 1] == value))
            continue;
        memmove(at + k + 1, at + k, (used - k) * sizeof *at);
        at[k] = value;
        used++;
    }
    return (struct samples){at, used};
}

static struct serving_line line_new(struct arena *a, size_t n) {
    return (struct serving_line){ARENA_ARRAY(a, double, n), ARENA_ARRAY(a, double, n),
                                 ARENA_ARRAY(a, double, n), ARENA_ARRAY(a, double, n),
                                 ARENA_ARRAY(a, double, n), n};
}

void serving_lines(const struct serving *s, serving_set *set, struct samples counts,
                   serving_read *const *reads, struct serving_line *out, size_t n) {
    for (size_t k = 0; k < n; k++)
        out[k] = line_new(s->arena, counts.n);
    for (size_t i = 0; i < counts.n; i++) {
        const struct estimate *e = serving_ask(s, set, counts.at[i]);
        for (size_t k = 0; k < n; k++) {
            struct spread at = e ? reads[k](e) : (struct spread){NAN, NAN, NAN, NAN};
            out[k].x[i] = (double)counts.at[i];
            out[k].low[i] = at.low;
            out[k].value[i] = at.value;
            out[k].high[i] = at.high;
            out[k].ceiling[i] = at.ceiling;
        }
    }
}

struct serving_line serving_until(struct serving_line line, double x) {
    while (line.n > 0 && line.x[line.n - 1] > x)
        line.n--;
    return line;
}

struct serving_line serving_beyond(struct serving_line line, double x) {
    size_t skip = 0;
    while (skip < line.n && line.x[skip] < x)
        skip++;
    return (struct serving_line){line.x + skip,    line.low + skip,     line.value + skip,
                                 line.high + skip, line.ceiling + skip, line.n - skip};
}

double serving_nice_below(double value) {
    static const double steps[] = {5, 2, 1};
    double power = pow(10, floor(log10(value)));
    for (size_t i = 0; i < 2; i++)
        if (steps[i] * power <= value)
            return steps[i] * power;
    return power;
}

double serving_nice_above(double value) {
    static const double steps[] = {1, 2, 5};
    double power = pow(10, floor(log10(value)));
    for (size_t i = 0; i < 3; i++)
        if (steps[i] * power >= value)
            return steps[i] * power;
    return 10 * power;
}

static const char *number(struct arena *a, double value) {
    return isfinite(value) ? arena_printf(a, "%.6g", value) : "";
}

struct chart_data serving_data(const struct serving *s, const char *const *columns,
                               const struct serving_line *lines, size_t n, double last) {
    enum { CELLS_MOST = 2 + 4 * 8 };
    struct data_rows *rows = data_new(s->arena, columns, 2 + 4 * n);
    for (size_t i = 0; i < lines->n; i++) {
        bool real = lines->x[i] <= last;
        const char *cells[CELLS_MOST] = {number(s->arena, lines->x[i]), real ? "yes" : "no"};
        for (size_t k = 0; k < n && real; k++) {
            const double values[] = {lines[k].low[i], lines[k].value[i], lines[k].high[i],
                                     lines[k].ceiling[i]};
            for (size_t v = 0; v < 4; v++)
                cells[2 + 4 * k + v] = number(s->arena, values[v]);
        }
        data_add(rows, cells);
    }
    return data_done(rows);
}
