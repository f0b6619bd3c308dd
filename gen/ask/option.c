#include "ask/option.h"

#include <stdio.h>
#include <string.h>

#include "ask/cell.h"
#include "base/diag.h"

enum { HELP_COLUMN = 34, HELP_WIDTH = 100 };

static size_t row_count(const struct option_row *rows) {
    size_t n = 0;
    while (rows[n].name)
        n++;
    return n;
}

static const struct option_row *row_find(const struct option_row *rows, const char *name,
                                         size_t length) {
    for (; rows->name; rows++)
        if (strlen(rows->name) == length && !memcmp(rows->name, name, length))
            return rows;
    return NULL;
}

static bool one_of(const char *choices, const char *value) {
    size_t length = strlen(value);
    for (const char *at = choices; at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL)
        if (strcspn(at, "|") == length && !memcmp(at, value, length))
            return true;
    return false;
}

static void report_unknown(struct arena *a, const char *command, const struct option_row *rows,
                           const char *word) {
    size_t n = row_count(rows);
    const char **names = ARENA_ARRAY(a, const char *, n + 1);
    for (size_t i = 0; i < n; i++)
        names[i] = rows[i].name;
    size_t dashes = strspn(word, "-");
    const char *near =
        nearest_name(arena_strndup(a, word + dashes, strcspn(word + dashes, "=")), names, n);
    fprintf(stderr, "ridge %s: unknown option %s", command, word);
    if (near)
        fprintf(stderr, "; did you mean %s%s?", strlen(near) == 1 ? "-" : "--", near);
    fprintf(stderr, "\nTry: ridge %s --help\n", command);
}

static void report_choice(struct arena *a, const char *command, const struct option_row *row,
                          const char *value) {
    const char **names = ARENA_ARRAY(a, const char *, strlen(row->choices) + 1);
    size_t n = 0;
    for (const char *at = row->choices; *at; at += strspn(at, "|")) {
        size_t length = strcspn(at, "|");
        names[n++] = arena_strndup(a, at, length);
        at += length;
    }
    const char *near = nearest_name(value, names, n);
    fprintf(stderr, "ridge %s: --%s %s: expected %s", command, row->name, value, row->choices);
    if (near)
        fprintf(stderr, "; did you mean %s?", near);
    fputc('\n', stderr);
}

/* One option at argv[*i]; moves *i over its value. */
static bool read_option(struct arena *a, const char *command, const struct option_row *rows,
                        int argc, char **argv, int *i, struct options *out) {
    const char *word = argv[*i], *name = word + strspn(word, "-");
    size_t length = strcspn(name, "=");
    const struct option_row *row = row_find(rows, name, length);
    bool dashes_fit = row && (size_t)(name - word) == (strlen(row->name) == 1 ? 1u : 2u);
    if (!dashes_fit) {
        report_unknown(a, command, rows, word);
        return false;
    }
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (row->value && !value && *i + 1 < argc)
        value = argv[++*i];
    if (row->value && (!value || !*value)) { /* an empty folder would be the root of all */
        fprintf(stderr, "ridge %s: %s needs a value: %s\n", command, word, row->value);
        return false;
    }
    if (!row->value && value) {
        fprintf(stderr, "ridge %s: --%s takes no value\n", command, row->name);
        return false;
    }
    if (value && row->choices && !one_of(row->choices, value)) {
        report_choice(a, command, row, value);
        return false;
    }
    out->given[out->given_count++] = (struct option_given){row->name, value};
    return true;
}

bool options_read(struct arena *a, const char *command, const struct option_row *rows, int argc,
                  char **argv, struct options *out) {
    bool only_plain = false;
    out->given = ARENA_ARRAY(a, struct option_given, (size_t)argc + 1);
    out->plain = ARENA_ARRAY(a, const char *, (size_t)argc + 1);
    for (int i = 0; i < argc; i++) {
        if (!only_plain && !strcmp(argv[i], "--"))
            only_plain = true;
        else if (only_plain || argv[i][0] != '-' || !argv[i][1])
            out->plain[out->plain_count++] = argv[i];
        else if (!read_option(a, command, rows, argc, argv, &i, out))
            return false;
    }
    return true;
}

bool options_complete(const char *command, const struct option_row *rows, const char *needed,
                      const struct options *o) {
    for (const char *at = needed; at && *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        const struct option_row *row = row_find(rows, at, length);
        if (row && !option_given(o, row->name)) {
            fprintf(stderr, "ridge %s: %s%s %s is missing: %s\nTry: ridge %s --help\n", command,
                    length == 1 ? "-" : "--", row->name, row->value, row->help, command);
            return false;
        }
        at += length;
    }
    return true;
}

const char *option_value(const struct options *o, const char *name, const char *fallback) {
    for (size_t i = o->given_count; i > 0; i--)
        if (!strcmp(o->given[i - 1].name, name))
            return o->given[i - 1].value;
    return fallback;
}

size_t option_values(struct arena *a, const struct options *o, const char *name,
                     const char *const **out) {
    const char **values = ARENA_ARRAY(a, const char *, o->given_count + 1);
    size_t n = 0;
    for (size_t i = 0; i < o->given_count; i++)
        if (!strcmp(o->given[i].name, name))
            values[n++] = o->given[i].value;
    *out = values;
    return n;
}

bool option_given(const struct options *o, const char *name) {
    for (size_t i = 0; i < o->given_count; i++)
        if (!strcmp(o->given[i].name, name))
            return true;
    return false;
}

/* Words from a column on, in lines of the help's width; returns the column after the last. */
static int print_words(const char *text, int column) {
    for (const char *at = text; *at;) {
        size_t n = strcspn(at, " ");
        if (at > text && column + 1 + (int)n > HELP_WIDTH)
            column = printf("\n%*s", HELP_COLUMN, "") - 1;
        else if (at > text)
            column += printf(" ");
        column += printf("%.*s", (int)n, at);
        at += n + strspn(at + n, " ");
    }
    return column;
}

void options_print_help(const struct option_row *rows) {
    const char *group = NULL;
    bool first = true;
    for (; rows->name; rows++, first = false) {
        if (rows->group && (!group || strcmp(group, rows->group) != 0))
            printf("%s%s:\n", first ? "" : "\n", rows->group);
        group = rows->group;
        const char *dash = strlen(rows->name) == 1 ? "-" : "--";
        int width = printf("  %s%s", dash, rows->name);
        if (rows->value)
            width +=
                printf(" %s", rows->value) - (int)strlen(rows->value) + cell_width(rows->value);
        printf("%*s", width < HELP_COLUMN ? HELP_COLUMN - width : 1, "");
        width = width < HELP_COLUMN ? HELP_COLUMN : width + 1;
        width = print_words(rows->help, width);
        if (rows->choices && width + (int)strlen(rows->choices) > HELP_WIDTH)
            printf("\n%*s", HELP_COLUMN - 1, "");
        if (rows->choices)
            printf(" (%s)", rows->choices);
        putchar('\n');
    }
}
