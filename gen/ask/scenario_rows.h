/* The options of a scenario as options of a command: rows of scenario.def. */
#ifndef RIDGE_ASK_SCENARIO_ROWS_H
#define RIDGE_ASK_SCENARIO_ROWS_H

#include "ask/option.h"
#include "ask/session.h"

/* The rows of `first`, then the scenario's by group, then those of `last`. */
const struct option_row *scenario_rows(struct arena *a, const struct option_row *first,
                                       const struct option_row *last);

/* The scenario that the options given make; what is no option of a scenario is passed over. NULL
 * after reporting. */
const struct scenario *scenario_of_options(struct session *s, struct catalog *c,
                                           const struct options *o);

/* What a line of a table is about; weights NULL: as the options have it. */
struct candidate {
    const char *model, *accelerator, *weights;
};

/* The same for this candidate, as given: not completed, for questions that vary it. */
const struct scenario *scenario_given_with(struct session *s, struct catalog *c,
                                           const struct options *o, struct candidate candidate);

#endif
