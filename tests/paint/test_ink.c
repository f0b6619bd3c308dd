/* Ink outside marked content becomes an artifact; nothing else changes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "paint/finish.h"

static void becomes(const char *content, const char *expected) {
    struct arena *a = arena_new();
    struct bytes out = {.arena = a};
    bool changed = content_mark_ink(&out, content, strlen(content));
    assert_int_equal(changed, expected != NULL);
    if (changed) {
        bytes_add(&out, "", 1);
        assert_string_equal(out.at, expected);
    }
    arena_drop(a);
}

static void a_loose_path_is_wrapped_with_its_operands(void **state) {
    (void)state;
    becomes("0 0 0 RG 2 w\n10 50 m 100 50 l S\n",
            "0 0 0 RG 2 w\n/Artifact BMC 10 50 m 100 50 l S EMC\n");
    becomes("1 w 10 90 50 5 re f\nQ\n", "1 w /Artifact BMC 10 90 50 5 re f EMC\nQ\n");
    becomes("q /x15 Do Q\n", "q /Artifact BMC /x15 Do EMC Q\n");
    becomes("1 2 m 3 4 l S 5 6 m 7 8 l h B*\n",
            "/Artifact BMC 1 2 m 3 4 l S EMC /Artifact BMC 5 6 m 7 8 l h B* EMC\n");
}

static void marked_ink_stays(void **state) {
    (void)state;
    becomes("/P << /MCID 0 >> BDC BT (a S b) Tj ET 1 2 m 3 4 l S EMC\n", NULL);
    becomes("/Span << /ActualText <feff0053> >> BDC [(x) 3 (S)] TJ EMC\n", NULL);
    becomes("/Artifact BMC 1 2 3 4 re f EMC 5 6 m 7 8 l S\n",
            "/Artifact BMC 1 2 3 4 re f EMC /Artifact BMC 5 6 m 7 8 l S EMC\n");
}

static void clips_and_strings_leave_no_ink(void **state) {
    (void)state;
    becomes("0 0 10 10 re W n\n", NULL);
    becomes("0 0 10 10 re W n 1 2 m 3 4 l S\n",
            "0 0 10 10 re W n /Artifact BMC 1 2 m 3 4 l S EMC\n");
    becomes("/P << /MCID 0 >> BDC (\\) f \\( 1 0 0 1 re f) Tj EMC\n", NULL);
    becomes("", NULL);
    becomes("q Q", NULL);
}

static void streams_with_images_of_their_own_are_left_alone(void **state) {
    (void)state;
    becomes("1 2 m 3 4 l S BI /W 1 ID S f EI\n", NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loose_path_is_wrapped_with_its_operands),
        cmocka_unit_test(marked_ink_stays),
        cmocka_unit_test(clips_and_strings_leave_no_ink),
        cmocka_unit_test(streams_with_images_of_their_own_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
