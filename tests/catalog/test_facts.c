/* Every value of the catalogue against the tables it was taken from, cell by cell: accelerators.tsv
 * and links.tsv beside this file hold the numbers, an empty cell is "not supported or not known".
 */
#include "fixture.h"

#include <math.h>

#include "catalog/fields.h"

enum { COLUMNS = 32, ACCELERATORS = 80, LINKS = 63 };

struct table {
    const char *head[COLUMNS];
    const char *(*rows)[COLUMNS];
    size_t columns, n;
};

static struct fixture shipped;
static struct table devices, links;
static size_t compared;

static size_t cells_of(char *line, const char *cells[COLUMNS]) {
    size_t n = 0;
    for (char *at = line; at && n < COLUMNS; n++) {
        cells[n] = at;
        at = strchr(at, '\t');
        if (at)
            *at++ = 0;
    }
    return n;
}

static struct table table_open(struct arena *a, const char *path) {
    struct table t = {.n = 0};
    struct diag *d = diag_new(a);
    const struct source *s = file_read(a, d, (struct span){0}, path, 1 << 20);
    assert_non_null(s);
    char *text = arena_strdup(a, s->text);
    t.rows = arena_alloc(a, 128 * sizeof *t.rows);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (!t.columns)
            t.columns = cells_of(line, t.head);
        else
            assert_int_equal(cells_of(line, t.rows[t.n++]), t.columns);
    }
    return t;
}

static const char *cell(const struct table *t, size_t row, const char *name) {
    for (size_t k = 0; k < t->columns; k++)
        if (strcmp(t->head[k], name) == 0)
            return t->rows[row][k];
    fail_msg("no column %s", name);
    return "";
}

static int open_all(void **state) {
    (void)state;
    shipped = fixture_open("content");
    devices = table_open(shipped.arena, "tests/catalog/accelerators.tsv");
    links = table_open(shipped.arena, "tests/catalog/links.tsv");
    return shipped.catalog ? 0 : -1;
}

static int close_all(void **state) {
    (void)state;
    fixture_close(&shipped);
    return 0;
}

static const struct accelerator *device(size_t row) {
    const struct accelerator *a = catalog_accelerator(shipped.catalog, shipped.diag,
                                                      (struct span){0}, cell(&devices, row, "id"));
    assert_non_null(a);
    return a;
}

/* The datum is known if and only if the cell is filled, with that value. */
static void same_datum(const char *id, const char *name, const struct datum *d, const char *text,
                       double scale) {
    compared++;
    if (d->known != (*text != 0))
        fail_msg("%s %s: known is %d, the table has “%s”", id, name, d->known, text);
    if (!d->known) {
        assert_non_null(d->reason);
        return;
    }
    double expected = strtod(text, NULL);
    if (fabs(d->value / scale - expected) > 1e-9 * expected)
        fail_msg("%s %s: %.10g, the table has %s", id, name, d->value / scale, text);
    assert_non_null(d->reference);
    assert_non_null(d->span.source);
}

static void there_are_as_many_rows(void **state) {
    (void)state;
    assert_int_equal(devices.n, ACCELERATORS);
    assert_int_equal(catalog_accelerator_count(shipped.catalog), ACCELERATORS);
    assert_int_equal(links.n, LINKS);
    assert_int_equal(catalog_link_count(shipped.catalog), LINKS);
}

static void each_number_of_a_device_is_that_of_the_table(void **state) {
    (void)state;
    static const struct {
        const char *column, *field;
        double scale;
    } pairs[] = {
        {"memory_bandwidth_gb_s", "memory-bandwidth", 1e9},
        {"fp64", "fp64", 1e12},
        {"fp64_tensor", "fp64-tensor", 1e12},
        {"fp32", "fp32", 1e12},
        {"tf32_dense", "tf32", 1e12},
        {"fp16_dense", "fp16", 1e12},
        {"bf16_dense", "bf16", 1e12},
        {"fp8_dense", "fp8", 1e12},
        {"int8_dense_tops", "int8", 1e12},
        {"fp4_dense", "fp4", 1e12},
        {"int4_dense_tops", "int4", 1e12},
        {"fp16_acc16_dense", "fp16-fp16-accumulate", 1e12},
        {"scaleup_gb_s_each_way", "link-bandwidth", 1e9},
        {"pcie_gb_s_each_way", "host-link-bandwidth", 1e9},
        {"tdp_w", "power", 1},
    };
    compared = 0;
    for (size_t i = 0; i < devices.n; i++) {
        const struct accelerator *a = device(i);
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
            for (size_t f = 0; f < accelerator_field_count; f++)
                if (strcmp(accelerator_fields[f].name, pairs[k].field) == 0)
                    same_datum(a->id, pairs[k].field, accelerator_datum(a, f),
                               cell(&devices, i, pairs[k].column), pairs[k].scale);
    }
    assert_int_equal(compared, ACCELERATORS * 15);
}

