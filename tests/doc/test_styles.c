/* r:style rows and the names of styles. */
#include "doc/reading.h"
#include "doc/style.h"

#define assert_near(got, want) assert_true((got) > (want)-1e-9 && (got) < (want) + 1e-9)

static struct styles *styles_of(struct reading *t, const char *rows) {
    const char *text = arena_printf(
        t->arena, "<r:template xmlns:r='urn:ridgepoint:1' name='t'>\n%s</r:template>", rows);
    const struct node *root = xml_parse(t->arena, t->diag, reading_source(t, "t.xml", text));
    assert_non_null(root);
    return styles_read(t->arena, t->diag, root);
}

static const struct style *find(struct reading *t, const struct styles *s, const char *name,
                                const char *language) {
    struct span nowhere = {0};
    return style_find(s, t->diag, nowhere, name, language);
}

/* A template over another says what differs, in the languages that have no row of their own. */
static void templates_say_what_differs(void **state) {
    (void)state;
    struct reading t = reading_open();
    struct styles *base =
        styles_of(&t, "<r:style name='a' lang='zh' font-family='sans' font-size='10pt' "
                      "margin-top='6pt' text-indent='2em'/>"
                      "<r:style name='a' lang='en' font-family='mono' font-size='9pt'/>"
                      "<r:style name='b' font-weight='semibold' font-size='8pt'/>");
    struct styles *own = styles_of(&t, "<r:style name='a' color='ink2'/>"
                                       "<r:style name='b' lang='en' font-size='7pt'/>"
                                       "<r:style name='c' font-size='6pt'/>");
    styles_over(own, t.diag, base, 2);
    const struct style *zh = find(&t, own, "a", "zh"), *en = find(&t, own, "a", "en");
    assert_int_equal(zh->text.family, FAMILY_SANS);
    assert_near(zh->text.size, 20);
    assert_near(zh->before, 12);
    assert_near(zh->indent, 40);
    assert_int_equal(zh->text.ink, INK_INK2);
    assert_int_equal(en->text.family, FAMILY_MONO);
    assert_near(en->text.size, 18);
    assert_int_equal(en->text.ink, INK_INK2);
    assert_near(find(&t, own, "b", "en")->text.size, 7);
    assert_int_equal(find(&t, own, "b", "en")->text.weight, WEIGHT_SEMIBOLD);
    assert_near(find(&t, own, "b", "zh")->text.size, 16);
    assert_near(find(&t, own, "c", "zh")->text.size, 6);
    assert_int_equal(diag_count(t.diag, SEVERITY_WARNING), 0);
    reading_close(&t);
}

static void properties_are_read(void **state) {
    (void)state;
    struct reading t = reading_open();
    struct styles *s = styles_of(
        &t, "<r:style name='note' font-family='sans' font-weight='semibold' font-style='italic'"
            " font-size='8pt' line-height='12pt' text-align='center' text-indent='2em'"
            " margin-top='3pt' margin-bottom='1em' padding-left='0.5em' color='ink2'"
            " figures='tabular' hyphens='auto'/>");
    const struct style *y = find(&t, s, "note", "en");
    assert_int_equal(y->text.family, FAMILY_SANS);
    assert_int_equal(y->text.weight, WEIGHT_SEMIBOLD);
    assert_true(y->text.italic && y->text.tabular && y->hyphenate);
    assert_int_equal(y->text.ink, INK_INK2);
    assert_int_equal(y->align, ALIGN_CENTRE);
    assert_near(y->text.size, 8);
    assert_near(y->pitch, 12);
    assert_near(y->indent, 16); /* 2 × 8 */
    assert_near(y->before, 3);
    assert_near(y->after, 8);
    assert_near(y->left, 4);
    assert_int_equal(diag_count(t.diag, SEVERITY_WARNING), 0);
    reading_close(&t);
}

static void language_rows_win(void **state) {
    (void)state;
    struct reading t = reading_open();
    struct styles *s = styles_of(&t, "<r:style name='body' lang='zh' font-size='10.5pt'/>"
                                     "<r:style name='body' font-size='9pt'/>"
                                     "<r:style name='body' lang='en' font-size='11pt'/>");
    assert_near(find(&t, s, "body", "zh-Hans")->text.size, 10.5);
    assert_near(find(&t, s, "body", "en")->text.size, 11);
    assert_near(find(&t, s, "body", "fr")->text.size, 9);
    assert_near(find(&t, s, NULL, "en")->text.size, 11);
    assert_int_equal(diag_count(t.diag, SEVERITY_WARNING), 0);
    reading_close(&t);
}

static void unknown_styles_are_reported_once(void **state) {
    (void)state;
    struct reading t = reading_open();
    struct styles *s = styles_of(&t, "<r:style name='body' font-size='9pt'/>");
    assert_near(find(&t, s, "bodi", "en")->text.size, 9);
    find(&t, s, "bodi", "zh-Hans");
    assert_int_equal(diag_count(t.diag, SEVERITY_WARNING), 1);
    assert_int_equal(diag_count(t.diag, SEVERITY_ERROR), 0);
    assert_non_null(strstr(reading_messages(&t), "did you mean “body”?"));
    reading_close(&t);
}

static void faults_have_places(void **state) {
    (void)state;
    struct reading t = reading_open();
    styles_of(&t, "<r:style name='a' font-sise='9pt'/>\n"
                  "<r:style name='b' color='inc2'/>\n"
                  "<r:style name='c' font-family='serf'/>\n"
                  "<r:style name='d' font-size='0pt'/>\n"
                  "<r:style name='e' text-indent='2'/>\n"
                  "<r:style font-size='9pt'/>\n");
    const char *said = reading_messages(&t);
    assert_int_equal(diag_count(t.diag, SEVERITY_ERROR), 6);
    assert_non_null(strstr(said, "t.xml:2:19: error: unknown style property “font-sise”"));
    assert_non_null(strstr(said, "did you mean “font-size”?"));
    assert_non_null(strstr(said, "t.xml:3:26: error: “inc2” does not do for a style"));
    assert_non_null(strstr(said, "did you mean “ink2”?"));
    assert_non_null(strstr(said, "t.xml:4:32: error: “serf”"));
    assert_non_null(strstr(said, "did you mean “serif”?"));
    assert_non_null(strstr(said, "t.xml:5:30: error: “0pt”"));
    assert_non_null(strstr(said, "t.xml:6:32: error: “2”"));
    assert_non_null(strstr(said, "t.xml:7:1: error: <r:style> lacks the attribute name"));
    reading_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(properties_are_read), cmocka_unit_test(templates_say_what_differs),
        cmocka_unit_test(language_rows_win),   cmocka_unit_test(unknown_styles_are_reported_once),
        cmocka_unit_test(faults_have_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
