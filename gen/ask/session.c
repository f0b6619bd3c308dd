#include "ask/session.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_ROOM = 4096, ROOT_ABOVE_PROGRAM = 3 };

static const char ROOT_MARK[] = "content/catalogue/accelerators.xml";

const char *program_path(struct arena *a) {
    char path[PATH_ROOM];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    return n > 0 ? arena_strndup(a, path, (size_t)n) : NULL;
}

static bool is_root(struct arena *a, const char *folder) {
    return access(arena_printf(a, "%s/%s", folder, ROOT_MARK), R_OK) == 0;
}

/* Of the environment; what is set to nothing is not set. */
static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

/* $RIDGE_ROOT; the folder we stand in; the one that holds out/bin/ridge. */
static const char *find_root(struct arena *a, const char *program) {
    const char *given = variable("RIDGE_ROOT");
    if (given)
        return given;
    if (is_root(a, ".") || !program)
        return ".";
    char *above = arena_strdup(a, program);
    for (int i = 0; i < ROOT_ABOVE_PROGRAM; i++) {
        char *slash = strrchr(above, '/');
        if (!slash || slash == above)
            return ".";
        *slash = 0;
    }
    return is_root(a, above) ? above : ".";
}

struct session *session_open(struct arena *a) {
    struct session *s = ARENA_NEW(a, struct session);
    s->arena = a;
    s->diag = diag_new(a);
    s->program = program_path(a);
    s->root = find_root(a, s->program);
    s->out = variable("RIDGE_OUT");
    if (!s->out)
        s->out = session_path(s, "out");
    return s;
}

const char *session_path(const struct session *s, const char *relative) {
    return strcmp(s->root, ".") ? arena_printf(s->arena, "%s/%s", s->root, relative)
                                : arena_strdup(s->arena, relative);
}

/* SOURCE_DATE_EPOCH, else the first day of the catalogue's month: the same input gives the same
 * bytes on any day. */
static long long choose_date(const struct catalog *c) {
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    char *end;
    if (epoch && *epoch) {
        long long seconds = strtoll(epoch, &end, 10);
        if (!*end && seconds >= 0)
            return seconds;
    }
    const char *date = catalog_date(c);
    int year = date ? atoi(date) : 0;
    int month = date && strlen(date) >= 7 ? atoi(date + 5) : 1;
    if (year < 1970 || month < 1)
        return 0;
    /* Days from civil (proleptic Gregorian), so that no time zone can come in. */
    long long y = month <= 2 ? year - 1 : year, era = y / 400, yoe = y - era * 400;
    long long doy = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5;
    long long days = era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
    return days * 86400;
}

/* The folder of the user's own catalogue; NULL when there is no telling. */
static const char *own_folder(struct arena *a) {
    const char *config = variable("XDG_CONFIG_HOME"), *home = variable("HOME");
    if (config)
        return arena_printf(a, "%s/ridgepoint", config);
    return home ? arena_printf(a, "%s/.config/ridgepoint", home) : NULL;
}

/* "lab" of "shared/lab/": outputs name an overlay, not the way to it. */
static const char *folder_name(struct arena *a, const char *folder) {
    size_t n = strlen(folder);
    while (n > 1 && folder[n - 1] == '/')
        n--;
    size_t from = n;
    while (from && folder[from - 1] != '/')
        from--;
    return arena_strndup(a, folder + from, n - from);
}

void session_overlay(struct session *s, const char *const *folders, size_t n) {
    struct overlay *all = ARENA_ARRAY(s->arena, struct overlay, n + 1);
    const char *own = own_folder(s->arena);
    size_t count = 0;
    if (own)
        all[count++] = (struct overlay){own, "~/.config/ridgepoint", true};
    for (size_t i = 0; i < n; i++)
        all[count++] = (struct overlay){folders[i], folder_name(s->arena, folders[i]), false};
    s->overlays = all;
    s->overlay_count = count;
}

static bool root_is_there(struct session *s) {
    bool there = is_root(s->arena, s->root);
    if (!there)
        diag_report(s->diag, DIAG_ROOT_MISSING, (struct span){0},
                    strcmp(s->root, ".") ? s->root : "this folder", ROOT_MARK, NULL);
    return there;
}

static struct catalog *dated(struct session *s, struct catalog *c) {
    if (c)
        s->date = choose_date(c);
    return c;
}

static struct catalog *catalog_open(struct session *s, const char *language,
                                    struct path_list *files) {
    if (!root_is_there(s))
        return NULL;
    return dated(s, catalog_load_over(s->arena, s->diag, session_path(s, "content"), s->overlays,
                                      s->overlay_count, language, files));
}

struct catalog *session_catalog(struct session *s, struct path_list *files) {
    return catalog_open(s, NULL, files);
}

struct catalog *session_sound_catalog(struct session *s, const char *language) {
    size_t before = diag_faults(s->diag);
    struct catalog *c = catalog_open(s, language, NULL);
    return diag_faults(s->diag) > before ? NULL : c;
}

struct catalog *session_asked_catalog(struct session *s, const char *language) {
    if (!root_is_there(s))
        return NULL;
    struct catalog *c =
        dated(s, catalog_on_demand(s->arena, s->diag, session_path(s, "content"), s->overlays,
                                   s->overlay_count, language));
    return session_is_sound(s) ? c : NULL;
}

bool session_is_sound(const struct session *s) {
    return diag_faults(s->diag) == 0;
}

const struct strings *session_strings(struct session *s, const struct catalog *c,
                                      const char *language) {
    size_t n = catalog_language_count(c);
    const char **names = ARENA_ARRAY(s->arena, const char *, n + 1);
    for (size_t i = 0; i < n; i++) {
        names[i] = catalog_language_at(c, i);
        if (!strcmp(names[i], language))
            return catalog_strings(c, language);
    }
    diag_report(s->diag, DIAG_UNKNOWN_LANGUAGE, (struct span){0}, language,
                "a folder below content/ with a strings.xml", nearest_name(language, names, n));
    return NULL;
}
