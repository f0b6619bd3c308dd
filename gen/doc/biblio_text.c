/* A record as running text, by the pattern of its kind. */
#include <string.h>

#include "base/text.h"
#include "doc/biblio.h"

static const struct {
    const char *name;
    enum biblio_field field;
} NAMES[] = {
    {"authors", FIELD_AUTHORS},   {"editors", FIELD_EDITORS},
    {"title", FIELD_TITLE},       {"container", FIELD_CONTAINER},
    {"place", FIELD_PLACE},       {"publisher", FIELD_PUBLISHER},
    {"year", FIELD_YEAR},         {"date", FIELD_DATE},
    {"edition", FIELD_EDITION},   {"volume", FIELD_VOLUME},
    {"issue", FIELD_ISSUE},       {"pages", FIELD_PAGES},
    {"number", FIELD_NUMBER},     {"doi", FIELD_DOI},
    {"isbn", FIELD_ISBN},         {"url", FIELD_URL},
    {"accessed", FIELD_ACCESSED},
};

struct writing {
    struct reader *r;
    const struct record *w;
    const struct biblio_style *style;
    bool gb; /* the document is in Chinese */
    struct inline_ *first, **end;
    struct bytes plain;  /* words that wait to become a piece */
    struct bytes so_far; /* everything */
};

static const char *said(const struct writing *g, enum biblio_field field) {
    struct arena *a = g->r->arena;
    const struct record *w = g->w;
    const char *text = w->at[field];
    switch (field) {
    case FIELD_AUTHORS:
        return g->style->names(a, w, w->authors);
    case FIELD_EDITORS:
        return g->style->names(a, w, w->editors);
    case FIELD_DATE:
    case FIELD_ACCESSED:
        return text ? g->style->date(a, text) : NULL;
    case FIELD_PAGES:
        return text ? g->style->pages(a, text) : NULL;
    case FIELD_EDITION:
        return text ? g->style->edition(a, w) : NULL;
    default:
        return text;
    }
}

/* ── Pieces ── */

static struct inline_ *piece(struct writing *g, const char *text) {
    struct inline_ *in = inline_new(g->r, INLINE_TEXT, text, g->w->span);
    *g->end = in;
    g->end = &in->next;
    return in;
}

static void flush(struct writing *g) {
    if (g->plain.n)
        piece(g, arena_strndup(g->r->arena, g->plain.at, g->plain.n));
    g->plain.n = 0;
}

static bool ends_with(const struct writing *g, const char *end) {
    size_t n = strlen(end);
    return g->so_far.n >= n && !memcmp(g->so_far.at + g->so_far.n - n, end, n);
}

/* What is left out must not leave marks that meet: no stop after a stop or a question, no comma
 * after one inside quotation marks, no blank twice. */
static bool is_owed(const struct writing *g, char c) {
    bool stopped = ends_with(g, "?") || ends_with(g, "!");
    if (c == '.')
        return !ends_with(g, ".") && !ends_with(g, ".”") && !stopped;
    if (c == ',')
        return !ends_with(g, ",") && !ends_with(g, ",”") && !stopped;
    return c != ' ' || !ends_with(g, " ");
}

static void put_mark(struct writing *g, char c) {
    if ((c == ',' || c == '.') && ends_with(g, " ") && g->plain.n)
        g->plain.n--, g->so_far.n--;
    if (!is_owed(g, c))
        return;
    bytes_add(&g->plain, &c, 1);
    bytes_add(&g->so_far, &c, 1);
}

static const char *doi_uri(struct arena *a, const char *doi) {
    return uri_encoded(a, arena_printf(a, "https://doi.org/%s", doi));
}

