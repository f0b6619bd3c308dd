/* Cutting faces: subset, and without subroutines, because a PDF writer keeps whole subroutine
 * indexes of a face, up to 800 KB for two letters. */
#include <hb-ot.h>
#include <hb-subset.h>
#include <string.h>

#include "base/file.h"
#include "figure/pool.h"

/* Only what shaping asks for: other features would draw their glyphs into the pool. */
static const hb_tag_t kept_features[] = {
    HB_TAG('c', 'c', 'm', 'p'), HB_TAG('l', 'o', 'c', 'l'), HB_TAG('m', 'a', 'r', 'k'),
    HB_TAG('m', 'k', 'm', 'k'), HB_TAG('k', 'e', 'r', 'n'), HB_TAG('l', 'i', 'g', 'a'),
    HB_TAG('l', 'n', 'u', 'm'), HB_TAG('t', 'n', 'u', 'm'), HB_TAG('p', 'n', 'u', 'm'),
};
static const hb_tag_t dropped_tables[] = {
    HB_TAG('V', 'O', 'R', 'G'), HB_TAG('v', 'h', 'e', 'a'), HB_TAG('v', 'm', 't', 'x'),
    HB_TAG('B', 'A', 'S', 'E'), HB_TAG('D', 'S', 'I', 'G'),
};

/* A collection has one face per region; the family name tells which is ours. */
static bool is_family(hb_face_t *face, const char *family) {
    char name[64];
    unsigned room = sizeof name;
    hb_ot_name_get_utf8(face, HB_OT_NAME_ID_FONT_FAMILY, hb_language_from_string("en", -1), &room,
                        name);
    return strcmp(name, family) == 0;
}

static hb_face_t *open_source(const struct fonts *f, enum slot slot) {
    hb_blob_t *blob = hb_blob_create_from_file_or_fail(face_source_path(f, slot));
    unsigned n = blob ? hb_face_count(blob) : 0;
    hb_face_t *found = NULL;
    for (unsigned i = 0; i < n && !found; i++) {
        hb_face_t *face = hb_face_create(blob, i);
        if (n == 1 || is_family(face, face_source(slot)->face.css_family))
            found = hb_face_reference(face);
        hb_face_destroy(face);
    }
    hb_blob_destroy(blob);
    return found;
}

static hb_face_t *subset(hb_face_t *face, const hb_set_t *codes) {
    hb_subset_input_t *input = hb_subset_input_create_or_fail();
    if (!input)
        return NULL;
    hb_set_union(hb_subset_input_unicode_set(input), codes);
    hb_set_t *features = hb_subset_input_set(input, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG);
    hb_set_clear(features);
    for (size_t i = 0; i < sizeof kept_features / sizeof *kept_features; i++)
        hb_set_add(features, kept_features[i]);
    hb_set_t *drop = hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG);
    for (size_t i = 0; i < sizeof dropped_tables / sizeof *dropped_tables; i++)
        hb_set_add(drop, dropped_tables[i]);
    hb_subset_input_set_flags(input,
                              HB_SUBSET_FLAGS_DESUBROUTINIZE | HB_SUBSET_FLAGS_NOTDEF_OUTLINE);
    hb_face_t *cut = hb_subset_or_fail(face, input);
    hb_subset_input_destroy(input);
    return cut;
}

static bool cut_face(struct fonts *f, enum slot slot, const hb_set_t *codes, const char *folder,
                     struct bytes *index) {
    const char *name = face_source(slot)->cut_name;
    hb_face_t *face = open_source(f, slot);
    hb_face_t *cut = face ? subset(face, codes) : NULL;
    hb_face_destroy(face);
    if (!cut) {
        diag_report(f->diag, DIAG_FONT_UNUSABLE, (struct span){0}, face_source_path(f, slot),
                    face_source(slot)->face.css_family, NULL);
        return false;
    }
    hb_blob_t *blob = hb_face_reference_blob(cut);
    unsigned n;
    const char *data = hb_blob_get_data(blob, &n);
    bool written = file_write(f->diag, arena_printf(f->arena, "%s/%s", folder, name), data, n);
    bytes_printf(index, "face %s %u\n", name, n);
    hb_blob_destroy(blob);
    hb_face_destroy(cut);
    return written;
}

bool cut_faces(struct fonts *f, const hb_set_t *codes, const char *folder, struct bytes *index) {
    for (int i = 0; i < SLOTS; i++)
        if (!cut_face(f, (enum slot)i, codes, folder, index))
            return false;
    return true;
}

void cut_known(struct fonts *f, hb_set_t *all) {
    for (int i = 0; i < SLOTS; i++) {
        hb_face_t *face = open_source(f, (enum slot)i);
        if (face)
            hb_face_collect_unicodes(face, all);
        hb_face_destroy(face);
    }
}
