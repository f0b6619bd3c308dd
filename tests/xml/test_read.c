#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "xml/node.h"

struct room {
    struct arena *arena;
    struct diag *diag;
};

static int set_up(void **state) {
    struct arena *a = arena_new();
    struct room *r = ARENA_NEW(a, struct room);
    *r = (struct room){a, diag_new(a)};
    *state = r;
    return 0;
}

static int tear_down(void **state) {
    arena_drop(((struct room *)*state)->arena);
    return 0;
}

static const char *printed(struct room *r) {
    struct bytes out = {.arena = r->arena};
    bytes_puts(&out, "");
    diag_write(r->diag, &out, false);
    return out.at;
}

static struct node *parse_bytes(struct room *r, const char *text, size_t n) {
    struct source *s = ARENA_NEW(r->arena, struct source);
    *s = (struct source){"t.xml", arena_memdup(r->arena, text, n + 1), n};
    return xml_parse(r->arena, r->diag, s);
}

static struct node *parse(struct room *r, const char *text) {
    struct node *n = parse_bytes(r, text, strlen(text));
    if (!n)
        fail_msg("%s", printed(r));
    return n;
}

static void dumps(struct room *r, const char *text, const char *expected) {
    struct bytes out = {.arena = r->arena};
    xml_dump(parse(r, text), &out);
    assert_string_equal(out.at, expected);
}

static void stands_for(struct span span, const char *text) {
    assert_int_equal(span.to - span.from, strlen(text));
    assert_memory_equal(span.source->text + span.from, text, strlen(text));
}

/* ── Trees ── */

static void a_tree_is_read(void **state) {
    dumps(*state,
          "<?xml version=\"1.0\"?>\n"
          "<chapter xmlns=\"http://docbook.org/ns/docbook\" xmlns:r=\"urn:ridgepoint:1\"\n"
          "         xml:id=\"c1\">\n"
          "<para>显存 <r:value select='$a/x'/> 够</para><?x y?><!-- no --><other xmlns='urn:z'/>\n"
          "</chapter>",
          "<chapter docbook xml:id=\"c1\" @2:1>\n"
          "  \"\\n\" @3:22\n"
          "  <para docbook @4:1>\n"
          "    \"显存 \" @4:7\n"
          "    <value ridge select=\"$a/x\" @4:10>\n"
          "    \" 够\" @4:34\n"
          "  <other other @4:61>\n"
          "  \"\\n\" @4:83\n");
}

static void adjacent_text_is_one(void **state) {
    struct node *n = parse(*state, "<a>x&lt;<!-- c -->y<![CDATA[<z>]]>&#x4E2D;&#33;</a>");
    assert_non_null(n->child);
    assert_null(n->child->next);
    assert_string_equal(n->child->text, "x<y<z>中!");
    stands_for(n->child->span, "x&lt;<!-- c -->y<![CDATA[<z>]]>&#x4E2D;&#33;");
    n = parse(*state, "<a>x y <!-- <!-> --><?p q?><b/>z<?p?></a>");
    stands_for(n->child->span, "x y ");
    stands_for(n->child->next->next->span, "z");
}

static void spans_are_exact(void **state) {
    const char *text = "<a><!-- < > -->\n"
                       "文<b one = 'x > y'\n"
                       "\ttwo=\"2\" ><c/></b>tail</a>";
    struct node *a = parse(*state, text), *b = node_child(a, NS_NONE, "b");
    stands_for(a->span, "<a>");
    stands_for(b->span, "<b one = 'x > y'\n\ttwo=\"2\" >");
    stands_for(b->child->span, "<c/>");
    const struct attribute *one = node_attribute(b, NS_NONE, "one");
    stands_for(one->name_span, "one");
    stands_for(one->value_span, "x > y");
    assert_string_equal(one->value, "x > y");
    stands_for(node_value_span(b, "two"), "2");
    stands_for(node_value_span(b, "three"), "<b one = 'x > y'\n\ttwo=\"2\" >");
    stands_for(b->next->span, "tail");
    stands_for(a->child->span, "\n文");
}

