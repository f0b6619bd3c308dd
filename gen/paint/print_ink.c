/* What each ink becomes in one-colour print. */
#include "paint/print.h"

static const struct print_fill BLACK = {.kind = PRINT_SOLID};

/* Ranges are light hatches, upright for ink; second and third bars lean the other way. */
static const struct {
    enum ink ink;
    struct print_fill fill;
} FILLS[] = {
    {INK_GROUND, {PRINT_PAPER, {{0, 0, 0, false}}, false}},
    {INK_WEIGHTS, {PRINT_SOLID, {{0, 0, 0, false}}, true}},
    {INK_OPTIMIZER, {PRINT_LINES, {{-45, 2.6, 1.1, false}, {45, 2.6, 1.1, false}}, true}},
    {INK_KV, {PRINT_LINES, {{0, 2.4, 1.0, false}}, true}},
    {INK_GRADIENTS, {PRINT_LINES, {{45, 3, 0.7, false}}, true}},
    {INK_ACTIVATIONS, {PRINT_LINES, {{45, 3.4, 1.1, true}}, true}},
    {INK_RUNTIME, {PRINT_PAPER, {{0, 0, 0, false}}, true}},
    {INK_COMPUTE, {PRINT_SOLID, {{0, 0, 0, false}}, true}},
    {INK_BANDWIDTH, {PRINT_LINES, {{45, 3, 0.7, false}}, true}},
    {INK_INTERCONNECT, {PRINT_LINES, {{45, 3.4, 1.1, true}}, true}},
    {INK_TINT_BANDWIDTH, {PRINT_NOTHING, {{0, 0, 0, false}}, false}},
    {INK_TINT_COMPUTE, {PRINT_NOTHING, {{0, 0, 0, false}}, false}},
    {INK_TINT_INTERCONNECT, {PRINT_NOTHING, {{0, 0, 0, false}}, false}},
    {INK_BAND_INK, {PRINT_LINES, {{90, 2, 0.35, false}}, false}},
    {INK_BAND_BANDWIDTH, {PRINT_LINES, {{-45, 2, 0.35, false}}, false}},
    {INK_BAND_COMPUTE, {PRINT_LINES, {{0, 2, 0.35, false}}, false}},
    {INK_BAR_B, {PRINT_LINES, {{-45, 2.4, 0.9, false}}, true}},
    {INK_BAR_C, {PRINT_LINES, {{-45, 4, 0.5, false}}, true}},
    {INK_DEVICE_B, {PRINT_LINES, {{-45, 2.4, 0.9, false}}, true}},
    {INK_DEVICE_C, {PRINT_LINES, {{-45, 4, 0.5, false}}, true}},
    {INK_GRID, {PRINT_PAPER, {{0, 0, 0, false}}, true}},
};

const struct print_fill *print_fill(enum ink ink) {
    for (size_t i = 0; i < sizeof FILLS / sizeof *FILLS; i++)
        if (FILLS[i].ink == ink)
            return &FILLS[i].fill;
    return &BLACK;
}

struct stroke print_stroke(struct stroke s) {
    if (s.ink == INK_GROUND || s.ink == INK_NONE)
        return s;
    if (s.ink == INK_BAND_INK || s.ink == INK_BAND_BANDWIDTH || s.ink == INK_BAND_COMPUTE) {
        s.ink = INK_GROUND; /* a row of areas: too small for hatches */
        return s;
    }
    if (s.ink == INK_GRID)
        return stroke_dashed(INK_INK, 0.35, 0.35, 2.15);
    if (s.ink == INK_HATCH_CAPACITY)
        s.width = 0.35;
    s.ink = INK_INK;
    return s;
}

bool print_is_memory(enum ink ink) {
    static const enum ink INKS_OF_MEMORY[] = {
        INK_WEIGHTS,     INK_OPTIMIZER,        INK_KV,      INK_GRADIENTS,   INK_GRADIENTS_EDGE,
        INK_ACTIVATIONS, INK_ACTIVATIONS_EDGE, INK_RUNTIME, INK_RUNTIME_EDGE};
    for (size_t i = 0; i < sizeof INKS_OF_MEMORY / sizeof *INKS_OF_MEMORY; i++)
        if (INKS_OF_MEMORY[i] == ink)
            return true;
    return false;
}

/* Dots are dashes of no length with round ends. */
static struct stroke lines_stroke(const struct print_lines *l) {
    if (!l->dots)
        return stroke_solid(INK_INK, l->width);
    struct stroke stroke = stroke_dashed(INK_INK, l->width, 0.01, l->pitch - 0.01);
    stroke.cap = CAP_ROUND;
    return stroke;
}

void print_hatch_box(struct scene *s, const struct print_fill *fill, struct rect box) {
    for (int i = 0; i < 2 && fill->lines[i].pitch > 0; i++) {
        const struct print_lines *l = &fill->lines[i];
        scene_hatch(s, box, l->angle, l->pitch, lines_stroke(l));
    }
}

void print_hatch_area(struct scene *s, const struct print_fill *fill, const struct path_point *area,
                      size_t n) {
    for (int i = 0; i < 2 && fill->lines[i].pitch > 0; i++)
        scene_hatch_area(s, area, n, fill->lines[i].angle, fill->lines[i].pitch,
                         lines_stroke(&fill->lines[i]));
}
