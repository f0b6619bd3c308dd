/* The objects of one font: program, descriptor, widths, and what each code means. */
#include <ft2build.h>
#include <string.h>
#include FT_FREETYPE_H
#include FT_TRUETYPE_TABLES_H

#include "paint/pdf_font.h"

/* "ABCDEF+Name": the letters come from what is embedded. */
static const char *subset_name(struct arena *a, FT_Face face, const char *program, size_t n) {
    const char *name = FT_Get_Postscript_Name(face);
    uint64_t hash = hash_bytes(HASH_START, program, n);
    char letters[7] = {0};
    for (int i = 0; i < 6; i++, hash /= 26)
        letters[i] = (char)('A' + hash % 26);
    return arena_printf(a, "%s+%s", letters, name ? name : "Font");
}

static int put_descriptor(struct pdf_fonts *f, const struct pdf_font *font, struct pdf_file *file,
                          int program, bool cff) {
    FT_Face face = font->file->freetype;
    const TT_OS2 *os2 = FT_Get_Sfnt_Table(face, FT_SFNT_OS2);
    const TT_Postscript *post = FT_Get_Sfnt_Table(face, FT_SFNT_POST);
    double unit = 1000.0 / face->units_per_EM;
    double cap = os2 && os2->version >= 2 && os2->version != 0xFFFF ? os2->sCapHeight * unit : 700;
    double slant = post ? (double)post->italicAngle / 65536 : 0;
    const double box[] = {(double)face->bbox.xMin * unit, (double)face->bbox.yMin * unit,
                          (double)face->bbox.xMax * unit, (double)face->bbox.yMax * unit};
    struct bytes b = {.arena = f->arena};
    bytes_printf(&b, "<</Type/FontDescriptor/FontName/%s/Flags %d/FontBBox[", font->name,
                 slant < 0 ? 4 + 64 : 4);
    pdf_numbers(&b, box, 4);
    bytes_puts(&b, "]/ItalicAngle ");
    pdf_fixed(&b, slant, 2);
    bytes_puts(&b, "/Ascent ");
    pdf_fixed(&b, face->ascender * unit, 0);
    bytes_puts(&b, "/Descent ");
    pdf_fixed(&b, face->descender * unit, 0);
    bytes_puts(&b, "/CapHeight ");
    pdf_fixed(&b, cap, 0);
    bytes_printf(&b, "/StemV %d%s %d 0 R>>", os2 && os2->usWeightClass >= 600 ? 120 : 80,
                 cff ? "/FontFile3" : "/FontFile2", program);
    int number = pdf_number(file);
    pdf_put(file, number, &b);
    return number;
}

/* "/W[3[500 612]17[1000]]": codes in a row share a bracket. */
static void put_widths(const struct pdf_font *font, struct bytes *b) {
    long before = -2;
    bytes_puts(b, "/DW 1000/W[");
    for (size_t g = 0; g < font->glyph_count; g++) {
        const struct pdf_glyph *glyph = &font->glyphs[g];
        if (!glyph->text || (glyph->width == 1000 && glyph->code != before + 1))
            continue;
        if (glyph->code != before + 1)
            bytes_printf(b, before < 0 ? "%d[" : "]%d[", glyph->code);
        else
            bytes_puts(b, " ");
        pdf_fixed(b, glyph->width, 3);
        before = glyph->code;
    }
    bytes_puts(b, before < 0 ? "]" : "]]");
}

static int put_cid_font(struct pdf_fonts *f, const struct pdf_font *font, struct pdf_file *file,
                        int descriptor, bool cff) {
    struct bytes b = {.arena = f->arena};
    bytes_printf(&b,
                 "<</Type/Font/Subtype/CIDFontType%d/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)"
                 "/Ordering(Identity)/Supplement 0>>/FontDescriptor %d 0 R",
                 cff ? 0 : 2, font->name, descriptor);
    if (!cff)
        bytes_puts(&b, "/CIDToGIDMap/Identity");
    put_widths(font, &b);
    bytes_puts(&b, ">>");
    int number = pdf_number(file);
    pdf_put(file, number, &b);
    return number;
}

static const char CMAP_HEAD[] =
    "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
    "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
    "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n";
static const char CMAP_TAIL[] =
    "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n";

/* A glyph that only ever shared its cluster's text with others says a blank of no width. */
static void put_meaning(struct bytes *b, const struct pdf_glyph *g) {
    bytes_printf(b, "<%04X> <", g->code);
    if (g->bytes)
        pdf_utf16(b, g->text, g->bytes);
    else
        bytes_puts(b, "200B");
    bytes_puts(b, ">\n");
}

static int put_meanings(struct pdf_fonts *f, const struct pdf_font *font, struct pdf_file *file) {
    enum { MOST = 100 };
    struct bytes b = {.arena = f->arena}, block = {.arena = f->arena};
    bytes_puts(&b, CMAP_HEAD);
    int n = 0;
    for (size_t g = 0; g <= font->glyph_count; g++) {
        bool end = g == font->glyph_count;
        if (n && (end || n == MOST)) {
            bytes_printf(&b, "%d beginbfchar\n%sendbfchar\n", n, block.at);
            block.n = 0;
            n = 0;
        }
        if (!end && font->glyphs[g].text) {
            put_meaning(&block, &font->glyphs[g]);
            n++;
        }
    }
    bytes_puts(&b, CMAP_TAIL);
    int number = pdf_number(file);
    pdf_put_stream(file, number, "/Type/CMap/CMapName/Adobe-Identity-UCS", b.at, b.n, PDF_DEFLATE);
    return number;
}

void pdf_font_objects(struct pdf_fonts *f, struct pdf_font *font, struct pdf_file *file,
                      const char *program, size_t n, bool cff) {
    enum { SHORT = 16 * 1024 }; /* of a chart; a handout has time to spare for a percent */
    font->name = subset_name(f->arena, font->file->freetype, program, n);
    font->number = pdf_number(file);
    int stream = pdf_number(file);
    size_t before = file->out->n;
    pdf_put_stream(file, stream,
                   cff ? "/Subtype/CIDFontType0C" : arena_printf(f->arena, "/Length1 %zu", n),
                   program, n, n < SHORT ? PDF_DEFLATE_QUICK : PDF_DEFLATE);
    font->stored_bytes = file->out->n - before;
    int descriptor = put_descriptor(f, font, file, stream, cff);
    int descendant = put_cid_font(f, font, file, descriptor, cff);
    int meanings = put_meanings(f, font, file);
    struct bytes b = {.arena = f->arena};
    bytes_printf(&b,
                 "<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts"
                 "[%d 0 R]/ToUnicode %d 0 R>>",
                 font->name, descendant, meanings);
    pdf_put(file, font->number, &b);
}
