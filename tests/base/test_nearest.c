#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/diag.h"
#include "base/file.h"

static const char *const ids[] = {
    "v100-sxm2-32gb", "a100-sxm4-40gb", "a100-sxm4-80gb", "h100-sxm5-80gb", "rtx-3090", "rtx-4090",
    "llama-2-7b",     "llama-2-70b",    "para",           "section",        "GiB",      "GB/s",
};

static void meant(const char *word, const char *name) {
    const char *got = nearest_name(word, ids, sizeof ids / sizeof *ids);
    if (name && got)
        assert_string_equal(got, name);
    else
        assert_true(got == name);
}

static void one_slip_is_understood(void **state) {
    (void)state;
    meant("sectoin", "section");
    meant("secton", "section");
    meant("sectionn", "section");
    meant("pqra", "para");
    meant("rtx4090", "rtx-4090");
    meant("a100_sxm4_80gb", "a100-sxm4-80gb");
    meant("llama-2-7B", "llama-2-7b");
    meant("gib", "GiB");
    meant("Gb/s", "GB/s");
}

static void the_right_name_is_its_own_nearest(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        meant(ids[i], ids[i]);
}

static void part_of_a_name_will_do(void **state) {
    (void)state;
    meant("h100", "h100-sxm5-80gb");
    meant("4090", "rtx-4090");
    meant("70b", "llama-2-70b");
}

/* Whoever writes half an id is told all that it could be. */
static void half_an_id_is_several(void **state) {
    (void)state;
    static const char *const names[] = {"a100-sxm4-40gb", "a100-sxm4-80gb", "a100x", "rtx-4090",
                                        "a100-1",         "a100-2",         "a100-3"};
    struct arena *a = arena_new();
    assert_string_equal(nearest_names(a, "a100", names, 4),
                        "a100-sxm4-40gb\na100-sxm4-80gb\na100x");
    assert_string_equal(nearest_names(a, "a100", names, 7),
                        "a100-sxm4-40gb\na100-sxm4-80gb\na100-1\na100-2\na100-3");
    assert_string_equal(nearest_names(a, "a100-sxm4", names, 4), "a100-sxm4-40gb\na100-sxm4-80gb");
    assert_string_equal(nearest_names(a, "rtx", names, 4), "rtx-4090");
    assert_string_equal(nearest_names(a, "rtx4090", names, 4), "rtx-4090");
    assert_string_equal(nearest_names(a, "a100x", names, 4), "a100x");
    assert_null(nearest_names(a, "nothing-such", names, 4));
    struct diag *d = diag_new(a);
    struct bytes out = {.arena = a};
    diag_report(d, DIAG_UNKNOWN_MODEL, (struct span){0}, "a100", "an id",
                nearest_names(a, "a100", names, 4));
    diag_write(d, &out, false);
    assert_non_null(
        strstr(out.at, "did you mean “a100-sxm4-40gb”, “a100-sxm4-80gb” or “a100x”?\n"));
    arena_drop(a);
}

/* Words alike are not meant; only a slip of the hand is. */
static void a_slip_is_no_other_word(void **state) {
    (void)state;
    static const char *const keys[] = {"num_attention_heads", "hidden_act", "num_hidden_layer",
                                       NULL, "vocab_size"};
    assert_string_equal(slip_of("num_hidden_layers", keys, 5), "num_hidden_layer");
    assert_string_equal(slip_of("vocabsize", keys, 5), "vocab_size");
    assert_null(slip_of("hidden_size", keys, 5)); /* hidden_act: size for act, 4 edits */
    assert_null(slip_of("num_key_value_heads", keys, 5));
    assert_null(slip_of("act", keys, 5));
}

static void names_of_shops_and_hubs(void **state) {
    (void)state;
    meant("A100 80GB", "a100-sxm4-80gb");
    meant("a100-80gb", "a100-sxm4-80gb");
    meant("RTX 4090", "rtx-4090");
    meant("GeForce RTX 4090", "rtx-4090");
    meant("Llama-2-70B-chat-hf", "llama-2-70b");
    meant("Llama 2 7B", "llama-2-7b");
    meant("some-other-words", NULL);
    meant("-", NULL);
    meant("---", NULL);
}

static void a_first_part_comes_before_an_edit(void **state) {
    (void)state;
    static const char *const names[] = {"int8", "int4-g128-sym", "int4-g128", "Int5"};
    assert_string_equal(nearest_name("int4", names, 4), "int4-g128");
    assert_string_equal(nearest_name("int5", names, 4), "Int5");
    assert_string_equal(nearest_name("itn8", names, 4), "int8");
}

static void nothing_near_is_nothing(void **state) {
    (void)state;
    meant("tpu-v5p", NULL);
    meant("x", NULL);
    meant("", NULL);
    assert_null(nearest_name(NULL, ids, 2));
    assert_null(nearest_name("section", NULL, 0));
    char long_word[300] = "";
    memset(long_word, 'a', 299);
    meant(long_word, NULL);
}

static void holes_in_the_list_are_passed_over(void **state) {
    (void)state;
    const char *const names[] = {NULL, "", "batch"};
    assert_string_equal(nearest_name("bacth", names, 3), "batch");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_slip_is_understood),
        cmocka_unit_test(the_right_name_is_its_own_nearest),
        cmocka_unit_test(part_of_a_name_will_do),
        cmocka_unit_test(half_an_id_is_several),
        cmocka_unit_test(a_slip_is_no_other_word),
        cmocka_unit_test(names_of_shops_and_hubs),
        cmocka_unit_test(a_first_part_comes_before_an_edit),
        cmocka_unit_test(nothing_near_is_nothing),
        cmocka_unit_test(holes_in_the_list_are_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
