/* Setting formulas: boxes and their parts that are words or signs. The rules are those of TeX
 * (The TeXbook, appendix G) with the constants of the face's MATH table, as MathML Core has them.
 */
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "math/math.h"

/* A sign that grows may stay a little short of what it covers (\delimiterfactor and
 * \delimitershortfall of plain TeX). */
static const double COVER = 0.901, SHORT_BY = 0.5;
/* … and keeps its own size beside letters with indices. */
static const double OWN_SIZE = 1.5;

/* ── Boxes ── */

struct math_box *math_box_new(const struct math_setting *s, const struct math *m) {
    struct math_box *b = ARENA_NEW(s->arena, struct math_box);
    b->source = m;
    b->ink = s->style.ink;
    return b;
}

void math_box_add(struct math_box *parent, struct math_box *child, double x, double y) {
    struct math_box **end = &parent->child;
    while (*end)
        end = &(*end)->next;
    *end = child;
    child->x = x;
    child->y = y;
    parent->ascent = fmax(parent->ascent, child->ascent - y);
    parent->descent = fmax(parent->descent, child->descent + y);
}

struct math_box *math_rule(const struct math_setting *s, double width, double thickness) {
    struct math_box *b = math_box_new(s, NULL);
    b->width = width;
    b->rule = b->descent = thickness;
    return b;
}

void math_draw(struct scene *scene, const struct math_box *b, struct point at) {
    at.x += b->x;
    at.y += b->y;
    if (b->source && b->source->phantom)
        return;
    if (b->rule > 0)
        scene_rect(scene, (struct rect){at.x, at.y, b->width, b->rule}, b->ink, stroke_none);
    if (b->shaped && b->shaped->cluster_count)
        scene_text(scene, &(struct text_item){.shaped = b->shaped,
                                              .to = b->shaped->cluster_count,
                                              .x = at.x,
                                              .baseline = at.y});
    for (const struct math_box *c = b->child; c; c = c->next)
        math_draw(scene, c, at);
}

/* ── Sizes and styles ── */

double math_size(const struct math_setting *s) {
    double scale = s->style.latin_scale > 0 ? s->style.latin_scale : 1;
    return s->style.size * scale * math_script_scale(s->fonts, s->level);
}

double math_length(const struct math_setting *s, enum math_constant which) {
    return math_constant(s->fonts, which, math_size(s));
}

struct math_setting math_inside(const struct math_setting *s, const struct math *m) {
    struct math_setting in = *s;
    if (m->display != CHOICE_DEFAULT)
        in.display = m->display == CHOICE_YES;
    in.level = m->level_set ? m->level : in.level + m->level;
    in.level = in.level < 0 ? 0 : in.level > 2 ? 2 : in.level;
    return in;
}

struct math_setting math_script(const struct math_setting *s, bool cramped) {
    struct math_setting in = *s;
    in.display = false;
    in.level = s->level < 2 ? s->level + 1 : 2;
    in.cramped |= cramped;
    in.reach_up = in.reach_low = 0;
    return in;
}

struct math_setting math_cramped(const struct math_setting *s) {
    struct math_setting in = *s;
    in.cramped = true;
    in.reach_up = in.reach_low = 0;
    return in;
}

/* ── Words and numbers ── */

static const double LEAST_HAN = 7.875; /* points; 六号, typographic targets 1 */

static bool has_han(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text >= 0xE3 && (unsigned char)*text < 0xF0)
            return true;
    return false;
}

/* Between a number and Han a quarter of an em, as paragraphs have it. */
static const char *apart(struct arena *a, const char *text) {
    static const char gap[] = "\u2005";
    struct bytes out = {.arena = a};
    for (const char *at = text; *at; at++) {
        bytes_add(&out, at, 1);
        if (*at >= '0' && *at <= '9' && (unsigned char)at[1] >= 0xE3 && (unsigned char)at[1] < 0xF0)
            bytes_puts(&out, gap);
    }
    return arena_strndup(a, out.at, out.n);
}

static struct math_box *set_text(const struct math_setting *s, const struct math *m) {
    struct math_box *b = math_box_new(s, m);
    struct text_style style = s->style;
    style.family = FAMILY_SERIF;
    style.weight = WEIGHT_REGULAR;
    style.italic = style.tabular = false;
    style.rise = style.tracking = 0;
    style.size *= math_script_scale(s->fonts, s->level);
    if (has_han(m->text))
        style.size = fmax(style.size, fmin(LEAST_HAN, s->style.size));
    const char *text = has_han(m->text) ? apart(s->arena, m->text) : m->text;
    b->shaped = text_shape(s->fonts, s->arena, &(struct piece){text, style}, 1);
    b->width = b->shaped->width;
    text_ink(s->fonts, b->shaped, &b->ascent, &b->descent);
    return b;
}

/* ── Signs ── */

static uint32_t only_character(const char *text) {
    size_t n = strlen(text), length = 0;
    uint32_t c = n ? text_decode(text, n, &length) : 0;
    return length == n ? c : 0;
}

/* The slanted letter of mathematics for a letter, or the character itself. */
static uint32_t slanted(uint32_t c) {
    static const struct {
        uint32_t from, to, first;
    } ranges[] = {{'A', 'Z', 0x1D434},     {'a', 'z', 0x1D44E},       {0x391, 0x3A9, 0x1D6E2},
                  {0x3B1, 0x3C9, 0x1D6FC}, {0x2202, 0x2202, 0x1D715}, {0x3F5, 0x3F5, 0x1D716},
                  {0x3D1, 0x3D1, 0x1D717}, {0x3D5, 0x3D5, 0x1D719}};
    if (c == 'h')
        return 0x210E; /* the constant of Planck: its place in the alphabet is empty */
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i].from && c <= ranges[i].to)
            return ranges[i].first + c - ranges[i].from;
    return c;
}

