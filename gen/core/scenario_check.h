/* What the checks of a scenario share: the list of faults, words of a list, counts, defaults. */
#ifndef RIDGE_CORE_SCENARIO_CHECK_H
#define RIDGE_CORE_SCENARIO_CHECK_H

#include <string.h>

#include "core/estimate.h"

/* Keeps products of counts inside 64 bits. */
#define COUNT_MOST 1000000000

struct faults {
    struct arena *arena;
    struct scenario_fault *rows;
    size_t n, room;
};

void fault_add(struct faults *f, const char *option, const char *found, const char *expected,
               const char *nearest);

static inline bool is(const char *word, const char *expected) {
    return word && strcmp(word, expected) == 0;
}

enum { WORDS_MOST = 96 };

struct words {
    const char *at[WORDS_MOST];
    size_t n;
};

void words_add(struct words *w, const char *word);
struct words words_list(const char *const *words); /* ends with NULL */

/* "a, b or c", in the arena. */
const char *words_text(struct arena *a, const struct words *w);

/* The word is in the list; else a fault with the list and the nearest. */
bool check_word(struct faults *f, const char *option, const char *found, struct words w);

/* 1 to most. */
void check_count(struct faults *f, const char *option, int64_t value, int64_t most);

/* What is not given gets the value. */
void word_default(const char **word, const char *value);
void count_default(int64_t *count, int64_t value);

/* Training (scenario_training.c). */
void training_defaults(struct scenario *s);
void check_training(struct faults *f, const struct scenario *s);

/* least to most, or 0: not given. */
void check_given(struct faults *f, const char *option, double value, double least, double most,
                 const char *expected);

/* 0 to most; NaN is neither. */
void check_real(struct faults *f, const char *option, double value, double most,
                const char *expected);

/* 0 is allowed: not given. */
void check_optional(struct faults *f, const char *option, int64_t value);

/* A context the model was trained for. */
void check_context(struct faults *f, const char *option, int64_t tokens, const struct model *m);

/* A weight format of the menu. */
bool check_weight_format(struct faults *f, const char *id);

/* The model's own 16-bit format; BF16 for models published in another width. */
const char *model_half(const struct model *m);

/* Counts stay inside 64 bits, query heads share KV heads evenly, kinds of layers add up. */
bool model_is_sound(const struct model *m);
#define MODEL_EXPECTED                                                                             \
    "a model with positive sizes whose heads are a multiple of its kv-heads and whose kinds of "   \
    "layers are no more than its layers"

/* Inference: defaults, then checks (scenario_inference.c). */
void check_inference(struct faults *f, struct scenario *s);

/* Devices and how the work is divided over them (scenario_parallel.c): defaults, then checks. Comes
 * after the defaults of the task. */
void check_parallel(struct faults *f, struct scenario *s);

/* Offload, energy and cost (scenario_economics.c): the same, after the devices. */
void check_economics(struct faults *f, struct scenario *s);

/* Options that say nothing alone (scenario_needs.c), of a scenario that is right but for them. */
void check_company(struct faults *f, const struct scenario *s);

#endif
