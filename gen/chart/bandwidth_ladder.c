/* The bandwidth ladder (design 6.4): how fast each tier gives up its bytes, and how long one model
 * takes from it. */
#include "chart/bandwidth_ladder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chart/question.h"

static const char default_model[] = "llama-2-7b";
/* The first one is the device that the title speaks of. */
static const char default_devices[] =
    "h100-sxm5-80gb b200-sxm-180gb h200-sxm-141gb a100-sxm4-80gb rtx-4090";

/* What lies around the devices. */
static const struct {
    enum tier tier;
    const char *link;
    int channels; /* of host memory; 1 = the link as it is */
} surroundings[] = {
    {TIER_DEVICE_LINK, "nvlink-5", 1},  {TIER_HOST_MEMORY, "ddr5-4800", 12},
    {TIER_HOST_MEMORY, "ddr5-5600", 2}, {TIER_HOST_LINK, "pcie-5-x16", 1},
    {TIER_HOST_LINK, "pcie-4-x16", 1},  {TIER_NETWORK, "ib-ndr", 1},
    {TIER_STORAGE, "nvme-pcie5", 1},    {TIER_STORAGE, "nvme-pcie4", 1},
};

static const struct ladder_look looks[2] = {
    {.group = 9,
     .name = 9.5,
     .detail = 8.5,
     .value = 9,
     .name_drop = 3.2,
     .first = 14,
     .last = 16,
     .gap = 5 / 20.5,
     .value_gap = 8,
     .title_gap = 8,
     .name_x = 80,
     .name_x_wide = 99,
     .plot_x = 200,
     .passes = 55,
     .values = 64,
     .mark = 1},
    {.group = 8,
     .name = 8.5,
     .detail = 8,
     .value = 8,
     .name_drop = 2.9,
     .first = 9,
     .last = 9,
     .gap = 0.2,
     .value_gap = 6,
     .title_gap = 6,
     .name_x = 58,
     .name_x_wide = 74,
     .plot_x = 167,
     .passes = 33,
     .values = 55,
     .mark = 0.75},
};

double ladder_seconds(const struct ladder *l, const struct rung *r) {
    return l->bytes / r->bandwidth;
}

const struct rung *ladder_link(const struct ladder *l, const char *id) {
    for (size_t i = 0; i < l->count; i++)
        if (l->rungs[i].link && !strcmp(l->rungs[i].link->id, id))
            return &l->rungs[i];
    return NULL;
}

const struct rung *ladder_subject(const struct ladder *l) {
    for (size_t i = 0; i < l->count; i++)
        if (l->rungs[i].device == l->subject)
            return &l->rungs[i];
    return NULL;
}

/* ── Rows ── */

static bool is_cpu(const struct accelerator *device) {
    return device->class && !strcmp(device->class, "cpu");
}

/* Does not fit only where the estimator says so: a capacity that nobody knows holds anything. */
static bool model_fits(struct arena *a, const struct catalog *c, const struct scenario *s,
                       const struct accelerator *device) {
    const struct estimate *e = question_run_on(a, c, s, device);
    return !e || !e->memory_capacity.present || e->fits != VERDICT_NO;
}

static bool add_device(struct arena *a, struct ladder *l, struct diag *diag,
                       const struct scenario *s, const struct accelerator *device) {
    if (!device->memory_bandwidth.known || device->memory_bandwidth.value <= 0) {
        diag_report(
            diag, DIAG_CHART_NEEDS, l->request->where, l->request->kind,
            arena_printf(a, "accelerators with a known memory bandwidth, not %s", device->id),
            NULL);
        return false;
    }
    l->rungs[l->count++] =
        (struct rung){.tier = is_cpu(device) ? TIER_HOST_MEMORY : TIER_DEVICE_MEMORY,
                      .name = device->memory_type ? device->memory_type : device->short_name,
                      .detail = device->memory_type ? device->short_name : "",
                      .bandwidth = device->memory_bandwidth.value,
                      .device = device,
                      .fits = model_fits(a, l->request->catalog, s, device),
                      .grade = device->memory_bandwidth.grade};
    return true;
}

