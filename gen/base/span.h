/* Where something stands in an input file: byte offsets; line and column are found on demand. */
#ifndef RIDGE_BASE_SPAN_H
#define RIDGE_BASE_SPAN_H

#include <stddef.h>

/* One input as read: its name as printed in messages, and its bytes. Lives in an arena. */
struct source {
    const char *name;
    const char *text;
    size_t bytes;
};

/* Bytes [from, to) of a source. A NULL source means "no place" (the command line, say). */
struct span {
    const struct source *source;
    size_t from, to;
};

/* Line and column, both from 1; the column counts characters, not bytes. */
struct place {
    size_t line, column;
};

struct place span_place(struct span span);

/* The place of offset `to`, counted on from that of offset `from` (0: {1, 1}); for many in a row.
 */
struct place place_onward(const struct source *source, struct place place, size_t from, size_t to);

#endif
