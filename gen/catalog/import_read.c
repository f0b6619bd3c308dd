#include "catalog/import_read.h"

#include <inttypes.h>
#include <string.h>

#include "catalog/fields.h"
#include "catalog/model_rules.h"

enum { COUNT_MOST = 1 << 30 };

/* "a b c" → "a, b or c" */
static const char *listed(struct arena *a, const char *keys) {
    const char *words = "";
    for (const char *at = keys; *at;) {
        size_t n = strcspn(at, " ");
        const char *gap = !*words ? "" : at[n] ? ", " : " or ";
        words = arena_printf(a, "%s%s%.*s", words, gap, (int)n, at);
        at += n + strspn(at + n, " ");
    }
    return words;
}

static bool is_given(struct config_value v) {
    return v.kind != CONFIG_ABSENT && v.kind != CONFIG_NULL;
}

static void report_disagreement(const struct import *i, struct config_value v,
                                struct config_value other) {
    struct arena *a = i->arena;
    diag_report(i->diag, DIAG_CONFIG_DISAGREES, v.span,
                arena_printf(a, "%s = %s", v.key, config_words(a, v)),
                arena_printf(a, "%s = %s", other.key, config_words(a, other)), NULL);
}

struct config_value import_value(const struct import *i, struct config_value object,
                                 const char *keys) {
    struct config_value found = {.span = object.span};
    found.span.to = found.span.from + (object.kind == CONFIG_OBJECT);
    for (const char *at = keys; *at;) {
        size_t n = strcspn(at, " ");
        struct config_value v = config_at(object, arena_strndup(i->arena, at, n));
        if (is_given(v) && is_given(found) &&
            strcmp(config_words(i->arena, v), config_words(i->arena, found)) != 0)
            report_disagreement(i, v, found);
        else if (is_given(v) ? !is_given(found) : v.kind == CONFIG_NULL && !is_given(found))
            found = v;
        at += n + strspn(at + n, " ");
    }
    return found;
}

void import_missing(const struct import *i, const char *keys) {
    const char *const *names;
    size_t n = config_keys(i->arena, i->text, &names);
    const char *first = arena_strndup(i->arena, keys, strcspn(keys, " "));
    struct span brace = {i->text.span.source, i->text.span.from, i->text.span.from + 1};
    diag_report(
        i->diag, DIAG_CONFIG_MISSING, brace, listed(i->arena, keys),
        arena_printf(i->arena, "a value: the family %s takes none for granted", i->family->type),
        slip_of(first, names, n));
}

void import_unfit(const struct import *i, struct config_value value, const char *expected) {
    const char *words = config_words(i->arena, value);
    if (value.kind == CONFIG_TEXT)
        words = arena_printf(i->arena, "\"%s\"", words);
    if (value.key)
        words = arena_printf(i->arena, "%s = %s", value.key, words);
    diag_report(i->diag, DIAG_BAD_NUMBER, value.span, words, expected, NULL);
}

void import_refuse(const struct import *i, struct span at, const char *what) {
    diag_report(i->diag, DIAG_CONFIG_REFUSED, at, i->family->type, what, NULL);
}

static size_t field_of(const char *field) {
    size_t k = 0;
    while (field && k < model_field_count && strcmp(model_fields[k].name, field) != 0)
        k++;
    return field ? k : model_field_count;
}

int64_t import_count(struct import *i, const char *field, const char *keys, int64_t otherwise) {
    struct config_value v = import_value(i, i->text, keys);
    if (!is_given(v)) {
        if (otherwise == KEY_NEEDED)
            import_missing(i, keys);
        return otherwise == KEY_NEEDED ? 0 : otherwise;
    }
    size_t k = field_of(field);
    struct bounds bounds = {.most = COUNT_MOST};
    if (k < model_field_count) {
        bounds = model_bounds(k);
        i->places[k] = v.span;
    }
    if (v.kind == CONFIG_WHOLE && v.whole >= bounds.least && v.whole <= bounds.most)
        return v.whole;
    import_unfit(i, v,
                 arena_printf(i->arena, "a whole number from %" PRId64 " to %" PRId64, bounds.least,
                              bounds.most));
    return 0;
}

int64_t import_nullable(struct import *i, const char *field, const char *keys) {
    bool null = import_value(i, i->text, keys).kind == CONFIG_NULL;
    return import_count(i, field, keys, null ? 0 : KEY_NEEDED);
}

bool import_flag(struct import *i, struct config_value object, struct flag flag) {
    if (!flag.key)
        return flag.otherwise;
    struct config_value v = import_value(i, object, flag.key);
    if (!is_given(v))
        return flag.otherwise;
    if (v.kind != CONFIG_FLAG)
        import_unfit(i, v, "true or false");
    return v.flag;
}
