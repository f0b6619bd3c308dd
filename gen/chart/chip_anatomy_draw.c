/* Chip anatomy: schematics, bars of bandwidth, examples, key. */
#include <math.h>

#include "chart/chip_anatomy.h"
#include "plot/key.h"
#include "plot/words.h"

/* ── Fills ── */

static const double lane_pitch = 2.6, grid_pitch = 4.2, lane = 1, thread = 0.5;

/* Parallel lines of a width over a box, as one dash across it: much shorter than a line each.
 * across: the lines stand upright. */
static void draw_lines(struct scene *s, struct rect box, bool across, double from, double pitch,
                       struct stroke line) {
    line.dash[0] = line.width;
    line.dash[1] = pitch - line.width;
    line.width = across ? box.h : box.w;
    struct point start = {box.x + (across ? from - line.dash[0] / 2 : box.w / 2),
                          box.y + (across ? box.h / 2 : from - line.dash[0] / 2)};
    struct point end = {across ? rect_right(box) : start.x, across ? start.y : rect_bottom(box)};
    scene_line(s, start, end, line);
}

static void draw_lanes(struct scene *s, struct rect box) {
    double pitch = box.w / fmax(1, floor(box.w / lane_pitch));
    draw_lines(s, box, true, pitch / 2, pitch, stroke_solid(INK_COMPUTE, lane));
}

/* Threads of ground between the cells of a matrix unit: upright ones, or level ones. */
static void draw_threads(struct scene *s, struct rect box, bool upright) {
    double length = upright ? box.w : box.h;
    double pitch = length / fmax(1, round(length / grid_pitch));
    if (pitch < length - thread)
        draw_lines(s, box, upright, pitch, pitch, stroke_solid(INK_GROUND, thread));
}

static void draw_upright(struct scene *s, struct rect box) {
    draw_threads(s, box, true);
}

static void draw_level(struct scene *s, struct rect box) {
    draw_threads(s, box, false);
}

enum { TEXTURES = 2, LAYERS = 2 + TEXTURES }; /* fill, inside of an edge, textures */

static const struct {
    enum ink ink, edge;
    void (*over[TEXTURES])(struct scene *s, struct rect box); /* what lies over the fill */
} looks_of[PARTS] = {
    [PART_CONTROL] = {.ink = INK_INK},
    [PART_CACHE] = {.ink = INK_BAND_BANDWIDTH},
    [PART_SCALAR] = {.ink = INK_BAND_COMPUTE, .edge = INK_COMPUTE},
    [PART_VECTOR] = {.ink = INK_BAND_COMPUTE, .over = {draw_lanes}},
    [PART_MATRIX] = {.ink = INK_COMPUTE, .over = {draw_upright, draw_level}},
};

/* All copies of an area as one dashed line as wide as they are high. */
static void draw_copies(struct scene *s, const struct area *area, enum ink ink, double smaller) {
    struct rect box = area->box;
    struct stroke stroke = {.ink = ink, .width = box.h - 2 * smaller};
    if (area->times > 1) {
        stroke.dash[0] = box.w - 2 * smaller;
        stroke.dash[1] = area->pitch - stroke.dash[0];
    }
    double middle = box.y + box.h / 2;
    double right = rect_right(box) + area->pitch * (area->times - 1);
    scene_line(s, (struct point){box.x + smaller, middle}, (struct point){right - smaller, middle},
               stroke);
}

static void draw_texture(struct scene *s, const struct area *area, int texture) {
    for (int i = 0; i < area->times; i++) {
        struct rect box = area->box;
        box.x += area->pitch * i;
        looks_of[area->part].over[texture](s, box);
    }
}

/* An area with its textures; what looks the same must be drawn in a row to become one path. */
static void draw_areas(struct scene *s, const struct area *areas, size_t n, enum part part) {
    for (int layer = 0; layer < LAYERS; layer++)
        for (size_t i = 0; i < n; i++) {
            if (areas[i].part != part)
                continue;
            if (layer == 0)
                draw_copies(s, &areas[i],
                            looks_of[part].edge ? looks_of[part].edge : looks_of[part].ink, 0);
            else if (layer == 1 && looks_of[part].edge)
                draw_copies(s, &areas[i], looks_of[part].ink, thread);
            else if (layer > 1 && looks_of[part].over[layer - 2])
                draw_texture(s, &areas[i], layer - 2);
        }
}

/* ── A column ── */

static struct rect area_box(const struct anatomy *c, const struct chip *chip, struct rect box) {
    double x = c->column / 96, y = c->look->depth / 124;
    return (struct rect){chip->x + box.x * x, c->drop + c->look->top + box.y * y, box.w * x,
                         box.h * y};
}

static double memory_top(const struct anatomy *c) {
    return c->drop + c->look->top + c->look->depth + c->look->bar + 3;
}

