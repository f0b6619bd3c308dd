/* The decode knee (design 6.3): speed of all users and of each against the batch. */
#include "chart/decode_knee.h"

#include <math.h>
#include <string.h>

#include "chart/kind.h"
#include "core/parameters.h"

static const struct serving_kind kind = {
    .model = "llama-3-8b",
    .device = "h100-sxm5-80gb",
    .options = "task=inference weights=bf16",
    .sizes = {.height = 428,
              .left = 48,
              .right = 438,
              .top = 108,
              .bottom = 352,
              .below = 27,
              .page_width = 357,
              .page_height = 152},
    .page_left = 30,
    .page_gutter = 89,
    .wide_gutter = 112,
};

enum { END_LEAST = 64, END_MOST = 4096 };

/* ── What the lines say ── */

static struct spread all_users(const struct estimate *e) {
    struct quantity q = e->decode_speed.q;
    if (!e->decode_speed.present)
        return (struct spread){NAN, NAN, NAN, NAN};
    return (struct spread){q.low, q.value, q.high, e->decode_ceiling_speed.q.value};
}

static struct spread each_user(const struct estimate *e) {
    struct quantity q = e->decode_user_speed.q;
    if (!e->decode_user_speed.present)
        return (struct spread){NAN, NAN, NAN, NAN};
    return (struct spread){q.low, q.value, q.high, 1 / e->decode_ceiling_time.q.value};
}

static serving_read *const reads[KNEE_LINES] = {[KNEE_ALL] = all_users, [KNEE_EACH] = each_user};

static bool cache_is_most(const struct estimate *e) {
    return e->decode_kv_bytes.q.value >= e->decode_weight_bytes.q.value;
}

static bool compute_binds(const struct estimate *e) {
    return e->decode_bound && !strcmp(e->decode_bound, "compute");
}

/* A step that looks back at one token only reads the weights and hardly anything else. */
static void batch_without_cache(struct scenario *s, int64_t n) {
    s->batch = n;
    s->context = 1;
    s->prompt = s->output = 0;
}

/* ── Where things happen ── */

static int64_t wall_of(const struct serving *s) {
    const struct estimate *one = serving_ask_within(s, serving_batch, 1);
    if (!one || !one->memory_capacity.present || !one->decode_largest_batch.present)
        return KNEE_UNKNOWN;
    if (one->fits == VERDICT_NO)
        return 0;
    double most = one->decode_largest_batch.q.value;
    return most > 1 ? (int64_t)fmin(most, 1e9) : 1;
}

static int64_t end_of(const struct decode_knee *k) {
    double most = fmax(k->wall > 0 ? (double)k->wall : 0, k->saturation);
    int64_t end = END_LEAST;
    while (end < END_MOST && (double)end < 1.3 * most)
        end *= 2;
    return end;
}

static int64_t on_axis(int64_t n, int64_t end) {
    return n <= end ? n : 0;
}

/* The core's b* is that of weights which are all read and all multiplied; more sequences meet more
 * experts, so that theirs is looked for. */
static double saturation_of(const struct serving *s) {
    enum { BATCH_MOST = 100000 };
    if (!s->peak_known)
        return 0;
    if (!model_is_moe(s->model))
        return s->plain->decode_saturation_batch.q.value;
    int64_t n = serving_first(s, batch_without_cache, 1, BATCH_MOST, compute_binds);
    return n <= BATCH_MOST ? (double)n : 0;
}

static void find(struct decode_knee *k) {
    const struct serving *s = &k->s;
    k->wall = wall_of(s);
    k->saturation = saturation_of(s);
    k->end = end_of(k);
    int64_t knee = serving_first(s, serving_batch, 1, k->end, cache_is_most);
    k->knee = knee > 1 && knee <= knee_last(k) ? knee : 0; /* from 1 on there is no bend */
    if (s->peak_known)
        k->compute = on_axis(serving_first(s, serving_batch, 1, k->end, compute_binds), k->end);
}

int64_t knee_last(const struct decode_knee *k) {
    return k->wall >= 0 && k->wall < k->end ? k->wall : k->end;
}

bool knee_wall_is_seen(const struct decode_knee *k) {
    return k->wall > 0 && k->wall < k->end;
}

double knee_value(const struct decode_knee *k, enum knee_line line, int64_t batch) {
    const struct serving_line *l = &k->lines[line];
    for (size_t i = 0; i < l->n; i++)
        if (l->x[i] == (double)batch)
            return l->value[i];
    return NAN;
}

/* ── The plot ── */

static void fill_lines(struct decode_knee *k) {
    const int64_t musts[] = {1, k->knee, knee_last(k), k->compute, k->end};
    struct samples counts =
        serving_samples(k->s.arena, k->plot.x, musts, sizeof musts / sizeof *musts);
    serving_lines(&k->s, serving_batch, counts, reads, k->lines, KNEE_LINES);
    serving_lines(&k->s, batch_without_cache, counts, reads, &k->free, 1);
}

static double most_of(const double *at, size_t n, double most) {
    for (size_t i = 0; i < n; i++)
        most = isfinite(at[i]) ? fmax(most, at[i]) : most;
    return most;
}

/* From the slowest user to the fastest of all users together. */
static void set_speeds(struct decode_knee *k) {
    struct serving_line all = k->lines[KNEE_ALL], each = k->lines[KNEE_EACH];
    struct serving_line real = serving_until(all, (double)knee_last(k));
    struct serving_line free = serving_until(k->free, (double)knee_last(k));
    double low = each.value[each.n - 1], high = most_of(all.value, all.n, 0);
    high = most_of(real.ceiling, real.n, high);
    serving_reach_measured(&k->s, k->plot.x, &low, &high);
    high = fmax(high, k->wall ? most_of(free.value, free.n, 0) : 0);
    k->plot.y.scale = AXIS_LOG;
    k->plot.y.low = serving_nice_below(low * 0.85);
    k->plot.y.high = serving_nice_above(high * 1.1);
}

bool chart_decode_knee(struct arena *a, struct diag *diag, const struct chart_request *request,
                       struct chart *chart) {
    struct decode_knee *k = ARENA_NEW(a, struct decode_knee);
    if (!serving_open(&k->s, a, diag, request, &kind))
        return false;
    find(k);
    k->plot.x = (struct axis){AXIS_LOG2, 1, (double)k->end, 0, 1};
    fill_lines(k);
    struct frame frame = knee_frame(k);
    struct framed framed;
    k->d = serving_frame_open(&k->s, &kind, &frame, &framed, &k->plot);
    set_speeds(k);
    knee_draw(k);
    knee_draw_labels(k);
    frame_close(k->d, &frame, &framed, chart);
    chart->describe = knee_describe(k, chart->title);
    chart->caption = knee_caption(k);
    chart->data = knee_data(k);
    return true;
}
