#include "fixture.h"

#include <math.h>

static struct fixture shipped;
static struct binding bindings[3];
static struct environment env;

static const char local[] =
    "<scenarios xmlns='urn:ridgepoint:1'>"
    "<scenario id='t-7b' task='inference' model='llama-2-7b' accelerator='a100-sxm4-80gb' "
    "weights='fp16' kv='fp16' batch='1' context='4096'/>"
    "<scenario id='t-70b' task='inference' model='llama-2-70b' accelerator='rtx-4090' "
    "weights='fp16' kv='fp16' batch='1' context='4096'/>"
    "<scenario id='t-full' task='training' model='llama-2-7b' accelerator='a100-sxm4-80gb' "
    "method='full' optimizer='adamw-mixed' sequence='2048' micro-batch='1'/>"
    "</scenarios>";

static int shipped_open(void **state) {
    (void)state;
    shipped = fixture_open("content");
    if (!shipped.catalog)
        return -1;
    struct source *s = ARENA_NEW(shipped.arena, struct source);
    *s = (struct source){"local.xml", local, sizeof local - 1};
    const struct node *root = xml_parse(shipped.arena, shipped.diag, s);
    for (const struct node *n = root->child; n; n = n->next)
        if (!catalog_add_scenario(shipped.catalog, shipped.diag, n))
            return -1;
    struct span nowhere = {0};
    bindings[0] = (struct binding){.name = "a",
                                   .accelerator = catalog_accelerator(shipped.catalog, shipped.diag,
                                                                      nowhere, "h100-sxm5-80gb")};
    bindings[1] = (struct binding){
        .name = "b",
        .accelerator = catalog_accelerator(shipped.catalog, shipped.diag, nowhere, "rtx-4090")};
    bindings[2] = (struct binding){
        .name = "m", .model = catalog_model(shipped.catalog, shipped.diag, nowhere, "qwen2.5-7b")};
    env = (struct environment){shipped.catalog, bindings, 3};
    return 0;
}

static int shipped_close(void **state) {
    (void)state;
    fixture_close(&shipped);
    return 0;
}

static struct span place_of(const char *text) {
    struct source *s = ARENA_NEW(shipped.arena, struct source);
    *s = (struct source){"expression", text, strlen(text)};
    return (struct span){s, 0, s->bytes};
}

static bool evaluate(struct diag *d, const char *text, struct value *out) {
    return expression_evaluate(shipped.arena, d, &env, text, place_of(text), out);
}

/* ── Quantities ── */

