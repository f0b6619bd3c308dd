/* A ring all-reduce step by step: devices as rows, steps as columns, which chunk each sends on. */
#include <math.h>
#include <string.h>

#include "chart/collective_message.h"
#include "chart/kind.h"
#include "chart/question.h"
#include "chart/scenario_words.h"
#include "core/ring.h"
#include "plot/axis.h"
#include "plot/box.h"
#include "plot/data.h"
#include "plot/frame.h"
#include "plot/words.h"

enum { DEVICES_MOST = 8 };

struct collective_schedule {
    struct drawing *d;
    const struct chart_request *request;
    const struct scenario *scenario;
    struct collective_message message;
    int64_t n, steps;
    struct rect plot;
    double pitch, column;
};

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

static const char *chunk_name(const struct collective_schedule *c, int64_t chunk) {
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

static const char *with_numbers(const struct collective_schedule *c, const char *key) {
    struct arena *a = c->d->arena;
    struct cost cost = collective_cost(ALL_REDUCE, ALGORITHM_RING, c->n);
    double rate;
    const char *link = scenario_link(a, c->scenario, &rate);
    return say_with(
        a, c->d->strings, arena_printf(a, "chart.collective-schedule.%s", key), "devices",
        words_count(a, c->n), "half", words_count(a, c->n - 1), "steps", words_count(a, c->steps),
        "factor", words_number(a, cost.volume), "bytes", amount(c, c->message.bytes), "piece",
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
    struct frame f = {.kicker = with_numbers(c, "kicker"), .subtitle = with_numbers(c, "subtitle")};
    f.title_one = say_with(c->d->arena, c->d->strings, "chart.title.first", "title",
                           with_numbers(c, c->n == 2 ? "title.two" : "title"), NULL);
    f.title_two = with_numbers(c, "title.time");
    f.foot[f.foot_count++] = with_numbers(c, "foot.time");
    f.foot[f.foot_count++] = with_numbers(c, "foot.sources");
    return f;
}

/* ── Drawing ── */

static struct rect cell(const struct collective_schedule *c, int64_t device, int64_t step) {
    static const double between = 12; /* the halves */
    double x = round(c->plot.x + c->column * (double)step + (step >= c->n - 1 ? between : 0));
    return (struct rect){x + 1, round(c->plot.y + c->pitch * (double)device + 1),
                         floor(c->column) - 2, floor(c->pitch) - 3};
}

/* The chunk that the reader may follow. */
static const int64_t followed = 0;

static const double gauge = 5;

/* How much of the sum a chunk holds, at the right of its cell. Whole points make small files. */
static struct rect gauge_of(const struct collective_schedule *c, int64_t device, int64_t step) {
    struct rect box = cell(c, device, step);
    double full = round(box.h * (double)ring_send_of(c->n, device, step).summands / (double)c->n);
    return (struct rect){rect_right(box) - gauge, rect_bottom(box) - full, gauge, full};
}

static struct rect letter_of(const struct collective_schedule *c, int64_t device, int64_t step) {
    struct rect box = cell(c, device, step);
    box.w -= gauge;
    return box;
}

/* Lines about the cells of the followed chunk, or of all others: one path of each. */
static void draw_edges(struct collective_schedule *c, bool way) {
    struct stroke stroke = way ? stroke_solid(INK_INK, c->d->in_page ? 1.3 : 1.6)
                               : stroke_solid(INK_INTERCONNECT, c->d->in_page ? 0.5 : 0.6);
    for (int64_t d = 0; d < c->n; d++)
        for (int64_t s = 0; s < c->steps; s++)
            if ((ring_send_of(c->n, d, s).chunk == followed) == way)
                scene_rect(c->d->scene, cell(c, d, s), INK_NONE, stroke);
}

static void draw_gauges(struct collective_schedule *c) {
    struct rect *boxes = ARENA_ARRAY(c->d->arena, struct rect, (size_t)(c->n * c->steps));
    size_t n = 0;
    for (int64_t d = 0; d < c->n; d++)
        for (int64_t s = 0; s < c->steps; s++)
            boxes[n++] = gauge_of(c, d, s);
    box_draw_all(c->d, boxes, n, INK_INK2);
}

static void draw_letter(struct collective_schedule *c, int64_t device, int64_t step) {
    int64_t chunk = ring_send_of(c->n, device, step).chunk;
    enum weight weight = chunk == followed ? WEIGHT_SEMIBOLD : WEIGHT_REGULAR;
    box_say(c->d, letter_of(c, device, step), chunk_name(c, chunk),
            draw_style(c->d, 9, weight, INK_INK));
}

static void draw_row(struct collective_schedule *c, int64_t device) {
    struct arena *a = c->d->arena;
    double middle = c->plot.y + c->pitch * ((double)device + 0.5) + 3;
    const char *name = say_with(a, c->d->strings, "chart.collective-schedule.device", "number",
                                words_count(a, device + 1), NULL);
    struct text_style style = draw_style(c->d, c->d->in_page ? 8 : 9, WEIGHT_REGULAR, INK_INK2);
    int mark = draw_mark(c->d, say_with(a, c->d->strings, "chart.collective-schedule.tooltip",
                                        "device", name, "sends", with_numbers(c, "sends"), NULL));
    draw_naming(c->d, mark);
    for (int64_t s = 0; s < c->steps; s++)
        draw_letter(c, device, s);
    draw_naming(c->d, 0);
    draw_mark_end(c->d);
    draw_text(c->d, c->plot.x - 7, middle, ANCHOR_END, name, style);
}

/* What a half does, above it; how much each device sends in it, below. */
static void draw_half(struct collective_schedule *c, int64_t from, const char *key) {
    struct rect first = cell(c, 0, from), last = cell(c, c->n - 1, from + c->n - 2);
    double middle = (first.x + rect_right(last)) / 2, width = rect_right(last) - first.x;
    double size = c->d->in_page ? 8 : 9, foot = rect_bottom(last) + 1.5;
    struct text_style head = draw_style(c->d, size + 0.5, WEIGHT_SEMIBOLD, INK_INTERCONNECT);
    struct text_style plain = draw_style(c->d, size, WEIGHT_REGULAR, INK_INK2);
    const char *lines[2];
    size_t n = draw_wrap(c->d, with_numbers(c, key), head, width, lines, 2);
    for (size_t i = 0; i < n; i++)
        draw_text(c->d, middle, c->plot.y - 5 - (size + 2) * (double)(n - 1 - i), ANCHOR_MIDDLE,
                  lines[i], head);
    for (int64_t s = from; s < from + c->n - 1; s++) {
        struct rect box = cell(c, c->n - 1, s);
        draw_text(c->d, box.x + box.w / 2, foot + 12, ANCHOR_MIDDLE,
                  words_count(c->d->arena, s + 1),
                  draw_style(c->d, size, WEIGHT_REGULAR, INK_INK3));
    }
    struct path_point brace[] = {{PATH_MOVE, first.x, foot + 18},
                                 {PATH_LINE, first.x, foot + 21},
                                 {PATH_LINE, rect_right(last), foot + 21},
                                 {PATH_LINE, rect_right(last), foot + 18}};
    scene_path(c->d->scene, brace, 4, INK_NONE, stroke_solid(INK_INK3, 0.6));
    n = draw_wrap(c->d, with_numbers(c, "half"), plain, width + 10, lines, 2);
    for (size_t i = 0; i < n; i++)
        draw_text(c->d, middle, foot + 32 + (size + 2) * (double)i, ANCHOR_MIDDLE, lines[i], plain);
}

static void draw_all(struct collective_schedule *c) {
    draw_gauges(c);
    draw_edges(c, false);
    draw_edges(c, true);
    for (int64_t d = 0; d < c->n; d++)
        draw_row(c, d);
    draw_half(c, 0, "scatter");
    draw_half(c, c->n - 1, "gather");
    draw_text(c->d, c->plot.x - 7, c->plot.y + c->pitch * (double)c->n + 12, ANCHOR_END,
              with_numbers(c, "step"),
              draw_style(c->d, c->d->in_page ? 8 : 9, WEIGHT_REGULAR, INK_INK3));
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
                                      chunk_name(c, send.chunk),
                                      arena_printf(a, "%lld", (long long)send.summands),
                                      arena_printf(a, "%.9g", c->message.bytes / (double)c->n)});
        }
    return data_done(rows);
}

