#include "paint/pdf_picture.h"

#include <string.h>
#include <zlib.h>

#include "paint/decode.h"

struct pdf_pictures pdf_pictures_new(struct arena *a, struct diag *d) {
    return (struct pdf_pictures){
        .arena = a, .diag = d, .made = lookup_new(a), .contents = lookup_new(a)};
}

int pdf_picture_number(const struct pdf_pictures *all, const struct picture *p) {
    const struct pdf_picture *made = lookup_get_at(all->made, p);
    return made ? made->number : 0;
}

/* A file of the same bytes, put already under another name; or NULL. */
static const struct pdf_picture *same_bytes(struct pdf_pictures *all, const struct picture *p,
                                            const char *sum) {
    const struct pdf_picture *o = lookup_get(all->contents, sum);
    return o && o->picture->bytes == p->bytes && !memcmp(o->picture->data, p->data, p->bytes)
               ? o
               : NULL;
}

static const char *entries(struct arena *a, const struct picture *p, const char *space,
                           const char *filter) {
    return arena_printf(a,
                        "/Type/XObject/Subtype/Image/Width %u/Height %u/ColorSpace%s"
                        "/BitsPerComponent %d%s",
                        p->columns, p->rows, space, p->bits, filter);
}

static const char *colours(struct arena *a, const struct picture *p) {
    if (!p->palette)
        return p->components == 3 ? "/DeviceRGB" : "/DeviceGray";
    struct bytes b = {.arena = a};
    bytes_printf(&b, "[/Indexed/DeviceRGB %zu<", p->palette_bytes / 3 - 1);
    for (size_t i = 0; i < p->palette_bytes; i++)
        bytes_printf(&b, "%02X", p->palette[i]);
    bytes_puts(&b, ">]");
    return b.at;
}

static void put_jpeg(struct pdf_file *f, int number, const struct picture *p) {
    pdf_put_stream(f, number, entries(f->arena, p, colours(f->arena, p), "/Filter/DCTDecode"),
                   p->data, p->bytes, PDF_PLAIN);
}

static void put_png(struct pdf_file *f, int number, const struct picture *p) {
    const char *filter = arena_printf(f->arena,
                                      "/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors %d"
                                      "/BitsPerComponent %d/Columns %u>>",
                                      p->components, p->bits, p->columns);
    pdf_put_stream(f, number, entries(f->arena, p, colours(f->arena, p), filter), p->scan,
                   p->scan_bytes, PDF_PLAIN);
}

/* With transparency or interlaced: as plain pixels. */
static bool put_pixels(struct pdf_file *f, int number, const struct picture *p) {
    struct arena *scratch = arena_new();
    const unsigned char *pixels = picture_pixels(scratch, p);
    struct picture plain = *p;
    plain.bits = 8;
    if (pixels)
        pdf_put_stream(f, number, entries(f->arena, &plain, "/DeviceRGB", ""), pixels,
                       3 * (size_t)p->columns * p->rows, PDF_DEFLATE);
    arena_drop(scratch);
    return pixels != NULL;
}

static bool put_picture(struct pdf_pictures *all, const struct picture *p, struct pdf_file *f) {
    const char *sum = arena_printf(all->arena, "%zu %08lx", p->bytes,
                                   crc32_z(crc32(0, NULL, 0), p->data, p->bytes));
    const struct pdf_picture *same = same_bytes(all, p, sum);
    if (same)
        return lookup_put_at(all->made, p, same);
    struct pdf_picture *made = ARENA_NEW(all->arena, struct pdf_picture);
    *made = (struct pdf_picture){.next = all->first, .picture = p, .number = pdf_number(f)};
    all->first = made;
    lookup_put_at(all->made, p, made);
    lookup_put(all->contents, sum, made);
    if (p->kind == PICTURE_JPEG)
        put_jpeg(f, made->number, p);
    else if (!p->recoded)
        put_png(f, made->number, p);
    else if (!put_pixels(f, made->number, p)) {
        diag_report(all->diag, DIAG_PICTURE_BROKEN, p->from, p->name,
                    "its pixels cannot be unpacked", NULL);
        return false;
    }
    return true;
}

bool pdf_pictures_put(struct pdf_pictures *all, const struct scene *s, struct pdf_file *file) {
    for (const struct item *i = s->first; i; i = i->next)
        if (i->kind == ITEM_PICTURE && !pdf_picture_number(all, i->as.picture.picture) &&
            !put_picture(all, i->as.picture.picture, file))
            return false;
    return true;
}

void pdf_pictures_resources(const struct pdf_pictures *all, struct bytes *b) {
    for (const struct pdf_picture *o = all->first; o; o = o->next)
        bytes_printf(b, "/I%d %d 0 R", o->number, o->number);
}
