#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>

#include "bench_fonts.h"
#include "figure/text.h"

static const struct text_style hei = {.family = FAMILY_SANS, .size = 10, .language = "zh-Hans"};

static size_t missing_in(struct bench *b, const char *text) {
    return text_shape(b->fonts, b->arena, &(struct piece){text, hei}, 1)->missing;
}

static int entries(const char *folder) {
    int n = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *e = dir ? readdir(dir) : NULL; e; e = readdir(dir))
        n += e->d_name[0] != '.';
    if (dir)
        closedir(dir);
    return n;
}

static void nothing_is_cut_before_text(void **state) {
    struct bench *b = *state;
    fonts_announce(b->fonts, "带宽");
    assert_int_equal(fonts_cuts(b->fonts), 0);
    assert_int_equal(entries(b->folder), 0);
}

static void announced_text_is_cut_once(void **state) {
    struct bench *b = *state;
    fonts_announce(b->fonts, "显存带宽受限");
    assert_int_equal(missing_in(b, "显存"), SIZE_MAX);
    assert_int_equal(missing_in(b, "带宽受限 bandwidth × 3.35 TB/s"), SIZE_MAX);
    assert_int_equal(fonts_cuts(b->fonts), 1);
}

static void other_text_widens_the_pool(void **state) {
    struct bench *b = *state;
    assert_int_equal(missing_in(b, "显存"), SIZE_MAX);
    const struct shaped *before = text_shape(b->fonts, b->arena, &(struct piece){"x", hei}, 1);
    assert_int_equal(fonts_cuts(b->fonts), 1);
    assert_int_equal(missing_in(b, "龘齉与靐"), SIZE_MAX);
    assert_int_equal(fonts_cuts(b->fonts), 2);
    assert_int_equal(missing_in(b, "显存龘"), SIZE_MAX);
    assert_int_equal(fonts_cuts(b->fonts), 2);
    assert_int_equal(access(before->clusters[0].face->path, R_OK), 0); /* old texts stay drawable */
}

static void what_no_face_has_cuts_nothing(void **state) {
    struct bench *b = *state;
    assert_int_equal(missing_in(b, "x"), SIZE_MAX);
    assert_int_equal(missing_in(b, "\xF0\x92\x80\x80"), 0);
    assert_int_equal(missing_in(b, "a\xF0\x92\x80\x80"), 1);
    assert_int_equal(fonts_cuts(b->fonts), 1);
}

static void the_next_run_takes_the_pool(void **state) {
    struct bench *b = *state;
    fonts_announce(b->fonts, "显存带宽");
    missing_in(b, "x");
    bench_fonts(b); /* another run: announces less */
    fonts_announce(b->fonts, "宽");
    assert_int_equal(missing_in(b, "显存"), SIZE_MAX);
    assert_int_equal(fonts_cuts(b->fonts), 0);
}

static void announce_all(struct fonts *f, void *asked) {
    ++*(int *)asked;
    fonts_announce(f, "显存带宽受限");
}

/* One that knows all texts is asked when a pool must be cut, once, and not when the last one does.
 */
static void all_texts_are_asked_for_when_cutting(void **state) {
    struct bench *b = *state;
    int asked = 0;
    fonts_announcer(b->fonts, announce_all, &asked);
    assert_int_equal(asked, 0);
    assert_int_equal(missing_in(b, "x"), SIZE_MAX);
    assert_int_equal(missing_in(b, "显存带宽受限"), SIZE_MAX);
    assert_int_equal(missing_in(b, "龘"), SIZE_MAX);
    assert_int_equal(asked, 1);
    assert_int_equal(fonts_cuts(b->fonts), 2);
    bench_fonts(b);
    fonts_announcer(b->fonts, announce_all, &asked);
    assert_int_equal(missing_in(b, "带宽"), SIZE_MAX);
    assert_int_equal(asked, 1);
    fonts_announce_all(b->fonts);
    fonts_announce_all(b->fonts);
    assert_int_equal(asked, 2);
}

/* What was shaped before another pool took the place is laid out again: also when the first pool
 * was not cut in this run, and when the second was not. */
