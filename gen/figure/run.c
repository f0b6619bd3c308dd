#include "figure/run.h"

#include <glib.h>
#include <hb-ot.h>
#include <string.h>

#define FEATURES 4

/* Longer words seldom come twice. */
enum { LONGEST = 24 };

/* All that shaping depends on; not the size, for runs are in the units of the face. */
struct key {
    uint32_t codes[LONGEST];
    size_t n;
    hb_language_t language;
    enum slot slot;
    unsigned moves; /* of the pool: glyphs are those of its files */
    bool tabular, plain;
};

struct runs {
    struct arena *arena;
    GHashTable *table;
};

static guint key_hash(gconstpointer p) {
    const struct key *k = p;
    guint hash = (guint)k->slot * 4 + (guint)k->tabular * 2 + (guint)k->plain;
    for (size_t i = 0; i < k->n; i++)
        hash = (hash ^ k->codes[i]) * 16777619U;
    return hash;
}

static gboolean key_equal(gconstpointer p, gconstpointer q) {
    const struct key *a = p, *b = q;
    return a->n == b->n && a->slot == b->slot && a->language == b->language &&
           a->moves == b->moves && a->tabular == b->tabular && a->plain == b->plain &&
           !memcmp(a->codes, b->codes, a->n * sizeof *a->codes);
}

static void table_drop(void *table) {
    g_hash_table_destroy(table);
}

struct runs *runs_new(struct arena *a) {
    struct runs *r = ARENA_NEW(a, struct runs);
    r->arena = a;
    r->table = g_hash_table_new(key_hash, key_equal);
    arena_adopt(a, r->table, table_drop);
    return r;
}

/* Lining figures everywhere; of one width where they stand in columns. */
static unsigned features_of(const struct key *k, hb_feature_t out[FEATURES]) {
    unsigned n = 0;
    out[n++] = (hb_feature_t){HB_TAG('l', 'n', 'u', 'm'), 1, 0, (unsigned)-1};
    out[n++] = k->tabular ? (hb_feature_t){HB_TAG('t', 'n', 'u', 'm'), 1, 0, (unsigned)-1}
                          : (hb_feature_t){HB_TAG('p', 'n', 'u', 'm'), 1, 0, (unsigned)-1};
    if (k->plain)
        out[n++] = (hb_feature_t){HB_TAG('l', 'i', 'g', 'a'), 0, 0, (unsigned)-1};
    return n;
}

static void fill_buffer(hb_buffer_t *buffer, const struct characters *text, const struct key *k,
                        size_t from) {
    hb_buffer_reset(buffer);
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES);
    for (size_t i = 0; i < k->n; i++)
        hb_buffer_add(buffer, text->at[from + i].code, (unsigned)i);
    hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE);
    hb_buffer_set_language(buffer, k->language);
    hb_buffer_guess_segment_properties(buffer);
    hb_buffer_set_direction(buffer, HB_DIRECTION_LTR);
    if (hb_buffer_get_script(buffer) == HB_SCRIPT_INVALID)
        hb_buffer_set_script(buffer,
                             face_source(k->slot)->face.han ? HB_SCRIPT_HAN : HB_SCRIPT_LATIN);
}

static struct run shape_anew(struct shaping *s, struct arena *a, const struct key *k, size_t from) {
    hb_buffer_t *buffer = s->fonts->buffer;
    hb_feature_t features[FEATURES];
    unsigned n = features_of(k, features);
    fill_buffer(buffer, &s->text, k, from);
    hb_shape(pool_face(s->fonts, k->slot)->font, buffer, features, n);
    const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(buffer, &n);
    const hb_glyph_position_t *at = hb_buffer_get_glyph_positions(buffer, &n);
    struct run_glyph *glyphs = ARENA_ARRAY(a, struct run_glyph, n + 1);
    for (unsigned i = 0; i < n; i++)
        glyphs[i] = (struct run_glyph){info[i].codepoint, info[i].cluster, at[i].x_advance,
                                       at[i].x_offset, at[i].y_offset};
    return (struct run){glyphs, n};
}

static struct key key_of(const struct shaping *s, size_t from, size_t to) {
    const struct text_style *style = &s->pieces[s->text.at[from].piece].style;
    struct key k = {.n = to - from,
                    .language =
                        hb_language_from_string(style->language ? style->language : "en", -1),
                    .slot = s->slots[from],
                    .moves = s->fonts->moves,
                    .tabular = style->tabular,
                    .plain = style->family == FAMILY_MONO || style->tracking != 0};
    for (size_t i = 0; i < k.n && i < LONGEST; i++)
        k.codes[i] = s->text.at[from + i].code;
    return k;
}

static bool is_ideograph(uint32_t code) {
    return code >= 0x4E00 && code <= 0x9FFF;
}

/* Where a run may be parted: before no letter does a space change anything, but in the serif, which
 * draws T, V, W and Y near to one; nor does an ideograph before another. */
static bool parts_before(enum slot slot, const struct character *c) {
    return (slot != SLOT_SERIF && c[-1].code == ' ' && c->code != ' ' && c->owner == OWNER_LATIN) ||
           (is_ideograph(c[-1].code) && is_ideograph(c->code));
}

static size_t word_end(const struct shaping *s, size_t from, size_t to) {
    size_t end = from + 1;
    while (end < to && !parts_before(s->slots[from], &s->text.at[end]))
        end++;
    return end;
}

static struct run word_shape(struct shaping *s, size_t from, size_t to) {
    struct runs *runs = s->fonts->runs;
    struct key k = key_of(s, from, to);
    if (k.n > LONGEST)
        return shape_anew(s, s->scratch, &k, from);
    struct run *run = g_hash_table_lookup(runs->table, &k);
    if (!run) {
        run = ARENA_NEW(runs->arena, struct run);
        *run = shape_anew(s, runs->arena, &k, from);
        g_hash_table_insert(runs->table, arena_memdup(runs->arena, &k, sizeof k), run);
    }
    return *run;
}

struct run run_shape(struct shaping *s, size_t from, size_t to) {
    size_t end = word_end(s, from, to), n = 0, room = 0;
    if (end == to)
        return word_shape(s, from, to);
    struct run_glyph *all = NULL;
    for (size_t at = from; at < to; at = end) {
        end = word_end(s, at, to);
        struct run word = word_shape(s, at, end);
        for (size_t i = 0; i < word.n; i++) {
            ARENA_GROW(s->scratch, all, n, room, 2 * (to - from));
            all[n] = word.at[i];
            all[n++].cluster += (uint32_t)(at - from);
        }
    }
    return (struct run){all, n};
}
