/* Labels: text shaped and placed at once. */
#include <math.h>

#include "figure/pool.h"
#include "figure/scene.h"

#define HAN_ASCENT  0.86 /* ink of ideographs above and below the baseline, in ems */
#define HAN_DESCENT 0.12
#define HANG        0.45 /* a closing full-width mark at a right edge hangs out by so much */

static bool is_closing_mark(uint32_t code) {
    static const uint32_t marks[] = {0x3001, 0x3002, 0x300B, 0x300D, 0x300F, 0x3011,
                                     0xFF01, 0xFF09, 0xFF0C, 0xFF1A, 0xFF1B, 0x201D};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (marks[i] == code)
            return true;
    return false;
}

/* How far a right-aligned text may stick out, so that its ink is aligned. */
static double hang(const struct shaped *s) {
    if (s->cluster_count == 0)
        return 0;
    const struct cluster *last = &s->clusters[s->cluster_count - 1];
    return last->flags & CLUSTER_HAN && is_closing_mark(last->code) ? HANG * last->size : 0;
}

static void extend(double *ascent, double *descent, double up, double down) {
    *ascent = fmax(*ascent, up);
    *descent = fmax(*descent, down);
}

/* The height of a text: of the Latin faces named, and of ideographs if there are any. */
static void height_of(struct fonts *f, const struct shaped *s, double *ascent, double *descent) {
    *ascent = *descent = 0;
    for (size_t i = 0; i < s->piece_count; i++) {
        struct text_extent e = text_extent(f, s->pieces[i].style);
        double rise = s->pieces[i].style.rise;
        extend(ascent, descent, e.ascent + rise, e.descent - rise);
    }
    for (size_t i = 0; i < s->cluster_count; i++) {
        const struct cluster *c = &s->clusters[i];
        double rise = s->pieces[c->piece].style.rise;
        if (c->flags & CLUSTER_HAN)
            extend(ascent, descent, HAN_ASCENT * c->size + rise, HAN_DESCENT * c->size - rise);
    }
}

struct rect scene_shaped(struct scene *s, struct fonts *f, double x, double baseline,
                         enum anchor anchor, const struct shaped *shaped) {
    static const double left_of[] = {[ANCHOR_START] = 0, [ANCHOR_MIDDLE] = 0.5, [ANCHOR_END] = 1};
    text_report_missing(f->diag, (struct span){0}, shaped);
    if (anchor == ANCHOR_END)
        x += hang(shaped);
    scene_text(s, &(struct text_item){.shaped = shaped,
                                      .to = shaped->cluster_count,
                                      .x = x,
                                      .baseline = baseline,
                                      .width = shaped->width,
                                      .anchor = anchor});
    double ascent, descent;
    height_of(f, shaped, &ascent, &descent);
    return (struct rect){x - left_of[anchor] * shaped->width, baseline - ascent, shaped->width,
                         ascent + descent};
}

struct rect scene_pieces(struct scene *s, struct fonts *f, double x, double baseline,
                         enum anchor anchor, const struct piece *pieces, size_t n) {
    return scene_shaped(s, f, x, baseline, anchor, text_shape_line(f, s->arena, pieces, n));
}

struct rect scene_label(struct scene *s, struct fonts *f, double x, double baseline,
                        enum anchor anchor, const char *text, struct text_style style) {
    return scene_pieces(s, f, x, baseline, anchor, &(struct piece){text, style}, 1);
}
