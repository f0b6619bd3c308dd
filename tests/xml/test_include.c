#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "xml/node.h"

#define XI "xmlns:xi='http://www.w3.org/2001/XInclude'"

struct room {
    struct arena *arena;
    struct diag *diag;
    char *folder;
};

static int set_up(void **state) {
    struct arena *a = arena_new();
    struct room *r = ARENA_NEW(a, struct room);
    *r = (struct room){a, diag_new(a), arena_strdup(a, "/tmp/ridge-include-XXXXXX")};
    *state = r;
    if (!mkdtemp(r->folder) || chdir(r->folder))
        return -1;
    return folder_make(r->diag, "content/zh") ? 0 : -1;
}

static int tear_down(void **state) {
    struct room *r = *state;
    pid_t child = chdir("/tmp") ? -1 : fork();
    if (child == 0)
        execlp("rm", "rm", "-rf", r->folder, (char *)NULL);
    int status = 0;
    waitpid(child, &status, 0);
    arena_drop(r->arena);
    return status;
}

static void put(struct room *r, const char *name, const char *text) {
    assert_true(file_write(r->diag, name, text, strlen(text)));
}

static const char *printed(struct room *r) {
    struct bytes out = {.arena = r->arena};
    bytes_puts(&out, "");
    diag_write(r->diag, &out, false);
    return out.at;
}

static void says(struct room *r, const char *words) {
    if (!strstr(printed(r), words))
        fail_msg("“%s” is not in: %s", words, printed(r));
}

static struct node *read_main(struct room *r, const char *inside) {
    put(r, "content/course.xml",
        arena_printf(r->arena, "<course " XI ">\n%s\n</course>\n", inside));
    return xml_read(r->arena, r->diag, "content", "content/course.xml", NULL);
}

static void text_stays_text(void **state) {
    struct room *r = *state;
    put(r, "content/a.xml", "\xEF\xBB\xBF<a>&amp;\n</b>\n");
    struct node *n = read_main(r, "x<xi:include href='a.xml' parse='text'/>y"
                                  "<xi:include href='a.xml' parse='text'/>");
    assert_non_null(n);
    struct bytes out = {.arena = r->arena};
    xml_dump(n, &out);
    assert_string_equal(out.at, "<course none @1:1>\n"
                                "  \"\\nx\" @1:52\n"
                                "  \"<a>&amp;\\n</b>\\n\" @1:1\n"
                                "  \"y\" @2:41\n"
                                "  \"<a>&amp;\\n</b>\\n\" @1:1\n"
                                "  \"\\n\" @2:81\n");
    struct node *text = n->child->next;
    assert_string_equal(text->span.source->name, "content/a.xml");
}

static void text_is_confined(void **state) {
    struct room *r = *state;
    put(r, "secret.txt", "s");
    put(r, "content/bad.txt", "a\xFF");
    put(r, "content/bell.txt", "a\x07");
    assert_null(read_main(r, "<xi:include href='../secret.txt' parse='text'/>"
                             "<xi:include href='bad.txt' parse='text'/>"
                             "<xi:include href='bell.txt' parse='text'/>"
                             "<xi:include href='none.txt' parse='text'/>"));
    says(r, "“../secret.txt” leads out of the document's folder");
    says(r, "content/bad.txt:1:2: error: not UTF-8: byte 0xFF");
    says(r, "byte 0x07");
    says(r, "cannot include “none.txt”");
}

