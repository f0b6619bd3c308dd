/* The roofline’s labels at points and ridges: all are placed together, and what finds no
 * place is tried in a shorter form. */
#include <math.h>
#include <string.h>

#include "chart/roofline.h"
#include "plot/words.h"

enum { FORMS = 5, PLACES = 64, FIRST_FLAT = 7 };

/* A label in its forms, from the fullest to the shortest. */
struct named {
    struct wish wish;
    struct candidate places[PLACES];
    struct label forms[FORMS];
    size_t form_count, form;
    void (*locate)(const struct roofline *r, struct named *n); /* places of the present form */
    size_t near;   /* so many forms only near the point, without leader */
    bool is_first; /* of device A */
};

static struct text_style style(const struct roofline *r, double size, enum weight weight,
                               enum ink ink) {
    return draw_style(r->d, size, weight, ink);
}

static void offer(struct named *n, double x, double baseline, enum anchor anchor) {
    if (n->wish.n < PLACES)
        n->places[n->wish.n++] = (struct candidate){x, baseline, anchor};
}

static struct label_line line_of(const struct roofline *r, const char *text,
                                 struct text_style type) {
    struct piece *piece = ARENA_NEW(r->d->arena, struct piece);
    *piece = (struct piece){text, type};
    return (struct label_line){piece, 1};
}

static bool stays_near(const struct named *n) {
    return n->form < n->near;
}

static void add_form(struct named *n, struct label label) {
    if (n->form_count < FORMS && label.n)
        n->forms[n->form_count++] = label;
}

/* ── Points on a slope: left above it ── */

/* The stretches of all roofs: a label tries many places beside them. */
struct stretches {
    struct segment at[2 * ROOF_MOST];
    size_t n;
};

static struct stretches stretches_of(const struct roofline *r) {
    struct stretches all = {.n = 0};
    for (size_t i = 0; i < r->roof_count; i++) {
        struct point corners[3];
        size_t n = roofline_corners(r, &r->roofs[i], corners);
        for (size_t k = 1; k < n; k++)
            all.at[all.n++] = (struct segment){corners[k - 1], corners[k]};
    }
    return all;
}

/* The left end of all roofs over a band of heights: labels end before it. */
static double left_of_roofs(const struct stretches *roofs, double left, double top, double bottom) {
    for (size_t i = 0; i < roofs->n; i++) {
        struct point p = roofs->at[i].from, q = roofs->at[i].to;
        if (p.y < top || q.y > bottom)
            continue;
        double x = p.y == q.y ? p.x : p.x + (p.y - fmin(bottom, p.y)) / (p.y - q.y) * (q.x - p.x);
        left = fmin(left, x);
    }
    return left;
}

static double tallness(const struct label *label) {
    return label->pitch * (double)(label->n - 1);
}

/* The colour of links is too near to the tint of compute to be read on it. */
static bool is_on_own_tint(const struct roofline *r, double right) {
    return !r->link || right < axis_at(r->x, r->roofs[0].ridge);
}

static void locate_slope(const struct roofline *r, struct named *n) {
    const struct label *label = &n->forms[n->form];
    struct point at = n->wish.tip, beside = r->look->beside;
    double tall = tallness(label), raise = r->request->in_page || label->n > 1 ? 0 : 2;
    if (r->request->in_page && label->n > 1)
        beside = (struct point){-8, -6};
    double x = at.x + beside.x, y = at.y + beside.y + raise;
    if (label->n > 2)
        y -= tall - label->pitch;
    for (double up = 0; up <= (stays_near(n) ? 3 : 12); up += 3)
        offer(n, x, y - up, ANCHOR_END);
    double wide = label_box(r->d, label, (struct candidate){0, 0, ANCHOR_START}).w;
    bool right = is_on_own_tint(r, at.x - beside.x + wide);
    if (right) {
        offer(n, at.x - beside.x, at.y + 10, ANCHOR_START);
        offer(n, at.x - beside.x, at.y + 6, ANCHOR_START);
    }
    if (stays_near(n))
        return;
    struct stretches roofs = stretches_of(r);
    for (double up = 0; up <= 90; up += 3) {
        double left = left_of_roofs(&roofs, r->x.to, y - up - 9, y - up + tall + 2) - 6;
        if (fmin(x, left) - wide > r->x.from) /* not among the numbers of the axis */
            offer(n, fmin(x, left), y - up, ANCHOR_END);
    }
    for (double down = 18; right && down < 60; down += 6)
        if (at.y + down + tall < r->y.from - 4)
            offer(n, at.x - beside.x, at.y + down, ANCHOR_START);
}

