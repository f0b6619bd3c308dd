#include "book/fresh.h"

#include <string.h>
#include <sys/stat.h>

#include "base/file.h"

enum { DEPFILE_LIMIT = 1 << 20 };

static const char *depfile(struct session *s, const char *product) {
    char *flat = arena_strdup(s->arena, product);
    for (char *c = flat; *c; c++)
        if (*c == '/')
            *c = '+';
    return arena_printf(s->arena, "%s/obj/made/%s.d", s->out, flat);
}

static bool older(const struct stat *product, const char *input) {
    struct stat st;
    if (stat(input, &st))
        return true;
    return product->st_mtim.tv_sec < st.st_mtim.tv_sec ||
           (product->st_mtim.tv_sec == st.st_mtim.tv_sec &&
            product->st_mtim.tv_nsec < st.st_mtim.tv_nsec);
}

/* The files of the overlays in force: taking one away makes a product stale as laying one over. */
static const char *overlay_line(const struct session *s) {
    static const char *const files[] = {"sources.xml", "links.xml", "accelerators.xml",
                                        "models.xml", "prices.xml"};
    const char *line = "# overlays:";
    struct stat st;
    for (size_t i = 0; i < s->overlay_count; i++)
        for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
            const char *path = arena_printf(s->arena, "%s/%s", s->overlays[i].folder, files[k]);
            if (!stat(path, &st))
                line = arena_printf(s->arena, "%s %s", line, path);
        }
    return arena_printf(s->arena, "%s\n", line);
}

bool fresh_is(struct session *s, const char *product) {
    struct stat made, listed;
    const char *path = depfile(s, product);
    if (stat(product, &made) || stat(path, &listed))
        return false;
    const struct source *list =
        file_read(s->arena, diag_new(s->arena), (struct span){0}, path, DEPFILE_LIMIT);
    if (!list || (s->program && older(&made, s->program)) || !strstr(list->text, overlay_line(s)))
        return false;
    /* One input a line, " name \". */
    const char *at = strchr(list->text, '\n');
    while (at && *++at) {
        at += strspn(at, " ");
        const char *end = strchr(at, '\n');
        size_t n = end ? (size_t)(end - at) : strlen(at);
        size_t name = n > 2 && !memcmp(at + n - 2, " \\", 2) ? n - 2 : n;
        if (name && *at != '#' && older(&made, arena_strndup(s->arena, at, name)))
            return false;
        at = end;
    }
    return true;
}

void fresh_note(struct session *s, const char *product, const struct path_list *files) {
    struct bytes text = {.arena = s->arena};
    bytes_printf(&text, "%s: \\\n", product);
    for (const struct path_entry *f = files->first; f; f = f->next)
        bytes_printf(&text, " %s%s\n", f->path, f->next ? " \\" : "");
    bytes_puts(&text, overlay_line(s));
    const char *path = depfile(s, product);
    if (folder_make(s->diag, arena_printf(s->arena, "%s/obj/made", s->out)))
        file_write(s->diag, path, text.at, text.n);
}
