/* From the elements of an entry to the fields of a record. */
#include <string.h>

#include "base/text.h"
#include "doc/biblio.h"

bool text_has_han(const char *text) {
    size_t n = strlen(text), length;
    for (size_t i = 0; i < n; i += length)
        if (code_is_han(text_decode(text + i, n - i, &length)))
            return true;
    return false;
}

/* ── Persons ── */

static const char *child_text(struct arena *a, const struct node *n, const char *name) {
    const struct node *c = node_child(n, NS_DOCBOOK, name);
    return c ? node_text(a, c) : NULL;
}

static bool is_family_first(const char *name) {
    return strchr(name, ',') != NULL;
}

/* "Ashish Vaswani", "Vaswani, Ashish", "李沐": the family name is the last word, the first before a
 * comma, or the whole. */
static void split_name(struct arena *a, const char *name, struct creator *p) {
    p->family = name;
    if (p->han)
        return;
    const char *comma = strchr(name, ','), *space = strrchr(name, ' ');
    if (is_family_first(name)) {
        p->family = arena_strndup(a, name, (size_t)(comma - name));
        p->given = comma + 1 + strspn(comma + 1, " ");
    } else if (space) {
        p->family = space + 1;
        p->given = arena_strndup(a, name, (size_t)(space - name));
    }
}

static const char *given_of(struct arena *a, const struct node *n) {
    const char *first = child_text(a, n, "firstname"), *other = child_text(a, n, "othername");
    return first && other ? arena_printf(a, "%s %s", first, other) : first ? first : other;
}

static struct creator *person_of(struct reader *r, const struct node *n) {
    struct creator *p = ARENA_NEW(r->arena, struct creator);
    const struct node *name = node_child(n, NS_DOCBOOK, "personname");
    const char *organisation = child_text(r->arena, n, "orgname");
    const struct node *at = name ? name : n;
    p->family = child_text(r->arena, at, "surname");
    p->given = given_of(r->arena, at);
    const char *all = node_text(r->arena, at);
    p->han = text_has_han(all);
    if (organisation)
        *p = (struct creator){NULL, organisation, NULL, p->han};
    else if (!p->family)
        split_name(r->arena, all, p);
    return p;
}

static void add_person(struct creator **list, struct creator *p) {
    while (*list)
        list = &(*list)->next;
    *list = p;
}

/* ── Fields ── */

static const struct field_row {
    const char *element;
    enum biblio_field field;
} ROWS[] = {
    {"publishername", FIELD_PUBLISHER},
    {"address", FIELD_PLACE},
    {"pubdate", FIELD_DATE},
    {"edition", FIELD_EDITION},
    {"volumenum", FIELD_VOLUME},
    {"issuenum", FIELD_ISSUE},
    {"pagenums", FIELD_PAGES},
    {"artpagenums", FIELD_PAGES},
    {"releaseinfo", FIELD_ACCESSED},
    {"bibliosource", FIELD_CONTAINER},
    {"conftitle", FIELD_CONTAINER},
    {"seriesvolnums", FIELD_NUMBER},
    {"bibliomisc", FIELD_NUMBER},
};

static void set(struct record *w, enum biblio_field field, const char *text) {
    if (text && *text && !w->at[field])
        w->at[field] = text;
}

static void read_biblioid(struct reader *r, const struct node *n, struct record *w) {
    static const struct {
        const char *class;
        enum biblio_field field;
    } classes[] = {{"doi", FIELD_DOI}, {"isbn", FIELD_ISBN}, {"uri", FIELD_URL}};
    const char *class = node_value(n, "class");
    enum biblio_field field = FIELD_NUMBER;
    for (size_t i = 0; class && i < sizeof classes / sizeof *classes; i++)
        if (!strcmp(classes[i].class, class))
            field = classes[i].field;
    set(w, field, node_text(r->arena, n));
}

static bool is_role(const struct node *n, const char *role) {
    const char *value = node_value(n, "role");
    return value && !strcmp(value, role);
}