static const struct {
    const char *text;
    double value; /* SI */
    const char *unit;
    enum exactness exactness;
} quantities[] = {
    /* numbers as in XPath */
    {"1 + 2 * 3", 7, "1", EXACT},
    {"(1 + 2) * 3", 9, "1", EXACT},
    {"10 - 4 - 3", 3, "1", EXACT},
    {"5-3", 2, "1", EXACT},
    {"- 3 + 5", 2, "1", EXACT},
    {"--3", 3, "1", EXACT},
    {"7 div 2", 3.5, "1", EXACT},
    {"-7 mod 3", -1, "1", EXACT},
    {"7 mod -3", 1, "1", EXACT},
    {"1.5 mod 0.5", 0, "1", EXACT},
    {".5 + 1.", 1.5, "1", EXACT},
    {"true() + 1", 2, "1", EXACT},
    {"round(2.5)", 3, "1", EXACT},
    {"round(-2.5)", -2, "1", EXACT},
    {"floor(-0.1)", -1, "1", EXACT},
    {"ceiling(0.1)", 1, "1", EXACT},
    {"abs(3 - 5)", 2, "1", EXACT},
    {"min(3, 1, 2) + max(3, 1, 2)", 4, "1", EXACT},
    /* units */
    {"r:gib(80)", 85899345920.0, "B", EXACT},
    {"r:gb(80)", 80e9, "B", EXACT},
    {"r:mib(2)", 2097152, "B", EXACT},
    {"r:tb-s(3.35)", 3.35e12, "B/s", EXACT},
    {"r:unit(25, 'GB/s')", 25e9, "B/s", EXACT},
    {"r:min(2) + r:s(1)", 121, "s", EXACT},
    {"r:h(1) div r:min(1)", 60, "1", EXACT},
    {"r:percent(5)", 0.05, "1", EXACT},
    {"r:gb(20) div r:gb-s(10)", 2, "s", EXACT},
    {"r:tflop-s(989.4) div r:tb-s(3.35)", 989.4 / 3.35, "FLOP/B", EXACT},
    {"r:gb-s(10) * r:s(3)", 30e9, "B", EXACT},
    {"r:gb(7) mod r:gb(2)", 1e9, "B", EXACT},
    {"-r:ms(5)", -0.005, "s", EXACT},
    {"max(r:gib(1), r:gb(1))", 1073741824, "B", EXACT},
    /* messages: on 8 devices a ring sends 14 times, a byte goes 1.75 times over a link */
    {"r:all-reduce('ring', 8, r:gb(4), r:gb-s(100), r:us(10))", 14 * 10e-6 + 1.75 * 0.04, "s",
     CEILING},
    {"r:all-reduce('fused', 8, r:kib(512), r:gb-s(450), r:us(5))", 5e-6 + 1.75 * 524288 / 450e9,
     "s", CEILING},
    {"r:all-reduce('best', 8, r:kb(8), r:gb-s(100), r:us(10))", 10e-6 + 7 * 8e-8, "s", CEILING},
    {"r:all-reduce('ring', 1, r:gb(4), r:gb-s(100), r:us(10))", 0, "s", CEILING},
    {"r:all-gather('ring', 4, r:gb(1), r:gb-s(100))", 0.0075, "s", CEILING},
    {"r:all-to-all('one-shot', 4, r:gb(1), r:gb-s(100), r:us(10))", 0.0075 + 10e-6, "s", CEILING},
    {"r:broadcast('ring', 8, r:gb(1), r:gb-s(100), r:us(10))", 0.01 + 30e-6, "s", CEILING},
    {"r:send(r:gb(1), r:gb-s(50), r:us(10))", 0.02 + 10e-6, "s", CEILING},
    {"r:send(r:gb(1), r:link('nvlink-4')/bandwidth)", 1 / 450.0, "s", CEILING},
    /* catalogue entries */
    {"$a/memory-bandwidth", 3.35e12, "B/s", CEILING},
    {"$a/memory-bandwidth div $b/memory-bandwidth", 3350.0 / 1008, "1", CEILING},
    {"$a/ridge", 989.4e12 / 3.35e12, "FLOP/B", CEILING},
    {"$b/peak", 165.2e12, "FLOP/s", CEILING},
    {"$m/layers * $m/hidden", 28 * 3584, "1", EXACT},
    {"$m/parameters", 7615616512.0, "1", EXACT},
    {"r:accelerator('v100-sxm2-32gb')/peak", 125e12, "FLOP/s", CEILING},
    {"r:accelerator('h100-sxm5-80gb')/memory-capacity", 81559.0 * 1048576, "B", CEILING},
    {"r:model('llama-2-7b')/vocabulary", 32000, "1", EXACT},
    {"r:link('nvlink-4')/bandwidth", 450e9, "B/s", CEILING},
    {"r:link('nvlink-4')/latency", 1e-6, "s", CEILING},
    /* A pair of MI300X has one link of seven, a pair of H100 all of its own. */
    {"r:link('infinity-fabric-mi300x')/pair-bandwidth", 64e9, "B/s", CEILING},
    {"r:link('infinity-fabric-mi300x')/links", 7, "1", CEILING},
    {"r:link('nvlink-4')/pair-bandwidth", 450e9, "B/s", CEILING},
    {"r:link('nvlink-3')/measured-bandwidth", 235e9, "B/s", CEILING},
    {"$a/fp8-sparse div $a/fp8", 2, "1", CEILING},
    {"r:accelerator('gb300-per-gpu')/fp4-sparse", 20e15, "FLOP/s", CEILING},
    {"$b/bus-width * $b/data-rate", 1008e9, "B/s", CEILING},
    {"r:accelerator('m3-ultra-512gb')/gpu-share-low", 0.65, "1", CEILING},
    /* estimates: golden values of formulas 18 */
    {"$t-7b/memory/weights", 13476831232.0, "B", EXACT},
    {"$t-7b/memory/kv-cache", 2147483648.0, "B", EXACT},
    {"$t-7b/decode/bytes", 15362703360.0, "B", EXACT},
    {"$t-7b/decode/ceiling-tokens-per-second", 2039e9 / 15362703360.0, "token/s", CEILING},
    {"$t-7b/decode/bytes div $t-7b/accelerator/memory-bandwidth", 15362703360.0 / 2039e9, "s",
     CEILING},
    {"$t-full/memory/weights + $t-full/memory/gradients + $t-full/memory/optimizer", 107814649856.0,
     "B", EXACT},
    {"$t-7b/model/layers", 32, "1", EXACT},
    {"$t-7b/model/parameters", 6738415616.0, "1", EXACT},
    {"$t-7b/context div $t-7b/batch", 4096, "1", EXACT},
};

