/* The catalogue from inside: what the readers fill and the look-ups read. */
#ifndef RIDGE_CATALOG_STORE_H
#define RIDGE_CATALOG_STORE_H

#include "catalog/catalog.h"

/* Pointers in order of reading; every item starts with its id. Layers lie over each other: 0 the
 * shipped files, then the overlays in order. The first items may still be entries of a file that
 * nobody has asked for (later.h): look into a list with store_find and list_read_all alone. */
struct later;
struct list {
    void **at;
    unsigned *layers; /* that each item comes from */
    size_t n, room, layer_room;
    unsigned layer;      /* that is being read */
    struct later *later; /* NULL: all items are read */
};

/* Appends the item, or puts it in the place of the one with its id from an earlier layer. */
void store_add(struct arena *a, struct list *list, void *item);
void *store_find(const struct list *list, const char *id);
/* Is there one with the id from the layer being read? */
bool store_has(const struct list *list, const char *id);

/* Reads what nobody has asked for yet, so that items can be counted and gone through. */
void list_read_all(const struct list *list);
void *list_at(const struct list *list, size_t i);

/* Reads those that may hold the text; the item at a place unless it is not read. */
void list_read_saying(const struct list *list, const char *text);
const void *list_item_read(const struct list *list, size_t i);

/* The id that the word may mean, or NULL. */
const char *store_nearest(struct arena *a, const struct list *list, const char *word);

/* Reports `kind` with the nearest id of the list; not of an entry whose fault is reported already.
 */
void store_report_unknown(const struct list *list, struct diag *d, enum diag_kind kind,
                          struct span where, const char *id, const char *expected);

struct strings {
    const char *language, *bcp47;
    struct string {
        const char *key, *text;
        struct span span;
    } * at; /* sorted by key */
    size_t n;
    struct word_shelf *shelves; /* files whose words are looked up one by one */
    struct word_file {
        const struct word_file *next;
        const char *path;
    } const *more; /* read since */
};

struct estimate_entry {
    const struct scenario *scenario;
    const struct estimate *estimate;
};

struct cases;
struct catalog {
    struct arena *arena;
    const char *date;
    const char *laid_over; /* " + lab" for each overlay that holds anything */
    const char *overlay;   /* the name of the one being read; NULL: the shipped files */
    const struct overlay *overlays;
    size_t overlay_count;
    const char *root;          /* the folder read; NULL for what is laid over another one */
    const struct cases *cases; /* read when first asked for */
    struct list references, accelerators, links, models, scenarios, languages;
    bool figures; /* no derivations: nobody asks where a published case gets its value */
    struct estimate_entry *estimates;
    size_t estimate_count, estimate_room;
    struct imports *imports;
};

/* The root element of a file of the content, or NULL after reporting. */
const struct node *part_open(struct catalog *c, struct diag *d, const char *root, const char *path,
                             const char *element, struct path_list *files);

/* The layer that is read from now on, and its overlay's name. */
void layer_open(struct catalog *c, unsigned layer, const char *name);

/* A catalogue to which entries can be added that the one below does not show. */
struct catalog *catalog_above(const struct catalog *below);

/* The files that catalog_cases reads. */
void cases_files(const struct catalog *c, struct path_list *files);

/* Models read from configuration files, each once. */
struct imports {
    const char *root;        /* paths in documents are relative to it and stay inside */
    struct path_list *files; /* receives the paths while the catalogue is loaded; or NULL */
    struct list models;      /* struct imported */
};

/* Is the name of a model that of a file: does it end in .json, or hold a slash? */
bool model_is_file(const char *name);

/* The model of the configuration file: beside the working directory when `where` has no source,
 * else below the content root. NULL after reporting. */
const struct model *imports_model(const struct catalog *c, struct diag *d, struct span where,
                                  const char *path);

/* Parameters that follow from the fields of the entry. */
int64_t model_parameters(const struct model *m);

/* A file of the catalogue, and what reads its root element. */
struct catalog_file {
    const char *path, *root, *entry;
    void (*read)(struct catalog *c, struct diag *d, const struct node *root);
    size_t list; /* the offset of the list in struct catalog */
};

/* The readers, one per file of content/catalogue; each takes the root element. */
void references_read(struct catalog *c, struct diag *d, const struct node *root);
void links_read(struct catalog *c, struct diag *d, const struct node *root);
void accelerators_read(struct catalog *c, struct diag *d, const struct node *root);
void models_read(struct catalog *c, struct diag *d, const struct node *root);
/* Prices of devices that an overlay gives: rows of prices.xml. */
void prices_read(struct catalog *c, struct diag *d, const struct node *root);
void scenarios_read(struct catalog *c, struct diag *d, const struct node *root);
void strings_read(struct catalog *c, struct diag *d, const struct node *root);

#endif
