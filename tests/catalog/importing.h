/* Configurations of tests/golden/import, as they are or with passages changed. */
#ifndef TESTS_CATALOG_IMPORTING_H
#define TESTS_CATALOG_IMPORTING_H

#include "fixture.h"

#include "catalog/import.h"
#include "core/parameters.h"

struct importing {
    struct arena *arena;
    struct diag *diag;
    const struct model *model; /* NULL: refused */
};

static inline struct importing import_path(const char *path) {
    struct importing i = {.arena = arena_new()};
    i.diag = diag_new(i.arena);
    i.model = model_import(i.arena, i.diag, (struct span){0}, path, NULL);
    return i;
}

static inline struct importing import_golden(const char *name) {
    char path[256];
    snprintf(path, sizeof path, "tests/golden/import/%s.json", name);
    return import_path(path);
}

static inline struct importing import_bytes(const void *bytes, size_t n) {
    char path[] = "/tmp/ridge-import-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_true(write(fd, bytes, n) == (ssize_t)n);
    close(fd);
    struct importing i = import_path(path);
    unlink(path);
    return i;
}

static inline struct importing import_text(const char *text) {
    return import_bytes(text, strlen(text));
}

/* The file with the first occurrence of a passage replaced. */
static inline struct importing import_changed(const char *name, const char *from, const char *to) {
    struct arena *a = arena_new();
    const char *path = arena_printf(a, "tests/golden/import/%s.json", name);
    const struct source *s = file_read(a, diag_new(a), (struct span){0}, path, 1 << 20);
    assert_non_null(s);
    const char *at = strstr(s->text, from);
    if (!at)
        fail_msg("“%s” is not in %s", from, name);
    struct importing i = import_text(
        arena_printf(a, "%.*s%s%s", (int)(at - s->text), s->text, to, at + strlen(from)));
    arena_drop(a);
    return i;
}

static inline void import_close(struct importing *i) {
    arena_drop(i->arena);
}

static inline int64_t total_of(const struct model *m) {
    return parameters_count(m).total;
}

/* The first report is of the kind, marks text that begins so and says the word. */
static inline void expect_report(const struct importing *i, enum diag_kind kind, const char *at,
                                 const char *word) {
    const struct report *r = i->diag->first;
    if (!r || r->kind != kind || !r->at.source ||
        strncmp(r->at.source->text + r->at.from, at, strlen(at)) != 0 ||
        !(strstr(r->expected ? r->expected : "", word) || strstr(r->found ? r->found : "", word))) {
        print_reports(i->diag);
        fail_msg("expected a report at “%s” that says “%s”", at, word);
    }
    assert_null(i->model);
    assert_int_equal(diag_exit_status(i->diag), 1);
}

#endif