static void draw_schematic(struct anatomy *c, const struct chip *chip) {
    struct area areas[AREAS_MOST];
    for (size_t i = 0; i < chip->plan.n; i++) {
        areas[i] = chip->plan.areas[i];
        areas[i].box = area_box(c, chip, areas[i].box);
        areas[i].pitch *= c->column / 96;
    }
    for (int part = 0; part < PARTS; part++)
        draw_areas(c->d->scene, areas, chip->plan.n, (enum part)part);
}

static void draw_cache_name(struct anatomy *c, const struct chip *chip) {
    struct rect box = area_box(c, chip, chip->plan.cache);
    struct text_style style = draw_style(c->d, c->look->text, WEIGHT_REGULAR, INK_INK);
    const char *name = say(c->d->strings, chip->class == CHIP_TPU ? "chart.chip-anatomy.scratch"
                                                                  : "chart.chip-anatomy.cache");
    if (draw_width(c->d, name, style) < box.w - 4)
        draw_text(c->d, box.x + box.w / 2, box.y + box.h / 2 + c->look->text * 0.35, ANCHOR_MIDDLE,
                  name, style);
}

/* The bar is as wide as the memory is fast; its number beside it, or in it where that is full. A
 * bar too narrow for that makes room at its right. */
static void draw_bandwidth(struct anatomy *c, const struct chip *chip, double top) {
    struct text_style style = draw_style(c->d, c->look->text, WEIGHT_SEMIBOLD, INK_BANDWIDTH);
    double width = chip->bandwidth / c->per_width;
    double baseline = top + c->look->bar / 2 + c->look->text * 0.35;
    const char *value = width > 0 ? words_number(c->d->arena, chip->bandwidth / 1e9) : "—";
    double text = draw_width(c->d, value, style);
    bool full = width / 2 + 4 + text > c->column / 2, inside = full && width > text + 4;
    double middle = chip->x + (full && !inside ? width : c->column) / 2;
    if (width > 0)
        scene_rect(c->d->scene, (struct rect){middle - width / 2, top, width, c->look->bar},
                   INK_BANDWIDTH, stroke_none);
    style.ink = inside ? INK_GROUND : style.ink;
    draw_text(c->d, inside ? middle : middle + width / 2 + 4, baseline,
              inside ? ANCHOR_MIDDLE : ANCHOR_START, value, style);
}

static void draw_memory(struct anatomy *c, const struct chip *chip, double top) {
    struct rect box = {chip->x, top, c->column, c->look->memory};
    scene_rect(c->d->scene, box, INK_RUNTIME, stroke_none);
    scene_rect(c->d->scene, (struct rect){box.x + 0.25, box.y + 0.25, box.w - 0.5, box.h - 0.5},
               INK_NONE, stroke_solid(INK_RUNTIME_EDGE, 0.5));
    const char *type = chip->device->memory_type ? chip->device->memory_type : "—";
    struct text_style style = draw_style(c->d, c->look->text, WEIGHT_REGULAR, INK_ON_RUNTIME);
    draw_text(c->d, box.x + box.w / 2, box.y + box.h / 2 + c->look->text * 0.37, ANCHOR_MIDDLE,
              draw_short(c->d, type, style, box.w - 4), style);
}

enum { FORMS = 2 };

/* What stands in a line of a column, in forms from the longest; NULL = none is left. */
struct line {
    const char *forms[FORMS];
    struct piece mark; /* after it; text NULL: nothing */
    struct text_style style;
};

static size_t line_pieces(const struct line *line, int form, struct piece *pieces) {
    pieces[0] = (struct piece){line->forms[form], line->style};
    pieces[1] = line->mark;
    return line->mark.text ? 2 : 1;
}

/* The same form in all columns: the first that has room in each of them. false: none has. */
static bool draw_line(struct anatomy *c, double baseline,
                      struct line (*of)(struct anatomy *, const struct chip *)) {
    struct piece pieces[2];
    struct line lines[CHIPS_MOST];
    int form = 0;
    for (size_t i = 0; i < c->count; i++)
        lines[i] = of(c, &c->chips[i]);
    for (size_t i = 0; i < c->count && form < FORMS; i++) {
        bool last = i + 1 == c->count;
        double x = c->chips[i].x;
        double room = last ? c->d->scene->width - x : c->column + c->look->gap - 3;
        while (
            form < FORMS && lines[i].forms[form] &&
            draw_box(c->d, x, baseline, ANCHOR_START, pieces, line_pieces(&lines[i], form, pieces))
                    .w > room)
            form++;
    }
    for (size_t i = 0; i < c->count && form < FORMS; i++)
        if (lines[i].forms[form])
            draw_pieces(c->d, c->chips[i].x, baseline, ANCHOR_START, pieces,
                        line_pieces(&lines[i], form, pieces));
    return form < FORMS && lines[0].forms[form];
}

/* ── What the lines say ── */

