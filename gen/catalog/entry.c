#include "catalog/entry.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const grade_names[4] = {"datasheet", "whitepaper", "secondary", "unverified"};

static bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

struct span node_text_span(const struct node *n) {
    const struct node *text = n->child;
    while (text && text->kind != NODE_TEXT)
        text = text->next;
    if (!text || !text->span.source)
        return n->span;
    struct span s = text->span;
    while (s.from < s.to && is_space(s.source->text[s.from]))
        s.from++;
    while (s.to > s.from && is_space(s.source->text[s.to - 1]))
        s.to--;
    return s.from < s.to ? s : n->span;
}

const char *node_own_text(struct arena *a, const struct node *n) {
    bool has_children = false;
    const struct node *own = NULL;
    for (const struct node *child = n->child; child; child = child->next) {
        has_children |= child->kind == NODE_ELEMENT;
        own = !own && child->kind == NODE_TEXT ? child : own;
    }
    if (!has_children)
        return node_text(a, n);
    const char *text = own ? own->text : "";
    while (is_space(*text))
        text++;
    size_t length = strlen(text);
    while (length && is_space(text[length - 1]))
        length--;
    return arena_strndup(a, text, length);
}

const char *words_joined(struct arena *a, const char *const *names, size_t n) {
    const char *all = "";
    for (size_t i = 0; i < n; i++)
        all = arena_printf(a, "%s%s%s", all, i ? ", " : "", names[i]);
    return all;
}

