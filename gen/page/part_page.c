/* The title page of a part: the ridge of the whole book, its corner where the part begins, and the
 * part's chapters under it. */
#include <math.h>

#include "page/handout.h"

static const double LABEL_TOP = 92, TITLE_TOP = 116, GAP = 10, GLOSS_GAP = 6;
static const double RIDGE_ABOVE = 64, RISE = 24, LINE = 2.4, RING = 6, RING_STROKE = 1.8;
static const double LIST_BELOW = 30, PITCH = 24, HANG = 28, FOLIO_ROOM = 27, INTRO_BELOW = 18;

/* ── Titles ── */

static double height_of(struct setter *s, const struct block *b, const char *style,
                        const struct inline_ *text) {
    return text ? paragraph_height(setter_paragraph(s, b, setter_style(s, b, style), text,
                                                    s->form->wide, 0, true))
                : 0;
}

/* The upper line of the ridge. */
static double ridge_top(struct handout *h, const struct block *b) {
    struct setter *s = &h->setter;
    double y = design_y(s->form, TITLE_TOP) +
               height_of(s, b, title_style(s, b, s->form->wide), b->title) + GAP;
    y += height_of(s, b, "chapter-subtitle", b->subtitle);
    if (b->gloss)
        y += GLOSS_GAP + height_of(s, b, "chapter-gloss", b->gloss);
    return y + RIDGE_ABOVE;
}

static void draw_titles(struct pen *pen, const struct block *b) {
    const struct form *f = pen->setter->form;
    double x = pen->body, y = design_y(f, TITLE_TOP);
    if (b->label)
        pen_words(pen, b, "chapter-label", inline_words(pen->setter->arena, b->label),
                  (struct point){x, design_y(f, LABEL_TOP)}, f->wide, TAG_P);
    y += pen_title(pen, b, title_style(pen->setter, b, f->wide), b->title, (struct point){x - 2, y},
                   f->wide);
    y += GAP;
    y += pen_words(pen, b, "chapter-subtitle", b->subtitle, (struct point){x, y}, f->wide, TAG_P);
    pen_gloss(pen, b, "chapter-gloss", b->gloss, (struct point){x, y + GLOSS_GAP}, f->wide);
}

/* ── Ridge ── */

static void draw_ridge(struct pen *pen, double top, double share) {
    double width = pen->setter->form->wide, x = pen->wide, low = top + RISE;
    double rise = fmin(fmax(width * share, RING), width - RISE - RING);
    struct stroke line = stroke_solid(INK_INK, LINE);
    line.cap = CAP_ROUND;
    line.join = JOIN_ROUND;
    struct path_point points[] = {{PATH_MOVE, x, low},
                                  {PATH_LINE, x + rise, low},
                                  {PATH_LINE, x + rise + RISE, top},
                                  {PATH_LINE, x + width, top}};
    pen_artifact_open(pen);
    scene_path(pen->scene, points, 4, INK_NONE, line);
    scene_circle(pen->scene, (struct point){x + rise + RISE, top}, RING, INK_GROUND,
                 stroke_solid(INK_INK, RING_STROKE));
    pen_artifact_close(pen);
}

/* ── Chapters ── */

static bool is_listed(const struct handout *h, const struct entry *e, const struct part *part) {
    return e->level == ENTRY_CHAPTER && &h->parts[e->part] > part && h->parts[e->part].inside;
}

/* The entries from the part's own one to that of the next one. */
static const struct entry *first_entry(const struct handout *h, const struct part *part) {
    const struct entry *e = h->entries;
    while (e->block != part->block)
        e++;
    return e + 1;
}

static bool ends(const struct handout *h, const struct entry *e, const struct part *part) {
    return e == h->entries + h->entry_count ||
           (e->level != ENTRY_SECTION && e->level != ENTRY_SUBSECTION && !is_listed(h, e, part));
}

static const struct paragraph *title_of(struct handout *h, const struct block *b) {
    struct setter *s = &h->setter;
    return setter_paragraph(s, b, setter_style(s, b, "opening-section"), b->title,
                            s->form->measure - HANG - 2 * FOLIO_ROOM, 0, true);
}

static double entry_height(const struct paragraph *title) {
    return paragraph_height(title) + PITCH - title->style->pitch;
}

static void draw_chapter(struct handout *h, struct pen *pen, const struct entry *e, double top) {
    entry_line_draw(h, pen,
                    &(struct entry_line){.entry = e,
                                         .title = title_of(h, e->block),
                                         .from = pen->body,
                                         .left = pen->body + HANG,
                                         .right = pen->body + h->setter.form->measure,
                                         .folio_room = FOLIO_ROOM,
                                         .top = top});
}

/* The height of the list; none when the page has no room for it: the contents have it, too. */
static double list_height(struct handout *h, const struct part *part, double top) {
    const struct form *f = h->setter.form;
    double height = 0;
    for (const struct entry *e = first_entry(h, part); !ends(h, e, part); e++)
        if (is_listed(h, e, part))
            height += entry_height(title_of(h, e->block));
    return top + height > f->top + f->depth ? 0 : height;
}

double part_page_room(struct handout *h, const struct part *part) {
    double y = ridge_top(h, part->block) + RISE + LIST_BELOW;
    y += list_height(h, part, y);
    double pitch = h->setter.pitch > 0 ? h->setter.pitch : 1;
    return ceil((y + INTRO_BELOW - h->setter.form->top) / pitch) * pitch;
}

static void draw_list(struct handout *h, struct pen *pen, const struct part *part, double top) {
    if (list_height(h, part, top) <= 0)
        return;
    scene_tag_open(pen->scene, TAG_TOC, (struct tag_facts){0});
    for (const struct entry *e = first_entry(h, part); !ends(h, e, part); e++)
        if (is_listed(h, e, part)) {
            draw_chapter(h, pen, e, top);
            top += entry_height(title_of(h, e->block));
        }
    scene_tag_close(pen->scene, TAG_TOC);
}

void part_page_draw(struct handout *h, const struct part *part) {
    struct pen pen = pen_on(h, part->opening);
    double top = ridge_top(h, part->block);
    size_t body = h->page_count - h->front_count;
    double share = (double)(part->opening - h->front_count) / (double)(body ? body : 1);
    if (part->block->id)
        scene_dest(pen.scene, part->block->id,
                   (struct point){pen.body, design_y(h->setter.form, LABEL_TOP)});
    draw_titles(&pen, part->block);
    draw_ridge(&pen, top, share);
    draw_list(h, &pen, part, top + RISE + LIST_BELOW);
}
