#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench_fonts.h"
#include "figure/mark.h"
#include "figure/scene.h"
#include "near.h"

static const struct text_style sans = {.family = FAMILY_SANS, .size = 10, .language = "en"};
static const struct text_style hei = {.family = FAMILY_SANS, .size = 10, .language = "zh-Hans"};

static void items_keep_their_order(void **state) {
    struct bench *b = *state;
    struct scene *s = scene_new(b->arena, 100, 50);
    scene_rect(s, (struct rect){1, 2, 3, 4}, INK_KV, stroke_none);
    scene_line(s, (struct point){0, 0}, (struct point){1, 1}, stroke_dashed(INK_INK, 1, 4, 2.5));
    scene_tag_open(s, TAG_FIGURE, (struct tag_facts){.alt = "x"});
    scene_tag_close(s, TAG_FIGURE);
    scene_dest(s, "here", (struct point){5, 6});
    static const enum item_kind kinds[] = {ITEM_RECT, ITEM_LINE, ITEM_TAG_OPEN, ITEM_TAG_CLOSE,
                                           ITEM_DEST};
    assert_int_equal(s->count, 5);
    const struct item *item = s->first;
    for (size_t i = 0; i < 5; i++, item = item->next)
        assert_int_equal(item->kind, kinds[i]);
    assert_null(item);
    assert_near(s->first->next->as.line.stroke.dash[1], 2.5, 0);
    assert_near(s->first->next->as.line.stroke.dash[2], 0, 0);
}

static void paths_are_copied(void **state) {
    struct bench *b = *state;
    struct scene *s = scene_new(b->arena, 10, 10);
    struct path_point points[] = {{PATH_MOVE, 1, 1}, {PATH_LINE, 2, 2}};
    scene_path(s, points, 2, INK_NONE, stroke_solid(INK_INK, 1));
    scene_path(s, points, 0, INK_NONE, stroke_solid(INK_INK, 1)); /* nothing */
    points[1].x = 99;
    assert_int_equal(s->count, 1);
    assert_near(s->first->as.path.points[1].x, 2, 0);
}

static void a_scene_is_placed_in_a_moved_group(void **state) {
    struct bench *b = *state;
    struct scene *inner = scene_new(b->arena, 10, 10), *outer = scene_new(b->arena, 90, 90);
    scene_circle(inner, (struct point){3, 3}, 2, INK_INK, stroke_none);
    scene_place(outer, inner, (struct point){30, 40});
    scene_place(outer, inner, (struct point){50, 40});
    assert_int_equal(inner->count, 1);
    assert_int_equal(outer->count, 6);
    const struct item *group = outer->first;
    assert_int_equal(group->kind, ITEM_GROUP_OPEN);
    assert_near(group->as.group.offset.x, 30, 0);
    assert_near(group->next->as.circle.centre.x, 3, 0);
    assert_int_equal(group->next->next->kind, ITEM_GROUP_CLOSE);
    scene_place(outer, outer, (struct point){0, 0}); /* ends */
    assert_int_equal(outer->count, 14);
}

/* Lines at 45° with a pitch of √2 cross the x axis at whole numbers: those of x + y = 2k … are the
 * ones whose distance to the origin is a multiple of the pitch. */
static void hatches_meet_over_neighbours(void **state) {
    struct bench *b = *state;
    for (int left = 0; left < 30; left += 7) {
        struct scene *s = scene_new(b->arena, 100, 100);
        scene_hatch(s, (struct rect){left, 5, 7, 13}, 45, sqrt(2), stroke_solid(INK_INK, 0.5));
        assert_int_equal(s->count, 3);
        assert_int_equal(s->first->kind, ITEM_CLIP_OPEN);
        const struct item *path = s->first->next;
        assert_int_equal(path->kind, ITEM_PATH);
        assert_true(path->as.path.n >= 2 * 9); /* (7 + 13) / 2, less the corners */
        for (size_t i = 0; i < path->as.path.n; i += 2) {
            const struct path_point *p = path->as.path.points + i;
            double sum = p[0].x + p[0].y, phase = sum / 2 - floor(sum / 2 + 0.5);
            assert_near(phase, 0, 1e-9);
            assert_near(p[1].x + p[1].y, sum, 1e-9); /* rises to the right, y being down */
            assert_true(fabs(p[1].x - p[0].x) <= 7 + 2 * 0.5 + 1e-9);
        }
    }
}

