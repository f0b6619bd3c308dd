/* Tables read from DocBook, set on pages, and seen there: for test_tables.c and test_code.c. */
#ifndef RIDGE_TESTS_PAGE_TABLES_H
#define RIDGE_TESTS_PAGE_TABLES_H

#include "doc/reading.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "page/layout.h"

#define assert_near(a, b, within) assert_true(fabs((a) - (b)) <= (within))

struct press {
    struct arena *a;
    struct diag *d;
    struct catalog *catalog;
    struct layout_request request;
    const struct laid *laid;
};

/* A text or a line as it stands on a page. */
struct ink_seen {
    const struct text_item *text; /* or NULL: a line */
    const char *words;
    double x, y, width; /* lines: their length */
    double weight;      /* of a line */
    double angle;
    size_t page;
    bool artifact;
};

struct sight {
    struct ink_seen *at;
    size_t n, room;
};

static inline struct press press_open(const char *language) {
    struct press p = {.a = arena_new()};
    char pool[256];
    p.d = diag_new(p.a);
    snprintf(pool, sizeof pool, "%s/fonts", getenv("OUT") ? getenv("OUT") : "out");
    p.catalog = catalog_load(p.a, p.d, "content", NULL);
    assert_non_null(p.catalog);
    const struct node *n = xml_read(p.a, p.d, "templates", "templates/handout.xml", NULL);
    p.request = (struct layout_request){
        .strings = catalog_strings(p.catalog, language),
        .catalog = p.catalog,
        .fonts = fonts_open(p.a, p.d, "assets/fonts", pool),
        .hyphenator = hyphenator_open(p.a, p.d, "/usr/share/hyphen/hyph_en_US.dic"),
        .styles = styles_read(p.a, p.d, n)};
    return p;
}

static inline void press_close(struct press *p) {
    arena_drop(p->a);
}

/* A book of one section with that content. */
static inline void press_lay(struct press *p, const char *content) {
    const char *language = strings_bcp47(p->request.strings);
    struct source *s = ARENA_NEW(p->a, struct source);
    const char *text = arena_printf(p->a,
                                    "<book" HEAD_ATTRIBUTES " xml:lang='%s'><title>T</title>"
                                    "<chapter xml:id='c'><title>C</title><section xml:id='s'>"
                                    "<title>S</title>%s</section></chapter></book>",
                                    language, content);
    *s = (struct source){"table.xml", text, strlen(text)};
    const struct node *root = xml_parse(p->a, p->d, s);
    assert_non_null(root);
    struct read_request request = {.catalog = p->catalog,
                                   .strings = p->request.strings,
                                   .fonts = p->request.fonts,
                                   .edition = "student"};
    const struct block *b = blocks_read(p->a, p->d, root, &request);
    if (diag_count(p->d, SEVERITY_ERROR)) {
        struct bytes out = {.arena = p->a};
        diag_write(p->d, &out, false);
        fprintf(stderr, "%.*s", (int)out.n, out.at);
    }
    assert_int_equal(diag_count(p->d, SEVERITY_ERROR), 0);
    p->laid = layout_handout(p->a, p->d, b, &p->request);
    assert_non_null(p->laid);
}

static inline void sight_add(struct press *p, struct sight *s, struct ink_seen ink) {
    ARENA_GROW(p->a, s->at, s->n, s->room, 512);
    s->at[s->n++] = ink;
}

static inline const char *words_of_item(struct arena *a, const struct text_item *item) {
    const struct cluster *c = item->shaped->clusters;
    size_t from = c[item->from].at, to = c[item->to - 1].at + c[item->to - 1].bytes;
    return arena_strndup(a, item->shaped->text + from, to - from);
}

static inline void see_page(struct press *p, struct sight *s, size_t page) {
    int artifacts = 0;
    for (const struct item *i = p->laid->pages[page].scene->first; i; i = i->next) {
        if (i->kind == ITEM_TAG_OPEN)
            artifacts += artifacts || i->as.tag.tag == TAG_ARTIFACT;
        else if (i->kind == ITEM_TAG_CLOSE)
            artifacts -= artifacts > 0;
        else if (i->kind == ITEM_TEXT && i->as.text.to > i->as.text.from)
            sight_add(p, s,
                      (struct ink_seen){.text = &i->as.text,
                                        .words = words_of_item(p->a, &i->as.text),
                                        .x = i->as.text.x,
                                        .y = i->as.text.baseline,
                                        .width = i->as.text.width,
                                        .angle = i->as.text.angle,
                                        .page = page,
                                        .artifact = artifacts > 0});
        else if (i->kind == ITEM_LINE)
            sight_add(p, s,
                      (struct ink_seen){.words = "",
                                        .x = i->as.line.from.x,
                                        .y = i->as.line.from.y,
                                        .width = hypot(i->as.line.to.x - i->as.line.from.x,
                                                       i->as.line.to.y - i->as.line.from.y),
                                        .weight = i->as.line.stroke.width,
                                        .page = page,
                                        .artifact = artifacts > 0});
    }
}

/* Everything from the first page of the section on. */
static inline struct sight see_all(struct press *p) {
    struct sight s = {0};
    for (size_t i = 0; i < p->laid->page_count; i++)
        if (p->laid->pages[i].label[0] >= '2' && p->laid->pages[i].label[0] <= '9')
            see_page(p, &s, i);
        else if (strlen(p->laid->pages[i].label) > 1 && p->laid->pages[i].label[0] == '1')
            see_page(p, &s, i);
    return s;
}

static inline const struct ink_seen *find_words(const struct sight *s, const char *words) {
    for (size_t i = 0; i < s->n; i++)
        if (!strcmp(s->at[i].words, words))
            return &s->at[i];
    fail_msg("nowhere: %s", words);
    return NULL;
}

static inline size_t count_words(const struct sight *s, const char *words) {
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        n += !strcmp(s->at[i].words, words);
    return n;
}

#endif
