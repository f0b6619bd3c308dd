#include "core/energy.h"

#include "core/interval.h"

#define KILOWATT_HOUR 3.6e6
#define MILLION       1e6

/* ── Power ── */

static struct quantity share(double low, double typical, double high) {
    return quantity_range(low, typical, high, UNIT_NONE, EMPIRICAL);
}

/* Of the rated power, with nothing to do. */
static struct quantity idle_share(void) {
    return share(0.05, 0.12, 0.20);
}

static struct quantity busy_share(enum phase phase) {
    return phase == PHASE_DECODE ? share(0.4, 0.55, 0.7) : share(0.8, 0.9, 1.0);
}

/* CPUs, memory, fans and network beside the devices, as a share of their power. */
static struct quantity host_share(void) {
    return share(0.1, 0.2, 0.4);
}

static struct quantity building(const struct scenario *s) {
    return s->pue > 0 ? share(s->pue, s->pue, s->pue) : share(1.1, 1.3, 1.5);
}

/* The idle share plus what is left of the rated power, as far as it is used. */
static double drawn(double rated, double idle, double busy) {
    return rated * (idle + (1 - idle) * busy);
}

static struct quantity device_power(double rated, enum phase phase) {
    struct quantity idle = idle_share(), busy = busy_share(phase);
    return quantity_range(drawn(rated, idle.low, busy.low), drawn(rated, idle.value, busy.value),
                          drawn(rated, idle.high, busy.high), UNIT_WATT, EMPIRICAL);
}

struct quantity energy_power_of(const struct account *c, enum phase phase) {
    struct quantity one = device_power(c->device->power.value, phase), host = host_share();
    struct quantity with_host = share(1 + host.low, 1 + host.value, 1 + host.high);
    return interval_scale(interval_multiply(interval_multiply(one, with_host), building(c->s)),
                          (double)c->s->devices);
}

static void trace_power(struct account *c, enum step_name name, enum phase phase,
                        struct quantity power) {
    TRACE(&c->trace, name, "n · TDP · (x_idle + (1 − x_idle) · u_dev) · (1 + x_host) · PUE", power,
          N("n", c->s->devices), Q("TDP", quantity_exact(c->device->power.value, UNIT_WATT), "W"),
          N("x_idle", idle_share().value), N("u_dev", busy_share(phase).value),
          N("x_host", host_share().value), N("PUE", building(c->s).value));
}

struct quantity energy_money(struct quantity energy, double price) {
    struct quantity money = interval_scale(energy, price / KILOWATT_HOUR);
    money.unit = UNIT_MONEY;
    return money;
}

/* ── What follows ── */

/* CO2 in kilograms and money of an amount of energy. */
struct consequence {
    const char *symbol;
    struct measure *carbon, *cost;
    enum step_name carbon_step, cost_step;
};

static void consequences(struct account *c, struct quantity energy, struct consequence of) {
    const struct scenario *s = c->s;
    if (s->grid_intensity > 0) {
        struct quantity mass = interval_scale(energy, s->grid_intensity / KILOWATT_HOUR);
        mass.unit = UNIT_KILOGRAM;
        measure_set(of.carbon, mass);
        struct quantity grid = quantity_exact(s->grid_intensity / KILOWATT_HOUR,
                                              unit_divide(UNIT_KILOGRAM, UNIT_JOULE));
        TRACE(&c->trace, of.carbon_step, arena_printf(c->arena, "%s · x_CO2", of.symbol), mass,
              Q(of.symbol, energy, "kWh"), Q("x_CO2", grid, "kg/kWh"));
    }
    if (s->energy_price > 0) {
        struct quantity money = energy_money(energy, s->energy_price);
        measure_set(of.cost, money);
        struct quantity price =
            quantity_exact(s->energy_price / KILOWATT_HOUR, unit_divide(UNIT_MONEY, UNIT_JOULE));
        TRACE(&c->trace, of.cost_step, arena_printf(c->arena, "%s · c_kWh", of.symbol), money,
              Q(of.symbol, energy, "kWh"), Q("c_kWh", price, "money/kWh"));
    }
}

static void per_token(struct account *c, struct quantity speed) {
    struct estimate *e = c->e;
    struct quantity token = interval_divide(e->energy_power.q, speed);
    measure_set(&e->energy_per_token, token);
    TRACE(&c->trace, STEP_ENERGY_TOKEN, "p_all / v", token, Q("p_all", e->energy_power.q, "W"),
          Q("v", speed, "token/s"));
}

