/* Memory over one training step: what stands on the device from phase to phase. */
#include <math.h>
#include <string.h>

#include "chart/kind.h"
#include "chart/memory_stack.h"
#include "chart/question.h"
#include "chart/scenario_words.h"
#include "core/activations.h"
#include "core/schedule.h"
#include "plot/box.h"
#include "plot/curve.h"
#include "plot/data.h"
#include "plot/gutter.h"
#include "plot/words.h"

#define GIB 1073741824.0

enum { MOMENTS = 8 };
static const char *const moments[MOMENTS] = {"start",          "forward-end",  "loss",   "loss-end",
                                             "backward-start", "backward-end", "update", "end"};

/* Bytes of each fill at the corners of the areas, and when they are. */
struct course {
    double at[MOMENTS]; /* share of the step */
    double bytes[FILLS][MOMENTS];
};

struct training_memory {
    struct drawing *d;
    const struct chart_request *request;
    const struct scenario *scenario;
    const struct estimate *estimate, *other; /* other: recomputed, or not */
    bool recomputed;
    struct course course;
    struct plot plot; /* y in GiB */
};

static bool needs(const struct training_memory *m, struct diag *diag, const char *what) {
    diag_report(diag, DIAG_CHART_NEEDS, m->request->where, m->request->kind, what, NULL);
    return false;
}

/* ── The course ── */

static double part(struct measure m) {
    return m.present ? m.q.value : 0;
}

/* Widths by operations; the loss and the update only so wide that they can be seen. */
static void set_times(struct course *c, const struct scenario *s, bool recomputed) {
    static const double loss = 0.05, update = 0.15;
    struct shares t = schedule_shares(!s->method || strcmp(s->method, "full") == 0, recomputed);
    double forward = (1 - loss - update) * t.forward / (t.forward + t.backward);
    const double at[MOMENTS] = {0,          forward,    forward, forward + loss, forward + loss,
                                1 - update, 1 - update, 1};
    memcpy(c->at, at, sizeof at);
}

/* Activations grow layer by layer, or checkpoints do. At the loss everything stands there, the
 * scores with it: that is the peak. Backward frees layer after layer, down to the one at work. */
static struct course course_of(const struct estimate *e, const struct scenario *widths,
                               bool recomputed) {
    struct course c = {0};
    double all = part(e->memory_activations), gathered = part(e->memory_gathered);
    double live = part(e->memory_phase_backward) - part(e->memory_phase_update) - gathered;
    double grown = e->memory_checkpoints.present ? part(e->memory_checkpoints) : all;
    double peak = all + part(e->memory_logits);
    const double activations[MOMENTS] = {0, grown, peak, peak, all, live, 0, 0};
    set_times(&c, widths, recomputed);
    for (int i = 0; i < MOMENTS; i++) {
        c.bytes[FILL_WEIGHTS][i] = part(e->memory_weights) + (i < 6 ? gathered : 0);
        c.bytes[FILL_ADAPTERS][i] = part(e->memory_adapters);
        c.bytes[FILL_GRADIENTS][i] = part(e->memory_gradients);
        c.bytes[FILL_OPTIMIZER][i] = part(e->memory_optimizer);
        c.bytes[FILL_ACTIVATIONS][i] = activations[i];
        c.bytes[FILL_RUNTIME][i] = part(e->memory_runtime) + part(e->memory_buffers);
    }
    return c;
}

/* GiB below the top of a fill. */
static double level(const struct course *c, int fill, int moment) {
    double sum = 0;
    for (int f = 0; f <= fill; f++)
        sum += c->bytes[f][moment];
    return sum / GIB;
}

static double peak_of(const struct course *c) {
    return level(c, FILLS - 1, 2);
}

/* ── The question ── */

static bool take_scenario(struct training_memory *m, struct arena *a, struct diag *diag) {
    static const char *const names[] = {"task", "model", "accelerator", "sequence", "micro-batch"};
    const struct chart_request *r = m->request;
    const struct model *model = request_model(r, diag, "llama-3.2-1b");
    if (!model)
        return false;
    const char *values[] = {"training", model->id,
                            r->accelerator_count ? r->accelerators[0]->id : "rtx-4090", "4096",
                            "1"};
    question_suit(a, model, names, values, sizeof names / sizeof *names);
    m->scenario = r->scenario_count ? r->scenarios[0]
                                    : catalog_make_scenario(r->catalog, diag, names, values, 5);
    if (!m->scenario)
        return false;
    m->estimate = catalog_estimate(r->catalog, m->scenario);
    return m->estimate->memory_phase_forward.present || needs(m, diag, "a scenario of training");
}

