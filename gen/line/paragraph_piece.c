/* From inlines to shaped text: the character style of each, and what stands for things that are no
 * text. */
#include <string.h>

#include "base/text.h"
#include "line/note_mark.h"
#include "line/setting.h"

static const double SCRIPT_SIZE = 0.72, SCRIPT_RISE = 0.32, SCRIPT_DROP = 0.16, CODE_SIZE = 0.92;
/* A script on a script: small still, but no smaller. */
static const double SCRIPT_SIZE_LEAST = 0.58;
static const double SERIF_IN_HAN = 1.03;
/* Lines must stand this far apart, in ems, for the dots of emphasis between them. */
static const double DOTS_PITCH = 1.5;

#define OBJECT "\uFFFC" /* stands for a box or a note; never shown */

bool paragraph_dots(const struct paragraph_request *r, const struct inline_ *in) {
    return in->emphasis && !in->code &&
           language_is_chinese(in->language ? in->language : r->language) &&
           r->style->pitch >= DOTS_PITCH * r->style->text.size;
}

/* Scripts within scripts: the digits of `script` in base 3, outermost first, +1 up, −1 down. */
static void set_script(struct text_style *s, int script) {
    double size = s->size, share = 1;
    for (int rest = script; rest;) {
        int digit = (rest % 3 + 4) % 3 - 1;
        s->rise += (digit > 0 ? SCRIPT_RISE : -SCRIPT_DROP) * size * share;
        share = share < 1 ? SCRIPT_SIZE_LEAST : SCRIPT_SIZE;
        rest = (rest - digit) / 3;
    }
    s->size = size * share;
}

static void set_strong(struct text_style *s) {
    s->family = FAMILY_SANS;
    s->weight = WEIGHT_SEMIBOLD;
    s->latin_scale = 0;
}

static void set_code(struct text_style *s) {
    s->family = FAMILY_MONO;
    s->size *= CODE_SIZE;
    s->latin_scale = 0;
}

static struct text_style inline_style(const struct paragraph_request *r, const struct inline_ *in) {
    struct text_style s = r->style->text;
    s.language = in->language ? in->language : r->language;
    if (s.family == FAMILY_SERIF && language_is_chinese(r->language))
        s.latin_scale = SERIF_IN_HAN;
    bool crowded = in->emphasis && language_is_chinese(s.language) && !paragraph_dots(r, in);
    if (in->strong || (crowded && !in->code))
        set_strong(&s);
    if (in->emphasis)
        s.italic = !s.italic; /* within a slanted style, upright is what stands out */
    if (in->code)
        set_code(&s);
    if (in->script)
        set_script(&s, in->script);
    if (in->quiet)
        s.ink = INK_INK2;
    if (in->ink != INK_NONE)
        s.ink = in->ink;
    return s;
}

static const char *page_text(const struct paragraph_request *r, const struct inline_ *in) {
    const char *folio = r->folio && in->dest ? r->folio(r->folios, in->dest) : NULL;
    return folio ? folio : in->text ? in->text : "00"; /* as wide as most, until pages are known */
}

static const char *inline_text(const struct paragraph_request *r, const struct inline_ *in) {
    switch (in->kind) {
    case INLINE_LIMIT:
        return "\u00A0"; /* its glyph is drawn over it */
    case INLINE_BREAK:
        return "\n";
    case INLINE_NOTE:
    case INLINE_BOX:
        return OBJECT;
    case INLINE_PAGE:
        return page_text(r, in);
    case INLINE_MARK:
        return "";
    default:
        return in->text ? in->text : "";
    }
}

static const struct box *inline_box(struct setting *s, const struct inline_ *in,
                                    const struct text_style *around) {
    if (in->kind == INLINE_NOTE)
        return note_box(s->arena, s->request, in);
    if (in->kind != INLINE_BOX || !in->thing)
        return NULL;
    return in->thing->set(s->arena, s->request->fonts, in->thing, around);
}

static void shape_pieces(struct setting *s) {
    for (const struct inline_ *in = s->request->text; in; in = in->next)
        s->pieces++;
    struct piece *pieces = ARENA_ARRAY(s->scratch, struct piece, s->pieces + 1);
    const struct inline_ **inlines = ARENA_ARRAY(s->arena, const struct inline_ *, s->pieces + 1);
    const struct box **boxes = ARENA_ARRAY(s->scratch, const struct box *, s->pieces + 1);
    size_t i = 0;
    for (const struct inline_ *in = s->request->text; in; in = in->next, i++) {
        pieces[i] = (struct piece){inline_text(s->request, in), inline_style(s->request, in)};
        inlines[i] = in;
        boxes[i] = inline_box(s, in, &pieces[i].style);
    }
    s->shaped = text_shape(s->request->fonts, s->arena, pieces, s->pieces);
    s->inline_of = inlines;
    s->boxes = boxes;
    s->n = s->shaped->cluster_count;
}

/* A hyphen that the reader of the text gets as a soft one, so that words come back whole. */
static const struct shaped *shape_hyphen(struct setting *s) {
    struct text_style style = s->request->style->text;
    style.language = s->request->language;
    struct piece piece = {"-", style};
    struct shaped *h = arena_memdup(s->arena, text_shape(s->request->fonts, s->arena, &piece, 1),
                                    sizeof(struct shaped));
    if (!h->cluster_count)
        return h;
    struct cluster *c = arena_memdup(s->arena, h->clusters, sizeof *c);
    h->text = "\u00AD";
    h->bytes = c->bytes = 2;
    h->clusters = c;
    return h;
}

static bool may_hyphenate(const struct setting *s) {
    for (size_t i = 0; i < s->n; i++)
        if (s->atoms[i].before == BREAK_HYPHEN)
            return true;
    return false;
}

void setting_shape(struct setting *s) {
    shape_pieces(s);
    s->atoms = glue_make(s->scratch, s->request, s->shaped, s->inline_of, s->boxes);
    if (may_hyphenate(s))
        s->hyphen = shape_hyphen(s);
}
