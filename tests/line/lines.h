/* Counts of what no line of a paragraph may do: the rules of typographic targets 4 and 6, written
 * down a second time, over the text of the lines alone. */
#ifndef RIDGE_TESTS_LINE_LINES_H
#define RIDGE_TESTS_LINE_LINES_H

#include "line/paragraphs.h"

struct counts {
    size_t paragraphs, lines, starts, ends, split, overfull, loose, torn, needless, runts, hyphens,
        shortest, rivers, tight; /* needless: torn although what comes next had room */
};

struct edge {
    const char *text; /* of the paragraph */
    size_t before;    /* bytes [.., before) end the upper line */
    size_t after;     /* the lower line begins here */
    bool hyphen;
};

static inline bool one_of(const char *text, const char *set_) {
    for (const char *at = set_; *at;) {
        size_t n = 1;
        while (((unsigned char)at[n] & 0xC0) == 0x80)
            n++;
        if (!strncmp(text, at, n))
            return true;
        at += n;
    }
    return false;
}

static inline const char *last_of(const struct edge *e) {
    size_t at = e->before;
    while (at > 0 && ((unsigned char)e->text[--at] & 0xC0) == 0x80)
        ;
    return e->text + at;
}

static inline bool digit(char c) {
    return c >= '0' && c <= '9';
}

static inline bool letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Is the edge inside a run without spaces that is an address? */
static inline bool in_address(const struct edge *e) {
    size_t from = e->before;
    while (from > 0 && (unsigned char)e->text[from - 1] > ' ' &&
           (unsigned char)e->text[from - 1] < 0x80)
        from--;
    size_t n = strcspn(e->text + from, " ");
    const char *at = strstr(e->text + from, "://");
    return at && at < e->text + from + n;
}

static inline bool bad_start(const struct edge *e) {
    static const char *const never =
        "、，。．：；！？‼⁇⁈⁉）〕】〗》〉」』］｝”’·～–—…％%‰℃°′″々ゝ,.:;!?)]}";
    return one_of(e->text + e->after, never);
}

static inline bool bad_end(const struct edge *e) {
    static const char *const never = "（〔【〖《〈「『［｛“‘([{¥￥$€№／①②③④⑤⑥⑦⑧⑨⑩";
    return one_of(last_of(e), never) || (*last_of(e) == '/' && !in_address(e));
}

static inline bool unit_follows(const char *text) {
    static const char *const units[] = {"GB",   "GiB",   "TB",    "MB",  "MWh",  "kWh",
                                        "W",    "ms",    "s",     "bit", "byte", "bytes",
                                        "FLOP", "TFLOP", "token", "GPU"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        size_t n = strlen(units[i]);
        if (!strncmp(text, units[i], n) && !letter(text[n]))
            return true;
    }
    return !strncmp(text, "小时", strlen("小时")) || one_of(text, "章节万亿%％°℃");
}

/* A number from its unit, its sign, its label, its other half; a word, a name in two. */
static inline bool splits(const struct edge *e) {
    const char *last = last_of(e), *next = e->text + e->after;
    bool joined = e->before == e->after;
    if (joined && in_address(e))
        return false;
    if (digit(*last) && unit_follows(next))
        return true;
    if (digit(*last) && digit(*next) && strspn(next, "0123456789") == 3)
        return true;
    if (one_of(last, "第图") && digit(*next))
        return true;
    if (joined && one_of(last, "+-−±≈–～.,") && digit(*next))
        return true;
    if (one_of(last, "±") || (digit(*last) && one_of(next, "±")))
        return true;
    if (joined && (letter(*last) || digit(*last)) && (letter(*next) || digit(*next)))
        return !e->hyphen;
    return !strncmp(e->text + e->before - 3, "RTX", 3) && digit(*next);
}

/* One that the author typed, after a word and not between two numbers. */
static inline bool ends_in_hyphen(const struct edge *e) {
    const char *last = last_of(e);
    if (*last != '-' || last == e->text)
        return false;
    return letter(last[-1]) || (digit(last[-1]) && !digit(e->text[e->after]));
}

static inline double last_width(const struct paragraph *p) {
    return p->lines[p->line_count - 1].width;
}

/* Word spaces that stand under each other in three lines, within a fifth of an em. */
static inline size_t rivers(const struct paragraph *p) {
    size_t count = 0;
    double xs[3][64];
    size_t n[3] = {0};
    for (size_t i = 0; i < p->line_count; i++) {
        const struct line *line = &p->lines[i];
        double x = line->x, *own = xs[i % 3];
        n[i % 3] = 0;
        for (size_t k = line->from; k < line->to; x += line->advances[k++ - line->from])
            if (p->shaped->clusters[k].flags & CLUSTER_SPACE && n[i % 3] < 64)
                own[n[i % 3]++] = x;
        for (size_t a = 0; i >= 2 && a < n[i % 3]; a++)
            for (size_t b = 0; b < n[(i + 2) % 3]; b++)
                for (size_t c = 0; c < n[(i + 1) % 3]; c++)
                    count += fabs(own[a] - xs[(i + 2) % 3][b]) < 0.2 * SIZE &&
                             fabs(own[a] - xs[(i + 1) % 3][c]) < 0.2 * SIZE;
    }
    return count;
}

