#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plot/bench.h"
#include "plot/gutter.h"
#include "plot/place.h"

static struct drawing *canvas(struct bench *b, double width, double height) {
    struct chart_request r = bench_request(b, "en", "none");
    return drawing_new(b->arena, &r, width, height);
}

static struct label one_line(struct bench *b, struct drawing *d, const char *text) {
    struct piece *piece = ARENA_NEW(b->arena, struct piece);
    *piece = (struct piece){text, draw_style(d, 9, WEIGHT_REGULAR, INK_INK)};
    return (struct label){.lines = {{piece, 1}}, .n = 1, .pitch = 11};
}

static struct wish wish_at(struct bench *b, struct drawing *d, struct point at, const char *text) {
    struct candidate *places = ARENA_ARRAY(b->arena, struct candidate, 24);
    size_t n = place_around(at, 6, 9, places);
    return (struct wish){
        .label = one_line(b, d, text), .at = places, .n = n, .tip = at, .leader = true};
}

/* Numerical Recipes' generator, for positions. */
static double next(uint64_t *state, double below) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 33) / 2147483648.0 * below;
}

/* A dozen points in a small field: some crowd together. */
static void no_two_meet_and_none_leaves(void **state) {
    struct bench *b = *state;
    uint64_t dice = 7;
    for (int round = 0; round < 40; round++) {
        struct drawing *d = canvas(b, 260, 160);
        struct wish wishes[12];
        for (int i = 0; i < 12; i++) {
            struct point at = {next(&dice, 260), next(&dice, 160)};
            draw_keep_body(d, (struct rect){at.x - 2, at.y - 2, 4, 4});
            wishes[i] = wish_at(b, d, at, arena_printf(b->arena, "point %d", i));
        }
        size_t out = place_draw(d, wishes, 12);
        assert_int_equal(d->label_count, 12 - out);
        assert_true(out <= 6);
        struct chart c = {.scene = d->scene};
        drawing_finish(d, &c);
        assert_int_equal(label_faults(&c, "placed"), 0);
        for (size_t i = 0; i < c.label_count; i++)
            for (size_t k = 0; k < c.mark_count; k++)
                assert_false(mark_meets(&c.marks[k], c.labels[i].box));
    }
}

/* Every choice of three labels among four places each, tried one by one. */
static double cheapest(struct drawing *d, const struct wish *w) {
    double best = 1e9;
    for (int i = 0; i < 125; i++) {
        int at[3] = {i % 5, i / 5 % 5, i / 25}; /* 4 = left out, which costs 64 */
        double cost = 0;
        bool good = true;
        struct rect boxes[3];
        for (int k = 0; k < 3 && good; k++) {
            cost += at[k] == 4 ? 64 : at[k];
            if (at[k] == 4)
                continue;
            boxes[k] = label_box(d, &w[k].label, w[k].at[at[k]]);
            good = draw_is_free(d, boxes[k]);
            for (int j = 0; j < k && good; j++)
                good = at[j] == 4 || !rect_meets(boxes[j], boxes[k]);
        }
        if (good && cost < best)
            best = cost;
    }
    return best;
}

static void the_choice_is_the_best_one(void **state) {
    struct bench *b = *state;
    uint64_t dice = 3;
    for (int round = 0; round < 60; round++) {
        struct drawing *d = canvas(b, 120, 60);
        struct wish w[3];
        int chosen[3];
        for (int i = 0; i < 3; i++) {
            w[i] = wish_at(b, d, (struct point){next(&dice, 120), next(&dice, 60)}, "label");
            w[i].n = 4;
        }
        place_choose(d, w, 3, chosen);
        double cost = 0;
        for (int i = 0; i < 3; i++)
            cost += chosen[i] == PLACE_NONE ? 64 : chosen[i];
        assert_near(cost, cheapest(d, w), 1e-9);
    }
}

