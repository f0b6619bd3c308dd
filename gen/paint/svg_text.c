#include <math.h>
#include <stdio.h>
#include <string.h>

#include "paint/escape.h"
#include "paint/svg.h"
#include "paint/theme.h"

/* A stretch of one text item in one style. */
struct stretch {
    size_t from, to; /* bytes */
    const struct text_style *style;
};

static bool same_look(const struct text_style *a, const struct text_style *b) {
    return a->family == b->family && a->weight == b->weight && a->italic == b->italic &&
           a->size == b->size && a->ink == b->ink && a->tracking == b->tracking;
}

double svg_usual_size(const struct scene *s) {
    double sizes[SVG_NUMBERS] = {0};
    size_t uses[SVG_NUMBERS] = {0}, best = 0;
    for (const struct item *i = s->first; i; i = i->next) {
        if (i->kind != ITEM_TEXT || i->as.text.shaped->piece_count == 0)
            continue;
        double size = i->as.text.shaped->pieces[0].style.size;
        size_t n = 0;
        while (n < SVG_NUMBERS - 1 && uses[n] && sizes[n] != size)
            n++;
        sizes[n] = size;
        uses[n]++;
        if (uses[n] > uses[best])
            best = n;
    }
    return sizes[best] > 0 ? sizes[best] : 9.5;
}

/* Black is what SVG paints without a word. */
static bool is_unsaid(const struct svg *v, enum ink ink) {
    return v->facts.theme == THEME_PRINT && ink == INK_INK;
}

static void list_add_fill(struct svg *v, struct svg_list *list, enum ink ink) {
    v->fills[ink] = true;
    list_add(v, list, "f", ink_row(ink)->class);
}

void svg_text_ink(struct svg *v, enum ink ink) {
    struct svg_list list = {0};
    if (v->attributes)
        bytes_printf(&v->body, " fill=\"#%06X\"", (unsigned)theme_rgb(v->facts.theme, ink));
    else if (!is_unsaid(v, ink))
        list_add_fill(v, &list, ink);
    list_end(v, &list);
}

/* Only what differs from `base`, or from the root when base is NULL. */
static void put_look_classes(struct svg *v, const struct text_style *s,
                             const struct text_style *base, enum anchor anchor) {
    struct svg_list list = {0};
    if (base ? s->ink != base->ink : !is_unsaid(v, s->ink))
        list_add_fill(v, &list, s->ink);
    if (!base && !s->tabular)
        list_add_class(v, &list, CLASS_PROPORTIONAL);
    if (s->weight != (base ? base->weight : WEIGHT_REGULAR))
        list_add_class(v, &list, s->weight == WEIGHT_SEMIBOLD ? CLASS_SEMIBOLD : CLASS_REGULAR);
    if (s->italic != (base ? base->italic : false))
        list_add_class(v, &list, s->italic ? CLASS_ITALIC : CLASS_UPRIGHT);
    if (s->family != (base ? base->family : FAMILY_SANS))
        list_add_class(v, &list,
                       s->family == FAMILY_SANS    ? CLASS_SANS
                       : s->family == FAMILY_SERIF ? CLASS_SERIF
                                                   : CLASS_MONO);
    if (!base && anchor != ANCHOR_START)
        list_add_class(v, &list, anchor == ANCHOR_END ? CLASS_END : CLASS_MIDDLE);
    bool said = true;
    if (base ? s->size != base->size : s->size != v->size)
        said = list_add_number(v, &list, 'z', &v->sizes, s->size);
    list_end(v, &list);
    if (!said)
        put_attribute(&v->body, "font-size", s->size);
}

static void put_look_attributes(struct svg *v, const struct text_style *s,
                                const struct text_style *base) {
    struct bytes *b = &v->body;
    if (!base || s->ink != base->ink)
        bytes_printf(b, " fill=\"#%06X\"", (unsigned)theme_rgb(v->facts.theme, s->ink));
    if (s->weight != (base ? base->weight : WEIGHT_REGULAR))
        bytes_printf(b, " font-weight=\"%s\"", s->weight == WEIGHT_SEMIBOLD ? "bold" : "normal");
    if (s->italic != (base ? base->italic : false))
        bytes_printf(b, " font-style=\"%s\"", s->italic ? "italic" : "normal");
    if (!base || s->family != base->family)
        bytes_printf(b, " font-family=\"%s\"", svg_office_fonts(s->family));
    if (!base || s->size != base->size)
        put_attribute(b, "font-size", s->size);
}

