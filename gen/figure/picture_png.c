/* PNG: the chunks are walked and their sums checked; the pixels are unpacked once to see that they
 * are all there, but not kept. */
#include <string.h>
#include <zlib.h>

#include "figure/picture.h"

enum { RECODED_MOST = 32767 }; /* columns or rows that Cairo decodes */

struct png {
    struct arena *arena;
    struct picture *picture;
    size_t at, scan_room;
    unsigned colour, interlaced;
    double across, down;
    bool transparent, ended;
};

struct chunk {
    const unsigned char *data;
    uint32_t bytes;
    char name[5];
};

static uint32_t big(const unsigned char *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static const char *chunk_next(struct png *g, struct chunk *c) {
    const unsigned char *at = g->picture->data + g->at;
    size_t left = g->picture->bytes - g->at;
    if (left < 12)
        return "it is cut off";
    c->bytes = big(at);
    if (c->bytes > left - 12)
        return "it is cut off";
    memcpy(c->name, at + 4, 4);
    c->name[4] = 0;
    c->data = at + 8;
    if (crc32(crc32(0, NULL, 0), at + 4, c->bytes + 4) != big(c->data + c->bytes))
        return "a check sum is wrong";
    g->at += 12 + (size_t)c->bytes;
    return NULL;
}

/* Colour types and the depths each may have, as a set of bits. */
static bool kind_known(unsigned colour, unsigned depth) {
    static const unsigned DEPTHS[] = {
        [0] = 1 | 2 | 4 | 8 | 16, [2] = 8 | 16, [3] = 1 | 2 | 4 | 8, [4] = 8 | 16, [6] = 8 | 16};
    return colour < sizeof DEPTHS / sizeof *DEPTHS && depth && (depth & (depth - 1)) == 0 &&
           (DEPTHS[colour] & depth);
}

static const char *read_header(struct png *g, const struct chunk *c) {
    struct picture *p = g->picture;
    if (strcmp(c->name, "IHDR") != 0 || c->bytes != 13)
        return "its header is missing";
    p->columns = big(c->data);
    p->rows = big(c->data + 4);
    p->bits = c->data[8];
    g->colour = c->data[9];
    g->interlaced = c->data[12];
    if (!p->columns || !p->rows || p->columns > INT32_MAX || p->rows > INT32_MAX ||
        !kind_known(g->colour, c->data[8]) || c->data[10] || c->data[11] || g->interlaced > 1)
        return "its header is wrong";
    p->components = g->colour == 2 || g->colour == 6 ? 3 : 1;
    return NULL;
}

static void scan_add(struct png *g, const struct chunk *c) {
    struct picture *p = g->picture;
    while (p->scan_bytes + c->bytes > g->scan_room) {
        size_t room = g->scan_room ? 2 * g->scan_room : p->bytes;
        unsigned char *more = arena_alloc(g->arena, room);
        if (p->scan_bytes)
            memcpy(more, p->scan, p->scan_bytes);
        p->scan = more;
        g->scan_room = room;
    }
    memcpy((unsigned char *)(uintptr_t)p->scan + p->scan_bytes, c->data, c->bytes);
    p->scan_bytes += c->bytes;
}

static void read_chunk(struct png *g, const struct chunk *c) {
    static const double METRE = 0.0254;
    if (!strcmp(c->name, "IDAT") && c->bytes)
        scan_add(g, c);
    else if (!strcmp(c->name, "PLTE")) {
        g->picture->palette = c->data;
        g->picture->palette_bytes = c->bytes;
    } else if (!strcmp(c->name, "tRNS"))
        g->transparent = true;
    else if (!strcmp(c->name, "pHYs") && c->bytes == 9 && c->data[8] == 1) {
        g->across = big(c->data) * METRE;
        g->down = big(c->data + 4) * METRE;
    } else if (!strcmp(c->name, "IEND"))
        g->ended = true;
}

/* ── Are all pixels there? ── */

enum { PASSES = 7, FILTER_LAST = 4 };

struct rows {
    uint64_t count, bytes;
};

struct unpacking {
    const struct png *png;
    unsigned pass;    /* the next one */
    struct rows rows; /* that are still to come in this one */
    uint64_t left;    /* of the row */
};

/* The rows of a pass; a picture that is not interlaced has one pass. */
static struct rows rows_of(const struct png *g, unsigned pass) {
    static const unsigned CHANNELS[] = {[0] = 1, [2] = 3, [3] = 1, [4] = 2, [6] = 4};
    static const unsigned STEPS[PASSES][4] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8},
                                              {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2},
                                              {0, 1, 1, 2}};
    static const unsigned ALL[4] = {0, 0, 1, 1};
    const unsigned *s = g->interlaced ? STEPS[pass] : ALL;
    const struct picture *p = g->picture;
    uint64_t columns = (p->columns + s[2] - 1 - s[0]) / s[2];
    uint64_t rows = (p->rows + s[3] - 1 - s[1]) / s[3];
    uint64_t bits = (uint64_t)p->bits * CHANNELS[g->colour];
    return columns ? (struct rows){rows, 1 + (columns * bits + 7) / 8} : (struct rows){0};
}

