/* Old pools. An author who writes a new character makes a new pool, some megabytes, each time. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "figure/pool.h"

#define HEX  "0123456789abcdef"
#define HOUR 3600 /* no run that still reads a pool is older */

/* Only files that a pool has, so that a folder given by mistake loses nothing. */
void pool_remove(const char *path) {
    char file[4096];
    for (int i = 0; i <= SLOTS; i++) {
        const char *name = i < SLOTS ? face_source((enum slot)i)->cut_name : "index";
        if (snprintf(file, sizeof file, "%s/%s", path, name) < (int)sizeof file)
            unlink(file);
    }
    rmdir(path);
}

/* "0123456789abcdef", or ".0123456789abcdef.PID" of a run that was killed. */
static bool is_pool_name(const char *name) {
    bool draft = name[0] == '.';
    return strspn(name + draft, HEX) == 16 && name[draft + 16] == (draft ? '.' : '\0');
}

void pool_prune(const struct fonts *f, const char *keep, const char *keep_too) {
    char path[4096];
    time_t now = time(NULL);
    DIR *folder = opendir(f->folder);
    for (struct dirent *e = folder ? readdir(folder) : NULL; e; e = readdir(folder)) {
        struct stat st;
        if (is_pool_name(e->d_name) && strcmp(e->d_name, keep) != 0 &&
            strcmp(e->d_name, keep_too) != 0 &&
            snprintf(path, sizeof path, "%s/%s", f->folder, e->d_name) < (int)sizeof path &&
            stat(path, &st) == 0 && now - st.st_mtime > HOUR)
            pool_remove(path);
    }
    if (folder)
        closedir(folder);
}
