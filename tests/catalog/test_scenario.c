#include "shipped.h"

static const struct node *element(struct diag *d, const char *attributes) {
    struct arena *a = shipped.arena;
    const char *text = arena_printf(a, "<r:scenario xmlns:r='urn:ridgepoint:1' %s/>", attributes);
    struct source *s = ARENA_NEW(a, struct source);
    *s = (struct source){"local.xml", text, strlen(text)};
    const struct node *n = xml_parse(a, d, s);
    assert_non_null(n);
    return n;
}

#define SERVED "task='inference' model='llama-2-7b' accelerator='rtx-4090' "

static void a_local_scenario_is_read_and_completed(void **state) {
    (void)state;
    struct diag *d = diag_new(shipped.arena);
    const struct scenario *s = catalog_add_scenario(
        shipped.catalog, d,
        element(d, SERVED "id='local' title='Mine' prompt='1000' output='24' weights='fp16'"));
    print_reports(d);
    assert_non_null(s);
    assert_string_equal(s->title, "Mine");
    assert_string_equal(s->model->id, "llama-2-7b");
    assert_string_equal(s->accelerator->id, "rtx-4090");
    assert_int_equal(s->prompt, 1000);
    assert_int_equal(s->context, 1024); /* prompt + output */
    assert_int_equal(s->batch, 1);
    assert_ptr_equal(catalog_scenario(shipped.catalog, d, (struct span){0}, "local"), s);
    assert_ptr_equal(catalog_estimate(shipped.catalog, s), catalog_estimate(shipped.catalog, s));
}

static void the_same_scenario_may_stand_in_both_languages(void **state) {
    (void)state;
    struct diag *d = diag_new(shipped.arena);
    const struct scenario *zh = catalog_add_scenario(
        shipped.catalog, d, element(d, SERVED "id='twin' title='甲' context='512' batch='2'"));
    const struct scenario *en = catalog_add_scenario(
        shipped.catalog, d, element(d, SERVED "id='twin' title='A' context='512' batch='2'"));
    assert_ptr_equal(zh, en);
    assert_int_equal(diag_count(d, SEVERITY_WARNING), 0);
    assert_null(catalog_add_scenario(shipped.catalog, d,
                                     element(d, SERVED "id='twin' context='512' batch='3'")));
    assert_non_null(report_find(d, DIAG_DUPLICATE_ID));
}

static void numbers_with_exponents_are_read(void **state) {
    (void)state;
    struct diag *d = diag_new(shipped.arena);
    const struct scenario *s = catalog_add_scenario(
        shipped.catalog, d,
        element(d, "id='long' task='training' model='llama-2-7b' accelerator='a100-sxm4-80gb' "
                   "method='lora' sequence='2048' tokens='15e12' memory-utilisation='0.9'"));
    print_reports(d);
    assert_non_null(s);
    assert_near(s->tokens, 15e12, 0);
    assert_near(s->memory_utilisation, 0.9, 1e-15);
}

static const struct {
    const char *attributes;
    enum diag_kind kind;
    const char *at, *nearest;
} faults[] = {
    {SERVED "id='f' bacth='2'", DIAG_UNKNOWN_OPTION, "bacth", "batch"},
    {SERVED "id='f' batch='two'", DIAG_BAD_NUMBER, "two'", NULL},
    {SERVED "id='f' batch='2.5'", DIAG_BAD_NUMBER, "2.5'", NULL},
    {SERVED "id='f' batch='-2'", DIAG_BAD_NUMBER, "-2'", NULL},
    {SERVED "id='f' batch='0'", DIAG_BAD_NUMBER, "0'", NULL},
    {SERVED "id='f' weights='fp61'", DIAG_SCENARIO_OPTION, "fp61'", "fp16"},
    {SERVED "id='f' context='99999999'", DIAG_SCENARIO_OPTION, "99999999'", NULL},
    {SERVED "", DIAG_MISSING_OPTION, "<r:scenario", NULL},
    {"id='f' task='inference' model='llama-2-7b'", DIAG_MISSING_OPTION, "<r:scenario", NULL},
    {"id='f' task='inference' model='llama-2-7b' accelerator='rtx-4909'", DIAG_UNKNOWN_ACCELERATOR,
     "rtx-4909", "rtx-4090"},
    {"id='f' task='infer' model='llama-2-7b' accelerator='rtx-4090'", DIAG_SCENARIO_OPTION,
     "infer'", NULL},
};

static void faults_stand_at_their_attribute(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct diag *d = diag_new(shipped.arena);
        assert_null(catalog_add_scenario(shipped.catalog, d, element(d, faults[i].attributes)));
        const struct report *r = report_find(d, faults[i].kind);
        if (!r) {
            print_reports(d);
            fail_msg("fault %zu was not seen", i);
        }
        if (strncmp(r->at.source->text + r->at.from, faults[i].at, strlen(faults[i].at)) != 0)
            fail_msg("fault %zu marks “%s”", i, r->at.source->text + r->at.from);
        if (faults[i].nearest)
            assert_string_equal(r->nearest, faults[i].nearest);
    }
}