/* The same with full recomputation, or without any. */
static void ask_other(struct training_memory *m, struct arena *a) {
    struct scenario *s = arena_memdup(a, m->scenario, sizeof *s);
    m->recomputed = recompute_of(s->recompute) == RECOMPUTE_FULL;
    s->recompute = m->recomputed ? "none" : "full";
    s->recompute_every = 0;
    m->other = question_run(a, s);
}

/* ── Words ── */

static const char *gib(const struct training_memory *m, double x) {
    return quantity_format(m->d->arena, quantity_exact(x, UNIT_NONE),
                           (struct number_format){.decimals = 1});
}

static double capacity_of(const struct training_memory *m) {
    return part(m->estimate->memory_capacity) / GIB;
}

static const char *plan_words(const struct training_memory *m) {
    struct arena *a = m->d->arena;
    const char *plan = scenario_plan(a, m->d->strings, m->scenario);
    const char *sharding = scenario_sharding(a, m->scenario);
    return sharding ? say_with(a, m->d->strings, "chart.recipe.and", "recipe", plan, "item",
                               sharding, NULL)
                    : plan;
}

static const char *with_numbers(const struct training_memory *m, const char *key) {
    struct arena *a = m->d->arena;
    const struct scenario *s = m->scenario;
    double peak = peak_of(&m->course), kept = m->course.bytes[FILL_ACTIVATIONS][2];
    double states = level(&m->course, FILL_OPTIMIZER, 7);
    return say_with(a, m->d->strings, arena_printf(a, "chart.training-memory.%s", key), "peak",
                    gib(m, peak), "kept", gib(m, kept / GIB), "states", gib(m, states), "share",
                    words_percent(a, kept / GIB / peak), "other",
                    m->other ? gib(m, part(m->other->memory_total) / GIB) : "", "capacity",
                    gib(m, capacity_of(m)), "over", gib(m, peak - capacity_of(m)), "device",
                    s->accelerator->short_name, "model", s->model->name, "plan", plan_words(m),
                    "tokens", words_count(a, s->sequence), "batch", words_count(a, s->micro_batch),
                    "recompute",
                    say(m->d->strings, arena_printf(a, "chart.recompute.%s",
                                                    s->recompute ? s->recompute : "none")),
                    "date", catalog_edition(m->request->catalog), NULL);
}

static struct frame frame_of(const struct training_memory *m) {
    struct frame f = {.kicker = with_numbers(m, "kicker"), .subtitle = with_numbers(m, "subtitle")};
    double capacity = capacity_of(m);
    bool over = capacity > 0 && peak_of(&m->course) > capacity;
    f.title_one = say_with(m->d->arena, m->d->strings, "chart.title.first", "title",
                           with_numbers(m, over ? "title.over" : "title"), NULL);
    f.title_two = with_numbers(m, !m->other       ? "title.share"
                                  : m->recomputed ? "title.recomputed"
                                                  : "title.other");
    f.foot[f.foot_count++] = with_numbers(m, over ? "foot.over" : "foot");
    f.foot[f.foot_count++] = with_numbers(m, "foot.sources");
    return f;
}

/* ── Drawing ── */

/* Between the tops of two fills, there and back; `floor` cuts below (GiB). */
static size_t outline(const struct training_memory *m, int fill, double floor_at,
                      struct path_point *out) {
    size_t n = 0;
    for (int i = 0; i < MOMENTS; i++) {
        struct point p =
            plot_at(&m->plot, m->course.at[i], fmax(floor_at, level(&m->course, fill, i)));
        out[n] = (struct path_point){n ? PATH_LINE : PATH_MOVE, p.x, p.y};
        n++;
    }
    for (int i = MOMENTS; i-- > 0;) {
        struct point p = plot_at(&m->plot, m->course.at[i],
                                 fmax(floor_at, fill ? level(&m->course, fill - 1, i) : 0));
        out[n++] = (struct path_point){PATH_LINE, p.x, p.y};
    }
    out[n++] = (struct path_point){PATH_CLOSE, 0, 0};
    return n;
}

