/* Pages of hand-made blocks: the checks of design 12 and typographic targets 13 that need no eyes.
 * Lengths come from the page master of design 5. */
#include "math/math.h"
#include "page/laying.h"

/* ── Tests ── */

static void check_grid(const char *language, double pitch) {
    struct bench t = bench_open(language, "templates/handout.xml");
    const struct laid *l = lay(&t, mixed(&t));
    double first = -1;
    size_t lines = 0;
    for (size_t i = 0; i < l->page_count; i++) {
        const struct seen *s = read_page(&t, &l->pages[i]);
        for (size_t k = 0; is_text_page(l, i) && k < s->n; k++) {
            if (!is_body(&s->at[k]))
                continue;
            first = first < 0 ? s->at[k].y : first;
            double residue = fabs(remainder(s->at[k].y - first, pitch));
            assert_true(residue < 0.05);
            lines++;
        }
    }
    assert_true(lines > 150);
    assert_near(fmod(first - 72, pitch), pitch / 2 + 0.34 * 10.5, 0.5); /* in its line box */
    bench_close(&t);
}

static void test_grid_chinese(void **state) {
    (void)state;
    check_grid("zh", 18);
}

static void test_grid_english(void **state) {
    (void)state;
    check_grid("en", 15);
}

static void test_type_area_and_mirror(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    const struct laid *l = lay(&t, mixed(&t));
    for (size_t i = 0; i < l->page_count; i++) {
        const struct seen *s = read_page(&t, &l->pages[i]);
        double left = 1000, right = 0;
        for (size_t k = 0; is_text_page(l, i) && k < s->n; k++) {
            const struct word_seen *w = &s->at[k];
            double end = w->x + (w->item->anchor == ANCHOR_START ? w->item->width : 0);
            assert_true(w->x > 34 - 0.5 && end < 595.28 - 34 + 0.5);
            assert_true(w->artifact || (w->y > 72 && w->y < 756));
            if (!is_body(w))
                continue;
            left = fmin(left, w->x);
            right = fmax(right, end);
        }
        if (right == 0)
            continue;
        /* inner 68, measure 357, mirrored on even pages */
        assert_near(left, is_even(l, i) ? 595.28 - 68 - 357 : 68, 0.05);
        assert_near(right, is_even(l, i) ? 595.28 - 68 : 68 + 357, 0.6);
    }
    bench_close(&t);
}

static void test_no_heading_at_page_end(void **state) {
    (void)state;
    for (int lines = 1; lines <= 12; lines++) {
        struct bench t = bench_open("zh", "templates/handout.xml");
        struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
        for (int i = 1; i <= 16; i++)
            add(section(&t, c, arena_printf(t.a, "1.%d", i)), para(&t, 1 + (i + lines) % 4));
        const struct laid *l = lay(&t, b);
        for (size_t i = 0; i < l->page_count; i++) {
            const struct seen *s = read_page(&t, &l->pages[i]);
            for (size_t k = 0; is_text_page(l, i) && k < s->n; k++) {
                size_t below = 0;
                for (size_t m = 0; is_head(&s->at[k]) && m < s->n; m++)
                    below += is_body(&s->at[m]) && s->at[m].y > s->at[k].y;
                assert_true(!is_head(&s->at[k]) || below >= 2);
            }
        }
        bench_close(&t);
    }
}

/* Of every paragraph that goes over a page at least two lines stand on either side. */
static void test_no_widows(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    for (int i = 0; i < 40; i++)
        add(c, para(&t, 1 + i % 3));
    const struct laid *l = lay(&t, b);
    size_t split = 0;
    for (size_t i = 0; i + 1 < l->page_count; i++) {
        if (!is_text_page(l, i) || !is_text_page(l, i + 1))
            continue;
        const struct seen *s = read_page(&t, &l->pages[i]), *next = read_page(&t, &l->pages[i + 1]);
        const struct shaped *last = NULL;
        for (size_t k = 0; k < s->n; k++)
            last = is_body(&s->at[k]) ? s->at[k].item->shaped : last;
        size_t here = 0, there = 0;
        for (size_t k = 0; k < s->n; k++)
            here += s->at[k].item->shaped == last;
        for (size_t k = 0; k < next->n; k++)
            there += next->at[k].item->shaped == last;
        assert_true(there == 0 || (here >= 2 && there >= 2));
        split += there > 0;
    }
    assert_true(split > 0);
    bench_close(&t);
}

