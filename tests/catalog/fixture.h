/* The shipped catalogue, and copies of it with one passage changed. */
#ifndef TESTS_CATALOG_FIXTURE_H
#define TESTS_CATALOG_FIXTURE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <setjmp.h>

#include <cmocka.h>

#include "base/diag_report.h"
#include "base/file.h"
#include "catalog/catalog.h"
#include "catalog/expression.h"

struct fixture {
    struct arena *arena;
    struct diag *diag;
    struct catalog *catalog;
};

static inline struct fixture fixture_open(const char *root) {
    struct fixture f = {.arena = arena_new()};
    f.diag = diag_new(f.arena);
    f.catalog = catalog_load(f.arena, f.diag, root, NULL);
    return f;
}

static inline void fixture_close(struct fixture *f) {
    arena_drop(f->arena);
}

/* The first report of a kind, or NULL. */
static inline const struct report *report_find(const struct diag *d, enum diag_kind kind) {
    const struct report *r = d->first;
    while (r && r->kind != kind)
        r = r->next;
    return r;
}

static inline void print_reports(const struct diag *d) {
    if (diag_count(d, SEVERITY_WARNING))
        diag_print(d, stderr, false);
}

static const char *const content_files[] = {"catalogue/sources.xml", "catalogue/links.xml",
                                            "catalogue/accelerators.xml", "catalogue/models.xml",
                                            "scenarios.xml"};

/* A folder with the shipped files, where in one file a passage (its first occurrence) is changed.
 */
static inline const char *content_with(struct arena *a, const char *file, const char *from,
                                       const char *to) {
    char *root = arena_strdup(a, "/tmp/ridge-catalog-XXXXXX");
    assert_non_null(mkdtemp(root));
    struct diag *d = diag_new(a);
    assert_true(folder_make(d, arena_printf(a, "%s/catalogue", root)));
    bool changed = false;
    for (size_t i = 0; i < sizeof content_files / sizeof *content_files; i++) {
        const char *path = arena_printf(a, "content/%s", content_files[i]);
        const struct source *s = file_read(a, d, (struct span){0}, path, 1 << 20);
        assert_non_null(s);
        const char *text = s->text;
        const char *at = strcmp(content_files[i], file) == 0 ? strstr(text, from) : NULL;
        if (at)
            text = arena_printf(a, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
        changed |= at != NULL;
        assert_true(
            file_write(d, arena_printf(a, "%s/%s", root, content_files[i]), text, strlen(text)));
    }
    assert_true(changed);
    return root;
}

static inline void content_remove(struct arena *a, const char *root) {
    for (size_t i = 0; i < sizeof content_files / sizeof *content_files; i++)
        unlink(arena_printf(a, "%s/%s", root, content_files[i]));
    rmdir(arena_printf(a, "%s/catalogue", root));
    rmdir(root);
}

#define assert_near(actual, expected, tolerance)                                                   \
    do {                                                                                           \
        double a_ = (actual), e_ = (expected);                                                     \
        if (!(a_ - e_ <= (tolerance) && e_ - a_ <= (tolerance)))                                   \
            fail_msg("%s = %.17g, expected %.17g", #actual, a_, e_);                               \
    } while (0)

#endif
