/* r:chart: what it asks for, at the size of its place. */
#include <math.h>
#include <string.h>

#include "doc/reader.h"
#include "plot/points.h"
#include "plot/request.h"

/* Names of the document's own come before those of the catalogue. */
static const struct accelerator *find_accelerator(void *of, const char *name, struct span where) {
    return accelerator_of(of, name, where);
}

static const struct model *find_model(void *of, const char *name, struct span where) {
    return model_of(of, name, where);
}

static const struct scenario *find_scenario(void *of, const char *name, struct span where) {
    return scenario_of(of, name, where);
}

static bool read_points(struct reader *r, const struct node *n, struct chart_request *q) {
    enum { MOST_BYTES = 1 << 20 };
    const struct attribute *at = attribute_of(n, "points");
    const struct chart_kind *kind = at ? chart_kind(r->diag, q->where, q->kind) : NULL;
    const char *path = kind ? file_named(r, at) : NULL;
    const struct source *file =
        path ? file_read_as(r->arena, r->diag, at->value_span, path, at->value, MOST_BYTES) : NULL;
    return !at || (file && points_read(r->arena, r->diag, file,
                                       (struct points_columns){kind->measured_x, kind->measured_y},
                                       &q->points, &q->point_count));
}

static struct chart_request chart_request_of(struct reader *r, const struct node *n,
                                             bool *complete) {
    struct chart_request q = {.catalog = r->request->catalog,
                              .strings = r->request->strings,
                              .fonts = r->request->fonts,
                              .where = node_value_span(n, "kind"),
                              .kind = node_value(n, "kind"),
                              .in_page = true};
    struct request_finder find = {r, find_accelerator, find_model, find_scenario};
    struct request_words words = request_words_of(r->arena, n);
    *complete = request_find(r->arena, &find, &words, &q);
    return q;
}

static bool is_wide(struct reader *r, const struct node *n) {
    const struct attribute *size = attribute_of(n, "size");
    static const char *const sizes[] = {"measure", "wide"};
    if (!size || !strcmp(size->value, "measure"))
        return false;
    if (strcmp(size->value, "wide") != 0)
        diag_report(r->diag, DIAG_BAD_ATTRIBUTE, size->value_span, size->value, "measure or wide",
                    nearest_name(size->value, sizes, 2));
    return true;
}

/* The room that a page has for a chart. A short page has the caption beside it. */
struct space {
    double width, height;
};

static struct space space_for(const struct form *f, bool wide) {
    static const double AROUND = 13, CAPTION = 54; /* room above and below, of four lines */
    bool beside = !wide && f->margin > 0;
    return (struct space){wide ? f->wide : f->measure,
                          f->depth - AROUND - (beside ? 0 : CAPTION * f->scale)};
}

static const struct chart *chart_in(struct reader *r, const struct block *b,
                                    struct chart_request *q, struct space room, double scale) {
    q->width = b->box.w > 0 ? b->box.w : room.width / scale;
    q->height = b->box.h;
    q->highest = room.height / scale;
    return chart_make(r->arena, r->diag, q);
}

static const struct chart *chart_scaled(struct arena *a, const struct chart *chart, double scale) {
    if (scale == 1)
        return chart;
    struct chart *out = arena_memdup(a, chart, sizeof *out);
    out->scene = scene_scaled(a, chart->scene, scale);
    return out;
}

/* Charts grow with the type of a template, as far as the page has room for the least width of their
 * kind and for their rows. */
static const struct chart *chart_of(struct reader *r, const struct block *b,
                                    struct chart_request *q) {
    struct space room = space_for(r->form, b->wide);
    double scale = r->form->scale, widest = room.width / fmax(1, chart_least_width(q->kind));
    scale = fmin(scale, fmax(1, widest));
    const struct chart *chart = chart_in(r, b, q, room, scale);
    if (chart && scale > 1 && chart->scene->height * scale > room.height) {
        scale = fmax(1, room.height / chart->scene->height);
        chart = chart_in(r, b, q, room, scale);
    }
    return chart ? chart_scaled(r->arena, chart, scale) : NULL;
}

void chart_read_into(struct reader *r, const struct node *n, struct block *b) {
    bool complete = true;
    struct chart_request q = chart_request_of(r, n, &complete);
    b->wide = is_wide(r, n) && !form_is_short(r->form);
    number_of(r, n, "width", &b->box.w);
    number_of(r, n, "height", &b->box.h);
    complete = read_points(r, n, &q) && complete;
    b->chart = complete && q.kind ? chart_of(r, b, &q) : NULL;
}
