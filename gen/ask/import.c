#include "catalog/import.h"

#include "ask/command.h"
#include "catalog/entry.h"

static const struct option_row OPTIONS[] = {
    {"id", "ID", "the entry's id; otherwise made from the path", NULL, NULL},
    {"o", "FILE.xml", "where to write; otherwise standard output", NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static void run(struct session *s, const struct options *o) {
    const char *id = option_value(o, "id", NULL);
    if (id && !entry_id_holds(id)) {
        diag_report(s->diag, DIAG_BAD_ID, (struct span){0}, id,
                    "at most 64 small letters, digits, hyphens and dots", NULL);
        return;
    }
    const char *path = import_file(s->arena, o->plain[0]);
    const struct model *m = model_import(s->arena, s->diag, (struct span){0}, path, id);
    struct bytes out = {.arena = s->arena};
    if (!m)
        return;
    model_write(m, &out);
    file_write(s->diag, option_value(o, "o", "-"), out.at, out.n);
}

const struct command command_import = {
    "config.json [--id ID] [-o FILE.xml]", OPTIONS, 1, 1, NULL, run, NULL, NULL};
