#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_reason.h"

/* An output on its way: first written beside its target, then all are put in place. */
struct pending {
    const struct file_output *output;
    enum { IN_PLACE, UNCHANGED, BESIDE } how;
    const char *hidden, *target; /* BESIDE */
    struct stat old;             /* of what stands there */
    bool existed;
};

static int write_all(int fd, const char *at, size_t n) {
    while (n) {
        ssize_t put = write(fd, at, n);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return errno;
        at += put;
        n -= (size_t)put;
    }
    return 0;
}

static bool is_unchanged(const struct file_output *o, const struct stat *old) {
    if ((uintmax_t)old->st_size != o->n)
        return false;
    struct arena *scratch = arena_new();
    const struct source *file =
        file_read(scratch, diag_new(scratch), (struct span){0}, o->path, o->n);
    bool same = file && file->bytes == o->n && (!o->n || !memcmp(file->text, o->data, o->n));
    arena_drop(scratch);
    return same;
}

/* A new file beside the target, hidden, with the mode a plain creation would have given. Of a long
 * name only the beginning, so that what is added has room. */
static int open_beside(struct arena *a, const char *path, const char **name) {
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    for (int i = 0; i < 100; i++) {
        *name =
            arena_printf(a, "%.*s.%.200s.%ld-%d", folder, path, path + folder, (long)getpid(), i);
        int fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

static int write_beside(struct arena *a, struct pending *p) {
    const char *hidden;
    int fd = open_beside(a, p->target, &hidden);
    if (fd < 0)
        return errno;
    p->hidden = hidden;
    int error = write_all(fd, p->output->data, p->output->n);
    if (!error && p->existed)
        fchmod(fd, p->old.st_mode & 07777);
    if (!error && fsync(fd))
        error = errno;
    return close(fd) && !error ? errno : error;
}

/* What can fail, does so here, before anything is seen to change. */
static int prepare(struct arena *a, struct pending *p) {
    const char *path = p->output->path;
    p->target = path;
    if (!strcmp(path, "-"))
        return 0;
    p->existed = !stat(path, &p->old);
    if (!p->existed && errno != ENOENT)
        return errno;
    if (p->existed && S_ISDIR(p->old.st_mode))
        return EISDIR;
    if (p->existed && !S_ISREG(p->old.st_mode)) /* a pipe, a device: there is nothing to rename */
        return access(path, W_OK) ? errno : 0;
    char *real = p->existed ? realpath(path, NULL) : NULL; /* a link keeps pointing where it does */
    if (p->existed && !real)
        return errno;
    p->target = real ? arena_strdup(a, real) : path;
    free(real);
    p->how = p->existed && is_unchanged(p->output, &p->old) ? UNCHANGED : BESIDE;
    if (p->how == UNCHANGED)
        return 0;
    return write_beside(a, p);
}

static int write_in_place(struct arena *a, struct pending *p) {
    const struct file_output *o = p->output;
    (void)a;
    if (p->how != IN_PLACE)
        return 0;
    if (!strcmp(o->path, "-")) {
        fflush(stdout);
        return write_all(STDOUT_FILENO, o->data, o->n);
    }
    int fd = open(o->path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    int error = write_all(fd, o->data, o->n);
    return close(fd) && !error ? errno : error;
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

/* The time of what is unchanged is renewed; where that is not allowed, it is written anew. */
static int settle(struct arena *a, struct pending *p) {
    if (p->how == UNCHANGED && utimensat(AT_FDCWD, p->target, NULL, 0)) {
        int error = write_beside(a, p);
        if (error)
            return error;
    }
    if (!p->hidden)
        return 0;
    if (rename(p->hidden, p->target))
        return errno;
    p->hidden = NULL;
    sync_folder(a, p->target);
    return 0;
}

static bool all(struct arena *a, struct diag *d, struct pending *p, size_t n,
                int (*step)(struct arena *a, struct pending *p)) {
    bool good = true;
    for (size_t i = 0; i < n; i++) {
        int error = step(a, &p[i]);
        if (error)
            diag_report(d, DIAG_FILE_UNWRITABLE, (struct span){0}, p[i].output->path,
                        error == ENOENT ? "there is no such folder" : file_reason(error), NULL);
        good = good && !error;
    }
    return good;
}

bool files_write(struct diag *d, const struct file_output *outputs, size_t n) {
    struct arena *scratch = arena_new();
    struct pending *p = ARENA_ARRAY(scratch, struct pending, n + 1);
    for (size_t i = 0; i < n; i++)
        p[i] = (struct pending){.output = &outputs[i]};
    bool good = all(scratch, d, p, n, prepare) && all(scratch, d, p, n, write_in_place) &&
                all(scratch, d, p, n, settle);
    for (size_t i = 0; i < n; i++)
        if (p[i].hidden)
            unlink(p[i].hidden);
    arena_drop(scratch);
    return good;
}

bool file_write(struct diag *d, const char *path, const void *data, size_t n) {
    return files_write(d, &(struct file_output){path, data, n}, 1);
}

/* The folder that the path names a file of, as the system knows it. */
static bool folder_of(struct arena *a, const char *path, struct stat *status) {
    const char *slash = strrchr(path, '/');
    return !stat(slash ? arena_strndup(a, path, (size_t)(slash - path) + 1) : ".", status);
}

bool file_same(const char *one, const char *other) {
    struct stat a, b;
    if (!strcmp(one, other))
        return true;
    if (!strcmp(one, "-") || !strcmp(other, "-"))
        return false;
    bool first = !stat(one, &a), second = !stat(other, &b);
    if (first || second)
        return first && second && S_ISREG(a.st_mode) && a.st_dev == b.st_dev &&
               a.st_ino == b.st_ino;
    struct arena *scratch = arena_new();
    const char *name = strrchr(one, '/'), *second_name = strrchr(other, '/');
    bool same = folder_of(scratch, one, &a) && folder_of(scratch, other, &b) &&
                a.st_dev == b.st_dev && a.st_ino == b.st_ino &&
                !strcmp(name ? name + 1 : one, second_name ? second_name + 1 : other);
    arena_drop(scratch);
    return same;
}
