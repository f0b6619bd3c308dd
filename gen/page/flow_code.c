/* Listings: every character in its cell, Han and full-width marks in two, long lines broken with a
 * mark, numbers of lines beside them. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "doc/reader.h"
#include "page/blocks.h"
#include "page/flow_text.h"

static const double CODE_ROOM = 9, TURN_RISE = 2.6, TURN_WEIGHT = 0.6, TURN_HEAD = 1.6;
enum { TAB = 4, DEEPEST_INDENT = 24, TURN_CELLS = 2, LEAST_CELLS = 12 };

/* One line of the listing: as many lines of the page as it needs. */
struct code_line {
    const struct paragraph *text;
    const struct paragraph *number; /* or NULL */
    double number_x;                /* from the left edge of the text */
    double cell;
};

struct code {
    struct flow *flow;
    const struct block *block;
    const struct style *style, *number_style;
    double cell, left, gutter;
    size_t cells; /* that a line has */
    int number;   /* of the next line; 0: none */
};

/* ── Cells ── */

static bool is_wide(const struct cluster *c) {
    return (c->flags & CLUSTER_HAN) || (c->code >= 0x1100 && c->code <= 0x115F) ||
           (c->code >= 0x2E80 && c->code <= 0xA4CF) || (c->code >= 0xAC00 && c->code <= 0xD7A3) ||
           (c->code >= 0xFE30 && c->code <= 0xFE6F) || (c->code >= 0xFF00 && c->code <= 0xFF60) ||
           c->code >= 0x20000;
}

/* A ligature takes the cells of its characters, a mark over another none. */
static size_t cells_of(const struct shaped *s, const struct cluster *c) {
    size_t n = 0, length;
    if (is_wide(c))
        return 2;
    for (size_t at = 0; at < c->bytes; at += length) {
        uint32_t code = text_decode(s->text + c->at + at, c->bytes - at, &length);
        n += !(code >= 0x0300 && code <= 0x036F);
    }
    return n;
}

static size_t indent_of(const struct shaped *s) {
    size_t n = 0;
    while (n < s->cluster_count && s->clusters[n].code == ' ')
        n++;
    return n < DEEPEST_INDENT && n < s->cluster_count ? n : 0;
}

/* Where a line that begins with cluster `from` ends: all of it, or after the last blank or mark of
 * punctuation that fits, or where the room ends. */
static size_t line_end(const struct shaped *s, size_t from, size_t room) {
    size_t used = 0, good = 0, i = from;
    for (; i < s->cluster_count; i++) {
        used += cells_of(s, &s->clusters[i]);
        if (used > room && i > from)
            return good > from + (i - from) / 2 ? good : i;
        uint32_t code = s->clusters[i].code;
        if (code == ' ' || code == ',' || code == ';' || code == '(' || is_wide(&s->clusters[i]))
            good = i + 1;
    }
    return i;
}

static struct line make_line(const struct code *c, const struct shaped *s, size_t from, size_t to) {
    struct arena *a = c->flow->setter->arena;
    double *advances = ARENA_ARRAY(a, double, to - from + 1);
    double *shifts = ARENA_ARRAY(a, double, to - from + 1);
    struct line line = {.from = from, .to = to, .advances = advances, .shifts = shifts};
    for (size_t i = from; i < to; i++) {
        advances[i - from] = (double)cells_of(s, &s->clusters[i]) * c->cell;
        if (is_wide(&s->clusters[i]))
            shifts[i - from] = (advances[i - from] - s->clusters[i].advance) / 2;
        line.width += advances[i - from];
    }
    return line;
}

static size_t count_segments(const struct shaped *s, size_t cells, size_t hang) {
    size_t n = 0, from = 0;
    do
        from = line_end(s, from, n++ ? cells - hang : cells);
    while (from < s->cluster_count);
    return n;
}

