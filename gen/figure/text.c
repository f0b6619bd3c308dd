#include "figure/text.h"
#include "figure/memo.h"

#include <hb-ot.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "figure/break.h"
#include "figure/shape.h"

static void track(struct shaping *s) {
    for (size_t i = 0; i + 1 < s->cluster_count; i++)
        if (!(s->clusters[i].flags & CLUSTER_HAN))
            s->clusters[i].advance += s->pieces[s->clusters[i].piece].style.tracking;
}

static struct shaped *finish(struct shaping *s, struct arena *a, size_t piece_count) {
    struct shaped *out = ARENA_NEW(a, struct shaped);
    *out = (struct shaped){
        .text = arena_strndup(a, s->text.text, s->text.bytes),
        .bytes = s->text.bytes,
        .pieces = s->pieces,
        .piece_count = piece_count,
        .clusters = s->clusters,
        .cluster_count = s->cluster_count,
        .glyphs = s->glyphs,
        .glyph_count = s->glyph_count,
        .missing = SIZE_MAX,
    };
    for (size_t i = s->cluster_count; i-- > 0;) {
        out->width += s->clusters[i].advance;
        if (s->clusters[i].flags & CLUSTER_MISSING)
            out->missing = i;
    }
    return out;
}

/* Pieces with texts and languages of the arena's own. */
static const struct piece *copy_pieces(struct arena *a, const struct piece *pieces, size_t n) {
    struct piece *copy = ARENA_ARRAY(a, struct piece, n + 1);
    for (size_t i = 0; i < n; i++) {
        copy[i] = pieces[i];
        copy[i].text = arena_strdup(a, pieces[i].text ? pieces[i].text : "");
        if (pieces[i].style.language)
            copy[i].style.language = arena_strdup(a, pieces[i].style.language);
    }
    return copy;
}

static bool hold_all(struct shaping *s) {
    uint32_t *codes = ARENA_ARRAY(s->scratch, uint32_t, s->text.n + 1);
    for (size_t i = 0; i < s->text.n; i++)
        codes[i] = s->text.at[i].code;
    return pool_hold(s->fonts, codes, s->text.n);
}

static const struct shaped *shape_anew(struct fonts *f, struct arena *a, const struct piece *pieces,
                                       size_t n, bool breaks) {
    struct shaping s = {.fonts = f, .scratch = arena_new()};
    s.pieces = copy_pieces(a, pieces, n);
    s.text = characters_read(s.scratch, s.pieces, n);
    if (hold_all(&s)) {
        owners_decide(s.scratch, &s.text, s.pieces);
        shape_all(&s, a);
        if (breaks && s.text.n > 0)
            breaks_flag(s.scratch, &s.text, s.pieces[s.text.at[0].piece].style.language, s.clusters,
                        s.cluster_count);
        track(&s);
    }
    struct shaped *shaped = finish(&s, a, n);
    arena_drop(s.scratch);
    return shaped;
}

static const struct shaped *shape(struct fonts *f, struct arena *a, const struct piece *pieces,
                                  size_t n, bool breaks) {
    if (!memo_may_hold(pieces, n))
        return shape_anew(f, a, pieces, n, breaks);
    const struct shaped *shaped = memo_find(f->memo, pieces, n, f->moves, breaks);
    if (shaped)
        return shaped;
    if (!memo_takes(pieces, n) && !memo_recurs(f->memo, pieces, n, f->moves, breaks))
        return shape_anew(f, a, pieces, n, breaks);
    shaped = shape_anew(f, f->arena, pieces, n, breaks);
    memo_keep(f->memo, f->moves, breaks, shaped);
    return shaped;
}

const struct shaped *text_shape(struct fonts *f, struct arena *a, const struct piece *pieces,
                                size_t n) {
    return shape(f, a, pieces, n, true);
}

const struct shaped *text_shape_line(struct fonts *f, struct arena *a, const struct piece *pieces,
                                     size_t n) {
    return shape(f, a, pieces, n, false);
}

double text_width(struct fonts *f, const char *text, struct text_style style) {
    struct arena *scratch = arena_new();
    double width = text_shape_line(f, scratch, &(struct piece){text, style}, 1)->width;
    arena_drop(scratch);
    return width;
}

/* Texts know the element they stand in; the character itself is the first of its kind from there.
 * One that is written as a number, "&#xE000;", is not found: the search ends. */
static bool narrow(struct span *where, const char *character, size_t n) {
    enum { FAR = 1 << 16 };
    const struct source *s = where->source;
    size_t end = s && s->text ? s->bytes : 0;
    if (end > where->from + FAR)
        end = where->from + FAR;
    for (size_t i = where->from; n && i + n <= end; i++)
        if (!memcmp(s->text + i, character, n)) {
            *where = (struct span){s, i, i + n};
            return true;
        }
    return false;
}

/* Letters of ASCII are in all faces: it is the mark over one that is missing. */
static uint32_t missing_code(const struct shaped *s, const struct cluster *c) {
    size_t length;
    return c->code < 0x80 && c->bytes > 1 ? text_decode(s->text + c->at + 1, c->bytes - 1, &length)
                                          : c->code;
}

void text_report_missing(struct diag *d, struct span where, const struct shaped *s) {
    bool findable = true;
    for (size_t i = 0; i < s->cluster_count; i++) {
        const struct cluster *c = &s->clusters[i];
        if (!(c->flags & CLUSTER_MISSING))
            continue;
        char found[64];
        snprintf(found, sizeof found, "U+%04X “%.*s”", (unsigned)missing_code(s, c),
                 (int)(c->bytes < 32 ? c->bytes : 32), s->text + c->at);
        struct span at = where;
        findable = findable && narrow(&at, s->text + c->at, c->bytes);
        diag_report(d, DIAG_GLYPH_MISSING, at, found,
                    "one that Source Serif, Source Sans, Source Code Pro or Noto CJK SC draws",
                    NULL);
    }
}

/* How far letters reach: the faces' own line metrics leave room for accents on capitals, too much
 * to tell whether labels meet. */
static void letters_reach(hb_font_t *font, double *up, double *down) {
    static const char letters[] = "bdfghjklpqy";
    *up = *down = 0;
    for (const char *letter = letters; *letter; letter++) {
        hb_codepoint_t glyph;
        hb_glyph_extents_t e;
        if (!hb_font_get_nominal_glyph(font, (hb_codepoint_t)*letter, &glyph) ||
            !hb_font_get_glyph_extents(font, glyph, &e))
            continue;
        *up = fmax(*up, e.y_bearing);
        *down = fmax(*down, -(e.y_bearing + e.height));
    }
}

struct text_extent text_extent(struct fonts *f, struct text_style style) {
    if (!pool_hold(f, NULL, 0))
        return (struct text_extent){0.72 * style.size, 0.21 * style.size, 0.66 * style.size};
    struct open_face *face = pool_face(f, slot_for(&style, false));
    if (face->up == 0) {
        hb_position_t capitals;
        letters_reach(face->font, &face->up, &face->down);
        hb_ot_metrics_get_position_with_fallback(face->font, HB_OT_METRICS_TAG_CAP_HEIGHT,
                                                 &capitals);
        face->capitals = capitals;
    }
    double unit = size_of(&style, OWNER_LATIN) / face->em;
    return (struct text_extent){face->up * unit, face->down * unit, face->capitals * unit};
}
