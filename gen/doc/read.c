/* Elements to blocks. Each reader gives a chain of blocks, or NULL. */
#include <string.h>

#include "doc/back.h"
#include "doc/media.h"

void chain_add(struct chain *c, struct block *blocks) {
    *c->end = blocks;
    while (*c->end)
        c->end = &(*c->end)->next;
}

struct block *block_new(struct reader *r, const struct node *n, enum block_kind kind) {
    struct block *b = ARENA_NEW(r->arena, struct block);
    b->kind = kind;
    b->id = node_id(n);
    b->role = node_value(n, "role");
    b->language = r->language;
    b->span = n->span;
    b->node = n;
    return b;
}

const char *language_enter(struct reader *r, const struct node *n) {
    const char *before = r->language;
    const struct attribute *lang = node_attribute(n, NS_XML, "lang");
    if (lang && !r->is_template)
        r->language = lang->value;
    return before;
}

struct block *blocks_of(struct reader *r, const struct node *parent, uint64_t groups) {
    struct chain chain = {NULL, &chain.first};
    for (const struct node *c = parent->child; c; c = c->next) {
        const struct element *e = c->kind == NODE_ELEMENT ? element_find(c) : NULL;
        if (!e || !e->block || !(e->is & groups) || !node_wanted(r, c))
            continue;
        const char *before = language_enter(r, c);
        chain_add(&chain, e->block(r, c));
        r->language = before;
    }
    return chain.first;
}

const struct node *child_of(const struct reader *r, const struct node *n, const char *name) {
    for (const struct node *c = n->child; c; c = c->next)
        if (node_is(c, NS_DOCBOOK, name) && node_wanted(r, c))
            return c;
    return NULL;
}

const struct node *part_of(const struct reader *r, const struct node *n, const char *name) {
    const struct node *own = child_of(r, n, name);
    const struct node *info = own ? NULL : child_of(r, n, "info");
    return info ? child_of(r, info, name) : own;
}

const struct inline_ *title_of(struct reader *r, const struct node *n, const char *name) {
    const struct node *title = part_of(r, n, name);
    return title ? inlines_of(r, title) : NULL;
}

/* ── Text ── */

/* A role names a style, for templates. */
BLOCK_HANDLER(read_para) {
    struct block *b = block_new(r, n, BLOCK_PARA);
    b->style = b->role;
    b->text = inlines_of(r, n);
    return b->text ? b : NULL;
}

/* ── Figures and tables ── */

static const struct inline_ *caption_of(struct reader *r, const struct node *n) {
    const struct node *caption = child_of(r, n, "caption");
    const struct node *para = caption ? child_of(r, caption, "para") : NULL;
    return para ? inlines_of(r, para) : NULL;
}

BLOCK_HANDLER(read_chart) {
    struct block *b = block_new(r, n, BLOCK_FIGURE);
    chart_read_into(r, n, b);
    return b;
}

BLOCK_HANDLER(read_figure) {
    struct block *b = block_new(r, n, BLOCK_FIGURE);
    number_block(r, n, b);
    b->title = title_of(r, n, "title");
    b->text = caption_of(r, n);
    const char *style = node_value(n, "floatstyle");
    b->stays = style && !strcmp(style, "none");
    const struct node *chart = node_child(n, NS_RIDGE, "chart");
    const struct node *media = node_child(n, NS_DOCBOOK, "mediaobject");
    const char *wide = node_value(n, "pgwide");
    if (chart)
        chart_read_into(r, chart, b);
    else if (media)
        media_read_into(r, media, wide && !strcmp(wide, "1"), b);
    if (!b->text && b->chart)
        b->text = inline_say(r, b->chart->caption);
    return b;
}

BLOCK_HANDLER(read_computed_table) {
    struct block *b = block_new(r, n, BLOCK_TABLE);
    b->table = computed_table(r, n);
    b->wide = b->table && b->table->wide;
    return b->table ? b : NULL;
}

