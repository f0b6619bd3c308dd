/* Text that names pages: what is printed is where things stand, and the laying out comes to an end
 * also where it must not. */
#include "doc/reading.h"

#include <stdio.h>

#include "page/folio.h"
#include "page/layout.h"

struct bench {
    struct reading reading;
    struct layout_request request;
};

static struct bench bench_open(const char *language) {
    struct bench t = {.reading = reading_open()};
    struct arena *a = t.reading.arena;
    struct diag *d = t.reading.diag;
    const struct node *n = xml_read(a, d, "templates", "templates/handout.xml", NULL);
    assert_non_null(n);
    t.request = (struct layout_request){.strings = catalog_strings(t.reading.catalog, language),
                                        .catalog = t.reading.catalog,
                                        .fonts = t.reading.fonts,
                                        .styles = styles_read(a, d, n)};
    return t;
}

static const struct laid *lay(struct bench *t, const char *language, const char *content) {
    const char *text = arena_printf(t->reading.arena, "<book%s><title>T</title>%s</book>",
                                    HEAD_ATTRIBUTES, content);
    struct block *b =
        reading_blocks(&t->reading, reading_source(&t->reading, "t.xml", text), language);
    assert_non_null(b);
    return layout_handout(t->reading.arena, t->reading.diag, b, &t->request);
}

static const char *page_of(const struct laid *l, const char *dest) {
    for (size_t i = 0; i < l->page_count; i++)
        for (const struct item *item = l->pages[i].scene->first; item; item = item->next)
            if (item->kind == ITEM_DEST && !strcmp(item->as.dest.name, dest))
                return l->pages[i].label;
    return NULL;
}

/* The first piece of text that holds the words, and the page it stands on. */
static const char *find(const struct laid *l, const char *words, const char **page) {
    for (size_t i = 0; i < l->page_count; i++)
        for (const struct item *item = l->pages[i].scene->first; item; item = item->next) {
            if (item->kind != ITEM_TEXT || item->as.text.from == item->as.text.to)
                continue;
            const struct shaped *s = item->as.text.shaped;
            for (size_t k = item->as.text.from; k < item->as.text.to; k++) {
                const char *text = s->pieces[s->clusters[k].piece].text;
                bool number = *words >= '0' && *words <= '9'; /* a bare folio: all of it */
                if (number ? strcmp(text, words) != 0 : !strstr(text, words))
                    continue;
                *page = l->pages[i].label;
                return text;
            }
        }
    return NULL;
}

static const char *paras(struct bench *t, int n) {
    const char *all = "";
    for (int i = 0; i < n; i++)
        all = arena_printf(t->reading.arena,
                           "%s<para>The same device is busy in training and idle when it answers "
                           "one person. It waits for data and not for arithmetic. Ask first for "
                           "capacity, then for bandwidth, and at last for arithmetic.</para>",
                           all);
    return all;
}

/* One line each, so that rooms can be counted. */
static const char *lines(struct bench *t, int n) {
    const char *all = "";
    for (int i = 0; i < n; i++)
        all = arena_printf(t->reading.arena, "%s<para>One line.</para>", all);
    return all;
}

