#include "fixture.h"

static struct fixture shipped;

static int shipped_open(void **state) {
    (void)state;
    shipped = fixture_open("content");
    return shipped.catalog ? 0 : -1;
}

static int shipped_close(void **state) {
    (void)state;
    fixture_close(&shipped);
    return 0;
}

static void the_shipped_catalogue_is_clean(void **state) {
    (void)state;
    print_reports(shipped.diag);
    assert_int_equal(diag_count(shipped.diag, SEVERITY_WARNING), 0);
    assert_string_equal(catalog_date(shipped.catalog), "2026-11");
}

static const struct accelerator *device(const char *id) {
    const struct accelerator *a =
        catalog_accelerator(shipped.catalog, shipped.diag, (struct span){0}, id);
    assert_non_null(a);
    return a;
}

/* From facts/accelerators.tsv: GB/s, TFLOP/s, MiB as the driver shows them. 0 = no such value. */
static const struct row {
    const char *id;
    double mib, gb_s, fp64, fp64_tensor, fp32, tf32, fp16, bf16, fp8, int8, fp4, int4, fp16_acc16,
        link, host, watts;
    const char *launched, *link_id, *host_id, *label;
} rows[] = {
    {"v100-sxm2-16gb",
     16384,
     900,
     7.8,
     0,
     15.7,
     0,
     125,
     0,
     0,
     0,
     0,
     0,
     0,
     150,
     15.75,
     300,
     "2017-05",
     "nvlink-2",
     "pcie-3-x16",
     "16 GB"},
    {"v100-sxm2-32gb",
     32768,
     900,
     7.8,
     0,
     15.7,
     0,
     125,
     0,
     0,
     0,
     0,
     0,
     0,
     150,
     15.75,
     300,
     "2018-03",
     "nvlink-2",
     "pcie-3-x16",
     "32 GB"},
    {"a100-sxm4-40gb",
     40960,
     1555,
     9.7,
     19.5,
     19.5,
     156,
     312,
     312,
     0,
     624,
     0,
     1248,
     0,
     300,
     31.5,
     400,
     "2020-05",
     "nvlink-3",
     "pcie-4-x16",
     "40 GB"},
    {"a100-sxm4-80gb",
     81920,
     2039,
     9.7,
     19.5,
     19.5,
     156,
     312,
     312,
     0,
     624,
     0,
     1248,
     0,
     300,
     31.5,
     400,
     "2020-11",
     "nvlink-3",
     "pcie-4-x16",
     "80 GB"},
    {"a100-pcie-80gb",
     81920,
     1935,
     9.7,
     19.5,
     19.5,
     156,
     312,
     312,
     0,
     624,
     0,
     1248,
     0,
     300,
     31.5,
     300,
     "2021-06",
     "nvlink-bridge-a100-pcie",
     "pcie-4-x16",
     "80 GB"},
    {"a800-sxm4-80gb",
     81920,
     2039,
     9.7,
     19.5,
     19.5,
     156,
     312,
     312,
     0,
     624,
     0,
     1248,
     0,
     200,
     31.5,
     400,
     "2022-11",
     "nvlink-3-a800",
     "pcie-4-x16",
     "80 GB"},
    {"h100-sxm5-80gb", 81559,        3350,   34, 67, 67,  494.7, 989.4, 989.4,
     1978.9,           1978.9,       0,      0,  0,  450, 63,    700,   "2022-03",
     "nvlink-4",       "pcie-5-x16", "80 GB"},
    {"h100-pcie-80gb",
     81559,
     2000,
     26,
     51,
     51,
     378,
     756,
     756,
     1513,
     1513,
     0,
     0,
     0,
     300,
     63,
     350,
     "2022-03",
     "nvlink-bridge-a100-pcie",
     "pcie-5-x16",
     "80 GB"},
    {"h800-sxm5-80gb", 81559,        3350,   1, 1, 67,  494.7, 989.4, 989.4,
     1978.9,           1978.9,       0,      0, 0, 200, 63,    700,   "2023-03",
     "nvlink-4-h800",  "pcie-5-x16", "80 GB"},
    {"rtx-3090",
     24576,
     936,
     0.556,
     0,
     35.6,
     35.6,
     71.2,
     71.2,
     0,
     284.7,
     0,
     569.4,
     142.3,
     56.25,
     31.5,
     350,
     "2020-09",
     "nvlink-bridge-ampere-ws",
     "pcie-4-x16",
     "24 GB"},
    {"rtx-4090", 24564, 1008,  1.29, 0,    82.6, 82.6,      165.2, 165.2,        330.3,  660.6,
     0,          1321,  330.3, 0,    31.5, 450,  "2022-10", NULL,  "pcie-4-x16", "24 GB"},
    {"h200-sxm-141gb", 143771,       4800,    34, 67, 67,  494.7, 989.4, 989.4,
     1978.9,           1978.9,       0,       0,  0,  450, 63,    700,   "2023-11",
     "nvlink-4",       "pcie-5-x16", "141 GB"},
    {"b200-sxm-180gb",
     183359,
     7700,
     37,
     37,
     75,
     1100,
     2250,
     2250,
     4500,
     4500,
     9000,
     0,
     0,
     900,
     63,
     1000,
     "2024-03",
     "nvlink-5",
     "pcie-5-x16",
     "180 GB"},
    {"mi300x",
     191.98 * 1024,
     5300,
     81.7,
     163.4,
     163.4,
     653.7,
     1307.4,
     1307.4,
     2614.9,
     2614.9,
     0,
     0,
     0,
     448,
     63,
     750,
     "2023-12",
     "infinity-fabric-mi300x",
     "pcie-5-x16",
     "192 GB"},
};