static void hatches_run_along_any_angle(void **state) {
    struct bench *b = *state;
    struct scene *s = scene_new(b->arena, 100, 100);
    scene_hatch(s, (struct rect){0, 1, 10, 10}, 0, 2.5, stroke_solid(INK_INK, 1));
    const struct item *path = s->first->next;
    assert_int_equal(path->as.path.n, 2 * 5); /* within 0 … 12: 0, 2.5, 5, 7.5, 10 */
    for (size_t i = 0; i < path->as.path.n; i += 2)
        assert_near(path->as.path.points[i].y, path->as.path.points[i + 1].y, 1e-9);
    size_t before = s->count;
    scene_hatch(s, (struct rect){0, 0, 10, 10}, 45, 0, stroke_solid(INK_INK, 1));
    scene_hatch(s, (struct rect){0, 0, 0, 10}, 45, 3, stroke_solid(INK_INK, 1));
    scene_hatch(s, (struct rect){0, 0, 1e12, 10}, 45, 3, stroke_solid(INK_INK, 1));
    scene_hatch(s, (struct rect){0, 0, NAN, 10}, 45, 3, stroke_solid(INK_INK, 1));
    assert_int_equal(s->count, before);
}

/* A triangle of 100 × 100 has half of the 10 × 10 dots of pitch 10: each row is one dashed line
 * that begins on a dot and ends between the last and what would be the next. */
static void dots_of_an_area_are_dashed_rows(void **state) {
    struct bench *b = *state;
    struct scene *s = scene_new(b->arena, 100, 100);
    struct path_point corner[] = {
        {PATH_MOVE, 1, 1}, {PATH_LINE, 101, 1}, {PATH_LINE, 1, 101}, {PATH_CLOSE, 0, 0}};
    struct stroke dots = stroke_dashed(INK_INK, 1, 0.01, 9.99);
    scene_hatch_area(s, corner, 4, 0, 10, dots);
    const struct item *rows = s->first;
    assert_near(rows->as.path.stroke.dash[1], 9.99, 0);
    size_t seen = 0;
    for (size_t i = 0; i < rows->as.path.n; i += 2) {
        const struct path_point *p = rows->as.path.points + i;
        assert_int_equal(p[0].op, PATH_MOVE);
        assert_near(p[0].x, 10, 0.051);
        assert_near(fmod(p[1].x, 10), 2.5, 0.051);
        seen += 1 + (size_t)((p[1].x - p[0].x) / 10);
    }
    assert_int_equal(seen, 9 + 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1);
}

static void labels_tell_their_box(void **state) {
    struct bench *b = *state;
    struct scene *s = scene_new(b->arena, 100, 100);
    double width = text_width(b->fonts, "ridge", sans);
    struct rect start = scene_label(s, b->fonts, 20, 50, ANCHOR_START, "ridge", sans);
    struct rect middle = scene_label(s, b->fonts, 20, 50, ANCHOR_MIDDLE, "ridge", sans);
    struct rect end = scene_label(s, b->fonts, 20, 50, ANCHOR_END, "ridge", sans);
    assert_near(start.x, 20, 1e-9);
    assert_near(middle.x, 20 - width / 2, 1e-9);
    assert_near(rect_right(end), 20, 1e-9);
    assert_near(start.w, width, 1e-9);
    assert_true(start.y < 50 - 6 && rect_bottom(start) > 50 + 1.5);
    assert_near(s->first->as.text.x, 20, 0);
    assert_near(s->first->as.text.width, width, 1e-9);
}

static void a_closing_mark_hangs_at_the_right(void **state) {
    struct bench *b = *state;
    struct scene *s = scene_new(b->arena, 100, 100);
    struct rect hanging = scene_label(s, b->fonts, 50, 20, ANCHOR_END, "（容量）", hei);
    struct rect plain = scene_label(s, b->fonts, 50, 20, ANCHOR_END, "容量", hei);
    assert_near(rect_right(hanging), 54.5, 1e-9);
    assert_near(rect_right(plain), 50, 1e-9);
}

static void missing_characters_of_labels_are_reported(void **state) {
    struct bench *b = *state;
    struct scene *s = scene_new(b->arena, 100, 100);
    size_t before = diag_count(b->diag, SEVERITY_ERROR);
    scene_label(s, b->fonts, 0, 0, ANCHOR_START, "a\xF0\x9F\x98\x80", sans);
    assert_int_equal(diag_count(b->diag, SEVERITY_ERROR), before + 1);
}

