/* One-colour print: only black and paper, fills told apart by hatches, labels readable on them. */
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
#include "paint/print.h"

struct bench {
    struct arena *arena;
    struct diag *diag;
    struct fonts *fonts;
    struct scene *scene;
};

static struct bench bench_new(void) {
    struct bench b = {.arena = arena_new()};
    const char *out = getenv("OUT");
    b.diag = diag_new(b.arena);
    b.fonts = fonts_open(b.arena, b.diag, "assets/fonts",
                         arena_printf(b.arena, "%s/pool-print", out ? out : "out"));
    b.scene = scene_new(b.arena, 200, 200);
    return b;
}

static void label(struct bench *b, double x, double y, enum ink ink) {
    scene_label(
        b->scene, b->fonts, x, y, ANCHOR_MIDDLE, "12.6",
        (struct text_style){.family = FAMILY_SANS, .size = 9, .ink = ink, .language = "en"});
}

static enum ink text_ink(const struct item *item) {
    return item->as.text.shaped->pieces[0].style.ink;
}

static const struct item *nth(const struct scene *s, enum item_kind kind, int n) {
    for (const struct item *i = s->first; i; i = i->next)
        if (i->kind == kind && n-- == 0)
            return i;
    return NULL;
}

static bool one_colour(enum ink ink) {
    return ink == INK_NONE || ink == INK_GROUND || ink == INK_INK;
}

static void assert_one_colour(const struct item *i) {
    switch (i->kind) {
    case ITEM_RECT:
        assert_true(one_colour(i->as.rect.fill) && one_colour(i->as.rect.stroke.ink));
        break;
    case ITEM_LINE:
        assert_true(one_colour(i->as.line.stroke.ink));
        break;
    case ITEM_CIRCLE:
        assert_true(one_colour(i->as.circle.fill) && one_colour(i->as.circle.stroke.ink));
        break;
    case ITEM_PATH:
        assert_true(one_colour(i->as.path.fill) && one_colour(i->as.path.stroke.ink));
        break;
    case ITEM_TEXT:
        assert_true(one_colour(text_ink(i)));
        break;
    default:
        break;
    }
}

/* Whatever a chart paints with: every ink as fill, stroke and letters. */
static void every_ink_becomes_black_or_paper(void **state) {
    (void)state;
    struct bench b = bench_new();
    static const struct path_point TRIANGLE[] = {
        {PATH_MOVE, 0, 0}, {PATH_LINE, 40, 0}, {PATH_LINE, 20, 40}, {PATH_CLOSE, 0, 0}};
    for (int i = INK_NONE + 1; i < INKS; i++) {
        enum ink ink = (enum ink)i;
        scene_rect(b.scene, (struct rect){0, 0, 40, 40}, ink, stroke_none);
        scene_rect(b.scene, (struct rect){0, 0, 40, 40}, INK_NONE, stroke_solid(ink, 0.8));
        scene_rect(b.scene, (struct rect){0, 0, 40, 40}, INK_NONE, stroke_solid(ink, 0.5));
        scene_circle(b.scene, (struct point){9, 9}, 4, ink, stroke_solid(ink, 1));
        scene_line(b.scene, (struct point){0, 0}, (struct point){9, 9}, stroke_solid(ink, 1));
        scene_path(b.scene, TRIANGLE, 4, ink, stroke_solid(ink, 1));
        label(&b, 20, 20, ink);
    }
    const struct scene *printed = scene_printed(b.arena, b.scene);
    assert_true(printed->count > b.scene->count);
    for (const struct item *i = printed->first; i; i = i->next)
        assert_one_colour(i);
    arena_drop(b.arena);
}

/* The numbers of design 2.3: how many families of lines, how thick, how far apart. */
static void memory_fills_have_their_patterns(void **state) {
    (void)state;
    static const struct {
        enum ink ink;
        int families;
        double thick, apart;
        bool dots;
    } WANT[] = {{INK_WEIGHTS, 0, 0, 0, false},     {INK_OPTIMIZER, 2, 1.1, 2.6, false},
                {INK_KV, 1, 1.0, 2.4, false},      {INK_GRADIENTS, 1, 0.7, 3, false},
                {INK_RUNTIME, 0, 0, 0, false},     {INK_ACTIVATIONS, 1, 1.1, 3.4, true},
                {INK_BANDWIDTH, 1, 0.7, 3, false}, {INK_INTERCONNECT, 1, 1.1, 3.4, true},
                {INK_COMPUTE, 0, 0, 0, false}};
    for (size_t i = 0; i < sizeof WANT / sizeof *WANT; i++) {
        struct bench b = bench_new();
        scene_rect(b.scene, (struct rect){20, 20, 44, 44}, WANT[i].ink, stroke_none);
        const struct scene *s = scene_printed(b.arena, b.scene);
        for (int k = 0; k < WANT[i].families; k++) {
            const struct item *hatch = nth(s, ITEM_PATH, k);
            const struct stroke *stroke = &hatch->as.path.stroke;
            assert_true(stroke->width == WANT[i].thick);
            assert_true(hatch->as.path.hatch->pitch == WANT[i].apart);
            assert_true(!WANT[i].dots || stroke->dash[0] + stroke->dash[1] == WANT[i].apart);
            assert_int_equal(stroke->cap, WANT[i].dots ? CAP_ROUND : CAP_BUTT);
        }
        assert_null(nth(s, ITEM_PATH, WANT[i].families));
        bool black = WANT[i].ink == INK_WEIGHTS || WANT[i].ink == INK_COMPUTE;
        assert_int_equal(nth(s, ITEM_RECT, 0)->as.rect.fill, black ? INK_INK : INK_GROUND);
        const struct item *edged = nth(s, ITEM_RECT, 0);
        assert_true(black || (edged->as.rect.stroke.width == 0.5 && edged->as.rect.box.x == 20.25));
        arena_drop(b.arena);
    }
}

