/* Paragraphs, quotations, code. */
#include <string.h>

#include "page/blocks.h"
#include "page/flow_text.h"

bool text_leads_in(const struct inline_ *text) {
    const char *last = "";
    for (const struct inline_ *in = text; in; in = in->next)
        if (in->text && *in->text)
            last = in->text;
    size_t n = strlen(last);
    return (n >= 1 && last[n - 1] == ':') || (n >= 3 && !strcmp(last + n - 3, "："));
}

enum snap style_snap(const struct flow *f, const struct style *style) {
    return style->pitch == f->setter->pitch ? SNAP_TOP : SNAP_NONE;
}

const char *em_gap(const struct setter *s, const struct block *b) {
    return language_is_chinese(b->language ? b->language : s->language) ? "\u3000" : "\u2003";
}

struct tag_facts block_facts(const struct flow *f, const struct block *b) {
    bool same = !b->language || !strcmp(b->language, f->setter->language);
    return (struct tag_facts){.language = same ? NULL : b->language};
}

/* Should the figure before a paragraph move on, the paragraph is one among others and indented.
 * Only where the number of lines stays. */
static void flow_indented(struct flow *f, struct flow_item *from, const struct paragraph *indented,
                          const struct paragraph *plain) {
    for (; from && indented->line_count == plain->line_count; from = from->next)
        if (from->kind == FLOW_STRIP && from->strip.what == plain) {
            from->strip.indented = indented;
            from->strip.plain = plain;
            from->strip.follows = f->after_float;
        }
}

void flow_para(struct flow *f, const struct block *b, struct inset in) {
    if (!b->text)
        return;
    const struct style *style = block_style(f->setter, b, in.style);
    bool chinese = language_is_chinese(b->language ? b->language : f->setter->language);
    bool plain = f->body_start || (f->plain_start && !chinese);
    const struct paragraph *p =
        setter_paragraph(f->setter, b, style, b->text, in.measure, 0, plain);
    flow_dest(f, b->id);
    flow_open(f, TAG_P, block_facts(f, b));
    bool apart = b->next && (b->next->kind == BLOCK_FIGURE || b->next->kind == BLOCK_TABLE);
    struct flow_item *before = f->last_strip;
    flow_lines(f, p, in.left, style_snap(f, style), false,
               !apart && b->next && text_leads_in(b->text));
    if (plain && f->after_float && f->after_float == before)
        flow_indented(f, before ? before->next : f->first,
                      setter_paragraph(f->setter, b, style, b->text, in.measure, 0, false), p);
    flow_close(f, TAG_P);
    /* The text of a step begins below its title as it would beside the number. */
    bool title = b->role && !strcmp(b->role, "step-title") && b->style;
    f->plain_start = f->body_start = title;
    f->after_float = NULL;
}
