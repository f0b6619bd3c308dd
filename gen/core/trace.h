/* The derivation: one line per value, with its formula in symbols and in numbers. The numbers are
 * put into the formula's own text, so the two cannot disagree. */
#ifndef RIDGE_CORE_TRACE_H
#define RIDGE_CORE_TRACE_H

#include "core/estimate.h"

enum step_name {
#define STEP(name, ...) STEP_##name,
#include "core/steps.def"
#undef STEP
    STEP_NAMES
};

struct trace {
    struct arena *arena;
    struct step *steps;
    size_t n, room;
    bool off; /* only the figures are wanted */
};

/* What stands for a symbol; unit "" prints the bare number. */
struct binding {
    const char *symbol;
    struct quantity q;
    const char *unit;
};

struct binding bind_number(const char *symbol, double value);
struct binding bind_quantity(const char *symbol, struct quantity q, const char *unit);

/* Adds a line. Symbols without a binding stay as they are. */
void trace_add(struct trace *t, enum step_name name, const char *formula, struct quantity result,
               const struct binding *bindings, size_t n);

/* A formula put together from the terms that apply, in the arena; "" when no line is wanted. */
const char *trace_formula(struct trace *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* What is bound is only worked out when the line is wanted. */
#define TRACE(t, name, formula, result, ...)                                                       \
    ((t)->off ? (void)0                                                                            \
              : trace_add((t), (name), (formula), (result), (const struct binding[]){__VA_ARGS__}, \
                          sizeof(const struct binding[]){__VA_ARGS__} / sizeof(struct binding)))

#define N(symbol, value)       bind_number((symbol), (double)(value))
#define Q(symbol, value, unit) bind_quantity((symbol), (value), (unit))

#endif
