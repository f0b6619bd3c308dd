/* SVG: small, self-contained, safe beside others on one page. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "figure/scene.h"
#include "paint/paint.h"

struct bench {
    struct arena *arena;
    struct diag *diag;
    struct fonts *fonts;
    const char *folder;
};

static struct bench bench_new(void) {
    struct bench b = {.arena = arena_new()};
    const char *out = getenv("OUT");
    b.folder = out ? out : "out";
    b.diag = diag_new(b.arena);
    folder_make(b.diag, b.folder);
    b.fonts =
        fonts_open(b.arena, b.diag, "assets/fonts", arena_printf(b.arena, "%s/pool-svg", b.folder));
    assert_non_null(b.fonts);
    return b;
}

static struct text_style style(double size, enum weight weight, enum ink ink) {
    return (struct text_style){
        .family = FAMILY_SANS, .size = size, .weight = weight, .ink = ink, .language = "en"};
}

/* A small chart with everything in it. */
static struct scene *chart(struct bench *b) {
    struct scene *s = scene_new(b->arena, 560, 428);
    scene_group_open(s, "axes", NULL, (struct point){0, 0});
    for (int i = 0; i < 60; i++)
        scene_line(s, (struct point){48 + 5.123 * i, 354}, (struct point){48 + 5.123 * i, 358},
                   stroke_solid(INK_INK3, 0.6));
    scene_group_close(s);
    scene_group_open(s, "bar <1>", "Weights: 13 & more", (struct point){10, 0});
    scene_rect(s, (struct rect){80, 100, 44, 200}, INK_WEIGHTS, stroke_none);
    scene_hatch(s, (struct rect){80, 40, 44, 60}, 45, 5, stroke_solid(INK_HATCH_CAPACITY, 0.6));
    scene_group_close(s);
    scene_circle(s, (struct point){200, 100}, 3.2, INK_GROUND, stroke_solid(INK_INK, 1.5));
    struct path_point wave[] = {{PATH_MOVE, 10, 10},  {PATH_CURVE, 20, 0}, {PATH_CURVE, 30, 20},
                                {PATH_CURVE, 40, 10}, {PATH_LINE, 40, 60}, {PATH_CLOSE, 0, 0}};
    scene_path(s, wave, 6, INK_NONE, stroke_dashed(INK_COMPUTE, 1, 4, 2.5));
    struct piece pieces[] = {{"ridge point ", style(9, WEIGHT_REGULAR, INK_INK)},
                             {"295", style(9, WEIGHT_SEMIBOLD, INK_INK)},
                             {" FLOP/B <&>", style(9, WEIGHT_REGULAR, INK_INK)}};
    scene_pieces(s, b->fonts, 300, 120, ANCHOR_END, pieces, 3);
    scene_label(s, b->fonts, 16, 46, ANCHOR_START, "显存 memory",
                style(15, WEIGHT_SEMIBOLD, INK_INK));
    scene_label(s, b->fonts, 100, 200, ANCHOR_MIDDLE, "a", style(9, WEIGHT_REGULAR, INK_INK2));
    return s;
}

static const char *paint(struct bench *b, const struct scene *s, const char *id, enum theme theme) {
    struct bytes out = {.arena = b->arena};
    struct svg_facts facts = {.id = id,
                              .title = "Takeaway < & > “α”",
                              .describe = "All numbers.",
                              .language = "en",
                              .theme = theme};
    assert_true(paint_svg(b->arena, b->diag, s, facts, &out));
    return out.at;
}

static void assert_holds(const char *text, const char *part) {
    if (!strstr(text, part))
        fprintf(stderr, "no “%s” in:\n%s\n", part, text);
    assert_non_null(strstr(text, part));
}

static void assert_well_formed(struct bench *b, const char *name, const char *svg) {
    const char *path = arena_printf(b->arena, "%s/%s.svg", b->folder, name);
    assert_true(file_write(b->diag, path, svg, strlen(svg)));
    assert_int_equal(system(arena_printf(b->arena, "xmllint --noout %s", path)), 0);
}

