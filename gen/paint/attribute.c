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

/* Percent-encodes what no address may hold. */
static void put_uri(struct bytes *b, const char *uri) {
    for (; *uri; uri++) {
        unsigned char c = (unsigned char)*uri;
        if (c <= ' ' || c >= 127 || strchr("'()\\<>\"", c))
            bytes_printf(b, "%%%02X", c);
        else
            bytes_add(b, uri, 1);
    }
}

const char *dest_name(struct arena *a, const char *name) {
    struct bytes b = {.arena = a};
    put_dest_name(&b, name);
    return b.n ? b.at : "";
}

const char *uri_name(struct arena *a, const char *uri) {
    struct bytes b = {.arena = a};
    put_uri(&b, uri);
    return b.n ? b.at : "";
}
