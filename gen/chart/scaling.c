/* Scaling (design 6.13): speed against the number of devices that share one work. */
#include "chart/scaling.h"

#include <math.h>
#include <string.h>

#include "catalog/cases.h"
#include "chart/kind.h"
#include "chart/question.h"
#include "core/communication.h"
#include "core/parallel.h"

static const char *const OPTIONS = "task=inference weights=bf16 context=128";
static const char *const MODEL = "llama-2-7b", *const CARD = "a100-sxm4-80gb";

static bool is_word(const char *word, const char *expected) {
    return word && !strcmp(word, expected);
}

bool scaling_has_real(const struct scaling *c) {
    return c->first <= c->last;
}

/* ── Questions ── */

static struct scenario *ask(struct scaling *c, struct diag *diag) {
    const struct chart_request *q = c->request;
    bool own = q->scenario_count > 0;
    const struct model *model = own && !q->model_count ? NULL : request_model(q, diag, MODEL);
    const struct accelerator *card[1] = {NULL};
    if (!own || q->accelerator_count)
        request_accelerators(q, diag, CARD, card, 1);
    if ((!own && !card[0]) || (!model && !own))
        return NULL;
    struct scenario *s = question_given(c->arena, q, diag, model, card[0], OPTIONS);
    if (s && model)
        s->model = model;
    if (s && card[0])
        question_move(s, q->catalog, card[0]);
    return s;
}

static void set_count(struct scenario *s, enum scenario_option option, int64_t *member, int64_t n) {
    *member = n;
    s->given[option] = true;
}

/* Decoding is shared by tensor parallelism, training by replicas of what the scenario has. */
static struct scenario *spread_over(const struct scaling *c, const struct scenario *asked,
                                    int64_t base, int64_t times) {
    struct scenario *s = arena_memdup(c->arena, asked, sizeof *s);
    set_count(s, SCENARIO_devices, &s->devices, base * times);
    if (c->training)
        set_count(s, SCENARIO_data_parallel, &s->data_parallel, times);
    else
        set_count(s, SCENARIO_tensor_parallel, &s->tensor_parallel, times);
    return s;
}

static bool has_speed(const struct scaling *c, const struct estimate *e) {
    return e && (c->training ? e->training_speed.present : e->decode_speed.present);
}

/* As if memory held anything and the fast link went on. */
static const struct estimate *dream(const struct scaling *c, const struct scenario *s) {
    struct scenario *more = arena_memdup(c->arena, s, sizeof *more);
    more->accelerator = question_boundless(c->arena, s->accelerator);
    more->memory_capacity = 0;
    more->given[SCENARIO_memory_capacity] = false;
    if (!s->between_nodes && !(s->node_link_bandwidth > 0))
        set_count(more, SCENARIO_devices_per_node, &more->devices_per_node, s->devices);
    return question_run(c->arena, more);
}

static struct quantity ratio(struct quantity part, struct quantity whole) {
    double low = part.low / whole.low, high = part.high / whole.high;
    return quantity_range(fmin(low, part.value / whole.value), part.value / whole.value,
                          fmax(high, part.value / whole.value), UNIT_NONE, EMPIRICAL);
}

static void read_point(const struct scaling *c, struct scaling_point *p) {
    const struct estimate *e = p->estimate;
    const struct measure *links =
        c->training ? &e->training_communication_time : &e->decode_communication_time;
    struct quantity time = c->training ? e->training_step_time.q : e->decode_time.q;
    struct quantity none = quantity_exact(0, UNIT_SECOND);
    struct quantity wires = links->present ? links->q : none;
    double tokens = c->training ? e->training_step_tokens.q.value : (double)e->scenario->batch;
    p->speed = c->training ? e->training_speed.q : e->decode_speed.q;
    p->ceiling =
        c->training ? tokens / e->training_ceiling_time.q.value : e->decode_ceiling_speed.q.value;
    p->wires = wires.low > 0 ? tokens / wires.low : INFINITY;
    p->share = ratio(wires, time);
}

