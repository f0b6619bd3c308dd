#include "book/books.h"

#include <string.h>

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

/* The book's file is there, below content/. */
static bool is_there(struct session *s, const struct node *row) {
    const char *content = session_path(s, "content"), *href = node_value(row, "href");
    bool outside = false;
    if (*href &&
        path_inside(s->arena, content, arena_printf(s->arena, "%s/", content), href, &outside))
        return true;
    const char *path = arena_printf(s->arena, "%s/%s", content, href);
    diag_report(s->diag, outside ? DIAG_INCLUDE_OUTSIDE : DIAG_INCLUDE_MISSING,
                node_value_span(row, "href"), href, "a file below content/",
                outside ? NULL : file_nearest(s->arena, path));
    return false;
}

static bool is_sound(struct session *s, const struct node *row, const struct books *before) {
    const char *language = node_value(row, "lang"), *name = node_value(row, "name");
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
    return is_there(s, row);
}

void books_read(struct session *s, const struct node *course, struct books *out) {
    size_t most = 0;
    for (const struct node *n = course->child; n; n = n->next)
        most += node_is(n, NS_RIDGE, "book");
    struct course_book *at = ARENA_ARRAY(s->arena, struct course_book, most + 1);
    *out = (struct books){at, 0};
    for (const struct node *n = course->child; n; n = n->next) {
        if (!node_is(n, NS_RIDGE, "book") || !is_sound(s, n, out))
            continue;
        const char *name = node_value(n, "name");
        at[out->n++] = (struct course_book){
            name ? name : "course", node_value(n, "lang"),
            session_path(s, arena_printf(s->arena, "content/%s", node_value(n, "href")))};
    }
}
