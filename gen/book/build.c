/* Builds every product that content/course.xml and content/charts.xml list, if it is not fresh. */
#include <stdio.h>
#include <string.h>

#include "ask/command.h"
#include "book/building.h"
#include "book/fresh.h"
#include "book/product.h"
#include "book/variant.h"

static const struct option_row OPTIONS[] = {
    {"lang", "L", "only this language: zh, en; zh+en for both in one; all without", NULL, NULL},
    {"edition", "E", "whom the handout is for; without, as <r:book> says, or student",
     "student|teacher|answers|all", NULL},
    {"template", "T",
     "how the handout looks: a name in templates/, a file, or all; handout without, bilingual for "
     "two languages",
     NULL, NULL},
    {"profile", "NAME=VALUE", "choose by a profiling attribute: os=linux; may be repeated", NULL,
     NULL},
    {"verbose", NULL, "say how many bytes each font has in each PDF", NULL, NULL},
    {"depfile", "FILE", "write what each product is made from, as rules for make", NULL, NULL},
    {"o", "DIR", "where to write, instead of out/; one document also to a file: notes.pdf", NULL,
     NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static struct path_list copy_list(struct arena *a, const struct path_list *from) {
    struct path_list list = {0};
    for (const struct path_entry *e = from->first; e; e = e->next)
        path_list_add(a, &list, e->path);
    return list;
}

bool build_is_fresh(struct build *b, const char *path, const char *request) {
    if (b->request->dry || !fresh_is(b->shop.session, path, request))
        return false;
    path_list_add(b->shop.session->arena, &b->products, path);
    return true;
}

void build_finish(struct build *b, const char *path, const char *request, const struct bytes *out,
                  const struct path_list *files) {
    struct session *s = b->shop.session;
    if (b->request->dry)
        return;
    char *folder = arena_strdup(s->arena, path);
    *strrchr(folder, '/') = 0;
    if (!folder_make(s->diag, folder) || !file_write(s->diag, path, out->at, out->n))
        return;
    fresh_note(s, path, request, files);
    path_list_add(s->arena, &b->products, path);
    printf("%s\n", path);
    if (b->shop.report && b->shop.report->n) {
        printf("%s", b->shop.report->at);
        b->shop.report->n = 0;
    }
}

/* ".teacher", or nothing for what is usual. */
static const char *suffix(struct arena *a, const char *name, const char *usual) {
    return strcmp(name, usual) ? arena_printf(a, ".%s", name) : "";
}

/* -o book.pdf */
static bool is_file(const char *out) {
    size_t n = strlen(out);
    return n > 4 && !strcmp(out + n - 4, ".pdf");
}

static const char *file_path(struct arena *a, const char *out) {
    return strchr(out, '/') ? out : arena_printf(a, "./%s", out);
}

static const char *handout_path(const struct build *b, const struct course_book *book,
                                const struct course_book *second, const char *edition,
                                const char *template_) {
    struct arena *a = b->shop.session->arena;
    return arena_printf(a, "%s/handout/%s.%s%s%s%s%s.pdf", b->request->out, book->name,
                        book->language, second ? "+" : "", second ? second->language : "",
                        suffix(a, edition, "student"),
                        suffix(a, variant_name(a, template_), second ? "bilingual" : "handout"));
}

/* The document, and all options that do not stand in the name of a file that the user chose. */
static const char *request_words(struct arena *a, const struct handout_request *q) {
    const char *words = arena_printf(a, "%s %s %s %s", q->book_path,
                                     q->second ? q->second : q->language, q->edition, q->template_);
    for (size_t i = 0; i < q->profile_count; i++)
        words = arena_printf(a, "%s %s=%s", words, q->profiles[i].attribute, q->profiles[i].value);
    return words;
}

/* A handout of a book, or of a book and its twin in a second language. */
static void build_edition(struct build *b, const struct course_book *book,
                          const struct course_book *second, const char *edition,
                          const char *template_) {
    struct session *s = b->shop.session;
    const struct build_request *request = b->request;
    const char *path = is_file(request->out) ? file_path(s->arena, request->out)
                                             : handout_path(b, book, second, edition, template_);
    const struct course_book *twin = second ? second : books_twin(&b->books, book);
    struct handout_request q = {.language = book->language,
                                .edition = edition,
                                .template_ = template_,
                                .second = second ? second->language : NULL,
                                .book_path = book->path,
                                .twin_path = twin ? twin->path : NULL,
                                .profiles = request->profiles,
                                .profile_count = request->profile_count};
    const char *words = request_words(s->arena, &q);
    if (build_is_fresh(b, path, words) || !workshop_open(&b->shop))
        return;
    struct path_list files = copy_list(s->arena, &b->common);
    struct bytes out = {.arena = s->arena};
    if (product_handout(&b->shop, &q, &files, &out))
        build_finish(b, path, words, &out, &files);
}

static void build_handout(struct build *b, const struct course_book *book,
                          const struct course_book *second) {
    struct session *s = b->shop.session;
    const struct build_request *q = b->request;
    struct names editions = variant_editions(s, book, q->edition);
    struct names templates = variant_templates(s, book, q->template_, second != NULL);
    for (size_t i = 0; i < editions.n; i++)
        for (size_t k = 0; k < templates.n; k++)
            build_edition(b, book, second, editions.at[i], templates.at[k]);
}

static void build_sheet(struct build *b, const char *language, const char *template_,
                        const char *path, const struct accelerator *const *accelerators, size_t n) {
    struct session *s = b->shop.session;
    if (build_is_fresh(b, path, template_) || !workshop_open(&b->shop))
        return;
    struct path_list files = copy_list(s->arena, &b->common);
    struct bytes out = {.arena = s->arena};
    if (product_sheet(&b->shop, language, session_path(s, template_), accelerators, n, &files,
                      &out))
        build_finish(b, path, template_, &out, &files);
}

/* <r:sheets/>: one for every device that is confirmed and has what a sheet reckons with. */
static void build_sheets(struct build *b, const struct node *row, const char *language) {
    (void)row;
    struct session *s = b->shop.session;
    for (size_t i = 0; i < catalog_accelerator_count(b->shop.catalog); i++) {
        const struct accelerator *x = catalog_accelerator_at(b->shop.catalog, i);
        if (accelerator_complete(x))
            build_sheet(
                b, language, "templates/sheet.xml",
                arena_printf(s->arena, "%s/sheets/%s.%s.pdf", b->request->out, x->id, language), &x,
                1);
    }
}

/* <r:compare a="…" b="…" c="…" d="…"/>, two to four devices */
static void build_compare(struct build *b, const struct node *row, const char *language) {
    struct session *s = b->shop.session;
    static const char *const names[] = {"a", "b", "c", "d"};
    const struct accelerator *at[4];
    const char *file = "";
    size_t n = 0;
    for (size_t i = 0; i < 4; i++) {
        const char *id = node_value(row, names[i]);
        if (!id && i >= 2)
            continue;
        if (!id)
            diag_report(s->diag, DIAG_OPTION_MISSING, row->span,
                        arena_printf(s->arena, "the attribute %s", names[i]),
                        "<r:compare a=\"ID\" b=\"ID\"/>", NULL);
        at[n] =
            id ? catalog_accelerator(b->shop.catalog, s->diag, node_value_span(row, names[i]), id)
               : NULL;
        if (!at[n])
            return;
        file = arena_printf(s->arena, "%s%s%s", file, n ? "-vs-" : "", at[n]->id);
        n++;
    }
    build_sheet(b, language, n > 2 ? "templates/comparison-many.xml" : "templates/comparison.xml",
                arena_printf(s->arena, "%s/compare/%s.%s.pdf", b->request->out, file, language), at,
                n);
}

static void build_nothing(struct build *b, const struct node *row, const char *language) {
    (void)b, (void)row, (void)language;
}

static const struct course_row {
    const char *element;
    void (*build)(struct build *, const struct node *, const char *language);
} ROWS[] = {{"book", build_nothing}, {"sheets", build_sheets}, {"compare", build_compare}};
enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

static void build_row(struct build *b, const struct node *n, const char *language) {
    struct arena *a = b->shop.session->arena;
    const char *names[ROW_COUNT];
    for (size_t i = 0; i < ROW_COUNT; i++) {
        names[i] = arena_printf(a, "r:%s", ROWS[i].element);
        if (node_is(n, NS_RIDGE, ROWS[i].element)) {
            ROWS[i].build(b, n, language);
            return;
        }
    }
    diag_report(b->shop.session->diag, DIAG_COURSE_ELEMENT, n->span, node_written(a, n),
                "r:book, r:sheets or r:compare",
                nearest_name(node_written(a, n), names, ROW_COUNT));
}

/* The charts of the course. */
static void build_listed_charts(struct build *b, const char *language) {
    struct session *s = b->shop.session;
    struct path_list files = copy_list(s->arena, &b->common);
    const struct node *charts = xml_read(s->arena, s->diag, session_path(s, "content"),
                                         session_path(s, "content/charts.xml"), &files);
    if (charts)
        build_charts(b, charts, language, &files);
}

static void build_language(struct build *b, const char *language) {
    for (size_t i = 0; i < b->books.n; i++)
        if (!strcmp(b->books.at[i].language, language))
            build_handout(b, &b->books.at[i], NULL);
    if (!b->course)
        return;
    for (const struct node *n = b->course->child; n; n = n->next)
        if (n->kind == NODE_ELEMENT)
            build_row(b, n, language);
    build_listed_charts(b, language);
}

/* "zh+en": the handouts in both of those books that the course has in both. */
static bool build_bilingual(struct build *b) {
    struct arena *a = b->shop.session->arena;
    const char *wanted = b->request->language, *plus = strchr(wanted, '+');
    bool found = false;
    const char *first = plus ? arena_strndup(a, wanted, (size_t)(plus - wanted)) : "";
    for (size_t i = 0; plus && strcmp(first, plus + 1) != 0 && i < b->books.n; i++) {
        const struct course_book *book = &b->books.at[i];
        const struct course_book *second = books_find(&b->books, book->name, plus + 1);
        if (strcmp(book->language, first) != 0 || !second)
            continue;
        build_handout(b, book, second);
        found = true;
    }
    return found;
}

/* A file of charts by itself: in the languages of the words. */
static void build_chart_languages(struct build *b) {
    struct session *s = b->shop.session;
    const char *wanted = b->request->language;
    if (strcmp(wanted, "all") != 0) {
        if (session_strings(s, b->shop.catalog, wanted))
            build_charts(b, b->charts, wanted, &b->common);
        return;
    }
    for (size_t i = 0; i < catalog_language_count(b->shop.catalog); i++)
        build_charts(b, b->charts, catalog_language_at(b->shop.catalog, i), &b->common);
}

static void build_languages(struct build *b) {
    struct session *s = b->shop.session;
    if (b->charts) {
        build_chart_languages(b);
        return;
    }
    const char *const *names, *wanted = b->request->language;
    size_t n = books_languages(s->arena, &b->books, &names);
    bool all = !strcmp(wanted, "all"), found = all || build_bilingual(b);
    if (!n && b->course && !diag_faults(s->diag))
        diag_report(s->diag, DIAG_COURSE_EMPTY, b->course->span, "r:course",
                    "<r:book lang=\"en\" href=\"en/course.xml\"/>", NULL);
    for (size_t i = 0; i < n; i++)
        if (all || !strcmp(wanted, names[i])) {
            build_language(b, names[i]);
            found = true;
        }
    if (n && !found)
        diag_report(s->diag, DIAG_UNKNOWN_LANGUAGE, (struct span){0}, wanted,
                    b->course
                        ? "the lang of an <r:book> of the course, two of them as zh+en, or all"
                        : "the xml:lang of a file given, two of them as zh+en, or all",
                    nearest_name(wanted, names, n));
}

/* A course, charts, or documents by their files; false after reporting. */
static bool read_books(struct build *b) {
    struct session *s = b->shop.session;
    const struct build_request *q = b->request;
    const char *course = q->file_count ? q->files[0] : session_path(s, "content/course.xml");
    if (q->file_count < 2) {
        const struct node *root =
            xml_read(s->arena, s->diag, book_folder(s, course), course, &b->common);
        if (!root || diag_faults(s->diag))
            return false;
        b->course = node_is(root, NS_RIDGE, "course") ? root : NULL;
        b->charts = node_is(root, NS_RIDGE, "charts") ? root : NULL;
    }
    press_files(s, &b->common);
    if (b->charts)
        return true;
    if (b->course)
        books_read(s, b->course, course, &b->books);
    else
        books_of_files(s, q->files, q->file_count, &b->books);
    return true;
}

static bool says_all(const char *option) {
    return option && !strcmp(option, "all");
}

/* A file holds one document, in one edition. */
static bool fits_out(const struct build *b) {
    const struct build_request *q = b->request;
    bool one = !b->course && (b->books.n == 1 || strchr(q->language, '+')) &&
               !says_all(q->edition) && !says_all(q->template_);
    if (one || !is_file(q->out))
        return true;
    diag_report(b->shop.session->diag, DIAG_OUT_IS_FILE, (struct span){0}, q->out,
                "one document in one edition, or a folder", NULL);
    return false;
}

/* --depfile: what is not made again has its rule all the same. */
static void write_rules(const struct build *b) {
    struct session *s = b->shop.session;
    struct bytes rules = {.arena = s->arena};
    if (!b->request->depfile)
        return;
    for (const struct path_entry *p = b->products.first; p; p = p->next)
        fresh_rule(s, p->path, &rules);
    file_write(s->diag, b->request->depfile, rules.at, rules.n);
}

void build_course(struct session *s, const struct build_request *request) {
    struct build b = {.request = request};
    struct bytes report = {.arena = s->arena};
    b.shop.session = s;
    b.shop.report = request->verbose ? &report : NULL;
    b.shop.catalog = session_catalog(s, &b.common);
    if (!b.shop.catalog || !read_books(&b) || !fits_out(&b))
        return;
    build_languages(&b);
    write_rules(&b);
}

/* "os=linux" */
static bool profile_read(struct session *s, const char *given, struct profile *out) {
    const char *equals = strchr(given, '=');
    out->attribute = equals ? arena_strndup(s->arena, given, (size_t)(equals - given)) : given;
    out->value = equals ? equals + 1 : "";
    if (equals && equals[1] && profile_known(out->attribute))
        return true;
    diag_report(s->diag, DIAG_UNKNOWN_OPTION, (struct span){0}, given,
                "NAME=VALUE, NAME one of userlevel, os, arch, vendor, security, revision, "
                "conformance, wordsize, outputformat",
                NULL);
    return false;
}

bool profiles_read(struct session *s, const struct options *o, const struct profile **out,
                   size_t *count) {
    const char *const *given;
    size_t n = option_values(s->arena, o, "profile", &given);
    struct profile *profiles = ARENA_ARRAY(s->arena, struct profile, n + 1);
    for (size_t i = 0; i < n; i++)
        if (!profile_read(s, given[i], &profiles[i]))
            return false;
    *out = profiles;
    *count = n;
    return true;
}

static void run(struct session *s, const struct options *o) {
    const struct profile *profiles;
    size_t n;
    if (!profiles_read(s, o, &profiles, &n))
        return;
    struct build_request request = {.profiles = profiles,
                                    .profile_count = n,
                                    .template_ = option_value(o, "template", NULL),
                                    .files = o->plain,
                                    .file_count = o->plain_count,
                                    .out = option_value(o, "o", s->out),
                                    .language = option_value(o, "lang", "all"),
                                    .edition = option_value(o, "edition", NULL),
                                    .depfile = option_value(o, "depfile", NULL),
                                    .verbose = option_given(o, "verbose")};
    if (says_all(request.template_) || !request.template_ ||
        look_path(s, request.template_, (struct span){0}))
        build_course(s, &request);
}

const struct command command_build = {
    "[FILE]… [--lang L] [--edition E] [--template T] [-o DIR]", OPTIONS, 0, 100, NULL, run, NULL, NULL};