static void expressions_have_values_units_and_exactness(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++) {
        struct diag *d = diag_new(shipped.arena);
        struct value v;
        if (!evaluate(d, quantities[i].text, &v)) {
            print_reports(d);
            fail_msg("%s has no value", quantities[i].text);
        }
        assert_int_equal(v.kind, VALUE_QUANTITY);
        double expected = quantities[i].value;
        if (fabs(v.quantity.value - expected) > 1e-14 * fabs(expected))
            fail_msg("%s = %.17g, expected %.17g", quantities[i].text, v.quantity.value, expected);
        if (strcmp(unit_name(shipped.arena, v.quantity.unit), quantities[i].unit) != 0)
            fail_msg("%s has the unit %s", quantities[i].text,
                     unit_name(shipped.arena, v.quantity.unit));
        if (v.quantity.exactness != quantities[i].exactness)
            fail_msg("%s has exactness %d", quantities[i].text, v.quantity.exactness);
    }
}

/* ── Truths and texts ── */

static const struct {
    const char *text, *value; /* "true", "false" or a text */
} words[] = {
    {"1 < 2", "true"},
    {"2 <= 2 and 3 >= 4", "false"},
    {"1 = 1 or 1 = 2", "true"},
    {"not(1 != 1)", "true"},
    {"1 < 2 < 3", "true"},
    {"3 > 2 > 1", "false"}, /* true() > 1 */
    {"true() = 5", "true"},
    {"'a' = \"a\"", "true"},
    {"boolean('')", "false"},
    {"boolean(r:gib(0))", "false"},
    {"concat('a', 1, ' ', 2.5, true())", "a1 2.5true"},
    {"string(0.1 + 0.2 - 0.3 + 4)", "4"},
    {"contains('abc', 'bc') and starts-with('abc', 'ab')", "true"},
    {"$t-7b/memory/fits = 'yes'", "true"},
    {"$t-70b/memory/fits", "no"},
    {"$t-70b/binding/resource", "capacity"},
    {"$t-7b/decode/bound", "bandwidth"},
    {"$a/short-name", "H100"},
    {"$a/memory-label", "80 GB"},
    {"$t-7b/accelerator/architecture", "Ampere"},
    {"$t-7b/weights", "fp16"},
    {"$t-7b/model/name", "Llama 2 7B"},
    {"$t-7b/operations[@name='attention']/bound", "bandwidth"},
    {"$t-7b/operations[@name='ffn']/flops > $t-7b/operations[@name='attention']/flops", "true"},
    {"$t-7b/memory/total < r:gib(80)", "true"},
    {"$t-full/memory/total > $t-full/memory/capacity", "true"},
    {"r:gib(80) > r:gb(80)", "true"},
    {"string(r:gib(80))", "80\u202fGiB"},
    /* what does not count need not be there */
    {"$t-70b/memory/fits = 'no' or $t-70b/decode/tokens-per-second > r:tokens-s(1)", "true"},
    {"$t-70b/memory/fits = 'yes' and $t-70b/decode/tokens-per-second > r:tokens-s(1)", "false"},
};

static void expressions_are_true_false_or_texts(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct diag *d = diag_new(shipped.arena);
        struct value v;
        if (!evaluate(d, words[i].text, &v)) {
            print_reports(d);
            fail_msg("%s has no value", words[i].text);
        }
        assert_int_not_equal(v.kind, VALUE_QUANTITY);
        const char *value = v.kind == VALUE_STRING ? v.string : v.boolean ? "true" : "false";
        if (strcmp(value, words[i].value) != 0)
            fail_msg("%s is “%s”, expected “%s”", words[i].text, value, words[i].value);
    }
}

/* ── Faults ── */

