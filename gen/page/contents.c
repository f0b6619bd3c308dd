/* The table of contents: which entries, in how many lines, on which pages (design 5). */
#include "page/contents.h"

#include <math.h>

#include "page/flow_text.h"

static const double FIRST = 126, LAST = 745, RULE_ROOM = 22;
static const double HANG = 28, NUMBER_ROOM = 22, STOP = 3; /* em before the folio */
static const double ABOVE = 8, ABOVE_GROUP = 16, ABOVE_PART = 20, GLYPH_ROW = 20;
static const double KEY_TOP = 757, KEY_BELOW = 40, KEY_LEAST = 6;

const struct inline_ *contents_title(const struct setter *s) {
    return inline_words(s->arena, say(s->request->strings, "page.contents"));
}

/* Below the head of the first page, which grows with its type. */
static double top_of(struct handout *h, size_t page) {
    struct setter *s = &h->setter;
    struct block whole = {.language = s->language};
    if (page > 0)
        return s->form->top;
    return fmax(design_y(s->form, FIRST), plain_rule(s, &whole, contents_title(s)) + RULE_ROOM);
}

/* The key to the glyphs stands below, on a short page below the type area; without a margin column
 * there are none. */
static double end_of(const struct form *f) {
    return f->margin > 0 && !form_is_short(f) ? design_y(f, LAST) : f->top + f->depth;
}

const struct style *contents_style(struct handout *h, const struct entry *e) {
    static const char *const names[] = {"contents-part", "contents-chapter", "contents-section",
                                        "contents-subsection"};
    return setter_style(&h->setter, e->block, names[e->level]);
}

double contents_gloss_top(const struct contents_line *l) {
    return style_baseline(l->title->style, l->title->language) -
           style_baseline(l->gloss->style, l->gloss->language);
}

/* ── Which entries ── */

/* What a reader gets to see: the deepest entries, and the subtitles of chapters. */
struct extent {
    enum entry_level deepest;
    bool subtitles;
};

static size_t choose(const struct handout *h, struct extent x, struct contents *c) {
    c->lines = ARENA_ARRAY(h->setter.arena, struct contents_line, h->entry_count + 1);
    for (size_t i = 0; i < h->entry_count; i++)
        if (h->entries[i].level <= x.deepest && h->entries[i].block->title)
            c->lines[c->count++] = (struct contents_line){.entry = &h->entries[i]};
    return c->count;
}

/* ── Lines ── */

static bool has_limits(const struct block *b) {
    return b->limits[0] != LIMIT_NONE;
}

static double title_left(const struct contents *c, const struct entry *e) {
    static const double deeper[] = {0, 0, HANG, 2 * HANG - 10};
    bool numbered = e->block->number && e->level == ENTRY_CHAPTER;
    return c->unit * (numbered ? HANG : deeper[e->level]);
}

static const struct paragraph *set_title(struct handout *h, const struct contents *c,
                                         const struct contents_line *l, const struct style *style,
                                         const struct inline_ *text) {
    struct setter *s = &h->setter;
    double measure = s->form->measure - c->unit * NUMBER_ROOM - STOP * style->text.size - l->left;
    return setter_paragraph(s, l->entry->block, style, text, measure, 0, true);
}

static const struct paragraph *set_gloss(struct handout *h, const struct block *b) {
    struct setter *s = &h->setter;
    struct block other = *b;
    other.language =
        language_is_chinese(b->language ? b->language : s->language) ? "en" : "zh-Hans";
    return setter_paragraph(s, &other, setter_style(s, &other, "contents-gloss"), b->gloss,
                            s->form->margin, 0, true);
}

/* "Part I" and a gap before the title. */
static const struct inline_ *whole_title(struct handout *h, const struct entry *e) {
    struct arena *a = h->setter.arena;
    const struct block *b = e->block;
    if (e->level != ENTRY_PART || !b->label)
        return b->title;
    struct inline_ *label =
        arena_memdup(a, inline_words(a, arena_printf(a, "%s%s", b->label, em_gap(&h->setter, b))),
                     sizeof *label);
    label->quiet = true;
    label->next = (struct inline_ *)(void *)b->title;
    return label;
}

static void measure_line(struct handout *h, const struct contents *c, struct contents_line *l,
                         bool subtitles) {
    const struct entry *e = l->entry;
    const struct block *b = e->block;
    l->left = title_left(c, e);
    l->title = set_title(h, c, l, contents_style(h, e), whole_title(h, e));
    l->height = paragraph_height(l->title);
    if (subtitles && e->level == ENTRY_CHAPTER && b->subtitle) {
        const struct style *style = setter_style(&h->setter, b, "contents-subtitle");
        l->subtitle = set_title(h, c, l, style, b->subtitle);
        l->height += paragraph_height(l->subtitle);
    }
    if (h->setter.form->margin > 0 && e->level <= ENTRY_CHAPTER && b->gloss)
        l->gloss = set_gloss(h, b);
}

