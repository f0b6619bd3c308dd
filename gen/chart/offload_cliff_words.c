/* What the offload cliff says: title, subtitle, footer, description, rows. */
#include <math.h>

#include "chart/offload_cliff.h"
#include "core/efficiency.h"
#include "core/offload.h"
#include "plot/data.h"
#include "plot/words.h"

static const double GIB = 1073741824.0;

const char *cliff_speed_text(struct arena *a, double speed) {
    struct number_format f = {.decimals = speed >= 99.95 ? 0 : 1};
    if (speed < 0.995)
        f = (struct number_format){.digits = 2};
    return quantity_format(a, quantity_exact(speed, UNIT_NONE), f);
}

const char *cliff_share_text(struct arena *a, double share) {
    return arena_printf(a, "%s%%", words_count(a, llround(share * 100)));
}

const char *cliff_gib(struct arena *a, double bytes) {
    return words_number(a, bytes / GIB);
}

/* Of the speed of all that is lost at nine tenths. */
static double lost(const struct offload_cliff *c) {
    return 1 - cliff_at(c, c->curves, 0.9).value / cliff_at(c, c->curves, 1).value;
}

const char *cliff_loss(const struct offload_cliff *c) {
    double share = lost(c);
    return share < 0.005 ? NULL
                         : say_with(c->arena, c->words, "chart.offload-cliff.slower", "share",
                                    cliff_share_text(c->arena, share), NULL);
}

const char *cliff_curve_kind(const struct offload_cliff *c, const struct cliff_curve *curve) {
    return say(c->words,
               curve->streamed ? "chart.offload-cliff.streamed" : "chart.offload-cliff.computes");
}

const char *cliff_curve_name(const struct offload_cliff *c, const struct cliff_curve *curve) {
    return say_with(c->arena, c->words, "chart.offload-cliff.name", "kind",
                    cliff_curve_kind(c, curve), "name", curve->name, "rate",
                    words_bandwidth(c->arena, curve->rate), NULL);
}

/* ── Title ── */

/* Nothing is said of speeds that the card does not have. */
static void title_of_one_card(struct offload_cliff *c, struct frame *f) {
    double at_wall = cliff_at(c, c->curves, c->walls[0].share.value).value;
    bool none = c->walls[0].share.value <= 0;
    f->title_one =
        say_with(c->arena, c->words,
                 none ? "chart.offload-cliff.title.none" : "chart.offload-cliff.title.wall", "card",
                 c->card->short_name, "share", cliff_share_text(c->arena, c->walls[0].share.value),
                 "model", c->model->short_name, NULL);
    f->title_two =
        say_with(c->arena, c->words,
                 none ? "chart.offload-cliff.title.host" : "chart.offload-cliff.title.wall-speed",
                 "speed", cliff_speed_text(c->arena, at_wall), "least",
                 cliff_speed_text(c->arena, cliff_at(c, c->curves, 0).value), NULL);
}

static void make_title(struct offload_cliff *c, struct frame *f) {
    if (!cliff_is_real(c, 1)) {
        title_of_one_card(c, f);
        return;
    }
    struct arena *a = c->arena;
    double loss = lost(c);
    bool cliff = loss >= 0.15;
    const char *key = cliff           ? "chart.offload-cliff.title.cliff"
                      : loss >= 0.005 ? "chart.offload-cliff.title.little"
                                      : "chart.offload-cliff.title.free";
    const char *then =
        cliff ? "chart.offload-cliff.title.cliff-speeds" : "chart.offload-cliff.title.speeds";
    const char *nine = cliff_speed_text(a, cliff_at(c, c->curves, 0.9).value);
    const char *all = cliff_speed_text(a, cliff_at(c, c->curves, 1).value);
    f->title_one = say_with(a, c->words, key, "share", cliff_share_text(a, loss), "model",
                            c->model->short_name, NULL);
    f->title_two =
        say_with(a, c->words, then, "nine", nine, "all", all, "model", c->model->short_name, NULL);
}

/* ── Subtitle and footer ── */

static const char *make_subtitle(const struct offload_cliff *c) {
    const struct scenario *s = c->plain->scenario;
    return say_with(c->arena, c->words, "chart.offload-cliff.subtitle", "model",
                    c->model->short_name, "format", words_format(c->arena, s->weights), "context",
                    words_count(c->arena, s->context), "batch", words_count(c->arena, s->batch),
                    NULL);
}

static const char *foot_lines(const struct offload_cliff *c) {
    const struct scenario *s = c->plain->scenario;
    struct quantity card = efficiency_memory(c->card, format_lookup(s->weights), s->software);
    struct quantity host = efficiency_host_memory(), link = efficiency_host_link();
    struct arena *a = c->arena;
    return say_with(a, c->words, "chart.offload-cliff.foot.lines", "card",
                    cliff_share_text(a, card.value), "card-range", words_percent_range(a, card),
                    "host", cliff_share_text(a, host.value), "host-range",
                    words_percent_range(a, host), "link", cliff_share_text(a, link.value), NULL);
}

