#include "figure/memo.h"

#include <glib.h>
#include <string.h>

enum { LONGEST = 48 };

struct key {
    struct piece piece;
    unsigned moves;
};

struct memo {
    struct arena *arena;
    GHashTable *table;
};

static guint key_hash(gconstpointer p) {
    const struct key *k = p;
    const struct text_style *s = &k->piece.style;
    guint hash = g_str_hash(k->piece.text) ^ g_double_hash(&s->size);
    return hash * 31 + (guint)s->ink * 8 + (guint)s->family * 2 + (guint)s->weight;
}

static gboolean key_equal(gconstpointer p, gconstpointer q) {
    const struct key *a = p, *b = q;
    const struct text_style *s = &a->piece.style, *t = &b->piece.style;
    return a->moves == b->moves && s->family == t->family && s->weight == t->weight &&
           s->italic == t->italic && s->tabular == t->tabular && s->ink == t->ink &&
           s->size == t->size && s->rise == t->rise && s->tracking == t->tracking &&
           s->latin_scale == t->latin_scale &&
           !strcmp(s->language ? s->language : "", t->language ? t->language : "") &&
           !strcmp(a->piece.text, b->piece.text);
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
    return n == 1 && pieces->text && strnlen(pieces->text, LONGEST + 1) <= LONGEST;
}

const struct shaped *memo_find(const struct memo *m, const struct piece *piece, unsigned moves) {
    return g_hash_table_lookup(m->table, &(struct key){*piece, moves});
}

void memo_keep(struct memo *m, const struct piece *piece, unsigned moves,
               const struct shaped *shaped) {
    struct key *key = ARENA_NEW(m->arena, struct key);
    *key = (struct key){*piece, moves};
    key->piece.text = shaped->pieces[0].text;
    if (piece->style.language)
        key->piece.style.language = arena_strdup(m->arena, piece->style.language);
    g_hash_table_insert(m->table, key, (void *)(uintptr_t)shaped);
}
