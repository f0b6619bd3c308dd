#include "figure/memo.h"

#include <glib.h>
#include <string.h>

enum { LONGEST = 48, MOST_PIECES = 4, LONGEST_SENTENCE = 256, NOTED = 512 };

struct key {
    const struct piece *pieces;
    size_t n;
    unsigned moves;
    bool breaks;
};

struct memo {
    struct arena *arena;
    GHashTable *table;
    size_t sentences;   /* kept */
    guint noted[NOTED]; /* hashes of sentences, the latest of each place */
};

static guint key_hash(gconstpointer p) {
    const struct key *k = p;
    guint hash = k->breaks;
    for (size_t i = 0; i < k->n; i++) {
        const struct text_style *s = &k->pieces[i].style;
        hash = hash * 31 + (g_str_hash(k->pieces[i].text) ^ g_double_hash(&s->size));
        hash = hash * 31 + (guint)s->ink * 8 + (guint)s->family * 2 + (guint)s->weight;
    }
    return hash;
}

static bool same_style(const struct text_style *s, const struct text_style *t) {
    return s->family == t->family && s->weight == t->weight && s->italic == t->italic &&
           s->tabular == t->tabular && s->ink == t->ink && s->size == t->size &&
           s->rise == t->rise && s->tracking == t->tracking && s->latin_scale == t->latin_scale &&
           !strcmp(s->language ? s->language : "", t->language ? t->language : "");
}

static gboolean key_equal(gconstpointer p, gconstpointer q) {
    const struct key *a = p, *b = q;
    bool equal = a->moves == b->moves && a->breaks == b->breaks && a->n == b->n;
    for (size_t i = 0; equal && i < a->n; i++)
        equal = same_style(&a->pieces[i].style, &b->pieces[i].style) &&
                !strcmp(a->pieces[i].text, b->pieces[i].text);
    return equal;
}

static void table_drop(void *table) {
    g_hash_table_destroy(table);
}

struct memo *memo_new(struct arena *a) {
    struct memo *m = ARENA_NEW(a, struct memo);
    m->arena = a;
    m->table = g_hash_table_new(key_hash, key_equal);
    arena_adopt(a, m->table, table_drop);
    return m;
}

bool memo_takes(const struct piece *pieces, size_t n) {
    size_t bytes = 0;
    for (size_t i = 0; n <= MOST_PIECES && i < n; i++)
        bytes += pieces[i].text ? strnlen(pieces[i].text, LONGEST + 1) : LONGEST + 1;
    return n > 0 && n <= MOST_PIECES && bytes <= LONGEST;
}

static bool is_sentence(const struct piece *pieces, size_t n) {
    return n == 1 && pieces->text &&
           strnlen(pieces->text, LONGEST_SENTENCE + 1) <= LONGEST_SENTENCE;
}

bool memo_may_hold(const struct piece *pieces, size_t n) {
    return is_sentence(pieces, n) || memo_takes(pieces, n);
}

bool memo_recurs(struct memo *m, const struct piece *pieces, size_t n, unsigned moves,
                 bool breaks) {
    if (m->sentences == MEMO_SENTENCES || !is_sentence(pieces, n))
        return false;
    guint hash = key_hash(&(struct key){pieces, n, moves, breaks});
    bool again = m->noted[hash % NOTED] == hash;
    m->noted[hash % NOTED] = hash;
    m->sentences += again;
    return again;
}

const struct shaped *memo_find(const struct memo *m, const struct piece *pieces, size_t n,
                               unsigned moves, bool breaks) {
    return g_hash_table_lookup(m->table, &(struct key){pieces, n, moves, breaks});
}

void memo_keep(struct memo *m, unsigned moves, bool breaks, const struct shaped *shaped) {
    struct key *key = ARENA_NEW(m->arena, struct key);
    *key = (struct key){shaped->pieces, shaped->piece_count, moves, breaks};
    g_hash_table_insert(m->table, key, (void *)(uintptr_t)shaped);
}
