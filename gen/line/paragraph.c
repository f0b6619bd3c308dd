#include "line/paragraph.h"

#include "base/quantity.h"
#include "base/text.h"
#include "line/setting.h"

/* Beyond this growth of every boundary, in ems, a line is loose, and torn (targets 6.4). */
static const double LOOSE_EMS = 0.12, TORN_EMS = 0.25, TOLERANCE = 0.001;
enum { SHOWN_BYTES = 40 };

/* ── Faults ── */

static void report(const struct setting *s, struct diag *d, enum diag_kind id, double amount) {
    diag_report(d, id, s->request->where,
                quantity_format(s->arena, quantity_exact(amount, UNIT_NONE),
                                (struct number_format){.digits = 2}),
                "words that can be broken, or a wider column", NULL);
}

static bool is_torn(const struct setting *s, size_t at) {
    return at < s->n && s->atoms[at].before == BREAK_ANYWHERE;
}

/* A word that was broken as a last resort, as much of it as can be shown. */
static void report_broken(const struct setting *s, struct diag *d, size_t at) {
    const struct cluster *c = s->shaped->clusters;
    size_t from = at, to = at;
    while (from > 0 && s->atoms[from].before != BREAK_ALLOWED && !s->atoms[from - 1].blank)
        from--;
    while (to < s->n && !s->atoms[to].blank && c[to].at + c[to].bytes - c[from].at < SHOWN_BYTES)
        to++;
    to = to > from ? to : from + 1;
    diag_report(d, DIAG_WORD_BROKEN, s->request->where,
                arena_strndup(s->arena, s->shaped->text + c[from].at,
                              c[to - 1].at + c[to - 1].bytes - c[from].at),
                "words that can be broken, or a wider column", NULL);
}

static void count_faults(const struct setting *s, struct diag *d, struct paragraph *p,
                         const struct line *line, bool first) {
    double over = line->width - setting_room(s, first);
    if (over > 0.05) {
        p->overfull++;
        report(s, d, DIAG_LINE_OVERFULL, over);
    }
    if (line->boundary <= LOOSE_EMS + TOLERANCE)
        return;
    p->loose++;
    report(s, d, line->boundary > TORN_EMS ? DIAG_LINE_TORN : DIAG_LINE_LOOSE, line->boundary);
}

/* ── Setting ── */

static bool has_marks(const struct paragraph_request *r) {
    for (const struct inline_ *in = r->text; in; in = in->next)
        if ((in->kind != INLINE_TEXT && in->kind != INLINE_BREAK && in->kind != INLINE_LIMIT &&
             in->kind != INLINE_MARK) ||
            in->dest || in->uri || in->language)
            return true;
    return r->label_width > 0;
}

static bool has_dots(const struct paragraph_request *r) {
    for (const struct inline_ *in = r->text; in; in = in->next)
        if (paragraph_dots(r, in))
            return true;
    return false;
}

static struct setting prepare(struct arena *a, const struct paragraph_request *request) {
    struct setting s = {.arena = a,
                        .scratch = arena_new(),
                        .request = request,
                        .size = request->style->text.size,
                        .chinese = language_is_chinese(request->language)};
    setting_shape(&s);
    setting_sum(&s);
    return s;
}

const struct paragraph *paragraph_set(struct arena *a, struct diag *d,
                                      const struct paragraph_request *request) {
    struct setting s = prepare(a, request);
    text_report_missing(d, request->where, s.shaped);
    struct paragraph *p = ARENA_NEW(a, struct paragraph);
    setting_resort(&s);
    size_t *ends = setting_fit(&s, &p->line_count);
    struct line *lines = ARENA_ARRAY(a, struct line, p->line_count + 1);
    for (size_t i = 0; i < p->line_count; i++) {
        bool last = ends[i + 1] == s.n || s.atoms[ends[i + 1]].before == BREAK_FORCED;
        lines[i] = setting_line(&s, ends[i], ends[i + 1], i == 0, last);
        count_faults(&s, d, p, &lines[i], i == 0);
        if (is_torn(&s, ends[i + 1]) && !is_torn(&s, ends[i]))
            report_broken(&s, d, ends[i + 1]);
    }
    setting_heights(&s, lines, p->line_count);
    p->shaped = s.shaped;
    p->inline_of = s.inline_of;
    p->dots = has_dots(request);
    p->lines = lines;
    p->hyphen = s.hyphen;
    p->style = request->style;
    p->language = request->language;
    p->spans = has_marks(request);
    arena_drop(s.scratch);
    return p;
}

const struct paragraph *paragraph_single(struct arena *a, const struct paragraph_request *request) {
    struct style style = *request->style;
    struct paragraph_request wide = *request;
    style.align = ALIGN_START;
    wide.style = arena_memdup(a, &style, sizeof style);
    wide.measure = 1e6;
    wide.hyphenator = NULL;
    struct setting s = prepare(a, arena_memdup(a, &wide, sizeof wide));
    struct paragraph *p = ARENA_NEW(a, struct paragraph);
    struct line *line = ARENA_NEW(a, struct line);
    *line = setting_line(&s, 0, s.n, true, true);
    p->shaped = s.shaped;
    p->inline_of = s.inline_of;
    p->dots = has_dots(request);
    p->lines = line;
    p->line_count = 1;
    p->hyphen = s.hyphen;
    p->style = wide.style;
    p->language = request->language;
    p->spans = has_marks(request);
    arena_drop(s.scratch);
    return p;
}

double paragraph_width(const struct paragraph *p) {
    double width = 0;
    for (size_t i = 0; i < p->line_count; i++)
        if (p->lines[i].x + p->lines[i].width > width)
            width = p->lines[i].x + p->lines[i].width;
    return width;
}
