/* Widths that glue gives, on lines that need no adjustment, and the order in which lines give way.
 * Values by hand from targets 5.2, 6.1 to 6.4 at 10.5 pt. */
#include "line/paragraphs.h"

#include "base/text.h"

static const double EM = 10.5, NEAR = 0.011;

#define assert_near(x, y) assert_true(fabs((x) - (y)) < NEAR)

static const struct paragraph *wide(struct bench *b, const char *text) {
    const struct paragraph *p = set(b, text, "zh-Hans", ALIGN_START, 200);
    assert_int_equal(p->line_count, 1);
    return p;
}

/* What stands after the first character of `at` until the second begins, beyond its own width. */
static double gap(const struct paragraph *p, const char *at) {
    size_t i = find(p, at);
    return p->lines[0].advances[i] - p->shaped->clusters[i].advance;
}

static double advance(const struct paragraph *p, const char *at) {
    return p->lines[0].advances[find(p, at)];
}

static void autospace_is_a_quarter_em(void **state) {
    struct bench *b = *state;
    const struct paragraph *p = wide(b, "显G存 K 带，A（B），占%与40%时，到°C；`a显b`中 `c`。");
    assert_near(gap(p, "显G"), 2.625);
    assert_near(gap(p, "G存"), 2.625);
    assert_near(gap(p, "存 K"), 0);
    assert_near(advance(p, " K"), 2.625); /* typed: replaced, not doubled */
    assert_near(advance(p, " 带"), 2.625);
    assert_near(gap(p, "A（"), 0); /* not beside full-width marks */
    assert_near(gap(p, "B）"), 0);
    assert_near(gap(p, "占%"), 0); /* none before signs */
    assert_near(gap(p, "%与"), 2.625);
    assert_near(gap(p, "到°"), 0);
    assert_near(gap(p, "a显"), 0); /* none in code */
    assert_near(gap(p, "显b"), 0);
    assert_near(gap(p, "b中"), 2.625);
    assert_near(advance(p, " c"), 2.625);
}

static void signs_follow_their_number(void **state) {
    struct bench *b = *state;
    const struct paragraph *p = wide(b, "占 75 %，升到 25°C，又 30 °C，重 80 GB。");
    assert_near(advance(p, " %"), 0);
    assert_near(gap(p, "5°C"), 0.2 * EM);
    assert_near(advance(p, " °C"), 0.2 * EM);
    assert_near(advance(p, " GB"), 0.2 * EM);
}

/* No autospace is left at either end of a line. */
static void lines_end_without_autospace(void **state) {
    struct bench *b = *state;
    for (double ems = 8; ems < 20; ems += 0.5) {
        const struct paragraph *p =
            set(b, "显存GPU带宽GPU算力 GPU 批量TPU卡与NPU之间", "zh-Hans", ALIGN_START, ems);
        for (size_t i = 0; i < p->line_count; i++) {
            size_t last = p->lines[i].to - 1;
            assert_true(p->lines[i].advances[last - p->lines[i].from] <=
                        p->shaped->clusters[last].advance + 0.001);
        }
    }
}

static void adjacent_marks_take_one_em_and_a_half(void **state) {
    struct bench *b = *state;
    static const char *const pairs[] = {"”，", "）。", "」』", "）”", "。”",  "，」", "（《",
                                        "“‘",  "》（", "）“",  "：“", "，（", "】；"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const struct paragraph *p = wide(b, arena_printf(b->a, "甲%s乙", pairs[i]));
        assert_near(p->lines[0].width, (2 + 1.5) * EM);
    }
}

static void excited_marks_are_close(void **state) {
    struct bench *b = *state;
    assert_near(wide(b, "甲？！乙")->lines[0].width, 3 * EM);
    assert_near(wide(b, "甲！！乙")->lines[0].width, 3 * EM);
    assert_near(wide(b, "甲！！！乙")->lines[0].width, 4 * EM);
    assert_near(wide(b, "甲！乙")->lines[0].width, 3 * EM);
}

static void marks_without_a_blank_half_keep_their_width(void **state) {
    struct bench *b = *state;
    assert_near(wide(b, "甲……乙")->lines[0].width, 4 * EM);
    assert_near(wide(b, "甲——乙")->lines[0].width, 4 * EM);
    assert_near(wide(b, "甲·乙")->lines[0].width, 2.5 * EM);
}

static void edges_of_lines_lose_the_blank_half(void **state) {
    struct bench *b = *state;
    static const char *const ends[] = {"甲，", "甲。", "甲：", "甲？", "甲）", "甲”", "甲》"};
    static const char *const starts[] = {"（甲", "《甲", "“甲", "「甲", "【甲"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        assert_near(wide(b, ends[i])->lines[0].width, 1.5 * EM);
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        const struct paragraph *p = wide(b, starts[i]);
        assert_near(p->lines[0].width, 1.5 * EM);
        assert_near(p->lines[0].shifts[0], -0.5 * EM);
    }
    assert_near(wide(b, "（《甲》）")->lines[0].width, 3 * EM);
}

/* ── The order of giving way ── */

/* One line, so much narrower than it would like. */
static const double *squeezed(struct bench *b, const char *text, double by) {
    struct paragraph_request *r = request(b, inlines(b->a, text), "zh-Hans", ALIGN_JUSTIFY, 0);
    r->no_indent = true;
    r->measure = wide(b, text)->lines[0].width - by;
    const struct paragraph *p = paragraph_set(b->a, b->d, r);
    assert_int_equal(p->line_count, 1);
    assert_near(p->lines[0].width, r->measure);
    return p->lines[0].advances;
}

