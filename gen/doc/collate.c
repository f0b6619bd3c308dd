/* ICU's collation (CLDR): the only place that sees it. */
#include "doc/collate.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/ustring.h>

#include "base/text.h"

struct collation {
    struct arena *arena;
    UCollator *collator; /* NULL: by code */
    bool chinese;
    const unsigned char *letters[26]; /* keys that begin a letter */
    const unsigned char *han[26];     /* Chinese: keys of the readings that begin with it */
};

static void close_collator(void *collator) {
    ucol_close(collator);
}

static const UChar *wide(struct arena *a, const char *text, int32_t *n) {
    UErrorCode e = U_ZERO_ERROR;
    int32_t room = (int32_t)strlen(text) + 1;
    UChar *out = ARENA_ARRAY(a, UChar, (size_t)room);
    u_strFromUTF8WithSub(out, room, n, text, -1, 0xFFFD, NULL, &e);
    return out;
}

static const unsigned char *key_of(const struct collation *c, const char *text) {
    if (!c->collator)
        return (const unsigned char *)arena_strdup(c->arena, text);
    int32_t n, need;
    const UChar *w = wide(c->arena, text, &n);
    need = ucol_getSortKey(c->collator, w, n, NULL, 0);
    unsigned char *key = ARENA_ARRAY(c->arena, unsigned char, (size_t)need + 1);
    ucol_getSortKey(c->collator, w, n, key, need);
    return key;
}

/* CLDR's pinyin order holds a mark before the readings of each letter: U+FDD0 and the letter. No
 * reading begins with I, U or V. */
static void find_letters(struct collation *c) {
    for (int i = 0; i < 26; i++) {
        c->letters[i] = key_of(c, (char[]){(char)('A' + i), 0});
        if (c->chinese && !strchr("IUV", 'A' + i))
            c->han[i] = key_of(c, (char[]){'\xEF', '\xB7', '\x90', (char)('A' + i), 0});
    }
}

struct collation *collation_open(struct arena *a, struct diag *d, const char *language) {
    struct collation *c = ARENA_NEW(a, struct collation);
    c->arena = a;
    c->chinese = language_is_chinese(language);
    UErrorCode e = U_ZERO_ERROR;
    c->collator = ucol_open(c->chinese ? "zh@collation=pinyin" : language, &e);
    if (U_FAILURE(e)) {
        diag_report(d, DIAG_COLLATION_MISSING, (struct span){0}, language, u_errorName(e), NULL);
        c->collator = NULL;
    } else {
        arena_adopt(a, c->collator, close_collator);
    }
    find_letters(c);
    return c;
}

static int compare_bytes(const unsigned char *x, const unsigned char *y) {
    return strcmp((const char *)x, (const char *)y);
}

static int letter_below(const unsigned char *const *letters, const unsigned char *key) {
    int letter = -1;
    for (int i = 0; i < 26; i++)
        if (letters[i] && compare_bytes(letters[i], key) <= 0)
            letter = i;
    return letter;
}

/* The blocks of Latin letters, with and without accents. */
static bool is_latin(uint32_t c) {
    enum { LATIN_END = 0x250 };
    return c < LATIN_END && u_isalpha((UChar32)c);
}

struct collation_key collation_key(const struct collation *c, const char *text) {
    size_t length;
    uint32_t first = *text ? text_decode(text, strlen(text), &length) : ' ';
    struct collation_key key = {.group = GROUP_SIGNS, .bytes = key_of(c, text)};
    key.han = u_hasBinaryProperty((UChar32)first, UCHAR_IDEOGRAPHIC);
    int letter = -1;
    if (u_isdigit((UChar32)first))
        key.group = GROUP_FIGURES;
    else if (is_latin(first))
        letter = letter_below(c->letters, key.bytes);
    else if (key.han && c->chinese)
        letter = letter_below(c->han, key.bytes);
    if (letter >= 0)
        key.group = GROUP_A + letter;
    else if (u_isalpha((UChar32)first))
        key.group = GROUP_OTHER;
    return key;
}

int collation_compare(const struct collation_key *x, const struct collation_key *y) {
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->han != y->han)
        return x->han ? 1 : -1;
    return compare_bytes(x->bytes, y->bytes);
}

const char *collation_letter(struct arena *a, int group) {
    return group >= GROUP_A && group < GROUP_OTHER ? arena_printf(a, "%c", 'A' + group - GROUP_A)
                                                   : NULL;
}

const char *collation_upper(struct arena *a, const char *text) {
    UErrorCode e = U_ZERO_ERROR;
    int32_t n;
    const UChar *w = wide(a, text, &n);
    int32_t room = 3 * n + 1;
    UChar *upper = ARENA_ARRAY(a, UChar, (size_t)room);
    int32_t length = u_strToUpper(upper, room, w, n, "", &e);
    char *out = ARENA_ARRAY(a, char, (size_t)(4 * length + 1));
    u_strToUTF8(out, 4 * length + 1, NULL, upper, length, &e);
    return U_SUCCESS(e) ? out : text;
}
