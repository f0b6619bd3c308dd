/* An article: title, who wrote it and when, what it is about; then its text, from the first page
 * on. */
#include <string.h>

#include "base/text.h"
#include "page/blocks.h"
#include "page/flow_back.h"
#include "page/flow_text.h"
#include "page/handout.h"

static const double TITLE_BELOW = 6, NAMES_ABOVE = 12, RULE_ABOVE = 14, RULE_BELOW = 22;
static const double ABSTRACT_SIDE = 24, ABSTRACT_BELOW = 12, CONTENTS_BELOW = 18;

/* ── Title ── */

struct head {
    const struct paragraph *text;
    enum tag tag;
    const char *language; /* other than the document's, or NULL */
};

static void draw_words(struct pen *pen, const struct strip *strip, struct point at) {
    const struct head *head = strip->what;
    if (head->language)
        scene_tag_open(pen->scene, TAG_DIV, (struct tag_facts){.language = head->language});
    pen_paragraph(pen, head->text, head->tag, at);
    if (head->language)
        scene_tag_close(pen->scene, TAG_DIV);
}

static void add_head(struct flow *f, struct head head, double above) {
    flow_strip(f, (struct strip){.before = above,
                                 .height = paragraph_height(head.text),
                                 .keep = true,
                                 .wide = true,
                                 .draw = draw_words,
                                 .what = arena_memdup(f->setter->arena, &head, sizeof head)});
}

static void add_words(struct flow *f, const struct block *b, const char *style,
                      const struct inline_ *text, double above) {
    struct setter *s = f->setter;
    if (!text)
        return;
    add_head(f,
             (struct head){
                 setter_paragraph(s, b, setter_style(s, b, style), text, s->form->wide, 0, true),
                 TAG_P, NULL},
             above);
    flow_feet(f, text, f->last_strip);
}

/* Chapters have larger titles: they have a page for them. */
static void add_title(struct flow *f, const struct block *b) {
    struct setter *s = f->setter;
    enum { FEW = 3 };
    const char *name = "contents-title";
    double wide = s->form->wide;
    if (setter_paragraph(s, b, setter_style(s, b, name), b->title, wide, 0, true)->line_count > FEW)
        name = "section";
    double measure = title_measure(s, b, name, b->title, wide);
    add_head(
        f,
        (struct head){setter_paragraph(s, b, setter_style(s, b, name), b->title, measure, 0, true),
                      TAG_H1, NULL},
        0);
    flow_feet(f, b->title, f->last_strip);
}

static void add_gloss(struct flow *f, const struct block *b) {
    struct setter *s = f->setter;
    bool chinese = language_is_chinese(b->language ? b->language : s->language);
    struct block other = *b;
    other.language = chinese ? "en" : "zh-Hans";
    add_head(f,
             (struct head){setter_paragraph(s, &other, setter_style(s, &other, "chapter-gloss"),
                                            b->gloss, s->form->wide, 0, true),
                           TAG_P, other.language},
             TITLE_BELOW);
}

/* A name in Han stands in Chinese, wherever it stands. */
static const struct inline_ *name_words(struct flow *f, const char *name) {
    struct arena *a = f->setter->arena;
    struct inline_ *words = arena_memdup(a, inline_words(a, name), sizeof *words);
    size_t length;
    if (!f->setter->chinese && text_columns(text_decode(name, strlen(name), &length)) == 2)
        words->language = "zh-Hans";
    return words;
}

static void add_people(struct flow *f, const struct block *b) {
    struct arena *a = f->setter->arena;
    double above = NAMES_ABOVE;
    for (const struct person *p = b->front->people; p; p = p->next) {
        add_words(f, b, "imprint-name", name_words(f, p->name), above);
        if (p->affiliation)
            add_words(f, b, "imprint-note", inline_words(a, p->affiliation), 0);
        above = TITLE_BELOW;
    }
    const char *date = b->front->date, *edition = b->front->edition;
    const char *both = date && edition ? arena_printf(a, "%s · %s", date, edition)
                       : date          ? date
                                       : edition;
    if (both)
        add_words(f, b, "imprint-note", inline_words(a, both), TITLE_BELOW);
}

static void draw_rule(struct pen *pen, const struct strip *strip, struct point at) {
    const struct form *form = pen->setter->form;
    (void)strip;
    pen_artifact_open(pen);
    mark_progress(pen->scene, (struct point){pen->wide, at.y}, form->wide, plain_share(form));
    pen_artifact_close(pen);
}

static void add_titles(struct flow *f, const struct block *b) {
    if (b->title)
        add_title(f, b);
    add_words(f, b, "chapter-subtitle", b->subtitle, TITLE_BELOW);
    if (b->gloss)
        add_gloss(f, b);
    if (b->front)
        add_people(f, b);
    if (f->last_strip)
        flow_strip(f, (struct strip){.before = RULE_ABOVE,
                                     .after = RULE_BELOW,
                                     .height = 1,
                                     .wide = true,
                                     .draw = draw_rule});
}

