/* The title of a memory stack: how much is needed, and what overflows. */
#include <string.h>

#include "chart/memory_stack.h"
#include "plot/words.h"

static const char *whole_gib(struct arena *a, const struct stack *s) {
    return quantity_format(a, s->estimate->memory_total.q,
                           (struct number_format){.unit = "GiB", .decimals = 0, .no_unit = true});
}

static const char *title_range(struct memory_stack *m) {
    struct arena *a = m->d->arena;
    const struct stack *least = &m->stacks[0], *most = &m->stacks[0];
    for (size_t i = 1; i < m->count; i++) {
        least = m->stacks[i].total < least->total ? &m->stacks[i] : least;
        most = m->stacks[i].total > most->total ? &m->stacks[i] : most;
    }
    const char *low = whole_gib(a, least), *high = whole_gib(a, most);
    bool level = strcmp(low, high) == 0;
    const char *key = m->count == 1         ? "chart.memory-stack.title.single"
                      : level               ? "chart.memory-stack.title.level"
                      : stack_same_model(m) ? "chart.memory-stack.title.range"
                                            : "chart.memory-stack.title.models";
    return say_with(a, m->d->strings, key, "model", words_model_size(most->scenario->model), "name",
                    most->scenario->model->name, "low", low, "high", high, "stack",
                    stack_name(m, most), "total", stack_tenths(a, most->total), NULL);
}

const struct stack *stack_worst_overflow(const struct memory_stack *m) {
    const struct stack *worst = NULL;
    long long largest = m->capacity_count ? m->capacities[0].tenths : 0;
    for (size_t i = 0; i < m->count; i++)
        if (largest && m->stacks[i].total > largest &&
            (!worst || m->stacks[i].total > worst->total))
            worst = &m->stacks[i];
    return worst;
}

/* Stacks whose weights alone are more than this. */
static size_t heavy_stacks(const struct memory_stack *m, const struct capacity *capacity) {
    size_t n = 0;
    for (size_t i = 0; i < m->count; i++)
        n += m->stacks[i].tenths[FILL_WEIGHTS] > capacity->tenths;
    return n;
}

/* What pushes the tallest stack over: the weights when they do not fit by themselves, otherwise the
 * largest part on top of them; where a smaller device cannot hold some weights either, that is said
 * of the largest only. */
static const char *title_overflow(struct memory_stack *m, const struct stack *worst) {
    static const char *const keys[FILLS] = {
        [FILL_ADAPTERS] = "chart.memory-stack.title.adapters",
        [FILL_GRADIENTS] = "chart.memory-stack.title.gradients",
        [FILL_OPTIMIZER] = "chart.memory-stack.title.optimizer",
        [FILL_ACTIVATIONS] = "chart.memory-stack.title.activations",
        [FILL_KV] = "chart.memory-stack.title.kv",
        [FILL_RUNTIME] = "chart.memory-stack.title.runtime",
    };
    struct arena *a = m->d->arena;
    size_t heavy = heavy_stacks(m, &m->capacities[0]);
    if (heavy) {
        const char *key = heavy == m->count ? "chart.memory-stack.title.weights-alone"
                                            : "chart.memory-stack.title.weights-some";
        return say_with(a, m->d->strings, key, "count", words_count(a, (int64_t)heavy), "all",
                        words_count(a, (int64_t)m->count), NULL);
    }
    int largest = FILL_ADAPTERS;
    for (int f = FILL_ADAPTERS; f < FILLS; f++)
        if (worst->bytes[f] > worst->bytes[largest])
            largest = f;
    if (!heavy_stacks(m, &m->capacities[m->capacity_count - 1]))
        return say(m->d->strings, keys[largest]);
    return say_with(a, m->d->strings, "chart.memory-stack.title.even", "device",
                    m->capacities[0].names[0], "part", say(m->d->strings, fill_rows[largest].key),
                    NULL);
}

/* How many stacks the smallest device holds. */
static const char *title_fits(struct memory_stack *m) {
    struct arena *a = m->d->arena;
    const struct capacity *smallest = &m->capacities[m->capacity_count - 1];
    int64_t fitting = 0;
    for (size_t i = 0; i < m->count; i++)
        fitting += m->stacks[i].total <= smallest->tenths;
    bool all = fitting == (int64_t)m->count, one = m->count == 1;
    const char *key = all && one ? "chart.memory-stack.title.fits-one"
                      : all      ? "chart.memory-stack.title.fits-all"
                      : one      ? "chart.memory-stack.title.fits-larger"
                      : fitting  ? "chart.memory-stack.title.fits-some"
                                 : "chart.memory-stack.title.fits-none";
    return say_with(a, m->d->strings, key, "count", words_count(a, fitting), "all",
                    words_count(a, (int64_t)m->count), "device", smallest->names[0], "largest",
                    m->capacities[0].names[0], NULL);
}

void stack_make_title(struct memory_stack *m, struct frame *f) {
    f->title_one = title_range(m);
    if (!m->capacity_count)
        return;
    const struct stack *worst = stack_worst_overflow(m);
    f->title_two = worst ? title_overflow(m, worst) : title_fits(m);
    f->title_one =
        say_with(m->d->arena, m->d->strings, "chart.title.first", "title", f->title_one, NULL);
}
