#include "book/snippet.h"

#include <string.h>

#include "base/text.h"

/* A character, as its bytes, and what stands for it; NULL ends. */
struct escape {
    const char *from, *to;
};

static const struct escape HTML[] = {
    {"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {NULL, NULL}};
static const struct escape MARKDOWN[] = {{"\\", "\\\\"}, {"[", "\\["},  {"]", "\\]"},
                                         {"*", "\\*"},   {"_", "\\_"},  {"`", "\\`"},
                                         {"&", "&amp;"}, {"<", "&lt;"}, {NULL, NULL}};
static const struct escape RST[] = {{"\\", "\\\\"}, {"*", "\\*"}, {"`", "\\`"},
                                    {"|", "\\|"},   {"_", "\\_"}, {NULL, NULL}};
/* The narrow space, the minus and the like as commands, so that any engine sets them. */
static const struct escape LATEX[] = {{"\\", "\\textbackslash{}"},
                                      {"#", "\\#"},
                                      {"$", "\\$"},
                                      {"%", "\\%"},
                                      {"&", "\\&"},
                                      {"_", "\\_"},
                                      {"{", "\\{"},
                                      {"}", "\\}"},
                                      {"~", "\\textasciitilde{}"},
                                      {"^", "\\textasciicircum{}"},
                                      {"\u202f", "\\,"},
                                      {"\u2212", "$-$"},
                                      {"×", "$\\times$"},
                                      {"÷", "$\\div$"},
                                      {"·", "$\\cdot$"},
                                      {"–", "--"},
                                      {"—", "---"},
                                      {"“", "``"},
                                      {"”", "''"},
                                      {"’", "'"},
                                      {NULL, NULL}};
/* An option's value: no command may stand there, and no brace or comma that ends it. */
static const struct escape LATEX_ALT[] = {
    {"\\", " "}, {"#", "No. "}, {"{", "("},    {"}", ")"}, {"\u202f", " "}, {"\u2212", "-"},
    {"_", "-"},  {"&", "and"},  {"$", "USD "}, {"^", ""},  {"~", " "},      {NULL, NULL}};

/* What is pasted, and where to. */
struct paste {
    const struct chart *chart;
    const struct strings *strings;
    const char *path;
    struct bytes *out;
};

static void put(struct bytes *out, const char *text, const struct escape *escapes) {
    while (*text) {
        const struct escape *e = escapes;
        while (e->from && strncmp(text, e->from, strlen(e->from)) != 0)
            e++;
        bytes_add(out, e->from ? e->to : text, e->from ? strlen(e->to) : 1);
        text += e->from ? strlen(e->from) : 1;
    }
}

/* A path as the address of a picture: what would end the address, begin a query or a fragment, or
 * be no character of an address is percent-encoded. A name with a colon would be a scheme. */
static const char *address(struct arena *a, const char *path) {
    struct bytes out = {.arena = a};
    const char *colon = strchr(path, ':'), *slash = strchr(path, '/');
    if (colon && (!slash || colon < slash))
        bytes_puts(&out, "./");
    bool text = path[text_valid(path, strlen(path))] == '\0';
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        bool plain = c < 0x80 ? c > ' ' && c != 0x7F && !strchr("\"#%()<>?[\\]^`{|}", c) : text;
        if (plain)
            bytes_add(&out, path, 1);
        else
            bytes_printf(&out, "%%%02X", c);
    }
    return arena_strndup(a, out.at, out.n);
}

static void write_markdown(const struct paste *p) {
    bytes_puts(p->out, "![");
    put(p->out, p->chart->describe, MARKDOWN);
    bytes_printf(p->out, "](%s)\n", address(p->out->arena, p->path));
}

static void write_html(const struct paste *p) {
    const struct chart *c = p->chart;
    bytes_puts(p->out, "<figure>\n  <img src=\"");
    put(p->out, address(p->out->arena, p->path), HTML);
    bytes_printf(p->out, "\" width=\"%.0f\" height=\"%.0f\"\n       alt=\"", c->scene->width,
                 c->scene->height);
    put(p->out, c->describe, HTML);
    bytes_puts(p->out, "\">\n  <figcaption>");
    put(p->out, c->title, HTML);
    bytes_puts(p->out, "</figcaption>\n</figure>\n");
}

/* The option's text is taken as it is, the caption is not. */
static void write_rst(const struct paste *p) {
    bytes_printf(p->out, ".. figure:: %s\n   :alt: %s\n\n   ", p->path, p->chart->describe);
    put(p->out, p->chart->title, RST);
    bytes_puts(p->out, "\n");
}

/* A percent sign would begin a comment: there it is a word. */
static void write_latex(const struct paste *p) {
    struct escape alt[1 + sizeof LATEX_ALT / sizeof *LATEX_ALT] = {
        {"%", say(p->strings, "chart.snippet.percent")}};
    memcpy(alt + 1, LATEX_ALT, sizeof LATEX_ALT);
    bytes_puts(p->out, "\\begin{figure}\n  \\centering\n"
                       "  \\includegraphics[width=\\linewidth,alt={");
    put(p->out, p->chart->describe, alt);
    bytes_printf(p->out, "}]{%s}\n  \\caption{", p->path);
    put(p->out, p->chart->title, LATEX);
    bytes_puts(p->out, "}\n\\end{figure}\n");
}

static void write_text(const struct paste *p) {
    bytes_printf(p->out, "%s\n", p->chart->describe);
}

static const struct form {
    const char *name;
    const char *endings[2]; /* the better one first; "" any */
    const char *unnameable; /* characters that no path may have there, besides control characters */
    const char *twin;       /* a file of that ending beside it: NAME.* is either; or NULL */
    void (*write)(const struct paste *p);
} forms[] = {{"markdown", {".svg", ".png"}, "", NULL, write_markdown},
             {"html", {".svg", ".png"}, "", NULL, write_html},
             {"rst", {".svg", ".png"}, " \\*", ".pdf", write_rst},
             {"latex", {".pdf", ".png"}, "\\{}%#~^\"$&,", NULL, write_latex},
             {"text", {"", ""}, "", NULL, write_text}};

/* Text that holds nothing which the form has no way to write. */
static bool can_name(const struct form *f, const char *path) {
    if (!*f->unnameable)
        return true;
    for (const char *c = path; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F || strchr(f->unnameable, *c))
            return false;
    return path[text_valid(path, strlen(path))] == '\0';
}

static const char *path_that_ends(const struct form *f, const char *const *paths, size_t n,
                                  const char *ending) {
    for (size_t i = 0; i < n; i++) {
        const char *dot = strrchr(paths[i], '.');
        if ((!*ending || (dot && !strcmp(dot, ending))) && can_name(f, paths[i]))
            return paths[i];
    }
    return NULL;
}

/* "roofline.svg" is "roofline.*" where roofline.pdf is among the paths as well. */
static const char *path_of_both(struct arena *a, const char *const *paths, size_t n,
                                const char *path, const char *twin) {
    int stem = (int)(strrchr(path, '.') - path);
    const char *other = arena_printf(a, "%.*s%s", stem, path, twin);
    for (size_t i = 0; i < n; i++)
        if (!strcmp(paths[i], other))
            return arena_printf(a, "%.*s.*", stem, path);
    return path;
}

bool snippet_write(struct diag *d, const struct strings *s, const char *form,
                   const char *const *paths, size_t n, const struct chart *chart,
                   struct bytes *out) {
    const struct form *f = forms;
    while (strcmp(f->name, form) != 0)
        f++;
    const char *path = path_that_ends(f, paths, n, f->endings[0]);
    if (!path)
        path = path_that_ends(f, paths, n, f->endings[1]);
    if (!path) {
        diag_report(d, DIAG_SNIPPET_FILE, (struct span){0}, form, f->endings[0], NULL);
        return false;
    }
    if (f->twin)
        path = path_of_both(out->arena, paths, n, path, f->twin);
    f->write(&(struct paste){chart, s, path, out});
    return true;
}