static void ask_point(struct scaling *c, struct scaling_point *p, const struct scenario *s) {
    p->devices = (double)s->devices;
    p->measured = NAN;
    p->efficiency = NAN;
    p->estimate = question_run(c->arena, s);
    bool fits = p->estimate && p->estimate->fits != VERDICT_NO;
    p->state = fits && has_speed(c, p->estimate) ? SCALING_REAL : SCALING_NONE;
    if (p->state == SCALING_NONE) {
        p->estimate = dream(c, s);
        p->state = has_speed(c, p->estimate) ? SCALING_HYPOTHETICAL : SCALING_NONE;
    }
    if (p->state != SCALING_NONE)
        read_point(c, p);
}

/* ── Measured ── */

/* A published case asks the same of so many devices. */
static bool asks_the_same(const struct scenario *a, const struct scenario *ours) {
    return a && is_word(a->task, "inference") && a->model && a->accelerator &&
           is_word(a->model->id, ours->model->id) &&
           is_word(a->accelerator->id, ours->accelerator->id) &&
           is_word(a->weights, ours->weights) && a->batch == ours->batch &&
           a->context == ours->context && a->devices == a->tensor_parallel && !a->draft &&
           !a->offload && !(a->memory_bandwidth > 0);
}

/* A catalogue of one language says of the words in others that it does not know them: nobody's
 * fault here. */
static void find_measured(struct scaling *c) {
    struct diag *unheard = diag_new(c->arena);
    const struct cases *cases = c->training ? NULL : catalog_cases(c->request->catalog, unheard);
    for (size_t i = 0; cases && i < cases->n; i++) {
        const struct published_case *p = &cases->at[i];
        if (!is_word(p->kind, "measured") || !is_word(p->unit, "token/s") || p->n != 1 ||
            !asks_the_same(p->scenario, c->asked))
            continue;
        for (size_t k = 0; k < SCALING_COUNTS; k++)
            if (c->points[k].state == SCALING_REAL &&
                c->points[k].devices == (double)p->scenario->devices) {
                c->points[k].measured = p->published[0].value;
                c->source = p->source;
            }
    }
}

/* ── What the points say together ── */

static void compare(struct scaling *c) {
    const struct scaling_point *one = &c->points[0];
    c->first = SCALING_COUNTS;
    c->last = 0;
    for (size_t i = 0; i < SCALING_COUNTS; i++) {
        struct scaling_point *p = &c->points[i];
        if (p->state != SCALING_NONE && one->state != SCALING_NONE)
            p->efficiency = p->speed.value / one->speed.value / (p->devices / one->devices);
        if (p->state == SCALING_REAL && c->first == SCALING_COUNTS)
            c->first = i;
        if (p->state == SCALING_REAL)
            c->last = i;
        c->beyond |= p->state == SCALING_HYPOTHETICAL && p->devices > c->node;
    }
}

/* Where the links become the lower ceiling: both are nearly straight in logarithms. */
static void find_ridge(struct scaling *c) {
    c->ridge = NAN;
    for (size_t i = 0; i + 1 < SCALING_COUNTS && !c->training; i++) {
        const struct scaling_point *a = &c->points[i], *b = &c->points[i + 1];
        if (a->state == SCALING_NONE || b->state == SCALING_NONE || !isfinite(a->wires))
            continue;
        double before = log(a->wires / a->ceiling), after = log(b->wires / b->ceiling);
        if (before <= 0 || after > 0)
            continue;
        double t = before / (before - after);
        c->ridge = a->devices * pow(b->devices / a->devices, t);
        c->ridge_speed = a->ceiling * pow(b->ceiling / a->ceiling, t);
        return;
    }
}

