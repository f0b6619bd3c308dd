/* Numbers typed by hand: a warning each. A digit in a word with letters (H100, FP16) or in a name
 * of the catalogue (Llama 2 7B) is part of a name. */
#include <string.h>

#include "base/text.h"
#include "doc/reader.h"

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* ── Names ── */

static bool has_digit(const char *text) {
    return text && text[strcspn(text, "0123456789")];
}

struct collection {
    const char **at;
    size_t n;
};

static void collect(struct collection *c, const char *name) {
    if (has_digit(name))
        c->at[c->n++] = name;
}

void digits_collect_names(struct reader *r) {
    const struct catalog *cat = r->request->catalog;
    size_t accelerators = catalog_accelerator_count(cat), models = catalog_model_count(cat);
    size_t links = catalog_link_count(cat);
    struct collection c = {
        ARENA_ARRAY(r->arena, const char *, 2 * accelerators + 3 * models + links + 1), 0};
    for (size_t i = 0; i < accelerators; i++) {
        collect(&c, catalog_accelerator_at(cat, i)->name);
        collect(&c, catalog_accelerator_at(cat, i)->short_name);
    }
    for (size_t i = 0; i < models; i++) {
        collect(&c, catalog_model_at(cat, i)->name);
        collect(&c, catalog_model_at(cat, i)->short_name);
        collect(&c, catalog_model_at(cat, i)->family);
    }
    for (size_t i = 0; i < links; i++)
        collect(&c, catalog_link_at(cat, i)->name);
    r->names = c.at;
    r->name_count = c.n;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Length of the name at this place, 0 when it is not there; a blank stands for any white space. */
static size_t name_length(const char *text, const char *name) {
    const char *at = text;
    for (; *name; name++) {
        if (*name == ' ' && is_blank(*at)) {
            at += strspn(at, " \n\t\r");
            continue;
        }
        if (*at++ != *name)
            return 0;
    }
    return is_digit(*at) || is_letter(*at) ? 0 : (size_t)(at - text);
}

static size_t longest_name(const struct reader *r, const char *text) {
    size_t longest = 0;
    for (size_t i = 0; i < r->name_count; i++) {
        size_t n = name_length(text, r->names[i]);
        longest = n > longest ? n : longest;
    }
    return longest;
}

/* ── Words ── */

/* A word of ASCII letters, digits and what joins them: "FP16", "GPT-4", "12.5", "55". */
static size_t word_length(const char *text) {
    size_t n = 0;
    while (is_letter(text[n]) || is_digit(text[n]) ||
           (n && strchr("-.,/", text[n]) && text[n] &&
            (is_letter(text[n + 1]) || is_digit(text[n + 1]))))
        n++;
    return n;
}

static bool is_script(const struct node *n) {
    return node_is(n, NS_DOCBOOK, "superscript") || node_is(n, NS_DOCBOOK, "subscript");
}

/* Scripts (H₂O, m²) are structure, not data; in a <mathphrase>, as in MathML, whole numbers below
 * ten and the base of a power are as well. */
static bool is_structure(const struct node *text, size_t at, size_t n) {
    bool formula = false, script = false;
    for (const struct node *up = text->parent; up && !formula; up = up->parent) {
        formula = node_is(up, NS_DOCBOOK, "mathphrase");
        script |= is_script(up);
    }
    bool power = !text->text[at + n] && text->next && is_script(text->next);
    return script ||
           (formula && (n == 1 || (power && n == 2 && !memcmp(text->text + at, "10", n))));
}

/* Numbers in a table that says so: measurements, say. */
static bool is_typed_table(const struct node *n) {
    static const char *const parts[] = {"entry", "row",    "thead", "tbody",
                                        "tfoot", "tgroup", "table", "informaltable"};
    bool typed = false;
    for (; n && !typed; n = n->parent) {
        const char *role = node_value(n, "role");
        for (size_t i = 0; role && i < sizeof parts / sizeof *parts; i++)
            typed |= node_is(n, NS_DOCBOOK, parts[i]) && !strcmp(role, "typed");
    }
    return typed;
}

static bool is_in_table(const struct node *n) {
    while (n && !node_is(n, NS_DOCBOOK, "entry"))
        n = n->parent;
    return n;
}

static void check_word(struct reader *r, const struct node *text, size_t at, size_t n) {
    bool letters = false, digits = false;
    for (size_t i = 0; i < n; i++) {
        letters |= is_letter(text->text[at + i]);
        digits |= is_digit(text->text[at + i]);
    }
    if (letters || !digits || is_structure(text, at, n) || is_typed_table(text->parent))
        return;
    struct span s = text->span;
    if (s.to - s.from == strlen(text->text))
        s = (struct span){s.source, s.from + at, s.from + at + n};
    r->typed_digits++;
    diag_report(r->diag, DIAG_TYPED_DIGIT, s, arena_strndup(r->arena, text->text + at, n),
                is_in_table(text->parent)
                    ? "<r:value>, or role=\"typed\" on the entry, the row or the table where "
                      "numbers are meant to be typed"
                    : "<r:value>, or <phrase role=\"typed\"> where a number is meant to be typed",
                NULL);
}

void digits_check(struct reader *r, const struct node *text) {
    const char *t = text->text;
    if (!has_digit(t))
        return;
    for (size_t i = 0; t[i];) {
        size_t n = longest_name(r, t + i);
        if (n) {
            i += n;
            continue;
        }
        n = word_length(t + i);
        if (n)
            check_word(r, text, i, n);
        i += n ? n : 1;
    }
}
