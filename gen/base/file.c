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

/* What is wrong, in the program's own words where it has some. */
static const char *reason(int error) {
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
    const char *why = reason(error), *near = NULL;
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

/* ── Writing ── */

static bool write_all(int fd, const char *at, size_t n) {
    while (n) {
        ssize_t put = write(fd, at, n);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        at += put;
        n -= (size_t)put;
    }
    return true;
}

static bool is_unchanged(const char *path, const struct stat *old, const void *data, size_t n) {
    if (!S_ISREG(old->st_mode) || (uintmax_t)old->st_size != n)
        return false;
    struct arena *scratch = arena_new();
    size_t length = 0;
    int error = 0;
    char *text = slurp_path(scratch, path, n, &length, &error);
    bool same = text && length == n && (!n || !memcmp(text, data, n));
    arena_drop(scratch);
    return same;
}

/* A pipe or a device is written in place: there is nothing to rename. */
static int write_in_place(const char *path, const void *data, size_t n) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    int error = write_all(fd, data, n) ? 0 : errno;
    return close(fd) && !error ? errno : error;
}

/* A new file beside the target, hidden, with the mode a plain creation would have given. */
static int open_beside(struct arena *a, const char *path, char **name) {
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    for (int i = 0; i < 100; i++) {
        *name = arena_printf(a, "%.*s.%s.%ld-%d", folder, path, path + folder, (long)getpid(), i);
        int fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

static int finish(int fd, const char *name, const char *path, const void *data, size_t n,
                  const struct stat *old) {
    int error = write_all(fd, data, n) ? 0 : errno;
    if (!error && old)
        fchmod(fd, old->st_mode & 07777);
    if (!error && fsync(fd))
        error = errno;
    if (close(fd) && !error)
        error = errno;
    if (!error && rename(name, path))
        error = errno;
    if (error)
        unlink(name);
    return error;
}

/* The rename itself must survive a power cut; where folders cannot be synced, that is all right. */
static void sync_folder(struct arena *a, const char *path) {
    const char *slash = strrchr(path, '/');
    const char *folder = slash ? arena_strndup(a, path, (size_t)(slash - path) + 1) : ".";
    int fd = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
}

static int replace(struct arena *a, const char *path, const void *data, size_t n,
                   const struct stat *old) {
    char *name;
    int fd = open_beside(a, path, &name);
    if (fd < 0)
        return errno;
    int error = finish(fd, name, path, data, n, old);
    if (!error)
        sync_folder(a, path);
    return error;
}

static int write_path(struct arena *a, const char *path, const void *data, size_t n) {
    struct stat old;
    if (!strcmp(path, "-")) {
        fflush(stdout);
        return write_all(STDOUT_FILENO, data, n) ? 0 : errno;
    }
    if (stat(path, &old))
        return errno == ENOENT ? replace(a, path, data, n, NULL) : errno;
    if (S_ISDIR(old.st_mode))
        return EISDIR;
    if (!S_ISREG(old.st_mode))
        return write_in_place(path, data, n);
    if (is_unchanged(path, &old, data, n) && !utimensat(AT_FDCWD, path, NULL, 0))
        return 0;
    char *real = realpath(path, NULL); /* a link keeps pointing where it points */
    int error = real ? replace(a, real, data, n, &old) : errno;
    free(real);
    return error;
}

bool file_write(struct diag *d, const char *path, const void *data, size_t n) {
    struct arena *scratch = arena_new();
    int error = write_path(scratch, path, data, n);
    if (error)
        diag_report(d, DIAG_FILE_UNWRITABLE, (struct span){0}, path,
                    error == ENOENT ? "there is no such folder" : reason(error), NULL);
    arena_drop(scratch);
    return !error;
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
        diag_report(d, DIAG_FILE_UNWRITABLE, (struct span){0}, path, reason(error), NULL);
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