static void check_datum(const char *id, const struct datum *datum, double expected, double scale) {
    if (datum->known != (expected > 0))
        fail_msg("%s: known is %d, expected value %g", id, datum->known, expected);
    if (!datum->known) {
        assert_non_null(datum->reason);
        return;
    }
    assert_near(datum->value / scale, expected, expected * 1e-12);
    assert_non_null(datum->reference);
    assert_non_null(datum->span.source);
}

static void each_value_is_that_of_the_facts(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *r = &rows[i];
        const struct accelerator *a = device(r->id);
        const struct {
            const struct datum *datum;
            double expected, scale;
        } checks[] = {
            {&a->memory_capacity, r->mib, 1048576},
            {&a->memory_bandwidth, r->gb_s, 1e9},
            {&a->fp64, r->fp64, 1e12},
            {&a->fp64_tensor, r->fp64_tensor, 1e12},
            {&a->fp32, r->fp32, 1e12},
            {&a->tf32, r->tf32, 1e12},
            {&a->fp16, r->fp16, 1e12},
            {&a->bf16, r->bf16, 1e12},
            {&a->fp8, r->fp8, 1e12},
            {&a->int8, r->int8, 1e12},
            {&a->fp4, r->fp4, 1e12},
            {&a->int4, r->int4, 1e12},
            {&a->fp16_fp16_accumulate, r->fp16_acc16, 1e12},
            {&a->link_bandwidth, r->link, 1e9},
            {&a->host_link_bandwidth, r->host, 1e9},
            {&a->power, r->watts, 1},
        };
        for (size_t k = 0; k < sizeof checks / sizeof *checks; k++)
            check_datum(r->id, checks[k].datum, checks[k].expected, checks[k].scale);
        assert_string_equal(a->launched, r->launched);
        assert_string_equal(a->memory_label, r->label);
        assert_string_equal(a->host_link, r->host_id);
        if (r->link_id)
            assert_string_equal(a->link, r->link_id);
        else
            assert_null(a->link);
    }
}

static void every_device_of_the_catalogue_is_in_the_table(void **state) {
    (void)state;
    size_t known = 0;
    for (size_t i = 0; i < catalog_accelerator_count(shipped.catalog); i++)
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
            known += strcmp(catalog_accelerator_at(shipped.catalog, i)->id, rows[k].id) == 0;
    assert_int_equal(known, sizeof rows / sizeof *rows);
}

static void capacities_carried_over_are_marked_derived(void **state) {
    (void)state;
    assert_true(device("v100-sxm2-16gb")->memory_capacity.derived);
    assert_true(device("h800-sxm5-80gb")->memory_capacity.derived);
    assert_false(device("h100-sxm5-80gb")->memory_capacity.derived);
    assert_false(device("rtx-4090")->memory_capacity.derived);
}

