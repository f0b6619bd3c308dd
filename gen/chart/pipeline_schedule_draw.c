/* Rows of passes, idle time between them, and what each stage keeps. */
#include <math.h>

#include "chart/pipeline_schedule.h"
#include "plot/box.h"
#include "plot/key.h"
#include "plot/words.h"

enum { NUMBERS_MOST = 64 };

/* How a pass is drawn: over the whole height of a row, or its lower part. */
static const struct {
    const char *key;
    enum ink fill, on;
    double height;
} passes[RUN_KINDS] = {
    [RUN_FORWARD] = {"key.forward", INK_BAND_COMPUTE, INK_INK, 1},
    [RUN_BACKWARD] = {"key.backward", INK_COMPUTE, INK_GROUND, 1},
    [RUN_WEIGHTS] = {"key.weights", INK_COMPUTE, INK_GROUND, 0.5},
};

/* Hundreds of boxes make shorter files where they lie on tenths of a point, rows on whole ones. */
static double tenth(double x) {
    return round(x * 10) / 10;
}

static double row_top(const struct pipeline_schedule *p, int64_t stage) {
    return round(p->plot.y.to + p->pitch * (double)stage + (p->pitch - p->box) / 2);
}

/* A time on the axis. */
static double at(const struct pipeline_schedule *p, double time) {
    return tenth(axis_at(p->plot.x, time));
}

static struct rect run_box(const struct pipeline_schedule *p, const struct run *r) {
    double from = at(p, r->start), to = at(p, r->start + r->length);
    double height = p->box * passes[r->kind].height;
    return (struct rect){from, row_top(p, r->stage) + p->box - height, to - from, height};
}

static bool follows(const struct run *before, const struct run *r) {
    return before->stage == r->stage && r->start - before->start - before->length < 1e-9;
}

/* ── Idle time ── */

/* Passes of a stage without a break, as boxes; of backward passes alone only where `all`. */
static size_t busy_boxes(const struct pipeline_schedule *p, int64_t stage, bool all,
                         struct rect *out) {
    size_t n = 0;
    bool forward = true;
    for (size_t i = 0; i < p->table.n; i++) {
        const struct run *r = &p->table.runs[i];
        if (r->stage != stage)
            continue;
        if (n && follows(r - 1, r)) {
            out[n - 1].w = at(p, r->start + r->length) - out[n - 1].x;
        } else {
            n -= n && !forward && !all;
            forward = false;
            out[n++] = (struct rect){at(p, r->start), row_top(p, stage), run_box(p, r).w, p->box};
        }
        forward |= r->kind == RUN_FORWARD;
    }
    return n - (n && !forward && !all);
}

/* One hatch under all rows: what is worked covers it, and paper between them. */
static void draw_idle(struct pipeline_schedule *p) {
    struct rect all = {p->plot.x.from, row_top(p, 0), p->plot.x.to - p->plot.x.from,
                       row_top(p, p->table.stages - 1) + p->box - row_top(p, 0)};
    struct rect *between = ARENA_ARRAY(p->d->arena, struct rect, (size_t)p->table.stages);
    size_t n = 0;
    scene_hatch(p->d->scene, all, 45, 3.4, stroke_solid(INK_INK3, p->d->in_page ? 0.5 : 0.6));
    for (int64_t s = 0; s + 1 < p->table.stages; s++)
        between[n++] =
            (struct rect){all.x - 0.5, row_top(p, s) + p->box, all.w + 1, p->pitch - p->box};
    box_draw_all(p->d, between, n, INK_GROUND);
}

/* ── Passes ── */

static void draw_runs(struct pipeline_schedule *p, int64_t stage, enum run_kind kind) {
    struct rect *boxes = ARENA_ARRAY(p->d->arena, struct rect, p->table.n);
    size_t n = 0;
    for (size_t i = 0; i < p->table.n; i++)
        if (p->table.runs[i].stage == stage && p->table.runs[i].kind == kind)
            boxes[n++] = run_box(p, &p->table.runs[i]);
    box_draw_all(p->d, boxes, n, passes[kind].fill);
}

/* Forward passes are what is left of the busy time, where nothing else covers it: that makes small
 * files. */
static void draw_passes(struct pipeline_schedule *p, int64_t stage) {
    struct rect *busy = ARENA_ARRAY(p->d->arena, struct rect, p->table.n);
    size_t n = busy_boxes(p, stage, schedule_moves_weights(p->schedule), busy);
    box_draw_all(p->d, busy, n, passes[RUN_FORWARD].fill);
    draw_runs(p, stage, RUN_BACKWARD);
    draw_runs(p, stage, RUN_WEIGHTS);
}