static void it_is_xml_with_a_title(void **state) {
    (void)state;
    struct bench b = bench_new();
    const char *svg = paint(&b, chart(&b), "roof", THEME_AUTO);
    assert_well_formed(&b, "auto", svg);
    assert_holds(svg, "viewBox=\"0 0 560 428\" role=\"img\" lang=\"en\"");
    assert_holds(svg, "aria-labelledby=\"roof-t roof-d\"");
    assert_holds(svg, "<title id=\"roof-t\">Takeaway &lt; &amp; &gt; “α”</title>");
    assert_holds(svg, "<desc id=\"roof-d\">All numbers.</desc>");
    const char *end = strchr(svg, '>');
    const char *width = strstr(svg, " width="), *height = strstr(svg, " height=");
    assert_true(!width || width > end);
    assert_true(!height || height > end);
    assert_null(strstr(svg, "<script"));
    arena_drop(b.arena);
}

static void text_stays_text(void **state) {
    (void)state;
    struct bench b = bench_new();
    const char *svg = paint(&b, chart(&b), "roof", THEME_AUTO);
    assert_holds(svg, ">ridge point <tspan class=\"b\">295</tspan> FLOP/B &lt;&amp;&gt;</text>");
    assert_holds(svg, "x=\"300\" y=\"120\" class=\"fi p d\"");
    assert_holds(svg, ".rp .d{text-anchor:end}");
    assert_holds(svg, ">显存 memory</text>");
    assert_holds(svg, "<title>Weights: 13 &amp; more</title>");
    arena_drop(b.arena);
}

/* A mark of one shape has its tooltip itself; of several, their group. The description is read out
 * after the title, and does not say it again. */
static void nothing_is_said_twice(void **state) {
    (void)state;
    struct bench b = bench_new();
    struct scene *s = scene_new(b.arena, 90, 90);
    for (int shapes = 1; shapes <= 2; shapes++) {
        scene_group_open(s, NULL, shapes == 1 ? "one" : "two & more", (struct point){0, 0});
        for (int i = 0; i < shapes; i++)
            scene_circle(s, (struct point){9, 9}, 2, INK_INK, stroke_none);
        scene_group_close(s);
    }
    struct svg_facts facts = {.id = "x", .title = "All fits", .describe = "All fits. Room: 3 GiB."};
    struct bytes out = {.arena = b.arena};
    assert_true(paint_svg(b.arena, b.diag, s, facts, &out));
    assert_holds(out.at, "r=\"2\" class=\"fi\"><title>one</title></circle>\n<g>\n"
                         "<title>two &amp; more</title>\n<circle ");
    assert_holds(out.at, "<desc id=\"x-d\">Room: 3 GiB.</desc>");
    arena_drop(b.arena);
}

static void lines_in_one_stroke_are_one_path(void **state) {
    (void)state;
    struct bench b = bench_new();
    const char *svg = paint(&b, chart(&b), "roof", THEME_AUTO);
    assert_holds(svg, "M48 354v4m5.12-4v4m5.13-4v4");
    assert_holds(svg, "d=\"M10 10C20 0 30 20 40 10V60Z\"");
    arena_drop(b.arena);
}

/* Hatches: one broad dashed line, in step with the page; for offices the lines themselves. */
static void hatches_are_short(void **state) {
    (void)state;
    struct bench b = bench_new();
    struct scene *s = scene_new(b.arena, 100, 100);
    scene_hatch(s, (struct rect){10.3, 21.7, 30, 40}, 0, 2.4, stroke_solid(INK_INK, 1));
    const char *svg = paint(&b, s, "x", THEME_LIGHT);
    assert_holds(svg,
                 "<path d=\"M25.3 21.1L25.3 62.7\" class=\"o si w50\" "
                 "stroke-dasharray=\"1 1.4\" clip-path=\"url(#x-c1)\"/>"); /* the ninth line,
                                                                              at 21.6, less half */
    const char *office = paint(&b, s, "x", THEME_OFFICE);
    assert_holds(office, "stroke=\"#1A1D21\" clip-path=");
    assert_null(strstr(office, "dasharray"));
    arena_drop(b.arena);
}

