/* What the quantisation ladder says: title, subtitle, footer, description, rows. */
#include <math.h>
#include <string.h>

#include "chart/quantisation_ladder.h"
#include "plot/data.h"
#include "plot/words.h"

#define GIB 1073741824.0

const char *quantisation_speed(struct arena *a, double speed) {
    return words_number(a, speed >= 10 ? round(speed) : speed);
}

const char *quantisation_range(struct arena *a, struct quantity speed) {
    const char *low = quantisation_speed(a, speed.low), *high = quantisation_speed(a, speed.high);
    return strcmp(low, high) ? arena_printf(a, "%s–%s", low, high) : low;
}

const char *quantisation_bits(struct arena *a, double bits) {
    return quantity_format(a, quantity_exact(bits, UNIT_NONE),
                           (struct number_format){.decimals = bits > 9.95 ? 1 : 2});
}

const char *quantisation_gib(struct arena *a, double bytes) {
    return quantity_format(a, quantity_exact(bytes / GIB, UNIT_NONE),
                           (struct number_format){.decimals = bytes < GIB ? 2 : 1});
}

static const char *name_of(struct arena *a, const struct rung *r) {
    return words_format(a, r->format->id);
}

/* "2.8", "5". */
static const char *times(struct arena *a, double ratio) {
    return words_number(a, ratio < 10 ? round(ratio * 10) / 10 : round(ratio));
}

/* ── Title ── */

/* From the first format that fits to the last: by how much bytes and speeds change. */
static const char *title_growth(const struct quantisation_ladder *q, struct arena *a) {
    const struct rung *first = &q->rungs[q->first], *last = &q->rungs[q->count - 1];
    double bytes = first->bytes / last->bytes, ceiling = last->ceiling / first->ceiling;
    double typical = last->speed.value / first->speed.value;
    const char *key = ceiling < 1.1              ? "chart.quantisation-ladder.title.flat"
                      : typical < 0.95           ? "chart.quantisation-ladder.title.slower"
                      : typical < 0.97 * ceiling ? "chart.quantisation-ladder.title.less"
                                                 : "chart.quantisation-ladder.title.as-much";
    return say_with(a, q->request->strings, key, "first", name_of(a, first), "last",
                    name_of(a, last), "bytes", times(a, bytes), "ceiling", times(a, ceiling),
                    "typical", times(a, typical), NULL);
}

static const char *title_fit(const struct quantisation_ladder *q, struct arena *a) {
    const char *key = q->first == 0              ? "chart.quantisation-ladder.title.fits-all"
                      : q->first == q->count     ? "chart.quantisation-ladder.title.fits-none"
                      : q->first == q->count - 1 ? "chart.quantisation-ladder.title.fits-last"
                                                 : "chart.quantisation-ladder.title.fits-from";
    const struct rung *r = &q->rungs[q->first < q->count ? q->first : q->count - 1];
    return say_with(a, q->request->strings, key, "format", name_of(a, r), "device",
                    q->scenario->accelerator->short_name, "model", q->scenario->model->short_name,
                    NULL);
}

static void make_title(const struct quantisation_ladder *q, struct arena *a, struct frame *f) {
    f->title_one = title_fit(q, a);
    if (q->first + 1 >= q->count)
        return;
    f->title_one =
        say_with(a, q->request->strings, "chart.title.first", "title", f->title_one, NULL);
    f->title_two = title_growth(q, a);
}

/* ── Frame ── */

/* "40–82%" of packed formats, "70–92%" of the others. */
static const char *share_of(const struct quantisation_ladder *q, struct arena *a, bool packed) {
    const struct rung *r = packed ? &q->rungs[q->count - 1] : &q->rungs[0];
    return words_percent_range(a, r->share);
}

