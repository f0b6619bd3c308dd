/* Cost of a million generated tokens against batch: an hour costs the same however many sequences
 * share it. Prices are the scenario's assumptions or an overlay's; none is known to us. */
#include "chart/cost_per_million.h"

#include <math.h>
#include <string.h>

#include "chart/kind.h"
#include "chart/question.h"

static const char *const default_scenarios[] = {"cost-8b-h100", "cost-8b-a100", "cost-8b-rtx-4090"};
static const double largest_shown = 1024;

enum { DEFAULTS = sizeof default_scenarios / sizeof *default_scenarios };

static bool needs(const struct cost_chart *c, struct diag *diag, const char *what) {
    diag_report(diag, DIAG_CHART_NEEDS, c->request->where, c->request->kind, what, NULL);
    return false;
}

/* ── Curves ── */

static struct measure measure_of(const struct estimate *e, enum cost_basis basis) {
    return basis == BASIS_PRICE    ? e->cost_per_million_tokens
           : basis == BASIS_ENERGY ? e->energy_cost_per_million
                                   : e->energy_per_million;
}

static struct cost_point point_of(const struct estimate *e, double batch, enum cost_basis basis) {
    static const double kwh = 3.6e6;
    struct quantity cost = measure_of(e, basis).q;
    double unit = basis == BASIS_KWH ? kwh : 1;
    double reached = e->decode_speed.q.value / e->decode_ceiling_speed.q.value;
    cost.value /= unit, cost.low /= unit, cost.high /= unit;
    return (struct cost_point){batch, cost.value * reached, cost};
}

static enum cost_basis basis_of(const struct estimate *e) {
    enum cost_basis basis = BASIS_PRICE;
    while (basis != BASIS_NONE && !measure_of(e, basis).present)
        basis--;
    return basis;
}

static const struct estimate *at_batch(struct arena *a, const struct scenario *base, double batch) {
    struct scenario s = *base;
    s.batch = (int64_t)batch;
    s.given[SCENARIO_batch] = true;
    return question_run(a, &s);
}

/* Batches of 1, 2, 3, 4, 6, 8 … up to the last that fits, and that one. */
static void sample(struct cost_curve *curve, struct arena *a, const struct scenario *base,
                   double most) {
    curve->n = 0;
    curve->whole = most <= largest_shown;
    double last = fmin(most, largest_shown);
    for (double b = 1; curve->n < COST_POINTS;) {
        const struct estimate *e = at_batch(a, base, b);
        if (!e || e->fits == VERDICT_NO || !e->decode_speed.present)
            return;
        curve->points[curve->n++] = point_of(e, b, curve->basis);
        if (b >= last)
            return;
        double half = pow(2, floor(log2(b)));
        b = fmin(last, b < 2 ? 2 : b == half ? half * 1.5 : half * 2);
    }
}

/* A device that does not fit has a basis all the same: it is that of the same device with memory
 * for anything. */
static void add_curve(struct cost_chart *c, struct arena *a, const struct scenario *base) {
    const struct estimate *one = at_batch(a, base, 1);
    if (!one)
        return;
    struct cost_curve *curve = &c->curves[c->count++];
    const struct estimate *free = question_run_boundless(a, base);
    curve->scenario = one->scenario;
    curve->basis = free ? basis_of(free) : BASIS_NONE;
    curve->fits = one->fits != VERDICT_NO;
    double most = one->decode_largest_batch.present ? one->decode_largest_batch.q.value : 0;
    if (curve->basis && most >= 1)
        sample(curve, a, base, most);
}

/* A price that the scenario gives is of its own device. What stands beside a price holds for one
 * that the catalogue may have, and asks for none. */
static struct scenario moved_to(const struct catalog *c, const struct scenario *base,
                                const struct accelerator *device) {
    static const enum scenario_option beside[] = {SCENARIO_price, SCENARIO_rent, SCENARIO_ownership,
                                                  SCENARIO_cost_utilisation, SCENARIO_currency};
    struct scenario s = *base;
    if (!device || device == base->accelerator)
        return s;
    question_move(&s, c, device);
    s.price = s.rent = 0;
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        s.given[beside[i]] = false;
    return s;
}

static bool is_inference(const struct scenario *s) {
    return s->task && !strcmp(s->task, "inference");
}

/* The request's scenarios of inference, or those whose assumed prices the course states. */
static size_t scenarios_of(const struct cost_chart *c, struct diag *diag,
                           const struct scenario **out) {
    const struct chart_request *r = c->request;
    size_t n = 0;
    for (size_t i = 0; i < r->scenario_count && n < COST_MOST; i++)
        if (is_inference(r->scenarios[i]))
            out[n++] = r->scenarios[i];
    for (size_t i = 0; !r->scenario_count && i < DEFAULTS; i++)
        if ((out[n] = catalog_scenario(r->catalog, diag, r->where, default_scenarios[i])))
            n++;
    return n;
}

/* Devices are compared by the first scenario; another model has a context of its own. */
static void add_curves(struct cost_chart *c, struct arena *a, struct diag *diag) {
    const struct chart_request *r = c->request;
    const struct scenario *given[COST_MOST];
    size_t n = scenarios_of(c, diag, given);
    bool devices = r->accelerator_count > 0;
    for (size_t i = 0; n && i < (devices ? r->accelerator_count : n); i++) {
        struct scenario s =
            moved_to(r->catalog, given[devices ? 0 : i], devices ? r->accelerators[i] : NULL);
        if (r->model_count) {
            s.model = r->models[0];
            s.context = r->scenario_count ? s.context : 0;
        }
        add_curve(c, a, &s);
    }
}

