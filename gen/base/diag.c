#include "base/diag.h"

#include <stdarg.h>
#include <string.h>

#include "base/file.h"

#include "base/diag_report.h"

enum { EXIT_FAULTS = 1, EXIT_MACHINE = 3 };

const struct diag_row diag_rows[DIAG_KINDS] = {
#define DIAG(id, severity, text) {severity, text},
#include "base/diag.def"
#undef DIAG
};

struct diag *diag_new(struct arena *a) {
    struct diag *d = ARENA_NEW(a, struct diag);
    d->arena = a;
    d->end = &d->first;
    return d;
}

static bool same_text(const char *x, const char *y) {
    return x == y || (x && y && !strcmp(x, y));
}

/* A file may have been read more than once: for two languages, or by two includes. */
static bool same_source(const struct source *x, const struct source *y) {
    return x == y || (x && y && x->bytes == y->bytes && same_text(x->name, y->name));
}

/* Files come in the order in which they are first complained about. */
static size_t source_rank(struct diag *d, const struct source *source) {
    struct seen **at = &d->seen;
    size_t rank = 0;
    for (; *at; at = &(*at)->next, rank++)
        if (same_source((*at)->source, source))
            return rank;
    *at = ARENA_NEW(d->arena, struct seen);
    (*at)->source = source;
    return rank;
}

static bool same_span(struct span x, struct span y) {
    return same_source(x.source, y.source) && x.from == y.from && x.to == y.to;
}

/* Many words of one list may stand at one place. */
static struct report **bucket(struct diag *d, enum diag_kind kind, struct span at,
                              const char *found) {
    size_t key = at.from * 31 + (size_t)kind;
    for (; found && *found; found++)
        key = key * 31 + (unsigned char)*found;
    return &d->buckets[key % DIAG_BUCKETS];
}

static struct report *known(struct report *r, enum diag_kind kind, struct span at,
                            const char *found) {
    for (; r; r = r->chain)
        if (r->kind == kind && same_span(r->at, at) && same_text(r->found, found))
            return r;
    return NULL;
}

static const char *copy(struct arena *a, const char *text) {
    return text ? arena_strdup(a, text) : NULL;
}

void diag_report(struct diag *d, enum diag_kind kind, struct span at, const char *found,
                 const char *expected, const char *nearest) {
    d->faults += diag_rows[kind].severity >= SEVERITY_ERROR;
    struct report **chain = bucket(d, kind, at, found);
    d->last = known(*chain, kind, at, found);
    if (d->last)
        return;
    struct report *r = ARENA_NEW(d->arena, struct report);
    *r = (struct report){.kind = kind,
                         .at = at,
                         .found = copy(d->arena, found),
                         .expected = copy(d->arena, expected),
                         .nearest = copy(d->arena, nearest),
                         .rank = source_rank(d, at.source),
                         .number = d->n++,
                         .chain = *chain};
    r->notes_end = &r->notes;
    *chain = d->last = *d->end = r;
    d->end = &r->next;
}

void diag_note(struct diag *d, struct span at, const char *format, ...) {
    if (!d->last)
        return;
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(d->arena, format, args);
    va_end(args);
    for (struct note *note = d->last->notes; note; note = note->next)
        if (same_span(note->at, at) && same_text(note->text, text))
            return;
    struct note *note = ARENA_NEW(d->arena, struct note);
    *note = (struct note){.at = at, .text = text};
    *d->last->notes_end = note;
    d->last->notes_end = &note->next;
}

size_t diag_count(const struct diag *d, enum severity at_least) {
    size_t n = 0;
    for (const struct report *r = d->first; r; r = r->next)
        n += diag_rows[r->kind].severity >= at_least;
    return n;
}

size_t diag_faults(const struct diag *d) {
    return d->faults;
}

int diag_exit_status(const struct diag *d) {
    if (diag_count(d, SEVERITY_MACHINE))
        return EXIT_MACHINE;
    return diag_count(d, SEVERITY_ERROR) ? EXIT_FAULTS : 0;
}
