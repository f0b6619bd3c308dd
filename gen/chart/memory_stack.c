/* Memory stacks (design 6.2): what fills a device, and how much room is left. */
#include "chart/memory_stack.h"

#include <math.h>
#include <stdlib.h>

#include "chart/kind.h"
#include "chart/workload.h"

#define GIB 1073741824.0

const struct stack_look stack_looks[2] = {
    {.value = 9.5,
     .name = 8.5,
     .total = 11.5,
     .both = 21,
     .alone = 10.5,
     .name_up = -2.2,
     .value_down = 8,
     .one = 3.2,
     .total_gap = 5,
     .separator = 0.9,
     .edge = 0.5,
     .line = 1.3,
     .grid = 0.5,
     .column = 9.5,
     .recipe = 8.5,
     .first = 14,
     .pitch = 11,
     .rule = 6.5,
     .row_first = 13.5,
     .row_pitch = 14,
     .number = 9.5},
    {.value = 8.5,
     .name = 8,
     .total = 9.5,
     .both = 17.5,
     .alone = 9.5,
     .name_up = -1.8,
     .value_down = 6.8,
     .one = 3,
     .total_gap = 4,
     .separator = 0.7,
     .edge = 0.4,
     .line = 1.1,
     .grid = 0.4,
     .column = 8.5,
     .recipe = 8,
     .first = 11.5,
     .pitch = 10,
     .rule = 5,
     .row_first = 9.5,
     .row_pitch = 11.5,
     .number = 8.5},
};

const struct fill_row fill_rows[FILLS] = {
    [FILL_WEIGHTS] = {"chart.fill.weights", "chart.fill.weights", "weights", INK_WEIGHTS,
                      INK_ON_WEIGHTS, INK_NONE},
    [FILL_ADAPTERS] = {"chart.fill.adapters", "chart.fill.adapters", "adapters", INK_OPTIMIZER,
                       INK_ON_OPTIMIZER, INK_NONE},
    [FILL_GRADIENTS] = {"chart.fill.gradients", "chart.fill.gradients", "gradients", INK_GRADIENTS,
                        INK_ON_GRADIENTS, INK_GRADIENTS_EDGE},
    [FILL_OPTIMIZER] = {"chart.fill.optimizer", "chart.fill.optimizer", "optimizer", INK_OPTIMIZER,
                        INK_ON_OPTIMIZER, INK_NONE},
    [FILL_ACTIVATIONS] = {"chart.fill.activations", "chart.fill.activations", "activations",
                          INK_ACTIVATIONS, INK_ON_ACTIVATIONS, INK_ACTIVATIONS_EDGE},
    [FILL_KV] = {"chart.fill.kv", "chart.fill.kv.short", "kv-cache", INK_KV, INK_ON_KV, INK_NONE},
    [FILL_RUNTIME] = {"chart.fill.runtime", "chart.fill.runtime", "runtime", INK_RUNTIME,
                      INK_ON_RUNTIME, INK_RUNTIME_EDGE},
};

/* ── Stacks ── */

static double bytes_of(struct measure m) {
    return m.present && m.q.value > 0 ? m.q.value : 0;
}

static void stack_fill(struct stack *s, const struct estimate *e) {
    s->scenario = e->scenario;
    s->estimate = e;
    s->bytes[FILL_WEIGHTS] =
        bytes_of(e->memory_weights) + bytes_of(e->memory_gathered) + bytes_of(e->memory_draft);
    s->bytes[FILL_ADAPTERS] = bytes_of(e->memory_adapters);
    s->bytes[FILL_GRADIENTS] = bytes_of(e->memory_gradients);
    s->bytes[FILL_OPTIMIZER] = bytes_of(e->memory_optimizer);
    s->bytes[FILL_ACTIVATIONS] = bytes_of(e->memory_activations) + bytes_of(e->memory_logits);
    s->bytes[FILL_KV] = bytes_of(e->memory_kv_cache) + bytes_of(e->memory_state);
    s->bytes[FILL_RUNTIME] = bytes_of(e->memory_runtime) + bytes_of(e->memory_buffers);
    quantity_round_parts(s->bytes, FILLS, GIB, 1, s->tenths, &s->total);
}

static void add_stack(struct memory_stack *m, const struct scenario *s) {
    if (s)
        stack_fill(&m->stacks[m->count++], catalog_figures(m->d->arena, m->request->catalog, s));
}

/* Columns need their width: fewer stacks fit a narrow frame. Those that nobody asked for have room
 * for their type. */
static const double column_usual = 46, column_least = 36;

static size_t stack_limit(const struct memory_stack *m, double column) {
    static const double margins = 64;
    size_t fit = (size_t)fmax(1, (m->d->scene->width - margins) / column);
    return fit < STACK_MOST ? fit : STACK_MOST;
}