/* ── What all must share ── */

/* Prices where all have one, else energy in money, else energy; those without any are left out. */
static enum cost_basis common_basis(const struct cost_chart *c) {
    enum cost_basis least = BASIS_NONE;
    for (size_t i = 0; i < c->count; i++) {
        enum cost_basis basis = c->curves[i].basis;
        if (basis && (!least || basis < least))
            least = basis;
    }
    return least;
}

static const char *first_currency(const struct cost_chart *c) {
    for (size_t i = 0; i < c->count; i++)
        if (c->curves[i].basis)
            return c->curves[i].scenario->currency;
    return NULL;
}

static bool one_currency(const struct cost_chart *c) {
    for (size_t i = 0; i < c->count; i++) {
        const char *own = c->curves[i].scenario->currency;
        if (c->curves[i].basis && (!own || strcmp(own, c->currency)))
            return false;
    }
    return true;
}

/* Where only some devices have a price, all are compared by energy alone. */
static void use_basis(struct cost_chart *c, struct arena *a) {
    for (size_t i = 0; i < c->count; i++) {
        struct cost_curve *curve = &c->curves[i];
        if (curve->basis == c->basis || !curve->n)
            continue;
        double last = curve->points[curve->n - 1].batch;
        bool whole = curve->whole;
        curve->basis = c->basis;
        sample(curve, a, curve->scenario, last);
        curve->whole = whole;
    }
}

static bool sound(struct cost_chart *c, struct arena *a, struct diag *diag) {
    add_curves(c, a, diag);
    if (!c->count)
        return needs(c, diag, "a scenario of inference whose options fit together");
    c->basis = common_basis(c);
    if (c->basis == BASIS_NONE)
        return needs(
            c, diag,
            "the option price of each scenario, or prices of the devices in a catalogue of "
            "your own, or devices whose power is known; and their bandwidth and peak");
    c->currency = c->basis == BASIS_KWH ? "kWh" : first_currency(c);
    if (c->basis > BASIS_KWH && (!c->currency || !one_currency(c)))
        return needs(c, diag, "one currency");
    use_basis(c, a);
    return cost_first(c) ? true : needs(c, diag, "a model that fits one of the devices");
}

const struct cost_curve *cost_first(const struct cost_chart *c) {
    for (size_t i = 0; i < c->count; i++)
        if (c->curves[i].n)
            return &c->curves[i];
    return NULL;
}

const struct cost_point *cost_last(const struct cost_curve *curve) {
    return &curve->points[curve->n - 1];
}

const struct cost_curve *cost_cheapest(const struct cost_chart *c) {
    const struct cost_curve *best = cost_first(c);
    for (size_t i = 0; i < c->count; i++)
        if (c->curves[i].n && cost_last(&c->curves[i])->cost.value < cost_last(best)->cost.value)
            best = &c->curves[i];
    return best;
}

/* ── Layout ── */

/* The largest batch of all, where a memory is full there; 0: the axis ends before. */
static double cost_wall(const struct cost_chart *c, double batch) {
    for (size_t i = 0; i < c->count; i++)
        if (c->curves[i].n && c->curves[i].whole && cost_last(&c->curves[i])->batch >= batch)
            return batch;
    return 0;
}

static void set_axes(struct cost_chart *c, struct rect plot) {
    double batch = 8, low = INFINITY, high = 0;
    for (size_t i = 0; i < c->count; i++)
        for (size_t k = 0; k < c->curves[i].n; k++) {
            const struct cost_point *p = &c->curves[i].points[k];
            bool first = &c->curves[i] == cost_first(c), last = k + 1 == c->curves[i].n;
            batch = fmax(batch, p->batch);
            low = fmin(low, first || last ? fmin(p->least, p->cost.low) : p->cost.value);
            high = fmax(high, first || last ? p->cost.high : p->cost.value);
        }
    c->wall = cost_wall(c, batch);
    double end = c->wall > 0 ? batch * 1.25 : batch * 1.02; /* room for what cannot be */
    c->plot = (struct plot){
        {AXIS_LOG2, 1, end, plot.x, rect_right(plot)},
        {AXIS_LOG, low / 1.25, fmax(high * 1.15, low * 4), rect_bottom(plot), plot.y}};
}

bool chart_cost_per_million(struct arena *a, struct diag *diag, const struct chart_request *request,
                            struct chart *chart) {
    static const struct frame_sizes sizes = {.height = 428,
                                             .left = 56,
                                             .right = 450,
                                             .top = 108,
                                             .bottom = 352,
                                             .below = 28,
                                             .page_width = 357,
                                             .page_height = 210};
    struct cost_chart *c = ARENA_NEW(a, struct cost_chart);
    c->request = request;
    if (!sound(c, a, diag))
        return false;
    struct frame frame = cost_frame(c, a);
    struct framed framed;
    struct rect plot;
    c->d = frame_open(a, request, &frame, &sizes, &framed, &plot);
    set_axes(c, plot);
    cost_draw(c);
    frame_close(c->d, &frame, &framed, chart);
    chart->describe = cost_describe(c, a, chart->title);
    chart->caption = cost_caption(c, a);
    chart->data = cost_data(c, a);
    return true;
}