static void pages_are_the_real_ones(void **state) {
    (void)state;
    static const struct {
        const char *language, *style, *words, *format;
    } rows[] = {
        {"en", "select: label page", "on page", " on page %s"},
        {"en", "page", "", "page %s"},
        {"zh", "select: label page", "页", "（第 %s 页）"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bench t = bench_open(rows[i].language);
        struct arena *a = t.reading.arena;
        const struct laid *l = lay(
            &t, rows[i].language,
            arena_printf(a,
                         "<chapter><title>C</title><para>See <xref linkend='z' xrefstyle='%s'/>."
                         "</para>%s<section xml:id='z'><title>Zed</title><para>Z.</para></section>"
                         "</chapter>",
                         rows[i].style, paras(&t, 60)));
        const char *page, *label = page_of(l, "z");
        assert_non_null(label);
        assert_true(atoi(label) > 5);
        const char *want = arena_printf(a, rows[i].format, label);
        const char *said = find(l, *rows[i].words ? rows[i].words : want, &page);
        assert_non_null(said);
        assert_string_equal(said, want);
        assert_string_equal(page, "2");
        assert_int_equal(diag_count(t.reading.diag, SEVERITY_ERROR), 0);
        reading_close(&t.reading);
    }
}

static void own_page_is_not_named(void **state) {
    (void)state;
    struct bench t = bench_open("en");
    const char *page;
    const struct laid *l =
        lay(&t, "en",
            "<chapter><title>C</title><section xml:id='z'><title>Zed</title><para>See <xref "
            "linkend='z' xrefstyle='select: label page'/> (and <xref linkend='y' "
            "xrefstyle='select: label page'/>).</para></section></chapter>"
            "<chapter xml:id='y'><title>D</title><para>Y.</para></chapter>");
    assert_null(find(l, "on page", &page));
    /* Within brackets a comma does. */
    assert_string_equal(find(l, ", page", &page),
                        arena_printf(t.reading.arena, ", page %s", page_of(l, "y")));
    reading_close(&t.reading);
}

/* With its page a reference makes four lines, of which two stand on the page of what it refers to;
 * so the page is not said; so there are three lines, which go to the next page together; so it is
 * said. Filled to every depth, whatever comes out has to be an end. */
static void what_goes_on_and_off_ends(void **state) {
    (void)state;
    for (int n = 40; n < 50; n++) {
        struct bench t = bench_open("en");
        struct arena *a = t.reading.arena;
        const struct laid *l = lay(
            &t, "en",
            arena_printf(
                a,
                "<chapter><title>C</title>%s<para xml:id='z'>Z.</para><para>One two three four "
                "five "
                "six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
                "seventeen "
                "eighteen nineteen twenty and so on. One two three four five six seven <xref "
                "linkend='z2' xrefstyle='select: label page'/> eight nine ten eleven twelve thir "
                "four fif.</para><anchor/></chapter>",
                lines(&t, n)));
        assert_non_null(l);
        reading_close(&t.reading);
    }
}

/* A reference to its own place whose line ends with the folio: with a page number of two digits it
 * may have a line more, and stand elsewhere. Both are right, none is a fault. */
static void narrow_and_wide_folios_settle(void **state) {
    (void)state;
    enum { LETTERS = 26, ROOMS = 3 };
    for (int i = 0; i < LETTERS * ROOMS; i++) {
        struct bench t = bench_open("en");
        struct arena *a = t.reading.arena;
        const char *own = arena_printf(
            a,
            "<para><anchor xml:id='me'/>A paragraph of some words that fills two lines and a part "
            "of the third one, so that the number at the end of it decides whether there is a "
            "fourth line. It says where it stands itself, on some page of this book, here%.*s: "
            "<xref linkend='me' xrefstyle='template: p.%%p'/></para>",
            i % LETTERS, "xxxxxxxxxxxxxxxxxxxxxxxxxx");
        /* Seven pages of 45 lines after the opening, and all but a few of the eighth. */
        const struct laid *l = lay(&t, "en",
                                   arena_printf(a, "<chapter><title>C</title>%s%s</chapter>",
                                                lines(&t, 45 * 8 - 2 - i / LETTERS), own));
        const char *page = NULL, *label = page_of(l, "me");
        assert_string_equal(find(l, label, &page), label);
        assert_string_equal(page, label);
        assert_int_equal(diag_count(t.reading.diag, SEVERITY_ERROR), 0);
        reading_close(&t.reading);
    }
}

/* What moves away from every page that is named: five rounds, and a fault that says where. */
static void what_cannot_settle_is_a_fault(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct diag *d = diag_new(a);
    struct folios *f = folios_new(a, d);
    struct laid_page pages[2] = {{.label = "9"}, {.label = "10"}};
    struct laid laid = {.pages = pages, .page_count = 2};
    int rounds = 0;
    bool again = true;
    for (; again; rounds++) {
        assert_true(rounds < 100);
        bool nine = !strcmp(folio_ask(f, "me", (struct span){0})->label, "9");
        for (int i = 0; i < 2; i++) {
            struct scene *scene = scene_new(a, 100, 100);
            if (i == nine)
                scene_dest(scene, "me", (struct point){0, 0});
            pages[i].scene = scene;
        }
        again = folios_again(f, &laid);
    }
    assert_int_equal(rounds, 5);
    assert_int_equal(diag_count(d, SEVERITY_ERROR), 1);
    struct bytes out = {.arena = a};
    diag_write(d, &out, false);
    bytes_add(&out, "", 1);
    assert_non_null(strstr(out.at, "the page of “me” does not settle"));
    arena_drop(a);
}

/* Nothing asked, nothing done again. */
static void one_round_without_references(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct laid laid = {.page_count = 0};
    assert_false(folios_again(folios_new(a, diag_new(a)), &laid));
    arena_drop(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_are_the_real_ones),
        cmocka_unit_test(own_page_is_not_named),
        cmocka_unit_test(what_goes_on_and_off_ends),
        cmocka_unit_test(narrow_and_wide_folios_settle),
        cmocka_unit_test(one_round_without_references),
        cmocka_unit_test(what_cannot_settle_is_a_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
