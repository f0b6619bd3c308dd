/* What a time breakdown says: names, title, subtitle, footer, description, rows. */
#include <math.h>
#include <string.h>

#include "chart/scenario_words.h"
#include "chart/time_breakdown.h"
#include "core/parallel.h"
#include "plot/data.h"
#include "plot/words.h"

static const char *const stage_ids[TIMEDS] = {"training", "decode", "prefill"};

static const char *word(const struct time_breakdown *b, const char *key) {
    return say(b->request->strings, arena_printf(b->d->arena, "chart.time-breakdown.%s", key));
}

static const char *stage_word(const struct time_breakdown *b, const char *key) {
    return word(b, arena_printf(b->d->arena, "%s.%s", key, stage_ids[b->timed]));
}

const char *spent_word(const struct time_breakdown *b, enum spent part) {
    return word(b, arena_printf(b->d->arena, "part.%s", spent_rows[part].id));
}

/* ── Numbers ── */

const char *time_number(const struct time_breakdown *b, long long n) {
    return quantity_format(b->d->arena,
                           quantity_exact((double)n / pow(10, b->unit.decimals), UNIT_NONE),
                           (struct number_format){.decimals = b->unit.decimals});
}

const char *time_with_unit(const struct time_breakdown *b, long long n) {
    return arena_printf(b->d->arena, "%s\u202f%s", time_number(b, n), b->unit.printed);
}

const char *time_range(const struct time_breakdown *b, const struct bar *bar) {
    double scale = pow(10, b->unit.decimals) / b->unit.seconds;
    return arena_printf(b->d->arena, "%s–%s", time_number(b, llround(bar->spent.time.low * scale)),
                        time_number(b, llround(bar->spent.time.high * scale)));
}

double link_share(const struct bar *bar) {
    return bar->spent.parts[SPENT_LINK] / bar->spent.time.value;
}

/* ── Names beside the bars ── */

static bool devices_differ(const struct time_breakdown *b) {
    for (size_t i = 1; i < b->count; i++)
        if (b->bars[i].scenario->accelerator != b->bars[0].scenario->accelerator)
            return true;
    return false;
}

static bool links_differ(const struct time_breakdown *b) {
    double first, rate;
    scenario_link(b->d->arena, b->bars[0].scenario, &first);
    for (size_t i = 1; i < b->count; i++) {
        scenario_link(b->d->arena, b->bars[i].scenario, &rate);
        if (rate != first)
            return true;
    }
    return false;
}

static void add_line(struct bar *bar, const char *text) {
    if (bar->line_count < BAR_LINES && text)
        bar->lines[bar->line_count++] = text;
}

static void add_link(struct time_breakdown *b, struct bar *bar) {
    double rate;
    const char *name = scenario_link(b->d->arena, bar->scenario, &rate);
    if (degrees_of(bar->scenario).devices == 1 || !(rate > 0))
        return;
    add_line(bar, name);
    add_line(bar, say_with(b->d->arena, b->request->strings, "chart.time-breakdown.one-way", "rate",
                           words_quantity(b->d->arena, rate, UNIT_BYTE_PER_SECOND, "GB/s"), NULL));
}

/* What differs: the device first, then its link, then options; alone, the device and its plan. */
void time_name_bars(struct time_breakdown *b) {
    const struct scenario *all[BARS_MOST];
    bool devices = devices_differ(b), links = links_differ(b), models = false;
    for (size_t i = 0; i < b->count; i++) {
        all[i] = b->bars[i].scenario;
        models |= all[i]->model != all[0]->model;
    }
    for (size_t i = 0; i < b->count; i++) {
        struct bar *bar = &b->bars[i];
        const char *texts[BAR_LINES];
        size_t n = scenario_differences(b->d->arena, b->request->strings, all, b->count, i, texts,
                                        BAR_LINES);
        if (devices || links || !(n || models))
            add_line(bar, all[i]->accelerator->short_name);
        if (models)
            add_line(bar, all[i]->model->name);
        for (size_t k = 0; k < n; k++)
            add_line(bar, texts[k]);
        if (links || devices || b->count == 1)
            add_link(b, bar);
    }
}

/* ── Title ── */

/* Bars with a time, the shortest and the longest of them. */
struct ends {
    const struct bar *low, *high;
    size_t known, missing;
};

static struct ends ends_of(const struct time_breakdown *b) {
    struct ends e = {NULL, NULL, 0, 0};
    for (size_t i = 0; i < b->count; i++) {
        const struct bar *bar = &b->bars[i];
        e.missing += bar->estimate->fits == VERDICT_NO;
        if (!bar->spent.known)
            continue;
        e.known++;
        e.low = !e.low || bar->total < e.low->total ? bar : e.low;
        e.high = !e.high || bar->total > e.high->total ? bar : e.high;
    }
    return e;
}

