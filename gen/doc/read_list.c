/* Lists, with the numbers of their items. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "doc/reader.h"

/* A numeration with its marks. The default of a depth depends on the language: Chinese lists go
 * 1. （1） ① a. i. */
static const struct numeration {
    const char *name;
    const char *(*numeral)(struct arena *a, int n);
    const char *before, *after;
} NUMERATIONS[] = {
    {"arabic", numeral_arabic, "", "."},
    {"loweralpha", numeral_lower, "", "."},
    {"upperalpha", numeral_upper, "", "."},
    {"lowerroman", numeral_lower_roman, "", "."},
    {"upperroman", numeral_upper_roman, "", "."},
    {"brackets", numeral_arabic, "（", "）"},
    {"ring", numeral_ring, "", ""},
};
enum { DOCBOOK_NUMERATIONS = 5, DEPTHS = 5, MOST = 9999 };
static const int BY_DEPTH_CHINESE[DEPTHS] = {0, 5, 6, 1, 3}, BY_DEPTH[DEPTHS] = {0, 1, 3, 2, 4};

/* What is none of the words the checker has reported. */
int attribute_choice(const struct node *n, const char *name, const char *const *words,
                     size_t count) {
    const char *value = node_value(n, name);
    for (size_t i = 0; value && i < count; i++)
        if (!strcmp(words[i], value))
            return (int)i;
    return -1;
}

static const struct numeration *usual_numeration(const struct reader *r, int depth) {
    bool chinese = language_is_chinese(r->language);
    return &NUMERATIONS[chinese ? BY_DEPTH_CHINESE[depth % DEPTHS] : BY_DEPTH[depth % DEPTHS]];
}

const char *numeral_at_depth(const struct reader *r, int depth, int n) {
    return usual_numeration(r, depth)->numeral(r->arena, n);
}

const char *numeral_label(const struct reader *r, int depth, int n) {
    const struct numeration *u = usual_numeration(r, depth);
    return arena_printf(r->arena, "%s%s%s", u->before, u->numeral(r->arena, n), u->after);
}

static const struct numeration *numeration_of(struct reader *r, const struct node *n) {
    const char *names[DOCBOOK_NUMERATIONS];
    for (size_t i = 0; i < DOCBOOK_NUMERATIONS; i++)
        names[i] = NUMERATIONS[i].name;
    int chosen = attribute_choice(n, "numeration", names, DOCBOOK_NUMERATIONS);
    return chosen < 0 ? usual_numeration(r, r->numbered_depth) : &NUMERATIONS[chosen];
}

const char *list_numeral(struct reader *r, const struct node *list, int n) {
    return numeration_of(r, list)->numeral(r->arena, n);
}

static bool list_inherits(const struct node *list) {
    static const char *const words[] = {"ignore", "inherit"};
    return attribute_choice(list, "inheritnum", words, 2) == 1;
}

/* ── Where counting begins ── */

static int *counter_of(struct reader *r) {
    enum { DEEPEST = sizeof r->next_number / sizeof *r->next_number - 1 };
    return &r->next_number[r->numbered_depth < DEEPEST ? r->numbered_depth : DEEPEST];
}

/* After the list before it on the same depth. */
static int continued_number(struct reader *r, const struct node *n) {
    static const char *const words[] = {"restarts", "continues"};
    int next = *counter_of(r);
    return attribute_choice(n, "continuation", words, 2) == 1 && next > 0 ? next : 1;
}

int list_first_number(struct reader *r, const struct node *n) {
    const char *given = node_value(n, "startingnumber");
    long first = given ? strtol(given, NULL, 10) : continued_number(r, n);
    return first < 1 ? 1 : first > MOST ? MOST : (int)first;
}

void list_next_number(struct reader *r, int number) {
    *counter_of(r) = number;
}

static void check_first_number(struct reader *r, const struct node *n) {
    const struct attribute *at = attribute_of(n, "startingnumber");
    if (at && strtol(at->value, NULL, 10) > MOST)
        diag_report(r->diag, DIAG_BAD_ATTRIBUTE, at->value_span, at->value,
                    "a whole number from 1 to 9999", NULL);
}

/* ── Items ── */

static bool list_is_compact(const struct node *n) {
    static const char *const words[] = {"normal", "compact"};
    return attribute_choice(n, "spacing", words, 2) == 1;
}

static struct block *item_new(struct reader *r, const struct node *c) {
    struct block *item = block_new(r, c, BLOCK_ITEM);
    const char *language = language_enter(r, c);
    item->language = r->language;
    item->child = blocks_of(r, c, G_PARA | G_BLOCK | G_ANYWHERE);
    r->language = language;
    return item;
}

struct marker {
    const struct numeration *numeration;
    const char *prefix; /* of the list around it, where numbers are inherited */
};