/* Moves on to the next pass that has rows. */
static void pass_next(struct unpacking *u) {
    while (!u->rows.count && u->pass < (u->png->interlaced ? PASSES : 1))
        u->rows = rows_of(u->png, u->pass++);
}

/* Whether the bytes go on as rows do, each with the number of its filter before it. */
static bool rows_take(struct unpacking *u, const unsigned char *at, size_t n) {
    for (size_t i = 0; i < n;) {
        if (!u->left) {
            pass_next(u);
            if (!u->rows.count || at[i] > FILTER_LAST)
                return false;
            u->rows.count--;
            u->left = u->rows.bytes;
        }
        size_t step = u->left < n - i ? (size_t)u->left : n - i;
        u->left -= step;
        i += step;
    }
    return true;
}

static bool rows_ended(struct unpacking *u) {
    pass_next(u);
    return !u->rows.count && !u->left;
}

/* Unpacks into a window that is thrown away, no further than what is expected. */
static const char *unpack(const struct png *g) {
    unsigned char window[1 << 14];
    struct unpacking u = {.png = g};
    z_stream z = {.next_in = (Bytef *)(uintptr_t)g->picture->scan,
                  .avail_in = (uInt)g->picture->scan_bytes};
    if (inflateInit(&z) != Z_OK)
        return "there is no memory to unpack it";
    int status = Z_OK;
    bool sound = true;
    while (status == Z_OK && sound) {
        z.next_out = window;
        z.avail_out = sizeof window;
        status = inflate(&z, Z_NO_FLUSH);
        sound = rows_take(&u, window, sizeof window - z.avail_out);
    }
    inflateEnd(&z);
    return status == Z_STREAM_END && sound && rows_ended(&u) ? NULL
                                                             : "its pixels cannot be unpacked";
}

static bool palette_sound(const struct picture *p) {
    return p->palette_bytes && p->palette_bytes % 3 == 0 &&
           p->palette_bytes / 3 <= (size_t)1 << p->bits;
}

const char *picture_read_png(struct arena *a, struct picture *p) {
    struct png g = {.arena = a, .picture = p, .at = 8};
    struct chunk c;
    const char *fault = chunk_next(&g, &c);
    if (!fault)
        fault = read_header(&g, &c);
    while (!fault && !g.ended && !(fault = chunk_next(&g, &c)))
        read_chunk(&g, &c);
    if (fault)
        return fault;
    if (!p->scan_bytes || (g.colour == 3 && !palette_sound(p)))
        return "it holds no picture";
    if (g.colour != 3)
        p->palette = NULL; /* a mere suggestion */
    p->recoded = g.transparent || g.interlaced || g.colour >= 4;
    picture_measure(p, g.across, g.down);
    if (p->recoded && (p->columns > RECODED_MOST || p->rows > RECODED_MOST))
        return "it is too long; save it without transparency and interlacing";
    return picture_too_large(p) ? NULL : unpack(&g); /* a small file may unpack to terabytes */
}
