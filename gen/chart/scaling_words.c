/* What scaling says: title, subtitle, footer, description, rows. */
#include <math.h>

#include "chart/scaling.h"
#include "core/efficiency.h"
#include "plot/data.h"
#include "plot/words.h"

/* "9.2", "547", "68 500": no more digits than anybody knows. */
const char *scaling_speed_text(struct arena *a, double speed) {
    double step = pow(10, fmax(0, floor(log10(speed)) - 3));
    if (step > 1) /* three digits from 10 000 on, where four would be a group and a rest */
        step *= 10;
    return speed >= 9.95 ? words_count(a, llround(speed / step) * llround(step))
                         : words_digits(a, speed, 2);
}

const char *scaling_share_text(struct arena *a, double share) {
    return arena_printf(a, "%s%%", words_count(a, llround(share * 100)));
}

const char *scaling_word(const struct scaling *c, const char *name) {
    return say(c->words, arena_printf(c->arena, "chart.scaling.%s.%s",
                                      c->training ? "training" : "decode", name));
}

static const char *key_of(const struct scaling *c, const char *name) {
    return arena_printf(c->arena, "chart.scaling.%s.%s", c->training ? "training" : "decode", name);
}

/* ── Title ── */

/* "2", "5.2", "0.9". */
static const char *times(struct arena *a, double ratio) {
    return words_number(a, round(ratio * 10) / 10);
}

/* Of the last count over the first, where both were measured; NaN. */
static double measured_times(const struct scaling *c) {
    return c->points[c->last].measured / c->points[c->first].measured;
}

static const char *count_words(const struct scaling *c, const struct scaling_point *p) {
    return say_with(c->arena, c->words,
                    p->devices == 1 ? "chart.scaling.count.one" : "chart.scaling.count.many", "n",
                    words_number(c->arena, p->devices), NULL);
}

/* Inside a sentence. */
static const char *first_words(const struct scaling *c, const struct scaling_point *p) {
    return say_with(c->arena, c->words,
                    p->devices == 1 ? "chart.scaling.first.one" : "chart.scaling.first.many", "n",
                    words_number(c->arena, p->devices), NULL);
}

/* The most devices of one node that were asked about. */
static const char *most_devices(const struct scaling *c) {
    double most = c->points[0].devices;
    for (size_t i = 0; i < SCALING_COUNTS; i++)
        if (c->points[i].devices <= c->node)
            most = fmax(most, c->points[i].devices);
    return words_number(c->arena, most);
}

/* More devices may be slower than fewer: then it is said where the best speed was. */
static bool title_peak(const struct scaling *c, struct frame *f) {
    static const double slower = 0.95;
    const struct scaling_point *best = &c->points[c->first], *last = &c->points[c->last];
    for (size_t i = c->first; i < c->last; i++)
        if (c->points[i].state == SCALING_REAL && c->points[i].speed.value > best->speed.value)
            best = &c->points[i];
    if (last->speed.value >= slower * best->speed.value)
        return false;
    bool one = best->devices == 1;
    f->title_one = say_with(c->arena, c->words, key_of(c, one ? "title.slower" : "title.peak"), "n",
                            words_number(c->arena, best->devices), NULL);
    f->title_two = say_with(c->arena, c->words,
                            one ? "chart.scaling.title.against-one" : "chart.scaling.title.against",
                            "n", words_number(c->arena, last->devices), "speed",
                            scaling_speed_text(c->arena, last->speed.value), "best",
                            words_number(c->arena, best->devices), "most",
                            scaling_speed_text(c->arena, best->speed.value), NULL);
    return true;
}

static void make_title(const struct scaling *c, struct frame *f) {
    struct arena *a = c->arena;
    const char *device = c->asked->accelerator->short_name;
    if (!scaling_has_real(c)) {
        f->title_one =
            say_with(a, c->words, key_of(c, "title.none"), "model", c->asked->model->short_name,
                     "device", device, "n", most_devices(c), NULL);
        return;
    }
    const struct scaling_point *first = &c->points[c->first], *last = &c->points[c->last];
    const char *share = scaling_share_text(a, last->share.value);
    if (first == last) {
        f->title_one =
            say_with(a, c->words, key_of(c, "title.single"), "n", words_number(a, last->devices),
                     "device", device, "model", c->asked->model->short_name, "speed",
                     scaling_speed_text(a, last->speed.value), NULL);
        return;
    }
    if (title_peak(c, f))
        return;
    double typical = last->speed.value / first->speed.value, seen = measured_times(c);
    bool measured = isfinite(seen), less = measured && seen < 0.95 * typical;
    const char *key = key_of(c, less ? "title.less" : measured ? "title.measured" : "title.times");
    f->title_one =
        say_with(a, c->words, key, "n", words_number(a, last->devices), "times", times(a, typical),
                 "first", first_words(c, first), "measured", measured ? times(a, seen) : "", NULL);
    bool none = last->share.value < 0.005;
    f->title_two = say_with(a, c->words, key_of(c, none ? "title.hidden" : "title.share"), "share",
                            share, NULL);
}

/* ── Subtitle and footer ── */