/* A piece of a bar, 8 × 10, shows its own hatch, finer; a sliver is an edge, a mark with a line
 * round it black. */
static void small_pieces_show_their_patterns(void **state) {
    (void)state;
    struct bench b = bench_new();
    scene_rect(b.scene, (struct rect){20, 20, 8, 10}, INK_BANDWIDTH, stroke_none);
    scene_rect(b.scene, (struct rect){40, 20, 2, 10}, INK_BANDWIDTH, stroke_none);
    scene_rect(b.scene, (struct rect){60, 20, 6, 6}, INK_BANDWIDTH, stroke_solid(INK_GROUND, 1));
    const struct scene *s = scene_printed(b.arena, b.scene);
    const struct item *hatch = nth(s, ITEM_PATH, 0);
    assert_non_null(hatch);
    assert_true(hatch->as.path.hatch->pitch < 3 && hatch->as.path.hatch->pitch >= 1.5);
    assert_true(hatch->as.path.stroke.width < 0.7 && hatch->as.path.stroke.width >= 0.35);
    assert_null(nth(s, ITEM_PATH, 1));
    assert_int_equal(nth(s, ITEM_RECT, 0)->as.rect.fill, INK_GROUND);
    assert_int_equal(nth(s, ITEM_RECT, 1)->as.rect.fill, INK_GROUND);
    assert_int_equal(nth(s, ITEM_RECT, 2)->as.rect.fill, INK_INK);
    arena_drop(b.arena);
}

/* A row of three pale areas, 7 high from 21 on: level lines at 22, 24, 26 and 28 with its dashes.
 */
static void pale_rows_are_lined(void **state) {
    (void)state;
    struct bench b = bench_new();
    scene_line(b.scene, (struct point){10, 24.5}, (struct point){50, 24.5},
               stroke_dashed(INK_BAND_BANDWIDTH, 7, 12, 2));
    const struct scene *s = scene_printed(b.arena, b.scene);
    for (int i = 0; i < 4; i++) {
        const struct item *line = nth(s, ITEM_LINE, i);
        assert_true(line->as.line.from.y == 22 + 2 * i && line->as.line.to.y == 22 + 2 * i);
        assert_true(line->as.line.stroke.dash[0] == 12 && line->as.line.stroke.dash[1] == 2);
        assert_int_equal(line->as.line.stroke.ink, INK_INK);
    }
    assert_null(nth(s, ITEM_LINE, 4));
    arena_drop(b.arena);
}

/* White on black; on a hatch black, on a plate of paper as wide as the word. */
static void labels_stay_readable(void **state) {
    (void)state;
    struct bench b = bench_new();
    scene_rect(b.scene, (struct rect){0, 0, 50, 50}, INK_WEIGHTS, stroke_none);
    scene_rect(b.scene, (struct rect){50, 0, 50, 50}, INK_KV, stroke_none);
    label(&b, 25, 25, INK_ON_WEIGHTS);
    label(&b, 75, 25, INK_ON_KV);
    label(&b, 150, 25, INK_COMPUTE);
    const struct scene *s = scene_printed(b.arena, b.scene);
    assert_int_equal(text_ink(nth(s, ITEM_TEXT, 0)), INK_GROUND);
    assert_int_equal(text_ink(nth(s, ITEM_TEXT, 1)), INK_INK);
    assert_int_equal(text_ink(nth(s, ITEM_TEXT, 2)), INK_INK);
    const struct item *text = nth(s, ITEM_TEXT, 1), *plate = nth(s, ITEM_RECT, 2);
    assert_int_equal(plate->as.rect.fill, INK_GROUND);
    assert_true(plate->as.rect.box.x < 75 - text->as.text.width / 2);
    assert_true(rect_right(plate->as.rect.box) > 75 + text->as.text.width / 2);
    assert_null(nth(s, ITEM_RECT, 3));
    arena_drop(b.arena);
}

