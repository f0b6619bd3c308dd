/* Memory over one training step: what stands on the device from phase to phase. */
#include <math.h>
#include <string.h>

#include "chart/kind.h"
#include "chart/question.h"
#include "chart/training_memory.h"
#include "core/activations.h"
#include "core/schedule.h"

#define GIB 1073741824.0

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
double course_level(const struct course *c, int fill, int moment) {
    double sum = 0;
    for (int f = 0; f <= fill; f++)
        sum += c->bytes[f][moment];
    return sum / GIB;
}

double course_peak(const struct course *c) {
    return course_level(c, FILLS - 1, 2);
}

bool training_has(const struct training_memory *m, int fill) {
    return m->course.bytes[fill][2] > 0;
}

double training_capacity(const struct training_memory *m) {
    return part(m->estimate->memory_capacity) / GIB;
}

double training_other(const struct training_memory *m) {
    return m->other ? part(m->other->memory_total) / GIB : 0;
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

/* ── The chart ── */

static void set_plot(struct training_memory *m, struct rect r) {
    double most = fmax(course_peak(&m->course), training_other(m));
    double label = 30 / r.h, step;
    most =
        fmax(most / (1 - label), training_capacity(m) < 3 * most ? training_capacity(m) * 1.06 : 0);
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
    if (m->other)
        m->other_course = course_of(m->other, m->scenario, m->recomputed);
    struct frame frame = training_frame(m);
    m->d = frame_open(a, request, &frame, &sizes, &framed, &plot);
    set_plot(m, plot);
    training_draw(m);
    frame_close(m->d, &frame, &framed, chart);
    chart->describe = training_say(m, m->other ? "describe" : "describe.alone");
    chart->caption = training_say(m, "caption");
    chart->data = training_data(m);
    return true;
}
