#include <qpdf/qpdf-c.h>
#include <stdlib.h>
#include <string.h>

#include "paint/finish.h"

static uint64_t hash_bytes(uint64_t hash, const unsigned char *at, size_t n) {
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash;
}

static const char *const PROGRAMS[] = {"/FontFile3", "/FontFile2", "/FontFile"};

static uint64_t program_hash(struct finish *f, qpdf_oh descriptor) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < sizeof PROGRAMS / sizeof *PROGRAMS; i++) {
        if (!qpdf_oh_has_key(f->q, descriptor, PROGRAMS[i]))
            continue;
        QPDF_BOOL filtered = QPDF_FALSE;
        unsigned char *data = NULL;
        size_t n = 0;
        qpdf_oh_get_stream_data(f->q, qpdf_oh_get_key(f->q, descriptor, PROGRAMS[i]), qpdf_dl_none,
                                &filtered, &data, &n);
        hash = data ? hash_bytes(hash, data, n) : hash;
        free(data);
    }
    return hash;
}

/* "/ABCDEF+Name" with new letters; names without a prefix stay. */
static void rename_key(struct finish *f, qpdf_oh dict, const char *key, uint64_t hash) {
    qpdf_oh name = qpdf_oh_get_key(f->q, dict, key);
    if (!qpdf_oh_is_name(f->q, name))
        return;
    char *text = arena_strdup(f->arena, qpdf_oh_get_name(f->q, name));
    if (strlen(text) < 8 || text[7] != '+')
        return;
    for (int i = 1; i <= 6; i++, hash /= 26)
        text[i] = (char)('A' + hash % 26);
    qpdf_oh_replace_key(f->q, dict, key, qpdf_oh_new_name(f->q, text));
}

static bool font_seen(struct finish *f, int id) {
    for (size_t i = 0; i < f->font_count; i++)
        if (f->fonts[i] == id)
            return true;
    ARENA_GROW(f->arena, f->fonts, f->font_count, f->font_room, 32);
    f->fonts[f->font_count++] = id;
    return false;
}

static void rename_font(struct finish *f, qpdf_oh font) {
    if (font_seen(f, qpdf_oh_get_object_id(f->q, font)))
        return;
    qpdf_oh inner = font;
    if (qpdf_oh_has_key(f->q, font, "/DescendantFonts"))
        inner = qpdf_oh_get_array_item(f->q, qpdf_oh_get_key(f->q, font, "/DescendantFonts"), 0);
    qpdf_oh descriptor = qpdf_oh_get_key(f->q, inner, "/FontDescriptor");
    if (!qpdf_oh_is_dictionary(f->q, descriptor))
        return;
    uint64_t hash = program_hash(f, descriptor);
    rename_key(f, descriptor, "/FontName", hash);
    rename_key(f, inner, "/BaseFont", hash);
    rename_key(f, font, "/BaseFont", hash);
}

void finish_fonts(struct finish *f, unsigned page) {
    qpdf_oh resources = qpdf_oh_get_key(f->q, page, "/Resources");
    qpdf_oh fonts = qpdf_oh_get_key_if_dict(f->q, resources, "/Font");
    if (!qpdf_oh_is_dictionary(f->q, fonts))
        return;
    qpdf_oh_begin_dict_key_iter(f->q, fonts);
    while (qpdf_oh_dict_more_keys(f->q))
        rename_font(f, qpdf_oh_get_key(f->q, fonts, qpdf_oh_dict_next_key(f->q)));
}
