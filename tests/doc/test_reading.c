/* Running text, numbers, editions, glosses: what the golden trees do not single out. */
#include "doc/reading.h"

struct fold {
    const char *language, *written, *read;
};

static void white_space_folds(void **state) {
    (void)state;
    static const struct fold rows[] = {
        {"en", "  one\n   two\tthree ", "one two three"},
        {"en", "one <emphasis>two</emphasis> three", "one *two* three"},
        {"en", "one <emphasis> two </emphasis> three", "one *two *three"},
        {"zh", "显存\n    带宽", "显存带宽"},
        {"zh", "显存 带宽", "显存 带宽"},
        {"zh", "显存\n    GPU\n    带宽", "显存 GPU 带宽"},
        {"zh", "显存，\n    GPU", "显存，GPU"},
        {"zh", "显存<emphasis>\n  带宽</emphasis>\n  算力", "显存*带宽*算力"},
        {"zh", "GPU ，带宽", "GPU，带宽"},
        {"zh", "（ GPU ）", "（GPU）"},
        {"en", "a <quote>b <quote>c</quote></quote> d", "a “b ‘c’” d"},
        {"zh", "见<quote>上限</quote>", "见“上限”"},
        {"en", "a <limit xmlns='urn:ridgepoint:1' name='compute'/> b", "a {compute}b"},
    };
    struct reading t = reading_open();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(para(&t, rows[i].language, rows[i].written), rows[i].read);
    assert_int_equal(diag_count(t.diag, SEVERITY_WARNING), 0);
    reading_close(&t);
}

/* Weights of Llama 2 7B: 6 738 415 616 × 2 B = 13 476 831 232 B = 12.5513 GiB = 13.4768 GB. */
static void values_print_as_asked(void **state) {
    (void)state;
    static const struct fold rows[] = {
        {"en", "$serve-7b/memory/weights", "12.6\u202FGiB"},
        {"en", "$serve-7b/memory/weights' unit='GB", "13.5\u202FGB"},
        {"en", "$serve-7b/memory/weights' unit='GB' digits='5", "13.477\u202FGB"},
        {"en", "$serve-7b/memory/weights' unit='GB' decimals='0", "13\u202FGB"},
        {"en", "$serve-7b/memory/weights' unit='GB' no-unit='yes", "13.5"},
        {"en", "$serve-7b/model/parameters", "6\u202F738\u202F415\u202F616"},
        {"en", "$serve-7b/accelerator/memory-bandwidth", "2039\u202FGB/s"},
        {"en", "$serve-7b/accelerator/memory-bandwidth' unit='TB/s", "2.039\u202FTB/s"},
        {"en", "$serve-7b/accelerator/memory-bandwidth' unit='TB/s' digits='3", "2.04\u202FTB/s"},
        {"en", "$serve-7b-rtx/accelerator/memory-bandwidth' unit='GB/s' digits='3",
         "1008\u202FGB/s"},
        {"en", "r:accelerator(\"h100-sxm5-80gb\")/peak", "989.4\u202FTFLOP/s"},
        {"en", "$serve-7b/decode/ceiling-tokens-per-second' decimals='1", "132.7\u202Ftokens/s"},
        {"zh", "$serve-7b/decode/ceiling-tokens-per-second' decimals='1", "132.7词元/秒"},
        {"zh", "$serve-7b/kv/bytes-per-token", "512\u202FKiB/词元"},
        {"zh", "$serve-7b/decode/bound", "带宽"},
        {"en", "$full-7b/memory/fits", "does not fit"},
        {"en", "1 + 2", "3"},
        {"en", "10 div 4", "2.50"},
    };
    struct reading t = reading_open();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *got = para(&t, rows[i].language,
                               arena_printf(t.arena, "<r:value select='%s'/>", rows[i].written));
        size_t n = strlen(rows[i].read);
        const char *number = got[0] == '[' ? got + 1 : got;
        assert_memory_equal(number, rows[i].read, n);
        assert_true(number[n] == '\0' || number[n] == ']' || !strncmp(number + n, "→", 3));
    }
    assert_int_equal(diag_count(t.diag, SEVERITY_WARNING), 0);
    reading_close(&t);
}

