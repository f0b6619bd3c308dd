/* Derivations in the measure. */
#include "page/blocks.h"
#include "page/derivation.h"
#include "page/flow_text.h"

static const double ROOM = 9, TITLE_GAP = 1;
enum { ROWS_TOGETHER = 6 };

struct steps_title {
    const struct paragraph *word, *title;
    double gap;
};

static void draw_title(struct pen *pen, const struct strip *s, struct point at) {
    const struct steps_title *t = s->what;
    at.y += style_baseline(t->word->style, t->word->language);
    scene_tag_open(pen->scene, TAG_P, (struct tag_facts){0});
    scene_tag_open(pen->scene, TAG_SPAN, (struct tag_facts){0});
    paragraph_draw_line(pen->scene, t->word, 0, at);
    scene_tag_close(pen->scene, TAG_SPAN);
    if (t->title) {
        at.x += paragraph_width(t->word) + t->gap;
        scene_tag_open(pen->scene, TAG_SPAN, (struct tag_facts){0});
        paragraph_draw_line(pen->scene, t->title, 0, at);
        scene_tag_close(pen->scene, TAG_SPAN);
    }
    scene_tag_close(pen->scene, TAG_P);
}

static void draw_row(struct pen *pen, const struct strip *s, struct point at) {
    pen_derivation_row(pen, s->what, s->index, at);
}

static void flow_title(struct flow *f, const struct block *b, struct inset in) {
    struct setter *s = f->setter;
    const struct style *face = setter_style(s, b, "steps");
    struct steps_title *t = ARENA_NEW(s->arena, struct steps_title);
    const char *word = b->label ? b->label : say(s->request->strings, "doc.worked");
    t->word = setter_single(s, setter_style(s, b, "steps-label"), b->language,
                            inline_words(s->arena, word));
    t->title = b->title ? setter_single(s, face, b->language, b->title) : NULL;
    t->gap = TITLE_GAP * face->text.size;
    flow_strip(f, (struct strip){.before = ROOM,
                                 .height = face->pitch,
                                 .left = in.left,
                                 .keep = true,
                                 .draw = draw_title,
                                 .what = t});
}

void flow_steps(struct flow *f, const struct block *b, struct inset in) {
    const struct derivation *d = derivation_new(f->setter, b, "steps", in.measure);
    size_t n = derivation_rows(d);
    flow_dest(f, b->id);
    flow_open(f, TAG_DIV, block_facts(f, b));
    flow_title(f, b, in);
    for (size_t i = 0; i < n; i++)
        flow_strip(f,
                   (struct strip){.height = derivation_row_height(d, i),
                                  .after = i + 1 == n ? ROOM : 0,
                                  .left = in.left,
                                  .keep = i + 1 < n && (n <= ROWS_TOGETHER || i == 0 || i + 2 == n),
                                  .draw = draw_row,
                                  .what = d,
                                  .index = i});
    flow_close(f, TAG_DIV);
    f->plain_start = true;
}
