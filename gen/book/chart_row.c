#include "book/chart_row.h"

#include "plot/points.h"
#include "plot/request.h"

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
    struct request_catalog of = {w->catalog, w->session->diag};
    struct request_finder find = request_finder_of(&of);
    struct request_words words = request_words_of(w->session->arena, row);
    good = request_find(w->session->arena, &find, &words, out) && good;
    return out->kind && read_points(w, row, files, out) && good;
}
