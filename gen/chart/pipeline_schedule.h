/* The pipeline schedule from inside: what its parts share. */
#ifndef RIDGE_CHART_PIPELINE_SCHEDULE_H
#define RIDGE_CHART_PIPELINE_SCHEDULE_H

#include "core/timetable.h"
#include "plot/axis.h"
#include "plot/frame.h"

struct pipeline_schedule {
    struct drawing *d;
    const struct chart_request *request;
    const struct scenario *scenario;
    const struct estimate *estimate;
    enum schedule schedule;
    struct shares shares;
    struct timetable table;
    struct plot plot;   /* x in forward passes */
    double pitch, box;  /* of rows */
    double kept_x, end; /* the column at the right */
};

/* Share of the length that a stage stands idle. */
double pipeline_idle(const struct pipeline_schedule *p);
/* The same without chunks and without moved gradients. */
double pipeline_plain_idle(const struct pipeline_schedule *p);

void pipeline_draw(struct pipeline_schedule *p);

/* Words. */
const char *pipeline_word(const struct pipeline_schedule *p, const char *key);
const char *pipeline_stage(const struct pipeline_schedule *p, int64_t stage);
const char *pipeline_kept(const struct pipeline_schedule *p, int64_t stage);
struct frame pipeline_frame(struct pipeline_schedule *p);
const char *pipeline_describe(struct pipeline_schedule *p, const char *title);
struct chart_data pipeline_data(struct pipeline_schedule *p);

#endif
