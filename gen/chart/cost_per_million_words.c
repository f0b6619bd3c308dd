/* What cost per million tokens says: title, subtitle, footer, description, rows. */
#include <math.h>
#include <string.h>

#include "chart/cost_per_million.h"
#include "plot/data.h"
#include "plot/words.h"

const char *cost_amount(struct arena *a, double amount) {
    struct number_format f = {.digits = amount >= 100 ? 0 : 2, .decimals = 0};
    return quantity_format(a, quantity_exact(amount, UNIT_NONE), f);
}

/* The device, with how many of them. */
const char *cost_name(const struct cost_chart *c, struct arena *a, const struct cost_curve *curve) {
    (void)c;
    const struct scenario *s = curve->scenario;
    if (s->devices < 2)
        return s->accelerator->short_name;
    return arena_printf(a, "%s × %s", words_count(a, s->devices), s->accelerator->short_name);
}

/* "2 USD/h", "25 000 USD over 3 years": where the cost comes from. */
static const char *price_of(const struct cost_chart *c, struct arena *a,
                            const struct cost_curve *curve) {
    const struct scenario *s = curve->scenario;
    bool owned = s->ownership && !strcmp(s->ownership, "owned");
    const char *key = c->basis == BASIS_KWH      ? "chart.cost-per-million.price.none"
                      : c->basis == BASIS_ENERGY ? "chart.cost-per-million.price.energy"
                      : owned                    ? "chart.cost-per-million.price.owned"
                                                 : "chart.cost-per-million.price.rented";
    double amount = c->basis == BASIS_ENERGY ? s->energy_price : s->price;
    return say_with(a, c->request->strings, key, "device", s->accelerator->short_name, "price",
                    words_number(a, amount), "currency", c->currency, "years",
                    words_number(a, s->years), NULL);
}

static const char *join(const struct cost_chart *c, struct arena *a, const char *list,
                        const char *item) {
    return list ? say_with(a, c->request->strings, "chart.list.comma", "list", list, "item", item,
                           NULL)
                : item;
}

/* All prices; of energy, once. */
static const char *prices(const struct cost_chart *c, struct arena *a) {
    const char *list = NULL;
    for (size_t i = 0; i < c->count; i++) {
        const char *one = c->curves[i].basis ? price_of(c, a, &c->curves[i]) : NULL;
        if (one && (!list || !strstr(list, one)))
            list = join(c, a, list, one);
    }
    return list;
}

/* Whether all prices are from a catalogue; else they are assumed. */
static bool is_listed(const struct cost_chart *c) {
    for (size_t i = 0; i < c->count; i++)
        if (c->curves[i].basis && (c->basis != BASIS_PRICE || !c->curves[i].scenario->listed))
            return false;
    return true;
}

/* ── Title ── */

/* Another that costs the same within what two digits show; NULL: none. */
static const struct cost_curve *as_cheap(const struct cost_chart *c,
                                         const struct cost_curve *best) {
    static const double near = 1.03;
    for (size_t i = 0; i < c->count; i++) {
        const struct cost_curve *other = &c->curves[i];
        if (other != best && other->n &&
            cost_last(other)->cost.value < cost_last(best)->cost.value * near)
            return other;
    }
    return NULL;
}

static bool is_compared(const struct cost_chart *c) {
    size_t fitting = 0;
    for (size_t i = 0; i < c->count; i++)
        fitting += c->curves[i].n > 0;
    return fitting > 1;
}

static const char *title_cheapest(const struct cost_chart *c, struct arena *a) {
    static const char *const keys[2][3] = {
        {"chart.cost-per-million.title.energy", "chart.cost-per-million.title.least-energy",
         "chart.cost-per-million.title.level-energy"},
        {"chart.cost-per-million.title.one", "chart.cost-per-million.title.cheapest",
         "chart.cost-per-million.title.level"}};
    const struct cost_curve *best = cost_cheapest(c), *other = as_cheap(c, best);
    const struct cost_point *last = cost_last(best);
    const char *key = keys[c->basis == BASIS_PRICE][other ? 2 : is_compared(c)];
    return say_with(a, c->request->strings, key, "device", cost_name(c, a, best), "other",
                    other ? cost_name(c, a, other) : "", "cost", cost_amount(a, last->cost.value),
                    "currency", c->currency, "batch", words_count(a, (int64_t)last->batch), NULL);
}

/* By how much one sequence alone is dearer on the same device. */
static const char *title_alone(const struct cost_chart *c, struct arena *a) {
    const struct cost_curve *best = cost_cheapest(c);
    double dearer = best->points[0].cost.value / cost_last(best)->cost.value;
    const char *key = best->n == 1              ? "chart.cost-per-million.title.only"
                      : c->basis == BASIS_PRICE ? "chart.cost-per-million.title.alone"
                                                : "chart.cost-per-million.title.alone-energy";
    return say_with(a, c->request->strings, key, "times",
                    words_number(a, dearer < 10 ? round(dearer * 10) / 10 : round(dearer)),
                    "device", cost_name(c, a, best), "batch",
                    words_count(a, (int64_t)cost_last(best)->batch), NULL);
}

/* ── Frame ── */

static bool same_model(const struct cost_chart *c) {
    for (size_t i = 1; i < c->count; i++) {
        const struct scenario *s = c->curves[i].scenario, *first = c->curves[0].scenario;
        if (s->model != first->model || strcmp(s->weights, first->weights) ||
            s->context != first->context)
            return false;
    }
    return true;
}

