#include "paint/woff2.h"

#include <brotli/encode.h>
#include <string.h>

enum { SFNT_HEADER = 12, SFNT_ENTRY = 16, WOFF_HEADER = 48, ARBITRARY_TAG = 63 };

static uint32_t big(const char *at, int width) {
    uint32_t value = 0;
    for (int i = 0; i < width; i++)
        value = value << 8 | (unsigned char)at[i];
    return value;
}

static void put_big(struct bytes *b, size_t value, int width) {
    for (int i = width - 1; i >= 0; i--) {
        char byte = (char)(value >> 8 * i & 255);
        bytes_add(b, &byte, 1);
    }
}

/* UIntBase128: seven bits a byte, the most significant first. */
static void put_base128(struct bytes *b, uint32_t value) {
    int shift = 0;
    while (value >> shift >= 128)
        shift += 7;
    for (; shift >= 0; shift -= 7) {
        char byte = (char)((value >> shift & 127) | (shift ? 128 : 0));
        bytes_add(b, &byte, 1);
    }
}

static size_t padded(size_t n) {
    return (n + 3) & ~(size_t)3;
}

struct packing {
    struct bytes directory, tables;
    size_t unpacked; /* size of the font file */
    size_t count;
};

/* Outlines of TrueType would have a transform of their own; the third version of it is none. */
static int version_of(const char *tag) {
    return !memcmp(tag, "glyf", 4) || !memcmp(tag, "loca", 4) ? 3 : 0;
}

static bool read_tables(struct packing *p, const char *font, size_t n) {
    p->count = n >= SFNT_HEADER ? big(font + 4, 2) : 0;
    p->unpacked = SFNT_HEADER + SFNT_ENTRY * p->count;
    if (!p->count || n < p->unpacked)
        return false;
    for (size_t i = 0; i < p->count; i++) {
        const char *entry = font + SFNT_HEADER + SFNT_ENTRY * i;
        size_t at = big(entry + 8, 4), length = big(entry + 12, 4);
        if (at > n || length > n - at)
            return false;
        put_big(&p->directory, (size_t)(version_of(entry) << 6 | ARBITRARY_TAG), 1);
        bytes_add(&p->directory, entry, 4);
        put_base128(&p->directory, (uint32_t)length);
        bytes_add(&p->tables, font + at, length);
        p->unpacked += padded(length);
    }
    return true;
}

static void put_header(const struct packing *p, const char *flavour, size_t compressed,
                       struct bytes *out) {
    bytes_add(out, "wOF2", 4);
    bytes_add(out, flavour, 4);
    put_big(out, padded(WOFF_HEADER + p->directory.n + compressed), 4);
    put_big(out, p->count, 2);
    put_big(out, 0, 2);
    put_big(out, p->unpacked, 4);
    put_big(out, compressed, 4);
    put_big(out, 1, 4); /* its own version, 0.1 */
    for (int i = 0; i < 5; i++)
        put_big(out, 0, 4); /* neither metadata nor private data */
}

bool woff2_pack(struct arena *a, const char *font, size_t n, struct bytes *out) {
    struct packing p = {.directory.arena = a, .tables.arena = a};
    if (!read_tables(&p, font, n))
        return false;
    size_t packed = BrotliEncoderMaxCompressedSize(p.tables.n);
    uint8_t *data = ARENA_ARRAY(a, uint8_t, packed + 1);
    if (!BrotliEncoderCompress(BROTLI_MAX_QUALITY, BROTLI_MAX_WINDOW_BITS, BROTLI_MODE_FONT,
                               p.tables.n, (const uint8_t *)p.tables.at, &packed, data))
        return false;
    put_header(&p, font, packed, out);
    bytes_add(out, p.directory.at, p.directory.n);
    bytes_add(out, data, packed);
    while (out->n % 4)
        bytes_add(out, "", 1);
    return true;
}
