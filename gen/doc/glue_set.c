/* The characters that rules of glue ask for: one row a rule. */
#include <string.h>

#include "doc/glue_view.h"

static const struct mark_row MARKS[MARK_ROWS] = {
    {"，、；：", MARK_PAUSE, SHRINK_PAUSE},
    {"。？！．", MARK_STOP, SHRINK_STOP},
    {"）》〉」』】〕〗”’］｝", MARK_CLOSING, SHRINK_BRACKET},
    {"（《〈「『【〔〖“‘［｛", MARK_OPENING, SHRINK_BRACKET},
    {"·", MARK_CENTRED, SHRINK_DOT},
};

/* Prohibited at the start and at the end of a line: targets 4.1, strict, and 4.2. */
static const char *const SET_OF[SETS] = {
    [SET_NOT_FIRST] = "、，。．：；！？‼⁇⁈⁉）〕】〗》〉」』］｝”’·・～–—…‥％%‰℃°′″々〻ゝゞヽヾー/／"
                      ",.:;!?)]}»",
    [SET_NOT_LAST] = "（〔【〖《〈「『［｛“‘([{«¥￥$€£№/／",
    [SET_DOUBLED] = "…—",
    [SET_RIGID] = "…—～–／/",
    [SET_EXCITED] = "？！",
    [SET_NO_GAP_BEFORE] = "%％‰℃°′″",
    [SET_BEFORE_NUMBER] = "第图表式问题例答录骤",
    [SET_LABEL_HEAD] = "公问附步算",
    [SET_AFTER_NUMBER] = "章节页图表式问题条款倍万亿%％‰℃°′″×",
    [SET_SIGN] = "#+-−±∓≈~∼≤≥<>=×≪≫",
    [SET_SIGN_APART] = "−±∓≈≤≥",
    [SET_RANGE] = "–～~－—-",
    [SET_CHANCE] = "/.-_?&=,",
};

static bool holds(const char *set, const char *character, size_t bytes) {
    for (const char *at = strchr(set, character[0]); at; at = strchr(at + 1, character[0]))
        if (!strncmp(at, character, bytes))
            return true;
    return false;
}

static unsigned mask_of(const char *character, size_t bytes) {
    unsigned mask = 0;
    for (unsigned bit = 0; bytes && character[0] && bit < SETS; bit++)
        if (holds(bit < MARK_ROWS ? MARKS[bit].characters : SET_OF[bit], character, bytes))
            mask |= 1u << bit;
    return mask;
}

const struct mark_row *glue_mark_row(unsigned mask) {
    for (unsigned row = 0; row < MARK_ROWS; row++)
        if (mask >> row & 1)
            return &MARKS[row];
    return NULL;
}

/* Most ideographs are in no set; the same ones come again and again. */
enum { CACHE = 256 };
struct seen {
    uint32_t code;
    unsigned mask;
};

void glue_masks(struct view *v) {
    struct seen seen[CACHE] = {{0}};
    for (size_t i = 0; i < v->n; i++) {
        uint32_t code = cluster(v, i)->code;
        struct seen *slot = &seen[code % CACHE];
        if (is_space(v, i) || is_letter(v, i) || is_digit(v, i))
            continue;
        if (slot->code != code)
            *slot = (struct seen){code, mask_of(text_at(v, i), cluster(v, i)->bytes)};
        v->masks[i] = slot->mask;
    }
}
