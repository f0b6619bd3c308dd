#include "book/press.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

static const char HYPHEN_PATTERNS[] = "/usr/share/hyphen/hyph_en_US.dic";

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names in a folder, sorted; NULL ends the list. */
static const char **folder_list(struct arena *a, const char *path) {
    DIR *folder = opendir(path);
    size_t n = 0, room = 0;
    const char **names = NULL;
    ARENA_GROW(a, names, n, room, 64);
    for (struct dirent *e; folder && (e = readdir(folder));) {
        if (e->d_name[0] == '.')
            continue;
        names[n++] = arena_strdup(a, e->d_name);
        ARENA_GROW(a, names, n, room, 64);
    }
    if (folder)
        closedir(folder);
    qsort(names, n, sizeof *names, by_name);
    return names;
}

static void announce_folder(struct session *s, struct fonts *f, const char *path, int depth) {
    const char **names = folder_list(s->arena, path);
    for (size_t i = 0; names[i]; i++) {
        const char *inside = arena_printf(s->arena, "%s/%s", path, names[i]);
        struct stat st;
        if (stat(inside, &st))
            continue;
        size_t n = strlen(names[i]);
        if (S_ISDIR(st.st_mode) && depth < 8) {
            announce_folder(s, f, inside, depth + 1);
        } else if (S_ISREG(st.st_mode) && n > 4 && !strcmp(names[i] + n - 4, ".xml")) {
            const struct source *text =
                file_read(s->arena, s->diag, (struct span){0}, inside, XML_FILE_LIMIT);
            if (text)
                fonts_announce(f, text->text);
        }
    }
}

static void announce(struct fonts *f, void *session) {
    struct session *s = session;
    announce_folder(s, f, session_path(s, "content"), 0);
    announce_folder(s, f, session_path(s, "templates"), 0);
}

struct fonts *press_fonts(struct session *s) {
    struct fonts *f = fonts_open(s->arena, s->diag, session_path(s, "assets/fonts"),
                                 arena_printf(s->arena, "%s/fonts", s->out));
    if (f)
        fonts_announcer(f, announce, s);
    return f;
}

void press_files(const struct session *s, struct path_list *files) {
    const char *fonts = session_path(s, "assets/fonts");
    const char **names = folder_list(s->arena, fonts);
    for (size_t i = 0; names[i]; i++)
        path_list_add(s->arena, files, arena_printf(s->arena, "%s/%s", fonts, names[i]));
    if (access(HYPHEN_PATTERNS, R_OK) == 0)
        path_list_add(s->arena, files, HYPHEN_PATTERNS);
}

struct hyphenator *press_hyphenator(struct session *s) {
    return hyphenator_open(s->arena, s->diag, HYPHEN_PATTERNS);
}