static void long_text_keeps_its_span(void **state) {
    struct room *r = *state;
    struct bytes text = {.arena = r->arena};
    bytes_puts(&text, "<a>");
    for (int i = 0; i < 5000; i++)
        bytes_puts(&text, i % 100 ? "长" : "&amp;\r\n");
    bytes_puts(&text, "<b/></a>");
    struct node *a = parse(r, text.at), *b = node_child(a, NS_NONE, "b");
    assert_int_equal(a->child->span.from, 3);
    assert_int_equal(a->child->span.to, text.n - strlen("<b/></a>"));
    assert_true(a->child->next == b);
    stands_for(b->span, "<b/>");
    assert_int_equal(strlen(a->child->text), 4950 * 3 + 50 * 2);
}

static void values_are_normalised(void **state) {
    struct node *n =
        parse(*state, "<a x=' a\tb\r\n c&#10;d&amp;&lt;&gt;&quot;&apos;&#x6587;&#25991; '"
                      " y='' z='&#xA0;&#x1F600;'/>");
    assert_string_equal(node_value(n, "x"), " a b  c\nd&<>\"'文文 ");
    assert_string_equal(node_value(n, "y"), "");
    assert_string_equal(node_value(n, "z"), "\xC2\xA0😀");
    assert_null(node_value(n, "w"));
}

static void attributes_know_their_namespace(void **state) {
    struct node *n = parse(*state, "<r:a xmlns:r='urn:ridgepoint:1' x='1' "
                                   "xmlns:l='http://www.w3.org/1999/xlink' l:x='2' r:x='3' "
                                   "xml:id='i'/>");
    assert_true(node_is(n, NS_RIDGE, "a"));
    assert_false(node_is(n, NS_DOCBOOK, "a"));
    assert_string_equal(node_value(n, "x"), "1");
    assert_string_equal(node_attribute(n, NS_XLINK, "x")->value, "2");
    assert_string_equal(node_attribute(n, NS_RIDGE, "x")->value, "3");
    stands_for(node_attribute(n, NS_RIDGE, "x")->name_span, "r:x");
    assert_string_equal(node_id(n), "i");
}

static void line_ends_of_all_kinds(void **state) {
    struct node *n = parse(*state, "\xEF\xBB\xBF<a>\r\n<b/>\r\n x\ry\r\n</a>\r\n");
    struct node *b = node_child(n, NS_NONE, "b");
    stands_for(b->span, "<b/>");
    assert_int_equal(span_place(b->span).line, 2);
    assert_int_equal(span_place(b->span).column, 1);
    assert_int_equal(span_place(n->span).column, 1);
    assert_string_equal(b->next->text, "\n x\ny\n");
    stands_for(b->next->span, "\r\n x\ry\r\n");
}

static void lines_beyond_sixteen_bits(void **state) {
    struct room *r = *state;
    enum { LINES = 70000 };
    struct bytes text = {.arena = r->arena};
    bytes_puts(&text, "<a>\n");
    for (int i = 2; i <= LINES; i++)
        bytes_puts(&text, i % 7 ? "  <b x='1'/>\n" : "  文\n");
    bytes_puts(&text, "<last/></a>");
    struct node *a = parse(r, text.at);
    struct place place = span_place(node_child(a, NS_NONE, "last")->span);
    assert_int_equal(place.line, LINES + 1);
    assert_int_equal(place.column, 1);
    for (struct node *n = a->child; n; n = n->next)
        if (n->kind == NODE_ELEMENT)
            assert_int_equal(n->span.source->text[n->span.from], '<');
}

static void text_is_folded(void **state) {
    struct room *r = *state;
    struct node *n = parse(r, "<a>\n  one <b> two</b>\t\n<c/>three\n</a>");
    assert_string_equal(node_text(r->arena, n), "one two three");
    assert_string_equal(node_text(r->arena, parse(r, "<a> \n </a>")), "");
    assert_string_equal(node_text(r->arena, NULL), "");
}

static void siblings_skip_text(void **state) {
    struct node *n = parse(*state, "<a>x<b/>y<c/>z</a>"), *b = node_next(n->child);
    assert_true(node_is(b, NS_NONE, "b"));
    assert_true(node_is(node_next(b), NS_NONE, "c"));
    assert_null(node_next(node_next(b)));
    assert_true(b->parent == n);
}

/* ── Faults ── */

/* The first line of the message must be exactly this; `more`, when not NULL, stands below. */
static void refuses_bytes(void **state, const char *text, size_t n, const char *first,
                          const char *more) {
    struct room *r = *state;
    struct room own = {r->arena, diag_new(r->arena)};
    assert_null(parse_bytes(&own, text, n));
    assert_int_equal(diag_exit_status(own.diag), 1);
    const char *message = printed(&own);
    size_t length = strcspn(message, "\n");
    assert_string_equal(arena_strndup(r->arena, message, length), first);
    if (more && !strstr(message + length, more))
        fail_msg("“%s” is not in: %s", more, message);
}

