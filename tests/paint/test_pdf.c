/* PDFs: what other programs read back out of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <cmocka.h>

#include "figure/scene.h"
#include "paint/paint.h"

static const char *folder(void) {
    const char *out = getenv("OUT");
    return out ? out : "out";
}

struct bench {
    struct arena *arena;
    struct diag *diag;
    struct fonts *fonts;
};

static struct bench bench_new(const char *pool) {
    struct bench b = {.arena = arena_new()};
    b.diag = diag_new(b.arena);
    folder_make(b.diag, folder());
    b.fonts =
        fonts_open(b.arena, b.diag, "assets/fonts", arena_printf(b.arena, "%s/%s", folder(), pool));
    assert_non_null(b.fonts);
    fonts_announce(b.fonts, "训练与推理是两本不同的账，显存“不够”。KV 缓存");
    return b;
}

static struct text_style style(const char *language) {
    return (struct text_style){
        .family = FAMILY_SERIF, .size = 10, .ink = INK_INK, .language = language};
}

static const char ENGLISH[] = "The office workflow of a GPU: affine, fluffy.";
static const char CHINESE[] = "训练与推理是两本不同的账，显存“不够”。";

static void leaf(struct bench *b, struct scene *s, enum tag tag, struct tag_facts facts, double x,
                 double y, const char *text, const char *language) {
    scene_tag_open(s, tag, facts);
    scene_label(s, b->fonts, x, y, ANCHOR_START, text, style(language));
    scene_tag_close(s, tag);
}

static struct scene *first_page(struct bench *b) {
    struct scene *s = scene_new(b->arena, 300, 400);
    scene_label(s, b->fonts, 20, 20, ANCHOR_START, "RUNNINGHEAD", style("en"));
    scene_tag_open(s, TAG_SECT, (struct tag_facts){0});
    scene_dest(s, "sec-一", (struct point){20, 40});
    leaf(b, s, TAG_H1, (struct tag_facts){0}, 20, 50, "Two accounts", "en");
    leaf(b, s, TAG_P, (struct tag_facts){0}, 20, 80, ENGLISH, "en");
    leaf(b, s, TAG_P, (struct tag_facts){.language = "zh-Hans"}, 20, 110, CHINESE, "zh-Hans");
    scene_tag_open(s, TAG_P, (struct tag_facts){0});
    leaf(b, s, TAG_SPAN, (struct tag_facts){0}, 20, 140, "see ", "en");
    static const struct rect area = {40, 130, 60, 14};
    leaf(b, s, TAG_LINK, (struct tag_facts){.dest = "sec-二", .areas = &area, .area_count = 1}, 40,
         140, "section two", "en");
    scene_tag_close(s, TAG_P);
    scene_tag_open(s, TAG_TABLE, (struct tag_facts){0});
    scene_tag_open(s, TAG_TR, (struct tag_facts){0});
    leaf(b, s, TAG_TH, (struct tag_facts){.scope = "Column", .column_span = 2}, 20, 200, "Head",
         "en");
    scene_tag_close(s, TAG_TR);
    scene_tag_open(s, TAG_ARTIFACT, (struct tag_facts){0});
    scene_line(s, (struct point){20, 205}, (struct point){200, 205}, stroke_solid(INK_INK, 1));
    scene_tag_close(s, TAG_ARTIFACT);
    scene_tag_open(s, TAG_TR, (struct tag_facts){0});
    leaf(b, s, TAG_TD, (struct tag_facts){0}, 20, 220, "80", "en");
    leaf(b, s, TAG_TD, (struct tag_facts){0}, 60, 220, "GiB", "en");
    scene_tag_close(s, TAG_TR);
    scene_tag_close(s, TAG_TABLE);
    scene_tag_open(s, TAG_P, (struct tag_facts){0}); /* goes on over the page */
    scene_label(s, b->fonts, 20, 380, ANCHOR_START, "begins here", style("en"));
    return s;
}

static struct scene *second_page(struct bench *b) {
    struct scene *s = scene_new(b->arena, 300, 300);
    scene_tag_open(s, TAG_ARTIFACT, (struct tag_facts){0});
    scene_label(s, b->fonts, 20, 20, ANCHOR_START, "RUNNINGHEAD", style("en"));
    scene_tag_close(s, TAG_ARTIFACT);
    scene_label(s, b->fonts, 20, 50, ANCHOR_START, "and ends here", style("en"));
    scene_tag_close(s, TAG_P);
    scene_dest(s, "sec-二", (struct point){20, 60});
    scene_tag_open(s, TAG_FIGURE,
                   (struct tag_facts){.alt = "一张图 (one chart)", .box = {20, 100, 50, 40}});
    scene_rect(s, (struct rect){20, 100, 50, 40}, INK_WEIGHTS, stroke_none);
    scene_tag_close(s, TAG_FIGURE);
    leaf(b, s, TAG_LINK, (struct tag_facts){.uri = "https://example.org/a(b)", .describe = "Web"},
         20, 200, "web", "en");
    scene_tag_close(s, TAG_SECT);
    return s;
}

