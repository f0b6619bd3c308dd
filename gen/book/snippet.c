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
    {"\\", " "},     {"#", "No. "},   {"%", " percent"}, {"{", "("},   {"}", ")"},
    {"\u202f", " "}, {"\u2212", "-"}, {"_", "-"},        {"&", "and"}, {"$", "USD "},
    {"^", ""},       {"~", " "},      {NULL, NULL}};

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

static void write_markdown(const struct chart *c, const char *path, struct bytes *out) {
    bytes_puts(out, "![");
    put(out, c->describe, MARKDOWN);
    bytes_printf(out, "](%s)\n", address(out->arena, path));
}

static void write_html(const struct chart *c, const char *path, struct bytes *out) {
    bytes_puts(out, "<figure>\n  <img src=\"");
    put(out, address(out->arena, path), HTML);
    bytes_printf(out, "\" width=\"%.0f\" height=\"%.0f\"\n       alt=\"", c->scene->width,
                 c->scene->height);
    put(out, c->describe, HTML);
    bytes_puts(out, "\">\n  <figcaption>");
    put(out, c->title, HTML);
    bytes_puts(out, "</figcaption>\n</figure>\n");
}

static void write_latex(const struct chart *c, const char *path, struct bytes *out) {
    bytes_puts(out, "\\begin{figure}\n  \\centering\n  \\includegraphics[width=\\linewidth,alt={");
    put(out, c->describe, LATEX_ALT);
    bytes_printf(out, "}]{%s}\n  \\caption{", path);
    put(out, c->title, LATEX);
    bytes_puts(out, "}\n\\end{figure}\n");
}

static const struct form {
    const char *name;
    const char *endings[2]; /* the better one first */
    const char *unnameable; /* characters that no path may have there, besides control characters */
    void (*write)(const struct chart *c, const char *path, struct bytes *out);
} forms[] = {{"markdown", {".svg", ".png"}, "", write_markdown},
             {"html", {".svg", ".png"}, "", write_html},
             {"latex", {".pdf", ".png"}, "\\{}%#~^\"$&,", write_latex}};

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
        if (dot && !strcmp(dot, ending) && can_name(f, paths[i]))
            return paths[i];
    }
    return NULL;
}

bool snippet_write(struct diag *d, const char *form, const char *const *paths, size_t n,
                   const struct chart *chart, struct bytes *out) {
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
    f->write(chart, path, out);
    return true;
}