static void test_long_table_repeats_its_head(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    add(c, para(&t, 2));
    add(c, table(&t, 120, NULL));
    add(c, para(&t, 2));
    const struct laid *l = lay(&t, b);
    bool rows[121] = {false};
    size_t parts = 0, again = 0;
    for (size_t i = 0; i < l->page_count; i++) {
        const struct seen *s = read_page(&t, &l->pages[i]);
        size_t heads = 0, on_page = 0;
        for (size_t k = 0; k < s->n; k++) {
            size_t row;
            heads += !strcmp(s->at[k].text, "Bandwidth");
            again += strstr(s->at[k].text, "（续）") != NULL;
            if (sscanf(s->at[k].text, "row%zu", &row) == 1) {
                assert_in_range(row, 1, 120);
                assert_false(rows[row]);
                rows[row] = true;
                on_page++;
            }
        }
        assert_int_equal(heads, on_page > 0);
        assert_true(on_page == 0 || on_page >= 2);
        parts += on_page > 0;
    }
    for (size_t i = 1; i <= 120; i++)
        assert_true(rows[i]);
    /* 684 pt hold at most 48 rows of 13.5 below a head of 40 */
    assert_int_equal(parts, 3);
    assert_int_equal(again, 2);
    bench_close(&t);
}

static double point_x(const struct word_seen *w) {
    double x = w->x;
    for (size_t i = w->item->from; i < w->item->to; i++) {
        if (w->item->shaped->clusters[i].code == '.')
            return x;
        x += w->item->advances ? w->item->advances[i - w->item->from]
                               : w->item->shaped->clusters[i].advance;
    }
    return x;
}

static void test_decimal_points_stand_in_line(void **state) {
    (void)state;
    static const char *const numbers[] = {"1.5", "10.25", "1008", "0.125"};
    struct bench t = bench_open("en", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    add(c, table(&t, 4, numbers));
    const struct laid *l = lay(&t, b);
    double axis = -1;
    size_t found = 0;
    for (size_t i = 0; i < l->page_count; i++) {
        const struct seen *s = read_page(&t, &l->pages[i]);
        for (size_t k = 0; k < s->n; k++)
            for (size_t n = 0; n < 4; n++)
                if (!strcmp(s->at[k].text, numbers[n])) {
                    axis = axis < 0 ? point_x(&s->at[k]) : axis;
                    assert_near(point_x(&s->at[k]), axis, 0.01);
                    found++;
                }
    }
    assert_int_equal(found, 4);
    bench_close(&t);
}

/* The page on which a destination stands. */
static const char *page_of(const struct laid *l, const char *dest) {
    for (size_t i = 0; i < l->page_count; i++)
        for (const struct item *k = l->pages[i].scene->first; k; k = k->next)
            if (k->kind == ITEM_DEST && !strcmp(k->as.dest.name, dest))
                return l->pages[i].label;
    return NULL;
}

static void test_contents_name_the_pages(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct block *b = mixed(&t);
    struct block *second = chapter(&t, b, "c-2", "2");
    add(section(&t, second, "2.1"), para(&t, 30));
    const struct laid *l = lay(&t, b);
    size_t entries = 0;
    for (size_t i = 0; i < l->page_count; i++) {
        const char *target = NULL, *shown = NULL;
        for (const struct item *k = l->pages[i].scene->first; k; k = k->next) {
            if (k->kind == ITEM_TAG_OPEN && k->as.tag.tag == TAG_LINK)
                target = k->as.tag.facts.dest;
            else if (target && k->kind == ITEM_TEXT)
                shown = item_text(t.a, &k->as.text);
            else if (target && k->kind == ITEM_TAG_CLOSE && k->as.tag.tag == TAG_LINK) {
                assert_non_null(page_of(l, target));
                assert_string_equal(shown, page_of(l, target));
                target = NULL;
                entries++;
            }
        }
    }
    assert_int_equal(entries, 2 + 5 + 5); /* contents: chapters and sections; openings: sections */
    assert_int_equal(atoi(page_of(l, "c-2")) % 2, 1);
    assert_string_equal(page_of(l, "c-1"), "1");
    assert_string_equal(l->pages[0].label, "i");
    assert_int_equal(l->outline_count, 2 + 5);
    bench_close(&t);
}

static void test_tags_balance(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct bench t = bench_open(i ? "en" : "zh", "templates/handout.xml");
        check_tags(lay(&t, mixed(&t)), 4);
        bench_close(&t);
    }
}

