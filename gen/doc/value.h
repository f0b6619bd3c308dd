/* What values of attributes look like: one table, attributes.def, that the checker and the grammar
 * both read. */
#ifndef RIDGE_DOC_VALUE_H
#define RIDGE_DOC_VALUE_H

#include "doc/reader.h"

enum value_form {
    FORM_ANY,
    FORM_NAME,    /* of an element: letters, digits, "-", "." */
    FORM_ADDRESS, /* of the web */
    FORM_CHOICE,  /* one of the words */
    FORM_CHOICES, /* any of the words, between blanks */
    FORM_PROFILE, /* … or semicolons */
    FORM_COUNT,   /* a whole number from 1 on */
    FORM_COLUMNS, /* the same; in a template also "{2*count+1}" */
    FORM_DIGITS_FROM_0,
    FORM_DIGITS_FROM_1,
    FORM_NUMBER,   /* points: 12.5 */
    FORM_FILLED,   /* anything but blanks */
    FORM_LANGUAGE, /* zh, en-GB */
    FORM_CHART     /* a kind of chart; chart_make reports it */
};

struct attribute_form {
    const char *element, *name;
    enum value_form form;
    const char *words; /* the choices, or what is expected */
};

/* The form of an attribute by its name as shown ("r:limit"); FORM_ANY when it has no row. */
struct attribute_form attribute_form(const struct element *e, const char *name);

/* The values that a form takes, as a regular expression of XML Schema; NULL: any, or a choice. */
const char *value_pattern(enum value_form form);

/* Reports a value that has not the form. */
void value_check(struct reader *r, const struct attribute *at, struct attribute_form form);

/* Goes over words between blanks. *at moves on; false at the end. */
bool words_next(const char **at, const char **word, size_t *length);

#endif