static void accumulation_and_notes_are_words(void **state) {
    (void)state;
    assert_string_equal(device("rtx-4090")->accumulate, "fp32-half");
    assert_string_equal(device("h100-sxm5-80gb")->accumulate, "fp32");
    assert_string_equal(device("rtx-3090")->link_note, "pair-only");
    assert_null(device("h100-sxm5-80gb")->link_note);
    assert_string_equal(device("rtx-4090")->launched_what, "shipped");
}

static void grades_follow_the_source_unless_given(void **state) {
    (void)state;
    assert_int_equal(device("h100-sxm5-80gb")->memory_bandwidth.grade, GRADE_DATASHEET);
    assert_int_equal(device("rtx-4090")->fp16.grade, GRADE_WHITEPAPER);
    assert_int_equal(device("rtx-4090")->fp64.grade, GRADE_UNVERIFIED);
    assert_int_equal(device("a800-sxm4-80gb")->fp16.grade, GRADE_SECONDARY);
    assert_false(device("rtx-4090")->unverified);
}

static void links_are_one_way(void **state) {
    (void)state;
    static const struct {
        const char *id;
        double gb_s, us;
    } links[] = {
        {"pcie-3-x16", 15.75, 0},
        {"pcie-4-x16", 31.5, 0},
        {"pcie-5-x16", 63, 1.5},
        {"nvlink-2", 150, 0},
        {"nvlink-3", 300, 0},
        {"nvlink-3-a800", 200, 0},
        {"nvlink-4", 450, 1},
        {"nvlink-4-h800", 200, 0},
        {"nvlink-5", 900, 0},
        {"nvlink-bridge-ampere-ws", 56.25, 0},
        {"nvlink-bridge-a100-pcie", 300, 0},
        {"infinity-fabric-mi300x", 448, 0},
    };
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        const struct link *l =
            catalog_link(shipped.catalog, shipped.diag, (struct span){0}, links[i].id);
        assert_non_null(l);
        check_datum(l->id, &l->bandwidth, links[i].gb_s, 1e9);
        check_datum(l->id, &l->latency, links[i].us, 1e-6);
    }
}

/* facts/models.tsv; the last column is the count of tensors a loaded model has. */
static const struct {
    const char *id;
    int64_t layers, hidden, heads, kv_heads, head_dim, ffn, vocabulary, context, bias, parameters;
} models[] = {
    {"llama-2-7b", 32, 4096, 32, 32, 128, 11008, 32000, 4096, 0, 6738415616},
    {"llama-2-70b", 80, 8192, 64, 8, 128, 28672, 32000, 4096, 0, 68976648192},
    {"llama-3.1-8b", 32, 4096, 32, 8, 128, 14336, 128256, 131072, 0, 8030261248},
    {"qwen2.5-7b", 28, 3584, 28, 4, 128, 18944, 152064, 131072, 1, 7615616512},
};

static void models_are_those_of_the_facts(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        const struct model *m =
            catalog_model(shipped.catalog, shipped.diag, (struct span){0}, models[i].id);
        assert_non_null(m);
        assert_int_equal(m->layers, models[i].layers);
        assert_int_equal(m->hidden, models[i].hidden);
        assert_int_equal(m->heads, models[i].heads);
        assert_int_equal(m->kv_heads, models[i].kv_heads);
        assert_int_equal(m->head_dim, models[i].head_dim);
        assert_int_equal(m->ffn, models[i].ffn);
        assert_int_equal(m->ffn_matrices, 3);
        assert_int_equal(m->vocabulary, models[i].vocabulary);
        assert_int_equal(m->max_context, models[i].context);
        assert_int_equal(m->tied_embeddings, 0);
        assert_int_equal(m->qkv_bias, models[i].bias);
        assert_true(m->published_parameters == models[i].parameters);
        assert_int_equal(m->grade, GRADE_SECONDARY);
    }
}

static void an_unknown_device_names_the_nearest_and_gives_no_other(void **state) {
    (void)state;
    struct diag *d = diag_new(shipped.arena);
    assert_null(catalog_accelerator(shipped.catalog, d, (struct span){0}, "h100-smx5-80gb"));
    const struct report *r = report_find(d, DIAG_UNKNOWN_ACCELERATOR);
    assert_non_null(r);
    assert_string_equal(r->found, "h100-smx5-80gb");
    assert_string_equal(r->nearest, "h100-sxm5-80gb");
}

/* ── Faults: the shipped files with one passage changed ── */

