/* Inline elements: what each one makes of its text. */
#include "doc/letters.h"
#include "doc/reading.h"

struct look {
    const char *language, *written, *read;
};

/* `code`, *slanted or dotted*, [text→address]; see dump.c. */
static void elements_have_their_looks(void **state) {
    (void)state;
    static const struct look rows[] = {
        {"en", "<filename>a/b.xml</filename>", "`a/b.xml`"},
        {"en", "<command>ridge build</command>", "`ridge build`"},
        {"en", "<option>--lang</option>", "`--lang`"},
        {"en", "<varname>batch_size</varname>", "`batch_size`"},
        {"en", "<code>a  =  b</code>", "`a  =  b`"},
        {"en", "<code>a\n   b</code>", "`a b`"},
        {"zh", "<code>显存 ， 带宽</code>", "`显存 ， 带宽`"},
        {"en", "<keycap>Ctrl</keycap>", "Ctrl"},
        {"en", "<acronym>GPU</acronym> <abbrev>etc.</abbrev>", "GPU etc."},
        {"en", "a<remark>to do</remark> b", "a b"},
        {"en", "<email>a@b.org</email>", "[a@b.org→mailto:a@b.org]"},
        {"zh", "<uri>https://b.org/a</uri>", "[https://b.org/a→https://b.org/a]"},
        {"en", "<foreignphrase>in vitro</foreignphrase>", "*in vitro*"},
        {"zh", "<foreignphrase xml:lang='en'>in vitro</foreignphrase>", "<en:in vitro>"},
        {"en", "<foreignphrase xml:lang='zh'>显存</foreignphrase>", "<zh:显存>"},
        {"zh", "<citetitle>甲<citetitle>乙</citetitle></citetitle>", "《甲〈乙〉》"},
        {"zh", "<citetitle>Roofline</citetitle>", "*Roofline*"},
        {"en", "<citetitle>Roofline</citetitle>", "*Roofline*"},
        {"en", "<emphasis>see <citetitle>Roofline</citetitle></emphasis>", "*see *Roofline"},
        {"zh", "<quote>甲<quote>乙<quote>丙</quote></quote></quote>", "“甲‘乙“丙”’”"},
        {"en", "e<superscript>x<superscript>y</superscript></superscript>", "e^{x}^{y}"},
        {"en", "x<superscript>a<subscript>b</subscript></superscript>", "x^{a}_{b}"},
    };
    struct reading t = reading_open();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(para(&t, rows[i].language, rows[i].written), rows[i].read);
    reading_close(&t);
}

/* As DocBook XSL calls items. A blank that the author left between Han characters goes. */
static void items_and_steps_are_called_by_number(void **state) {
    (void)state;
    static const char LIST[] =
        "<orderedlist><listitem><para>a</para></listitem><listitem xml:id='two'><para>b</para>"
        "<orderedlist><listitem xml:id='two-one'><para>c</para></listitem></orderedlist>"
        "</listitem></orderedlist>"
        "<orderedlist continuation='continues' numeration='upperroman'>"
        "<listitem xml:id='three'><para>d</para></listitem></orderedlist>"
        "<procedure><step><para>e</para></step><step xml:id='step'><para>f</para><substeps>"
        "<step xml:id='sub'><para>g</para></step></substeps></step></procedure>";
    static const struct look rows[] = {
        {"en", "see <xref linkend='two'/>", "see [item 2→two]"},
        {"en", "see <xref linkend='two-one'/>", "see [item 2.a→two-one]"},
        {"en", "see <xref linkend='three'/>", "see [item III→three]"},
        {"en", "see <xref linkend='step'/>", "see [step 2→step]"},
        {"en", "see <xref linkend='sub'/>", "see [step 2.a→sub]"},
        {"en", "see <xref linkend='sub' xrefstyle='select: number'/>", "see [2.a→sub]"},
        {"zh", "见 <xref linkend='two'/> 末", "见[第 2 项→two]末"},
        {"zh", "见<xref linkend='two-one'/>", "见[第 2.1 项→two-one]"},
        {"zh", "见\n<xref linkend='step'/>", "见[第 2 步→step]"},
    };
    struct reading t = reading_open();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *text = arena_printf(t.arena, "%s</para>%s<para>end", rows[i].written, LIST);
        assert_string_equal(para(&t, rows[i].language, text), rows[i].read);
    }
    assert_string_equal(reading_messages(&t), "");
    reading_close(&t);
}

/* The page of the note stands behind a second mark; where the note is on the page, pages leave it
 * out. */
static void second_marks_say_their_page(void **state) {
    (void)state;
    struct reading t = reading_open();
    static const char *const languages[] = {"zh", "en"};
    static const char *const words[] = {"（注见第 {page} 页）", " (note on page {page})"};
    for (size_t i = 0; i < 2; i++) {
        struct block *b = reading_blocks(
            &t,
            reading_source(&t, "t.xml",
                           "<chapter" HEAD_ATTRIBUTES
                           "><title>T</title><para>a<footnote xml:id='n'>"
                           "<para>N</para></footnote></para><para>b<footnoteref linkend='n'/> c"
                           "</para></chapter>"),
            languages[i]);
        const struct inline_ *mark = b->child->next->text->next, *page = mark->next;
        assert_int_equal(mark->kind, INLINE_NOTE);
        while (page && page->kind != INLINE_PAGE)
            page = page->next;
        assert_non_null(page);
        assert_string_equal(page->text, words[i]);
        assert_string_equal(page->dest, "n");
        for (const struct inline_ *first = b->child->text; first; first = first->next)
            assert_int_not_equal(first->kind, INLINE_PAGE);
    }
    reading_close(&t);
}

