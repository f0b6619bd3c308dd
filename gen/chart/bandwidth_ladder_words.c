/* What a bandwidth ladder says: title, subtitle, footer, description, rows. */
#include "chart/bandwidth_ladder.h"

#include <string.h>

#include "core/efficiency.h"
#include "core/offload.h"
#include "plot/data.h"
#include "plot/words.h"

static const char *const tier_names[TIERS] = {
    [TIER_DEVICE_MEMORY] = "device-memory",
    [TIER_DEVICE_LINK] = "device-link",
    [TIER_HOST_MEMORY] = "host-memory",
    [TIER_HOST_LINK] = "host-link",
    [TIER_NETWORK] = "network",
    [TIER_STORAGE] = "storage",
};

/* Cards are named as such; NPUs and TPUs have memory too. */
bool ladder_is_of_gpus(const struct ladder *l) {
    for (size_t i = 0; i < l->count; i++)
        if (l->rungs[i].tier == TIER_DEVICE_MEMORY &&
            (!l->rungs[i].device->class || strncmp(l->rungs[i].device->class, "gpu-", 4)))
            return false;
    return true;
}

const char *ladder_tier(struct ladder *l, enum tier tier) {
    if (tier == TIER_DEVICE_MEMORY && ladder_is_of_gpus(l))
        return say(l->request->strings, "chart.tier.gpu-memory");
    return say(l->request->strings, arena_printf(l->d->arena, "chart.tier.%s", tier_names[tier]));
}

const char *ladder_bytes(struct ladder *l) {
    bool small = l->bytes < 0.9995e9;
    return words_quantity(l->d->arena, l->bytes, UNIT_BYTE, small ? "MB" : "GB");
}

const char *ladder_rate(struct ladder *l, const struct rung *r) {
    return words_digits(l->d->arena, r->bandwidth / 1e9, 4);
}

const char *ladder_time(struct ladder *l, const struct rung *r) {
    double seconds = ladder_seconds(l, r);
    struct number_format f = {.unit = seconds < 0.9995 ? "ms" : "s",
                              .digits = seconds < 999.5 ? 3 : 0};
    return quantity_format(l->d->arena, quantity_exact(seconds, UNIT_SECOND), f);
}

const char *ladder_passes(struct ladder *l, const struct rung *r) {
    if (!r->fits)
        return say(l->request->strings, "chart.bandwidth-ladder.no-fit");
    double passes = 1 / ladder_seconds(l, r);
    struct number_format f = {.digits = passes < 999.5 ? 3 : 0};
    return quantity_format(l->d->arena, quantity_exact(passes, UNIT_NONE), f);
}

const char *ladder_tooltip(struct ladder *l, const struct rung *r) {
    const char *key =
        r->fits ? "chart.bandwidth-ladder.tooltip" : "chart.bandwidth-ladder.tooltip.no-fit";
    return say_with(l->d->arena, l->request->strings, key, "name", r->name, "detail", r->detail,
                    "rate", ladder_rate(l, r), "time", ladder_time(l, r), "passes",
                    ladder_passes(l, r), NULL);
}

/* ── Title ── */

static const char *duration(struct ladder *l, const struct rung *r) {
    return words_duration(l->d->arena, l->request->strings, ladder_seconds(l, r), 2);
}

/* A mixture reads in a step only what the router chooses. */
static const char *title_again(struct ladder *l, const char *drive) {
    struct arena *a = l->d->arena;
    const char *key = l->model->experts == 0 ? "chart.bandwidth-ladder.title.again"
                      : l->step > 0          ? "chart.bandwidth-ladder.title.share"
                                             : "chart.bandwidth-ladder.title.drive";
    return say_with(a, l->request->strings, key, "drive", drive, "share",
                    words_percent(a, l->step / l->bytes), NULL);
}

static void make_title(struct ladder *l, struct frame *f) {
    struct arena *a = l->d->arena;
    const struct rung *device = ladder_subject(l), *link = ladder_link(l, "pcie-5-x16"),
                      *drive = ladder_link(l, "nvme-pcie4");
    const char *model = l->model->short_name;
    if (!link || !drive) { /* a catalogue without them */
        f->title_one =
            say_with(a, l->request->strings, "chart.bandwidth-ladder.title.plain", "model", model,
                     "memory", device->name, "time", duration(l, device), NULL);
        return;
    }
    const char *key =
        device->fits ? "chart.bandwidth-ladder.title" : "chart.bandwidth-ladder.title.no-fit";
    f->title_one = say_with(a, l->request->strings, key, "model", model, "memory", device->name,
                            "time", duration(l, device), "link", duration(l, link), "device",
                            device->device->short_name, NULL);
    f->title_two = title_again(l, duration(l, drive));
}

