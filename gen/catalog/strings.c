/* strings.xml: the words of a language. */
#include "catalog/entry.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "catalog/later.h"
#include "catalog/store.h"
#include "catalog/words.h"

static int string_compare(const void *a, const void *b) {
    return strcmp(((const struct string *)a)->key, ((const struct string *)b)->key);
}

static size_t strings_collect(struct catalog *c, struct diag *d, const struct node *root,
                              struct string *out) {
    size_t n = 0;
    for (const struct node *s = root->child; s; s = s->next) {
        if (s->kind != NODE_ELEMENT)
            continue;
        const char *id = node_value(s, "id");
        if (!node_is(s, NS_RIDGE, "s"))
            diag_report(d, DIAG_UNKNOWN_ENTRY, s->span, s->name, "s", NULL);
        else if (!id || !*id)
            diag_report(d, DIAG_MISSING_OPTION, s->span, "s", "id", NULL);
        else
            out[n++] = (struct string){id, node_text(c->arena, s), s->span};
    }
    return n;
}

/* Equal keys stand side by side after sorting; the first in the file is kept. */
static size_t duplicates_drop(struct diag *d, struct string *at, size_t n) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (kept && strcmp(at[kept - 1].key, at[i].key) == 0) {
            struct string *first = &at[kept - 1];
            struct string second = at[i];
            if (second.span.from < first->span.from) {
                second = *first;
                *first = at[i];
            }
            diag_report(d, DIAG_DUPLICATE_ID, second.span, second.key, NULL, NULL);
            diag_note(d, first->span, "first used here");
            continue;
        }
        at[kept++] = at[i];
    }
    return kept;
}

/* The language of the root, without words; NULL after reporting. */
static struct strings *language_read(struct catalog *c, struct diag *d, const struct node *root) {
    struct entry e = {.catalog = c, .diag = d, .node = root, .id = "strings"};
    struct strings *strings = ARENA_NEW(c->arena, struct strings);
    strings->language = entry_attribute(&e, root, "language", true);
    strings->bcp47 = entry_attribute(&e, root, "bcp47", true);
    if (!strings->language)
        return NULL;
    if (!strings->bcp47)
        strings->bcp47 = strings->language;
    if (store_find(&c->languages, strings->language)) {
        diag_report(d, DIAG_DUPLICATE_ID, node_value_span(root, "language"), strings->language,
                    NULL, NULL);
        return NULL;
    }
    return strings;
}

void strings_add(struct catalog *c, struct diag *d, struct strings *s, const struct node *root) {
    size_t room = 0;
    for (const struct node *n = root->child; n; n = n->next)
        room++;
    struct string *all = ARENA_ARRAY(c->arena, struct string, s->n + room + 1);
    if (s->n)
        memcpy(all, s->at, s->n * sizeof *all);
    size_t n = s->n + strings_collect(c, d, root, all + s->n);
    qsort(all, n, sizeof *all, string_compare);
    s->n = duplicates_drop(d, all, n);
    s->at = all;
}

void strings_read(struct catalog *c, struct diag *d, const struct node *root) {
    struct strings *strings = language_read(c, d, root);
    if (!strings)
        return;
    strings_add(c, d, strings, root);
    store_add(c->arena, &c->languages, strings);
}

bool strings_shelve(struct catalog *c, struct diag *d, const struct shelf *shelf) {
    const struct node *root = shelf_read(c->arena, d, shelf, shelf->n);
    struct strings *strings = root ? language_read(c, d, root) : NULL;
    if (!strings)
        return root != NULL;
    words_shelve(c, d, strings, shelf);
    store_add(c->arena, &c->languages, strings);
    return true;
}

static bool words_read(const struct strings *s, const char *path) {
    for (const struct word_file *f = s->more; f; f = f->next)
        if (!strcmp(f->path, path))
            return true;
    return false;
}