static void a_change_of_pools_is_counted(void **state) {
    struct bench *b = *state;
    assert_int_equal(missing_in(b, "显存"), SIZE_MAX);
    assert_int_equal(fonts_moves(b->fonts), 0);
    bench_fonts(b);
    assert_int_equal(missing_in(b, "显存"), SIZE_MAX);
    assert_int_equal(fonts_moves(b->fonts), 0);
    assert_int_equal(missing_in(b, "龘"), SIZE_MAX);
    assert_int_equal(fonts_moves(b->fonts), 1);
    assert_int_equal(fonts_cuts(b->fonts), 1);
}

/* The face files of the only pool in the folder. */
static void pool_file(const struct bench *b, const char *name, char out[256]) {
    FILE *file;
    char current[32] = "";
    snprintf(out, 256, "%s/current", b->folder);
    file = fopen(out, "r");
    assert_non_null(file);
    assert_int_equal(fread(current, 1, 16, file), 16);
    fclose(file);
    snprintf(out, 256, "%s/%s/%s", b->folder, current, name);
}

static void a_damaged_pool_is_cut_again(void **state) {
    struct bench *b = *state;
    char path[256];
    missing_in(b, "x");
    pool_file(b, "SourceSans3-Regular.otf", path);
    assert_int_equal(truncate(path, 100), 0);
    bench_fonts(b);
    assert_int_equal(missing_in(b, "x"), SIZE_MAX);
    assert_int_equal(fonts_cuts(b->fonts), 1);
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_true(st.st_size > 10000);
    pool_file(b, "index", path);
    FILE *file = fopen(path, "a");
    fputs("codes 4E00 9FFF\n", file); /* claims what it does not hold */
    fclose(file);
    bench_fonts(b);
    assert_int_equal(missing_in(b, "龘"), SIZE_MAX);
    assert_int_equal(fonts_cuts(b->fonts), 1);
    assert_int_equal(diag_count(b->diag, SEVERITY_WARNING), 0);
}

/* Writes characters one after the other: old pools go, but never the one just left. */
static void old_pools_are_pruned(void **state) {
    struct bench *b = *state;
    static const char *const texts[] = {"龘", "齉", "靐"};
    static const int left[] = {1, 2, 2};
    for (size_t i = 0; i < 3; i++) {
        missing_in(b, texts[i]);
        assert_int_equal(fonts_cuts(b->fonts), i + 1);
        assert_int_equal(entries(b->folder), left[i] + 1); /* and "current" */
        char path[256];
        pool_file(b, ".", path);
        struct timespec old[2] = {{1000000000, 0}, {1000000000, 0}};
        assert_int_equal(utimensat(AT_FDCWD, path, old, 0), 0);
    }
}

static void missing_files_are_named(void **state) {
    struct bench *b = *state;
    assert_null(fonts_open(b->arena, b->diag, "/nowhere", b->folder));
    assert_int_equal(diag_count(b->diag, SEVERITY_MACHINE), 6); /* all Latin faces */
    assert_int_equal(diag_exit_status(b->diag), 3);
}

static void an_unwritable_pool_is_reported_once(void **state) {
    struct bench *b = *state;
    b->fonts = fonts_open(b->arena, b->diag, "assets/fonts", "/dev/null/pool");
    assert_non_null(b->fonts);
    missing_in(b, "x");
    assert_int_equal(diag_count(b->diag, SEVERITY_MACHINE), 1);
    missing_in(b, "y");
    assert_int_equal(diag_count(b->diag, SEVERITY_MACHINE), 1);
}

static int set_up(void **state) {
    static struct bench b;
    bench_open(&b);
    *state = &b;
    return b.fonts ? 0 : -1;
}

static int tear_down(void **state) {
    bench_close(*state);
    return 0;
}

#define POOL_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        POOL_TEST(nothing_is_cut_before_text),
        POOL_TEST(announced_text_is_cut_once),
        POOL_TEST(other_text_widens_the_pool),
        POOL_TEST(what_no_face_has_cuts_nothing),
        POOL_TEST(the_next_run_takes_the_pool),
        POOL_TEST(all_texts_are_asked_for_when_cutting),
        POOL_TEST(a_change_of_pools_is_counted),
        POOL_TEST(a_damaged_pool_is_cut_again),
        POOL_TEST(old_pools_are_pruned),
        POOL_TEST(missing_files_are_named),
        POOL_TEST(an_unwritable_pool_is_reported_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