/* In order; where not all have room, those with the smaller number. */
static const struct {
    const char *task, *option, *value;
    size_t room;
} default_stacks[] = {
    {"training", "method", "full", 3},  {"training", "method", "lora", 5},
    {"training", "method", "qlora", 3}, {"inference", "batch", "1", 5},
    {"inference", "batch", "16", 1},
};

static void add_default_stacks(struct memory_stack *m, struct diag *diag) {
    const struct chart_request *r = m->request;
    const char *model = r->model_count ? r->models[0]->id : "llama-2-7b";
    const char *device = m->device_count ? m->devices[m->device_count - 1]->id : "a100-sxm4-80gb";
    for (size_t i = 0; i < sizeof default_stacks / sizeof *default_stacks; i++) {
        if (default_stacks[i].room > stack_limit(m, column_usual))
            continue;
        const char *names[] = {"task", "model", "accelerator", default_stacks[i].option};
        const char *values[] = {default_stacks[i].task, model, device, default_stacks[i].value};
        add_stack(m, catalog_make_scenario(r->catalog, diag, names, values, 4));
    }
}

static bool add_stacks(struct memory_stack *m, struct diag *diag) {
    const struct chart_request *r = m->request;
    size_t limit = stack_limit(m, column_least);
    if (r->scenario_count > limit || r->accelerator_count > STACK_DEVICES) {
        diag_report(diag, DIAG_CHART_TOO_MANY, r->where, r->kind,
                    arena_printf(m->d->arena,
                                 "at most %zu scenarios at this width and %d accelerators", limit,
                                 STACK_DEVICES),
                    NULL);
        return false;
    }
    for (size_t i = 0; i < r->scenario_count; i++)
        add_stack(m, r->scenarios[i]);
    if (!r->scenario_count)
        add_default_stacks(m, diag);
    if (!m->count)
        diag_report(diag, DIAG_CHART_NEEDS, r->where, r->kind, "at least one scenario", NULL);
    return m->count > 0;
}

/* ── Capacities ── */

static void add_devices(struct memory_stack *m, struct diag *diag) {
    static const char *const defaults[] = {"rtx-4090", "a100-sxm4-80gb"};
    const struct chart_request *r = m->request;
    for (size_t i = 0; i < r->accelerator_count && i < STACK_DEVICES; i++)
        m->devices[m->device_count++] = r->accelerators[i];
    for (size_t i = 0; !r->accelerator_count && i < 2; i++) {
        const struct accelerator *a = catalog_accelerator(r->catalog, diag, r->where, defaults[i]);
        if (a)
            m->devices[m->device_count++] = a;
    }
}

static int by_size(const void *a, const void *b) {
    double x = ((const struct capacity *)a)->gib, y = ((const struct capacity *)b)->gib;
    return (x < y) - (x > y); /* the largest first: downwards on the page */
}

/* A capacity far above all stacks would flatten them: it is named at the top, without a line. */
static bool is_off_scale(const struct memory_stack *m, double gib) {
    double most = 0;
    for (size_t i = 0; i < m->count; i++)
        most = fmax(most, (double)m->stacks[i].total / 10);
    return gib > 3.5 * most;
}

static void add_capacities(struct memory_stack *m) {
    for (size_t i = 0; i < m->device_count; i++) {
        const struct accelerator *device = m->devices[i];
        if (!device->memory_capacity.known)
            continue;
        double gib = device->memory_capacity.value / GIB;
        long long tenths = llround(gib * 10);
        struct capacity *c = m->capacities;
        while (c < m->capacities + m->capacity_count && c->tenths != tenths)
            c++;
        if (c == m->capacities + m->capacity_count) {
            *c = (struct capacity){.gib = gib, .tenths = tenths, .off_scale = is_off_scale(m, gib)};
            m->capacity_count++;
        }
        c->names[c->name_count++] = stack_row_name(m, device);
    }
    qsort(m->capacities, m->capacity_count, sizeof *m->capacities, by_size);
}

double stack_largest(const struct memory_stack *m) {
    return m->capacity_count ? m->capacities[0].gib : 0;
}

static struct stack_room room_on(const struct memory_stack *m, const struct stack *s,
                                 const struct accelerator *device) {
    if (!device->memory_capacity.known)
        return (struct stack_room){0};
    const struct estimate *e =
        device == s->scenario->accelerator
            ? s->estimate
            : estimate_on(m->d->arena, m->request->catalog, s->scenario, device);
    long long total = s->total;
    if (e->memory_total.present && e->memory_total.q.value != s->estimate->memory_total.q.value)
        total = llround(e->memory_total.q.value / GIB * 10);
    return (struct stack_room){true, llround(device->memory_capacity.value / GIB * 10) - total};
}

/* Once: words, marks and numbers ask for them, and each is an estimate. */
static void find_rooms(struct memory_stack *m) {
    for (size_t k = 0; k < m->count; k++)
        for (size_t i = 0; i < m->device_count; i++)
            m->stacks[k].rooms[i] = room_on(m, &m->stacks[k], m->devices[i]);
}

