/* Elements to blocks. Each reader gives a chain of blocks, or NULL. */
#include <string.h>

#include "doc/reader.h"

struct chain {
    struct block *first, **end;
};

static void chain_add(struct chain *c, struct block *blocks) {
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
    return b;
}

struct block *blocks_of(struct reader *r, const struct node *parent, uint64_t groups) {
    struct chain chain = {NULL, &chain.first};
    for (const struct node *c = parent->child; c; c = c->next) {
        const struct element *e = c->kind == NODE_ELEMENT ? element_find(c) : NULL;
        if (e && e->block && (e->is & groups) && node_wanted(r, c))
            chain_add(&chain, e->block(r, c));
    }
    return chain.first;
}

/* The wanted child of that name: templates may have one in each language. */
static const struct node *child_of(const struct reader *r, const struct node *n, const char *name) {
    for (const struct node *c = n->child; c; c = c->next)
        if (node_is(c, NS_DOCBOOK, name) && node_wanted(r, c))
            return c;
    return NULL;
}

const struct inline_ *title_of(struct reader *r, const struct node *n, const char *name) {
    const struct node *title = child_of(r, n, name);
    return title ? inlines_of(r, title) : NULL;
}

static const uint64_t CONTENT = G_PARA | G_BLOCK | G_ANYWHERE | G_OPENING | G_SECTION | G_CHAPTER |
                                G_PLACED | G_CHART | G_COMPUTED_TABLE;

static struct block *with_children(struct reader *r, const struct node *n, struct block *b) {
    b->title = title_of(r, n, "title");
    b->subtitle = title_of(r, n, "subtitle");
    b->child = blocks_of(r, n, CONTENT);
    return b;
}

/* ── Structure ── */

static const char *language_of(const struct node *n) {
    for (; n; n = n->parent) {
        const struct attribute *at = node_attribute(n, NS_XML, "lang");
        if (at)
            return at->value;
    }
    return NULL;
}

/* The title of the same element in the other language. */
static const struct inline_ *gloss_of(struct reader *r, const struct node *n) {
    const struct node *twin = twin_of(r, n);
    const struct node *title = twin ? node_child(twin, NS_DOCBOOK, "title") : NULL;
    if (!title)
        return NULL;
    struct inline_ *gloss = inline_new(r, INLINE_TEXT, node_text(r->arena, title), n->span);
    gloss->language = language_of(title);
    return gloss;
}

static void put_number(struct reader *r, const struct node *n, struct block *b) {
    const struct target *t = target_of(r, n);
    if (!t || r->is_template)
        return; /* sheets do not number their tables */
    b->number = t->number;
    b->label = target_label(r, t);
}

BLOCK_HANDLER(read_book) {
    struct block *b = block_new(r, n, BLOCK_BOOK);
    b->title = title_of(r, n, "title");
    b->subtitle = title_of(r, n, "subtitle");
    const struct node *info = node_child(n, NS_DOCBOOK, "info");
    const struct node *author = info ? node_child(info, NS_DOCBOOK, "author") : NULL;
    const struct node *abstract = info ? node_child(info, NS_DOCBOOK, "abstract") : NULL;
    const struct node *para = abstract ? child_of(r, abstract, "para") : NULL;
    b->author = author ? node_text(r->arena, author) : NULL;
    b->text = para ? inlines_of(r, para) : NULL;
    b->gloss = gloss_of(r, n);
    b->child = blocks_of(r, n, CONTENT);
    return b;
}

/* The limits a chapter treats. */
static void read_limits(struct reader *r, const struct node *n, const char *name, struct block *b) {
    const struct attribute *at = node_attribute(n, NS_RIDGE, name);
    const struct word *words;
    size_t count = attribute_words(r->arena, at, &words);
    static const char *const names[] = {"capacity", "bandwidth", "interconnect", "compute"};
    for (size_t i = 0; i < count && i < sizeof b->limits / sizeof *b->limits; i++) {
        b->limits[i] = limit_lookup(words[i].text);
        if (b->limits[i] == LIMIT_NONE)
            diag_report(r->diag, DIAG_BAD_ATTRIBUTE, words[i].span, words[i].text,
                        "capacity, bandwidth, interconnect or compute",
                        nearest_name(words[i].text, names, 4));
    }
}

BLOCK_HANDLER(read_chapter) {
    const char *before = r->language;
    const struct attribute *lang = node_attribute(n, NS_XML, "lang");
    r->language = lang ? lang->value : before;
    struct block *b = block_new(r, n, BLOCK_CHAPTER);
    put_number(r, n, b);
    read_limits(r, n, "limits", b);
    b->gloss = gloss_of(r, n);
    with_children(r, n, b);
    r->language = before;
    return b;
}

BLOCK_HANDLER(read_article) {
    return with_children(r, n, block_new(r, n, BLOCK_BOOK));
}

BLOCK_HANDLER(read_section) {
    struct block *b = block_new(r, n, BLOCK_SECTION);
    b->level = ++r->level;
    put_number(r, n, b);
    b->gloss = gloss_of(r, n);
    with_children(r, n, b);
    r->level--;
    return b;
}

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
    b->title = inline_say(r, say(r->request->strings, "doc.objectives"));
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

/* ── Text ── */

/* A role names a style, for templates. */
BLOCK_HANDLER(read_para) {
    struct block *b = block_new(r, n, BLOCK_PARA);
    b->style = b->role;
    b->text = inlines_of(r, n);
    return b->text ? b : NULL;
}