bool word_among(const char *name, const char *const *names, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

enum { LONGEST_ID = 64 };

/* Ids become names of files and words of lists. */
bool entry_id_holds(const char *id) {
    static const char *const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    size_t n = strlen(id);
    return n <= LONGEST_ID && strspn(id, letters) > 0 &&
           strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-._") == n;
}

bool entry_open(struct entry *e, struct catalog *c, struct diag *d, const struct node *node,
                const char *element, const struct list *list) {
    *e = (struct entry){
        .catalog = c, .diag = d, .node = node, .missing = ARENA_NEW(c->arena, struct missing)};
    if (!node_is(node, NS_RIDGE, element)) {
        diag_report(d, DIAG_UNKNOWN_ENTRY, node->span, node->name, element, element);
        return false;
    }
    e->id = entry_attribute(e, node, "id", true);
    if (!e->id) {
        entry_close(e);
        return false;
    }
    if (!entry_id_holds(e->id)) {
        diag_report(d, DIAG_BAD_ID, node_value_span(node, "id"), e->id,
                    "at most 64 small letters, digits, hyphens and dots", NULL);
        return false;
    }
    if (store_has(list, e->id)) {
        diag_report(d, DIAG_DUPLICATE_ID, node_value_span(node, "id"), e->id, NULL, NULL);
        return false;
    }
    return true;
}

static const char *listed(struct arena *a, const char *list, const char *gap, const char *word) {
    return list ? arena_printf(a, "%s%s%s", list, gap, word) : word;
}

static void missing_field(const struct entry *e, const char *name, bool value) {
    struct arena *a = e->catalog->arena;
    struct missing *m = e->missing;
    if (!m) {
        diag_report(e->diag, DIAG_MISSING_FIELD, e->node->span, arena_printf(a, "<%s> is", name),
                    e->id, NULL);
        return;
    }
    m->fields = listed(a, m->fields, ", ", arena_printf(a, "<%s>", name));
    if (value)
        m->values = listed(a, m->values, " ", name);
}

void entry_close(const struct entry *e) {
    struct arena *a = e->catalog->arena;
    const struct missing *m = e->missing;
    if (m->attributes && !m->fields)
        diag_report(e->diag, DIAG_MISSING_OPTION, e->node->span, e->node->name, m->attributes,
                    NULL);
    if (!m->fields)
        return;
    const char *all =
        m->attributes ? arena_printf(a, "%s, %s", m->attributes, m->fields) : m->fields;
    diag_report(e->diag, DIAG_MISSING_FIELD, e->node->span,
                arena_printf(a, "%s %s", all, strchr(all, ',') ? "are" : "is"), e->id, NULL);
    if (m->values && strchr(m->values, ' '))
        diag_note(e->diag, (struct span){0}, "<unknown reason=\"not-given\">%s</unknown>",
                  m->values);
}

void entry_check_children(const struct entry *e, const char *const *names, size_t n) {
    static const char *const repeated[] = {"note", "price", "unknown"};
    for (const struct node *child = e->node->child; child; child = child->next) {
        if (child->kind != NODE_ELEMENT)
            continue;
        if (child->ns != NS_RIDGE || !word_among(child->name, names, n)) {
            diag_report(e->diag, DIAG_UNKNOWN_FIELD, child->span, child->name, e->node->name,
                        nearest_name(child->name, names, n));
            continue;
        }
        if (!word_among(child->name, repeated, sizeof repeated / sizeof *repeated) &&
            node_child(e->node, NS_RIDGE, child->name) != child)
            diag_report(e->diag, DIAG_DUPLICATE_FIELD, child->span, child->name, NULL, NULL);
    }
}

void entry_check_attributes(const struct entry *e, const struct node *element,
                            const char *const *names, size_t n) {
    for (const struct attribute *at = element->attributes; at; at = at->next) {
        if (at->ns == NS_XML || (at->ns == NS_NONE && word_among(at->name, names, n)))
            continue;
        diag_report(e->diag, DIAG_UNKNOWN_OPTION, at->name_span, at->name,
                    words_joined(e->catalog->arena, names, n), nearest_name(at->name, names, n));
    }
}

static const struct node *child_of(const struct entry *e, const char *name, bool required,
                                   bool value) {
    const struct node *child = node_child(e->node, NS_RIDGE, name);
    if (child || !required || e->extends)
        return child;
    for (const struct omission *o = e->omissions; o; o = o->next)
        if (strcmp(o->name, name) == 0)
            return NULL;
    missing_field(e, name, value);
    return NULL;
}

const struct node *entry_child(const struct entry *e, const char *name, bool required) {
    return child_of(e, name, required, false);
}

const struct node *entry_value(const struct entry *e, const char *name, bool required) {
    return child_of(e, name, required, true);
}

const char *entry_text(const struct entry *e, const char *name, bool required) {
    const struct node *child = entry_child(e, name, required);
    if (!child)
        return NULL;
    const char *text = node_own_text(e->catalog->arena, child);
    if (text && *text)
        return text;
    if (required)
        diag_report(e->diag, DIAG_MISSING_FIELD, child->span,
                    arena_printf(e->catalog->arena, "the text of <%s> is", name), e->id, NULL);
    return NULL;
}

static bool date_holds(const char *text) {
    size_t n = strlen(text);
    if (n != 4 && n != 7)
        return false;
    for (size_t i = 0; i < n; i++)
        if (i == 4 ? text[i] != '-' : !isdigit((unsigned char)text[i]))
            return false;
    int month = n == 7 ? (text[5] - '0') * 10 + text[6] - '0' : 1;
    return month >= 1 && month <= 12;
}

const char *entry_date(const struct entry *e, const char *name, bool required) {
    const char *text = entry_text(e, name, required);
    if (!text || date_holds(text))
        return text;
    diag_report(e->diag, DIAG_BAD_DATE, node_text_span(entry_child(e, name, false)), text, NULL,
                NULL);
    return NULL;
}

const char *entry_date_attribute(const struct entry *e, const struct node *element,
                                 const char *name, bool required) {
    const char *text = entry_attribute(e, element, name, required);
    if (!text || date_holds(text))
        return text;
    diag_report(e->diag, DIAG_BAD_DATE, node_value_span(element, name), text, NULL, NULL);
    return NULL;
}

bool count_parse(const char *text, int64_t *out) {
    size_t n = strspn(text, "0123456789");
    if (n == 0 || n > 18 || text[n])
        return false;
    *out = strtoll(text, NULL, 10);
    return true;
}

bool real_parse(const char *text, double *out) {
    if (!isdigit((unsigned char)text[0]) || text[strspn(text, "0123456789.eE+-")])
        return false;
    char *end;
    double x = strtod(text, &end);
    if (*end || !isfinite(x))
        return false;
    *out = x;
    return true;
}

int64_t entry_count(const struct entry *e, const char *name, bool required, bool flag) {
    const char *text = entry_text(e, name, required);
    int64_t count = 0;
    if (!text || (flag && strcmp(text, "no") == 0))
        return 0;
    if (flag && strcmp(text, "yes") == 0)
        return 1;
    if (!count_parse(text, &count))
        diag_report(e->diag, DIAG_BAD_NUMBER, node_text_span(entry_child(e, name, false)), text,
                    flag ? "yes or no" : "a whole number such as 4096", NULL);
    return count;
}

const char *entry_attribute(const struct entry *e, const struct node *element, const char *name,
                            bool required) {
    const char *value = node_value(element, name);
    if (value && *value)
        return value;
    if (required && e->missing && element == e->node)
        e->missing->attributes = listed(e->catalog->arena, e->missing->attributes, ", ",
                                        arena_printf(e->catalog->arena, "%s=\"…\"", name));
    else if (required)
        diag_report(e->diag, DIAG_MISSING_OPTION, element->span, element->name, name, NULL);
    return NULL;
}

const char *entry_word(const struct entry *e, const struct node *element, const char *name,
                       const char *const *words, size_t n, bool required) {
    const char *value = entry_attribute(e, element, name, required);
    if (!value || word_among(value, words, n))
        return value;
    diag_report(e->diag, DIAG_UNKNOWN_WORD, node_value_span(element, name), value,
                words_joined(e->catalog->arena, words, n), nearest_name(value, words, n));
    return NULL;
}

const struct reference *entry_source(const struct entry *e, const struct node *element) {
    const char *id = entry_attribute(e, element, "source", true);
    if (!id)
        return NULL;
    const struct reference *found = store_find(&e->catalog->references, id);
    if (!found)
        store_report_unknown(&e->catalog->references, e->diag, DIAG_UNKNOWN_SOURCE,
                             node_value_span(element, "source"), id,
                             "an id of catalogue/sources.xml");
    return found;
}

enum grade entry_grade(const struct entry *e, const struct node *element,
                       const struct reference *reference) {
    const char *word = entry_word(e, element, "grade", grade_names, 4, false);
    for (int i = 0; word && i < 4; i++)
        if (strcmp(word, grade_names[i]) == 0)
            return (enum grade)i;
    return reference ? reference->grade : GRADE_UNVERIFIED;
}
