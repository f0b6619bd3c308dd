/* What stands under the base of a memory stack: names, recipes, room left on each device. */
#include <math.h>
#include <string.h>

#include "chart/memory_stack.h"
#include "figure/mark.h"
#include "plot/words.h"

enum answer { ANSWER_UNKNOWN, ANSWER_FITS, ANSWER_MARGINAL, ANSWER_NOT };

static const struct {
    enum weight weight;
    enum ink ink;
    void (*mark)(struct scene *s, struct point origin);
} answers[] = {
    [ANSWER_UNKNOWN] = {WEIGHT_REGULAR, INK_INK3, NULL},
    [ANSWER_FITS] = {WEIGHT_REGULAR, INK_INK, mark_tick},
    [ANSWER_MARGINAL] = {WEIGHT_SEMIBOLD, INK_MARGINAL, NULL},
    [ANSWER_NOT] = {WEIGHT_SEMIBOLD, INK_CAPACITY, mark_cross},
};

static enum answer answer_of(const struct memory_stack *m, const struct stack *s,
                             const struct accelerator *device, long long *room) {
    if (!stack_room(m, s, device, room))
        return ANSWER_UNKNOWN;
    return *room > 10 ? ANSWER_FITS : *room >= -10 ? ANSWER_MARGINAL : ANSWER_NOT;
}

/* All marks of a kind together, so that they make one path of an SVG. */
static void draw_marks(struct memory_stack *m, enum answer kind) {
    long long room;
    for (size_t i = 0; i < m->device_count; i++)
        for (size_t k = 0; k < m->count; k++)
            if (answer_of(m, &m->stacks[k], m->devices[i], &room) == kind)
                answers[kind].mark(m->d->scene, (struct point){m->stacks[k].x, stack_row_at(m, i)});
}

/* "≈" is centred where the marks are: whatever its font, the number keeps its distance. */
static void draw_verdict(struct memory_stack *m, const struct stack *s, double baseline,
                         const struct accelerator *device) {
    long long room = 0;
    enum answer answer = answer_of(m, s, device, &room);
    double x = s->x + (m->request->in_page ? 10 : 11);
    enum ink ink = answers[answer].ink;
    struct text_style style = draw_style(m->d, m->look->number, answers[answer].weight, ink);
    if (answer == ANSWER_UNKNOWN) {
        draw_text(m->d, x, baseline, ANCHOR_START, "—", style);
        return;
    }
    if (answer == ANSWER_MARGINAL)
        draw_text(m->d, s->x + 2.8, baseline, ANCHOR_MIDDLE, "≈",
                  draw_style(m->d, m->request->in_page ? 9 : 10.5, WEIGHT_SEMIBOLD, ink));
    const char *text = stack_tenths(m->d->arena, room);
    if (x + draw_width(m->d, text, style) > s->x + m->slot - 2)
        text = words_count(m->d->arena, llround((double)room / 10));
    draw_text(m->d, x, baseline, ANCHOR_START, text, style);
}

static struct text_style row_style(const struct memory_stack *m) {
    return draw_style(m->d, m->request->in_page ? 8 : 9, WEIGHT_REGULAR, INK_INK2);
}

double stack_row_names(struct memory_stack *m) {
    double width = 0;
    for (size_t i = 0; i < m->device_count; i++)
        width = fmax(width, draw_width(m->d, stack_row_name(m, m->devices[i]), row_style(m)));
    const struct catalog *c = m->request->catalog;
    size_t languages = catalog_language_count(c);
    for (size_t l = 0; !m->request->in_page && l <= languages; l++) {
        const struct strings *s =
            l < languages ? catalog_strings(c, catalog_language_at(c, l)) : m->d->strings;
        width = fmax(width, draw_width(m->d, say(s, "chart.room.unit"), row_style(m)));
    }
    return width;
}

