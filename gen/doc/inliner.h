/* Inside the room: running text while it is read. */
#ifndef RIDGE_DOC_INLINER_H
#define RIDGE_DOC_INLINER_H

#include "doc/reader.h"

struct run {
    struct run *next;
    struct inline_ in;
    struct bytes text;
};

struct inliner {
    struct reader *r;
    struct run *first, **end, *last;
    struct inline_ look;  /* the style of what comes */
    int quotes;           /* how deep in quotations */
    int titles;           /* … and in titles of works */
    int brackets;         /* open ones */
    bool typed;           /* digits may be typed here */
    bool verbatim;        /* white space stays */
    struct run *blank_in; /* white space waits here, or NULL */
    bool blank_is_break;  /* … and held a line break */
    int blanks;           /* … of so many characters */
    uint32_t before;      /* last character set */
    bool made;            /* the text on one side of the blank is produced: "表 1.1" */
};

#endif
