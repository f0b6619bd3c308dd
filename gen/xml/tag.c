#include "xml/tag.h"

#include <stdint.h>
#include <string.h>

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t skip_space(const struct source *s, size_t at, size_t end) {
    while (at < end && is_space(s->text[at]))
        at++;
    return at;
}

static size_t name_end(const struct source *s, size_t at, size_t end) {
    while (at < end && !is_space(s->text[at]) && !strchr("=/>", s->text[at]))
        at++;
    return at;
}

static bool declares_namespace(struct span name) {
    size_t n = name.to - name.from;
    const char *text = name.source->text + name.from;
    return n >= 5 && !memcmp(text, "xmlns", 5) && (n == 5 || text[5] == ':');
}

static bool read_attribute(const struct source *s, size_t *at, size_t end,
                           struct raw_attribute *out) {
    size_t from = skip_space(s, *at, end), to = name_end(s, from, end);
    out->name = (struct span){s, from, to};
    size_t quote = skip_space(s, to, end);
    if (from == to || quote >= end || s->text[quote] != '=')
        return false;
    quote = skip_space(s, quote + 1, end);
    const char *close =
        quote < end ? memchr(s->text + quote + 1, s->text[quote], end - quote - 1) : NULL;
    if (!close)
        return false;
    size_t close_at = (size_t)(close - s->text);
    out->value = (struct span){s, quote + 1, close_at};
    *at = close_at + 1;
    return true;
}

bool tag_next_attribute(const struct source *s, size_t *at, size_t end, struct raw_attribute *out) {
    if (*at < end && s->text[*at] == '<')
        *at = name_end(s, *at + 1, end);
    while (read_attribute(s, at, end, out))
        if (!declares_namespace(out->name))
            return true;
    return false;
}

static void put_utf8(struct bytes *out, uint32_t c) {
    char byte[4];
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, c >>= 6)
        byte[i] = (char)(0x80 | (c & 0x3F));
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    byte[0] = (char)(lead[n] | c);
    bytes_add(out, byte, n);
}

static uint32_t digit(char c) {
    if (c >= '0' && c <= '9')
        return (uint32_t)(c - '0');
    return (uint32_t)((c | 0x20) - 'a' + 10);
}

static uint32_t character_number(const char *at, const char *end) {
    uint32_t base = 10, c = 0;
    if (at < end && *at == 'x') {
        base = 16;
        at++;
    }
    for (; at < end && c <= 0x10FFFF; at++)
        c = c * base + digit(*at);
    return c <= 0x10FFFF ? c : 0xFFFD;
}

/* What stands between "&" and ";". */
static void put_reference(struct bytes *out, const char *at, const char *end) {
    static const char *const entities[][2] = {
        {"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", "\""}, {"apos", "'"}};
    size_t n = (size_t)(end - at);
    if (n && *at == '#') {
        put_utf8(out, character_number(at + 1, end));
        return;
    }
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
        if (strlen(entities[i][0]) == n && !memcmp(entities[i][0], at, n))
            bytes_puts(out, entities[i][1]);
}

/* Characters that stand for themselves. */
static size_t plain_length(const char *at, const char *end) {
    const char *from = at;
    while (at < end && *at != '&' && !is_space(*at))
        at++;
    return (size_t)(at - from);
}

void tag_value(struct span value, struct bytes *out) {
    const char *at = value.source->text + value.from, *end = value.source->text + value.to;
    bytes_puts(out, "");
    for (; at < end; at++) {
        size_t plain = plain_length(at, end);
        bytes_add(out, at, plain);
        at += plain;
        if (at == end)
            return;
        const char *semicolon = *at == '&' ? memchr(at, ';', (size_t)(end - at)) : NULL;
        if (semicolon) {
            put_reference(out, at + 1, semicolon);
            at = semicolon;
        } else if (is_space(*at)) {
            at += *at == '\r' && at + 1 < end && at[1] == '\n';
            bytes_puts(out, " ");
        } else {
            bytes_add(out, at, 1);
        }
    }
}
