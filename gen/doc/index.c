/* The index: indexterms of the text, sorted, with what stands under them. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "doc/back.h"
#include "doc/collate.h"

enum { LEVELS = 3 };
static const char *const LEVEL_NAMES[LEVELS] = {"primary", "secondary", "tertiary"};

struct index_word {
    const struct inline_ *text; /* NULL: the term ends before this level */
    const char *plain, *sort;
    struct collation_key key;
};

/* A row of see= and seealso=. */
struct seen {
    struct seen *next;
    const char *text;
    bool also;
    struct span span;
};

struct index_mark {
    struct index_mark *next;
    struct index_word words[LEVELS];
    const char *type;
    struct use use; /* from NULL: only sees others */
    struct seen *seen;
    size_t place;
    bool open; /* a range that waits for its end */
};

/* ── Reading ── */

static void read_words(struct reader *r, const struct node *n, struct index_mark *m) {
    for (int i = 0; i < LEVELS; i++) {
        const struct node *word = node_child(n, NS_DOCBOOK, LEVEL_NAMES[i]);
        if (!word)
            return;
        const char *as = node_value(word, "sortas");
        m->words[i].text = inlines_typed(r, word);
        m->words[i].plain = node_text(r->arena, word);
        m->words[i].sort = as ? as : m->words[i].plain;
    }
}

static void read_seen(struct reader *r, const struct node *n, struct index_mark *m) {
    struct seen **end = &m->seen;
    for (const struct node *c = n->child; c; c = c->next) {
        bool also = node_is(c, NS_DOCBOOK, "seealso");
        if (!also && !node_is(c, NS_DOCBOOK, "see"))
            continue;
        struct seen *seen = ARENA_NEW(r->arena, struct seen);
        *seen = (struct seen){NULL, node_text(r->arena, c), also, c->span};
        *end = seen;
        end = &seen->next;
    }
}

/* The end of a range: the page it closes is known here. */
static void close_range(struct reader *r, const struct node *n, const char *place) {
    const struct attribute *start = attribute_of(n, "startref");
    struct index_mark *m =
        start ? (struct index_mark *)lookup_get(r->back->ranges, start->value) : NULL;
    if (!m || !m->open) {
        diag_report(r->diag, DIAG_INDEX_RANGE, start ? start->value_span : n->span,
                    start ? start->value : "",
                    "the xml:id of an <indexterm class=\"startofrange\"> before, once", NULL);
        return;
    }
    m->use.to = place;
    m->open = false;
}

static bool is_class(const struct node *n, const char *class) {
    const char *value = node_value(n, "class");
    return value && !strcmp(value, class);
}

static struct index_mark *mark_new(struct reader *r, const struct node *n, const char *place) {
    struct index_mark *m = ARENA_NEW(r->arena, struct index_mark);
    const char *significance = node_value(n, "significance");
    m->type = node_value(n, "type");
    m->use = (struct use){.from = place,
                          .preferred = significance && !strcmp(significance, "preferred"),
                          .span = n->span};
    read_words(r, n, m);
    read_seen(r, n, m);
    if (m->seen && !m->seen->also)
        m->use.from = NULL;
    *r->back->index_end = m;
    r->back->index_end = &m->next;
    return m;
}

static void read_term(struct reader *r, const struct node *n, const char *place) {
    if (is_class(n, "endofrange")) {
        close_range(r, n, place);
        return;
    }
    if (!node_child(n, NS_DOCBOOK, "primary")) {
        diag_report(r->diag, DIAG_MISSING_CHILD, n->span, "indexterm", "primary", NULL);
        return;
    }
    struct index_mark *m = mark_new(r, n, place);
    if (!is_class(n, "startofrange"))
        return;
    m->open = true;
    if (node_id(n))
        lookup_put(r->back->ranges, node_id(n), m);
    else
        diag_report(r->diag, DIAG_MISSING_ATTRIBUTE, n->span, "indexterm", "xml:id", NULL);
}

