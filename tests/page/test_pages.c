/* Page breaks: what stays together, where floats may stand, holes, other forms of pages, and how
 * the time grows. */
#include <time.h>

#include "page/laying.h"

/* A chapter of sections, each with paragraphs around figures and tables of many heights. */
enum { SECTIONS = 24, FLOATS = 3 };

static void add_floats(struct bench *t, struct block *s, int i) {
    for (int k = 0; k < FLOATS; k++) {
        struct block *p = add(s, para(t, 2 + (i * 5 + k * 3) % 6));
        p->id = arena_printf(t->a, "p-%d-%d", i, k);
        struct block *f = (i + k) % 3 ? figure(t, 357, 110 + (i * 53 + k * 97) % 230)
                                      : table(t, 4 + (size_t)(i + k) % 9, NULL);
        f->id = arena_printf(t->a, "f-%d-%d", i, k);
        add(s, f);
    }
    add(s, para(t, 3 + i % 5));
}

static struct block *floats_book(struct bench *t) {
    struct block *b = book(t), *c = chapter(t, b, "c-1", "1");
    for (int i = 0; i < SECTIONS; i++)
        add_floats(t, section(t, c, arena_printf(t->a, "1.%d", i + 1)), i);
    return b;
}

static double worst_hole(const struct laid *l, double *mean) {
    double worst = 0, sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < l->page_count; i++) {
        worst = fmax(worst, l->pages[i].hole);
        sum += l->pages[i].hole;
        n += is_text_page(l, i);
    }
    *mean = sum / (double)(n ? n : 1);
    return worst;
}

/* Not before the page they are named on, not past their section, at most a page away; figures and
 * tables in their own order. */
static void check_floats(struct bench *t, const struct laid *l) {
    struct spot_seen last[2] = {{0, 0}, {0, 0}};
    size_t far = 0;
    for (int i = 0; i < SECTIONS; i++)
        for (int k = 0; k < FLOATS; k++) {
            struct spot_seen f = spot_of(l, arena_printf(t->a, "f-%d-%d", i, k));
            struct spot_seen p = spot_of(l, arena_printf(t->a, "p-%d-%d", i, k));
            bool is_table = (i + k) % 3 == 0;
            assert_true(f.page >= p.page);
            far += f.page > p.page + 1; /* p is where its paragraph begins */
            assert_true(comes_before(last[is_table], f));
            last[is_table] = f;
            if (i + 1 < SECTIONS)
                assert_true(comes_before(f, spot_of(l, arena_printf(t->a, "s-1.%d", i + 2))));
        }
    assert_in_range(far, 0, SECTIONS * FLOATS / 20);
}

static void test_floats(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct bench t = bench_open(i ? "en" : "zh", "templates/handout.xml");
        const struct laid *l = lay(&t, floats_book(&t));
        double mean, worst = worst_hole(l, &mean);
        check_floats(&t, l);
        check_tags(l, -1);
        printf("%s: %zu pages, holes %.1f%% of a page, at most %.1f%%\n", t.language, l->page_count,
               100 * mean, 100 * worst);
        assert_true(mean < 0.06);
        bench_close(&t);
    }
}

/* Text that announces something stands with it. */
static void test_lead_in_stays(void **state) {
    (void)state;
    for (int lines = 20; lines < 40; lines++) {
        struct bench t = bench_open("zh", "templates/handout.xml");
        struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
        for (int i = 0; i < lines; i++)
            add(c, para(&t, 0))->text = words(&t, "一行。");
        add(c, para(&t, 0))->text = words(&t, "三件事：");
        add(c, list(&t));
        for (int i = 0; i < 20; i++)
            add(c, para(&t, 2));
        const struct laid *l = lay(&t, b);
        for (size_t i = 0; i < l->page_count; i++) {
            const struct seen *s = read_page(&t, &l->pages[i]);
            double lead = 0, low = 0;
            for (size_t k = 0; k < s->n; k++) {
                lead = strstr(s->at[k].text, "三件事") ? s->at[k].y : lead;
                low = is_body(&s->at[k]) ? fmax(low, s->at[k].y) : low;
            }
            assert_true(lead == 0 || low > lead + 18 + 1);
        }
        bench_close(&t);
    }
}