static const struct {
    const char *text;
    enum diag_kind kind;
    size_t column; /* from 1 */
    const char *nearest;
} faults[] = {
    {"", DIAG_EXPRESSION_SYNTAX, 1, NULL},
    {"1 +", DIAG_EXPRESSION_SYNTAX, 4, NULL},
    {"1 2", DIAG_EXPRESSION_SYNTAX, 3, NULL},
    {"(1", DIAG_EXPRESSION_SYNTAX, 3, NULL},
    {"1)", DIAG_EXPRESSION_SYNTAX, 2, NULL},
    {"'abc", DIAG_EXPRESSION_SYNTAX, 1, NULL},
    {"1 # 2", DIAG_EXPRESSION_SYNTAX, 3, NULL},
    {"$", DIAG_EXPRESSION_SYNTAX, 1, NULL},
    {"$t-7b/", DIAG_EXPRESSION_SYNTAX, 7, NULL},
    {"$t-7b//memory", DIAG_EXPRESSION_SYNTAX, 7, NULL},
    {"memory/total", DIAG_EXPRESSION_SYNTAX, 7, NULL},
    {"min()", DIAG_EXPRESSION_SYNTAX, 1, NULL},
    {"min(1,)", DIAG_EXPRESSION_SYNTAX, 7, NULL},
    {"round(1, 2)", DIAG_EXPRESSION_SYNTAX, 1, NULL},
    {"$t-7b/memory/total-$t-7b/memory/weights", DIAG_EXPRESSION_SYNTAX, 20, NULL},
    {"$t-7b/memory[@name='x']/total", DIAG_EXPRESSION_SYNTAX, 7, NULL},
    {"$t-7b/operations/flops", DIAG_EXPRESSION_SYNTAX, 7, NULL},
    {"((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1))))))))",
     DIAG_EXPRESSION_SYNTAX, 65, NULL},
    {"$t-8b/memory/total", DIAG_UNKNOWN_SCENARIO, 2, "t-7b"},
    {"1 + $t-7b/memory/wieghts", DIAG_UNKNOWN_PATH, 11, "memory/weights"},
    {"$t-7b/memory", DIAG_UNKNOWN_PATH, 7, NULL},
    {"$t-7b/accelerator/memory-bandwith", DIAG_UNKNOWN_PATH, 19, "memory-bandwidth"},
    {"$a/memory/bandwidth", DIAG_UNKNOWN_PATH, 4, "memory-bandwidth"},
    {"$m/layer", DIAG_UNKNOWN_PATH, 4, "layers"},
    {"r:link('nvlink-4')/bandwith", DIAG_UNKNOWN_PATH, 20, "bandwidth"},
    {"r:link('tpu-ici-v4')/pair-bandwidth", DIAG_VALUE_ABSENT, 22, NULL},
    {"r:accelerator('epyc-9654')/memory-capacity", DIAG_VALUE_ABSENT, 28, NULL},
    {"$t-7b/operations[@name='atention']/flops", DIAG_UNKNOWN_PATH, 7, "attention"},
    {"$t-7b/operations[@name='attention']/flop", DIAG_UNKNOWN_PATH, 37, "flops"},
    {"r:gbi(3)", DIAG_UNKNOWN_FUNCTION, 1, "r:gib"},
    {"maximum(1, 2)", DIAG_UNKNOWN_FUNCTION, 1, NULL},
    {"r:accelerator('h100')/power", DIAG_UNKNOWN_ACCELERATOR, 16, NULL},
    {"r:model('llama-2-7')/layers", DIAG_UNKNOWN_MODEL, 10, "llama-2-7b"},
    {"r:unit(3, 'GiBs')", DIAG_UNKNOWN_UNIT, 11, NULL},
    {"$t-7b/memory/total + 5", DIAG_UNIT_MISMATCH, 20, NULL},
    {"r:gib(1) + r:s(1)", DIAG_UNIT_MISMATCH, 10, NULL},
    {"1 < 2 and r:gib(1) < r:s(1)", DIAG_UNIT_MISMATCH, 20, NULL},
    {"1 = 1 or r:gib(1) = r:s(1)", DIAG_UNIT_MISMATCH, 19, NULL},
    {"max(r:gib(1), 2)", DIAG_UNIT_MISMATCH, 15, NULL},
    {"r:gib(r:gib(1))", DIAG_UNIT_MISMATCH, 7, NULL},
    {"r:all-reduce('rign', 8, r:gb(1), r:gb-s(1))", DIAG_UNKNOWN_WORD, 14, "ring"},
    {"r:all-reduce('ring', 8, r:gb-s(1), r:gb(1))", DIAG_UNIT_MISMATCH, 25, NULL},
    {"r:all-reduce('ring', 8, r:gb(1), r:gb(1))", DIAG_UNIT_MISMATCH, 34, NULL},
    {"r:all-reduce('ring', 2.5, r:gb(1), r:gb-s(1))", DIAG_VALUE_TYPE, 22, NULL},
    {"r:all-reduce('ring', 0, r:gb(1), r:gb-s(1))", DIAG_VALUE_TYPE, 22, NULL},
    {"r:send(r:gb(1), r:gb-s(0))", DIAG_BAD_NUMBER, 17, NULL},
    {"r:send(-r:gb(1), r:gb-s(1))", DIAG_BAD_NUMBER, 8, NULL},
    {"r:send(r:gb(1), r:gb-s(1), 5)", DIAG_UNIT_MISMATCH, 28, NULL},
    {"$t-70b/decode/tokens-per-second", DIAG_VALUE_ABSENT, 8, NULL},
    {"$t-7b/training/step-time", DIAG_VALUE_ABSENT, 7, NULL},
    {"$t-7b/training/bound", DIAG_VALUE_ABSENT, 7, NULL},
    {"$b/link-bandwidth", DIAG_VALUE_ABSENT, 4, NULL},
    {"$b/link", DIAG_VALUE_ABSENT, 4, NULL},
    {"r:model('gpt-3-175b')/published-parameters", DIAG_VALUE_ABSENT, 23, NULL},
    {"$t-7b", DIAG_VALUE_TYPE, 1, NULL},
    {"$t-7b + 1", DIAG_VALUE_TYPE, 1, NULL},
    {"1 + 'a'", DIAG_VALUE_TYPE, 5, NULL},
    {"'a' < 'b'", DIAG_VALUE_TYPE, 1, NULL},
    {"$t-7b/memory/fits = 1", DIAG_VALUE_TYPE, 1, NULL},
    {"1 div 0", DIAG_VALUE_TYPE, 1, NULL},
    {"r:gib(1)/x", DIAG_VALUE_TYPE, 1, NULL},
    {"r:accelerator(5)/power", DIAG_VALUE_TYPE, 15, NULL},
};

