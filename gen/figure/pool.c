#include "figure/pool.h"

#include <errno.h>
#include <hb-ot.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

/* Changes when faces are cut in another way, so that old pools are not taken for new ones. */
#define RECIPE      "ridgepoint pool 2"
#define INDEX_LIMIT (4u << 20)

/* ── The name of a pool ── */

static uint64_t hash_more(uint64_t hash, const void *data, size_t n) {
    const unsigned char *byte = data;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001B3);
    return hash;
}

static long long file_size(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 ? (long long)st.st_size : -1;
}

/* Sixteen hex digits over the recipe, the source files and the characters. */
static const char *pool_name(struct fonts *f, const hb_set_t *codes) {
    uint64_t hash = hash_more(UINT64_C(0xCBF29CE484222325), RECIPE, sizeof RECIPE);
    for (int i = 0; i < SLOTS; i++) {
        const char *path = face_source_path(f, (enum slot)i);
        const char *line =
            arena_printf(f->arena, "%s %lld\n", face_source((enum slot)i)->file, file_size(path));
        hash = hash_more(hash, line, strlen(line));
    }
    for (hb_codepoint_t code = HB_SET_VALUE_INVALID; hb_set_next(codes, &code);) {
        unsigned char bytes[4] = {(unsigned char)code, (unsigned char)(code >> 8),
                                  (unsigned char)(code >> 16), 0};
        hash = hash_more(hash, bytes, sizeof bytes);
    }
    return arena_printf(f->arena, "%016" PRIx64, hash);
}

/* ── The index: what a pool holds, so that a later run can take it as it is ── */

static void write_codes(struct bytes *out, const hb_set_t *codes) {
    hb_codepoint_t from = HB_SET_VALUE_INVALID, to = HB_SET_VALUE_INVALID;
    while (hb_set_next_range(codes, &from, &to))
        bytes_printf(out, "codes %X %X\n", from, to);
}

/* "codes 4E00 4E03", of which an index has hundreds. */
static bool codes_line(const char *line, hb_set_t *codes) {
    static const char start[] = "codes ";
    if (strncmp(line, start, strlen(start)) != 0)
        return false;
    char *end;
    unsigned long from = strtoul(line + strlen(start), &end, 16), to = strtoul(end, &end, 16);
    if (*end || from > to || to > 0x10FFFF)
        return false;
    hb_set_add_range(codes, (hb_codepoint_t)from, (hb_codepoint_t)to);
    return true;
}

/* One line of an index; false when it does not hold. */
static bool index_line(const char *folder, struct arena *a, const char *line, hb_set_t *codes) {
    char name[64];
    long long bytes;
    if (codes_line(line, codes))
        return true;
    return sscanf(line, "face %63s %lld", name, &bytes) == 2 && !strchr(name, '/') &&
           file_size(arena_printf(a, "%s/%s", folder, name)) == bytes;
}

static bool index_read(struct fonts *f, const char *folder, hb_set_t *codes) {
    const char *path = arena_printf(f->arena, "%s/index", folder);
    if (file_size(path) < 0)
        return false;
    const struct source *index = file_read(f->arena, f->diag, (struct span){0}, path, INDEX_LIMIT);
    char *text = index ? arena_strndup(f->arena, index->text, index->bytes) : NULL;
    bool good = text != NULL;
    char *rest = NULL;
    for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line && good;
         line = strtok_r(NULL, "\n", &rest))
        good = index_line(folder, f->arena, line, codes);
    return good;
}

/* Opens the pool of that name if it is whole and says the truth about itself. */
static bool pool_take(struct fonts *f, const char *name) {
    const char *folder = arena_printf(f->arena, "%s/%s", f->folder, name);
    hb_set_t *codes = hb_set_create();
    bool good = index_read(f, folder, codes) && strcmp(pool_name(f, codes), name) == 0;
    if (good) {
        hb_set_set(f->held, codes);
        f->moves += f->path != NULL;
        f->path = folder;
        memset(f->open, 0, sizeof f->open);
    }
    hb_set_destroy(codes);
    return good;
}

