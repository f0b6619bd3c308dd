/* Soft breaks inside English words: lower-case letters only, so names and acronyms stay whole. */
#include "base/text.h"
#include "line/glue_view.h"
#include "line/hyphenate.h"

enum { LATIN_WORD = 7, LATIN_WORD_IN_HAN = 8, LONGEST_WORD = 60 };

struct letters {
    char letters[LONGEST_WORD + 1];
    size_t owner[LONGEST_WORD + 1]; /* the cluster of each letter */
    size_t n;
    bool usable;
};

static bool is_plain(const struct view *v, size_t i) {
    const struct inline_ *in = inline_at(v, i);
    return in->kind == INLINE_TEXT && !in->code && !in->tight && !in->uri && !in->script;
}

/* The word that begins at *i; moves *i behind it. */
static void read_word(const struct view *v, size_t *i, struct letters *w) {
    *w = (struct letters){.usable = true};
    for (; is_letter(v, *i); ++*i) {
        w->usable = w->usable && is_plain(v, *i);
        for (size_t b = 0; b < cluster(v, *i)->bytes && w->n < LONGEST_WORD; b++) {
            char c = text_at(v, *i)[b];
            w->usable = w->usable && (c >= 'a' || w->n == 0);
            w->owner[w->n] = *i;
            w->letters[w->n++] = (char)(c | 0x20);
        }
    }
}

/* Part of something longer that is no word of the dictionary: "GPT-4", "naïve", "a.b", "x_y". */
static bool joins(const struct view *v, size_t i, size_t beyond) {
    if (i >= v->n)
        return false;
    uint32_t c = cluster(v, i)->code;
    bool accented = c >= 0xC0 && c < 0x2000;
    bool dot = c == '.' && (is_letter(v, beyond) || is_digit(v, beyond));
    return is_digit(v, i) || accented || dot || c == '-' || c == '_' || c == '/' || c == '@';
}

static bool stands_alone(const struct view *v, size_t from, size_t to) {
    return !(from > 0 && joins(v, from - 1, from - 2)) && !joins(v, to, to + 1);
}

void glue_hyphens(struct view *v) {
    bool chinese = language_is_chinese(v->request->language);
    size_t shortest = chinese ? LATIN_WORD_IN_HAN : LATIN_WORD;
    struct letters w;
    if (!v->request->hyphenator || !v->request->style->hyphenate)
        return;
    for (size_t i = 0; i < v->n; i++) {
        size_t from = i;
        if (!is_letter(v, i))
            continue;
        read_word(v, &i, &w);
        if (!w.usable || w.n < shortest || w.n >= LONGEST_WORD || !stands_alone(v, from, i))
            continue;
        bool after[LONGEST_WORD + 1];
        hyphenate_word(v->request->hyphenator, w.letters, w.n, after);
        for (size_t k = 0; k + 1 < w.n; k++)
            if (after[k] && w.owner[k + 1] != w.owner[k])
                v->atoms[w.owner[k + 1]].before = BREAK_HYPHEN;
    }
}