static size_t count_on_last(struct bench *t, const struct laid *l, const char *text) {
    const struct seen *s = read_page(t, &l->pages[l->page_count - 1]);
    size_t n = 0;
    for (size_t k = 0; k < s->n; k++)
        n += strstr(s->at[k].text, text) != NULL;
    return n;
}

/* The last page of a chapter holds four lines or more, unless it is the only one. */
static void test_last_page(void **state) {
    (void)state;
    for (int lines = 34; lines < 80; lines++) {
        struct bench t = bench_open("zh", "templates/handout.xml");
        struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
        for (int i = 0; i < lines; i++)
            add(c, para(&t, 0))->text = words(&t, "一行。");
        const struct laid *l = lay(&t, b);
        size_t n = count_on_last(&t, l, "一行");
        if (n < 4)
            fail_msg("%d lines leave %zu for the last page", lines, n);
        bench_close(&t);
    }
}

/* No term stands alone on the last page of a glossary. */
static void test_last_terms(void **state) {
    (void)state;
    for (int terms = 8; terms < 60; terms++) {
        struct bench t = bench_open("zh", "templates/handout.xml");
        struct block *b = book(&t), *g;
        add(chapter(&t, b, "c-1", "1"), para(&t, 1));
        g = add(b, block(&t, BLOCK_GLOSSARY));
        g->title = words(&t, "术语表");
        for (int i = 0; i < terms; i++) {
            struct block *entry = add(g, block(&t, BLOCK_ITEM));
            entry->title = words(&t, "词条");
            add(entry, para(&t, 0))->text = words(&t, "只有一行。"); /* no break inside */
        }
        if (count_on_last(&t, lay(&t, b), "词条") < 2)
            fail_msg("one of %d terms stands alone", terms);
        bench_close(&t);
    }
}

/* Without a margin column everything stands in the measure, captions below their figures. */
static void test_no_margin_column(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct bench t = bench_open(i ? "en" : "zh", "templates/handout.xml");
        struct form form = *form_read(t.a, t.d, NULL, NULL);
        form.inner = 119;
        form.margin = form.gap = 0;
        form.wide = form.measure;
        t.request.form = &form;
        struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
        struct block *s = section(&t, c, "1.1");
        s->gloss = words(&t, i ? "小节" : "Section");
        add(s, margin_note(&t));
        add(s, para(&t, 3));
        struct block *f = add(s, figure(&t, 357, 200));
        add(s, para(&t, 12));
        const struct laid *l = lay(&t, b);
        double caption = 0, bottom = 1000;
        size_t notes = 0;
        for (size_t p = 0; p < l->page_count; p++) {
            const struct seen *seen = read_page(&t, &l->pages[p]);
            for (size_t k = 0; is_text_page(l, p) && k < seen->n; k++) {
                const struct word_seen *w = &seen->at[k];
                double left = form_body(&form, (size_t)atoi(l->pages[p].label));
                double end = w->x + (w->item->anchor == ANCHOR_START ? w->item->width : 0);
                assert_true(w->x > left - 0.5 && end < left + 357.5);
                caption = strstr(w->text, "方框") ? w->y : caption;
                notes += strstr(w->text, "岭点") != NULL;
            }
            for (const struct item *k = l->pages[p].scene->first; k; k = k->next)
                if (k->kind == ITEM_TAG_OPEN && k->as.tag.tag == TAG_FIGURE)
                    bottom = rect_bottom(k->as.tag.facts.box);
        }
        assert_non_null(f);
        assert_true(caption > bottom && caption < bottom + 30);
        assert_int_equal(notes, 1);
        check_tags(l, 1);
        bench_close(&t);
    }
}

/* A screen of a few lines: everything still has a place on some page. */
static void test_tiny_pages(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct form form = *form_read(t.a, t.d, NULL, NULL);
    form.width = 720;
    form.height = 405;
    form.inner = form.top = 40;
    form.measure = form.wide = 640;
    form.margin = form.gap = 0;
    form.depth = 325;
    form.two_sided = false;
    t.request.form = &form;
    const struct laid *l = lay(&t, mixed(&t));
    for (size_t i = 0; i < l->page_count; i++) {
        const struct seen *s = read_page(&t, &l->pages[i]);
        for (size_t k = 0; is_text_page(l, i) && k < s->n; k++)
            assert_true(s->at[k].artifact || (s->at[k].y > 40 && s->at[k].y < 365));
    }
    check_tags(l, 4);
    bench_close(&t);
}

