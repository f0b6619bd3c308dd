/* Tables on pages: axes, widths, spans, rules, parts. Lengths come from design 5: a measure of 357,
 * with the margin column 493, gaps of 6, rules of 0.8 and 0.5. */
#include "page/tables.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define TABLE(attributes, group)                                                                   \
    "<table xml:id='t' " attributes "><title>T</title>" group "</table>"
#define TYPED(text) "<phrase role='typed'>" text "</phrase>"

/* ── Numbers ── */

/* Where the point of a number stands, or what follows its last digit. */
static double axis_of(const struct ink_seen *ink) {
    const struct text_item *t = ink->text;
    double x = ink->x;
    bool digits = false;
    for (size_t i = t->from; i < t->to; i++) {
        uint32_t c = t->shaped->clusters[i].code;
        bool digit = c >= '0' && c <= '9';
        if (digits && !digit && c != 0x202F)
            return x;
        digits |= digit;
        x += t->advances[i - t->from];
    }
    return x;
}

static void test_points_stand_under_each_other(void **state) {
    (void)state;
    static const char *const numbers[] = {"80 GB",  "3.35 TB/s", "≈ 295.25", "10\u202F000",
                                          "−12.25", "1.25×",     "0.4%",     "55–85%"};
    struct press p = press_open("en");
    const char *rows = "";
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        rows = arena_printf(p.a, "%s<row><entry>row</entry><entry>%s%s</entry></row>", rows,
                            numbers[i], i == 2 ? "<footnote><para>Dense.</para></footnote>" : "");
    press_lay(&p, arena_printf(p.a,
                               TABLE("", "<tgroup cols='2'><colspec/><colspec align='char'/>"
                                         "<tbody>%s<row><entry>row</entry><entry>—</entry></row>"
                                         "</tbody></tgroup>"),
                               rows));
    struct sight s = see_all(&p);
    double axis = axis_of(find_words(&s, "80 GB"));
    for (size_t i = 0; i < s.n; i++)
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
            if (s.at[i].text && !strncmp(s.at[i].words, numbers[k], strlen(numbers[k])))
                assert_near(axis_of(&s.at[i]), axis, 0.05);
    const struct ink_seen *dash = find_words(&s, "—");
    assert_near(dash->x + dash->width / 2, axis, 0.05);
    press_close(&p);
}

static void test_letters_of_notes_do_not_move_numbers(void **state) {
    (void)state;
    struct press p = press_open("zh");
    press_lay(&p,
              TABLE("", "<tgroup cols='3'><colspec/><colspec align='right'/><colspec/><tbody>"
                        "<row><entry>甲</entry><entry>1979</entry><entry>x</entry></row>"
                        "<row><entry>乙</entry><entry>3350<footnote><para>稠密。</para></footnote>"
                        "</entry><entry>y<footnote><para>别处。</para></footnote></entry></row>"
                        "</tbody></tgroup>"));
    struct sight s = see_all(&p);
    const struct ink_seen *plain = find_words(&s, "1979"), *noted = NULL;
    for (size_t i = 0; i < s.n; i++)
        if (!strncmp(s.at[i].words, "3350", 4))
            noted = &s.at[i];
    assert_non_null(noted);
    assert_near(noted->x, plain->x, 0.05);
    /* a and b: once beside a cell, once below the table */
    assert_int_equal(count_words(&s, "a") + count_words(&s, "b"), 4);
    assert_true(find_words(&s, "稠密。")->y > noted->y + 13.5);
    assert_near(find_words(&s, "别处。")->y - find_words(&s, "稠密。")->y, 12, 0.01);
    press_close(&p);
}

/* ── Widths ── */

static void test_shares_divide_the_measure(void **state) {
    (void)state;
    struct press p = press_open("en");
    press_lay(&p, TABLE("", "<tgroup cols='3'><colspec colwidth='1*'/><colspec colwidth='2*'/>"
                            "<colspec colwidth='2*'/><tbody><row><entry>aa</entry><entry>bb</entry>"
                            "<entry>cc</entry></row></tbody></tgroup>") "<para>End.</para>");
    struct sight s = see_all(&p);
    double left = find_words(&s, "aa")->x;
    /* 357 − 2 · 6 = 345 in five shares of 69 */
    assert_near(find_words(&s, "bb")->x - left, 69 + 6, 0.01);
    assert_near(find_words(&s, "cc")->x - left, 69 + 138 + 12, 0.01);
    press_close(&p);
}