static bool make_document(struct bench *b, struct bytes *out) {
    struct page pages[] = {{first_page(b), "ii"}, {second_page(b), "1"}};
    struct outline_entry outline[] = {{1, "第一 One", "sec-一"}, {2, "Two", "sec-二"}};
    struct document doc = {.title = "两本账 & more",
                           .author = "R",
                           .language = "zh-Hans",
                           .date = 1700000000,
                           .pages = pages,
                           .page_count = 2,
                           .outline = outline,
                           .outline_count = 2};
    return paint_pdf(b->arena, b->diag, &doc, out);
}

/* Runs a command with the file's path for %s; returns its output. */
static const char *told(struct bench *b, const char *format, const char *path) {
    char command[2048];
    snprintf(command, sizeof command, format, path);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    struct bytes text = {.arena = b->arena};
    char part[4096];
    for (size_t n; (n = fread(part, 1, sizeof part, pipe)) > 0;)
        bytes_add(&text, part, n);
    int status = pclose(pipe);
    bytes_add(&text, "", 0);
    if (status != 0)
        fprintf(stderr, "%s: status %d\n%s", command, status, text.at);
    assert_int_equal(status, 0);
    return text.at;
}

static const char *saved(struct bench *b, const char *name, const struct bytes *pdf) {
    const char *path = arena_printf(b->arena, "%s/%s", folder(), name);
    assert_true(file_write(b->diag, path, pdf->at, pdf->n));
    return path;
}

static void assert_holds(const char *text, const char *part) {
    if (!strstr(text, part))
        fprintf(stderr, "no “%s” in:\n%s\n", part, text);
    assert_non_null(strstr(text, part));
}

static void other_programs_read_it(void **state) {
    (void)state;
    struct bench b = bench_new("pool-pdf");
    struct bytes pdf = {.arena = b.arena};
    bool done = make_document(&b, &pdf);
    diag_print(b.diag, stderr, false);
    assert_true(done);
    const char *path = saved(&b, "test.pdf", &pdf);
    assert_holds(told(&b, "qpdf --check %s 2>&1", path), "No syntax or stream encoding errors");
    const char *text = told(&b, "pdftotext -raw %s -", path);
    assert_holds(text, ENGLISH);
    assert_holds(text, CHINESE);
    assert_holds(text, "begins here");
    assert_holds(text, "and ends here");
    const char *fonts = told(&b, "pdffonts %s", path);
    assert_null(strstr(fonts, " no  yes yes"));
    assert_holds(fonts, "SourceSerif4");
    assert_null(strstr(fonts, "pool"));
    const char *info = told(&b, "pdfinfo -isodates %s", path);
    assert_holds(info, "两本账 & more");
    assert_holds(info, "Tagged:          yes");
    assert_holds(info, "PDF version:     1.7");
    assert_holds(info, "2023-11-14T22:13:20");
    arena_drop(b.arena);
}

static void the_tree_says_what_was_drawn(void **state) {
    (void)state;
    struct bench b = bench_new("pool-pdf");
    struct bytes pdf = {.arena = b.arena};
    assert_true(make_document(&b, &pdf));
    const char *path = saved(&b, "tree.pdf", &pdf);
    const char *tree = told(&b, "pdfinfo -struct-text %s", path);
    assert_holds(tree, "Document");
    assert_holds(tree, "Two accounts");
    assert_holds(tree, "Link");
    assert_holds(tree, "section two");
    assert_holds(tree, "begins here");
    assert_holds(tree, "and ends here");
    assert_null(strstr(tree, "RUNNINGHEAD"));
    assert_null(strstr(tree, "Private"));
    const char *raw =
        told(&b, "qpdf --qdf --object-streams=disable %s - | LC_ALL=C tr -d '\\000'", path);
    assert_holds(raw, "/Artifact <</Type/Layout>> BDC");
    assert_null(strstr(raw, "/Private"));
    assert_holds(raw, "/Lang (zh-Hans)");
    assert_holds(raw, "/Scope /Column");
    assert_holds(raw, "/ColSpan 2");
    assert_holds(raw, "/Contents (section two)");
    assert_holds(raw, "/Contents (Web)");
    assert_holds(raw, "/DisplayDocTitle true");
    assert_holds(raw, "<pdfuaid:part>1</pdfuaid:part>");
    assert_holds(raw, "两本账 &amp; more");
    assert_holds(raw, "/Tabs /S");
    assert_holds(raw, "https://example.org/a%28b%29");
    arena_drop(b.arena);
}

