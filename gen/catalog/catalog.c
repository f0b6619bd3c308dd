#include "catalog/later.h"
#include "catalog/store.h"
#include "catalog/words.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))
#define LIST_OF(list)   offsetof(struct catalog, list)

/* The files of the catalogue in the order in which they need each other. */
static const struct catalog_file parts[] = {
    {"catalogue/sources.xml", "sources", "source", references_read, LIST_OF(references)},
    {"catalogue/links.xml", "links", "link", links_read, LIST_OF(links)},
    {"catalogue/accelerators.xml", "accelerators", "accelerator", accelerators_read,
     LIST_OF(accelerators)},
    {"catalogue/models.xml", "models", "model", models_read, LIST_OF(models)},
};
static const struct catalog_file last = {"scenarios.xml", "scenarios", "scenario", scenarios_read,
                                         LIST_OF(scenarios)};

/* Those of an overlay. */
static const struct catalog_file overlaid[] = {
    {"sources.xml", "sources", "source", references_read, LIST_OF(references)},
    {"links.xml", "links", "link", links_read, LIST_OF(links)},
    {"accelerators.xml", "accelerators", "accelerator", accelerators_read, LIST_OF(accelerators)},
    {"models.xml", "models", "model", models_read, LIST_OF(models)},
    {"prices.xml", "prices", "price", prices_read, LIST_OF(accelerators)},
};

const struct node *part_open(struct catalog *c, struct diag *d, const char *root, const char *path,
                             const char *element, struct path_list *files) {
    const char *full = arena_printf(c->arena, "%s/%s", root, path);
    const struct node *node = xml_read(c->arena, d, root, full, files);
    if (!node || node_is(node, NS_RIDGE, element))
        return node;
    diag_report(d, DIAG_UNKNOWN_ENTRY, node->span, node->name,
                arena_printf(c->arena, "%s xmlns=\"urn:ridgepoint:1\"", element), NULL);
    return NULL;
}

