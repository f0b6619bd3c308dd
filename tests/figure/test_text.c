#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <harfbuzz/hb.h>

#include "base/file.h"
#include "bench_fonts.h"
#include "figure/text.h"
#include "near.h"

static const struct text_style song = {.family = FAMILY_SERIF, .size = 10, .language = "zh-Hans"};
static const struct text_style hei = {.family = FAMILY_SANS, .size = 10, .language = "zh-Hans"};
static const struct text_style latin = {.family = FAMILY_SERIF, .size = 10, .language = "en"};
static const struct text_style sans = {.family = FAMILY_SANS, .size = 10, .language = "en"};

static const struct shaped *shape(struct bench *b, const char *text, struct text_style style) {
    return text_shape(b->fonts, b->arena, &(struct piece){text, style}, 1);
}

/* The cluster that holds the first occurrence of a part. */
static const struct cluster *find(const struct shaped *s, const char *part) {
    size_t at = (size_t)(strstr(s->text, part) - s->text);
    for (size_t i = 0; i < s->cluster_count; i++)
        if (s->clusters[i].at <= at && at < s->clusters[i].at + s->clusters[i].bytes)
            return &s->clusters[i];
    fail_msg("no cluster for %s", part);
    return NULL;
}

static bool breaks_before(const struct shaped *s, const char *part) {
    return find(s, part)->flags & CLUSTER_BREAK_BEFORE;
}

static void ideographs_are_one_em_wide(void **state) {
    struct bench *b = *state;
    static const struct text_style styles[] = {
        {.family = FAMILY_SERIF, .size = 10.5, .language = "zh-Hans"},
        {.family = FAMILY_SANS, .size = 9, .language = "zh-Hans"},
        {.family = FAMILY_SANS, .weight = WEIGHT_SEMIBOLD, .size = 16, .language = "zh-Hans"},
        {.family = FAMILY_MONO, .size = 8, .language = "zh-Hans"},
        {.family = FAMILY_SERIF, .size = 10, .latin_scale = 1.03, .language = "zh-Hans"},
    };
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
        assert_near(text_width(b->fonts, "带宽，受限。", styles[i]), 6 * styles[i].size,
                    0.005 * styles[i].size);
}

static void clusters_cover_the_text(void **state) {
    struct bench *b = *state;
    const struct piece pieces[] = {{"算力 office", hei}, {"", sans}, {"e\xCC\x81 “ffi”\n", latin}};
    const struct shaped *s = text_shape(b->fonts, b->arena, pieces, 3);
    size_t at = 0, glyphs = 0;
    double width = 0;
    for (size_t i = 0; i < s->cluster_count; i++) {
        assert_int_equal(s->clusters[i].at, at);
        assert_int_equal(s->clusters[i].first_glyph, glyphs);
        at += s->clusters[i].bytes;
        glyphs += s->clusters[i].glyph_count;
        width += s->clusters[i].advance;
    }
    assert_int_equal(at, s->bytes);
    assert_int_equal(at, strlen(s->text));
    assert_int_equal(glyphs, s->glyph_count);
    assert_near(s->width, width, 1e-9);
    assert_int_equal(find(s, "算")->piece, 0);
    assert_int_equal(find(s, "“")->piece, 2);
    assert_int_equal(find(s, "e\xCC\x81")->bytes, 3); /* a letter and its accent move together */
}

static void tabular_figures_are_equally_wide(void **state) {
    struct bench *b = *state;
    static const enum family families[] = {FAMILY_SERIF, FAMILY_SANS};
    for (size_t k = 0; k < 2; k++) {
        struct text_style style = {.family = families[k], .size = 10, .tabular = true};
        const struct shaped *s = shape(b, "0123456789\xE2\x80\x87", style);
        assert_int_equal(s->cluster_count, 11);
        for (size_t i = 1; i < s->cluster_count; i++) /* the figure space too */
            assert_near(s->clusters[i].advance, s->clusters[0].advance, 1e-6);
        style.tabular = false;
        assert_true(text_width(b->fonts, "1", style) < text_width(b->fonts, "0", style) - 0.3);
    }
}

