/* Time breakdown (design 6.7): what a step waits for, in up to five settings. */
#include "chart/time_breakdown.h"

#include <math.h>
#include <string.h>

#include "chart/kind.h"
#include "chart/question.h"
#include "plot/words.h"

const struct time_look time_looks[2] = {
    {.bar = 26,
     .pitch = 64,
     .first = 8,
     .range = 7,
     .range_gap = 9,
     .tick = 10,
     .tick_width = 2.4,
     .line_first = 11,
     .line = 11,
     .value = 9.5,
     .total = 11.5,
     .second = 8.5,
     .name = 9.5},
    {.bar = 20,
     .pitch = 48,
     .first = 7,
     .range = 5,
     .range_gap = 7.5,
     .tick = 8,
     .tick_width = 2,
     .line_first = 9,
     .line = 10,
     .value = 8.5,
     .total = 9.5,
     .second = 8,
     .name = 8.5},
};

const struct spent_row spent_rows[SPENTS] = {
    [SPENT_COMPUTE] = {"compute", LIMIT_COMPUTE, {INK_COMPUTE, INK_NONE, INK_GROUND}},
    [SPENT_MEMORY] = {"memory", LIMIT_BANDWIDTH, {INK_BANDWIDTH, INK_NONE, INK_GROUND}},
    [SPENT_LINK] = {"link", LIMIT_INTERCONNECT, {INK_INTERCONNECT, INK_NONE, INK_GROUND}},
    [SPENT_BUBBLE] = {"bubble", LIMIT_NONE, {INK_NONE, INK_INK3, INK_INK}},
    [SPENT_HOST] = {"host", LIMIT_NONE, {INK_RUNTIME, INK_RUNTIME_EDGE, INK_ON_RUNTIME}},
};

/* ── Bars ── */

static bool needs(const struct time_breakdown *b, struct diag *diag, const char *what) {
    diag_report(diag, DIAG_CHART_NEEDS, b->request->where, b->request->kind, what, NULL);
    return false;
}

static enum timed timed_of(const struct time_breakdown *b, const struct scenario *s) {
    if (s->task && strcmp(s->task, "training") == 0)
        return TIMED_TRAINING;
    return request_shows(b->request, "prefill") ? TIMED_PREFILL : TIMED_DECODE;
}

static bool add_bar(struct time_breakdown *b, struct diag *diag, const struct scenario *s) {
    static struct breakdown (*const breakdowns[TIMEDS])(const struct estimate *) = {
        breakdown_training, breakdown_decode, breakdown_prefill};
    enum timed timed = timed_of(b, s);
    if (timed == TIMED_TRAINING && request_shows(b->request, "prefill"))
        return needs(b, diag, "inference scenarios, to show their prefill");
    if (b->count && timed != b->timed)
        return needs(b, diag, "scenarios of one task");
    b->timed = timed;
    struct bar *bar = &b->bars[b->count++];
    bar->scenario = s;
    bar->estimate = catalog_estimate(b->request->catalog, s);
    bar->spent = breakdowns[timed](bar->estimate);
    return true;
}

/* What is asked without scenarios; the links between the devices are what differs. Training: 64
 * devices, eight to a node. */
enum { DEFAULT_OPTIONS = 7 };
typedef const char *const option_pair[2];
static option_pair training_options[] = {
    {"task", "training"},
    {"tensor-parallel", "8"},
    {"pipeline-parallel", "4"},
    {"data-parallel", "2"},
    {"gradient-accumulation", "64"},
    {"sequence", "4096"},
    {"node-link", "ib-ndr"},
    {NULL, NULL},
};
static option_pair prefill_options[] = {
    {"task", "inference"}, {"tensor-parallel", "8"}, {"prompt", "8192"}, {NULL, NULL}};

static bool add_default(struct time_breakdown *b, struct arena *a, struct diag *diag,
                        const char *device, const char *link) {
    const char *names[DEFAULT_OPTIONS + 3], *values[DEFAULT_OPTIONS + 3];
    const struct chart_request *r = b->request;
    option_pair *options = request_shows(r, "prefill") ? prefill_options : training_options;
    size_t n = 0;
    for (; options[n][0]; n++) {
        names[n] = options[n][0];
        values[n] = options[n][1];
    }
    const struct model *model = request_model(r, diag, "llama-3.1-70b");
    if (!model)
        return false;
    question_suit(a, model, names, values, n);
    names[n] = "model";
    values[n++] = model->id;
    names[n] = "accelerator";
    values[n++] = device;
    if (link) {
        names[n] = "link";
        values[n++] = link;
    }
    const struct scenario *s = catalog_make_scenario(r->catalog, diag, names, values, n);
    return s && add_bar(b, diag, s);
}

static bool add_defaults(struct time_breakdown *b, struct arena *a, struct diag *diag) {
    static const char *const cases[][2] = {
        {"h100-sxm5-80gb", NULL}, {"h800-sxm5-80gb", NULL}, {"h100-sxm5-80gb", "pcie-5-x16"}};
    const struct chart_request *r = b->request;
    bool good = true;
    for (size_t i = 0; good && i < r->accelerator_count; i++)
        good = add_default(b, a, diag, r->accelerators[i]->id, NULL);
    for (size_t i = 0; good && !r->accelerator_count && i < sizeof cases / sizeof *cases; i++)
        good = add_default(b, a, diag, cases[i][0], cases[i][1]);
    return good;
}

