/* Plain DocBook 5.0 of a book: computed elements become text, tables and pictures beside it. */
#include <string.h>

#include "ask/command.h"
#include "book/build.h"
#include "book/look.h"
#include "book/product.h"
#include "docbook/docbook.h"

static const struct option_row OPTIONS[] = {
    {"lang", "L", "language of the course's book: zh, en", NULL, NULL},
    {"edition", "E", "whom it is for", "student|teacher|answers", NULL},
    {"profile", "NAME=VALUE", "choose by a profiling attribute: os=linux; may be repeated", NULL,
     NULL},
    {"figures", "DIR", "where pictures go; without it FILE without its ending, .figures", NULL,
     NULL},
    {"o", "FILE", "where to write; -o - takes --figures DIR too, if there are pictures", NULL,
     NULL},
    {NULL, NULL, NULL, NULL, NULL}};

struct expand {
    struct workshop shop;
    const char *book, *language, *out;
    const struct strings *strings;
    const struct profile *profiles;
    size_t profile_count;
};

/* "handout.figures" beside handout.xml. */
static const char *figures_folder(struct arena *a, const char *out) {
    const char *slash = strrchr(out, '/'), *name = slash ? slash + 1 : out;
    const char *dot = strrchr(name, '.');
    size_t n = dot && dot > name ? (size_t)(dot - out) : strlen(out);
    return arena_printf(a, "%.*s.figures", (int)n, out);
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

enum { LARGEST_PICTURE = 64 << 20 };

static bool write_picture(struct expand *e, const struct docbook_figure *figure, const char *path) {
    struct session *s = e->shop.session;
    if (figure->original) {
        const struct source *file =
            file_read(s->arena, s->diag, (struct span){0}, figure->original, LARGEST_PICTURE);
        return file && file_write(s->diag, path, file->text, file->bytes);
    }
    struct chart_output output = {.id = "rp", .format = "svg", .theme = THEME_LIGHT, .scale = 1};
    struct bytes out = {.arena = s->arena};
    return product_chart_paint(&e->shop, figure->chart, strings_bcp47(e->strings), &output, &out) &&
           file_write(s->diag, path, out.at, out.n);
}

static bool write_pictures(struct expand *e, const struct docbook_figure *figures,
                           const char *folder) {
    struct session *s = e->shop.session;
    if (figures && !folder_make(s->diag, folder))
        return false;
    for (; figures; figures = figures->next)
        if (!write_picture(e, figures, arena_printf(s->arena, "%s/%s", folder, figures->file)))
            return false;
    return true;
}

/* The folder of the document itself, which standard output has not. */
static bool make_folder(struct session *s, const char *out) {
    const char *slash = strrchr(out, '/');
    return !slash || slash == out ||
           folder_make(s->diag, arena_strndup(s->arena, out, (size_t)(slash - out)));
}

static struct block *read_book(struct expand *e, const char *edition) {
    struct session *s = e->shop.session;
    struct look look;
    const char *template_ = look_path(s, "handout", (struct span){0});
    const struct node *book = book_read(s, s->diag, book_folder(s, e->book), e->book, NULL);
    if (!book || !template_ || !look_read(s, template_, NULL, &look))
        return NULL;
    const struct attribute *lang = node_attribute(book, NS_XML, "lang");
    if (lang && !e->language)
        e->language = arena_strndup(s->arena, lang->value, strcspn(lang->value, "-"));
    e->strings = session_strings(s, e->shop.catalog, e->language ? e->language : "en");
    if (!e->strings)
        return NULL;
    struct read_request request = {.catalog = e->shop.catalog,
                                   .strings = e->strings,
                                   .fonts = e->shop.fonts,
                                   .form = look_form(s->arena, s->diag, &look),
                                   .edition = edition,
                                   .content = book_folder(s, e->book),
                                   .profiles = e->profiles,
                                   .profile_count = e->profile_count};
    struct block *root = blocks_read(s->arena, s->diag, book, &request);
    return diag_faults(s->diag) ? NULL : root;
}

static void run(struct session *s, const struct options *o) {
    struct expand e = {.language = option_value(o, "lang", NULL), .out = option_value(o, "o", "-")};
    e.shop.session = s;
    if (!profiles_read(s, o, &e.profiles, &e.profile_count))
        return;
    e.shop.catalog = session_sound_catalog(s, NULL);
    const char *lang = e.language ? e.language : "en";
    e.book = o->plain_count
                 ? o->plain[0]
                 : session_path(s, arena_printf(s->arena, "content/%s/course.xml", lang));
    if (!e.shop.catalog || !workshop_open(&e.shop))
        return;
    struct block *root = read_book(&e, option_value(o, "edition", "student"));
    if (!root)
        return;
    const char *given = option_value(o, "figures", NULL);
    const char *folder = given ? given : figures_folder(s->arena, e.out);
    struct docbook_request request = {.strings = e.strings,
                                      .folder = given ? given : last_part(folder)};
    struct bytes out = {.arena = s->arena};
    const struct docbook_figure *figures = docbook_write(s->arena, root, &request, &out);
    if (figures && !given && !strcmp(e.out, "-"))
        diag_report(s->diag, DIAG_OPTION_MISSING, (struct span){0}, "--figures",
                    "a folder for the pictures of the book, for beside standard output is none; or "
                    "-o FILE",
                    NULL);
    else if (make_folder(s, e.out) && write_pictures(&e, figures, folder))
        file_write(s->diag, e.out, out.at, out.n);
}

const struct command command_expand = {
    "[BOOK] [--lang L] [--edition E] -o FILE", OPTIONS, 0, 1, "o", run, NULL, NULL};
