#include "paint/face.h"

#include <cairo-ft.h>
#include <ft2build.h>
#include <stdlib.h>
#include <string.h>
#include FT_FREETYPE_H

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
    cairo_scaled_font_t *font;
};

struct loaded {
    struct loaded *next;
    const char *path;
    cairo_font_face_t *font;
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

static cairo_font_face_t *face_load(struct library *library, const char *path) {
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
    return font;
}

static cairo_font_face_t *faces_face(struct faces *f, const char *path) {
    for (struct loaded *l = f->loaded; l; l = l->next)
        if (strcmp(l->path, path) == 0)
            return l->font;
    struct library *library = faces_library(f);
    cairo_font_face_t *font = library ? face_load(library, path) : NULL;
    if (!font)
        return NULL;
    struct loaded *l = ARENA_NEW(f->arena, struct loaded);
    *l = (struct loaded){.next = f->loaded, .path = path, .font = font};
    f->loaded = l;
    arena_adopt(f->arena, font, loaded_drop);
    return font;
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

cairo_scaled_font_t *faces_scaled(struct faces *f, const struct face *face, double size,
                                  double zoom) {
    if (scaled_is(f->recent, face, size, zoom))
        return f->recent->font;
    for (struct scaled *s = f->scaled; s; s = s->next)
        if (scaled_is(s, face, size, zoom)) {
            f->recent = s;
            return s->font;
        }
    cairo_font_face_t *font = faces_face(f, face->path);
    if (!font)
        return NULL;
    struct scaled *s = ARENA_NEW(f->arena, struct scaled);
    *s = (struct scaled){.face = face, .size = size, .zoom = zoom};
    s->font = face_scale(font, size, zoom);
    arena_adopt(f->arena, s->font, scaled_drop);
    *f->last_scaled = s;
    f->last_scaled = &s->next;
    f->recent = s;
    return s->font;
}
