/* JPEG: its segments up to the picture, and its end. */
#include <string.h>

#include "figure/picture.h"

static unsigned pair(const unsigned char *at) {
    return (unsigned)at[0] << 8 | at[1];
}

/* Frames that every reader of PDF decodes: baseline, extended, progressive. */
static bool is_frame(unsigned marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

static const char *read_frame(struct picture *p, unsigned marker, const unsigned char *at,
                              unsigned n) {
    if (n < 8)
        return "its header is cut off";
    if (marker > 0xC2 || at[2] != 8)
        return "it is of a kind that readers cannot show; save it as a plain JPEG";
    p->bits = at[2];
    p->rows = pair(at + 3);
    p->columns = pair(at + 5);
    p->components = at[7];
    if (!p->rows || !p->columns)
        return "its header is wrong";
    if (p->components != 1 && p->components != 3)
        return "its colours are for four inks; save it as RGB";
    return NULL;
}

static void read_density(const unsigned char *at, unsigned n, double density[2]) {
    if (n < 14 || memcmp(at + 2, "JFIF", 5) != 0)
        return;
    double unit = at[9] == 1 ? 1 : at[9] == 2 ? 2.54 : 0;
    density[0] = pair(at + 10) * unit;
    density[1] = pair(at + 12) * unit;
}

/* The end may be followed by what cameras add. */
static bool has_end(const struct picture *p, size_t from) {
    for (size_t i = p->bytes - 1; i > from; i--)
        if (p->data[i - 1] == 0xFF && p->data[i] == 0xD9)
            return true;
    return false;
}

const char *picture_read_jpeg(struct arena *a, struct picture *p) {
    (void)a;
    double density[2] = {0};
    for (size_t i = 2; i + 4 <= p->bytes;) {
        if (p->data[i] != 0xFF)
            return "a segment is damaged";
        unsigned marker = p->data[i + 1];
        if (marker == 0xFF) { /* a filling byte */
            i++;
            continue;
        }
        unsigned n = pair(p->data + i + 2);
        if (n < 2 || n > p->bytes - i - 2)
            return "it is cut off";
        const char *fault = is_frame(marker) ? read_frame(p, marker, p->data + i + 2, n) : NULL;
        if (fault)
            return fault;
        if (marker == 0xE0)
            read_density(p->data + i + 2, n, density);
        i += 2 + n;
        if (marker == 0xDA) {
            picture_measure(p, density[0], density[1]);
            return !p->rows ? "its header is missing" : has_end(p, i) ? NULL : "it is cut off";
        }
    }
    return "it is cut off";
}
