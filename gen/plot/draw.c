#include "plot/draw.h"

#include <math.h>
#include <string.h>

#include "figure/memo.h"
#include "figure/text.h"
#include "plot/labels.h"

static const double latin_slack = 1.11;

struct drawing *drawing_new(struct arena *a, const struct chart_request *request, double width,
                            double height) {
    struct drawing *d = ARENA_NEW(a, struct drawing);
    d->arena = a;
    d->scene = scene_new(a, width, height);
    d->fonts = request->fonts;
    d->strings = request->strings;
    d->in_page = request->in_page;
    return d;
}

void drawing_finish(const struct drawing *d, struct chart *chart) {
    chart->scene = d->scene;
    chart->labels = d->labels;
    chart->label_count = d->label_count;
    chart->marks = d->marks;
    chart->mark_count = d->mark_count;
    chart->outside = d->outside;
    chart->outside_count = d->outside_count;
}

struct text_style draw_style(const struct drawing *d, double size, enum weight weight,
                             enum ink ink) {
    return (struct text_style){.family = FAMILY_SANS,
                               .weight = weight,
                               .tabular = true,
                               .size = size,
                               .ink = ink,
                               .language = strings_bcp47(d->strings)};
}

/* How far the text reaches: width with slack, and whether Han stands in it. */
struct reach {
    double width, natural, ascent, descent, hang;
};

