/* A page that ends some lines early, since what comes next is kept whole: the lines go one each to
 * where there is white anyway, so that facing pages end together and all stays on the grid. */
#include <math.h>

#include "page/page_fill.h"

static const double APART = 8; /* least room before what is neither heading nor float */
/* With more to give out, a page had rather end early; so much may stay at its foot. */
enum { LINES_MOST = 5, LEFT_MOST = 1 };

enum site { SITE_HEADING, SITE_FLOAT, SITE_BLOCK, SITES };

static bool is_site(const struct flow_item *before, const struct flow_item *item, enum site site) {
    const struct strip *s = &item->strip;
    if (before->strip.keep || s->row_before)
        return false;
    switch (site) {
    case SITE_HEADING:
        return s->heading;
    case SITE_FLOAT:
        return !s->heading && (s->floats || before->strip.floats);
    default:
        return !s->heading && !s->floats && !before->strip.floats && s->keep && s->before >= APART;
    }
}

static size_t count_sites(const struct page_items *p, enum site site) {
    size_t n = 0;
    for (size_t i = 1; i < p->count; i++)
        n += is_site(p->at[i - 1], p->at[i], site);
    return n;
}

/* Blocks of one kind, questions or terms, stand at even distances: all of them get a line, or none
 * does. */
static size_t classes_of(const struct page_items *p, size_t lines) {
    size_t apart = count_sites(p, SITE_HEADING) + count_sites(p, SITE_FLOAT);
    size_t blocks = count_sites(p, SITE_BLOCK);
    bool all = apart < lines && blocks <= lines - apart;
    return apart + (all ? blocks : 0) + LEFT_MOST < lines ? 0 : all ? SITES : SITE_BLOCK;
}

static void lower_from(const struct page_items *p, size_t first, double by) {
    for (size_t i = first; i < p->count; i++)
        p->at[i]->y += by;
}

double page_spread(const struct page_items *p, double pitch, double room) {
    size_t lines = pitch > 0 ? (size_t)floor(room / pitch + 0.01) : 0, given = 0;
    if (!lines || lines > LINES_MOST)
        return 0;
    size_t classes = classes_of(p, lines);
    for (size_t site = 0; site < classes; site++)
        for (size_t i = 1; i < p->count && given < lines; i++)
            if (is_site(p->at[i - 1], p->at[i], (enum site)site)) {
                lower_from(p, i, pitch);
                given++;
            }
    return (double)given * pitch;
}