static const char *describe(const struct collective_schedule *c, const char *title) {
    const char *text = NULL;
    struct arena *a = c->d->arena;
    words_add_sentence(a, &text, say_with(a, c->d->strings, "chart.sentence", "text", title, NULL));
    words_add_sentence(a, &text, with_numbers(c, "describe"));
    words_add_sentence(a, &text, with_numbers(c, "foot.time"));
    return text;
}

bool chart_collective_schedule(struct arena *a, struct diag *diag,
                               const struct chart_request *request, struct chart *chart) {
    struct collective_schedule *c = ARENA_NEW(a, struct collective_schedule);
    c->request = request;
    c->d = drawing_new(a, request, 0, 0); /* for words before the frame is open */
    if (!question_is_one(request, diag) || !take_scenario(c, a, diag) || !read_question(c, diag))
        return false;
    c->pitch = request->in_page ? 18 : c->n > 5 ? 22 : 27;
    double rows = c->pitch * (double)c->n;
    struct frame_sizes sizes = {.height = 128 + rows + 96,
                                .left = 72,
                                .right = 540,
                                .top = 128,
                                .bottom = 128 + rows,
                                .below = 48,
                                .page_width = 357,
                                .page_height = 30 + rows + 48};
    struct frame frame = frame_of(c);
    struct framed framed;
    c->d = frame_open(a, request, &frame, &sizes, &framed, &c->plot);
    if (request->in_page) { /* names of the halves take two lines */
        c->plot.y += 12;
        c->plot.h -= 12;
    }
    c->pitch = c->plot.h / (double)c->n;
    c->column = (c->plot.w - 12) / (double)c->steps;
    draw_all(c);
    frame_close(c->d, &frame, &framed, chart);
    chart->describe = describe(c, chart->title);
    chart->caption = with_numbers(c, "caption");
    chart->data = data_of(c);
    return true;
}