static const char *used_hours(const struct cost_chart *c, struct arena *a) {
    double low = 1, high = 0;
    for (size_t i = 0; i < c->count; i++) {
        double share = c->curves[i].scenario->cost_utilisation;
        share = share > 0 ? share : 1;
        low = fmin(low, share);
        high = fmax(high, share);
    }
    const char *from = words_percent(a, low), *to = words_percent(a, high);
    return strcmp(from, to) ? arena_printf(a, "%s–%s", from, to) : from;
}

struct frame cost_frame(const struct cost_chart *c, struct arena *a) {
    const struct strings *s = c->request->strings;
    const struct scenario *x = c->curves[0].scenario;
    struct frame f = {.title_one = title_cheapest(c, a), .title_two = title_alone(c, a)};
    f.kicker = same_model(c) ? say_with(a, s, "chart.cost-per-million.kicker", "model",
                                        x->model->name, "format", words_format(a, x->weights),
                                        "context", words_count(a, x->context), NULL)
                             : say(s, "chart.cost-per-million.kicker.several");
    const char *key = c->basis == BASIS_KWH      ? "chart.cost-per-million.subtitle.kwh"
                      : c->basis == BASIS_ENERGY ? "chart.cost-per-million.subtitle.energy"
                      : is_listed(c)             ? "chart.cost-per-million.subtitle.listed"
                                                 : "chart.cost-per-million.subtitle.assumed";
    f.subtitle = say_with(a, s, key, "prices", prices(c, a), NULL);
    f.foot[f.foot_count++] =
        say_with(a, s,
                 is_compared(c) ? "chart.cost-per-million.foot.read.others"
                                : "chart.cost-per-million.foot.read",
                 "device", cost_name(c, a, cost_first(c)), "hours", used_hours(c, a), NULL);
    const char *foot = c->basis == BASIS_KWH ? "chart.cost-per-million.foot.kwh"
                       : is_listed(c)        ? "chart.cost-per-million.foot.listed"
                                             : "chart.cost-per-million.foot.assumed";
    f.foot[f.foot_count++] =
        say_with(a, s, foot, "date", catalog_edition(c->request->catalog), NULL);
    return f;
}

const char *cost_axis_title(const struct cost_chart *c, struct arena *a) {
    return say_with(a, c->request->strings, "chart.cost-per-million.y-axis", "currency",
                    c->currency, NULL);
}

const char *cost_caption(const struct cost_chart *c, struct arena *a) {
    return say_with(a, c->request->strings,
                    c->basis == BASIS_KWH ? "chart.cost-per-million.caption.kwh"
                    : is_listed(c)        ? "chart.cost-per-million.caption.listed"
                                          : "chart.cost-per-million.caption",
                    "device", cost_name(c, a, cost_first(c)), "prices", prices(c, a), "hours",
                    used_hours(c, a), NULL);
}

/* ── Description and rows ── */

const char *cost_missing(const struct cost_chart *c, struct arena *a,
                         const struct cost_curve *curve) {
    const char *key =
        curve->fits ? "chart.cost-per-million.unknown" : "chart.cost-per-million.no-fit";
    return say_with(a, c->request->strings, key, "device", cost_name(c, a, curve), NULL);
}

const char *cost_says(const struct cost_chart *c, struct arena *a, const struct cost_curve *curve) {
    const struct strings *s = c->request->strings;
    const char *name = cost_name(c, a, curve);
    if (!curve->n)
        return cost_missing(c, a, curve);
    const struct cost_point *first = &curve->points[0], *last = cost_last(curve);
    return say_with(a, s, "chart.cost-per-million.says", "device", name, "first",
                    cost_amount(a, first->cost.value), "last", cost_amount(a, last->cost.value),
                    "low", cost_amount(a, last->cost.low), "high", cost_amount(a, last->cost.high),
                    "batch", words_count(a, (int64_t)last->batch), "currency", c->currency, NULL);
}

const char *cost_describe(const struct cost_chart *c, struct arena *a, const char *title) {
    const struct strings *s = c->request->strings;
    const char *text = NULL;
    words_add_sentence(a, &text, say_with(a, s, "chart.sentence", "text", title, NULL));
    for (size_t i = 0; i < c->count; i++)
        words_add_sentence(
            a, &text,
            say_with(a, s, "chart.sentence", "text", cost_says(c, a, &c->curves[i]), NULL));
    words_add_sentence(a, &text, say_with(a, s, "chart.sentence", "text", prices(c, a), NULL));
    return text;
}

struct chart_data cost_data(const struct cost_chart *c, struct arena *a) {
    static const char *const columns[] = {"accelerator", "devices", "batch",   "currency",
                                          "least",       "low",     "typical", "high"};
    struct data_rows *rows = data_new(a, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < c->count; i++)
        for (size_t k = 0; k < c->curves[i].n; k++) {
            const struct cost_curve *curve = &c->curves[i];
            const struct cost_point *p = &curve->points[k];
            const char *cells[] = {
                curve->scenario->accelerator->id,       words_count(a, curve->scenario->devices),
                arena_printf(a, "%.0f", p->batch),      c->currency,
                arena_printf(a, "%.6g", p->least),      arena_printf(a, "%.6g", p->cost.low),
                arena_printf(a, "%.6g", p->cost.value), arena_printf(a, "%.6g", p->cost.high)};
            data_add(rows, cells);
        }
    return data_done(rows);
}
