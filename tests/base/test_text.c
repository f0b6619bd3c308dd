/* UTF-8: where it ends to be valid. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"

/* A fault is found at its byte wherever it stands, also where eight bytes are looked at as one. */
static void a_fault_is_found_at_its_byte(void **state) {
    (void)state;
    static const char *const faults[] = {"\xFF",     "\x80",     "\xC3(",
                                         "\xE4\xB8", "\xC0\xAF", "\xED\xA0\x80"};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        for (size_t at = 0; at < 24; at++) {
            char text[32];
            memset(text, 'a', sizeof text);
            memcpy(text + at, faults[i], strlen(faults[i]));
            assert_int_equal(text_valid(text, sizeof text), at);
        }
    for (size_t at = 0; at < 24; at++) {
        char text[32];
        memset(text, '\x01', sizeof text);
        text[at] = 0;
        assert_int_equal(text_valid(text, sizeof text), at);
    }
}

static void whole_characters_are_valid(void **state) {
    (void)state;
    static const char *const characters[] = {"\x7F", "é", "宽", "𠀀"};
    for (size_t i = 0; i < sizeof characters / sizeof *characters; i++)
        for (size_t at = 0; at < 24; at++) {
            char text[32];
            size_t n = strlen(characters[i]);
            memset(text, ' ', sizeof text);
            memcpy(text + at, characters[i], n);
            assert_int_equal(text_valid(text, sizeof text), sizeof text);
            if (n > 1)
                assert_int_equal(text_valid(text, at + n - 1), at);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fault_is_found_at_its_byte),
        cmocka_unit_test(whole_characters_are_valid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
