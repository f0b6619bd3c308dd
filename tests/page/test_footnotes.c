/* Footnotes at the foot of the page of their mark: places by design 5 and targets 11, worked out by
 * hand for A4. */
#include "page/laying.h"

/* The footnote's number stands at the left of the text, its text 2 em of 8.5 further in. */
static const double LAST_LINE = 841.89 - 72; /* footnotes stand on a margin of 72 */
static const double NOTE_PITCH = 12.5, NOTE_HANG = 17;

static struct inline_ *note_mark(struct bench *t, const char *id, const char *text) {
    struct block *note = block(t, BLOCK_NOTE);
    note->id = id;
    struct block *p = add(note, block(t, BLOCK_PARA));
    p->text = words(t, text);
    struct inline_ *in = ARENA_NEW(t->a, struct inline_);
    in->kind = INLINE_NOTE;
    in->note = note;
    in->dest = id;
    in->describe = "footnote";
    in->id = arena_printf(t->a, "%s-mark", id);
    return in;
}

/* A paragraph with a mark after its text, and text after the mark. */
static struct block *noted(struct bench *t, int times, const char *id, const char *text,
                           int times_after) {
    struct block *b = para(t, times);
    struct inline_ *mark = note_mark(t, id, text);
    ((struct inline_ *)(void *)b->text)->next = mark;
    if (times_after)
        mark->next = (struct inline_ *)(void *)para(t, times_after)->text;
    return b;
}

static const char *repeated(struct bench *t, const char *text, int times) {
    const char *all = "";
    for (int i = 0; i < times; i++)
        all = arena_printf(t->a, "%s%s", all, text);
    return all;
}

static bool is_note_text(const struct word_seen *w) {
    return w->family == FAMILY_SERIF && fabs(w->size - 8.5) < 1e-9;
}

static bool is_number(const struct word_seen *w) {
    return w->family == FAMILY_SANS && fabs(w->size - 8.5) < 1e-9 && !w->artifact;
}

static void test_place(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    add(c, noted(&t, 1, "fn", "理想上限。", 1));
    const struct laid *l = lay(&t, b);
    const struct laid_page *page = &l->pages[l->page_count - 1];
    const struct seen *s = read_page(&t, page);
    size_t text = 0, number = 0;
    for (size_t k = 0; k < s->n; k++) {
        const struct word_seen *w = &s->at[k];
        /* even page: the measure begins at 595.28 − 68 − 357 */
        if (is_note_text(w) && ++text) {
            assert_near(w->x, 170.28 + NOTE_HANG, 0.01);
            /* the middle of the Han box, 0.38 em above the baseline, in the middle of the line */
            assert_near(w->y, LAST_LINE - NOTE_PITCH / 2 + 0.38 * 8.5, 0.02);
        }
        if (is_number(w) && !strcmp(w->text, "①") && ++number)
            assert_near(w->x, 170.28, 0.01);
    }
    assert_int_equal(text, 1);
    assert_int_equal(number, 1);
    size_t rules = 0;
    for (const struct item *k = page->scene->first; k; k = k->next)
        if (k->kind == ITEM_LINE && fabs(k->as.line.to.x - k->as.line.from.x - 89) < 0.01) {
            assert_near(k->as.line.from.y, LAST_LINE - NOTE_PITCH - 3.5, 0.02);
            assert_near(k->as.line.stroke.width, 0.4, 1e-9);
            assert_int_equal(k->as.line.stroke.ink, INK_INK3);
            rules++;
        }
    assert_int_equal(rules, 1);
    bench_close(&t);
}

/* The page on which the footnote of a mark begins, and that of the mark. */
static const char *label_of(const struct laid *l, const char *dest) {
    for (size_t i = 0; i < l->page_count; i++)
        for (const struct item *k = l->pages[i].scene->first; k; k = k->next)
            if (k->kind == ITEM_DEST && !strcmp(k->as.dest.name, dest))
                return l->pages[i].label;
    return "";
}

static void check_all_with_marks(struct bench *t, const struct laid *l, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const char *note = label_of(l, arena_printf(t->a, "fn-%zu", i));
        const char *mark = label_of(l, arena_printf(t->a, "fn-%zu-mark", i));
        assert_string_not_equal(note, "");
        assert_string_equal(note, mark);
    }
}