static bool lacks(struct diag *diag, const struct chart_request *q, const char *what) {
    diag_report(diag, DIAG_CHART_NEEDS, q->where, q->kind, what, NULL);
    return false;
}

static bool open(struct scaling *c, struct diag *diag) {
    struct scenario *asked = ask(c, diag);
    const struct estimate *plain = asked ? question_run(c->arena, asked) : NULL;
    if (!plain)
        return lacks(diag, c->request, "a scenario whose options fit together");
    c->asked = plain->scenario;
    c->training = is_word(c->asked->task, "training");
    struct degrees d = degrees_of(c->asked);
    int64_t base = c->training ? d.devices / d.data : 1;
    if (!c->training && (d.pipeline > 1 || d.data > 1 || d.context > 1 || d.expert > 1))
        return lacks(diag, c->request, "decoding shared by tensor parallelism alone, or training");
    size_t drawn = 0;
    for (size_t i = 0; i < SCALING_COUNTS; i++) {
        ask_point(c, &c->points[i], spread_over(c, asked, base, (int64_t)1 << i));
        drawn += c->points[i].state != SCALING_NONE;
    }
    if (drawn < 2)
        return lacks(diag, c->request,
                     "known peak, bandwidth and links, and heads that several devices can share");
    c->node =
        (double)communication_node(spread_over(c, asked, base, (int64_t)1 << (SCALING_COUNTS - 1)));
    compare(c);
    find_ridge(c);
    find_measured(c);
    return true;
}

/* ── Axes ── */

static double nice(double value, bool up) {
    static const double steps[] = {1, 1.5, 2, 3, 4, 6, 8};
    double power = pow(10, floor(log10(value))), found = up ? power * 10 : power;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        double step = power * steps[i];
        if (up ? step >= value && step < found : step <= value && step > found)
            found = step;
    }
    return found;
}

static struct plot make_plot(const struct scaling *c, struct rect box) {
    double low = INFINITY, high = 0;
    for (size_t i = 0; i < SCALING_COUNTS; i++) {
        const struct scaling_point *p = &c->points[i];
        if (p->state == SCALING_NONE)
            continue;
        low = fmin(low, p->state == SCALING_REAL ? p->speed.low : p->speed.value);
        high = fmax(high, fmin(p->ceiling, fmax(p->wires, p->speed.high)));
        if (isfinite(p->measured))
            low = fmin(low, p->measured);
    }
    double first = c->points[0].devices, last = c->points[SCALING_COUNTS - 1].devices;
    return (struct plot){
        {AXIS_LOG2, first, last, box.x, rect_right(box)},
        {AXIS_LOG, nice(low / 1.25, false), nice(high * 1.3, true), rect_bottom(box), box.y}};
}

static const struct frame_sizes sizes = {.height = 440,
                                         .left = 48,
                                         .right = 402,
                                         .top = 108,
                                         .bottom = 326,
                                         .below = 30,
                                         .page_width = 357,
                                         .page_height = 230};

bool chart_scaling(struct arena *a, struct diag *diag, const struct chart_request *request,
                   struct chart *chart) {
    struct scaling *c = ARENA_NEW(a, struct scaling);
    c->arena = a;
    c->words = request->strings;
    c->request = request;
    if (!open(c, diag))
        return false;
    struct frame frame = scaling_frame(c);
    struct frame_sizes fitted = sizes;
    struct framed framed;
    struct rect box;
    fitted.below += scaling_rows_height(c);
    fitted.height += scaling_rows_height(c) - 37; /* design 6.13 has no row of efficiency */
    c->d = frame_open(a, request, &frame, &fitted, &framed, &box);
    c->plot = make_plot(c, box);
    scaling_draw(c);
    scaling_draw_rows(c);
    frame_close(c->d, &frame, &framed, chart);
    chart->describe = scaling_describe(c, chart->title);
    chart->caption = scaling_caption(c);
    chart->data = scaling_data(c);
    return true;
}
