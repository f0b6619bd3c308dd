#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "xml/node.h"
#include "xml/write.h"

static void elements_are_indented_but_text_is_not(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct bytes out = {.arena = a};
    struct xml_writer w = {.out = &out, .indent = true};
    xml_declaration(&w);
    xml_open(&w, "estimate");
    xml_attribute(&w, "model", "llama-2-7b");
    xml_open(&w, "memory");
    xml_open(&w, "weights");
    xml_text(&w, "13476831232");
    xml_close(&w);
    xml_open(&w, "note");
    xml_text(&w, "a ");
    xml_open(&w, "b");
    xml_open(&w, "c");
    xml_close(&w);
    xml_close(&w);
    xml_close(&w);
    xml_close(&w);
    xml_close(&w);
    assert_null(w.open);
    assert_string_equal(out.at, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                "<estimate model=\"llama-2-7b\">\n"
                                "  <memory>\n"
                                "    <weights>13476831232</weights>\n"
                                "    <note>a <b><c/></b></note>\n"
                                "  </memory>\n"
                                "</estimate>\n");
    arena_drop(a);
}

static void any_text_comes_back(void **state) {
    (void)state;
    static const char text[] = " <a> & \"b\" 'c' ]]> \t\r\n 显存 𠮷 ";
    struct arena *a = arena_new();
    struct diag *d = diag_new(a);
    struct bytes out = {.arena = a};
    struct xml_writer w = {.out = &out};
    xml_open(&w, "x");
    xml_attribute(&w, "y", text);
    xml_text(&w, text);
    xml_close(&w);
    struct source source = {"out", out.at, out.n};
    struct node *n = xml_parse(a, d, &source);
    assert_non_null(n);
    assert_string_equal(node_value(n, "y"), text);
    assert_string_equal(n->child->text, text);
    arena_drop(a);
}

static void what_xml_cannot_hold_is_replaced(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct diag *d = diag_new(a);
    struct bytes out = {.arena = a};
    struct xml_writer w = {.out = &out};
    xml_open(&w, "x");
    xml_text(&w, "a\001\xFF\xEF\xBF\xBF\xED\xA0\x80z");
    xml_close(&w);
    struct source source = {"out", out.at, out.n};
    struct node *n = xml_parse(a, d, &source);
    assert_non_null(n);
    assert_string_equal(n->child->text, "a������z");
    arena_drop(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_are_indented_but_text_is_not),
        cmocka_unit_test(any_text_comes_back),
        cmocka_unit_test(what_xml_cannot_hold_is_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
