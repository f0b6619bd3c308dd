/* Reads, computes and lays out everything, and writes no product: what remains are the messages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask/command.h"
#include "book/around.h"
#include "book/build.h"
#include "book/product.h"
#include "doc/block.h"
#include "doc/foreign.h"
#include "doc/letters.h"

static const struct option_row OPTIONS[] = {
    {"edition", "E", "which edition to check; student without", "student|teacher|answers|all",
     NULL},
    {"template", "T", "laid out as by this template: a name in templates/; handout without", NULL,
     NULL},
    {NULL, NULL, NULL, NULL, NULL}};

struct check {
    struct workshop shop;
    struct path_list catalogue; /* files that opening the catalogue has checked */
    const char *edition, *template_;
};

static bool lists_file(const struct path_list *files, const char *path) {
    char *real = realpath(path, NULL);
    bool found = false;
    for (const struct path_entry *e = files->first; real && e; e = e->next)
        found = found || !strcmp(e->path, real);
    free(real);
    return found;
}

/* The book of the course that includes the file, or NULL. Faults on the way are not of this file.
 */
static const char *book_including(struct session *s, const char *path) {
    const char *content = session_path(s, "content");
    struct diag *unheard = diag_new(s->arena);
    const struct node *course =
        xml_read(s->arena, unheard, content, session_path(s, "content/course.xml"), NULL);
    for (const struct node *n = course ? course->child : NULL; n; n = n->next) {
        const char *href = node_is(n, NS_RIDGE, "book") ? node_value(n, "href") : NULL;
        if (!href)
            continue;
        const char *book = arena_printf(s->arena, "%s/%s", content, href);
        struct path_list files = {NULL, NULL};
        if (xml_read(s->arena, unheard, content, book, &files) && lists_file(&files, path))
            return book;
    }
    return NULL;
}

/* A book, or a chapter on its own. */
static void check_text(struct check *c, const char *path, const struct node *root) {
    struct session *s = c->shop.session;
    const struct workshop *w = &c->shop;
    struct arena *a = s->arena;
    const char *template_ = look_path(s, c->template_, (struct span){0});
    struct look look;
    const struct strings *strings = session_strings(s, w->catalog, book_language(a, root));
    if (!strings || !template_ || !look_read(s, template_, NULL, &look))
        return;
    struct read_request request = {.catalog = w->catalog,
                                   .strings = strings,
                                   .fonts = w->fonts,
                                   .edition = strcmp(c->edition, "all") ? c->edition : "teacher",
                                   .form = look_form(a, s->diag, &look),
                                   .part = !node_is(root, NS_DOCBOOK, "book") &&
                                           !node_is(root, NS_DOCBOOK, "article"),
                                   .content = book_folder(s, path)};
    struct block *block = blocks_read(a, s->diag, root, &request);
    if (!block)
        return;
    struct layout_request layout = {.strings = strings,
                                    .catalog = w->catalog,
                                    .fonts = w->fonts,
                                    .hyphenator = w->hyphenator,
                                    .styles = look_styles(a, s->diag, &look),
                                    .form = request.form};
    layout_handout(a, s->diag, book_around(a, block), &layout);
}

/* How many devices a template wants that have no default. */
static size_t devices_wanted(const struct node *root) {
    size_t n = 0;
    for (const struct node *p = root->child; p; p = p->next)
        n += node_is(p, NS_RIDGE, "param") && !node_value(p, "default");
    return n;
}

/* A template of sheets, tried in every language with the first devices of the catalogue; one
 * without an article holds styles only. */
