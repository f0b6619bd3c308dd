#include "book/cell.h"

#include <string.h>

void csv_cell(struct bytes *out, const char *text) {
    bool quote = strpbrk(text, ",\"\r\n") != NULL;
    bytes_puts(out, quote ? "\"" : "");
    for (const char *c = text; *c; c++) {
        if (*c == '"')
            bytes_puts(out, "\"");
        bytes_add(out, c, 1);
    }
    bytes_puts(out, quote ? "\"" : "");
}

void json_string(struct bytes *out, const char *text) {
    bytes_puts(out, "\"");
    for (const unsigned char *c = (const unsigned char *)(text ? text : ""); *c; c++) {
        if (*c == '"' || *c == '\\')
            bytes_printf(out, "\\%c", *c);
        else if (*c < 0x20)
            bytes_printf(out, "\\u%04x", *c);
        else
            bytes_add(out, c, 1);
    }
    bytes_puts(out, "\"");
}