static void put_look(struct svg *v, const struct text_style *s, const struct text_style *base,
                     enum anchor anchor) {
    if (v->attributes)
        put_look_attributes(v, s, base);
    else
        put_look_classes(v, s, base, anchor);
    if (!v->attributes && s->tracking != (base ? base->tracking : 0))
        put_attribute(&v->body, "letter-spacing", s->tracking);
}

static size_t stretch_end(const struct shaped *s, size_t from, size_t to) {
    size_t i = from + 1;
    const struct text_style *a = &s->pieces[s->clusters[from].piece].style;
    for (; i < to; i++) {
        const struct text_style *b = &s->pieces[s->clusters[i].piece].style;
        if (!same_look(a, b) || a->rise != b->rise)
            break;
    }
    return i;
}

/* Spaces at an end, or two together, would be dropped. */
static bool needs_spaces(const char *text, size_t n) {
    if (n && (text[0] == ' ' || text[n - 1] == ' '))
        return true;
    for (size_t i = 1; i < n; i++)
        if (text[i - 1] == ' ' && text[i] == ' ')
            return true;
    return false;
}

static void put_place(struct svg *v, const struct text_item *t) {
    static const char *const ANCHORS[] = {[ANCHOR_START] = "",
                                          [ANCHOR_MIDDLE] = " text-anchor=\"middle\"",
                                          [ANCHOR_END] = " text-anchor=\"end\""};
    struct bytes *b = &v->body;
    put_attribute(b, "x", t->x);
    put_attribute(b, "y", t->baseline);
    if (v->attributes)
        bytes_puts(b, ANCHORS[t->anchor]);
    if (t->angle == 0)
        return;
    const double numbers[] = {-t->angle, t->x, t->baseline};
    for (int i = 0; i < 3; i++) {
        bytes_puts(b, i ? " " : " transform=\"rotate(");
        bytes_number(b, numbers[i]);
    }
    bytes_puts(b, ")\"");
}

static void put_stretches(struct svg *v, const struct text_item *t, size_t to) {
    const struct shaped *s = t->shaped;
    const struct text_style *base = &s->pieces[s->clusters[t->from].piece].style;
    double risen = 0;
    for (size_t i = t->from, end; i < to; i = end) {
        end = stretch_end(s, i, to);
        const struct cluster *first = &s->clusters[i], *last = &s->clusters[end - 1];
        const struct text_style *style = &s->pieces[first->piece].style;
        bool span = !same_look(style, base) || style->rise != risen;
        if (span) {
            bytes_puts(&v->body, "<tspan");
            put_look(v, style, base, t->anchor);
            if (style->rise != risen)
                put_attribute(&v->body, "dy", risen - style->rise);
            bytes_puts(&v->body, ">");
        }
        risen = style->rise;
        put_escaped(&v->body, s->text + first->at, last->at + last->bytes - first->at);
        bytes_puts(&v->body, span ? "</tspan>" : "");
    }
}

/* Programs of offices anchor every span by itself, and raise it from somewhere or not at all: what
 * has several looks and is not simply at the left is one text for each there. */
static bool needs_levels(const struct text_item *t, size_t to) {
    const struct shaped *s = t->shaped;
    bool many = stretch_end(s, t->from, to) < to;
    for (size_t i = t->from; i < to; i++)
        if (s->pieces[s->clusters[i].piece].style.rise != 0)
            return true;
    return many && t->anchor != ANCHOR_START;
}

