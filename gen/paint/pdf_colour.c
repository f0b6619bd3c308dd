/* The output intent: sRGB, as a profile of the second version of ICC, made here, because its few
 * numbers are the standard's (IEC 61966-2-1, adapted to D50). */
#include <math.h>

#include "paint/pdf_catalog.h"
#include "paint/pdf_stock.h"

enum { CURVE_POINTS = 256 };

static void put_big(struct bytes *b, uint32_t value, int width) {
    for (int i = width - 1; i >= 0; i--) {
        char byte = (char)(value >> 8 * i & 255);
        bytes_add(b, &byte, 1);
    }
}

static void put_xyz(struct bytes *b, const double xyz[3]) {
    bytes_add(b, "XYZ \0\0\0\0", 8);
    for (int i = 0; i < 3; i++)
        put_big(b, (uint32_t)floor(xyz[i] * 65536 + 0.5), 4);
}

/* ASCII, a Unicode and a Macintosh form of a description, the last two empty. */
static void put_description(struct bytes *b) {
    static const char NAME[] = "sRGB";
    bytes_add(b, "desc\0\0\0\0", 8);
    put_big(b, sizeof NAME, 4);
    bytes_add(b, NAME, sizeof NAME);
    for (int i = 0; i < 4 + 4 + 2 + 1 + 67; i++)
        put_big(b, 0, 1);
}

static void put_curve(struct bytes *b) {
    bytes_add(b, "curv\0\0\0\0", 8);
    put_big(b, CURVE_POINTS, 4);
    for (int i = 0; i < CURVE_POINTS; i++) {
        double x = i / (CURVE_POINTS - 1.0);
        double y = x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
        put_big(b, (uint32_t)floor(y * 65535 + 0.5), 2);
    }
}

struct profile {
    struct bytes table, data;
    uint32_t count;
};

enum { HEADER = 128, TAGS_ALL = 9 };

/* A tag whose data stand from `start` in the data to their end; padded to four bytes. */
static void tag(struct profile *p, const char *name, size_t start, size_t end) {
    bytes_add(&p->table, name, 4);
    put_big(&p->table, (uint32_t)(HEADER + 4 + 12 * TAGS_ALL + start), 4);
    put_big(&p->table, (uint32_t)(end - start), 4);
    while (p->data.n % 4)
        put_big(&p->data, 0, 1);
    p->count++;
}

static void put_tags(struct profile *p) {
    static const double COLOURS[][3] = {{0.9642, 1, 0.8249},
                                        {0.43607, 0.22249, 0.01392},
                                        {0.38515, 0.71687, 0.09708},
                                        {0.14307, 0.06061, 0.71410}};
    static const char *const NAMES[] = {"wtpt", "rXYZ", "gXYZ", "bXYZ"};
    static const char *const CURVES[] = {"rTRC", "gTRC", "bTRC"};
    put_description(&p->data);
    tag(p, "desc", 0, p->data.n);
    size_t start = p->data.n;
    bytes_add(&p->data, "text\0\0\0\0CC0", 12);
    tag(p, "cprt", start, p->data.n);
    for (int i = 0; i < 4; i++) {
        start = p->data.n;
        put_xyz(&p->data, COLOURS[i]);
        tag(p, NAMES[i], start, p->data.n);
    }
    start = p->data.n;
    put_curve(&p->data);
    size_t end = p->data.n;
    for (int i = 0; i < 3; i++)
        tag(p, CURVES[i], start, end);
}

static void put_header(struct bytes *b, size_t size) {
    static const double D50[3] = {0.9642, 1, 0.8249};
    size_t start = b->n;
    put_big(b, (uint32_t)size, 4);
    put_big(b, 0, 4);
    put_big(b, 0x02100000, 4);
    bytes_puts(b, "mntrRGB XYZ ");
    static const uint32_t DATE[] = {2026, 1, 1, 0, 0, 0};
    for (int i = 0; i < 6; i++)
        put_big(b, DATE[i], 2);
    bytes_puts(b, "acsp");
    while (b->n - start < 68)
        put_big(b, 0, 1);
    for (int i = 0; i < 3; i++)
        put_big(b, (uint32_t)floor(D50[i] * 65536 + 0.5), 4);
    while (b->n - start < HEADER)
        put_big(b, 0, 1);
}

static struct bytes profile_new(struct arena *a) {
    struct profile p = {.table.arena = a, .data.arena = a};
    put_tags(&p);
    struct bytes icc = {.arena = a};
    put_header(&icc, HEADER + 4 + 12 * TAGS_ALL + p.data.n);
    put_big(&icc, p.count, 4);
    bytes_add(&icc, p.table.at, p.table.n);
    bytes_add(&icc, p.data.at, p.data.n);
    return icc;
}

/* The same in every PDF of the run. */
static const struct bytes *packed_profile(struct pdf_catalog *c) {
    struct bytes *kept = &c->stock->profile, packed;
    struct bytes icc = kept->n ? (struct bytes){0} : profile_new(c->arena);
    if (icc.n && pdf_pack(c->file, icc.at, icc.n, &packed))
        bytes_add(kept, packed.at, packed.n);
    return kept;
}

void pdf_intent_put(struct pdf_catalog *c, struct bytes *b) {
    const struct bytes *profile = packed_profile(c);
    int number = pdf_number(c->file);
    pdf_put_stream(c->file, number, "/N 3", profile->at, profile->n, PDF_PACKED);
    bytes_printf(b,
                 "/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)"
                 "/Info(sRGB IEC61966-2.1)/DestOutputProfile %d 0 R>>]",
                 number);
}
