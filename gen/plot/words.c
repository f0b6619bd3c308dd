#include "plot/words.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const char *plain_number(struct arena *a, const char *text) {
    char *copy = arena_strdup(a, text);
    if (!strchr(copy, '.'))
        return copy;
    size_t n = strlen(copy);
    while (n && copy[n - 1] == '0')
        copy[--n] = '\0';
    if (n && copy[n - 1] == '.')
        copy[--n] = '\0';
    return copy;
}

const char *words_digits(struct arena *a, double value, int digits) {
    struct quantity q = quantity_exact(value, UNIT_NONE);
    bool whole = fabs(value) >= pow(10, digits);
    struct number_format f = {.digits = whole ? 0 : digits, .decimals = 0};
    return plain_number(a, quantity_format(a, q, f));
}

const char *words_number(struct arena *a, double value) {
    return words_digits(a, value, 3);
}

const char *words_duration(struct arena *a, const struct strings *s, double seconds, int digits) {
    static const struct {
        double from, scale;
        const char *key;
    } units[] = {{0.0995, 1, "chart.duration.s"},
                 {0.0995e-3, 1e-3, "chart.duration.ms"},
                 {0, 1e-6, "chart.duration.us"}};
    size_t i = 0;
    while (seconds < units[i].from)
        i++;
    return say_with(a, s, units[i].key, "n", words_digits(a, seconds / units[i].scale, digits),
                    NULL);
}

const char *words_quantity(struct arena *a, double value, struct unit unit, const char *printed) {
    struct unit dimension;
    double scale = 1;
    if (!unit_lookup(printed, strlen(printed), &dimension, &scale) || !unit_equal(dimension, unit))
        return words_number(a, value);
    const char *sign = strcmp(printed, "us") ? printed : "µs";
    return arena_printf(a, "%s\u202f%s", words_number(a, value / scale), sign);
}

const char *words_bandwidth(struct arena *a, double rate) {
    return words_quantity(a, rate, UNIT_BYTE_PER_SECOND, rate >= 0.9995e12 ? "TB/s" : "GB/s");
}

const char *words_count(struct arena *a, int64_t n) {
    return quantity_format(a, quantity_exact((double)n, UNIT_NONE),
                           (struct number_format){.decimals = 0});
}

const char *words_percent(struct arena *a, double share) {
    struct number_format f = {.unit = "%", .decimals = 1};
    if (share > 0 && share < 0.0005)
        f = (struct number_format){.unit = "%", .digits = 1};
    else if (share > 0.9995)
        f.decimals = 0;
    return quantity_format(a, quantity_exact(share, UNIT_NONE), f);
}

const char *words_percent_range(struct arena *a, struct quantity q) {
    return quantity_format(a, q, (struct number_format){.unit = "%", .decimals = 0, .range = true});
}

const char *words_article(struct arena *a, const char *name) {
    bool word = isalpha((unsigned char)name[0]) && islower((unsigned char)name[1]);
    char first = (char)toupper((unsigned char)name[0]);
    bool vowel = strchr(word ? "AEIOU" : "AEFHILMNORSX8", first) != NULL && first;
    return arena_printf(a, "%s %s", vowel ? "an" : "a", name);
}

const char *words_tenths(struct arena *a, const struct strings *s, double share) {
    int tenths = (int)lround(share * 10);
    if (tenths < 1 || tenths > 9)
        return NULL;
    double over = share - tenths / 10.0;
    const char *key = arena_printf(a, "chart.tenths.%d", tenths);
    const char *about = over < -0.004  ? "chart.tenths.nearly"
                        : over > 0.004 ? "chart.tenths.over"
                                       : "chart.tenths.just";
    return say_with(a, s, about, "tenths", say(s, key), NULL);
}

const char *words_format(struct arena *a, const char *id) {
    char *name = arena_strdup(a, id ? id : "");
    for (char *c = name; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return name;
}

const char *words_short_format(struct arena *a, const char *id) {
    return id ? words_format(a, arena_strndup(a, id, strcspn(id, "-"))) : "";
}

const char *words_tight_name(const char *short_name) {
    return name_tight(short_name);
}

const char *words_model_size(const struct model *model) {
    const char *space = strrchr(model->short_name, ' ');
    const char *last = space ? space + 1 : model->short_name;
    size_t n = strlen(last);
    bool size =
        n > 1 && last[0] >= '0' && last[0] <= '9' && (last[n - 1] == 'B' || last[n - 1] == 'M');
    return size ? last : model->short_name;
}

static size_t character_count(const char *text) {
    size_t n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xC0) != 0x80;
    return n;
}

void words_add_sentence(struct arena *a, const char **describe, const char *sentence) {
    enum { MOST = 1000 };
    if (!*describe) {
        *describe = sentence;
        return;
    }
    size_t n = strlen(*describe), more = strlen(sentence);
    bool wide = n && (unsigned char)(*describe)[n - 1] >= 0x80;
    if (character_count(*describe) + !wide + character_count(sentence) > MOST)
        return;
    char *longer = arena_alloc(a, n + !wide + more + 1);
    memcpy(longer, *describe, n);
    if (!wide)
        longer[n++] = ' ';
    memcpy(longer + n, sentence, more);
    *describe = longer;
}

const char *words_sources(const struct strings *s, enum grade worst) {
    static const char *const keys[] = {
        [GRADE_DATASHEET] = "chart.sources.datasheet",
        [GRADE_WHITEPAPER] = "chart.sources.whitepaper",
        [GRADE_SECONDARY] = "chart.sources.secondary",
        [GRADE_UNVERIFIED] = "chart.sources.unverified",
    };
    return say(s, keys[worst]);
}
