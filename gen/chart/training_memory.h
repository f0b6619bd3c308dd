/* Memory over a training step from inside: what its parts share. */
#ifndef RIDGE_CHART_TRAINING_MEMORY_H
#define RIDGE_CHART_TRAINING_MEMORY_H

#include "chart/memory_stack.h"

/* Corners of the areas: ends of forward, loss, backward and update. */
enum { MOMENTS = 8 };

/* Bytes of each fill at the corners of the areas, and when they are. */
struct course {
    double at[MOMENTS]; /* share of the step */
    double bytes[FILLS][MOMENTS];
};

struct training_memory {
    struct drawing *d;
    const struct chart_request *request;
    const struct scenario *scenario;
    const struct estimate *estimate, *other; /* other: recomputed, or not */
    bool recomputed;
    struct course course, other_course;
    struct plot plot; /* y in GiB */
};

double course_level(const struct course *c, int fill, int moment); /* GiB below a fill's top */
double course_peak(const struct course *c);
bool training_has(const struct training_memory *m, int fill);
double training_capacity(const struct training_memory *m); /* GiB, 0: not known */
double training_other(const struct training_memory *m);    /* the other peak; 0: none */

/* Words, with all numbers of the chart put in. */
const char *training_say(const struct training_memory *m, const char *key);
const char *training_gib(const struct training_memory *m, double gib);
struct frame training_frame(const struct training_memory *m);
struct chart_data training_data(const struct training_memory *m);

void training_draw(struct training_memory *m);

#endif
