#include "paint/face.h"

#include <cairo-ft.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#include "paint/face_file.h"

struct scaled {
    struct scaled *next;
    const struct face *face;
    double size, zoom;
    struct face_use use;
};

/* One file for Cairo. */
struct loaded {
    struct loaded *next;
    struct face_file *file;
    cairo_font_face_t *font;
};

struct faces {
    struct face_files files;
    struct loaded *loaded;
    struct scaled *scaled, **last_scaled, *recent;
};

static const cairo_user_data_key_t HELD;

static void scaled_drop(void *object) {
    cairo_scaled_font_destroy(object);
}

static void loaded_drop(void *object) {
    cairo_font_face_destroy(object);
}

struct faces *faces_new(struct arena *a) {
    struct faces *f = ARENA_NEW(a, struct faces);
    f->files.arena = a;
    f->last_scaled = &f->scaled;
    return f;
}

/* NULL when memory is short. */
static cairo_font_face_t *font_of(struct face_file *file) {
    void *held = face_file_hold(file);
    if (!held)
        return NULL;
    cairo_font_face_t *font =
        cairo_ft_font_face_create_for_ft_face(file->freetype, FT_LOAD_NO_HINTING);
    if (cairo_font_face_set_user_data(font, &HELD, held, face_file_held_drop) ==
        CAIRO_STATUS_SUCCESS)
        return font;
    cairo_font_face_destroy(font);
    face_file_held_drop(held);
    return NULL;
}

static struct loaded *faces_load(struct faces *f, struct face_file *file) {
    for (struct loaded *l = f->loaded; l; l = l->next)
        if (l->file == file)
            return l;
    cairo_font_face_t *font = font_of(file);
    if (!font)
        return NULL;
    struct loaded *l = ARENA_NEW(f->files.arena, struct loaded);
    *l = (struct loaded){.next = f->loaded, .file = file, .font = font};
    f->loaded = l;
    arena_adopt(f->files.arena, font, loaded_drop);
    return l;
}

void faces_note(struct faces *f, const struct scene *s) {
    face_files_note(&f->files, s);
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
    struct face_file *file = face_files_load(&f->files, face->path);
    struct loaded *l = file ? faces_load(f, file->widest) : NULL;
    if (!l)
        return NULL;
    struct scaled *s = ARENA_NEW(f->files.arena, struct scaled);
    *s = (struct scaled){.face = face, .size = size, .zoom = zoom};
    s->use.font = face_scale(l->font, size, zoom);
    arena_adopt(f->files.arena, s->use.font, scaled_drop);
    s->use.map = face_file_map(&f->files, file);
    s->use.map_count = (size_t)file->freetype->num_glyphs;
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
