/* Reverse questions (formulas 16): not whether this fits, but how much of something would. Each
 * answer is found on the estimate itself, so that what it says and what `ridge estimate` says about
 * it cannot disagree: it fits, and one more does not. */
#ifndef RIDGE_CORE_FIT_H
#define RIDGE_CORE_FIT_H

#include "core/estimate.h"

/* FIT(NAME, "as --ask says it"). */
enum fit_question {
#define FIT(name, ...) FIT_##name,
#include "core/fit.def"
#undef FIT
    FIT_QUESTIONS
};

const char *fit_question_name(enum fit_question q);

struct fit_request {
    enum fit_question ask;
    /* Scenarios as given, not completed: one for each pair of model and device. */
    const struct scenario *const *given;
    size_t count;
    double time_per_token; /* s, of each user; 0 = no target */
    int64_t most_devices;  /* that are tried; 0 = as many as the question usually wants */
};

/* One line of the answer. Where the scenario cannot be run at all, `fault` says why and the rest is
 * empty. Numbers: the low end of the range and the value surely hold, the high end holds with luck
 * (for the fewest devices the other way round). */
struct fit_answer {
    const struct scenario *scenario; /* completed, at the sure answer, else at the lucky one */
    const struct estimate *estimate; /* its figures */
    const struct scenario_fault *fault;
    struct measure answer;     /* tokens, sequences, parameters, devices, B/s */
    const char *word;          /* the format; NULL when the answer is a number or a verdict */
    const char *lucky_word;    /* the format that fits with luck */
    enum verdict verdict;      /* of what stands in `scenario` */
    const char *limit;         /* what ends it: "capacity", "longest-context", "time" … */
    struct measure margin;     /* room left, bytes; for what does not fit below 0 */
    struct measure saturation; /* batch from which arithmetic binds */
    struct measure most;       /* parameters when nothing but weights is held */
    const struct step *steps;  /* how it comes about */
    size_t step_count;
};

struct fit_result {
    const struct fit_answer *answers; /* sorted: the best first where candidates compete */
    size_t count;
};

/* Everything returned lives in the arena. */
struct fit_result fit_ask(struct arena *a, const struct fit_request *request);

/* The words of `limit`, so that a test can hold strings complete; ends with NULL. */
extern const char *const fit_limits[];

#endif
