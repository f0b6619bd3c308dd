/* Messages as lines of the derivation: the rates that they reach, and each one's time. */
#ifndef RIDGE_CORE_MESSAGE_TRACE_H
#define RIDGE_CORE_MESSAGE_TRACE_H

#include "core/message.h"

/* What the lines written so far say about rates, so that each is said once. */
struct courier {
    struct trace *trace;
    struct network w;
    enum algorithm algorithm;
    double said_inside, said_between, said_switch;
    bool said_latency;
};

/* Time of a message with all its repetitions. The group must be reached. */
struct quantity message_time(const struct courier *courier, const struct message *m);

/* Its line, after those of the rates that were not yet said. */
void message_line(struct courier *courier, const struct message *m, struct quantity time);

#endif