/* Paper between passes of a kind that follow each other. */
static void draw_parts(struct pipeline_schedule *p, int64_t stage) {
    struct path_point *points = ARENA_ARRAY(p->d->arena, struct path_point, 2 * p->table.n + 1);
    size_t n = 0;
    for (size_t i = 1; i < p->table.n; i++) {
        const struct run *r = &p->table.runs[i];
        double x = at(p, r->start), top = row_top(p, stage);
        if (r->stage != stage || !follows(r - 1, r) || r->kind != r[-1].kind)
            continue;
        points[n++] = (struct path_point){PATH_MOVE, x, top};
        points[n++] = (struct path_point){PATH_LINE, x, top + p->box};
    }
    if (n)
        scene_path(p->d->scene, points, n, INK_NONE, stroke_solid(INK_GROUND, 0.7));
}

static const char *number_of(const struct pipeline_schedule *p, const struct run *r) {
    return words_count(p->d->arena, r->micro_batch + 1);
}

static struct text_style number_style(const struct pipeline_schedule *p, enum run_kind kind) {
    double size = fmin(p->d->in_page ? 8 : 9, p->box * 0.72);
    return draw_style(p->d, fmax(7, size), WEIGHT_SEMIBOLD, passes[kind].on);
}

/* All passes of a kind are numbered, or none of them; gradients of weights by what stands before.
 */
static bool is_numbered(const struct pipeline_schedule *p, enum run_kind kind) {
    struct text_style style = number_style(p, kind);
    int64_t all = 2 * p->table.stages * p->table.micro_batches * p->table.chunks;
    if (all > (schedule_moves_weights(p->schedule) ? NUMBERS_MOST / 2 : NUMBERS_MOST) ||
        kind == RUN_WEIGHTS || p->box * passes[kind].height < style.size)
        return false;
    for (size_t i = 0; i < p->table.n; i++)
        if (p->table.runs[i].kind == kind &&
            !box_holds(p->d, run_box(p, &p->table.runs[i]), number_of(p, &p->table.runs[i]), style,
                       1.3))
            return false;
    return true;
}

static void draw_numbers(struct pipeline_schedule *p, int64_t stage, enum run_kind kind) {
    struct text_style style = number_style(p, kind);
    for (size_t i = 0; i < p->table.n; i++) {
        const struct run *r = &p->table.runs[i];
        if (r->stage == stage && r->kind == kind)
            box_say(p->d, run_box(p, r), number_of(p, r), style);
    }
}

/* A line at the foot of the passes of later chunks, the longer the later; whole for the last. */
static void draw_chunks(struct pipeline_schedule *p, int64_t stage, enum run_kind kind) {
    struct path_point *points = ARENA_ARRAY(p->d->arena, struct path_point, 2 * p->table.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < p->table.n; i++) {
        const struct run *r = &p->table.runs[i];
        if (r->stage != stage || r->kind != kind || r->chunk == 0)
            continue;
        struct rect box = run_box(p, r);
        double y = rect_bottom(box) - 1.1;
        double length = box.w * (double)r->chunk / (double)(p->table.chunks - 1);
        points[n++] = (struct path_point){PATH_MOVE, box.x, y};
        points[n++] = (struct path_point){PATH_LINE, box.x + length, y};
    }
    if (n)
        scene_path(p->d->scene, points, n, INK_NONE, stroke_solid(passes[kind].on, 1.2));
}

static void draw_row(struct pipeline_schedule *p, int64_t stage) {
    double baseline = row_top(p, stage) + p->box / 2 + 3;
    const char *says =
        say_with(p->d->arena, p->d->strings, "chart.pipeline-schedule.tooltip", "stage",
                 pipeline_stage(p, stage), "idle", words_percent(p->d->arena, pipeline_idle(p)),
                 "kept", pipeline_kept(p, stage), NULL);
    int mark = draw_mark(p->d, says);
    draw_passes(p, stage);
    draw_parts(p, stage);
    for (int kind = 0; kind < RUN_KINDS; kind++)
        if (is_numbered(p, (enum run_kind)kind))
            draw_chunks(p, stage, (enum run_kind)kind);
    draw_keep_body(p->d, (struct rect){p->plot.x.from, row_top(p, stage),
                                       p->plot.x.to - p->plot.x.from, p->box});
    draw_mark_end(p->d);
    draw_naming(p->d, mark);
    for (int kind = 0; kind < RUN_KINDS; kind++)
        if (is_numbered(p, (enum run_kind)kind))
            draw_numbers(p, stage, (enum run_kind)kind);
    draw_naming(p->d, 0);
    draw_text(p->d, p->plot.x.from - 7, baseline, ANCHOR_END, pipeline_stage(p, stage),
              draw_style(p->d, p->d->in_page ? 8 : 9, WEIGHT_REGULAR, INK_INK2));
}