/* A figure that finds no room moves on and the text goes forward: no page but the last of a chapter
 * is left with a hole of more than a line or two. */
static void test_figures_leave_no_holes(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    for (int i = 0; i < 6; i++) {
        add(c, para(&t, 4 + i));
        add(c, figure(&t, 357, 320));
        add(c, para(&t, 9));
    }
    const struct laid *l = lay(&t, b);
    for (size_t i = 0; i + 1 < l->page_count; i++) {
        double low = 0;
        for (const struct item *k = l->pages[i].scene->first; k; k = k->next)
            if (k->kind == ITEM_TAG_OPEN && k->as.tag.tag == TAG_FIGURE) {
                const struct rect box = k->as.tag.facts.box;
                assert_true(box.y >= 72 && rect_bottom(box) <= 756);
                low = fmax(low, rect_bottom(box));
            }
        const struct seen *s = read_page(&t, &l->pages[i]);
        for (size_t k = 0; k < s->n; k++)
            low = is_body(&s->at[k]) ? fmax(low, s->at[k].y) : low;
        assert_true(!is_text_page(l, i) || low > 756 - 684.0 / 16);
    }
    check_tags(l, 6);
    bench_close(&t);
}

static struct block *steps(struct bench *t, size_t rows) {
    struct block *b = block(t, BLOCK_STEPS);
    struct derivation_line *lines = ARENA_ARRAY(t->a, struct derivation_line, rows);
    for (size_t i = 0; i < rows; i++)
        lines[i] = (struct derivation_line){.label = words(t, "读写量"),
                                            .formula = words(t, i % 2 ? "B / BW" : "W + K"),
                                            .substituted = words(t, i % 2 ? "15 / 2" : "13 + 2"),
                                            .result = words(t, "15 GB"),
                                            .total = i + 1 == rows};
    b->lines = lines;
    b->line_count = rows;
    return b;
}

/* A heading, 10 lines and a figure leave some 90 pt; a line and a derivation that stays whole need
 * more. The figure fits, and gives way all the same, so that the page is full. */
static void test_figures_give_way(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    struct block *s = section(&t, c, "1.1");
    add(s, para(&t, 4));
    add(s, figure(&t, 357, 360));
    struct block *lead = add(s, para(&t, 1));
    lead->text = words(&t, "同一张卡忙的时候忙，闲的时候闲，差别算得出来：");
    add(s, steps(&t, 6));
    for (int i = 0; i < 6; i++)
        add(s, para(&t, 4));
    const struct laid *l = lay(&t, b);
    size_t first = 0;
    while (!is_text_page(l, first))
        first++;
    const struct seen *seen = read_page(&t, &l->pages[first]);
    double low = 0;
    for (size_t k = 0; k < seen->n; k++)
        low = is_body(&seen->at[k]) ? fmax(low, seen->at[k].y) : low;
    assert_true(low > 756 - 2 * 18);
    check_tags(l, 1);
    bench_close(&t);
}