/* The pool the last run used. */
static bool pool_take_current(struct fonts *f) {
    char name[17] = "";
    FILE *file = fopen(arena_printf(f->arena, "%s/current", f->folder), "r");
    if (!file)
        return false;
    size_t n = fread(name, 1, sizeof name - 1, file);
    fclose(file);
    return n == 16 && strspn(name, "0123456789abcdef") == 16 && pool_take(f, name);
}

/* ── Making a pool ── */

/* Cuts beside the final place and renames. Another process may win: then its pool is the same. */
static bool pool_make(struct fonts *f, const char *name) {
    const char *final = arena_printf(f->arena, "%s/%s", f->folder, name);
    const char *draft = arena_printf(f->arena, "%s/.%s.%ld", f->folder, name, (long)getpid());
    struct bytes index = {.arena = f->arena};
    f->cuts++;
    if (!folder_make(f->diag, draft) || !cut_faces(f, f->wanted, draft, &index))
        return pool_remove(draft), false;
    write_codes(&index, f->wanted);
    if (!file_write(f->diag, arena_printf(f->arena, "%s/index", draft), index.at, index.n))
        return pool_remove(draft), false;
    if (rename(draft, final) == 0)
        return pool_take(f, name);
    if (pool_take(f, name))
        return pool_remove(draft), true;
    pool_remove(final); /* a damaged pool stands in the way */
    if (rename(draft, final) == 0)
        return pool_take(f, name);
    diag_report(f->diag, DIAG_FILE_UNWRITABLE, (struct span){0}, final, strerror(errno), NULL);
    return pool_remove(draft), false;
}

/* Opens a pool that holds all that is wanted. */
static bool pool_settle(struct fonts *f) {
    if (f->failed || f->settled)
        return f->settled;
    f->settled = true;
    if (!f->path)
        pool_take_current(f);
    if (f->path && hb_set_is_subset(f->wanted, f->held))
        return true;
    const char *before = f->path ? strrchr(f->path, '/') + 1 : "";
    fonts_announce_all(f);
    hb_set_union(f->wanted, f->held); /* so that two kinds of run do not take turns in cutting */
    const char *name = pool_name(f, f->wanted);
    if (!pool_take(f, name) && !pool_make(f, name)) {
        f->failed = true;
        return f->settled = false;
    }
    const char *line = arena_printf(f->arena, "%s\n", name);
    file_write(f->diag, arena_printf(f->arena, "%s/current", f->folder), line, strlen(line));
    pool_prune(f, name, before);
    return true;
}

void pool_want(struct fonts *f, uint32_t code) {
    hb_set_add(f->wanted, code);
    f->settled = false;
}

bool pool_hold(struct fonts *f, const uint32_t *codes, size_t n) {
    for (size_t i = 0; i < n && !f->path; i++)
        pool_want(f, codes[i]); /* the first text counts as announced */
    if (!pool_settle(f))
        return false;
    bool wider = false;
    for (size_t i = 0; i < n; i++) {
        if (hb_set_has(f->held, codes[i]))
            continue;
        if (hb_set_is_empty(f->known))
            cut_known(f, f->known);
        if (hb_set_has(f->known, codes[i])) {
            pool_want(f, codes[i]);
            wider = true;
        }
    }
    return !wider || pool_settle(f);
}

/* ── Opening its faces ── */

static void font_destroy(void *font) {
    hb_font_destroy(font);
}

struct open_face *pool_face(struct fonts *f, enum slot slot) {
    struct open_face *open = &f->open[slot];
    if (open->font)
        return open;
    const struct face_source *source = face_source(slot);
    struct face *face = ARENA_NEW(f->arena, struct face);
    *face = source->face;
    face->path = arena_printf(f->arena, "%s/%s", f->path, source->cut_name);
    hb_blob_t *blob = hb_blob_create_from_file(face->path);
    hb_face_t *cut = hb_face_create(blob, 0);
    open->font = hb_font_create(cut);
    open->em = hb_face_get_upem(cut);
    open->face = face;
    hb_face_destroy(cut);
    hb_blob_destroy(blob);
    arena_adopt(f->arena, open->font, font_destroy);
    return open;
}