/* ── What stages keep ── */

static double kept_most(const struct pipeline_schedule *p) {
    double most = 0;
    for (int64_t s = 0; s < p->table.stages; s++)
        most = fmax(most, timetable_kept(&p->table, s));
    return most;
}

static struct rect kept_bar(const struct pipeline_schedule *p, int64_t stage) {
    static const double number = 22;
    double room = p->end - p->kept_x - number, height = fmin(p->box * 0.4, 6);
    double width = tenth(room * timetable_kept(&p->table, stage) / kept_most(p));
    double middle = row_top(p, stage) + p->box / 2;
    return (struct rect){p->kept_x, tenth(middle - height / 2), width, height};
}

/* What the row's tooltip says, too. */
static void draw_kept(struct pipeline_schedule *p) {
    struct text_style style = draw_style(p->d, p->d->in_page ? 8 : 9, WEIGHT_SEMIBOLD, INK_INK);
    struct rect *bars = ARENA_ARRAY(p->d->arena, struct rect, (size_t)p->table.stages);
    size_t n = 0;
    for (int64_t s = 0; s < p->table.stages; s++) {
        struct rect bar = bars[n++] = kept_bar(p, s);
        draw_keep_body(p->d, bar);
        draw_text(p->d, rect_right(bar) + 4, bar.y + bar.h / 2 + 3, ANCHOR_START,
                  pipeline_kept(p, s), style);
    }
    box_draw_all(p->d, bars, n, INK_ACTIVATIONS);
    for (size_t i = 0; i < n; i++)
        box_edge(p->d, bars[i], INK_ACTIVATIONS_EDGE);
}

static void draw_kept_head(struct pipeline_schedule *p, double baseline) {
    struct text_style style = draw_style(p->d, p->d->in_page ? 8 : 9, WEIGHT_SEMIBOLD, INK_INK2);
    const char *lines[2];
    size_t n = draw_wrap(p->d, pipeline_word(p, "kept"), style, p->end - p->kept_x, lines, 2);
    for (size_t i = 0; i < n; i++)
        draw_text(p->d, p->kept_x, baseline - (style.size + 1.5) * (double)(n - 1 - i),
                  ANCHOR_START, lines[i], style);
}

/* ── The key ── */

static void draw_swatch(struct drawing *d, struct rect box, size_t entry) {
    if (entry == RUN_KINDS) {
        box_draw_idle(d, box);
        return;
    }
    double height = box.h * passes[entry].height;
    struct rect part = {box.x, rect_bottom(box) - height, box.w, height};
    if (height < box.h)
        scene_rect(d->scene, box, passes[RUN_FORWARD].fill, stroke_none);
    scene_rect(d->scene, part, passes[entry].fill, stroke_none);
}

static void draw_key_swatch(struct drawing *d, struct rect box, size_t entry) {
    draw_swatch(d, box, entry == 2 ? RUN_KINDS : entry);
}

static void draw_key_of_three(struct drawing *d, struct rect box, size_t entry) {
    draw_swatch(d, box, entry);
}

static void draw_key(struct pipeline_schedule *p, double baseline) {
    const char *words[RUN_KINDS + 1];
    bool moved = schedule_moves_weights(p->schedule);
    size_t n = 0;
    for (int kind = 0; kind < RUN_KINDS; kind++)
        if (kind != RUN_WEIGHTS || moved)
            words[n++] = pipeline_word(p, passes[kind].key);
    words[n++] = pipeline_word(p, "key.idle");
    struct key key = {.x = p->plot.x.from,
                      .right = p->plot.x.to,
                      .baseline = baseline,
                      .pitch = 11,
                      .swatch = 14,
                      .height = 8,
                      .gap = 4,
                      .between = 14,
                      .style = draw_style(p->d, p->d->in_page ? 8 : 8.5, WEIGHT_REGULAR, INK_INK2)};
    key.baseline -= key.pitch * (double)(key_rows(p->d, &key, words, n) - 1);
    key_draw(p->d, &key, words, n, moved ? draw_key_of_three : draw_key_swatch);
}

void pipeline_draw(struct pipeline_schedule *p) {
    double baseline = p->plot.y.to - (p->d->in_page ? 5 : 7);
    draw_idle(p);
    axis_draw_x(p->d, &p->plot, TICK_PLAIN);
    axis_draw_title_x(p->d, &p->plot, pipeline_word(p, "x-axis"));
    for (int64_t s = 0; s < p->table.stages; s++)
        draw_row(p, s);
    draw_kept(p);
    draw_key(p, baseline);
    draw_kept_head(p, baseline);
}