struct frame quantisation_frame(const struct quantisation_ladder *q, struct arena *a) {
    const struct strings *s = q->request->strings;
    const struct scenario *c = q->scenario;
    struct frame f = {.kicker =
                          say_with(a, s, "chart.quantisation-ladder.kicker", "model",
                                   c->model->name, "device", c->accelerator->short_name, NULL)};
    f.subtitle =
        say_with(a, s,
                 c->batch == 1 ? "chart.quantisation-ladder.subtitle"
                               : "chart.quantisation-ladder.subtitle.batch",
                 "context", words_count(a, c->context), "batch", words_count(a, c->batch), NULL);
    make_title(q, a, &f);
    if (q->first < q->count)
        f.foot[f.foot_count++] =
            say_with(a, s, "chart.quantisation-ladder.foot.read", "plain", share_of(q, a, false),
                     "packed", share_of(q, a, true), NULL);
    if (q->unrated)
        f.foot[f.foot_count++] =
            say_with(a, s, "chart.quantisation-ladder.foot.unrated", "formats", q->unrated, NULL);
    f.foot[f.foot_count++] = say_with(a, s, "chart.quantisation-ladder.foot.sources", "date",
                                      catalog_edition(q->request->catalog), NULL);
    return f;
}

/* ── Description and rows ── */

const char *quantisation_says(const struct quantisation_ladder *q, struct arena *a,
                              const struct rung *r) {
    bool fits = r->speed.value > 0;
    const char *key =
        fits ? "chart.quantisation-ladder.says" : "chart.quantisation-ladder.says.no-fit";
    return say_with(a, q->request->strings, key, "format", name_of(a, r), "bits",
                    quantisation_bits(a, r->bits), "gib", quantisation_gib(a, r->bytes), "speed",
                    quantisation_speed(a, r->speed.value), "range", quantisation_range(a, r->speed),
                    "ceiling", quantisation_speed(a, r->ceiling), NULL);
}

const char *quantisation_describe(const struct quantisation_ladder *q, struct arena *a,
                                  const char *title) {
    const struct strings *s = q->request->strings;
    const char *text = NULL;
    words_add_sentence(a, &text, say_with(a, s, "chart.sentence", "text", title, NULL));
    for (size_t i = 0; i < q->count; i++)
        words_add_sentence(
            a, &text,
            say_with(a, s, "chart.sentence", "text", quantisation_says(q, a, &q->rungs[i]), NULL));
    return text;
}

const char *quantisation_caption(const struct quantisation_ladder *q, struct arena *a) {
    return say_with(a, q->request->strings, "chart.quantisation-ladder.caption", "model",
                    q->scenario->model->name, "device", q->scenario->accelerator->short_name,
                    "context", words_count(a, q->scenario->context), "batch",
                    words_count(a, q->scenario->batch), NULL);
}

struct chart_data quantisation_data(const struct quantisation_ladder *q, struct arena *a) {
    static const char *const columns[] = {"format", "bits_per_weight", "weights_gib", "total_gib",
                                          "fits",   "ceiling",         "typical",     "low",
                                          "high"};
    static const char *const verdicts[] = {
        [VERDICT_NO] = "no", [VERDICT_MARGINAL] = "marginal", [VERDICT_YES] = "yes"};
    struct data_rows *rows = data_new(a, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < q->count; i++) {
        const struct rung *r = &q->rungs[i];
        bool fits = r->speed.value > 0;
        const char *cells[] = {r->format->id,
                               arena_printf(a, "%.6g", r->bits),
                               arena_printf(a, "%.4f", r->bytes / GIB),
                               arena_printf(a, "%.4f", r->estimate->memory_total.q.value / GIB),
                               verdicts[r->estimate->fits],
                               fits ? arena_printf(a, "%.6g", r->ceiling) : NULL,
                               fits ? arena_printf(a, "%.6g", r->speed.value) : NULL,
                               fits ? arena_printf(a, "%.6g", r->speed.low) : NULL,
                               fits ? arena_printf(a, "%.6g", r->speed.high) : NULL};
        data_add(rows, cells);
    }
    return data_done(rows);
}
