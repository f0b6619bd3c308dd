#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"

/* Most are names and numbers, thousands of them while a catalogue is read: the rest of a larger
 * room would be memory that the system has to find. */
enum { FIRST_ROOM = 32, FORMATTED = 127 };

/* Keeps one byte more than n for the NUL, so that `at` is a C string as well. */
static void bytes_reserve(struct bytes *b, size_t more) {
    if (b->at && b->room - b->n > more)
        return;
    size_t room = b->room ? b->room : FIRST_ROOM;
    while (room - b->n <= more && room < SIZE_MAX / 2)
        room *= 2;
    char *at = arena_alloc(b->arena, room);
    if (b->n)
        memcpy(at, b->at, b->n);
    b->at = at;
    b->room = room;
}

void bytes_add(struct bytes *b, const void *data, size_t n) {
    bytes_reserve(b, n);
    if (n)
        memcpy(b->at + b->n, data, n);
    b->n += n;
    b->at[b->n] = 0;
}

void bytes_puts(struct bytes *b, const char *text) {
    bytes_add(b, text, strlen(text));
}

void bytes_printf(struct bytes *b, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    bytes_reserve(b, FORMATTED);
    size_t free = b->room - b->n;
    int length = vsnprintf(b->at + b->n, free, format, args); /* most texts fit at once */
    va_end(args);
    if (length > 0 && (size_t)length >= free) {
        bytes_reserve(b, (size_t)length);
        vsnprintf(b->at + b->n, (size_t)length + 1, format, again);
    }
    if (length > 0)
        b->n += (size_t)length;
    b->at[b->n] = 0;
    va_end(again);
}

/* Digits are put from the end: a drawing has thousands of numbers, and printf takes its time. */
static char *digits_before(char *end, unsigned long long n) {
    do
        *--end = (char)('0' + n % 10);
    while (n /= 10);
    return end;
}

/* "5", "5.2", "5.25" */
static char *cents_before(char *end, unsigned long long cents) {
    unsigned part = (unsigned)(cents % 100);
    if (part % 10)
        *--end = (char)('0' + part % 10);
    if (part) {
        *--end = (char)('0' + part / 10);
        *--end = '.';
    }
    return digits_before(end, cents / 100);
}

char *number_before(char *end, double x) {
    double cents = round(fabs(x) * 100);
    if (!(cents < 1e17)) /* no drawing has such a size; NaN and infinity end here too */
        cents = 0;
    char *at = cents_before(end, (unsigned long long)cents);
    if (cents > 0 && x < 0)
        *--at = '-';
    return at;
}

void bytes_number(struct bytes *b, double x) {
    char text[CENTS_BYTES], *const end = text + sizeof text;
    const char *at = number_before(end, x);
    bytes_add(b, at, (size_t)(end - at));
}
