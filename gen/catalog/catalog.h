/* The catalogue: devices, links, models, scenarios and strings, read from content/. */
#ifndef RIDGE_CATALOG_CATALOG_H
#define RIDGE_CATALOG_CATALOG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "core/estimate.h"
#include "core/hardware.h"
#include "xml/node.h"

struct catalog;

/* Reads ROOT/catalogue/{sources,accelerators,links,models}.xml, ROOT/scenarios.xml and
 * ROOT/LANG/strings.xml of every language folder. Faults are reported; what could be read is there.
 * Returns NULL only when nothing could be read. `files` receives the paths read (may be NULL). */
struct catalog *catalog_load(struct arena *a, struct diag *d, const char *root,
                             struct path_list *files);

/* A folder whose files lie over the shipped ones: any of sources.xml, links.xml, accelerators.xml,
 * models.xml, prices.xml. New entries are added, one with the id of an earlier entry takes its
 * place; <accelerator id="…" extends="ID"> changes single values of another. */
struct overlay {
    const char *folder; /* where it is */
    const char *name;   /* what outputs call it */
    bool silent;        /* may be missing or empty: the user's own folder */
};

/* The same with overlays, each over those before it. Scenarios see the uppermost. Of a language
 * that is named only its strings are read, when it is there: an answer needs no others. */
struct catalog *catalog_load_over(struct arena *a, struct diag *d, const char *root,
                                  const struct overlay *overlays, size_t n, const char *language,
                                  struct path_list *files);

/* The same for a few answers: of the shipped files an entry is read, and judged, when somebody asks
 * for it (or for all: what counts or goes through a list reads it whole), and its faults go to `d`
 * then. Overlays are read whole. One thread alone may use it. */
struct catalog *catalog_on_demand(struct arena *a, struct diag *d, const char *root,
                                  const struct overlay *overlays, size_t n, const char *language);

/* "2026-11 + lab": the date, and the overlays that hold anything. Footers and sources print it. */
const char *catalog_edition(const struct catalog *c);

/* The name of the overlay that a place lies in; NULL: the shipped files. */
const char *catalog_overlay(const struct catalog *c, struct span where);

const char *catalog_date(const struct catalog *c); /* "2026-11" */

/* By index, in file order (which is the slot order of charts). */
size_t catalog_accelerator_count(const struct catalog *c);
const struct accelerator *catalog_accelerator_at(const struct catalog *c, size_t i);
size_t catalog_link_count(const struct catalog *c);
const struct link *catalog_link_at(const struct catalog *c, size_t i);
size_t catalog_model_count(const struct catalog *c);
const struct model *catalog_model_at(const struct catalog *c, size_t i);
size_t catalog_reference_count(const struct catalog *c);
const struct reference *catalog_reference_at(const struct catalog *c, size_t i);
const struct reference *catalog_reference(const struct catalog *c, const char *id); /* or NULL */
size_t catalog_scenario_count(const struct catalog *c);
const struct scenario *catalog_scenario_at(const struct catalog *c, size_t i);

/* How many devices bear the short name. */
size_t catalog_short_name_count(const struct catalog *c, const char *short_name);

/* The part of a device's short name that tells it from its series: "4090". */
const char *name_tight(const char *short_name);

/* By id. Unknown: reports UNKNOWN_ACCELERATOR (…) with the nearest id at `where`, returns NULL. */
const struct accelerator *catalog_accelerator(const struct catalog *c, struct diag *d,
                                              struct span where, const char *id);
const struct link *catalog_link(const struct catalog *c, struct diag *d, struct span where,
                                const char *id);
const struct link *catalog_link_or_none(const struct catalog *c, const char *id); /* id or NULL */
/* A name that ends in .json or holds a slash is a configuration file, read as a model (import.h).
 */
const struct model *catalog_model(const struct catalog *c, struct diag *d, struct span where,
                                  const char *id);
const struct scenario *catalog_scenario(const struct catalog *c, struct diag *d, struct span where,
                                        const char *id);

/* The estimate of a scenario that lives as long as the catalogue, computed once and kept. */
const struct estimate *catalog_estimate(struct catalog *c, const struct scenario *s);

/* The same for charts, which show no derivation: the one that is kept, or its figures alone, ten
 * times as fast, in the arena. */
const struct estimate *catalog_figures(struct arena *a, const struct catalog *c,
                                       const struct scenario *s);

/* Reads <r:scenario id task model accelerator …/> and adds it; reports faults at their attributes.
 */
const struct scenario *catalog_add_scenario(struct catalog *c, struct diag *d,
                                            const struct node *element);

/* The same without adding it: a scenario of one document, which the caller binds to its id. In
 * model and accelerator "$a" is what the bindings say (templates). */
struct binding; /* expression.h */
const struct scenario *catalog_read_scenario(struct catalog *c, struct diag *d,
                                             const struct node *element,
                                             const struct binding *bindings, size_t n);

/* The same for a published case: it may ask for what no length changes, such as parameters, so that
 * it need not say one. A scenario of a document has to. */
const struct scenario *catalog_case_scenario(struct catalog *c, struct diag *d,
                                             const struct node *element);

/* A scenario from options (command line): pairs "name", "value". Faults are reported without place;
 * returns NULL then. The result is completed but not added. */
const struct scenario *catalog_make_scenario(struct catalog *c, struct diag *d,
                                             const char *const *names, const char *const *values,
                                             size_t n);

/* The same as it was given, neither completed nor checked: for questions that vary it. */
const struct scenario *catalog_given_scenario(struct catalog *c, struct diag *d,
                                              const char *const *names, const char *const *values,
                                              size_t n);

/* Strings of a language folder ("zh", "en"). */
struct strings;
const struct strings *catalog_strings(const struct catalog *c, const char *language);
/* Adds the words of ROOT/LANG/PATH, once; a file that is not there adds none. */
void catalog_need_words(struct catalog *c, struct diag *d, const struct strings *s,
                        const char *path);
const char *strings_language(const struct strings *s); /* "zh" */
const char *strings_bcp47(const struct strings *s);    /* "zh-Hans" */
size_t catalog_language_count(const struct catalog *c);
const char *catalog_language_at(const struct catalog *c, size_t i);
size_t strings_count(const struct strings *s);
const char *strings_key_at(const struct strings *s, size_t i); /* in order of the keys */
bool strings_has(const struct strings *s, const char *key);

/* The text of a key. A missing key gives the key itself (a test holds both languages complete). */
const char *say(const struct strings *s, const char *key);

/* The text with {name} replaced; pairs of name and value, ended by NULL. */
const char *say_with(struct arena *a, const struct strings *s, const char *key, ...)
    __attribute__((sentinel));

/* What stands between two things: ", " of "{one}, {two}". */
const char *words_pair(struct arena *a, const struct strings *s, const char *key);

#endif