static void quotes_follow_the_language(void **state) {
    struct bench *b = *state;
    assert_near(find(shape(b, "他说“好”。", song), "“")->advance, 10, 0.05);
    assert_true(find(shape(b, "he said “yes”", latin), "“")->advance < 6);
    const struct shaped *mixed = shape(b, "所谓“KV cache”是指", hei);
    assert_true(find(mixed, "“")->flags & CLUSTER_HAN);
    assert_true(find(mixed, "”")->flags & CLUSTER_HAN);
    const struct shaped *within = shape(b, "按 the so “called” roof 计", hei);
    assert_false(find(within, "“")->flags & CLUSTER_HAN);
    assert_false(find(within, "”")->flags & CLUSTER_HAN);
    /* "… asks “how many?”, then", and at the end of a text without Han */
    const struct shaped *asked = shape(b, "training asks “how many?”, then “why?”.", hei);
    for (size_t i = 0; i < asked->cluster_count; i++)
        assert_false(asked->clusters[i].flags & CLUSTER_HAN);
    assert_true(find(shape(b, "他问 “why?”.", hei), "“")->flags & CLUSTER_HAN);
    assert_true(find(shape(b, "“why?”, 他问", hei), "“")->flags & CLUSTER_HAN);
    const struct shaped *han_inside = shape(b, "a “容量” b", hei); /* not wholly Latin inside */
    assert_true(find(han_inside, "“")->flags & CLUSTER_HAN);
    assert_true(find(han_inside, "”")->flags & CLUSTER_HAN);
    assert_false(find(shape(b, "it’s 快", hei), "’")->flags & CLUSTER_HAN);
    assert_false(find(shape(b, "the users’ 数据", hei), "’")->flags & CLUSTER_HAN);
}

static void other_shared_marks_follow_rules(void **state) {
    struct bench *b = *state;
    assert_near(find(shape(b, "显存……不够", song), "…")->advance, 10, 10.05); /* 10, or 20 as one */
    assert_near(shape(b, "显存……不够", song)->width, 60, 0.05);
    assert_near(shape(b, "显存——不够", song)->width, 60, 0.05);
    assert_false(find(shape(b, "H100 · 显存", hei), "·")->flags & CLUSTER_HAN);
    assert_true(find(shape(b, "卡尔·马克思", hei), "·")->flags & CLUSTER_HAN);
    static const char *const latin_always[] = {"×", "÷", "±", "≤", "≈", "→", "°", "−", "–"};
    for (size_t i = 0; i < sizeof latin_always / sizeof *latin_always; i++) {
        char text[32];
        snprintf(text, sizeof text, "带%s宽", latin_always[i]);
        assert_false(find(shape(b, text, hei), latin_always[i])->face->han);
    }
    assert_true(find(shape(b, "see ① below", sans), "①")->flags & CLUSTER_HAN);
}

static void styles_choose_the_faces(void **state) {
    struct bench *b = *state;
    struct text_style strong = song;
    strong.weight = WEIGHT_SEMIBOLD;
    const struct shaped *s = shape(b, "强 bold", strong);
    assert_string_equal(find(s, "强")->face->css_family, "Noto Sans CJK SC");
    assert_int_equal(find(s, "强")->face->weight, WEIGHT_SEMIBOLD);
    assert_string_equal(find(s, "bold")->face->css_family, "Source Sans 3");
    struct text_style slanted = song;
    slanted.italic = true;
    s = shape(b, "斜 it", slanted);
    assert_string_equal(find(s, "斜")->face->css_family, "Noto Serif CJK SC");
    assert_false(find(s, "斜")->face->italic);
    assert_true(find(s, "it")->face->italic);
    struct text_style code = {.family = FAMILY_MONO, .size = 10};
    s = shape(b, "il", code);
    assert_string_equal(find(s, "il")->face->css_family, "Source Code Pro");
    assert_near(s->clusters[0].advance, s->clusters[1].advance, 1e-9);
}

static void latin_is_scaled_and_han_is_not(void **state) {
    struct bench *b = *state;
    struct text_style scaled = song;
    scaled.latin_scale = 1.03;
    const struct shaped *plain = shape(b, "带 x", song), *s = shape(b, "带 x", scaled);
    assert_near(find(s, "x")->advance, 1.03 * find(plain, "x")->advance, 1e-9);
    assert_near(find(s, "x")->size, 10.3, 1e-9);
    assert_near(find(s, "带")->size, 10, 1e-9);
}

