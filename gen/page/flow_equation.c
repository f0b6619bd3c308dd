/* Display formulas: centred in the measure, the number at its right edge, on the grid of lines. */
#include <math.h>

#include "math/math.h"
#include "page/blocks.h"
#include "page/flow_text.h"

static const double ROOM = 9, NUMBER_GAP = 1, LEAST_SCALE = 0.8; /* typographic targets 7 */

struct equation {
    const struct block *block;
    const struct math_box *formula;
    const struct paragraph *text, *number;
    double x, baseline, number_x, number_y; /* from the strip's corner */
    double measure;
    struct caption caption;
};

/* A formula is one leaf of the structure: as a whole it leads to the trace of its first number. */
static void open_link(struct scene *scene, const char *trace, const char *words, struct rect box) {
    struct rect *area = arena_memdup(scene->arena, &box, sizeof box);
    scene_tag_open(
        scene, TAG_LINK,
        (struct tag_facts){.dest = trace, .describe = words, .areas = area, .area_count = 1});
}

static void draw_formula(struct pen *pen, const struct equation *e, struct point at) {
    struct scene *scene = pen->scene;
    const struct math_box *f = e->formula;
    const struct math *tree = e->block->thing->what;
    const char *trace = pen->setter->sheet ? NULL : tree->trace; /* it has no traces */
    struct tag_facts facts = {
        .alt = e->block->thing->alt,
        .copied = math_linear(scene->arena, tree),
        .box = {at.x + e->x, at.y + e->baseline - f->ascent, f->width, f->ascent + f->descent}};
    if (trace)
        open_link(scene, trace, facts.alt, facts.box);
    scene_tag_open(scene, TAG_FORMULA, facts);
    math_draw(scene, f, (struct point){at.x + e->x, at.y + e->baseline});
    scene_tag_close(scene, TAG_FORMULA);
    if (trace)
        scene_tag_close(scene, TAG_LINK);
}

static void draw_equation(struct pen *pen, const struct strip *s, struct point at) {
    const struct equation *e = s->what;
    struct scene *scene = pen->scene;
    if (e->block->id)
        scene_dest(scene, e->block->id, at);
    scene_tag_open(scene, TAG_P, (struct tag_facts){0});
    if (e->formula)
        draw_formula(pen, e, at);
    if (e->text) {
        bool tagged = e->text->spans;
        if (!tagged)
            scene_tag_open(scene, TAG_SPAN, (struct tag_facts){0});
        paragraph_draw_line(scene, e->text, 0, (struct point){at.x + e->x, at.y + e->baseline});
        if (!tagged)
            scene_tag_close(scene, TAG_SPAN);
    }
    if (e->number) {
        scene_tag_open(scene, TAG_SPAN, (struct tag_facts){0});
        paragraph_draw_line(scene, e->number, 0,
                            (struct point){at.x + e->number_x, at.y + e->number_y});
        scene_tag_close(scene, TAG_SPAN);
    }
    scene_tag_close(scene, TAG_P);
}

static void draw_title(struct pen *pen, const struct strip *s, struct point at) {
    const struct equation *e = s->what;
    at.y -= style_baseline(e->caption.text->style, e->caption.text->language);
    pen_caption(pen, &e->caption, at);
}

static const char *figure_of(struct flow *f, double value) {
    return quantity_format(f->setter->arena, quantity_exact(value, UNIT_NONE),
                           (struct number_format){.digits = 2});
}

/* On one line, or broken, or smaller as well. */
static const struct math_box *fit(struct flow *f, const struct block *b,
                                  const struct text_style *style, double room) {
    struct math_setting s = formula_setting(f->setter->arena, f->setter->request->fonts, style);
    s.display = true;
    const struct math_box *box = math_set_within(&s, b->thing->what, room);
    double scale = room / box->width;
    if (scale >= 1)
        return box;
    s.style.size *= fmax(scale, LEAST_SCALE);
    box = math_set_within(&s, b->thing->what, room);
    if (box->width > room + 0.05)
        diag_report(f->setter->diag, DIAG_FORMULA_OVERFULL, b->span,
                    figure_of(f, box->width - room),
                    "a formula in two parts, or <mml:mtable> with lines of its own", NULL);
    else
        diag_report(f->setter->diag, DIAG_FORMULA_SCALED, b->span, figure_of(f, 100 * scale),
                    "a formula that can be broken before = or +", NULL);
    return box;
}

/* A broken formula has its number beside its last line. */
static double last_line(const struct math_box *formula) {
    double y = 0;
    for (const struct math_box *c = formula->child; formula->broken && c; c = c->next)
        y = c->y;
    return y;
}

