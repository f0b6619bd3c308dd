#include "page/derivation.h"

#include <math.h>

/* Label, formula, numbers and result share a line when they fit, in columns as far as there is
 * room for them. Otherwise the numbers go below the formula, in lines as long as the result leaves,
 * which stands beside the last of them. In the margin there is no room for formulas. */
static const double APART = 9, APART_NARROW = 4, RULE_ROOM = 1.5, NARROW = 200, LEAST = 60;

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
    struct setter *setter;
    const struct block *block;
    const char *style;
    struct derivation_row *rows;
    size_t count;
    double width, pitch;
    bool narrow;
};

static const struct paragraph *part_text(struct setter *s, const struct block *b, const char *style,
                                         const struct inline_ *text) {
    return text ? setter_single(s, setter_style(s, b, style), b->language, text) : NULL;
}

static double part_width(const struct part *p) {
    return p->text ? paragraph_width(p->text) : 0;
}

static int part_lines(const struct part *p) {
    return p->text ? (int)p->text->line_count : 0;
}

/* The text again, in lines of a measure. */
static void wrap(const struct derivation *d, struct part *p, const struct inline_ *text,
                 double measure) {
    if (p->text && part_width(p) > measure)
        p->text = setter_paragraph(d->setter, d->block, setter_style(d->setter, d->block, d->style),
                                   text, fmax(measure, LEAST), 0, true);
}

static bool on_one_line(const struct derivation *d, struct derivation_row *row, double column) {
    double apart = d->narrow ? APART_NARROW : APART;
    double formula = part_width(&row->formula);
    double x = column + formula + (formula > 0 ? apart : 0);
    double end = x + part_width(&row->numbers) + (row->numbers.text ? apart : 0);
    row->formula.x = column;
    row->numbers.x = x;
    row->lines = 1;
    return end <= d->width - part_width(&row->result);
}

static void on_more_lines(const struct derivation *d, struct derivation_row *row,
                          const struct derivation_line *line, double column) {
    double left = d->narrow ? 0 : column;
    wrap(d, &row->formula, line->formula, d->width - column);
    row->numbers.x = left;
    row->numbers.line = d->narrow ? 1 : part_lines(&row->formula);
    wrap(d, &row->numbers, line->substituted, d->width - left - part_width(&row->result) - APART);
    row->lines = row->numbers.line + part_lines(&row->numbers);
    if (row->lines < 1)
        row->lines = 1;
    row->result.line = row->lines - 1;
}

/* Places the parts of a row; the column of formulas begins at `column`. */
static void row_place(const struct derivation *d, struct derivation_row *row,
                      const struct derivation_line *line, double column) {
    if (!on_one_line(d, row, column))
        on_more_lines(d, row, line, column);
    row->result.x = d->width - part_width(&row->result);
}

static bool is_wide(const struct derivation_row *row) {
    return row->lines == 1 && row->formula.text && row->numbers.text;
}

/* Numbers that stand beside their formula begin at one x, the farthest that all of them allow. */
static void align_numbers(struct derivation *d) {
    double axis = 0, most = d->width;
    for (size_t i = 0; i < d->count; i++) {
        const struct derivation_row *row = &d->rows[i];
        if (!is_wide(row))
            continue;
        axis = fmax(axis, row->numbers.x);
        most = fmin(most, row->result.x - APART - part_width(&row->numbers));
    }
    axis = fmin(axis, most);
    for (size_t i = 0; i < d->count; i++)
        if (is_wide(&d->rows[i]))
            d->rows[i].numbers.x = fmax(d->rows[i].numbers.x, axis);
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
    *d = (struct derivation){.setter = s, .block = b, .style = style, .width = width};
    d->count = b->line_count;
    d->narrow = width < NARROW;
    d->pitch = setter_style(s, b, style)->pitch;
    d->rows = ARENA_ARRAY(s->arena, struct derivation_row, d->count + 1);
    const char *strong = arena_printf(s->arena, "%s-label", style);
    for (size_t i = 0; i < d->count; i++) {
        const struct derivation_line *line = &b->lines[i];
        struct derivation_row *row = &d->rows[i];
        row->total = line->total;
        row->label.text = part_text(s, b, line->total ? strong : style, line->label);
        row->formula.text = d->narrow ? NULL : part_text(s, b, style, line->formula);
        row->numbers.text = part_text(s, b, style, line->substituted);
        row->result.text = part_text(s, b, line->total ? strong : style, line->result);
    }
    double labels = widest_label(d, 0.5 * width);
    for (size_t i = 0; i < d->count; i++) {
        double own = part_width(&d->rows[i].label);
        double label = d->narrow || own > labels ? own : labels;
        row_place(d, &d->rows[i], &b->lines[i], label + (d->narrow ? APART_NARROW : APART));
    }
    if (!d->narrow)
        align_numbers(d);
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
    bool tagged = part->text->spans;
    if (!tagged)
        scene_tag_open(pen->scene, TAG_SPAN, (struct tag_facts){0});
    pen_lines(pen, part->text, (struct point){top.x + part->x, top.y + part->line * d->pitch});
    if (!tagged)
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