/* A label may stand on the mark that it names, and on no other. */
static void a_name_may_touch_its_mark(void **state) {
    struct bench *b = *state;
    struct drawing *d = canvas(b, 100, 60);
    int bar = draw_mark(d, "a bar");
    draw_keep_body(d, (struct rect){0, 0, 100, 60});
    draw_mark_end(d);
    struct candidate middle = {50, 30, ANCHOR_MIDDLE};
    struct wish w = {.label = one_line(b, d, "60"), .at = &middle, .n = 1, .names = bar};
    int chosen;
    place_choose(d, &w, 1, &chosen);
    assert_int_equal(chosen, 0);
    w.names = 0;
    place_choose(d, &w, 1, &chosen);
    assert_int_equal(chosen, PLACE_NONE);
}

/* Letters have no air at their sides: beside a line a label stands off, above it its box does. */
static void a_label_stands_off_a_line(void **state) {
    struct drawing *d = canvas(*state, 100, 60);
    draw_keep_clear(d, (struct point){40, 0}, (struct point){40, 60});
    draw_keep_clear(d, (struct point){60, 40}, (struct point){100, 40});
    assert_false(draw_is_free(d, (struct rect){40.5, 10, 20, 8}));
    assert_false(draw_is_free(d, (struct rect){19.5, 10, 20, 8}));
    assert_true(draw_is_free(d, (struct rect){41.5, 10, 20, 8}));
    assert_true(draw_is_free(d, (struct rect){70, 31.5, 20, 8}));
}

/* A closing full-width mark that hangs out of a text's end is part of its box, before as after it
 * is drawn. */
static void a_hanging_mark_is_part_of_its_box(void **state) {
    struct bench *b = *state;
    struct drawing *d = canvas(b, 200, 60);
    struct label label = one_line(b, d, "投影，");
    struct candidate at = {100, 30, ANCHOR_END};
    struct rect before = label_box(d, &label, at);
    label_draw(d, &label, at);
    assert_near(before.x, d->labels[0].box.x, 1e-9);
    assert_true(rect_right(before) > 103);
}

/* A leader stands to labels that are far from their point, and only to them. */
static void far_labels_have_leaders(void **state) {
    struct bench *b = *state;
    for (int far = 0; far < 2; far++) {
        struct drawing *d = canvas(b, 200, 60);
        struct candidate at = {far ? 60 : 26, 33, ANCHOR_START};
        struct wish w = {
            .label = one_line(b, d, "here"), .at = &at, .n = 1, .tip = {20, 30}, .leader = true};
        assert_int_equal(place_draw(d, &w, 1), 0);
        size_t lines = 0;
        for (const struct item *i = d->scene->first; i; i = i->next)
            lines += i->kind == ITEM_LINE;
        assert_int_equal(lines, far);
    }
}

/* Six names of lines that all end at one height. */
static void a_gutter_pushes_its_names_apart(void **state) {
    struct bench *b = *state;
    struct drawing *d = canvas(b, 200, 260);
    struct gutter_entry entries[6];
    for (size_t i = 0; i < 6; i++)
        entries[i] = (struct gutter_entry){
            .label = one_line(b, d, "a name that is much too long for its gutter"), .at = 130};
    gutter_draw(d, (struct gutter){100, 92, 10, 250, 14}, entries, 6);
    struct chart c = {.scene = d->scene};
    drawing_finish(d, &c);
    assert_true(c.label_count >= 12); /* each is broken */
    assert_int_equal(label_faults(&c, "gutter"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_meet_and_none_leaves),
        cmocka_unit_test(the_choice_is_the_best_one),
        cmocka_unit_test(a_name_may_touch_its_mark),
        cmocka_unit_test(a_label_stands_off_a_line),
        cmocka_unit_test(a_hanging_mark_is_part_of_its_box),
        cmocka_unit_test(far_labels_have_leaders),
        cmocka_unit_test(a_gutter_pushes_its_names_apart),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
