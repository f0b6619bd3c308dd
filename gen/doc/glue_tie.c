/* What belongs together: a number and its unit, its sign, its range, its label; names of things. */
#include <string.h>

#include "base/quantity.h"
#include "doc/glue_view.h"

static const double NARROW_SPACE = 0.2; /* between number and unit, targets 7 */
enum { LONGEST_UNIT = 24 };

/* Words after a number that are no units of the estimator. */
static const char *const UNIT_WORDS[] = {"bits", "byte",  "bytes", "nm",    "mm",    "cm",
                                         "kV",   "V",     "A",     "GPU",   "GPUs",  "cards",
                                         "card", "cores", "words", "FLOPs", "FLOPS", "TFLOPS"};
/* Words before a number that make it a reference. */
static const char *const LABELS[] = {
    "Figure",   "Fig",      "Figs", "Table", "Tables",   "Chapter", "Chapters", "Section",
    "Sections", "Equation", "Eq",   "Part",  "Appendix", "Step",    "Exercise", "Example",
    "Question", "Page",     "page", "pp",    "p",        "No",      "Vol",      "Q"};

static bool among(const char *word, size_t n, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i]) == n && !memcmp(words[i], word, n))
            return true;
    return false;
}

#define AMONG(word, n, words) among(word, n, words, sizeof(words) / sizeof *(words))

/* No break from one cluster to the next, and the space between them neither grows nor shrinks. */
static void tie(struct view *v, size_t after, size_t next) {
    no_break(v, after);
    no_break(v, next);
    if (next > after && v->atoms[after].stretch_stage == STRETCH_WORD_SPACE)
        v->atoms[after].stretch = v->atoms[after].shrink = 0;
}

static void tie_all(struct view *v, size_t from, size_t to) {
    for (size_t i = from + 1; i < to; i++)
        if (is_space(v, i) && i + 1 < to)
            tie(v, i, i + 1);
        else
            no_break(v, i);
}

static size_t skip_space(const struct view *v, size_t i) {
    return is_space(v, i) && i + 1 < v->n ? i + 1 : i;
}

static size_t bytes_between(const struct view *v, size_t from, size_t to) {
    return to > from ? cluster(v, to - 1)->at + cluster(v, to - 1)->bytes - cluster(v, from)->at
                     : 0;
}

/* ── Before a number ── */

/* Does a number begin here, perhaps in parentheses: "(2)", "（2）"? */
static bool is_number(const struct view *v, size_t i) {
    if (i >= v->n)
        return false;
    uint32_t code = cluster(v, i)->code;
    return is_digit(v, i) || ((code == '(' || code == 0xFF08) && is_digit(v, i + 1));
}

/* Where the label before the space begins; the space itself when there is none. */
static size_t label_start(const struct view *v, size_t space) {
    size_t to = space, from;
    if (to > 0 && cluster(v, to - 1)->code == '.')
        to--;
    for (from = to; from > 0 && is_letter(v, from - 1);)
        from--;
    return AMONG(text_at(v, from), bytes_between(v, from, to), LABELS) ? from : space;
}

static void tie_before_number(struct view *v, size_t i) {
    size_t next = skip_space(v, i + 1);
    bool apart = next > i + 1;
    if (in_set(v, i, SET_BEFORE_NUMBER) && is_number(v, next)) {
        tie(v, i + 1, next);
        if (i > 0 && in_set(v, i - 1, SET_LABEL_HEAD))
            no_break(v, i);
    }
    if (in_set(v, i, apart ? SET_SIGN_APART : SET_SIGN) && is_digit(v, next))
        tie(v, i + 1, next);
    if (!apart && in_set(v, i, SET_RANGE) && i > 0 && !is_space(v, i - 1) && is_digit(v, next))
        tie(v, i, next);
    size_t label = apart && is_number(v, next) ? label_start(v, i + 1) : i + 1;
    if (label <= i)
        tie_all(v, label, next + 1);
}

/* ── After a number ── */

static size_t unit_end(const struct view *v, size_t from) {
    size_t to = from;
    while (to < v->n && to < from + LONGEST_UNIT && !is_space(v, to) && !is_han(v, to) &&
           !strchr(".,;:)]", (int)(cluster(v, to)->code & 0x7F)))
        to++;
    return to;
}

