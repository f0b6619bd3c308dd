#include "book/books.h"

#include <string.h>

#include "book/product.h"

enum { LONGEST_NAME = 64 };

bool product_name(const char *name) {
    size_t length = strlen(name);
    return length && length <= LONGEST_NAME &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == length;
}

const struct course_book *books_find(const struct books *books, const char *name,
                                     const char *language) {
    for (size_t i = 0; i < books->n; i++)
        if (!strcmp(books->at[i].name, name) && !strcmp(books->at[i].language, language))
            return &books->at[i];
    return NULL;
}

const struct course_book *books_twin(const struct books *books, const struct course_book *book) {
    for (size_t i = 0; i < books->n; i++)
        if (!strcmp(books->at[i].name, book->name) &&
            strcmp(books->at[i].language, book->language) != 0)
            return &books->at[i];
    return NULL;
}

size_t books_languages(struct arena *a, const struct books *books, const char *const **out) {
    const char **names = ARENA_ARRAY(a, const char *, books->n + 1);
    size_t n = 0;
    for (size_t i = 0; i < books->n; i++) {
        size_t k = 0;
        while (k < n && strcmp(names[k], books->at[i].language) != 0)
            k++;
        if (k == n)
            names[n++] = books->at[i].language;
    }
    *out = names;
    return n;
}

/* The book's file is there, below content/, or below the course when that lies elsewhere. */
static bool is_there(struct session *s, const struct node *row, const char *course) {
    const char *href = node_value(row, "href"), *folder = book_folder(s, course);
    bool outside = false;
    if (*href && path_inside(s->arena, folder, course, href, &outside))
        return true;
    bool ours = !strcmp(folder, session_path(s, "content"));
    diag_report(s->diag, outside ? DIAG_INCLUDE_OUTSIDE : DIAG_INCLUDE_MISSING,
                node_value_span(row, "href"), href,
                ours ? "a file below content/" : arena_printf(s->arena, "a file below %s/", folder),
                outside ? NULL : file_nearest(s->arena, path_join(s->arena, course, href)));
    return false;
}

static void check_names(struct session *s, const struct node *row) {
    static const char *const names[] = {"name", "lang", "href", "editions", "templates"};
    enum { NAMES = sizeof names / sizeof *names };
    for (const struct attribute *at = row->attributes; at; at = at->next) {
        bool known = at->ns != NS_NONE;
        for (size_t i = 0; i < NAMES; i++)
            known |= !strcmp(at->name, names[i]);
        if (!known)
            diag_report(s->diag, DIAG_UNKNOWN_OPTION, at->name_span, at->name,
                        "name, lang, href, editions, templates",
                        nearest_name(at->name, names, NAMES));
    }
}

static bool is_sound(struct session *s, const struct node *row, const char *course,
                     const struct books *before) {
    const char *language = node_value(row, "lang"), *name = node_value(row, "name");
    check_names(s, row);
    if (!language || !node_value(row, "href")) {
        diag_report(s->diag, DIAG_OPTION_MISSING, row->span,
                    language ? "the attribute href" : "the attribute lang",
                    "<r:book lang=\"en\" href=\"en/course.xml\"/>", NULL);
        return false;
    }
    if (name && !product_name(name)) {
        diag_report(s->diag, DIAG_BOOK_NAME, node_value_span(row, "name"), name, PRODUCT_NAME,
                    NULL);
        return false;
    }
    if (books_find(before, name ? name : "course", language)) {
        diag_report(s->diag, DIAG_DUPLICATE_ID, node_value_span(row, "lang"), language, NULL, NULL);
        return false;
    }
    return is_there(s, row, course);
}

void books_read(struct session *s, const struct node *course, const char *path, struct books *out) {
    size_t most = 0;
    for (const struct node *n = course->child; n; n = n->next)
        most += node_is(n, NS_RIDGE, "book");
    struct course_book *at = ARENA_ARRAY(s->arena, struct course_book, most + 1);
    *out = (struct books){at, 0};
    for (const struct node *n = course->child; n; n = n->next) {
        if (!node_is(n, NS_RIDGE, "book") || !is_sound(s, n, path, out))
            continue;
        const char *name = node_value(n, "name");
        at[out->n++] =
            (struct course_book){.name = name ? name : "course",
                                 .language = node_value(n, "lang"),
                                 .path = path_join(s->arena, path, node_value(n, "href")),
                                 .editions = node_attribute(n, NS_NONE, "editions"),
                                 .templates = node_attribute(n, NS_NONE, "templates")};
    }
}

/* ── Files ── */

/* "notes" of "notes.en.xml" and of "notes.xml". */
static const char *name_of(struct arena *a, const char *path, const char *language) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *ends[] = {".xml", arena_printf(a, ".%s", language)};
    size_t n = strlen(name);
    for (size_t i = 0; i < 2; i++) {
        size_t end = strlen(ends[i]);
        if (n > end && !strncmp(name + n - end, ends[i], end))
            n -= end;
    }
    return arena_strndup(a, name, n);
}

void books_of_files(struct session *s, const char *const *paths, size_t n, struct books *out) {
    struct course_book *at = ARENA_ARRAY(s->arena, struct course_book, n + 1);
    *out = (struct books){at, 0};
    for (size_t i = 0; i < n; i++) {
        const struct node *root =
            xml_read(s->arena, s->diag, book_folder(s, paths[i]), paths[i], NULL);
        if (!root)
            continue;
        const char *language = book_language(s->arena, root);
        const char *name = name_of(s->arena, paths[i], language);
        if (root->ns != NS_DOCBOOK)
            diag_report(s->diag, DIAG_COURSE_ELEMENT, root->span, node_written(s->arena, root),
                        "one course, or documents: a book, an article or a chapter", NULL);
        else if (books_find(out, name, language))
            diag_report(s->diag, DIAG_DUPLICATE_ID, root->span,
                        arena_printf(s->arena, "%s.%s", name, language), NULL, NULL);
        else
            at[out->n++] =
                (struct course_book){.name = name, .language = language, .path = paths[i]};
    }
}