static void tracking_spares_han_and_the_last(void **state) {
    struct bench *b = *state;
    struct text_style wide = hei;
    wide.tracking = 0.5;
    double more = text_width(b->fonts, "xo宽xo", wide) - text_width(b->fonts, "xo宽xo", hei);
    assert_near(more, 3 * 0.5, 1e-9);
}

static void fixed_blanks_have_width_and_no_break(void **state) {
    struct bench *b = *state;
    const struct shaped *s = shape(b, "80\xE2\x80\xAFGB 10\xC2\xA0s", sans);
    assert_false(breaks_before(s, "GB"));
    assert_near(find(s, "\xE2\x80\xAF")->advance, 2, 1e-9); /* 0.2 em before a unit */
    assert_true(find(shape(b,
                           "10\xE2\x80\xAF"
                           "000",
                           sans),
                     "\xE2\x80\xAF")
                    ->advance < 1.5);
    assert_false(find(s, "\xE2\x80\xAF")->flags & CLUSTER_SPACE);
    assert_true(breaks_before(s, "10"));
    assert_false(breaks_before(s, "s"));
    assert_true(find(s, " ")->flags & CLUSTER_SPACE);
    s = shape(b,
              "of\xC2\xAD"
              "fer",
              sans);
    assert_near(find(s, "\xC2\xAD")->advance, 0, 0);
    assert_int_equal(find(s, "\xC2\xAD")->glyph_count, 0);
    assert_true(breaks_before(s, "fer"));
}

static void breaks_respect_chinese_marks(void **state) {
    struct bench *b = *state;
    const struct shaped *s = shape(b, "显存，带宽（容量）。他说：“好”的……path——好①甲", hei);
    static const char *const never[] = {"，", "容", "）", "。", "：", "好", "”", "……", "——", "甲"};
    static const char *const always[] = {"存", "带", "宽", "（", "他", "“", "的"};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (breaks_before(s, never[i]))
            fail_msg("a line may start with %s", never[i]);
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (!breaks_before(s, always[i]))
            fail_msg("no line may start with %s", always[i]);
    s = shape(b, "one two\nthree", latin);
    assert_true(breaks_before(s, "two"));
    assert_false(breaks_before(s, "ne"));
    assert_true(find(s, "three")->flags & CLUSTER_MUST_BREAK);
    assert_false(find(s, "two")->flags & CLUSTER_MUST_BREAK);
}

static void missing_characters_are_flagged(void **state) {
    struct bench *b = *state;
    const struct shaped *s = shape(b, "ab\xF0\x92\x80\x80 \xF0\x9F\x98\x80", sans);
    assert_int_equal(s->missing, 2);
    assert_true(find(s, "\xF0\x92\x80\x80")->flags & CLUSTER_MISSING); /* U+12000 */
    assert_true(find(s, "\xF0\x9F\x98\x80")->flags & CLUSTER_MISSING); /* U+1F600 */
    assert_int_equal(shape(b, "带宽 × 1.5 ≥ √2 ↔ ▲ α Ж ①", hei)->missing, SIZE_MAX);
    struct diag *d = diag_new(b->arena);
    text_report_missing(d, (struct span){0}, s);
    assert_int_equal(diag_count(d, SEVERITY_ERROR), 2);
}

/* The message points at the character, not at the paragraph it stands in. */
static void a_missing_character_is_found_in_its_file(void **state) {
    struct bench *b = *state;
    static const struct source file = {"x.xml", "<para>\xE4\xB8\xAD \xF0\x9F\x98\x80</para>", 21};
    struct diag *d = diag_new(b->arena);
    struct bytes out = {.arena = b->arena};
    text_report_missing(d, (struct span){&file, 0, 6}, shape(b, "\xF0\x9F\x98\x80", sans));
    diag_write(d, &out, false);
    assert_non_null(strstr(out.at, "x.xml:1:9: error: no font has the character U+1F600"));
}