/* What the driver shows, to two decimals; where none was seen the label in decimal gigabytes, which
 * is the safe side. Exceptions: pages that print GiB (three TPUs), the share of a Mac's GPU
 * (65 % of 192 and 512 GiB), and a pool of unknown share. */
static void each_capacity_is_the_driver_s_or_on_the_safe_side(void **state) {
    (void)state;
    static const struct {
        const char *id;
        double gib;
    } others[] = {{"tpu-v3", 32},
                  {"tpu-v4", 32},
                  {"tpu-v7-ironwood", 192},
                  {"m2-ultra-192gb", 124.8},
                  {"m3-ultra-512gb", 332.8},
                  {"jetson-agx-orin-64gb", 0}};
    size_t seen = 0, derived = 0, unknown = 0;
    for (size_t i = 0; i < devices.n; i++) {
        const struct accelerator *a = device(i);
        double usable = strtod(cell(&devices, i, "usable_gib"), NULL);
        double label = strtod(cell(&devices, i, "memory_gb"), NULL),
               expected = label * 1e9 / 0x1p30;
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            expected = strcmp(others[k].id, a->id) == 0 ? others[k].gib : expected;
        double gib = a->memory_capacity.value / 0x1p30;
        if (usable > 0) {
            seen++;
            if (!a->memory_capacity.known || fabs(round(gib * 100) / 100 - usable) > 0.0051)
                fail_msg("%s: %g GiB, the table has %g", a->id, gib, usable);
        } else if (expected > 0) {
            derived++;
            assert_near(gib, expected, 1e-6);
        } else {
            unknown++;
            assert_false(a->memory_capacity.known);
        }
        if (label > 0)
            assert_string_equal(a->memory_label, arena_printf(shipped.arena, "%g GB", label));
        else
            assert_null(a->memory_label);
    }
    assert_int_equal(seen, 54);
    assert_int_equal(derived, 21);
    assert_int_equal(unknown, 5);
}

static void each_word_of_a_device_is_that_of_the_table(void **state) {
    (void)state;
    for (size_t i = 0; i < devices.n; i++) {
        const struct accelerator *a = device(i);
        const char *class = cell(&devices, i, "class");
        assert_string_equal(a->launched, cell(&devices, i, "launched"));
        assert_string_equal(a->launched_what, cell(&devices, i, "launched_what"));
        assert_string_equal(a->unified_memory, cell(&devices, i, "unified_memory"));
        assert_string_equal(a->class, strcmp(class, "gpu") ? class : "gpu-classic");
    }
}

/* "2x" doubles what is not given otherwise; "none" has no sparse peak at all. */
static void sparse_peaks_follow_from_the_sparsity(void **state) {
    (void)state;
    for (size_t i = 0; i < devices.n; i++) {
        const struct accelerator *a = device(i);
        bool doubled = strcmp(cell(&devices, i, "sparsity"), "2x") == 0;
        assert_int_equal(a->sparsity.known, doubled);
        assert_int_equal(a->int8_sparse.known, doubled && a->int8.known);
        if (a->int8_sparse.known) {
            assert_near(a->int8_sparse.value, 2 * a->int8.value, 1);
            assert_true(a->int8_sparse.derived);
        }
        if (a->fp16_sparse.known && strcmp(a->id, "trainium2"))
            assert_near(a->fp16_sparse.value, 2 * a->fp16.value, 1);
    }
}

static int grade_of_row(size_t row) {
    static const char *const words[] = {"datasheet", "whitepaper", "secondary", "memory"};
    for (int g = 0; g < 4; g++)
        if (strcmp(cell(&devices, row, "confidence"), words[g]) == 0)
            return g;
    fail_msg("confidence of row %zu", row);
    return 0;
}

/* No value counts as better known than its row; what rests on memory is unverified. The RTX 5090 is
 * a white paper's, but a file of the vendor has its bandwidth and power. */