static bool add_bars(struct time_breakdown *b, struct arena *a, struct diag *diag) {
    const struct chart_request *r = b->request;
    if (!question_is_one(r, diag))
        return false;
    for (size_t i = 0; i < r->scenario_count; i++)
        if (!add_bar(b, diag, r->scenarios[i]))
            return false;
    if (!r->scenario_count && !add_defaults(b, a, diag))
        return false;
    for (size_t i = 0; i < b->count; i++)
        if (b->bars[i].spent.known || b->bars[i].estimate->fits == VERDICT_NO)
            return true;
    return needs(b, diag, "a device whose peak, bandwidth and links are known, and no given mfu");
}

/* ── Numbers ── */

static double longest(const struct time_breakdown *b, bool typical) {
    double most = 0;
    for (size_t i = 0; i < b->count; i++)
        if (b->bars[i].spent.known)
            most = fmax(most, typical ? b->bars[i].spent.time.value : b->bars[i].spent.time.high);
    return most;
}

/* The largest unit that leaves three of it, and decimals for three digits or so: with fewer, equal
 * parts of different totals would print differently. */
static void choose_unit(struct time_breakdown *b) {
    static const struct time_unit units[] = {
        {"s", NULL, 1, 0}, {"ms", NULL, 1e-3, 0}, {"us", NULL, 1e-6, 0}};
    double most = longest(b, true);
    size_t i = 0;
    while (i < 2 && most < 3 * units[i].seconds)
        i++;
    b->unit = units[i];
    most /= b->unit.seconds;
    b->unit.decimals = most >= 100 ? 0 : most >= 3 ? 1 : 2;
    b->unit.printed =
        say(b->d->strings, arena_printf(b->d->arena, "chart.time-breakdown.unit.%s", b->unit.id));
}

static void round_bars(struct time_breakdown *b) {
    for (size_t i = 0; i < b->count; i++) {
        struct bar *bar = &b->bars[i];
        if (bar->spent.known)
            quantity_round_parts(bar->spent.parts, SPENTS, b->unit.seconds, b->unit.decimals,
                                 bar->parts, &bar->total);
        b->linked |= bar->parts[SPENT_LINK] > 0;
    }
}

/* ── Layout ── */

double bar_top(const struct time_breakdown *b, size_t i) {
    return b->plot.y.to + b->look->first + b->look->pitch * (double)i;
}

/* Up to the first tick that leaves every bar room for its total and its range. */
static void set_axis(struct time_breakdown *b, struct rect plot) {
    static const double beyond = 12; /* texts may reach so far past the plot */
    struct text_style total = draw_style(b->d, b->look->total, WEIGHT_SEMIBOLD, INK_INK);
    struct text_style second = draw_style(b->d, b->look->second, WEIGHT_REGULAR, INK_INK2);
    double most = fmax(longest(b, false) / b->unit.seconds, 1e-9), step = axis_step(most);
    double high = ceil(most / step - 1e-9) * step;
    for (size_t i = 0; i < b->count; i++) {
        const struct bar *bar = &b->bars[i];
        double one = draw_width(b->d, time_with_unit(b, bar->total), total) + 6;
        double two = draw_width(b->d, time_range(b, bar), second) + 5;
        for (int tries = 0; bar->spent.known && tries < 6; tries++) {
            double per = plot.w / high / b->unit.seconds, room = plot.w + beyond;
            if (bar->spent.time.value * per + one <= room &&
                bar->spent.time.high * per + two <= room)
                break;
            high += step;
        }
    }
    b->plot = (struct plot){{AXIS_LINEAR, 0, high, plot.x, rect_right(plot)},
                            {AXIS_LINEAR, 0, 1, rect_bottom(plot), plot.y}};
}

static struct frame_sizes sizes_of(const struct time_breakdown *b) {
    double bars = b->look->pitch * (double)b->count, names = time_names_width(b);
    return (struct frame_sizes){.height = 118 + bars + 82,
                                .left = fmax(104, 16 + names),
                                .right = 486,
                                .top = 118,
                                .bottom = 118 + bars,
                                .below = 27,
                                .page_width = 357,
                                .page_height = 18 + bars + 27,
                                .rows = true};
}

bool chart_time_breakdown(struct arena *a, struct diag *diag, const struct chart_request *request,
                          struct chart *chart) {
    struct time_breakdown *b = ARENA_NEW(a, struct time_breakdown);
    b->request = request;
    b->look = &time_looks[request->in_page];
    b->d = drawing_new(a, request, 0, 0); /* for words before the frame is open */
    if (!add_bars(b, a, diag))
        return false;
    choose_unit(b);
    round_bars(b);
    time_name_bars(b);
    struct frame frame = time_frame(b);
    struct frame_sizes sizes = sizes_of(b);
    struct framed framed;
    struct rect plot;
    b->d = frame_open(a, request, &frame, &sizes, &framed, &plot);
    set_axis(b, plot);
    time_draw(b);
    frame_close(b->d, &frame, &framed, chart);
    chart->describe = time_describe(b, chart->title);
    chart->caption = say_with(a, request->strings, "chart.time-breakdown.caption", "subtitle",
                              chart->subtitle, NULL);
    chart->data = time_data(b);
    return true;
}