static void files_become_one_tree(void **state) {
    struct room *r = *state;
    put(r, "content/course.xml",
        "<course " XI ">one<xi:include href='zh/01.xml'/>two<xi:include href='zh/02.xml' "
        "parse='xml'/></course>");
    put(r, "content/zh/01.xml",
        "<!-- c -->\n<chapter>\n<xi:include " XI " href='../shared.xml'/>"
        "</chapter>\n");
    put(r, "content/zh/02.xml", "<chapter/>");
    put(r, "content/shared.xml", "\n\n <para>文</para>");
    struct path_list files = {0};
    struct node *n = xml_read(r->arena, r->diag, "content", "content/course.xml", &files);
    assert_non_null(n);
    struct bytes out = {.arena = r->arena};
    xml_dump(n, &out);
    assert_string_equal(out.at, "<course none @1:1>\n"
                                "  \"one\" @1:52\n"
                                "  <chapter none @2:1>\n"
                                "    \"\\n\" @2:10\n"
                                "    <para none @3:2>\n"
                                "      \"文\" @3:8\n"
                                "  \"two\" @1:85\n"
                                "  <chapter none @1:1>\n");
    struct node *chapter = node_child(n, NS_NONE, "chapter");
    struct node *para = node_child(chapter, NS_NONE, "para");
    assert_string_equal(chapter->span.source->name, "content/zh/01.xml");
    assert_string_equal(para->span.source->name, "content/shared.xml");
    assert_true(para->parent == chapter && chapter->parent == n);
    static const char *const order[] = {"/content/course.xml", "/content/zh/01.xml",
                                        "/content/shared.xml", "/content/zh/02.xml"};
    size_t count = 0;
    for (const struct path_entry *e = files.first; e; e = e->next, count++) {
        assert_int_equal(e->path[0], '/');
        assert_non_null(strstr(e->path, order[count]));
    }
    assert_int_equal(count, 4);
}

static void a_file_may_be_characters(void **state) {
    struct room *r = *state;
    put(r, "content/main.c", "int a = 1 < 2 && x;\r\n<b>");
    struct node *n = read_main(r, "<code><xi:include href='main.c' parse='text'/></code>");
    assert_non_null(n);
    struct node *code = node_child(n, NS_NONE, "code");
    assert_int_equal(code->child->kind, NODE_TEXT);
    assert_string_equal(code->child->text, "int a = 1 < 2 && x;\n<b>");
    assert_string_equal(code->child->span.source->name, "content/main.c");
    assert_true(code->child->parent == code);
    put(r, "content/bad.txt", "a\xFFz");
    assert_null(read_main(r, "<code><xi:include href='bad.txt' parse='text'/></code>"));
    says(r, "bad.txt:1:2: error: not UTF-8");
    put(r, "content/a.xml", "<xi:include " XI " href='main.c' parse='text'/>");
    assert_null(xml_read(r->arena, r->diag, NULL, "content/a.xml", NULL));
    says(r, "characters alone are no document");
}

static void the_root_may_be_an_include(void **state) {
    struct room *r = *state;
    put(r, "content/a.xml", "<xi:include " XI " href='b.xml'/>");
    put(r, "content/b.xml", "<b/>");
    struct node *n = xml_read(r->arena, r->diag, NULL, "content/a.xml", NULL);
    assert_true(node_is(n, NS_NONE, "b"));
    assert_null(n->parent);
}

static void a_file_twice_is_no_cycle(void **state) {
    struct room *r = *state;
    put(r, "content/b.xml", "<b/>");
    struct node *n = read_main(r, "<xi:include href='b.xml'/><xi:include href='./b.xml'/>");
    assert_non_null(n);
    assert_true(node_is(node_next(node_child(n, NS_NONE, "b")), NS_NONE, "b"));
}

static void nothing_outside_is_read(void **state) {
    struct room *r = *state;
    put(r, "secret.xml", "<secret/>");
    assert_int_equal(symlink("../secret.xml", "content/link.xml"), 0);
    assert_null(read_main(r, "<xi:include href='../secret.xml'/>\n"
                             "<xi:include href='zh/../../secret.xml'/>\n"
                             "<xi:include href='link.xml'/>\n"
                             "<xi:include href='/etc/passwd'/>\n"
                             "<xi:include href='../nothing.xml'/>"));
    assert_int_equal(diag_count(r->diag, SEVERITY_ERROR), 5);
    says(r, "content/course.xml:2:19: error: “../secret.xml” leads out of the document's folder; "
            "expected a file below “content”");
    says(r, "content/course.xml:3:19: error: “zh/../../secret.xml” leads out");
    says(r, "content/course.xml:4:19: error: “link.xml” leads out");
    says(r, "content/course.xml:5:19: error: “/etc/passwd” leads out");
    says(r, "content/course.xml:6:19: error: “../nothing.xml” leads out");
}

