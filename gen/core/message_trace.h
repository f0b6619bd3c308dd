/* Messages as lines of the derivation: the rates that they reach, and each one's time. */
#ifndef RIDGE_CORE_MESSAGE_TRACE_H
#define RIDGE_CORE_MESSAGE_TRACE_H

#include "core/message.h"

struct courier {
    struct trace *trace;
    struct network w;
    enum algorithm algorithm;
};

/* Time of a message with all its repetitions. The group must be reached. */
struct quantity message_time(const struct courier *courier, const struct message *m);

/* Its line, after those of the rates that the derivation does not have yet. */
void message_line(struct courier *courier, const struct message *m, struct quantity time);

#endif
