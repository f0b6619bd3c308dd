/* The grammar and the checker give the same verdict, over documents made from the tables: every
 * element in every other, every attribute with good, bad and no value, needed children left out,
 * text where none may be.
 * What no grammar sees, and what is therefore not made here: references and ids used twice, claims,
 * expressions and units, names of the catalogue, shapes of tables, an element that should have some
 * text and is empty, what stands a second time, glyphs, what two languages do not share. */
#include <stdio.h>
#include <stdlib.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <libxml/parser.h>
#include <libxml/relaxng.h>

#include "doc/grammar.h"
#include "doc/value.h"

enum { DEPTH = 10 };

struct trial {
    struct arena *arena;
    xmlRelaxNGPtr chapter, template_;
    size_t parent[ELEMENTS_MOST]; /* the shortest way up */
    bool reached[ELEMENTS_MOST];
    size_t good, bad, differ;
};

/* ── Verdicts ── */

static void silent(void *context, const char *format, ...) {
    (void)context, (void)format;
}

static xmlRelaxNGPtr schema_of(struct arena *a, void (*write)(struct bytes *)) {
    struct bytes out = {.arena = a};
    write(&out);
    xmlRelaxNGParserCtxtPtr parser = xmlRelaxNGNewMemParserCtxt(out.at, (int)out.n);
    xmlRelaxNGPtr schema = xmlRelaxNGParse(parser);
    xmlRelaxNGFreeParserCtxt(parser);
    assert_non_null(schema);
    return schema;
}

