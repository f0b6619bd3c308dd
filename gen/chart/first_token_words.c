/* What first token and next says: title, subtitle, footer, description, rows. */
#include <math.h>

#include "chart/first_token.h"
#include "core/efficiency.h"
#include "plot/words.h"

static const char *percent(struct arena *a, double share) {
    return words_percent_range(a, quantity_exact(share, UNIT_NONE));
}

/* "123", "3.5"; near one "1.25". */
static const char *times(struct arena *a, double ratio) {
    double steps = ratio < 2 ? 100 : ratio < 10 ? 10 : 1;
    return words_number(a, round(ratio * steps) / steps);
}

/* All numbers that sentences of this kind may hold. */
static const char *say_all(struct first_token *t, const char *key) {
    struct arena *a = t->s.arena;
    const struct scenario *s = t->s.plain->scenario;
    struct quantity memory = efficiency_memory(t->s.device, format_lookup(s->weights), s->software);
    struct quantity compute = efficiency_prefill();
    if (s->mfu > 0)
        compute = quantity_exact(s->mfu, UNIT_NONE);
    double first = token_value(t, TOKEN_FIRST, t->late), next = token_value(t, TOKEN_NEXT, t->late);
    double first_early = token_value(t, TOKEN_FIRST, t->early);
    double next_early = token_value(t, TOKEN_NEXT, t->early);
    return say_with(a, t->s.request->strings, key, "model", t->s.model->short_name, "format",
                    words_format(a, s->weights), "devices", serving_devices(&t->s), "batch",
                    words_count(a, s->batch), "early", serving_tokens(a, t->early), "late",
                    serving_tokens(a, t->late), "start", words_count(a, TOKEN_START), "times",
                    words_number(a, (double)t->late / (double)t->early), "first-growth",
                    times(a, first / first_early), "next-growth", times(a, next / next_early),
                    "first", serving_time(a, first), "next", serving_time(a, next), "first-early",
                    serving_time(a, first_early), "next-early", serving_time(a, next_early),
                    "ridge", words_count(a, t->ridge), "last", words_count(a, t->last), "compute",
                    percent(a, compute.value), "compute-range", words_percent_range(a, compute),
                    "memory", percent(a, memory.value), "memory-range",
                    words_percent_range(a, memory), NULL);
}

#define KEY(name) "chart.first-token-and-next." name

/* ── Title ── */

struct title {
    const char *one, *two; /* keys */
};

static struct title title_of(const struct first_token *t) {
    bool usual =
        t->limits[TOKEN_FIRST] == LIMIT_COMPUTE && t->limits[TOKEN_NEXT] == LIMIT_BANDWIDTH;
    if (!t->last)
        return (struct title){KEY("title.unfit"), KEY("title.unfit.two")};
    if (t->late == t->early)
        return (struct title){KEY("title.single"), KEY("title.single.two")};
    if (!usual)
        return (struct title){KEY("title.growth"), KEY("title.growth.two")};
    double growth = token_value(t, TOKEN_NEXT, t->late) / token_value(t, TOKEN_NEXT, t->early);
    return (struct title){KEY("title.usual"),
                          growth < 1.005 ? KEY("title.usual.flat") : KEY("title.usual.two")};
}

struct frame token_frame(struct first_token *t) {
    struct title title = title_of(t);
    struct frame f = {
        .kicker = serving_kicker(&t->s, KEY("kicker")),
        .title_one = say_all(t, title.one),
        .title_two = say_all(t, title.two),
        .subtitle = say_all(t, KEY("subtitle")),
    };
    serving_foot(&t->s, &f, t->last > 0, say_all(t, KEY("foot.lines")),
                 say_all(t, KEY("foot.first")));
    return f;
}

const char *token_caption(struct first_token *t) {
    return say_all(t, KEY("caption"));
}

/* ── Description and rows ── */

const char *token_describe(struct first_token *t, const char *title) {
    struct arena *a = t->s.arena;
    const char *text = NULL;
    words_add_sentence(a, &text,
                       say_with(a, t->s.request->strings, "chart.sentence", "text", title, NULL));
    words_add_sentence(a, &text, say_all(t, KEY("describe")));
    if (t->last && t->early < t->late)
        words_add_sentence(a, &text, say_all(t, KEY("describe.early")));
    if (t->last)
        words_add_sentence(a, &text, say_all(t, KEY("describe.late")));
    if (t->ridge && t->ridge <= t->last)
        words_add_sentence(a, &text, say_all(t, KEY("describe.ridge")));
    if (token_has_wall(t))
        words_add_sentence(a, &text, say_all(t, KEY("describe.wall")));
    return text;
}

struct chart_data token_data(struct first_token *t) {
    static const char *const columns[] = {
        "prompt_tokens",   "fits",       "first_low_s", "first_s",     "first_high_s",
        "first_ceiling_s", "next_low_s", "next_s",      "next_high_s", "next_ceiling_s"};
    return serving_data(&t->s, columns, t->lines, TOKEN_LINES, (double)t->last);
}
