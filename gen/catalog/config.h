/* A JSON file whose values know where they stand. The JSON library stays behind this header. */
#ifndef RIDGE_CATALOG_CONFIG_H
#define RIDGE_CATALOG_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/span.h"

enum config_kind {
    CONFIG_ABSENT,
    CONFIG_NULL,
    CONFIG_FLAG,
    CONFIG_WHOLE,
    CONFIG_REAL,
    CONFIG_TEXT,
    CONFIG_LIST,
    CONFIG_OBJECT
};

struct config_value {
    enum config_kind kind;
    bool flag;
    int64_t whole;
    const char *text;
    const char *key;  /* under which it was looked up; NULL in a list */
    struct span span; /* absent: the beginning of the object */
    const void *json;
};

/* Configurations are small; what is larger is another file. */
enum { CONFIG_FILE_LIMIT = 4 * 1024 * 1024 };

/* Reads the file, whose top must be an object. `from` is where the path was written. What is not
 * JSON, repeats a key or is nested too deeply is reported at its place: kind ABSENT then, with the
 * whole text as span when the file could be read. */
struct config_value config_read(struct arena *a, struct diag *d, struct span from,
                                const char *path);

/* The value under a key of an object; a value that is no object has none. */
struct config_value config_at(struct config_value object, const char *key);

/* Items of a list. */
size_t config_count(struct config_value list);
struct config_value config_item(struct config_value list, size_t i);

/* The same behind item i - 1: a walk over a long list does not begin again at every item. */
struct config_value config_next(struct config_value list, size_t i, struct config_value before);

/* The keys of an object, in file order. */
size_t config_keys(struct arena *a, struct config_value object, const char *const **out);

/* The string after the first such key in a text that is no JSON; ABSENT when there is none. */
struct config_value config_guess(struct arena *a, struct config_value unread, const char *key);

/* As a short text for messages and comparison: true, 128, "a" as a, [128, 128] as 128,128;
 * absent and null are empty. */
const char *config_words(struct arena *a, struct config_value value);

#endif