static bool grammar_accepts(const struct trial *t, const char *text) {
    bool template_ = strncmp(text, "<r:", 3) == 0;
    xmlDocPtr doc = xmlReadMemory(text, (int)strlen(text), "x", NULL,
                                  XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    xmlRelaxNGValidCtxtPtr c = xmlRelaxNGNewValidCtxt(template_ ? t->template_ : t->chapter);
    assert_non_null(doc);
    xmlRelaxNGSetValidErrors(c, silent, silent, NULL);
    int result = xmlRelaxNGValidateDoc(c, doc);
    xmlRelaxNGFreeValidCtxt(c);
    xmlFreeDoc(doc);
    return result == 0;
}

static bool checker_accepts(struct arena *a, const char *text) {
    struct source source = {"x", text, strlen(text)};
    struct reader r = {.arena = a, .diag = diag_new(a)};
    const struct node *root = xml_parse(a, r.diag, &source);
    assert_non_null(root);
    r.root = root;
    check_document(&r, root);
    struct bytes said = {.arena = a};
    diag_write(r.diag, &said, false);
    bytes_add(&said, "", 1);
    size_t twice = 0;
    for (const char *at = said.at; (at = strstr(at, "a second time")); at++)
        twice++;
    return diag_count(r.diag, SEVERITY_ERROR) == twice;
}

static void try(struct trial *t, const char *text) {
    struct arena *a = arena_new();
    bool grammar = grammar_accepts(t, text), checker = checker_accepts(a, text);
    t->good += checker;
    t->bad += !checker;
    if (grammar != checker && t->differ++ < (size_t)(getenv("ALL") ? 100000 : 12))
        printf("the grammar says %s, the checker %s: %s\n", grammar ? "yes" : "no",
               checker ? "yes" : "no", text);
    arena_drop(a);
}

/* ── Documents ── */

static const char *shown(struct arena *a, const struct element *e) {
    return arena_printf(a, "%s%s",
                        e->ns == NS_RIDGE    ? "r:"
                        : e->ns == NS_MATHML ? "m:"
                                             : "",
                        e->name);
}

static const char *good_value(struct attribute_form form) {
    static const char *const values[] = {
        [FORM_ANY] = "x",         [FORM_NAME] = "a-1",        [FORM_ADDRESS] = "https://x",
        [FORM_CHOICE] = NULL,     [FORM_CHOICES] = NULL,      [FORM_PROFILE] = NULL,
        [FORM_COUNT] = "12",      [FORM_DIGITS_FROM_0] = "0", [FORM_DIGITS_FROM_1] = "15",
        [FORM_NUMBER] = "-1.5",   [FORM_FILLED] = " x ",      [FORM_LANGUAGE] = "zh-Hans",
        [FORM_CHART] = "roofline"};
    return values[form.form];
}

static const char *value_for(struct arena *a, const struct element *e, const char *name) {
    struct attribute_form form = attribute_form(e, name);
    const char *value = good_value(form);
    return value ? value : arena_strndup(a, form.words, strcspn(form.words, " "));
}

static const char *needed_attributes(struct arena *a, const struct element *e) {
    const char *list = e->attributes, *word, *all = "";
    size_t n;
    if (!strcmp(e->name, "scenario"))
        return " id='s' task='training' model='m' accelerator='a'";
    while (words_next(&list, &word, &n))
        if (word[n - 1] == '!') {
            const char *name = arena_strndup(a, word, n - 1);
            all = arena_printf(a, "%s %s='%s'", all, name, value_for(a, e, name));
        }
    return all;
}

static const char *minimal(struct arena *a, const struct element *e, const char *attributes,
                           const char *more, const char *without, int depth);

static const char *needed_child(struct arena *a, uint64_t holds, const char *name, size_t n,
                                int depth) {
    for (size_t i = 0; i < element_count; i++)
        if ((elements[i].is & holds) && strlen(elements[i].name) == n &&
            !strncmp(elements[i].name, name, n))
            return minimal(a, &elements[i], "", "", "", depth + 1);
    return "";
}

/* The element with what it needs, but for one child, and `more` at its end. */
static const char *minimal(struct arena *a, const struct element *e, const char *attributes,
                           const char *more, const char *without, int depth) {
    const char *needs = e->needs, *word, *children = "", *name = shown(a, e);
    size_t n;
    bool text = (e->holds & G_TEXT) && e->holds != UINT64_MAX;
    while (depth < DEPTH && words_next(&needs, &word, &n))
        if (strlen(without) != n || strncmp(word, without, n) != 0)
            children = arena_printf(
                a, "%s%s", children,
                *word == '*' ? needed_child(a, e->holds, "para", 4, depth)
                             : needed_child(a, e->holds, word, strcspn(word, "| "), depth));
    return arena_printf(a, "<%s%s%s>%s%s%s</%s>", name, needed_attributes(a, e), attributes,
                        text ? "x" : "", children, more, name);
}

/* The element in its parents up to the root. */
static const char *document(struct trial *t, struct arena *a, size_t i, const char *text) {
    static const char names[] = " xmlns='http://docbook.org/ns/docbook' xmlns:r='urn:ridgepoint:1' "
                                "xmlns:xlink='http://www.w3.org/1999/xlink' "
                                "xmlns:m='http://www.w3.org/1998/Math/MathML'";
    while (t->parent[i] != i) {
        i = t->parent[i];
        text = minimal(a, &elements[i], "", text, "", 0);
    }
    size_t head = strcspn(text, " >");
    return arena_printf(a, "%.*s%s%s", (int)head, text, names, text + head);
}

static bool is_known(const struct element *e) {
    return e->ns == NS_DOCBOOK || e->ns == NS_RIDGE || e->ns == NS_MATHML;
}

/* The shortest way from the root to every element. */
static void find_ways(struct trial *t) {
    size_t queue[ELEMENTS_MOST], n = 0;
    for (size_t i = 0; i < element_count; i++)
        if (elements[i].is & G_ROOT) {
            t->parent[i] = i;
            t->reached[i] = true;
            queue[n++] = i;
        }
    for (size_t at = 0; at < n; at++)
        for (size_t i = 0; i < element_count; i++)
            if (!t->reached[i] && elements[queue[at]].holds != UINT64_MAX &&
                (elements[i].is & elements[queue[at]].holds)) {
                t->parent[i] = queue[at];
                t->reached[i] = true;
                queue[n++] = i;
            }
}

/* ── Trials ── */

static void try_children(struct trial *t, size_t i) {
    for (size_t c = 0; c < element_count; c++) {
        struct arena *a = arena_new();
        const char *child = minimal(a, &elements[c], "", "", "", 0);
        if (is_known(&elements[c]))
            try(t, document(t, a, i, minimal(a, &elements[i], "", child, "", 0)));
        arena_drop(a);
    }
}

static void try_text(struct trial *t, size_t i) {
    static const char *const texts[] = {
        "words",        " <!-- aside --> ",           "<unheard/>",
        "<r:unheard/>", "<x:y xmlns:x='urn:other'/>", "<?pi?><![CDATA[w]]>"};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct arena *a = arena_new();
        try(t, document(t, a, i, minimal(a, &elements[i], "", texts[k], "", 0)));
        arena_drop(a);
    }
}

