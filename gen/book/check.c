/* Reads, computes and lays out everything, and writes nothing: what remains are the messages. */
#include <stdio.h>
#include <string.h>

#include "book/command.h"
#include "book/product.h"
#include "doc/block.h"

static const struct option_row OPTIONS[] = {
    {"edition", "E", "which edition to check", "student|teacher"}, {NULL, NULL, NULL, NULL}};

static const char *folder_of(struct arena *a, const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? arena_strndup(a, path, (size_t)(slash - path)) : ".";
}

/* "zh" of xml:lang="zh-Hans" on the root; English without. */
static const char *language_of(struct arena *a, const struct node *root) {
    const struct attribute *lang = node_attribute(root, NS_XML, "lang");
    return lang ? arena_strndup(a, lang->value, strcspn(lang->value, "-")) : "en";
}

/* One file: a book or a chapter on its own. */
static void check_file(struct workshop *w, const char *path, const char *edition) {
    struct session *s = w->session;
    struct arena *a = s->arena;
    const struct node *root = xml_read(a, s->diag, folder_of(a, path), path, NULL);
    const struct node *template_ = xml_read(a, s->diag, session_path(s, "templates"),
                                            session_path(s, "templates/handout.xml"), NULL);
    if (!root || !template_)
        return;
    const struct strings *strings = session_strings(s, w->catalog, language_of(a, root));
    if (!strings)
        return;
    struct read_request request = {
        .catalog = w->catalog, .strings = strings, .fonts = w->fonts, .edition = edition};
    struct block *block = blocks_read(a, s->diag, root, &request);
    if (!block)
        return;
    struct block book = {.kind = BLOCK_BOOK,
                         .child = block,
                         .language = block->language,
                         .title = block->title,
                         .span = block->span};
    struct layout_request layout = {.strings = strings,
                                    .catalog = w->catalog,
                                    .fonts = w->fonts,
                                    .hyphenator = w->hyphenator,
                                    .styles = styles_read(a, s->diag, template_)};
    layout_handout(a, s->diag, block->kind == BLOCK_BOOK ? block : &book, &layout);
}

static void check_course(struct workshop *w, const char *edition) {
    struct session *s = w->session;
    const struct node *course = xml_read(s->arena, s->diag, session_path(s, "content"),
                                         session_path(s, "content/course.xml"), NULL);
    for (const struct node *n = course ? course->child : NULL; n; n = n->next)
        if (node_is(n, NS_RIDGE, "book") && node_value(n, "href"))
            check_file(w,
                       session_path(s, arena_printf(s->arena, "content/%s", node_value(n, "href"))),
                       edition);
}

static void run(struct session *s, const struct options *o) {
    struct workshop w = {.session = s, .catalog = session_catalog(s, NULL)};
    const char *edition = option_value(o, "edition", "student");
    if (!w.catalog || !workshop_open(&w))
        return;
    if (!o->plain_count)
        check_course(&w, edition);
    for (size_t i = 0; i < o->plain_count; i++)
        check_file(&w, o->plain[i], edition);
    size_t errors = diag_count(s->diag, SEVERITY_ERROR);
    printf("%zu errors, %zu warnings\n", errors, diag_count(s->diag, SEVERITY_WARNING) - errors);
}

const struct command command_check = {
    "check", "[PATH]…", "Schema, claims, references, glyphs and sources, without writing.",
    OPTIONS, 0,         1000,
    run};
