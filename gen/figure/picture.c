#include "figure/picture.h"

#include <string.h>

#include "base/file.h"

enum { FILE_LIMIT = 64 << 20 };
static const uint64_t PIXEL_LIMIT = 100u * 1000 * 1000;

bool picture_too_large(const struct picture *p) {
    return (uint64_t)p->columns * p->rows > PIXEL_LIMIT;
}

void picture_measure(struct picture *p, double across, double down) {
    static const double USUAL = 96, LEAST = 20, MOST = 20000;
    if (!(across >= LEAST && across <= MOST && down >= LEAST && down <= MOST))
        across = down = USUAL;
    p->width = p->columns * 72 / across;
    p->height = p->rows * 72 / down;
}

/* By content, never by name. */
static bool kind_of(struct picture *p) {
    static const struct {
        enum picture_kind kind;
        const char *start;
        size_t n;
    } KINDS[] = {{PICTURE_PNG, "\x89PNG\r\n\x1A\n", 8}, {PICTURE_JPEG, "\xFF\xD8\xFF", 3}};
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (p->bytes >= KINDS[i].n && memcmp(p->data, KINDS[i].start, KINDS[i].n) == 0) {
            p->kind = KINDS[i].kind;
            return true;
        }
    return false;
}

/* Drawings of others are not redrawn: a handout holds no letters of fonts that are not ours. */
static const char *advice(const struct picture *p) {
    bool svg = p->bytes > 5 && p->data[0] == '<' && strstr((const char *)p->data, "<svg");
    return svg ? "a PNG or JPEG file; make one of the SVG, at 300 pixels an inch"
               : "a PNG or JPEG file";
}

const struct picture *picture_read(struct arena *a, struct diag *d, struct span from,
                                   const char *path, const char *name) {
    const struct source *file = file_read_as(a, d, from, path, name, FILE_LIMIT);
    if (!file)
        return NULL;
    struct picture *p = ARENA_NEW(a, struct picture);
    *p = (struct picture){
        .name = name,
        .from = from,
        .data = (const unsigned char *)file->text,
        .bytes = file->bytes};
    if (!kind_of(p)) {
        diag_report(d, DIAG_PICTURE_TYPE, from, name, advice(p), NULL);
        return NULL;
    }
    const char *fault = p->kind == PICTURE_PNG ? picture_read_png(a, p) : picture_read_jpeg(a, p);
    if (fault) {
        diag_report(d, DIAG_PICTURE_BROKEN, from, name, fault, NULL);
        return NULL;
    }
    if (picture_too_large(p)) {
        diag_report(d, DIAG_PICTURE_LARGE, from,
                    arena_printf(a, "%s with %u × %u pixels", name, p->columns, p->rows),
                    "at most 100 million pixels", NULL);
        return NULL;
    }
    return p;
}
