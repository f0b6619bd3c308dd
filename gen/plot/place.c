#include "plot/place.h"

#include <math.h>
#include <string.h>

static const double leader_from = 12;    /* a label farther from its tip gets a leader */
static const double leader_crosses = 16; /* places that it is worse to cross a line by */
enum { SEARCH_MOST = 20000 };            /* steps, so that a crowd costs no more than a moment */

/* A candidate that nothing drawn forbids. */
struct spot {
    int candidate;
    struct rect box;
    double cost;
    bool led; /* by a leader */
    struct segment leader;
};

struct options {
    struct spot *at;
    size_t n;
};

struct search {
    const struct wish *wishes;
    struct options *options;
    size_t n, steps;
    size_t order[PLACE_MOST];    /* fewest options first */
    double rest[PLACE_MOST + 1]; /* the least that the wishes from there on can cost */
    int now[PLACE_MOST], best[PLACE_MOST];
    const struct spot *taken[PLACE_MOST];
    size_t taken_count;
    double cost, best_cost;
};

/* Left out costs more than the last place. */
static double left_out_cost(const struct wish *w) {
    return (w->worth > 0 ? w->worth : 1) * 64;
}

/* The point of a box that is nearest to another one. */
static struct point nearest_of(struct rect box, struct point to) {
    return (struct point){fmin(fmax(to.x, box.x), rect_right(box)),
                          fmin(fmax(to.y, box.y), rect_bottom(box))};
}

/* From a label that stands far off to its mark; it touches neither. */
static bool leader_of(const struct wish *w, struct rect box, struct segment *out) {
    struct point from = nearest_of(box, w->tip);
    double dx = from.x - w->tip.x, dy = from.y - w->tip.y, far = hypot(dx, dy);
    double start = (far - 1.5) / far, stop = 5 / far;
    if (!w->leader || far <= leader_from)
        return false;
    *out = (struct segment){{w->tip.x + dx * start, w->tip.y + dy * start},
                            {w->tip.x + dx * stop, w->tip.y + dy * stop}};
    return true;
}

/* On which side of the line through s the point lies. */
static bool left_of(struct segment s, struct point p) {
    return (s.to.x - s.from.x) * (p.y - s.from.y) > (s.to.y - s.from.y) * (p.x - s.from.x);
}

static bool segments_cross(struct segment a, struct segment b) {
    return left_of(a, b.from) != left_of(a, b.to) && left_of(b, a.from) != left_of(b, a.to);
}

/* How many lines of other marks a leader runs across. */
static double crossings(const struct drawing *d, struct segment leader, int names) {
    double n = 0;
    for (size_t i = 0; i < d->mark_count; i++) {
        const struct chart_mark *m = &d->marks[i];
        bool other = !m->is_box && (!m->number || m->number != names);
        n += other && segments_cross(leader, (struct segment){m->from, m->to});
    }
    return n;
}

/* The boxes at all candidates from those at the origin, one for each anchor: shaping is dear. */
static struct options options_of(struct drawing *d, const struct wish *w) {
    static const enum anchor anchors[] = {ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END};
    struct rect origin[3];
    for (size_t i = 0; i < 3; i++)
        origin[anchors[i]] = label_box(d, &w->label, (struct candidate){0, 0, anchors[i]});
    struct options o = {ARENA_ARRAY(d->arena, struct spot, w->n + 1), 0};
    draw_naming(d, w->names);
    for (size_t i = 0; i < w->n; i++) {
        struct spot spot = {.candidate = (int)i, .cost = (double)i};
        spot.box = origin[w->at[i].anchor];
        spot.box.x += w->at[i].x;
        spot.box.y += w->at[i].baseline;
        spot.led = leader_of(w, spot.box, &spot.leader);
        if (!label_is_free(d, &w->label, spot.box) ||
            (spot.led && !draw_leader_is_free(d, spot.leader)))
            continue;
        if (spot.led)
            spot.cost += leader_crosses * crossings(d, spot.leader, w->names);
        o.at[o.n++] = spot;
    }
    draw_naming(d, 0);
    return o;
}

static bool spots_meet(const struct spot *a, const struct spot *b) {
    return rect_meets(a->box, b->box) || (a->led && segment_meets(a->leader, b->box)) ||
           (b->led && segment_meets(b->leader, a->box));
}

static bool spot_is_taken(const struct search *s, const struct spot *spot) {
    for (size_t i = 0; i < s->taken_count; i++)
        if (spots_meet(s->taken[i], spot))
            return true;
    return false;
}

