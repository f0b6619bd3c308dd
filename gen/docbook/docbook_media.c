/* Pictures in plain DocBook: the file, its size, its words. */
#include "doc/media.h"
#include "docbook/docbook_write.h"

void docbook_media(struct docbook *d, const char *element, const struct thing *thing) {
    const struct media *m = media_of(thing);
    xml_open(&d->w, element);
    if (!thing->alt)
        xml_attribute(&d->w, "role", "decorative");
    xml_open(&d->w, "imageobject");
    xml_open(&d->w, "imagedata");
    xml_attribute(&d->w, "fileref", m->path);
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
