#include "ask/manual.h"

#include <string.h>

/* ── roff ── */

/* Hyphens are minus signs, so that they can be copied; nothing may look like a request. */
static void put_text(struct bytes *out, const char *text) {
    if (*text == '.' || *text == '\'')
        bytes_puts(out, "\\&");
    for (; *text; text++)
        if (*text == '\\')
            bytes_puts(out, "\\e");
        else if (*text == '-')
            bytes_puts(out, "\\-");
        else if (*text == '|')
            bytes_puts(out, "|\\:"); /* a line may end there */
        else if (*text == '"')
            bytes_puts(out, "\\(dq");
        else
            bytes_add(out, text, 1);
}

static void put_line(struct bytes *out, const char *text) {
    put_text(out, text);
    bytes_puts(out, "\n");
}

static void put_section(struct bytes *out, const char *name) {
    bytes_printf(out, ".SH %s\n", name);
}

/* A term in bold and what it means. */
static void put_term(struct bytes *out, const char *term, const char *meaning) {
    bytes_puts(out, ".TP\n\\fB");
    put_text(out, term);
    bytes_puts(out, "\\fR\n");
    put_line(out, meaning);
}

/* ── Commands ── */

static void put_option(struct arena *a, struct bytes *out, const struct option_row *row) {
    bytes_puts(out, ".TP\n\\fB");
    put_text(out, arena_printf(a, "%s%s", strlen(row->name) == 1 ? "-" : "--", row->name));
    bytes_puts(out, "\\fR");
    if (row->value) {
        bytes_puts(out, " \\fI");
        put_text(out, row->value);
        bytes_puts(out, "\\fR");
    }
    bytes_puts(out, "\n");
    put_line(out, row->choices ? arena_printf(a, "%s (%s)", row->help, row->choices) : row->help);
}

/* The groups of long lists are headed as in --help. */
static void put_options(struct arena *a, struct bytes *out, const struct option_row *rows) {
    const char *group = NULL;
    for (; rows->name; rows++) {
        if (rows->group && (!group || strcmp(group, rows->group) != 0)) {
            bytes_puts(out, ".PP\n");
            put_line(out, arena_printf(a, "%s:", rows->group));
        }
        group = rows->group;
        put_option(a, out, rows);
    }
}

static void put_command(struct arena *a, struct bytes *out, const struct command_row *row) {
    const struct command *c = row->command;
    bytes_printf(out, ".SS \"ridge %s\"\n.B ridge %s\n", row->name, row->name);
    put_line(out, c->arguments);
    bytes_puts(out, ".PP\n");
    put_line(out, row->summary);
    put_options(a, out, c->rows ? c->rows(a) : c->options);
}

/* ── The page ── */

static void put_head(struct bytes *out, const char *version) {
    bytes_puts(out, "'\\\" Made by ridge --man from the tables of commands and options.\n");
    bytes_printf(out, ".TH RIDGE 1 \"\" \"ridge %s\" \"User commands\"\n", version);
    bytes_puts(out, ".ad l\n");
    put_section(out, "NAME");
    put_line(out, "ridge - does it fit, what will be slow, and why?");
    put_section(out, "SYNOPSIS");
    bytes_puts(out,
               ".B ridge\n.I COMMAND\n[\\fIARGUMENT\\fR \\&...] [\\fB\\-\\-OPTION\\fR \\&...]\n");
    put_section(out, "DESCRIPTION");
    put_line(out,
             "Course handouts, accelerator sheets and charts about large language models, in which "
             "every number is computed, sourced and explainable.");
}

static void put_exit(struct bytes *out) {
    static const char *const rows[][2] = {{"0", "clean; warnings do not change it"},
                                          {"1", "faults in the input"},
                                          {"2", "wrong usage"},
                                          {"3", "the machine failed: disk, memory"}};
    put_section(out, "EXIT STATUS");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        put_term(out, rows[i][0], rows[i][1]);
}

static void put_environment(struct bytes *out) {
    static const char *const rows[][2] = {
        {"RIDGE_ROOT", "the folder of the course, where it is not the one stood in"},
        {"RIDGE_OUT", "where products go, in place of out/"},
        {"SOURCE_DATE_EPOCH", "the date that products bear"},
        {"NO_COLOR", "no colour in messages"},
        {"XDG_CONFIG_HOME", "where a catalogue of your own lies, in ridgepoint/"}};
    put_section(out, "ENVIRONMENT");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        put_term(out, rows[i][0], rows[i][1]);
}

/* What is done most, word for word. */
static void put_examples(struct bytes *out) {
    static const char *const rows[][2] = {
        {"ridge check", "what is wrong with the course, nothing written"},
        {"ridge build --lang en", "the course in English, its sheets and charts"},
        {"ridge build notes.xml --edition all",
         "a document of your own, for students, for teachers "
         "and its answers alone"},
        {"ridge build notes.zh.xml notes.en.xml --lang zh+en", "both languages in one"},
        {"ridge build --lang en --edition teacher --template large-print",
         "handout/course.en.teacher.large-print.pdf"},
        {"ridge build charts.xml --lang en -o site",
         "site/charts/NAME.en.svg and more, as the rows of its <r:charts formats=\"svg pdf\"> say"},
        {"ridge chart roofline --accelerator rtx-4090 -o roof.svg -o roof.pdf",
         "one chart, computed once, in two formats"},
        {"ridge expand notes.xml -o plain/notes.xml", "plain DocBook, for pandoc and others"},
        {"ridge estimate --task inference --model llama-3.1-8b --accelerator rtx-4090 --explain",
         "memory and speed, with every step of the derivation"},
        {"ridge schema chapter -o chapter.rng", "for an editor that completes and validates"}};
    put_section(out, "EXAMPLES");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        put_term(out, rows[i][0], rows[i][1]);
}

static void put_files(struct bytes *out) {
    static const char *const rows[][2] = {
        {"content/course.xml", "what is built without a file named: books, sheets, comparisons"},
        {"content/charts.xml", "the charts that go with it"},
        {"content/scenarios.xml", "the questions that chapters refer to by $id"},
        {"content/catalogue/", "accelerators, models, links, prices and their sources"},
        {"templates/*.xml", "styles and pages, for --template; those of sheets and comparisons"},
        {"out/handout/NAME.LANG[.EDITION][.TEMPLATE].pdf", "what becomes of a book"}};
    put_section(out, "FILES");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        put_term(out, rows[i][0], rows[i][1]);
}

void manual_write(struct arena *a, const char *version, const struct command_row *rows, size_t n,
                  const struct option_row *common, struct bytes *out) {
    put_head(out, version);
    put_section(out, "COMMANDS");
    for (size_t i = 0; i < n; i++)
        put_command(a, out, &rows[i]);
    put_section(out, "COMMON OPTIONS");
    put_options(a, out, common);
    put_term(out, "--help", "what there is, also after a command");
    put_term(out, "--version", "the version");
    put_term(out, "--man", "this page");
    put_examples(out);
    put_exit(out);
    put_environment(out);
    put_files(out);
}
