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

static struct chart_request chart_request_of(struct reader *r, const struct node *n,
                                             bool *complete) {
    const struct word *words;
    struct chart_request q = {.catalog = r->request->catalog,
                              .strings = r->request->strings,
                              .fonts = r->request->fonts,
                              .where = node_value_span(n, "kind"),
                              .kind = node_value(n, "kind"),
                              .in_page = true};
    size_t count = attribute_words(r->arena, attribute_of(n, "accelerators"), &words);
    const struct accelerator **accelerators =
        ARENA_ARRAY(r->arena, const struct accelerator *, count + 1);
    for (size_t i = 0; i < count; i++)
        if ((accelerators[q.accelerator_count] = accelerator_of(r, words[i].text, words[i].span)))
            q.accelerator_count++;
        else
            *complete = false;
    q.accelerators = accelerators;
    count = attribute_words(r->arena, attribute_of(n, "scenarios"), &words);
    const struct scenario **scenarios = ARENA_ARRAY(r->arena, const struct scenario *, count + 1);
    for (size_t i = 0; i < count; i++)
        if ((scenarios[q.scenario_count] = scenario_of(r, words[i].text, words[i].span)))
            q.scenario_count++;
        else
            *complete = false;
    q.scenarios = scenarios;
    count = attribute_words(r->arena, attribute_of(n, "models"), &words);
    const struct model **models = ARENA_ARRAY(r->arena, const struct model *, count + 1);
    for (size_t i = 0; i < count; i++)
        if ((models[q.model_count] = model_of(r, words[i].text, words[i].span)))
            q.model_count++;
        else
            *complete = false;
    q.models = models;
    count = attribute_words(r->arena, attribute_of(n, "show"), &words);
    const char **shown = ARENA_ARRAY(r->arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++)
        shown[q.shown_count++] = words[i].text;
    q.shown = shown;
    return q;
}

static bool is_wide(struct reader *r, const struct node *n) {
    const struct attribute *size = attribute_of(n, "size");
    static const char *const sizes[] = {"measure", "wide"};
    if (!size || !strcmp(size->value, "measure"))
        return false;
    if (strcmp(size->value, "wide") != 0)
        diag_report(r->diag, DIAG_BAD_ATTRIBUTE, size->value_span, size->value, "measure or wide",
                    nearest_name(size->value, sizes, 2));
    return true;
}

/* Charts grow with the type of a template, and none is higher than a page. A short page has the
 * caption beside it. */
static void fit_chart(struct reader *r, struct block *b, struct chart_request *q) {
    static const double AROUND = 13, CAPTION = 54; /* room above and below, of four lines */
    const struct form *f = r->form;
    b->wide = b->wide && !form_is_short(f);
    q->width = b->wide ? f->wide : f->measure;
    bool beside = !b->wide && f->margin > 0;
    q->highest = f->depth - AROUND - (beside ? 0 : CAPTION * f->scale);
    q->width /= f->scale;
    q->highest /= f->scale;
}

static const struct chart *chart_scaled(struct arena *a, const struct chart *chart, double scale) {
    if (!chart || scale == 1)
        return chart;
    struct chart *out = arena_memdup(a, chart, sizeof *out);
    out->scene = scene_scaled(a, chart->scene, scale);
    return out;
}

static void read_chart_into(struct reader *r, const struct node *n, struct block *b) {
    bool complete = true;
    struct chart_request q = chart_request_of(r, n, &complete);
    b->wide = is_wide(r, n);
    fit_chart(r, b, &q);
    if (number_of(r, n, "width", &b->box.w))
        q.width = b->box.w;
    if (number_of(r, n, "height", &b->box.h))
        q.height = b->box.h;
    const struct chart *chart = complete && q.kind ? chart_make(r->arena, r->diag, &q) : NULL;
    b->chart = chart_scaled(r->arena, chart, r->form->scale);
}

BLOCK_HANDLER(read_chart) {
    struct block *b = block_new(r, n, BLOCK_FIGURE);
    read_chart_into(r, n, b);
    return b;
}

BLOCK_HANDLER(read_figure) {
    struct block *b = block_new(r, n, BLOCK_FIGURE);
    number_block(r, n, b);
    b->title = title_of(r, n, "title");
    b->text = caption_of(r, n);
    const struct node *chart = node_child(n, NS_RIDGE, "chart");
    const struct node *media = node_child(n, NS_DOCBOOK, "mediaobject");
    const char *wide = node_value(n, "pgwide");
    if (chart)
        read_chart_into(r, chart, b);
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