static int name_compare(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The folders of the root that hold a strings.xml, by name: the order of a folder is no order. */
static struct list language_folders(struct arena *a, const char *root) {
    struct list found = {0};
    DIR *folder = opendir(root);
    if (!folder)
        return found;
    for (struct dirent *item; (item = readdir(folder));) {
        if (item->d_name[0] == '.')
            continue;
        const char *path = arena_printf(a, "%s/%s/strings.xml", root, item->d_name);
        if (access(path, F_OK) == 0)
            store_add(a, &found, arena_strdup(a, item->d_name));
    }
    closedir(folder);
    if (found.n)
        qsort(found.at, found.n, sizeof *found.at, name_compare);
    return found;
}

/* What is being read, and how it went. */
struct loading {
    struct catalog *catalog;
    struct diag *diag;
    const char *root, *language;
    struct path_list *files;
    bool on_demand, any, all;
};

/* A part that cannot be read would make everything in the later ones unknown: these are then only
 * looked at as XML. */
static void part_load(struct loading *l, const char *folder, const struct catalog_file *part) {
    const struct node *node =
        part_open(l->catalog, l->diag, folder, part->path, part->root, l->files);
    l->all &= node != NULL;
    l->any |= node != NULL;
    if (l->all)
        part->read(l->catalog, l->diag, node);
}

const struct shelf *shelf_open(struct catalog *c, const char *path, const char *root,
                               const char *entry) {
    struct arena *a = c->arena;
    const char *full = arena_printf(a, "%s/%s", c->root, path);
    const struct source *source = file_read(a, diag_new(a), (struct span){0}, full, XML_FILE_LIMIT);
    const struct shelf *shelf = source ? xml_shelf(a, source, entry) : NULL;
    return shelf && strcmp(shelf->root_name, root) == 0 ? shelf : NULL;
}

/* false: the file must be read whole. */
static bool part_open_later(struct loading *l, const struct catalog_file *part) {
    const struct shelf *shelf =
        l->on_demand && l->all ? shelf_open(l->catalog, part->path, part->root, part->entry) : NULL;
    if (!shelf)
        return false;
    const struct node *root = shelf_read(l->catalog->arena, l->diag, shelf, shelf->n);
    if (!root)
        return false;
    part->read(l->catalog, l->diag, root);
    later_open(l->catalog, l->diag, part, shelf);
    l->any = true;
    return true;
}

static void shipped_load(struct loading *l, const struct catalog_file *part) {
    if (!part_open_later(l, part))
        part_load(l, l->root, part);
}

void layer_open(struct catalog *c, unsigned layer, const char *name) {
    struct list *const lists[] = {&c->references, &c->accelerators, &c->links, &c->models};
    for (size_t i = 0; i < COUNT_OF(lists); i++)
        lists[i]->layer = layer;
    c->overlay = name;
}

static void overlay_load(struct loading *l, const struct overlay *overlay) {
    size_t found = 0;
    for (size_t i = 0; i < COUNT_OF(overlaid); i++) {
        const char *path =
            arena_printf(l->catalog->arena, "%s/%s", overlay->folder, overlaid[i].path);
        struct stat link; /* one that leads nowhere is a fault, and not nothing */
        if (lstat(path, &link) != 0)
            continue;
        part_load(l, overlay->folder, &overlaid[i]);
        found++;
    }
    if (found)
        l->catalog->laid_over =
            arena_printf(l->catalog->arena, "%s + %s", l->catalog->laid_over, overlay->name);
    else if (!overlay->silent)
        diag_report(l->diag, DIAG_OVERLAY_EMPTY, (struct span){0}, overlay->folder,
                    "any of sources.xml, links.xml, accelerators.xml, models.xml, prices.xml",
                    NULL);
}

/* The words of charts are read when one is drawn: products depend on them all the same. */
static void words_note(struct loading *l, const char *language) {
    struct arena *a = l->catalog->arena;
    const char *path = arena_printf(a, "%s/%s/charts", l->root, language);
    DIR *folder = l->files ? opendir(path) : NULL;
    struct list found = {0};
    for (struct dirent *item; folder && (item = readdir(folder));)
        if (item->d_name[0] != '.')
            store_add(a, &found, arena_printf(a, "%s/%s", path, item->d_name));
    if (folder)
        closedir(folder);
    if (found.n)
        qsort(found.at, found.n, sizeof *found.at, name_compare);
    for (size_t i = 0; i < found.n; i++)
        path_list_add(a, l->files, found.at[i]);
}

static bool language_load(struct loading *l, const char *path) {
    const struct shelf *shelf = l->on_demand ? shelf_open(l->catalog, path, "strings", "s") : NULL;
    if (shelf && strings_shelve(l->catalog, l->diag, shelf))
        return true;
    const struct node *node = part_open(l->catalog, l->diag, l->root, path, "strings", l->files);
    if (node)
        strings_read(l->catalog, l->diag, node);
    return node != NULL;
}

static void strings_load(struct loading *l) {
    struct list folders = language_folders(l->catalog->arena, l->root);
    bool one = false;
    for (size_t i = 0; l->language && i < folders.n; i++)
        one |= strcmp(folders.at[i], l->language) == 0;
    for (size_t i = 0; i < folders.n; i++) {
        if (one && strcmp(folders.at[i], l->language) != 0)
            continue;
        const char *path =
            arena_printf(l->catalog->arena, "%s/strings.xml", (const char *)folders.at[i]);
        l->any |= language_load(l, path);
        words_note(l, folders.at[i]);
    }
}

static struct catalog *catalog_new(struct arena *a, const char *root,
                                   const struct overlay *overlays, size_t n) {
    struct catalog *c = ARENA_NEW(a, struct catalog);
    c->arena = a;
    c->root = arena_strdup(a, root);
    c->overlays = arena_memdup(a, overlays, n * sizeof *overlays);
    c->overlay_count = n;
    c->laid_over = "";
    c->imports = ARENA_NEW(a, struct imports);
    c->imports->root = c->root;
    return c;
}

static struct catalog *load_all(struct loading *l) {
    struct catalog *c = l->catalog;
    if (l->files)
        cases_files(c, l->files);
    c->imports->files = l->files;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        shipped_load(l, &parts[i]);
    for (size_t i = 0; i < c->overlay_count; i++) {
        layer_open(c, (unsigned)i + 1, c->overlays[i].name);
        overlay_load(l, &c->overlays[i]);
    }
    layer_open(c, 0, NULL);
    shipped_load(l, &last);
    strings_load(l);
    c->imports->files = NULL;
    return l->any ? c : NULL;
}

struct catalog *catalog_load_over(struct arena *a, struct diag *d, const char *root,
                                  const struct overlay *overlays, size_t n, const char *language,
                                  struct path_list *files) {
    struct catalog *c = catalog_new(a, root, overlays, n);
    struct loading l = {
        .catalog = c, .diag = d, .root = root, .language = language, .files = files, .all = true};
    return load_all(&l);
}

struct catalog *catalog_on_demand(struct arena *a, struct diag *d, const char *root,
                                  const struct overlay *overlays, size_t n, const char *language) {
    struct catalog *c = catalog_new(a, root, overlays, n);
    struct loading l = {.catalog = c,
                        .diag = d,
                        .root = root,
                        .language = language,
                        .on_demand = true,
                        .all = true};
    return load_all(&l);
}

struct catalog *catalog_load(struct arena *a, struct diag *d, const char *root,
                             struct path_list *files) {
    return catalog_load_over(a, d, root, NULL, 0, NULL, files);
}

/* Lists grow into pieces of their own, and no item is read into one of them alone. */
struct catalog *catalog_above(const struct catalog *below) {
    struct catalog *c = ARENA_NEW(below->arena, struct catalog);
    const struct list *const read[] = {&below->references, &below->accelerators, &below->links,
                                       &below->models, &below->scenarios};
    for (size_t i = 0; i < COUNT_OF(read); i++)
        list_read_all(read[i]);
    *c = *below;
    struct list *const lists[] = {&c->references, &c->accelerators, &c->links, &c->models,
                                  &c->scenarios};
    for (size_t i = 0; i < COUNT_OF(lists); i++)
        lists[i]->room = lists[i]->layer_room = lists[i]->n;
    c->root = NULL;
    c->overlay = "cases";
    c->figures = true;
    c->cases = NULL;
    c->estimates = NULL;
    c->estimate_count = c->estimate_room = 0;
    return c;
}

const char *catalog_overlay(const struct catalog *c, struct span where) {
    for (size_t i = 0; where.source && i < c->overlay_count; i++) {
        size_t n = strlen(c->overlays[i].folder);
        const char *path = where.source->name;
        if (strncmp(path, c->overlays[i].folder, n) == 0 && path[n] == '/')
            return c->overlays[i].name;
    }
    return NULL;
}

const char *catalog_edition(const struct catalog *c) {
    return arena_printf(c->arena, "%s%s", catalog_date(c), c->laid_over);
}

const char *catalog_date(const struct catalog *c) {
    return c->date ? c->date : "";
}

/* Count and item by index of one list; item by id. */
#define LIST(what, list)                                                                           \
    size_t catalog_##what##_count(const struct catalog *c) {                                       \
        list_read_all(&c->list);                                                                   \
        return c->list.n;                                                                          \
    }                                                                                              \
    const struct what *catalog_##what##_at(const struct catalog *c, size_t i) {                    \
        return list_at(&c->list, i);                                                               \
    }

