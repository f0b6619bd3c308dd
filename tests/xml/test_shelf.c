/* Entries read one at a time are those of the whole file, faults included. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "xml/shelf.h"

#define HEAD "<l xmlns=\"urn:ridgepoint:1\">"

static struct source *source_of(struct arena *a, const char *text) {
    struct source *s = ARENA_NEW(a, struct source);
    *s = (struct source){"t.xml", arena_strdup(a, text), strlen(text)};
    return s;
}

static void same_span(struct span a, struct span b) {
    assert_ptr_equal(a.source, b.source);
    assert_int_equal(a.from, b.from);
    assert_int_equal(a.to, b.to);
}

static void same_attributes(const struct attribute *a, const struct attribute *b) {
    for (; a && b; a = a->next, b = b->next) {
        assert_int_equal(a->ns, b->ns);
        assert_string_equal(a->name, b->name);
        assert_string_equal(a->value, b->value);
        same_span(a->name_span, b->name_span);
        same_span(a->value_span, b->value_span);
    }
    assert_true(!a && !b);
}

static void same_node(const struct node *a, const struct node *b) {
    assert_int_equal(a->kind, b->kind);
    same_span(a->span, b->span);
    if (a->kind == NODE_TEXT) {
        assert_string_equal(a->text, b->text);
        return;
    }
    assert_int_equal(a->ns, b->ns);
    assert_string_equal(a->name, b->name);
    same_attributes(a->attributes, b->attributes);
    const struct node *x = a->child, *y = b->child;
    for (; x && y; x = x->next, y = y->next)
        same_node(x, y);
    assert_true(!x && !y);
}

static const struct node *first_element(const struct node *n) {
    while (n && n->kind != NODE_ELEMENT)
        n = n->next;
    return n;
}

/* Every entry of the shelf against the whole, which is good. */
static void same_as_whole(struct arena *a, const struct shelf *s, const struct node *whole) {
    struct diag *d = diag_new(a);
    const struct node *alone = shelf_read(a, d, s, s->n);
    same_span(alone->span, whole->span);
    same_attributes(alone->attributes, whole->attributes);
    assert_null(alone->child);
    const struct node *n = first_element(whole->child);
    for (size_t i = 0; i < s->n; i++, n = node_next(n)) {
        const struct node *root = shelf_read(a, d, s, i);
        assert_non_null(n);
        assert_non_null(root);
        same_span(root->span, whole->span);
        same_node(first_element(root->child), n);
        assert_null(root->child->next);
        assert_string_equal(s->entries[i].id, node_value(n, "id"));
        assert_int_equal(shelf_find(s, s->entries[i].id), i);
        const char *text = shelf_text(a, s, i);
        if (text)
            assert_string_equal(text, node_text(a, n));
    }
    assert_null(n);
    assert_int_equal(diag_count(d, SEVERITY_WARNING), 0);
}

/* A shelf that gave up would still be right, and slow: so that nobody adds to these files what it
 * does not understand without being told. */
