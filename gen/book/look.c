#include "book/look.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

static const double SCALE_LEAST = 0.5, SCALE_MOST = 4;

static const char *path_of(struct session *s, const char *name) {
    return session_path(s, arena_printf(s->arena, "templates/%s.xml", name));
}

static bool is_name(const char *name) {
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return n > 0 && name[n] == '\0';
}

/* The file of a name; NULL after reporting. */
static const char *named(struct session *s, struct span where, const char *name) {
    const char *path = path_of(s, name);
    if (is_name(name) && access(path, R_OK) == 0)
        return path;
    const char *near = is_name(name) ? file_nearest(s->arena, path) : NULL;
    const char *end = near ? strrchr(near, '.') : NULL;
    diag_report(s->diag, DIAG_UNKNOWN_TEMPLATE, where, name, "the name of a file in templates/",
                end ? arena_strndup(s->arena, near, (size_t)(end - near)) : NULL);
    return NULL;
}

static bool is_file(const char *name) {
    size_t n = strlen(name);
    return n > 4 && !strcmp(name + n - 4, ".xml");
}

const char *look_path(struct session *s, const char *name, struct span where) {
    if (!is_file(name))
        return named(s, where, name);
    if (access(name, R_OK) == 0)
        return name;
    diag_report(s->diag, DIAG_UNKNOWN_TEMPLATE, where, name,
                "a file, or the name of one in templates/", file_nearest(s->arena, name));
    return NULL;
}

static bool holds(const struct look *look, const struct node *n) {
    for (size_t i = 0; i < look->n; i++)
        if (!strcmp(look->at[i]->span.source->name, n->span.source->name))
            return true;
    return false;
}

/* What a template may include: others, or what lies beside it. */
static const char *root_of(const struct session *s, const char *path) {
    const char *ours = session_path(s, "templates");
    return strncmp(path, ours, strlen(ours)) == 0 ? ours : NULL;
}

bool look_read(struct session *s, const char *path, struct path_list *files, struct look *out) {
    *out = (struct look){.n = 0};
    struct span where = {0};
    while (path) {
        const struct node *n = xml_read(s->arena, s->diag, root_of(s, path), path, files);
        if (!n)
            return false;
        const struct attribute *base = node_attribute(n, NS_NONE, "base");
        if (out->n == LOOK_MOST || holds(out, n)) {
            diag_report(s->diag, DIAG_TEMPLATE_BASE, where, path, NULL, NULL);
            return false;
        }
        out->at[out->n++] = n;
        where = base ? base->value_span : where;
        path = base ? named(s, where, base->value) : NULL;
        if (base && !path)
            return false;
    }
    return true;
}

/* False: it is no scale. */
static bool scale_read(const struct attribute *at, double *out) {
    char *end;
    *out = at ? strtod(at->value, &end) : 1;
    return !at || (*end == '\0' && *out >= SCALE_LEAST && *out <= SCALE_MOST);
}

static double scale_of(struct diag *d, const struct node *n) {
    const struct attribute *at = node_attribute(n, NS_NONE, "scale");
    double x;
    if (scale_read(at, &x))
        return x;
    diag_report(d, DIAG_STYLE_VALUE, at->value_span, at->value, "a number from 0.5 to 4", NULL);
    return 1;
}

const struct styles *look_styles(struct arena *a, struct diag *d, const struct look *look) {
    struct styles *below = NULL;
    for (size_t i = look->n; i-- > 0;) {
        struct styles *own = styles_read(a, d, look->at[i]);
        if (below)
            styles_over(own, d, below, scale_of(d, look->at[i]));
        below = own;
    }
    return below;
}

/* ── What stands in the template of a handout ── */

static void check_attributes(struct diag *d, const struct node *template_) {
    static const char *const names[] = {"name", "base", "scale", "version"};
    enum { NAMES = sizeof names / sizeof *names };
    for (const struct attribute *at = template_->attributes; at; at = at->next) {
        bool known = at->ns == NS_XML;
        for (size_t i = 0; i < NAMES; i++)
            known |= at->ns == NS_NONE && !strcmp(at->name, names[i]);
        if (!known)
            diag_report(d, DIAG_UNKNOWN_ATTRIBUTE, at->name_span, at->name, "name, base, scale",
                        nearest_name(at->name, names, NAMES));
    }
}

static void check_rows(struct diag *d, const struct node *template_) {
    static const char *const names[] = {"style", "page"};
    size_t pages = 0;
    for (const struct node *n = template_->child; n; n = n->next) {
        bool page = node_is(n, NS_RIDGE, "page"), style = node_is(n, NS_RIDGE, "style");
        pages += page;
        if (n->kind == NODE_ELEMENT && ((!page && !style) || (page && pages > 1)))
            diag_report(d, DIAG_UNKNOWN_ELEMENT, n->span, n->name, "r:style, and r:page once",
                        nearest_name(n->name, names, 2));
    }
}

const struct form *look_form(struct arena *a, struct diag *d, const struct look *look) {
    const struct form *f = NULL;
    double scale = 1, x;
    for (size_t i = look->n; i-- > 0;) {
        check_attributes(d, look->at[i]);
        check_rows(d, look->at[i]);
        f = form_read(a, d, look->at[i], f);
        if (scale_read(node_attribute(look->at[i], NS_NONE, "scale"), &x))
            scale *= x;
    }
    struct form *scaled = f ? arena_memdup(a, f, sizeof *f) : NULL;
    if (scaled)
        scaled->scale = scale;
    return scaled;
}
