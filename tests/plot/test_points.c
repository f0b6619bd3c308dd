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

static struct read read_text(struct bench *b, const char *text) {
    struct source *file = ARENA_NEW(b->arena, struct source);
    *file = (struct source){"points.csv", text, strlen(text)};
    struct diag *heard = diag_new(b->arena);
    struct read r = {0};
    r.good = points_read(b->arena, heard, file, speeds, &r.at, &r.n);
    r.faults = diag_faults(heard);
    return r;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_file_is_read),
        cmocka_unit_test(what_spreadsheets_write_is_read),
        cmocka_unit_test(names_may_hold_commas_and_quotes),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(all_faults_are_told),
    };
    return cmocka_run_group_tests(tests, bench_open, bench_close);
}
