#include "figure/math_font.h"

#include <hb-ot.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "figure/pool.h"

enum { VARIANTS = 32, PARTS = 12, PIECES_MOST = 400 };

static struct open_face *math_face(struct fonts *f) {
    return pool_hold(f, NULL, 0) ? pool_face(f, SLOT_MATH) : NULL;
}

/* ── Constants ── */

double math_constant(struct fonts *f, enum math_constant which, double size) {
    static const hb_ot_math_constant_t constants[] = {
#define CONSTANT(name) [MATH_##name] = HB_OT_MATH_CONSTANT_##name,
#include "figure/math_constants.def"
#undef CONSTANT
    };
    struct open_face *face = math_face(f);
    return face ? hb_ot_math_get_constant(face->font, constants[which]) * size / face->em : 0;
}

static double share(struct fonts *f, hb_ot_math_constant_t which) {
    struct open_face *face = math_face(f);
    return face ? hb_ot_math_get_constant(face->font, which) / 100.0 : 1;
}

double math_script_scale(struct fonts *f, int level) {
    return level <= 0   ? 1
           : level == 1 ? share(f, HB_OT_MATH_CONSTANT_SCRIPT_PERCENT_SCALE_DOWN)
                        : share(f, HB_OT_MATH_CONSTANT_SCRIPT_SCRIPT_PERCENT_SCALE_DOWN);
}

double math_degree_raise(struct fonts *f) {
    return share(f, HB_OT_MATH_CONSTANT_RADICAL_DEGREE_BOTTOM_RAISE_PERCENT);
}

/* ── Glyphs ── */

/* A text of one cluster with room for n glyphs. */
static struct shaped *shaped_new(struct arena *a, const struct open_face *face,
                                 struct math_request r, const char *text, size_t n) {
    struct piece *piece = ARENA_NEW(a, struct piece);
    *piece = (struct piece){text, {.size = r.size, .ink = r.ink, .language = r.language}};
    struct cluster *cluster = ARENA_NEW(a, struct cluster);
    *cluster = (struct cluster){.bytes = (uint32_t)strlen(text),
                                .glyph_count = (uint32_t)n,
                                .face = face->face,
                                .size = r.size,
                                .code = r.code};
    struct shaped *s = ARENA_NEW(a, struct shaped);
    *s = (struct shaped){.text = text,
                         .bytes = cluster->bytes,
                         .pieces = piece,
                         .piece_count = 1,
                         .clusters = cluster,
                         .cluster_count = 1,
                         .glyphs = ARENA_ARRAY(a, struct glyph, n + 1),
                         .glyph_count = n,
                         .missing = SIZE_MAX};
    return s;
}

static const char *utf8(struct arena *a, uint32_t c) {
    char out[5] = {0};
    if (c < 0x80) {
        out[0] = (char)c;
    } else if (c < 0x800) {
        out[0] = (char)(0xC0 | c >> 6);
        out[1] = (char)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        out[0] = (char)(0xE0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 63));
        out[2] = (char)(0x80 | (c & 63));
    } else {
        out[0] = (char)(0xF0 | c >> 18);
        out[1] = (char)(0x80 | (c >> 12 & 63));
        out[2] = (char)(0x80 | (c >> 6 & 63));
        out[3] = (char)(0x80 | (c & 63));
    }
    return arena_strdup(a, out);
}

/* Places one glyph of a sign at (x, y up), in units of the face, and widens the sign's ink. */
static void glyph_put(const struct open_face *face, struct glyph *glyph, struct math_glyph *out,
                      hb_codepoint_t id, double x, double y, double unit) {
    hb_glyph_extents_t e = {0};
    hb_font_get_glyph_extents(face->font, id, &e);
    *glyph = (struct glyph){.id = id, .dx = x * unit, .dy = -y * unit};
    out->ascent = fmax(out->ascent, (y + e.y_bearing) * unit);
    out->descent = fmax(out->descent, -(y + e.y_bearing + e.height) * unit);
    out->ink_left = fmin(out->ink_left, (x + e.x_bearing) * unit);
    out->ink_right = fmax(out->ink_right, (x + e.x_bearing + e.width) * unit);
}