static void try_needs(struct trial *t, size_t i) {
    const char *needs = elements[i].needs, *word;
    size_t n;
    while (words_next(&needs, &word, &n)) {
        struct arena *a = arena_new();
        const char *without = arena_strndup(a, word, n);
        try(t, document(t, a, i, minimal(a, &elements[i], "", "", without, 0)));
        arena_drop(a);
    }
}

static void try_attribute(struct trial *t, size_t i, const char *name, bool needed) {
    static const char *const values[] = {"",
                                         " ",
                                         "0",
                                         "1",
                                         "16",
                                         "-3.25",
                                         "1.",
                                         ".",
                                         "yes",
                                         "x y",
                                         "https://x",
                                         "é.b",
                                         "mailto:",
                                         "1a",
                                         "a:b",
                                         "capacity compute",
                                         " teacher;student ",
                                         "ridge",
                                         "012",
                                         "12345",
                                         "memory-stack"};
    const struct element *e = &elements[i];
    struct arena *a = arena_new();
    if (!needed) /* else the minimum has it */
        for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
            bool chart = attribute_form(e, name).form == FORM_CHART; /* chart_make says it */
            const char *value = chart ? "roofline" : values[k];
            try(t, document(t, a, i,
                            minimal(a, e, arena_printf(a, " %s='%s'", name, value), "", "", 0)));
        }
    arena_drop(a);
}

static void try_attributes(struct trial *t, size_t i) {
    const char *lists[] = {ELEMENT_COMMON, elements[i].attributes, "unheard r:unheard xlink:title"};
    if (!strcmp(elements[i].attributes, "*"))
        return; /* its own reader checks them */
    struct arena *a = arena_new();
    for (size_t k = 0; k < 3; k++) {
        const char *list = lists[k], *word;
        size_t n;
        while (words_next(&list, &word, &n))
            try_attribute(t, i, arena_strndup(a, word, n), word[n - 1] == '!');
    }
    arena_drop(a);
}

/* Without a needed attribute, or with a bad value of one. */
static void try_needed(struct trial *t, size_t i) {
    struct arena *a = arena_new();
    const char *list = elements[i].attributes, *word;
    const char *whole = minimal(a, &elements[i], "", "", "", 0);
    size_t n;
    while (words_next(&list, &word, &n)) {
        const char *at = strstr(whole, arena_printf(a, " %.*s='", (int)n - 1, word));
        if (word[n - 1] != '!' || !at)
            continue;
        const char *from = strchr(at, '\'') + 1, *to = strchr(from, '\'');
        try(t, document(t, a, i, arena_printf(a, "%.*s%s", (int)(at - whole), whole, to + 1)));
        if (attribute_form(&elements[i], arena_strndup(a, word, n - 1)).form == FORM_CHART)
            continue;
        try(t, document(t, a, i, arena_printf(a, "%.*s? ?%s", (int)(from - whole), whole, to)));
    }
    arena_drop(a);
}

static void test_same_verdicts(void **state) {
    (void)state;
    struct trial t = {.arena = arena_new()};
    t.chapter = schema_of(t.arena, grammar_chapter);
    t.template_ = schema_of(t.arena, grammar_template);
    find_ways(&t);
    for (size_t i = 0; i < element_count; i++) {
        if (!is_known(&elements[i]))
            continue;
        if (!t.reached[i])
            print_error("nothing holds <%s>\n", elements[i].name);
        assert_true(t.reached[i]);
        try_children(&t, i);
        try_text(&t, i);
        try_needs(&t, i);
        try_attributes(&t, i);
        try_needed(&t, i);
    }
    printf("%zu documents that both accept, %zu that both refuse, %zu about which they differ\n",
           t.good, t.bad, t.differ);
    assert_int_equal(t.differ, 0);
    assert_true(t.good > 1000 && t.bad > 3000);
    xmlRelaxNGFree(t.chapter);
    xmlRelaxNGFree(t.template_);
    arena_drop(t.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_verdicts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
