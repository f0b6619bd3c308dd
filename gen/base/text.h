/* UTF-8 as bytes: just enough to count, to lay out a terminal line and to print foreign text
 * safely. */
#ifndef RIDGE_BASE_TEXT_H
#define RIDGE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The character at `at` and its length in bytes; an invalid byte is U+FFFD of length 1. n > 0. */
uint32_t text_decode(const char *at, size_t n, size_t *length);

/* Offset of the first byte that is not valid UTF-8 (or is NUL), or n when all is well. */
size_t text_valid(const char *text, size_t n);

/* Columns of a terminal: 2 for Han and other wide characters, 0 for combining marks, else 1. */
int text_columns(uint32_t character);

/* Is the language (BCP 47: "zh", "zh-Hans") Chinese? NULL is not. */
bool language_is_chinese(const char *language);

#endif