static const struct block *nth(const struct block *b, enum block_kind kind) {
    for (; b; b = b->next)
        if (b->kind == kind)
            return b;
    return NULL;
}

static void teachers_see_more(void **state) {
    (void)state;
    const char *text = "<chapter" HEAD_ATTRIBUTES "><title>T</title>"
                       "<note condition='teacher'><para>secret</para></note>"
                       "<para>open <phrase condition='teacher'>secret</phrase></para></chapter>";
    struct reading t = reading_open();
    const struct source *source = reading_source(&t, "t.xml", text);
    assert_null(strstr(reading_tree(&t, reading_blocks(&t, source, "en")), "secret"));
    t.edition = "teacher";
    const struct block *b = reading_blocks(&t, source, "en");
    assert_non_null(nth(b->child, BLOCK_CALLOUT));
    assert_non_null(strstr(reading_tree(&t, b), "open secret"));
    reading_close(&t);
}

static void numbers_restart_in_chapters(void **state) {
    (void)state;
    const char *chapter =
        "<chapter><title>C</title>"
        "<section><title>A</title><section><title>deep</title><para>x</para></section></section>"
        "<section><title>B</title><table><title>t</title><r:table of='accelerators'"
        " columns='name'/></table></section></chapter>";
    struct reading t = reading_open();
    const char *text = arena_printf(t.arena, "<book" HEAD_ATTRIBUTES "><title>B</title>%s%s</book>",
                                    chapter, chapter);
    const struct block *b = reading_blocks(&t, reading_source(&t, "t.xml", text), "en");
    const struct block *second = b->child->next;
    assert_string_equal(second->number, "2");
    assert_string_equal(second->child->number, "2.1");
    assert_null(second->child->child->number);
    assert_int_equal(second->child->child->level, 2);
    assert_string_equal(second->child->next->number, "2.2");
    assert_string_equal(second->child->next->child->label, "Table 2.1");
    reading_close(&t);
}

static void titles_have_their_gloss(void **state) {
    (void)state;
    struct reading t = reading_open();
    t.twin = xml_parse(t.arena, t.diag,
                       reading_source(&t, "zh.xml",
                                      "<chapter" HEAD_ATTRIBUTES " xml:id='c' xml:lang='zh-Hans'>"
                                      "<title>章</title><section xml:id='s'><title>节</title>"
                                      "<para>文</para></section></chapter>"));
    const char *text =
        "<chapter" HEAD_ATTRIBUTES " xml:id='c' xml:lang='en'><title>Chapter</title>"
        "<section xml:id='s'><title>Section</title><para>x</para></section>"
        "<section xml:id='alone'><title>Other</title><para>x</para></section></chapter>";
    const struct block *b = reading_blocks(&t, reading_source(&t, "en.xml", text), "en");
    assert_string_equal(b->gloss->text, "章");
    assert_string_equal(b->gloss->language, "zh-Hans");
    assert_string_equal(b->child->gloss->text, "节");
    assert_null(b->child->next->gloss);
    reading_close(&t);
}

/* Every target of a value exists once, in the chapter at the end. */
static void links_of_values_arrive(void **state) {
    (void)state;
    struct reading t = reading_open();
    const char *text =
        "<chapter" HEAD_ATTRIBUTES "><title>T</title><para>"
        "<r:value select='$serve-7b/memory/total'/> <r:value select='$serve-7b/memory/total'/> "
        "<r:value select='$serve-7b-rtx/memory/total'/></para></chapter>";
    const struct block *b = reading_blocks(&t, reading_source(&t, "t.xml", text), "en");
    const struct inline_ *first = b->child->text;
    const struct inline_ *second = first->next->next, *third = second->next->next;
    assert_string_equal(first->dest, "origin-1");
    assert_string_equal(second->dest, "origin-1");
    assert_string_equal(third->dest, "origin-2");
    assert_true(first->tight && first->kind == INLINE_VALUE);
    const struct block *origins = nth(b->child, BLOCK_ORIGINS);
    assert_non_null(origins);
    size_t found = 0;
    for (const struct block *i = origins->child; i; i = i->next)
        found += i->id && (!strcmp(i->id, "origin-1") || !strcmp(i->id, "origin-2"));
    assert_int_equal(found, 2);
    reading_close(&t);
}

