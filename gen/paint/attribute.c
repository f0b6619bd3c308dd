#include "paint/attribute.h"

#include <string.h>

#include "base/file.h"

/* Names go out unescaped and must be ASCII: other bytes, and “_” itself, become _XX. */
static void put_dest_name(struct bytes *b, const char *name) {
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:";
    for (; *name; name++)
        if (strchr(PLAIN, *name))
            bytes_add(b, name, 1);
        else
            bytes_printf(b, "_%02X", (unsigned)(unsigned char)*name);
}

/* Percent-encodes what would end a string in Cairo's attributes or in the PDF. */
static void put_uri(struct bytes *b, const char *uri) {
    for (; *uri; uri++) {
        unsigned char c = (unsigned char)*uri;
        if (c <= ' ' || c >= 127 || strchr("'()\\<>\"", c))
            bytes_printf(b, "%%%02X", c);
        else
            bytes_add(b, uri, 1);
    }
}

static void put_areas(struct bytes *b, const struct tag_facts *facts, struct point offset) {
    if (facts->area_count == 0)
        return;
    bytes_puts(b, "rect=[");
    for (size_t i = 0; i < facts->area_count; i++) {
        struct rect r = facts->areas[i];
        double numbers[] = {r.x + offset.x, r.y + offset.y, r.w, r.h};
        for (int n = 0; n < 4; n++) {
            bytes_puts(b, i + (size_t)n > 0 ? " " : "");
            bytes_number(b, numbers[n]);
        }
    }
    bytes_puts(b, "] ");
}

const char *link_attributes(struct arena *a, const struct tag_facts *facts, struct point offset) {
    struct bytes b = {.arena = a};
    put_areas(&b, facts, offset);
    if (facts->dest) {
        bytes_puts(&b, "dest='");
        put_dest_name(&b, facts->dest);
        bytes_puts(&b, "'");
    } else if (facts->uri) {
        bytes_puts(&b, "uri='");
        put_uri(&b, facts->uri);
        bytes_puts(&b, "'");
    }
    return b.n ? b.at : "";
}

const char *outline_attributes(struct arena *a, const char *dest) {
    struct bytes b = {.arena = a};
    bytes_puts(&b, "dest='");
    put_dest_name(&b, dest);
    bytes_puts(&b, "'");
    return b.at;
}

const char *dest_attributes(struct arena *a, const char *name, struct point at) {
    struct bytes b = {.arena = a};
    bytes_puts(&b, "name='");
    put_dest_name(&b, name);
    bytes_puts(&b, "' x=");
    bytes_number(&b, at.x);
    bytes_puts(&b, " y=");
    bytes_number(&b, at.y);
    return b.at;
}