static enum grade worst_grade(const struct offload_cliff *c) {
    enum grade a = c->card->memory_bandwidth.grade, b = c->card->memory_capacity.grade;
    return a > b ? a : b;
}

static void add_foot(struct frame *f, const char *text) {
    f->foot[f->foot_count++] = text;
}

struct frame cliff_frame(struct offload_cliff *c) {
    struct arena *a = c->arena;
    struct frame f = {.subtitle = make_subtitle(c)};
    const char *kicker =
        c->devices > 1 ? "chart.offload-cliff.kicker.many" : "chart.offload-cliff.kicker";
    f.kicker = say_with(a, c->words, kicker, "card", c->card->name, "count",
                        words_count(a, c->devices), NULL);
    make_title(c, &f);
    add_foot(&f, foot_lines(c));
    if (c->request->point_count)
        add_foot(&f, say(c->words, "chart.foot.measured"));
    add_foot(&f, say_with(a, c->words, "chart.offload-cliff.foot.sources", "gib",
                          cliff_speed_text(a, c->plain->memory_weights.q.value / GIB), "sources",
                          words_sources(c->words, worst_grade(c)), "date",
                          catalog_edition(c->request->catalog), NULL));
    return f;
}

const char *cliff_caption(struct offload_cliff *c) {
    return say_with(c->arena, c->words, "chart.offload-cliff.caption", "subtitle", make_subtitle(c),
                    NULL);
}

/* ── Description and rows ── */

static const char *describe_curve(const struct offload_cliff *c, const struct cliff_curve *curve) {
    struct arena *a = c->arena;
    const double marked[] = {0, c->walls[0].share.value, 0.9, 1};
    const char *list = NULL;
    for (size_t i = 0; i < 4; i++) {
        if (!cliff_is_real(c, marked[i]) || (i == 1 && !cliff_is_wall(c->walls)))
            continue;
        struct cliff_speed s = cliff_at(c, curve, marked[i]);
        const char *item =
            say_with(a, c->words, "chart.offload-cliff.describe.at", "share",
                     cliff_share_text(a, marked[i]), "speed", cliff_speed_text(a, s.value), "low",
                     cliff_speed_text(a, s.low), "high", cliff_speed_text(a, s.high), NULL);
        list = list ? say_with(a, c->words, "chart.list.comma", "list", list, "item", item, NULL)
                    : item;
    }
    return say_with(a, c->words, "chart.offload-cliff.describe.curve", "name",
                    cliff_curve_name(c, curve), "list", list ? list : "—", NULL);
}

static const char *describe_wall(const struct offload_cliff *c, const struct cliff_wall *w) {
    return say_with(c->arena, c->words, "chart.offload-cliff.describe.wall", "card",
                    w->card->short_name, "share", cliff_share_text(c->arena, w->share.value),
                    "range", words_percent_range(c->arena, w->share), NULL);
}

const char *cliff_describe(struct offload_cliff *c, const char *title) {
    struct arena *a = c->arena;
    const char *text = NULL;
    words_add_sentence(a, &text, say_with(a, c->words, "chart.sentence", "text", title, NULL));
    for (size_t i = 0; i < c->wall_count; i++)
        if (c->walls[i].known)
            words_add_sentence(a, &text, describe_wall(c, &c->walls[i]));
    for (size_t i = 0; i < c->count; i++)
        words_add_sentence(a, &text, describe_curve(c, &c->curves[i]));
    return text;
}

static void add_rows(struct offload_cliff *c, struct data_rows *rows,
                     const struct cliff_curve *curve) {
    struct arena *a = c->arena;
    for (size_t i = 0; i < c->samples; i++) {
        const char *cells[] = {curve->streamed ? "streamed" : "host",
                               curve->name,
                               arena_printf(a, "%.4f", c->shares[i]),
                               arena_printf(a, "%.4f", curve->low[i]),
                               arena_printf(a, "%.4f", curve->value[i]),
                               arena_printf(a, "%.4f", curve->high[i]),
                               arena_printf(a, "%.4f", curve->ceiling[i]),
                               cliff_is_real(c, c->shares[i]) ? "yes" : "no"};
        data_add(rows, cells);
    }
}

struct chart_data cliff_data(struct offload_cliff *c) {
    static const char *const columns[] = {
        "way", "rate_of", "share_in_vram", "low", "tokens_per_second", "high", "ceiling", "fits"};
    struct data_rows *rows = data_new(c->arena, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < c->count; i++)
        add_rows(c, rows, &c->curves[i]);
    for (size_t i = 0; i < c->wall_count; i++) {
        const struct cliff_wall *w = &c->walls[i];
        const char *cells[] = {"wall", w->card->id, arena_printf(c->arena, "%.4f", w->share.value),
                               NULL,   NULL,        NULL,
                               NULL,   NULL};
        if (w->known)
            data_add(rows, cells);
    }
    return data_done(rows);
}
