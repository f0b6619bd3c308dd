/* The fonts of a PDF: which glyphs are used and what they say, cut to those, embedded. Codes in
 * content are CIDs of two bytes. */
#ifndef RIDGE_PAINT_PDF_FONT_H
#define RIDGE_PAINT_PDF_FONT_H

#include "paint/face_file.h"
#include "paint/pdf_file.h"

struct pdf_glyph {
    const char *text; /* what it stands for, NULL: not used */
    uint32_t bytes;
    uint16_t code;
    float width; /* thousandths of the size */
};

struct pdf_font {
    struct pdf_font *next;
    struct face_file *file;
    struct pdf_glyph *glyphs; /* by glyph number */
    size_t glyph_count;
    int number; /* of the object; its name is F and this */
    const char *name;
    size_t stored_bytes; /* of the embedded program in the file */
};

/* Which font and numbers serve a face of a scene. */
struct pdf_face {
    struct pdf_face *next;
    const struct face *face;
    struct pdf_font *font;
    const uint32_t *map; /* to the font's glyph numbers, or NULL */
};

struct pdf_fonts {
    struct arena *arena;
    struct diag *diag;
    struct face_files files;
    struct pdf_face *faces;
    struct pdf_font *first, **last;
};

void pdf_fonts_begin(struct pdf_fonts *f, struct arena *a, struct pdf_stock *stock, struct diag *d);

/* Takes note of every glyph of the scene. All files must have been opened (face_files_note). False
 * after a report. */
bool pdf_fonts_note(struct pdf_fonts *f, const struct scene *s);

/* Cuts the fonts, gives each glyph its code and puts the fonts into the file. */
bool pdf_fonts_put(struct pdf_fonts *f, struct pdf_file *file);

const struct pdf_face *pdf_fonts_face(const struct pdf_fonts *f, const struct face *face);
const struct pdf_glyph *pdf_face_glyph(const struct pdf_face *face, uint32_t glyph);

/* " /F7 7 0 R" for each font. */
void pdf_fonts_resources(const struct pdf_fonts *f, struct bytes *b);

/* "NotoSerifCJKsc-Regular: 812 glyphs, 301234 bytes", a line per font. */
void pdf_fonts_report(const struct pdf_fonts *f, struct bytes *b);

/* pdf_font_put.c: the objects of one font; `program` is a cut font file's CFF table, or the whole
 * of a TrueType file. */
void pdf_font_objects(struct pdf_fonts *f, struct pdf_font *font, struct pdf_file *file,
                      const char *program, size_t n, bool cff);

#endif
