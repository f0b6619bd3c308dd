#include "book/variant.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "book/look.h"
#include "doc/block.h"

enum { TEMPLATES_MOST = 64 };

static struct names one(struct arena *a, const char *name) {
    const char **at = ARENA_ARRAY(a, const char *, 1);
    at[0] = name;
    return (struct names){at, 1};
}

static bool is_in(const struct names *list, const char *name) {
    for (size_t i = 0; i < list->n; i++)
        if (!strcmp(list->at[i], name))
            return true;
    return false;
}

/* ── Editions ── */

static bool edition_known(struct session *s, const struct word *w) {
    for (size_t i = 0; i < EDITION_COUNT; i++)
        if (!strcmp(w->text, edition_names[i]))
            return true;
    diag_report(s->diag, DIAG_UNKNOWN_EDITION, w->span, w->text, "student, teacher or answers",
                nearest_name(w->text, edition_names, EDITION_COUNT));
    return false;
}

struct names variant_editions(struct session *s, const struct course_book *book,
                              const char *option) {
    const struct word *words;
    size_t count = option ? 0 : attribute_words(s->arena, book->editions, &words);
    const char **at = ARENA_ARRAY(s->arena, const char *, count + 1);
    struct names list = {at, 0};
    if (option && strcmp(option, "all") != 0)
        return one(s->arena, option);
    if (option || (count == 1 && !strcmp(words[0].text, "all")))
        return (struct names){edition_names, EDITION_COUNT};
    for (size_t i = 0; i < count; i++)
        if (edition_known(s, &words[i]) && !is_in(&list, words[i].text))
            at[list.n++] = words[i].text;
    return book->editions ? list : one(s->arena, edition_names[EDITION_STUDENT]);
}

/* ── Templates ── */

static bool has_pairs(const struct look *look) {
    for (size_t i = 0; i < look->n; i++)
        for (const struct node *c = look->at[i]->child; c; c = c->next)
            if (node_is(c, NS_RIDGE, "page") && node_value(c, "pairs"))
                return true;
    return false;
}

/* Of a handout in so many languages: its faults are told when it is used. */
static bool serves(struct session *s, const char *path, bool bilingual) {
    struct session quiet = *s;
    struct look look;
    quiet.diag = diag_new(s->arena);
    return look_read(&quiet, path, NULL, &look) && node_is(look.at[0], NS_RIDGE, "template") &&
           !node_child(look.at[0], NS_DOCBOOK, "article") && has_pairs(&look) == bilingual;
}

static int by_name(const void *x, const void *y) {
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

static struct names every_template(struct session *s, bool bilingual) {
    const char **at = ARENA_ARRAY(s->arena, const char *, TEMPLATES_MOST);
    struct names list = {at, 0};
    DIR *folder = opendir(session_path(s, "templates"));
    for (struct dirent *e; folder && list.n < TEMPLATES_MOST && (e = readdir(folder));) {
        size_t n = strlen(e->d_name);
        if (n <= 4 || strcmp(e->d_name + n - 4, ".xml") != 0)
            continue;
        const char *path = session_path(s, arena_printf(s->arena, "templates/%s", e->d_name));
        if (serves(s, path, bilingual))
            at[list.n++] = arena_strndup(s->arena, e->d_name, n - 4);
    }
    if (folder)
        closedir(folder);
    if (list.n)
        qsort(at, list.n, sizeof *at, by_name);
    return list;
}

/* Those of the row that serve so many languages. */
static struct names listed_templates(struct session *s, const struct course_book *book,
                                     bool bilingual) {
    const struct word *words;
    size_t count = attribute_words(s->arena, book->templates, &words);
    const char **at = ARENA_ARRAY(s->arena, const char *, count + 1);
    struct names list = {at, 0};
    if (count == 1 && !strcmp(words[0].text, "all"))
        return every_template(s, bilingual);
    for (size_t i = 0; i < count; i++) {
        const char *path = look_path(s, words[i].text, words[i].span);
        if (path && serves(s, path, bilingual) && !is_in(&list, words[i].text))
            at[list.n++] = words[i].text;
    }
    return list;
}

struct names variant_templates(struct session *s, const struct course_book *book,
                               const char *option, bool bilingual) {
    if (option && !strcmp(option, "all"))
        return every_template(s, bilingual);
    if (option)
        return one(s->arena, option);
    struct names list = listed_templates(s, book, bilingual);
    bool usual = !list.n && (bilingual || !book->templates);
    return usual ? one(s->arena, bilingual ? "bilingual" : "handout") : list;
}

const char *variant_name(struct arena *a, const char *template_) {
    const char *slash = strrchr(template_, '/'), *name = slash ? slash + 1 : template_;
    size_t n = strlen(name);
    bool file = n > 4 && !strcmp(name + n - 4, ".xml");
    return file ? arena_strndup(a, name, n - 4) : name;
}