/* 」』）】〉》、。，．；：！？ are half empty. */
static bool is_closing_mark(uint32_t code) {
    static const uint32_t marks[] = {0x3001, 0x3002, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011,
                                     0xFF01, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (marks[i] == code)
            return true;
    return false;
}

static struct reach reach_of(const struct shaped *s) {
    struct reach r = {.natural = s->width};
    for (size_t i = 0; i < s->cluster_count; i++) {
        const struct cluster *c = &s->clusters[i];
        bool han = c->flags & CLUSTER_HAN;
        r.width += c->advance * (han ? 1 : latin_slack);
        double up = c->size * (han ? 0.84 : 0.74);
        double down = c->size * (han ? 0.12 : 0.2);
        r.ascent = up > r.ascent ? up : r.ascent;
        r.descent = down > r.descent ? down : r.descent;
        if (i + 1 == s->cluster_count && is_closing_mark(c->code))
            r.hang = 0.45 * c->size;
    }
    return r;
}

/* The memory of the run takes short texts, so that it stays small; sentences are remembered as long
 * as the drawing is made. */
static const struct shaped *shape_line(struct drawing *d, const struct piece *pieces, size_t n) {
    if (n != 1 || !pieces->text || memo_takes(pieces, n))
        return text_shape_line(d->fonts, d->arena, pieces, n);
    if (!d->lines)
        d->lines = memo_new(d->arena);
    const struct shaped *s = memo_find(d->lines, pieces, n, fonts_moves(d->fonts), false);
    if (!s) {
        s = text_shape_line(d->fonts, d->arena, pieces, n);
        memo_keep(d->lines, fonts_moves(d->fonts), false, s);
    }
    return s;
}

static struct reach text_reach(struct drawing *d, const struct piece *pieces, size_t n) {
    return reach_of(shape_line(d, pieces, n));
}

static struct rect reach_box(struct reach r, double x, double baseline, enum anchor anchor) {
    double left = anchor == ANCHOR_START    ? x
                  : anchor == ANCHOR_MIDDLE ? x - r.width / 2
                                            : x - r.width + r.hang;
    return (struct rect){left, baseline - r.ascent, r.width, r.ascent + r.descent};
}

struct rect draw_box(struct drawing *d, double x, double baseline, enum anchor anchor,
                     const struct piece *pieces, size_t n) {
    return reach_box(text_reach(d, pieces, n), x, baseline, anchor);
}

double draw_width(struct drawing *d, const char *text, struct text_style style) {
    struct piece piece = {text, style};
    return text_reach(d, &piece, 1).width;
}

void draw_keep_box(struct drawing *d, struct rect box) {
    ARENA_GROW(d->arena, d->labels, d->label_count, d->label_room, 64);
    d->labels[d->label_count++] = (struct chart_label){box, d->naming};
}

struct rect draw_pieces(struct drawing *d, double x, double baseline, enum anchor anchor,
                        const struct piece *pieces, size_t n) {
    const struct shaped *shaped = shape_line(d, pieces, n);
    struct reach r = reach_of(shaped);
    scene_shaped(d->scene, d->fonts, x + (anchor == ANCHOR_END ? r.hang : 0), baseline, anchor,
                 shaped);
    struct rect box = reach_box(r, x, baseline, anchor);
    draw_keep_box(d, box);
    return box;
}

struct rect draw_text(struct drawing *d, double x, double baseline, enum anchor anchor,
                      const char *text, struct text_style style) {
    struct piece piece = {text, style};
    return draw_pieces(d, x, baseline, anchor, &piece, 1);
}

/* The piece [from, to) of a text without white space at its ends. */
static const char *trimmed(struct arena *a, const char *text, size_t from, size_t to) {
    while (from < to && text[from] == ' ')
        from++;
    while (to > from && text[to - 1] == ' ')
        to--;
    return arena_strndup(a, text + from, to - from);
}

/* A place where a line may end, and the width from there on. */
struct stop {
    size_t at; /* byte */
    double since;
};

static bool is_small(uint32_t code) {
    return code >= 'a' && code <= 'z';
}

static bool is_capital(uint32_t code) {
    return code >= 'A' && code <= 'Z';
}

static bool is_letter(uint32_t code) {
    return is_small(code) || is_capital(code);
}

/* Inside a word: names of models break after a hyphen, before their number ("LM|2.5", not "Q4") and
 * between words that are written together ("Deep|Seek", not "LoRA"). */
static bool breaks_in_word(const struct shaped *s, size_t i) {
    const struct cluster *c = &s->clusters[i];
    uint32_t before = c[-1].code;
    if (before == '-')
        return true;
    if (c->code >= '0' && c->code <= '9')
        return i > 1 && is_letter(before) && is_letter(c[-2].code);
    return i + 1 < s->cluster_count && is_small(before) && is_capital(c->code) &&
           is_small(c[1].code);
}

static size_t wrap(struct drawing *d, const char *text, struct text_style style, double width,
                   bool in_words, const char **lines, size_t room) {
    struct piece piece = {text, style};
    const struct shaped *s = shape_line(d, &piece, 1);
    size_t count = 0, start = 0;
    struct stop between = {0}, inside = {0}; /* between words; inside one that is too wide */
    double used = 0;
    if (reach_of(s).width > width) /* most texts fit: where they may break need not be known */
        s = text_shape(d->fonts, d->arena, &piece, 1);
    for (size_t i = 0; i < s->cluster_count && count + 1 < room; i++) {
        const struct cluster *c = &s->clusters[i];
        if (i > 0 && (c->flags & CLUSTER_BREAK_BEFORE))
            between = (struct stop){c->at, 0};
        if (i > 0 && in_words && breaks_in_word(s, i))
            inside = (struct stop){c->at, 0};
        double advance = c->advance * (c->flags & CLUSTER_HAN ? 1 : latin_slack);
        used += advance;
        between.since += advance;
        inside.since += advance;
        struct stop stop = between.at > start ? between : inside;
        if (used > width && stop.at > start && !(c->flags & CLUSTER_SPACE)) {
            lines[count++] = trimmed(d->arena, s->text, start, stop.at);
            start = stop.at;
            used = stop.since;
        }
    }
    lines[count++] = trimmed(d->arena, s->text, start, s->bytes);
    return count;
}

size_t draw_wrap(struct drawing *d, const char *text, struct text_style style, double width,
                 const char **lines, size_t room) {
    return wrap(d, text, style, width, false, lines, room);
}

size_t draw_wrap_tight(struct drawing *d, const char *text, struct text_style style, double width,
                       const char **lines, size_t room) {
    return wrap(d, text, style, width, true, lines, room);
}

static bool is_wide(const char *at) {
    return (unsigned char)*at >= 0xE3;
}

/* Past the first comma, Chinese or English, that something follows. */
static const char *after_comma(const char *text) {
    static const char *const commas[] = {", ", "，"};
    for (size_t i = 0; i < sizeof commas / sizeof *commas; i++) {
        const char *comma = strstr(text, commas[i]);
        if (comma && comma[strlen(commas[i])])
            return comma + strlen(commas[i]);
    }
    return NULL;
}

/* In text with Chinese in it, past the space between a Latin name and the Chinese, or else past the
 * first one. */
static const char *after_space(const char *text) {
    const char *space = strchr(text, ' ');
    bool wide = false;
    for (const char *c = text; *c; c++) {
        if (c > text && c[-1] == ' ' && is_wide(c))
            return c;
        wide |= is_wide(c);
    }
    return wide && space ? space + 1 : NULL;
}

size_t draw_wrap_parts(struct drawing *d, const char *text, struct text_style style, double width,
                       const char **lines, size_t room) {
    const char *rest = after_comma(text);
    if (!rest)
        rest = after_space(text);
    if (!rest || room < 2 || draw_width(d, text, style) <= width)
        return draw_wrap_tight(d, text, style, width, lines, room);
    const char *first = trimmed(d->arena, text, 0, (size_t)(rest - text));
    size_t n = draw_wrap_parts(d, first, style, width, lines, room - 1);
    return n + draw_wrap_parts(d, rest, style, width, lines + n, room - n);
}

double draw_widest_word(struct drawing *d, const char *text, struct text_style style) {
    enum { WORDS = 16 };
    const char *words[WORDS];
    double width = 0;
    size_t n = draw_wrap_tight(d, text, style, 0, words, WORDS);
    for (size_t i = 0; i < n; i++)
        width = fmax(width, draw_width(d, words[i], style));
    return width;
}

const char *draw_short(struct drawing *d, const char *text, struct text_style style, double width) {
    const char *bracket = strstr(text, " (");
    return bracket && draw_width(d, text, style) > width
               ? arena_strndup(d->arena, text, (size_t)(bracket - text))
               : text;
}

int draw_mark(struct drawing *d, const char *says) {
    scene_group_open(d->scene, NULL, says, (struct point){0, 0});
    d->marking = ++d->marks_made;
    return d->marking;
}

void draw_mark_end(struct drawing *d) {
    scene_group_close(d->scene);
    d->marking = 0;
}

void draw_naming(struct drawing *d, int mark) {
    d->naming = mark;
}

static void keep(struct drawing *d, bool is_box, struct point from, struct point to) {
    ARENA_GROW(d->arena, d->marks, d->mark_count, d->mark_room, 64);
    d->marks[d->mark_count++] = (struct chart_mark){is_box, from, to, d->marking};
}

void draw_keep_clear(struct drawing *d, struct point from, struct point to) {
    keep(d, false, from, to);
}

void draw_keep_thick(struct drawing *d, struct point from, struct point to, double width) {
    double dx = to.x - from.x, dy = to.y - from.y, length = hypot(dx, dy);
    if (!(length > 0))
        return;
    for (int side = -1; side <= 1; side += 2) {
        double x = -dy / length * width / 2 * side, y = dx / length * width / 2 * side;
        draw_keep_clear(d, (struct point){from.x + x, from.y + y},
                        (struct point){to.x + x, to.y + y});
    }
}

void draw_keep_body(struct drawing *d, struct rect body) {
    keep(d, true, (struct point){body.x, body.y},
         (struct point){rect_right(body), rect_bottom(body)});
}

void draw_keep_leader(struct drawing *d, struct segment leader) {
    ARENA_GROW(d->arena, d->leaders, d->leader_count, d->leader_room, 16);
    d->leaders[d->leader_count++] = leader;
}

bool draw_leader_is_free(const struct drawing *d, struct segment leader) {
    for (size_t i = 0; i < d->label_count; i++)
        if (segment_meets(leader, d->labels[i].box))
            return false;
    return true;
}

bool mark_meets(const struct chart_mark *m, struct rect box) {
    if (!m->is_box)
        return segment_meets((struct segment){m->from, m->to}, box);
    struct rect body = {m->from.x, m->from.y, m->to.x - m->from.x, m->to.y - m->from.y};
    return rect_meets(body, box);
}

void draw_keep_tint(struct drawing *d, struct tint tint) {
    ARENA_GROW(d->arena, d->tints, d->tint_count, d->tint_room, 4);
    d->tints[d->tint_count++] = tint;
}

static struct segment tint_side(const struct tint *t, size_t i) {
    const struct path_point *p = &t->corners[i], *q = &t->corners[(i + 1) % t->n];
    return (struct segment){{p->x, p->y}, {q->x, q->y}};
}

static bool tint_edge_meets(const struct tint *t, struct rect box) {
    for (size_t i = 0; i < t->n; i++)
        if (segment_meets(tint_side(t, i), box))
            return true;
    return false;
}

/* Even and odd crossings of a ray to the right. */
static bool tint_covers(const struct tint *t, struct point at) {
    bool inside = false;
    for (size_t i = 0; i < t->n; i++) {
        struct segment s = tint_side(t, i);
        double u = s.from.y - at.y, v = s.to.y - at.y;
        if ((u < 0) != (v < 0) && s.from.x + (s.to.x - s.from.x) * u / (u - v) > at.x)
            inside = !inside;
    }
    return inside;
}

bool draw_is_read(const struct drawing *d, struct rect box, enum ink text) {
    static const double least = 4.5;
    for (size_t i = 0; i < d->tint_count; i++) {
        const struct tint *t = &d->tints[i];
        if (tint_edge_meets(t, box) ||
            (tint_covers(t, (struct point){box.x, box.y}) && ink_contrast(text, t->ink) < least))
            return false;
    }
    return true;
}

bool draw_is_free(const struct drawing *d, struct rect box) {
    static const double off = 1; /* letters have no air at their sides, and a line has a width */
    struct rect beside = {box.x - off, box.y, box.w + 2 * off, box.h};
    struct rect canvas = {0, 0, d->scene->width, d->scene->height};
    if (!rect_holds(canvas, box))
        return false;
    for (size_t i = 0; i < d->label_count; i++)
        if (rect_meets(d->labels[i].box, box))
            return false;
    for (size_t i = 0; i < d->leader_count; i++)
        if (segment_meets(d->leaders[i], box))
            return false;
    for (size_t i = 0; i < d->mark_count; i++) {
        const struct chart_mark *m = &d->marks[i];
        struct rect clear = m->is_box ? box : beside;
        if (!passes_by(m->from, m->to, clear) && (!d->naming || m->number != d->naming) &&
            mark_meets(m, clear))
            return false;
    }
    return true;
}
