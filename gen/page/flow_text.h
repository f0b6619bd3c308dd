/* Inside the room: what the block files share about text. */
#ifndef RIDGE_PAGE_FLOW_TEXT_H
#define RIDGE_PAGE_FLOW_TEXT_H

#include "page/page.h"

/* The text ends in a colon: what it announces must stand with it. */
bool text_leads_in(const struct inline_ *text);

/* Text on the pitch of the body stands on its grid. */
enum snap style_snap(const struct flow *f, const struct style *style);

/* A blank of one em between a label and what it labels. */
const char *em_gap(const struct setter *s, const struct block *b);

struct tag_facts block_facts(const struct flow *f, const struct block *b);

/* A label that hangs beside the line that follows; takes no room itself. `spans`: whether the text
 * of the same leaf stands in spans. With LIMIT_NONE there is no glyph. */
struct label {
    const struct paragraph *text;
    enum limit limit;
    enum tag tag; /* opened around it; TAGS: none */
    bool spans;
    double width; /* with glyph */
};
struct label *label_new(struct flow *f, const struct block *b, const char *style, const char *text,
                        enum ink ink, enum limit limit);
void flow_label(struct flow *f, const struct label *label, double left, double before,
                enum snap snap);

/* Title, a stop when it lacks one, reading: the text of a caption. */
const struct inline_ *caption_text(struct setter *s, const struct block *b);

/* Caption of a figure or a table: run-in label and text. */
struct caption {
    const struct paragraph *label, *text;
};
struct caption caption_new(struct setter *s, const struct block *b, const char *style,
                           const struct inline_ *text, double measure);
double caption_height(const struct caption *c);
void pen_caption(struct pen *pen, const struct caption *c, struct point top);

#endif
