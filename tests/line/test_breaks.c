/* Where lines may break and where not: each case stands at every place of a line, before its end
 * and across it. Targets 4.1 to 4.4. */
#include "line/paragraphs.h"

static const double EMS = 20;

/* The case after so many characters of filler, and followed by more. */
static const char *filled(struct bench *b, size_t before, const char *filler, const char *text) {
    char *out = ARENA_ARRAY(b->a, char, 400);
    for (size_t i = 0; i < before; i++)
        strcat(out, filler);
    strcat(out, text);
    strcat(out, *filler == 'a' ? " " : "");
    for (size_t i = 0; i < 24; i++)
        strcat(out, filler);
    return out;
}

/* How many lines begin inside the text, over all its places. */
static size_t times_shown_split(struct bench *b, const char *text, const char *shown,
                                bool chinese) {
    size_t times = 0;
    for (size_t before = 1; before <= 24; before++) {
        const char *all = filled(b, before, chinese ? "字" : "ab ", text);
        const struct paragraph *p =
            set(b, all, chinese ? "zh-Hans" : "en", chinese ? ALIGN_JUSTIFY : ALIGN_START, EMS);
        size_t from = (size_t)(strstr(p->shaped->text, shown) - p->shaped->text);
        size_t to = from + strlen(shown);
        for (size_t i = 1; i < p->line_count; i++) {
            size_t start = p->shaped->clusters[p->lines[i].from].at;
            times += start > from && start < to;
        }
    }
    return times;
}

static size_t times_split(struct bench *b, const char *text, bool chinese) {
    return times_shown_split(b, text, *text == '`' ? text + 1 : text, chinese);
}

static void units_stay_whole(void **state) {
    static const char *const chinese[] = {"80 GB",      "3.35 TB/s",
                                          "16 byte",    "700 W",
                                          "75%",        "75 %",
                                          "75％",       "25 °C",
                                          "45°",        "+5",
                                          "−5",         "±5%",
                                          "≈ 5",        "5 ± 1",
                                          "30–38",      "30～38",
                                          "第 3 章",    "第3章",
                                          "图 3.2",     "公式 (2)",
                                          "式（2）",    "10 000",
                                          "61 320 MWh", "10⁹",
                                          "3.14",       "1.75 亿",
                                          "¥3",         "GPT-3",
                                          "……",         "——",
                                          "①显",        "RTX 4090",
                                          "H100 SXM5",  "H100 SXM5 80GB",
                                          "Llama 2 7B", "32 bit",
                                          "128 GPU",    "2039 GB/s",
                                          "1.8 倍",     "2048 × 8192",
                                          "64×8192"};
    static const char *const english[] = {
        "Figure 3.2", "Table 4",   "Section 5.1", "Fig. 3",   "80 GB",      "10 000",
        "30–38",      "Eq. (2)",   "Step 2",      "RTX 4090", "−5 %",       "16 bytes",
        "Llama 2 7B", "compute.2", "5 ± 0.1",     "$5",       "2048 × 8192"};
    for (size_t i = 0; i < sizeof chinese / sizeof *chinese; i++)
        if (times_split(*state, chinese[i], true))
            fail_msg("%s is split", chinese[i]);
    for (size_t i = 0; i < sizeof english / sizeof *english; i++)
        if (times_split(*state, english[i], false))
            fail_msg("%s is split", english[i]);
}

/* A number and its measure word, typed apart or not; and a computed number. */
static void measure_words_stay_with_their_number(void **state) {
    static const char *const words[] = {
        "个", "层",   "张",   "块",   "台",   "卡",   "倍",   "步",   "秒",      "天",
        "周", "年",   "位",   "次",   "行",   "页",   "章",   "节",   "条",      "组",
        "路", "分钟", "小时", "字节", "词元", "个月", "亿个", "万元", "个百分点"};
    static const char *const forms[] = {"2048 %s", "2.66%s", "10⁹ %s", "[2048] %s"};
    struct bench *b = *state;
    for (size_t i = 0; i < sizeof words / sizeof *words * 4; i++) {
        const char *text = arena_printf(b->a, forms[i % 4], words[i / 4]);
        const char *shown = i % 4 < 3 ? text : arena_printf(b->a, "2048 %s", words[i / 4]);
        if (times_shown_split(b, text, shown, true))
            fail_msg("%s is split", text);
    }
}

static const struct box *half_an_em(struct arena *a, struct fonts *f, const struct thing *t,
                                    const struct text_style *around) {
    (void)f, (void)t;
    struct box *box = ARENA_NEW(a, struct box);
    box->width = around->size / 2;
    box->ascent = around->size;
    return box;
}