static void the_shipped_files_are_understood(void **state) {
    (void)state;
    static const char *const files[][2] = {
        {"content/catalogue/sources.xml", "source"},
        {"content/catalogue/links.xml", "link"},
        {"content/catalogue/accelerators.xml", "accelerator"},
        {"content/catalogue/models.xml", "model"},
        {"content/scenarios.xml", "scenario"},
        {"content/en/strings.xml", "s"},
        {"content/zh/strings.xml", "s"},
        {"content/en/charts/roofline.xml", "s"},
        {"content/zh/charts/memory-stack.xml", "s"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct arena *a = arena_new();
        struct diag *d = diag_new(a);
        const struct source *source =
            file_read(a, d, (struct span){0}, files[i][0], XML_FILE_LIMIT);
        const struct shelf *s = xml_shelf(a, source, files[i][1]);
        if (!s)
            fail_msg("%s is not understood", files[i][0]);
        same_as_whole(a, s, xml_parse(a, d, source));
        arena_drop(a);
    }
}

static void what_traps_is_passed(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t n;
    } rows[] = {
        {HEAD "</l>", 0},
        {HEAD "<e id=\"a\"/><e id=\"b\"></e>\n</l>\n<!-- end -->\n", 2},
        {HEAD "<!-- <e id=\"a\"> --><e id=\"b\"><!-- </e> --><e.f/><ef>]]&gt;</ef></e></l>", 1},
        {HEAD "<e\n k = \"1\"\tid=\"a\"\n/></l>", 0},
        {HEAD "<e\n k=\"1\"\tid=\"a\"\n>x</e></l>", 1},
        {HEAD "<e k=\"&gt; >\" id=\"a/b\"><f k='/>'/></e ></l>", 0},
        {HEAD "<e k=\"&gt; >\" id=\"\xCE\xB7_x\"><f k='/>'/> t </e></l>", 1},
        {"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<l id=\"e\" xmlns=\"urn:ridgepoint:1\">\r\n"
         "<e id=\"a\">\r\none\r\n two&#x41;</e>\r\n</l>",
         1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena *a = arena_new();
        const struct source *source = source_of(a, rows[i].text);
        const struct shelf *s = xml_shelf(a, source, "e");
        if (s) {
            assert_int_equal(s->n, rows[i].n);
            same_as_whole(a, s, xml_parse(a, diag_new(a), source));
        } else if (rows[i].n) {
            fail_msg("not understood: %s", rows[i].text);
        }
        arena_drop(a);
    }
}

static void what_is_not_understood_is_left_alone(void **state) {
    (void)state;
    static const char *const rows[] = {
        "",
        "<l>",
        "<l><e id=\"a\"/></l>",                                    /* no namespace */
        "<l xmlns=\"urn:other\"><e id=\"a\"/></l>",                /* another one */
        "<r:l xmlns:r=\"urn:ridgepoint:1\"><r:e id=\"a\"/></r:l>", /* a prefix */
        "<?xml version=\"1.0\" encoding=\"latin1\"?>" HEAD "<e id=\"a\"/></l>",
        "<!DOCTYPE l>" HEAD "<e id=\"a\"/></l>",
        "\xEF\xBB\xBF" HEAD "<e id=\"a\"/></l>",
        HEAD "<e id=\"a\"/>",                        /* no end */
        HEAD "<e id=\"a\"/></l>x",                   /* something after it */
        HEAD "<e id=\"a\"/></m>",                    /* another end */
        HEAD "x<e id=\"a\"/></l>",                   /* text beside entries */
        HEAD "<e id=\"a\"/><e id=\"a\"/></l>",       /* the same id */
        HEAD "<e id=\"a\" id=\"b\"/></l>",           /* two ids */
        HEAD "<e/></l>",                             /* none */
        HEAD "<e id=\"\"/></l>",                     /* an empty one */
        HEAD "<e id=\"a&amp;b\"/></l>",              /* one that is written in another way */
        HEAD "<f id=\"a\"/></l>",                    /* another element */
        HEAD "<e id=\"a\"><e id=\"b\"/></e></l>",    /* one in the other */
        HEAD "<e id=\"a\"><e id=\"b\"></e></l>",     /* one that is not closed */
        HEAD "<e id=\"a\"><![CDATA[</e>]]></e></l>", /* CDATA */
        HEAD "<e id=\"a\"><?x </e> ?></e></l>",      /* an instruction */
        HEAD "<?x <e id=\"a\"/> ?></l>",
        HEAD "<e id=\"a\"><!-- -- --></e></l>", /* no comment */
        HEAD "<e id=\"a\"><!-- </e></l>",
        HEAD "<e id=\"a\"><!-x></e></l>",
        HEAD "<e id=\"a\" k=\"<e id='b'>\"/></l>", /* "<" in a value */
        HEAD "<e id=\"a\"k=\"b\"/></l>",
        HEAD "<e id=a/></l>",
        HEAD "<e id=\"a\"><f k=\"</e>\"/></e></l>",
        HEAD "<e id=\"a\"><x:include xmlns:x=\"http://www.w3.org/2001/XInclude\" href=\"f\"/></e>"
             "</l>",
        HEAD "<e id=\"\xFF\"/></l>",
        HEAD "&amp;<e id=\"a\"/></l>",
        HEAD "]]><e id=\"a\"/></l>",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena *a = arena_new();
        if (xml_shelf(a, source_of(a, rows[i]), "e"))
            fail_msg("understood: %s", rows[i]);
        arena_drop(a);
    }
}

static const char *printed(struct arena *a, const struct diag *d) {
    struct bytes out = {.arena = a};
    bytes_puts(&out, "");
    diag_write(d, &out, false);
    return out.at;
}

/* One that is broken inside is in the way of nobody, until it is asked for: then it is told as the
 * whole file would tell it. */
static void a_broken_entry_is_told_when_it_is_read(void **state) {
    (void)state;
    static const char *const broken[] = {"<f></g>", "<f>",  "&no;", "<f k=1/>",     "< f/>",
                                         "]]>",     "\x01", "\xFF", "<f k='\xC0'/>"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct arena *a = arena_new();
        struct diag *whole = diag_new(a), *part = diag_new(a);
        const struct source *source = source_of(
            a, arena_printf(
                   a, HEAD "\n<e id=\"a\"/>\n<e id=\"b\">\n%s</e><e id=\"c\">\n<f>x</f></e></l>",
                   broken[i]));
        const struct shelf *s = xml_shelf(a, source, "e");
        assert_non_null(s);
        assert_int_equal(s->n, 3);
        assert_non_null(shelf_read(a, part, s, 0));
        assert_non_null(shelf_read(a, part, s, 2));
        assert_int_equal(diag_count(part, SEVERITY_WARNING), 0);
        assert_null(shelf_read(a, part, s, 1));
        assert_null(xml_parse(a, whole, source));
        assert_string_equal(printed(a, part), printed(a, whole));
        const char *text = shelf_text(a, s, 1);
        assert_null(text);
        arena_drop(a);
    }
}

/* Whatever is done to a file: what the parser accepts and the shelf understands is the same. */
static void damage_makes_no_difference(void **state) {
    (void)state;
    static const char good[] =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- a -->\n" HEAD
        "\n  <e id=\"a\" k=\"1\">\n <f>x &lt; y</f><!-- </e> -->\n</e>\n  <e id=\"b\"/><e id=\"c\">"
        "<ef k='>'/>z</e>\n <!-- <e id=\"d\"> -->\n</l>\n";
    static const char *const bits[] = {
        "<",    ">",    "/",   "\"", "'", "-", "!", "e", "id", " ", "&", "=", "<e id=\"b\">",
        "</e>", "<!--", "-->", "x",  "?", "]"};
    const char *seed = getenv("RIDGE_SEED");
    unsigned random = seed ? (unsigned)atoi(seed) : 5;
    size_t understood = 0;
    for (int round = 0; round < 20000; round++) {
        struct arena *a = arena_new();
        const char *text = good;
        if (round % 4)
            text = arena_printf(a, "%s", strstr(good, "<?xml") + (round % 3 ? 0 : 39));
        for (int i = 0; i < 1 + round % 3; i++) {
            random = random * 1103515245 + 12345;
            size_t at = (random >> 8) % strlen(text), drop = (random >> 4) % 3;
            const char *bit = round % 5 ? bits[(random >> 16) % (sizeof bits / sizeof *bits)] : "";
            size_t rest = at + drop < strlen(text) ? at + drop : strlen(text);
            text = arena_printf(a, "%.*s%s%s", (int)at, text, bit, text + rest);
        }
        const struct source *source = source_of(a, text);
        const struct shelf *s = xml_shelf(a, source, "e");
        const struct node *whole = s ? xml_parse(a, diag_new(a), source) : NULL;
        if (whole) {
            same_as_whole(a, s, whole);
            understood++;
        }
        arena_drop(a);
    }
    assert_true(understood > 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shipped_files_are_understood),
        cmocka_unit_test(what_traps_is_passed),
        cmocka_unit_test(what_is_not_understood_is_left_alone),
        cmocka_unit_test(a_broken_entry_is_told_when_it_is_read),
        cmocka_unit_test(damage_makes_no_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
