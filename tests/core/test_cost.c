/* Cost, rented and owned (formulas 15; published bills PUB-train-time-12, -13). */
#include "core/cost.h"
#include "core/fixtures.h"

#define HOUR 3600.0

/* DeepSeek-V3: 2,788,000 H800 hours at 2 dollars are 5.576 million; its service on 226.75 nodes of
 * eight for a day is 87,072 dollars. */
static void published_bills(void **state) {
    (void)state;
    struct quantity run_hours = quantity_exact(2788000.0 * HOUR, UNIT_SECOND);
    struct quantity bill = cost_bill(run_hours, cost_of_hour(2));
    assert_near(bill.value, 5.576e6, 1e-6);
    assert_true(unit_equal(bill.unit, UNIT_MONEY));
    struct quantity day = quantity_exact(226.75 * 8 * 24 * HOUR, UNIT_SECOND);
    assert_near(cost_bill(day, cost_of_hour(2)).value, 87072, 1e-6);
}

/* An annuity: 5 % over 4 years is 0.2820 a year; equal parts are a quarter. */
static void written_off(void **state) {
    (void)state;
    assert_near(cost_recovery_factor(4, 0), 0.25, 1e-12);
    assert_near(cost_recovery_factor(4, 0.05), 0.28201, 1e-5);
    assert_near(cost_recovery_factor(10, 0.05), 0.12950, 1e-5);
    assert_near(cost_recovery_factor(5, 1e-15), 0.2, 1e-12); /* no interest to speak of */
    /* 30,000 over 3 years, used 80 % of 8760 hours: 1.4269 an hour. */
    assert_near(cost_owned_hour(30000, 3, 0, 0.8).value * HOUR, 30000.0 / 3 / 8760 / 0.8, 1e-12);
}

/* Tokens found in the cache are paid once: 1000 in, 600 of them cached, 100 out. */
static void cached_tokens_count_once(void **state) {
    (void)state;
    const struct token_prices p = {.input = 3, .cached = 0.3, .output = 15};
    assert_near(cost_of_request(1000, 100, 0.6, p), (400 * 3 + 600 * 0.3 + 100 * 15) / 1e6, 1e-15);
    assert_near(cost_of_request(1000, 0, 1, p), 1000 * 0.3 / 1e6, 1e-15);
}

static struct scenario serving(const struct accelerator *device) {
    return (struct scenario){.task = "inference",
                             .model = &llama_3_8b,
                             .accelerator = device,
                             .batch = 32,
                             .context = 2048,
                             .price = 2.5};
}

static void rented(void **state) {
    struct scenario s = serving(&h100);
    const struct estimate *e = run(*state, &s);
    double speed = e->decode_speed.q.value;
    assert_near(e->cost_per_hour.q.value * HOUR, 2.5, 1e-12);
    assert_int_equal(e->cost_per_hour.q.exactness, EXACT);
    assert_near(e->cost_per_million_tokens.q.value, 2.5 * 1e6 / (speed * HOUR), 1e-9);
    assert_true(unit_equal(e->cost_per_million_tokens.q.unit, UNIT_MONEY));
    assert_string_equal(e->scenario->currency, "USD");
    assert_equal_double(e->scenario->cost_utilisation, 1);
    s.cost_utilisation = 0.5;
    assert_near(run(*state, &s)->cost_per_million_tokens.q.value,
                2 * e->cost_per_million_tokens.q.value, 1e-9);
    s.price = 0;
    assert_false(run(*state, &s)->cost_per_hour.present);
}

/* Devices, each at the price. */
static void several_devices(void **state) {
    struct scenario s = serving(&h100);
    s.devices = 4;
    assert_near(run(*state, &s)->cost_per_hour.q.value * HOUR, 10, 1e-12);
}

static void owned(void **state) {
    struct accelerator x = h100;
    x.power = (struct datum)KNOWN(700);
    struct scenario s = serving(&x);
    s.price = 30000;
    s.ownership = "owned";
    s.years = 3;
    s.cost_utilisation = 0.8;
    s.energy_price = 0.10;
    s.hosting = 0.2;
    s.rent = 2.5;
    const struct estimate *e = run(*state, &s);
    double running = e->energy_power.q.value / 1000 * 0.10 + 0.2;
    double capital = 30000.0 / 3 / 8760 / 0.8;
    assert_near(e->cost_per_hour.q.value * HOUR, capital + running, 1e-9);
    assert_near(e->cost_per_million_tokens.q.value,
                (capital + running) * 1e6 / (e->decode_speed.q.value * HOUR), 1e-9);
    assert_near(e->cost_rented_per_million.q.value,
                2.5 * 1e6 / (e->decode_speed.q.value * HOUR * 0.8), 1e-9);
    assert_near(e->cost_break_even.q.value / HOUR, 30000 / (2.5 - running), 1e-6);
    assert_true(unit_equal(e->cost_break_even.q.unit, UNIT_SECOND));
    s.rent = 0.25; /* less than energy and hosting: buying never pays */
    assert_false(run(*state, &s)->cost_break_even.present);
}

