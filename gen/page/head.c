/* Running heads, the rule that shows how far the reader has come, and folios. */
#include <string.h>

#include "page/handout.h"

static const double FOLIO_ROOM = 7;                                /* em */
static const double RULE_TOP = 50, ABOVE_RULE = 4, FOOT_TOP = 784; /* design 5 */

static const char *folio_roman(struct arena *a, size_t page) {
    static const struct {
        size_t value;
        const char *letters;
    } steps[] = {{100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"},
                 {9, "ix"},  {5, "v"},   {4, "iv"}, {1, "i"}};
    size_t left = page + 1;
    const char *text = "";
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        for (; left >= steps[i].value; left -= steps[i].value)
            text = arena_printf(a, "%s%s", text, steps[i].letters);
    return text;
}

const char *folio_label(const struct handout *h, size_t page) {
    struct arena *a = h->setter.arena;
    return page < h->front_count ? folio_roman(a, page)
                                 : arena_printf(a, "%zu", page - h->front_count + 1);
}

double head_baseline(const struct setter *s, const struct style *style) {
    double line = design_y(s->form, RULE_TOP) - ABOVE_RULE;
    return line - style->pitch + style_baseline(style, "en");
}

/* The folio of a page without a head stands at the outer edge of its foot. */
void folio_draw(struct handout *h, size_t page) {
    struct pen pen = pen_on(h, page);
    const struct form *f = h->setter.form;
    const struct style *style = setter_style(&h->setter, NULL, "folio");
    double y = design_y(f, FOOT_TOP) + style_baseline(style, "en");
    pen_pagination_open(&pen, ARTIFACT_FOOTER);
    pen_label(&pen, style, (struct point){form_outer(f, page + 1), y},
              page_is_even(h, page) ? ANCHOR_START : ANCHOR_END, folio_label(h, page));
    pen_artifact_close(&pen);
}

/* The section that is read on the page: one that begins at its top, or the one that runs on into
 * it, or the first that begins there. */
static const struct block *running_section(const struct handout *h, const struct part *part,
                                           size_t page) {
    size_t index = (size_t)(part - h->parts);
    const struct block *before = NULL, *on = NULL;
    for (size_t i = 0; i < h->entry_count; i++) {
        const struct entry *e = &h->entries[i];
        if (e->part != index || e->level != ENTRY_SECTION)
            continue;
        if (e->page < page)
            before = e->block;
        else if (e->page == page && e->y <= h->setter.form->top + 1)
            return e->block;
        else if (e->page == page && !on)
            on = e->block;
    }
    return before ? before : on;
}

static double draw_number(struct pen *pen, const struct style *style, const char *number,
                          struct point at) {
    if (!number)
        return 0;
    return pen_label(pen, style, at, ANCHOR_START, number) + style->text.size;
}

/* ── Titles too long for a head ── */

static size_t character_end(const char *text, size_t at) {
    do
        at++;
    while (((unsigned char)text[at] & 0xC0) == 0x80);
    return at;
}

static const char *cut_at(struct arena *a, const char *text, size_t n) {
    while (n && strchr(" ,;:", text[n - 1]))
        n--;
    return arena_printf(a, "%.*s…", (int)n, text);
}

/* Latin words stay whole; Han may end anywhere. */
static bool may_end(const char *text, size_t at) {
    return text[at] == ' ' || ((unsigned char)text[at] & 0x80);
}

static const char *shortened(struct setter *s, const struct style *style, const char *text,
                             double room) {
    const char *best = "…";
    for (size_t at = 0; text[at]; at = character_end(text, at)) {
        if (at == 0 || !may_end(text, at))
            continue;
        const char *cut = cut_at(s->arena, text, at);
        if (text_width(s->request->fonts, cut, style->text) > room)
            break;
        best = cut;
    }
    return best;
}

static const struct paragraph *head_title(struct setter *s, const struct style *style,
                                          const struct block *b, double room) {
    const struct inline_ *text = inlines_without_notes(s->arena, b->title);
    const struct paragraph *title = setter_single(s, style, b->language, text);
    if (paragraph_width(title) <= room)
        return title;
    const char *cut = shortened(s, style, inline_string(s->arena, text), room);
    struct inline_ *words = arena_memdup(s->arena, inline_words(s->arena, cut), sizeof *words);
    words->span = b->span;
    return setter_single(s, style, b->language, words);
}

static void draw_title(struct pen *pen, const struct block *b, bool even) {
    struct setter *s = pen->setter;
    const struct style *style = setter_style(s, b, "head");
    double y = head_baseline(s, style);
    double number =
        b->number ? text_width(s->request->fonts, b->number, style->text) + style->text.size : 0;
    const struct paragraph *title = head_title(
        s, style, b, s->form->wide - FOLIO_ROOM * style->text.size - edition_width(s) - number);
    struct paragraph plain = *title;
    plain.spans = false;
    struct point at = {pen->wide, y};
    if (even)
        at.x = pen->wide + s->form->wide - paragraph_width(title) - number;
    at.x += draw_number(pen, style, b->number, at);
    paragraph_draw_line(pen->scene, arena_memdup(s->arena, &plain, sizeof plain), 0, at);
}

static void draw_head(struct handout *h, const struct part *part, size_t page) {
    const struct form *f = h->setter.form;
    size_t n = part->end - part->opening;
    bool even = page_is_even(h, page);
    struct pen pen = pen_on(h, page);
    const struct style *face = setter_style(&h->setter, NULL, "folio");
    const struct block *section = running_section(h, part, page);
    pen_pagination_open(&pen, ARTIFACT_HEADER);
    const struct block *title = even || !section ? part->block : section;
    if (title->title)
        draw_title(&pen, title, even);
    pen_label(&pen, face, (struct point){form_outer(f, page + 1), head_baseline(&h->setter, face)},
              even ? ANCHOR_START : ANCHOR_END, folio_label(h, page));
    mark_progress(pen.scene, (struct point){pen.wide, design_y(f, RULE_TOP)}, f->wide,
                  (double)(page - part->opening) / (double)(n ? n : 1));
    pen_artifact_close(&pen);
}

void head_draw(struct handout *h, const struct part *part) {
    if (!part->follows)
        folio_draw(h, part->opening);
    for (size_t page = part->opening + 1; page < part->end; page++)
        draw_head(h, part, page);
}