static struct shaped *sign_begin(struct arena *a, const struct open_face *face,
                                 struct math_request r, size_t n, struct math_glyph *out) {
    *out = (struct math_glyph){
        .ascent = -INFINITY, .descent = -INFINITY, .ink_left = INFINITY, .ink_right = -INFINITY};
    return shaped_new(a, face, r, r.text ? r.text : utf8(a, r.code), n);
}

static void sign_end(struct math_glyph *out, struct shaped *s, double advance) {
    struct cluster *cluster = (struct cluster *)s->clusters;
    cluster->advance = s->width = out->advance = advance;
    out->shaped = s;
}

/* One glyph of the face as a sign. */
static void sign_single(const struct open_face *face, struct arena *a, struct math_request r,
                        hb_codepoint_t id, struct math_glyph *out) {
    double unit = r.size / face->em;
    struct shaped *s = sign_begin(a, face, r, 1, out);
    glyph_put(face, (struct glyph *)s->glyphs, out, id, 0, 0, unit);
    out->italic = hb_ot_math_get_glyph_italics_correction(face->font, id) * unit;
    out->accent = hb_ot_math_get_glyph_top_accent_attachment(face->font, id) * unit;
    sign_end(out, s, hb_font_get_glyph_h_advance(face->font, id) * unit);
}

static struct open_face *face_with(struct fonts *f, uint32_t code, hb_codepoint_t *id) {
    if (!pool_hold(f, &code, 1))
        return NULL;
    struct open_face *face = pool_face(f, SLOT_MATH);
    return hb_font_get_nominal_glyph(face->font, code, id) ? face : NULL;
}

bool math_glyph(struct fonts *f, struct arena *a, struct math_request r, struct math_glyph *out) {
    hb_codepoint_t id;
    const struct open_face *face = face_with(f, r.code, &id);
    if (face)
        sign_single(face, a, r, id, out);
    return face != NULL;
}

/* ── Signs that grow ── */

struct assembly {
    hb_ot_math_glyph_part_t parts[PARTS];
    unsigned n;
    int repeats;    /* of each extender */
    double overlap; /* of neighbours, units of the face */
    double length;
};

static double assembly_length(const struct assembly *s, int repeats, double overlap,
                              size_t *count) {
    double length = 0;
    *count = 0;
    for (unsigned i = 0; i < s->n; i++) {
        int times = s->parts[i].flags & HB_OT_MATH_GLYPH_PART_FLAG_EXTENDER ? repeats : 1;
        length += times * s->parts[i].full_advance;
        *count += (size_t)times;
    }
    return length - (*count ? (double)(*count - 1) * overlap : 0);
}

/* How far two neighbours may overlap: no more than the shortest connector. */
static double most_overlap(const struct assembly *s, double least) {
    double most = INFINITY;
    for (unsigned i = 0; i < s->n; i++) {
        if (i > 0)
            most = fmin(most, s->parts[i].start_connector_length);
        if (i + 1 < s->n)
            most = fmin(most, s->parts[i].end_connector_length);
    }
    return isfinite(most) ? fmax(most, least) : least;
}

/* As many extenders as are needed with the least overlap; then as much overlap as still reaches. */
static bool assemble(const struct open_face *face, hb_codepoint_t id, hb_direction_t direction,
                     double least, struct assembly *s) {
    hb_position_t italic;
    s->n = PARTS;
    if (!hb_ot_math_get_glyph_assembly(face->font, id, direction, 0, &s->n, s->parts, &italic) ||
        !s->n)
        return false;
    double overlap = hb_ot_math_get_min_connector_overlap(face->font, direction);
    size_t count = 0;
    for (s->repeats = 0; s->repeats < PIECES_MOST; s->repeats++)
        if ((s->length = assembly_length(s, s->repeats, overlap, &count)) >= least && count)
            break;
    double spare = count > 1 ? (s->length - least) / (double)(count - 1) : 0;
    s->overlap = fmin(overlap + fmax(spare, 0), most_overlap(s, overlap));
    s->length = assembly_length(s, s->repeats, s->overlap, &count);
    return count > 0;
}

