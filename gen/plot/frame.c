#include "plot/frame.h"

#include <math.h>
#include <string.h>

#include "figure/mark.h"

static const double padding = 16, subtitle_pitch = 13;

static struct text_style title_style(const struct drawing *d) {
    struct text_style style = draw_style(d, 15, WEIGHT_SEMIBOLD, INK_INK);
    style.tabular = false;
    return style;
}

static struct text_style subtitle_style(const struct drawing *d) {
    return draw_style(d, 10, WEIGHT_REGULAR, INK_INK2);
}

static struct text_style foot_style(const struct drawing *d) {
    return draw_style(d, 8.5, WEIGHT_REGULAR, INK_INK3);
}

static struct text_style name_style(const struct drawing *d) {
    return draw_style(d, 8.5, WEIGHT_SEMIBOLD, INK_INK3);
}

static size_t wrap_title(struct drawing *d, const char *text, const char **lines, size_t room) {
    return draw_wrap(d, text, title_style(d), d->scene->width - 2 * padding, lines, room);
}

/* The last footer line leaves room for the program's name. */
static size_t wrap_foot(struct drawing *d, const char *text, bool last, const char **lines) {
    double name = last ? draw_width(d, "Ridgepoint", name_style(d)) + 10 : 0;
    return draw_wrap(d, text, foot_style(d), d->scene->width - 2 * padding - name, lines, 3);
}

struct framed frame_measure(struct drawing *d, const struct frame *f) {
    struct framed m = {0};
    m.title_count = wrap_title(d, f->title_one, m.title, 3);
    if (f->title_two)
        m.title_count += wrap_title(d, f->title_two, m.title + m.title_count, 3);
    /* The slack of a substitute font may use the right padding. */
    m.subtitle_count = draw_wrap(d, f->subtitle, subtitle_style(d), d->scene->width - padding,
                                 m.subtitle, FRAME_SUBTITLE_LINES);
    for (size_t i = 0; i < f->foot_count; i++)
        m.foot_count += wrap_foot(d, f->foot[i], i + 1 == f->foot_count, m.foot + m.foot_count);
    m.drop = 19 * ((double)m.title_count - 2) + subtitle_pitch * ((double)m.subtitle_count - 1);
    m.grow = m.foot_count > 2 ? 11.5 * (double)(m.foot_count - 2) : 0;
    return m;
}

void frame_draw_head(struct drawing *d, const struct frame *f, const struct framed *m) {
    mark_ridge(d->scene, (struct point){padding, 26}, 1);
    struct text_style kicker = draw_style(d, 9, WEIGHT_REGULAR, INK_INK3);
    kicker.tracking = 0.2;
    draw_text(d, 48, 25.5, ANCHOR_START, f->kicker, kicker);
    double y = 46;
    for (size_t i = 0; i < m->title_count; i++, y += 19)
        draw_text(d, padding, y, ANCHOR_START, m->title[i], title_style(d));
    for (size_t i = 0; i < m->subtitle_count; i++)
        draw_text(d, padding, y - 19 + 16.5 + subtitle_pitch * (double)i, ANCHOR_START,
                  m->subtitle[i], subtitle_style(d));
}

void frame_draw_foot(struct drawing *d, const struct framed *m) {
    double last = d->scene->height - 14;
    for (size_t i = 0; i < m->foot_count; i++)
        draw_text(d, padding, last - 11.5 * (double)(m->foot_count - 1 - i), ANCHOR_START,
                  m->foot[i], foot_style(d));
    draw_text(d, d->scene->width - padding, last, ANCHOR_END, "Ridgepoint", name_style(d));
}

const char *frame_title(struct arena *a, const struct frame *f) {
    if (!f->title_two)
        return f->title_one;
    size_t n = strlen(f->title_one);
    bool wide = n && (unsigned char)f->title_one[n - 1] >= 0x80;
    return arena_printf(a, "%s%s%s", f->title_one, wide ? "" : " ", f->title_two);
}

double frame_height(const struct chart_request *request, double usual) {
    if (request->height > 0)
        return request->height;
    return request->highest > 0 ? fmin(usual, request->highest) : usual;
}

static const double canvas = 560; /* width of standalone charts */

static double page_height(const struct frame_sizes *s, const struct chart_request *request,
                          double width) {
    static const double share = 0.4; /* of what it is wider: at least so high is a figure */
    if (s->rows)
        return s->page_height;
    return frame_height(request, s->page_height + share * fmax(0, width - s->page_width));
}

static struct rect page_plot(const struct frame_sizes *s, double width, double height) {
    static const double top = 18, unused = 14; /* padding that a page does not need */
    double left = s->left - unused, gutter = canvas - padding - s->right;
    return (struct rect){left, top, width - left - gutter, height - top - s->below};
}

struct drawing *frame_open(struct arena *a, const struct chart_request *request,
                           const struct frame *f, const struct frame_sizes *s,
                           struct framed *framed, struct rect *plot) {
    if (request->in_page) {
        double width = request->width > 0 ? request->width : s->page_width;
        double height = page_height(s, request, width);
        *framed = (struct framed){0};
        *plot = page_plot(s, width, height);
        return drawing_new(a, request, width, height);
    }
    struct drawing *d = drawing_new(a, request, canvas, s->height);
    *framed = frame_measure(d, f);
    d->scene->height += framed->drop + framed->grow;
    *plot = (struct rect){s->left, s->top + framed->drop, s->right - s->left, s->bottom - s->top};
    frame_draw_head(d, f, framed);
    return d;
}

void frame_close(struct drawing *d, const struct frame *f, const struct framed *framed,
                 struct chart *chart) {
    if (!d->in_page)
        frame_draw_foot(d, framed);
    chart->title = frame_title(d->arena, f);
    chart->subtitle = f->subtitle;
    drawing_finish(d, chart);
}