static void each_theme_has_its_colours(void **state) {
    (void)state;
    struct bench b = bench_new();
    struct scene *s = chart(&b);
    const char *all = paint(&b, s, "x", THEME_AUTO), *light = paint(&b, s, "x", THEME_LIGHT);
    const char *dark = paint(&b, s, "x", THEME_DARK), *office = paint(&b, s, "x", THEME_OFFICE);
    assert_holds(all, ".rp .fw{fill:#10263B;fill:var(--rp-weights,#10263B)}");
    assert_holds(all, "@media (prefers-color-scheme:dark){.rp:not([data-theme=light]){");
    assert_holds(all, ".rp[data-theme=dark]{");
    assert_holds(all, "--rp-weights:#DCE4EE");
    assert_holds(light, ".rp-light .fw{fill:#10263B}");
    assert_null(strstr(light, "var("));
    assert_null(strstr(light, "@media"));
    assert_holds(dark, ".rp-dark .fw{fill:#DCE4EE}");
    assert_holds(office, "fill=\"#10263B\"");
    assert_null(strstr(office, "class="));
    assert_null(strstr(office, "style"));
    assert_well_formed(&b, "office", office);
    assert_well_formed(&b, "dark", dark);
    assert_true(strlen(all) <= 24576 && strlen(light) <= 16384);
    assert_int_equal(diag_count(b.diag, SEVERITY_WARNING), 0);
    arena_drop(b.arena);
}

/* Every id and every reference carries the chart's own prefix. */
static void ids_do_not_meet(void **state) {
    (void)state;
    struct bench b = bench_new();
    struct scene *s = chart(&b);
    static const char *const IDS[] = {"first", "second"};
    for (int i = 0; i < 2; i++) {
        const char *svg = paint(&b, s, IDS[i], THEME_AUTO);
        size_t seen = 0, n = strlen(IDS[i]);
        for (const char *at = svg; (at = strstr(at, " id=\"")); at++, seen++)
            assert_memory_equal(at + 5, IDS[i], n);
        for (const char *at = svg; (at = strstr(at, "url(#")); at++, seen++)
            assert_memory_equal(at + 5, IDS[i], n);
        assert_true(seen >= 6); /* title, desc, two groups, a clip and its use */
    }
    const char *odd = paint(&b, s, "1 bad\"id", THEME_AUTO);
    assert_holds(odd, "<title id=\"rp-1-bad-id-t\">");
    assert_string_equal(paint(&b, s, "first", THEME_AUTO), paint(&b, s, "first", THEME_AUTO));
    arena_drop(b.arena);
}

static void long_descriptions_end_after_a_sentence(void **state) {
    (void)state;
    struct bench b = bench_new();
    struct bytes text = {.arena = b.arena};
    for (int i = 0; i < 150; i++)
        bytes_puts(&text, "十个字的一句话在这里。"); /* 11 characters: 90 of them fit into 1000 */
    struct svg_facts facts = {.id = "d", .title = "t", .describe = text.at, .language = "zh-Hans"};
    struct bytes out = {.arena = b.arena};
    assert_true(paint_svg(b.arena, b.diag, scene_new(b.arena, 10, 10), facts, &out));
    const char *from = strstr(out.at, "<desc id=\"d-d\">");
    assert_non_null(from);
    from += strlen("<desc id=\"d-d\">");
    assert_int_equal(strstr(from, "</desc>") - from, 90 * 33);
    arena_drop(b.arena);
}

