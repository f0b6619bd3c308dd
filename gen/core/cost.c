#include "core/cost.h"

#include <math.h>
#include <string.h>

#include "core/energy.h"
#include "core/interval.h"

#define HOUR          3600.0
#define HOURS_OF_YEAR 8760.0
#define MILLION       1e6

/* ── Arithmetic of money ── */

struct quantity cost_of_hour(double price) {
    return quantity_exact(price / HOUR, UNIT_MONEY_PER_SECOND);
}

double cost_recovery_factor(double years, double interest) {
    if (!(interest > 0))
        return 1 / years;
    return interest / -expm1(-years * log1p(interest)); /* i / (1 − (1 + i)^−y), small i too */
}

struct quantity cost_owned_hour(double price, double years, double interest, double utilisation) {
    return cost_of_hour(price * cost_recovery_factor(years, interest) / HOURS_OF_YEAR /
                        utilisation);
}

struct quantity cost_bill(struct quantity device_seconds, struct quantity per_device) {
    return interval_multiply(device_seconds, per_device);
}

struct quantity cost_per_million(struct quantity per_second, struct quantity speed,
                                 double utilisation) {
    struct quantity tokens = quantity_exact(MILLION / utilisation, UNIT_TOKEN);
    return interval_multiply(interval_divide(per_second, speed), tokens);
}

double cost_of_request(double input, double output, double hit, struct token_prices p) {
    return (input * (1 - hit) * p.input + input * hit * p.cached + output * p.output) / MILLION;
}

/* ── Of a scenario ── */

struct pricing {
    bool owned;
    double price, rent;      /* of one device; rent 0 = not known */
    double utilisation;      /* share of the hours that are used */
    struct quantity capital; /* a second of one device */
    struct quantity running; /* energy and hosting, a second of one device */
    struct quantity per_device;
};

static bool is_owned(const struct scenario *s) {
    return s->ownership && strcmp(s->ownership, "owned") == 0;
}

static double utilisation_of(const struct scenario *s) {
    return s->cost_utilisation > 0 ? s->cost_utilisation : 1;
}

/* Energy and hosting of one device in use. */
static struct quantity running_cost(const struct account *c) {
    struct quantity hosting = cost_of_hour(c->s->hosting);
    enum phase phase = account_is_training(c) ? PHASE_COMPUTE : PHASE_DECODE;
    struct quantity one = interval_scale(energy_power_of(c, phase), 1 / (double)c->s->devices);
    struct quantity money = energy_money(one, c->s->energy_price);
    money.unit = UNIT_MONEY_PER_SECOND;
    return interval_add(money, hosting);
}

static struct pricing pricing_of(const struct account *c) {
    const struct scenario *s = c->s;
    struct pricing p = {
        .owned = is_owned(s), .price = s->price, .rent = s->rent, .utilisation = utilisation_of(s)};
    if (!p.owned) {
        p.per_device = cost_of_hour(s->price);
        return p;
    }
    p.capital = cost_owned_hour(s->price, s->years, s->interest, p.utilisation);
    p.running = running_cost(c);
    p.per_device = interval_add(p.capital, p.running);
    return p;
}

/* Amounts in a derivation. */
static struct quantity money(double amount) {
    return quantity_exact(amount, UNIT_MONEY);
}

static void device_hour(struct account *c, const struct pricing *p) {
    struct estimate *e = c->e;
    const struct scenario *s = c->s;
    struct quantity hosting = cost_of_hour(s->hosting);
    measure_set(&e->cost_per_device_hour, p->per_device);
    if (!p->owned) {
        TRACE(&c->trace, STEP_COST_DEVICE, "c_rent", p->per_device,
              Q("c_rent", p->per_device, "money/h"));
        return;
    }
    TRACE(&c->trace, STEP_COST_DEVICE, "c_buy · x_crf / t_year / u_h + c_energy + c_host",
          p->per_device, Q("c_buy", money(p->price), "money"),
          N("x_crf", cost_recovery_factor(s->years, s->interest)),
          Q("t_year", quantity_exact(HOURS_OF_YEAR * HOUR, UNIT_SECOND), "h"),
          N("u_h", p->utilisation),
          Q("c_energy", interval_subtract(p->running, hosting), "money/h"),
          Q("c_host", hosting, "money/h"));
}

static void all_devices_hour(struct account *c, const struct pricing *p) {
    struct estimate *e = c->e;
    struct quantity all = interval_scale(p->per_device, (double)c->s->devices);
    measure_set(&e->cost_per_hour, all);
    TRACE(&c->trace, STEP_COST_HOUR, "n · c_dev", all, N("n", c->s->devices),
          Q("c_dev", p->per_device, "money/h"));
}