/* 甲（乙）丙，丁 GPU 戊。己: brackets can give 2 × 5.25, the comma 5.25, autospace 2 × 1.3125, the
 * stop 5.25. */
static void lines_shrink_in_order(void **state) {
    struct bench *b = *state;
    static const char text[] = "甲（乙）丙，丁 GPU 戊。己";
    enum { A, OPEN, B, CLOSE, C, COMMA, D, SPACE, G, P, U, SPACE_2, E, STOP };
    const double *w = squeezed(b, text, 5.25);
    assert_near(w[A], EM - 2.625); /* the bracket's blank goes from before it */
    assert_near(w[CLOSE], EM - 2.625);
    assert_near(w[COMMA], EM);
    w = squeezed(b, text, 10.5 + 2.625);
    assert_near(w[CLOSE], EM / 2);
    assert_near(w[COMMA], EM - 2.625);
    assert_near(w[SPACE], 2.625);
    w = squeezed(b, text, 15.75 + 1.3125);
    assert_near(w[COMMA], EM / 2);
    assert_near(w[SPACE], 2.625 - 0.65625);
    assert_near(w[STOP], EM);
    w = squeezed(b, text, 15.75 + 2.625 + 1);
    assert_near(w[SPACE], 1.3125);
    assert_near(w[SPACE_2], 1.3125);
    assert_near(w[STOP], EM - 1 - 2 * (1.323 - 1.3125)); /* an eighth is kept, rounded up */
}

/* Two lines, the first of which must grow: 1. word spaces, 2. autospace to 3.5, 3. boundaries. */
static void lines_grow_in_order(void **state) {
    struct bench *b = *state;
    static const char text[] = "显存 of the GPU 带宽算力显存带宽算力显存带宽[abcdefghijklmnop]";
    size_t grown = 0;
    for (double ems = 22; ems < 27; ems += 0.125) {
        struct paragraph_request *r =
            request(b, inlines(b->a, text), "zh-Hans", ALIGN_JUSTIFY, ems);
        r->no_indent = true;
        const struct paragraph *p = paragraph_set(b->a, b->d, r);
        const struct line *l = &p->lines[0];
        size_t word = find(p, " the"), auto_ = find(p, " of"), han = find(p, "显存 of");
        double word_most = 0.36 * EM;
        if (p->line_count != 2 || l->to != find(p, "abc"))
            continue;
        double extra = l->advances[han] - EM;
        if (extra > 0.001) {
            assert_near(l->advances[auto_], 3.5);
            assert_near(l->advances[word], word_most);
            grown++;
        } else if (l->advances[auto_] > 2.64) {
            assert_near(l->advances[word], word_most);
        }
        assert_near(l->width, r->measure);
    }
    assert_true(grown > 3);
}

static void an_opening_mark_keeps_the_indent(void **state) {
    struct bench *b = *state;
    const struct paragraph *p = set(b, "“显存”", "zh-Hans", ALIGN_JUSTIFY, 30);
    assert_near(p->lines[0].x, 2 * EM);
    assert_near(p->lines[0].shifts[0], -0.5 * EM);
    assert_near(p->lines[0].width, 3 * EM);
}

static void narrow_columns_are_indented_less(void **state) {
    struct bench *b = *state;
    assert_near(set(b, "显存", "zh-Hans", ALIGN_JUSTIFY, 20)->lines[0].x, 2 * EM);
    assert_near(set(b, "显存", "zh-Hans", ALIGN_JUSTIFY, 19.5)->lines[0].x, EM);
}

/* ── Which face sets what both scripts have ── */

static bool han_at(const struct paragraph *p, const char *at) {
    return p->shaped->clusters[find(p, at)].flags & CLUSTER_HAN;
}

static void shared_marks_follow_their_language(void **state) {
    struct bench *b = *state;
    const struct paragraph *p =
        wide(b, "说“好”与 said “no way” there，也 Bob’s；5 × 3 ÷ 2 ± 1 ≤ 9 ≈ 8 → 7 °，①……——·甲");
    assert_true(han_at(p, "“好"));
    assert_true(han_at(p, "”与"));
    assert_false(han_at(p, "“no"));
    assert_false(han_at(p, "” there"));
    assert_false(han_at(p, "’s"));
    static const char *const latin[] = {"×", "÷", "±", "≤", "≈", "→", "°"};
    static const char *const han[] = {"①", "……", "——", "·"};
    for (size_t i = 0; i < sizeof latin / sizeof *latin; i++)
        assert_false(han_at(p, latin[i]));
    for (size_t i = 0; i < sizeof han / sizeof *han; i++)
        assert_true(han_at(p, han[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(autospace_is_a_quarter_em),
        cmocka_unit_test(signs_follow_their_number),
        cmocka_unit_test(lines_end_without_autospace),
        cmocka_unit_test(adjacent_marks_take_one_em_and_a_half),
        cmocka_unit_test(excited_marks_are_close),
        cmocka_unit_test(marks_without_a_blank_half_keep_their_width),
        cmocka_unit_test(edges_of_lines_lose_the_blank_half),
        cmocka_unit_test(lines_shrink_in_order),
        cmocka_unit_test(lines_grow_in_order),
        cmocka_unit_test(an_opening_mark_keeps_the_indent),
        cmocka_unit_test(narrow_columns_are_indented_less),
        cmocka_unit_test(shared_marks_follow_their_language),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) ? 1 : 0;
}
