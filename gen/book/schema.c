/* Schemas: RELAX NG of what is read, JSON Schema of what is printed for programs. */
#include "ask/schema.h"

#include <string.h>

#include "ask/command.h"
#include "catalog/grammar.h"
#include "doc/grammar.h"

static const struct option_row OPTIONS[] = {
    {"o", "FILE", "where to write; standard output without", NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static const struct grammar_row {
    const char *name;
    void (*write)(struct bytes *out);
} GRAMMARS[] = {{"chapter", grammar_chapter},
                {"template", grammar_template},
                {"catalogue", grammar_catalogue},
                {"scenarios", grammar_scenarios}};
enum { GRAMMAR_COUNT = sizeof GRAMMARS / sizeof *GRAMMARS, NAMES_MOST = 16 };

static bool write_schema(struct arena *a, const char *what, struct bytes *out) {
    for (size_t i = 0; i < GRAMMAR_COUNT; i++)
        if (!strcmp(GRAMMARS[i].name, what)) {
            GRAMMARS[i].write(out);
            return true;
        }
    return schema_json(a, what, out);
}

static void report_unknown(struct session *s, const char *what) {
    const char *names[NAMES_MOST];
    size_t n = 0;
    for (size_t i = 0; i < GRAMMAR_COUNT; i++)
        names[n++] = GRAMMARS[i].name;
    for (size_t i = 0; n < NAMES_MOST && schema_json_name(i); i++)
        names[n++] = schema_json_name(i);
    diag_report(s->diag, DIAG_UNKNOWN_SCHEMA, (struct span){0}, what,
                "chapter, template, catalogue, scenarios, estimate, fit, list or show",
                nearest_name(what, names, n));
}

static void run(struct session *s, const struct options *o) {
    struct bytes out = {.arena = s->arena};
    if (write_schema(s->arena, o->plain[0], &out))
        file_write(s->diag, option_value(o, "o", "-"), out.at, out.n);
    else
        report_unknown(s, o->plain[0]);
}

const struct command command_schema = {
    "chapter|template|catalogue|scenarios|estimate|fit|list|show [-o FILE]",
    OPTIONS,
    1,
    1,
    NULL,
    run,
    NULL, NULL};
