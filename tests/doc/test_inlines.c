/* Inline elements: what each one makes of its text. */
#include "doc/reading.h"

static const char *para(struct reading *t, const char *language, const char *content) {
    const char *text = arena_printf(
        t->arena, "<chapter%s><title>T</title><para>%s</para></chapter>", HEAD_ATTRIBUTES, content);
    struct block *b = reading_blocks(t, reading_source(t, "t.xml", text), language);
    assert_non_null(b);
    assert_non_null(b->child);
    struct block *p = ARENA_NEW(t->arena, struct block);
    p->kind = BLOCK_PARA;
    p->text = b->child->text;
    const char *tree = reading_tree(t, p);
    size_t n = strlen("para \"");
    assert_true(strlen(tree) > n + 2);
    return arena_strndup(t->arena, tree + n, strlen(tree) - n - 2);
}

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_have_their_looks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
