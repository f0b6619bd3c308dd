/* Paragraphs at every measure from 24 to 42 em: the checks of typographic targets 13. */
#include "line/paragraphs.h"

static const char *const NOT_FIRST = "、，。．：；！？）〕】》〉」』］｝”’·～–%％℃°…";
static const char *const NOT_LAST = "（〔【《〈「『［｛“‘([{¥$€";

/* Mixed paragraphs; `|` separates inlines, those in [] are computed values. */
static const char *const CHINESE[] = {
    "训练要保存参数、梯度、优化器状态与激活值（见第 3 章），推理只保存参数与 KV 缓存。以 Llama 2 "
    "7B "
    "为例：权重 [13.21\u202FGB]，缓存 [2.15\u202FGB]，每步合计 15.36 GB；一张 A100（80 GB，2039 "
    "GB/s）"
    "每秒至多生成 [132.7\u202Ftoken/s]。“先问容量，再问带宽”——这就是次序……",
    "所谓“屋顶线”，是把峰值算力与带宽画在一张图上：左边是斜坡，右边是平顶；两者相交处即为岭点。《大"
    "模型"
    "之账》（第二版）写道：“斜坡上的负载，等的是数据；平顶上的负载，等的是算术。”H100 的岭点约为 "
    "295 "
    "FLOP/B，RTX 4090 约为 164 FLOP/B，差了 1.8 倍。",
    "量化把每个权重从 16 bit 减到 4 bit，搬运的字节少了约 75%，解码因而更快；communication 与 "
    "optimization 的开销却不变。模型越大、上下文越长、并发越多（例如 64 路），瓶颈越可能落在 KV "
    "缓存上，而不是算力。",
};
static const char *const ENGLISH[] = {
    "Training keeps parameters, gradients, optimizer states and activations; inference keeps only "
    "parameters and the KV cache. For Llama 2 7B the weights take [13.21\u202FGB] and the cache "
    "[2.15\u202FGB], so that an A100 (80 GB, 2039 GB/s) emits at most [132.7\u202Ftokens/s]: ask "
    "for capacity first, then for bandwidth, and only then for arithmetic.",
};

static bool among(const struct paragraph *p, size_t i, const char *set_) {
    const struct cluster *c = &p->shaped->clusters[i];
    char one[8] = {0};
    memcpy(one, p->shaped->text + c->at, c->bytes < 7 ? c->bytes : 7);
    return *one && strstr(set_, one) != NULL;
}

static void lines_begin_and_end_rightly(void **state) {
    struct bench *b = *state;
    for (double ems = 24; ems <= 42; ems++)
        for (size_t t = 0; t < sizeof CHINESE / sizeof *CHINESE; t++) {
            const struct paragraph *p = set(b, CHINESE[t], "zh-Hans", ALIGN_JUSTIFY, ems);
            assert_true(p->line_count >= 3);
            for (size_t i = 0; i < p->line_count; i++) {
                assert_false(among(p, p->lines[i].from, NOT_FIRST));
                assert_false(among(p, p->lines[i].to - 1, NOT_LAST));
            }
        }
}

static void right_edges_are_flush(void **state) {
    struct bench *b = *state;
    for (double ems = 24; ems <= 42; ems++)
        for (size_t t = 0; t < sizeof CHINESE / sizeof *CHINESE; t++) {
            const struct paragraph *p = set(b, CHINESE[t], "zh-Hans", ALIGN_JUSTIFY, ems);
            for (size_t i = 0; i + 1 < p->line_count; i++) {
                double edge = p->lines[i].x + p->lines[i].width;
                assert_true(fabs(edge - ems * SIZE) < 0.1);
            }
            assert_int_equal(p->overfull, 0);
        }
}

/* No cluster may end up wider than its natural width by more than the gap rules allow: 1/3 em
 * beside Latin, 0.25 em at a boundary of Han; word spaces stay below half an em. */
static void no_holes(void **state) {
    struct bench *b = *state;
    for (double ems = 24; ems <= 42; ems++)
        for (size_t t = 0; t < sizeof CHINESE / sizeof *CHINESE; t++) {
            const struct paragraph *p = set(b, CHINESE[t], "zh-Hans", ALIGN_JUSTIFY, ems);
            for (size_t i = 0; i < p->line_count; i++)
                for (size_t k = p->lines[i].from; k < p->lines[i].to; k++) {
                    const struct cluster *c = &p->shaped->clusters[k];
                    double extra = p->lines[i].advances[k - p->lines[i].from] - c->advance;
                    assert_true(extra < 0.46 * SIZE);
                }
        }
}

static void numbers_keep_their_units(void **state) {
    struct bench *b = *state;
    static const char *const whole[] = {"13.21\u202FGB", "80 GB",      "2039 GB/s", "15.36 GB",
                                        "第 3 章",       "295 FLOP/B", "16 bit",    "75%"};
    for (double ems = 24; ems <= 42; ems++)
        for (size_t t = 0; t < sizeof CHINESE / sizeof *CHINESE; t++) {
            const struct paragraph *p = set(b, CHINESE[t], "zh-Hans", ALIGN_JUSTIFY, ems);
            for (size_t w = 0; w < sizeof whole / sizeof *whole; w++) {
                const char *at = strstr(p->shaped->text, whole[w]);
                size_t from = at ? (size_t)(at - p->shaped->text) : 0, to = from + strlen(whole[w]);
                for (size_t i = 1; at && i < p->line_count; i++) {
                    size_t start = p->shaped->clusters[p->lines[i].from].at;
                    assert_false(start > from && start < to);
                }
            }
        }
}

