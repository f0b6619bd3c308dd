#include "book/chart_row.h"

#include "plot/points.h"

static bool read_accelerators(struct workshop *w, const struct node *row, struct chart_request *r) {
    struct arena *a = w->session->arena;
    const struct word *list;
    size_t n = attribute_words(a, node_attribute(row, NS_NONE, "accelerators"), &list);
    const struct accelerator **found = ARENA_ARRAY(a, const struct accelerator *, n + 1);
    bool good = true;
    for (size_t i = 0; i < n; i++) {
        found[i] = catalog_accelerator(w->catalog, w->session->diag, list[i].span, list[i].text);
        good = good && found[i];
    }
    r->accelerators = found;
    r->accelerator_count = n;
    return good;
}

static bool read_scenarios(struct workshop *w, const struct node *row, struct chart_request *r) {
    struct arena *a = w->session->arena;
    const struct word *list;
    size_t n = attribute_words(a, node_attribute(row, NS_NONE, "scenarios"), &list);
    const struct scenario **found = ARENA_ARRAY(a, const struct scenario *, n + 1);
    bool good = true;
    for (size_t i = 0; i < n; i++) {
        found[i] = catalog_scenario(w->catalog, w->session->diag, list[i].span, list[i].text);
        good = good && found[i];
    }
    r->scenarios = found;
    r->scenario_count = n;
    return good;
}

static bool read_models(struct workshop *w, const struct node *row, struct chart_request *r) {
    struct arena *a = w->session->arena;
    const struct word *list;
    size_t n = attribute_words(a, node_attribute(row, NS_NONE, "models"), &list);
    const struct model **found = ARENA_ARRAY(a, const struct model *, n + 1);
    bool good = true;
    for (size_t i = 0; i < n; i++) {
        found[i] = catalog_model(w->catalog, w->session->diag, list[i].span, list[i].text);
        good = good && found[i];
    }
    r->models = found;
    r->model_count = n;
    return good;
}

static void read_shown(struct workshop *w, const struct node *row, struct chart_request *r) {
    struct arena *a = w->session->arena;
    const struct word *list;
    r->shown_count = attribute_words(a, node_attribute(row, NS_NONE, "show"), &list);
    const char **shown = ARENA_ARRAY(a, const char *, r->shown_count + 1);
    for (size_t i = 0; i < r->shown_count; i++)
        shown[i] = list[i].text;
    r->shown = shown;
}

/* The file stands in the folder of the row's file, or below it. */
static bool read_points(struct workshop *w, const struct node *row, struct path_list *files,
                        struct chart_request *r) {
    enum { MOST_BYTES = 1 << 20 };
    struct session *s = w->session;
    const struct attribute *at = node_attribute(row, NS_NONE, "points");
    const struct chart_kind *kind = at ? chart_kind(s->diag, r->where, r->kind) : NULL;
    if (!at || !kind)
        return !at;
    const char *path =
        attribute_file(s->arena, s->diag, at, book_folder(s, at->value_span.source->name),
                       DIAG_INCLUDE_OUTSIDE, DIAG_INCLUDE_MISSING);
    if (!path)
        return false;
    path_list_add(s->arena, files, path);
    const struct source *file =
        file_read_as(s->arena, s->diag, at->value_span, path, at->value, MOST_BYTES);
    return file && points_read(s->arena, s->diag, file,
                               (struct points_columns){kind->measured_x, kind->measured_y},
                               &r->points, &r->point_count);
}

bool chart_row_read(struct workshop *w, const struct node *row, const struct strings *strings,
                    struct path_list *files, struct chart_request *out) {
    *out = (struct chart_request){.catalog = w->catalog,
                                  .strings = strings,
                                  .fonts = w->fonts,
                                  .where = row->span,
                                  .kind = node_value(row, "kind")};
    if (!out->kind)
        diag_report(w->session->diag, DIAG_OPTION_MISSING, row->span, "the attribute kind",
                    "a chart kind of `ridge list charts`", NULL);
    bool good = strings && out->kind;
    good = read_accelerators(w, row, out) && good;
    good = read_scenarios(w, row, out) && good;
    good = read_models(w, row, out) && good;
    read_shown(w, row, out);
    return out->kind && read_points(w, row, files, out) && good;
}
