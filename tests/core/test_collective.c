/* Collectives and the wires they run over (formulas 11, 17). Published values by their case ids. */
#include "core/fixtures.h"
#include "core/network.h"

#define KIB 1024.0
#define US  1e-6

static struct medium medium(double latency, double bandwidth) {
    return (struct medium){
        .latency = latency, .bandwidth = bandwidth, .offers = OFFERS_ROUNDS | OFFERS_DIRECT};
}

/* Formulas 11, on 8 devices: 1 MB, 10 µs, 100 GB/s, so that S / β = 10 µs. */
static void the_table_of_formulas(void **state) {
    (void)state;
    const struct {
        enum collective kind;
        enum algorithm algorithm;
        double us;
    } rows[] = {
        {ALL_REDUCE, ALGORITHM_RING, 14 * 10 + 1.75 * 10},
        {ALL_REDUCE, ALGORITHM_TREE, 6 * 10 + 2 * 10},
        {ALL_REDUCE, ALGORITHM_ONE_SHOT, 10 + 7 * 10},
        {ALL_REDUCE, ALGORITHM_TWO_SHOT, 20 + 1.75 * 10},
        {ALL_REDUCE, ALGORITHM_IN_NETWORK, 10 + 10},
        {ALL_REDUCE, ALGORITHM_FUSED, 10 + 1.75 * 10},
        {ALL_GATHER, ALGORITHM_RING, 70 + 0.875 * 10},
        {REDUCE_SCATTER, ALGORITHM_RING, 70 + 0.875 * 10},
        {ALL_TO_ALL, ALGORITHM_RING, 70 + 0.875 * 10},
        {ALL_TO_ALL, ALGORITHM_ONE_SHOT, 10 + 0.875 * 10},
        {BROADCAST, ALGORITHM_RING, 30 + 10},
        {SEND, ALGORITHM_RING, 10 + 10},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double t = collective_time(rows[i].kind, rows[i].algorithm, 1e6, 8, medium(10 * US, 1e11));
        assert_near(t / US, rows[i].us, 1e-9);
        assert_non_null(collective_formula(rows[i].kind, rows[i].algorithm));
    }
}

static void one_device_sends_nothing(void **state) {
    (void)state;
    for (int kind = 0; kind < COLLECTIVES; kind++)
        for (int how = 0; how < ALGORITHMS; how++)
            assert_equal_double(collective_time((enum collective)kind, (enum algorithm)how, 1e9, 1,
                                                medium(US, 1e9)),
                                0);
}

