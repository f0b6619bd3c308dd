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

/* A name as make reads it. */
static void put_name(struct bytes *to, const char *name) {
    for (; *name; name++) {
        if (*name == '$')
            bytes_puts(to, "$");
        if (*name == ' ' || *name == '#')
            bytes_puts(to, "\\");
        bytes_add(to, name, 1);
    }
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

/* What the product was asked to be: several documents, or editions of one, may go to one file. */
static const char *request_line(const struct session *s, const char *request) {
    return arena_printf(s->arena, "# request: %s\n", request);
}

/* The next input that a .d file names, one a line, " name \"; NULL after the last. */
static const char *next_input(struct arena *a, const char **at) {
    while (**at) {
        const char *line = *at + strspn(*at, " ");
        size_t n = strcspn(line, "\n");
        size_t name = n > 2 && !memcmp(line + n - 2, " \\", 2) ? n - 2 : n;
        *at = line + n + (line[n] == '\n');
        if (name && *line != '#')
            return arena_strndup(a, line, name);
    }
    return NULL;
}

bool fresh_is(struct session *s, const char *product, const char *request) {
    struct stat made, listed;
    const char *path = depfile(s, product);
    if (stat(product, &made) || stat(path, &listed))
        return false;
    const struct source *list =
        file_read(s->arena, diag_new(s->arena), (struct span){0}, path, DEPFILE_LIMIT);
    if (!list || (s->program && older(&made, s->program)) || !strstr(list->text, overlay_line(s)) ||
        !strstr(list->text, request_line(s, request)))
        return false;
    const char *at = list->text + strcspn(list->text, "\n"), *input;
    while ((input = next_input(s->arena, &at)))
        if (older(&made, input))
            return false;
    return true;
}

void fresh_note(struct session *s, const char *product, const char *request,
                const struct path_list *files) {
    struct bytes text = {.arena = s->arena};
    bytes_printf(&text, "%s: \\\n", product);
    for (const struct path_entry *f = files->first; f; f = f->next)
        bytes_printf(&text, " %s%s\n", f->path, f->next ? " \\" : "");
    bytes_puts(&text, overlay_line(s));
    bytes_puts(&text, request_line(s, request));
    const char *path = depfile(s, product);
    if (folder_make(s->diag, arena_printf(s->arena, "%s/obj/made", s->out)))
        file_write(s->diag, path, text.at, text.n);
}

void fresh_rule(struct session *s, const char *product, struct bytes *to) {
    const struct source *list = file_read(s->arena, diag_new(s->arena), (struct span){0},
                                          depfile(s, product), DEPFILE_LIMIT);
    if (!list)
        return;
    put_name(to, product);
    bytes_puts(to, ":");
    const char *at = list->text + strcspn(list->text, "\n"), *input;
    while ((input = next_input(s->arena, &at))) {
        bytes_puts(to, " \\\n ");
        put_name(to, input);
    }
    bytes_puts(to, "\n");
}