static void sign_assembled(const struct open_face *face, struct arena *a, struct math_request r,
                           bool vertical, const struct assembly *as, struct math_glyph *out) {
    size_t count, at = 0;
    assembly_length(as, as->repeats, as->overlap, &count);
    struct shaped *s = sign_begin(a, face, r, count, out);
    double place = 0, unit = r.size / face->em, widest = 0;
    for (unsigned i = 0; i < as->n; i++) {
        bool extender = as->parts[i].flags & HB_OT_MATH_GLYPH_PART_FLAG_EXTENDER;
        for (int k = extender ? as->repeats : 1; k > 0; k--) {
            hb_codepoint_t id = as->parts[i].glyph;
            hb_glyph_extents_t e = {0};
            hb_font_get_glyph_extents(face->font, id, &e);
            glyph_put(face, (struct glyph *)&s->glyphs[at++], out, id, vertical ? 0 : place,
                      vertical ? place - (e.y_bearing + e.height) : 0, unit);
            place += as->parts[i].full_advance - as->overlap;
            widest = fmax(widest, hb_font_get_glyph_h_advance(face->font, id));
        }
    }
    sign_end(out, s, (vertical ? widest : as->length) * unit);
}

bool math_stretched(struct fonts *f, struct arena *a, struct math_request r, bool vertical,
                    double least, struct math_glyph *out) {
    hb_codepoint_t id;
    const struct open_face *face = face_with(f, r.code, &id);
    if (!face)
        return false;
    hb_direction_t direction = vertical ? HB_DIRECTION_TTB : HB_DIRECTION_LTR;
    hb_ot_math_glyph_variant_t variants[VARIANTS];
    unsigned n = VARIANTS;
    double units = least * face->em / r.size;
    hb_ot_math_get_glyph_variants(face->font, id, direction, 0, &n, variants);
    for (unsigned i = 0; i < n; i++) {
        id = variants[i].glyph;
        if (variants[i].advance >= units)
            return sign_single(face, a, r, id, out), true;
    }
    struct assembly assembly;
    hb_codepoint_t base;
    hb_font_get_nominal_glyph(face->font, r.code, &base);
    if (assemble(face, base, direction, units, &assembly))
        sign_assembled(face, a, r, vertical, &assembly, out);
    else
        sign_single(face, a, r, id, out);
    return true;
}

/* ── Ink of text ── */

static struct open_face *face_of(struct fonts *f, const struct face *face) {
    for (int i = 0; i < SLOTS; i++)
        if (f->open[i].face == face)
            return &f->open[i];
    return NULL;
}

void text_ink(struct fonts *f, const struct shaped *s, double *ascent, double *descent) {
    *ascent = *descent = s->glyph_count ? -INFINITY : 0;
    for (size_t i = 0; i < s->cluster_count; i++) {
        const struct cluster *c = &s->clusters[i];
        const struct open_face *face = face_of(f, c->face);
        for (uint32_t g = 0; face && g < c->glyph_count; g++) {
            const struct glyph *glyph = &s->glyphs[c->first_glyph + g];
            hb_glyph_extents_t e;
            if (!hb_font_get_glyph_extents(face->font, glyph->id, &e) || !e.height)
                continue;
            double unit = c->size / face->em;
            *ascent = fmax(*ascent, e.y_bearing * unit - glyph->dy);
            *descent = fmax(*descent, -(e.y_bearing + e.height) * unit + glyph->dy);
        }
    }
    if (!isfinite(*ascent))
        *ascent = *descent = 0;
}
