#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plot/bench.h"
#include "plot/points.h"

static const struct points_columns speeds = {"batch 1", "speed token/s"};

struct read {
    bool good;
    const struct measured *at;
    size_t n, faults;
};

static struct read read_bytes(struct bench *b, const char *text, size_t n) {
    struct source *file = ARENA_NEW(b->arena, struct source);
    *file = (struct source){"points.csv", text, n};
    struct diag *heard = diag_new(b->arena);
    struct read r = {0};
    r.good = points_read(b->arena, heard, file, speeds, &r.at, &r.n);
    r.faults = diag_faults(heard);
    return r;
}

static struct read read_text(struct bench *b, const char *text) {
    return read_bytes(b, text, strlen(text));
}

static void a_plain_file_is_read(void **state) {
    struct read r =
        read_text(*state, "name,batch,speed\nmine,1,150.5\n\n# a remark\nmine,8,1100\n");
    assert_true(r.good);
    assert_int_equal(r.n, 2);
    assert_string_equal(r.at[0].name, "mine");
    assert_near(r.at[0].x, 1, 0);
    assert_near(r.at[0].y, 150.5, 0);
    assert_near(r.at[1].y, 1100, 0);
}

/* Other orders, further columns, quotes, units of head and of value, line ends of DOS. */
static void what_spreadsheets_write_is_read(void **state) {
    struct read r = read_text(*state, "\"speed (ktoken/s)\" , date, batch\r\n"
                                      "1.5,2026-11-01,16\r\n\"2\",,32\r\n2500 token/s,x,64");
    assert_true(r.good);
    assert_int_equal(r.n, 3);
    assert_string_equal(r.at[0].name, "");
    assert_near(r.at[0].y, 1500, 1e-9);
    assert_near(r.at[1].y, 2000, 1e-9);
    assert_near(r.at[2].y, 2500, 1e-9);
    assert_near(r.at[2].x, 64, 0);
}

static void names_may_hold_commas_and_quotes(void **state) {
    struct read r = read_text(*state, "name,batch,speed\n\"vLLM, \"\"v1\"\"\",4,9\n");
    assert_true(r.good);
    assert_string_equal(r.at[0].name, "vLLM, \"v1\"");
}

static void bad_files_are_refused(void **state) {
    static const char *const texts[] = {
        "",
        "name,batch,sped\nx,1,2\n",         /* a misspelt head */
        "name,batch,speed\nx,1\n",          /* a value is missing */
        "name,batch,speed\nx,one,2\n",      /* no number */
        "name,batch,speed\nx,1,-2\n",       /* below zero */
        "name,batch,speed\nx,1,3 GB/s\n",   /* another dimension */
        "name,batch,speed (GB/s)\nx,1,3\n", /* in the head */
        "name,batch,speed (hops)\nx,1,3\n", /* no unit */
        "name,batch,speed\nx,1,1e999\n",
        "name,batch,speed\n\"x,1,3\ny,2,4\n", /* quotes without an end */
        "name,batch,speed\n",                 /* no row */
        "batch,speed,batch\n1,2,3\n",         /* which of the two? */
        "batch,speed)x(y\n1,2\n",             /* brackets the wrong way round */
        "batch,speed\n1,2\xFF\n",             /* not UTF-8 */
        "batch,speed\n\xE2\x88,2\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct read r = read_text(*state, texts[i]);
        if (r.good || !r.faults)
            fail_msg("file %zu was taken, or refused without a word", i);
    }
}

/* Each fault is told, not the first alone. */
static void all_faults_are_told(void **state) {
    struct read r = read_text(*state, "name,batch,speed\nx,a,b\ny,c,d\n");
    assert_false(r.good);
    assert_int_equal(r.faults, 4);
}

/* Byte order marks, line ends of old Macs, rows of nothing but commas. */
static void what_other_programs_write_is_read(void **state) {
    static const char *const texts[] = {"\xEF\xBB\xBF"
                                        "batch,speed\n4,9\n",
                                        "batch,speed\r4,9\r", "\rbatch,speed\r# 1\r4,9",
                                        "batch,speed,\n4,9,\n,,\n  \n\"\",\t\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct read r = read_text(*state, texts[i]);
        if (!r.good || r.n != 1 || r.at[0].x != 4 || r.at[0].y != 9)
            fail_msg("file %zu: %zu points, %zu faults", i, r.n, r.faults);
    }
}

static void a_name_stands_on_one_line(void **state) {
    struct read r = read_text(*state, "name,batch,speed\n\"two\nlines\",4,9\n");
    assert_true(r.good);
    assert_string_equal(r.at[0].name, "two lines");
    char text[128] = "name,batch,speed\n";
    size_t n = strlen(text);
    memset(text + n, 'x', 61);
    strcpy(text + n + 60, ",4,9\n");
    assert_true(read_text(*state, text).good);
    strcpy(text + n + 60, "x,4,9\n");
    assert_false(read_text(*state, text).good);
}

static void binary_files_are_refused(void **state) {
    static const char wide[] = "\xFF\xFE"
                               "b\0a\0t\0c\0h\0"; /* UTF-16 */
    static const char zero[] = "batch,speed\n1,2\0003\n";
    assert_false(read_bytes(*state, wide, sizeof wide - 1).good);
    assert_false(read_bytes(*state, zero, sizeof zero - 1).good);
    char columns[1024] = "batch,speed";
    for (size_t n = strlen(columns), i = 0; i < 300; i++, n++)
        strcpy(columns + n, ",");
    strcat(columns, "\n4,9\n");
    assert_false(read_text(*state, columns).good);
    char *many = strstr(columns, ",,") + 200;
    strcpy(many, "\n4,9\n");
    assert_true(read_text(*state, columns).good);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_file_is_read),
        cmocka_unit_test(what_spreadsheets_write_is_read),
        cmocka_unit_test(names_may_hold_commas_and_quotes),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(all_faults_are_told),
        cmocka_unit_test(what_other_programs_write_is_read),
        cmocka_unit_test(a_name_stands_on_one_line),
        cmocka_unit_test(binary_files_are_refused),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
