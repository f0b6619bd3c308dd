/* The last resort: what is wider than the measure breaks inside, at a capital or anywhere. */
#include "doc/setting.h"

static bool is_small(uint32_t code) {
    return code >= 'a' && code <= 'z';
}

static bool is_capital(uint32_t code) {
    return code >= 'A' && code <= 'Z';
}

/* Never before what clings to the character before it: a mark, the second half of a dash. */
static void open_up(struct setting *s, size_t from, size_t to) {
    const struct cluster *clusters = s->shaped->clusters;
    for (size_t i = from + 1; i < to; i++) {
        bool hump = is_small(clusters[i - 1].code) && is_capital(clusters[i].code);
        if (!s->atoms[i].clings && !s->atoms[i].blank)
            s->atoms[i].before = hump ? BREAK_HUMP : BREAK_ANYWHERE;
    }
}

/* One blank between tied words is part of what is measured; blanks at the ends are not. */
void setting_resort(struct setting *s) {
    for (size_t from = 0, to; from < s->n; from = to) {
        for (to = from + 1; to < s->n && s->atoms[to].before == BREAK_NEVER;)
            to++;
        struct extent e = setting_extent(s, from, to);
        double give = s->request->style->align == ALIGN_JUSTIFY ? e.shrink : 0;
        if (e.width - give > setting_room(s, from == 0) + 0.01)
            open_up(s, from, to);
    }
}