/* The same work on the same chips, so that only the wires differ. */
static bool only_links_differ(const struct time_breakdown *b) {
    const struct bar *first = NULL;
    for (size_t i = 0; i < b->count; i++) {
        const struct bar *bar = &b->bars[i];
        if (!bar->spent.known)
            return false;
        first = first ? first : bar;
        double same = first->spent.parts[SPENT_COMPUTE];
        if (fabs(bar->spent.parts[SPENT_COMPUTE] - same) > 0.005 * same ||
            bar->scenario->model != first->scenario->model)
            return false;
    }
    return links_differ(b);
}

static enum spent largest_part(const struct bar *bar) {
    enum spent most = SPENT_COMPUTE;
    for (int part = 0; part < SPENTS; part++)
        if (bar->spent.parts[part] > bar->spent.parts[most])
            most = (enum spent)part;
    return most;
}

/* Sums of tensor parallelism are most of what the slowest waits for. */
static bool tensor_waits(const struct bar *bar) {
    const struct measure *tensor = &bar->estimate->tensor_time;
    const struct measure *all = &bar->estimate->communication_time;
    return tensor->present && all->present && tensor->q.value > 0.5 * all->q.value &&
           link_share(bar) >= 0.25;
}

static const char *title_first(struct time_breakdown *b, const struct ends *e) {
    struct arena *a = b->d->arena;
    const char *step = stage_word(b, "step");
    const char *key = e->known == 0 ? e->missing < b->count ? "title.unknown"
                                      : b->count == 1       ? "title.none-one"
                                                            : "title.none"
                      : only_links_differ(b) && e->low->total < e->high->total ? "title.links"
                      : e->known == 1                                          ? "title.single"
                      : e->low->total == e->high->total                        ? "title.level"
                                                                               : "title.range";
    return say_with(a, b->request->strings, arena_printf(a, "chart.time-breakdown.%s", key), "step",
                    step, "model", (e->high ? e->high : &b->bars[0])->scenario->model->name, "low",
                    e->low ? time_with_unit(b, e->low->total) : "", "high",
                    e->high ? time_with_unit(b, e->high->total) : "", NULL);
}

/* What the only one, or the slowest, spends most of its time on. */
static const char *title_largest(struct time_breakdown *b, const struct ends *e) {
    enum spent part = largest_part(e->high);
    double share = e->high->spent.parts[part] / e->high->spent.time.value;
    bool all = e->high->parts[part] == e->high->total, one = e->known == 1;
    const char *key = one ? all ? "all" : "of" : all ? "slowest-all" : "slowest";
    struct arena *a = b->d->arena;
    return say_with(a, b->request->strings, arena_printf(a, "chart.time-breakdown.title.%s", key),
                    "share",
                    quantity_format(a, quantity_exact(share, UNIT_NONE),
                                    (struct number_format){.unit = "%", .decimals = 0}),
                    "part", word(b, arena_printf(a, "doing.%s", spent_rows[part].id)), NULL);
}

static const char *title_second(struct time_breakdown *b, const struct ends *e) {
    struct arena *a = b->d->arena;
    const struct strings *s = b->request->strings;
    if (!e->known)
        return NULL;
    if (e->missing)
        return say_with(a, s,
                        e->missing == 1 ? "chart.time-breakdown.title.one-missing"
                                        : "chart.time-breakdown.title.missing",
                        "count", words_count(a, (int64_t)e->missing), "all",
                        words_count(a, (int64_t)b->count), NULL);
    if (e->known > 1 && b->timed == TIMED_TRAINING && tensor_waits(e->high))
        return word(b, "title.tensor");
    return title_largest(b, e);
}

static void make_title(struct time_breakdown *b, struct frame *f) {
    struct ends e = ends_of(b);
    f->title_one = title_first(b, &e);
    f->title_two = title_second(b, &e);
    if (f->title_two)
        f->title_one = say_with(b->d->arena, b->request->strings, "chart.title.first", "title",
                                f->title_one, NULL);
}

/* ── Subtitle, footer ── */

static bool same_work(const struct time_breakdown *b) {
    const char *texts[1];
    const struct scenario *all[BARS_MOST];
    for (size_t i = 0; i < b->count; i++) {
        all[i] = b->bars[i].scenario;
        if (all[i]->model != all[0]->model)
            return false;
    }
    return scenario_differences(b->d->arena, b->request->strings, all, b->count, 0, texts, 1) == 0;
}

static const char *make_subtitle(struct time_breakdown *b) {
    struct arena *a = b->d->arena;
    const struct strings *s = b->request->strings;
    const struct scenario *x = b->bars[0].scenario;
    if (!same_work(b))
        return stage_word(b, "subtitle.mixed");
    const char *recompute =
        say(s, arena_printf(a, "chart.recompute.%s", x->recompute ? x->recompute : "none"));
    return say_with(
        a, s, arena_printf(a, "chart.time-breakdown.subtitle.%s", stage_ids[b->timed]), "model",
        x->model->name, "format", words_format(a, x->weights), "plan", scenario_plan(a, s, x),
        "step", b->timed == TIMED_TRAINING ? scenario_step(a, s, x) : "", "recompute", recompute,
        "batch", words_count(a, x->batch), "tokens", words_count(a, x->context), "prompt",
        words_count(a, x->prompt > 0 ? x->prompt : x->context), NULL);
}