static void test_lengths_come_off_first(void **state) {
    (void)state;
    struct press p = press_open("en");
    press_lay(
        &p,
        TABLE(
            "",
            "<tgroup cols='2'><colspec colwidth='30mm'/><colspec colwidth='*'/>"
            "<tbody><row><entry>aa</entry><entry>bb</entry></row></tbody></tgroup>") "<informaltabl"
                                                                                     "e><tgroup "
                                                                                     "cols='2'><"
                                                                                     "colspec "
                                                                                     "colwidth='1."
                                                                                     "5*+10pt'/>"
                                                                                     "<colspec "
                                                                                     "colwidth='1*'"
                                                                                     "/><tbody><"
                                                                                     "row><entry>"
                                                                                     "cc</"
                                                                                     "entry><entry>"
                                                                                     "dd</entry></"
                                                                                     "row>"
                                                                                     "</tbody></"
                                                                                     "tgroup></"
                                                                                     "informaltable"
                                                                                     ">");
    struct sight s = see_all(&p);
    /* 30 mm = 85.04 pt; (357 − 6 − 10) / 2.5 = 136.4, so the first is 1.5 · 136.4 + 10 = 214.6 */
    assert_near(find_words(&s, "bb")->x - find_words(&s, "aa")->x, 85.04 + 6, 0.01);
    assert_near(find_words(&s, "dd")->x - find_words(&s, "cc")->x, 214.6 + 6, 0.01);
    press_close(&p);
}

/* ── Spans and rules ── */

static const char SPANS[] =
    TABLE("", "<tgroup cols='3'><colspec colname='a'/><colspec colname='b' align='right'/>"
              "<colspec colname='c' align='right'/><spanspec spanname='bc' namest='b' nameend='c'/>"
              "<thead><row><entry morerows='1'>Model</entry><entry spanname='bc'>Training</entry>"
              "</row><row><entry>Memory</entry><entry>Time</entry></row></thead>"
              "<tfoot><row><entry>Sum</entry><entry>33</entry><entry>44</entry></row></tfoot>"
              "<tbody><row><entry namest='a' nameend='c'>Dense</entry></row>"
              "<row><entry morerows='1'>seven</entry><entry>11</entry><entry>22</entry></row>"
              "<row><entry colname='c'>66</entry></row></tbody></tgroup>");

static size_t count_rules(const struct sight *s, double weight, double length) {
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        n += !s->at[i].text && fabs(s->at[i].weight - weight) < 1e-9 &&
             fabs(s->at[i].width - length) < 0.01;
    return n;
}

static void test_spans_have_their_rules(void **state) {
    (void)state;
    struct press p = press_open("en");
    press_lay(&p, SPANS);
    struct sight s = see_all(&p);
    assert_int_equal(count_rules(&s, 0.8, 357), 2); /* above and below */
    assert_int_equal(count_rules(&s, 0.5, 357), 2); /* under the head, above the sum */
    double left = find_words(&s, "Memory")->x, right = find_words(&s, "Model")->x + 357;
    const struct ink_seen *group = NULL;
    for (size_t i = 0; i < s.n; i++)
        if (!s.at[i].text && fabs(s.at[i].weight - 0.4) < 1e-9 && s.at[i].width < 357)
            group = &s.at[i];
    assert_non_null(group);
    assert_true(group->x <= left + 0.01);
    assert_near(group->x + group->width, right, 0.01);
    /* over two rows of 13.5: half a row below the first of them */
    assert_near(find_words(&s, "seven")->y - find_words(&s, "11")->y, 13.5 / 2, 0.01);
    const struct ink_seen *last = find_words(&s, "66"), *above = find_words(&s, "22");
    assert_near(last->x + last->width, above->x + above->width, 0.01);
    press_close(&p);
}