/* The declarations of a class in a file, NULL when it has none. */
static const char *rule(struct bench *b, const char *svg, const char *class) {
    const char *start = arena_printf(b->arena, "\n.rp .%s{", class), *from = strstr(svg, start);
    if (!from)
        return NULL;
    from += strlen(start);
    return arena_strndup(b->arena, from, strcspn(from, "}"));
}

/* Inlined in one page, the rules of one chart also meet the elements of the other: both say the
 * same of a class, and two classes of an element never speak of one property. */
static void inlined_charts_leave_each_other_alone(void **state) {
    (void)state;
    struct bench b = bench_new();
    struct scene *other = scene_new(b.arena, 560, 444);
    scene_line(other, (struct point){0, 0}, (struct point){9, 0}, stroke_solid(INK_INK, 1.5));
    scene_label(other, b.fonts, 16, 46, ANCHOR_START, "a", style(15, WEIGHT_SEMIBOLD, INK_INK2));
    const char *one = paint(&b, chart(&b), "one", THEME_AUTO);
    const char *two = paint(&b, other, "two", THEME_AUTO);
    static const char *const SHARED[] = {"fg", "fi2", "si", "o", "b", "w1_5"};
    for (size_t i = 0; i < sizeof SHARED / sizeof *SHARED; i++) {
        assert_non_null(rule(&b, one, SHARED[i]));
        assert_string_equal(rule(&b, one, SHARED[i]), rule(&b, two, SHARED[i]));
    }
    assert_holds(one, "r=\"3.2\" class=\"fg si w1_5\"");
    assert_holds(two, "class=\"o si w1_5\"");
    assert_null(strstr(rule(&b, two, "si"), "fill"));
    assert_string_equal(rule(&b, two, "o"), "fill:none");
    arena_drop(b.arena);
}

/* Paths go by steps where those are shorter; steps count from what was written, not from what was
 * meant, so that nothing drifts: after n steps the place is right to a hundredth. */
static void steps_do_not_drift(void **state) {
    (void)state;
    struct bench b = bench_new();
    struct scene *s = scene_new(b.arena, 600, 20);
    enum { POINTS = 100 };
    struct path_point p[POINTS];
    for (int i = 0; i < POINTS; i++)
        p[i] = (struct path_point){i ? PATH_LINE : PATH_MOVE, 400 + 1.014 * i, i % 2 ? 1.5 : 0.25};
    scene_path(s, p, POINTS, INK_NONE, stroke_solid(INK_INK, 1));
    const char *at = strstr(paint(&b, s, "x", THEME_LIGHT), "d=\"M400 .25l1.01 1.25");
    assert_non_null(at);
    double x = 0, last = 0;
    for (at += 3; *at != '"';) {
        char op = *at++;
        char *end;
        last = strtod(at, &end);
        x = op == 'l' || op == 'm' ? x + last : last;
        strtod(end, &end);
        at = end;
    }
    assert_true(x > 400 + 1.014 * 99 - 0.0051 && x < 400 + 1.014 * 99 + 0.0051);
    arena_drop(b.arena);
}

/* Too large with all it could say, a file gives up the names of its groups, then its tooltips. */
static void large_files_say_less(void **state) {
    (void)state;
    struct bench b = bench_new();
    static const struct {
        int marks, group, tooltip; /* whether names and tooltips are left */
    } CASES[] = {{20, 1, 1}, {90, 0, 1}, {250, 0, 0}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct scene *s = scene_new(b.arena, 100, 100);
        for (int k = 0; k < CASES[i].marks; k++) {
            scene_group_open(
                s, "a-mark-with-a-name-that-is-long-enough-for-a-test-of-sizes-here",
                arena_printf(b.arena, "The mark %d, whose exact value is %d", k, k * k),
                (struct point){0, 0});
            scene_circle(s, (struct point){k, k}, 3, INK_INK, stroke_none);
            scene_group_close(s);
        }
        const char *svg = paint(&b, s, "x", THEME_LIGHT);
        assert_true(strlen(svg) <= 16384);
        assert_int_equal(strstr(svg, "<g id=") != NULL, CASES[i].group);
        assert_int_equal(strstr(svg, "<title>The mark") != NULL, CASES[i].tooltip);
    }
    assert_int_equal(diag_count(b.diag, SEVERITY_WARNING), 0);
    arena_drop(b.arena);
}