/* A set of what the work stands in: anything but the article itself. */
static bool is_container(const struct node *set) {
    const char *relation = node_value(set, "relation");
    return relation && strcmp(relation, "article") != 0 && strcmp(relation, "part") != 0;
}

static void read_title(struct reader *r, const struct node *n, struct record *w, bool container) {
    bool second = node_is(n, NS_DOCBOOK, "citetitle") && w->at[FIELD_TITLE];
    set(w, container || second ? FIELD_CONTAINER : FIELD_TITLE, node_text(r->arena, n));
}

static void read_field(struct reader *r, const struct node *n, struct record *w) {
    const struct attribute *href = node_attribute(n, NS_XLINK, "href");
    if (href)
        set(w, FIELD_URL, href->value);
    if (node_is(n, NS_DOCBOOK, "link") && !href)
        set(w, FIELD_URL, node_text(r->arena, n));
    if (node_is(n, NS_DOCBOOK, "date"))
        set(w, is_role(n, "accessed") ? FIELD_ACCESSED : FIELD_DATE, node_text(r->arena, n));
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (node_is(n, NS_DOCBOOK, ROWS[i].element))
            set(w, ROWS[i].field, node_text(r->arena, n));
}

static void read_fields(struct reader *r, const struct node *parent, struct record *w,
                        bool container) {
    static const char *const groups[] = {"authorgroup", "biblioset", "publisher", "confgroup",
                                         "info"};
    for (const struct node *n = parent->child; n; n = n->next) {
        bool group = false;
        for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
            group |= node_is(n, NS_DOCBOOK, groups[i]);
        if (group)
            read_fields(r, n, w, node_is(n, NS_DOCBOOK, "biblioset") ? is_container(n) : container);
        else if (node_is(n, NS_DOCBOOK, "author"))
            add_person(&w->authors, person_of(r, n));
        else if (node_is(n, NS_DOCBOOK, "editor"))
            add_person(&w->editors, person_of(r, n));
        else if (node_is(n, NS_DOCBOOK, "title") || node_is(n, NS_DOCBOOK, "citetitle"))
            read_title(r, n, w, container);
        else if (node_is(n, NS_DOCBOOK, "biblioid"))
            read_biblioid(r, n, w);
        else if (n->kind == NODE_ELEMENT)
            read_field(r, n, w);
    }
}

/* Where no role says it. */
static const char *guessed_type(const struct record *w, const struct node *entry) {
    for (const struct node *n = entry->child; n; n = n->next)
        if (node_is(n, NS_DOCBOOK, "confgroup"))
            return "inproceedings";
    if (w->at[FIELD_CONTAINER] && (w->at[FIELD_VOLUME] || w->at[FIELD_ISSUE]))
        return "article";
    return w->at[FIELD_URL] && !w->at[FIELD_PUBLISHER] ? "online" : "book";
}

static void complete(struct arena *a, struct record *w) {
    enum { YEAR = 4 };
    const char *date = w->at[FIELD_DATE];
    if (date)
        w->at[FIELD_YEAR] =
            strlen(date) > YEAR && date[YEAR] == '-' ? arena_strndup(a, date, YEAR) : date;
    if (w->at[FIELD_TITLE])
        w->chinese |= text_has_han(w->at[FIELD_TITLE]);
}

struct record record_read(struct reader *r, const struct node *entry) {
    struct record w = {.span = entry->span};
    const struct attribute *lang = node_attribute(entry, NS_XML, "lang");
    w.chinese = lang && language_is_chinese(lang->value);
    read_fields(r, entry, &w, false);
    const char *role = node_value(entry, "role");
    w.type = role ? role : guessed_type(&w, entry);
    complete(r->arena, &w);
    return w;
}

struct record record_of_reference(struct reader *r, const struct reference *reference) {
    /* A data sheet that stands nowhere on the net is a document like others. */
    struct record w = {.type = reference->url && *reference->url ? "online" : "document",
                       .span = r->root->span};
    set(&w, FIELD_TITLE, reference->title);
    set(&w, FIELD_URL, reference->url);
    set(&w, FIELD_ACCESSED, reference->date);
    complete(r->arena, &w);
    return w;
}