static size_t count_tags(const struct press *p, enum tag tag, const char *scope) {
    size_t n = 0;
    for (size_t k = 0; k < p->laid->page_count; k++) {
        int artifacts = 0;
        for (const struct item *i = p->laid->pages[k].scene->first; i; i = i->next) {
            if (i->kind == ITEM_TAG_CLOSE)
                artifacts -= artifacts > 0;
            if (i->kind != ITEM_TAG_OPEN)
                continue;
            artifacts += artifacts || i->as.tag.tag == TAG_ARTIFACT;
            const char *own = i->as.tag.facts.scope;
            n += !artifacts && i->as.tag.tag == tag && (!scope || (own && !strcmp(own, scope)));
        }
    }
    return n;
}

static void test_heads_say_what_they_head(void **state) {
    (void)state;
    struct press p = press_open("en");
    press_lay(&p, SPANS);
    assert_int_equal(count_tags(&p, TAG_TH, "Column"), 3); /* Model, Memory, Time */
    assert_int_equal(count_tags(&p, TAG_TH, "Both"), 2);   /* Training, Dense */
    assert_int_equal(count_tags(&p, TAG_TH, "Row"), 2);    /* seven, Sum */
    assert_int_equal(count_tags(&p, TAG_TD, NULL), 5);     /* 11 22 66 33 44 */
    assert_int_equal(count_tags(&p, TAG_TFOOT, NULL), 1);
    press_close(&p);
}

/* ── Over pages ── */

static const char *many_rows(struct press *p, size_t n, size_t columns) {
    struct bytes out = {.arena = p->a};
    bytes_printf(&out, "<table xml:id='t'><title>Long</title><tgroup cols='%zu'><thead><row>",
                 columns);
    for (size_t c = 0; c < columns; c++)
        bytes_printf(&out, "<entry>h%zu</entry>", c);
    bytes_puts(&out, "</row></thead><tbody>");
    for (size_t i = 0; i < n; i++) {
        bytes_puts(&out, "<row>");
        for (size_t c = 0; c < columns; c++)
            bytes_printf(&out, "<entry>%c%zu</entry>", c ? 'x' : 'r', 1000 + i);
        bytes_puts(&out, "</row>");
    }
    bytes_puts(&out, "</tbody></tgroup></table>");
    return arena_strndup(p->a, out.at, out.n);
}

static void check_parts(const char *language, size_t rows, const char *continued) {
    struct press p = press_open(language);
    press_lay(&p, many_rows(&p, rows, 3));
    struct sight s = see_all(&p);
    size_t on_page[200] = {0}, parts = 0, seen = 0, again = 0;
    for (size_t i = 0; i < s.n; i++) {
        bool row = s.at[i].words[0] == 'r' && s.at[i].words[1] >= '0' && s.at[i].words[1] <= '9';
        seen += row;
        on_page[s.at[i].page] += row;
        again += strstr(s.at[i].words, continued) != NULL;
    }
    for (size_t k = 0; k < 200; k++) {
        parts += on_page[k] > 0;
        assert_true(on_page[k] != 1 || rows == 1);
    }
    assert_int_equal(seen, rows);
    assert_int_equal(again, parts - 1);
    assert_int_equal(count_words(&s, "h0"), parts);
    assert_int_equal(count_rules(&s, 0.8, 357), 2 * parts);
    assert_int_equal(count_tags(&p, TAG_THEAD, NULL), 1); /* the others are for the eye */
    assert_int_equal(count_tags(&p, TAG_TABLE, NULL), 1);
    press_close(&p);
}

static void test_parts_repeat_their_heads(void **state) {
    (void)state;
    static const size_t counts[] = {1, 2, 46, 47, 48, 49, 300};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        check_parts("zh", counts[i], "（续）");
        check_parts("en", counts[i], "(continued)");
    }
}

