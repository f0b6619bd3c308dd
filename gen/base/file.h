/* Files: read whole, written whole or not at all. */
#ifndef RIDGE_BASE_FILE_H
#define RIDGE_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/span.h"

/* A growing byte string in an arena, for output made in memory. Zero-initialise the struct. */
struct bytes {
    struct arena *arena;
    char *at;
    size_t n, room;
};

void bytes_add(struct bytes *b, const void *data, size_t n);
void bytes_puts(struct bytes *b, const char *text);
void bytes_printf(struct bytes *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A number with at most two decimals, locale-independent, no trailing zeros ("12.5", "-3", "0"). */
void bytes_number(struct bytes *b, double x);
/* The same without bytes: written so that it ends at `end`, before which it has this much room;
 * returns where it begins. */
enum { CENTS_BYTES = 24 };
char *number_before(char *end, double x);

/* Reads a regular file of at most limit bytes. On failure reports FILE_UNREADABLE at `from`
 * (where the path was written) and returns NULL. */
const struct source *file_read(struct arena *a, struct diag *d, struct span from, const char *path,
                               size_t limit);

/* The same under another name: `name` is what messages print (and what source->name is). */
const struct source *file_read_as(struct arena *a, struct diag *d, struct span from,
                                  const char *path, const char *name, size_t limit);

/* The name in the folder of `path` that is closest to its last part, or NULL. */
const char *file_nearest(struct arena *a, const char *path);

/* Path `path` as seen from the file `base`, without "." and "x/.."; absolute paths stay. No look at
 * the disk: for names in messages. */
const char *path_join(struct arena *a, const char *base, const char *path);

/* Writes beside the target, fsyncs, renames: the old file stays untouched on any failure, which is
 * reported as FILE_UNWRITABLE. An unchanged file is not rewritten but its time is renewed. Path "-"
 * is standard output. */
bool file_write(struct diag *d, const char *path, const void *data, size_t n);

/* Several outputs of one run: when one of them cannot be written, none is. */
struct file_output {
    const char *path;
    const void *data;
    size_t n;
};
bool files_write(struct diag *d, const struct file_output *outputs, size_t n);

/* Would the two paths be written into the same file? */
bool file_same(const char *one, const char *other);

/* Makes a folder and those above it. */
bool folder_make(struct diag *d, const char *path);

/* Resolves `path` against the file `base` and makes sure the result stays inside the folder
 * `root` (symbolic links resolved). Returns the real path, or NULL when it leaves the root or does
 * not exist; *outside tells which. */
const char *path_inside(struct arena *a, const char *root, const char *base, const char *path,
                        bool *outside);

#endif