/* The end of the unit that begins here, or `from` when none does. */
static size_t unit_at(const struct view *v, size_t from) {
    size_t to = unit_end(v, from), bytes = bytes_between(v, from, to);
    struct unit unit;
    double scale;
    if (!bytes)
        return from;
    bool known = AMONG(text_at(v, from), bytes, UNIT_WORDS) ||
                 unit_lookup(text_at(v, from), bytes, &unit, &scale);
    return known ? to : from;
}

/* "10 000": a space, then three digits and no more. */
static bool is_thousand(const struct view *v, size_t next) {
    return is_digit(v, next) && is_digit(v, next + 1) && is_digit(v, next + 2) &&
           !is_digit(v, next + 3);
}

/* Signs follow closely ("75%"), and °C after a thin space. */
static void set_sign_gap(struct view *v, size_t i, size_t next) {
    if (!in_set(v, next, SET_NO_GAP_BEFORE) || is_code(v, next))
        return;
    uint32_t code = cluster(v, next)->code;
    bool degrees = code == 0x2103 ||
                   (code == 0xB0 && next + 1 < v->n && (cluster(v, next + 1)->code | 0x20) == 'c');
    double gap = degrees ? NARROW_SPACE * v->request->style->text.size : 0;
    if (next > i + 1)
        v->atoms[i + 1].advance = gap;
    else
        v->atoms[i].advance += gap;
    no_break(v, next + 1 < v->n && degrees && code == 0xB0 ? next + 1 : next);
}

static void tie_after_number(struct view *v, size_t i) {
    size_t next = skip_space(v, i + 1);
    if (next >= v->n)
        return;
    size_t end = unit_at(v, next);
    if (in_set(v, next, SET_AFTER_NUMBER) && end == next)
        end = next + 1;
    if (next > i + 1 && is_thousand(v, next))
        tie(v, i + 1, next);
    if (next > i + 1 && cluster(v, next)->code == 0xB1)
        tie(v, i + 1, next);
    if (end == next)
        return;
    tie(v, i + 1, next);
    tie_all(v, next, end);
    if (next > i + 1 && v->atoms[i + 1].stretch_stage == STRETCH_WORD_SPACE)
        v->atoms[i + 1].advance = NARROW_SPACE * v->request->style->text.size;
    set_sign_gap(v, i, next);
}

/* ── Names ── */

static bool ends_word(const char *at) {
    char c = *at | 0x20;
    return !((c >= 'a' && c <= 'z') || (*at >= '0' && *at <= '9'));
}

/* The longest beginning of the name, of two words at least or the whole, that stands here; 0: none.
 */
static size_t name_length(const char *text, const char *name) {
    size_t n = 0, whole = 0, words = 0;
    for (; name[n] && text[n] == name[n]; n++)
        if ((name[n + 1] == ' ' || !name[n + 1]) && ends_word(text + n + 1) &&
            (++words > 1 || !name[n + 1]))
            whole = n + 1;
    return whole;
}

static void tie_bytes(struct view *v, size_t from, size_t to) {
    size_t low = 0, high = v->n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (cluster(v, middle)->at < from)
            low = middle + 1;
        else
            high = middle;
    }
    for (high = low; high < v->n && cluster(v, high)->at < to;)
        high++;
    tie_all(v, low, high);
}

/* Looks for the first word and the letter after it: enough to be rare. */
static void tie_name(struct view *v, const char *name) {
    const char *text = v->shaped->text;
    char head[32];
    size_t n = strcspn(name, " ") + 2;
    n = n < strlen(name) ? n : strlen(name);
    if (n >= sizeof head)
        return;
    memcpy(head, name, n);
    head[n] = '\0';
    for (const char *at = text; (at = strstr(at, head)); at++) {
        size_t length = at == text || ends_word(at - 1) ? name_length(at, name) : 0;
        if (length)
            tie_bytes(v, (size_t)(at - text), (size_t)(at - text) + length);
    }
}

void glue_ties(struct view *v) {
    for (size_t i = 0; i + 1 < v->n; i++) {
        if (is_code(v, i))
            continue;
        if (v->masks[i] || is_letter(v, i))
            tie_before_number(v, i);
        if (is_digit(v, i) && !is_digit(v, i + 1))
            tie_after_number(v, i);
    }
    for (size_t i = 0; i < v->request->name_count; i++)
        tie_name(v, v->request->names[i]);
}