static bool add_devices(struct arena *a, struct ladder *l, struct diag *diag,
                        const struct scenario *s) {
    const struct accelerator *devices[LADDER_DEVICES];
    size_t n = request_accelerators(l->request, diag, default_devices, devices, LADDER_DEVICES);
    bool good = n > 0;
    l->subject = n ? devices[0] : NULL;
    for (size_t i = 0; i < n; i++)
        good = add_device(a, l, diag, s, devices[i]) && good;
    return good;
}

/* "PCIe 5.0 x16" → "PCIe 5.0 ×16" */
static const char *with_times(struct arena *a, const char *name) {
    const char *x = strstr(name, " x");
    return x && x[2] >= '0' && x[2] <= '9'
               ? arena_printf(a, "%.*s ×%s", (int)(x - name), name, x + 2)
               : name;
}

/* What stands beside the name: channels, a line rate, or that the rate is one way. */
static const char *detail_of(struct arena *a, const struct ladder *l, size_t row,
                             const struct link *link) {
    const struct strings *s = l->request->strings;
    if (surroundings[row].channels > 1)
        return say_with(a, s, "chart.bandwidth-ladder.channels", "n",
                        arena_printf(a, "%d", surroundings[row].channels), NULL);
    if (surroundings[row].tier == TIER_NETWORK && link->raw_rate)
        return link->raw_rate;
    return say(s, "chart.bandwidth-ladder.one-way");
}

static void add_link(struct arena *a, struct ladder *l, struct diag *diag, size_t row) {
    const struct link *link =
        catalog_link(l->request->catalog, diag, l->request->where, surroundings[row].link);
    if (!link || !link->bandwidth.known)
        return;
    struct rung *r = &l->rungs[l->count++];
    *r = (struct rung){.tier = surroundings[row].tier,
                       .name = with_times(a, link->name),
                       .detail = detail_of(a, l, row, link),
                       .bandwidth = link->bandwidth.value * surroundings[row].channels,
                       .link = link,
                       .fits = true,
                       .grade = link->bandwidth.grade};
    const char *comma = strstr(r->name, ", ");
    if (r->tier == TIER_STORAGE && comma) { /* "NVMe SSD, PCIe 5.0 ×4" */
        r->detail = comma + 2;
        r->name = say(l->request->strings, "chart.bandwidth-ladder.drive");
    }
}

/* Fastest on top; equal ones in the order they were given. */
static int by_speed(const void *a, const void *b) {
    const struct rung *x = a, *y = b;
    if (x->bandwidth != y->bandwidth)
        return x->bandwidth < y->bandwidth ? 1 : -1;
    return x->y < y->y ? -1 : x->y > y->y;
}

static void put_in_order(struct ladder *l) {
    for (size_t i = 0; i < l->count; i++)
        l->rungs[i].y = (double)i;
    qsort(l->rungs, l->count, sizeof *l->rungs, by_speed);
}

/* ── The model ── */

/* The model as it would be served by one device; only its format is taken from a scenario. */
static const struct scenario *question_of(struct arena *a, struct ladder *l, struct diag *diag) {
    struct chart_request plain = *l->request;
    const struct scenario *given = plain.scenario_count ? plain.scenarios[0] : NULL;
    const char *options = "task=inference";
    if (given && (!given->task || strcmp(given->task, "inference"))) {
        diag_report(diag, DIAG_CHART_NEEDS, plain.where, plain.kind, "a scenario of inference",
                    NULL);
        return NULL;
    }
    if (given && given->weights)
        options = arena_printf(a, "task=inference weights=%s", given->weights);
    plain.scenario_count = 0;
    l->model = given ? given->model : request_model(&plain, diag, default_model);
    const struct accelerator *first;
    if (!l->model || !request_accelerators(&plain, diag, default_devices, &first, 1))
        return NULL;
    return question_given(a, &plain, diag, l->model, first, options);
}

static bool weigh(struct arena *a, struct ladder *l, struct diag *diag, const struct scenario *s) {
    l->estimate = question_run(a, s);
    if (l->estimate && l->estimate->memory_weights.present)
        l->bytes = l->estimate->memory_weights.q.value;
    const struct estimate *step = question_run_boundless(a, s);
    if (step && step->decode_weight_bytes.present)
        l->step = step->decode_weight_bytes.q.value;
    if (l->bytes > 0)
        return true;
    diag_report(diag, DIAG_CHART_NEEDS, l->request->where, l->request->kind,
                "a model whose weights can be counted", NULL);
    return false;
}

/* ── Where things stand ── */

