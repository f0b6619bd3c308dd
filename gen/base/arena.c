#include "base/arena.h"

#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define PIECEWISE 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PIECEWISE 1
#endif
#endif
#ifndef PIECEWISE
#define PIECEWISE 0
#endif

/* Blocks double from small to large, so that a short-lived arena costs little. */
enum { FIRST_BLOCK = 1024, LAST_BLOCK = 64 * 1024, EXIT_MACHINE = 3 };

struct block {
    struct block *before;
    size_t used, size;
    max_align_t bytes[];
};

struct adopted {
    struct adopted *before;
    void *object;
    void (*destroy)(void *);
};

struct arena {
    struct block *blocks;
    struct adopted *adopted;
    size_t next_block;
};

static void *must(void *memory) {
    if (!memory) {
        fputs("ridge: out of memory\n", stderr);
        exit(EXIT_MACHINE);
    }
    return memory;
}

void arena_keep_dropped(void) {
    enum { KEPT = 256 * 1024 * 1024, AT_ONCE = 1024 * 1024 };
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_TOP_PAD, AT_ONCE);
}

struct arena *arena_new(void) {
    struct arena *a = must(calloc(1, sizeof *a));
    a->next_block = FIRST_BLOCK;
    return a;
}

void arena_drop(struct arena *a) {
    if (!a)
        return;
    for (struct adopted *d = a->adopted; d; d = d->before)
        d->destroy(d->object);
    while (a->blocks) {
        struct block *block = a->blocks;
        a->blocks = block->before;
        free(block);
    }
    free(a);
}

/* Zeroed by `reserve` or not: what blocks are cut into is cleared piece by piece, for most scratch
 * arenas leave most of their block alone. */
static struct block *block_new(void *(*reserve)(size_t, size_t), struct block *before,
                               size_t size) {
    if (size > SIZE_MAX - sizeof(struct block))
        must(NULL);
    struct block *block = must(reserve(1, sizeof *block + size));
    block->before = before;
    block->used = 0;
    block->size = size;
    return block;
}

static void *reserve_as_it_is(size_t n, size_t size) {
    return malloc(n * size);
}

static void open_block(struct arena *a) {
    a->blocks = block_new(reserve_as_it_is, a->blocks, a->next_block);
    if (a->next_block < LAST_BLOCK)
        a->next_block *= 2;
}

void *arena_alloc(struct arena *a, size_t bytes) {
    const size_t align = sizeof(max_align_t);
    if (bytes > SIZE_MAX - align)
        must(NULL);
    size_t need = PIECEWISE ? bytes : (bytes + align - 1) / align * align;
    if (PIECEWISE || need > a->next_block / 4) {
        /* A piece of its own goes behind the open block, which stays in use. */
        struct block *own = block_new(calloc, a->blocks ? a->blocks->before : NULL, need);
        own->used = need;
        if (a->blocks)
            a->blocks->before = own;
        else
            a->blocks = own;
        return own->bytes;
    }
    if (!a->blocks || a->blocks->size - a->blocks->used < need)
        open_block(a);
    void *piece = (char *)a->blocks->bytes + a->blocks->used;
    a->blocks->used += need;
    return memset(piece, 0, need);
}

void *arena_alloc_array(struct arena *a, size_t n, size_t size) {
    if (size && n > SIZE_MAX / size)
        must(NULL);
    return arena_alloc(a, n * size);
}

void *arena_memdup(struct arena *a, const void *bytes, size_t n) {
    void *copy = arena_alloc(a, n);
    if (n)
        memcpy(copy, bytes, n);
    return copy;
}

void *arena_grow(struct arena *a, void *at, size_t n, size_t *room, size_t first, size_t size) {
    if (n < *room)
        return at;
    *room = *room ? 2 * *room : first;
    void *wider = arena_alloc_array(a, *room, size);
    if (n)
        memcpy(wider, at, n * size);
    return wider;
}

char *arena_strndup(struct arena *a, const char *text, size_t n) {
    const char *end = memchr(text, 0, n);
    size_t length = end ? (size_t)(end - text) : n;
    char *copy = arena_alloc(a, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *arena_strdup(struct arena *a, const char *text) {
    return arena_memdup(a, text, strlen(text) + 1);
}

char *arena_vprintf(struct arena *a, const char *format, va_list args) {
    char first[256]; /* most texts fit at once */
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(first, sizeof first, format, args);
    size_t bytes = length < 0 ? 1 : (size_t)length + 1;
    char *text = arena_alloc(a, bytes);
    if (length > 0 && bytes <= sizeof first)
        memcpy(text, first, bytes);
    else if (length > 0)
        vsnprintf(text, bytes, format, again);
    va_end(again);
    return text;
}

char *arena_printf(struct arena *a, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(a, format, args);
    va_end(args);
    return text;
}

void arena_adopt(struct arena *a, void *object, void (*destroy)(void *)) {
    struct adopted *d = arena_alloc(a, sizeof *d);
    *d = (struct adopted){a->adopted, object, destroy};
    a->adopted = d;
}
