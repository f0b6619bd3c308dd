#include "catalog/config.h"

#include <string.h>

#include <jansson.h>

#include "base/file.h"

/* ── Places: the text has been accepted as JSON, so that walking over it is simple ── */

static size_t skip_blank(const char *text, size_t at) {
    return at + strspn(text + at, " \t\r\n");
}

static size_t skip_string(const char *text, size_t at) {
    for (at++; text[at] && text[at] != '"'; at++)
        if (text[at] == '\\' && text[at + 1])
            at++;
    return at + (text[at] == '"');
}

/* Behind the value that begins there. */
static size_t skip_value(const char *text, size_t at) {
    size_t depth = 0;
    do {
        if (text[at] == '"') {
            at = skip_string(text, at);
        } else if (text[at] == '{' || text[at] == '[') {
            depth++;
            at++;
        } else if (text[at] == '}' || text[at] == ']') {
            depth--;
            at++;
        } else if (depth) {
            at++;
        } else {
            at += strcspn(text + at, ",]} \t\r\n");
        }
    } while (depth && text[at]);
    return at;
}

static struct span value_span(const struct source *source, size_t at) {
    at = skip_blank(source->text, at);
    return (struct span){source, at, skip_value(source->text, at)};
}

/* The value of the key in the object that begins at the span, or the object's brace. */
static struct span place_of(struct span object, const char *key) {
    const char *text = object.source->text;
    size_t n = strlen(key), at = skip_blank(text, object.from + 1);
    while (text[at] == '"') {
        size_t end = skip_string(text, at);
        bool same = end - at == n + 2 && memcmp(text + at + 1, key, n) == 0;
        at = skip_blank(text, skip_blank(text, end) + 1);
        if (same)
            return value_span(object.source, at);
        at = skip_blank(text, skip_value(text, at));
        at = skip_blank(text, at + (text[at] == ','));
    }
    return (struct span){object.source, object.from, object.from + 1};
}

static struct span place_of_item(struct span list, size_t i) {
    const char *text = list.source->text;
    size_t at = skip_blank(text, list.from + 1);
    while (i-- > 0)
        at = skip_blank(text, skip_blank(text, skip_value(text, at)) + 1);
    return value_span(list.source, at);
}

/* ── Values ── */

static struct config_value value_of(const json_t *json, struct span span, const char *key) {
    struct config_value v = {.json = json, .span = span, .key = key};
    if (json_is_null(json))
        v.kind = CONFIG_NULL;
    else if (json_is_boolean(json))
        v.kind = CONFIG_FLAG;
    else if (json_is_integer(json))
        v.kind = CONFIG_WHOLE;
    else if (json_is_real(json))
        v.kind = CONFIG_REAL;
    else if (json_is_string(json))
        v.kind = CONFIG_TEXT;
    else if (json_is_array(json))
        v.kind = CONFIG_LIST;
    else if (json_is_object(json))
        v.kind = CONFIG_OBJECT;
    v.flag = json_is_true(json);
    v.whole = json_integer_value(json);
    v.text = json_string_value(json);
    return v;
}

struct config_value config_at(struct config_value object, const char *key) {
    const json_t *json = object.kind == CONFIG_OBJECT ? json_object_get(object.json, key) : NULL;
    if (json)
        return value_of(json, place_of(object.span, key), key);
    struct span brace = object.span;
    brace.to = brace.from + (brace.to > brace.from);
    return (struct config_value){.span = brace, .key = key};
}

size_t config_count(struct config_value list) {
    return list.kind == CONFIG_LIST ? json_array_size(list.json) : 0;
}

struct config_value config_item(struct config_value list, size_t i) {
    return value_of(json_array_get(list.json, i), place_of_item(list.span, i), list.key);
}

struct config_value config_next(struct config_value list, size_t i, struct config_value before) {
    if (i == 0)
        return config_item(list, 0);
    size_t comma = skip_blank(list.span.source->text, before.span.to);
    return value_of(json_array_get(list.json, i), value_span(list.span.source, comma + 1),
                    list.key);
}