void catalog_need_words(struct catalog *c, struct diag *d, const struct strings *strings,
                        const char *path) {
    struct strings *s = store_find(&c->languages, strings->language);
    if (!s || !c->root || words_read(s, path))
        return;
    struct word_file *file = ARENA_NEW(c->arena, struct word_file);
    *file = (struct word_file){s->more, arena_strdup(c->arena, path)};
    s->more = file;
    const char *below = arena_printf(c->arena, "%s/%s", s->language, path);
    if (access(arena_printf(c->arena, "%s/%s", c->root, below), F_OK) != 0)
        return;
    const struct shelf *shelf = s->shelves ? shelf_open(c, below, "strings", "s") : NULL;
    const struct node *root = shelf ? NULL : part_open(c, d, c->root, below, "strings", NULL);
    if (shelf)
        words_shelve(c, d, s, shelf);
    else if (root)
        strings_add(c, d, s, root);
}

const struct strings *catalog_strings(const struct catalog *c, const char *language) {
    return store_find(&c->languages, language);
}

size_t catalog_language_count(const struct catalog *c) {
    return c->languages.n;
}

const char *catalog_language_at(const struct catalog *c, size_t i) {
    return strings_language(c->languages.at[i]);
}

const char *strings_language(const struct strings *s) {
    return s->language;
}

const char *strings_bcp47(const struct strings *s) {
    return s->bcp47;
}

size_t strings_count(const struct strings *s) {
    words_read_all(s);
    return s->n;
}

const char *strings_key_at(const struct strings *s, size_t i) {
    words_read_all(s);
    return s->at[i].key;
}

static const char *text_of(const struct strings *s, const char *key) {
    struct string wanted = {.key = key};
    const char *shelved = words_find(s, key);
    const struct string *found =
        shelved || !s->n ? NULL : bsearch(&wanted, s->at, s->n, sizeof *s->at, string_compare);
    return found ? found->text : shelved;
}

bool strings_has(const struct strings *s, const char *key) {
    return text_of(s, key) != NULL;
}

const char *say(const struct strings *s, const char *key) {
    const char *text = text_of(s, key);
    return text ? text : key;
}

enum { SAY_VALUES = 32 };

struct pair {
    const char *name, *value;
};

static const char *pair_value(const struct pair *pairs, size_t n, const char *name, size_t bytes) {
    for (size_t i = 0; i < n; i++)
        if (strlen(pairs[i].name) == bytes && memcmp(pairs[i].name, name, bytes) == 0)
            return pairs[i].value;
    return NULL;
}

/* A {name} without a value stays as written, so that it is seen. */
static const char *filled(struct arena *a, const char *text, const struct pair *pairs, size_t n) {
    struct bytes out = {.arena = a};
    while (*text) {
        size_t plain = strcspn(text, "{");
        bytes_add(&out, text, plain);
        text += plain;
        if (!*text)
            break;
        size_t name = strcspn(text + 1, "}");
        const char *value = text[1 + name] ? pair_value(pairs, n, text + 1, name) : NULL;
        bytes_puts(&out, value ? value : "{");
        text += value ? name + 2 : 1;
    }
    return arena_strndup(a, out.at ? out.at : "", out.n);
}

const char *say_with(struct arena *a, const struct strings *s, const char *key, ...) {
    struct pair pairs[SAY_VALUES];
    size_t n = 0;
    va_list args;
    va_start(args, key);
    for (const char *name; n < SAY_VALUES && (name = va_arg(args, const char *));)
        pairs[n++] = (struct pair){name, va_arg(args, const char *)};
    va_end(args);
    for (size_t i = 0; i < n; i++)
        if (!pairs[i].value)
            pairs[i].value = "";
    return filled(a, say(s, key), pairs, n);
}

const char *words_pair(struct arena *a, const struct strings *s, const char *key) {
    static const char ONE[] = "{one}", TWO[] = "{two}";
    const char *words = say(s, key), *one = strstr(words, ONE);
    const char *two = one ? strstr(one, TWO) : NULL;
    return two ? arena_strndup(a, one + strlen(ONE), (size_t)(two - one) - strlen(ONE)) : ", ";
}