static struct math_request sign_request(const struct math_setting *s, const struct math *m,
                                        uint32_t code) {
    return (struct math_request){.code = code,
                                 .text = m->text,
                                 .size = math_size(s),
                                 .ink = s->style.ink,
                                 .language = s->style.language};
}

static struct math_box *sign_box(const struct math_setting *s, const struct math *m,
                                 const struct math_glyph *g) {
    struct math_box *b = math_box_new(s, m);
    b->shaped = g->shaped;
    b->width = g->advance + g->italic;
    b->ascent = g->ascent;
    b->descent = g->descent;
    b->italic = g->italic;
    b->accent = g->accent;
    b->glyph = true;
    return b;
}

/* Moves a sign up or down until it is centred on the axis. */
static struct math_box *on_axis(const struct math_setting *s, struct math_box *sign) {
    struct math_box *b = math_box_new(s, sign->source);
    double down = (sign->ascent - sign->descent) / 2 - math_length(s, MATH_AXIS_HEIGHT);
    b->width = sign->width;
    b->italic = sign->italic;
    b->ascent = b->descent = -INFINITY;
    math_box_add(b, sign, 0, down);
    return b;
}

bool math_stretches(const struct math *m, const struct operator_row *row) {
    return m->stretchy != CHOICE_DEFAULT ? m->stretchy == CHOICE_YES
                                         : (row->flags & OPERATOR_STRETCHY) != 0;
}

/* How high a sign has to be to cover what stands beside it, about the axis. */
static double reach_needed(const struct math_setting *s, double own) {
    double axis = math_length(s, MATH_AXIS_HEIGHT);
    double whole = 2 * fmax(s->reach_up - axis, s->reach_low + axis);
    double needed = fmax(whole * COVER, whole - SHORT_BY * math_size(s));
    return needed <= OWN_SIZE * own ? 0 : needed;
}

static struct math_box *set_operator(const struct math_setting *s, const struct math *m) {
    uint32_t code = only_character(m->text);
    if (!code && *m->text)
        return set_text(s, m);
    if (!code || (code >= 0x2061 && code <= 0x2064))
        return math_box_new(s, m);
    const struct operator_row *row = operator_find(m->text, FORM_PREFIX);
    bool large = m->largeop != CHOICE_DEFAULT ? m->largeop == CHOICE_YES
                                              : (row->flags & OPERATOR_LARGE) != 0;
    bool grows = math_stretches(m, row) && (s->reach_up != 0 || s->reach_low != 0);
    struct math_request r = sign_request(s, m, code);
    struct math_glyph g;
    if (!math_glyph(s->fonts, s->arena, r, &g))
        return set_text(s, m);
    double least = large && s->display ? math_length(s, MATH_DISPLAY_OPERATOR_MIN_HEIGHT)
                   : grows             ? reach_needed(s, g.ascent + g.descent)
                                       : 0;
    if (least > 0)
        math_stretched(s->fonts, s->arena, r, true, least, &g);
    struct math_box *b = sign_box(s, m, &g);
    return large || grows ? on_axis(s, b) : b;
}

/* Over or under something: as wide as that. */
struct math_box *math_wide_sign(const struct math_setting *s, const struct math *m, double width,
                                bool accent) {
    static const struct {
        const char *written;
        uint32_t code;
    } combining[] = {{"^", 0x302}, {"ˆ", 0x302},  {"~", 0x303}, {"˜", 0x303},
                     {"˙", 0x307}, {"→", 0x20D7}, {"¯", 0x304}, {"‾", 0x304}};
    uint32_t code = only_character(m->text);
    for (size_t i = 0; i < sizeof combining / sizeof *combining; i++)
        if (accent && !strcmp(m->text, combining[i].written))
            code = combining[i].code;
    struct math_glyph g;
    if (!code || !math_stretched(s->fonts, s->arena, sign_request(s, m, code), false, width, &g))
        return set_text(s, m);
    /* Its ink begins at its left edge: combining signs have no room of their own. */
    struct math_box *b = math_box_new(s, m), *sign = sign_box(s, m, &g);
    b->width = g.ink_right - g.ink_left;
    b->ascent = b->descent = -INFINITY;
    b->accent = g.accent - g.ink_left;
    math_box_add(b, sign, -g.ink_left, 0);
    return b;
}

static struct math_box *set_name(const struct math_setting *s, const struct math *m) {
    uint32_t code = only_character(m->text);
    struct math_glyph g;
    if (!code || m->upright || code == slanted(code) ||
        !math_glyph(s->fonts, s->arena, sign_request(s, m, slanted(code)), &g))
        return set_text(s, m);
    return sign_box(s, m, &g);
}

static struct math_box *set_space(const struct math_setting *s, const struct math *m) {
    struct math_box *b = math_box_new(s, m);
    b->width = m->width * math_size(s);
    return b;
}

struct math_box *math_set(const struct math_setting *s, const struct math *m) {
    static struct math_box *(*const setters[])(const struct math_setting *, const struct math *) = {
        [MATH_ROW] = math_row,           [MATH_NUMBER] = set_text,  [MATH_NAME] = set_name,
        [MATH_OPERATOR] = set_operator,  [MATH_TEXT] = set_text,    [MATH_SPACE] = set_space,
        [MATH_FRACTION] = math_fraction, [MATH_ROOT] = math_root,   [MATH_SCRIPTS] = math_scripts,
        [MATH_LIMITS] = math_limits,     [MATH_TABLE] = math_table, [MATH_LINE] = math_row,
        [MATH_CELL] = math_row,
    };
    return setters[m->kind](s, m);
}
