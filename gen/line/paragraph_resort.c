/* The last resort for what is wider than the measure: ties of words give way, then words break, at
 * a capital or anywhere. */
#include "line/setting.h"

static bool is_small(uint32_t code) {
    return code >= 'a' && code <= 'z';
}

static bool is_capital(uint32_t code) {
    return code >= 'A' && code <= 'Z';
}

/* Where Unicode would break, had no rule tied what stands there: a name in a narrow cell. */
static enum break_kind untied(const struct setting *s, size_t i) {
    bool could = s->shaped->clusters[i].flags & CLUSTER_BREAK_BEFORE;
    return could && !s->atoms[i].clings ? BREAK_UNTIED : BREAK_NEVER;
}

static enum break_kind torn(const struct setting *s, size_t i) {
    const struct cluster *c = s->shaped->clusters;
    bool hump = is_small(c[i - 1].code) && is_capital(c[i].code);
    return hump ? BREAK_HUMP : BREAK_ANYWHERE;
}

/* Marks cling to what stands before them, unless there is nothing else. */
static enum break_kind anywhere(const struct setting *s, size_t i) {
    return s->atoms[i].clings ? BREAK_NEVER : torn(s, i);
}

typedef enum break_kind chooser(const struct setting *s, size_t i);

static void open_up(struct setting *s, size_t from, size_t to, chooser *choose) {
    for (size_t i = from + 1; i < to; i++)
        if (!s->atoms[i].blank)
            s->atoms[i].before = choose(s, i);
}

/* Between any two breaks there must be less than a line. */
static void open_wide(struct setting *s, chooser *choose) {
    for (size_t from = 0, to; from < s->n; from = to) {
        for (to = from + 1; to < s->n && s->atoms[to].before == BREAK_NEVER;)
            to++;
        struct extent e = setting_extent(s, from, to);
        double give = s->request->style->align == ALIGN_JUSTIFY ? e.shrink : 0;
        if (e.width - give > setting_room(s, from == 0) + 0.01)
            open_up(s, from, to, choose);
    }
}

void setting_resort(struct setting *s) {
    open_wide(s, untied);
    open_wide(s, anywhere);
    open_wide(s, torn);
}
