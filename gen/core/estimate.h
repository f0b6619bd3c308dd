/* The estimator: pure functions over plain structs. No XML, no drawing, no language, no I/O.
 * Sections named here are those of the formula reference in ../shared. */
#ifndef RIDGE_CORE_ESTIMATE_H
#define RIDGE_CORE_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/quantity.h"
#include "core/hardware.h"

enum scenario_option {
#define SCENARIO(member, ...) SCENARIO_##member,
#include "core/scenario.def"
#undef SCENARIO
    SCENARIO_OPTIONS
};

/* A question to the estimator. Zero or NULL = not given; scenario_complete puts the defaults. */
struct scenario {
    const char *id, *title;
    const struct model *model;
    const struct accelerator *accelerator;
    /* What options that are ids name, and the links that the device brings; or NULL. */
    const struct model *draft;
    const struct link *device_link, *between_nodes, *to_host, *handover, *host_tier, *drive;
    const struct price *listed; /* the catalogue's price, where it stands for the option */
    const struct accelerator *host_device; /* a CPU named as host memory: its own bandwidth */
#define WORD                              const char *
#define COUNT                             int64_t
#define REAL                              double
#define QUANTITY                          double
#define SCENARIO(member, name, kind, ...) kind member;
#include "core/scenario.def"
#undef SCENARIO
#undef WORD
#undef COUNT
#undef REAL
#undef QUANTITY
    bool given[SCENARIO_OPTIONS]; /* in the order of scenario.def; the rest are defaults */
    struct span span;
};

/* What is wrong with a scenario: which option, what was expected. Members point to static text. */
struct scenario_fault {
    const char *option, *found, *expected, *nearest;
};

/* Puts the defaults (DESIGN section 6) and checks that the options fit together. Returns the number
 * of faults written (at most room); a scenario with faults must not be run.
 *
 * Inference: weights in the model's native format, a 16-bit cache, batch 1; context = prompt +
 * output, or the model's longest up to 4096 when neither is given; the prompt that prefill is
 * computed for is the whole context unless given. Training: full with adamw-mixed, sequence 2048,
 * micro-batch 1, no recomputation; LoRA of rank 16 on all linear layers over BF16, or NF4 with
 * double quantisation for qlora. */
size_t scenario_complete(struct scenario *s, struct arena *a, struct scenario_fault *faults,
                         size_t room);

/* One line of the derivation. Symbols and numbers are language-free; the label is a string key
 * ("step.weights") that each language translates. */
struct step {
    const char *id;          /* "memory/weights": the path it leads to */
    const char *label;       /* string key */
    const char *symbol;      /* "W": what stands for the result */
    const char *formula;     /* "P · w": typeset with the field's symbols */
    const char *substituted; /* "6 738 415 616 × 2 B" */
    struct quantity result;
    const char *unit;   /* best unit to print: "GiB", "ms" … */
    const char *source; /* where the formula is from: an id of sources.xml, or "definition" */
};

/* Bytes of the symbol at the beginning of a formula's text ("P_act", "η_m"); 0 where a number or an
 * operator stands. Names of functions ("max") are symbols that need no legend. */
size_t formula_symbol(const char *at);
bool formula_is_function(const char *symbol, size_t bytes);

/* One operation of a step through the model. flops, bytes per whole pass over all layers. */
struct operation {
    const char *name; /* "attention", "ffn" …: string key op.NAME */
    double flops, bytes, intensity, attainable;
    const char *bound; /* "bandwidth" or "compute" */
};

enum verdict { VERDICT_NO, VERDICT_MARGINAL, VERDICT_YES };

/* The answer. Fields that the task does not have are absent (present = false). */
struct measure {
    struct quantity q;
    bool present;
};

struct estimate {
    const struct scenario *scenario;
#define ESTIMATE(path, member, unit, printed) struct measure member;
#include "core/estimate.def"
#undef ESTIMATE
    enum verdict fits, offload_fits; /* offload_fits: what stays on the device, when asked for */
    bool offload_known;
    const char *offload_bound; /* the tier that takes longest: "device", "host-link" … or NULL */
    const char *prefill_bound, *decode_bound, *training_bound; /* "bandwidth" … or NULL */
    const char *binding_resource, *binding_next;               /* "capacity" … */
    const struct operation *operations;
    size_t operation_count;
    const struct step *steps;
    size_t step_count;
};

/* Runs a completed scenario. Everything returned lives in the arena. Never fails: what cannot be
 * known (no peak for that format, say) is absent. No speed is present when memory/fits is no. */
const struct estimate *estimate_run(struct arena *a, const struct scenario *s);

/* The same without the derivation, ten times as fast: for charts and sweeps. */
const struct estimate *estimate_figures(struct arena *a, const struct scenario *s);

/* The paths of estimate.def as data, for expressions, JSON and XML. */
struct estimate_field {
    const char *path;    /* "memory/weights" */
    const char *printed; /* "GiB": best unit to print in text */
    size_t offset;       /* of the struct measure in struct estimate */
};
extern const struct estimate_field estimate_fields[];
extern const size_t estimate_field_count;
const struct measure *estimate_measure(const struct estimate *e, const struct estimate_field *f);

/* Every label of a step ("step.memory.weights") and every name of an operation ("attention",
 * "prefill-attention"; string key "op." and the name), so that a test can hold strings complete. */
size_t estimate_label_count(void);
const char *estimate_label_at(size_t i);
const char *estimate_symbol_at(size_t i); /* of the same step */
const char *estimate_source_at(size_t i);
size_t estimate_operation_name_count(void);
const char *estimate_operation_name_at(struct arena *a, size_t i);

/* The words of the tree: the verdict, what bounds each phase, what binds. */
struct estimate_word {
    const char *path;         /* "memory/fits" */
    const char *word;         /* "yes", "bandwidth" …; NULL = absent */
    const char *explained_by; /* the path whose step explains it */
};
enum { ESTIMATE_WORDS = 8 };
void estimate_words(const struct estimate *e, struct estimate_word out[ESTIMATE_WORDS]);

/* What the estimate of a completed scenario does not count, as string keys ("left-out.loading");
 * and all there are, so that a test can hold strings complete. */
enum { LEFT_OUT_MOST = 16 };
size_t left_out_of(const struct scenario *s, const char *out[LEFT_OUT_MOST]);
size_t left_out_count(void);
const char *left_out_at(size_t i);

#endif