static inline void count_edges(struct counts *c, const struct paragraph *p) {
    const struct cluster *k = p->shaped->clusters;
    size_t hyphens = 0;
    for (size_t i = 0; i + 1 < p->line_count; i++) {
        size_t end = p->lines[i].to - 1;
        const struct edge e = {p->shaped->text, k[end].at + k[end].bytes,
                               k[p->lines[i + 1].from].at, p->lines[i].hyphen};
        bool code = p->inline_of[k[end].piece]->code;
        if (!code) {
            c->starts += bad_start(&e);
            c->ends += bad_end(&e);
            c->split += splits(&e);
        }
        hyphens = e.hyphen || ends_in_hyphen(&e) ? hyphens + 1 : 0;
        c->hyphens += hyphens > 2;
    }
}

/* May a line end before cluster k, by these rules alone? Beside Han and at a space. */
static inline bool divisible(const struct paragraph *p, size_t k) {
    const struct cluster *c = p->shaped->clusters;
    size_t last = k - 1;
    if (c[k].flags & CLUSTER_SPACE)
        return false;
    while (last > 0 && c[last].flags & CLUSTER_SPACE)
        last--;
    const struct edge e = {p->shaped->text, c[last].at + c[last].bytes, c[k].at, false};
    bool apart = (c[k].flags | c[last].flags) & CLUSTER_HAN || last + 1 < k;
    return apart && !bad_start(&e) && !bad_end(&e) && !splits(&e);
}

/* Clusters [from, to) as they are, with a quarter of an em wherever Han meets another script. */
static inline double natural(const struct paragraph *p, size_t from, size_t to) {
    const struct cluster *c = p->shaped->clusters;
    double width = 0;
    for (size_t k = from; k < to; k++) {
        bool meet = k > from && (c[k].flags ^ c[k - 1].flags) & CLUSTER_HAN;
        width += c[k].advance + (meet ? 0.25 * SIZE : 0);
    }
    return width;
}

/* The place of the first break in the line after line i. */
static inline size_t first_piece(const struct paragraph *p, size_t i) {
    size_t to = p->lines[i + 1].from + 1;
    while (to < p->lines[i + 1].to && !divisible(p, to))
        to++;
    return to;
}

static inline double han(const struct paragraph *p, size_t from, size_t to) {
    double n = 0;
    while (from < to)
        n += (p->shaped->clusters[from++].flags & CLUSTER_HAN) != 0;
    return n;
}

/* Can line i lose the text before a cluster without being torn by that? A last line can. */
static inline bool can_spare(const struct paragraph *p, size_t i, size_t to) {
    const struct line *l = &p->lines[i];
    double grown = l->boundary * han(p, l->from, l->to) + natural(p, l->from, to) / SIZE;
    return i + 1 == p->line_count || grown <= 0.25 * han(p, to, l->to);
}

/* Would the first piece of the next line have stood at the end of line i, with an em to spare, and
 * nothing been torn in its place? */
static inline bool needless(const struct paragraph *p, size_t i, double measure) {
    if (i + 1 >= p->line_count)
        return false;
    size_t to = first_piece(p, i);
    double width = natural(p, p->lines[i].from, to);
    return width + p->lines[i].x < measure - SIZE && can_spare(p, i + 1, to);
}

static inline void show_torn(const struct paragraph *p, size_t i, double ems) {
    const struct cluster *k = p->shaped->clusters, *last = &k[p->lines[i].to - 1];
    size_t from = k[p->lines[i].from].at;
    printf("torn at %.0f em: %.*s\n", ems, (int)(last->at + last->bytes - from),
           p->shaped->text + from);
}

static inline void count_lines(struct counts *c, const struct paragraph *p,
                               const struct paragraph_request *r) {
    bool ragged = r->style->align != ALIGN_JUSTIFY;
    c->paragraphs++;
    c->lines += p->line_count;
    c->overfull += p->overfull;
    for (size_t i = 0; i < p->line_count; i++) {
        c->loose += p->lines[i].boundary > 0.1201;
        c->tight += !ragged && p->lines[i].stretch < -0.9;
        if (p->lines[i].boundary > 0.25) {
            c->torn++;
            c->needless += needless(p, i, r->measure);
            show_torn(p, i, r->measure / SIZE);
        }
        c->shortest += ragged && i + 1 < p->line_count && p->lines[i].width < 0.7 * r->measure;
    }
    if (p->line_count > 1)
        c->runts += last_width(p) < (ragged ? 0.12 * r->measure : 1.95 * SIZE);
    c->rivers += rivers(p);
    count_edges(c, p);
}

#endif
