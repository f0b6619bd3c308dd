/* Numbers under each other: units, tens and points in columns, whatever stands before and after. */
#include "page/table_make.h"

static bool is_digit(uint32_t c) {
    return c >= '0' && c <= '9';
}

/* Between the digits of one number: spaces of any width, commas of thousands. */
static bool is_group_mark(uint32_t c) {
    return c == 0x202F || c == 0x2009 || c == 0xA0 || c == ' ' || c == ',' || c == '\'';
}

static uint32_t code_at(const struct paragraph *p, size_t i) {
    return i < p->lines[0].to ? p->shaped->clusters[i].code : 0;
}

/* "10 000", "3,350": a mark is part of the number when three digits follow and no fourth. */
static bool goes_on(const struct paragraph *p, size_t i) {
    if (is_digit(code_at(p, i)))
        return true;
    if (!is_group_mark(code_at(p, i)))
        return false;
    for (size_t k = 1; k <= 3; k++)
        if (!is_digit(code_at(p, i + k)))
            return false;
    return !is_digit(code_at(p, i + 4));
}

/* The cluster that stands right of the axis: the point, or what follows the whole number. */
static size_t axis_of_number(const struct paragraph *p, bool *found) {
    size_t i = p->lines[0].from, end = p->lines[0].to;
    while (i < end && !is_digit(code_at(p, i)))
        i++;
    *found = i < end;
    while (i < end && goes_on(p, i))
        i++;
    return i;
}

static size_t axis_of_mark(const struct paragraph *p, uint32_t point, bool *found) {
    for (size_t i = p->lines[0].from; i < p->lines[0].to; i++)
        if (code_at(p, i) == point) {
            *found = true;
            return i;
        }
    return axis_of_number(p, found);
}

/* From here to the end there are but letters of notes. */
static size_t hanging_from(const struct paragraph *p) {
    size_t i = p->lines[0].to;
    while (i > p->lines[0].from && p->inline_of[p->shaped->clusters[i - 1].piece]->hangs)
        i--;
    return i;
}

/* "14.50 > 5.72": several numbers have no axis of their own. */
static bool is_chain(const struct paragraph *p, size_t axis) {
    for (size_t i = axis; i < p->lines[0].to; i++)
        if (code_at(p, i) == '>' || code_at(p, i) == '<')
            return true;
    return false;
}

struct number_place number_place(const struct paragraph *p, uint32_t point) {
    const struct line *line = &p->lines[0];
    struct number_place place = {false, 0, 0};
    bool number = !point || point == '.';
    size_t axis = number ? axis_of_number(p, &place.number) : axis_of_mark(p, point, &place.number);
    place.number &= !number || !is_chain(p, axis);
    size_t end = hanging_from(p);
    for (size_t i = line->from; i < line->to; i++) {
        double advance = line->advances[i - line->from];
        if (i < axis && i < end)
            place.before += advance;
        if (i >= end)
            place.hang += advance;
    }
    return place;
}