static size_t past_string(const char *s, size_t i) {
    int depth = 0;
    for (; s[i]; i++) {
        if (s[i] == '\\' && s[i + 1])
            i++;
        else if (s[i] == '(')
            depth++;
        else if (s[i] == ')' && --depth == 0)
            return i + 1;
    }
    return i;
}

/* Operators that leave ink, and those that open and close marked content. */
static int operator_weight(const char *word, size_t n) {
    static const char *const INK[] = {"f",  "f*", "S",  "s", "B",  "B*", "b",
                                      "b*", "Tj", "TJ", "'", "Do", "sh"};
    if (n == 3 && (memcmp(word, "BDC", 3) == 0 || memcmp(word, "BMC", 3) == 0))
        return 1;
    if (n == 3 && memcmp(word, "EMC", 3) == 0)
        return -1;
    for (size_t i = 0; i < sizeof INK / sizeof *INK; i++)
        if (strlen(INK[i]) == n && memcmp(word, INK[i], n) == 0)
            return 2;
    return 0;
}

/* All ink of a content stream stands inside marked content; returns the number of ink operators. */
static int marked_ink(const char *s, const char *end) {
    int depth = 0, ink = 0;
    for (size_t i = 0; s + i < end;) {
        if (s[i] == '(') {
            i = past_string(s, i);
            continue;
        }
        size_t n = strcspn(s + i, " \n()[]<>/");
        int weight = operator_weight(s + i, n);
        if (weight == 2) {
            assert_int_equal(depth, 1);
            ink++;
        } else
            depth += weight;
        assert_in_range(depth, 0, 1);
        i += n ? n : 1;
    }
    assert_int_equal(depth, 0);
    return ink;
}

static void all_ink_is_tagged_or_artifact(void **state) {
    (void)state;
    struct bench b = bench_new("pool-pdf");
    struct bytes pdf = {.arena = b.arena};
    assert_true(make_document(&b, &pdf));
    const char *path = saved(&b, "ink.pdf", &pdf);
    const char *raw =
        told(&b, "qpdf --qdf --object-streams=disable %s - | LC_ALL=C tr -d '\\000'", path);
    int pages = 0;
    for (const char *at = raw; (at = strstr(at, "%% Contents for page")); pages++) {
        at = strstr(at, "stream\n") + strlen("stream\n");
        assert_true(marked_ink(at, strstr(at, "endstream")) >= 4);
    }
    assert_int_equal(pages, 2);
    arena_drop(b.arena);
}

/* A hyphen that a line end made is the glyph of "-" with the text U+00AD. */
static void a_soft_hyphen_reads_as_one(void **state) {
    (void)state;
    struct bench b = bench_new("pool-pdf");
    struct piece pieces[] = {{"coa-", style("en")}, {"lesce well-known", style("en")}};
    const struct shaped *start = text_shape(b.fonts, b.arena, pieces, 1);
    struct cluster *clusters =
        arena_memdup(b.arena, start->clusters, start->cluster_count * sizeof *start->clusters);
    struct shaped soft = *start;
    soft.text = "coa\xC2\xAD";
    soft.bytes = 5;
    soft.clusters = clusters;
    clusters[soft.cluster_count - 1].bytes = 2;
    struct scene *s = scene_new(b.arena, 200, 100);
    scene_tag_open(s, TAG_P, (struct tag_facts){0});
    scene_text(
        s, &(struct text_item){.shaped = &soft, .to = soft.cluster_count, .x = 20, .baseline = 20});
    scene_label(s, b.fonts, 20, 40, ANCHOR_START, pieces[1].text, pieces[1].style);
    scene_tag_close(s, TAG_P);
    struct page page = {.scene = s};
    struct document doc = {.title = "t", .language = "en", .pages = &page, .page_count = 1};
    struct bytes pdf = {.arena = b.arena};
    assert_true(paint_pdf(b.arena, b.diag, &doc, &pdf));
    const char *path = saved(&b, "soft.pdf", &pdf);
    const char *text = told(&b, "pdftotext %s -", path);
    assert_holds(text, "coa\xC2\xAD");
    assert_holds(text, "well-known");
    arena_drop(b.arena);
}

