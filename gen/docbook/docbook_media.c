/* Pictures in plain DocBook: the file, its size, its words. */
#include <string.h>

#include "doc/media.h"
#include "docbook/docbook_write.h"

const char *docbook_figure_add(struct docbook *d, struct docbook_figure *figure) {
    lookup_put(d->figure_files, figure->file, figure);
    *d->figures_end = figure;
    d->figures_end = &figure->next;
    return arena_printf(d->arena, "%s/%s", d->request->folder, figure->file);
}

/* "pic.png"; "pic-2.png" where another picture has that name. */
static const char *name_for(struct docbook *d, const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    int stem = (int)(dot && dot > name ? (size_t)(dot - name) : strlen(name));
    const char *file = name;
    const struct docbook_figure *other;
    for (int k = 2; (other = lookup_get(d->figure_files, file)) != NULL &&
                    (!other->original || strcmp(other->original, path) != 0);
         k++)
        file = arena_printf(d->arena, "%.*s-%d%s", stem, name, k, name + stem);
    return file;
}

/* The author's picture goes along: the document may be moved with its folder. */
static const char *copy_of(struct docbook *d, const char *path) {
    const char *file = name_for(d, path);
    if (lookup_get(d->figure_files, file))
        return arena_printf(d->arena, "%s/%s", d->request->folder, file);
    struct docbook_figure *figure = ARENA_NEW(d->arena, struct docbook_figure);
    figure->file = file;
    figure->original = path;
    return docbook_figure_add(d, figure);
}

void docbook_media(struct docbook *d, const char *element, const struct thing *thing) {
    const struct media *m = media_of(thing);
    xml_open(&d->w, element);
    if (!thing->alt)
        xml_attribute(&d->w, "role", "decorative");
    xml_open(&d->w, "imageobject");
    xml_open(&d->w, "imagedata");
    xml_attribute(&d->w, "fileref", copy_of(d, m->path));
    struct bytes width = {.arena = d->arena};
    bytes_number(&width, m->width);
    bytes_puts(&width, "pt");
    if (m->sized)
        xml_attribute(&d->w, "contentwidth", width.at);
    xml_close(&d->w);
    xml_close(&d->w);
    if (thing->alt) {
        xml_open(&d->w, "textobject");
        docbook_words(d, "phrase", thing->alt);
        xml_close(&d->w);
    }
    xml_close(&d->w);
}
