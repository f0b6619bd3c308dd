/* What belongs together: a number and its unit, its sign, its range, its label; names of things. */
#include <string.h>

#include "base/quantity.h"
#include "line/glue_view.h"

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

/* The last character of a number, raised ones included: "10⁹". */
static bool ends_number(const struct view *v, size_t i) {
    uint32_t code = cluster(v, i)->code;
    bool raised =
        (code >= 0x2070 && code <= 0x2079) || code == 0xB2 || code == 0xB3 || code == 0xB9;
    return (raised || is_digit(v, i)) && !is_digit(v, i + 1);
}

static void tie_after_number(struct view *v, size_t i) {
    size_t next = skip_space(v, i + 1);
    if (next >= v->n)
        return;
    size_t end = is_han(v, next) ? glue_measure_end(v, next) : unit_at(v, next);
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

/* A formula counts as a number does: "b 条". */
static void tie_after_box(struct view *v, size_t i) {
    size_t next = skip_space(v, i + 1);
    size_t end = next < v->n && is_han(v, next) ? glue_measure_end(v, next) : next;
    if (end == next)
        return;
    tie(v, i + 1, next);
    tie_all(v, next, end);
}

/* ── Between two numbers ── */

/* Past digits, points and the narrow spaces between thousands; `step` is +1 or −1. */
static size_t past_number(const struct view *v, size_t i, size_t step) {
    while (i < v->n &&
           (is_digit(v, i) || cluster(v, i)->code == '.' || cluster(v, i)->code == 0x202F))
        i += step; /* below 0 wraps around to a large number */
    return i;
}

static bool is_times(const struct view *v, size_t i) {
    return i < v->n && cluster(v, i)->code == 0xD7;
}

static size_t beside(const struct view *v, size_t i, size_t step) {
    return i < v->n && is_space(v, i) ? i + step : i;
}

/* "2048 × 8192" is the shape of one thing; a product of more numbers may be broken. */
static void tie_shape(struct view *v, size_t i) {
    size_t before = beside(v, i - 1, (size_t)-1), after = beside(v, i + 1, 1);
    if (i == 0 || before >= v->n || after >= v->n || !is_digit(v, before) || !is_digit(v, after))
        return;
    size_t from = past_number(v, before, (size_t)-1), to = past_number(v, after, 1);
    if (is_times(v, beside(v, from, (size_t)-1)) || is_times(v, beside(v, to, 1)))
        return;
    tie_all(v, before, after + 1);
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

/* The first name that begins with this byte or a later one. */
static size_t names_from(const struct paragraph_request *r, unsigned char first) {
    size_t low = 0, high = r->name_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((unsigned char)*r->names[middle] < first)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The longest of the names that stands here keeps its clusters together. */
static void tie_name(struct view *v, size_t i) {
    const struct paragraph_request *r = v->request;
    const char *at = text_at(v, i);
    size_t longest = 0, to = i;
    for (size_t n = names_from(r, (unsigned char)*at); n < r->name_count && *r->names[n] == *at;
         n++) {
        size_t length = name_length(at, r->names[n]);
        longest = length > longest ? length : longest;
    }
    while (longest && to < v->n && text_at(v, to) < at + longest)
        to++;
    tie_all(v, i, to);
}

static void tie_names(struct view *v) {
    bool begins[256] = {false};
    for (size_t i = 0; i < v->request->name_count; i++)
        begins[(unsigned char)*v->request->names[i]] = true;
    for (size_t i = 0; i < v->n; i++)
        if (begins[(unsigned char)*text_at(v, i)] && (i == 0 || ends_word(text_at(v, i) - 1)))
            tie_name(v, i);
}

void glue_ties(struct view *v) {
    for (size_t i = 0; i + 1 < v->n; i++) {
        if (is_code(v, i))
            continue;
        if (v->masks[i] || is_letter(v, i))
            tie_before_number(v, i);
        if (is_times(v, i))
            tie_shape(v, i);
        if (ends_number(v, i))
            tie_after_number(v, i);
        else if (v->boxes[cluster(v, i)->piece] && !is_note(v, i))
            tie_after_box(v, i);
    }
    if (v->request->name_count)
        tie_names(v);
}