/* 26,280 over 3 years of 8760 hours is 1 an hour: years are of a bought device, never a rent of
 * 26,280 an hour. */
static void written_off_is_owned(void **state) {
    struct accelerator x = h100;
    x.power = (struct datum)KNOWN(700);
    struct scenario s = serving(&x);
    s.price = 26280;
    s.years = 3;
    s.energy_price = 0.10;
    const struct estimate *e = run(*state, &s);
    assert_near(e->cost_per_hour.q.value * HOUR, 1 + e->energy_power.q.value / 1000 * 0.10, 1e-9);
}

/* Device hours, which hold the goodput, at the price. */
static void bill_of_a_run(void **state) {
    const struct scenario s = {
        .task = "training", .model = &llama_3_1b, .accelerator = &h100, .tokens = 1e10, .price = 2};
    const struct estimate *e = run(*state, &s);
    assert_near(e->cost_total.q.value, e->training_device_hours.q.value / HOUR * 2, 1e-6);
    assert_near(e->cost_total.q.high, e->training_device_hours.q.high / HOUR * 2, 1e-6);
    assert_false(e->cost_per_million_tokens.present);
}

/* What an overlay's catalogue says stands for the option: the newest, in the currency asked for. */
static void listed_prices(void **state) {
    const struct price buy = {.currency = "USD", .date = "2026-01", .kind = "buy", .amount = 25000};
    const struct price yuan = {
        .currency = "CNY", .date = "2026-10", .kind = "rent-hour", .amount = 14, .next = &buy};
    const struct price old = {
        .currency = "USD", .date = "2025-01", .kind = "rent-hour", .amount = 4, .next = &yuan};
    const struct price rent = {
        .currency = "USD", .date = "2026-10", .kind = "rent-hour", .amount = 2, .next = &old};
    struct accelerator x = h100;
    x.power = (struct datum)KNOWN(700);
    x.prices = &rent;
    struct scenario s = serving(&x);
    s.price = 0;
    s.currency = "USD";
    const struct estimate *e = run(*state, &s);
    assert_near(e->cost_per_hour.q.value * HOUR, 2, 1e-12);
    assert_ptr_equal(e->scenario->listed, &rent);
    s.currency = "CNY";
    assert_near(run(*state, &s)->cost_per_hour.q.value * HOUR, 14, 1e-12);
    s.currency = "EUR";
    assert_false(run(*state, &s)->cost_per_hour.present);
    s.currency = NULL;
    s.price = 3; /* what is given goes before */
    assert_near(run(*state, &s)->cost_per_hour.q.value * HOUR, 3, 1e-12);
    s.price = 0;
    s.currency = "USD";
    s.ownership = "owned";
    s.years = 4;
    s.energy_price = 0.1;
    e = run(*state, &s);
    assert_equal_double(e->scenario->price, 25000);
    assert_equal_double(e->scenario->rent, 2);
    assert_true(e->cost_break_even.present);
}

/* 3000 prompt tokens, a fifth of them cached, and 500 generated, at 3, 0.3 and 15 a million. */
static void a_service(void **state) {
    struct scenario s = serving(&h100);
    s.price = 0;
    s.context = 0;
    s.prompt = 3000;
    s.output = 500;
    s.prefix_hit = 0.2;
    s.input_price = 3;
    s.cached_price = 0.3;
    s.output_price = 15;
    const struct estimate *e = run(*state, &s);
    assert_near(e->cost_service_per_request.q.value, (2400 * 3 + 600 * 0.3 + 500 * 15) / 1e6,
                1e-12);
    assert_false(e->cost_per_hour.present);
}

static void faults_of_cost(void **state) {
    const struct {
        struct scenario s;
        size_t faults;
        const char *option;
    } rows[] = {
        {{.price = -1}, 1, "price"},
        {{.price = 5, .ownership = "leased"}, 1, "ownership"},
        {{.price = 30000, .ownership = "owned"}, 2, "years"},
        {{.price = 30000, .ownership = "owned", .years = 4}, 1, "energy-price"},
        {{.pue = 0.9}, 1, "pue"},
        {{.interest = 5}, 1, "interest"},
        {{.cost_utilisation = 1.2}, 1, "cost-utilisation"},
        {{.cost_utilisation = 1e-300}, 1, "cost-utilisation"},
        {{.years = 1e-300}, 1, "years"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct scenario s = rows[i].s;
        struct scenario_fault faults[8];
        s.task = "inference";
        s.model = &llama_2_7b;
        s.accelerator = &a100_80;
        assert_int_equal(scenario_complete(&s, *state, faults, 8), rows[i].faults);
        assert_string_equal(faults[0].option, rows[i].option);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(published_bills),
        TEST(written_off),
        TEST(cached_tokens_count_once),
        TEST(rented),
        TEST(several_devices),
        TEST(owned),
        TEST(written_off_is_owned),
        TEST(bill_of_a_run),
        TEST(listed_prices),
        TEST(a_service),
        TEST(faults_of_cost),
    };
    fixtures_used();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
