/* The order of words: worked out by hand from pinyin (and strokes, where readings are the same),
 * not from the library. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "doc/collate.h"

static void ordered(const char *language, const char *const *words, const char *letters, size_t n) {
    struct arena *a = arena_new();
    struct diag *d = diag_new(a);
    struct collation *c = collation_open(a, d, language);
    for (size_t i = 0; i < n; i++) {
        struct collation_key key = collation_key(c, words[i]);
        const char *letter = collation_letter(a, key.group);
        assert_int_equal(letter ? *letter : '-', letters[i]);
        for (size_t k = 0; k < n; k++) {
            struct collation_key other = collation_key(c, words[k]);
            int order = collation_compare(&key, &other);
            assert_int_equal(order < 0 ? -1 : order > 0, i < k ? -1 : i > k);
        }
    }
    assert_int_equal(diag_count(d, SEVERITY_WARNING), 0);
    arena_drop(a);
}

/* àn, bìng xíng, céng, cí yuán, dài jià (5 strokes before 9), dài kuān, hù lián, huǎn cún, jī huó,
 * kǎ, liàng huà, lǐng diǎn, quán zhòng, suàn lì, xiǎn cún, yù tián chōng, zhòng liàng. */
static void chinese_by_pinyin(void **state) {
    (void)state;
    static const char *const words[] = {"—",    "4 位量化", "Adam",   "暗硅", "batch", "并行",
                                        "层",   "词元",     "代价",   "带宽", "互联",  "缓存",
                                        "激活", "KV 缓存",  "卡",     "量化", "岭点",  "权重",
                                        "算力", "显存",     "预填充", "ZeRO", "重量",  "π"};
    ordered("zh-Hans", words, "--AABBCCDDHHJKKLLQSXYZZ-", sizeof words / sizeof *words);
}

static void english_without_accents(void **state) {
    (void)state;
    static const char *const words[] = {"4-bit",    "Adam",        "Ångström", "bandwidth", "batch",
                                        "KV cache", "r\u00E9sumé", "roofline", "ZeRO",      "显存"};
    ordered("en", words, "-AABBKRRZ-", sizeof words / sizeof *words);
}

/* One character, one reading: 重 is zhòng; an author who means chóng says so by a word that is. */
static void readings_are_the_common_ones(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct collation *c = collation_open(a, diag_new(a), "zh-Hans");
    assert_string_equal(collation_letter(a, collation_key(c, "重复").group), "Z");
    assert_string_equal(collation_letter(a, collation_key(c, "虫复").group), "C");
    arena_drop(a);
}

static void capitals(void **state) {
    (void)state;
    struct arena *a = arena_new();
    assert_string_equal(collation_upper(a, "Müller"), "MÜLLER");
    assert_string_equal(collation_upper(a, "李"), "李");
    arena_drop(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chinese_by_pinyin),
        cmocka_unit_test(english_without_accents),
        cmocka_unit_test(readings_are_the_common_ones),
        cmocka_unit_test(capitals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
