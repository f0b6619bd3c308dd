/* A collective schedule from inside: what its parts share. */
#ifndef RIDGE_CHART_COLLECTIVE_SCHEDULE_H
#define RIDGE_CHART_COLLECTIVE_SCHEDULE_H

#include "chart/collective_message.h"
#include "plot/frame.h"

struct collective_schedule {
    struct drawing *d;
    const struct chart_request *request;
    const struct scenario *scenario;
    struct collective_message message;
    int64_t n, steps;
    struct rect plot;
    double pitch, column;
};

/* Letters name the chunks. */
const char *collective_chunk(const struct collective_schedule *c, int64_t chunk);
/* A string of the kind, with all its numbers. */
const char *collective_say(const struct collective_schedule *c, const char *key);

/* What stands under the rows. */
double collective_below(const struct chart_request *request);
void collective_draw(struct collective_schedule *c);

#endif