static void same_bytes_anywhere(void **state) {
    (void)state;
    struct bench b = bench_new("pool-pdf");
    struct bytes one = {.arena = b.arena}, two = {.arena = b.arena};
    assert_true(make_document(&b, &one));
    setenv("TZ", "Asia/Kathmandu", 1);
    tzset();
    struct bench other = bench_new("pool-pdf-wider");
    fonts_announce(other.fonts, "这一池字更宽：天地玄黄，宇宙洪荒。0123456789 ABCXYZ");
    two.arena = other.arena;
    assert_true(make_document(&other, &two));
    setenv("TZ", "UTC", 1);
    tzset();
    struct bytes three = {.arena = b.arena};
    struct bench cold = {.arena = b.arena, .diag = b.diag}; /* its pool grows as it goes */
    const char *pool = arena_printf(b.arena, "%s/pool-pdf-cold", folder());
    assert_int_equal(system(arena_printf(b.arena, "rm -rf '%s'", pool)), 0);
    cold.fonts = fonts_open(b.arena, b.diag, "assets/fonts", pool);
    assert_true(make_document(&cold, &three));
    saved(&b, "three.pdf", &three);
    assert_int_equal(one.n, three.n);
    assert_memory_equal(one.at, three.at, one.n);
    saved(&b, "one.pdf", &one);
    saved(&b, "two.pdf", &two);
    assert_int_equal(one.n, two.n);
    assert_memory_equal(one.at, two.at, one.n);
    arena_drop(other.arena);
    arena_drop(b.arena);
}

static void a_wrong_link_is_a_fault(void **state) {
    (void)state;
    struct bench b = bench_new("pool-pdf");
    struct scene *s = scene_new(b.arena, 100, 100);
    scene_dest(s, "here", (struct point){0, 0});
    leaf(&b, s, TAG_LINK, (struct tag_facts){.dest = "hree"}, 10, 10, "x", "en");
    struct page page = {.scene = s};
    struct document doc = {.title = "t", .language = "en", .pages = &page, .page_count = 1};
    struct bytes out = {.arena = b.arena};
    assert_false(paint_pdf(b.arena, b.diag, &doc, &out));
    assert_int_equal(diag_count(b.diag, SEVERITY_WARNING), 1);
    assert_int_equal(diag_exit_status(b.diag), 1);
    assert_int_equal(out.n, 0);
    scene_dest(s, "hree", (struct point){0, 0});
    scene_dest(s, "hree", (struct point){9, 9});
    assert_false(paint_pdf(b.arena, b.diag, &doc, &out));
    assert_int_equal(diag_count(b.diag, SEVERITY_WARNING), 2);
    arena_drop(b.arena);
}

static void ink_beside_child_tags_is_a_fault(void **state) {
    (void)state;
    struct bench b = bench_new("pool-pdf");
    struct scene *s = scene_new(b.arena, 100, 100);
    scene_tag_open(s, TAG_P, (struct tag_facts){0});
    scene_label(s, b.fonts, 5, 20, ANCHOR_START, "lost", style("en"));
    leaf(&b, s, TAG_SPAN, (struct tag_facts){0}, 10, 40, "kept", "en");
    scene_tag_close(s, TAG_P);
    struct page page = {.scene = s};
    struct document doc = {.title = "t", .language = "en", .pages = &page, .page_count = 1};
    struct bytes out = {.arena = b.arena};
    assert_false(paint_pdf(b.arena, b.diag, &doc, &out));
    assert_int_equal(diag_exit_status(b.diag), 3);
    struct scene *open = scene_new(b.arena, 100, 100);
    scene_tag_open(open, TAG_P, (struct tag_facts){0});
    page.scene = open;
    assert_false(paint_pdf(b.arena, b.diag, &doc, &out));
    arena_drop(b.arena);
}

static void pages_without_ink_keep_their_tags(void **state) {
    (void)state;
    struct bench b = bench_new("pool-pdf");
    struct scene *blank = scene_new(b.arena, 100, 100), *full = scene_new(b.arena, 100, 100);
    scene_tag_open(blank, TAG_SECT, (struct tag_facts){0});
    scene_tag_open(blank, TAG_P, (struct tag_facts){0});
    scene_tag_close(blank, TAG_P);
    leaf(&b, full, TAG_P, (struct tag_facts){0}, 10, 40, "text", "en");
    scene_tag_close(full, TAG_SECT);
    struct page pages[] = {{blank, NULL}, {full, NULL}, {scene_new(b.arena, 50, 50), NULL}};
    struct document doc = {.title = "t", .language = "en", .pages = pages, .page_count = 3};
    struct bytes out = {.arena = b.arena};
    bool done = paint_pdf(b.arena, b.diag, &doc, &out);
    diag_print(b.diag, stderr, false);
    assert_true(done);
    const char *path = saved(&b, "blank.pdf", &out);
    assert_holds(told(&b, "qpdf --check %s 2>&1", path), "No syntax");
    assert_holds(told(&b, "pdfinfo %s", path), "Pages:           3");
    arena_drop(b.arena);
}