static void test_a_tall_row_is_split_between_lines(void **state) {
    (void)state;
    struct press p = press_open("en");
    struct bytes text = {.arena = p.a};
    for (int i = 0; i < 1600; i++)
        bytes_printf(&text, "w%d ", i);
    press_lay(&p, arena_printf(p.a,
                               TABLE("", "<tgroup cols='2'><colspec colwidth='40pt'/><colspec/>"
                                         "<tbody><row><entry>name</entry><entry>%.*s</entry></row>"
                                         "<row><entry>next</entry><entry>end</entry></row></tbody>"
                                         "</tgroup>"),
                               (int)text.n, text.at));
    struct sight s = see_all(&p);
    size_t pages[64] = {0}, split = 0;
    double last = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.at[i].words[0] != 'w')
            continue;
        pages[s.at[i].page]++;
        assert_true(s.at[i].y < 72 + 684);
        last = fmax(last, s.at[i].y);
    }
    for (size_t k = 0; k < 64; k++) {
        split += pages[k] > 0;
        assert_true(pages[k] != 1);
    }
    assert_true(split >= 2);
    const char *all = "";
    for (size_t i = 0; i < s.n; i++)
        if (s.at[i].words[0] == 'w')
            all = arena_printf(p.a, "%s %s", all, s.at[i].words);
    for (int i = 0; i < 1600; i += 7) /* nothing is lost */
        assert_non_null(strstr(all, arena_printf(p.a, "w%d", i)));
    press_close(&p);
}

/* ── Wide tables ── */

/* A column of short cells and one whose text takes two lines in the measure and one in the measure
 * with the margin column: that makes the table lower by nearly half. */
static void test_a_table_takes_the_margin_where_it_saves_lines(void **state) {
    (void)state;
    struct press p = press_open("en");
    struct bytes out = {.arena = p.a};
    bytes_puts(&out, "<table xml:id='t'><title>T</title><tgroup cols='2'><tbody>");
    for (int i = 0; i < 12; i++)
        bytes_printf(
            &out,
            "<row><entry>name%d</entry><entry>about four hundred points of text that stand "
            "in one line of the wide block only, not in less</entry></row>",
            i);
    bytes_puts(&out, "</tbody></tgroup></table>");
    press_lay(&p, arena_strndup(p.a, out.at, out.n));
    struct sight s = see_all(&p);
    assert_int_equal(count_rules(&s, 0.8, 493), 2);
    double first = find_words(&s, "name0")->y;
    for (int i = 0; i < 12; i++) /* the pitch of rows of one line, design 5 */
        assert_near(find_words(&s, arena_printf(p.a, "name%d", i))->y, first + 13.5 * i, 0.01);
    press_close(&p);
}

/* Two lines have 2 pt more above and below them, whatever stands there. */
static void test_rows_of_several_lines_are_told_apart_evenly(void **state) {
    (void)state;
    struct press p = press_open("en");
    press_lay(&p,
              TABLE("", "<tgroup cols='2'><colspec colwidth='40pt'/><colspec colwidth='60pt'/>"
                        "<tbody><row><entry>n1</entry><entry>one</entry></row>"
                        "<row><entry>n2</entry><entry>lines that are certainly two</entry></row>"
                        "<row><entry>n3</entry><entry>one</entry></row></tbody></tgroup>"));
    struct sight s = see_all(&p);
    double y = find_words(&s, "n1")->y;
    assert_near(find_words(&s, "n2")->y, y + 13.5 + 2, 0.01);
    double lines = round((find_words(&s, "n3")->y - find_words(&s, "n2")->y - 2) / 13.5);
    assert_true(lines >= 2);
    assert_near(find_words(&s, "n3")->y, y + 13.5 * (1 + lines) + 4, 0.01);
    press_close(&p);
}

static void test_wide_tables_are_split_by_columns(void **state) {
    (void)state;
    struct press p = press_open("en");
    struct bytes out = {.arena = p.a};
    bytes_puts(&out, "<table xml:id='t'><title>Wide</title><tgroup cols='14'><thead><row>");
    for (int c = 0; c < 14; c++)
        bytes_printf(&out, "<entry>head%d</entry>", c);
    bytes_puts(&out, "</row></thead><tbody><row><entry>rowname</entry>");
    for (int c = 1; c < 14; c++)
        bytes_printf(&out, "<entry>unbreakableword%d</entry>", c);
    bytes_puts(&out, "</row></tbody></tgroup></table>");
    press_lay(&p, arena_strndup(p.a, out.at, out.n));
    struct sight s = see_all(&p);
    double left = find_words(&s, "rowname")->x;
    for (int c = 1; c < 14; c++) {
        const struct ink_seen *word = find_words(&s, arena_printf(p.a, "unbreakableword%d", c));
        assert_true(word->x + word->width <= left + 493 + 0.05);
        find_words(&s, arena_printf(p.a, "head%d", c));
    }
    size_t parts = count_words(&s, "rowname");
    assert_true(parts >= 2);
    assert_int_equal(count_words(&s, "head0"), parts);
    assert_int_equal(count_rules(&s, 0.8, 493), 2 * parts);
    press_close(&p);
}

