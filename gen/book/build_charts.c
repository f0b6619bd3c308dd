/* The charts that an <r:charts> lists: OUT/charts/NAME.LANG.svg and the other formats. */
#include <string.h>

#include "book/building.h"
#include "book/chart_row.h"

/* One chart in one language on its way into files. */
struct job {
    struct build *build;
    struct arena *arena; /* dropped with the chart */
    const struct chart *chart;
    const struct strings *strings;
    const char *name, *stem;
    const char *of; /* the file that lists it */
};

static bool picture(const struct job *j, const char *format, struct bytes *out) {
    const struct strings *s = j->strings;
    struct chart_output output = {
        .id = arena_printf(j->arena, "rp-%s-%s", j->name, strings_language(s)),
        .format = format,
        .theme = THEME_AUTO,
        .scale = 2};
    return product_chart_paint(&j->build->shop, j->chart, strings_bcp47(s), &output, out);
}

static bool table(const struct job *j, const char *format, struct bytes *out) {
    (void)format;
    product_chart_data(j->chart, out);
    return true;
}

static bool words(const struct job *j, const char *format, struct bytes *out) {
    (void)format;
    bytes_printf(out, "%s\n%s\n", j->chart->title, j->chart->describe);
    return true;
}

/* What is written of a chart that does not say. */
static const struct chart_format {
    const char *ending;
    bool (*make)(const struct job *, const char *ending, struct bytes *);
} FORMATS[] = {
    {"svg", picture}, {"pdf", picture}, {"png", picture}, {"csv", table}, {"alt.txt", words}};
enum { FORMAT_COUNT = sizeof FORMATS / sizeof *FORMATS };
static const char FORMAT_NAMES[] = "svg, pdf, png, csv, alt.txt";

struct formats {
    bool wanted[FORMAT_COUNT];
};

static bool is_listed(const char *const *names, size_t n, const char *name) {
    for (size_t i = 0; i < n; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

static bool formats_add(struct diag *d, const struct word *word, struct formats *out) {
    const char *names[FORMAT_COUNT];
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        names[i] = FORMATS[i].ending;
        if (!strcmp(names[i], word->text))
            return out->wanted[i] = true;
    }
    diag_report(d, DIAG_UNKNOWN_WORD, word->span, word->text, FORMAT_NAMES,
                nearest_name(word->text, names, FORMAT_COUNT));
    return false;
}

/* formats="svg pdf" of the chart, or of all charts of the file; all without. */
static bool formats_read(struct build *b, const struct node *row, struct formats *out) {
    struct session *s = b->shop.session;
    const struct attribute *own = node_attribute(row, NS_NONE, "formats");
    const struct attribute *at = own ? own : node_attribute(row->parent, NS_NONE, "formats");
    const struct word *list;
    size_t n = attribute_words(s->arena, at, &list);
    bool good = true;
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        out->wanted[i] = !n;
    for (size_t i = 0; i < n; i++)
        good = formats_add(s->diag, &list[i], out) && good;
    return good;
}

static const char *file_of(const struct job *j, size_t format) {
    return arena_printf(j->build->shop.session->arena, "%s.%s", j->stem, FORMATS[format].ending);
}

static bool is_fresh(const struct job *j, const struct formats *formats) {
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (formats->wanted[i] && !build_is_fresh(j->build, file_of(j, i), j->of))
            return false;
    return true;
}

/* The chart's name, which becomes that of its files; NULL after reporting. */
static const char *chart_name(const struct build *b, const struct node *row) {
    struct diag *d = b->shop.session->diag;
    const char *name = node_value(row, "name"), *before;
    if (!name) {
        diag_report(d, DIAG_OPTION_MISSING, row->span, "the attribute name", "the file's name",
                    NULL);
        return NULL;
    }
    if (!product_name(name)) {
        diag_report(d, DIAG_CHART_NAME, node_value_span(row, "name"), name, PRODUCT_NAME, NULL);
        return NULL;
    }
    for (const struct node *n = row->parent->child; n != row; n = n->next)
        if (n->kind == NODE_ELEMENT && (before = node_value(n, "name")) && !strcmp(before, name)) {
            diag_report(d, DIAG_CHART_NAME, node_value_span(row, "name"), name,
                        "a name that no chart before it has", NULL);
            return NULL;
        }
    return name;
}

static void check_attributes(const struct build *b, const struct node *row) {
    static const char *const names[] = {"name",      "kind", "models", "accelerators",
                                        "scenarios", "show", "points", "formats"};
    enum { NAMES = sizeof names / sizeof *names };
    for (const struct attribute *at = row->attributes; at; at = at->next)
        if (at->ns != NS_XML && !is_listed(names, NAMES, at->name))
            diag_report(b->shop.session->diag, DIAG_UNKNOWN_OPTION, at->name_span, at->name,
                        "name, kind, models, accelerators, scenarios, show, points, formats",
                        nearest_name(at->name, names, NAMES));
}

static void write_formats(const struct job *j, const struct formats *formats,
                          const struct path_list *files) {
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        struct bytes out = {.arena = j->arena};
        if (formats->wanted[i] && FORMATS[i].make(j, FORMATS[i].ending, &out))
            build_finish(j->build, file_of(j, i), j->of, &out, files);
    }
}

static void make_chart(struct job *j, const struct node *row, const struct formats *formats,
                       const struct path_list *files) {
    struct workshop *w = &j->build->shop;
    struct chart_request request;
    struct path_list own = {0};
    bool has_own = node_attribute(row, NS_NONE, "points");
    for (const struct path_entry *e = has_own ? files->first : NULL; e; e = e->next)
        path_list_add(w->session->arena, &own, e->path);
    if (chart_row_read(w, row, j->strings, &own, &request) &&
        (j->chart = product_chart(w, j->arena, &request)))
        write_formats(j, formats, has_own ? &own : files);
}

static void build_chart(struct build *b, const struct node *row, const char *language,
                        const struct path_list *files) {
    struct session *s = b->shop.session;
    struct formats formats;
    check_attributes(b, row);
    struct job j = {.build = b, .name = chart_name(b, row), .of = row->span.source->name};
    if (!j.name || !formats_read(b, row, &formats))
        return;
    j.stem = arena_printf(s->arena, "%s/charts/%s.%s", b->request->out, j.name, language);
    j.strings = session_strings(s, b->shop.catalog, language);
    if (!j.strings || is_fresh(&j, &formats) || !workshop_fonts(&b->shop))
        return;
    j.arena = arena_new();
    make_chart(&j, row, &formats, files);
    arena_drop(j.arena);
}

void build_charts(struct build *b, const struct node *charts, const char *language,
                  const struct path_list *files) {
    struct session *s = b->shop.session;
    for (const struct node *n = charts->child; n; n = n->next)
        if (node_is(n, NS_RIDGE, "chart"))
            build_chart(b, n, language, files);
        else if (n->kind == NODE_ELEMENT)
            diag_report(s->diag, DIAG_COURSE_ELEMENT, n->span, node_written(s->arena, n), "r:chart",
                        nearest_name(node_written(s->arena, n), (const char *[]){"r:chart"}, 1));
}