static void add_abstract(struct flow *f, const struct block *b, struct inset in) {
    struct setter *s = f->setter;
    const struct block *abstract = b->front ? b->front->abstract : NULL;
    if (!abstract)
        return;
    struct inset narrow = {in.left + ABSTRACT_SIDE, in.measure - 2 * ABSTRACT_SIDE, "body"};
    const char *word = say(s->request->strings, "page.abstract");
    const struct paragraph *label =
        setter_paragraph(s, b, setter_style(s, b, "imprint-name"), inline_words(s->arena, word),
                         narrow.measure, 0, true);
    flow_open(f, TAG_P, (struct tag_facts){0});
    flow_lines(f, label, narrow.left, SNAP_NONE, true, true);
    flow_close(f, TAG_P);
    f->plain_start = true;
    flow_blocks(f, abstract, narrow);
    if (f->last_strip)
        f->last_strip->strip.after = ABSTRACT_BELOW;
    f->plain_start = true;
}

/* ── Contents ── */

/* Sections, and lists behind them, which have titles, too. */
static struct block *contents_items(struct arena *a, const struct block *text) {
    struct block *first = NULL, **end = &first;
    for (const struct block *b = text->child; b; b = b->next) {
        bool list = b->kind == BLOCK_GLOSSARY || b->kind == BLOCK_BIBLIOGRAPHY;
        if (!b->title || !b->id || (b->kind != BLOCK_SECTION && !list))
            continue;
        struct use *use = ARENA_NEW(a, struct use);
        *use = (struct use){.from = b->id, .span = b->span};
        struct block *item = ARENA_NEW(a, struct block);
        *item = (struct block){.kind = BLOCK_ITEM,
                               .number = b->number,
                               .title = b->title,
                               .language = b->language,
                               .span = b->span,
                               .uses = use,
                               .use_count = 1};
        *end = item;
        end = &item->next;
    }
    return first;
}

static bool is_contents(const struct block *b) {
    return b->kind == BLOCK_LISTING && !b->role;
}

static bool asks_for_contents(const struct block *text) {
    for (const struct block *b = text->child; b; b = b->next)
        if (is_contents(b))
            return true;
    return false;
}

static void add_contents(struct flow *f, const struct block *text, const struct block *asked,
                         struct inset in) {
    struct setter *s = f->setter;
    struct block list = {.kind = BLOCK_LISTING, .language = text->language, .span = text->span};
    if (asked)
        list = *asked;
    list.role = "unlisted";
    list.next = NULL;
    list.child = contents_items(s->arena, text);
    if (!list.title)
        list.title = inline_words(s->arena, say(s->request->strings, "page.contents"));
    if (list.child) {
        flow_block(f, arena_memdup(s->arena, &list, sizeof list), in);
        f->last_strip->strip.after = CONTENTS_BELOW;
    }
    f->plain_start = true;
}

/* ── Whose it is ── */

static void add_note(struct flow *f, const struct block *b, const struct inline_ *text,
                     struct inset in, double above) {
    struct setter *s = f->setter;
    if (!text)
        return;
    struct flow_item *before = f->last_strip;
    if (before && before->strip.after < above)
        before->strip.after = above;
    const struct paragraph *p =
        setter_paragraph(s, b, setter_style(s, b, "imprint-note"), text, in.measure, 0, true);
    flow_open(f, TAG_P, (struct tag_facts){0});
    flow_lines(f, p, in.left, SNAP_NONE, true, false);
    flow_close(f, TAG_P);
}

static void add_rights(struct flow *f, const struct block *b, struct inset in) {
    static const double APART = 18, CLOSE = 4;
    const struct front *front = b->front;
    if (!front)
        return;
    const char *lines[] = {front->publisher, front->rights, front->release};
    double above = APART;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (lines[i]) {
            add_note(f, b, inline_words(f->setter->arena, lines[i]), in, above);
            above = CLOSE;
        }
    for (const struct block *c = front->notice; c; c = c->next, above = CLOSE)
        add_note(f, c, c->text, in, above);
}

void article_flow(struct handout *h, struct flow *f, const struct block *b, struct inset in) {
    flow_dest(f, b->id);
    add_titles(f, b);
    add_abstract(f, b, in);
    if (h->listed && !asks_for_contents(b))
        add_contents(f, b, NULL, in);
    f->plain_start = true;
    for (const struct block *c = b->child; c; c = c->next)
        if (is_contents(c))
            add_contents(f, b, c, in);
        else
            flow_block(f, c, in);
    add_rights(f, b, in);
}
