/* What a pipeline schedule says. */
#include <math.h>

#include "chart/pipeline_schedule.h"
#include "chart/scenario_words.h"
#include "plot/data.h"
#include "plot/words.h"

const char *pipeline_word(const struct pipeline_schedule *p, const char *key) {
    return say(p->d->strings, arena_printf(p->d->arena, "chart.pipeline-schedule.%s", key));
}

const char *pipeline_stage(const struct pipeline_schedule *p, int64_t stage) {
    return say_with(p->d->arena, p->d->strings, "chart.pipeline-schedule.stage", "number",
                    words_count(p->d->arena, stage + 1), NULL);
}

const char *pipeline_kept(const struct pipeline_schedule *p, int64_t stage) {
    return words_number(p->d->arena, timetable_kept(&p->table, stage));
}

static bool is_interleaved(const struct pipeline_schedule *p) {
    return p->table.chunks > 1;
}

static const char *schedule_name(const struct pipeline_schedule *p) {
    return is_interleaved(p)
               ? pipeline_word(p, "interleaved")
               : say(p->d->strings, arena_printf(p->d->arena, "value.pipeline-schedule.%s",
                                                 schedule_word(p->schedule)));
}

/* The words with every number that they may name. */
static const char *with_numbers(const struct pipeline_schedule *p, const char *key) {
    struct arena *a = p->d->arena;
    const struct timetable *t = &p->table;
    const char *ratio = arena_printf(a, "ratio.%d", (int)lround(p->shares.backward));
    double fewer = fmin((double)t->stages, (double)t->micro_batches);
    return say_with(a, p->d->strings, arena_printf(a, "chart.pipeline-schedule.%s", key), "stages",
                    words_count(a, t->stages), "batches", words_count(a, t->micro_batches),
                    "chunks", words_count(a, t->chunks), "share",
                    words_percent(a, pipeline_idle(p)), "plain",
                    words_percent(a, pipeline_plain_idle(p)), "kept", pipeline_kept(p, 0), "idle",
                    words_number(a, t->length * pipeline_idle(p)), "length",
                    words_number(a, t->length), "fewer", words_number(a, fewer), "schedule",
                    schedule_name(p), "ratio", pipeline_word(p, ratio), "model",
                    p->scenario->model->name, "plan", scenario_plan(a, p->d->strings, p->scenario),
                    "date", catalog_edition(p->request->catalog), NULL);
}

/* ── Title ── */

static const char *second_title(const struct pipeline_schedule *p) {
    const struct timetable *t = &p->table;
    double fewer = fmin((double)t->stages, (double)t->micro_batches);
    if (is_interleaved(p))
        return timetable_kept(t, 0) > fewer ? "title.chunks-kept" : "title.chunks";
    if (schedule_moves_weights(p->schedule))
        return "title.moved";
    if (t->micro_batches <= t->stages)
        return "title.few";
    return p->schedule == SCHEDULE_GPIPE ? "title.gpipe" : "title.1f1b";
}

/* ── Footer ── */

static const char *idle_formula(const struct pipeline_schedule *p) {
    return is_interleaved(p)                     ? "foot.chunks"
           : schedule_moves_weights(p->schedule) ? "foot.moved"
                                                 : "foot.plain";
}

/* What the estimate says of the whole step; without one, what is left out. */
static const char *foot_time(const struct pipeline_schedule *p) {
    const struct estimate *e = p->estimate;
    struct arena *a = p->d->arena;
    const char *date = catalog_edition(p->request->catalog);
    if (!e->training_step_time.present || !e->training_bubble_time.present)
        return with_numbers(p, "foot.none");
    double step = e->training_step_time.q.value;
    const char *unit = quantity_readable_unit(e->training_step_time.q, "s");
    return say_with(a, p->d->strings, "chart.pipeline-schedule.foot.time", "device",
                    p->scenario->accelerator->short_name, "time",
                    words_quantity(a, step, UNIT_SECOND, unit), "bubble",
                    words_quantity(a, e->training_bubble_time.q.value, UNIT_SECOND, unit), "date",
                    date, NULL);
}

struct frame pipeline_frame(struct pipeline_schedule *p) {
    struct frame f = {.kicker = with_numbers(p, "kicker"), .subtitle = with_numbers(p, "subtitle")};
    const char *first = with_numbers(p, p->table.micro_batches == 1 ? "title.one-batch" : "title");
    f.title_one = say_with(p->d->arena, p->d->strings, "chart.title.first", "title", first, NULL);
    f.title_two = with_numbers(p, second_title(p));
    f.foot[f.foot_count++] = with_numbers(p, idle_formula(p));
    f.foot[f.foot_count++] = foot_time(p);
    return f;
}

/* ── Description and rows ── */

const char *pipeline_describe(struct pipeline_schedule *p, const char *title) {
    struct arena *a = p->d->arena;
    const char *text = NULL, *list = NULL;
    words_add_sentence(a, &text, say_with(a, p->d->strings, "chart.sentence", "text", title, NULL));
    words_add_sentence(a, &text, pipeline_word(p, "describe.rows"));
    words_add_sentence(a, &text, with_numbers(p, idle_formula(p)));
    for (int64_t s = 0; s < p->table.stages; s++) {
        const char *item = pipeline_kept(p, s);
        list =
            list ? say_with(a, p->d->strings, "chart.list.plain", "list", list, "item", item, NULL)
                 : item;
    }
    words_add_sentence(
        a, &text,
        say_with(a, p->d->strings, "chart.pipeline-schedule.describe.kept", "list", list, NULL));
    words_add_sentence(a, &text, foot_time(p));
    return text;
}

struct chart_data pipeline_data(struct pipeline_schedule *p) {
    static const char *const columns[] = {"stage", "pass",   "micro_batch", "chunk",
                                          "start", "length", "kept"};
    static const char *const kinds[RUN_KINDS] = {"forward", "backward", "weights"};
    struct arena *a = p->d->arena;
    struct data_rows *rows = data_new(a, columns, 7);
    for (size_t i = 0; i < p->table.n; i++) {
        const struct run *r = &p->table.runs[i];
        data_add(rows, (const char *[]){
                           arena_printf(a, "%lld", (long long)r->stage + 1), kinds[r->kind],
                           arena_printf(a, "%lld", (long long)r->micro_batch + 1),
                           arena_printf(a, "%lld", (long long)r->chunk + 1),
                           arena_printf(a, "%.6g", r->start), arena_printf(a, "%.6g", r->length),
                           arena_printf(a, "%.6g", timetable_kept(&p->table, r->stage))});
    }
    return data_done(rows);
}
