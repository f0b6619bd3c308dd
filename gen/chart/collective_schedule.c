/* A ring all-reduce step by step: devices as rows, steps as columns; in each box what a device
 * holds of every chunk, and which one it sends on. */
#include <string.h>

#include "chart/collective_schedule.h"
#include "chart/kind.h"
#include "chart/question.h"
#include "chart/scenario_words.h"
#include "core/ring.h"
#include "plot/data.h"
#include "plot/words.h"

enum { DEVICES_MOST = 8 };

/* ── The question ── */

static bool needs(const struct collective_schedule *c, struct diag *diag, const char *what) {
    diag_report(diag, DIAG_CHART_NEEDS, c->request->where, c->request->kind, what, NULL);
    return false;
}

static bool take_scenario(struct collective_schedule *c, struct arena *a, struct diag *diag) {
    static const char *const names[] = {"task", "model", "accelerator", "tensor-parallel",
                                        "sequence"};
    const struct chart_request *r = c->request;
    const struct model *model = request_model(r, diag, "llama-3.1-70b");
    if (!model)
        return false;
    const char *values[] = {"training", model->id,
                            r->accelerator_count ? r->accelerators[0]->id : "h100-sxm5-80gb", "4",
                            "4096"};
    question_suit(a, model, names, values, sizeof names / sizeof *names);
    c->scenario = r->scenario_count ? r->scenarios[0]
                                    : catalog_make_scenario(r->catalog, diag, names, values, 5);
    return c->scenario != NULL;
}

static bool read_question(struct collective_schedule *c, struct diag *diag) {
    c->n = c->scenario->tensor_parallel;
    if (c->n < 2 || c->n > DEVICES_MOST)
        return needs(c, diag, "a scenario with tensor-parallel of 2 to 8");
    c->steps = ring_steps(c->n);
    return collective_message_of(c->scenario, &c->message) ||
           needs(c, diag, "a known link between the devices, within one node");
}

static double time_of(const struct collective_schedule *c, struct medium medium) {
    return collective_time(ALL_REDUCE, ALGORITHM_RING, c->message.bytes, c->n, medium);
}

/* ── Words ── */

const char *collective_chunk(const struct collective_schedule *c, int64_t chunk) {
    return arena_printf(c->d->arena, "%c", (char)('A' + chunk));
}

static const char *seconds(const struct collective_schedule *c, double s) {
    const char *unit = s < 1e-3 ? "us" : s < 1 ? "ms" : "s";
    double scale = s < 1e-3 ? 1e-6 : s < 1 ? 1e-3 : 1;
    return arena_printf(c->d->arena, "%s\u202f%s", words_number(c->d->arena, s / scale),
                        strcmp(unit, "us") == 0 ? "µs" : unit);
}

static const char *amount(const struct collective_schedule *c, double bytes) {
    return words_quantity(c->d->arena, bytes, UNIT_BYTE,
                          bytes < 1e6   ? "kB"
                          : bytes < 1e9 ? "MB"
                                        : "GB");
}

const char *collective_say(const struct collective_schedule *c, const char *key) {
    struct arena *a = c->d->arena;
    struct cost cost = collective_cost(ALL_REDUCE, ALGORITHM_RING, c->n);
    double rate;
    const char *link = scenario_link(a, c->scenario, &rate);
    return say_with(
        a, c->d->strings, arena_printf(a, "chart.collective-schedule.%s", key), "devices",
        words_count(a, c->n), "half", words_count(a, c->n - 1), "steps", words_count(a, c->steps),
        "share-half", arena_printf(a, "%lld/%lld", (long long)c->n - 1, (long long)c->n), "factor",
        words_number(a, cost.volume), "bytes", amount(c, c->message.bytes), "piece",
        amount(c, c->message.bytes / (double)c->n), "sent",
        amount(c, cost.volume * c->message.bytes), "rate",
        words_quantity(a, c->message.least.bandwidth, UNIT_BYTE_PER_SECOND, "GB/s"), "latency",
        seconds(c, c->message.least.latency), "time", seconds(c, time_of(c, c->message.least)),
        "typical", seconds(c, time_of(c, c->message.usual)), "share",
        words_percent(a, c->message.share), "link",
        link ? link : c->scenario->accelerator->short_name, "device",
        c->scenario->accelerator->short_name, "model", c->scenario->model->name, "date",
        catalog_edition(c->request->catalog), NULL);
}

