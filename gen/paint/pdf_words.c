/* Numbers and strings as PDF writes them. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "paint/pdf_file.h"

static void put_digits(struct bytes *b, long long whole, int least) {
    char digits[24];
    int n = 0;
    for (; n < least || whole; whole /= 10)
        digits[sizeof digits - (size_t)++n] = (char)('0' + whole % 10);
    bytes_add(b, digits + sizeof digits - n, (size_t)n);
}

void pdf_fixed(struct bytes *b, double x, int decimals) {
    static const long long SCALE[] = {1, 10, 100, 1000, 10000, 100000};
    long long scale = SCALE[decimals];
    double scaled = floor(fabs(x) * (double)scale + 0.5);
    if (!(scaled < 1e15)) /* no drawing has such a size; NaN and infinity end here too */
        scaled = 0;
    long long all = (long long)scaled;
    if (all && x < 0)
        bytes_add(b, "-", 1);
    put_digits(b, all / scale, 1);
    all %= scale;
    if (!all)
        return;
    for (; all % 10 == 0; all /= 10)
        decimals--;
    bytes_add(b, ".", 1);
    put_digits(b, all, decimals);
}

void pdf_numbers(struct bytes *b, const double *x, size_t n) {
    for (size_t i = 0; i < n; i++) {
        pdf_fixed(b, x[i], 2);
        bytes_add(b, " ", 1);
    }
}

void pdf_reference(struct bytes *b, int number) {
    put_digits(b, number, 1);
    bytes_add(b, " 0 R", 4);
}

static void put_hex(struct bytes *b, uint32_t unit) {
    static const char DIGITS[] = "0123456789ABCDEF";
    char text[4];
    for (int i = 0; i < 4; i++)
        text[i] = DIGITS[unit >> (12 - 4 * i) & 15];
    bytes_add(b, text, 4);
}

void pdf_utf16(struct bytes *b, const char *utf8, size_t n) {
    for (size_t i = 0, length; i < n; i += length) {
        uint32_t code = text_decode(utf8 + i, n - i, &length);
        if (code >= 0x10000) {
            put_hex(b, 0xD800 + ((code - 0x10000) >> 10));
            put_hex(b, 0xDC00 + ((code - 0x10000) & 0x3FF));
        } else
            put_hex(b, code);
    }
}

static bool is_plain(const char *text) {
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            return false;
    return true;
}

void pdf_text(struct bytes *b, const char *utf8) {
    if (!is_plain(utf8)) {
        bytes_puts(b, "<FEFF");
        pdf_utf16(b, utf8, strlen(utf8));
        bytes_puts(b, ">");
        return;
    }
    bytes_puts(b, "(");
    for (; *utf8; utf8++) {
        if (strchr("()\\", *utf8))
            bytes_puts(b, "\\");
        bytes_add(b, utf8, 1);
    }
    bytes_puts(b, ")");
}

void pdf_entry(struct bytes *b, const char *key, const char *utf8) {
    if (!utf8 || !*utf8)
        return;
    bytes_puts(b, key);
    pdf_text(b, utf8);
}

uint64_t hash_bytes(uint64_t hash, const void *data, size_t n) {
    const unsigned char *at = data;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash;
}
