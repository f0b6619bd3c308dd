#include "paint/face.h"

#include <cairo-ft.h>
#include <ft2build.h>
#include <stdlib.h>
#include <string.h>
#include FT_FREETYPE_H
#include FT_CID_H

/* Cairo keeps scaled fonts, and with them faces, longer than a document lives; so the library goes
 * with its last face, not with the cache. */
struct library {
    FT_Library freetype;
    size_t users;
};

struct held_face {
    FT_Face freetype;
    struct library *library;
};

struct scaled {
    struct scaled *next;
    const struct face *face;
    double size, zoom;
    struct face_use use;
};

/* One file. `widest` is the file of the same face with most glyphs, maybe itself. */
struct loaded {
    struct loaded *next, *widest;
    const char *path;
    FT_Face freetype;
    cairo_font_face_t *font;
    uint32_t *map; /* to the widest, when that is another */
};

struct faces {
    struct arena *arena;
    struct library *library;
    struct loaded *loaded;
    struct scaled *scaled, **last_scaled, *recent;
};

static const cairo_user_data_key_t HELD;

static void library_release(void *object) {
    struct library *library = object;
    if (--library->users > 0)
        return;
    FT_Done_FreeType(library->freetype);
    free(library);
}

static void held_face_drop(void *object) {
    struct held_face *held = object;
    FT_Done_Face(held->freetype);
    library_release(held->library);
    free(held);
}

static void scaled_drop(void *object) {
    cairo_scaled_font_destroy(object);
}

static void loaded_drop(void *object) {
    cairo_font_face_destroy(object);
}

struct faces *faces_new(struct arena *a) {
    struct faces *f = ARENA_NEW(a, struct faces);
    f->arena = a;
    f->last_scaled = &f->scaled;
    return f;
}

static struct library *faces_library(struct faces *f) {
    if (f->library)
        return f->library;
    struct library *library = calloc(1, sizeof *library);
    if (!library || FT_Init_FreeType(&library->freetype) != 0) {
        free(library);
        return NULL;
    }
    library->users = 1;
    arena_adopt(f->arena, library, library_release);
    return f->library = library;
}

/* NULL when the file is no font. */
static cairo_font_face_t *face_load(struct library *library, const char *path, FT_Face *out) {
    struct held_face *held = calloc(1, sizeof *held);
    if (!held || FT_New_Face(library->freetype, path, 0, &held->freetype) != 0) {
        free(held);
        return NULL;
    }
    held->library = library;
    library->users++;
    cairo_font_face_t *font =
        cairo_ft_font_face_create_for_ft_face(held->freetype, FT_LOAD_NO_HINTING);
    if (cairo_font_face_set_user_data(font, &HELD, held, held_face_drop) != CAIRO_STATUS_SUCCESS) {
        cairo_font_face_destroy(font);
        held_face_drop(held);
        return NULL;
    }
    *out = held->freetype;
    return font;
}

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Makes the file the widest of its face if it is. */
static void rank(struct faces *f, struct loaded *l) {
    for (struct loaded *o = f->loaded; o; o = o->next)
        if (o != l && strcmp(file_name(o->path), file_name(l->path)) == 0) {
            l->widest = o->widest;
            break;
        }
    if (l->widest->freetype->num_glyphs >= l->freetype->num_glyphs)
        return;
    struct loaded *before = l->widest;
    for (struct loaded *o = f->loaded; o; o = o->next)
        if (o->widest == before)
            o->widest = l;
    l->widest = l;
}

static struct loaded *faces_load(struct faces *f, const char *path) {
    for (struct loaded *l = f->loaded; l; l = l->next)
        if (strcmp(l->path, path) == 0)
            return l;
    struct library *library = faces_library(f);
    FT_Face freetype = NULL;
    cairo_font_face_t *font = library ? face_load(library, path, &freetype) : NULL;
    if (!font)
        return NULL;
    struct loaded *l = ARENA_NEW(f->arena, struct loaded);
    *l = (struct loaded){.next = f->loaded, .path = path, .freetype = freetype, .font = font};
    l->widest = l;
    f->loaded = l;
    arena_adopt(f->arena, font, loaded_drop);
    rank(f, l);
    return l;
}

void faces_note(struct faces *f, const struct scene *s) {
    const struct face *last = NULL;
    for (const struct item *i = s->first; i; i = i->next) {
        if (i->kind != ITEM_TEXT)
            continue;
        const struct text_item *t = &i->as.text;
        for (size_t k = t->from; k < t->to && k < t->shaped->cluster_count; k++)
            if (t->shaped->clusters[k].face && t->shaped->clusters[k].face != last) {
                last = t->shaped->clusters[k].face;
                faces_load(f, last->path);
            }
    }
}

/* ── Glyph numbers of one file in another: by CID in Han faces, by name in Latin ones. ── */

static void map_by_cid(struct faces *f, FT_Face from, FT_Face to, uint32_t *map) {
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

static void use_map(struct faces *f, struct loaded *l, struct face_use *use) {
    FT_Face from = l->freetype, to = l->widest->freetype;
    if (l->widest == l)
        return;
    if (!l->map) {
        l->map = ARENA_ARRAY(f->arena, uint32_t, (size_t)from->num_glyphs);
        if (FT_HAS_GLYPH_NAMES(from))
            map_by_name(from, to, l->map);
        else
            map_by_cid(f, from, to, l->map);
    }
    use->map = l->map;
    use->map_count = (size_t)from->num_glyphs;
}

static bool scaled_is(const struct scaled *s, const struct face *face, double size, double zoom) {
    return s && s->face == face && s->size == size && s->zoom == zoom;
}

static cairo_scaled_font_t *face_scale(cairo_font_face_t *font, double size, double zoom) {
    cairo_matrix_t matrix, ctm;
    cairo_matrix_init_scale(&matrix, size, size);
    cairo_matrix_init_scale(&ctm, zoom, zoom);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_scaled_font_t *scaled = cairo_scaled_font_create(font, &matrix, &ctm, options);
    cairo_font_options_destroy(options);
    return scaled;
}

static struct scaled *scaled_find(struct faces *f, const struct face *face, double size,
                                  double zoom) {
    if (scaled_is(f->recent, face, size, zoom))
        return f->recent;
    struct scaled *s = f->scaled;
    while (s && !scaled_is(s, face, size, zoom))
        s = s->next;
    return s;
}

static struct scaled *scaled_new(struct faces *f, const struct face *face, double size,
                                 double zoom) {
    struct loaded *l = faces_load(f, face->path);
    if (!l)
        return NULL;
    struct scaled *s = ARENA_NEW(f->arena, struct scaled);
    *s = (struct scaled){.face = face, .size = size, .zoom = zoom};
    s->use.font = face_scale(l->widest->font, size, zoom);
    arena_adopt(f->arena, s->use.font, scaled_drop);
    use_map(f, l, &s->use);
    *f->last_scaled = s;
    f->last_scaled = &s->next;
    return s;
}

bool faces_use(struct faces *f, const struct face *face, double size, double zoom,
               struct face_use *out) {
    struct scaled *s = scaled_find(f, face, size, zoom);
    if (!s)
        s = scaled_new(f, face, size, zoom);
    if (!s)
        return false;
    f->recent = s;
    *out = s->use;
    return true;
}