/* What stands in one column of a derivation begins at one x. */
static void test_derivations_stand_in_columns(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    add(c, steps(&t, 5));
    const struct laid *l = lay(&t, b);
    double formula = 0, numbers = 0;
    size_t rows = 0;
    for (size_t i = 0; i < l->page_count; i++) {
        const struct seen *s = read_page(&t, &l->pages[i]);
        for (size_t k = 0; k < s->n; k++) {
            const struct word_seen *w = &s->at[k];
            bool is_numbers = !strcmp(w->text, "15 / 2") || !strcmp(w->text, "13 + 2");
            if (!is_numbers && strcmp(w->text, "B / BW") != 0 && strcmp(w->text, "W + K") != 0)
                continue;
            double *axis = is_numbers ? &numbers : &formula;
            *axis = *axis > 0 ? *axis : w->x;
            assert_near(w->x, *axis, 0.01);
            rows++;
        }
    }
    assert_int_equal(rows, 10);
    bench_close(&t);
}

static void test_notes_keep_apart(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    for (int i = 0; i < 9; i++) {
        add(c, margin_note(&t));
        add(c, para(&t, 2));
    }
    const struct laid *l = lay(&t, b);
    size_t seen = 0;
    for (size_t i = 0; i < l->page_count; i++) {
        const struct seen *s = read_page(&t, &l->pages[i]);
        for (size_t k = 0; is_text_page(l, i) && k < s->n; k++)
            for (size_t m = 0; m < k; m++) {
                const struct word_seen *x = &s->at[k], *y = &s->at[m];
                if (fabs(x->size - 8.5) > 0.01 || fabs(y->size - 8.5) > 0.01 || x->artifact ||
                    y->artifact)
                    continue;
                double apart = fabs(x->y - y->y);
                /* pieces of one line, or lines at least 12 apart */
                assert_true(apart < 0.01 || apart > 11.99);
                /* different notes: a free line between them */
                if (x->item->shaped != y->item->shaped)
                    assert_true(apart > 23.9);
                seen++;
            }
    }
    assert_true(seen > 50);
    bench_close(&t);
}

static void test_sheet_places(void **state) {
    (void)state;
    struct bench t = bench_open("en", "templates/comparison.xml");
    struct block *sheet = block(&t, BLOCK_BOOK);
    struct block *place = add(sheet, block(&t, BLOCK_PLACE));
    place->box = (struct rect){303, 112, 120, 0};
    struct block *p = add(place, block(&t, BLOCK_PARA));
    p->style = "kicker"; /* 9/13 */
    p->text = words(&t, "catalogue {date}");
    struct inline_ *value = words(&t, " 79.6");
    value->kind = INLINE_VALUE;
    ((struct inline_ *)p->text)->next = value;
    const struct laid *l = layout_sheet(t.a, t.d, sheet, &t.request);
    assert_int_equal(l->page_count, 1);
    const struct seen *s = read_page(&t, &l->pages[0]);
    assert_true(s->n >= 1);
    assert_near(s->at[0].x, 303, 0.01);
    assert_near(s->at[0].y, 112 + 13 / 2.0 + 0.3 * 9, 0.01);
    assert_non_null(strstr(s->at[0].text, catalog_date(t.request.catalog)));
    for (const struct item *k = l->pages[0].scene->first; k; k = k->next)
        assert_int_not_equal(k->kind, ITEM_LINE); /* no dots under values */
    bench_close(&t);
}

/* Blocks with nothing in them, and things taller or wider than any page: no crash, and every tag is
 * closed. */