/* Text ends above the rule: nothing of the body stands below the first line of the notes. */
static void check_no_overlap(struct bench *t, const struct laid *l) {
    for (size_t i = 0; i < l->page_count; i++) {
        const struct seen *s = read_page(t, &l->pages[i]);
        double body = 0, note = 1000;
        for (size_t k = 0; k < s->n; k++) {
            const struct word_seen *w = &s->at[k];
            body = is_body(w) ? fmax(body, w->y) : body;
            note = is_note_text(w) ? fmin(note, w->y) : note;
        }
        assert_true(body + 9 < note);
    }
}

static void test_every_note_is_with_its_mark(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct bench t = bench_open(i ? "en" : "zh", "templates/handout.xml");
        struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
        for (int k = 0; k < 40; k++)
            add(c, noted(&t, 1 + k % 4, arena_printf(t.a, "fn-%d", k),
                         repeated(&t, i ? ENGLISH : SENTENCE, 1 + k % 3), k % 5));
        const struct laid *l = lay(&t, b);
        check_all_with_marks(&t, l, 40);
        check_no_overlap(&t, l);
        check_tags(l, 0);
        bench_close(&t);
    }
}

/* Rings begin at one on each page; plain numbers run on. */
static void check_numbers(const char *language, bool by_page) {
    struct bench t = bench_open(language, "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    for (int k = 0; k < 12; k++)
        add(c, noted(&t, 6, arena_printf(t.a, "fn-%d", k), "x", 0));
    const struct laid *l = lay(&t, b);
    size_t all = 0, pages = 0;
    for (size_t i = 0; i < l->page_count; i++) {
        size_t here = 0;
        const struct seen *s = read_page(&t, &l->pages[i]);
        for (size_t k = 0; k < s->n; k++) {
            if (!is_text_page(l, i) || !is_number(&s->at[k]))
                continue;
            here++;
            all++;
            const char ring[] = {'\xE2', '\x91', (char)(0x9F + here), 0};
            assert_string_equal(s->at[k].text,
                                by_page ? arena_strdup(t.a, ring) : arena_printf(t.a, "%zu", all));
        }
        pages += here > 0;
    }
    assert_int_equal(all, 12);
    assert_true(pages >= 3);
    bench_close(&t);
}

static void test_numbers(void **state) {
    (void)state;
    check_numbers("zh", true);
    check_numbers("en", false);
}

static void test_more_than_twenty(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    struct block *p = add(c, para(&t, 0));
    struct inline_ **to = (struct inline_ **)(void *)&p->text;
    *to = NULL;
    for (int k = 0; k < 24; k++) {
        *to = words(&t, "先问容量");
        (*to)->next = note_mark(&t, arena_printf(t.a, "fn-%d", k), "再问带宽。");
        to = &(*to)->next->next;
    }
    const struct laid *l = lay(&t, b);
    check_all_with_marks(&t, l, 24);
    size_t found = 0;
    for (size_t i = 0; i < l->page_count; i++) {
        const struct seen *s = read_page(&t, &l->pages[i]);
        for (size_t k = 0; k < s->n; k++)
            found += is_number(&s->at[k]) &&
                     (!strcmp(s->at[k].text, "⑳") || !strcmp(s->at[k].text, "21"));
    }
    assert_int_equal(found, 2);
    check_tags(l, 0);
    bench_close(&t);
}

/* A note longer than what is left of the page: at least two lines on the page of the mark, all
 * lines once, in one Note over two pages, and another for each page further on. */
static void test_long_note_goes_on(void **state) {
    (void)state;
    for (int before = 12; before < 24; before++) {
        struct bench t = bench_open("zh", "templates/handout.xml");
        struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
        add(c, para(&t, before));
        add(c, noted(&t, 1, "fn-0", repeated(&t, SENTENCE, 28), 1));
        for (int k = 0; k < 30; k++)
            add(c, para(&t, 2));
        const struct laid *l = lay(&t, b);
        size_t lines = 0, pages = 0, notes = 0;
        for (size_t i = 0; i < l->page_count; i++) {
            const struct seen *s = read_page(&t, &l->pages[i]);
            size_t here = 0;
            for (size_t k = 0; k < s->n; k++)
                here += is_note_text(&s->at[k]);
            assert_int_not_equal(here, 1);
            lines += here;
            pages += here > 0;
            for (const struct item *k = l->pages[i].scene->first; k; k = k->next)
                notes += k->kind == ITEM_TAG_OPEN && k->as.tag.tag == TAG_NOTE;
        }
        /* 28 × 81 characters on lines of 340 / 8.5 = 40 */
        assert_in_range(lines, 28 * 81 / 41, 28 * 81 / 38);
        assert_in_range(pages, 1, 3);
        assert_int_equal(notes, pages > 2 ? pages - 1 : 1);
        check_all_with_marks(&t, l, 1);
        check_no_overlap(&t, l);
        check_tags(l, 0);
        bench_close(&t);
    }
}

static void test_note_of_a_float_goes_with_it(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    add(c, para(&t, 9));
    struct block *f = add(c, figure(&t, 493, 420)); /* finds no room below 23 lines */
    f->id = "fig";
    ((struct inline_ *)(void *)f->title)->next = note_mark(&t, "fn-0", "图注的注。");
    struct block *x = add(c, table(&t, 5, NULL));
    ((struct inline_ *)(void *)x->table->body[1].cells[0].text)->next =
        note_mark(&t, "fn-1", "格里的注。");
    for (int k = 0; k < 8; k++)
        add(c, para(&t, 4));
    const struct laid *l = lay(&t, b);
    assert_string_equal(label_of(l, "fig"), "3");
    check_all_with_marks(&t, l, 2);
    assert_string_equal(label_of(l, "fn-0"), "3");
    check_tags(l, 1);
    bench_close(&t);
}

/* Reference with a Link to the note, Note with a Link to the mark; the note after the paragraph. */
static void test_structure(void **state) {
    (void)state;
    struct bench t = bench_open("en", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    add(c, noted(&t, 1, "fn", "A note.", 1));
    const struct laid *l = lay(&t, b);
    enum tag order[32];
    size_t n = 0, to_note = 0, to_mark = 0;
    for (const struct item *k = l->pages[l->page_count - 1].scene->first; k; k = k->next) {
        if (k->kind != ITEM_TAG_OPEN)
            continue;
        const struct tag_facts *facts = &k->as.tag.facts;
        to_note += facts->dest && !strcmp(facts->dest, "fn");
        to_mark += facts->dest && !strcmp(facts->dest, "fn-mark");
        if (k->as.tag.tag != TAG_ARTIFACT && n < 32)
            order[n++] = k->as.tag.tag;
    }
    static const enum tag expected[] = {TAG_P,    TAG_SPAN, TAG_REFERENCE, TAG_LINK, TAG_SPAN,
                                        TAG_NOTE, TAG_LBL,  TAG_LINK,      TAG_P};
    assert_true(n >= sizeof expected / sizeof *expected);
    assert_memory_equal(order, expected, sizeof expected);
    assert_int_equal(to_note, 1);
    assert_int_equal(to_mark, 1);
    bench_close(&t);
}

static void test_title_shows_no_mark_elsewhere(void **state) {
    (void)state;
    struct bench t = bench_open("zh", "templates/handout.xml");
    struct block *b = book(&t), *c = chapter(&t, b, "c-1", "1");
    struct block *s = section(&t, c, "1.1");
    ((struct inline_ *)(void *)s->title)->next = note_mark(&t, "fn-0", "标题的注。");
    ((struct inline_ *)(void *)c->title)->next = note_mark(&t, "fn-1", "章题的注。");
    add(s, para(&t, 40));
    const struct laid *l = lay(&t, b);
    check_all_with_marks(&t, l, 2);
    size_t marks = 0;
    for (size_t i = 0; i < l->page_count; i++)
        for (const struct item *k = l->pages[i].scene->first; k; k = k->next)
            marks += k->kind == ITEM_TAG_OPEN && k->as.tag.tag == TAG_REFERENCE;
    assert_int_equal(marks, 2); /* in the titles; none in contents, opening, heads */
    check_tags(l, 0);
    bench_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_place),
        cmocka_unit_test(test_every_note_is_with_its_mark),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_more_than_twenty),
        cmocka_unit_test(test_long_note_goes_on),
        cmocka_unit_test(test_note_of_a_float_goes_with_it),
        cmocka_unit_test(test_structure),
        cmocka_unit_test(test_title_shows_no_mark_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