/* ── Points on a flat: above or below it ── */

/* Places with room around them before the others, each in their order. */
static void prefer_clear(const struct roofline *r, struct named *n) {
    const double room = 5;
    struct candidate crowded[PLACES];
    size_t clear = 0, others = 0;
    for (size_t i = 0; i < n->wish.n; i++)
        if (!label_first_clear(r->d, &n->forms[n->form], &n->places[i], 1, room))
            n->places[clear++] = n->places[i];
        else
            crowded[others++] = n->places[i];
    memcpy(n->places + clear, crowded, others * sizeof *crowded);
}

static void locate_flat(const struct roofline *r, struct named *n) {
    struct point at = n->wish.tip, above = r->look->above;
    double up = tallness(&n->forms[n->form]) - above.y;
    for (int back = 0; back < FIRST_FLAT; back++)
        offer(n, at.x + above.x - 3 * back, at.y - up, ANCHOR_START);
    offer(n, at.x, at.y - up, ANCHOR_MIDDLE);
    offer(n, at.x - above.x, at.y - up, ANCHOR_END);
    if (stays_near(n))
        return;
    for (double down = 14; down < 80; down += 4) {
        offer(n, at.x - above.x, at.y + down, ANCHOR_START);
        offer(n, at.x + above.x, at.y + down, ANCHOR_END);
    }
    for (double higher = 8; higher < 40; higher += 8) {
        offer(n, at.x, at.y - up - higher, ANCHOR_MIDDLE);
        offer(n, at.x - 30, at.y - up - higher, ANCHOR_END);
    }
    prefer_clear(r, n);
}

/* ── What stands at a point ── */

static const char *share_text(struct roofline *r, const struct workload *w, bool in_full) {
    double share = w->phase == PHASE_OPERATION ? w->share : roofline_share(r, w);
    if (w->fits == VERDICT_NO)
        return say(r->d->strings, "chart.does-not-fit");
    if (share <= 0)
        return NULL;
    const char *text = words_percent(r->d->arena, share);
    const char *key = w->phase == PHASE_OPERATION ? "of-time" : "of-peak";
    return in_full ? say_with(r->d->arena, r->d->strings, roofline_key(r, key), "share", text, NULL)
                   : text;
}

/* The point whose second line says what the percentages are of: the last step of decoding, the
 * heaviest operation. */
static bool speaks_in_full(const struct roofline *r, size_t which) {
    size_t best = SIZE_MAX;
    for (size_t k = 0; k < r->work.n; k++) {
        const struct workload *w = &r->work.at[k];
        bool better = w->phase == PHASE_OPERATION
                          ? best == SIZE_MAX || w->share > r->work.at[best].share
                          : w->phase == PHASE_DECODE || w->phase == PHASE_TENSOR;
        if (better)
            best = k;
    }
    return which == best;
}

/* Names of operations on lines that are filled one after the other; the last takes the rest. */
static size_t wrap_names(struct roofline *r, const struct workload *w, struct text_style type,
                         const char **lines) {
    enum { MOST = 3 };
    double room = r->request->in_page ? 84 : 116;
    size_t n = 1;
    lines[0] = w->names[0];
    for (size_t i = 1; i < w->name_count; i++) {
        const char *longer = say_with(r->d->arena, r->d->strings, "chart.roofline.operations.join",
                                      "one", lines[n - 1], "other", w->names[i], NULL);
        if (n == MOST || draw_width(r->d, longer, type) <= room) {
            lines[n - 1] = longer;
            continue;
        }
        size_t stop = strlen(longer) - strlen(w->names[i]); /* the comma stays, no space after it */
        stop -= longer[stop - 1] == ' ';
        lines[n - 1] = arena_strndup(r->d->arena, longer, stop);
        lines[n++] = w->names[i];
    }
    return n;
}