/* How many lines begin between a formula and what follows it, over all its places. */
static size_t times_parted(struct bench *b, const char *after) {
    static const struct thing formula = {.set = half_an_em};
    size_t times = 0;
    for (size_t before = 1; before <= 24; before++) {
        struct inline_ *text = inlines(b->a, filled(b, before, "字", "<x>"));
        struct inline_ *in = text->next;
        in->kind = INLINE_BOX;
        in->thing = &formula;
        in->emphasis = false;
        in->next->text = arena_printf(b->a, "%s%s", after, in->next->text);
        const struct paragraph *p =
            paragraph_set(b->a, b->d, request(b, text, "zh-Hans", ALIGN_JUSTIFY, EMS));
        size_t to = find(p, after) + (*after == ' ');
        for (size_t i = 1; i < p->line_count; i++)
            times += p->lines[i].from == to;
    }
    return times;
}

/* "b 条", the b a formula. */
static void measure_words_stay_with_their_formula(void **state) {
    assert_int_equal(times_parted(*state, " 条"), 0);
    assert_int_equal(times_parted(*state, "个"), 0);
    assert_true(times_parted(*state, " 显") > 0);
    assert_true(times_parted(*state, "显") > 0);
}

/* The way of testing finds what does break. */
static void others_do_break(void **state) {
    static const char *const chinese[] = {"显存",     "80 分别", "显存GPU",
                                          "GPU 显存", "of the",  "”显"};
    for (size_t i = 0; i < sizeof chinese / sizeof *chinese; i++)
        assert_true(times_split(*state, chinese[i], true) > 0);
}

/* Every mark, after every kind of neighbour. */
static void marks_keep_to_their_side(void **state) {
    static const char *const first[] = {"、", "，", "。", "．", "：", "；", "！", "？", "‼",  "⁇",
                                        "⁈",  "⁉",  "）", "〕", "】", "〗", "》", "〉", "」", "』",
                                        "］", "｝", "”",  "’",  "·",  "～", "–",  "—",  "％", "%",
                                        "‰",  "℃",  "°",  "′",  "″",  "／", "々", "ゝ", ",",  ".",
                                        ":",  ";",  "!",  "?",  ")",  "]",  "}",  "»",  "……", "——"};
    static const char *const last[] = {"（", "〔", "【", "〖", "《", "〈", "「", "『",
                                       "［", "｛", "“",  "‘",  "(",  "[",  "{",  "«",
                                       "¥",  "￥", "$",  "€",  "№",  "／", "/",  "①"};
    struct bench *b = *state;
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        assert_int_equal(times_split(b, arena_printf(b->a, "显%s", first[i]), true), 0);
        assert_int_equal(times_split(b, arena_printf(b->a, "GPU%s", first[i]), true), 0);
    }
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        if (*last[i] != '[')
            assert_int_equal(times_split(b, arena_printf(b->a, "%s显", last[i]), true), 0);
}

/* The character before each line break inside the text, over all places. */
static void ends_in(struct bench *b, const char *text, const char *inside, char *ends) {
    for (size_t before = 1; before <= 24; before++) {
        const struct paragraph *p = set(b, filled(b, before, "ab ", text), "en", ALIGN_START, EMS);
        size_t from = (size_t)(strstr(p->shaped->text, inside) - p->shaped->text);
        for (size_t i = 1; i < p->line_count; i++) {
            size_t start = p->shaped->clusters[p->lines[i].from].at;
            char last = p->shaped->text[start - 1];
            if (start > from && start < from + strlen(inside) && !strchr(ends, last))
                strncat(ends, &last, 1);
            assert_false(p->lines[i - 1].hyphen && start > from && start < from + strlen(inside));
        }
    }
}

static void addresses_break_after_their_signs(void **state) {
    char ends[64] = "";
    static const char url[] = "https://example.org/docs/kv_cache/a.html?lang=en&page-no=2";
    ends_in(*state, url, url, ends);
    assert_true(strlen(ends) >= 4);
    assert_int_equal(strspn(ends, "/.-_?&="), strlen(ends));
}

static void code_breaks_after_its_signs(void **state) {
    char ends[64] = "";
    static const char code[] = "std::vector::at(a->next,b)/max_model_len.value";
    ends_in(*state, "`std::vector::at(a->next,b)/max_model_len.value`", code, ends);
    assert_true(strlen(ends) >= 3);
    assert_int_equal(strspn(ends, "/._,:>"), strlen(ends));
    char none[64] = "";
    ends_in(*state, "`--flag=1.5`", "--flag=1.5", none);
    assert_int_equal(strspn(none, "="), strlen(none));
}

