/* A pipeline schedule: stages as rows, micro-batches as boxes, what is left idle. */
#include "chart/pipeline_schedule.h"

#include <math.h>
#include <string.h>

#include "chart/kind.h"
#include "chart/question.h"
#include "core/activations.h"
#include "core/parallel.h"
#include "plot/words.h"

/* Files stay small, and boxes can be told apart. */
enum { STAGES_MOST = 10, RUNS_MOST = 520, CHUNKED_MOST = 260, MOVED_MOST = 200 };

static bool needs(const struct pipeline_schedule *p, struct diag *diag, const char *what) {
    diag_report(diag, DIAG_CHART_NEEDS, p->request->where, p->request->kind, what, NULL);
    return false;
}

static bool take_scenario(struct pipeline_schedule *p, struct arena *a, struct diag *diag) {
    static const char *const names[] = {"task",
                                        "model",
                                        "accelerator",
                                        "tensor-parallel",
                                        "pipeline-parallel",
                                        "gradient-accumulation",
                                        "sequence",
                                        "node-link"};
    const struct chart_request *r = p->request;
    const struct model *model = request_model(r, diag, "llama-3.1-70b");
    if (!model)
        return false;
    const char *values[] = {
        "training", model->id, r->accelerator_count ? r->accelerators[0]->id : "h100-sxm5-80gb",
        "8",        "4",       "8",
        "4096",     "ib-ndr"};
    question_suit(a, model, names, values, sizeof names / sizeof *names);
    p->scenario = r->scenario_count ? r->scenarios[0]
                                    : catalog_make_scenario(r->catalog, diag, names, values,
                                                            sizeof names / sizeof *names);
    if (p->scenario)
        p->estimate = catalog_estimate(r->catalog, p->scenario);
    return p->scenario != NULL;
}

/* Chunks and moved gradients break rows into more pieces. */
static int64_t runs_most(const struct pipeline_schedule *p, int64_t chunks) {
    return schedule_moves_weights(p->schedule) ? MOVED_MOST : chunks > 1 ? CHUNKED_MOST : RUNS_MOST;
}

static int64_t run_count(const struct pipeline_schedule *p, int64_t stages, int64_t batches,
                         int64_t chunks) {
    return (schedule_moves_weights(p->schedule) ? 3 : 2) * stages * batches * chunks;
}

static bool make_table(struct pipeline_schedule *p, struct arena *a, struct diag *diag) {
    const struct scenario *s = p->scenario;
    int64_t stages = degrees_of(s).pipeline, batches = training_micro_batches(s);
    bool training = s->task && strcmp(s->task, "training") == 0;
    if (!training || stages < 2)
        return needs(p, diag, "a scenario of training with pipeline-parallel of 2 or more");
    p->schedule = schedule_of(s->pipeline_schedule);
    if (!timetable_known(p->schedule, stages, batches))
        return needs(
            p, diag,
            "the schedule 1f1b or gpipe, or zero-bubble with a micro-batch for each stage");
    int64_t chunks = training_chunks(s);
    if (stages > STAGES_MOST || run_count(p, stages, batches, chunks) > runs_most(p, chunks))
        return needs(
            p, diag,
            arena_printf(a, "at most %d stages and %lld passes, so that they can be told apart",
                         STAGES_MOST, (long long)runs_most(p, chunks)));
    p->shares = schedule_shares(!s->method || strcmp(s->method, "full") == 0,
                                recompute_of(s->recompute) == RECOMPUTE_FULL);
    p->table = timetable_of(a, p->schedule, stages, batches, chunks, p->shares);
    return true;
}

/* ── Shares ── */

static double idle_share(double idle, double batches) {
    return idle / (batches + idle);
}

double pipeline_idle(const struct pipeline_schedule *p) {
    double work = (double)p->table.micro_batches * (p->shares.forward + p->shares.backward);
    return 1 - work / p->table.length;
}

double pipeline_plain_idle(const struct pipeline_schedule *p) {
    return idle_share((double)p->table.stages - 1, (double)p->table.micro_batches);
}

/* ── Layout ── */

static struct frame_sizes sizes_of(const struct pipeline_schedule *p) {
    double rows = p->pitch * (double)p->table.stages;
    return (struct frame_sizes){.height = 124 + rows + 82,
                                .left = 72,
                                .right = 440,
                                .top = 124,
                                .bottom = 124 + rows,
                                .below = 27,
                                .page_width = 357,
                                .page_height = 24 + rows + 27,
                                .rows = true};
}

static void place(struct pipeline_schedule *p, struct rect plot) {
    double top = plot.y + (p->d->in_page ? 6 : 0), bottom = rect_bottom(plot);
    p->plot = (struct plot){{AXIS_LINEAR, 0, p->table.length, plot.x, rect_right(plot)},
                            {AXIS_LINEAR, 0, 1, bottom, top}};
    p->pitch = (bottom - top) / (double)p->table.stages;
    p->box = round(p->pitch * 0.76);
    p->end = p->d->scene->width - (p->d->in_page ? 0 : 16);
    p->kept_x = rect_right(plot) + 12;
}

bool chart_pipeline_schedule(struct arena *a, struct diag *diag,
                             const struct chart_request *request, struct chart *chart) {
    struct pipeline_schedule *p = ARENA_NEW(a, struct pipeline_schedule);
    p->request = request;
    p->d = drawing_new(a, request, 0, 0); /* for words before the frame is open */
    if (!question_is_one(request, diag) || !take_scenario(p, a, diag) || !make_table(p, a, diag))
        return false;
    bool small = request->in_page && request->width < 400;
    double room = small ? 150 : 184, most = small ? 26 : 36;
    p->pitch = fmin(most, fmax(11, floor(room / (double)p->table.stages)));
    struct frame frame = pipeline_frame(p);
    struct frame_sizes sizes = sizes_of(p);
    struct framed framed;
    struct rect plot;
    p->d = frame_open(a, request, &frame, &sizes, &framed, &plot);
    place(p, plot);
    pipeline_draw(p);
    frame_close(p->d, &frame, &framed, chart);
    chart->describe = pipeline_describe(p, chart->title);
    chart->caption = pipeline_word(p, "caption");
    chart->data = pipeline_data(p);
    return true;
}