static bool has_fill(const struct training_memory *m, int fill) {
    return m->course.bytes[fill][2] > 0;
}

/* What stands there all the time is a box. */
static bool is_box(const struct training_memory *m, int fill) {
    bool same = true;
    for (int i = 1; i < MOMENTS; i++)
        for (int f = fill > 0 ? fill - 1 : 0; f <= fill; f++)
            same &= level(&m->course, f, i) == level(&m->course, f, 0);
    return same;
}

static void draw_box_of(struct training_memory *m, int fill) {
    double top = axis_at(m->plot.y, level(&m->course, fill, 0));
    double bottom = axis_at(m->plot.y, fill ? level(&m->course, fill - 1, 0) : 0);
    double width = m->plot.x.to - m->plot.x.from;
    scene_rect(m->d->scene, (struct rect){m->plot.x.from, top, width, bottom - top},
               fill_rows[fill].ink, stroke_none);
    if (fill)
        box_part(m->d, (struct point){m->plot.x.from, bottom},
                 (struct point){m->plot.x.to, bottom});
}

static void draw_area_of(struct training_memory *m, int fill) {
    struct path_point points[2 * MOMENTS + 1];
    size_t n = outline(m, fill, 0, points);
    scene_path(m->d->scene, points, n, fill_rows[fill].ink,
               stroke_solid(INK_GROUND, m->d->in_page ? 0.7 : 0.9));
}

static void draw_areas(struct training_memory *m) {
    for (int f = 0; f < FILLS; f++) {
        if (!has_fill(m, f))
            continue;
        draw_mark(m->d,
                  arena_printf(m->d->arena, "%s: %s\u202fGiB", say(m->d->strings, fill_rows[f].key),
                               gib(m, m->course.bytes[f][2] / GIB)));
        if (is_box(m, f))
            draw_box_of(m, f);
        else
            draw_area_of(m, f);
        draw_mark_end(m->d);
    }
}

/* Stripes over all that the device does not hold. */
static void draw_overflow(struct training_memory *m) {
    double capacity = capacity_of(m);
    struct path_point points[2 * MOMENTS + 1];
    if (!(capacity > 0) || peak_of(&m->course) <= capacity)
        return;
    for (int f = 0; f < FILLS; f++)
        if (has_fill(m, f)) {
            size_t n = outline(m, f, capacity, points);
            scene_hatch_area(m->d->scene, points, n, 45, 4.2, stroke_solid(INK_GROUND, 2.3));
        }
}

/* Far above all else it would flatten the areas. */
static bool shows_capacity(const struct training_memory *m) {
    return capacity_of(m) > 0 && capacity_of(m) <= m->plot.y.high;
}

static void draw_capacity(struct training_memory *m) {
    double capacity = capacity_of(m), size = m->d->in_page ? 8 : 8.5;
    if (!shows_capacity(m))
        return;
    double y = axis_at(m->plot.y, capacity), x = m->plot.x.to + 6;
    level_draw(m->d, &m->plot, capacity, stroke_solid(INK_CAPACITY, m->d->in_page ? 1.1 : 1.3));
    draw_text(m->d, x, y - 1, ANCHOR_START,
              arena_printf(m->d->arena, "%s\u202fGiB", gib(m, capacity)),
              draw_style(m->d, size + 1, WEIGHT_SEMIBOLD, INK_CAPACITY));
    draw_text(m->d, x, y + 9, ANCHOR_START, m->scenario->accelerator->short_name,
              draw_style(m->d, size, WEIGHT_REGULAR, INK_CAPACITY));
}

static void draw_other(struct training_memory *m) {
    double x[MOMENTS], y[MOMENTS];
    if (!m->other)
        return;
    struct course c = course_of(m->other, m->scenario, m->recomputed);
    for (int i = 0; i < MOMENTS; i++) {
        x[i] = c.at[i];
        y[i] = level(&c, FILLS - 1, i);
    }
    curve_draw(m->d, &m->plot, (struct series){x, y, MOMENTS}, curve_hypothetical(m->d, INK_INK));
}

