#include "paint/pdf_stock.h"

#include <hb-subset.h>
#include <string.h>

struct pdf_stock *pdf_stock_new(struct arena *a) {
    struct pdf_stock *s = ARENA_NEW(a, struct pdf_stock);
    *s = (struct pdf_stock){.arena = a, .files.arena = a, .deflater.arena = a, .profile.arena = a};
    return s;
}

struct stocked_font *pdf_stock_font(struct pdf_stock *s, const char *path) {
    for (size_t i = 0; i < s->count; i++)
        if (!strcmp(s->fonts[i].file->path, path))
            return &s->fonts[i];
    struct face_file *file =
        s->count < STOCK_MOST ? face_files_load(&s->files, arena_strdup(s->arena, path)) : NULL;
    if (!file)
        return NULL;
    s->fonts[s->count] = (struct stocked_font){.file = file};
    return &s->fonts[s->count++];
}

static void source_drop(void *face) {
    hb_face_destroy(face);
}

static hb_face_t *open_source(const char *path) {
    hb_blob_t *blob = hb_blob_create_from_file(path);
    hb_face_t *face = hb_face_create(blob, 0);
    hb_blob_destroy(blob);
    return face;
}

static hb_face_t *prepared(hb_face_t *plain) {
    hb_face_t *ready = hb_subset_preprocess(plain);
    hb_face_destroy(plain);
    return ready;
}

hb_face_t *pdf_stock_source(struct pdf_stock *s, struct stocked_font *font, const char *path) {
    if (!font || font->cuts++ < STOCK_CUTS_PLAIN)
        return open_source(path);
    if (!font->source) {
        font->source = prepared(open_source(path));
        arena_adopt(s->arena, font->source, source_drop);
    }
    return hb_face_reference(font->source);
}