static void no_grade_is_better_than_that_of_the_row(void **state) {
    (void)state;
    for (size_t i = 0; i < devices.n; i++) {
        const struct accelerator *a = device(i);
        const struct datum *const headline[] = {
            &a->memory_bandwidth, &a->fp16, &a->bf16, &a->fp8, &a->int8, &a->power};
        for (size_t k = 0; k < sizeof headline / sizeof *headline; k++)
            if (headline[k]->known && (int)headline[k]->grade < grade_of_row(i) &&
                strcmp(a->id, "rtx-5090") != 0)
                fail_msg("%s: value %zu is graded better than its row", a->id, k);
        if (grade_of_row(i) == GRADE_UNVERIFIED)
            assert_true(a->unverified);
    }
}

/* 10 rows rest on memory; in 8 more a headline value does. */
static void unverified_rows_are_these(void **state) {
    (void)state;
    static const char *const ids[] = {"gh200-144gb",
                                      "b100-sxm",
                                      "rtx-3060-12gb",
                                      "rtx-4060-ti-16gb",
                                      "rtx-5080",
                                      "m4-max-128gb",
                                      "jetson-agx-orin-64gb",
                                      "rx-7900-xtx",
                                      "tpu-v2",
                                      "ascend-910-2019",
                                      "mtt-s80",
                                      "hygon-k100-ai",
                                      "biren-br100",
                                      "biren-br104",
                                      "epyc-9654",
                                      "epyc-9965",
                                      "xeon-8480plus",
                                      "xeon-6980p"};
    size_t found = 0, complete = 0;
    for (size_t i = 0; i < devices.n; i++) {
        const struct accelerator *a = device(i);
        bool listed = false;
        for (size_t k = 0; k < sizeof ids / sizeof *ids; k++)
            listed |= strcmp(ids[k], a->id) == 0;
        if (listed != a->unverified)
            fail_msg("%s: unverified is %d", a->id, a->unverified);
        found += a->unverified;
        complete += accelerator_complete(a);
    }
    assert_int_equal(found, 18);
    /* Of the 62 others GB10 and Ascend 950PR have no 16-bit peak. */
    assert_int_equal(complete, 60);
}

static void each_number_of_a_link_is_that_of_the_table(void **state) {
    (void)state;
    compared = 0;
    for (size_t i = 0; i < links.n; i++) {
        const struct link *l =
            catalog_link(shipped.catalog, shipped.diag, (struct span){0}, cell(&links, i, "id"));
        assert_non_null(l);
        assert_string_equal(l->kind, cell(&links, i, "kind"));
        same_datum(l->id, "bandwidth", &l->bandwidth, cell(&links, i, "gb_s_each_way"), 1e9);
        same_datum(l->id, "latency", &l->latency, cell(&links, i, "latency_typical_us"), 1e-6);
        const char *both = cell(&links, i, "gb_s_total_bidirectional");
        if (*both)
            assert_near(2 * l->bandwidth.value / 1e9, strtod(both, NULL), 1e-6);
        if (strcmp(cell(&links, i, "confidence"), "memory") == 0)
            assert_int_equal(l->bandwidth.grade, GRADE_UNVERIFIED);
    }
    assert_int_equal(compared, LINKS * 2);
}

/* The key that the table itself does not have: which row of links.xml a device hangs on, and how
 * many such links make its rate. */
static void devices_hang_on_these_links(void **state) {
    (void)state;
    static const struct {
        const char *link, *devices;
    } rows[] = {
        {"nvlink-2", "v100-sxm2-16gb v100-sxm2-32gb"},
        {"nvlink-3", "a100-sxm4-40gb a100-sxm4-80gb"},
        {"nvlink-3-a800", "a800-sxm4-80gb"},
        {"nvlink-bridge-a100-pcie", "a100-pcie-40gb a100-pcie-80gb h100-pcie-80gb h100-nvl-94gb"},
        {"nvlink-bridge-ampere-ws", "a40 rtx-a6000 rtx-3090"},
        {"nvlink-4", "h100-sxm5-80gb h20-96gb h200-sxm-141gb gh200-96gb gh200-144gb"},
        {"nvlink-4-h800", "h800-sxm5-80gb"},
        {"nvlink-5", "b100-sxm b200-sxm-180gb b300-sxm-288gb"},
        {"nvswitch-nvl72", "gb200-per-gpu gb300-per-gpu"},
        {"infinity-fabric-mi250x", "mi250x mi210"},
        {"infinity-fabric-mi300x", "mi300x mi325x"},
        {"infinity-fabric-mi355x", "mi355x"},
        {"hccs-910b", "ascend-910b-64gb-376t ascend-910b-64gb-313t"},
        {"ub-910c", "ascend-910c"},
        {"roce-200", "dgx-spark-gb10"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *ids = arena_strdup(shipped.arena, rows[i].devices);
        for (char *id = strtok(ids, " "); id; id = strtok(NULL, " ")) {
            const struct accelerator *a =
                catalog_accelerator(shipped.catalog, shipped.diag, (struct span){0}, id);
            assert_non_null(a);
            assert_non_null(a->link);
            assert_string_equal(a->link, rows[i].link);
        }
    }
    /* No row: the rate is the only statement, but it has a name. */
    static const char *const named[] = {"a30",    "a800-pcie-80gb", "h800-pcie-80gb",
                                        "mlu590", "biren-br104",    "h200-nvl-141gb"};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        const struct accelerator *a =
            catalog_accelerator(shipped.catalog, shipped.diag, (struct span){0}, named[i]);
        assert_true(a->link_bandwidth.known);
        assert_null(a->link);
        assert_non_null(a->link_name);
    }
}