static const struct fault {
    const char *file, *from, *to;
    enum diag_kind kind;
    const char *at; /* the marked text begins so; NULL: not looked at */
    const char *nearest;
} faults[] = {
    {"catalogue/accelerators.xml", ">3.35 TB/s<", ">3.35 TB<", DIAG_UNIT_MISMATCH, "3.35 TB<",
     NULL},
    {"catalogue/accelerators.xml", ">3.35 TB/s<", ">3.35 TFLOP/s<", DIAG_UNIT_MISMATCH,
     "3.35 TFLOP/s<", NULL},
    {"catalogue/accelerators.xml", ">3.35 TB/s<", ">fast<", DIAG_QUANTITY_SYNTAX, "fast", NULL},
    {"catalogue/accelerators.xml", ">3.35 TB/s<", ">3.35 TBs<", DIAG_UNKNOWN_UNIT, NULL, NULL},
    {"catalogue/accelerators.xml", ">3.35 TB/s<", ">0 TB/s<", DIAG_BAD_NUMBER, "0 TB/s", NULL},
    {"catalogue/accelerators.xml", "    <power source=\"nvidia-v100-datasheet\">300 W</power>\n",
     "", DIAG_MISSING_FIELD, "<accelerator id=\"v100-sxm2-16gb\"", NULL},
    {"catalogue/accelerators.xml", "<memory-type>HBM3</memory-type>", "<memory-type/>",
     DIAG_MISSING_FIELD, "<memory-type/>", NULL},
    {"catalogue/accelerators.xml", "<power source=\"nvidia-v100-datasheet\">",
     "<power source=\"nvidia-v100-datashet\">", DIAG_UNKNOWN_SOURCE, "nvidia-v100-datashet",
     "nvidia-v100-datasheet"},
    {"catalogue/accelerators.xml", "<power source=\"nvidia-v100-datasheet\">", "<power>",
     DIAG_MISSING_OPTION, "<power>", NULL},
    {"catalogue/accelerators.xml", "link=\"nvlink-2\"", "link=\"nvlink2\"", DIAG_UNKNOWN_LINK,
     "nvlink2", "nvlink-2"},
    {"catalogue/accelerators.xml", ">450 GB/s<", ">900 GB/s<", DIAG_CATALOG_DISAGREES, "900 GB/s",
     NULL},
    {"catalogue/accelerators.xml", "id=\"v100-sxm2-32gb\"", "id=\"v100-sxm2-16gb\"",
     DIAG_DUPLICATE_ID, "v100-sxm2-16gb\" class", NULL},
    {"catalogue/accelerators.xml", ">2017-05<", ">May 2017<", DIAG_BAD_DATE, "May 2017", NULL},
    {"catalogue/accelerators.xml", ">2017-05<", ">2017-13<", DIAG_BAD_DATE, "2017-13", NULL},
    {"catalogue/accelerators.xml", "<fp8 unknown=\"not-supported\"/>",
     "<fp8 unknown=\"not-suported\"/>", DIAG_UNKNOWN_WORD, "not-suported", "not-supported"},
    {"catalogue/accelerators.xml", "<fp8 unknown=\"not-supported\"/>", "<fp9 unknown=\"\"/>",
     DIAG_UNKNOWN_FIELD, "<fp9", "fp8"},
    {"catalogue/accelerators.xml", "accumulate=\"fp32\"", "accumulate=\"fp23\"", DIAG_UNKNOWN_WORD,
     "fp23", "fp32"},
    {"catalogue/accelerators.xml", "accumulate=\"fp32\"", "acumulate=\"fp32\"", DIAG_UNKNOWN_OPTION,
     "acumulate", "accumulate"},
    {"catalogue/accelerators.xml", "<vendor>NVIDIA</vendor>",
     "<vendor>NVIDIA</vendor><vendor>AMD</vendor>", DIAG_DUPLICATE_FIELD, "<vendor>AMD", NULL},
    {"catalogue/accelerators.xml", "<fp8 source=\"nvidia-h100-datasheet\">1978.9",
     "<fp8 source=\"nvidia-h100-datasheet\">197.89", DIAG_CATALOG_DISAGREES, "197.89", NULL},
    {"catalogue/sources.xml", "grade=\"datasheet\"", "grade=\"datashet\"", DIAG_UNKNOWN_WORD,
     "datashet", "datasheet"},
    {"catalogue/models.xml", "<layers>32</layers>", "<layers>33</layers>", DIAG_CATALOG_DISAGREES,
     "6738417664", NULL},
    {"catalogue/models.xml", " rotary-values=\"2048\"", "", DIAG_CATALOG_DISAGREES, "6738417664", NULL},
    {"catalogue/models.xml", "<layers>32</layers>", "<layers>many</layers>", DIAG_BAD_NUMBER,
     "many", NULL},
    {"catalogue/models.xml", "<layers>32</layers>", "<layers>99999999999999999</layers>",
     DIAG_BAD_NUMBER, "99999999999999999", NULL},
    {"catalogue/models.xml", "<kv-heads>32</kv-heads>", "<kv-heads>5</kv-heads>",
     DIAG_CATALOG_DISAGREES, "5<", NULL},
    {"catalogue/links.xml", ">1.5 us<", ">1.5 GB<", DIAG_UNIT_MISMATCH, "1.5 GB", NULL},
    {"catalogue/links.xml", "kind=\"host-link\"", "kind=\"hostlink\"", DIAG_UNKNOWN_WORD,
     "hostlink", "host-link"},
    {"scenarios.xml", "model=\"llama-2-7b\"", "model=\"llama-2-7\"", DIAG_UNKNOWN_MODEL,
     "llama-2-7", "llama-2-7b"},
};