static struct frame frame_of(const struct collective_schedule *c) {
    struct frame f = {.kicker = collective_say(c, "kicker"),
                      .subtitle = collective_say(c, "subtitle")};
    f.title_one = say_with(c->d->arena, c->d->strings, "chart.title.first", "title",
                           collective_say(c, c->n == 2 ? "title.two" : "title"), NULL);
    f.title_two = collective_say(c, "title.time");
    f.foot[f.foot_count++] = collective_say(c, "foot.time");
    f.foot[f.foot_count++] = collective_say(c, "foot.sources");
    return f;
}

static struct chart_data data_of(const struct collective_schedule *c) {
    static const char *const columns[] = {"step", "from", "to", "chunk", "summands", "bytes"};
    struct arena *a = c->d->arena;
    struct data_rows *rows = data_new(a, columns, 6);
    for (int64_t s = 0; s < c->steps; s++)
        for (int64_t d = 0; d < c->n; d++) {
            struct ring_send send = ring_send_of(c->n, d, s);
            data_add(rows,
                     (const char *[]){arena_printf(a, "%lld", (long long)s + 1),
                                      arena_printf(a, "%lld", (long long)d + 1),
                                      arena_printf(a, "%lld", (long long)((d + 1) % c->n) + 1),
                                      collective_chunk(c, send.chunk),
                                      arena_printf(a, "%lld", (long long)send.summands),
                                      arena_printf(a, "%.9g", c->message.bytes / (double)c->n)});
        }
    return data_done(rows);
}

static const char *describe(const struct collective_schedule *c, const char *title) {
    const char *text = NULL;
    struct arena *a = c->d->arena;
    words_add_sentence(a, &text, say_with(a, c->d->strings, "chart.sentence", "text", title, NULL));
    words_add_sentence(a, &text, collective_say(c, "describe"));
    words_add_sentence(a, &text, collective_say(c, "foot.time"));
    return text;
}

bool chart_collective_schedule(struct arena *a, struct diag *diag,
                               const struct chart_request *request, struct chart *chart) {
    struct collective_schedule *c = ARENA_NEW(a, struct collective_schedule);
    c->request = request;
    c->d = drawing_new(a, request, 0, 0); /* for words before the frame is open */
    if (!question_is_one(request, diag) || !take_scenario(c, a, diag) || !read_question(c, diag))
        return false;
    bool small = request->in_page && request->width < 400;
    c->pitch = small ? 21 : c->n > 5 ? 24 : 30;
    double rows = c->pitch * (double)c->n;
    double heads = c->n == 2 ? 22 : 12; /* names of the halves take more lines in a page */
    struct frame_sizes sizes = {.height = 110 + rows + collective_below(request) + 42,
                                .left = 72,
                                .right = 544,
                                .top = 110,
                                .bottom = 110 + rows,
                                .below = collective_below(request),
                                .page_width = 357,
                                .page_height = 14 + heads + rows + collective_below(request),
                                .rows = true};
    struct frame frame = frame_of(c);
    struct framed framed;
    c->d = frame_open(a, request, &frame, &sizes, &framed, &c->plot);
    if (request->in_page) {
        c->plot.y += heads;
        c->plot.h -= heads;
    }
    c->pitch = c->plot.h / (double)c->n;
    collective_draw(c);
    frame_close(c->d, &frame, &framed, chart);
    chart->describe = describe(c, chart->title);
    chart->caption = collective_say(c, "caption");
    chart->data = data_of(c);
    return true;
}
