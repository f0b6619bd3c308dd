/* Golden diagnostics: every tests/golden/doc/NAME.xml with a NAME.diag gives exactly that text. */
#include <dirent.h>
#include <stdio.h>

#include "doc/reading.h"

enum { CASES = 200 };

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static size_t cases_with(struct arena *a, const char *suffix, const char **names) {
    DIR *folder = opendir(GOLDEN);
    size_t n = 0, length = strlen(suffix);
    assert_non_null(folder);
    for (struct dirent *e; (e = readdir(folder)) && n < CASES;) {
        size_t all = strlen(e->d_name);
        if (all > length && !strcmp(e->d_name + all - length, suffix))
            names[n++] = arena_strndup(a, e->d_name, all - length);
    }
    closedir(folder);
    qsort(names, n, sizeof *names, by_name);
    return n;
}

static const struct source *golden(struct reading *t, const char *name, const char *suffix) {
    const char *file = arena_printf(t->arena, "%s%s", name, suffix);
    struct span nowhere = {0};
    return file_read_as(t->arena, t->diag, nowhere, arena_printf(t->arena, GOLDEN "%s", file), file,
                        1 << 20);
}

/* "…-zh.xml" is read as Chinese. */
static const char *language_of(const char *name) {
    return strstr(name, "-zh") ? "zh" : "en";
}

static void bind(struct reading *t) {
    struct span nowhere = {0};
    struct binding *b = ARENA_ARRAY(t->arena, struct binding, 2);
    b[0] = (struct binding){
        .name = "a",
        .accelerator = catalog_accelerator(t->catalog, t->diag, nowhere, "h100-sxm5-80gb")};
    b[1] = (struct binding){
        .name = "b", .accelerator = catalog_accelerator(t->catalog, t->diag, nowhere, "rtx-4090")};
    t->bindings = b;
    t->binding_count = 2;
}

static void compare(const char *suffix, const char *(*said)(struct reading *, struct block *)) {
    struct reading list = reading_open();
    const char *names[CASES];
    size_t n = cases_with(list.arena, suffix, names);
    size_t wrong = 0;
    assert_true(n > 0);
    for (size_t i = 0; i < n; i++) {
        struct reading t = reading_open();
        bind(&t);
        const struct source *text = golden(&t, names[i], ".xml");
        assert_non_null(text);
        struct block *b = reading_blocks(&t, text, language_of(names[i]));
        const char *got = said(&t, b);
        const struct source *want = golden(&t, names[i], suffix);
        assert_non_null(want);
        if (strcmp(got, want->text) != 0) {
            fprintf(stderr, "── %s%s: got\n%s", names[i], suffix, got); /* longer than cmocka's */
            wrong++;
        }
        reading_close(&t);
    }
    reading_close(&list);
    assert_int_equal(wrong, 0);
}

static const char *messages(struct reading *t, struct block *b) {
    (void)b;
    return reading_messages(t);
}

static const char *tree(struct reading *t, struct block *b) {
    assert_non_null(b);
    return reading_tree(t, b);
}

static void diagnostics_are_as_written(void **state) {
    (void)state;
    compare(".diag", messages);
}

static void trees_are_as_written(void **state) {
    (void)state;
    compare(".tree", tree);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diagnostics_are_as_written),
        cmocka_unit_test(trees_are_as_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
