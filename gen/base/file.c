#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_reason.h"

const char *file_reason(int error) {
    static const struct {
        int error;
        const char *words;
    } rows[] = {
        {ENOENT, "there is no such file"},  {EACCES, "permission denied"},
        {EISDIR, "it is a folder"},         {ENOTDIR, "part of the path is not a folder"},
        {ENOSPC, "the disk is full"},       {EROFS, "the file system is read-only"},
        {EFBIG, "it is too large"},         {EINVAL, "it is not a regular file"},
        {ELOOP, "too many symbolic links"}, {ENAMETOOLONG, "the name is too long"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].error == error)
            return rows[i].words;
    return strerror(error);
}

/* ── Reading ── */

/* Reads up to n bytes; fewer only at the end of the file. -1 on failure. */
static ssize_t read_all(int fd, char *at, size_t n) {
    size_t done = 0;
    while (done < n) {
        ssize_t got = read(fd, at + done, n - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

/* 0 or the errno of what is wrong with reading it. */
static int check_regular(const struct stat *status, size_t limit) {
    if (S_ISDIR(status->st_mode))
        return EISDIR;
    if (!S_ISREG(status->st_mode))
        return EINVAL;
    return (uintmax_t)status->st_size > limit ? EFBIG : 0;
}

static char *slurp(struct arena *a, int fd, size_t limit, size_t *n, int *error) {
    struct stat status;
    *error = fstat(fd, &status) ? errno : check_regular(&status, limit);
    if (*error)
        return NULL;
    size_t size = (size_t)status.st_size;
    char *text = arena_alloc(a, size + 1);
    ssize_t got = read_all(fd, text, size);
    if (got < 0) {
        *error = errno;
        return NULL;
    }
    *n = (size_t)got;
    text[*n] = 0;
    return text;
}

/* O_NONBLOCK: a pipe without a writer must not hold us; it is refused right after. */
static char *slurp_path(struct arena *a, const char *path, size_t limit, size_t *n, int *error) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        *error = errno;
        return NULL;
    }
    char *text = slurp(a, fd, limit, n, error);
    close(fd);
    return text;
}

static void report_unreadable(struct diag *d, struct span from, const char *path, const char *name,
                              int error, size_t limit) {
    struct arena *scratch = arena_new();
    const char *why = file_reason(error), *near = NULL;
    if (error == EFBIG)
        why = arena_printf(scratch, "it is larger than %zu bytes", limit);
    struct stat link;
    if (error == ENOENT && !lstat(path, &link))
        why = "it is a link that leads nowhere";
    else if (error == ENOENT)
        near = file_nearest(scratch, path);
    diag_report(d, DIAG_FILE_UNREADABLE, from, name, why,
                near ? path_join(scratch, name, near) : NULL);
    arena_drop(scratch);
}

const struct source *file_read_as(struct arena *a, struct diag *d, struct span from,
                                  const char *path, const char *name, size_t limit) {
    size_t n = 0;
    int error = 0;
    char *text = slurp_path(a, path, limit, &n, &error);
    if (!text) {
        report_unreadable(d, from, path, name, error, limit);
        return NULL;
    }
    struct source *source = ARENA_NEW(a, struct source);
    *source = (struct source){arena_strdup(a, name), text, n};
    return source;
}

const struct source *file_read(struct arena *a, struct diag *d, struct span from, const char *path,
                               size_t limit) {
    return file_read_as(a, d, from, path, path, limit);
}

/* ── Folders ── */

static int make_one(const char *path) {
    struct stat status;
    if (!mkdir(path, 0777))
        return 0;
    int error = errno;
    if (!stat(path, &status))
        return S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
    return error;
}

bool folder_make(struct diag *d, const char *path) {
    struct arena *scratch = arena_new();
    char *part = arena_strdup(scratch, path);
    int error = 0;
    for (char *at = part + 1; *part && *at && !error; at++)
        if (*at == '/') {
            *at = 0;
            error = make_one(part);
            *at = '/';
        }
    if (!error && *part)
        error = make_one(part);
    if (error)
        diag_report(d, DIAG_FILE_UNWRITABLE, (struct span){0}, path, file_reason(error), NULL);
    arena_drop(scratch);
    return !error;
}

static int by_name(const void *x, const void *y) {
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

const char *file_nearest(struct arena *a, const char *path) {
    enum { NAMES = 4096 };
    const char *slash = strrchr(path, '/');
    DIR *folder = opendir(slash ? arena_strndup(a, path, (size_t)(slash - path) + 1) : ".");
    if (!folder)
        return NULL;
    const char **names = ARENA_ARRAY(a, const char *, NAMES);
    size_t n = 0;
    for (struct dirent *entry; n < NAMES && (entry = readdir(folder));)
        if (entry->d_name[0] != '.')
            names[n++] = arena_strdup(a, entry->d_name);
    closedir(folder);
    if (n)
        qsort(names, n, sizeof *names, by_name); /* folders have no order of their own */
    return nearest_name(slash ? slash + 1 : path, names, n);
}