size_t config_keys(struct arena *a, struct config_value object, const char *const **out) {
    size_t n = 0;
    const char *key;
    json_t *json = (json_t *)object.json, *value;
    const char **keys = ARENA_ARRAY(a, const char *, json_object_size(json) + 1);
    json_object_foreach(json, key, value) keys[n++] = key;
    *out = keys;
    return n;
}

const char *config_words(struct arena *a, struct config_value value) {
    const char *words = "";
    switch (value.kind) {
    case CONFIG_FLAG:
        return value.flag ? "true" : "false";
    case CONFIG_WHOLE:
        return arena_printf(a, "%lld", (long long)value.whole);
    case CONFIG_REAL:
        return arena_printf(a, "%g", json_real_value(value.json));
    case CONFIG_TEXT:
        return value.text;
    case CONFIG_LIST:
        for (size_t i = 0; i < config_count(value) && i < 8; i++)
            words = arena_printf(a, "%s%s%s", words, i ? "," : "",
                                 config_words(a, config_item(value, i)));
        return words;
    case CONFIG_OBJECT:
        return "{…}";
    case CONFIG_ABSENT:
    case CONFIG_NULL:
        break;
    }
    return "";
}

/* ── Reading ── */

static void drop(void *json) {
    json_decref(json);
}

/* The library names the token it stopped at, and the offset behind it. */
static struct span error_span(const struct source *source, const json_error_t *error) {
    size_t to = error->position > 0 ? (size_t)error->position : 0;
    if (to > source->bytes)
        to = source->bytes;
    const char *near = strstr(error->text, " near '");
    size_t n = near ? strlen(near + 7) : 2;
    n = n > 1 ? n - 1 : 1;
    return (struct span){source, to > n ? to - n : 0, to};
}

static struct config_value fault(struct arena *a, struct diag *d, struct span at,
                                 const char *found) {
    diag_report(d, DIAG_JSON_MALFORMED, at, arena_strdup(a, found),
                "a configuration as Hugging Face writes it, one JSON object in UTF-8", NULL);
    return (struct config_value){.span = {at.source, 0, at.source->bytes}};
}

struct config_value config_read(struct arena *a, struct diag *d, struct span from,
                                const char *path) {
    static const char mark[] = "\xEF\xBB\xBF";
    const struct source *source = file_read(a, d, from, path, CONFIG_FILE_LIMIT);
    if (!source)
        return (struct config_value){0};
    if (source->bytes >= 3 && memcmp(source->text, mark, 3) == 0)
        return fault(a, d, (struct span){source, 0, 3}, "a byte order mark");
    json_error_t error;
    json_t *json =
        json_loadb(source->text, source->bytes, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!json)
        return fault(a, d, error_span(source, &error), error.text);
    arena_adopt(a, json, drop);
    struct config_value top = value_of(json, value_span(source, 0), NULL);
    return top.kind == CONFIG_OBJECT ? top : fault(a, d, top.span, "a value that is no object");
}

struct config_value config_guess(struct arena *a, struct config_value unread, const char *key) {
    struct config_value v = {.key = key};
    const struct source *source = unread.span.source;
    const char *quoted = arena_printf(a, "\"%s\"", key);
    const char *at = source ? strstr(source->text, quoted) : NULL;
    if (!at)
        return v;
    at += strlen(quoted);
    at += strspn(at, " \t\r\n:");
    size_t n = *at == '"' ? strcspn(at + 1, "\"\n") : 0;
    if (n && at[n + 1] == '"') {
        v.kind = CONFIG_TEXT;
        v.text = arena_strndup(a, at + 1, n);
        v.span =
            (struct span){source, (size_t)(at - source->text), (size_t)(at - source->text) + n + 2};
    }
    return v;
}