/* zone="id": the term is about that element, wherever it is written. */
static const char *zone_of(struct reader *r, const struct node *n) {
    const struct attribute *zone = attribute_of(n, "zone");
    const struct target *t = zone ? target_find(r, zone) : NULL;
    return t ? t->id : NULL;
}

INLINE_HANDLER(read_indexterm) {
    const char *zone = zone_of(inliner_reader(in), n);
    read_term(inliner_reader(in), n, zone ? zone : mark_here(in, n));
}

/* Between blocks: of the section, or whatever is around it. */
BLOCK_HANDLER(read_indexterm_block) {
    const char *zone = zone_of(r, n);
    read_term(r, n, zone ? zone : id_around(r, n));
    return NULL;
}

BLOCK_HANDLER(read_index) {
    struct block *b = back_block(r, n, BLOCK_INDEX, "index.title");
    b->role = node_value(n, "type");
    b->child = blocks_of(r, n, G_PARA);
    return b;
}

/* ── Order ── */

static int compare_word(const struct index_word *x, const struct index_word *y) {
    if (!x->text || !y->text)
        return x->text ? 1 : y->text ? -1 : 0;
    int order = collation_compare(&x->key, &y->key);
    return order ? order : strcmp(x->plain, y->plain);
}

static int compare_words(const struct index_mark *a, const struct index_mark *b) {
    for (int i = 0; i < LEVELS; i++) {
        int order = compare_word(&a->words[i], &b->words[i]);
        if (order)
            return order;
    }
    return 0;
}

static int compare(const void *x, const void *y) {
    const struct index_mark *a = *(const struct index_mark *const *)x,
                            *b = *(const struct index_mark *const *)y;
    int order = compare_words(a, b);
    return order ? order : a->place < b->place ? -1 : 1;
}

static bool same_type(const char *x, const char *y) {
    return x == y || (x && y && !strcmp(x, y));
}

/* A Chinese term stays among the Chinese ones, whatever it is sorted as. */
static void find_key(const struct collation *c, struct index_word *word) {
    word->key = collation_key(c, word->sort);
    if (word->sort != word->plain)
        word->key.han |= collation_key(c, word->plain).han;
}

static struct index_mark **sorted(struct reader *r, const char *type, size_t *count) {
    struct collation *collation = collation_open(r->arena, r->diag, r->language);
    struct index_mark **all = NULL;
    size_t room = 0, place = 0;
    *count = 0;
    for (struct index_mark *m = r->back->index; m; m = m->next) {
        m->place = place++;
        if (!same_type(m->type, type))
            continue;
        for (int i = 0; i < LEVELS && m->words[i].text; i++)
            find_key(collation, &m->words[i]);
        ARENA_GROW(r->arena, all, *count, room, 64);
        all[(*count)++] = m;
    }
    if (*count)
        qsort(all, *count, sizeof *all, compare);
    return all;
}

/* ── Entries ── */

struct listing {
    struct reader *r;
    struct block **end;
    const struct index_mark *before; /* the one listed last */
    struct lookup *terms;            /* plain words that are listed */
    int group;
};

static struct block *item(struct listing *l, int level, const struct inline_ *text) {
    struct block *b = block_new(l->r, l->r->root, BLOCK_ITEM);
    b->id = NULL;
    b->role = NULL;
    b->level = level;
    b->title = text;
    *l->end = b;
    l->end = &b->next;
    return b;
}

static const char *group_head(struct reader *r, int group) {
    const char *letter = collation_letter(r->arena, group);
    return letter                   ? letter
           : group == GROUP_FIGURES ? say(r->request->strings, "index.figures")
           : group == GROUP_SIGNS   ? say(r->request->strings, "index.signs")
                                    : say(r->request->strings, "index.others");
}

static void add_head(struct listing *l, const struct index_mark *m) {
    if (l->before && m->words[0].key.group == l->group)
        return;
    l->group = m->words[0].key.group;
    struct block *b = item(l, 0, inline_say(l->r, group_head(l->r, l->group)));
    b->role = "head";
}