static void a_missing_file_gets_the_nearest(void **state) {
    struct room *r = *state;
    put(r, "content/zh/accounts.xml", "<a/>");
    assert_null(read_main(r, "<xi:include href='zh/acounts.xml'/>"));
    says(r, "content/course.xml:2:19: error: cannot include “zh/acounts.xml”: there is no such "
            "file\n");
    says(r, "  did you mean “zh/accounts.xml”?\n");
}

static void cycles_are_found(void **state) {
    struct room *r = *state;
    put(r, "content/b.xml", "<b " XI "><xi:include href='zh/../course.xml'/></b>");
    assert_null(read_main(r, "<xi:include href='b.xml'/><xi:include href='course.xml'/>"));
    says(r, "content/b.xml:1:65: error: “zh/../course.xml” includes itself");
    says(r, "content/course.xml:2:45: error: “course.xml” includes itself");
}

static void all_faults_of_all_files_are_told(void **state) {
    struct room *r = *state;
    put(r, "content/b.xml", "<b>&nbsp;</b>");
    put(r, "content/c.xml", "<c>\n<d></c>");
    assert_null(read_main(r, "<xi:include href='b.xml'/><xi:include href='c.xml'/><xi:include/>"
                             "<xi:include href='d.xml' xpointer='p'/>"));
    says(r, "content/b.xml:1:4: error: undefined entity “nbsp”");
    says(r, "content/c.xml:2:4: error: not well-formed: “</c>” closes nothing; expected “</d>”");
    says(r, "content/course.xml:2:53: error: cannot include: no file is named");
    says(r, "error: cannot include: xpointer=\"p\" is not supported");
}

/* 20 files, each including the next one twice: a million copies of the last. */
static void a_bomb_of_includes_is_refused(void **state) {
    struct room *r = *state;
    for (int i = 0; i < 20; i++)
        put(r, arena_printf(r->arena, "content/%d.xml", i),
            arena_printf(r->arena,
                         "<a " XI "><xi:include href='%d.xml'/><xi:include href='%d.xml'/></a>",
                         i + 1, i + 1));
    put(r, "content/20.xml", "<a/>");
    assert_null(read_main(r, "<xi:include href='0.xml'/>"));
    says(r, "makes the document too large; expected at most 4096 includes and 64 MiB in all");
}

static void depth_counts_through_files(void **state) {
    struct room *r = *state;
    for (int i = 0; i < XML_DEPTH_LIMIT; i++)
        put(r, arena_printf(r->arena, "content/%d.xml", i),
            arena_printf(r->arena, "<a " XI "><xi:include href='%d.xml'/></a>", i + 1));
    put(r, arena_printf(r->arena, "content/%d.xml", XML_DEPTH_LIMIT), "<last/>");
    assert_null(xml_read(r->arena, r->diag, "content", "content/0.xml", NULL));
    says(
        r,
        "content/199.xml:1:47: error: “include” is nested too deeply; expected at most 200 levels");
    struct room own = {r->arena, diag_new(r->arena), NULL};
    assert_non_null(xml_read(r->arena, own.diag, "content", "content/1.xml", NULL));
}

static void what_is_no_file_is_reported(void **state) {
    struct room *r = *state;
    assert_null(xml_read(r->arena, r->diag, "content", "content/cours.xml", NULL));
    says(r, "ridge: error: cannot read content/cours.xml: there is no such file");
    assert_null(read_main(r, "<xi:include href='zh'/>"));
    says(r, "content/course.xml:2:19: error: cannot read content/zh: it is a folder");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(files_become_one_tree),
        TEST(a_file_may_be_characters),
        TEST(text_stays_text),
        TEST(text_is_confined),
        TEST(the_root_may_be_an_include),
        TEST(a_file_twice_is_no_cycle),
        TEST(nothing_outside_is_read),
        TEST(a_missing_file_gets_the_nearest),
        TEST(cycles_are_found),
        TEST(all_faults_of_all_files_are_told),
        TEST(a_bomb_of_includes_is_refused),
        TEST(depth_counts_through_files),
        TEST(what_is_no_file_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
