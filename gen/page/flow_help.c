#include <string.h>

#include "page/flow.h"

/* The middle of a line of text above its baseline, in ems: half a Han box, or half an x-height and
 * a little for the ascenders. */
static const double MIDDLE_HAN = 0.38, MIDDLE_LATIN = 0.30;

double style_baseline(const struct style *style, const char *language) {
    if (style->baseline > 0)
        return style->baseline;
    double middle = language_is_chinese(language) ? MIDDLE_HAN : MIDDLE_LATIN;
    return style->pitch / 2 + middle * style->text.size;
}

/* In a cell all text is small. */
static const char *name_in_cell(const char *name) {
    static const char *const names[][2] = {{"body", "table"},     {"item", "table"},
                                           {"answer", "table"},   {"term", "table-strong"},
                                           {"code", "code-cell"}, {"verse", "table"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i][0], name))
            return names[i][1];
    return name;
}

const struct style *setter_style(struct setter *s, const struct block *b, const char *name) {
    name = s->in_cell ? name_in_cell(name) : name;
    const char *language = b && b->language ? b->language : s->language;
    return style_find(s->request->styles, s->diag, b ? b->span : (struct span){0}, name, language);
}

const struct style *block_style(struct setter *s, const struct block *b, const char *fallback) {
    return setter_style(s, b, b->style ? b->style : fallback);
}

/* A sheet has nothing but computed values, so they carry no mark. */
static const struct inline_ *without_dots(struct setter *s, const struct inline_ *text) {
    struct inline_ *first = NULL, **to = &first;
    for (; text; text = text->next, to = &(*to)->next) {
        *to = arena_memdup(s->arena, text, sizeof *text);
        (*to)->next = NULL;
        if ((*to)->kind == INLINE_VALUE) {
            (*to)->kind = INLINE_TEXT;
            (*to)->dest = NULL;
        }
    }
    return first;
}

static const struct inline_ *marked(struct setter *s, const struct inline_ *text) {
    return s->sheet ? without_dots(s, text) : folio_text(s, text);
}

static const struct paragraph *set(struct setter *s, const struct paragraph_key *key,
                                   struct span where) {
    struct paragraph_request request = {.fonts = s->request->fonts,
                                        .hyphenator =
                                            key->style->hyphenate ? s->request->hyphenator : NULL,
                                        .style = key->style,
                                        .language = key->language,
                                        .text = key->text,
                                        .measure = key->measure,
                                        .label_width = key->label_width,
                                        .no_indent = key->no_indent,
                                        .folio = s->request->folio,
                                        .folios = s->request->folios,
                                        .names = s->names,
                                        .name_count = s->name_count,
                                        .where = where};
    return paragraph_set(s->arena, s->diag, arena_memdup(s->arena, &request, sizeof request));
}

/* Of the first words that somebody wrote: a label of ours may stand before them. */
static struct span place_of(const struct inline_ *text) {
    while (text && !text->span.source && text->next)
        text = text->next;
    return text ? text->span : (struct span){0};
}

const struct paragraph *setter_paragraph(struct setter *s, const struct block *b,
                                         const struct style *style, const struct inline_ *text,
                                         double measure, double label_width, bool no_indent) {
    struct paragraph_key key = {.text = marked(s, text),
                                .style = style,
                                .language = b && b->language ? b->language : s->language,
                                .measure = measure,
                                .label_width = label_width,
                                .no_indent = no_indent};
    const struct paragraph *p = folio_kept(s->folios, &key);
    if (!p) {
        p = set(s, &key, b && b->span.source ? b->span : place_of(key.text));
        folio_keep(s->folios, &key, p);
    }
    if (s->spans)
        ((struct paragraph *)(void *)p)->spans = true;
    s->lines += p->line_count;
    s->overfull += p->overfull;
    s->loose += p->loose;
    return p;
}

static const struct paragraph *set_single(struct setter *s, const struct paragraph_key *key) {
    struct paragraph_request request = {.fonts = s->request->fonts,
                                        .style = key->style,
                                        .language = key->language,
                                        .text = key->text,
                                        .no_indent = true,
                                        .folio = s->request->folio,
                                        .folios = s->request->folios};
    const struct paragraph *p = paragraph_single(s->arena, &request);
    text_report_missing(s->diag, place_of(key->text), p->shaped);
    return p;
}