static void pages_without_size_are_refused(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct diag *d = diag_new(a);
    struct page page = {.scene = scene_new(a, 0.0, 100)};
    struct document doc = {.title = "t", .language = "en", .pages = &page};
    struct bytes out = {.arena = a};
    assert_false(paint_pdf(a, d, &doc, &out));
    doc.page_count = 1;
    assert_false(paint_pdf(a, d, &doc, &out));
    assert_int_equal(diag_count(d, SEVERITY_MACHINE), 2);
    arena_drop(a);
}

/* Turned text still reads, and keeps its anchor. */
static void text_can_stand_upright(void **state) {
    (void)state;
    struct bench b = bench_new("pool-pdf");
    struct piece piece = {"upright", style("en")};
    const struct shaped *shaped = text_shape(b.fonts, b.arena, &piece, 1);
    struct scene *s = scene_new(b.arena, 100, 100);
    scene_text(
        s,
        &(struct text_item){
            .shaped = shaped, .to = shaped->cluster_count, .x = 20, .baseline = 80, .angle = 90});
    struct bytes pdf = {.arena = b.arena}, svg = {.arena = b.arena};
    assert_true(paint_pdf_figure(b.arena, b.diag, s, (struct figure_facts){"t", "a", "en", THEME_LIGHT, 0, NULL}, &pdf));
    const char *path = saved(&b, "upright.pdf", &pdf);
    const char *boxes = told(&b, "pdftotext -bbox %s -", path);
    assert_holds(boxes, ">upright</word>");
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    assert_int_equal(sscanf(strstr(boxes, "<word"),
                            "<word xMin=\"%lf\" yMin=\"%lf\" xMax=\"%lf\" yMax=\"%lf\"", &x0, &y0,
                            &x1, &y1),
                     4);
    assert_true(y1 > 79.9 && y1 < 80.1); /* starts at the foot */
    assert_true(y1 - y0 > shaped->width - 0.1 && y1 - y0 < shaped->width + 0.1); /* and goes up */
    assert_true(x0 < 20 && x1 < 26);
    assert_true(paint_svg(b.arena, b.diag, s, (struct svg_facts){.id = "u", .title = "t"}, &svg));
    assert_holds(svg.at, "transform=\"rotate(-90 20 80)\"");
    arena_drop(b.arena);
}

static void a_chart_is_one_figure(void **state) {
    (void)state;
    struct bench b = bench_new("pool-pdf");
    struct scene *s = scene_new(b.arena, 200, 120);
    scene_rect(s, (struct rect){10, 10, 50, 50}, INK_KV, stroke_solid(INK_INK, 1));
    scene_label(s, b.fonts, 100, 60, ANCHOR_MIDDLE, "KV 缓存", style("zh-Hans"));
    struct bytes out = {.arena = b.arena};
    assert_true(paint_pdf_figure(b.arena, b.diag, s, (struct figure_facts){"标题", "说明", "zh-Hans", THEME_LIGHT, 0, NULL}, &out));
    const char *path = saved(&b, "figure.pdf", &out);
    assert_holds(told(&b, "qpdf --check %s 2>&1", path), "No syntax");
    assert_holds(told(&b, "pdfinfo %s", path), "200 x 120 pts");
    assert_holds(told(&b, "pdftotext %s -", path), "KV 缓存");
    assert_holds(told(&b, "pdfinfo -struct %s", path), "Figure");
    arena_drop(b.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_programs_read_it),
        cmocka_unit_test(the_tree_says_what_was_drawn),
        cmocka_unit_test(all_ink_is_tagged_or_artifact),
        cmocka_unit_test(a_soft_hyphen_reads_as_one),
        cmocka_unit_test(same_bytes_anywhere),
        cmocka_unit_test(a_wrong_link_is_a_fault),
        cmocka_unit_test(ink_beside_child_tags_is_a_fault),
        cmocka_unit_test(pages_without_ink_keep_their_tags),
        cmocka_unit_test(pages_without_size_are_refused),
        cmocka_unit_test(text_can_stand_upright),
        cmocka_unit_test(a_chart_is_one_figure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