static double height_in_rows(const struct ladder *l) {
    double rows = (double)(l->count - 1);
    for (size_t i = 1; i < l->count; i++)
        if (l->rungs[i].tier != l->rungs[i - 1].tier)
            rows += l->look->gap;
    return rows;
}

static void place_rows(struct ladder *l, struct rect plot) {
    double rows = fmax(height_in_rows(l), 1);
    l->pitch = (plot.h - l->look->first - l->look->last) / rows;
    double y = plot.y + l->look->first;
    for (size_t i = 0; i < l->count; i++) {
        bool apart = i && l->rungs[i].tier != l->rungs[i - 1].tier;
        y += i ? l->pitch * (1 + (apart ? l->look->gap : 0)) : 0;
        l->rungs[i].y = y;
    }
}

/* Where the columns stand and how much is left for the plot. */
static double columns_at(struct ladder *l, struct rect *plot) {
    const struct ladder_look *look = l->look;
    double left = l->request->in_page ? 0 : 16, right = l->d->scene->width - left;
    l->group_x = left;
    l->name_x = fmax(left + ladder_groups_width(l) + 7,
                     ladder_is_of_gpus(l) ? look->name_x : look->name_x_wide);
    l->passes_x = right;
    l->time_x = l->no_passes ? right : right - fmax(ladder_passes_width(l), look->passes) - 9;
    double values = fmax(ladder_times_width(l) + ladder_values_width(l), look->values);
    plot->x = fmax(l->name_x + ladder_names_width(l) + 8, look->plot_x);
    return l->time_x - values - 4 - plot->x;
}

/* Columns stand where both languages have room, or farther apart where their words need more; the
 * plot takes the rest. Where that is too little the passes go: they are the time upside down. */
static void place_columns(struct ladder *l, struct rect *plot) {
    static const double least = 52;
    plot->w = columns_at(l, plot);
    if (plot->w >= least)
        return;
    l->no_passes = true;
    plot->w = fmax(columns_at(l, plot), least);
}

static void set_axes(struct ladder *l, struct rect plot) {
    double high = l->rungs[0].bandwidth, low = l->rungs[l->count - 1].bandwidth;
    l->plot.x =
        (struct axis){AXIS_LOG, low / 1.75 / 1e9, high * 2.08 / 1e9, plot.x, rect_right(plot)};
    l->plot.y = (struct axis){AXIS_LINEAR, 0, 1, rect_bottom(plot), plot.y};
}

static struct frame_sizes sizes_of(const struct ladder *l) {
    bool small = l->request->in_page && l->request->width < 400;
    double pitch = !l->request->in_page ? 20.5 : small ? 14.2 : 15.2;
    double height = l->look->first + l->look->last + pitch * height_in_rows(l);
    return (struct frame_sizes){.height = 198 + height,
                                .left = 192,
                                .right = 420,
                                .top = 124,
                                .bottom = 124 + height,
                                .below = 26,
                                .page_width = 493,
                                .page_height = 18 + height + 26,
                                .rows = true};
}

bool chart_bandwidth_ladder(struct arena *a, struct diag *diag, const struct chart_request *request,
                            struct chart *chart) {
    struct ladder *l = ARENA_NEW(a, struct ladder);
    l->request = request;
    l->look = &looks[request->in_page];
    const struct scenario *s = question_of(a, l, diag);
    if (!s || !weigh(a, l, diag, s) || !add_devices(a, l, diag, s))
        return false;
    for (size_t i = 0; i < sizeof surroundings / sizeof *surroundings; i++)
        add_link(a, l, diag, i);
    put_in_order(l);
    l->d = drawing_new(a, request, 560, 0); /* words are measured before there is a frame */
    struct frame frame = ladder_frame(l);
    struct frame_sizes sizes = sizes_of(l);
    struct framed framed;
    struct rect plot;
    l->d = frame_open(a, request, &frame, &sizes, &framed, &plot);
    place_columns(l, &plot);
    place_rows(l, plot);
    set_axes(l, plot);
    ladder_draw(l);
    frame_close(l->d, &frame, &framed, chart);
    chart->describe = ladder_describe(l, chart->title);
    chart->caption = say_with(a, request->strings, "chart.bandwidth-ladder.caption", "bytes",
                              ladder_bytes(l), "model", l->model->name, NULL);
    chart->data = ladder_data(l);
    return true;
}