/* What a device that is bought costs is already spread over the hours that are used. */
static double paid_share(const struct pricing *p) {
    return p->owned ? 1 : p->utilisation;
}

static void million(struct account *c, struct measure *out, enum step_name name,
                    struct quantity per_second, struct quantity speed, double utilisation) {
    struct quantity cost = cost_per_million(per_second, speed, utilisation);
    measure_set(out, cost);
    TRACE(&c->trace, name, utilisation < 1 ? "1000000 · c_all / (v · u_h)" : "1000000 · c_all / v",
          cost, Q("c_all", per_second, "money/h"), Q("v", speed, "token/s"), N("u_h", utilisation));
}

static void of_tokens(struct account *c, const struct pricing *p) {
    struct estimate *e = c->e;
    const struct measure *speed = e->decode_speed.present ? &e->decode_speed : &e->offload_speed;
    if (!speed->present)
        return;
    struct quantity all = e->cost_per_hour.q;
    million(c, &e->cost_per_million_tokens, STEP_COST_MILLION, all, speed->q, paid_share(p));
    if (e->prefill_speed.present)
        million(c, &e->cost_per_million_input, STEP_COST_MILLION_INPUT, all, e->prefill_speed.q,
                paid_share(p));
    if (p->owned && p->rent > 0)
        million(c, &e->cost_rented_per_million, STEP_COST_RENTED_MILLION,
                interval_scale(cost_of_hour(p->rent), (double)c->s->devices), speed->q,
                p->utilisation);
}

static void bill(struct account *c, struct measure *out, enum step_name name,
                 struct quantity per_device) {
    struct quantity hours = c->e->training_device_hours.q;
    measure_set(out, cost_bill(hours, per_device));
    TRACE(&c->trace, name, "t_dev · c_dev", out->q, Q("t_dev", hours, "h"),
          Q("c_dev", per_device, "money/h"));
}

static void of_run(struct account *c, const struct pricing *p) {
    struct estimate *e = c->e;
    if (!e->training_device_hours.present)
        return;
    bill(c, &e->cost_total, STEP_COST_TOTAL, p->per_device);
    if (p->owned && p->rent > 0)
        bill(c, &e->cost_rented_total, STEP_COST_RENTED_TOTAL, cost_of_hour(p->rent));
}

/* Hours of use after which the price is saved; none when running costs as much as renting. */
static void break_even(struct account *c, const struct pricing *p) {
    struct estimate *e = c->e;
    if (!p->owned || !(p->rent / HOUR > p->running.high))
        return;
    struct quantity saved = interval_subtract(cost_of_hour(p->rent), p->running);
    struct quantity time = interval_divide(quantity_exact(p->price, UNIT_MONEY), saved);
    measure_set(&e->cost_break_even, time);
    TRACE(&c->trace, STEP_COST_BREAK_EVEN, "c_buy / (c_rent − c_use)", time,
          Q("c_buy", money(p->price), "money"), Q("c_rent", cost_of_hour(p->rent), "money/h"),
          Q("c_use", p->running, "money/h"));
}

/* What the request would cost at a service that is paid by the token. */
static void service(struct account *c) {
    const struct scenario *s = c->s;
    if (!(s->output_price > 0) || !(s->prompt > 0) || !(s->output > 0))
        return;
    bool own =
        s->cached_price > 0 || s->given[SCENARIO_cached_price]; /* cached tokens may be free */
    double cached = own ? s->cached_price : s->input_price;
    const struct token_prices p = {s->input_price, cached, s->output_price};
    double cost = cost_of_request((double)s->prompt, (double)s->output, s->prefix_hit, p);
    measure_set(&c->e->cost_service_per_request, quantity_exact(cost, UNIT_MONEY));
    TRACE(&c->trace, STEP_COST_SERVICE,
          "(s · (1 − x_hit) · c_read + s · x_hit · c_cached + s_out · c_write) / 1000000",
          c->e->cost_service_per_request.q, N("s", s->prompt), N("x_hit", s->prefix_hit),
          N("c_read", p.input), N("c_cached", p.cached), N("s_out", s->output),
          N("c_write", p.output));
}

void account_cost(struct account *c) {
    if (!account_is_training(c))
        service(c);
    bool known = c->s->price > 0 && (!is_owned(c->s) || c->device->power.known);
    if (!known)
        return;
    struct pricing p = pricing_of(c);
    device_hour(c, &p);
    all_devices_hour(c, &p);
    if (account_is_training(c))
        of_run(c, &p);
    else
        of_tokens(c, &p);
    break_even(c, &p);
}
