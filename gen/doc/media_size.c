/* How large a picture is set. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "doc/media.h"

static const struct {
    const char *name;
    double points;
} UNITS[] = {{"mm", 72 / 25.4}, {"cm", 72 / 2.54}, {"in", 72}, {"pt", 1},
             {"pc", 12},        {"px", 0.75},      {"", 0.75}};

/* A length, or a share of `whole`; 0 without the attribute; negative after reporting. */
static double length_read(struct reader *r, const struct node *data, const char *name,
                          double whole) {
    const struct attribute *at = attribute_of(data, name);
    if (!at)
        return 0;
    char *end;
    double x = strtod(at->value, &end);
    if (x > 0 && x < 1e5 && end != at->value) {
        if (!strcmp(end, "%"))
            return x / 100 * whole;
        for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++)
            if (!strcmp(end, UNITS[i].name))
                return x * UNITS[i].points;
    }
    diag_report(r->diag, DIAG_BAD_ATTRIBUTE, at->value_span, at->value,
                "a length above 0 in mm, cm, in, pt, pc, px or %", NULL);
    return -1;
}

static void scale(struct media *m, double by) {
    m->width *= by;
    m->height *= by;
}

/* Into a box; a side that is 0 sets no bound. */
static double fit(const struct media *m, double width, double height) {
    double across = width > 0 ? width / m->width : INFINITY;
    double down = height > 0 ? height / m->height : INFINITY;
    double by = fmin(across, down);
    return isinf(by) ? 1 : by;
}

/* Both content sizes stretch; one keeps the proportions. */
static void stretch(struct media *m, double width, double height) {
    if (width > 0 && height > 0) {
        m->width = width;
        m->height = height;
    } else
        scale(m, fit(m, width, height));
}

static void warn_coarse(struct reader *r, const struct node *data, const struct media *m) {
    static const double COARSE = 90;
    double across = m->picture->columns / (m->width / 72);
    if (across < COARSE)
        diag_report(r->diag, DIAG_PICTURE_COARSE, data->span, m->picture->name,
                    arena_printf(r->arena, "%.0f", across), NULL);
}

bool media_measure(struct reader *r, const struct node *data, struct media_room room,
                   struct media *m) {
    m->width = m->picture->width;
    m->height = m->picture->height;
    double across = length_read(r, data, "contentwidth", m->width);
    double down = length_read(r, data, "contentdepth", m->height);
    double view = length_read(r, data, "width", room.width);
    double depth = length_read(r, data, "depth", room.height);
    double share = 0;
    bool scaled = number_of(r, data, "scale", &share) && share > 0;
    if (across < 0 || down < 0 || view < 0 || depth < 0)
        return false;
    m->sized = true;
    if (across > 0 || down > 0)
        stretch(m, across, down);
    else if (scaled)
        scale(m, share / 100);
    else if (view > 0 || depth > 0)
        scale(m, fit(m, view, depth));
    else
        m->sized = false;
    scale(m, fmin(1, fit(m, room.width, room.height)));
    warn_coarse(r, data, m);
    return true;
}