static bool same_up_to(const struct index_mark *a, const struct index_mark *b, int level) {
    for (int i = 0; i <= level; i++)
        if (compare_word(&a->words[i], &b->words[i]) != 0)
            return false;
    return true;
}

/* "见 带宽" instead of folios, "另见 带宽" after them. */
static const struct inline_ *seen_words(struct reader *r, struct index_mark *const *marks,
                                        size_t n) {
    struct inline_ *all = NULL;
    const char *before = NULL;
    struct lookup *said = lookup_new(r->arena);
    for (size_t i = 0; i < n; i++)
        for (const struct seen *s = marks[i]->seen; s; s = s->next) {
            if (!lookup_put(said, s->text, s))
                continue;
            const char *key = s->also ? "index.see-also" : "index.see";
            bool again = before && !strcmp(before, key);
            struct inline_ *lead = (struct inline_ *)inline_say(
                r, again ? words_pair(r->arena, r->request->strings, "index.see-pair")
                         : words_before(r, key, "{terms}"));
            if (lead) {
                lead->quiet = language_is_chinese(r->language);
                lead->emphasis = !lead->quiet;
            }
            all = inlines_after(all, lead);
            all = inlines_after(all, inline_say(r, s->text));
            before = key;
        }
    return all;
}

static void add_uses(struct reader *r, struct block *b, struct index_mark *const *marks, size_t n) {
    struct uses uses = {.n = 0};
    for (size_t i = 0; i < n; i++)
        if (marks[i]->use.from)
            uses_add(r, &uses, marks[i]->use);
    b->uses = uses.at;
    b->use_count = uses.n;
    b->text = seen_words(r, marks, n);
}

/* The words of a term that the one before does not have; the last of them bears the folios. */
static void add_term(struct listing *l, struct index_mark *const *marks, size_t n) {
    const struct index_mark *m = marks[0];
    add_head(l, m);
    struct block *b = NULL;
    for (int i = 0; i < LEVELS && m->words[i].text; i++) {
        if (l->before && same_up_to(l->before, m, i))
            continue;
        b = item(l, i + 1, m->words[i].text);
        if (i == 0)
            lookup_put(l->terms, m->words[i].plain, b);
    }
    l->before = m;
    if (b)
        add_uses(l->r, b, marks, n);
}

static void check_seen(const struct listing *l, struct index_mark *const *all, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (const struct seen *s = all[i]->seen; s; s = s->next) {
            if (lookup_get(l->terms, s->text) || strpbrk(s->text, ",:") || strstr(s->text, "，"))
                continue;
            const char **names = ARENA_ARRAY(l->r->arena, const char *, n + 1);
            for (size_t k = 0; k < n; k++)
                names[k] = all[k]->words[0].plain;
            diag_report(l->r->diag, DIAG_INDEX_SEE, s->span, s->text, "a <primary> of the index",
                        nearest_name(s->text, names, n));
        }
}

static void fill(struct reader *r, struct block *index) {
    size_t n;
    struct index_mark **all = sorted(r, index->role, &n);
    struct listing l = {.r = r, .end = &index->child, .terms = lookup_new(r->arena)};
    while (*l.end)
        l.end = &(*l.end)->next;
    for (size_t i = 0, same; i < n; i += same) {
        for (same = 1; i + same < n && !compare_words(all[i], all[i + same]);)
            same++;
        add_term(&l, all + i, same);
    }
    check_seen(&l, all, n);
}

static void fill_all(struct reader *r, struct block *b) {
    for (; b; b = b->next) {
        if (b->kind == BLOCK_INDEX)
            fill(r, b);
        else
            fill_all(r, b->child);
    }
}

void index_finish(struct reader *r, struct block *root) {
    for (const struct index_mark *m = r->back->index; m; m = m->next)
        if (m->open)
            diag_report(r->diag, DIAG_INDEX_RANGE, m->use.span, m->words[0].plain,
                        "an <indexterm class=\"endofrange\" startref=\"…\"> after it", NULL);
    fill_all(r, root);
}
