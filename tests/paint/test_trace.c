/* The trace: one item a line, numbers to 0.01. And PNG: its size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "figure/scene.h"
#include "paint/paint.h"

static void every_kind_has_a_line(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct scene *s = scene_new(a, 100, 50.5);
    scene_tag_open(s, TAG_FIGURE, (struct tag_facts){.alt = "an \"alt\""});
    scene_group_open(s, "g", NULL, (struct point){1, 2});
    scene_rect(s, (struct rect){0, 0, 10.126, 20}, INK_KV, stroke_solid(INK_INK, 0.5));
    scene_line(s, (struct point){1, 1}, (struct point){2, 2}, stroke_dashed(INK_GRID, 1, 4, 2.5));
    scene_circle(s, (struct point){5, 5}, 3.2, INK_GROUND, stroke_none);
    scene_clip_open(s, (struct rect){1, 2, 3, 4});
    scene_path(s,
               (struct path_point[]){{PATH_MOVE, 0, 0}, {PATH_LINE, -1, 0.001}, {PATH_CLOSE, 0, 0}},
               3, INK_NONE, stroke_solid(INK_INK, 1));
    scene_clip_close(s);
    scene_group_close(s);
    scene_tag_close(s, TAG_FIGURE);
    scene_dest(s, "here", (struct point){7, 8});
    struct bytes out = {.arena = a};
    paint_trace(s, &out);
    assert_string_equal(out.at, "scene 100 50.5\n"
                                "tag figure alt \"an \\\"alt\\\"\"\n"
                                "group 1 2 name \"g\"\n"
                                "rect 0 0 10.13 20 fill=kv stroke=ink 0.5\n"
                                "line 1 1 2 2 stroke=grid 1 dash=4,2.5\n"
                                "circle 5 5 3.2 fill=ground\n"
                                "clip 1 2 3 4\n"
                                "path M 0 0 L -1 0 Z stroke=ink 1\n"
                                "clip-end\n"
                                "group-end\n"
                                "tag-end figure\n"
                                "dest 7 8 name \"here\"\n");
    arena_drop(a);
}

static void a_png_has_scale_times_its_points(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct diag *d = diag_new(a);
    struct scene *s = scene_new(a, 100, 50);
    scene_rect(s, (struct rect){0, 0, 10, 10}, INK_KV, stroke_none);
    struct bytes out = {.arena = a}, again = {.arena = a};
    assert_true(paint_png(a, d, s, 2, THEME_DARK, &out));
    assert_true(paint_png(a, d, s, 2, THEME_DARK, &again));
    assert_memory_equal(out.at, "\x89PNG\r\n\x1a\n", 8);
    assert_int_equal(out.at[18] * 256 + (unsigned char)out.at[19], 200); /* width in IHDR */
    assert_int_equal(out.at[22] * 256 + (unsigned char)out.at[23], 100);
    assert_int_equal(out.n, again.n);
    assert_memory_equal(out.at, again.at, out.n);
    struct bytes none = {.arena = a};
    assert_false(paint_png(a, d, s, 1e6, THEME_LIGHT, &none));
    assert_int_equal(diag_exit_status(d), 3);
    arena_drop(a);
}

static void themes_have_names(void **state) {
    (void)state;
    enum theme theme = THEME_AUTO;
    assert_true(theme_lookup("office", &theme));
    assert_int_equal(theme, THEME_OFFICE);
    assert_true(theme_lookup("dark", &theme));
    assert_int_equal(theme, THEME_DARK);
    assert_false(theme_lookup("drak", &theme));
    assert_false(theme_lookup(NULL, &theme));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_has_a_line),
        cmocka_unit_test(a_png_has_scale_times_its_points),
        cmocka_unit_test(themes_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