static void faults_name_their_kind_and_column(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct diag *d = diag_new(shipped.arena);
        struct value v;
        if (evaluate(d, faults[i].text, &v))
            fail_msg("%s is no fault", faults[i].text);
        const struct report *r = report_find(d, faults[i].kind);
        if (!r) {
            print_reports(d);
            fail_msg("%s: other kind of fault", faults[i].text);
        }
        assert_int_equal(span_place(r->at).line, 1);
        if (span_place(r->at).column != faults[i].column)
            fail_msg("%s: column %zu, expected %zu", faults[i].text, span_place(r->at).column,
                     faults[i].column);
        assert_non_null(r->found);
        assert_non_null(r->expected);
        if (faults[i].nearest) {
            assert_non_null(r->nearest);
            assert_string_equal(r->nearest, faults[i].nearest);
        }
    }
}

static void both_sides_have_their_faults_reported(void **state) {
    (void)state;
    struct diag *d = diag_new(shipped.arena);
    struct value v;
    assert_false(evaluate(d, "$t-7b/memory/totl + $t-9b/memory/total", &v));
    assert_non_null(report_find(d, DIAG_UNKNOWN_PATH));
    assert_non_null(report_find(d, DIAG_UNKNOWN_SCENARIO));
}

static void a_speed_of_what_does_not_fit_says_so(void **state) {
    (void)state;
    struct diag *d = diag_new(shipped.arena);
    struct value v;
    assert_false(evaluate(d, "$t-70b/decode/time-per-token", &v));
    assert_non_null(strstr(report_find(d, DIAG_VALUE_ABSENT)->expected, "does not fit"));
    d = diag_new(shipped.arena);
    assert_false(evaluate(d, "$t-7b/training/step-time", &v));
    assert_null(strstr(report_find(d, DIAG_VALUE_ABSENT)->expected, "does not fit"));
}

