/* The names of a time breakdown's parts, each once, and the head of the shares beside them. */
#include <math.h>

#include "chart/time_breakdown.h"
#include "plot/labels.h"

struct share_head {
    struct text_style style;
    const char *lines[2];
    size_t n;
    double right, x; /* where it ends and begins */
};

/* Above its column, on two lines where the word is long. */
static struct share_head share_head(struct time_breakdown *b) {
    struct share_head h = {.right = b->d->scene->width - (b->d->in_page ? 0 : 16)};
    h.style = draw_style(b->d, b->look->name, WEIGHT_SEMIBOLD, INK_INTERCONNECT);
    h.n = draw_wrap(b->d, say(b->d->strings, "chart.time-breakdown.link-share"), h.style,
                    h.right - b->plot.x.to - 12, h.lines, 2);
    h.x = h.right;
    for (size_t i = 0; i < h.n; i++)
        h.x = fmin(h.x, h.right - draw_width(b->d, h.lines[i], h.style));
    return h;
}

void time_draw_share_head(struct time_breakdown *b) {
    struct share_head h = share_head(b);
    for (size_t i = 0; i < h.n; i++)
        draw_text(b->d, h.right, b->plot.y.to - b->look->line * (double)(h.n - 1 - i), ANCHOR_END,
                  h.lines[i], h.style);
}

/* ── Names of the parts, once ── */

struct part_name {
    enum spent part;
    struct piece pieces[2];
    size_t n;
    double glyph, width, x; /* x: of the glyph */
    struct rect box;        /* the segment it names */
    bool inside;            /* the value stands in the segment */
};

/* The next bar from i on that has the part. */
static size_t next_with(const struct time_breakdown *b, size_t i, enum spent part) {
    while (i < b->count && b->bars[i].parts[part] <= 0)
        i++;
    return i;
}

static struct part_name name_of(struct time_breakdown *b, size_t i, enum spent part) {
    const struct spent_row *row = &spent_rows[part];
    struct part_name n = {.part = part, .box = time_segment(b, i, part)};
    enum ink ink = row->glyph ? row->ink.fill : INK_INK2;
    struct text_style name = draw_style(b->d, b->look->name, WEIGHT_SEMIBOLD, ink), value = name;
    value.weight = WEIGHT_REGULAR;
    n.inside = time_says_inside(b, i, part);
    n.glyph = row->glyph ? b->look->name : 0;
    n.pieces[n.n++] = (struct piece){spent_word(b, part), name};
    if (!n.inside)
        n.pieces[n.n++] = (struct piece){
            arena_printf(b->d->arena, " %s", time_number(b, b->bars[i].parts[part])), value};
    n.width = n.glyph + draw_box(b->d, 0, 0, ANCHOR_START, n.pieces, n.n).w;
    n.x = n.box.x + (n.inside ? 3 : n.box.w / 2 - n.width / 2);
    return n;
}

static const double name_gap = 9;

/* Values give way where all names would not stand side by side. */
static void drop_values(struct time_breakdown *b, struct part_name *names, size_t n, double room) {
    double all = -name_gap;
    for (size_t k = 0; k < n; k++)
        all += names[k].width + name_gap;
    for (size_t k = 0; all > room && k < n; k++) {
        double width = names[k].glyph + draw_box(b->d, 0, 0, ANCHOR_START, names[k].pieces, 1).w;
        all -= names[k].width - width;
        names[k].width = width;
        names[k].n = 1;
    }
}

/* In the order of the parts, none over another, none past the limit. */
static void spread_names(struct part_name *names, size_t n, double left, double right) {
    for (size_t k = 0; k < n; k++)
        names[k].x = fmax(names[k].x, k ? names[k - 1].x + names[k - 1].width + name_gap : left);
    for (size_t k = n; k-- > 0;) {
        double end = k + 1 < n ? names[k + 1].x - name_gap : right;
        names[k].x = fmin(names[k].x, end - names[k].width);
    }
}

static void draw_name(struct time_breakdown *b, const struct part_name *n, double baseline) {
    double size = b->look->name * 0.88, middle = n->box.x + n->box.w / 2;
    if (n->glyph > 0)
        mark_limit(b->d->scene, spent_rows[n->part].glyph, (struct point){n->x, baseline + 0.6},
                   size);
    struct rect text = draw_pieces(b->d, n->x + n->glyph + (n->glyph > 0 ? 1.2 : 0), baseline,
                                   ANCHOR_START, n->pieces, n->n);
    if (n->inside)
        return;
    double foot = baseline + 2.6, from = fmin(fmax(middle, n->x + 2), rect_right(text) - 4);
    struct path_point leader[] = {{PATH_MOVE, from, foot}, {PATH_LINE, middle, n->box.y}};
    scene_path(b->d->scene, leader, 2, INK_NONE, stroke_solid(INK_INK3, 0.45));
    draw_keep_leader(b->d, (struct segment){{from, foot}, {middle, n->box.y}});
}

/* Beside those of the first bar stands the head of the shares. */
static double names_right(struct time_breakdown *b, size_t i) {
    double right = b->d->scene->width - (b->d->in_page ? 0 : 16);
    return i == 0 && b->linked ? share_head(b).x - name_gap : right;
}

/* What the names above a bar need without values. */
static double names_need(struct time_breakdown *b, size_t i, const size_t *above) {
    double all = -name_gap;
    for (int part = 0; part < SPENTS; part++)
        if (above[part] == i) {
            struct part_name n = name_of(b, i, (enum spent)part);
            all += n.glyph + draw_box(b->d, 0, 0, ANCHOR_START, n.pieces, 1).w + name_gap;
        }
    return all;
}

/* The bar that each part is named above: the first one that has it, and where there is no room for
 * all of them the next. */
static void choose_bars(struct time_breakdown *b, size_t *above) {
    for (int part = 0; part < SPENTS; part++)
        above[part] = next_with(b, 0, (enum spent)part);
    for (size_t i = 0; i < b->count; i++) {
        double room = names_right(b, i) - b->plot.x.from - 3;
        for (int part = SPENTS; part-- > 0 && names_need(b, i, above) > room;) {
            size_t next = next_with(b, i + 1, (enum spent)part);
            if (above[part] == i && next < b->count)
                above[part] = next;
        }
    }
}

static void draw_names_above(struct time_breakdown *b, size_t i, const size_t *above) {
    struct part_name names[SPENTS];
    size_t n = 0;
    for (int part = 0; part < SPENTS; part++)
        if (above[part] == i)
            names[n++] = name_of(b, i, (enum spent)part);
    double left = b->plot.x.from + 3, right = names_right(b, i);
    drop_values(b, names, n, right - left);
    spread_names(names, n, left, right);
    for (size_t k = 0; k < n; k++)
        draw_name(b, &names[k], bar_top(b, i) - b->look->first);
}

void time_name_parts(struct time_breakdown *b) {
    size_t above[SPENTS];
    choose_bars(b, above);
    for (size_t i = 0; i < b->count; i++)
        draw_names_above(b, i, above);
}