/* On a line that needs no adjustment: autospace a quarter em, adjacent marks 1.5 em together. */
static void marks_and_autospace_have_their_widths(void **state) {
    struct bench *b = *state;
    const struct paragraph *p =
        set(b, "他说：“显存不够。”（见GPU手册），KV 缓存也是", "zh-Hans", ALIGN_START, 60);
    const double *w = p->lines[0].advances;
    size_t stop = find(p, "。”"), colon = find(p, "：“"), latin = find(p, "见GPU");
    assert_int_equal(p->line_count, 1);
    assert_true(fabs(w[stop] - 0.5 * SIZE) < 0.01);
    assert_true(fabs(w[colon] - 0.5 * SIZE) < 0.01);
    assert_true(fabs(w[latin] - 1.25 * SIZE) < 0.06);
    /* the typed space before 缓存 is the autospace itself, not one more */
    assert_true(fabs(w[find(p, " 缓存")] - 0.25 * SIZE) < 0.01);
}

static void opening_marks_hug_the_margin(void **state) {
    struct bench *b = *state;
    const struct paragraph *p = set(b, "“显存”", "zh-Hans", ALIGN_JUSTIFY, 30);
    assert_true(fabs(p->lines[0].advances[0] - 0.5 * SIZE) < 0.01);
    assert_true(fabs(p->lines[0].shifts[0] + 0.5 * SIZE) < 0.01);
    assert_true(fabs(p->lines[0].x - 2 * SIZE) < 0.01);
    /* a closing mark at the end gives its blank half away */
    assert_true(fabs(p->lines[0].width - 3 * SIZE) < 0.02);
}

static void english_is_ragged_and_fits(void **state) {
    struct bench *b = *state;
    for (double ems = 24; ems <= 42; ems++) {
        const struct paragraph *p = set(b, ENGLISH[0], "en", ALIGN_START, ems);
        size_t hyphens = 0;
        assert_int_equal(p->overfull, 0);
        for (size_t i = 0; i < p->line_count; i++) {
            assert_true(p->lines[i].width <= ems * SIZE + 0.05);
            if (i + 1 < p->line_count)
                assert_true(p->lines[i].width > 0.70 * ems * SIZE);
            hyphens = p->lines[i].divided ? hyphens + 1 : 0;
            assert_true(hyphens <= 2);
        }
    }
}

static void last_lines_are_no_runts(void **state) {
    struct bench *b = *state;
    size_t runts = 0, all = 0;
    for (double ems = 24; ems <= 42; ems++)
        for (size_t t = 0; t < sizeof CHINESE / sizeof *CHINESE; t++, all++) {
            const struct paragraph *p = set(b, CHINESE[t], "zh-Hans", ALIGN_JUSTIFY, ems);
            runts += p->lines[p->line_count - 1].width < 1.9 * SIZE;
        }
    assert_int_equal(runts, 0);
    assert_int_equal(all, 57);
}

/* It breaks where it must, once reported, and never runs off the page. */
static void a_word_wider_than_the_measure_is_broken_and_reported(void **state) {
    struct bench *b = *state;
    size_t before = diag_count(b->d, SEVERITY_WARNING);
    const struct paragraph *p =
        set(b, "a WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW b", "en", ALIGN_START, 10);
    assert_int_equal(p->overfull, 0);
    assert_true(p->line_count > 3);
    for (size_t i = 0; i < p->line_count; i++)
        assert_true(p->lines[i].width <= 10 * SIZE + 0.05);
    assert_int_equal(diag_count(b->d, SEVERITY_WARNING), before + 1);
}

/* Even marks that no line may begin or end with do not run off the page. */
static void nothing_runs_off_the_page(void **state) {
    struct bench *b = *state;
    static const char *const texts[] = {
        "显。」』）》】。」』）》】。」』）》】。」』）》】。」』）》】",
        "（《【「『“（《【「『“（《【「『“显",
        "…………………………………………………………………………",
        "[1\u202F234\u202F567\u202F890\u202F123\u202F456 GB]",
        "/////////////////////////////////////////////",
        "`a_very_long_name_that_never_ends`"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (double ems = 4; ems < 12; ems += 0.5) {
            const struct paragraph *p = set(b, texts[i], "zh-Hans", ALIGN_JUSTIFY, ems);
            for (size_t k = 0; k < p->line_count; k++)
                assert_true(p->lines[k].x + p->lines[k].width <= ems * SIZE + 0.05);
            assert_int_equal(p->overfull, 0);
        }
}

static void nothing_is_set_from_nothing(void **state) {
    struct bench *b = *state;
    const struct paragraph *p = set(b, "", "en", ALIGN_START, 10);
    assert_true(p->line_count <= 1);
    assert_int_equal(p->overfull, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_begin_and_end_rightly),
        cmocka_unit_test(right_edges_are_flush),
        cmocka_unit_test(no_holes),
        cmocka_unit_test(numbers_keep_their_units),
        cmocka_unit_test(marks_and_autospace_have_their_widths),
        cmocka_unit_test(opening_marks_hug_the_margin),
        cmocka_unit_test(english_is_ragged_and_fits),
        cmocka_unit_test(last_lines_are_no_runts),
        cmocka_unit_test(a_word_wider_than_the_measure_is_broken_and_reported),
        cmocka_unit_test(nothing_runs_off_the_page),
        cmocka_unit_test(nothing_is_set_from_nothing),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) ? 1 : 0;
}
