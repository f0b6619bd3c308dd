/* A run of the program: where things are and what is open. */
#ifndef RIDGE_ASK_SESSION_H
#define RIDGE_ASK_SESSION_H

#include "base/arena.h"
#include "base/diag.h"
#include "catalog/catalog.h"
#include "xml/node.h"

struct session {
    struct arena *arena;
    struct diag *diag;
    const char *root;    /* the folder that holds content/, templates/, assets/ */
    const char *out;     /* out/ */
    const char *program; /* the running binary, on which products depend; NULL without /proc */
    const struct overlay *overlays; /* the user's own catalogue, then those of --catalogue */
    size_t overlay_count;
    long long date; /* SOURCE_DATE_EPOCH, else the catalogue's date */
};

/* The running binary; NULL without /proc. */
const char *program_path(struct arena *a);

struct session *session_open(struct arena *a);

/* Lays folders over the shipped catalogue, over that of $XDG_CONFIG_HOME/ridgepoint or
 * ~/.config/ridgepoint, which is there always. */
void session_overlay(struct session *s, const char *const *folders, size_t n);

/* A path below the root. */
const char *session_path(const struct session *s, const char *relative);

/* The catalogue, read afresh; NULL after reporting. `files` may be NULL. */
struct catalog *session_catalog(struct session *s, struct path_list *files);

/* The same for commands that print values of it, in one language or NULL for all: NULL when any
 * entry is at fault, for the value that was meant would be missing, or the one below it printed in
 * its place. */
struct catalog *session_sound_catalog(struct session *s, const char *language);

/* The same for a few answers: an entry of the shipped files is read, and judged, when it is asked
 * for; after a fault there is no answer (session_is_sound). */
struct catalog *session_asked_catalog(struct session *s, const char *language);

/* No fault so far. */
bool session_is_sound(const struct session *s);

/* Strings of a language; an unknown one is reported with the nearest. */
const struct strings *session_strings(struct session *s, const struct catalog *c,
                                      const char *language);

#endif
