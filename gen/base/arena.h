/* Arenas: memory that is built once, read, and dropped together.
 *
 * Three lifetimes are in use: run (catalogue, strings, fonts), job (one product) and scratch (one
 * function). A pointer may point to the same or a longer life, never to a shorter one. Running out
 * of memory ends the program with exit status 3; bad input never does. Under AddressSanitizer each
 * piece is its own malloc, so that overflows are seen. */
#ifndef RIDGE_BASE_ARENA_H
#define RIDGE_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena;

/* Once, at the start of a program: memory that was dropped is kept for the next arena. Giving it
 * back to the system and asking again takes longer than most arenas live. */
void arena_keep_dropped(void);

/* A new, empty arena; the caller drops it. */
struct arena *arena_new(void);

/* Destroys adopted objects (last first) and frees everything. NULL is allowed. */
void arena_drop(struct arena *a);

/* Zeroed memory, aligned for any type; lives as long as the arena. Never NULL. */
void *arena_alloc(struct arena *a, size_t bytes);

#define ARENA_NEW(a, type)      ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_alloc_array((a), (n), sizeof(type)))

/* Zeroed memory for n items of the size; the product is checked. */
void *arena_alloc_array(struct arena *a, size_t n, size_t size);

/* Copies into the arena. arena_strndup stops at n bytes and adds the NUL. */
void *arena_memdup(struct arena *a, const void *bytes, size_t n);
char *arena_strdup(struct arena *a, const char *text);
char *arena_strndup(struct arena *a, const char *text, size_t n);
char *arena_printf(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *a, const char *format, va_list args);

/* Room for one item more in a list of n: the list itself while n < *room, else a copy in twice the
 * room
 * (`first` items to begin with). The old piece stays valid. */
void *arena_grow(struct arena *a, void *at, size_t n, size_t *room, size_t first, size_t size);
#define ARENA_GROW(a, at, n, room, first)                                                          \
    ((at) = arena_grow((a), (at), (n), &(room), (first), sizeof *(at)))

/* Hands a foreign object to the arena: destroy(object) runs when the arena is dropped. */
void arena_adopt(struct arena *a, void *object, void (*destroy)(void *));

#endif