static void units_are_named_in_words(void **state) {
    (void)state;
    struct diag *d = diag_new(shipped.arena);
    struct value v;
    assert_false(evaluate(d, "$a/memory-bandwidth < 2", &v));
    const struct report *r = report_find(d, DIAG_UNIT_MISMATCH);
    assert_string_equal(r->found,
                        "bytes per second on the left of “<”, a plain number on the right");
    assert_non_null(strstr(r->expected, "r:unit(80, 'GB/s')"));
}

/* An attribute's value stands in the file with its entities. */
static void places_count_entities_as_written(void **state) {
    (void)state;
    static const char file[] = "<r:claim test=\"1 &lt; 2 and 1 &#60; $nobody/x\"/>";
    struct source *s = ARENA_NEW(shipped.arena, struct source);
    *s = (struct source){"chapter", file, sizeof file - 1};
    size_t from = (size_t)(strchr(file, '"') - file) + 1;
    size_t to = (size_t)(strrchr(file, '"') - file);
    struct diag *d = diag_new(shipped.arena);
    struct value v;
    assert_false(expression_evaluate(shipped.arena, d, &env, "1 < 2 and 1 < $nobody/x",
                                     (struct span){s, from, to}, &v));
    const struct report *r = report_find(d, DIAG_UNKNOWN_SCENARIO);
    assert_int_equal(r->at.to - r->at.from, strlen("nobody"));
    assert_memory_equal(file + r->at.from, "nobody", 6);
}

/* ── Ranges, origins, tests ── */

static struct quantity quantity_of(const char *text) {
    struct diag *d = diag_new(shipped.arena);
    struct value v;
    if (!evaluate(d, text, &v)) {
        print_reports(d);
        fail_msg("%s has no value", text);
    }
    return v.quantity;
}

static void ranges_go_through_arithmetic(void **state) {
    (void)state;
    struct quantity t = quantity_of("$t-7b/memory/runtime");
    struct quantity capacity = quantity_of("$t-7b/memory/capacity");
    assert_true(t.low < t.value && t.value < t.high);
    struct quantity left = quantity_of("$t-7b/memory/capacity - $t-7b/memory/runtime");
    assert_near(left.low, capacity.value - t.high, 1);
    assert_near(left.high, capacity.value - t.low, 1);
    assert_int_equal(left.exactness, t.exactness);
    struct quantity twice = quantity_of("2 * $t-7b/memory/runtime");
    assert_near(twice.low, 2 * t.low, 1);
    assert_near(twice.high, 2 * t.high, 1);
    struct quantity part = quantity_of("$t-7b/memory/capacity div $t-7b/memory/runtime");
    assert_near(part.low, capacity.value / t.high, 1e-9);
    assert_near(part.high, capacity.value / t.low, 1e-9);
    struct quantity minus = quantity_of("-$t-7b/memory/runtime");
    assert_near(minus.low, -t.high, 1);
    assert_near(minus.high, -t.low, 1);
}

static size_t origin_count(const struct origin *o) {
    size_t n = 0;
    for (; o; o = o->next)
        n++;
    return n;
}

static void origins_stand_once_each(void **state) {
    (void)state;
    struct diag *d = diag_new(shipped.arena);
    struct value v;
    assert_true(evaluate(d,
                         "($a/memory-bandwidth + $a/memory-bandwidth) div $b/memory-bandwidth "
                         "* $m/layers",
                         &v));
    assert_int_equal(origin_count(v.origins), 3);
    assert_string_equal(v.origins->entry, "h100-sxm5-80gb");
    assert_string_equal(v.origins->field, "memory-bandwidth");
    assert_non_null(v.origins->datum->reference);
    assert_string_equal(v.origins->next->entry, "rtx-4090");
    assert_string_equal(v.origins->next->next->entry, "qwen2.5-7b");
    assert_true(evaluate(d, "$t-7b/decode/bytes", &v));
    assert_int_equal(origin_count(v.origins), 1);
    assert_non_null(v.origins->step);
    assert_string_equal(v.origins->step->id, "decode/bytes");
    assert_true(evaluate(d, "$a/ridge", &v));
    assert_int_equal(origin_count(v.origins), 2);
    assert_true(evaluate(d, "1 + 1", &v));
    assert_null(v.origins);
}

