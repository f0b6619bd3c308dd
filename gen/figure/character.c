#include "figure/character.h"

#include <string.h>

#include "base/file.h"
#include "base/text.h"

struct characters characters_read(struct arena *a, const struct piece *pieces, size_t n) {
    size_t total = 0;
    for (size_t i = 0; i < n; i++)
        total += strlen(pieces[i].text);
    struct characters all = {.at = ARENA_ARRAY(a, struct character, total + 1)};
    struct bytes joined = {.arena = a};
    for (size_t i = 0; i < n; i++) {
        const char *text = pieces[i].text;
        size_t bytes = strlen(text);
        for (size_t at = 0, length; at < bytes; at += length) {
            struct character *c = &all.at[all.n++];
            c->code = text_decode(text + at, bytes - at, &length);
            c->at = (uint32_t)joined.n;
            c->piece = (uint32_t)i;
            if (c->code == 0xFFFD)
                bytes_add(&joined, "\xEF\xBF\xBD", 3);
            else
                bytes_add(&joined, text + at, length);
            c->bytes = (uint32_t)joined.n - c->at;
        }
    }
    all.bytes = joined.n;
    all.text = arena_strndup(a, joined.at ? joined.at : "", joined.n);
    return all;
}

bool blank_em(uint32_t code, double *em) {
    static const struct {
        uint32_t code;
        double em;
    } blanks[] = {
        {0x09, 0.25},   {0x0A, 0},        {0xA0, 0.25},      {0xAD, 0},        {0x2002, 0.5},
        {0x2003, 1},    {0x2004, 1. / 3}, {0x2005, 0.25},    {0x2006, 1. / 6}, {0x2007, 0.5},
        {0x2008, 0.25}, {0x2009, 0.2},    {0x200A, 0.1},     {0x200B, 0},      {0x2028, 0},
        {0x2029, 0},    {0x202F, 0.2},    {0x205F, 4. / 18}, {0x2060, 0},      {0xFEFF, 0},
        {0xFFFC, 0},
    };
    if (code > 0x20 && code < 0xA0)
        return false;
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (blanks[i].code == code)
            return *em = blanks[i].em, true;
    return false;
}