bool stack_room(const struct memory_stack *m, const struct stack *s,
                const struct accelerator *device, long long *tenths) {
    size_t i = 0;
    while (i + 1 < m->device_count && m->devices[i] != device)
        i++;
    *tenths = s->rooms[i].tenths;
    return s->rooms[i].known;
}

/* ── Drawing ── */

static void draw_grid(struct memory_stack *m) {
    bool page = m->request->in_page;
    struct text_style style = draw_style(m->d, page ? 8 : 9, WEIGHT_REGULAR, INK_INK3);
    double step = axis_step(m->y.high);
    struct number_format whole = {.decimals = step < 1 ? 1 : 0};
    for (int k = 0; k * step <= m->y.high * (1 + 1e-9); k++) {
        double y = axis_at(m->y, k * step);
        bool covered = k == 0;
        for (size_t i = 0; i < m->capacity_count; i++)
            covered |= fabs(axis_at(m->y, m->capacities[i].gib) - y) < 1.5;
        if (!covered)
            scene_line(m->d->scene, (struct point){m->left, y}, (struct point){m->right, y},
                       stroke_solid(INK_GRID, m->look->grid));
        draw_text(m->d, m->left - (page ? 5 : 7), y + (page ? 2.8 : 3), ANCHOR_END,
                  quantity_format(m->d->arena, quantity_exact(k * step, UNIT_NONE), whole), style);
    }
}

/* The widest number that the axis in a page may need: the stacks reach a tenth above themselves. */
static double axis_numbers(struct memory_stack *m) {
    double most = 0;
    for (size_t i = 0; i < m->count; i++)
        most = fmax(most, (double)m->stacks[i].total / 10 * 1.1);
    for (size_t i = 0; i < m->capacity_count; i++)
        if (!m->capacities[i].off_scale)
            most = fmax(most, m->capacities[i].gib);
    const char *text = quantity_format(m->d->arena, quantity_exact(most, UNIT_NONE),
                                       (struct number_format){.decimals = 0});
    return draw_width(m->d, text, draw_style(m->d, 8, WEIGHT_REGULAR, INK_INK3)) + 5;
}

static void draw_body(struct memory_stack *m) {
    scene_group_open(m->d->scene, "axis", NULL, (struct point){0, 0});
    draw_grid(m);
    if (m->request->in_page)
        draw_text(m->d, 0, 10, ANCHOR_START, "GiB",
                  draw_style(m->d, 8.5, WEIGHT_SEMIBOLD, INK_INK2));
    scene_group_close(m->d->scene);
    stack_draw_bars(m);
    stack_draw_capacities(m);
    stack_draw_sides(m);
    stack_draw_columns(m);
}

static void draw_standalone(struct memory_stack *m, const struct frame *frame) {
    struct framed framed = frame_measure(m->d, frame);
    m->left = fmax(80, 16 + stack_row_names(m));
    m->right = fmin(506, 551 - stack_gutter(m));
    m->base = 334 + framed.drop;
    stack_place_columns(m);
    stack_wrap_columns(m);
    stack_set_axis(m, 97.6 + framed.drop);
    double foot = 11.5 * ((double)framed.foot_count - 1);
    m->d->scene->height = m->base + stack_below_base(m) + 25.5 + foot + 14;
    frame_draw_head(m->d, frame, &framed);
    draw_body(m);
    frame_draw_foot(m->d, &framed);
}

static void draw_in_page(struct memory_stack *m) {
    double width = m->d->scene->width;
    m->left = fmax(fmax(24, axis_numbers(m)), stack_row_names(m) - 6);
    m->right = fmin(width - 40, width - 5 - stack_gutter(m));
    stack_place_columns(m);
    stack_wrap_columns(m);
    m->base = m->d->scene->height - 2.5 - stack_below_base(m);
    stack_set_axis(m, 16);
    draw_body(m);
}

/* In pages: trio, measure and wide (design 7). */
static double page_height(double width) {
    return width > 400 ? 280 : width > 300 ? 246 : 206;
}

bool chart_memory_stack(struct arena *a, struct diag *diag, const struct chart_request *request,
                        struct chart *chart) {
    struct memory_stack *m = ARENA_NEW(a, struct memory_stack);
    m->request = request;
    m->look = &stack_looks[request->in_page];
    double width = request->in_page ? (request->width > 0 ? request->width : 248) : 560;
    double height = frame_height(request, page_height(width));
    m->d = drawing_new(a, request, width, request->in_page ? height : 444);
    add_devices(m, diag);
    if (!add_stacks(m, diag))
        return false;
    add_capacities(m);
    find_rooms(m);
    struct frame frame = stack_frame(m);
    if (request->in_page)
        draw_in_page(m);
    else
        draw_standalone(m, &frame);
    chart->title = frame_title(a, &frame);
    chart->subtitle = frame.subtitle;
    chart->describe = stack_describe(m, chart->title);
    chart->caption = say(request->strings, "chart.memory-stack.caption");
    chart->data = stack_data(m);
    drawing_finish(m->d, chart);
    return true;
}
