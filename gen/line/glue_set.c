/* The characters that rules of glue ask for: one row a rule. */
#include <string.h>

#include "base/text.h"
#include "line/glue_view.h"

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

const struct mark_row *glue_mark_row(unsigned mask) {
    for (unsigned row = 0; row < MARK_ROWS; row++)
        if (mask >> row & 1)
            return &MARKS[row];
    return NULL;
}

/* All characters of all rules, by code: made once for a text. */
enum { SLOTS_OF_CODES = 512 };

struct codes {
    struct code_sets {
        uint32_t code;
        unsigned mask;
    } at[SLOTS_OF_CODES];
};

/* Its slot, or the free one where it would stand. */
static struct code_sets *slot_of(struct codes *c, uint32_t code) {
    uint32_t i = code * 2654435761u >> 23;
    while (c->at[i].code && c->at[i].code != code)
        i = (i + 1) % SLOTS_OF_CODES;
    return &c->at[i];
}

static void codes_read(struct codes *c) {
    for (unsigned bit = 0; bit < SETS; bit++) {
        const char *set = bit < MARK_ROWS ? MARKS[bit].characters : SET_OF[bit];
        for (size_t left = strlen(set), length; left; left -= length, set += length) {
            uint32_t code = text_decode(set, left, &length);
            struct code_sets *slot = slot_of(c, code);
            slot->code = code;
            slot->mask |= 1u << bit;
        }
    }
}

void glue_masks(struct view *v) {
    struct codes codes = {0};
    bool read = false;
    for (size_t i = 0; i < v->n; i++) {
        if (is_space(v, i) || is_letter(v, i) || is_digit(v, i) || !cluster(v, i)->code)
            continue;
        if (!read)
            codes_read(&codes);
        read = true;
        v->masks[i] = slot_of(&codes, cluster(v, i)->code)->mask;
    }
}