static void typed_digits_are_counted(void **state) {
    (void)state;
    struct reading t = reading_open();
    const char *text = "<chapter" HEAD_ATTRIBUTES "><title>Part 1</title>"
                       "<para>3 and 4.5 but H100 and Llama 2 7B</para></chapter>";
    const struct block *b = reading_blocks(&t, reading_source(&t, "t.xml", text), "en");
    assert_int_equal(b->typed_digits, 3);
    assert_int_equal(diag_count(t.diag, SEVERITY_WARNING), 3);
    assert_int_equal(diag_count(t.diag, SEVERITY_ERROR), 0);
    reading_close(&t);
}

/* A table, a row or an entry may say that its numbers are typed, measured ones, say. */
static void tables_may_be_typed(void **state) {
    (void)state;
    struct reading t = reading_open();
    const char *table = "<chapter" HEAD_ATTRIBUTES "><title>T</title><informaltable%s><tgroup "
                        "cols='2'><tbody><row%s><entry%s>52</entry><entry>7.5</entry></row>"
                        "<row><entry>1</entry><entry>x</entry></row></tbody></tgroup>"
                        "</informaltable></chapter>";
    static const char *const role = " role='typed'";
    static const struct { size_t at, left; } rows[] = {{3, 3}, {0, 0}, {1, 1}, {2, 2}};
    for (size_t i = 0; i < 4; i++) {
        const char *text = arena_printf(t.arena, table, rows[i].at == 0 ? role : "",
                                        rows[i].at == 1 ? role : "", rows[i].at == 2 ? role : "");
        const struct block *b = reading_blocks(&t, reading_source(&t, "t.xml", text), "en");
        assert_int_equal(b->typed_digits, rows[i].left);
    }
    reading_close(&t);
}

static void figures_have_charts(void **state) {
    (void)state;
    struct reading t = reading_open();
    const char *text =
        "<chapter" HEAD_ATTRIBUTES "><title>T</title><figure xml:id='f'><title>F</title>"
        "<r:chart kind='roofline' models='llama-2-7b' accelerators='a100-sxm4-80gb rtx-4090'"
        " size='wide'/></figure></chapter>";
    const struct block *b = reading_blocks(&t, reading_source(&t, "t.xml", text), "zh");
    assert_int_equal(diag_count(t.diag, SEVERITY_WARNING), 0);
    const struct block *f = nth(b->child, BLOCK_FIGURE);
    assert_non_null(f->chart);
    assert_non_null(f->chart->scene);
    assert_true(f->wide);
    assert_string_equal(f->label, "图 1.1");
    assert_non_null(f->text); /* the chart says how it is read */
    reading_close(&t);
}

/* Nothing to lay out, and no crash, whatever the root. */
static void other_roots_are_refused(void **state) {
    (void)state;
    static const char *const roots[] = {
        "<para xmlns='http://docbook.org/ns/docbook'>x</para>",
        "<other/>",
        "<r:template xmlns:r='urn:ridgepoint:1' name='t'/>",
        "<r:course xmlns:r='urn:ridgepoint:1'/>",
    };
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        struct reading t = reading_open();
        assert_null(reading_blocks(&t, reading_source(&t, "t.xml", roots[i]), "en"));
        assert_true(diag_count(t.diag, SEVERITY_ERROR) > 0);
        reading_close(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(white_space_folds),        cmocka_unit_test(values_print_as_asked),
        cmocka_unit_test(teachers_see_more),        cmocka_unit_test(numbers_restart_in_chapters),
        cmocka_unit_test(titles_have_their_gloss),  cmocka_unit_test(links_of_values_arrive),
        cmocka_unit_test(typed_digits_are_counted), cmocka_unit_test(tables_may_be_typed),
        cmocka_unit_test(figures_have_charts),      cmocka_unit_test(other_roots_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
