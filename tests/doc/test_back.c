/* Glossary and index as they are read: order, languages, who uses what, and each fault. */
#include "doc/reading.h"

static struct block *read_book(struct reading *t, const char *language, const char *text,
                               const char *back) {
    const char *all = arena_printf(
        t->arena,
        "<book%s><title>T</title><chapter xml:id='c'><title>T</title>%s</chapter>%s</book>",
        HEAD_ATTRIBUTES, text, back);
    return reading_blocks(t, reading_source(t, "t.xml", all), language);
}

static struct block *find(struct block *b, enum block_kind kind) {
    assert_non_null(b);
    for (b = b->child; b && b->kind != kind; b = b->next)
        ;
    assert_non_null(b);
    return b;
}

static const char *plain(struct reading *t, const struct inline_ *in) {
    const char *all = "";
    for (; in; in = in->next)
        all = arena_printf(t->arena, "%s%s", all, in->text ? in->text : "");
    return all;
}

#define ENTRY(attributes, term, rest)                                                              \
    "<glossentry" attributes "><glossterm>" term "</glossterm><glossdef><para>D.</para>" rest      \
    "</glossdef></glossentry>"

static const char GLOSSARY[] = "<glossary>" ENTRY(
    " xml:id='g-weight'", "权重<foreignphrase xml:lang='en'>weights</foreignphrase>", "")
    ENTRY("", "带宽", "<glossseealso otherterm='g-weight'/><glossseealso>词元</glossseealso>")
        ENTRY("", "词元", "") "<glossentry><glossterm>吞吐</glossterm><glosssee>带宽</glosssee></"
                              "glossentry></glossary>";

static void glossary_in_order_with_uses(void **state) {
    (void)state;
    struct reading t = reading_open();
    struct block *b = read_book(&t, "zh",
                                "<para><firstterm>带宽</firstterm>，<glossterm "
                                "baseform='带宽'>高带宽</glossterm>，<glossterm "
                                "linkend='g-weight'>权</glossterm></para>",
                                GLOSSARY);
    static const struct {
        const char *term, *other, *see;
        size_t uses;
    } rows[] = {{"词元", "", "", 0},
                {"带宽", "", "另见 权重、词元", 2},
                {"权重", "weights", "", 1},
                {"吞吐", "", "见 带宽", 0}};
    const struct block *item = find(b, BLOCK_GLOSSARY)->child;
    for (size_t i = 0; i < 4; i++, item = item->next) {
        assert_string_equal(plain(&t, item->title), rows[i].term);
        assert_string_equal(plain(&t, item->subtitle), rows[i].other);
        assert_string_equal(plain(&t, item->text), rows[i].see);
        assert_int_equal(item->use_count, rows[i].uses);
        assert_int_equal(rows[i].uses == 2 && item->uses[0].preferred, rows[i].uses == 2);
    }
    /* The term in the text leads to its entry. */
    const struct inline_ *in = b->child->child->text;
    while (in && !in->dest)
        in = in->next;
    assert_non_null(in);
    assert_string_equal(in->text, "带宽");
    assert_string_equal(in->dest, find(b, BLOCK_GLOSSARY)->child->next->id);
    assert_string_equal(reading_messages(&t), "");
    reading_close(&t);
}

struct fault {
    const char *text, *back, *said;
    enum severity severity;
};

static void faults_are_said(void **state) {
    (void)state;
    static const struct fault rows[] = {
        {"<para><glossterm>带竟</glossterm></para>", GLOSSARY, "did you mean “带宽”",
         SEVERITY_WARNING},
        {"<para><glossterm>带竟</glossterm></para>", GLOSSARY, "does not define “带竟”",
         SEVERITY_WARNING},
        {"<para>T</para>", "<glossary>" ENTRY("", "A", "") ENTRY("", "A", "") "</glossary>",
         "the glossary defines “A” before", SEVERITY_ERROR},
        {"<para>T</para>", "<glossary role='complete'>" ENTRY("", "A", "") "</glossary>",
         "the text never uses “A”", SEVERITY_WARNING},
        {"<para>T<indexterm class='startofrange' "
         "xml:id='r'><primary>A</primary></indexterm></para>",
         "<index/>", "the range “A” does not do", SEVERITY_ERROR},
        {"<para>T<indexterm class='endofrange' startref='r'/></para>", "<index/>",
         "the range “r” does not do", SEVERITY_ERROR},
        {"<para>T<indexterm><primary>memory</primary></indexterm><indexterm><primary>B</primary>"
         "<see>memori</see></indexterm></para>",
         "<index/>", "did you mean “memory”", SEVERITY_WARNING},
        {"<para>T<indexterm><secondary>B</secondary></indexterm></para>", "<index/>",
         "<indexterm> lacks a <primary>", SEVERITY_ERROR},
        {"<para>T <xref linkend='c' xrefstyle='select: labl'/></para>", "", "did you mean “label”",
         SEVERITY_ERROR},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct reading t = reading_open();
        read_book(&t, "en", rows[i].text, rows[i].back);
        if (!strstr(reading_messages(&t), rows[i].said))
            print_error("%s\nlacks: %s\n", reading_messages(&t), rows[i].said);
        assert_non_null(strstr(reading_messages(&t), rows[i].said));
        assert_int_equal(diag_count(t.diag, rows[i].severity), 1);
        reading_close(&t);
    }
}

#define TERM(p, rest) "<indexterm><primary>" p "</primary>" rest "</indexterm>"

static void index_in_order_with_levels(void **state) {
    (void)state;
    struct reading t = reading_open();
    struct block *b = read_book(
        &t, "en",
        "<para>T" TERM("memory", "<secondary>bandwidth</secondary>") TERM("memory", "")
            TERM("Adam", "")
                TERM("memory", "<secondary>bandwidth</secondary><tertiary>HBM</tertiary>")
                    TERM("memory", "") TERM("VRAM", "<see>memory</see>")
                        TERM("Adam", "<seealso>memory</seealso>") "<indexterm "
                                                                  "type='people'><primary>Moore</"
                                                                  "primary></indexterm></para>",
        "<index type='people'/><index/>");
    static const struct {
        int level;
        const char *text, *see;
        size_t uses;
    } rows[] = {{0, "A", "", 0},         {1, "Adam", "see\u00A0also memory", 2},
                {0, "M", "", 0},         {1, "memory", "", 2},
                {2, "bandwidth", "", 1}, {3, "HBM", "", 1},
                {0, "V", "", 0},         {1, "VRAM", "see memory", 0}};
    struct block *people = find(b, BLOCK_INDEX);
    assert_string_equal(plain(&t, people->child->next->title), "Moore");
    assert_null(people->child->next->next);
    const struct block *item = people->next->child;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++, item = item->next) {
        assert_non_null(item);
        assert_int_equal(item->level, rows[i].level);
        assert_string_equal(plain(&t, item->title), rows[i].text);
        assert_string_equal(plain(&t, item->text), rows[i].see);
        assert_int_equal(item->use_count, rows[i].uses);
    }
    assert_null(item);
    assert_string_equal(reading_messages(&t), "");
    reading_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(glossary_in_order_with_uses),
        cmocka_unit_test(faults_are_said),
        cmocka_unit_test(index_in_order_with_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