BLOCK_HANDLER(read_list) {
    bool ordered = node_is(n, NS_DOCBOOK, "orderedlist");
    struct block *b = block_new(r, n, BLOCK_LIST);
    struct chain items = {NULL, &items.first};
    int count = 0;
    for (const struct node *c = n->child; c; c = c->next) {
        if (!node_is(c, NS_DOCBOOK, "listitem") || !node_wanted(r, c))
            continue;
        struct block *item = block_new(r, c, BLOCK_ITEM);
        item->number = ordered ? arena_printf(r->arena, "%d", ++count) : "•";
        item->child = blocks_of(r, c, CONTENT);
        chain_add(&items, item);
    }
    b->child = items.first;
    return b;
}

BLOCK_HANDLER(read_term_list) {
    struct block *b = block_new(r, n, BLOCK_TERM_LIST);
    struct chain items = {NULL, &items.first};
    for (const struct node *c = n->child; c; c = c->next) {
        if (!node_is(c, NS_DOCBOOK, "varlistentry") || !node_wanted(r, c))
            continue;
        const struct node *body = node_child(c, NS_DOCBOOK, "listitem");
        struct block *item = block_new(r, c, BLOCK_ITEM);
        item->title = title_of(r, c, "term");
        item->child = body ? blocks_of(r, body, CONTENT) : NULL;
        chain_add(&items, item);
    }
    b->child = items.first;
    return b;
}

/* The label run in: the author's title, or the language's word for the element. */
BLOCK_HANDLER(read_callout) {
    struct block *b = block_new(r, n, BLOCK_CALLOUT);
    const char *key = arena_printf(r->arena, "label.%s", n->name);
    if (!b->role)
        b->role = n->name;
    with_children(r, n, b);
    b->label = say(r->request->strings, key);
    if (!b->title)
        b->title = inline_say(r, b->label);
    read_limits(r, n, "limit", b);
    return b;
}

BLOCK_HANDLER(read_sidebar) {
    const char *role = node_value(n, "role");
    bool margin = role && !strcmp(role, "margin");
    struct block *b = with_children(r, n, block_new(r, n, margin ? BLOCK_MARGIN : BLOCK_CALLOUT));
    if (!margin && !b->role)
        b->role = "sidebar";
    return b;
}

BLOCK_HANDLER(read_code) {
    struct block *b = block_new(r, n, BLOCK_CODE);
    b->text = inlines_of(r, n);
    return b;
}

BLOCK_HANDLER(read_quote) {
    return with_children(r, n, block_new(r, n, BLOCK_QUOTE));
}

BLOCK_HANDLER(read_exercises) {
    struct chain entries = {NULL, &entries.first};
    for (const struct node *c = n->child; c; c = c->next) {
        if (!node_is(c, NS_DOCBOOK, "qandaentry") || !node_wanted(r, c))
            continue;
        struct block *b = block_new(r, c, BLOCK_QUESTION);
        put_number(r, c, b);
        const struct node *question = node_child(c, NS_DOCBOOK, "question");
        b->title = question ? title_of(r, question, "para") : NULL;
        struct chain answers = {NULL, &answers.first};
        for (const struct node *a = c->child; a; a = a->next)
            if (node_is(a, NS_DOCBOOK, "answer") && node_wanted(r, a))
                chain_add(&answers, blocks_of(r, a, CONTENT));
        b->child = answers.first;
        chain_add(&entries, b);
    }
    return entries.first;
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
    count = attribute_words(r->arena, attribute_of(n, "model"), &words);
    if (count && !(q.model = model_of(r, words[0].text, words[0].span)))
        *complete = false;
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

static void read_chart_into(struct reader *r, const struct node *n, struct block *b) {
    bool complete = true;
    struct chart_request q = chart_request_of(r, n, &complete);
    b->wide = is_wide(r, n);
    q.width = b->wide ? r->form->wide : r->form->measure;
    if (number_of(r, n, "width", &b->box.w))
        q.width = b->box.w;
    if (number_of(r, n, "height", &b->box.h))
        q.height = b->box.h;
    b->chart = complete && q.kind ? chart_make(r->arena, r->diag, &q) : NULL;
}

BLOCK_HANDLER(read_chart) {
    struct block *b = block_new(r, n, BLOCK_FIGURE);
    read_chart_into(r, n, b);
    return b;
}

BLOCK_HANDLER(read_figure) {
    struct block *b = block_new(r, n, BLOCK_FIGURE);
    put_number(r, n, b);
    b->title = title_of(r, n, "title");
    b->text = caption_of(r, n);
    const struct node *chart = node_child(n, NS_RIDGE, "chart");
    if (chart)
        read_chart_into(r, chart, b);
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

BLOCK_HANDLER(read_table) {
    struct block *b = block_new(r, n, BLOCK_TABLE);
    put_number(r, n, b);
    b->title = title_of(r, n, "title");
    const struct node *computed = node_child(n, NS_RIDGE, "table");
    const struct node *typed = node_child(n, NS_DOCBOOK, "tgroup");
    const struct table *table = computed ? computed_table(r, computed)
                                : typed  ? typed_table(r, typed)
                                         : NULL;
    b->table = with_note(r, table, caption_of(r, n));
    b->wide = table && table->wide;
    return b;
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
    while (*end)
        end = &(*end)->next;
    *end = origins;
}

struct block *blocks_read(struct arena *a, struct diag *d, const struct node *root,
                          const struct read_request *request) {
    struct reader r = {.arena = a,
                       .diag = d,
                       .request = request,
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
    struct block *b = e->block(&r, top);
    if (b) {
        add_origins(&r, b);
        b->typed_digits = r.typed_digits;
    }
    return b;
}
