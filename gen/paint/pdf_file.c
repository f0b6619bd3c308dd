#include "paint/pdf_file.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void deflater_drop(void *object) {
    deflateEnd(object);
    free(object);
}

/* One for all streams: zlib clears a quarter of a megabyte for each new one. */
static z_stream *deflater_of(struct deflater *d) {
    if (d->state) {
        deflateReset(d->state);
        return d->state;
    }
    z_stream *z = calloc(1, sizeof *z);
    if (!z || deflateInit(z, Z_DEFAULT_COMPRESSION) != Z_OK) {
        free(z);
        return NULL;
    }
    arena_adopt(d->arena, z, deflater_drop);
    return d->state = z;
}

/* The compressed bytes stand in f->scratch. */
static bool compress_into_scratch(struct pdf_file *f, const void *data, size_t n, int level) {
    z_stream *z = deflater_of(f->deflater);
    if (!z || n > UINT32_MAX / 2) {
        f->failed = true;
        return false;
    }
    size_t room = deflateBound(z, (uLong)n);
    if (f->scratch.room < room) {
        f->scratch.room = 2 * room;
        f->scratch.at = arena_alloc(f->arena, f->scratch.room);
    }
    deflateParams(z, level, Z_DEFAULT_STRATEGY);
    z->next_in = (Bytef *)(uintptr_t)data;
    z->avail_in = (uInt)n;
    z->next_out = (Bytef *)f->scratch.at;
    z->avail_out = (uInt)f->scratch.room;
    if (deflate(z, Z_FINISH) != Z_STREAM_END)
        f->failed = true;
    f->scratch.n = z->total_out;
    return !f->failed;
}

bool pdf_pack(struct pdf_file *f, const void *data, size_t n, struct bytes *out) {
    if (!compress_into_scratch(f, data, n, Z_DEFAULT_COMPRESSION))
        return false;
    *out = f->scratch;
    return true;
}

void pdf_file_begin(struct pdf_file *f, struct arena *a, struct deflater *z, struct bytes *out) {
    *f = (struct pdf_file){.arena = a, .out = out, .deflater = z};
    f->packed.arena = f->pack_index.arena = f->scratch.arena = a;
    bytes_puts(out, "%PDF-1.7\n%\xE2\xE3\xCF\xD3\n");
    pdf_number(f); /* 0 is no object */
}

int pdf_number(struct pdf_file *f) {
    ARENA_GROW(f->arena, f->places, f->count, f->room, 1024);
    f->places[f->count] = (struct pdf_place){0};
    return (int)f->count++;
}

static void put_stream(struct pdf_file *f, int number, const char *entries, const void *data,
                       size_t n, const char *filter) {
    f->places[number] = (struct pdf_place){.at = f->out->n};
    bytes_printf(f->out, "%d 0 obj\n<</Length %zu%s%s>>\nstream\n", number, n, filter,
                 entries ? entries : "");
    bytes_add(f->out, data, n);
    bytes_puts(f->out, "\nendstream\nendobj\n");
}

void pdf_put_stream(struct pdf_file *f, int number, const char *entries, const void *data, size_t n,
                    enum pdf_filter filter) {
    static const char DEFLATED[] = "/Filter/FlateDecode";
    int level = filter == PDF_DEFLATE_QUICK ? Z_BEST_SPEED : Z_DEFAULT_COMPRESSION;
    if (filter == PDF_PLAIN || filter == PDF_PACKED)
        put_stream(f, number, entries, data, n, filter == PDF_PACKED ? DEFLATED : "");
    else if (compress_into_scratch(f, data, n, level))
        put_stream(f, number, entries, f->scratch.at, f->scratch.n, DEFLATED);
}

static void pack_close(struct pdf_file *f) {
    if (f->pack_count == 0)
        return;
    const char *entries =
        arena_printf(f->arena, "/Type/ObjStm/N %d/First %zu", f->pack_count, f->pack_index.n);
    bytes_add(&f->pack_index, f->packed.at, f->packed.n);
    pdf_put_stream(f, f->pack, entries, f->pack_index.at, f->pack_index.n, PDF_DEFLATE);
    f->pack_count = 0;
}

void pdf_put(struct pdf_file *f, int number, const struct bytes *object) {
    enum { MOST = 256 };
    if (f->pack_count == 0) {
        f->pack = pdf_number(f);
        f->packed.n = f->pack_index.n = 0;
    }
    f->places[number] = (struct pdf_place){.pack = f->pack, .at = (size_t)f->pack_count++};
    bytes_printf(&f->pack_index, "%d %zu ", number, f->packed.n);
    bytes_add(&f->packed, object->at, object->n);
    bytes_puts(&f->packed, "\n");
    if (f->pack_count == MOST)
        pack_close(f);
}

static void put_field(struct bytes *b, size_t value, int width) {
    for (int i = width - 1; i >= 0; i--) {
        char byte = (char)(value >> 8 * i & 255);
        bytes_add(b, &byte, 1);
    }
}

static void put_references(struct pdf_file *f, struct bytes *b) {
    for (size_t i = 0; i < f->count; i++) {
        const struct pdf_place *p = &f->places[i];
        bool free_entry = !p->pack && !p->at;
        put_field(b, free_entry ? 0 : p->pack ? 2 : 1, 1);
        put_field(b, p->pack ? (size_t)p->pack : p->at, 4);
        put_field(b, p->pack ? p->at : i == 0 ? 65535 : 0, 2);
    }
}

bool pdf_file_end(struct pdf_file *f, int root, int info) {
    pack_close(f);
    int number = pdf_number(f);
    size_t start = f->out->n;
    f->places[number].at = start;
    uint64_t one = hash_bytes(HASH_START, f->out->at, f->out->n);
    uint64_t two = hash_bytes(one ^ 0x9e3779b97f4a7c15u, f->out->at, f->out->n);
    struct bytes table = {.arena = f->arena};
    put_references(f, &table);
    const char *id = arena_printf(f->arena, "<%016llX%016llX>", (unsigned long long)one,
                                  (unsigned long long)two);
    const char *entries =
        arena_printf(f->arena, "/Type/XRef/Size %zu/W[1 4 2]/Root %d 0 R/Info %d 0 R/ID[%s%s]",
                     f->count, root, info, id, id);
    pdf_put_stream(f, number, entries, table.at, table.n, PDF_DEFLATE);
    bytes_printf(f->out, "startxref\n%zu\n%%%%EOF\n", start);
    return !f->failed;
}
