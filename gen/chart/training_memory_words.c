/* Words and rows of memory over a training step. */
#include <string.h>

#include "chart/scenario_words.h"
#include "chart/training_memory.h"
#include "plot/data.h"
#include "plot/words.h"

#define GIB 1073741824.0

static const char *const moments[MOMENTS] = {"start",          "forward-end",  "loss",   "loss-end",
                                             "backward-start", "backward-end", "update", "end"};

const char *training_gib(const struct training_memory *m, double x) {
    return quantity_format(m->d->arena, quantity_exact(x, UNIT_NONE),
                           (struct number_format){.decimals = 1});
}

static const char *plan_words(const struct training_memory *m) {
    struct arena *a = m->d->arena;
    const char *plan = scenario_plan(a, m->d->strings, m->scenario);
    const char *sharding = scenario_sharding(a, m->scenario);
    return sharding ? say_with(a, m->d->strings, "chart.recipe.and", "recipe", plan, "item",
                               sharding, NULL)
                    : plan;
}

const char *training_say(const struct training_memory *m, const char *key) {
    struct arena *a = m->d->arena;
    const struct scenario *s = m->scenario;
    double peak = course_peak(&m->course), kept = m->course.bytes[FILL_ACTIVATIONS][2];
    double states = course_level(&m->course, FILL_OPTIMIZER, 7);
    return say_with(
        a, m->d->strings, arena_printf(a, "chart.training-memory.%s", key), "peak",
        training_gib(m, peak), "kept", training_gib(m, kept / GIB), "states",
        training_gib(m, states), "share", words_percent(a, kept / GIB / peak), "other",
        m->other ? training_gib(m, training_other(m)) : "", "capacity",
        training_gib(m, training_capacity(m)), "over", training_gib(m, peak - training_capacity(m)),
        "device", s->accelerator->short_name, "model", s->model->name, "plan", plan_words(m),
        "tokens", words_count(a, s->sequence), "batch", words_count(a, s->micro_batch), "recompute",
        say(m->d->strings,
            arena_printf(a, "chart.recompute.%s", s->recompute ? s->recompute : "none")),
        "date", catalog_edition(m->request->catalog), NULL);
}

struct frame training_frame(const struct training_memory *m) {
    struct frame f = {.kicker = training_say(m, "kicker"), .subtitle = training_say(m, "subtitle")};
    double capacity = training_capacity(m);
    bool over = capacity > 0 && course_peak(&m->course) > capacity;
    f.title_one = say_with(m->d->arena, m->d->strings, "chart.title.first", "title",
                           training_say(m, over ? "title.over" : "title"), NULL);
    f.title_two = training_say(m, !m->other       ? "title.share"
                                  : m->recomputed ? "title.recomputed"
                                                  : "title.other");
    f.foot[f.foot_count++] = training_say(m, over ? "foot.over" : "foot");
    f.foot[f.foot_count++] = training_say(m, "foot.sources");
    return f;
}

struct chart_data training_data(const struct training_memory *m) {
    static const char *const columns[] = {"moment", "part", "gib"};
    struct data_rows *rows = data_new(m->d->arena, columns, 3);
    for (int i = 0; i < MOMENTS; i++) {
        for (int f = 0; f < FILLS; f++)
            if (training_has(m, f))
                data_add(rows, (const char *[]){
                                   moments[i], fill_rows[f].id,
                                   arena_printf(m->d->arena, "%.6g", m->course.bytes[f][i] / GIB)});
        data_add(rows, (const char *[]){moments[i], "total",
                                        arena_printf(m->d->arena, "%.9g",
                                                     course_level(&m->course, FILLS - 1, i))});
    }
    return data_done(rows);
}