static const struct table *with_note(struct reader *r, const struct table *table,
                                     const struct inline_ *note) {
    if (!table || !note)
        return table;
    struct table *noted = arena_memdup(r->arena, table, sizeof *table);
    noted->note = note;
    return noted;
}

/* The tables of an element: computed, or one for each tgroup. */
static const struct table *next_table(struct reader *r, const struct node *c) {
    if (!node_wanted(r, c))
        return NULL;
    return node_is(c, NS_RIDGE, "table")      ? computed_table(r, c)
           : node_is(c, NS_DOCBOOK, "tgroup") ? typed_table(r, c)
                                              : NULL;
}

/* Title and number stand above the first of several, the note below the last. */
BLOCK_HANDLER(read_table) {
    struct chain tables = {NULL, &tables.first};
    struct block *last = NULL;
    for (const struct node *c = n->child; c; c = c->next) {
        const struct table *table = next_table(r, c);
        if (!table)
            continue;
        struct block *b = block_new(r, n, BLOCK_TABLE);
        b->table = table;
        b->wide = table->wide;
        b->id = last ? NULL : b->id;
        b->follows = last != NULL;
        chain_add(&tables, b);
        last = b;
    }
    if (!last)
        return NULL;
    number_block(r, n, tables.first);
    tables.first->title = title_of(r, n, "title");
    last->table = with_note(r, last->table, caption_of(r, n));
    return tables.first;
}

/* ── Roots ── */

static const struct node *root_of(struct reader *r, const struct node *root) {
    if (!node_is(root, NS_RIDGE, "template"))
        return root;
    r->is_template = true;
    template_check_parameters(r, root);
    return template_article(r, root);
}

static void add_origins(struct reader *r, struct block *root) {
    struct block *origins = r->is_template ? NULL : origins_block(r);
    struct block **end = &root->child;
    while (*end && (*end)->kind != BLOCK_INDEX) /* which is the last thing in a book */
        end = &(*end)->next;
    if (origins)
        origins->next = *end;
    *end = origins ? origins : *end;
}

/* A sample and the document that shows it are one file in the end. */
static void share_names(struct reader *r, struct reader *outer) {
    outer->back->marks = r->back->marks;
    for (size_t i = 0; i < r->target_count; i++) {
        struct target *t = &r->targets[i];
        if (!t->id)
            continue;
        if (lookup_get(outer->ids, t->id))
            diag_report(r->diag, DIAG_DUPLICATE_ID,
                        node_attribute(t->node, NS_XML, "id")->value_span, t->id, NULL, NULL);
        else
            lookup_put(outer->ids, t->id, t);
    }
}

struct block *blocks_read(struct arena *a, struct diag *d, const struct node *root,
                          const struct read_request *request) {
    struct reader r = {.arena = a,
                       .diag = d,
                       .request = request,
                       .origins = request->origins ? *request->origins : NULL,
                       .form = request->form ? request->form : form_read(a, d, NULL, NULL),
                       .env = {request->catalog, request->bindings, request->binding_count},
                       .root = root,
                       .language = strings_bcp47(request->strings)};
    check_document(&r, root);
    check_twins(&r, root);
    const struct node *top = root_of(&r, root);
    const struct element *e = top ? element_find(top) : NULL;
    if (!e || !e->block || !(e->is & G_ROOT))
        return NULL;
    const struct attribute *lang = node_attribute(top, NS_XML, "lang");
    if (lang && !r.is_template)
        r.language = lang->value;
    number_targets(&r, top);
    digits_collect_names(&r);
    back_collect(&r, top);
    if (request->outer)
        r.back->marks = request->outer->back->marks;
    struct block *b = e->block(&r, top);
    if (request->origins)
        *request->origins = r.origins;
    if (b && request->edition && !strcmp(request->edition, "answers"))
        b = answers_only(&r, b);
    if (b) {
        back_finish(&r, b);
        add_origins(&r, b);
        b->typed_digits = r.typed_digits;
    }
    if (request->outer)
        share_names(&r, request->outer);
    return b;
}
