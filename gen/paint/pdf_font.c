#include "paint/pdf_font.h"

#include <ft2build.h>
#include <hb-subset.h>
#include <string.h>
#include FT_FREETYPE_H
#include FT_ADVANCES_H
#include FT_CID_H

#include "base/text.h"
#include "paint/pdf_stock.h"

void pdf_fonts_begin(struct pdf_fonts *f, struct arena *a, struct pdf_stock *stock,
                     struct diag *d) {
    *f = (struct pdf_fonts){.arena = a, .diag = d, .files = {.arena = a, .stock = stock}};
    f->last = &f->first;
}

/* ── Which glyphs are used ── */

static struct pdf_font *font_of(struct pdf_fonts *f, struct face_file *file) {
    for (struct pdf_font *o = f->first; o; o = o->next)
        if (o->file == file)
            return o;
    struct pdf_font *font = ARENA_NEW(f->arena, struct pdf_font);
    *font = (struct pdf_font){.file = file, .glyph_count = (size_t)file->freetype->num_glyphs};
    font->glyphs = ARENA_ARRAY(f->arena, struct pdf_glyph, font->glyph_count + 1);
    *f->last = font;
    f->last = &font->next;
    return font;
}

const struct pdf_face *pdf_fonts_face(const struct pdf_fonts *f, const struct face *face) {
    for (const struct pdf_face *o = f->faces; o; o = o->next)
        if (o->face == face)
            return o;
    return NULL;
}

static const struct pdf_face *face_of(struct pdf_fonts *f, const struct face *face) {
    const struct pdf_face *known = pdf_fonts_face(f, face);
    if (known)
        return known;
    struct face_file *file = face_files_load(&f->files, face->path);
    if (!file) {
        diag_report(f->diag, DIAG_FACE_UNUSABLE, (struct span){0}, face->path, NULL, NULL);
        return NULL;
    }
    struct pdf_face *made = ARENA_NEW(f->arena, struct pdf_face);
    *made = (struct pdf_face){.next = f->faces, .face = face, .font = font_of(f, file->widest)};
    made->map = face_file_map(&f->files, file);
    return f->faces = made;
}

const struct pdf_glyph *pdf_face_glyph(const struct pdf_face *face, uint32_t glyph) {
    if (face->map)
        glyph = face->map[glyph];
    return &face->font->glyphs[glyph < face->font->glyph_count ? glyph : 0];
}

static bool is_soft_hyphen(const struct pdf_glyph *g) {
    return g->bytes == 2 && memcmp(g->text, "\xC2\xAD", 2) == 0;
}

/* The first meaning of a glyph stays; a soft hyphen gives way, as it has the glyph of "-". */
static void glyph_means(struct pdf_glyph *g, const char *text, size_t bytes) {
    if (g->text && !is_soft_hyphen(g))
        return;
    g->text = text;
    g->bytes = (uint32_t)bytes;
}

/* The text of a cluster is dealt out to its glyphs, a character each, the rest to the last. */
static void note_cluster(const struct pdf_face *face, const struct shaped *s,
                         const struct cluster *k) {
    size_t at = k->at, end = k->at + k->bytes;
    for (uint32_t i = 0; i < k->glyph_count; i++) {
        size_t length = end - at;
        if (i + 1 < k->glyph_count && length)
            text_decode(s->text + at, end - at, &length);
        struct pdf_glyph *g =
            (struct pdf_glyph *)(uintptr_t)pdf_face_glyph(face, s->glyphs[k->first_glyph + i].id);
        glyph_means(g, s->text + at, length);
        at += length;
    }
}

static bool note_text(struct pdf_fonts *f, const struct text_item *t) {
    const struct pdf_face *face = NULL;
    for (size_t i = t->from; i < t->to && i < t->shaped->cluster_count; i++) {
        const struct cluster *k = &t->shaped->clusters[i];
        if (!k->face || k->glyph_count == 0)
            continue;
        if (!face || face->face != k->face)
            face = face_of(f, k->face);
        if (!face)
            return false;
        note_cluster(face, t->shaped, k);
    }
    return true;
}

bool pdf_fonts_note(struct pdf_fonts *f, const struct scene *s) {
    for (const struct item *i = s->first; i; i = i->next)
        if (i->kind == ITEM_TEXT && !note_text(f, &i->as.text))
            return false;
    return true;
}

/* ── Cutting ── */

