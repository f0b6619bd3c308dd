/* Which elements a product takes: by language, by edition, by DocBook's profiling attributes. */
#include <string.h>

#include "doc/reader.h"

/* Editions, and the roles of answers that each takes; an answer without a role belongs to the text.
 */
const char *const edition_names[] = {"student", "teacher", "answers"};
static const struct edition {
    bool solved; /* has answers and solutions */
    bool room;   /* leaves room to write */
} EDITIONS[EDITION_COUNT] = {{false, true}, {true, false}, {true, false}};

static const struct edition *edition_of(const struct reader *r) {
    for (size_t i = 0; r->request->edition && i < EDITION_COUNT; i++)
        if (!strcmp(edition_names[i], r->request->edition))
            return &EDITIONS[i];
    return &EDITIONS[0];
}

static bool language_fits(const struct reader *r, const char *language) {
    const char *wanted = strings_language(r->request->strings);
    return !strncmp(language, wanted, strlen(wanted));
}

/* "teacher;answers" and "teacher answers" name both. */
static bool list_holds(const char *list, const char *name) {
    size_t n = strlen(name);
    for (list += strspn(list, " ;"); *list; list += strspn(list, " ;")) {
        size_t length = strcspn(list, " ;");
        if (length == n && !strncmp(list, name, n))
            return true;
        list += length;
    }
    return false;
}

/* Profiling attributes that the edition answers, and those that --profile does: what nobody asked
 * for is taken. */
static const struct profiling {
    const char *attribute;
    bool edition;
} PROFILING[] = {
    {"condition", true},    {"audience", true},  {"userlevel", false},    {"os", false},
    {"arch", false},        {"vendor", false},   {"security", false},     {"revision", false},
    {"conformance", false}, {"wordsize", false}, {"outputformat", false},
};

static const char *profile_of(const struct reader *r, const struct profiling *p) {
    if (p->edition)
        return edition_names[edition_of(r) - EDITIONS];
    for (size_t i = 0; i < r->request->profile_count; i++)
        if (!strcmp(r->request->profiles[i].attribute, p->attribute))
            return r->request->profiles[i].value;
    return NULL;
}

bool profile_known(const char *attribute) {
    for (size_t i = 0; i < sizeof PROFILING / sizeof *PROFILING; i++)
        if (!PROFILING[i].edition && !strcmp(PROFILING[i].attribute, attribute))
            return true;
    return false;
}

static bool profile_fits(const struct reader *r, const struct node *n) {
    for (size_t i = 0; i < sizeof PROFILING / sizeof *PROFILING; i++) {
        const char *list = node_value(n, PROFILING[i].attribute);
        const char *wanted = list ? profile_of(r, &PROFILING[i]) : NULL;
        if (wanted && !list_holds(list, wanted))
            return false;
    }
    return true;
}

static bool answer_fits(const struct reader *r, const struct node *n) {
    const char *role = node_is(n, NS_DOCBOOK, "answer") ? node_value(n, "role") : NULL;
    if (!role)
        return true;
    return edition_of(r)->solved || !strcmp(role, "hint");
}

bool node_wanted(const struct reader *r, const struct node *n) {
    if (!n->attributes)
        return true;
    if (!profile_fits(r, n) || !answer_fits(r, n))
        return false;
    const struct attribute *own = node_attribute(n, NS_RIDGE, "lang");
    const struct attribute *lang = node_attribute(n, NS_XML, "lang");
    if (own && !language_fits(r, own->value))
        return false;
    bool foreign = node_is(n, NS_DOCBOOK, "foreignphrase");
    return !r->is_template || !lang || foreign || language_fits(r, lang->value);
}

bool edition_leaves_room(const struct reader *r) {
    return edition_of(r)->room;
}