static void refuses(void **state, const char *text, const char *first, const char *more) {
    refuses_bytes(state, text, strlen(text), first, more);
}

static void tags_must_match(void **state) {
    refuses(state, "<a>\n<para>x\n</section></a>",
            "t.xml:3:1: error: not well-formed: “</section>” closes nothing; expected “</para>”",
            "note: t.xml:2:1: “<para>” begins here");
    refuses(state, "<a>\n<r:b xmlns:r='urn:ridgepoint:1'>\n\n",
            "t.xml:2:33: error: not well-formed: the file ends too early; expected “</r:b>”",
            "note: t.xml:2:1: “<r:b>” begins here");
    refuses(state, "<a/>\n<b/>",
            "t.xml:2:1: error: not well-formed: there is something after the root element; "
            "expected the end of the file",
            NULL);
    refuses(state, "",
            "t.xml:1:1: error: not well-formed: there is no element; "
            "expected a root element",
            NULL);
}

static void signs_must_be_escaped(void **state) {
    refuses(state, "<a>R & D</a>",
            "t.xml:1:6: error: not well-formed: a lone “&”; expected “&amp;”", NULL);
    refuses(state, "<a>1 < 2</a>",
            "t.xml:1:6: error: not well-formed: “<” without a name; expected a tag, or “&lt;” for "
            "the sign",
            NULL);
    refuses(state, "<a>文&#0;</a>",
            "t.xml:1:5: error: not well-formed: a reference to no character; expected a number in "
            "a form like “&#x2014;”",
            "^~~~");
    refuses(state, "<a x='1' x='2'/>",
            "t.xml:1:1: error: not well-formed: attribute “x” stands twice; expected each "
            "attribute once",
            NULL);
    refuses(state, "<a x=1/>",
            "t.xml:1:6: error: not well-formed: a value without quotes; expected “\"”", NULL);
}

static void prefixes_must_be_declared(void **state) {
    refuses(state, "<a>\n<r:value select='x'/></a>",
            "t.xml:2:1: error: not well-formed: namespace prefix “r” is not declared; expected "
            "xmlns:r=\"urn:ridgepoint:1\" here or further out",
            NULL);
}

static void only_five_entities_exist(void **state) {
    refuses(state, "<a>x &nbsp;y</a>",
            "t.xml:1:6: error: undefined entity “nbsp”; expected the character itself, or one of "
            "amp, lt, gt, quot, apos",
            "did you mean “&#xA0;”?");
    refuses(state, "<a x='&am;'/>",
            "t.xml:1:7: error: undefined entity “am”; expected the character itself, or one of "
            "amp, lt, gt, quot, apos",
            "did you mean “amp”?");
}

