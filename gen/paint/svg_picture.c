/* Pictures inside an SVG stand in it as data, so only small ones. */
#include "paint/svg.h"

static const size_t MOST_BYTES = 12000;

bool svg_pictures_fit(struct diag *d, const struct scene *s) {
    bool fit = true;
    for (const struct item *i = s->first; i; i = i->next)
        if (i->kind == ITEM_PICTURE && i->as.picture.picture->bytes > MOST_BYTES) {
            diag_report(d, DIAG_PICTURE_UNPAINTABLE, (struct span){0}, i->as.picture.picture->name,
                        "at most 12000 bytes in an SVG", NULL);
            fit = false;
        }
    return fit;
}

void put_base64(struct bytes *b, const unsigned char *data, size_t n) {
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        unsigned left = n - i < 3 ? (unsigned)(n - i) : 3;
        uint32_t group = (uint32_t)data[i] << 16 | (left > 1 ? (uint32_t)data[i + 1] << 8 : 0) |
                         (left > 2 ? data[i + 2] : 0);
        char text[4];
        for (unsigned k = 0; k < 4; k++)
            text[k] = k <= left ? DIGITS[group >> (18 - 6 * k) & 63] : '=';
        bytes_add(b, text, 4);
    }
}

void svg_picture(struct svg *v, const struct item *item) {
    const struct picture *p = item->as.picture.picture;
    const struct rect box = item->as.picture.box;
    bool turned = item->as.picture.turned;
    struct rect r = turned ? (struct rect){0, 0, box.h, box.w} : box;
    const double place[] = {r.x, r.y, r.w, r.h};
    static const char *const NAMES[] = {"<image x=\"", "\" y=\"", "\" width=\"", "\" height=\""};
    for (int i = 0; i < 4; i++) {
        bytes_puts(&v->body, NAMES[i]);
        bytes_number(&v->body, place[i]);
    }
    if (turned) {
        bytes_puts(&v->body, "\" transform=\"translate(");
        bytes_number(&v->body, box.x);
        bytes_puts(&v->body, " ");
        bytes_number(&v->body, rect_bottom(box));
        bytes_puts(&v->body, ") rotate(-90)");
    }
    bytes_puts(&v->body, "\" preserveAspectRatio=\"none\" xlink:href=\"data:image/");
    bytes_puts(&v->body, p->kind == PICTURE_PNG ? "png;base64," : "jpeg;base64,");
    put_base64(&v->body, p->data, p->bytes);
    bytes_puts(&v->body, "\"/>\n");
}