static void put_level(struct svg *v, const struct text_item *t, size_t to) {
    const struct shaped *s = t->shaped;
    struct shaped *level = arena_memdup(v->arena, s, sizeof *s);
    struct piece *pieces = arena_memdup(v->arena, s->pieces, s->piece_count * sizeof *pieces);
    struct text_item part = *t;
    part.baseline -= pieces[s->clusters[t->from].piece].style.rise;
    for (size_t i = 0; i < s->piece_count; i++)
        pieces[i].style.rise = 0;
    level->pieces = pieces;
    part.shaped = level;
    part.to = to;
    svg_text(v, &part);
}

static void put_levels(struct svg *v, const struct text_item *t, size_t to) {
    static const double SHARE[] = {[ANCHOR_START] = 0, [ANCHOR_MIDDLE] = 0.5, [ANCHOR_END] = 1};
    const struct shaped *s = t->shaped;
    struct text_item part = *t;
    part.anchor = ANCHOR_START;
    part.x -= SHARE[t->anchor] * t->width;
    for (size_t i = t->from, end; i < to; i = end) {
        end = stretch_end(s, i, to);
        part.from = i;
        part.width = 0;
        for (size_t k = i; k < end; k++)
            part.width += t->advances ? t->advances[k - t->from] : s->clusters[k].advance;
        put_level(v, &part, end);
        part.x += part.width;
    }
}

static size_t text_end(const struct text_item *t) {
    return t->to < t->shaped->cluster_count ? t->to : t->shaped->cluster_count;
}

static const struct text_style *text_base(const struct text_item *t) {
    const struct shaped *s = t->shaped;
    return &s->pieces[s->clusters[t->from].piece].style;
}

/* `said`: a group says how it looks. */
static void put_text(struct svg *v, const struct text_item *t, bool said) {
    const struct shaped *s = t->shaped;
    size_t to = text_end(t);
    const struct cluster *first = &s->clusters[t->from], *last = &s->clusters[to - 1];
    const struct text_style *base = text_base(t);
    bytes_puts(&v->body, "<text");
    put_place(v, t);
    if (!said)
        put_look(v, base, NULL, t->anchor);
    if (base->language && v->facts.language && strcmp(base->language, v->facts.language) != 0)
        bytes_printf(&v->body, " %s=\"%s\"", v->attributes ? "xml:lang" : "lang", base->language);
    if (needs_spaces(s->text + first->at, last->at + last->bytes - first->at))
        bytes_puts(&v->body, " xml:space=\"preserve\"");
    bytes_puts(&v->body, ">");
    put_stretches(v, t, to);
    bytes_puts(&v->body, "</text>\n");
}

void svg_text(struct svg *v, const struct text_item *t) {
    size_t to = text_end(t);
    if (t->from >= to || text_base(t)->ink == INK_NONE)
        return;
    if (v->facts.outline)
        svg_glyphs(v, t);
    else if (v->attributes && t->angle == 0 && needs_levels(t, to))
        put_levels(v, t, to);
    else
        put_text(v, t, false);
}

/* What a group can say for its texts; a rule of the style sheet says family and figures of each. */
static bool can_share(const struct svg *v, const struct item *item) {
    if (!item || item->kind != ITEM_TEXT || v->attributes || v->facts.outline ||
        item->as.text.from >= text_end(&item->as.text))
        return false;
    const struct text_style *s = text_base(&item->as.text);
    return s->tabular && s->family == FAMILY_SANS && s->tracking == 0 && s->ink != INK_NONE;
}

const struct item *svg_texts(struct svg *v, const struct item *item) {
    static const int least = 3; /* from which on a group is shorter */
    const struct item *last = item;
    int n = 1;
    while (can_share(v, item) && can_share(v, last->next) &&
           item->as.text.anchor == last->next->as.text.anchor &&
           same_look(text_base(&item->as.text), text_base(&last->next->as.text))) {
        last = last->next;
        n++;
    }
    if (n < least) {
        svg_text(v, &item->as.text);
        return item;
    }
    bytes_puts(&v->body, "<g");
    put_look(v, text_base(&item->as.text), NULL, item->as.text.anchor);
    bytes_puts(&v->body, ">\n");
    for (const struct item *i = item; i != last->next; i = i->next)
        put_text(v, &i->as.text, true);
    bytes_puts(&v->body, "</g>\n");
    return last;
}