/* ── Subtitle and footer ── */

static enum grade worst_grade(const struct ladder *l) {
    enum grade worst = GRADE_DATASHEET;
    for (size_t i = 0; i < l->count; i++)
        if (l->rungs[i].device && l->rungs[i].grade > worst)
            worst = l->rungs[i].grade;
    return worst;
}

static size_t tier_count(const struct ladder *l) {
    bool seen[TIERS] = {false};
    size_t n = 0;
    for (size_t i = 0; i < l->count; i++)
        if (!seen[l->rungs[i].tier]) {
            seen[l->rungs[i].tier] = true;
            n++;
        }
    return n;
}

static bool all_fit(const struct ladder *l) {
    for (size_t i = 0; i < l->count; i++)
        if (!l->rungs[i].fits)
            return false;
    return true;
}

struct frame ladder_frame(struct ladder *l) {
    struct arena *a = l->d->arena;
    const struct strings *s = l->request->strings;
    const struct format *format = format_lookup(l->estimate->scenario->weights);
    struct frame f = {.kicker = say_with(a, s, "chart.bandwidth-ladder.kicker", "n",
                                         words_count(a, (int64_t)tier_count(l)), NULL)};
    make_title(l, &f);
    f.subtitle = say_with(a, s, "chart.bandwidth-ladder.subtitle", "bytes", ladder_bytes(l),
                          "model", l->model->short_name, "format",
                          words_format(a, l->estimate->scenario->weights), NULL);
    f.foot[f.foot_count++] =
        say_with(a, s, "chart.bandwidth-ladder.foot.yield", "device",
                 words_percent_range(a, efficiency_memory(l->subject, format, NULL)), "host",
                 words_percent_range(a, efficiency_host_memory()), "link",
                 words_percent_range(a, efficiency_host_link()), "drive",
                 words_percent_range(a, efficiency_drive()), NULL);
    if (!all_fit(l))
        f.foot[f.foot_count++] = say(s, "chart.bandwidth-ladder.foot.no-fit");
    const char *key = l->model->experts > 0 ? "chart.bandwidth-ladder.foot.experts"
                                            : "chart.bandwidth-ladder.foot.sources";
    f.foot[f.foot_count++] = say_with(a, s, key, "sources", words_sources(s, worst_grade(l)),
                                      "date", catalog_edition(l->request->catalog), NULL);
    return f;
}

/* ── Description and rows ── */

const char *ladder_describe(struct ladder *l, const char *title) {
    struct arena *a = l->d->arena;
    const struct strings *s = l->request->strings;
    const char *text = NULL;
    words_add_sentence(a, &text, say_with(a, s, "chart.sentence", "text", title, NULL));
    words_add_sentence(
        a, &text,
        say_with(a, s, "chart.bandwidth-ladder.describe", "bytes", ladder_bytes(l), NULL));
    for (size_t i = 0; i < l->count; i++)
        words_add_sentence(
            a, &text,
            say_with(a, s, "chart.sentence", "text", ladder_tooltip(l, &l->rungs[i]), NULL));
    return text;
}

struct chart_data ladder_data(struct ladder *l) {
    static const char *const columns[] = {"tier",           "name",         "detail", "gb_per_s",
                                          "seconds_a_pass", "passes_per_s", "fits"};
    struct arena *a = l->d->arena;
    struct data_rows *rows = data_new(a, columns, 7);
    for (size_t i = 0; i < l->count; i++) {
        const struct rung *r = &l->rungs[i];
        double seconds = ladder_seconds(l, r);
        const char *cells[] = {tier_names[r->tier],
                               r->name,
                               r->detail,
                               arena_printf(a, "%.6g", r->bandwidth / 1e9),
                               arena_printf(a, "%.6g", seconds),
                               r->fits ? arena_printf(a, "%.6g", 1 / seconds) : NULL,
                               r->fits ? "yes" : "no"};
        data_add(rows, cells);
    }
    return data_done(rows);
}