static void check_template(struct check *c, const char *path, const struct node *root) {
    struct session *s = c->shop.session;
    const struct catalog *catalog = c->shop.catalog;
    if (!node_child(root, NS_DOCBOOK, "article")) {
        styles_read(s->arena, s->diag, root);
        return;
    }
    size_t wanted = devices_wanted(root), n = 0;
    const struct accelerator **devices =
        ARENA_ARRAY(s->arena, const struct accelerator *, wanted + 1);
    for (size_t i = 0; n < wanted && i < catalog_accelerator_count(catalog); i++)
        if (accelerator_complete(catalog_accelerator_at(catalog, i)))
            devices[n++] = catalog_accelerator_at(catalog, i);
    for (size_t i = 0; i < catalog_language_count(catalog); i++) {
        struct bytes out = {.arena = s->arena};
        product_sheet(&c->shop, catalog_language_at(catalog, i), path, devices, n, NULL, &out);
    }
}

static void check_course(struct check *c, const char *path, const struct node *root) {
    struct build_request request = {.files = &path,
                                    .file_count = 1,
                                    .out = c->shop.session->out,
                                    .language = "all",
                                    .edition = c->edition,
                                    .template_ = c->template_,
                                    .dry = true};
    (void)root;
    build_course(c->shop.session, &request);
}

/* The charts are made with the course. */
static void check_charts(struct check *c, const char *path, const struct node *root) {
    (void)path;
    check_course(c, session_path(c->shop.session, "content/course.xml"), root);
}

/* A file of an overlay is checked with those beside it, over the shipped catalogue. */
static void check_overlay(struct check *c, const char *path, const struct node *root) {
    struct session *s = c->shop.session;
    const char *slash = strrchr(path, '/');
    const char *folder = slash ? arena_strndup(s->arena, path, (size_t)(slash - path)) : ".";
    struct overlay overlay = {folder, folder, false};
    (void)root;
    catalog_load_over(s->arena, s->diag, session_path(s, "content"), &overlay, 1, NULL, NULL);
}

static void check_file(struct check *c, const char *path) {
    static const struct {
        const char *element;
        void (*check)(struct check *, const char *path, const struct node *root);
    } rows[] = {{"template", check_template},    {"course", check_course},
                {"charts", check_charts},        {"sources", check_overlay},
                {"accelerators", check_overlay}, {"links", check_overlay},
                {"models", check_overlay},       {"prices", check_overlay}};
    struct session *s = c->shop.session;
    if (lists_file(&c->catalogue, path))
        return;
    struct node *root = xml_read(s->arena, s->diag, book_folder(s, path), path, NULL);
    if (!root)
        return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (node_is(root, NS_RIDGE, rows[i].element)) {
            rows[i].check(c, path, root);
            return;
        }
    /* What a chapter of the course refers to stands in its book. */
    const char *book = node_is(root, NS_DOCBOOK, "book") ? NULL : book_including(s, path);
    if (book)
        root = xml_read(s->arena, s->diag, book_folder(s, book), path = book, NULL);
    if (!root || !foreign_settle(s->arena, s->diag, root))
        return;
    letters_settle(s->arena, s->diag, root);
    check_text(c, path, root);
}

static void print_count(size_t n, const char *what) {
    printf("%zu %s%s", n, what, n == 1 ? "" : "s");
}

static void run(struct session *s, const struct options *o) {
    struct check c = {.edition = option_value(o, "edition", "student"),
                      .template_ = option_value(o, "template", "handout")};
    c.shop.session = s;
    c.shop.catalog = session_catalog(s, &c.catalogue);
    if (!c.shop.catalog || !look_path(s, c.template_, (struct span){0}) || !workshop_open(&c.shop))
        return;
    if (!o->plain_count)
        check_course(&c, session_path(s, "content/course.xml"), NULL);
    for (size_t i = 0; i < o->plain_count; i++)
        check_file(&c, o->plain[i]);
    size_t errors = diag_count(s->diag, SEVERITY_ERROR);
    print_count(errors, "error");
    fputs(", ", stdout);
    print_count(diag_count(s->diag, SEVERITY_WARNING) - errors, "warning");
    putchar('\n');
}

const struct command command_check = {
    "[FILE]… [--edition E] [--template T]", OPTIONS, 0, 1000, NULL, run, NULL, NULL};