static void per_million(struct account *c) {
    struct estimate *e = c->e;
    struct quantity million =
        interval_multiply(e->energy_per_token.q, quantity_exact(MILLION, UNIT_TOKEN));
    measure_set(&e->energy_per_million, million);
    TRACE(&c->trace, STEP_ENERGY_MILLION, "1000000 · E_tok", million,
          Q("E_tok",
            quantity_range(e->energy_per_token.q.low, e->energy_per_token.q.value,
                           e->energy_per_token.q.high, UNIT_JOULE, EMPIRICAL),
            "J"));
    consequences(c, million,
                 (struct consequence){"E_M", &e->energy_carbon_per_million,
                                      &e->energy_cost_per_million, STEP_ENERGY_CARBON_MILLION,
                                      STEP_ENERGY_COST_MILLION});
}

/* Does the scenario say what one request reads and writes? */
static bool has_request(const struct scenario *s) {
    return s->prompt > 0 && s->output > 0 && s->prompt + s->output <= s->context;
}

/* One request: its share of the prefill and its generated tokens. Per generated token and per token
 * read or written differ by as much as prompt and output do, so both are given. */
static void per_request(struct account *c) {
    struct estimate *e = c->e;
    const struct scenario *s = c->s;
    if (!has_request(s) || !e->prefill_time.present)
        return;
    double users = e->decode_speed.q.value * e->decode_time.q.value;
    struct quantity power = energy_power_of(c, PHASE_COMPUTE);
    struct quantity prefill =
        interval_scale(interval_multiply(power, e->prefill_time.q), 1 / users);
    struct quantity output = quantity_exact((double)s->output, UNIT_TOKEN);
    struct quantity any = quantity_exact((double)(s->prompt + s->output), UNIT_TOKEN);
    struct quantity request =
        interval_add(prefill, interval_multiply(e->energy_per_token.q, output));
    measure_set(&e->energy_per_request, request);
    measure_set(&e->energy_per_output_token, interval_divide(request, output));
    measure_set(&e->energy_per_any_token, interval_divide(request, any));
    struct quantity token = e->energy_per_token.q;
    token.unit = UNIT_JOULE;
    trace_power(c, STEP_ENERGY_PREFILL_POWER, PHASE_COMPUTE, power);
    TRACE(&c->trace, STEP_ENERGY_REQUEST, "p_pre · t_pre / N_user + s_out · E_tok", request,
          Q("p_pre", power, "W"), Q("t_pre", e->prefill_time.q, "s"), N("N_user", users),
          N("s_out", s->output), Q("E_tok", token, "J"));
    TRACE(&c->trace, STEP_ENERGY_OUTPUT_TOKEN, "E_req / s_out", e->energy_per_output_token.q,
          Q("E_req", request, "J"), N("s_out", s->output));
    TRACE(&c->trace, STEP_ENERGY_ANY_TOKEN, "E_req / (s + s_out)", e->energy_per_any_token.q,
          Q("E_req", request, "J"), N("s", s->prompt), N("s_out", s->output));
}

static void of_run(struct account *c) {
    struct estimate *e = c->e;
    if (!e->training_total_time.present)
        return;
    struct quantity total = interval_multiply(e->energy_power.q, e->training_total_time.q);
    measure_set(&e->energy_total, total);
    TRACE(&c->trace, STEP_ENERGY_TOTAL, "p_all · t_run", total, Q("p_all", e->energy_power.q, "W"),
          Q("t_run", e->training_total_time.q, "h"));
    consequences(c, total,
                 (struct consequence){"E_run", &e->energy_carbon, &e->energy_cost,
                                      STEP_ENERGY_CARBON, STEP_ENERGY_COST});
}

/* Tokens trained on in a second; the step's own where it is given for several devices. */
static struct quantity training_speed(const struct account *c) {
    const struct estimate *e = c->e;
    if (e->training_speed.present)
        return e->training_speed.q;
    double tokens = (double)(c->s->sequence * c->s->micro_batch);
    return interval_divide(quantity_exact(tokens, UNIT_TOKEN), e->training_step_time.q);
}

void account_energy(struct account *c) {
    struct estimate *e = c->e;
    bool training = account_is_training(c);
    const struct measure *time = training ? &e->training_step_time : &e->decode_time;
    enum phase phase = training ? PHASE_COMPUTE : PHASE_DECODE;
    if (!c->device->power.known || !time->present)
        return;
    measure_set(&e->energy_power, energy_power_of(c, phase));
    trace_power(c, STEP_ENERGY_POWER, phase, e->energy_power.q);
    per_token(c, training ? training_speed(c) : e->decode_speed.q);
    if (training) {
        of_run(c);
        return;
    }
    per_million(c);
    per_request(c);
}