static void odd_input_is_survived(void **state) {
    struct bench *b = *state;
    assert_int_equal(shape(b, "", sans)->cluster_count, 0);
    assert_int_equal(text_shape(b->fonts, b->arena, NULL, 0)->cluster_count, 0);
    const struct shaped *s = shape(b, "a\xFF\xE4\xB8z", sans); /* malformed */
    assert_string_equal(s->text, "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz");
    s = shape(b, "\xCC\x81\xE2\x80\x8D”’“‘", hei); /* marks and quotes alone */
    assert_true(s->cluster_count > 0);
}

/* A small generator: the same texts in every run. */
static unsigned draw(unsigned *seed, unsigned n) {
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % n;
}

static void every_byte_is_in_one_cluster(void **state) {
    struct bench *b = *state;
    static const char *const parts[] = {
        "a",  "ffi", "1",  " ",  "\n", "\xC2\xA0",     "\xC2\xAD",     "“",    "”",    "‘",
        "’",  "—",   "…",  "·",  "宽", "，",           "（",           "①",    "é",    "e\xCC\x81",
        "が", "क्ष",  "ال", "가", "😀",  "\xE2\x80\x8D", "\xEF\xB8\x8F", "\xFF", "\x7F",
    };
    unsigned seed = 7;
    for (int round = 0; round < 400; round++) {
        char text[256] = "";
        for (unsigned i = draw(&seed, 24); i > 0; i--)
            strcat(text, parts[draw(&seed, sizeof parts / sizeof *parts)]);
        const struct shaped *s = shape(b, text, draw(&seed, 2) ? song : sans);
        size_t at = 0, glyphs = 0;
        for (size_t i = 0; i < s->cluster_count; i++) {
            assert_int_equal(s->clusters[i].at, at);
            assert_int_equal(s->clusters[i].first_glyph, glyphs);
            assert_true(s->clusters[i].bytes > 0 && s->clusters[i].advance >= 0);
            at += s->clusters[i].bytes;
            glyphs += s->clusters[i].glyph_count;
        }
        assert_int_equal(at, s->bytes);
        assert_int_equal(glyphs, s->glyph_count);
    }
}

static void extents_are_those_of_the_face(void **state) {
    struct bench *b = *state;
    struct text_extent e =
        text_extent(b->fonts, (struct text_style){.family = FAMILY_SANS, .size = 1000});
    assert_near(e.cap_height, 660, 1); /* Source Sans 3: capitals of 660 units */
    assert_near(e.ascent, 720, 15); /* b, d, l reach 712 and a little more; p and g about −205 */
    assert_near(e.descent, 210, 20);
}

/* A word is remembered with all that shapes it: size and ink do not, figures, tracking, weight, the
 * language and the face do. */
static void words_are_remembered_by_what_shapes_them(void **state) {
    struct bench *b = *state;
    struct text_style tabular = sans, tracked = sans, strong = sans, big = sans;
    tabular.tabular = true;
    tracked.tracking = 1;
    strong.weight = WEIGHT_SEMIBOLD;
    big.size = 20;
    double plain = text_width(b->fonts, "1119", sans);
    assert_true(text_width(b->fonts, "1119", tabular) > plain);
    assert_near(text_width(b->fonts, "1119", tracked), plain + 3, 1e-9);
    assert_true(text_width(b->fonts, "1119", strong) != plain);
    assert_near(text_width(b->fonts, "1119", big), 2 * plain, 1e-9);
    const struct shaped *one = shape(b, "kilowatt 1119 kilowatt", sans);
    const struct shaped *two = shape(b, "a kilowatt, 1119", big);
    const struct cluster *k = find(one, "kilowatt"), *l = find(two, "kilowatt");
    assert_int_equal(one->glyphs[k->first_glyph].id, two->glyphs[l->first_glyph].id);
    assert_int_equal(k->face->weight, l->face->weight);
    assert_near(2 * k->advance, l->advance, 1e-9);
    assert_int_equal(find(one, "1119")->at, 9);
}

/* The ratio of numbers of the same string must be that of the sizes: no hinting, no rounding. */
static void widths_scale_exactly(void **state) {
    struct bench *b = *state;
    struct text_style big = latin, small = latin;
    big.size = 100;
    small.size = 7.3;
    const char *text = "Memory bandwidth, not arithmetic";
    assert_near(text_width(b->fonts, text, big) / 100, text_width(b->fonts, text, small) / 7.3,
                1e-9);
}

