#include "figure/run.h"

#include <hb-ot.h>
#include <math.h>
#include <string.h>

/* ── Which face ── */

static bool has_glyph(struct fonts *f, enum slot slot, uint32_t code) {
    struct open_face *face = pool_face(f, slot);
    hb_codepoint_t glyph;
    if (code >= sizeof face->common / sizeof *face->common)
        return hb_font_get_nominal_glyph(face->font, code, &glyph);
    if (face->common[code] == GLYPH_UNASKED)
        face->common[code] =
            hb_font_get_nominal_glyph(face->font, code, &glyph) ? GLYPH_THERE : GLYPH_MISSING;
    return face->common[code] == GLYPH_THERE;
}

/* The face by rule; if it lacks the character, the Latin sans of that weight (it has more signs
 * than the serif), then the other script's, then any. */
static enum slot slot_with(struct fonts *f, const struct text_style *style, bool han,
                           uint32_t code) {
    const enum slot usual = slot_for(style, han);
    if (has_glyph(f, usual, code))
        return usual;
    const struct text_style sans = {.family = FAMILY_SANS, .weight = style->weight};
    const enum slot order[] = {
        slot_for(han ? style : &sans, false),
        slot_for(style, !han),
        SLOT_SANS,
        SLOT_HAN_SANS,
        SLOT_HAN_SERIF,
        SLOT_SERIF,
        SLOT_MONO,
    };
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (has_glyph(f, order[i], code))
            return order[i];
    return usual;
}

static void choose_slots(struct shaping *s) {
    s->slots = ARENA_ARRAY(s->scratch, enum slot, s->text.n + 1);
    for (size_t i = 0; i < s->text.n; i++) {
        const struct character *c = &s->text.at[i];
        const struct text_style *style = &s->pieces[c->piece].style;
        if (c->owner == OWNER_BLANK)
            s->slots[i] = slot_for(style, false);
        else if (c->owner == OWNER_BEFORE && i > 0)
            s->slots[i] = s->slots[i - 1];
        else
            s->slots[i] = slot_with(s->fonts, style, c->owner == OWNER_HAN, c->code);
    }
}

/* ── Clusters ── */

double size_of(const struct text_style *style, enum owner owner) {
    return owner != OWNER_HAN && style->latin_scale > 0 ? style->size * style->latin_scale
                                                        : style->size;
}

static struct glyph *add_glyph(struct shaping *s, struct arena *a) {
    ARENA_GROW(a, s->glyphs, s->glyph_count, s->glyph_room, s->text.n + 8);
    return &s->glyphs[s->glyph_count++];
}

/* A cluster that begins with a character; its glyphs follow. */
static struct cluster *add_cluster(struct shaping *s, size_t character) {
    const struct character *c = &s->text.at[character];
    struct cluster *cluster = &s->clusters[s->cluster_count++];
    *cluster = (struct cluster){
        .at = c->at,
        .bytes = c->bytes,
        .piece = c->piece,
        .first_glyph = (uint32_t)s->glyph_count,
        .face = pool_face(s->fonts, s->slots[character])->face,
        .size = size_of(&s->pieces[c->piece].style, c->owner),
        .flags = c->owner == OWNER_HAN ? CLUSTER_HAN : 0,
        .code = c->code,
    };
    return cluster;
}

static bool is_breaking_space(uint32_t code) {
    return code == ' ' || code == '\t' || code == '\n' ||
           (code >= 0x2002 && code <= 0x200B && code != 0x2007) || code == 0x205F;
}

static bool is_digit_at(const struct shaping *s, size_t character) {
    return character < s->text.n && s->text.at[character].code >= '0' &&
           s->text.at[character].code <= '9';
}

/* The width of a blank in ems, and the glyph that shows it. The narrow space keeps thousands close,
 * but a unit must stand off its number. */
static double blank_width(const struct shaping *s, size_t character, hb_codepoint_t *glyph) {
    const struct open_face *face = pool_face(s->fonts, s->slots[character]);
    uint32_t code = s->text.at[character].code;
    double em = 0;
    blank_em(code, &em);
    if (em <= 0)
        return 0;
    double least = code == 0x202F && !is_digit_at(s, character + 1) ? em : 0;
    if (hb_font_get_nominal_glyph(face->font, code, glyph))
        return fmax(least, hb_font_get_glyph_h_advance(face->font, *glyph) / face->em);
    hb_font_get_nominal_glyph(face->font, ' ', glyph);
    return em;
}

/* A blank shows the face's own space glyph, or nothing if it has no width. */
static void add_blank(struct shaping *s, struct arena *a, size_t character) {
    struct cluster *cluster = add_cluster(s, character);
    hb_codepoint_t glyph = 0;
    double em = blank_width(s, character, &glyph);
    if (is_breaking_space(cluster->code))
        cluster->flags |= CLUSTER_SPACE;
    if (em <= 0)
        return;
    cluster->advance = em * cluster->size;
    cluster->glyph_count = 1;
    add_glyph(s, a)->id = glyph;
}

/* ── Runs ── */

static size_t run_end(const struct shaping *s, size_t from) {
    const struct character *c = s->text.at;
    size_t to = from + 1;
    while (to < s->text.n && s->slots[to] == s->slots[from] && c[to].piece == c[from].piece &&
           c[to].owner != OWNER_BLANK)
        to++;
    return to;
}

/* Moves one shaped glyph to its cluster; unit is points per unit of the face. */
static void take_glyph(struct shaping *s, struct arena *a, struct cluster *cluster,
                       const struct run_glyph *from, double unit) {
    struct glyph *glyph = add_glyph(s, a);
    glyph->id = from->id;
    glyph->dx = cluster->advance + from->dx * unit;
    glyph->dy = -from->dy * unit;
    cluster->glyph_count++;
    cluster->advance += from->advance * unit;
    if (from->id == 0)
        cluster->flags |= CLUSTER_MISSING;
}

/* Characters [from, to), all of one face and piece. */
static void take_run(struct shaping *s, struct arena *a, size_t from, size_t to) {
    struct run run = run_shape(s, from, to);
    double em = pool_face(s->fonts, s->slots[from])->em;
    struct cluster *cluster = NULL;
    for (size_t i = 0; i < run.n; i++) {
        size_t here = from + run.at[i].cluster;
        if (!cluster || run.at[i].cluster != run.at[i - 1].cluster) {
            cluster = add_cluster(s, here);
            if (is_breaking_space(cluster->code))
                cluster->flags |= CLUSTER_SPACE;
        }
        size_t next = i + 1 < run.n ? from + run.at[i + 1].cluster : to;
        if (next != here) {
            const struct character *last = &s->text.at[next - 1];
            cluster->bytes = last->at + last->bytes - cluster->at;
        }
        take_glyph(s, a, cluster, &run.at[i], cluster->size / em);
    }
}

void shape_all(struct shaping *s, struct arena *a) {
    choose_slots(s);
    s->clusters = ARENA_ARRAY(a, struct cluster, s->text.n + 1);
    for (size_t i = 0; i < s->text.n;) {
        if (s->text.at[i].owner == OWNER_BLANK) {
            add_blank(s, a, i++);
            continue;
        }
        size_t to = run_end(s, i);
        take_run(s, a, i, to);
        i = to;
    }
}
