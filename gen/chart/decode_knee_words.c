/* What a decode knee says: title, subtitle, footer, description, rows. */
#include <math.h>

#include "chart/decode_knee.h"
#include "core/capacity.h"
#include "core/efficiency.h"
#include "plot/words.h"

/* All numbers that sentences of this kind may hold. */
static const char *say_all(struct decode_knee *k, const char *key) {
    struct arena *a = k->s.arena;
    int64_t last = knee_last(k);
    double all = knee_value(k, KNEE_ALL, last), each = knee_value(k, KNEE_EACH, last);
    double one = knee_value(k, KNEE_ALL, 1);
    const struct scenario *s = k->s.plain->scenario;
    struct quantity reached =
        efficiency_memory(k->s.device, format_lookup(s->weights), s->software);
    struct quantity middle = quantity_exact(reached.value, UNIT_NONE);
    const struct estimate *e = k->s.plain;
    return say_with(a, k->s.request->strings, key, "model", k->s.model->short_name, "format",
                    words_format(a, s->weights), "context", words_count(a, s->context), "devices",
                    serving_devices(&k->s), "batch", words_count(a, last), "wall",
                    words_count(a, k->wall > 0 ? k->wall : 0), "end", words_count(a, k->end),
                    "compute", words_count(a, k->compute), "knee", words_count(a, k->knee),
                    "saturation", words_count(a, llround(k->saturation)), "one",
                    serving_speed(a, one), "all", serving_speed(a, all), "each",
                    serving_speed(a, each), "gain", words_number(a, all / one), "loss",
                    words_number(a, one / each), "typical", words_percent_range(a, middle), "range",
                    words_percent_range(a, reached), "capacity",
                    words_quantity(a, e->memory_capacity.q.value, UNIT_BYTE, "GiB"), "weights",
                    words_quantity(a, e->memory_weights.q.value, UNIT_BYTE, "GiB"), "sequence",
                    words_quantity(a, e->kv_bytes_per_sequence.q.value, UNIT_BYTE, "GiB"), "share",
                    words_percent_range(a, quantity_exact(capacity_share(s), UNIT_NONE)), NULL);
}

/* ── Title ── */

struct title {
    const char *one, *two; /* keys */
};

/* How much of a step's time its arithmetic takes, at the last batch that is real. */
static double compute_share(const struct decode_knee *k) {
    const struct estimate *e = serving_ask(&k->s, serving_batch, knee_last(k));
    return e ? e->decode_compute_time.q.value / e->decode_memory_time.q.value : 0;
}

static struct title title_of(const struct decode_knee *k) {
    bool wall = knee_wall_is_seen(k);
    if (k->wall == 0)
        return (struct title){"unfit", "unfit.two"};
    if (!k->s.peak_known)
        return wall ? (struct title){"wall", "wall.speeds"} : (struct title){"gain", "loss"};
    if (k->compute && k->compute <= knee_last(k))
        return wall ? (struct title){"compute", "compute.wall"}
                    : (struct title){"compute", "compute.room"};
    if (!wall)
        return (struct title){"open", "open.two"};
    bool far = compute_share(k) < 0.67;
    if (far && k->saturation > 0 && (double)k->wall > k->saturation)
        return (struct title){"cache", "cache.two"};
    if (k->wall == 1)
        return (struct title){"single", far ? "single.far" : "single.near"};
    return (struct title){"wall", far ? "wall.long" : "wall.short"};
}

static const char *make_subtitle(struct decode_knee *k) {
    return say_all(k, "chart.decode-knee.subtitle");
}

struct frame knee_frame(struct decode_knee *k) {
    struct arena *a = k->s.arena;
    struct title title = title_of(k);
    struct frame f = {
        .kicker = serving_kicker(&k->s, "chart.decode-knee.kicker"),
        .title_one = say_all(k, arena_printf(a, "chart.decode-knee.title.%s", title.one)),
        .title_two = say_all(k, arena_printf(a, "chart.decode-knee.title.%s", title.two)),
        .subtitle = make_subtitle(k),
    };
    const char *pool = k->wall == KNEE_UNKNOWN ? "chart.decode-knee.foot.no-capacity"
                                               : "chart.decode-knee.foot.pool";
    serving_foot(&k->s, &f, k->wall != 0, say_all(k, "chart.decode-knee.foot.lines"),
                 say_all(k, pool));
    return f;
}

const char *knee_caption(struct decode_knee *k) {
    return say_all(k, "chart.decode-knee.caption");
}

/* ── Description and rows ── */

const char *knee_describe(struct decode_knee *k, const char *title) {
    struct arena *a = k->s.arena;
    const char *text = NULL;
    words_add_sentence(a, &text,
                       say_with(a, k->s.request->strings, "chart.sentence", "text", title, NULL));
    words_add_sentence(a, &text, say_all(k, "chart.decode-knee.describe"));
    if (k->wall != 0)
        words_add_sentence(a, &text, say_all(k, "chart.decode-knee.describe.speeds"));
    if (k->wall > 0)
        words_add_sentence(a, &text, say_all(k, "chart.decode-knee.describe.wall"));
    if (k->knee)
        words_add_sentence(a, &text, say_all(k, "chart.decode-knee.describe.knee"));
    if (k->saturation > 0)
        words_add_sentence(a, &text, say_all(k, "chart.decode-knee.describe.saturation"));
    return text;
}

struct chart_data knee_data(struct decode_knee *k) {
    static const char *const columns[] = {
        "batch",       "fits",     "all_low",           "all_tokens_per_s", "all_high",
        "all_ceiling", "each_low", "each_tokens_per_s", "each_high",        "each_ceiling"};
    return serving_data(&k->s, columns, k->lines, KNEE_LINES, (double)knee_last(k));
}
