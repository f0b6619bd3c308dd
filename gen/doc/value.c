#include "doc/value.h"

#include <string.h>

static const struct attribute_form rows[] = {
#define ATTRIBUTE(element, name, form, words) {element, name, FORM_##form, words},
#include "doc/attributes.def"
#undef ATTRIBUTE
};

struct attribute_form attribute_form(const struct element *e, const char *name) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, name) && (!*rows[i].element || !strcmp(rows[i].element, e->name)))
            return rows[i];
    return (struct attribute_form){e->name, name, FORM_ANY, ""};
}

/* ── Forms ── */

static bool is_blank(const char *text) {
    return text[strspn(text, " \t\n\r")] == '\0';
}

/* Bytes above 127 are letters here. */
static bool is_name(const char *text) {
    static const char digits[] = "0123456789.-";
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
    if (strchr(digits, *text))
        return false; /* the empty one, too */
    for (; *text; text++)
        if ((unsigned char)*text < 0x80 && !strchr(letters, *text) && !strchr(digits, *text))
            return false;
    return true;
}

static bool is_address(const char *text) {
    static const char *const schemes[] = {"https://", "http://", "mailto:"};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (!strncmp(text, schemes[i], strlen(schemes[i])))
            return text[strlen(schemes[i])] != '\0' && !strpbrk(text, " \t\n\r");
    return false;
}

static size_t digits_at(const char *text) {
    return strspn(text, "0123456789");
}

static bool is_count(const char *text) {
    return *text >= '1' && *text <= '9' && !text[digits_at(text)];
}

/* The reader of the table says what is in braces and no number. */
static bool is_columns(const char *text) {
    return is_count(text) || *text == '{';
}

/* 0 to 15: more digits than a double has say nothing. */
static bool is_digits(const char *text) {
    size_t n = digits_at(text);
    return !text[n] && (n == 1 || (n == 2 && text[0] == '1' && text[1] <= '5'));
}

static bool is_digits_above(const char *text) {
    return is_digits(text) && strcmp(text, "0") != 0;
}

static bool is_number(const char *text) {
    text += *text == '-';
    size_t whole = digits_at(text), after = 0;
    text += whole;
    if (*text == '.')
        text += 1 + (after = digits_at(text + 1));
    return !*text && whole + after > 0 && whole <= 4;
}

/* Letters, then parts of letters and digits: zh, zh-Hans, en-GB. */
static bool is_language(const char *text) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    static const char rest[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    size_t n = strspn(text, letters);
    if (n < 2 || n > 3)
        return false;
    for (text += n; *text == '-'; text += n) {
        n = strspn(++text, rest);
        if (n < 1 || n > 8)
            return false;
    }
    return *text == '\0';
}

static bool is_filled(const char *text) {
    return !is_blank(text);
}

static const struct form_row {
    bool (*fits)(const char *text);
    const char *pattern, *expected;
} forms[] = {
    [FORM_NAME] = {is_name, "[^ -@\\[-\\^`\\{-\x7F\\s][^ -,/:-@\\[-\\^`\\{-\x7F\\s]*",
                   "a name, such as fig-roofline"},
    [FORM_ADDRESS] = {is_address, "(https?://|mailto:)\\S+",
                      "an address that begins with https://"},
    [FORM_COLUMNS] = {is_columns, "[1-9][0-9]*|\\{[^}]+\\}", "a whole number from 1 on"},
    [FORM_COUNT] = {is_count, "[1-9][0-9]*", "a whole number from 1 on"},
    [FORM_DIGITS_FROM_0] = {is_digits, "[0-9]|1[0-5]", "a whole number from 0 to 15"},
    [FORM_DIGITS_FROM_1] = {is_digits_above, "[1-9]|1[0-5]", "a whole number from 1 to 15"},
    [FORM_NUMBER] = {is_number, "-?([0-9]{1,4}(\\.[0-9]*)?|\\.[0-9]+)",
                     "a plain number such as 12.5"},
    [FORM_FILLED] = {is_filled, "\\s*\\S[\\s\\S]*", NULL},
    [FORM_LANGUAGE] = {is_language, "[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*",
                       "the tag of a language, such as zh or en"},
    [FORM_CHART] = {NULL, NULL, NULL},
};

const char *value_pattern(enum value_form form) {
    return forms[form].pattern;
}

/* ── Words ── */

bool words_next(const char **at, const char **word, size_t *length) {
    *word = *at + strspn(*at, " ");
    *length = strcspn(*word, " ");
    *at = *word + *length;
    return *length > 0;
}

enum { WORDS_MOST = 32 };

static size_t words_split(struct arena *a, const char *words, const char *out[WORDS_MOST]) {
    const char *word;
    size_t length, n = 0;
    while (n < WORDS_MOST && words_next(&words, &word, &length))
        out[n++] = arena_strndup(a, word, length);
    return n;
}

/* "capacity, bandwidth or compute" */
static const char *words_or(struct arena *a, const char *const *words, size_t n) {
    const char *all = words[0];
    for (size_t i = 1; i < n; i++)
        all = arena_printf(a, "%s%s%s", all, i + 1 < n ? ", " : " or ", words[i]);
    return all;
}

static void word_check(struct reader *r, const char *found, struct span at, const char *choices) {
    const char *words[WORDS_MOST];
    size_t n = words_split(r->arena, choices, words);
    for (size_t i = 0; i < n; i++)
        if (!strcmp(words[i], found))
            return;
    diag_report(r->diag, DIAG_BAD_ATTRIBUTE, at, found, words_or(r->arena, words, n),
                nearest_name(found, words, n));
}

/* "teacher;answers" and "teacher answers" name both. */
static void profile_check(struct reader *r, const struct attribute *at, const char *choices) {
    char *rest = NULL;
    for (char *word = strtok_r(arena_strdup(r->arena, at->value), " ;", &rest); word;
         word = strtok_r(NULL, " ;", &rest))
        word_check(r, word, at->value_span, choices);
}

void value_check(struct reader *r, const struct attribute *at, struct attribute_form form) {
    const struct form_row *row = &forms[form.form];
    const struct word *words;
    if (form.form == FORM_CHOICE)
        word_check(r, at->value, at->value_span, form.words);
    if (form.form == FORM_PROFILE)
        profile_check(r, at, form.words);
    if (form.form == FORM_CHOICES)
        for (size_t i = 0, n = attribute_words(r->arena, at, &words); i < n; i++)
            word_check(r, words[i].text, words[i].span, form.words);
    if (row->fits && !row->fits(at->value))
        diag_report(r->diag, DIAG_BAD_ATTRIBUTE, at->value_span, at->value,
                    row->expected ? row->expected : form.words, NULL);
}