static void document_types_are_refused(void **state) {
    static const char *const texts[] = {
        "<!DOCTYPE a []>\n<a/>",
        "<!DOCTYPE a SYSTEM \"http://127.0.0.1/x.dtd\">\n<a/>",
        "<!DOCTYPE a [<!ENTITY f SYSTEM \"/etc/passwd\">]>\n<a>&f;</a>",
        "<!DOCTYPE a [<!ENTITY x 'lol'><!ENTITY y '&x;&x;'><!ENTITY z '&y;&y;'>]><a>&z;</a>",
        "<!DOCTYPE a [<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p;]><a/>",
        "<!DOCTYPE a [<!ATTLIST a x CDATA \"1\">",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        refuses(state, texts[i],
                "t.xml:1:1: error: document type declarations are refused; expected no "
                "“<!DOCTYPE …>”",
                NULL);
}

/* As pandoc begins its DocBook: nothing is declared. */
static void a_name_alone_is_no_document_type(void **state) {
    struct room *r = *state;
    const struct node *root = parse(r, "<?xml version='1.0'?>\n<!DOCTYPE a>\n<a>x</a>");
    assert_non_null(root);
    assert_string_equal(root->name, "a");
    assert_int_equal(root->span.from, 35);
    assert_non_null(parse(r, "<!DOCTYPE a ><a/>"));
}

static void depth_is_limited(void **state) {
    struct room *r = *state;
    struct bytes text = {.arena = r->arena};
    for (int i = 0; i < XML_DEPTH_LIMIT; i++)
        bytes_puts(&text, "<a>");
    struct bytes good = {.arena = r->arena};
    bytes_add(&good, text.at, text.n);
    for (int i = 0; i < XML_DEPTH_LIMIT; i++)
        bytes_puts(&good, "</a>");
    assert_non_null(parse(r, good.at));
    bytes_puts(&text, "<b>");
    refuses(state, text.at,
            "t.xml:1:601: error: “b” is nested too deeply; expected at most 200 levels", NULL);
    for (int i = 0; i < 1000000; i++)
        bytes_puts(&text, "<a>");
    refuses(state, text.at,
            "t.xml:1:601: error: “b” is nested too deeply; expected at most 200 levels", NULL);
}

static void only_utf8_is_read(void **state) {
    refuses(state, "<a>\n文\xFF</a>",
            "t.xml:2:2: error: not UTF-8: byte 0xFF; expected a file saved as UTF-8", NULL);
    refuses(state, "<a>\xC0\xAF</a>",
            "t.xml:1:4: error: not UTF-8: byte 0xC0; expected a file saved as UTF-8", NULL);
    refuses(state, "<a>\xED\xA0\x80</a>", /* half of a surrogate pair */
            "t.xml:1:4: error: not UTF-8: byte 0xED; expected a file saved as UTF-8", NULL);
    refuses(state, "<a>\xE6\x96", /* half a character */
            "t.xml:1:4: error: not UTF-8: byte 0xE6; expected a file saved as UTF-8", NULL);
    refuses_bytes(state, "<a>\0</a>", 8,
                  "t.xml:1:4: error: not UTF-8: a NUL byte; expected a file saved as UTF-8", NULL);
    refuses_bytes(state, "\xFF\xFE<\0a\0", 6,
                  "t.xml:1:1: error: not UTF-8: it begins like UTF-16; expected a file saved as "
                  "UTF-8",
                  NULL);
    refuses(state, "<?xml version='1.0' encoding='GB18030'?><a/>",
            "t.xml:1:31: error: not UTF-8: GB18030; expected encoding=\"UTF-8\"", NULL);
    parse(*state, "<?xml version='1.0' encoding='utf-8'?><a/>");
}

static void memory_has_no_includes(void **state) {
    refuses(state, "<a xmlns:xi='http://www.w3.org/2001/XInclude'>\n<xi:include href='b.xml'/></a>",
            "t.xml:2:19: error: cannot include: text in memory has no folder; expected no include "
            "here",
            NULL);
}

/* Every cut and every changed byte of a good text ends in a tree or a message, never in a crash. */
static void damage_is_survived(void **state) {
    static const char good[] = "<?xml version='1.0'?><!-- c --><a xmlns:r='urn:ridgepoint:1' "
                               "x='a&amp;b'><r:b>文&#65;<![CDATA[x]]></r:b><?p i?></a>";
    struct room *r = *state;
    for (size_t i = 0; i < sizeof good - 1; i++)
        for (const char *c = "<>&;'\"/! ]-:\xFF"; *c; c++) {
            struct room own = {arena_new(), NULL};
            own.diag = diag_new(own.arena);
            char *text = arena_strdup(own.arena, good);
            text[i] = *c;
            if (!parse_bytes(&own, text, sizeof good - 1))
                assert_int_equal(diag_exit_status(own.diag), 1);
            assert_non_null(printed(&own));
            arena_drop(own.arena);
        }
    for (size_t n = 0; n < sizeof good - 1; n++)
        assert_null(parse_bytes(r, good, n));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_tree_is_read),
        TEST(adjacent_text_is_one),
        TEST(spans_are_exact),
        TEST(long_text_keeps_its_span),
        TEST(values_are_normalised),
        TEST(attributes_know_their_namespace),
        TEST(line_ends_of_all_kinds),
        TEST(lines_beyond_sixteen_bits),
        TEST(text_is_folded),
        TEST(siblings_skip_text),
        TEST(tags_must_match),
        TEST(signs_must_be_escaped),
        TEST(prefixes_must_be_declared),
        TEST(only_five_entities_exist),
        TEST(document_types_are_refused),
        TEST(a_name_alone_is_no_document_type),
        TEST(depth_is_limited),
        TEST(only_utf8_is_read),
        TEST(memory_has_no_includes),
        TEST(damage_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
