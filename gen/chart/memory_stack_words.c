/* What a memory stack says: names, title, subtitle, footer, description, rows. */
#include <math.h>
#include <string.h>

#include "chart/memory_stack.h"
#include "chart/scenario_words.h"
#include "core/parallel.h"
#include "plot/data.h"
#include "plot/words.h"

static bool same_word(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_training(const struct stack *s) {
    return same_word(s->scenario->task, "training");
}

const char *stack_tenths(struct arena *a, long long tenths) {
    return quantity_format(a, quantity_exact((double)tenths / 10, UNIT_NONE),
                           (struct number_format){.decimals = 1});
}

/* ── What the stacks share ── */

bool stack_same_model(const struct memory_stack *m) {
    for (size_t i = 1; i < m->count; i++)
        if (m->stacks[i].scenario->model != m->stacks[0].scenario->model)
            return false;
    return true;
}

/* Tokens of a training sequence or a context. */
static int64_t tokens_of(const struct stack *s) {
    return is_training(s) ? s->scenario->sequence : s->scenario->context;
}

/* The first stack of the task; NULL when there is none or they differ in tokens or recompute. */
static const struct stack *shared_by_task(const struct memory_stack *m, bool training) {
    const struct stack *first = NULL;
    for (size_t i = 0; i < m->count; i++) {
        const struct stack *s = &m->stacks[i];
        if (is_training(s) != training)
            continue;
        if (first && (tokens_of(s) != tokens_of(first) ||
                      !same_word(s->scenario->recompute, first->scenario->recompute)))
            return NULL;
        first = first ? first : s;
    }
    return first;
}

static bool has_task(const struct memory_stack *m, bool training) {
    for (size_t i = 0; i < m->count; i++)
        if (is_training(&m->stacks[i]) == training)
            return true;
    return false;
}

/* Columns must tell tokens when the subtitle cannot. */
static bool is_mixed(const struct memory_stack *m) {
    return !stack_same_model(m) || (has_task(m, true) && !shared_by_task(m, true)) ||
           (has_task(m, false) && !shared_by_task(m, false));
}

static bool same_format(const struct memory_stack *m) {
    const struct stack *first = NULL;
    for (size_t i = 0; i < m->count; i++) {
        const struct stack *s = &m->stacks[i];
        if (is_training(s))
            continue;
        if (first && !same_word(s->scenario->weights, first->scenario->weights))
            return false;
        first = s;
    }
    return true;
}

/* ── Columns ── */

static const char *task_word(const struct stack *s) {
    if (!is_training(s))
        return "inference";
    return s->scenario->method;
}

const char *stack_name(struct memory_stack *m, const struct stack *s) {
    struct arena *a = m->d->arena;
    if (stack_same_model(m))
        return say(m->d->strings, arena_printf(a, "chart.stack.%s", task_word(s)));
    return say_with(a, m->d->strings, arena_printf(a, "chart.stack.model.%s", task_word(s)),
                    "model", words_model_size(s->scenario->model), NULL);
}

/* 4096 → "4k". */
static const char *short_tokens(struct arena *a, int64_t tokens) {
    if (tokens >= 1024 && tokens % 1024 == 0)
        return arena_printf(a, "%lldk", (long long)(tokens / 1024));
    return words_count(a, tokens);
}

static const char *optimizer_word(const char *id) {
    static const char *const words[][2] = {{"adamw", "AdamW"}, {"sgd", "SGD"},
                                           {"lion", "Lion"},   {"adafactor", "Adafactor"},
                                           {"muon", "Muon"},   {"fp8", "FP8 AdamW"}};
    for (size_t i = 0; id && i < sizeof words / sizeof *words; i++)
        if (strncmp(id, words[i][0], strlen(words[i][0])) == 0)
            return words[i][1];
    return id ? id : "";
}

static double bytes_per_parameter(const struct stack *s) {
    double states = s->bytes[FILL_WEIGHTS] + s->bytes[FILL_GRADIENTS] + s->bytes[FILL_OPTIMIZER];
    struct measure n = s->estimate->parameters;
    return n.present && n.q.value > 0 ? states / n.q.value : 0;
}

static bool is_parted(const struct stack *s) {
    struct degrees d = degrees_of(s->scenario);
    return d.tensor * d.pipeline * d.data * d.expert * d.context > 1;
}

static const char *training_recipe(struct memory_stack *m, const struct stack *s) {
    struct arena *a = m->d->arena;
    const struct scenario *c = s->scenario;
    if (same_word(c->method, "full") && is_parted(s))
        return optimizer_word(c->optimizer);
    if (same_word(c->method, "full"))
        return say_with(a, m->d->strings, "chart.recipe.full", "optimizer",
                        optimizer_word(c->optimizer), "bytes",
                        words_number(a, bytes_per_parameter(s)), NULL);
    return say_with(a, m->d->strings, "chart.recipe.lora", "rank", words_count(a, c->rank),
                    "format", words_short_format(a, c->weights), NULL);
}

static const char *recipe_alone(struct memory_stack *m, const struct stack *s) {
    struct arena *a = m->d->arena;
    const struct scenario *c = s->scenario;
    const char *tokens = short_tokens(a, tokens_of(s));
    const char *format = words_short_format(a, c->weights);
    if (is_training(s) && !is_mixed(m))
        return training_recipe(m, s);
    if (is_training(s))
        return say_with(a, m->d->strings, "chart.recipe.tokens", "tokens", tokens, "batch",
                        words_count(a, c->micro_batch), NULL);
    const char *key = !is_mixed(m)     ? "chart.recipe.inference"
                      : same_format(m) ? "chart.recipe.context"
                                       : "chart.recipe.context-format";
    return say_with(a, m->d->strings, key, "format", format, "tokens", tokens, "batch",
                    words_count(a, c->batch), NULL);
}

/* With what parts it among devices. */
const char *stack_recipe(struct memory_stack *m, const struct stack *s) {
    struct arena *a = m->d->arena;
    const char *recipe = recipe_alone(m, s), *sharding = scenario_sharding(a, s->scenario);
    if (!is_parted(s))
        return recipe;
    if (sharding)
        recipe = say_with(a, m->d->strings, "chart.recipe.and", "recipe", recipe, "item", sharding,
                          NULL);
    return say_with(a, m->d->strings, "chart.recipe.and", "recipe", recipe, "item",
                    scenario_plan(a, m->d->strings, s->scenario), NULL);
}

/* The short name, with the memory's label where the catalogue has several of that name. */
const char *stack_row_name(struct memory_stack *m, const struct accelerator *device) {
    const struct catalog *c = m->request->catalog;
    if (m->request->in_page)
        return words_tight_name(device->short_name);
    if (catalog_short_name_count(c, device->short_name) < 2 || !device->memory_label)
        return device->short_name;
    char *label = arena_strdup(m->d->arena, device->memory_label);
    char *space = strchr(label, ' ');
    if (space)
        memmove(space, space + 1, strlen(space));
    return arena_printf(m->d->arena, "%s %s", device->short_name, label);
}

/* ── Subtitle, footer ── */

static const char *make_subtitle(struct memory_stack *m) {
    struct arena *a = m->d->arena;
    const struct strings *words = m->d->strings;
    const struct stack *training = shared_by_task(m, true), *inference = shared_by_task(m, false);
    if (is_mixed(m))
        training = inference = NULL;
    const char *one = NULL, *two = NULL;
    if (training) {
        bool again = same_word(training->scenario->recompute, "full");
        one = say_with(a, words,
                       again ? "chart.memory-stack.subtitle.recompute"
                             : "chart.memory-stack.subtitle.training",
                       "tokens", words_count(a, tokens_of(training)), NULL);
    }
    if (inference)
        two = say_with(a, words,
                       one ? "chart.memory-stack.subtitle.and-inference"
                           : "chart.memory-stack.subtitle.inference",
                       "tokens", words_count(a, tokens_of(inference)), NULL);
    const char *key = one && two   ? "chart.memory-stack.subtitle.two"
                      : one || two ? "chart.memory-stack.subtitle.one"
                                   : "chart.memory-stack.subtitle";
    return say_with(a, words, key, "one", one ? one : two, "two", two, NULL);
}

/* “24 GB” and “80 GB”, when the labels of all devices mean GiB; NULL otherwise. */
static const char *labels_in_gib(struct memory_stack *m, size_t *count) {
    struct arena *a = m->d->arena;
    const char *list = NULL;
    *count = 0;
    for (size_t i = 0; i < m->device_count; i++) {
        const struct accelerator *device = m->devices[i];
        double label = 0;
        for (const char *c = device->memory_label; c && *c >= '0' && *c <= '9'; c++)
            label = label * 10 + (*c - '0');
        double gib = device->memory_capacity.value / 1073741824.0;
        if (!device->memory_capacity.known || label <= 0 || fabs(gib / label - 1) > 0.002)
            return NULL;
        const char *item =
            say_with(a, m->d->strings, "chart.quoted", "text", device->memory_label, NULL);
        if (list && strstr(list, item))
            continue;
        list = list ? say_with(a, m->d->strings, "chart.list.and", "list", list, "item", item, NULL)
                    : item;
        ++*count;
    }
    return list;
}

static const char *foot_capacity(struct memory_stack *m) {
    size_t count = 0;
    const char *labels = m->device_count ? labels_in_gib(m, &count) : NULL;
    const char *key = !m->device_count ? "chart.memory-stack.foot.sources"
                      : !labels        ? "chart.memory-stack.foot.driver"
                      : count == 1     ? "chart.memory-stack.foot.label"
                                       : "chart.memory-stack.foot.labels";
    return say_with(m->d->arena, m->d->strings, key, "labels", labels, "date",
                    catalog_edition(m->request->catalog), NULL);
}

/* "1", "1–1.7": GiB of runtime. */
static const char *runtime_words(struct memory_stack *m) {
    struct arena *a = m->d->arena;
    long long low = m->stacks[0].tenths[FILL_RUNTIME], high = low;
    for (size_t i = 1; i < m->count; i++) {
        long long tenths = m->stacks[i].tenths[FILL_RUNTIME];
        low = tenths < low ? tenths : low;
        high = tenths > high ? tenths : high;
    }
    const char *least = words_number(a, (double)low / 10);
    return low == high ? least
                       : arena_printf(a, "%s–%s", least, words_number(a, (double)high / 10));
}

struct frame stack_frame(struct memory_stack *m) {
    struct arena *a = m->d->arena;
    const struct strings *words = m->d->strings;
    struct frame f = {.subtitle = make_subtitle(m)};
    f.kicker = stack_same_model(m) ? say_with(a, words, "chart.memory-stack.kicker.model", "model",
                                              m->stacks[0].scenario->model->name, NULL)
                                   : say(words, "chart.memory-stack.kicker");
    stack_make_title(m, &f);
    const char *key = stack_worst_overflow(m) ? "chart.memory-stack.foot.counts-hatched"
                                              : "chart.memory-stack.foot.counts";
    const char *largest = words_number(a, stack_largest(m));
    f.foot[f.foot_count++] =
        say_with(a, words, key, "runtime", runtime_words(m), "capacity", largest, NULL);
    f.foot[f.foot_count++] = foot_capacity(m);
    return f;
}

/* ── Description and rows ── */

const char *stack_says(struct memory_stack *m, const struct stack *s, enum fill fill) {
    struct arena *a = m->d->arena;
    return say_with(a, m->d->strings, "chart.memory-stack.says", "stack", stack_name(m, s), "part",
                    say(m->d->strings, fill_rows[fill].key), "gib",
                    stack_tenths(a, s->tenths[fill]), "total", stack_tenths(a, s->total), NULL);
}

/* "weights 12.6, gradients 12.6 …" */
static const char *describe_parts(struct memory_stack *m, const struct stack *s) {
    struct arena *a = m->d->arena;
    const char *list = NULL;
    for (int f = 0; f < FILLS; f++) {
        if (!s->tenths[f])
            continue;
        const char *part = arena_printf(a, "%s %s", say(m->d->strings, fill_rows[f].key),
                                        stack_tenths(a, s->tenths[f]));
        list =
            list ? say_with(a, m->d->strings, "chart.list.comma", "list", list, "item", part, NULL)
                 : part;
    }
    return list ? list : "";
}

static const char *describe_rooms(struct memory_stack *m, const struct stack *s) {
    struct arena *a = m->d->arena;
    const char *list = NULL;
    for (size_t i = 0; i < m->device_count; i++) {
        long long room;
        if (!stack_room(m, s, m->devices[i], &room))
            continue;
        const char *part =
            arena_printf(a, "%s %s", m->devices[i]->short_name, stack_tenths(a, room));
        list =
            list ? say_with(a, m->d->strings, "chart.list.comma", "list", list, "item", part, NULL)
                 : part;
    }
    return list;
}

const char *stack_describe(struct memory_stack *m, const char *title) {
    struct arena *a = m->d->arena;
    const struct strings *words = m->d->strings;
    const char *text = NULL;
    words_add_sentence(a, &text, say_with(a, words, "chart.sentence", "text", title, NULL));
    for (size_t i = 0; i < m->count; i++) {
        const struct stack *s = &m->stacks[i];
        const char *rooms = describe_rooms(m, s);
        const char *key =
            rooms ? "chart.memory-stack.describe.rooms" : "chart.memory-stack.describe.stack";
        words_add_sentence(a, &text,
                           say_with(a, words, key, "stack", stack_name(m, s), "recipe",
                                    stack_recipe(m, s), "total", stack_tenths(a, s->total), "parts",
                                    describe_parts(m, s), "rooms", rooms, NULL));
    }
    return text;
}

/* A stack whose parts become rows. */
struct listed {
    struct data_rows *rows;
    const char *name, *recipe;
};

static void add_row(const struct listed *l, const char *what, double gib) {
    const char *cells[] = {l->name, l->recipe, what, arena_printf(l->rows->arena, "%.4f", gib)};
    data_add(l->rows, cells);
}

struct chart_data stack_data(struct memory_stack *m) {
    static const char *const columns[] = {"stack", "recipe", "part", "gib"};
    struct data_rows *rows = data_new(m->d->arena, columns, 4);
    const double gib = 1073741824.0;
    for (size_t i = 0; i < m->count; i++) {
        const struct stack *s = &m->stacks[i];
        struct listed l = {rows, stack_name(m, s), stack_recipe(m, s)};
        double total = 0;
        for (int f = 0; f < FILLS; f++) {
            add_row(&l, fill_rows[f].id, s->bytes[f] / gib);
            total += s->bytes[f];
        }
        add_row(&l, "total", total / gib);
        for (size_t k = 0; k < m->device_count; k++)
            if (m->devices[k]->memory_capacity.known)
                add_row(&l, arena_printf(m->d->arena, "room on %s", m->devices[k]->id),
                        (m->devices[k]->memory_capacity.value - total) / gib);
    }
    return data_done(rows);
}
