/* One set of fonts for the tests of a program, with a pool of its own in a temporary folder. */
#ifndef TESTS_FIGURE_BENCH_FONTS_H
#define TESTS_FIGURE_BENCH_FONTS_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "figure/font.h"

struct bench {
    struct arena *arena;
    struct diag *diag;
    struct fonts *fonts;
    char folder[64];
};

static inline int file_remove(const char *path, const struct stat *st, int kind, struct FTW *ftw) {
    (void)st, (void)kind, (void)ftw;
    return remove(path);
}

static inline void folder_remove(const char *path) {
    nftw(path, file_remove, 8, FTW_DEPTH | FTW_PHYS);
}

static inline void bench_fonts(struct bench *b) {
    b->fonts = fonts_open(b->arena, b->diag, "assets/fonts", b->folder);
}

static inline void bench_open(struct bench *b) {
    strcpy(b->folder, "/tmp/ridge-pool-XXXXXX");
    if (!mkdtemp(b->folder))
        abort();
    b->arena = arena_new();
    b->diag = diag_new(b->arena);
    bench_fonts(b);
}

static inline void bench_close(struct bench *b) {
    arena_drop(b->arena);
    folder_remove(b->folder);
}

#endif
