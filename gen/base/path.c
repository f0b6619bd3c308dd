#include <stdlib.h>
#include <string.h>

#include "base/file.h"

/* Drops the last part of what is built so far; false when there is none to drop. */
static bool path_up(struct bytes *out, size_t floor) {
    const char *tail = out->at + floor;
    if (out->n == floor || !strcmp(tail, "..") ||
        (out->n >= floor + 3 && !strcmp(out->at + out->n - 3, "/..")))
        return false;
    while (out->n > floor && out->at[out->n - 1] != '/')
        out->n--;
    if (out->n > floor)
        out->n--;
    out->at[out->n] = 0;
    return true;
}

static void path_part(struct bytes *out, size_t floor, const char *part, size_t n) {
    bool up = n == 2 && part[0] == '.' && part[1] == '.';
    if (n == 0 || (n == 1 && *part == '.') || (up && path_up(out, floor)))
        return;
    if (up && floor) /* nothing lies above "/" */
        return;
    if (out->n > floor)
        bytes_puts(out, "/");
    bytes_add(out, part, n);
}

static const char *path_tidy(struct arena *a, const char *path) {
    struct bytes out = {.arena = a};
    bytes_puts(&out, *path == '/' ? "/" : "");
    size_t floor = out.n;
    while (*path) {
        size_t n = strcspn(path, "/");
        path_part(&out, floor, path, n);
        path += n + (path[n] == '/');
    }
    return out.n ? out.at : ".";
}

const char *path_join(struct arena *a, const char *base, const char *path) {
    const char *slash = base ? strrchr(base, '/') : NULL;
    if (*path == '/' || !slash)
        return path_tidy(a, path);
    return path_tidy(a, arena_printf(a, "%.*s/%s", (int)(slash - base), base, path));
}

static const char *path_real(struct arena *a, const char *path) {
    char *real = realpath(path, NULL);
    const char *copy = real ? arena_strdup(a, real) : NULL;
    free(real);
    return copy;
}

static bool path_under(const char *root, const char *path) {
    size_t n = strlen(root);
    if (n && root[n - 1] == '/')
        n--;
    return !strncmp(root, path, n) && (path[n] == '/' || !path[n]);
}

/* The path of what does not exist: its folder resolved as far as that exists, the rest as written.
 */
static const char *path_would_be(struct arena *a, const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash || slash == path)
        return path_tidy(a, path);
    const char *folder = arena_strndup(a, path, (size_t)(slash - path));
    const char *real = path_real(a, folder);
    if (!real)
        real = path_would_be(a, folder);
    return path_tidy(a, arena_printf(a, "%s/%s", real, slash + 1));
}

const char *path_inside(struct arena *a, const char *root, const char *base, const char *path,
                        bool *outside) {
    const char *real_root = path_real(a, root);
    const char *slash = base ? strrchr(base, '/') : NULL;
    const char *folder = slash ? arena_strndup(a, base, (size_t)(slash - base) + 1) : "./";
    const char *joined = *path == '/' ? path : arena_printf(a, "%s%s", folder, path);
    const char *real = path_real(a, joined);
    if (!real && *joined != '/')
        joined = arena_printf(a, "%s/%s", path_real(a, "."), joined);
    *outside = !real_root || !path_under(real_root, real ? real : path_would_be(a, joined));
    return *outside ? NULL : real;
}
