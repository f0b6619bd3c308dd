/* The messages of one parallelism in a pass or a step: their time, and what of it is not hidden
 * behind computing (formulas 11.2). */
#ifndef RIDGE_CORE_LOAD_H
#define RIDGE_CORE_LOAD_H

#include "core/account.h"
#include "core/message_trace.h"

enum parallelism {
    PARALLELISM_TENSOR,
    PARALLELISM_PIPELINE,
    PARALLELISM_CONTEXT,
    PARALLELISM_EXPERT,
    PARALLELISM_DATA,
    PARALLELISMS
};

struct load {
    struct messages messages;
    double repeats;                      /* of the whole list */
    struct quantity hide;                /* time that could hide it */
    const char *hide_symbol;             /* "t_work" */
    struct quantity overlap;             /* share of that time, at most 1 */
    struct quantity each[MESSAGES_MOST]; /* time of each message, once through the list */
    struct quantity time, exposed;
};

/* Where lines and values of a pass go. */
enum chapter { CHAPTER_DECODE, CHAPTER_PREFILL, CHAPTER_TRAINING };

/* Whether data ranks scatter gradients and gather weights once a step; or gather them every pass.
 */
bool zero_scatters(const struct scenario *s);
bool zero_gathers(const struct scenario *s);

/* How much of a parallelism's time computing can hide when the scenario does not say. */
struct quantity load_overlap(const struct scenario *s, enum parallelism p, enum chapter chapter);

/* Fills times and what is exposed; returns all that is exposed. */
struct quantity loads_time(const struct courier *courier, struct load loads[PARALLELISMS]);

/* Writes the lines of timed loads and sets the measures of the chapter: communication/…-time, time
 * and exposed-time, and the chapter's own communication-time. Nothing where nothing is sent. */
void loads_account(struct account *c, struct courier *courier, enum chapter chapter,
                   const struct load loads[PARALLELISMS]);

/* max(0, time − overlap · hide), all the way from the luckiest to the unluckiest. */
struct quantity load_exposed(struct quantity time, struct quantity overlap, struct quantity hide);

#endif