/* Names at the right end, where nothing but the states is left. */
static void draw_names(struct training_memory *m) {
    double size = m->d->in_page ? 8 : 8.5, at[FILLS];
    int fills[FILLS];
    size_t n = 0;
    for (int f = FILLS; f-- > 0;)
        if (f != FILL_ACTIVATIONS && has_fill(m, f)) {
            double low = f ? level(&m->course, f - 1, 7) : 0;
            fills[n] = f;
            at[n++] = axis_at(m->plot.y, (low + level(&m->course, f, 7)) / 2);
        }
    size_t above = 0; /* the capacity's label parts them */
    double line = shows_capacity(m) ? axis_at(m->plot.y, capacity_of(m)) : 0;
    while (line > 0 && above < n && at[above] < line)
        above++;
    double bottom = m->plot.y.from - 3, free = line > 0 ? fmin(line + 21, bottom) : m->plot.y.to;
    labels_push_apart(at, above, 12, m->plot.y.to - 40, line - 16);
    labels_push_apart(at + above, n - above, 12, free, bottom);
    for (size_t i = 0; i < n; i++) {
        struct piece pieces[] = {
            {arena_printf(m->d->arena, "%s ", say(m->d->strings, fill_rows[fills[i]].short_key)),
             draw_style(m->d, size, WEIGHT_REGULAR, INK_INK2)},
            {gib(m, m->course.bytes[fills[i]][7] / GIB),
             draw_style(m->d, size, WEIGHT_SEMIBOLD, INK_INK)}};
        draw_pieces(m->d, m->plot.x.to + 6, at[i] + 3, ANCHOR_START, pieces, 2);
    }
}

/* Beside the top of a curve, or above it, where no line runs; or a little lower, as long as nothing
 * stands there. Without room for all of its lines, the first one. */
static void say_peak(struct training_memory *m, double gib_at, struct label *label) {
    enum { HEIGHTS = 6, LOWER = 4 };
    struct candidate at[2 * HEIGHTS + LOWER];
    double ground = axis_at(m->plot.y, level(&m->course, FILLS - 1, 4)) - 3;
    double right = axis_at(m->plot.x, m->course.at[3]), left = axis_at(m->plot.x, m->course.at[1]);
    double top = axis_at(m->plot.y, gib_at) - 4 - label->pitch * (double)(label->n - 1);
    for (int i = 0; i < HEIGHTS; i++) {
        at[2 * i] = (struct candidate){right + 6, top - 6 * i, ANCHOR_START};
        at[2 * i + 1] = (struct candidate){left - 6, top - 6 * i, ANCHOR_END};
    }
    size_t n = 2 * HEIGHTS;
    for (int i = 1; i <= LOWER; i++)
        if (top + 3 * i + label->pitch * (double)(label->n - 1) < ground)
            at[n++] = (struct candidate){right + 6, top + 3 * i, ANCHOR_START};
    size_t best = label_first_free(m->d, label, at, n);
    if (best == n && label->n > 1) {
        label->n--;
        say_peak(m, gib_at, label);
    }
    if (best == n)
        return;
    scene_rect(m->d->scene, label_box(m->d, label, at[best]), INK_GROUND,
               stroke_none); /* no grid */
    label_draw(m->d, label, at[best]);
}

static void draw_peaks(struct training_memory *m) {
    double size = m->d->in_page ? 8.5 : 9.5, peak = peak_of(&m->course);
    double other = m->other ? part(m->other->memory_total) / GIB : 0;
    struct text_style strong = draw_style(m->d, size, WEIGHT_SEMIBOLD, INK_INK);
    struct text_style plain =
        draw_style(m->d, size - 1 < 8 ? 8 : size - 1, WEIGHT_REGULAR, INK_INK2);
    struct piece one = {with_numbers(m, "peak"), strong},
                 two = {with_numbers(m, "peak.kept"), plain};
    struct piece third = {with_numbers(m, m->recomputed ? "peak.none" : "peak.full"), plain};
    struct label own = {.lines = {{&one, 1}, {&two, 1}}, .n = 2, .pitch = 11};
    struct label dashed = {.lines = {{&third, 1}}, .n = 1, .pitch = 11};
    say_peak(m, peak, &own);
    double beside = level(&m->course, FILLS - 1, 4), line = m->plot.y.high * 3 / 228;
    if (other > peak || other > beside + line) /* on paper, not on what stands there */
        say_peak(m, other, &dashed);
}

