/* The floor: the text of a handout set by bare Pango and Cairo with the same pooled fonts in the
 * same faces and sizes: nothing parsed, nothing computed, no charts, tables or rules, no tags, no
 * links. bare TEXT POOL-FOLDER OUT.pdf, where TEXT has a paragraph a line, "font
 * description<tab>text", and a line with a form feed for a new page. */
#include <cairo-pdf.h>
#include <fontconfig/fontconfig.h>
#include <glib.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double WIDTH = 595.28, HEIGHT = 841.89, LEFT = 68, TOP = 72, MEASURE = 357, PITCH = 12;

static FcConfig *fonts(const char *pool) {
    FcConfig *fc = FcConfigCreate();
    GDir *folder = g_dir_open(pool, 0, NULL);
    const char *name;
    while (folder && (name = g_dir_read_name(folder)))
        if (g_str_has_suffix(name, ".otf") || g_str_has_suffix(name, ".ttf")) {
            char *path = g_build_filename(pool, name, NULL);
            FcConfigAppFontAddFile(fc, (const FcChar8 *)path);
            g_free(path);
        }
    if (folder)
        g_dir_close(folder);
    FcConfigBuildFonts(fc);
    return fc;
}

int main(int argc, char **argv) {
    if (argc != 4)
        return 2;
    char *text;
    if (!g_file_get_contents(argv[1], &text, NULL, NULL))
        return 1;
    FcConfig *fc = fonts(argv[2]);
    PangoFontMap *map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(map), 72);
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), fc);
    PangoContext *context = pango_font_map_create_context(map);
    pango_context_set_round_glyph_positions(context, FALSE);
    cairo_surface_t *surface = cairo_pdf_surface_create(argv[3], WIDTH, HEIGHT);
    cairo_t *cr = cairo_create(surface);
    double y = TOP;
    char **paragraphs = g_strsplit(text, "\n", -1);
    for (char **p = paragraphs; *p; p++) {
        if (**p == '\f') {
            cairo_show_page(cr);
            y = TOP;
            continue;
        }
        char *tab = strchr(*p, '\t');
        if (!tab)
            continue;
        *tab = 0;
        PangoFontDescription *font = pango_font_description_from_string(*p);
        pango_font_description_set_absolute_size(font, pango_font_description_get_size(font));
        PangoLayout *layout = pango_layout_new(context);
        pango_layout_set_font_description(layout, font);
        pango_layout_set_width(layout, (int)(MEASURE * PANGO_SCALE));
        pango_layout_set_justify(layout, TRUE);
        pango_layout_set_text(layout, tab + 1, -1);
        for (int i = 0; i < pango_layout_get_line_count(layout); i++, y += PITCH) {
            cairo_move_to(cr, LEFT, y);
            pango_cairo_show_layout_line(cr, pango_layout_get_line_readonly(layout, i));
        }
        pango_font_description_free(font);
        g_object_unref(layout);
    }
    g_strfreev(paragraphs);
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    int failed = cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(surface);
    return failed;
}
