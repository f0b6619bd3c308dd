#include "xml/shelf.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "xml/read.h"
#include "xml/tag.h"

/* Where the look has come to. Whoever does not understand returns false, and all is given up. */
struct look {
    struct arena *arena;
    struct shelf *shelf;
    const char *text, *element;
    size_t at, end, room;
};

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool stands(const struct look *l, size_t at, const char *word, size_t n) {
    return l->text[at] == *word && l->end - at >= n && memcmp(l->text + at, word, n) == 0;
}

static bool take(struct look *l, const char *word) {
    size_t n = strlen(word);
    bool here = stands(l, l->at, word, n);
    l->at += here ? n : 0;
    return here;
}

/* "<!--" was taken. */
static bool pass_comment(struct look *l) {
    const char *dashes = strstr(l->text + l->at, "--");
    if (!dashes)
        return false;
    l->at = (size_t)(dashes - l->text);
    return take(l, "-->");
}

/* White space and comments. */
static bool pass_asides(struct look *l) {
    for (;;) {
        while (l->at < l->end && is_space(l->text[l->at]))
            l->at++;
        if (!take(l, "<!--"))
            return true;
        if (!pass_comment(l))
            return false;
    }
}

/* ── Start tags ── */

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_';
}

static struct span take_name(struct look *l) {
    size_t from = l->at;
    while (l->at < l->end && is_letter(l->text[l->at]))
        l->at++;
    return (struct span){l->shelf->source, from, l->at};
}

static bool span_is(struct span s, const char *word) {
    size_t n = strlen(word);
    return s.to - s.from == n && memcmp(s.source->text + s.from, word, n) == 0;
}

/* name="value" */
static bool take_attribute(struct look *l, struct raw_attribute *out) {
    out->name = take_name(l);
    if (out->name.from == out->name.to || !take(l, "=\""))
        return false;
    const char *close = memchr(l->text + l->at, '"', l->end - l->at);
    if (!close)
        return false;
    out->value = (struct span){l->shelf->source, l->at, (size_t)(close - l->text)};
    l->at = out->value.to + 1;
    return !memchr(l->text + out->value.from, '<', out->value.to - out->value.from);
}

/* Behind the name of a start tag: up to the ">" or "/>", with the value of the one attribute that
 * is sought. */
static bool take_attributes(struct look *l, const char *sought, struct span *value) {
    *value = (struct span){0};
    for (;;) {
        size_t before = l->at;
        while (l->at < l->end && is_space(l->text[l->at]))
            l->at++;
        if (stands(l, l->at, ">", 1) || stands(l, l->at, "/>", 2))
            return value->source != NULL;
        struct raw_attribute next;
        if (l->at == before || !take_attribute(l, &next))
            return false;
        if (!span_is(next.name, sought))
            continue;
        if (value->source)
            return false;
        *value = next.value;
    }
}

/* ── Entries ── */

static size_t hash_of(const char *word, size_t n) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)word[i]) * 16777619u;
    return hash ^ hash >> 15;
}

/* The slot that holds the id, or the free one where it belongs. */
static unsigned *slot_of(const struct shelf *s, const char *id, size_t n) {
    size_t mask = s->slot_count - 1;
    for (size_t i = hash_of(id, n) & mask;; i = (i + 1) & mask) {
        const char *other = s->slots[i] ? s->entries[s->slots[i] - 1].id : NULL;
        if (!other || (strncmp(other, id, n) == 0 && !other[n]))
            return &s->slots[i];
    }
}

/* Ids are compared as they are written; what could be written in another way is not understood. */
static bool id_is_plain(const char *id, size_t n) {
    bool wide = false;
    for (size_t i = 0; i < n; i++) {
        if ((unsigned char)id[i] <= ' ' || id[i] == '&')
            return false;
        wide |= (unsigned char)id[i] >= 0x80;
    }
    return n && (!wide || text_valid(id, n) == n);
}

static bool add_entry(struct look *l, struct span id, struct shelf_entry entry) {
    struct shelf *s = l->shelf;
    const char *text = l->text + id.from;
    size_t n = id.to - id.from;
    if (!id_is_plain(text, n) || 2 * s->n >= s->slot_count)
        return false;
    unsigned *slot = slot_of(s, text, n);
    if (*slot)
        return false;
    entry.id = arena_strndup(l->arena, text, n);
    ARENA_GROW(l->arena, s->entries, s->n, l->room, 64);
    s->entries[s->n++] = entry;
    *slot = (unsigned)s->n;
    return true;
}

/* To the end tag. In what is well-formed a "<" begins markup wherever it stands, so that only the
 * tags of the entry's own name and the comments matter; what is not is left to the parser. */
