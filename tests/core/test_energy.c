/* Power, energy and CO2 (formulas 15). */
#include "core/fixtures.h"

static struct accelerator powered(void) {
    struct accelerator x = h100;
    x.power = (struct datum)KNOWN(700);
    return x;
}

static struct scenario serving(const struct accelerator *device) {
    return (struct scenario){.task = "inference",
                             .model = &llama_3_8b,
                             .accelerator = device,
                             .batch = 16,
                             .prompt = 8000,
                             .output = 1000};
}

/* 700 · (0.12 + 0.88 · 0.55) · 1.2 · 1.3 = 659.57 W; low 700 · (0.05 + 0.95 · 0.4) · 1.1 · 1.1. */
static void power_of_decoding(void **state) {
    struct accelerator x = powered();
    struct scenario s = serving(&x);
    const struct estimate *e = run(*state, &s);
    assert_near(e->energy_power.q.value, 659.57, 0.01);
    assert_near(e->energy_power.q.low, 700 * 0.43 * 1.21, 0.01);
    assert_near(e->energy_power.q.high, 700 * 0.76 * 1.4 * 1.5, 0.01);
    assert_true(unit_equal(e->energy_power.q.unit, UNIT_WATT));
    assert_int_equal(e->energy_power.q.exactness, EMPIRICAL);
    s.pue = 1.05;
    assert_near(run(*state, &s)->energy_power.q.value, 659.57 / 1.3 * 1.05, 0.01);
}

/* J per token is power over speed; a million of them in kWh, priced and weighed. */
static void energy_of_tokens(void **state) {
    struct accelerator x = powered();
    struct scenario s = serving(&x);
    s.energy_price = 0.12;
    s.grid_intensity = 0.4;
    const struct estimate *e = run(*state, &s);
    double token = e->energy_power.q.value / e->decode_speed.q.value;
    assert_near(e->energy_per_token.q.value, token, 1e-9);
    assert_true(unit_equal(e->energy_per_token.q.unit, UNIT_JOULE_PER_TOKEN));
    assert_near(e->energy_per_million.q.value, token * 1e6, 1e-3);
    assert_true(unit_equal(e->energy_per_million.q.unit, UNIT_JOULE));
    /* ($/kWh) · (J/token) / 3.6 */
    assert_near(e->energy_cost_per_million.q.value, token * 0.12 / 3.6, 1e-9);
    assert_true(unit_equal(e->energy_cost_per_million.q.unit, UNIT_MONEY));
    assert_near(e->energy_carbon_per_million.q.value, token * 0.4 / 3.6, 1e-9);
    assert_true(unit_equal(e->energy_carbon_per_million.q.unit, UNIT_KILOGRAM));
    assert_true(e->energy_per_token.q.low < token && token < e->energy_per_token.q.high);
}

/* Energy per generated token and per token of any kind differ by (8000 + 1000) / 1000 = 9. */
static void tokens_are_defined(void **state) {
    struct accelerator x = powered();
    struct scenario s = serving(&x);
    const struct estimate *e = run(*state, &s);
    assert_near(e->energy_per_output_token.q.value / e->energy_per_any_token.q.value, 9, 1e-9);
    assert_near(e->energy_per_request.q.value, 1000 * e->energy_per_output_token.q.value, 1e-6);
    double prefill = 700 * (0.12 + 0.88 * 0.9) * 1.2 * 1.3 * e->prefill_time.q.value / 16;
    assert_near(e->energy_per_request.q.value, prefill + 1000 * e->energy_per_token.q.value,
                1e-6 * e->energy_per_request.q.value);
    s.output = 0;
    assert_false(run(*state, &s)->energy_per_request.present);
}

static void energy_of_a_run(void **state) {
    struct accelerator x = powered();
    const struct scenario s = {.task = "training",
                               .model = &llama_3_1b,
                               .accelerator = &x,
                               .tokens = 1e9,
                               .grid_intensity = 0.5};
    const struct estimate *e = run(*state, &s);
    assert_near(e->energy_power.q.value, 700 * (0.12 + 0.88 * 0.9) * 1.2 * 1.3, 0.01);
    assert_near(e->energy_total.q.value, e->energy_power.q.value * e->training_total_time.q.value,
                1e-3);
    assert_near(e->energy_carbon.q.value, e->energy_total.q.value / 3.6e6 * 0.5, 1e-6);
    assert_false(e->energy_cost.present);
}

/* Without a power, or a speed, nothing is said. */
static void nothing_is_guessed(void **state) {
    struct accelerator x = powered();
    struct scenario s = serving(&h100);
    assert_false(run(*state, &s)->energy_power.present);
    s.accelerator = &x;
    s.batch = 100000;
    const struct estimate *e = run(*state, &s);
    assert_int_equal(e->fits, VERDICT_NO);
    assert_false(e->energy_power.present);
    assert_false(e->energy_per_token.present);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(power_of_decoding), TEST(energy_of_tokens),   TEST(tokens_are_defined),
        TEST(energy_of_a_run),   TEST(nothing_is_guessed),
    };
    fixtures_used();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
