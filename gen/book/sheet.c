#include "ask/command.h"
#include "book/look.h"
#include "book/pairs.h"
#include "book/product.h"

static const struct option_row SHEET_OPTIONS[] = {
    {"lang", "L", "language: zh, en", NULL, NULL},
    {"template", "T", "how it looks: a name in templates/, or a file of your own", NULL, NULL},
    {"o", "FILE.pdf", "where to write; - is standard output", NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static const struct option_row COMPARE_OPTIONS[] = {
    {"lang", "L", "language: zh, en", NULL, NULL},
    {"template", "T", "how it looks: a name in templates/, or a file of your own", NULL, NULL},
    {"all-pairs", NULL, "every two devices of the catalogue; -o names the folder", NULL, NULL},
    {"o", "FILE.pdf", "where to write; - is standard output", NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static void make(struct session *s, const struct options *o, const char *usual) {
    const char *template_ = look_path(s, option_value(o, "template", usual), (struct span){0});
    struct workshop w = {.session = s, .catalog = session_sound_catalog(s, NULL)};
    if (!w.catalog)
        return;
    const struct accelerator **accelerators =
        ARENA_ARRAY(s->arena, const struct accelerator *, o->plain_count + 1);
    bool good = true;
    for (size_t i = 0; i < o->plain_count; i++)
        good = (accelerators[i] =
                    catalog_accelerator(w.catalog, s->diag, (struct span){0}, o->plain[i])) &&
               good;
    struct bytes out = {.arena = s->arena};
    if (good && template_ && workshop_open(&w) &&
        product_sheet(&w, option_value(o, "lang", "en"), template_, accelerators, o->plain_count,
                      NULL, &out))
        file_write(s->diag, option_value(o, "o", "-"), out.at, out.n);
}

static void run_sheet(struct session *s, const struct options *o) {
    make(s, o, "sheet");
}

static void make_pairs(struct session *s, const struct options *o) {
    const char *template_ =
        look_path(s, option_value(o, "template", "comparison"), (struct span){0});
    struct workshop w = {.session = s, .catalog = session_sound_catalog(s, NULL)};
    if (w.catalog && template_ && workshop_open(&w))
        pairs_make(&w, option_value(o, "lang", "en"), template_, option_value(o, "o", "."));
}

static void run_compare(struct session *s, const struct options *o) {
    if (option_given(o, "all-pairs"))
        make_pairs(s, o);
    else
        make(s, o, o->plain_count > 2 ? "comparison-many" : "comparison");
}

const struct command command_sheet = {
    .arguments = "ACCELERATOR [--lang L] [--template T] -o FILE.pdf",
    .options = SHEET_OPTIONS,
    .least = 1,
    .most = 1,
    .needed = "o",
    .run = run_sheet};
const struct command command_compare = {
    .arguments =
        "ACCELERATOR ACCELERATOR [ACCELERATOR [ACCELERATOR]] [--lang L] [--template T] -o FILE.pdf\n"
        "       ridge compare --all-pairs [--lang L] [--template T] -o FOLDER",
    .options = COMPARE_OPTIONS,
    .least = 2,
    .most = 4,
    .needed = "o",
    .run = run_compare,
    .alone = "all-pairs"};
