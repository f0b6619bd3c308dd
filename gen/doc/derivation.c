#include "doc/derivation.h"

#include <math.h>

/* Formula, numbers and result share the first line when they fit; the numbers come down to a second
 * line, and the formula too, when they do not. */
static const double APART = 9, RULE_ROOM = 1.5;

struct part {
    const struct paragraph *text;
    double x;
    int line;
};

struct derivation_row {
    struct part label, formula, numbers, result;
    int lines;
    bool total;
};

struct derivation {
    struct derivation_row *rows;
    size_t count;
    double width, pitch;
};

static const struct paragraph *part_text(struct setter *s, const struct block *b, const char *style,
                                         const struct inline_ *text) {
    return text ? setter_single(s, setter_style(s, b, style), b->language, text) : NULL;
}

static double part_width(const struct part *p) {
    return p->text ? paragraph_width(p->text) : 0;
}

/* Places the parts of a row; the column of formulas begins at `column`. */
static void row_place(struct derivation_row *row, double column, double width) {
    double result = part_width(&row->result);
    double formula = part_width(&row->formula), numbers = part_width(&row->numbers);
    row->result.x = width - result;
    row->formula.x = column;
    row->numbers.x = column + formula + (formula > 0 ? APART : 0);
    if (row->numbers.text && row->numbers.x + numbers + APART > width - result) {
        row->numbers.x = column;
        row->numbers.line = formula > 0 ? 1 : 0;
    }
    if (row->formula.text && column + formula + APART > width - result && row->numbers.line == 0) {
        row->formula.line = 1;
        row->formula.x = column;
    }
    /* Too long even alone: to the left as far as it goes. */
    if (row->numbers.line == 1 && column + numbers + APART > width - result)
        row->numbers.x = fmax(0, width - result - APART - numbers);
    row->result.line =
        row->numbers.line > row->formula.line ? row->numbers.line : row->formula.line;
    row->lines = 1 + row->result.line;
}

static double widest_label(const struct derivation *d, double limit) {
    double widest = 0;
    for (size_t i = 0; i < d->count; i++) {
        double w = part_width(&d->rows[i].label);
        if (w > widest && w < limit)
            widest = w;
    }
    return widest;
}

const struct derivation *derivation_new(struct setter *s, const struct block *b, const char *style,
                                        double width) {
    struct derivation *d = ARENA_NEW(s->arena, struct derivation);
    d->count = b->line_count;
    d->width = width;
    d->pitch = setter_style(s, b, style)->pitch;
    d->rows = ARENA_ARRAY(s->arena, struct derivation_row, d->count + 1);
    const char *strong = arena_printf(s->arena, "%s-label", style);
    for (size_t i = 0; i < d->count; i++) {
        const struct derivation_line *line = &b->lines[i];
        struct derivation_row *row = &d->rows[i];
        row->total = line->total;
        row->label.text = part_text(s, b, line->total ? strong : style, line->label);
        row->formula.text = part_text(s, b, style, line->formula);
        row->numbers.text = part_text(s, b, style, line->substituted);
        row->result.text = part_text(s, b, line->total ? strong : style, line->result);
    }
    double labels = widest_label(d, 0.5 * width);
    for (size_t i = 0; i < d->count; i++) {
        double own = part_width(&d->rows[i].label);
        double column = (own > labels ? own : labels) + APART;
        row_place(&d->rows[i], column, width);
    }
    return d;
}

size_t derivation_rows(const struct derivation *d) {
    return d->count;
}

double derivation_row_height(const struct derivation *d, size_t row) {
    return d->rows[row].lines * d->pitch + (d->rows[row].total ? RULE_ROOM : 0);
}

double derivation_height(const struct derivation *d) {
    double height = 0;
    for (size_t i = 0; i < d->count; i++)
        height += derivation_row_height(d, i);
    return height;
}

static void pen_part(struct pen *pen, const struct derivation *d, const struct part *part,
                     struct point top) {
    if (!part->text)
        return;
    double y =
        top.y + part->line * d->pitch + style_baseline(part->text->style, part->text->language);
    scene_tag_open(pen->scene, TAG_SPAN, (struct tag_facts){0});
    paragraph_draw_line(pen->scene, part->text, 0, (struct point){top.x + part->x, y});
    scene_tag_close(pen->scene, TAG_SPAN);
}

void pen_derivation_row(struct pen *pen, const struct derivation *d, size_t row, struct point top) {
    const struct derivation_row *r = &d->rows[row];
    if (r->total) {
        pen_artifact_open(pen);
        scene_line(pen->scene, (struct point){top.x, top.y + 0.75},
                   (struct point){top.x + d->width, top.y + 0.75}, stroke_solid(INK_INK3, 0.5));
        pen_artifact_close(pen);
        top.y += RULE_ROOM;
    }
    scene_tag_open(pen->scene, TAG_P, (struct tag_facts){0});
    pen_part(pen, d, &r->label, top);
    pen_part(pen, d, &r->formula, top);
    pen_part(pen, d, &r->numbers, top);
    pen_part(pen, d, &r->result, top);
    scene_tag_close(pen->scene, TAG_P);
}