static const struct link *link_named(const char *id) {
    return catalog_link(shipped.catalog, shipped.diag, (struct span){0}, id);
}

/* A pair through a switch has everything; in a mesh, one link of seven. */
static void a_pair_has_what_the_topology_gives_it(void **state) {
    (void)state;
    static const struct {
        const char *id;
        double gb_s;
    } rows[] = {{"nvlink-4", 450},
                {"infinity-fabric-mi300x", 64},
                {"hccs-910b", 28},
                {"tpu-ici-v5e", 50},
                {"nvlink-bridge-ampere-ws", 56.25}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_near(link_named(rows[i].id)->pair_bandwidth.value, rows[i].gb_s * 1e9, 1);
    assert_false(link_named("tpu-ici-v4")->pair_bandwidth.known);
    assert_string_equal(link_named("infinity-fabric-mi300x")->topology, "mesh");
    assert_null(link_named("gddr6")->topology);
}

/* A mesh of k links is k times one: 7 × 64, 7 × 28, 7 × 76.8. */
static void a_mesh_is_the_sum_of_its_links(void **state) {
    (void)state;
    size_t meshes = 0;
    for (size_t i = 0; i < catalog_link_count(shipped.catalog); i++) {
        const struct link *l = catalog_link_at(shipped.catalog, i);
        if (!l->topology || strcmp(l->topology, "mesh") != 0)
            continue;
        assert_near(l->links.value * l->pair_bandwidth.value, l->bandwidth.value, 1e3);
        meshes++;
    }
    assert_int_equal(meshes, 3);
}

static void measured_anchors_are_kept(void **state) {
    (void)state;
    assert_near(link_named("nvlink-3")->measured_bandwidth.value, 235e9, 1);
    assert_near(link_named("nvlink-4")->measured_bandwidth.value, 367.6e9, 1);
    assert_near(link_named("nvlink-4")->in_network_bandwidth.value, 482e9, 1);
    assert_near(link_named("pcie-5-x16")->measured_bandwidth.value, 55.4e9, 1);
    assert_near(link_named("infinity-fabric-mi300x")->measured_pair_bandwidth.value, 47.7e9, 1);
    assert_near(link_named("nvlink-3")->latency_floor.value, 44e-6, 1e-12);
    assert_near(link_named("nvlink-4")->latency_floor.value, 40e-6, 1e-12);
    assert_false(link_named("nvlink-5")->in_network_bandwidth.known);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_as_many_rows),
        cmocka_unit_test(each_number_of_a_device_is_that_of_the_table),
        cmocka_unit_test(each_capacity_is_the_driver_s_or_on_the_safe_side),
        cmocka_unit_test(each_word_of_a_device_is_that_of_the_table),
        cmocka_unit_test(sparse_peaks_follow_from_the_sparsity),
        cmocka_unit_test(no_grade_is_better_than_that_of_the_row),
        cmocka_unit_test(unverified_rows_are_these),
        cmocka_unit_test(each_number_of_a_link_is_that_of_the_table),
        cmocka_unit_test(devices_hang_on_these_links),
        cmocka_unit_test(a_pair_has_what_the_topology_gives_it),
        cmocka_unit_test(a_mesh_is_the_sum_of_its_links),
        cmocka_unit_test(measured_anchors_are_kept),
    };
    return cmocka_run_group_tests(tests, open_all, close_all) ? 1 : 0;
}