/* ── Hyphens ── */

/* Words of the text that some line ends inside, at the measures from 8 to 30 em. */
static size_t hyphens(struct bench *b, const char *text, const char *language, enum align align,
                      bool wanted, const char *name) {
    size_t count = 0;
    for (double ems = 8; ems <= 30; ems += 0.25) {
        struct paragraph_request *r = request(b, inlines(b->a, text), language, align, ems);
        struct style *style = body(b->a, align);
        style->hyphenate = wanted;
        r->style = style;
        const struct paragraph *p = paragraph_set(b->a, b->d, r);
        size_t row = 0;
        for (size_t i = 0; i < p->line_count; i++) {
            row = p->lines[i].hyphen ? row + 1 : 0;
            assert_true(row <= 2);
            if (!p->lines[i].hyphen)
                continue;
            const char *at = p->shaped->text + p->shaped->clusters[p->lines[i].to - 1].at + 1;
            size_t before = 0, after = 0;
            while (at - before > p->shaped->text && at[-1 - (long)before] != ' ' &&
                   (unsigned char)at[-1 - (long)before] < 0x80)
                before++;
            while (at[after] && strchr("abcdefghijklmnopqrstuvwxyz", at[after]))
                after++;
            assert_true(before >= 3 && after >= 3);
            assert_true(before + after >= (!strcmp(language, "en") ? 7u : 8u));
            count += !name || !strncmp(at - before, name, strlen(name));
        }
    }
    return count;
}

static void words_are_hyphenated_by_the_rules(void **state) {
    struct bench *b = *state;
    static const char english[] = "Characteristically, interconnect measurements misrepresent "
                                  "utilization configurations, and "
                                  "Blackwell, FlashAttention, GPT-generation, naïvetés, "
                                  "`documentation` and about compute it.";
    assert_true(hyphens(b, english, "en", ALIGN_START, true, NULL) > 5);
    assert_int_equal(hyphens(b, english, "en", ALIGN_START, false, NULL), 0);
    assert_int_equal(hyphens(b, english, "en", ALIGN_START, true, "Blackwell"), 0);
    assert_int_equal(hyphens(b, english, "en", ALIGN_START, true, "FlashAttention"), 0);
    assert_int_equal(hyphens(b, english, "en", ALIGN_START, true, "documentation"), 0);
    /* optimization has 12 letters, serving 7 */
    static const char chinese[] = "推理与 optimization 及 serving 的开销，communication 也在内，"
                                  "而 characteristically 一词最长，serving 不分。";
    assert_true(hyphens(b, chinese, "zh-Hans", ALIGN_JUSTIFY, true, NULL) > 0);
    assert_int_equal(hyphens(b, chinese, "zh-Hans", ALIGN_JUSTIFY, true, "serving"), 0);
}

/* A typed hyphen divides a word as one of ours does; that of a range of numbers does not. */
static void typed_hyphens_count_as_hyphens(void **state) {
    struct bench *b = *state;
    static const char text[] = "all-reduce and long-term read-only data-parallel cross-entropy "
                               "mixed-precision pages 1000-2000 in two-stage steady-state "
                               "pre-training, fine-tuning and post-training of well-known models";
    size_t typed = 0, row = 0;
    for (double ems = 8; ems < 30; ems += 0.5) {
        const struct paragraph *p = set(b, text, "en", ALIGN_START, ems);
        row = 0;
        for (size_t i = 0; i + 1 < p->line_count; i++) {
            const struct cluster *last = &p->shaped->clusters[p->lines[i].to - 1];
            bool ends = last->code == '-' && last[-1].code >= 'A';
            assert_int_equal(p->lines[i].divided, p->lines[i].hyphen || ends);
            typed += ends;
            row = p->lines[i].divided ? row + 1 : 0;
            assert_true(row <= 2);
        }
    }
    assert_true(typed > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_stay_whole),
        cmocka_unit_test(others_do_break),
        cmocka_unit_test(marks_keep_to_their_side),
        cmocka_unit_test(addresses_break_after_their_signs),
        cmocka_unit_test(code_breaks_after_its_signs),
        cmocka_unit_test(measure_words_stay_with_their_number),
        cmocka_unit_test(measure_words_stay_with_their_formula),
        cmocka_unit_test(typed_hyphens_count_as_hyphens),
        cmocka_unit_test(words_are_hyphenated_by_the_rules),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) ? 1 : 0;
}