static void test_too_high_is_told(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    add(c, para(&t, 3));
    add(c, figure(&t, 357, 900));
    add(c, para(&t, 3));
    const struct laid *l = lay(&t, b);
    assert_int_equal(diag_count(t.d, SEVERITY_WARNING), 1);
    check_tags(l, 1);
    bench_close(&t);
}

/* Notes that are longer than the margin of their page stand at its foot, and it is told. */
static void test_full_margin(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    for (int i = 0; i < 14; i++) {
        add(c, margin_note(&t));
        add(c, para(&t, 1));
    }
    const struct laid *l = lay(&t, b);
    size_t notes = 0;
    for (size_t i = 0; i < l->page_count; i++) {
        const struct seen *s = read_page(&t, &l->pages[i]);
        for (size_t k = 0; is_text_page(l, i) && k < s->n; k++) {
            notes += strstr(s->at[k].text, "岭点") != NULL;
            assert_true(s->at[k].artifact || (s->at[k].y > 72 && s->at[k].y < 770));
        }
    }
    assert_int_equal(notes, 14);
    assert_true(diag_count(t.d, SEVERITY_WARNING) > 0);
    check_tags(l, 0);
    bench_close(&t);
}

/* ── The shipped course ── */

static const struct laid *course(struct bench *t, const char *language, const char *other) {
    const struct node *n = xml_read(t->a, t->d, "content",
                                    arena_printf(t->a, "content/%s/course.xml", language), NULL);
    const struct node *twin =
        xml_read(t->a, t->d, "content", arena_printf(t->a, "content/%s/course.xml", other), NULL);
    struct read_request request = {.catalog = (struct catalog *)(void *)t->request.catalog,
                                   .strings = t->request.strings,
                                   .fonts = t->request.fonts,
                                   .edition = "student",
                                   .twin = twin};
    return lay(t, blocks_read(t->a, t->d, n, &request));
}

static void test_course(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct bench t = bench_open(i ? "en" : "zh", "templates/handout.xml");
        const struct laid *l = course(&t, i ? "en" : "zh", i ? "zh" : "en");
        double mean, worst = worst_hole(l, &mean);
        printf("course %s:", t.language);
        for (size_t k = 0; k < l->page_count; k++)
            if (is_text_page(l, k))
                printf(" %s %.0f%%", l->pages[k].label, 100 * l->pages[k].hole);
        printf("; mean %.1f%%\n", 100 * mean);
        assert_true(mean < 0.05);
        assert_true(worst < 0.16);
        bench_close(&t);
    }
}

/* ── Time ── */

static double seconds_of(struct bench *t, int sections, size_t *pages) {
    struct block *b = book(t), *c = NULL;
    for (int i = 0; i < sections; i++) {
        if (i % 12 == 0)
            c = chapter(t, b, arena_printf(t->a, "c-%d", i), "1");
        add_floats(t, section(t, c, arena_printf(t->a, "%d.%d", i / 12, i)), i);
    }
    clock_t start = clock();
    *pages = lay(t, b)->page_count;
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static void test_time_grows_with_the_pages(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    size_t few, many;
    seconds_of(&t, 12, &few); /* fonts and shapes are known after it */
    double one = seconds_of(&t, 40, &few), ten = seconds_of(&t, 400, &many);
    printf("%zu pages %.2f ms a page, %zu pages %.2f ms a page\n", few, 1000 * one / (double)few,
           many, 1000 * ten / (double)many);
    assert_true(many > 400);
    assert_true(ten / (double)many < 2.5 * one / (double)few);
    bench_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_floats),           cmocka_unit_test(test_lead_in_stays),
        cmocka_unit_test(test_no_margin_column), cmocka_unit_test(test_tiny_pages),
        cmocka_unit_test(test_too_high_is_told), cmocka_unit_test(test_full_margin),
        cmocka_unit_test(test_last_page),        cmocka_unit_test(test_last_terms),
        cmocka_unit_test(test_course),           cmocka_unit_test(test_time_grows_with_the_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
