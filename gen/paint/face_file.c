#include "paint/face_file.h"

#include <ft2build.h>
#include <stdlib.h>
#include <string.h>
#include FT_FREETYPE_H
#include FT_CID_H
#include FT_MODULE_H

#include "paint/pdf_stock.h"

/* Cairo keeps faces longer than a document lives; so the library goes with its last face. */
struct face_library {
    FT_Library freetype;
    size_t users;
};

struct held {
    FT_Face freetype;
    struct face_library *library;
};

static void library_release(void *object) {
    struct face_library *library = object;
    if (--library->users > 0)
        return;
    FT_Done_FreeType(library->freetype);
    free(library);
}

static struct face_library *library_of(struct face_files *f) {
    if (f->library)
        return f->library;
    struct face_library *library = calloc(1, sizeof *library);
    if (!library || FT_Init_FreeType(&library->freetype) != 0) {
        free(library);
        return NULL;
    }
    library->users = 1;
    arena_adopt(f->arena, library, library_release);
    return f->library = library;
}

void *face_file_hold(struct face_file *file) {
    struct held *held = calloc(1, sizeof *held);
    if (!held)
        return NULL;
    *held = (struct held){file->freetype, file->library};
    FT_Reference_Face(held->freetype);
    held->library->users++;
    return held;
}

void face_file_held_drop(void *object) {
    struct held *held = object;
    FT_Done_Face(held->freetype);
    library_release(held->library);
    free(held);
}

static void file_close(void *object) {
    FT_Done_Face(object);
}

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Makes the file the widest of its face if it is. */
static void rank(struct face_files *f, struct face_file *file) {
    for (struct face_file *o = f->first; o; o = o->next)
        if (o != file && strcmp(file_name(o->path), file_name(file->path)) == 0) {
            file->widest = o->widest;
            break;
        }
    if (file->widest->freetype->num_glyphs >= file->freetype->num_glyphs)
        return;
    struct face_file *before = file->widest;
    for (struct face_file *o = f->first; o; o = o->next)
        if (o->widest == before)
            o->widest = file;
    file->widest = file;
}

static bool borrow(struct face_files *f, struct face_file *file) {
    file->stocked = f->stock ? pdf_stock_font(f->stock, file->path) : NULL;
    if (!file->stocked)
        return false;
    file->freetype = file->stocked->file->freetype;
    file->library = file->stocked->file->library;
    FT_Reference_Face(file->freetype);
    return true;
}

static bool open_here(struct face_files *f, struct face_file *file) {
    file->library = library_of(f);
    return file->library &&
           FT_New_Face(file->library->freetype, file->path, 0, &file->freetype) == 0;
}

struct face_file *face_files_load(struct face_files *f, const char *path) {
    for (struct face_file *o = f->first; o; o = o->next)
        if (o->path == path || strcmp(o->path, path) == 0)
            return o;
    struct face_file opened = {.next = f->first, .path = path};
    if (!borrow(f, &opened) && !open_here(f, &opened))
        return NULL;
    arena_adopt(f->arena, opened.freetype, file_close);
    struct face_file *file = ARENA_NEW(f->arena, struct face_file);
    *file = opened;
    file->widest = file;
    f->first = file;
    rank(f, file);
    return file;
}

void face_files_note(struct face_files *f, const struct scene *s) {
    const struct face *last = NULL;
    for (const struct item *i = s->first; i; i = i->next) {
        if (i->kind != ITEM_TEXT)
            continue;
        const struct text_item *t = &i->as.text;
        for (size_t k = t->from; k < t->to && k < t->shaped->cluster_count; k++)
            if (t->shaped->clusters[k].face && t->shaped->clusters[k].face != last) {
                last = t->shaped->clusters[k].face;
                face_files_load(f, last->path);
            }
    }
}

/* ── Glyph numbers of one file in another: by CID in Han faces, by name in Latin ones. ── */

static void map_by_cid(struct face_files *f, FT_Face from, FT_Face to, uint32_t *map) {
    enum { CIDS = 65536 };
    uint32_t *glyphs = ARENA_ARRAY(f->arena, uint32_t, CIDS);
    FT_UInt cid;
    for (FT_UInt g = 0; g < (FT_UInt)to->num_glyphs; g++)
        if (FT_Get_CID_From_Glyph_Index(to, g, &cid) == 0 && cid < CIDS)
            glyphs[cid] = g;
    for (FT_UInt g = 0; g < (FT_UInt)from->num_glyphs; g++)
        if (FT_Get_CID_From_Glyph_Index(from, g, &cid) == 0 && cid < CIDS)
            map[g] = glyphs[cid];
}

static void map_by_name(FT_Face from, FT_Face to, uint32_t *map) {
    char name[128];
    for (FT_UInt g = 0; g < (FT_UInt)from->num_glyphs; g++)
        if (FT_Get_Glyph_Name(from, g, name, sizeof name) == 0)
            map[g] = FT_Get_Name_Index(to, name);
}

const uint32_t *face_file_map(struct face_files *f, struct face_file *file) {
    FT_Face from = file->freetype, to = file->widest->freetype;
    if (file->widest == file || file->map)
        return file->map;
    file->map = ARENA_ARRAY(f->arena, uint32_t, (size_t)from->num_glyphs);
    if (FT_HAS_GLYPH_NAMES(from))
        map_by_name(from, to, file->map);
    else
        map_by_cid(f, from, to, file->map);
    return file->map;
}
