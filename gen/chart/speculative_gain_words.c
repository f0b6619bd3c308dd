/* What the gain of speculative decoding says: title, subtitle, footer, description, rows. */
#include <math.h>

#include "chart/speculative_gain.h"
#include "plot/words.h"

#define KEY(name) "chart.speculative-gain." name

static const char *gain(struct arena *a, double value) {
    return quantity_format(a, quantity_exact(value, UNIT_NONE),
                           (struct number_format){.decimals = 2});
}

/* All numbers that sentences of this kind may hold, of one line. */
static const char *say_line(struct speculative_gain *g, size_t line, const char *key) {
    struct arena *a = g->s.arena;
    const struct scenario *s = g->s.plain->scenario;
    return say_with(
        a, g->s.request->strings, key, "model", g->s.model->short_name, "format",
        words_format(a, s->weights), "draft", g->draft ? g->draft->short_name : "", "devices",
        serving_devices(&g->s), "batch", words_count(a, line == GAIN_LARGE ? g->large : g->batch),
        "context", words_count(a, s->context), "acceptance", words_number(a, g->acceptances[line]),
        "drafts", words_count(a, g->best[line]), "gain", gain(a, gain_at(g, line, g->best[line])),
        "cost", words_percent(a, g->cost), "most", words_count(a, GAIN_DRAFTS), NULL);
}

static const char *say_main(struct speculative_gain *g, const char *key) {
    return say_line(g, g->main, key);
}

const char *gain_name(struct speculative_gain *g, size_t line) {
    return say_line(g, line, line == GAIN_LARGE ? KEY("name.large") : KEY("name"));
}

const char *gain_best(struct speculative_gain *g, size_t line) {
    return say_line(g, line, g->best[line] ? KEY("best") : KEY("none"));
}

/* ── Title ── */

static const char *second(struct speculative_gain *g) {
    if (g->large && !g->best[GAIN_LARGE])
        return say_line(g, GAIN_LARGE, KEY("title.large-none"));
    if (g->large &&
        gain_at(g, GAIN_LARGE, g->best[GAIN_LARGE]) < gain_at(g, g->main, g->best[g->main]) - 0.05)
        return say_line(g, GAIN_LARGE, KEY("title.large"));
    return say_main(g, g->best[g->main] < GAIN_DRAFTS ? KEY("title.longer") : KEY("title.grows"));
}

static void make_title(struct speculative_gain *g, struct frame *f) {
    if (!g->fits) {
        f->title_one = say_main(g, g->draft ? KEY("title.unfit") : KEY("title.unfit-alone"));
        f->title_two = say_main(g, KEY("title.unfit.two"));
    } else if (!g->best[g->main]) {
        f->title_one = say_main(g, KEY("title.never"));
        f->title_two = say_main(g, KEY("title.never.two"));
    } else {
        f->title_one = say_main(g, g->best[g->main] == 1 ? KEY("title.one") : KEY("title"));
        f->title_two = second(g);
    }
}

struct frame gain_frame(struct speculative_gain *g) {
    struct frame f = {
        .kicker = serving_kicker(&g->s, KEY("kicker")),
        .subtitle = say_main(g, g->draft ? KEY("subtitle") : KEY("subtitle.free")),
    };
    make_title(g, &f);
    serving_foot(&g->s, &f, g->fits, say_main(g, KEY("foot.lines")),
                 say_main(g, g->draft ? KEY("foot.cost") : KEY("foot.free")));
    return f;
}

const char *gain_caption(struct speculative_gain *g) {
    return say_main(g, g->draft ? KEY("caption") : KEY("caption.free"));
}

/* ── Description and rows ── */

const char *gain_describe(struct speculative_gain *g, const char *title) {
    struct arena *a = g->s.arena;
    const char *text = NULL;
    words_add_sentence(a, &text,
                       say_with(a, g->s.request->strings, "chart.sentence", "text", title, NULL));
    words_add_sentence(a, &text, say_main(g, KEY("describe")));
    if (g->draft)
        words_add_sentence(a, &text, say_main(g, KEY("foot.cost")));
    for (size_t i = 0; i < g->count && g->fits; i++)
        words_add_sentence(a, &text,
                           say_with(a, g->s.request->strings, KEY("describe.line"), "name",
                                    gain_name(g, i), "best", gain_best(g, i), NULL));
    return text;
}

/* "acceptance_0.8_batch_323_low" … */
struct chart_data gain_data(struct speculative_gain *g) {
    static const char *const ends[] = {"low", "typical", "high", "ceiling"};
    struct arena *a = g->s.arena;
    const char **columns = ARENA_ARRAY(a, const char *, 2 + 4 * GAIN_MOST);
    columns[0] = "draft_tokens";
    columns[1] = "fits";
    for (size_t i = 0; i < g->count; i++)
        for (size_t k = 0; k < 4; k++)
            columns[2 + 4 * i + k] =
                arena_printf(a, "acceptance_%g_batch_%lld_%s", g->acceptances[i],
                             (long long)(i == GAIN_LARGE ? g->large : g->batch), ends[k]);
    return serving_data(&g->s, columns, g->lines, g->count, g->fits ? GAIN_DRAFTS : -1);
}