static void place(struct flow *f, struct equation *e, const struct style *style, double *height) {
    double em = style->text.size, pitch = f->setter->pitch > 0 ? f->setter->pitch : style->pitch;
    double width = e->formula ? e->formula->width : paragraph_width(e->text);
    double up = e->formula ? e->formula->ascent : 0.7 * em;
    double low = e->formula ? e->formula->descent : 0.2 * em;
    double number = e->number ? paragraph_width(e->number) + NUMBER_GAP * em : 0;
    e->x = (e->measure - width) / 2;
    if (e->x + width > e->measure - number)
        e->x = fmax(0, (e->measure - number - width) / 2);
    bool below = e->number && e->x + width > e->measure - number + 0.05;
    if (below)
        low += pitch; /* the number has a line of its own */
    /* The lines around have part of the room already. */
    double least = up + low + 2 * fmax(0, ROOM - (pitch - em) / 2);
    *height = ceil(least / pitch - 1e-6) * pitch;
    e->baseline = (*height - up - low) / 2 + up;
    e->number_x = e->measure - (e->number ? paragraph_width(e->number) : 0);
    e->number_y = below        ? e->baseline + low - 0.2 * em
                  : e->formula ? e->baseline + last_line(e->formula)
                               : e->baseline;
}

static void set_parts(struct flow *f, const struct block *b, const struct style *style,
                      struct equation *e) {
    struct setter *s = f->setter;
    double number = 0;
    if (b->number) {
        e->number =
            setter_single(s, style, "en", inline_words(s->arena, b->label ? b->label : b->number));
        number = paragraph_width(e->number) + NUMBER_GAP * style->text.size;
    }
    struct text_style around = style->text;
    around.language = b->language ? b->language : s->language;
    if (b->thing)
        e->formula = fit(f, b, &around, e->measure - number);
    else
        e->text = setter_single(s, style, b->language, b->text);
    if (b->title && s->form->margin > 0)
        e->caption = caption_new(s, b, "margin-caption", b->title, s->form->margin);
}

/* ── Formulas of more lines than a page should keep together ── */

enum { LINES_TOGETHER = 12 };
static const double LINE_GAP = 0.5; /* ems */

struct equation_line {
    const struct equation *equation;
    const struct math_box *box;
};

static void draw_equation_line(struct pen *pen, const struct strip *s, struct point at) {
    const struct equation_line *l = s->what;
    math_draw(pen->scene, l->box,
              (struct point){at.x + l->equation->x, at.y + l->box->ascent - l->box->y});
}

/* Beside the line before, which reaches down to `number_y` above. */
static void draw_number(struct pen *pen, const struct strip *s, struct point at) {
    const struct equation *e = s->what;
    if (!e->number)
        return;
    scene_tag_open(pen->scene, TAG_SPAN, (struct tag_facts){0});
    paragraph_draw_line(pen->scene, e->number, 0,
                        (struct point){at.x + e->number_x, at.y - e->number_y});
    scene_tag_close(pen->scene, TAG_SPAN);
}

static void flow_equation_lines(struct flow *f, struct equation *e, struct inset in, double em) {
    flow_dest(f, e->block->id);
    flow_open(f, TAG_P, block_facts(f, e->block));
    flow_open(f, TAG_FORMULA, (struct tag_facts){.alt = e->block->thing->alt});
    for (const struct math_box *c = e->formula->child; c; c = c->next) {
        struct equation_line *l = ARENA_NEW(f->setter->arena, struct equation_line);
        *l = (struct equation_line){e, c};
        e->number_y = c->descent + LINE_GAP * em;
        flow_strip(f, (struct strip){.before = c == e->formula->child ? ROOM : 0,
                                     .height = c->ascent + e->number_y,
                                     .left = in.left,
                                     .keep = c == e->formula->child || !c->next || !c->next->next,
                                     .draw = draw_equation_line,
                                     .what = l});
    }
    flow_close(f, TAG_FORMULA);
    /* Without height it would be a label. */
    flow_strip(f,
               (struct strip){
                   .height = 0.01, .after = ROOM, .left = in.left, .draw = draw_number, .what = e});
    flow_close(f, TAG_P);
}

static bool is_long(const struct math_box *formula) {
    size_t lines = 0;
    for (const struct math_box *c = formula ? formula->child : NULL; c; c = c->next)
        lines++;
    return formula && formula->broken && lines > LINES_TOGETHER;
}

void flow_equation(struct flow *f, const struct block *b, struct inset in) {
    if (!b->thing && !b->text)
        return;
    const struct style *style = block_style(f->setter, b, in.style);
    struct equation *e = ARENA_NEW(f->setter->arena, struct equation);
    double height;
    *e = (struct equation){.block = b, .measure = in.measure};
    set_parts(f, b, style, e);
    place(f, e, style, &height);
    if (is_long(e->formula)) {
        flow_equation_lines(f, e, in, style->text.size);
        return;
    }
    struct flow_item *strip = flow_strip(f, (struct strip){.height = height,
                                                           .snap = style_snap(f, style),
                                                           .left = in.left,
                                                           .draw = draw_equation,
                                                           .what = e});
    if (e->caption.text)
        flow_note(f,
                  (struct note){.height = caption_height(&e->caption),
                                .offset = e->baseline,
                                .draw = draw_title,
                                .what = e,
                                .where = b->span},
                  strip);
}