static void options_of_the_command_line_make_a_scenario(void **state) {
    (void)state;
    static const char *const names[] = {"model", "accelerator", "task", "batch"};
    static const char *const good[] = {"llama-3.1-8b", "mi300x", "inference", "4"};
    static const char *const bad[] = {"llama-3.1-8b", "mi300", "inference", "4"};
    struct diag *d = diag_new(shipped.arena);
    size_t before = catalog_scenario_count(shipped.catalog);
    const struct scenario *s = catalog_make_scenario(shipped.catalog, d, names, good, 4);
    assert_non_null(s);
    assert_int_equal(s->batch, 4);
    assert_int_equal(catalog_scenario_count(shipped.catalog), before);
    assert_null(catalog_make_scenario(shipped.catalog, d, names, bad, 4));
    assert_string_equal(report_find(d, DIAG_UNKNOWN_ACCELERATOR)->nearest, "mi300x");
}

/* What the catalogue does not know of a device may be given with the question. */
static void memory_may_be_given(void **state) {
    (void)state;
    static const char *const names[] = {"model", "accelerator", "task", "memory-capacity"};
    static const char *const values[] = {"llama-3.1-8b", "epyc-9654", "inference", "768 GiB"};
    struct diag *d = diag_new(shipped.arena);
    assert_null(catalog_make_scenario(shipped.catalog, d, names, values, 3));
    assert_string_equal(report_find(d, DIAG_DEVICE_LACKS)->expected, "memory-capacity");
    assert_non_null(catalog_make_scenario(shipped.catalog, d, names, values, 4));
}

static void a_template_binds_its_devices(void **state) {
    (void)state;
    struct diag *d = diag_new(shipped.arena);
    struct span nowhere = {0};
    const struct binding bindings[] = {
        {.name = "a", .accelerator = catalog_accelerator(shipped.catalog, d, nowhere, "mi300x")},
        {.name = "m", .model = catalog_model(shipped.catalog, d, nowhere, "llama-2-70b")}};
    const char *attributes = "id='s' task='inference' model='$m' accelerator='$a' prompt='9'";
    size_t before = catalog_scenario_count(shipped.catalog);
    const struct scenario *s =
        catalog_read_scenario(shipped.catalog, d, element(d, attributes), bindings, 2);
    print_reports(d);
    assert_non_null(s);
    assert_ptr_equal(s->accelerator, bindings[0].accelerator);
    assert_ptr_equal(s->model, bindings[1].model);
    assert_int_equal(catalog_scenario_count(shipped.catalog), before);
    assert_null(catalog_read_scenario(shipped.catalog, d, element(d, attributes), bindings, 1));
    assert_non_null(report_find(d, DIAG_UNKNOWN_MODEL));
}

/* A document says its length; what asks without one, and a published case, need not. */
static void a_length_is_stated(void **state) {
    (void)state;
    static const struct {
        const char *attributes;
        bool stated;
    } rows[] = {
        {SERVED "id='bare'", false},
        {SERVED "id='answered' output='32'", false},
        {SERVED "id='prompted' prompt='32'", true},
        {SERVED "id='cached' context='32'", true},
        {"task='training' model='llama-2-7b' accelerator='rtx-4090' id='tune'", false},
        {"task='training' model='llama-2-7b' accelerator='rtx-4090' id='tuned' sequence='32'",
         true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct diag *d = diag_new(shipped.arena), *other = diag_new(shipped.arena);
        const struct node *n = element(d, rows[i].attributes);
        const struct scenario *s = catalog_read_scenario(shipped.catalog, d, n, NULL, 0);
        const struct report *fault = report_find(d, DIAG_LENGTH_UNSTATED);
        assert_int_equal(s != NULL, rows[i].stated);
        assert_int_equal(fault == NULL, rows[i].stated);
        assert_true(!fault || fault->at.source);
        assert_non_null(catalog_case_scenario(shipped.catalog, other, n));
        assert_int_equal(diag_count(other, SEVERITY_ERROR), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_local_scenario_is_read_and_completed),
        cmocka_unit_test(the_same_scenario_may_stand_in_both_languages),
        cmocka_unit_test(numbers_with_exponents_are_read),
        cmocka_unit_test(a_length_is_stated),
        cmocka_unit_test(faults_stand_at_their_attribute),
        cmocka_unit_test(a_template_binds_its_devices),
        cmocka_unit_test(options_of_the_command_line_make_a_scenario),
        cmocka_unit_test(memory_may_be_given),
    };
    return cmocka_run_group_tests(tests, shipped_open, shipped_close) ? 1 : 0;
}