/* Share of the peak while a device computes, of what the model needs: "47%" or "44–47%". */
static const char *computing_share(struct time_breakdown *b) {
    double low = 1, high = 0;
    for (size_t i = 0; i < b->count; i++) {
        const struct bar *bar = &b->bars[i];
        if (!bar->spent.known || !bar->estimate->training_mfu.present)
            continue;
        double share = bar->estimate->training_mfu.q.value * bar->spent.time.value /
                       bar->spent.parts[SPENT_COMPUTE];
        low = fmin(low, share);
        high = fmax(high, share);
    }
    return high > 0 ? words_percent_range(b->d->arena, quantity_range(low, (low + high) / 2, high,
                                                                      UNIT_NONE, EMPIRICAL))
                    : NULL;
}

static bool has_update(const struct time_breakdown *b) {
    for (size_t i = 0; i < b->count; i++)
        if (b->bars[i].parts[SPENT_MEMORY] > 0)
            return true;
    return false;
}

struct frame time_frame(struct time_breakdown *b) {
    struct arena *a = b->d->arena;
    const struct strings *s = b->request->strings;
    struct frame f = {.subtitle = make_subtitle(b)};
    f.kicker = say_with(a, s, "chart.time-breakdown.kicker", "stage", stage_word(b, "stage"), NULL);
    make_title(b, &f);
    const char *share = b->timed == TIMED_TRAINING ? computing_share(b) : NULL;
    const char *key = !share          ? "chart.time-breakdown.foot"
                      : has_update(b) ? "chart.time-breakdown.foot.update"
                                      : "chart.time-breakdown.foot.share";
    f.foot[f.foot_count++] = say_with(a, s, key, "share", share, NULL);
    f.foot[f.foot_count++] = say_with(a, s, "chart.time-breakdown.foot.sources", "date",
                                      catalog_edition(b->request->catalog), NULL);
    return f;
}

/* ── Description and rows ── */

static const char *bar_name(struct time_breakdown *b, const struct bar *bar) {
    const char *name = bar->lines[0];
    for (size_t k = 1; k < bar->line_count; k++)
        name = say_with(b->d->arena, b->request->strings, "chart.list.plain", "list", name, "item",
                        bar->lines[k], NULL);
    return name;
}

static const char *describe_bar(struct time_breakdown *b, const struct bar *bar) {
    struct arena *a = b->d->arena;
    const struct strings *s = b->request->strings;
    const char *list = NULL, *name = bar_name(b, bar);
    if (!bar->spent.known)
        return say_with(a, s, "chart.time-breakdown.describe.none", "bar", name, "why",
                        say(s, bar->estimate->fits == VERDICT_NO
                                   ? "chart.does-not-fit"
                                   : "chart.time-breakdown.not-known"),
                        NULL);
    for (int part = 0; part < SPENTS; part++) {
        const char *item = arena_printf(a, "%s %s", spent_word(b, (enum spent)part),
                                        time_number(b, bar->parts[part]));
        if (bar->parts[part] > 0)
            list =
                list ? say_with(a, s, "chart.list.plain", "list", list, "item", item, NULL) : item;
    }
    return say_with(a, s, "chart.time-breakdown.describe", "bar", name, "total",
                    time_with_unit(b, bar->total), "range", time_range(b, bar), "parts", list,
                    NULL);
}

const char *time_describe(struct time_breakdown *b, const char *title) {
    struct arena *a = b->d->arena;
    const char *text = NULL;
    words_add_sentence(a, &text,
                       say_with(a, b->request->strings, "chart.sentence", "text", title, NULL));
    for (size_t i = 0; i < b->count; i++)
        words_add_sentence(a, &text, describe_bar(b, &b->bars[i]));
    return text;
}

struct chart_data time_data(struct time_breakdown *b) {
    static const char *const columns[] = {"bar",     "accelerator", "part",
                                          "seconds", "low_s",       "high_s"};
    struct arena *a = b->d->arena;
    struct data_rows *rows = data_new(a, columns, 6);
    for (size_t i = 0; i < b->count; i++) {
        const struct bar *bar = &b->bars[i];
        const char *name = bar_name(b, bar), *device = bar->scenario->accelerator->id;
        for (int part = 0; bar->spent.known && part < SPENTS; part++)
            data_add(rows,
                     (const char *[]){name, device, spent_rows[part].id,
                                      arena_printf(a, "%.6g", bar->spent.parts[part]), NULL, NULL});
        if (bar->spent.known)
            data_add(rows, (const char *[]){name, device, "total",
                                            arena_printf(a, "%.6g", bar->spent.time.value),
                                            arena_printf(a, "%.6g", bar->spent.time.low),
                                            arena_printf(a, "%.6g", bar->spent.time.high)});
        else
            data_add(rows, (const char *[]){name, device, "total", NULL, NULL, NULL});
    }
    return data_done(rows);
}
