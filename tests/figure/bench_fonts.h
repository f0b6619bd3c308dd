/* One set of fonts for the tests of a program, with a pool of its own in a temporary folder. */
#ifndef TESTS_FIGURE_BENCH_FONTS_H
#define TESTS_FIGURE_BENCH_FONTS_H

#include <dirent.h>
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

static inline void folder_remove(const char *path) {
    DIR *dir = opendir(path);
    for (struct dirent *e = dir ? readdir(dir) : NULL; e; e = readdir(dir)) {
        char child[1536];
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        snprintf(child, sizeof child, "%s/%s", path, e->d_name);
        if (unlink(child) != 0)
            folder_remove(child);
    }
    if (dir)
        closedir(dir);
    rmdir(path);
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
