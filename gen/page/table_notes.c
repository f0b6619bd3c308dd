/* What stands below a table: its note, and the footnotes of its cells under their letters. */
#include "doc/cals.h"
#include "page/table_layout.h"

static const double NOTE_ABOVE = 2.5, LETTER_EMS = 1.1; /* design 5; of the note's size */

static const struct paragraph *letter(struct setter *s, const struct table_plan *t, size_t i,
                                      const struct style *style) {
    struct inline_ *mark = ARENA_NEW(s->arena, struct inline_);
    mark->text = cals_letter(s->arena, i);
    mark->script = 1;
    mark->dest = t->table->notes[i]->back;
    mark->describe = say(s->request->strings, "page.footnote-back");
    mark->span = t->block->span;
    return setter_single(s, style, t->block->language, mark);
}

/* The blocks of a note in the face of notes. */
static struct flow *note_text(struct setter *s, const struct block *note, double width,
                              double *height) {
    struct block *copy = NULL, **end = &copy;
    for (const struct block *b = note->child; b; b = b->next, end = &(*end)->next) {
        *end = arena_memdup(s->arena, b, sizeof *b);
        (*end)->style = "table-note";
    }
    return cell_blocks(s, copy, width, height);
}

void table_notes_set(struct setter *s, struct table_plan *t) {
    size_t n = t->table->note_count;
    const struct style *style = setter_style(s, t->block, "table-note");
    struct table_note *notes = ARENA_ARRAY(s->arena, struct table_note, n + 1);
    t->hang = LETTER_EMS * style->text.size;
    for (size_t i = 0; i < n; i++) {
        notes[i].id = t->table->notes[i]->id;
        notes[i].mark = letter(s, t, i, style);
        notes[i].text = note_text(s, t->table->notes[i], t->width - t->hang, &notes[i].height);
    }
    t->notes = notes;
    t->note_count = n;
}

void pen_table_note(struct pen *pen, const struct table_plan *t, size_t i, struct point top) {
    const struct table_note *note = &t->notes[i];
    double baseline = top.y + style_baseline(note->mark->style, note->mark->language);
    scene_tag_open(pen->scene, TAG_NOTE, (struct tag_facts){0});
    if (note->id)
        scene_dest(pen->scene, note->id, top);
    scene_tag_open(pen->scene, TAG_LBL, (struct tag_facts){0});
    paragraph_draw_line(pen->scene, note->mark, 0, (struct point){top.x, baseline});
    scene_tag_close(pen->scene, TAG_LBL);
    pen_blocks(pen, note->text, 0, note->height, (struct point){top.x + t->hang, top.y});
    scene_tag_close(pen->scene, TAG_NOTE);
}

void pen_table_notes(struct pen *pen, const struct table_plan *t, struct point top) {
    top.y += NOTE_ABOVE;
    for (size_t i = 0; i < t->note_count; i++) {
        pen_table_note(pen, t, i, top);
        top.y += t->notes[i].height;
    }
    if (t->note)
        pen_paragraph(pen, t->note, TAG_P, top);
}
