#include "base/span.h"

#include <string.h>

/* A byte order mark at the start takes no column. */
static size_t mark_bytes(const struct source *source) {
    return source->bytes >= 3 && !memcmp(source->text, "\xEF\xBB\xBF", 3) ? 3 : 0;
}

struct place place_onward(const struct source *source, struct place place, size_t from, size_t to) {
    if (to > source->bytes)
        to = source->bytes;
    for (size_t i = from ? from : mark_bytes(source); i < to; i++) {
        if (source->text[i] == '\n') {
            place.line++;
            place.column = 1;
        } else if (((unsigned char)source->text[i] & 0xC0) != 0x80) {
            place.column++;
        }
    }
    return place;
}

struct place span_place(struct span span) {
    struct place start = {1, 1};
    return span.source ? place_onward(span.source, start, 0, span.from) : start;
}