/* Words of a link to the web look like one; addresses and code do well without. */
static void links_to_the_web_are_blue(void **state) {
    (void)state;
    static const struct {
        const char *written;
        enum ink ink;
    } rows[] = {
        {"<link xlink:href='https://a.org/'>words</link>", INK_BANDWIDTH},
        {"<link linkend='here'>words</link><anchor xml:id='here'/>", INK_NONE},
        {"<uri>https://a.org/</uri>", INK_NONE},
        {"<literal><link xlink:href='https://a.org/'>words</link></literal>", INK_NONE},
    };
    struct reading t = reading_open();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *text =
            arena_printf(t.arena, "<chapter%s><title>T</title><para>%s</para></chapter>",
                         HEAD_ATTRIBUTES, rows[i].written);
        struct block *b = reading_blocks(&t, reading_source(&t, "t.xml", text), "en");
        assert_int_equal(b->child->text->ink, rows[i].ink);
    }
    reading_close(&t);
}

/* NFKC gives the characters that are meant (Unicode data: U+2F00 is 4E00, U+F900 is 8C48); U+FA0E
 * is no compatibility form in spite of its block. Code keeps what it has. */
static void look_alikes_are_settled(void **state) {
    (void)state;
    static const char written[] =
        "<chapter" HEAD_ATTRIBUTES "><title>T</title><para>&#x2F00;&#x2F83;。&#xF900;&#xFA0E;"
        "２４ Ａ<code>２Ａ</code><phrase role='typed'>３</phrase></para></chapter>";
    struct reading t = reading_open();
    struct node *root = xml_parse(t.arena, t.diag, reading_source(&t, "t.xml", written));
    assert_non_null(root);
    letters_settle(t.arena, t.diag, root);
    assert_string_equal(node_text(t.arena, root), "T一自。\xE8\xB1\x88\xEF\xA8\x8E"
                                                  "24 A２Ａ３");
    assert_int_equal(diag_count(t.diag, SEVERITY_WARNING), 4);
    assert_non_null(strstr(reading_messages(&t), "“２４” looks like “24” and is not the same"));
    reading_close(&t);
}

/* What a word processor leaves where an object was, also in code and as an entity. */
static void places_of_objects_are_told(void **state) {
    (void)state;
    static const char written[] = "<chapter" HEAD_ATTRIBUTES "><title>T</title><para>a\uFFFCb "
                                  "<code>\uFFFC</code></para><para>&#xFFFC;</para></chapter>";
    struct reading t = reading_open();
    struct node *root = xml_parse(t.arena, t.diag, reading_source(&t, "t.xml", written));
    letters_settle(t.arena, t.diag, root);
    assert_int_equal(diag_count(t.diag, SEVERITY_ERROR), 3);
    const char *at = strstr(written, "\uFFFC");
    assert_non_null(
        strstr(reading_messages(&t), arena_printf(t.arena, "t.xml:1:%d", (int)(at - written) + 1)));
    reading_close(&t);
}

/* H₂O and m² in running text hold no data; what is raised beside a typed number does not hide it.
 */
static void digits_of_scripts_are_structure(void **state) {
    (void)state;
    struct reading t = reading_open();
    para(&t, "en",
         "H<subscript>2</subscript>O, m<superscript>2</superscript>, "
         "x<superscript><emphasis>12</emphasis></superscript>");
    assert_int_equal(diag_count(t.diag, SEVERITY_WARNING), 0);
    para(&t, "en", "17<superscript>2</superscript>");
    assert_int_equal(diag_count(t.diag, SEVERITY_WARNING), 1);
    reading_close(&t);
}

/* What MathML lets pass, a <mathphrase> does: small numbers, scripts, the base of a power. */
static void digits_of_formulas_are_structure(void **state) {
    (void)state;
    static const struct {
        const char *written;
        size_t warnings;
    } rows[] = {
        {"2x + 10<superscript>12</superscript>y<subscript>31</subscript>", 0},
        {"x + 10", 1},
        {"24 &#xD7; x<superscript>2</superscript>", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct reading t = reading_open();
        para(&t, "en",
             arena_printf(t.arena, "<inlineequation><mathphrase>%s</mathphrase></inlineequation>",
                          rows[i].written));
        assert_int_equal(diag_count(t.diag, SEVERITY_WARNING), rows[i].warnings);
        reading_close(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_have_their_looks),
        cmocka_unit_test(links_to_the_web_are_blue),
        cmocka_unit_test(second_marks_say_their_page),
        cmocka_unit_test(look_alikes_are_settled),
        cmocka_unit_test(places_of_objects_are_told),
        cmocka_unit_test(digits_of_scripts_are_structure),
        cmocka_unit_test(digits_of_formulas_are_structure),
        cmocka_unit_test(items_and_steps_are_called_by_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
