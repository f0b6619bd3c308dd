/* Text: glyphs of one face, size, ink and height go out in one array. */
#include <math.h>
#include <string.h>

#include "paint/pdf_content.h"

void content_text_end(struct content *c) {
    if (c->in_text)
        bytes_puts(&c->out, "ET\n");
    c->in_text = false;
}

/* A line of text being put: where it stands on its baseline, in points from the text's origin. */
struct pen {
    struct content *c;
    const struct text_item *t;
    const struct pdf_face *face;
    double cosine, sine;
    double origin_x, origin_y; /* on the page */
    double size;
    double at, rise; /* where the reader's pen is after the last glyph, and how high */
    bool open;       /* within [ ] of TJ */
    bool digits;     /* within < > */
};

static void array_end(struct pen *p) {
    if (p->digits)
        bytes_puts(&p->c->out, ">");
    if (p->open)
        bytes_puts(&p->c->out, "]TJ\n");
    p->open = p->digits = false;
}

static void put_matrix(struct pen *p, double along, double up) {
    struct bytes *b = &p->c->out;
    if (p->sine == 0)
        bytes_puts(b, "1 0 0 1 ");
    else {
        const double turn[] = {p->cosine, p->sine, -p->sine, p->cosine};
        for (int i = 0; i < 4; i++) {
            pdf_fixed(b, turn[i], 5);
            bytes_puts(b, " ");
        }
    }
    const double at[] = {p->origin_x + along * p->cosine - up * p->sine,
                         p->origin_y + along * p->sine + up * p->cosine};
    pdf_numbers(b, at, 2);
    bytes_puts(b, "Tm\n");
}

/* Opens an array at a place. */
static void array_begin(struct pen *p, double along, double up) {
    struct content *c = p->c;
    array_end(p);
    if (!c->in_text)
        bytes_puts(&c->out, "BT\n");
    c->in_text = true;
    if (c->state.font != p->face->font || c->state.size != p->size) {
        bytes_printf(&c->out, "/F%d ", p->face->font->number);
        pdf_numbers(&c->out, &p->size, 1);
        bytes_puts(&c->out, "Tf\n");
        c->state.font = p->face->font;
        c->state.size = p->size;
    }
    put_matrix(p, along, up);
    bytes_puts(&c->out, "[");
    p->open = true;
    p->at = along;
    p->rise = up;
}

static void put_code(struct pen *p, uint16_t code) {
    static const char DIGITS[] = "0123456789abcdef";
    char text[] = {'<', DIGITS[code >> 12], DIGITS[code >> 8 & 15], DIGITS[code >> 4 & 15],
                   DIGITS[code & 15]};
    bytes_add(&p->c->out, p->digits ? text + 1 : text, p->digits ? 4 : 5);
    p->digits = true;
}

static void put_glyph(struct pen *p, const struct pdf_glyph *g, double along, double up) {
    if (!p->open || fabs(up - p->rise) > 0.004)
        array_begin(p, along, up);
    double back = floor((p->at - along) * 1000 / p->size + 0.5);
    if (back != 0) {
        if (p->digits)
            bytes_puts(&p->c->out, ">");
        p->digits = false;
        pdf_fixed(&p->c->out, back, 0);
        p->at -= back * p->size / 1000;
    }
    put_code(p, g->code);
    p->at += (double)g->width * p->size / 1000;
}

/* Do the meanings of the glyphs together give the text of the cluster? */
static bool says_itself(const struct pdf_face *face, const struct shaped *s,
                        const struct cluster *k) {
    size_t at = 0;
    for (uint32_t i = 0; i < k->glyph_count; i++) {
        const struct pdf_glyph *g = pdf_face_glyph(face, s->glyphs[k->first_glyph + i].id);
        if (at + g->bytes > k->bytes || memcmp(g->text, s->text + k->at + at, g->bytes) != 0)
            return false;
        at += g->bytes;
    }
    return at == k->bytes;
}

static void put_cluster(struct pen *p, size_t i, double along, double rise) {
    const struct shaped *s = p->t->shaped;
    const struct cluster *k = &s->clusters[i];
    struct bytes *b = &p->c->out;
    bool plain = says_itself(p->face, s, k);
    if (!plain) {
        array_end(p);
        if (!p->c->in_text)
            bytes_puts(b, "BT\n");
        p->c->in_text = true;
        bytes_puts(b, "/Span <</ActualText<FEFF");
        pdf_utf16(b, s->text + k->at, k->bytes);
        bytes_puts(b, ">>> BDC\n");
    }
    for (uint32_t g = 0; g < k->glyph_count; g++) {
        const struct glyph *glyph = &s->glyphs[k->first_glyph + g];
        put_glyph(p, pdf_face_glyph(p->face, glyph->id), along + glyph->dx, rise - glyph->dy);
    }
    if (!plain) {
        array_end(p);
        bytes_puts(b, "EMC\n");
    }
}

/* Sets what the cluster is written with; false when it leaves no ink. */
static bool pen_take(struct pen *p, const struct cluster *k, const struct text_style *style) {
    if (!k->face || k->glyph_count == 0 || style->ink == INK_NONE)
        return false;
    if (!p->face || p->face->face != k->face) {
        array_end(p);
        p->face = pdf_fonts_face(p->c->fonts, k->face);
    }
    if (k->size != p->size)
        array_end(p);
    p->size = k->size;
    if (p->c->state.fill != style->ink) {
        array_end(p);
        content_ink(p->c, style->ink, false);
    }
    return p->face && p->size > 0;
}

/* Grows the box of the ink that was marked last; turned text is left out. */
static void note_ink(struct content *c, const struct text_item *t, double back) {
    struct rect *ink = &c->ink;
    double size = t->from < t->to && t->from < t->shaped->cluster_count
                      ? t->shaped->clusters[t->from].size
                      : 0;
    struct rect r = {t->x - back, t->baseline - 0.8 * size, t->width, size};
    if (t->angle != 0)
        return;
    if (ink->w >= 0) {
        double right = fmax(rect_right(*ink), rect_right(r));
        double bottom = fmax(rect_bottom(*ink), rect_bottom(r));
        r.x = fmin(r.x, ink->x);
        r.y = fmin(r.y, ink->y);
        r.w = right - r.x;
        r.h = bottom - r.y;
    }
    *ink = r;
}

void content_text(struct content *c, const struct text_item *t) {
    static const double SHARE[] = {[ANCHOR_START] = 0, [ANCHOR_MIDDLE] = 0.5, [ANCHOR_END] = 1};
    double turn = t->angle * acos(-1) / 180, along = -SHARE[t->anchor] * t->width;
    struct pen p = {.c = c, .t = t, .cosine = 1};
    if (t->angle != 0) {
        p.cosine = cos(turn);
        p.sine = sin(turn);
    }
    p.origin_x = t->x + c->offset.x;
    p.origin_y = c->height - (t->baseline + c->offset.y);
    note_ink(c, t, -along);
    for (size_t i = t->from; i < t->to && i < t->shaped->cluster_count; i++) {
        const struct cluster *k = &t->shaped->clusters[i];
        const struct text_style *style = &t->shaped->pieces[k->piece].style;
        if (pen_take(&p, k, style))
            put_cluster(&p, i, along + (t->shifts ? t->shifts[i - t->from] : 0), style->rise);
        along += t->advances ? t->advances[i - t->from] : k->advance;
    }
    array_end(&p);
}
