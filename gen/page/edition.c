/* The mark of an edition other than the student's, in the head of every page: a teacher's page must
 * never look like a student's. */
#include <string.h>

#include "page/handout.h"

/* Beside the folio, from which it keeps as far as a folio of four figures takes; in em. */
static const double PAD = 0.7, FOLIO_ROOM = 3;

static const char *edition_word(const struct setter *s) {
    const char *edition = s->request->edition;
    if (!edition || !strcmp(edition, "student"))
        return NULL;
    return say(s->request->strings, arena_printf(s->arena, "edition.%s", edition));
}

double edition_width(struct setter *s) {
    const char *word = edition_word(s);
    const struct style *style = setter_style(s, NULL, "edition");
    return word ? text_width(s->request->fonts, word, style->text) +
                      (2 * PAD + FOLIO_ROOM) * style->text.size
                : 0;
}

void edition_draw(struct handout *h, size_t page) {
    struct setter *s = &h->setter;
    const char *word = edition_word(s);
    if (!word)
        return;
    struct pen pen = pen_on(h, page);
    const struct form *f = s->form;
    const struct style *style = setter_style(s, NULL, "edition");
    double apart = FOLIO_ROOM * style->text.size, width = edition_width(s) - apart;
    double outer = form_outer(f, page + 1);
    double x = page_is_even(h, page) ? outer + apart : outer - apart - width;
    double y = head_baseline(s, setter_style(s, NULL, "folio"));
    struct rect band = {x, y - style_baseline(style, s->language), width, style->pitch};
    pen_pagination_open(&pen, ARTIFACT_HEADER);
    scene_rect(pen.scene, band, INK_BANDWIDTH, stroke_none);
    pen_label(&pen, style, (struct point){x + PAD * style->text.size, y}, ANCHOR_START, word);
    pen_artifact_close(&pen);
}
