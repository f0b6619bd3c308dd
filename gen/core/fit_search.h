/* What the reverse questions share: trying a scenario, searching a whole number, telling why. */
#ifndef RIDGE_CORE_FIT_SEARCH_H
#define RIDGE_CORE_FIT_SEARCH_H

#include "core/fit.h"
#include "core/trace.h"

/* A scenario of which one option is looked for. */
struct fit_search {
    struct arena *arena;
    const struct fit_request *request;
    const struct scenario *given;
    void (*put)(struct scenario *s, int64_t n); /* sets the option; NULL: nothing to set */
    int64_t step;                               /* n counts steps of so many; 0 = of one */
};

/* One try: completed, and run unless it has faults. */
struct fit_try {
    struct scenario *scenario;
    const struct estimate *estimate; /* NULL when faults > 0 */
    struct scenario_fault *faults;
    size_t fault_count;
};

struct fit_try fit_try(const struct fit_search *f, struct arena *a, int64_t n, bool traced);

/* Does it hold, memory and target time together? */
enum verdict fit_holds(const struct fit_request *request, const struct fit_try *t);

/* The largest n from 1 to most at which it holds at least so well, given that it holds less and
 * less well as n grows; 0 = not even at 1. */
int64_t fit_largest(const struct fit_search *f, int64_t most, enum verdict wanted);

/* The answer filled from a try: scenario, figures, verdict, room. */
struct fit_answer fit_answer_at(const struct fit_request *request, const struct fit_try *t);

/* The answer filled from the scenario as it is given, with its derivation. */
struct fit_answer fit_as_given(const struct fit_search *f, struct fit_try *at);

/* A fault in the options themselves, at n. */
bool fit_refused(const struct fit_search *f, int64_t n, struct fit_answer *out);

bool fit_is_training(const struct scenario *s);

/* Bytes that may surely be filled; the estimate has a capacity. */
double fit_budget(const struct estimate *e);

/* A line: what the budget leaves with every part at its high end. Nothing for no estimate. */
void fit_trace_room(struct trace *t, enum step_name name, const struct estimate *e);

/* Ends the derivation: what the estimate says about memory at the answer, then these lines. */
void fit_explain(struct arena *a, struct fit_answer *answer, const struct trace *own);

/* One for each question. */
struct fit_answer fit_max_context(const struct fit_search *f);
struct fit_answer fit_max_batch(const struct fit_search *f);
struct fit_answer fit_max_model(const struct fit_search *f);
struct fit_answer fit_max_bits(const struct fit_search *f);
struct fit_answer fit_min_devices(const struct fit_search *f);
struct fit_answer fit_target_speed(const struct fit_search *f);
struct fit_answer fit_binding(const struct fit_search *f);

#endif