/* Of the text as one run of the face, in ems. */
static double whole_width(const struct face *face, const char *text) {
    hb_feature_t features[] = {{HB_TAG('l', 'n', 'u', 'm'), 1, 0, (unsigned)-1},
                               {HB_TAG('p', 'n', 'u', 'm'), 1, 0, (unsigned)-1},
                               {HB_TAG('l', 'i', 'g', 'a'), 0, 0, (unsigned)-1}};
    hb_blob_t *blob = hb_blob_create_from_file(face->path);
    hb_face_t *file = hb_face_create(blob, 0);
    hb_font_t *font = hb_font_create(file);
    hb_buffer_t *buffer = hb_buffer_create();
    hb_buffer_add_utf8(buffer, text, -1, 0, -1);
    hb_buffer_set_language(buffer, hb_language_from_string(face->han ? "zh-Hans" : "en", -1));
    hb_buffer_guess_segment_properties(buffer);
    hb_shape(font, buffer, features, face->family == FAMILY_MONO ? 3 : 2);
    unsigned n;
    const hb_glyph_position_t *at = hb_buffer_get_glyph_positions(buffer, &n);
    double width = 0;
    for (unsigned i = 0; i < n; i++)
        width += at[i].x_advance;
    width /= hb_face_get_upem(file);
    hb_buffer_destroy(buffer);
    hb_font_destroy(font);
    hb_face_destroy(file);
    hb_blob_destroy(blob);
    return width;
}

/* Words are shaped one by one, and remembered; the whole text in one piece is as wide. */
static void words_together_are_as_wide_as_the_whole(void **state) {
    struct bench *b = *state;
    const struct text_style styles[] = {
        latin,
        sans,
        {.family = FAMILY_SERIF, .italic = true, .size = 10, .language = "en"},
        {.family = FAMILY_SANS, .weight = WEIGHT_SEMIBOLD, .size = 10, .language = "en"},
        {.family = FAMILY_SANS, .italic = true, .size = 10, .language = "en"},
        {.family = FAMILY_MONO, .size = 10, .language = "en"},
    };
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
        for (char c = '!'; c <= '~'; c++) {
            const char text[] = {'1', 'f', ' ', c, 'o', ' ', 'A', c, ' ', 'V', '.', 0};
            const struct shaped *s = shape(b, text, styles[i]);
            assert_near(s->width, 10 * whole_width(s->clusters[0].face, text), 1e-6);
        }
    static const char han[] = "带宽受限放不下显存占用算力屋顶线岭点解码预填充词元上下文批量";
    const struct text_style hans[] = {song, hei};
    for (size_t i = 0; i < 2; i++) {
        const struct shaped *s = shape(b, han, hans[i]);
        assert_near(s->width, 10 * whole_width(s->clusters[0].face, han), 1e-6);
    }
}

static int set_up(void **state) {
    static struct bench b;
    bench_open(&b);
    *state = &b;
    return b.fonts ? 0 : -1;
}

static int tear_down(void **state) {
    bench_close(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ideographs_are_one_em_wide),
        cmocka_unit_test(clusters_cover_the_text),
        cmocka_unit_test(tabular_figures_are_equally_wide),
        cmocka_unit_test(quotes_follow_the_language),
        cmocka_unit_test(other_shared_marks_follow_rules),
        cmocka_unit_test(styles_choose_the_faces),
        cmocka_unit_test(latin_is_scaled_and_han_is_not),
        cmocka_unit_test(tracking_spares_han_and_the_last),
        cmocka_unit_test(fixed_blanks_have_width_and_no_break),
        cmocka_unit_test(breaks_respect_chinese_marks),
        cmocka_unit_test(missing_characters_are_flagged),
        cmocka_unit_test(a_missing_character_is_found_in_its_file),
        cmocka_unit_test(odd_input_is_survived),
        cmocka_unit_test(every_byte_is_in_one_cluster),
        cmocka_unit_test(extents_are_those_of_the_face),
        cmocka_unit_test(widths_scale_exactly),
        cmocka_unit_test(words_are_remembered_by_what_shapes_them),
        cmocka_unit_test(words_together_are_as_wide_as_the_whole),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) ? 1 : 0;
}