/* The name, on one line unless it is that of several operations, then the share. */
static struct label point_label(struct roofline *r, const struct workload *w, const char *name,
                                const char *share) {
    struct text_style type =
        style(r, r->look->point, WEIGHT_SEMIBOLD, roofline_ink(r, w->intensity));
    struct label label = {.pitch = r->request->in_page ? 9.5 : 10.5};
    const char *lines[3] = {name};
    size_t n = name ? 1 : wrap_names(r, w, type, lines);
    for (size_t i = 0; i < n; i++)
        label.lines[label.n++] = line_of(r, lines[i], type);
    if (share)
        label.lines[label.n++] =
            line_of(r, share, style(r, r->look->share, WEIGHT_REGULAR, INK_INK2));
    return label;
}

/* Between the ends of a trail the number is enough. */
static bool is_between(const struct roofline *r, size_t k) {
    return workloads_grow(&r->work) && k > 0 && k + 1 < r->work.n;
}

static void fill_forms(struct roofline *r, size_t k, struct named *n) {
    const struct workload *w = &r->work.at[k];
    bool compute = roof_bounds_compute(&r->roofs[0], w->intensity), full = speaks_in_full(r, k);
    bool fits = w->fits != VERDICT_NO, operation = w->phase == PHASE_OPERATION;
    const char *name = operation ? NULL : roofline_point_name(r, w, full, false);
    const char *brief = roofline_point_name(r, w, false, true);
    const char *share = share_text(r, w, full);
    if (r->link || (compute && fits && !operation) || (r->narrow && fits))
        share = NULL;
    if (!is_between(r, k)) {
        add_form(n, point_label(r, w, name, share));
        if (operation)
            add_form(n, point_label(r, w, brief, share));
        add_form(n, point_label(r, w, brief, fits ? NULL : share));
    }
    if (w->phase == PHASE_DECODE || w->phase == PHASE_TENSOR)
        add_form(n, point_label(r, w, roofline_number(r, w), NULL));
}

static void want_point(struct roofline *r, size_t k, struct named *n) {
    const struct workload *w = &r->work.at[k];
    bool compute = roof_bounds_compute(&r->roofs[0], w->intensity);
    *n = (struct named){.locate = compute ? locate_flat : locate_slope};
    n->wish = (struct wish){.names = r->point_marks[k],
                            .tip = roofline_point(r, &r->roofs[0], w->intensity),
                            .leader = !is_between(r, k),
                            .worth = is_between(r, k) ? 0.3 : 1};
    fill_forms(r, k, n);
    n->near = is_between(r, k) ? n->form_count : 0;
    if (r->narrow && n->form_count > 1) { /* a number at the point before a name far from it */
        n->near = n->form_count;
        add_form(n, n->forms[0]);
    }
}

/* The same in every language, so that the picture is. */
double roofline_first_label(struct roofline *r) {
    enum { WORDS = 64 }; /* for words in place of a share, and for names of operations */
    double least = workloads_least(&r->work);
    for (size_t k = 0; k < r->work.n && !r->narrow; k++) {
        const struct workload *w = &r->work.at[k];
        bool words = w->fits == VERDICT_NO || w->phase == PHASE_OPERATION;
        if (words && w->intensity <= least && !roof_bounds_compute(&r->roofs[0], w->intensity))
            return WORDS;
    }
    return r->look->first_label;
}

/* ── Ridges ── */

/* In pages B keeps below its flat. */
static void locate_ridge(const struct roofline *r, struct named *n) {
    bool page = r->request->in_page;
    struct point at = n->wish.tip;
    double line = axis_at(r->x, r->roofs[0].ridge > 0 ? r->roofs[0].ridge : r->x.low);
    if (n->is_first) {
        offer(n, at.x - (page ? 6 : 8), at.y - (page ? 2.5 : 3), ANCHOR_END);
        offer(n, at.x - 2, at.y - 8, ANCHOR_END);
    }
    offer(n, at.x + 4, at.y + 11.5, ANCHOR_START);
    offer(n, line + 4, at.y + 11.5, ANCHOR_START);
    offer(n, at.x + 4, at.y - 6, ANCHOR_START);
    offer(n, line + 4, at.y - 6, ANCHOR_START);
    offer(n, at.x - 6, at.y - 12, ANCHOR_END);
    for (double up = 15; up < 40; up += 5)
        offer(n, at.x - 6, at.y - up, ANCHOR_END);
}