/* Continued lines hang as far in as the line, and the turn. */
static const struct paragraph *break_line(const struct code *c, const struct paragraph *p) {
    struct paragraph *out = arena_memdup(c->flow->setter->arena, p, sizeof *p);
    size_t hang = indent_of(p->shaped) + TURN_CELLS, from = 0;
    hang = hang + LEAST_CELLS > c->cells ? TURN_CELLS : hang;
    out->line_count = count_segments(p->shaped, c->cells, hang);
    struct line *lines = ARENA_ARRAY(c->flow->setter->arena, struct line, out->line_count);
    for (size_t i = 0; i < out->line_count; i++) {
        size_t to = line_end(p->shaped, from, i ? c->cells - hang : c->cells);
        lines[i] = make_line(c, p->shaped, from, to);
        lines[i].x = i ? (double)hang * c->cell : 0;
        from = to;
    }
    out->lines = lines;
    return out;
}

/* ── Drawing ── */

/* Down and to the right: the line goes on here. */
static void draw_turn(struct pen *pen, const struct code_line *l, double x, double baseline) {
    double y = baseline - TURN_RISE, from = x - 1.6 * l->cell, to = x - 0.5 * l->cell;
    struct stroke stroke = stroke_solid(INK_INK3, TURN_WEIGHT);
    const struct path_point hook[] = {
        {PATH_MOVE, from, y - 4}, {PATH_LINE, from, y}, {PATH_LINE, to, y}};
    const struct path_point head[] = {{PATH_MOVE, to - TURN_HEAD, y - TURN_HEAD},
                                      {PATH_LINE, to, y},
                                      {PATH_LINE, to - TURN_HEAD, y + TURN_HEAD}};
    pen_artifact_open(pen);
    scene_path(pen->scene, hook, 3, INK_NONE, stroke);
    scene_path(pen->scene, head, 3, INK_NONE, stroke);
    pen_artifact_close(pen);
}

static void draw_line(struct pen *pen, const struct strip *s, struct point at) {
    const struct code_line *l = s->what;
    at.y += style_baseline(l->text->style, "en");
    if (s->index == 0 && l->number) {
        pen_artifact_open(pen);
        paragraph_draw_line(pen->scene, l->number, 0, (struct point){at.x + l->number_x, at.y});
        pen_artifact_close(pen);
    }
    if (s->index > 0)
        draw_turn(pen, l, at.x + l->text->lines[s->index].x, at.y);
    if (l->text->lines[s->index].to > l->text->lines[s->index].from)
        paragraph_draw_line(pen->scene, l->text, s->index, at);
}

/* ── Lines of the listing ── */

struct cutter {
    struct arena *arena;
    struct inline_ *first, **end;
    size_t column; /* for tabs */
};

static void cut_add(struct cutter *c, const struct inline_ *like, const char *text, size_t n) {
    struct bytes out = {.arena = c->arena};
    for (size_t i = 0, length; i < n; i += length) {
        uint32_t code = text_decode(text + i, n - i, &length);
        size_t blanks = code == '\t' ? TAB - c->column % TAB : 0;
        for (size_t k = 0; k < blanks; k++)
            bytes_puts(&out, " ");
        if (code != '\t' && code != '\r')
            bytes_add(&out, text + i, length);
        c->column += blanks ? blanks : code >= 0x2E80 ? 2 : 1;
    }
    struct inline_ *in = arena_memdup(c->arena, like, sizeof *like);
    in->next = NULL;
    in->code = false; /* the style of the listing is that of code */
    in->text = out.n ? arena_strndup(c->arena, out.at, out.n) : "";
    *c->end = in;
    c->end = &in->next;
}