/* Phases under the axis, parted by ticks. */
static void draw_phases(struct training_memory *m) {
    static const struct {
        const char *key;
        int from, to;
    } phases[] = {{"phase.forward", 0, 1},
                  {"phase.loss", 1, 4},
                  {"phase.backward", 4, 5},
                  {"phase.update", 6, 7}};
    double base = m->plot.y.from;
    struct text_style style = draw_style(m->d, m->d->in_page ? 8 : 9, WEIGHT_REGULAR, INK_INK2);
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        double from = axis_at(m->plot.x, m->course.at[phases[i].from]);
        double to = axis_at(m->plot.x, m->course.at[phases[i].to]);
        const char *name = with_numbers(m, phases[i].key);
        if (draw_width(m->d, name, style) <= to - from) /* that of the loss is narrow */
            draw_text(m->d, (from + to) / 2, base + 14, ANCHOR_MIDDLE, name, style);
        scene_line(m->d->scene, (struct point){to, base}, (struct point){to, base + 4},
                   stroke_solid(INK_INK3, 0.6));
    }
    scene_line(m->d->scene, (struct point){m->plot.x.from, base},
               (struct point){m->plot.x.to, base}, stroke_solid(INK_INK, 0.8));
}

static void draw_all(struct training_memory *m) {
    axis_draw_grid_y(m->d, &m->plot);
    axis_draw_y(m->d, &m->plot, TICK_PLAIN);
    axis_draw_title_y(m->d, &m->plot, "GiB");
    draw_areas(m);
    draw_overflow(m);
    draw_other(m);
    draw_phases(m);
    draw_capacity(m);
    draw_names(m);
    draw_peaks(m);
}

/* ── The chart ── */

static struct chart_data data_of(const struct training_memory *m) {
    static const char *const columns[] = {"moment", "part", "gib"};
    struct data_rows *rows = data_new(m->d->arena, columns, 3);
    for (int i = 0; i < MOMENTS; i++) {
        for (int f = 0; f < FILLS; f++)
            if (has_fill(m, f))
                data_add(rows, (const char *[]){
                                   moments[i], fill_rows[f].id,
                                   arena_printf(m->d->arena, "%.6g", m->course.bytes[f][i] / GIB)});
        data_add(rows, (const char *[]){
                           moments[i], "total",
                           arena_printf(m->d->arena, "%.9g", level(&m->course, FILLS - 1, i))});
    }
    return data_done(rows);
}

static void set_plot(struct training_memory *m, struct rect r) {
    double most = fmax(peak_of(&m->course), m->other ? part(m->other->memory_total) / GIB : 0);
    double label = 30 / r.h, step;
    most = fmax(most / (1 - label), capacity_of(m) < 3 * most ? capacity_of(m) * 1.06 : 0);
    step = axis_step(most);
    m->plot = (struct plot){{AXIS_LINEAR, 0, 1, r.x, rect_right(r)},
                            {AXIS_LINEAR, 0, ceil(most / step - 1e-9) * step, rect_bottom(r), r.y}};
}

bool chart_training_memory(struct arena *a, struct diag *diag, const struct chart_request *request,
                           struct chart *chart) {
    struct training_memory *m = ARENA_NEW(a, struct training_memory);
    static const struct frame_sizes sizes = {.height = 408,
                                             .left = 48,
                                             .right = 458,
                                             .top = 112,
                                             .bottom = 340,
                                             .below = 20,
                                             .page_width = 357,
                                             .page_height = 190};
    struct framed framed;
    struct rect plot;
    m->request = request;
    m->d = drawing_new(a, request, 0, 0); /* for words before the frame is open */
    if (!question_is_one(request, diag) || !take_scenario(m, a, diag))
        return false;
    ask_other(m, a);
    m->course = course_of(m->estimate, m->scenario, m->recomputed);
    struct frame frame = frame_of(m);
    m->d = frame_open(a, request, &frame, &sizes, &framed, &plot);
    set_plot(m, plot);
    draw_all(m);
    frame_close(m->d, &frame, &framed, chart);
    chart->describe = with_numbers(m, m->other ? "describe" : "describe.alone");
    chart->caption = with_numbers(m, "caption");
    chart->data = data_of(m);
    return true;
}
