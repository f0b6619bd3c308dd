#include "shipped.h"

#include "catalog/fields.h"
#include "core/element.h"

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
    {"catalogue/accelerators.xml", "<unknown reason=\"not-supported\">",
     "<unknown reason=\"not-suported\">", DIAG_UNKNOWN_WORD, "not-suported", "not-supported"},
    {"catalogue/accelerators.xml", "bf16 fp8 int8", "bf16 fp9 int8", DIAG_UNKNOWN_FIELD,
     "fp64-tensor tf32", "fp8"},
    {"catalogue/accelerators.xml", "bf16 fp8 int8", "bf16 int8", DIAG_MISSING_FIELD,
     "<accelerator id=\"v100-sxm2-16gb\"", NULL},
    {"catalogue/accelerators.xml", "bf16 fp8 int8", "bf16 fp8 power int8", DIAG_UNKNOWN_WITH_VALUE,
     "fp64-tensor tf32", NULL},
    {"catalogue/accelerators.xml", "<fp16 unknown=\"disputed\">",
     "<fp16 unknown=\"disputed\">62.5 TFLOP/s", DIAG_UNKNOWN_WITH_VALUE, "<fp16 unknown", NULL},
    {"catalogue/accelerators.xml", "<fp16 source=\"nvidia-h100-datasheet\">",
     "<fp16 source=\"nvidia-h100-datasheet\" unknown=\"disputed\">", DIAG_UNKNOWN_WITH_VALUE,
     "<fp16 source", NULL},
    {"catalogue/accelerators.xml", " unified-memory=\"no\"", "", DIAG_MISSING_OPTION,
     "<accelerator id=\"v100-sxm2-16gb\"", NULL},
    {"catalogue/accelerators.xml", "date=\"2026-11\"", "date=\"today\"", DIAG_BAD_DATE, "today",
     NULL},
    {"catalogue/accelerators.xml", "date=\"2026-11\"", "", DIAG_MISSING_OPTION, "<accelerators",
     NULL},
    {"catalogue/accelerators.xml", "reason=\"product-sheet\"", "reason=\"product-shet\"",
     DIAG_UNKNOWN_WORD, "product-shet", "product-sheet"},
    {"catalogue/accelerators.xml", ">192 GB</alternative>", ">192 GB/s</alternative>",
     DIAG_UNIT_MISMATCH, "192 GB/s", NULL},
    /* Values that check each other. 5120 × 5.2 Gbit/s are 3328 GB/s, 2.4 % above 3250. */
    {"catalogue/accelerators.xml", ">3.35 TB/s<", ">3.25 TB/s<", DIAG_CATALOG_DISAGREES,
     "3.25 TB/s", NULL},
    {"catalogue/accelerators.xml", ">18 PFLOP/s<", ">28 PFLOP/s<", DIAG_CATALOG_DISAGREES,
     "28 PFLOP/s", NULL},
    {"catalogue/accelerators.xml", ">15.75 GB/s</host", ">16 GB/s</host", DIAG_CATALOG_DISAGREES,
     "16 GB/s", NULL},
    {"catalogue/accelerators.xml", ">400 GB/s", ">350 GB/s", DIAG_CATALOG_DISAGREES, "350 GB/s",
     NULL},
    {"catalogue/accelerators.xml", " times=\"8\"", "", DIAG_CATALOG_DISAGREES, "400 GB/s", NULL},
    {"catalogue/accelerators.xml", ">81559 MiB<", ">71559 MiB<", DIAG_CATALOG_DISAGREES,
     "71559 MiB", NULL},
    {"catalogue/accelerators.xml", ">16 GiB<", ">16.2 GiB<", DIAG_CATALOG_DISAGREES, "16.2 GiB",
     NULL},
    {"catalogue/accelerators.xml", ">124.8 GiB<", ">192 GiB<", DIAG_CATALOG_DISAGREES, "192 GiB",
     NULL},
    {"catalogue/accelerators.xml", ">65 %<", ">85 %<", DIAG_CATALOG_DISAGREES, "124.8 GiB", NULL},
    {"catalogue/accelerators.xml", ">51 TFLOP/s</fp16-fp16", ">25.5 TFLOP/s</fp16-fp16",
     DIAG_CATALOG_DISAGREES, "25.5 TFLOP/s</fp16-fp16", NULL},
    {"catalogue/accelerators.xml", ">2017-05<", ">2027-05<", DIAG_CATALOG_DISAGREES, "2027-05",
     NULL},
    {"catalogue/links.xml", "topology=\"mesh\"", "", DIAG_MISSING_OPTION, "<link id=\"hccs-910b\"",
     NULL},
    {"catalogue/links.xml", ">64 GB/s<", ">60 GB/s<", DIAG_CATALOG_DISAGREES, "60 GB/s", NULL},
    {"catalogue/links.xml", ">235 GB/s<", ">335 GB/s<", DIAG_CATALOG_DISAGREES, "335 GB/s", NULL},
    {"catalogue/links.xml", ">47.7 GB/s<", ">67.7 GB/s<", DIAG_CATALOG_DISAGREES, "67.7 GB/s",
     NULL},
    {"catalogue/links.xml", "topology=\"mesh\"", "topology=\"mash\"", DIAG_UNKNOWN_WORD, "mash",
     "mesh"},
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
    {"catalogue/models.xml", " rotary-values=\"2048\"", "", DIAG_CATALOG_DISAGREES, "6738417664",
     NULL},
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