/* In narrow pages every roof has its ridge named; elsewhere the gutter says those of the others. */
static bool want_ridge(struct roofline *r, size_t i, struct named *n) {
    const struct roof_line *roof = &r->roofs[i];
    bool page = r->request->in_page;
    if (roof->ridge <= 0 || roof->ridge >= r->x.high || (i && (!page || r->arithmetic)))
        return false;
    double size = page ? 8 : 9;
    struct text_style plain = style(r, size, WEIGHT_REGULAR, INK_INK2);
    struct piece *pieces = ARENA_ARRAY(r->d->arena, struct piece, 3);
    pieces[0] =
        (struct piece){arena_printf(r->d->arena, "%s ",
                                    say(r->d->strings, page ? "chart.ridge" : "chart.ridge-point")),
                       plain};
    pieces[1] = (struct piece){words_number(r->d->arena, roof->ridge),
                               style(r, size, WEIGHT_SEMIBOLD, INK_INK)};
    pieces[2] = (struct piece){" FLOP/B", plain};
    *n = (struct named){.locate = locate_ridge, .is_first = i == 0};
    n->wish = (struct wish){.tip = roofline_point(r, roof, roof->ridge), .worth = 1.5};
    add_form(n, (struct label){.lines = {{pieces, page ? 2 : 3}}, .n = 1});
    add_form(n, (struct label){.lines = {{pieces + 1, 1}}, .n = 1});
    return true;
}

/* ── Measured points ── */

static void locate_around(const struct roofline *r, struct named *n) {
    n->wish.n = place_around(n->wish.tip, r->request->in_page ? 5 : 7, r->look->second, n->places);
}

static bool want_measured(struct roofline *r, size_t i, struct named *n) {
    const struct measured *m = &r->request->points[i];
    if (!m->name || !*m->name)
        return false;
    *n = (struct named){.locate = locate_around};
    n->wish = (struct wish){.names = r->measured_marks[i],
                            .tip = {axis_at(r->x, m->x), axis_at(r->y, m->y / 1e12)},
                            .leader = true,
                            .worth = 1};
    struct label_line line =
        line_of(r, m->name, style(r, r->look->second, WEIGHT_SEMIBOLD, INK_INK));
    add_form(n, (struct label){.lines = {line}, .n = 1});
    return true;
}

/* ── All together ── */

struct crowd {
    struct named at[PLACE_MOST];
    size_t n;
};

/* Chooses, shortens what was left out, and chooses again; draws at last. */
static void settle(struct roofline *r, struct crowd *crowd) {
    struct wish wishes[PLACE_MOST];
    int chosen[PLACE_MOST];
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < crowd->n; i++) {
            struct named *n = &crowd->at[i];
            n->wish.n = 0;
            n->locate(r, n);
            n->wish.label = n->forms[n->form];
            n->wish.at = n->places;
            wishes[i] = n->wish;
        }
        place_choose(r->d, wishes, crowd->n, chosen);
        for (size_t i = 0; i < crowd->n; i++)
            if (chosen[i] == PLACE_NONE && crowd->at[i].form + 1 < crowd->at[i].form_count) {
                crowd->at[i].form++;
                again = true;
            }
    }
    place_draw_chosen(r->d, wishes, crowd->n, chosen);
    crowd->n = 0;
}

/* The place of the next label; a full crowd is settled first. */
static struct named *next(struct roofline *r, struct crowd *crowd) {
    if (crowd->n == PLACE_MOST)
        settle(r, crowd);
    return &crowd->at[crowd->n];
}

/* At points and ridges. */
static void draw_places(struct roofline *r) {
    struct crowd *crowd = ARENA_NEW(r->d->arena, struct crowd);
    for (size_t i = 0; i < r->roof_count; i++)
        crowd->n += want_ridge(r, i, next(r, crowd));
    for (size_t k = 0; k < r->work.n; k++) {
        want_point(r, k, next(r, crowd));
        crowd->n += crowd->at[crowd->n].form_count > 0;
    }
    for (size_t i = 0; i < r->request->point_count; i++)
        crowd->n += want_measured(r, i, next(r, crowd));
    settle(r, crowd);
}

void roofline_draw_labels(struct roofline *r) {
    scene_group_open(r->d->scene, "labels", NULL, (struct point){0, 0});
    roofline_draw_surround(r);
    roofline_draw_slopes(r);
    if (!r->request->in_page) { /* before what may go anywhere */
        scene_group_open(r->d->scene, "key", NULL, (struct point){0, 0});
        roofline_draw_key(r);
        scene_group_close(r->d->scene);
    }
    draw_places(r);
    scene_group_close(r->d->scene);
}