static const char *make_subtitle(const struct scaling *c) {
    struct arena *a = c->arena;
    const struct scenario *s = c->asked;
    return say_with(a, c->words, key_of(c, "subtitle"), "model", s->model->short_name, "format",
                    words_format(a, s->weights), "batch",
                    words_count(a, c->training ? s->micro_batch : s->batch), "context",
                    words_count(a, c->training ? s->sequence : s->context), NULL);
}

static enum grade worst_grade(const struct scaling *c) {
    const struct accelerator *x = c->asked->accelerator;
    const struct datum used[] = {x->memory_bandwidth, x->memory_capacity, x->link_bandwidth};
    enum grade worst = GRADE_DATASHEET;
    for (size_t i = 0; i < sizeof used / sizeof *used; i++)
        if (used[i].known && used[i].grade > worst)
            worst = used[i].grade;
    return worst;
}

static void add_foot(struct frame *f, const char *text) {
    f->foot[f->foot_count++] = text;
}

static void make_foot(const struct scaling *c, struct frame *f) {
    struct arena *a = c->arena;
    const struct scenario *s = c->asked;
    struct quantity memory =
        efficiency_memory(s->accelerator, format_lookup(s->weights), s->software);
    if (!scaling_has_real(c))
        add_foot(f, say(c->words, "chart.serving.foot.unfit"));
    else
        add_foot(f, say_with(a, c->words, key_of(c, "foot"), "share",
                             scaling_share_text(a, memory.value), "range",
                             words_percent_range(a, memory), NULL));
    if (c->source)
        add_foot(f,
                 say_with(a, c->words, "chart.scaling.foot.measured", "source", c->source, NULL));
    else if (c->request->point_count)
        add_foot(f, say(c->words, "chart.foot.measured"));
    add_foot(f, say_with(a, c->words, "chart.scaling.foot.sources", "sources",
                         words_sources(c->words, worst_grade(c)), "date",
                         catalog_edition(c->request->catalog), NULL));
}

struct frame scaling_frame(struct scaling *c) {
    struct frame f = {.subtitle = make_subtitle(c)};
    f.kicker = say_with(c->arena, c->words, "chart.scaling.kicker", "device",
                        c->asked->accelerator->name, NULL);
    make_title(c, &f);
    make_foot(c, &f);
    return f;
}

const char *scaling_caption(struct scaling *c) {
    return say_with(c->arena, c->words, key_of(c, "caption"), "subtitle", make_subtitle(c), NULL);
}

/* ── Description and rows ── */

static const char *describe_point(const struct scaling *c, const struct scaling_point *p) {
    struct arena *a = c->arena;
    const char *key = p->state == SCALING_REAL ? "chart.scaling.describe.real"
                                               : "chart.scaling.describe.hypothetical";
    const char *text = say_with(
        a, c->words, key, "devices", count_words(c, p), "speed",
        scaling_speed_text(a, p->speed.value), "low", scaling_speed_text(a, p->speed.low), "high",
        scaling_speed_text(a, p->speed.high), "share", scaling_share_text(a, p->share.value),
        "efficiency", isfinite(p->efficiency) ? scaling_share_text(a, p->efficiency) : "—", NULL);
    if (!isfinite(p->measured))
        return text;
    const char *seen = say_with(a, c->words, "chart.scaling.describe.measured", "speed",
                                scaling_speed_text(a, p->measured), NULL);
    return arena_printf(a, "%s%s", text, seen);
}

const char *scaling_describe(struct scaling *c, const char *title) {
    struct arena *a = c->arena;
    const char *text = NULL;
    words_add_sentence(a, &text, say_with(a, c->words, "chart.sentence", "text", title, NULL));
    for (size_t i = 0; i < SCALING_COUNTS; i++)
        if (c->points[i].state != SCALING_NONE)
            words_add_sentence(a, &text, describe_point(c, &c->points[i]));
    if (isfinite(c->ridge))
        words_add_sentence(a, &text,
                           say_with(a, c->words, "chart.scaling.describe.ridge", "devices",
                                    words_number(a, c->ridge), NULL));
    return text;
}

static const char *number_or_none(struct arena *a, double value) {
    return isfinite(value) ? arena_printf(a, "%.4f", value) : NULL;
}

struct chart_data scaling_data(struct scaling *c) {
    static const char *const columns[] = {
        "state",   "model",       "devices",        "low",        "tokens_per_second", "high",
        "ceiling", "links_alone", "share_of_links", "efficiency", "measured"};
    static const char *const states[] = {"", "hypothetical", "real"};
    struct data_rows *rows = data_new(c->arena, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < SCALING_COUNTS; i++) {
        const struct scaling_point *p = &c->points[i];
        if (p->state == SCALING_NONE)
            continue;
        struct arena *a = c->arena;
        const char *cells[] = {states[p->state],
                               c->asked->model->id,
                               arena_printf(a, "%.0f", p->devices),
                               number_or_none(a, p->speed.low),
                               number_or_none(a, p->speed.value),
                               number_or_none(a, p->speed.high),
                               number_or_none(a, p->ceiling),
                               number_or_none(a, p->wires),
                               number_or_none(a, p->share.value),
                               number_or_none(a, p->efficiency),
                               number_or_none(a, p->measured)};
        data_add(rows, cells);
    }
    return data_done(rows);
}