/* Everything that an entry lacks is said at once, with what can be pasted for what is a value. */
static void all_missing_fields_are_one_report(void **state) {
    (void)state;
    struct arena *a = arena_new();
    const char *root = content_with(a, "catalogue/accelerators.xml",
                                    "<unknown reason=\"not-supported\">fp64-tensor tf32 bf16 fp8 "
                                    "int8 fp4 int4</unknown>",
                                    "");
    struct fixture f = fixture_open(root);
    const struct report *r = f.diag->first;
    assert_int_equal(diag_count(f.diag, SEVERITY_ERROR), 1);
    assert_int_equal(r->kind, DIAG_MISSING_FIELD);
    assert_string_equal(r->expected, "v100-sxm2-16gb");
    /* in the order of the fields, gen/catalog/fields.c */
    assert_string_equal(r->found,
                        "<fp64-tensor>, <tf32>, <bf16>, <fp8>, <int8>, <fp4>, <int4> are");
    assert_non_null(r->notes);
    assert_string_equal(r->notes->text, "<unknown reason=\"not-given\">fp64-tensor tf32 bf16 fp8 "
                                        "int8 fp4 int4</unknown>");
    fixture_close(&f);
    content_remove(a, root);
    arena_drop(a);
}

static size_t alternatives_of(const struct datum *d) {
    size_t n = 0;
    for (const struct alternative *x = d->alternatives; x; x = x->next) {
        assert_non_null(x->reference);
        assert_non_null(x->reason);
        n++;
    }
    return n;
}

/* What else is in print stands beside the value that was chosen, or where none was. */
static void conflicts_are_kept_as_alternatives(void **state) {
    (void)state;
    const struct accelerator *b200 = device("b200-sxm-180gb"), *gb10 = device("dgx-spark-gb10");
    assert_int_equal(alternatives_of(&b200->memory_capacity), 1);
    assert_near(b200->memory_capacity.alternatives->value, 192e9, 1);
    assert_string_equal(b200->memory_capacity.alternatives->text, "192 GB");
    assert_string_equal(b200->memory_capacity.alternatives->reason, "product-sheet");
    assert_near(b200->memory_bandwidth.alternatives->value, 8e12, 1);
    assert_false(gb10->fp16.known);
    assert_string_equal(gb10->fp16.reason, "disputed");
    assert_int_equal(alternatives_of(&gb10->fp16), 3);
    assert_string_equal(device("h100-pcie-80gb")->memory_type, "HBM2e");
    assert_string_equal(device("h100-pcie-80gb")->memory_types->text, "HBM3");
    assert_null(device("rtx-4090")->memory_bandwidth.alternatives);
    size_t all = 0;
    for (size_t i = 0; i < catalog_accelerator_count(shipped.catalog); i++)
        for (size_t k = 0; k < accelerator_field_count; k++)
            all +=
                alternatives_of(accelerator_datum(catalog_accelerator_at(shipped.catalog, i), k));
    assert_true(all >= 60);
}

/* Every remark is there in both languages. */
static void remarks_have_two_languages(void **state) {
    (void)state;
    for (size_t i = 0; i < catalog_accelerator_count(shipped.catalog); i++) {
        const struct accelerator *a = catalog_accelerator_at(shipped.catalog, i);
        if (!a->remarks)
            continue;
        assert_string_equal(a->remarks->language, "en");
        assert_non_null(a->remarks->next);
        assert_string_equal(a->remarks->next->language, "zh");
        assert_null(a->remarks->next->next);
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

static void need_source(struct fixture *f, const char *id, const char *source) {
    if (strcmp(source, "definition") != 0 && !catalog_reference(f->catalog, source))
        fail_msg("%s: no source “%s”", id, source);
}

static void formats_and_recipes_name_sources_that_exist(void **state) {
    (void)state;
    struct fixture f = fixture_open("content");
    for (size_t i = 0; i < format_count(); i++)
        need_source(&f, format_at(i)->id, format_at(i)->source);
    for (int i = 0; i < ELEMENTS; i++)
        need_source(&f, element_of((enum element_id)i)->id, element_of((enum element_id)i)->source);
    for (size_t i = 0; i < optimizer_count(); i++)
        need_source(&f, optimizer_at(i)->id, optimizer_at(i)->source);
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_and_recipes_name_sources_that_exist),
        cmocka_unit_test(the_shipped_catalogue_is_clean),
        cmocka_unit_test(capacities_carried_over_are_marked_derived),
        cmocka_unit_test(accumulation_and_notes_are_words),
        cmocka_unit_test(grades_follow_the_source_unless_given),
        cmocka_unit_test(models_are_those_of_the_facts),
        cmocka_unit_test(an_unknown_device_names_the_nearest_and_gives_no_other),
        cmocka_unit_test(faults_stand_at_their_place),
        cmocka_unit_test(all_missing_fields_are_one_report),
        cmocka_unit_test(conflicts_are_kept_as_alternatives),
        cmocka_unit_test(remarks_have_two_languages),
        cmocka_unit_test(a_file_that_cannot_be_read_causes_no_further_faults),
        cmocka_unit_test(a_missing_root_gives_no_catalogue),
    };
    return cmocka_run_group_tests(tests, shipped_open, shipped_close) ? 1 : 0;
}
