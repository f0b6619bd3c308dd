#include "paint/escape.h"

#include "base/text.h"

static const char *replacement(uint32_t code) {
    switch (code) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\t':
    case '\n':
    case '\r':
        return " ";
    case 0xFFFD:
        return "\xEF\xBF\xBD";
    default:
        return code < 0x20 || code == 0x7F || code == 0xFFFE || code == 0xFFFF ? "" : NULL;
    }
}

static bool is_plain(unsigned char c) {
    return c >= 0x20 && c < 0x7F && c != '&' && c != '<' && c != '>' && c != '"';
}

/* Stretches that stand for themselves are added as they are. */
void put_escaped(struct bytes *b, const char *text, size_t n) {
    size_t from = 0, i = 0;
    for (size_t length; i < n; i += length) {
        length = 1;
        if (is_plain((unsigned char)text[i]))
            continue;
        const char *other = replacement(text_decode(text + i, n - i, &length));
        if (!other)
            continue;
        bytes_add(b, text + from, i - from);
        bytes_puts(b, other);
        from = i + length;
    }
    bytes_add(b, text + from, i - from);
}