static bool pass_body(struct look *l) {
    size_t n = strlen(l->element);
    for (const char *next; (next = memchr(l->text + l->at, '<', l->end - l->at));) {
        l->at = (size_t)(next - l->text);
        bool closes = next[1] == '/';
        size_t name = l->at + 1 + closes;
        if (stands(l, name, l->element, n) && !is_letter(l->text[name + n]))
            return closes;
        if (next[1] == '?' || (next[1] == '!' && !stands(l, l->at, "<!--", 4)))
            return false;
        l->at += next[1] == '!' ? 4 : 1;
        if (next[1] == '!' && !pass_comment(l))
            return false;
    }
    return false;
}

static bool take_entry(struct look *l) {
    struct shelf_entry entry = {.from = (unsigned)l->at};
    struct span id;
    if (!take(l, "<") || !span_is(take_name(l), l->element) || !take_attributes(l, "id", &id))
        return false;
    if (!take(l, "/>")) {
        entry.body_from = (unsigned)++l->at;
        if (!pass_body(l))
            return false;
        entry.body_to = (unsigned)l->at;
        l->at += 2 + strlen(l->element);
        if (!take(l, ">"))
            return false;
    }
    entry.to = (unsigned)l->at;
    return add_entry(l, id, entry);
}

/* ── The file ── */

static bool take_root(struct look *l) {
    struct shelf *s = l->shelf;
    s->root.source = s->source;
    s->root.from = l->at;
    if (!take(l, "<"))
        return false;
    struct span name = take_name(l), namespace;
    if (!take_attributes(l, "xmlns", &namespace) || !take(l, ">"))
        return false;
    s->root.to = l->at;
    s->root_name = arena_strndup(l->arena, l->text + name.from, name.to - name.from);
    return span_is(namespace, xml_namespace_uri(NS_RIDGE)) && !strstr(l->text + l->at, "xmlns");
}

static bool take_file(struct look *l) {
    take(l, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    if (!pass_asides(l) || !take_root(l))
        return false;
    for (;;) {
        if (!pass_asides(l))
            return false;
        if (stands(l, l->at, "</", 2))
            break;
        if (!take_entry(l))
            return false;
    }
    return take(l, "</") && take(l, l->shelf->root_name) && take(l, ">") && pass_asides(l) &&
           l->at == l->end;
}

/* At least twice as many as there are entries, which are seldom shorter; a power of two. */
static size_t slots_for(const struct source *source) {
    enum { SHORT_ENTRY = 32 };
    size_t n = 64;
    while (n < 2 * (source->bytes / SHORT_ENTRY))
        n *= 2;
    return n;
}

const struct shelf *xml_shelf(struct arena *a, const struct source *source, const char *element) {
    struct shelf *s = ARENA_NEW(a, struct shelf);
    if (source->bytes > XML_FILE_LIMIT)
        return NULL;
    *s = (struct shelf){.source = source, .slot_count = slots_for(source)};
    s->slots = ARENA_ARRAY(a, unsigned, s->slot_count);
    struct look l = {
        .arena = a, .shelf = s, .text = source->text, .element = element, .end = source->bytes};
    return take_file(&l) ? s : NULL;
}

size_t shelf_find(const struct shelf *shelf, const char *id) {
    const unsigned *slot = slot_of(shelf, id, strlen(id));
    return *slot ? *slot - 1 : shelf->n;
}

struct span shelf_span(const struct shelf *shelf, size_t i) {
    const struct shelf_entry *e = &shelf->entries[i];
    return (struct span){shelf->source, e->from, e->to};
}

static struct node *read_quietly(struct arena *a, const struct shelf *shelf, struct span entry) {
    if (text_valid(entry.source->text + entry.from, entry.to - entry.from) < entry.to - entry.from)
        return NULL;
    struct arena *scratch = arena_new();
    struct node *root = xml_read_entry(a, diag_new(scratch), shelf->root, entry, shelf->root_name);
    arena_drop(scratch);
    return root;
}

/* A fault is looked for again in the whole file, so that it is told in the same words, among all
 * others. */
struct node *shelf_read(struct arena *a, struct diag *d, const struct shelf *shelf, size_t i) {
    struct span none = {shelf->source, shelf->root.to, shelf->root.to};
    struct node *root = read_quietly(a, shelf, i < shelf->n ? shelf_span(shelf, i) : none);
    if (!root)
        xml_parse(a, d, shelf->source);
    return root;
}

const char *shelf_text(struct arena *a, const struct shelf *shelf, size_t i) {
    const struct shelf_entry *e = &shelf->entries[i];
    const char *text = shelf->source->text + e->body_from;
    size_t n = e->body_to - e->body_from;
    for (size_t k = 0; k < n; k++)
        if (text[k] == '<' || text[k] == '&' || text[k] == ']' ||
            ((unsigned char)text[k] < ' ' && !is_space(text[k])))
            return NULL;
    if (text_valid(text, n) < n)
        return NULL;
    struct node words = {.kind = NODE_TEXT, .text = arena_strndup(a, text, n)};
    return node_text(a, &words);
}