static void plain_paths_know_their_printed_unit(void **state) {
    (void)state;
    static const struct {
        const char *text, *printed;
    } rows[] = {
        {"$t-7b/memory/total", "GiB"},
        {"$t-7b/decode/bytes", "GB"},
        {"$a/memory-bandwidth", "GB/s"},
        {"$a/memory-capacity", "GiB"},
        {"$t-7b/memory/total - $t-7b/memory/weights", "GiB"},
        {"2 * $t-7b/memory/total", "GiB"},
        {"r:tb-s(3.35)", "TB/s"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct diag *d = diag_new(shipped.arena);
        struct value v;
        assert_true(evaluate(d, rows[i].text, &v));
        assert_non_null(v.printed);
        assert_string_equal(v.printed, rows[i].printed);
    }
}

static bool test(const char *text, struct comparison *sides) {
    struct diag *d = diag_new(shipped.arena);
    bool holds;
    if (!expression_test(shipped.arena, d, &env, text, place_of(text), &holds, sides)) {
        print_reports(d);
        fail_msg("%s cannot be tested", text);
    }
    return holds;
}

static void a_test_shows_the_comparison_that_decides(void **state) {
    (void)state;
    struct comparison sides;
    assert_false(test("$t-7b/memory/weights > r:gib(13)", &sides));
    assert_string_equal(sides.left, "12.55\u202fGiB"); /* 13 476 831 232 B */
    assert_string_equal(sides.operator_, ">");
    assert_string_equal(sides.right, "13\u202fGiB");
    assert_int_equal(origin_count(sides.left_origins), 1);
    assert_null(sides.right_origins);
    assert_false(test("1 < 2 and 4 < 3", &sides));
    assert_string_equal(sides.left, "4");
    assert_false(test("4 < 3 and 1 < 2", &sides));
    assert_string_equal(sides.left, "4");
    assert_true(test("4 < 3 or 1 < 2", &sides));
    assert_string_equal(sides.left, "1");
    assert_true(test("true()", &sides));
    assert_string_equal(sides.left, "");
    assert_string_equal(sides.operator_, "");
}

static void sides_that_look_alike_are_printed_in_full(void **state) {
    (void)state;
    struct comparison sides;
    assert_false(test("r:gib(80.00001) < r:gib(80)", &sides));
    assert_string_not_equal(sides.left, sides.right);
}

static void no_bytes_crash_the_evaluator(void **state) {
    (void)state;
    static const char *const pieces[] = {
        "$t-7b", "/",      "memory", "total",      "(",    ")",    "[",    "]",   "@",   "'",
        "\"",    "1",      ".",      "+",          "-",    "*",    " ",    "div", "and", "=",
        "<",     "r:gib(", ",",      "operations", "name", "\xff", "not(", "$",   ":",   "concat("};
    uint32_t seed = 12345;
    for (int i = 0; i < 20000; i++) {
        char text[128] = "";
        size_t n = 0;
        for (int k = 0; k < 10; k++) {
            seed = seed * 1664525u + 1013904223u;
            const char *piece = pieces[(seed >> 16) % (sizeof pieces / sizeof *pieces)];
            n += (size_t)snprintf(text + n, sizeof text - n, "%s", piece);
        }
        struct arena *a = arena_new();
        struct diag *d = diag_new(a);
        struct source s = {"expression", text, n};
        struct value v;
        bool ok = expression_evaluate(a, d, &env, text, (struct span){&s, 0, n}, &v);
        assert_int_equal(ok, diag_count(d, SEVERITY_ERROR) == 0);
        arena_drop(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions_have_values_units_and_exactness),
        cmocka_unit_test(expressions_are_true_false_or_texts),
        cmocka_unit_test(faults_name_their_kind_and_column),
        cmocka_unit_test(both_sides_have_their_faults_reported),
        cmocka_unit_test(a_speed_of_what_does_not_fit_says_so),
        cmocka_unit_test(units_are_named_in_words),
        cmocka_unit_test(places_count_entities_as_written),
        cmocka_unit_test(ranges_go_through_arithmetic),
        cmocka_unit_test(origins_stand_once_each),
        cmocka_unit_test(plain_paths_know_their_printed_unit),
        cmocka_unit_test(a_test_shows_the_comparison_that_decides),
        cmocka_unit_test(sides_that_look_alike_are_printed_in_full),
        cmocka_unit_test(no_bytes_crash_the_evaluator),
    };
    return cmocka_run_group_tests(tests, shipped_open, shipped_close) ? 1 : 0;
}
