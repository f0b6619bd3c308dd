/* Books, parts, chapters, prefaces, appendices and sections to blocks. */
#include <string.h>

#include "doc/reader.h"

static const uint64_t DIVISIONS = G_CHAPTER | G_PART | G_BACK;
static const uint64_t CONTENT = G_EPIGRAPH | G_PARA | G_BLOCK | G_ANYWHERE | G_OPENING | G_SECTION |
                                G_CHAPTER | G_PLACED | G_CHART | G_COMPUTED_TABLE | G_PART | G_BACK;

struct block *with_children(struct reader *r, const struct node *n, struct block *b) {
    b->title = title_of(r, n, "title");
    b->subtitle = title_of(r, n, "subtitle");
    b->child = blocks_of(r, n, CONTENT);
    return b;
}

static const char *language_of(const struct node *n) {
    for (; n; n = n->parent) {
        const struct attribute *at = node_attribute(n, NS_XML, "lang");
        if (at)
            return at->value;
    }
    return NULL;
}

/* The title of the same element in the other language. */
const struct inline_ *gloss_of(struct reader *r, const struct node *n) {
    const struct node *twin = twin_of(r, n);
    const struct node *title = twin ? part_of(r, twin, "title") : NULL;
    if (!title)
        return NULL;
    struct inline_ *gloss = inline_new(r, INLINE_TEXT, node_text(r->arena, title), n->span);
    gloss->language = language_of(title);
    return gloss;
}

void number_block(struct reader *r, const struct node *n, struct block *b) {
    const struct target *t = target_of(r, n);
    if (!t || r->is_template)
        return; /* sheets do not number their tables */
    b->number = t->number;
    b->label = target_label(r, t);
}

/* Contents and outline lead to every division, also to one that nobody refers to. */
static struct block *division_new(struct reader *r, const struct node *n, enum block_kind kind) {
    struct block *b = block_new(r, n, kind);
    const struct target *t = target_of(r, n);
    if (!b->id && t && !r->is_template && !r->request->outer)
        b->id = arena_printf(r->arena, "at/%zu", (size_t)(t - r->targets));
    number_block(r, n, b);
    b->gloss = gloss_of(r, n);
    b->front = front_of(r, n);
    b->author = b->front ? b->front->by : NULL;
    return b;
}

BLOCK_HANDLER(read_book) {
    struct block *b = block_new(r, n, BLOCK_BOOK);
    b->title = title_of(r, n, "title");
    b->subtitle = title_of(r, n, "subtitle");
    b->front = front_of(r, n);
    b->author = b->front ? b->front->by : NULL;
    b->text = b->front && b->front->abstract ? b->front->abstract->text : NULL;
    b->gloss = gloss_of(r, n);
    b->child = blocks_of(r, n, CONTENT);
    return b;
}

/* The limits a chapter treats. */
void read_limits(struct reader *r, const struct node *n, const char *name, struct block *b) {
    const struct word *words;
    size_t count = attribute_words(r->arena, node_attribute(n, NS_RIDGE, name), &words);
    for (size_t i = 0; i < count && i < sizeof b->limits / sizeof *b->limits; i++)
        b->limits[i] = limit_lookup(words[i].text);
}

BLOCK_HANDLER(read_chapter) {
    struct block *b = division_new(r, n, BLOCK_CHAPTER);
    read_limits(r, n, "limits", b);
    return with_children(r, n, b);
}

BLOCK_HANDLER(read_preface) {
    return with_children(r, n, division_new(r, n, BLOCK_PREFACE));
}

BLOCK_HANDLER(read_appendix) {
    struct block *b = division_new(r, n, BLOCK_APPENDIX);
    read_limits(r, n, "limits", b);
    return with_children(r, n, b);
}

/* First what introduces the part, then its chapters. */
BLOCK_HANDLER(read_part) {
    struct block *b = division_new(r, n, BLOCK_PART);
    const struct node *intro = child_of(r, n, "partintro");
    struct chain all = {NULL, &all.first};
    b->title = title_of(r, n, "title");
    b->subtitle = title_of(r, n, "subtitle");
    if (intro)
        chain_add(&all, blocks_of(r, intro, G_PARA | G_BLOCK | G_ANYWHERE));
    chain_add(&all, blocks_of(r, n, DIVISIONS | G_ANYWHERE));
    b->child = all.first;
    return b;
}

/* Contents lead to it as to a chapter. */
BLOCK_HANDLER(read_article) {
    struct block *b = block_new(r, n, BLOCK_BOOK);
    if (!b->id && !r->is_template && !r->request->outer)
        b->id = "at/article";
    if (!r->is_template) {
        b->gloss = gloss_of(r, n);
        b->front = front_of(r, n);
        b->author = b->front ? b->front->by : NULL;
    }
    return with_children(r, n, b);
}

BLOCK_HANDLER(read_section) {
    struct block *b = division_new(r, n, BLOCK_SECTION);
    b->level = ++r->level;
    with_children(r, n, b);
    r->level--;
    return b;
}

/* ── The opening of a chapter ── */

BLOCK_HANDLER(read_objectives) {
    struct block *b = block_new(r, n, BLOCK_OBJECTIVES);
    struct chain items = {NULL, &items.first};
    int count = 0;
    for (const struct node *c = n->child; c; c = c->next) {
        if (!node_is(c, NS_DOCBOOK, "para") || !node_wanted(r, c))
            continue;
        struct block *item = block_new(r, c, BLOCK_ITEM);
        item->number = arena_printf(r->arena, "%d", ++count);
        item->text = inlines_of(r, c);
        chain_add(&items, item);
    }
    bool appendix = node_is(n->parent, NS_DOCBOOK, "appendix");
    b->title = inline_say(
        r, say(r->request->strings, appendix ? "doc.objectives-appendix" : "doc.objectives"));
    b->child = items.first;
    return b;
}

BLOCK_HANDLER(read_facts) {
    struct block *b = block_new(r, n, BLOCK_FACTS);
    struct chain items = {NULL, &items.first};
    for (const struct node *c = n->child; c; c = c->next)
        if (node_is(c, NS_RIDGE, "fact") && node_wanted(r, c))
            chain_add(&items, with_children(r, c, block_new(r, c, BLOCK_ITEM)));
    b->child = items.first;
    return b;
}