#define FIND(what, list, unknown, expected)                                                        \
    const struct what *catalog_##what(const struct catalog *c, struct diag *d, struct span where,  \
                                      const char *id) {                                            \
        const struct what *found = store_find(&c->list, id);                                       \
        if (!found)                                                                                \
            store_report_unknown(&c->list, d, unknown, where, id, expected);                       \
        return found;                                                                              \
    }

LIST(accelerator, accelerators)
LIST(link, links)
LIST(model, models)
LIST(scenario, scenarios)
LIST(reference, references)
FIND(accelerator, accelerators, DIAG_UNKNOWN_ACCELERATOR, "an id of `ridge list accelerators`")
FIND(link, links, DIAG_UNKNOWN_LINK, "an id of `ridge list links`")
FIND(scenario, scenarios, DIAG_UNKNOWN_SCENARIO, "an id of `ridge list scenarios`")

size_t catalog_short_name_count(const struct catalog *c, const char *short_name) {
    size_t n = 0;
    list_read_saying(&c->accelerators, short_name);
    for (size_t i = 0; i < c->accelerators.n; i++) {
        const struct accelerator *x = list_item_read(&c->accelerators, i);
        n += x && x->short_name && strcmp(x->short_name, short_name) == 0;
    }
    return n;
}

/* "Qwen3-8B" of "Qwen/Qwen3-8B", as a model hub names it; NULL: a path, or a plain id. */
static const char *model_of_hub(const char *id) {
    const char *slash = strchr(id, '/');
    size_t n = strlen(id);
    bool json = n > 5 && strcmp(id + n - 5, ".json") == 0;
    return slash && slash > id && slash[1] && *id != '.' && !strchr(slash + 1, '/') && !json
               ? slash + 1
               : NULL;
}

const struct model *catalog_model(const struct catalog *c, struct diag *d, struct span where,
                                  const char *id) {
    static const char expected[] = "an id of `ridge list models`, or the path of a config.json";
    const char *named = model_of_hub(id);
    if (named && !where.source && access(id, F_OK)) {
        diag_report(d, DIAG_UNKNOWN_MODEL, where, id, expected,
                    store_nearest(c->arena, &c->models, named));
        return NULL;
    }
    if (model_is_file(id))
        return imports_model(c, d, where, id);
    const struct model *found = store_find(&c->models, id);
    if (!found)
        store_report_unknown(&c->models, d, DIAG_UNKNOWN_MODEL, where, id, expected);
    return found;
}

const struct reference *catalog_reference(const struct catalog *c, const char *id) {
    return store_find(&c->references, id);
}

const struct link *catalog_link_or_none(const struct catalog *c, const char *id) {
    return id ? store_find(&c->links, id) : NULL;
}

static void estimate_keep(struct catalog *c, struct estimate_entry entry) {
    ARENA_GROW(c->arena, c->estimates, c->estimate_count, c->estimate_room, 16);
    c->estimates[c->estimate_count++] = entry;
}

static const struct estimate *estimate_kept(const struct catalog *c, const struct scenario *s) {
    for (size_t i = 0; i < c->estimate_count; i++)
        if (c->estimates[i].scenario == s)
            return c->estimates[i].estimate;
    return NULL;
}

const struct estimate *catalog_figures(struct arena *a, const struct catalog *c,
                                       const struct scenario *s) {
    const struct estimate *kept = estimate_kept(c, s);
    return kept ? kept : estimate_figures(a, s);
}

const struct estimate *catalog_estimate(struct catalog *c, const struct scenario *s) {
    const struct estimate *kept = estimate_kept(c, s);
    if (kept)
        return kept;
    const struct estimate *e =
        c->figures ? estimate_figures(c->arena, s) : estimate_run(c->arena, s);
    struct estimate_entry entry = {s, e};
    estimate_keep(c, entry);
    return entry.estimate;
}