static void search_from(struct search *s, size_t depth) {
    if (s->cost + s->rest[depth] >= s->best_cost || s->steps++ > SEARCH_MOST)
        return;
    if (depth == s->n) {
        s->best_cost = s->cost;
        memcpy(s->best, s->now, sizeof s->best);
        return;
    }
    size_t which = s->order[depth];
    const struct options *o = &s->options[which];
    for (size_t i = 0; i < o->n; i++) {
        if (spot_is_taken(s, &o->at[i]))
            continue;
        s->now[which] = o->at[i].candidate;
        s->taken[s->taken_count++] = &o->at[i];
        s->cost += o->at[i].cost;
        search_from(s, depth + 1);
        s->cost -= o->at[i].cost;
        s->taken_count--;
    }
    double without = left_out_cost(&s->wishes[which]);
    s->now[which] = PLACE_NONE;
    s->cost += without;
    search_from(s, depth + 1);
    s->cost -= without;
}

/* Those with fewest free places choose first; among equals the earlier one. */
static void put_in_order(struct search *s) {
    for (size_t i = 0; i < s->n; i++) {
        size_t k = i;
        for (; k > 0 && s->options[s->order[k - 1]].n > s->options[i].n; k--)
            s->order[k] = s->order[k - 1];
        s->order[k] = i;
    }
}

/* As if no label stood in another's way: what costs more than the best so far need not be tried. */
static void find_rest(struct search *s) {
    s->rest[s->n] = 0;
    for (size_t i = s->n; i-- > 0;) {
        const struct options *o = &s->options[s->order[i]];
        double least = left_out_cost(&s->wishes[s->order[i]]);
        for (size_t k = 0; k < o->n; k++)
            least = fmin(least, o->at[k].cost);
        s->rest[i] = s->rest[i + 1] + least;
    }
}

void place_choose(struct drawing *d, const struct wish *wishes, size_t n, int *chosen) {
    struct options options[PLACE_MOST];
    struct search s = {.wishes = wishes, .options = options, .best_cost = INFINITY};
    s.n = n < PLACE_MOST ? n : PLACE_MOST;
    for (size_t i = 0; i < n; i++)
        chosen[i] = PLACE_NONE;
    for (size_t i = 0; i < s.n; i++)
        options[i] = options_of(d, &wishes[i]);
    put_in_order(&s);
    find_rest(&s);
    search_from(&s, 0);
    if (isfinite(s.best_cost))
        memcpy(chosen, s.best, s.n * sizeof *chosen);
}

static void draw_leader(struct drawing *d, const struct wish *w, struct rect box) {
    struct segment leader;
    if (!leader_of(w, box, &leader))
        return;
    scene_line(d->scene, leader.from, leader.to, stroke_solid(INK_INK3, 0.45));
    draw_keep_leader(d, leader);
}

size_t place_draw(struct drawing *d, const struct wish *wishes, size_t n) {
    int chosen[PLACE_MOST];
    size_t out = n > PLACE_MOST ? n - PLACE_MOST : 0;
    place_choose(d, wishes, n - out, chosen);
    return out + place_draw_chosen(d, wishes, n - out, chosen);
}

size_t place_draw_chosen(struct drawing *d, const struct wish *wishes, size_t n,
                         const int *chosen) {
    size_t out = 0;
    for (size_t i = 0; i < n; i++) {
        const struct wish *w = &wishes[i];
        if (chosen[i] == PLACE_NONE) {
            out++;
            continue;
        }
        draw_naming(d, w->names);
        draw_leader(d, w, label_box(d, &w->label, w->at[chosen[i]]));
        label_draw(d, &w->label, w->at[chosen[i]]);
        draw_naming(d, 0);
    }
    return out;
}

size_t place_around(struct point at, double gap, double pitch, struct candidate *out) {
    static const struct {
        double x, y; /* of the gap; y of the first baseline also by the height of text */
        enum anchor anchor;
        double down; /* in heights of text */
    } sides[] = {
        {1, 0, ANCHOR_START, 0.35},   {0.7, -0.7, ANCHOR_START, 0}, {0, -1, ANCHOR_MIDDLE, 0},
        {-1, 0, ANCHOR_END, 0.35},    {-0.7, -0.7, ANCHOR_END, 0},  {0.7, 0.7, ANCHOR_START, 0.8},
        {-0.7, 0.7, ANCHOR_END, 0.8}, {0, 1, ANCHOR_MIDDLE, 0.8},
    };
    enum { SIDES = sizeof sides / sizeof *sides };
    size_t n = 0;
    for (int ring = 0; ring < 3; ring++)
        for (size_t i = 0; i < SIDES; i++) {
            double far = gap * (1 + 1.8 * ring);
            out[n++] = (struct candidate){at.x + sides[i].x * far,
                                          at.y + sides[i].y * far + sides[i].down * pitch,
                                          sides[i].anchor};
        }
    return n;
}
