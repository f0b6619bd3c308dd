/* <info> of a book: who wrote it, which edition, whose it is. */
#include <string.h>

#include "base/text.h"
#include "doc/reader.h"

static bool is_one(const struct node *n, const char *name) {
    return node_is(n, NS_DOCBOOK, name);
}

static const char *text_at(struct reader *r, const struct node *info, const char *name) {
    const struct node *n = child_of(r, info, name);
    return n ? node_text(r->arena, n) : NULL;
}

static const char *joined(struct arena *a, const char *first, const char *between,
                          const char *second) {
    if (!second || !*second)
        return first;
    return first && *first ? arena_printf(a, "%s%s%s", first, between, second) : second;
}

/* ── People ── */

static bool has_part(const struct node *n, const char *name) {
    return node_child(n, NS_DOCBOOK, name) != NULL;
}

/* The family name stands first in Chinese, without a space when it is written in Han. */
static const char *parts_joined(struct reader *r, const struct node *n) {
    static const char *const western[] = {"honorific", "firstname", "othername", "surname",
                                          "lineage"};
    static const char *const eastern[] = {"surname", "firstname", "othername", "honorific",
                                          "lineage"};
    const char *family = text_at(r, n, "surname");
    bool han = family && code_is_han(text_first(family));
    const char *const *order = han ? eastern : western, *all = "";
    for (size_t i = 0; i < sizeof western / sizeof *western; i++)
        all = joined(r->arena, all, han ? "" : " ", text_at(r, n, order[i]));
    return all;
}

static const char *name_of(struct reader *r, const struct node *person) {
    const struct node *name = child_of(r, person, "personname");
    if (!name)
        name = child_of(r, person, "orgname");
    if (!name)
        name = person; /* plain text */
    bool parts = has_part(name, "surname") || has_part(name, "firstname");
    return parts ? parts_joined(r, name) : node_text(r->arena, name);
}

static const char *affiliation_of(struct reader *r, const struct node *person) {
    const struct node *n = child_of(r, person, "affiliation");
    static const char *const parts[] = {"jobtitle", "orgname", "orgdiv"};
    const char *all = "";
    const char *between = language_is_chinese(r->language) ? "，" : ", ";
    for (size_t i = 0; n && i < sizeof parts / sizeof *parts; i++)
        all = joined(r->arena, all, between, text_at(r, n, parts[i]));
    return *all ? all : NULL;
}

static void add_person(struct reader *r, const struct node *n, struct front *f) {
    struct person *p = ARENA_NEW(r->arena, struct person);
    *p = (struct person){.name = name_of(r, n),
                         .affiliation = affiliation_of(r, n),
                         .email = text_at(r, n, "email")};
    const struct person **end = &f->people;
    while (*end)
        end = (const struct person **)(void *)&(*end)->next;
    *end = p;
    f->by = joined(r->arena, f->by, language_is_chinese(r->language) ? "、" : ", ", p->name);
}

static void add_people(struct reader *r, const struct node *info, struct front *f) {
    for (const struct node *c = info->child; c; c = c->next) {
        if (!node_wanted(r, c))
            continue;
        if (is_one(c, "author") || is_one(c, "editor"))
            add_person(r, c, f);
        else if (is_one(c, "authorgroup"))
            add_people(r, c, f); /* a group holds no group: the checker says so */
    }
}

/* ── Rights, keywords ── */

/* "© 2025, 2026 Somebody" */
static const char *rights_of(struct reader *r, const struct node *n) {
    const char *all = "©";
    for (const struct node *c = n->child; c; c = c->next)
        if (is_one(c, "year"))
            all = arena_printf(r->arena, "%s%s%s", all, strcmp(all, "©") ? ", " : " ",
                               node_text(r->arena, c));
    for (const struct node *c = n->child; c; c = c->next)
        if (is_one(c, "holder"))
            all = arena_printf(r->arena, "%s %s", all, node_text(r->arena, c));
    return all;
}

static void add_keywords(struct reader *r, const struct node *set, struct front *f) {
    for (const struct node *c = set->child; c; c = c->next)
        if (is_one(c, "keyword"))
            f->keywords = joined(r->arena, f->keywords, ", ", node_text(r->arena, c));
}

static void add_other(struct reader *r, const struct node *c, struct front *f) {
    struct chain all = {NULL, &all.first};
    if (is_one(c, "copyright")) {
        f->rights = joined(r->arena, f->rights, "; ", rights_of(r, c));
    } else if (is_one(c, "keywordset")) {
        add_keywords(r, c, f);
    } else if (is_one(c, "legalnotice") || is_one(c, "abstract")) {
        const struct block **to = is_one(c, "abstract") ? &f->abstract : &f->notice;
        chain_add(&all, (struct block *)(void *)*to);
        chain_add(&all, blocks_of(r, c, G_PARA | G_BLOCK));
        *to = all.first;
    }
}

const struct front *front_of(struct reader *r, const struct node *n) {
    const struct node *info = child_of(r, n, "info");
    if (!info)
        return NULL;
    struct front *f = ARENA_NEW(r->arena, struct front);
    add_people(r, info, f);
    for (const struct node *c = info->child; c; c = c->next)
        if (c->kind == NODE_ELEMENT && node_wanted(r, c))
            add_other(r, c, f);
    f->edition = text_at(r, info, "edition");
    f->release = text_at(r, info, "releaseinfo");
    f->date = text_at(r, info, "pubdate");
    if (!f->date)
        f->date = text_at(r, info, "date");
    f->publisher = text_at(r, info, "publisher");
    return f;
}