/* What stands beside it in the margin column. */
static double margin_height(const struct handout *h, const struct contents_line *l) {
    double height = l->gloss ? contents_gloss_top(l) + paragraph_height(l->gloss) : 0;
    bool glyphs = h->setter.form->margin > 0 && has_limits(l->entry->block);
    return height + (glyphs ? GLYPH_ROW : 0);
}

/* ── Pages ── */

/* Lists at the back stand together, whatever they are. */
static bool same_kind(const struct part *one, const struct part *two) {
    bool lists = one->kind >= PART_LIST && two->kind >= PART_LIST;
    return one->kind == two->kind || lists;
}

/* Chapters follow each other closely where they have no sections between them. */
static double gap_above(const struct handout *h, const struct contents_line *l,
                        const struct contents_line *before) {
    if (!before || l->entry->level >= ENTRY_SECTION)
        return 0;
    if (l->entry->level == ENTRY_PART)
        return ABOVE_PART;
    const struct part *one = &h->parts[before->entry->part], *two = &h->parts[l->entry->part];
    if (!same_kind(one, two) && one->kind != PART_TITLE)
        return one->inside == two->inside ? ABOVE_GROUP : ABOVE_PART;
    return before->entry->level >= ENTRY_SECTION || before->subtitle ? ABOVE : 0;
}

static double above(const struct handout *h, const struct contents *c, size_t i) {
    return c->unit * gap_above(h, &c->lines[i], i ? &c->lines[i - 1] : NULL);
}

/* A part stays with its first chapter, a chapter with two sections. */
static double needed(const struct handout *h, const struct contents *c, size_t i) {
    enum { SECTIONS = 2 };
    double need = c->lines[i].height;
    int sections = c->lines[i].entry->level <= ENTRY_CHAPTER ? SECTIONS : 0;
    for (; sections > 0 && i + 1 < c->count; i++) {
        const struct contents_line *next = &c->lines[i + 1];
        if (next->entry->level <= c->lines[i].entry->level && next->entry->level <= ENTRY_CHAPTER)
            break;
        sections -= next->entry->level > ENTRY_CHAPTER;
        need += above(h, c, i + 1) + next->height;
    }
    return need;
}

static void place(struct handout *h, struct contents *c) {
    double top = top_of(h, 0), y = top, last = end_of(h->setter.form), margin = 0;
    for (size_t i = 0; i < c->count; i++) {
        struct contents_line *l = &c->lines[i];
        double room = above(h, c, i);
        if (l->entry->level <= ENTRY_CHAPTER)
            room = fmax(room, margin - y);
        if (y + room + needed(h, c, i) > last && y > top) {
            y = top = top_of(h, ++c->pages);
            room = margin = 0;
        }
        l->above = room;
        l->page = c->pages;
        l->y = y += room;
        y += l->height;
        if (l->entry->level <= ENTRY_CHAPTER)
            margin = l->y + margin_height(h, l);
        c->limits |= has_limits(l->entry->block);
    }
    c->end = fmax(y, margin);
    c->pages++;
}

/* Of a line of 18. */
static double unit_of(struct handout *h) {
    return setter_style(&h->setter, h->book, "contents-chapter")->pitch / 18;
}

static struct contents plan(struct handout *h, struct extent x) {
    struct contents c = {.unit = unit_of(h)};
    choose(h, x, &c);
    for (size_t i = 0; i < c.count; i++)
        measure_line(h, &c, &c.lines[i], x.subtitles);
    place(h, &c);
    return c;
}

/* A short book shows more of itself, as long as it stays on one page; a template may say how much
 * (toc-depth of r:page). */
const struct contents *contents_new(struct handout *h) {
    static const struct extent extents[] = {
        {ENTRY_SUBSECTION, true}, {ENTRY_SECTION, true}, {ENTRY_SECTION, false}};
    int depth = h->setter.form->toc_depth;
    struct contents *best = ARENA_NEW(h->setter.arena, struct contents);
    if (depth > 0) {
        *best = plan(h, (struct extent){(enum entry_level)depth, false});
        return best;
    }
    for (size_t i = 0; i < sizeof extents / sizeof *extents; i++) {
        *best = plan(h, extents[i]);
        if (best->pages == 1)
            break;
    }
    return best;
}

size_t contents_pages(const struct contents *c) {
    return c->pages;
}

/* ── Below the entries ── */

bool contents_has_key(const struct handout *h) {
    return h->contents->limits && h->setter.form->margin > 0;
}

/* At the foot, or near the last line of a short list. */
double contents_key(const struct handout *h) {
    double end = h->contents->end;
    return fmax(fmin(design_y(h->setter.form, KEY_TOP), end + KEY_BELOW), end + KEY_LEAST);
}

double contents_end(struct handout *h) {
    double key = setter_style(&h->setter, NULL, "contents-key")->pitch;
    return contents_has_key(h) ? contents_key(h) + key : h->contents->end;
}