static void text_widths_are_summed(void **state) {
    struct bench *b = *state;
    struct scene *s = scene_new(b->arena, 100, 100);
    const struct shaped *shaped = text_shape(b->fonts, b->arena, &(struct piece){"带宽", hei}, 1);
    double advances[] = {11, 12.5};
    struct text_item item = {.shaped = shaped, .to = 2, .advances = advances};
    assert_near(scene_text(s, &item)->width, 23.5, 1e-9);
    item.advances = NULL;
    item.from = 1;
    assert_near(scene_text(s, &item)->width, 10, 0.01);
}

/* Corners of the specification, in the 8 × 8 box: the bandwidth slope from (0.5, 0.6) to
 * (7.2, 7.3), the compute flat at 6.6, here in a box of 16 standing on (100, 200). */
static void limit_marks_are_drawn_to_size(void **state) {
    struct bench *b = *state;
    struct scene *s = scene_new(b->arena, 300, 300);
    mark_limit(s, LIMIT_BANDWIDTH, (struct point){100, 200}, 16);
    const struct item *slope = s->first;
    assert_int_equal(slope->kind, ITEM_LINE);
    assert_near(slope->as.line.from.x, 101, 1e-9);
    assert_near(slope->as.line.from.y, 198.8, 1e-9);
    assert_near(slope->as.line.to.x, 114.4, 1e-9);
    assert_near(slope->as.line.to.y, 185.4, 1e-9);
    assert_near(slope->as.line.stroke.width, 4, 1e-9);
    assert_int_equal(slope->as.line.stroke.ink, INK_BANDWIDTH);
    size_t before = s->count;
    mark_limit(s, LIMIT_COMPUTE, (struct point){100, 200}, 16);
    assert_int_equal(s->count, before + 3);
    mark_limit(s, LIMIT_NONE, (struct point){100, 200}, 16);
    assert_int_equal(s->count, before + 3);
}

static void the_capacity_mark_is_five_eighths_full(void **state) {
    struct bench *b = *state;
    struct scene *s = scene_new(b->arena, 20, 20);
    mark_limit(s, LIMIT_CAPACITY, (struct point){0, 8}, 8);
    struct rect fill = s->first->as.rect.box, frame = s->first->next->as.rect.box;
    assert_near(fill.h, 4, 1e-9);
    assert_near(frame.h, 6.6, 1e-9);
    assert_near(rect_bottom(fill), rect_bottom(frame), 1e-9);
    assert_near(rect_bottom(frame), 7.4, 1e-9);
}

/* The rule rises by 6 over 6, where the reader stands, and stays within its ends. */
static void the_progress_rule_stays_inside(void **state) {
    struct bench *b = *state;
    static const struct {
        double position, x;
    } cases[] = {{0, 74}, {0.5, 68 + 246.5}, {1, 68 + 487}};
    for (size_t i = 0; i < 3; i++) {
        struct scene *s = scene_new(b->arena, 600, 800);
        mark_progress(s, (struct point){68, 50}, 493, cases[i].position);
        const struct path_point *p = s->first->as.path.points;
        assert_near(p[0].y, 56, 1e-9);
        assert_near(p[1].x, cases[i].x, 1e-9);
        assert_near(p[2].x - p[1].x, p[1].y - p[2].y, 1e-9);
        assert_near(p[2].y, 50, 1e-9);
        assert_near(p[3].x, 561, 1e-9);
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
        cmocka_unit_test(items_keep_their_order),
        cmocka_unit_test(paths_are_copied),
        cmocka_unit_test(a_scene_is_placed_in_a_moved_group),
        cmocka_unit_test(hatches_meet_over_neighbours),
        cmocka_unit_test(hatches_run_along_any_angle),
        cmocka_unit_test(dots_of_an_area_are_dashed_rows),
        cmocka_unit_test(labels_tell_their_box),
        cmocka_unit_test(a_closing_mark_hangs_at_the_right),
        cmocka_unit_test(missing_characters_of_labels_are_reported),
        cmocka_unit_test(text_widths_are_summed),
        cmocka_unit_test(limit_marks_are_drawn_to_size),
        cmocka_unit_test(the_capacity_mark_is_five_eighths_full),
        cmocka_unit_test(the_progress_rule_stays_inside),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) ? 1 : 0;
}