const struct paragraph *setter_single(struct setter *s, const struct style *style,
                                      const char *language, const struct inline_ *text) {
    static const double NO_MEASURE = -1;
    struct paragraph_key key = {.text = marked(s, text),
                                .style = style,
                                .language = language ? language : s->language,
                                .measure = NO_MEASURE};
    const struct paragraph *p = folio_kept(s->folios, &key);
    if (!p) {
        p = set_single(s, &key);
        folio_keep(s->folios, &key, p);
    }
    return p;
}

const struct inline_ *inline_words(struct arena *a, const char *text) {
    struct inline_ *in = ARENA_NEW(a, struct inline_);
    in->text = text ? text : "";
    return in;
}

const char *inline_string(struct arena *a, const struct inline_ *text) {
    const char *all = "";
    for (const struct inline_ *in = text; in; in = in->next)
        if (in->text)
            all = *all ? arena_printf(a, "%s%s", all, in->text) : in->text;
    return all;
}

/* ── Lines ── */

static void draw_line(struct pen *pen, const struct strip *s, struct point at) {
    const struct paragraph *p = s->what;
    if (s->ends_page)
        paragraph_close_line(p, s->index);
    at.y += p->lines[s->index].above + style_baseline(p->style, p->language);
    struct line_ends apart = {pen->begins || s->index == 0,
                              pen->ends || s->index + 1 == p->line_count};
    paragraph_draw_part(pen->scene, p, s->index, at, apart);
}

/* No page ends with the first line of a paragraph or begins with its last; none ends with a
 * hyphen. */
static bool keeps(size_t i, size_t n) {
    return i + 1 < n && (i == 0 || i + 2 == n);
}

void flow_lines(struct flow *f, const struct paragraph *p, double left, enum snap snap,
                bool keep_all, bool keep_next) {
    size_t n = p->line_count;
    /* Beside a label that hangs, the room above is taken already. */
    bool labelled = f->last_strip && f->last_strip->strip.height <= 0;
    if (labelled && n)
        f->last_strip->strip.lowered = p->lines[0].above;
    for (size_t i = 0; i < n; i++) {
        struct flow_item *item = flow_strip(
            f, (struct strip){.before = i == 0 && !labelled ? p->style->before : 0,
                              .after = i + 1 == n ? p->style->after : 0,
                              .height = p->lines[i].above + p->style->pitch + p->lines[i].below,
                              .snap = snap,
                              .left = left,
                              .keep = i + 1 == n ? keep_next
                                                 : keep_all || keeps(i, n) || p->lines[i].divided,
                              .draw = draw_line,
                              .what = p,
                              .index = i});
        flow_line_feet(f, &p->lines[i], item);
    }
}

double paragraph_height(const struct paragraph *p) {
    double height = (double)p->line_count * p->style->pitch;
    for (size_t i = 0; i < p->line_count; i++)
        height += p->lines[i].above + p->lines[i].below;
    return height;
}

void pen_lines(struct pen *pen, const struct paragraph *p, struct point top) {
    double y = top.y + style_baseline(p->style, p->language);
    for (size_t i = 0; i < p->line_count; i++) {
        y += p->lines[i].above;
        paragraph_draw_line(pen->scene, p, i, (struct point){top.x, y});
        y += p->style->pitch + p->lines[i].below;
    }
}

void pen_paragraph(struct pen *pen, const struct paragraph *p, enum tag tag, struct point top) {
    scene_tag_open(pen->scene, tag, (struct tag_facts){0});
    pen_lines(pen, p, top);
    scene_tag_close(pen->scene, tag);
}

double pen_label(struct pen *pen, const struct style *style, struct point at, enum anchor anchor,
                 const char *text) {
    struct text_style t = style->text;
    if (!t.language)
        t.language = pen->setter->language;
    struct rect box =
        scene_label(pen->scene, pen->setter->request->fonts, at.x, at.y, anchor, text, t);
    return box.w;
}

void pen_artifact_open(struct pen *pen) {
    scene_tag_open(pen->scene, TAG_ARTIFACT, (struct tag_facts){0});
}

void pen_pagination_open(struct pen *pen, enum artifact kind) {
    scene_tag_open(pen->scene, TAG_ARTIFACT, (struct tag_facts){.artifact = kind});
}

void pen_artifact_close(struct pen *pen) {
    scene_tag_close(pen->scene, TAG_ARTIFACT);
}