static void test_twenty_columns_of_numbers_are_set_smaller(void **state) {
    (void)state;
    struct press p = press_open("zh");
    press_lay(&p, many_rows(&p, 3, 20));
    struct sight s = see_all(&p);
    assert_int_equal(count_words(&s, "r1000"), 1);
    double edge = find_words(&s, "r1000")->x;
    for (size_t i = 0; i < s.n; i++)
        if (s.at[i].words[0] == 'x')
            assert_true(s.at[i].x + s.at[i].width <= edge + 493 + 0.05);
    press_close(&p);
}

static void test_turned_tables_stand_on_their_side(void **state) {
    (void)state;
    struct press p = press_open("en");
    press_lay(&p, "<table xml:id='t' orient='land'><title>Turned</title><tgroup cols='2'><thead>"
                  "<row><entry>h0</entry><entry>h1</entry></row></thead><tbody><row><entry>aa"
                  "</entry><entry>bb</entry></row></tbody></tgroup></table><para>After.</para>");
    struct sight s = see_all(&p);
    const struct ink_seen *a = find_words(&s, "aa"), *b = find_words(&s, "bb");
    assert_near(a->angle, 90, 1e-9);
    assert_near(a->x, b->x, 1e-9); /* one baseline, upwards */
    assert_near(a->y, 72 + 684, 0.01);
    assert_near(b->y - b->width, 72, 0.05); /* the last column is flush */
    assert_true(find_words(&s, "h0")->x < a->x);
    press_close(&p);
}

/* ── Growth ── */

/* Pages of memory touched while a table is set, in a process of its own. */
static long pages_of(size_t rows) {
    int ends[2];
    long pages = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        struct rusage before, after;
        struct press p = press_open("en");
        const char *text = many_rows(&p, rows, 20);
        getrusage(RUSAGE_SELF, &before);
        press_lay(&p, text);
        getrusage(RUSAGE_SELF, &after);
        pages = after.ru_minflt - before.ru_minflt;
        _exit(write(ends[1], &pages, sizeof pages) != sizeof pages);
    }
    assert_true(child > 0);
    assert_int_equal(read(ends[0], &pages, sizeof pages), sizeof pages);
    waitpid(child, NULL, 0);
    close(ends[0]);
    close(ends[1]);
    return pages;
}

/* Twice the rows, twice the memory. */
static void test_growth_is_linear(void **state) {
    (void)state;
    long half = pages_of(1000), whole = pages_of(2000);
    assert_true(half > 0 && (double)whole <= 2.3 * (double)half);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_stand_under_each_other),
        cmocka_unit_test(test_letters_of_notes_do_not_move_numbers),
        cmocka_unit_test(test_shares_divide_the_measure),
        cmocka_unit_test(test_lengths_come_off_first),
        cmocka_unit_test(test_spans_have_their_rules),
        cmocka_unit_test(test_heads_say_what_they_head),
        cmocka_unit_test(test_parts_repeat_their_heads),
        cmocka_unit_test(test_a_tall_row_is_split_between_lines),
        cmocka_unit_test(test_a_table_takes_the_margin_where_it_saves_lines),
        cmocka_unit_test(test_rows_of_several_lines_are_told_apart_evenly),
        cmocka_unit_test(test_wide_tables_are_split_by_columns),
        cmocka_unit_test(test_twenty_columns_of_numbers_are_set_smaller),
        cmocka_unit_test(test_turned_tables_stand_on_their_side),
        cmocka_unit_test(test_growth_is_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