static void faults_stand_at_their_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const struct fault *f = &faults[i];
        struct arena *a = arena_new();
        const char *root = content_with(a, f->file, f->from, f->to);
        struct fixture faulty = fixture_open(root);
        const struct report *r = report_find(faulty.diag, f->kind);
        if (!r) {
            print_reports(faulty.diag);
            fail_msg("fault %zu: %s → %s was not seen", i, f->from, f->to);
        }
        assert_non_null(r->at.source);
        if (f->at && strncmp(r->at.source->text + r->at.from, f->at, strlen(f->at)) != 0)
            fail_msg("fault %zu marks “%.30s”, expected “%s”", i, r->at.source->text + r->at.from,
                     f->at);
        if (f->nearest) {
            assert_non_null(r->nearest);
            assert_string_equal(r->nearest, f->nearest);
        }
        assert_int_equal(diag_exit_status(faulty.diag), 1);
        fixture_close(&faulty);
        content_remove(a, root);
        arena_drop(a);
    }
}

/* One fault, not one for each scenario that names a device. */
static void a_file_that_cannot_be_read_causes_no_further_faults(void **state) {
    (void)state;
    struct arena *a = arena_new();
    const char *root = content_with(a, "catalogue/accelerators.xml", "</vendor>", "</vender>");
    struct fixture f = fixture_open(root);
    assert_non_null(f.catalog);
    assert_int_equal(diag_count(f.diag, SEVERITY_ERROR), 1);
    assert_int_equal(catalog_link_count(f.catalog), catalog_link_count(shipped.catalog));
    assert_int_equal(catalog_scenario_count(f.catalog), 0);
    fixture_close(&f);
    content_remove(a, root);
    arena_drop(a);
}

static void a_missing_root_gives_no_catalogue(void **state) {
    (void)state;
    struct fixture f = fixture_open("/nonexistent/content");
    assert_null(f.catalog);
    assert_int_equal(diag_exit_status(f.diag), 1);
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shipped_catalogue_is_clean),
        cmocka_unit_test(each_value_is_that_of_the_facts),
        cmocka_unit_test(every_device_of_the_catalogue_is_in_the_table),
        cmocka_unit_test(capacities_carried_over_are_marked_derived),
        cmocka_unit_test(accumulation_and_notes_are_words),
        cmocka_unit_test(grades_follow_the_source_unless_given),
        cmocka_unit_test(links_are_one_way),
        cmocka_unit_test(models_are_those_of_the_facts),
        cmocka_unit_test(an_unknown_device_names_the_nearest_and_gives_no_other),
        cmocka_unit_test(faults_stand_at_their_place),
        cmocka_unit_test(a_file_that_cannot_be_read_causes_no_further_faults),
        cmocka_unit_test(a_missing_root_gives_no_catalogue),
    };
    return cmocka_run_group_tests(tests, shipped_open, shipped_close) ? 1 : 0;
}