static struct text_style plain_style(const struct anatomy *c) {
    return draw_style(c->d, c->look->text, WEIGHT_REGULAR, INK_INK2);
}

static struct line class_line(struct anatomy *c, const struct chip *chip) {
    const char *key = anatomy_class_key(chip->class);
    return (struct line){.forms = {say(c->d->strings, key),
                                   say(c->d->strings, arena_printf(c->d->arena, "%s.short", key))},
                         .style = draw_style(c->d, c->look->name, WEIGHT_SEMIBOLD, INK_INK)};
}

static struct line why_line(struct anatomy *c, const struct chip *chip) {
    const char *key = arena_printf(c->d->arena, "%s.why", anatomy_class_key(chip->class));
    return (struct line){.forms = {say(c->d->strings, key)}, .style = plain_style(c)};
}

static struct line device_line(struct anatomy *c, const struct chip *chip) {
    const char *name = chip->device->short_name;
    return (struct line){.forms = {name, words_tight_name(name)},
                         .mark = {chip->device->unverified ? " †" : NULL, plain_style(c)},
                         .style = draw_style(c->d, c->look->device, WEIGHT_SEMIBOLD, INK_INK)};
}

static struct line peak_line(struct anatomy *c, const struct chip *chip) {
    struct arena *a = c->d->arena;
    bool known = chip->peak > 0;
    const char *key = known ? "chart.chip-anatomy.peak" : "chart.chip-anatomy.peak.unknown";
    const char *number = words_number(a, chip->peak / 1e12);
    return (struct line){.forms = {say_with(a, c->d->strings, key, "peak", number, NULL),
                                   known ? arena_printf(a, "%s\u202fTFLOP/s", number) : "—"},
                         .style = plain_style(c)};
}

static struct line ridge_line(struct anatomy *c, const struct chip *chip) {
    struct arena *a = c->d->arena;
    const char *ridge = chip->ridge > 0 ? words_count(a, llround(chip->ridge)) : "—";
    return (struct line){
        .forms = {arena_printf(a, "%s ", say(c->d->strings, "chart.ridge")), ""},
        .mark = {ridge, draw_style(c->d, c->look->ridge, WEIGHT_SEMIBOLD, INK_INK)},
        .style = draw_style(c->d, c->look->ridge, WEIGHT_REGULAR, INK_INK2)};
}

static void draw_lines_of_text(struct anatomy *c) {
    double memory = memory_top(c);
    bool why = draw_line(c, c->drop + c->look->second, why_line);
    draw_line(c, c->drop + (why ? c->look->head : c->look->second), class_line);
    draw_line(c, memory + c->look->example, device_line);
    draw_line(c, memory + c->look->peak_at, peak_line);
    draw_line(c, memory + c->look->ridge_at, ridge_line);
}

/* ── All ── */

static void draw_chip(struct anatomy *c, const struct chip *chip) {
    double memory = memory_top(c), bar = memory - 1.5 - c->look->bar;
    int mark = draw_mark(c->d, anatomy_says(c, c->d->arena, chip));
    draw_naming(c->d, mark);
    draw_schematic(c, chip);
    draw_keep_body(c->d, (struct rect){chip->x, c->drop + c->look->top, c->column,
                                       memory + c->look->memory - c->drop - c->look->top});
    draw_cache_name(c, chip);
    draw_bandwidth(c, chip, bar);
    draw_memory(c, chip, memory);
    draw_naming(c->d, 0);
    draw_mark_end(c->d);
}

static void draw_swatch(struct drawing *d, struct rect box, size_t part) {
    struct area area = {(enum part)part, box, 1, 0};
    draw_areas(d->scene, &area, 1, area.part);
}

static void draw_key(struct anatomy *c) {
    static const char *const keys[] = {"control", "cache", "scalar", "vector", "matrix"};
    struct key key = {.x = c->left,
                      .right = c->right,
                      .baseline = memory_top(c) + c->look->key,
                      .pitch = 13,
                      .swatch = 11,
                      .height = 9,
                      .gap = 4,
                      .between = 9,
                      .style = plain_style(c)};
    const char *words[PARTS];
    size_t rows = 2;
    for (int brief = 0; brief < 2 && rows > 1; brief++) {
        for (int i = 0; i < PARTS; i++)
            words[i] = say(c->d->strings, arena_printf(c->d->arena, "chart.chip-anatomy.key.%s%s",
                                                       keys[i], brief ? ".short" : ""));
        rows = key_rows(c->d, &key, words, PARTS);
    }
    c->d->scene->height += key.pitch * (double)(rows - 1);
    key_draw(c->d, &key, words, PARTS, draw_swatch);
}

void anatomy_draw(struct anatomy *c) {
    for (size_t i = 0; i < c->count; i++)
        draw_chip(c, &c->chips[i]);
    draw_lines_of_text(c);
    draw_key(c);
}