static void put_field(struct writing *g, enum biblio_field field, bool italic) {
    struct arena *a = g->r->arena;
    const char *text = said(g, field);
    bytes_puts(&g->so_far, text);
    bool link = field == FIELD_URL || field == FIELD_DOI;
    bool chinese = !g->gb && text_has_han(text); /* in an English document */
    if (!link && !italic && !chinese) {
        bytes_puts(&g->plain, text);
        return;
    }
    flush(g);
    struct inline_ *in = piece(g, text);
    in->emphasis = italic && !text_has_han(text);
    in->language = chinese ? "zh-Hans" : NULL;
    if (!link)
        return;
    in->uri = field == FIELD_DOI ? doi_uri(a, text) : uri_encoded(a, text);
    in->describe = g->w->at[FIELD_TITLE] ? g->w->at[FIELD_TITLE] : text;
}

/* ── Patterns ── */

/* "{*title}": its field, and the sign before it; the end of it in `after`. */
static enum biblio_field field_at(const char *at, char *sign, const char **after) {
    *sign = strchr("*?!", at[1]) ? at[1] : 0;
    const char *name = at + 1 + (*sign != 0);
    size_t n = strcspn(name, "}");
    *after = name + n + 1;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strlen(NAMES[i].name) == n && !strncmp(NAMES[i].name, name, n))
            return NAMES[i].field;
    return BIBLIO_FIELDS;
}

static bool is_wanted(const struct writing *g, const char *from, const char *to) {
    for (const char *at = from; at < to;) {
        if (*at != '{') {
            at++;
            continue;
        }
        char sign;
        enum biblio_field field = field_at(at, &sign, &at);
        if ((said(g, field) != NULL) == (sign == '!'))
            return false;
    }
    return true;
}

static void put_part(struct writing *g, const char *from, const char *to) {
    for (const char *at = from; at < to;) {
        if (*at != '{') {
            put_mark(g, *at++);
            continue;
        }
        char sign;
        enum biblio_field field = field_at(at, &sign, &at);
        if (sign != '?' && sign != '!' && said(g, field))
            put_field(g, field, sign == '*');
    }
}

static void put_pattern(struct writing *g, const char *pattern) {
    for (const char *at = pattern; *at;) {
        const char *open = *at == '<' ? at + 1 : at;
        const char *close = open + strcspn(open, *at == '<' ? ">" : "<");
        if (*at != '<' || is_wanted(g, open, close))
            put_part(g, open, close);
        at = *at == '<' && *close ? close + 1 : close;
    }
    flush(g);
}

static const char *pattern_of(struct reader *r, const struct biblio_style *style,
                              const struct record *w) {
    const char *names[16];
    size_t n = 0;
    for (const struct biblio_row *row = style->rows; row->type; row++) {
        if (!strcmp(row->type, w->type))
            return row->pattern;
        names[n++] = row->type;
    }
    diag_report(r->diag, DIAG_BAD_ATTRIBUTE, w->span, w->type,
                "article, book, inproceedings, thesis, report, standard, document or online",
                nearest_name(w->type, names, n));
    return style->rows[0].pattern;
}

static void check_record(struct reader *r, const struct record *w) {
    if (!w->at[FIELD_TITLE])
        diag_report(r->diag, DIAG_WORK_LACKS, w->span, "a title", "a <title>", NULL);
    if (!strcmp(w->type, "online") && !w->at[FIELD_URL] && !w->at[FIELD_DOI])
        diag_report(r->diag, DIAG_WORK_LACKS, w->span, "an address", "a <link xlink:href=\"…\">",
                    NULL);
}

const struct inline_ *record_text(struct reader *r, const struct record *w) {
    bool gb = language_is_chinese(r->language);
    struct writing g = {.r = r, .w = w, .gb = gb, .style = gb ? &biblio_gb : &biblio_ieee};
    g.plain.arena = g.so_far.arena = r->arena;
    g.end = &g.first;
    check_record(r, w);
    put_pattern(&g, pattern_of(r, g.style, w));
    for (struct inline_ *in = g.first; in && gb && !w->chinese; in = in->next)
        in->language = "en";
    return g.first;
}