/* The band begins under the last letters. */
static void labels_half_on_a_hatch_have_a_plate(void **state) {
    (void)state;
    struct bench b = bench_new();
    scene_rect(b.scene, (struct rect){52, 0, 50, 50}, INK_BAND_INK, stroke_none);
    label(&b, 50, 25, INK_INK);
    label(&b, 25, 25, INK_INK);
    const struct scene *s = scene_printed(b.arena, b.scene);
    const struct item *text = nth(s, ITEM_TEXT, 0), *plate = nth(s, ITEM_RECT, 1);
    assert_true(text->as.text.x + text->as.text.width / 2 > 52);
    assert_int_equal(plate->as.rect.fill, INK_GROUND);
    assert_true(rect_right(plate->as.rect.box) > 50 + text->as.text.width / 2);
    assert_null(nth(s, ITEM_RECT, 2));
    arena_drop(b.arena);
}

/* Dots in both directions; a single line of them stays. */
static void labels_on_a_crossing_of_the_grid_have_a_plate(void **state) {
    (void)state;
    struct bench b = bench_new();
    const struct path_point grid[] = {{PATH_MOVE, 0, 22}, {PATH_LINE, 200, 22}};
    scene_path(b.scene, grid, 2, INK_NONE, stroke_solid(INK_GRID, 0.5));
    scene_line(b.scene, (struct point){50, 0}, (struct point){50, 50}, stroke_solid(INK_GRID, 0.5));
    label(&b, 50, 25, INK_INK);
    label(&b, 150, 25, INK_INK);
    const struct scene *s = scene_printed(b.arena, b.scene);
    assert_true(rect_holds(nth(s, ITEM_RECT, 0)->as.rect.box, (struct rect){48, 20, 4, 4}));
    assert_null(nth(s, ITEM_RECT, 1));
    arena_drop(b.arena);
}

/* Charts draw areas as broad lines; one that needs no rows is hatched like a rectangle. */
static void broad_lines_are_areas(void **state) {
    (void)state;
    struct bench b = bench_new();
    scene_line(b.scene, (struct point){10, 50}, (struct point){60, 50},
               stroke_solid(INK_BAND_COMPUTE, 20));
    const struct scene *s = scene_printed(b.arena, b.scene);
    struct rect box = nth(s, ITEM_RECT, 0)->as.rect.box;
    assert_true(box.x == 10 && box.y == 40 && box.w == 50 && box.h == 20);
    assert_non_null(nth(s, ITEM_PATH, 0)->as.path.hatch);
    assert_null(nth(s, ITEM_LINE, 0));
    arena_drop(b.arena);
}

static void overflow_is_outlined_with_dashes(void **state) {
    (void)state;
    struct bench b = bench_new();
    scene_rect(b.scene, (struct rect){0, 0, 44, 44}, INK_NONE, stroke_solid(INK_OPTIMIZER, 0.8));
    const struct scene *s = scene_printed(b.arena, b.scene);
    const struct stroke *dashed = &nth(s, ITEM_RECT, 1)->as.rect.stroke;
    assert_int_equal(nth(s, ITEM_RECT, 0)->as.rect.stroke.ink, INK_GROUND);
    assert_true(dashed->ink == INK_INK && dashed->dash[0] == 3 && dashed->dash[1] == 2);
    arena_drop(b.arena);
}

/* Bands are areas with corners: no line of their hatch leaves them. */
static void bands_are_hatched_inside(void **state) {
    (void)state;
    struct bench b = bench_new();
    static const struct path_point BAND[] = {{PATH_MOVE, 0, 100},
                                             {PATH_LINE, 100, 50},
                                             {PATH_LINE, 100, 80},
                                             {PATH_LINE, 0, 130},
                                             {PATH_CLOSE, 0, 0}};
    scene_path(b.scene, BAND, 5, INK_BAND_INK, stroke_none);
    const struct item *hatch = nth(scene_printed(b.arena, b.scene), ITEM_PATH, 1);
    const struct path_point *p = hatch->as.path.points;
    assert_int_equal(hatch->as.path.n, 100); /* 50 lines, 2 apart */
    for (size_t i = 0; i < hatch->as.path.n; i++) {
        double top = 100 - p[i].x / 2;
        assert_true(p[i].x >= 0 && p[i].x <= 100);
        assert_true(p[i].y > top - 0.06 && p[i].y < top + 30.06);
    }
    arena_drop(b.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_ink_becomes_black_or_paper),
        cmocka_unit_test(memory_fills_have_their_patterns),
        cmocka_unit_test(small_pieces_show_their_patterns),
        cmocka_unit_test(pale_rows_are_lined),
        cmocka_unit_test(labels_stay_readable),
        cmocka_unit_test(labels_half_on_a_hatch_have_a_plate),
        cmocka_unit_test(labels_on_a_crossing_of_the_grid_have_a_plate),
        cmocka_unit_test(broad_lines_are_areas),
        cmocka_unit_test(overflow_is_outlined_with_dashes),
        cmocka_unit_test(bands_are_hatched_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