static void flow_line(struct code *c, const struct inline_ *text, struct strip strip, bool first,
                      bool last) {
    struct setter *s = c->flow->setter;
    struct code_line *l = ARENA_NEW(s->arena, struct code_line);
    l->cell = c->cell;
    l->text = break_line(c, setter_single(s, c->style, "en", text));
    if (c->number > 0) {
        const char *number = arena_printf(s->arena, "%d", c->number++);
        l->number = setter_single(s, c->number_style, "en", inline_words(s->arena, number));
        l->number_x = -1.5 * c->cell - paragraph_width(l->number);
    }
    strip.what = l;
    strip.draw = draw_line;
    strip.height = c->style->pitch;
    for (size_t i = 0; i < l->text->line_count; i++) {
        bool end = i + 1 == l->text->line_count;
        strip.index = i;
        strip.before = first && i == 0 ? CODE_ROOM : 0;
        strip.after = last && end ? CODE_ROOM : 0;
        flow_strip(c->flow, strip);
    }
}

/* No page ends with the first line of a listing or begins with its last. */
static void keep_ends(struct flow *f, struct flow_item *first) {
    struct flow_item *before = NULL, *last = f->last_strip;
    for (struct flow_item *i = first; i; i = i->next)
        if (i->kind == FLOW_STRIP) {
            if (i == last && before)
                before->strip.keep = true;
            before = i;
        }
    if (first && first != last)
        first->strip.keep = true;
}

static void flow_lines_of(struct code *c, const struct inline_ *text) {
    struct arena *a = c->flow->setter->arena;
    struct cutter cut = {.arena = a, .end = &cut.first};
    bool first = true;
    for (const struct inline_ *in = text; in; in = in->next) {
        const char *at = in->text ? in->text : "";
        for (size_t n; at[n = strcspn(at, "\n")]; at += n + 1) {
            const char *rest = at + n + 1;
            bool last = !in->next && !rest[strspn(rest, " \t\n\r")];
            cut_add(&cut, in, at, n);
            flow_line(c, cut.first, (struct strip){.left = c->left}, first, last);
            first = false;
            cut = (struct cutter){.arena = a, .end = &cut.first};
            if (last)
                return;
        }
        cut_add(&cut, in, at, strlen(at));
    }
    flow_line(c, cut.first, (struct strip){.left = c->left}, first, true);
}

static size_t digits_of(size_t n) {
    size_t digits = 1;
    for (; n >= 10; n /= 10)
        digits++;
    return digits;
}

static size_t last_number(const struct block *b) {
    size_t n = (size_t)b->first_line;
    for (const struct inline_ *in = b->text; in; in = in->next)
        for (const char *at = in->text ? in->text : ""; *at; at++)
            n += *at == '\n';
    return n;
}

/* Code is English but for its comments. */
static struct tag_facts code_facts(const struct flow *f, const struct block *b) {
    bool han = false;
    for (const struct inline_ *in = b->text; in; in = in->next)
        for (size_t i = 0, n = in->text ? strlen(in->text) : 0, length; i < n && !han; i += length)
            han = code_is_han(text_decode(in->text + i, n - i, &length));
    const char *language = han ? "zh-Hans" : "en";
    bool same = !strncmp(f->setter->language, language, 2);
    return (struct tag_facts){.language = same ? NULL : language};
}

void flow_code(struct flow *f, const struct block *b, struct inset in) {
    struct code c = {.flow = f,
                     .block = b,
                     .style = setter_style(f->setter, b, "code"),
                     .number_style = setter_style(f->setter, b, "code-number"),
                     .number = b->first_line};
    c.cell = text_width(f->setter->request->fonts, "n", c.style->text);
    c.gutter = b->first_line ? ((double)digits_of(last_number(b)) + 1.5) * c.cell : 0;
    c.left = in.left + c.gutter;
    double cells = floor((in.measure - c.gutter) / c.cell + 1e-6);
    c.cells = cells > LEAST_CELLS ? (size_t)cells : LEAST_CELLS;
    struct flow_item *before = f->last_strip;
    flow_dest(f, b->id);
    flow_open(f, TAG_CODE, code_facts(f, b));
    flow_lines_of(&c, b->text);
    struct flow_item *first = before ? before->next : f->first;
    while (first && first->kind != FLOW_STRIP)
        first = first->next;
    keep_ends(f, first);
    flow_close(f, TAG_CODE);
    f->plain_start = true;
}
