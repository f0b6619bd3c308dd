/* First token and next from inside: what its parts share. */
#ifndef RIDGE_CHART_FIRST_TOKEN_H
#define RIDGE_CHART_FIRST_TOKEN_H

#include "chart/serving.h"

enum token_line { TOKEN_FIRST, TOKEN_NEXT, TOKEN_LINES };

struct first_token {
    struct drawing *d;
    struct serving s;
    struct plot plot;
    int64_t end;    /* of the prompt axis */
    int64_t last;   /* longest prompt on the axis that fits; 0: none does */
    int64_t ridge;  /* the prompt whose arithmetic takes as long as reading; 0: not on the axis */
    int64_t corner; /* the same with the measured shares, where the typical line bends */
    int64_t early, late;            /* two prompts that are compared */
    enum limit limits[TOKEN_LINES]; /* at `late` */
    struct serving_line lines[TOKEN_LINES];
    int marks[TOKEN_LINES], ridge_mark, gap_mark[2], dots[2][TOKEN_LINES];
};

enum { TOKEN_START = 64 };

bool token_has_wall(const struct first_token *t);
/* Of a line at a prompt among its counts. */
double token_value(const struct first_token *t, enum token_line line, int64_t prompt);
double token_ceiling(const struct first_token *t, enum token_line line, int64_t prompt);
/* The ends of its range there. */
double token_low(const struct first_token *t, enum token_line line, int64_t prompt);
double token_high(const struct first_token *t, enum token_line line, int64_t prompt);
/* First and second of the compared prompts, the second only where it is another one. */
size_t token_compared(const struct first_token *t, int64_t out[2]);

void token_draw(struct first_token *t);
void token_draw_labels(struct first_token *t);

struct frame token_frame(struct first_token *t);
const char *token_describe(struct first_token *t, const char *title);
const char *token_caption(struct first_token *t);
struct chart_data token_data(struct first_token *t);

#endif
