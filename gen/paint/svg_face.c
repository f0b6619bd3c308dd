/* Faces inside an SVG: cut to the characters in use, packed, as data. */
#include <hb-subset.h>

#include "base/text.h"
#include "paint/face_file.h"
#include "paint/svg.h"
#include "paint/woff2.h"

struct svg_face {
    struct svg_face *next;
    const struct face *face;
    struct face_file *file;
    hb_set_t *codes;
};

static void set_drop(void *object) {
    hb_set_destroy(object);
}

static struct svg_face *face_of(struct svg *v, const struct face *face) {
    struct face_file *file = face_files_load(&v->files, face->path);
    if (!file)
        return NULL;
    struct svg_face **at = &v->faces;
    for (; *at; at = &(*at)->next)
        if ((*at)->file == file->widest)
            return *at;
    struct svg_face *made = ARENA_NEW(v->arena, struct svg_face);
    *made = (struct svg_face){.face = face, .file = file->widest, .codes = hb_set_create()};
    arena_adopt(v->arena, made->codes, set_drop);
    return *at = made;
}

static void note_cluster(struct svg *v, const struct shaped *s, const struct cluster *k) {
    struct svg_face *face = k->face ? face_of(v, k->face) : NULL;
    size_t length, end = k->at + k->bytes;
    for (size_t at = k->at; face && at < end; at += length)
        hb_set_add(face->codes, text_decode(s->text + at, end - at, &length));
}

void svg_faces_note(struct svg *v, const struct scene *s) {
    v->files.arena = v->arena;
    face_files_note(&v->files, s);
    for (const struct item *i = s->first; i; i = i->next) {
        if (i->kind != ITEM_TEXT)
            continue;
        const struct text_item *t = &i->as.text;
        for (size_t k = t->from; k < t->to && k < t->shaped->cluster_count; k++)
            note_cluster(v, t->shaped, &t->shaped->clusters[k]);
    }
}

/* Names stay out: what is cut may not bear the names of the originals. */
static hb_face_t *cut(const struct svg_face *f) {
    static const hb_tag_t DROPPED[] = {
        HB_TAG('V', 'O', 'R', 'G'), HB_TAG('v', 'h', 'e', 'a'), HB_TAG('v', 'm', 't', 'x'),
        HB_TAG('B', 'A', 'S', 'E'), HB_TAG('D', 'S', 'I', 'G'),
    };
    hb_subset_input_t *input = hb_subset_input_create_or_fail();
    if (!input)
        return NULL;
    hb_set_union(hb_subset_input_unicode_set(input), f->codes);
    hb_set_t *drop = hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG);
    for (size_t i = 0; i < sizeof DROPPED / sizeof *DROPPED; i++)
        hb_set_add(drop, DROPPED[i]);
    hb_set_clear(hb_subset_input_set(input, HB_SUBSET_SETS_NAME_ID));
    hb_set_t *features = hb_subset_input_set(input, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG);
    hb_set_clear(features); /* and all others: the pool holds those that shaping asks for */
    hb_set_invert(features);
    hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NOTDEF_OUTLINE);
    hb_blob_t *blob = hb_blob_create_from_file(f->file->path);
    hb_face_t *whole = hb_face_create(blob, 0), *made = hb_subset_or_fail(whole, input);
    hb_subset_input_destroy(input);
    hb_face_destroy(whole);
    hb_blob_destroy(blob);
    return made;
}

static bool pack(struct svg *v, const struct svg_face *f, struct bytes *out) {
    hb_face_t *face = cut(f);
    if (!face)
        return false;
    hb_blob_t *blob = hb_face_reference_blob(face);
    unsigned n;
    const char *data = hb_blob_get_data(blob, &n);
    bool done = woff2_pack(v->arena, data, n, out);
    hb_blob_destroy(blob);
    hb_face_destroy(face);
    return done;
}

/* Latin before Han, and each chart its own. */
static const char *family_name(const struct svg *v, enum family family, bool han) {
    return arena_printf(v->arena, "%s-%c%s", v->id, "esm"[family], han ? "h" : "");
}

const char *svg_own_fonts(const struct svg *v, enum family family) {
    return arena_printf(v->arena, "%s,%s,", family_name(v, family, false),
                        family_name(v, family, true));
}

bool svg_faces_put(struct svg *v, struct bytes *b) {
    for (const struct svg_face *f = v->faces; f; f = f->next) {
        struct bytes data = {.arena = v->arena};
        if (!pack(v, f, &data))
            return false;
        bytes_printf(b,
                     "@font-face{font-family:%s;font-weight:%d;font-style:%s;src:url(data:font/"
                     "woff2;base64,",
                     family_name(v, f->face->family, f->face->han),
                     f->face->weight == WEIGHT_SEMIBOLD ? 600 : 400,
                     f->face->italic ? "italic" : "normal");
        put_base64(b, (const unsigned char *)data.at, data.n);
        bytes_puts(b, ")format(\"woff2\")}\n");
    }
    return true;
}