/* Small messages in one step, large ones in two; without direct wires a tree, then the ring. */
static void best_is_the_shortest_offered(void **state) {
    (void)state;
    struct medium direct = medium(10 * US, 450e9), rounds = direct, switched = direct;
    rounds.offers = OFFERS_ROUNDS;
    switched.offers |= OFFERS_IN_NETWORK;
    const struct {
        struct medium medium;
        double bytes;
        enum algorithm expected;
    } rows[] = {
        {direct, 8 * KIB, ALGORITHM_ONE_SHOT},     {direct, 1e9, ALGORITHM_TWO_SHOT},
        {rounds, 8 * KIB, ALGORITHM_TREE},         {rounds, 1e9, ALGORITHM_RING},
        {switched, 8 * KIB, ALGORITHM_IN_NETWORK}, {switched, 1e9, ALGORITHM_IN_NETWORK},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(
            collective_choice(ALL_REDUCE, ALGORITHM_BEST, rows[i].bytes, 8, rows[i].medium),
            rows[i].expected);
    for (int how = 1; how < ALGORITHMS - 2; how++) /* neither in the network nor fused */
        for (double bytes = 1; bytes < 1e11; bytes *= 10)
            assert_true(collective_time(ALL_REDUCE, ALGORITHM_BEST, bytes, 8, direct) <=
                        collective_time(ALL_REDUCE, (enum algorithm)how, bytes, 8, direct));
}

/* A named algorithm that a collective does not have is no reason to fail. */
static void every_name_has_a_time(void **state) {
    (void)state;
    for (int kind = 0; kind < COLLECTIVES; kind++)
        for (int how = 0; how < ALGORITHMS; how++)
            assert_true(collective_time((enum collective)kind, (enum algorithm)how, 1e6, 4,
                                        medium(US, 1e9)) > 0);
    for (int how = 0; how < ALGORITHMS; how++)
        assert_int_equal(algorithm_of(algorithm_name((enum algorithm)how)), how);
    assert_int_equal(algorithm_of(NULL), ALGORITHM_BEST);
}

/* ── Published values ── */

/* PUB-comm-01: 16 GiB on 8 A100 at a bus bandwidth of 234.89 GB/s: 127 997 µs. */
static void ring_at_its_bus_bandwidth(void **state) {
    (void)state;
    double t = collective_time(ALL_REDUCE, ALGORITHM_RING, 16 * GIB, 8, medium(0, 234.89e9));
    assert_near(t / US, 127997, 0.001 * 127997);
}

/* PUB-comm-02, 11: 367.61 and 361.4 GB/s on wires of 450. */
static void wires_are_the_ceiling(void **state) {
    (void)state;
    static const enum collective kinds[] = {ALL_REDUCE, ALL_GATHER};
    static const double measured[] = {367.61, 361.4}, most[] = {1.25, 1.3};
    for (size_t i = 0; i < 2; i++) {
        double bytes = 16 * GIB;
        double t = collective_time(kinds[i], ALGORITHM_RING, bytes, 8, medium(0, 450e9));
        double bus = collective_bus_factor(kinds[i], 8) * bytes / t / 1e9;
        assert_near(bus, 450, 1e-6);
        assert_true(measured[i] <= bus && bus <= most[i] * measured[i]);
    }
}

/* PUB-comm-04: 1000 messages of 4 MB reach less bus bandwidth than one of 4 GB. */
static void many_small_messages_are_slower(void **state) {
    (void)state;
    double one = collective_time(ALL_REDUCE, ALGORITHM_BEST, 4e9, 8, medium(10 * US, 367e9));
    double many =
        1000 * collective_time(ALL_REDUCE, ALGORITHM_BEST, 4e6, 8, medium(10 * US, 367e9));
    assert_true(many > 1.5 * one);
}

/* PUB-comm-05, 06: the book takes (n − 1) / n as 1: its times are V / W of 90 GB/s; four ranks take
 * three quarters of them. */
static void gathers_on_a_torus(void **state) {
    (void)state;
    const double bytes[] = {2048.0 * 8192 * 2, 2.0 * 1024 * 4096 / 4}, us[] = {377, 23};
    for (size_t i = 0; i < 2; i++) {
        double four = collective_time(ALL_GATHER, ALGORITHM_RING, bytes[i], 4, medium(0, 90e9));
        double many =
            collective_time(ALL_GATHER, ALGORITHM_RING, bytes[i], 1000000, medium(0, 90e9));
        assert_near(many / US, us[i], 0.02 * us[i]);
        assert_near(four / many, 0.75, 1e-5);
    }
}

/* PUB-comm-08, 09: a model of 80 layers with two sums each, counted as four messages a layer. The
 * source takes 2 (n − 1) / n as 2; each sum waits twice. */
static void sums_of_a_large_model(void **state) {
    (void)state;
    double bytes = 512 * 2 * 16384.0;
    double t = 160 * collective_time(ALL_REDUCE, ALGORITHM_TWO_SHOT, bytes, 16, medium(0, 300e9));
    assert_near(t * 16 / 15 / 1e-3, 17.895697, 1e-6);
    double waits =
        160 * collective_time(ALL_REDUCE, ALGORITHM_TWO_SHOT, 0, 16, medium(8 * US, 300e9));
    assert_near(waits / US, 2560, 1e-9);
}

/* PUB-comm-10: 1.75. */
static void bus_factors(void **state) {
    (void)state;
    assert_equal_double(collective_bus_factor(ALL_REDUCE, 8), 1.75);
    assert_equal_double(collective_bus_factor(ALL_GATHER, 8), 0.875);
    assert_equal_double(collective_bus_factor(REDUCE_SCATTER, 8), 0.875);
    assert_equal_double(collective_bus_factor(SEND, 8), 1);
}

/* PUB-comm-12: 8 · 128 · 8192 · 2 B over two ports of 45 GB/s: 188 µs. */
static void corner_to_corner(void **state) {
    (void)state;
    double t = collective_time(SEND, ALGORITHM_BEST, 8 * 128 * 8192 * 2.0, 2, medium(0, 90e9));
    assert_near(t / US, 188, 0.02 * 188);
}

/* ── Wires ── */

#define RATE(x)                                                                                    \
    { .value = (x)*1e9, .known = true }

static const struct link nvlink_4 = {.id = "nvlink-4",
                                     .kind = "scale-up",
                                     .topology = "switch",
                                     .bandwidth = RATE(450),
                                     .pair_bandwidth = RATE(450),
                                     .measured_bandwidth = RATE(367.6),
                                     .in_network_bandwidth = RATE(482.26),
                                     .latency_floor = KNOWN(40e-6)};
static const struct link fabric = {.id = "infinity-fabric-mi300x",
                                   .kind = "scale-up",
                                   .topology = "mesh",
                                   .bandwidth = RATE(448),
                                   .pair_bandwidth = RATE(64),
                                   .links = KNOWN(7),
                                   .measured_bandwidth = RATE(312.9),
                                   .measured_pair_bandwidth = RATE(47.7)};
static const struct link bridge = {.id = "bridge",
                                   .kind = "scale-up",
                                   .topology = "pair",
                                   .bandwidth = RATE(300),
                                   .pair_bandwidth = RATE(300)};
static const struct link torus = {.id = "tpu-ici-v5e",
                                  .kind = "scale-up",
                                  .topology = "torus",
                                  .bandwidth = RATE(200),
                                  .pair_bandwidth = RATE(50),
                                  .links = KNOWN(4)};
static const struct link pcie = {
    .id = "pcie-5-x16", .kind = "host-link", .topology = "point-to-point", .bandwidth = RATE(63)};
static const struct link infiniband = {
    .id = "ib-ndr", .kind = "scale-out", .topology = "switch", .bandwidth = RATE(50)};

static struct network network(const struct link *l, int64_t devices) {
    struct scenario s = {.accelerator = &h100,
                         .device_link = l,
                         .to_host = &pcie,
                         .between_nodes = &infiniband,
                         .devices = devices};
    return network_of(&s);
}

/* Two MI300X have one link of 64 GB/s, eight have seven; H100 have 450 at any number. */
static void a_mesh_is_no_switch(void **state) {
    (void)state;
    struct network mesh = network(&fabric, 8), crossbar = network(&nvlink_4, 8);
    const struct {
        int64_t n;
        double mesh;
    } rows[] = {{2, 64e9}, {4, 192e9}, {8, 448e9}};
    for (size_t i = 0; i < 3; i++) {
        assert_equal_double(wires_rate(network_wires(&mesh, rows[i].n), rows[i].n), rows[i].mesh);
        assert_equal_double(wires_rate(network_wires(&crossbar, rows[i].n), rows[i].n), 450e9);
    }
    /* 47.7 and 312.9 measured. */
    assert_near(wires_share(&mesh.inside, 2).value, 0.745, 0.001);
    assert_near(wires_share(&mesh.inside, 8).value, 0.698, 0.001);
    assert_near(wires_share(&mesh.inside, 8).low, 0.698, 0.001);
}

static void bridges_join_pairs_only(void **state) {
    (void)state;
    struct network w = network(&bridge, 4);
    assert_equal_double(wires_rate(network_wires(&w, 2), 2), 300e9);
    assert_equal_double(wires_rate(network_wires(&w, 4), 4), 63e9);
    assert_near(wires_share(network_wires(&w, 4), 4).value, 0.88, 1e-9);
}

/* A card whose link has no row: a bridge to one other card, then PCIe. On a board nothing is known
 * but the rate: messages go round. */
static void links_without_a_row(void **state) {
    (void)state;
    struct accelerator x = h100;
    x.link_bandwidth = (struct datum)RATE(200);
    x.form_factor = "pcie";
    struct scenario s = {.accelerator = &x, .to_host = &pcie, .devices = 4};
    struct network w = network_of(&s);
    assert_equal_double(wires_rate(network_wires(&w, 2), 2), 200e9);
    assert_equal_double(wires_rate(network_wires(&w, 4), 4), 63e9);
    x.form_factor = "oam";
    w = network_of(&s);
    assert_equal_double(wires_rate(network_wires(&w, 4), 4), 200e9);
    assert_int_equal(w.inside.offers, OFFERS_ROUNDS);
    struct link links_only = torus;
    links_only.pair_bandwidth.known = false;
    w = network(&links_only, 16);
    assert_equal_double(wires_rate(&w.inside, 2), 50e9);
}

/* Measured on eight, the switch gives each byte once: 482.26 · 8 / 14 = 275.6 GB/s for any number.
 */
static void a_switch_does_not_care_how_many(void **state) {
    (void)state;
    struct network w = network(&nvlink_4, 8);
    w.latency = quantity_range(0, 0, 0, UNIT_SECOND, CEILING);
    for (int64_t n = 2; n <= 8; n *= 2)
        assert_near(
            network_time(&w, ALL_REDUCE, ALGORITHM_IN_NETWORK, 1e9, (struct group){n, 1}).value,
            1e9 / (482.26e9 * 8 / 14), 1e-9);
}

/* Along one axis two of the four links; all of them when both axes are needed. A pod is one node.
 */
static void rings_on_a_torus(void **state) {
    (void)state;
    struct network w = network(&torus, 256);
    assert_equal_double(wires_rate(&w.inside, 2), 50e9);
    assert_equal_double(wires_rate(&w.inside, 16), 100e9);
    assert_equal_double(wires_rate(&w.inside, 256), 200e9);
    assert_int_equal(network_spread(&w, (struct group){256, 1}).nodes, 1);
}

/* PUB-comm-03: in the switch an all-reduce is 107 % of the wire. */
static void a_switch_that_adds_up_beats_the_wire(void **state) {
    (void)state;
    struct network w = network(&nvlink_4, 8);
    w.latency = quantity_range(0, 0, 0, UNIT_SECOND, CEILING);
    w.latency_given = true;
    struct quantity t =
        network_time(&w, ALL_REDUCE, ALGORITHM_BEST, 16 * GIB, (struct group){8, 1});
    assert_near(1.75 * 16 * GIB / t.value / 450e9, 1.07, 0.005);
    t = network_time(&w, ALL_REDUCE, ALGORITHM_RING, 16 * GIB, (struct group){8, 1});
    assert_near(1.75 * 16 * GIB / t.value / 1e9, 367.6, 0.01);
}

/* Small messages: 5, 10 and 40 µs for one step; what was measured is the high end. */
static void latency_is_a_range(void **state) {
    (void)state;
    struct network w = network(&nvlink_4, 8);
    struct quantity t = network_time(&w, ALL_REDUCE, ALGORITHM_ONE_SHOT, 1, (struct group){8, 1});
    assert_near(t.low / US, 5, 0.01);
    assert_near(t.value / US, 10, 0.01);
    assert_near(t.high / US, 40, 0.01);
    w.latency = quantity_range(2 * US, 2 * US, 2 * US, UNIT_SECOND, CEILING);
    w.latency_given = true;
    t = network_time(&w, ALL_REDUCE, ALGORITHM_ONE_SHOT, 1, (struct group){8, 1});
    assert_near(t.high / US, 2, 0.01);
}

/* 4 nodes of 8: (7/8) S / β_i twice and 2 (3/4) (S / 8) / β_o; an all-to-all is bound by the 3/4
 * that leave the node. Rates at 367.6 and 0.73 · 50 GB/s. */
static void over_several_nodes(void **state) {
    (void)state;
    struct network w = network(&nvlink_4, 32);
    struct group all = {32, 1};
    w.latency = quantity_range(0, 0, 0, UNIT_SECOND, CEILING);
    double S = 1e9, inside = 367.6e9, outside = 0.73 * 50e9;
    double t = network_time(&w, ALL_REDUCE, ALGORITHM_BEST, S, all).value;
    assert_near(t, 2 * 0.875 * S / inside + 1.5 * S / 8 / outside, 1e-9);
    t = network_time(&w, ALL_TO_ALL, ALGORITHM_BEST, S, all).value;
    assert_near(t, 0.75 * S / outside, 1e-9);
    t = network_time(&w, ALL_GATHER, ALGORITHM_BEST, S, all).value;
    assert_near(t, 0.875 * S / inside + 0.75 * S / 8 / outside, 1e-9);
    /* One device of each node. */
    t = network_time(&w, ALL_REDUCE, ALGORITHM_RING, S, (struct group){4, 8}).value;
    assert_near(t, 1.5 * S / outside, 1e-9);
}

static void groups_lie_over_nodes(void **state) {
    (void)state;
    struct network w = network(&nvlink_4, 64);
    const struct {
        struct group g;
        int64_t inside, nodes, neighbours;
    } rows[] = {
        {{8, 1}, 8, 1, 1}, {{64, 1}, 8, 8, 8}, {{8, 8}, 1, 8, 8},
        {{4, 2}, 4, 1, 2}, {{8, 4}, 2, 4, 8},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct spread s = network_spread(&w, rows[i].g);
        assert_int_equal(s.inside, rows[i].inside);
        assert_int_equal(s.nodes, rows[i].nodes);
        assert_int_equal(network_neighbours(&w, rows[i].g).stride, rows[i].neighbours);
    }
}

/* No rate, no time: between nodes when no link is named, and on a device without any link. */
static void unknown_rates_are_not_guessed(void **state) {
    (void)state;
    struct scenario s = {.accelerator = &h100, .device_link = &nvlink_4, .devices = 16};
    struct network w = network_of(&s);
    assert_true(network_reaches(&w, (struct group){8, 1}));
    assert_false(network_reaches(&w, (struct group){16, 1}));
    s.device_link = NULL;
    w = network_of(&s);
    assert_false(network_reaches(&w, (struct group){2, 1}));
    s.to_host = &pcie;
    w = network_of(&s);
    assert_true(network_reaches(&w, (struct group){2, 1}));
    assert_equal_double(w.inside.bandwidth, 63e9);
    s.link_bandwidth = 100e9;
    w = network_of(&s);
    assert_equal_double(w.inside.bandwidth, 100e9);
    s.node_link_bandwidth = 25e9;
    w = network_of(&s);
    assert_true(network_reaches(&w, (struct group){16, 1}));
}

/* More devices, bytes or latency never take less time; a faster wire never more. */
static void times_grow_with_the_load(void **state) {
    (void)state;
    struct network slow = network(&pcie, 8), fast = network(&nvlink_4, 8);
    for (int kind = 0; kind < COLLECTIVES; kind++) {
        double before = 0;
        for (double bytes = 1; bytes < 1e12; bytes *= 8) {
            struct group g = {8, 1};
            struct quantity t =
                network_time(&fast, (enum collective)kind, ALGORITHM_BEST, bytes, g);
            struct quantity u =
                network_time(&slow, (enum collective)kind, ALGORITHM_BEST, bytes, g);
            assert_true(t.low <= t.value && t.value <= t.high);
            assert_true(t.value >= before && u.value >= t.value);
            before = t.value;
        }
    }
}

int main(void) {
    fixtures_used();
    const struct CMUnitTest tests[] = {
        TEST(the_table_of_formulas),
        TEST(one_device_sends_nothing),
        TEST(best_is_the_shortest_offered),
        TEST(every_name_has_a_time),
        TEST(ring_at_its_bus_bandwidth),
        TEST(wires_are_the_ceiling),
        TEST(many_small_messages_are_slower),
        TEST(gathers_on_a_torus),
        TEST(sums_of_a_large_model),
        TEST(bus_factors),
        TEST(corner_to_corner),
        TEST(a_mesh_is_no_switch),
        TEST(bridges_join_pairs_only),
        TEST(links_without_a_row),
        TEST(a_switch_does_not_care_how_many),
        TEST(rings_on_a_torus),
        TEST(a_switch_that_adds_up_beats_the_wire),
        TEST(latency_is_a_range),
        TEST(over_several_nodes),
        TEST(groups_lie_over_nodes),
        TEST(unknown_rates_are_not_guessed),
        TEST(times_grow_with_the_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
