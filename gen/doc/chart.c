/* r:chart: what it asks for, at the size of its place. */
#include <math.h>
#include <string.h>

#include "doc/reader.h"
#include "plot/points.h"

/* Lists of ids; one that is unknown is reported at its word, and the chart is not drawn. */
static bool read_accelerators(struct reader *r, const struct node *n, struct chart_request *q) {
    const struct word *words;
    size_t count = attribute_words(r->arena, attribute_of(n, "accelerators"), &words);
    const struct accelerator **found = ARENA_ARRAY(r->arena, const struct accelerator *, count + 1);
    for (size_t i = 0; i < count; i++)
        if ((found[q->accelerator_count] = accelerator_of(r, words[i].text, words[i].span)))
            q->accelerator_count++;
    q->accelerators = found;
    return q->accelerator_count == count;
}

static bool read_models(struct reader *r, const struct node *n, struct chart_request *q) {
    const struct word *words;
    size_t count = attribute_words(r->arena, attribute_of(n, "models"), &words);
    const struct model **found = ARENA_ARRAY(r->arena, const struct model *, count + 1);
    for (size_t i = 0; i < count; i++)
        if ((found[q->model_count] = model_of(r, words[i].text, words[i].span)))
            q->model_count++;
    q->models = found;
    return q->model_count == count;
}

static bool read_scenarios(struct reader *r, const struct node *n, struct chart_request *q) {
    const struct word *words;
    size_t count = attribute_words(r->arena, attribute_of(n, "scenarios"), &words);
    const struct scenario **found = ARENA_ARRAY(r->arena, const struct scenario *, count + 1);
    for (size_t i = 0; i < count; i++)
        if ((found[q->scenario_count] = scenario_of(r, words[i].text, words[i].span)))
            q->scenario_count++;
    q->scenarios = found;
    return q->scenario_count == count;
}

static void read_shown(struct reader *r, const struct node *n, struct chart_request *q) {
    const struct word *words;
    size_t count = attribute_words(r->arena, attribute_of(n, "show"), &words);
    const char **shown = ARENA_ARRAY(r->arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++)
        shown[q->shown_count++] = words[i].text;
    q->shown = shown;
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
    *complete = read_accelerators(r, n, &q);
    *complete = read_models(r, n, &q) && *complete;
    *complete = read_scenarios(r, n, &q) && *complete;
    read_shown(r, n, &q);
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
