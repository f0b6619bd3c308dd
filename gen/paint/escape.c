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

void put_escaped(struct bytes *b, const char *text, size_t n) {
    for (size_t i = 0, length; i < n; i += length) {
        const char *other = replacement(text_decode(text + i, n - i, &length));
        if (other)
            bytes_puts(b, other);
        else
            bytes_add(b, text + i, length);
    }
}