static const hb_tag_t DROPPED[] = {
    HB_TAG('G', 'S', 'U', 'B'), HB_TAG('G', 'P', 'O', 'S'), HB_TAG('G', 'D', 'E', 'F'),
    HB_TAG('B', 'A', 'S', 'E'), HB_TAG('V', 'O', 'R', 'G'), HB_TAG('v', 'h', 'e', 'a'),
    HB_TAG('v', 'm', 't', 'x'), HB_TAG('n', 'a', 'm', 'e'), HB_TAG('c', 'm', 'a', 'p'),
    HB_TAG('p', 'o', 's', 't'), HB_TAG('O', 'S', '/', '2'), HB_TAG('M', 'A', 'T', 'H'),
    HB_TAG('D', 'S', 'I', 'G'),
};

static hb_subset_plan_t *plan_new(const struct pdf_font *font, hb_face_t *face) {
    hb_subset_input_t *input = hb_subset_input_create_or_fail();
    if (!input)
        return NULL;
    hb_set_t *used = hb_subset_input_glyph_set(input);
    for (size_t g = 0; g < font->glyph_count; g++)
        if (font->glyphs[g].text)
            hb_set_add(used, (hb_codepoint_t)g);
    hb_set_t *drop = hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG);
    for (size_t i = 0; i < sizeof DROPPED / sizeof *DROPPED; i++)
        hb_set_add(drop, DROPPED[i]);
    hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NOTDEF_OUTLINE);
    hb_subset_plan_t *plan = hb_subset_plan_create_or_fail(face, input);
    hb_subset_input_destroy(input);
    return plan;
}

static void number_glyphs(struct pdf_font *font, const hb_map_t *numbers) {
    FT_Face face = font->file->freetype;
    double unit = 1000.0 / face->units_per_EM;
    for (size_t g = 0; g < font->glyph_count; g++) {
        struct pdf_glyph *glyph = &font->glyphs[g];
        FT_UInt cid;
        FT_Fixed advance = 0;
        if (!glyph->text)
            continue;
        if (FT_Get_CID_From_Glyph_Index(face, (FT_UInt)g, &cid) != 0)
            cid = hb_map_get(numbers, (hb_codepoint_t)g);
        glyph->code = (uint16_t)cid;
        FT_Get_Advance(face, (FT_UInt)g, FT_LOAD_NO_SCALE, &advance);
        glyph->width = (float)((double)advance * unit);
    }
}

static bool put_cut(struct pdf_fonts *f, struct pdf_font *font, struct pdf_file *file,
                    hb_face_t *cut) {
    hb_blob_t *cff = hb_face_reference_table(cut, HB_TAG('C', 'F', 'F', ' '));
    bool is_cff = hb_blob_get_length(cff) > 0;
    hb_blob_t *program = is_cff ? hb_blob_reference(cff) : hb_face_reference_blob(cut);
    unsigned n = 0;
    const char *data = hb_blob_get_data(program, &n);
    if (n)
        pdf_font_objects(f, font, file, data, n, is_cff);
    hb_blob_destroy(program);
    hb_blob_destroy(cff);
    return n > 0;
}

static bool put_font(struct pdf_fonts *f, struct pdf_font *font, struct pdf_file *file) {
    hb_face_t *face = pdf_stock_source(f->files.stock, font->file->stocked, font->file->path);
    hb_subset_plan_t *plan = plan_new(font, face);
    hb_face_t *cut = plan ? hb_subset_plan_execute_or_fail(plan) : NULL;
    bool done = false;
    if (cut) {
        number_glyphs(font, hb_subset_plan_old_to_new_glyph_mapping(plan));
        done = put_cut(f, font, file, cut);
    }
    if (!done)
        diag_report(f->diag, DIAG_FACE_UNUSABLE, (struct span){0}, font->file->path, NULL, NULL);
    hb_face_destroy(cut);
    hb_subset_plan_destroy(plan);
    hb_face_destroy(face);
    return done;
}

bool pdf_fonts_put(struct pdf_fonts *f, struct pdf_file *file) {
    for (struct pdf_font *o = f->first; o; o = o->next)
        if (!put_font(f, o, file))
            return false;
    return true;
}

void pdf_fonts_resources(const struct pdf_fonts *f, struct bytes *b) {
    for (const struct pdf_font *o = f->first; o; o = o->next)
        bytes_printf(b, "/F%d %d 0 R", o->number, o->number);
}

void pdf_fonts_report(const struct pdf_fonts *f, struct bytes *b) {
    for (const struct pdf_font *o = f->first; o; o = o->next) {
        size_t glyphs = 0;
        for (size_t g = 0; g < o->glyph_count; g++)
            glyphs += o->glyphs[g].text != NULL;
        const char *plus = strchr(o->name, '+');
        bytes_printf(b, "  %s: %zu glyphs, %zu bytes\n", plus ? plus + 1 : o->name, glyphs,
                     o->stored_bytes);
    }
}
