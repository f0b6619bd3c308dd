#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"

struct room {
    struct arena *arena;
    struct diag *diag;
    char *folder;
};

static int set_up(void **state) {
    struct arena *a = arena_new();
    struct room *r = ARENA_NEW(a, struct room);
    *r = (struct room){a, diag_new(a), arena_strdup(a, "/tmp/ridge-file-XXXXXX")};
    *state = r;
    return mkdtemp(r->folder) ? 0 : -1;
}

static int tear_down(void **state) {
    struct room *r = *state;
    pid_t child = fork();
    if (child == 0)
        execlp("rm", "rm", "-rf", r->folder, (char *)NULL);
    int status = 0;
    waitpid(child, &status, 0);
    arena_drop(r->arena);
    return status;
}

static const char *in(struct room *r, const char *name) {
    return arena_printf(r->arena, "%s/%s", r->folder, name);
}

static void put(struct room *r, const char *name, const char *text) {
    assert_true(file_write(r->diag, in(r, name), text, strlen(text)));
}

static const char *printed(struct room *r) {
    struct bytes out = {.arena = r->arena};
    bytes_puts(&out, "");
    diag_write(r->diag, &out, false);
    return out.at;
}

static void is_text(struct room *r, const char *name, const char *text) {
    const struct source *s = file_read(r->arena, r->diag, (struct span){0}, in(r, name), 1000);
    assert_non_null(s);
    assert_int_equal(s->bytes, strlen(text));
    assert_string_equal(s->text, text);
}

static struct stat status_of(struct room *r, const char *name) {
    struct stat status;
    assert_int_equal(stat(in(r, name), &status), 0);
    return status;
}

static size_t entries(struct room *r) {
    char line[64] = "";
    FILE *p = popen(arena_printf(r->arena, "ls -A '%s' | wc -l", r->folder), "r");
    assert_non_null(p);
    assert_non_null(fgets(line, sizeof line, p));
    pclose(p);
    return (size_t)atoi(line);
}

/* ── Writing ── */

static void what_is_written_is_read(void **state) {
    struct room *r = *state;
    put(r, "a", "one");
    is_text(r, "a", "one");
    put(r, "a", "two, longer");
    is_text(r, "a", "two, longer");
    put(r, "empty", "");
    is_text(r, "empty", "");
    assert_int_equal(entries(r), 2); /* no temporary file stays */
}