static const char *paint_with(struct bench *b, const struct scene *s, struct svg_facts facts) {
    struct bytes out = {.arena = b->arena};
    facts.id = "x";
    facts.title = "t";
    facts.language = "en";
    assert_true(paint_svg(b->arena, b->diag, s, facts, &out));
    return out.at;
}

static size_t count(const char *text, const char *part) {
    size_t n = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        n++;
    return n;
}

/* A glyph stands once in the file, whatever size and ink it is set in. */
static void outlines_stand_once(void **state) {
    (void)state;
    struct bench b = bench_new();
    struct scene *s = scene_new(b.arena, 100, 100);
    scene_label(s, b.fonts, 10, 20, ANCHOR_START, "noon on", style(9, WEIGHT_REGULAR, INK_INK));
    scene_label(s, b.fonts, 10, 40, ANCHOR_START, "no", style(18, WEIGHT_REGULAR, INK_COMPUTE));
    const char *svg = paint_with(&b, s, (struct svg_facts){.outline = true});
    assert_null(strstr(svg, "<text"));
    assert_int_equal(count(svg, "<path id=\"x-"), 2);
    assert_int_equal(count(svg, "<use xlink:href=\"#x-1\""), 4); /* n */
    assert_int_equal(count(svg, "<use xlink:href=\"#x-2\""), 4); /* o */
    assert_holds(svg, "xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
    assert_holds(svg, "<g transform=\"translate(10 20)scale(.009000)\" class=\"fi\">");
    assert_holds(svg, "translate(10 40)scale(.018000)");
    assert_well_formed(&b, "outline", svg);
    arena_drop(b.arena);
}

/* Families are the chart's own, and so is the rule that names them. */
static void embedded_faces_belong_to_one_chart(void **state) {
    (void)state;
    struct bench b = bench_new();
    const char *svg = paint_with(&b, chart(&b), (struct svg_facts){.embed = true});
    assert_holds(svg, "class=\"rp x\"");
    assert_holds(svg, ".rp.x[lang=\"en\"] text{font-family:x-s,x-sh,'Source Sans 3',");
    assert_int_equal(count(svg, "@font-face{font-family:x-s;"), 2); /* regular, semibold */
    assert_int_equal(count(svg, "@font-face{font-family:x-sh;"), 1);
    assert_int_equal(count(svg, "src:url(data:font/woff2;base64,d09GMk9UVE8AA"), 3);
    assert_well_formed(&b, "embed", svg);
    arena_drop(b.arena);
}

/* Attributes of the first SVG only, and what is raised stands at a height of its own. */
static void offices_get_plain_attributes(void **state) {
    (void)state;
    struct bench b = bench_new();
    struct scene *s = scene_new(b.arena, 100, 100);
    struct text_style raised = style(7, WEIGHT_REGULAR, INK_INK);
    raised.rise = 3;
    struct piece pieces[] = {{"10", style(9, WEIGHT_REGULAR, INK_INK)}, {"4", raised}};
    scene_pieces(s, b.fonts, 50, 20, ANCHOR_START, pieces, 2);
    const char *svg = paint_with(&b, s, (struct svg_facts){.theme = THEME_OFFICE});
    assert_holds(svg, "viewBox=\"0 0 100 100\" xml:lang=\"en\">\n<title>t</title>");
    static const char *const NEVER[] = {"role=", "aria-",  " lang=", "class=",        "style",
                                        "dy=",   "<tspan", " id=",   "letter-spacing"};
    for (size_t i = 0; i < sizeof NEVER / sizeof *NEVER; i++)
        assert_null(strstr(svg, NEVER[i]));
    assert_holds(svg, "<text x=\"50\" y=\"20\"");
    assert_holds(svg, "y=\"17\"");
    arena_drop(b.arena);
}

static void foreign_text_cannot_break_out(void **state) {
    (void)state;
    struct bench b = bench_new();
    struct scene *s = scene_new(b.arena, 10, 10);
    scene_group_open(s, "\"><script>", "\x01</title><script>\xFF", (struct point){0, 0});
    scene_group_close(s);
    const char *svg = paint(&b, s, "x", THEME_AUTO);
    assert_null(strstr(svg, "<script"));
    assert_well_formed(&b, "foreign", svg);
    arena_drop(b.arena);
}

/* A group says the look of texts that follow each other, from three on; figures that are not
 * tabular and other looks stand by themselves. */
static void texts_in_one_look_share_a_group(void **state) {
    (void)state;
    struct bench b = bench_new();
    struct scene *s = scene_new(b.arena, 200, 100);
    struct text_style small = style(8, WEIGHT_REGULAR, INK_CAPACITY), other = small;
    small.tabular = true;
    for (int i = 0; i < 4; i++)
        scene_label(s, b.fonts, 20 + 30 * i, 20, ANCHOR_END, "12", small);
    for (int i = 0; i < 3; i++)
        scene_label(s, b.fonts, 20 + 30 * i, 40, ANCHOR_END, "34", other);
    scene_label(s, b.fonts, 20, 60, ANCHOR_END, "56", small);
    const char *svg = paint(&b, s, "x", THEME_LIGHT);
    assert_non_null(strstr(svg, "<g class=\"fc d\">\n<text x=\"20\" y=\"20\">12</text>"));
    assert_non_null(strstr(svg, "y=\"20\">12</text>\n</g>\n<text x=\"20\" y=\"40\" class="));
    assert_null(strstr(strstr(svg, "</g>") + 1, "</g>"));
    assert_well_formed(&b, "texts", svg);
    arena_drop(b.arena);
}

/* Widths that differ in less than a file says have one class. */
static void widths_that_read_alike_share_a_class(void **state) {
    (void)state;
    struct bench b = bench_new();
    struct scene *s = scene_new(b.arena, 90, 90);
    scene_line(s, (struct point){0, 10}, (struct point){90, 10}, stroke_solid(INK_INK, 0.35));
    scene_line(s, (struct point){0, 20}, (struct point){90, 20}, stroke_solid(INK_INK2, 0.3504));
    const char *svg = paint(&b, s, "x", THEME_LIGHT);
    const char *rule = strstr(svg, ".w0_35{");
    assert_non_null(rule);
    assert_null(strstr(rule + 1, ".w0_35{"));
    arena_drop(b.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_xml_with_a_title),
        cmocka_unit_test(text_stays_text),
        cmocka_unit_test(texts_in_one_look_share_a_group),
        cmocka_unit_test(nothing_is_said_twice),
        cmocka_unit_test(lines_in_one_stroke_are_one_path),
        cmocka_unit_test(hatches_are_short),
        cmocka_unit_test(widths_that_read_alike_share_a_class),
        cmocka_unit_test(each_theme_has_its_colours),
        cmocka_unit_test(ids_do_not_meet),
        cmocka_unit_test(long_descriptions_end_after_a_sentence),
        cmocka_unit_test(inlined_charts_leave_each_other_alone),
        cmocka_unit_test(steps_do_not_drift),
        cmocka_unit_test(large_files_say_less),
        cmocka_unit_test(outlines_stand_once),
        cmocka_unit_test(embedded_faces_belong_to_one_chart),
        cmocka_unit_test(offices_get_plain_attributes),
        cmocka_unit_test(foreign_text_cannot_break_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
