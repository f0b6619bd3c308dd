/* Figures and tables that leave their place: those of a kind keep their order, whether they float,
 * stand where they are named or go on over pages, and none passes the end of its section. */
#include "page/laying.h"

/* A kind of a book: how many rows each table has, how high each figure is. */
struct things {
    const char *name;
    size_t rows[4];
    double heights[4];
    bool close; /* no text between them */
};

static struct block *named(struct block *b, const char *id) {
    b->id = id;
    return b;
}

/* Tables and figures in turn, behind so many lines of text. */
static struct block *things_book(struct bench *t, const struct things *x, int lines) {
    struct block *b = book(t), *c = chapter(t, b, "c-1", "1");
    struct block *s = section(t, c, "1.1");
    for (int i = 0; i < lines; i++)
        add(s, para(t, 0))->text = words(t, "一行。");
    for (int i = 0; i < 4; i++) {
        if (!x->close || i == 0)
            add(s, para(t, 1));
        if (x->rows[i])
            add(s, named(table(t, x->rows[i], NULL), arena_printf(t->a, "t-%d", i)));
        if (x->heights[i] > 0)
            add(s, named(figure(t, 357, x->heights[i]), arena_printf(t->a, "f-%d", i)));
    }
    add(s, para(t, 4));
    return b;
}

static void check_order(struct bench *t, const struct laid *l, const struct things *x) {
    static const char *const kinds[] = {"t", "f"};
    for (size_t k = 0; k < 2; k++) {
        struct spot_seen last = {0, 0};
        for (int i = 0; i < 4; i++) {
            if (k ? x->heights[i] <= 0 : !x->rows[i])
                continue;
            struct spot_seen here = spot_of(l, arena_printf(t->a, "%s-%d", kinds[k], i));
            if (!comes_before(last, here))
                fail_msg("%s: %s-%d stands before the one named before it", x->name, kinds[k], i);
            last = here;
        }
    }
}

/* A page has 38 lines: everything meets the foot of a page somewhere. A row of a table takes less
 * than a line, more than 28 of them go on over pages. */
static void test_order(void **state) {
    (void)state;
    static const struct things books[] = {
        {"short, long", {14, 60, 12, 40}, {0}, false},
        {"short before long", {14, 60, 12, 40}, {0}, true},
        {"long, short", {45, 16, 50, 6}, {0}, false},
        {"long before short", {45, 16, 50, 6}, {0}, true},
        {"short ones", {9, 18, 25, 12}, {0}, false},
        {"with figures", {14, 60, 12, 44}, {150, 260, 120, 420}, false},
        {"between figures", {14, 60, 12, 44}, {150, 260, 120, 420}, true},
        {"high figures", {20, 40, 8, 8}, {520, 0, 500, 90}, false},
    };
    for (size_t i = 0; i < sizeof books / sizeof *books; i++)
        for (int lines = 0; lines < 40; lines += 2) {
            struct bench t = bench_open("zh", "templates/handout.xml");
            const struct laid *l = lay(&t, things_book(&t, &books[i], lines));
            check_order(&t, l, &books[i]);
            check_tags(l, -1);
            bench_close(&t);
        }
}

/* A table beside another of its element does not float: it waits for a float all the same, and no
 * later one stands above it. */
static void test_order_of_a_group(void **state) {
    (void)state;
    static const struct things group = {"a group", {16, 12, 12, 16}, {0}, false};
    for (int lines = 0; lines < 40; lines++) {
        struct bench t = bench_open("zh", "templates/handout.xml");
        struct block *b = things_book(&t, &group, lines);
        for (struct block *k = b->child->child->child; k; k = k->next)
            if (k->id && !strcmp(k->id, "t-2"))
                k->follows = true;
            else if (k->id && !strcmp(k->id, "t-1"))
                k->next = k->next->next; /* no text between them */
        check_order(&t, lay(&t, b), &group);
        bench_close(&t);
    }
}

/* A long table in a list, whose tags are open where its page ends, waits for a float before the
 * list. */
static void test_order_in_a_list(void **state) {
    (void)state;
    static const struct things two = {"in a list", {22, 60, 0, 0}, {0}, true};
    for (int lines = 0; lines < 40; lines++) {
        struct bench t = bench_open("en", "templates/handout.xml");
        struct block *b = things_book(&t, &two, lines), *k = b->child->child->child;
        while (!k->next->id || strcmp(k->next->id, "t-1"))
            k = k->next;
        struct block *late = k->next, *l = list(&t);
        l->next = late->next;
        late->next = NULL;
        k->next = l;
        add(l->child, late);
        const struct laid *laid = lay(&t, b);
        check_order(&t, laid, &two);
        check_tags(laid, -1);
        bench_close(&t);
    }
}

/* Sections of so many lines that end with a figure: each stands before the next section begins,
 * though half a page may stay empty for it. */
static void check_sections(int lines, const double *heights) {
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    for (int i = 0; i < 4; i++) {
        struct block *s = section(&t, c, arena_printf(t.a, "1.%d", i + 1));
        for (int k = 0; k < 1 + lines * (i + 1) % 34; k++)
            add(s, para(&t, 0))->text = words(&t, "一行。");
        add(s, named(figure(&t, 357, heights[i]), arena_printf(t.a, "f-%d", i)));
    }
    const struct laid *l = lay(&t, b);
    for (int i = 0; i < 3; i++)
        if (!comes_before(spot_of(l, arena_printf(t.a, "f-%d", i)),
                          spot_of(l, arena_printf(t.a, "s-1.%d", i + 2))))
            fail_msg("%d lines, figure %d of %.0f pt passes its section", lines, i, heights[i]);
    bench_close(&t);
}

static void test_no_float_passes_its_section(void **state) {
    (void)state;
    static const double heights[][4] = {
        {300, 300, 300, 300}, {560, 620, 560, 620}, {640, 90, 450, 500}, {200, 660, 200, 660}};
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++)
        for (int lines = 1; lines < 34; lines++)
            check_sections(lines, heights[i]);
}

/* A figure that stays has the page of its section's heading where a page has room for both, and is
 * set even where none has. */
static void test_figures_that_stay(void **state) {
    (void)state;
    static const double LINE = 18, HEADING = 60, DEPTH = 684;
    static const double heights[] = {150, 240, 330, 420, 510, 600};
    for (int lines = 1; lines < 30; lines++) {
        struct bench t = bench_open("zh", "templates/handout.xml");
        struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
        for (int i = 0; i < 6; i++) {
            struct block *s = section(&t, c, arena_printf(t.a, "1.%d", i));
            for (int k = 0; k < lines; k++)
                add(s, para(&t, 0))->text = words(&t, "一行。");
            struct block *f = named(figure(&t, 357, heights[i]), arena_printf(t.a, "f-%d", i));
            f->stays = true;
            add(s, f);
        }
        const struct laid *l = lay(&t, b);
        for (int i = 0; i < 6; i++) {
            struct spot_seen figure_at = spot_of(l, arena_printf(t.a, "f-%d", i));
            struct spot_seen section_at = spot_of(l, arena_printf(t.a, "s-1.%d", i));
            assert_true(comes_before(section_at, figure_at));
            if (HEADING + lines * LINE + heights[i] < DEPTH - LINE)
                assert_int_equal(section_at.page, figure_at.page);
        }
        bench_close(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_order_of_a_group),
        cmocka_unit_test(test_order_in_a_list),
        cmocka_unit_test(test_no_float_passes_its_section),
        cmocka_unit_test(test_figures_that_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
