#include "ask/command.h"

#include "ask/manual.h"
#include "base/version.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { USAGE = 2, MACHINE = 3 };

/* What there is. */
struct table {
    const struct command_row *rows;
    size_t n;
};

static void print_help(const struct table *t) {
    puts("ridge: does it fit, what will be slow, and why?\n"
         "Course handouts, accelerator sheets and charts in which every number is computed.\n");
    puts("usage: ridge COMMAND [ARGUMENT …] [--OPTION …]\n");
    for (size_t i = 0; i < t->n; i++)
        printf("  %-10s %s\n", t->rows[i].name, t->rows[i].summary);
    puts("\nridge COMMAND --help tells more, ridge --man is the manual page. Exit status: 0 clean, "
         "1 faults in the input,\n"
         "2 wrong usage, 3 the machine failed.");
}

static void print_command_help(const struct command_row *r, const struct option_row *rows) {
    printf("usage: ridge %s %s\n\n%s\n\n", r->name, r->command->arguments, r->summary);
    options_print_help(rows);
}

static const struct command_row *find(const struct table *t, const char *name) {
    for (size_t i = 0; i < t->n; i++)
        if (!strcmp(t->rows[i].name, name))
            return &t->rows[i];
    return NULL;
}

static int unknown(const struct table *t, const char *name) {
    struct arena *a = arena_new();
    const char **names = ARENA_ARRAY(a, const char *, t->n);
    for (size_t i = 0; i < t->n; i++)
        names[i] = t->rows[i].name;
    const char *near = nearest_name(name, names, t->n);
    fprintf(stderr, "ridge: unknown command %s", name);
    if (near)
        fprintf(stderr, "; did you mean %s?", near);
    fputs("\nTry: ridge --help\n", stderr);
    arena_drop(a);
    return USAGE;
}

/* A ridge by the name of ridge-pages would hand over to itself for ever. */
static bool is_itself(const char *self, const char *pages) {
    struct stat ours, theirs;
    return self &&
           (!strcmp(self, pages) || (!stat(self, &ours) && !stat(pages, &theirs) &&
                                     ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino));
}

/* Hands the command line to the program with all commands. */
static int hand_over(char **argv) {
    struct arena *a = arena_new();
    const char *self = program_path(a);
    const char *slash = self ? strrchr(self, '/') : NULL;
    const char *pages =
        slash ? arena_printf(a, "%.*s/ridge-pages", (int)(slash - self), self) : "ridge-pages";
    bool itself = is_itself(self, pages);
    if (!itself)
        execv(pages, argv);
    fprintf(stderr, "ridge: cannot run %s: %s\n", pages,
            itself ? "it is ridge itself" : strerror(errno));
    arena_drop(a);
    return MACHINE;
}

static bool asks_help(int argc, char **argv) {
    for (int i = 0; i < argc && strcmp(argv[i], "--"); i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return true;
    return false;
}

/* What every command takes beside its own options; it is taken out before the command sees them. */
static const struct option_row COMMON[] = {
    {"catalogue", "DIR", "lay the entries of a folder over the catalogue; repeatable", NULL,
     "catalogue"},
    {NULL, NULL, NULL, NULL, NULL}};

static const struct option_row *with_common(struct arena *a, const struct option_row *own) {
    size_t n = 0;
    while (own[n].name)
        n++;
    struct option_row *rows = ARENA_ARRAY(a, struct option_row, n + sizeof COMMON / sizeof *COMMON);
    memcpy(rows, own, n * sizeof *rows);
    memcpy(rows + n, COMMON, sizeof COMMON);
    return rows;
}

static void lay_over(struct session *s, struct options *o) {
    const char *const *folders;
    size_t n = option_values(s->arena, o, COMMON->name, &folders), kept = 0;
    session_overlay(s, folders, n);
    for (size_t i = 0; i < o->given_count; i++)
        if (strcmp(o->given[i].name, COMMON->name) != 0)
            o->given[kept++] = o->given[i];
    o->given_count = kept;
}

/* The status, unless what was printed did not arrive. */
static int printed(int status) {
    if (!fflush(stdout) && !ferror(stdout))
        return status;
    fputs("ridge: cannot write to standard output\n", stderr);
    return MACHINE;
}

static int run(const struct command_row *r, int argc, char **argv) {
    const struct command *c = r->command;
    struct arena *a = arena_new();
    const struct option_row *rows = with_common(a, c->rows ? c->rows(a) : c->options);
    struct options options = {0};
    int status = USAGE;
    if (asks_help(argc, argv)) {
        print_command_help(r, rows);
        status = 0;
    } else if (options_read(a, r->name, rows, argc, argv, &options)) {
        int plain = (int)options.plain_count;
        bool alone = c->alone && option_given(&options, c->alone);
        int least = alone ? 0 : c->least, most = alone ? 0 : c->most;
        if (plain < least || plain > most) {
            if (plain > most)
                fprintf(stderr, "ridge %s: “%s” is one argument too many\n", r->name,
                        options.plain[most]);
            fprintf(stderr, "usage: ridge %s %s\nTry: ridge %s --help\n", r->name, c->arguments,
                    r->name);
        } else if (options_complete(r->name, rows, c->needed, &options)) {
            struct session *s = session_open(a);
            lay_over(s, &options);
            c->run(s, &options);
            diag_print(s->diag, stderr, isatty(STDERR_FILENO) && !getenv("NO_COLOR"));
            status = diag_exit_status(s->diag);
        }
    }
    arena_drop(a);
    return printed(status);
}

/* A standard stream that is closed is opened so that using it fails: otherwise the next file opened
 * would take its number, and messages would go into that file. */
static void hold_standard_streams(void) {
    static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", modes[fd]);
}

/* The manual page: of all commands, so by the program that has them. */
static int manual(const struct table *t, char **argv) {
    for (size_t i = 0; i < t->n; i++)
        if (!t->rows[i].command)
            return hand_over(argv);
    struct arena *a = arena_new();
    struct bytes out = {.arena = a};
    manual_write(a, RIDGE_VERSION, t->rows, t->n, COMMON, &out);
    fwrite(out.at, 1, out.n, stdout);
    arena_drop(a);
    return printed(0);
}

int command_main(int argc, char **argv, const struct command_row *rows, size_t n) {
    const struct table t = {rows, n};
    hold_standard_streams();
    arena_keep_dropped();
    signal(SIGXFSZ, SIG_IGN); /* a file limit is a failed write, with a message */
    if (argc < 2) {
        print_help(&t);
        return printed(USAGE);
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        print_help(&t);
        return printed(0);
    }
    if (!strcmp(argv[1], "--version")) {
        printf("ridge %s\n", RIDGE_VERSION);
        return printed(0);
    }
    if (!strcmp(argv[1], "--man"))
        return manual(&t, argv);
    const struct command_row *r = find(&t, argv[1]);
    if (!r)
        return unknown(&t, argv[1]);
    return r->command ? run(r, argc - 2, argv + 2) : hand_over(argv);
}