/* One answer after another: numbers of one look follow each other. */
static void draw_verdicts(struct memory_stack *m, enum answer answer) {
    long long room;
    for (size_t i = 0; i < m->device_count; i++)
        for (size_t k = 0; k < m->count; k++)
            if (answer_of(m, &m->stacks[k], m->devices[i], &room) == answer)
                draw_verdict(m, &m->stacks[k], stack_row_at(m, i), m->devices[i]);
}

static void draw_rows(struct memory_stack *m) {
    bool page = m->request->in_page;
    double x = page ? 0 : 16, rule = stack_rule_at(m);
    scene_line(m->d->scene, (struct point){x, rule}, (struct point){m->right, rule},
               stroke_solid(INK_GRID, page ? 0.5 : 0.6));
    draw_marks(m, ANSWER_FITS);
    draw_marks(m, ANSWER_NOT);
    for (size_t i = 0; i < m->device_count; i++)
        draw_text(m->d, x, stack_row_at(m, i), ANCHOR_START, stack_row_name(m, m->devices[i]),
                  row_style(m));
    for (size_t answer = 0; answer < sizeof answers / sizeof *answers; answer++)
        draw_verdicts(m, (enum answer)answer);
    const char *words = say(m->d->strings, page ? "chart.room" : "chart.room.unit");
    struct text_style style = draw_style(m->d, page ? 8 : 8.5, WEIGHT_REGULAR, INK_INK3);
    if (page)
        draw_text(m->d, m->right + 5, stack_row_at(m, 0), ANCHOR_START, words, style);
    else
        draw_text(m->d, x, stack_recipe_at(m), ANCHOR_START, words, style);
}

/* The end of a line parts as well as a comma, where that has no room. */
static const char *without_comma(struct arena *a, const char *text) {
    static const char *const commas[] = {",", "，"};
    size_t n = strlen(text);
    for (size_t i = 0; i < sizeof commas / sizeof *commas; i++) {
        size_t k = strlen(commas[i]);
        if (n > k && !strcmp(text + n - k, commas[i]))
            return arena_strndup(a, text, n - k);
    }
    return text;
}

static struct rect line_box(struct memory_stack *m, double x, double baseline,
                            const struct piece *piece) {
    return draw_box(m->d, x, baseline, ANCHOR_START, piece, 1);
}

/* A word wider than its column waits until the others stand, and is left out where it would be set
 * over the next. */
static void draw_line(struct memory_stack *m, const struct stack *s, double baseline,
                      const char *text, bool name, bool wide) {
    struct piece piece = {text, stack_column_style(m, text, name)};
    if (line_box(m, s->x, baseline, &piece).w > m->slot) {
        piece.text = without_comma(m->d->arena, text);
        piece.style = stack_column_style(m, piece.text, name);
    }
    struct rect box = line_box(m, s->x, baseline, &piece);
    if ((box.w > m->slot) == wide && draw_is_free(m->d, box))
        draw_pieces(m->d, s->x, baseline, ANCHOR_START, &piece, 1);
}

static void draw_names(struct memory_stack *m, bool wide) {
    for (size_t i = 0; i < m->count; i++)
        for (size_t k = 0; k < m->stacks[i].name_count; k++)
            draw_line(m, &m->stacks[i], m->base + m->look->first + m->look->pitch * (double)k,
                      m->stacks[i].names[k], true, wide);
}

static void draw_recipes(struct memory_stack *m, bool wide) {
    for (size_t i = 0; i < m->count; i++)
        for (size_t k = 0; k < m->stacks[i].recipe_count; k++)
            draw_line(m, &m->stacks[i], stack_recipe_at(m) + m->look->pitch * (double)k,
                      m->stacks[i].recipes[k], false, wide);
}

/* All names, then all recipes: what looks alike in a row takes few bytes of an SVG. */
void stack_draw_columns(struct memory_stack *m) {
    scene_group_open(m->d->scene, "columns", NULL, (struct point){0, 0});
    for (int wide = 0; wide < 2; wide++) {
        draw_names(m, wide);
        draw_recipes(m, wide);
    }
    if (m->device_count)
        draw_rows(m);
    scene_group_close(m->d->scene);
}