static void test_poor_blocks_do_no_harm(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, NULL, NULL);
    c->title = NULL;
    for (int kind = BLOCK_SECTION; kind <= BLOCK_BIG; kind++) {
        add(c, block(&t, (enum block_kind)kind));
        struct block *outer = add(c, block(&t, (enum block_kind)kind));
        add(outer, block(&t, BLOCK_ITEM));
        add(outer, block(&t, BLOCK_PARA));
        outer->text = words(&t, "");
        outer->table = ARENA_NEW(t.a, struct table);
        outer->lines = ARENA_ARRAY(t.a, struct derivation_line, 1);
        outer->line_count = 1;
    }
    add(c, figure(&t, 357, 900));
    add(c, figure(&t, 700, 100));
    add(c, para(&t, 200));
    const struct laid *l = lay(&t, b);
    size_t open = 0;
    for (size_t i = 0; i < l->page_count; i++)
        for (const struct item *k = l->pages[i].scene->first; k; k = k->next) {
            open += k->kind == ITEM_TAG_OPEN;
            open -= k->kind == ITEM_TAG_CLOSE;
        }
    assert_int_equal(open, 0);
    assert_true(l->page_count > 5);
    assert_non_null(layout_handout(t.a, t.d, c, &t.request));
    assert_non_null(layout_handout(t.a, t.d, book(&t), &t.request));
    assert_non_null(layout_sheet(t.a, t.d, c, &t.request));
    arena_drop(t.a);
}

/* A title of two lines: neither is much shorter than the other. 40 pt and 493 wide: 12 ideographs a
 * line, so 14 of them would leave two alone; as even as can be are 7 and 7. */
static void test_titles_are_even(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    c->title = words(&t, "显存带宽算力互联能耗成本排队");
    add(c, para(&t, 3));
    const struct laid *l = lay(&t, b);
    size_t lines = 0;
    for (size_t i = 0; i < l->page_count; i++) {
        const struct seen *s = read_page(&t, &l->pages[i]);
        for (size_t k = 0; k < s->n; k++)
            if (fabs(s->at[k].size - 40) < 1e-9 && !strcmp(l->pages[i].label, "1")) {
                assert_int_equal(strlen(s->at[k].text), 7 * strlen("显"));
                lines++;
            }
    }
    assert_int_equal(lines, 2);
    bench_close(&t);
}

/* A displayed formula leads to the trace of its first value; one without values is no link. */
static void test_formula_leads_to_its_trace(void **state) {
    (void)state;
    struct bench t = bench_open("en", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    for (int i = 0; i < 2; i++) {
        struct math *row = ARENA_NEW(t.a, struct math), *number = ARENA_NEW(t.a, struct math);
        *number = (struct math){.kind = MATH_NUMBER, .text = "42"};
        *row = (struct math){.kind = MATH_ROW, .child = number, .trace = i ? "origin-7" : NULL};
        add(c, block(&t, BLOCK_EQUATION))->thing = formula_thing(t.a, row, "forty-two");
    }
    const struct laid *l = lay(&t, b);
    const char *around[2] = {"", ""};
    size_t n = 0;
    for (size_t p = 0; p < l->page_count; p++)
        for (const struct item *k = l->pages[p].scene->first, *last = NULL; k;
             last = k, k = k->next)
            if (k->kind == ITEM_TAG_OPEN && k->as.tag.tag == TAG_FORMULA && n < 2)
                around[n++] = last->kind == ITEM_TAG_OPEN ? last->as.tag.facts.dest : NULL;
    assert_int_equal(n, 2);
    assert_null(around[0]);
    assert_string_equal(around[1], "origin-7");
    check_tags(l, 0);
    bench_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_titles_are_even),
        cmocka_unit_test(test_grid_chinese),
        cmocka_unit_test(test_grid_english),
        cmocka_unit_test(test_type_area_and_mirror),
        cmocka_unit_test(test_no_heading_at_page_end),
        cmocka_unit_test(test_no_widows),
        cmocka_unit_test(test_long_table_repeats_its_head),
        cmocka_unit_test(test_decimal_points_stand_in_line),
        cmocka_unit_test(test_contents_name_the_pages),
        cmocka_unit_test(test_tags_balance),
        cmocka_unit_test(test_figures_leave_no_holes),
        cmocka_unit_test(test_figures_give_way),
        cmocka_unit_test(test_derivations_stand_in_columns),
        cmocka_unit_test(test_notes_keep_apart),
        cmocka_unit_test(test_sheet_places),
        cmocka_unit_test(test_poor_blocks_do_no_harm),
        cmocka_unit_test(test_formula_leads_to_its_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
