#include "plot/labels.h"

/* Liang–Barsky: cuts the parameter interval by the four sides. */
bool segment_meets(struct segment s, struct rect box) {
    if (passes_by(s.from, s.to, box))
        return false;
    double dx = s.to.x - s.from.x, dy = s.to.y - s.from.y;
    const double step[] = {-dx, dx, -dy, dy};
    const double room[] = {s.from.x - box.x, rect_right(box) - s.from.x, s.from.y - box.y,
                           rect_bottom(box) - s.from.y};
    double enter = 0, leave = 1;
    for (int i = 0; i < 4; i++) {
        if (step[i] == 0) {
            if (room[i] < 0)
                return false;
            continue;
        }
        double t = room[i] / step[i];
        if (step[i] < 0 && t > enter)
            enter = t;
        if (step[i] > 0 && t < leave)
            leave = t;
    }
    return enter <= leave;
}

/* Adjacent wishes that are too close become a group around their mean. */
struct group {
    size_t first, count;
    double first_at; /* where its first member goes */
};

static double clamped(double x, double low, double high) {
    x = x > high ? high : x;
    return x < low ? low : x;
}

/* Where the group's first member goes, inside the limits that its members need. */
static double group_place(const double *at, struct group g, size_t n, double pitch, double low,
                          double high) {
    double sum = 0;
    for (size_t i = 0; i < g.count; i++)
        sum += at[g.first + i] - (double)i * pitch;
    size_t after = n - g.first - 1;
    return clamped(sum / (double)g.count, low + (double)g.first * pitch,
                   high - (double)after * pitch);
}

void labels_push_apart(double *at, size_t n, double pitch, double low, double high) {
    enum { MOST = 64 };
    struct group groups[MOST];
    size_t count = 0;
    for (size_t i = 0; i < n && i < MOST; i++) {
        struct group g = {i, 1, 0};
        g.first_at = group_place(at, g, n, pitch, low, high);
        while (count > 0) {
            struct group before = groups[count - 1];
            if (before.first_at + (double)before.count * pitch <= g.first_at)
                break;
            g = (struct group){before.first, before.count + g.count, 0};
            g.first_at = group_place(at, g, n, pitch, low, high);
            count--;
        }
        groups[count++] = g;
    }
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < groups[k].count; i++)
            at[groups[k].first + i] = groups[k].first_at + (double)i * pitch;
}

static struct rect united(struct rect a, struct rect b) {
    double left = a.x < b.x ? a.x : b.x, top = a.y < b.y ? a.y : b.y;
    double right = rect_right(a) > rect_right(b) ? rect_right(a) : rect_right(b);
    double bottom = rect_bottom(a) > rect_bottom(b) ? rect_bottom(a) : rect_bottom(b);
    return (struct rect){left, top, right - left, bottom - top};
}

static double pieces_width(struct drawing *d, const struct piece *pieces, size_t n) {
    return draw_box(d, 0, 0, ANCHOR_START, pieces, n).w;
}

/* A label as it is broken anew. */
struct fitting {
    struct drawing *d;
    struct label *out;
    double width;
};

static void add_line(struct fitting *f, const struct piece *pieces, size_t n) {
    if (n && f->out->n < LABEL_LINES)
        f->out->lines[f->out->n++] = (struct label_line){pieces, n};
}

/* A piece that is too wide alone. */
static void add_words(struct fitting *f, const struct piece *piece) {
    const char *lines[LABEL_LINES];
    size_t room = LABEL_LINES - f->out->n;
    size_t n = room ? draw_wrap(f->d, piece->text, piece->style, f->width, lines, room) : 0;
    for (size_t i = 0; i < n; i++) {
        struct piece *one = ARENA_NEW(f->d->arena, struct piece);
        *one = (struct piece){lines[i], piece->style};
        add_line(f, one, 1);
    }
}

static void add_broken(struct fitting *f, const struct label_line *line) {
    size_t from = 0;
    for (size_t i = 0; i < line->n; i++) {
        if (pieces_width(f->d, line->pieces + from, i + 1 - from) <= f->width)
            continue;
        add_line(f, line->pieces + from, i - from);
        from = i;
        if (pieces_width(f->d, line->pieces + i, 1) > f->width) {
            add_words(f, &line->pieces[i]);
            from = i + 1;
        }
    }
    add_line(f, line->pieces + from, line->n - from);
}

struct label label_fit(struct drawing *d, const struct label *label, double width) {
    struct label out = {.pitch = label->pitch};
    struct fitting f = {d, &out, width};
    for (size_t i = 0; i < label->n; i++)
        if (pieces_width(d, label->lines[i].pieces, label->lines[i].n) <= width)
            add_line(&f, label->lines[i].pieces, label->lines[i].n);
        else
            add_broken(&f, &label->lines[i]);
    return out;
}

struct rect label_box(struct drawing *d, const struct label *label, struct candidate at) {
    struct rect box =
        draw_box(d, at.x, at.baseline, at.anchor, label->lines[0].pieces, label->lines[0].n);
    for (size_t i = 1; i < label->n; i++)
        box = united(box, draw_box(d, at.x, at.baseline + label->pitch * (double)i, at.anchor,
                                   label->lines[i].pieces, label->lines[i].n));
    return box;
}

void label_draw(struct drawing *d, const struct label *label, struct candidate at) {
    for (size_t i = 0; i < label->n; i++)
        draw_pieces(d, at.x, at.baseline + label->pitch * (double)i, at.anchor,
                    label->lines[i].pieces, label->lines[i].n);
}

bool label_is_free(struct drawing *d, const struct label *label, struct rect box) {
    if (!draw_is_free(d, box))
        return false;
    for (size_t i = 0; d->tint_count && i < label->n; i++)
        for (size_t k = 0; k < label->lines[i].n; k++)
            if (!draw_is_read(d, box, label->lines[i].pieces[k].style.ink))
                return false;
    return true;
}

size_t label_first_clear(struct drawing *d, const struct label *label,
                         const struct candidate *candidates, size_t n, double clear) {
    for (size_t i = 0; i < n; i++) {
        struct rect box = label_box(d, label, candidates[i]);
        box.x -= clear;
        box.w += 2 * clear;
        box.y -= 0.4 * clear;
        box.h += 0.8 * clear;
        if (label_is_free(d, label, box))
            return i;
    }
    return n;
}

size_t label_first_free(struct drawing *d, const struct label *label,
                        const struct candidate *candidates, size_t n) {
    return label_first_clear(d, label, candidates, n, 0);
}