static void put_label(struct reader *r, struct block *item, struct marker m, int number) {
    const char *numeral = m.numeration->numeral(r->arena, number);
    item->number = arena_printf(r->arena, "%s%s", m.prefix, numeral);
    item->label = arena_printf(r->arena, "%s%s%s", *m.prefix ? "" : m.numeration->before,
                               item->number, *m.prefix ? "." : m.numeration->after);
}

static struct block *ordered_items(struct reader *r, const struct node *n) {
    struct chain items = {NULL, &items.first};
    const char *outer = r->item_number;
    bool inherits = list_inherits(n) && outer;
    struct marker m = {numeration_of(r, n), inherits ? arena_printf(r->arena, "%s.", outer) : ""};
    int number = list_first_number(r, n);
    check_first_number(r, n);
    r->numbered_depth++;
    for (const struct node *c = n->child; c; c = c->next) {
        if (!node_is(c, NS_DOCBOOK, "listitem") || !node_wanted(r, c))
            continue;
        r->item_number =
            arena_printf(r->arena, "%s%s", m.prefix, m.numeration->numeral(r->arena, number));
        struct block *item = item_new(r, c);
        put_label(r, item, m, number++);
        chain_add(&items, item);
    }
    r->numbered_depth--;
    list_next_number(r, number);
    r->item_number = outer;
    return items.first;
}

static const struct mark {
    const char *name, *sign;
} MARKS[] = {{"bullet", "•"},     {"disc", "•"}, {"dash", "–"},   {"endash", "–"},
             {"emdash", "—"},     {"box", "□"},  {"square", "■"}, {"circle", "○"},
             {"opencircle", "○"}, {"none", ""}};
enum { MARK_COUNT = sizeof MARKS / sizeof *MARKS };

/* The bullets of three depths in turn. */
static const char *bullet_of(const struct node *n, const char *usual) {
    const char *names[MARK_COUNT];
    for (size_t i = 0; i < MARK_COUNT; i++)
        names[i] = MARKS[i].name;
    const char *attribute = node_is(n, NS_DOCBOOK, "listitem") ? "override" : "mark";
    int chosen = attribute_choice(n, attribute, names, MARK_COUNT);
    return chosen < 0 ? usual : MARKS[chosen].sign;
}

static struct block *bulleted_items(struct reader *r, const struct node *n) {
    static const char *const by_depth[] = {"•", "–", "·"};
    struct chain items = {NULL, &items.first};
    const char *bullet = bullet_of(n, by_depth[r->bulleted_depth % 3]);
    r->bulleted_depth++;
    for (const struct node *c = n->child; c; c = c->next) {
        if (!node_is(c, NS_DOCBOOK, "listitem") || !node_wanted(r, c))
            continue;
        struct block *item = item_new(r, c);
        item->number = bullet_of(c, bullet);
        chain_add(&items, item);
    }
    r->bulleted_depth--;
    return items.first;
}

BLOCK_HANDLER(read_list) {
    struct block *b = block_new(r, n, BLOCK_LIST);
    b->title = title_of(r, n, "title");
    b->compact = list_is_compact(n);
    b->child = node_is(n, NS_DOCBOOK, "orderedlist") ? ordered_items(r, n) : bulleted_items(r, n);
    return b;
}

/* ── Terms ── */

/* Several terms of one entry stand in one line. */
static const struct inline_ *terms_of(struct reader *r, const struct node *entry) {
    struct inline_ *all = NULL;
    const char *between = language_is_chinese(r->language) ? "、" : ", ";
    for (const struct node *c = entry->child; c; c = c->next) {
        if (!node_is(c, NS_DOCBOOK, "term") || !node_wanted(r, c))
            continue;
        if (all)
            all = inlines_join(all, inline_new(r, INLINE_TEXT, between, c->span));
        all = inlines_join(all, (struct inline_ *)(void *)inlines_of(r, c));
    }
    return all;
}

BLOCK_HANDLER(read_term_list) {
    struct block *b = block_new(r, n, BLOCK_TERM_LIST);
    struct chain items = {NULL, &items.first};
    b->title = title_of(r, n, "title");
    b->compact = list_is_compact(n);
    for (const struct node *c = n->child; c; c = c->next) {
        if (!node_is(c, NS_DOCBOOK, "varlistentry") || !node_wanted(r, c))
            continue;
        const struct node *body = child_of(r, c, "listitem");
        const char *language = language_enter(r, c);
        struct block *item = block_new(r, c, BLOCK_ITEM);
        item->title = terms_of(r, c);
        item->child = body ? blocks_of(r, body, G_PARA | G_BLOCK | G_ANYWHERE) : NULL;
        r->language = language;
        chain_add(&items, item);
    }
    b->child = items.first;
    return b;
}
