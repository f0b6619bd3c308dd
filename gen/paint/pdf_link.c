#include "paint/pdf_link.h"

#include <math.h>

#include "paint/attribute.h"

static void put_places(struct bytes *b, const struct content *c, const struct rect *areas,
                       size_t n) {
    double all[4] = {INFINITY, INFINITY, -INFINITY, -INFINITY}, e[4];
    struct bytes quads = {.arena = b->arena};
    for (size_t i = 0; i < n; i++) {
        content_edges(c, areas[i], e);
        const double corners[] = {e[0], e[3], e[2], e[3], e[0], e[1], e[2], e[1]};
        pdf_numbers(&quads, corners, 8);
        all[0] = fmin(all[0], e[0]);
        all[1] = fmin(all[1], e[1]);
        all[2] = fmax(all[2], e[2]);
        all[3] = fmax(all[3], e[3]);
    }
    bytes_puts(b, "/Rect[");
    pdf_numbers(b, all, 4);
    bytes_puts(b, "]");
    if (n > 1)
        bytes_printf(b, "/QuadPoints[%s]", quads.at);
}

int pdf_link_put(struct pdf_tree *t, struct element *e, const struct content *c, size_t page,
                 const struct rect *areas, size_t area_count, const char *words) {
    const struct tag_facts *facts = e->facts;
    struct bytes b = {.arena = t->arena};
    int number = pdf_number(t->file);
    bytes_printf(&b, "<</Type/Annot/Subtype/Link/F 4/Border[0 0 0]/StructParent %zu",
                 element_annotation(t, e, page, number));
    put_places(&b, c, areas, area_count);
    if (facts->dest)
        pdf_entry(&b, "/Dest", dest_name(t->arena, facts->dest));
    else {
        bytes_puts(&b, "/A<</S/URI");
        pdf_entry(&b, "/URI", uri_name(t->arena, facts->uri));
        bytes_puts(&b, ">>");
    }
    if (!words)
        words = facts->dest ? facts->dest : facts->uri;
    pdf_entry(&b, "/Contents", facts->describe ? facts->describe : words);
    bytes_puts(&b, ">>");
    pdf_put(t->file, number, &b);
    return number;
}