static void an_unchanged_file_is_only_touched(void **state) {
    struct room *r = *state;
    put(r, "a", "same");
    struct stat before = status_of(r, "a");
    struct timespec old[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    assert_int_equal(utimensat(AT_FDCWD, in(r, "a"), old, 0), 0);
    put(r, "a", "same");
    struct stat after = status_of(r, "a");
    assert_true(after.st_ino == before.st_ino);
    assert_true(after.st_mtime > 1000);
    put(r, "a", "else");
    assert_true(status_of(r, "a").st_ino != before.st_ino);
}

static void mode_and_links_are_kept(void **state) {
    struct room *r = *state;
    put(r, "a", "one");
    assert_int_equal(chmod(in(r, "a"), 0640), 0);
    assert_int_equal(symlink("a", in(r, "link")), 0);
    put(r, "link", "two");
    is_text(r, "a", "two");
    assert_int_equal(status_of(r, "a").st_mode & 0777, 0640);
    struct stat status;
    assert_int_equal(lstat(in(r, "link"), &status), 0);
    assert_true(S_ISLNK(status.st_mode));
}

static void a_missing_folder_is_the_machines_fault(void **state) {
    struct room *r = *state;
    assert_false(file_write(r->diag, in(r, "no/a"), "x", 1));
    assert_int_equal(diag_exit_status(r->diag), 3);
    assert_non_null(strstr(printed(r), "there is no such folder"));
    assert_false(file_write(r->diag, r->folder, "x", 1));
    assert_non_null(strstr(printed(r), "it is a folder"));
    assert_int_equal(entries(r), 0);
}

static void a_failed_write_leaves_the_old_file(void **state) {
    struct room *r = *state;
    put(r, "a", "old");
    struct rlimit limit, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    small = (struct rlimit){.rlim_cur = 8, .rlim_max = limit.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    bool written = file_write(r->diag, in(r, "a"), "longer than eight bytes", 23);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_false(written);
    assert_int_equal(diag_exit_status(r->diag), 3);
    is_text(r, "a", "old");
    assert_int_equal(entries(r), 1);
}

/* A run that makes several files changes none of them when one cannot be written. */
static void several_files_are_written_together(void **state) {
    struct room *r = *state;
    put(r, "a", "old");
    struct file_output outputs[] = {
        {in(r, "a"), "new", 3}, {in(r, "b"), "new", 3}, {in(r, "no/c"), "new", 3}};
    assert_false(files_write(r->diag, outputs, 3));
    assert_non_null(strstr(printed(r), "no/c: there is no such folder"));
    is_text(r, "a", "old");
    assert_int_equal(entries(r), 1);
    if (!access("/dev/full", W_OK)) {
        outputs[2].path = "/dev/full";
        assert_false(files_write(r->diag, outputs, 3));
        is_text(r, "a", "old");
        assert_int_equal(entries(r), 1);
    }
    assert_true(files_write(r->diag, outputs, 2));
    is_text(r, "a", "new");
    is_text(r, "b", "new");
    assert_int_equal(entries(r), 2);
}

static void a_name_may_be_as_long_as_names_are(void **state) {
    struct room *r = *state;
    char name[256];
    memset(name, 'x', 255);
    name[255] = 0;
    put(r, name, "text");
    is_text(r, name, "text");
}

static void one_file_has_many_names(void **state) {
    struct room *r = *state;
    assert_true(file_same(in(r, "new"), in(r, "./new")));
    assert_false(file_same(in(r, "new"), in(r, "newer")));
    assert_false(file_same(in(r, "new"), in(r, "no/new")));
    put(r, "a", "one");
    put(r, "b", "one");
    assert_int_equal(symlink("a", in(r, "link")), 0);
    assert_true(file_same(in(r, "a"), in(r, "link")));
    assert_false(file_same(in(r, "a"), in(r, "b")));
    assert_false(file_same(in(r, "a"), in(r, "new")));
    assert_true(file_same("-", "-"));
    assert_false(file_same("/dev/null", "/dev/null/x"));
}

static void a_device_is_written_to_not_replaced(void **state) {
    struct room *r = *state;
    if (access("/dev/full", W_OK))
        skip();
    assert_false(file_write(r->diag, "/dev/full", "x", 1));
    assert_non_null(strstr(printed(r), "the disk is full"));
    struct stat status;
    assert_int_equal(stat("/dev/full", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
    assert_true(file_write(r->diag, "/dev/null", "x", 1));
}

static void folders_are_made_with_those_above(void **state) {
    struct room *r = *state;
    assert_true(folder_make(r->diag, in(r, "x/y//z/")));
    assert_true(folder_make(r->diag, in(r, "x/y")));
    assert_true(S_ISDIR(status_of(r, "x/y/z").st_mode));
    put(r, "file", "");
    assert_false(folder_make(r->diag, in(r, "file/below")));
    assert_non_null(strstr(printed(r), "part of the path is not a folder"));
    assert_int_equal(diag_exit_status(r->diag), 3);
}

/* ── Reading ── */

static void cannot_read(struct room *r, const char *name, const char *words) {
    assert_null(file_read(r->arena, r->diag, (struct span){0}, in(r, name), 4));
    if (!strstr(printed(r), words))
        fail_msg("“%s” is not in: %s", words, printed(r));
}

static void what_cannot_be_read_is_reported(void **state) {
    struct room *r = *state;
    put(r, "long", "12345");
    assert_int_equal(mkfifo(in(r, "pipe"), 0600), 0);
    cannot_read(r, "lonk", "there is no such file");
    cannot_read(r, "lonk", arena_printf(r->arena, "did you mean “%s”?", in(r, "long")));
    cannot_read(r, "long", "it is larger than 4 bytes");
    cannot_read(r, "pipe", "it is not a regular file");
    cannot_read(r, "", "it is a folder");
    cannot_read(r, "long/x", "part of the path is not a folder");
    assert_int_equal(diag_exit_status(r->diag), 1);
}

/* ── Paths ── */

static void names_are_joined_without_the_disk(void **state) {
    struct arena *a = ((struct room *)*state)->arena;
    static const char *const rows[][3] = {
        {"content/course.xml", "zh/01.xml", "content/zh/01.xml"},
        {"content/zh/01.xml", "../en/01.xml", "content/en/01.xml"},
        {"content/zh/01.xml", "./a//b.xml", "content/zh/a/b.xml"},
        {"course.xml", "zh/01.xml", "zh/01.xml"},
        {"../content/x.xml", "../../y.xml", "../../y.xml"},
        {"/content/x.xml", "../../../y.xml", "/y.xml"},
        {"content/x.xml", "/etc/y.xml", "/etc/y.xml"},
        {"a/x.xml", "..", "."},
        {"..b/x.xml", "../y", "y"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(path_join(a, rows[i][0], rows[i][1]), rows[i][2]);
    assert_string_equal(path_join(a, NULL, "a/../b"), "b");
}

static void only_what_lies_inside_is_resolved(void **state) {
    struct room *r = *state;
    assert_true(folder_make(r->diag, in(r, "root/zh")));
    put(r, "secret", "s");
    put(r, "root/a.xml", "a");
    put(r, "root/zh/b.xml", "b");
    assert_true(folder_make(r->diag, in(r, "root-too")));
    put(r, "root-too/c.xml", "c");
    assert_int_equal(symlink("../secret", in(r, "root/link")), 0);
    assert_int_equal(symlink("zh", in(r, "root/zh2")), 0);
    const char *root = in(r, "root"), *base = in(r, "root/zh/b.xml");
    char *real = realpath(in(r, "root/a.xml"), NULL);
    bool outside = true;
    assert_string_equal(path_inside(r->arena, root, base, "../a.xml", &outside), real);
    assert_false(outside);
    free(real);
    assert_non_null(path_inside(r->arena, root, in(r, "root/a.xml"), "zh2/b.xml", &outside));
    assert_null(path_inside(r->arena, root, base, "../no.xml", &outside));
    assert_false(outside);
    static const char *const leaving[] = {"../../secret", "../link",       "../../root-too/c.xml",
                                          "/etc/passwd",  "../../no/such", "../x/../../../no"};
    for (size_t i = 0; i < sizeof leaving / sizeof *leaving; i++) {
        outside = false;
        assert_null(path_inside(r->arena, root, base, leaving[i], &outside));
        assert_true(outside);
    }
}

/* ── Bytes ── */

static void bytes_grow(void **state) {
    struct room *r = *state;
    struct bytes b = {.arena = r->arena};
    for (int i = 0; i < 10000; i++)
        bytes_printf(&b, "%d,", i % 10);
    bytes_add(&b, "\0x", 2);
    assert_int_equal(b.n, 20002);
    assert_memory_equal(b.at + 19996, "8,9,\0x", 7);
}

static void numbers_are_short(void **state) {
    struct room *r = *state;
    static const struct {
        double x;
        const char *text;
    } rows[] = {{12.5, "12.5"},
                {-3, "-3"},
                {0, "0"},
                {-0.001, "0"},
                {0.05, "0.05"},
                {1.006, "1.01"},
                {-0.5, "-0.5"},
                {99.999, "100"},
                {1e6, "1000000"},
                {10.1, "10.1"},
                {1234.567, "1234.57"},
                {-1.2, "-1.2"},
                {9e14, "900000000000000"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bytes b = {.arena = r->arena};
        bytes_number(&b, rows[i].x);
        assert_string_equal(b.at, rows[i].text);
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_is_written_is_read),
        TEST(an_unchanged_file_is_only_touched),
        TEST(mode_and_links_are_kept),
        TEST(a_missing_folder_is_the_machines_fault),
        TEST(a_failed_write_leaves_the_old_file),
        TEST(several_files_are_written_together),
        TEST(a_name_may_be_as_long_as_names_are),
        TEST(one_file_has_many_names),
        TEST(a_device_is_written_to_not_replaced),
        TEST(folders_are_made_with_those_above),
        TEST(what_cannot_be_read_is_reported),
        TEST(names_are_joined_without_the_disk),
        TEST(only_what_lies_inside_is_resolved),
        TEST(bytes_grow),
        TEST(numbers_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
