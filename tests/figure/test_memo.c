/* Sentences that come again are shaped once, only so many of them, and look as if shaped anew. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bench_fonts.h"
#include "figure/memo.h"

static const char SENTENCE[] =
    "Ceilings, not measurements: real decoding reaches 55–85% of bandwidth, 真实解码更低。";

static const struct shaped *shape(struct bench *b, const char *text, enum ink ink) {
    struct text_style style = {.family = FAMILY_SANS, .size = 8.5, .ink = ink, .language = "en"};
    return text_shape_line(b->fonts, b->arena, &(struct piece){text, style}, 1);
}

static void look_the_same(const struct shaped *s, const struct shaped *t) {
    assert_string_equal(s->text, t->text);
    assert_int_equal(s->cluster_count, t->cluster_count);
    assert_memory_equal(s->clusters, t->clusters, s->cluster_count * sizeof *s->clusters);
    assert_int_equal(s->glyph_count, t->glyph_count);
    for (size_t i = 0; i < s->glyph_count; i++)
        assert_int_equal(s->glyphs[i].id, t->glyphs[i].id);
    assert_true(s->width == t->width);
}

static void the_second_time_keeps_it(void **state) {
    struct bench *b = *state;
    const struct shaped *first = shape(b, SENTENCE, INK_INK3);
    const struct shaped *second = shape(b, SENTENCE, INK_INK3);
    assert_ptr_not_equal(first, second);
    assert_ptr_equal(shape(b, SENTENCE, INK_INK3), second);
    look_the_same(first, second);
    assert_ptr_not_equal(shape(b, SENTENCE, INK_INK), second);
}

static void a_kept_sentence_outlives_its_drawing(void **state) {
    struct bench *b = *state;
    struct arena *drawing = arena_new(), *whole = b->arena;
    b->arena = drawing;
    const struct shaped *kept = NULL;
    for (int i = 0; i < 2; i++) {
        char text[sizeof SENTENCE];
        strcpy(text, SENTENCE); /* the text itself goes as well */
        kept = shape(b, text, INK_INK2);
        memset(text, 'x', sizeof text - 1);
    }
    b->arena = whole;
    arena_drop(drawing);
    assert_string_equal(kept->text, SENTENCE);
    assert_ptr_equal(shape(b, SENTENCE, INK_INK2), kept);
}

static void only_so_many_are_kept(void **state) {
    struct bench *b = *state;
    size_t kept = 0;
    for (int i = 0; i < 3 * MEMO_SENTENCES; i++) {
        const char *text = arena_printf(b->arena, "%s No. %d", SENTENCE, i);
        const struct shaped *first = shape(b, text, INK_INK3), *second = shape(b, text, INK_INK3);
        look_the_same(first, second);
        kept += shape(b, text, INK_INK3) == second;
    }
    assert_true(kept > 0 && kept <= MEMO_SENTENCES);
}

static void a_paragraph_is_not_kept(void **state) {
    struct bench *b = *state;
    char text[400];
    memset(text, 'm', sizeof text - 1);
    text[sizeof text - 1] = 0;
    shape(b, text, INK_INK);
    assert_ptr_not_equal(shape(b, text, INK_INK), shape(b, text, INK_INK));
}

static int setup(void **state) {
    static struct bench b;
    bench_open(&b);
    fonts_announce(b.fonts, SENTENCE);
    *state = &b;
    return 0;
}

static int teardown(void **state) {
    bench_close(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_second_time_keeps_it),
        cmocka_unit_test(a_kept_sentence_outlives_its_drawing),
        cmocka_unit_test(a_paragraph_is_not_kept),
        cmocka_unit_test(only_so_many_are_kept),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
