#include <stdio.h>
#include <string.h>

#include "ask/command.h"
#include "ask/fit_print.h"
#include "ask/scenario_rows.h"
#include "catalog/entry.h"

static const struct option_row PRINTING[] = {
    {"format", "F", "how to print", "text|json|csv", "printing"},
    {"explain", NULL, "print the derivation of each answer", NULL, "printing"},
    {"lang", "L", "language of the words: zh, en", NULL, "printing"},
    {NULL, NULL, NULL, NULL, NULL}};

/* "max-context|max-batch|…" */
static const char *questions(struct arena *a) {
    const char *text = fit_question_name(0);
    for (int q = 1; q < FIT_QUESTIONS; q++)
        text = arena_printf(a, "%s|%s", text, fit_question_name((enum fit_question)q));
    return text;
}

static const struct option_row *rows(struct arena *a) {
    const struct option_row subjects[] = {
        {"ask", "QUESTION", "what is looked for", questions(a), "question"},
        {"time-per-token", "TIME", "to be kept for each user, such as '50 ms'", NULL, "question"},
        {"tokens-per-second", "X", "the same as a speed of each user", NULL, "question"},
        {"most-devices", "N", "devices that are tried: 256, or 8 to compare devices", NULL,
         "question"},
        {"model", "ID", "the model, or a config.json; again for a table; all of them for max-model",
         NULL, NULL},
        {"accelerator", "ID", "the device; again for a table; all of them to compare devices", NULL,
         NULL},
        {NULL, NULL, NULL, NULL, NULL}};
    const struct option_row *shared =
        scenario_rows(a, arena_memdup(a, subjects, sizeof subjects), PRINTING);
    size_t n = 0;
    while (shared[n].name)
        n++;
    struct option_row *own = arena_memdup(a, shared, (n + 1) * sizeof *shared);
    for (size_t i = 0; i < n; i++)
        if (!strcmp(own[i].name, "weights"))
            own[i].help = arena_printf(a, "%s; again for a table", own[i].help);
    return own;
}

/* ── The question ── */

static enum fit_question question_of(const struct options *o) {
    int q = 0;
    while (strcmp(fit_question_name((enum fit_question)q), option_value(o, "ask", "")) != 0)
        q++; /* one of the choices: the options were checked */
    return (enum fit_question)q;
}

static void missing(struct session *s, const char *option, const char *expected) {
    diag_report(s->diag, DIAG_OPTION_MISSING, (struct span){0}, option, expected, NULL);
}

/* An option of the question; a bare number where the unit is none. */
struct target {
    const char *name;
    struct unit unit;
    double least, most;
    const char *expected;
};

static bool bad_number(struct session *s, const char *name, const char *text,
                       const char *expected) {
    diag_report(s->diag, DIAG_BAD_NUMBER, (struct span){0},
                arena_printf(s->arena, "%s = %s", name, text), expected, NULL);
    return false;
}

static bool read_number(struct session *s, const struct options *o, const struct target *t,
                        double *out) {
    const char *text = option_value(o, t->name, NULL);
    struct quantity q;
    if (!text)
        return true;
    if (!quantity_parse(s->diag, (struct span){0}, text, &q))
        return false;
    if (!unit_equal(q.unit, t->unit) || !(q.value >= t->least && q.value <= t->most))
        return bad_number(s, t->name, text, t->expected);
    *out = q.value;
    return true;
}

static bool read_devices(struct session *s, const struct options *o, int64_t *out) {
    enum { MOST = 4096 };
    const char *text = option_value(o, "most-devices", NULL);
    if (!text || (count_parse(text, out) && *out >= 1 && *out <= MOST))
        return true;
    return bad_number(s, "most-devices", text, "a whole number from 1 to 4096");
}

static bool read_target(struct session *s, const struct options *o, struct fit_request *r) {
    const struct target time = {"time-per-token", UNIT_SECOND, 1e-9, 1e6,
                                "a time from 1 ns to 1e6 s, such as '50 ms'"};
    const struct target rate = {"tokens-per-second", UNIT_NONE, 1e-6, 1e9,
                                "a number from 1e-6 to 1e9, such as 30"};
    double speed = 0;
    if (!read_number(s, o, &time, &r->time_per_token) || !read_number(s, o, &rate, &speed) ||
        !read_devices(s, o, &r->most_devices))
        return false;
    if (speed > 0 && r->time_per_token > 0) {
        diag_report(s->diag, DIAG_SCENARIO_OPTION, (struct span){0},
                    arena_printf(s->arena, "tokens-per-second = %s",
                                 option_value(o, "tokens-per-second", "")),
                    "one target: a time-per-token is given too", NULL);
        return false;
    }
    if (speed > 0)
        r->time_per_token = 1 / speed;
    if (r->ask != FIT_TARGET_SPEED || r->time_per_token > 0)
        return true;
    missing(s, "a target", "--time-per-token TIME or --tokens-per-second X");
    return false;
}

/* ── Candidates ── */

struct ids {
    const char *const *at;
    size_t n;
};

static bool compares_devices(enum fit_question ask) {
    return ask == FIT_WHICH_ACCELERATOR || ask == FIT_TARGET_SPEED;
}

static struct ids all_accelerators(struct arena *a, const struct catalog *c) {
    size_t count = catalog_accelerator_count(c), n = 0;
    const char **ids = ARENA_ARRAY(a, const char *, count + 1);
    for (size_t i = 0; i < count; i++) {
        const struct accelerator *x = catalog_accelerator_at(c, i);
        if (x->memory_capacity.known && x->memory_bandwidth.known)
            ids[n++] = x->id;
    }
    return (struct ids){ids, n};
}

static struct ids all_models(struct arena *a, const struct catalog *c) {
    size_t n = catalog_model_count(c);
    const char **ids = ARENA_ARRAY(a, const char *, n + 1);
    for (size_t i = 0; i < n; i++)
        ids[i] = catalog_model_at(c, i)->id;
    return (struct ids){ids, n};
}

static struct ids ids_of(struct session *s, const struct options *o, const char *name) {
    struct ids ids;
    ids.n = option_values(s->arena, o, name, &ids.at);
    return ids;
}

/* What is looked for cannot be given as well. */
static bool leaves_open(struct session *s, const struct options *o, enum fit_question ask) {
    static const struct {
        enum fit_question ask;
        const char *option;
    } sought[] = {{FIT_MAX_CONTEXT, "context"}, {FIT_MAX_CONTEXT, "prompt"},
                  {FIT_MAX_CONTEXT, "output"},  {FIT_MAX_CONTEXT, "sequence"},
                  {FIT_MAX_BATCH, "batch"},     {FIT_MAX_BATCH, "micro-batch"},
                  {FIT_MAX_BITS, "weights"}};
    bool open = true;
    for (size_t i = 0; i < sizeof sought / sizeof *sought; i++) {
        const char *value = option_value(o, sought[i].option, NULL);
        if (sought[i].ask != ask || !value)
            continue;
        diag_report(s->diag, DIAG_SCENARIO_OPTION, (struct span){0},
                    arena_printf(s->arena, "%s = %s", sought[i].option, value),
                    arena_printf(s->arena, "no %s: %s looks for it", sought[i].option,
                                 fit_question_name(ask)),
                    NULL);
        open = false;
    }
    return open;
}

/* Questions about what fits are about the device; a speed is one of inference. */
static bool goes_with(struct session *s, const struct options *o, enum fit_question ask) {
    const char *offload = option_value(o, "offload", NULL), *task = option_value(o, "task", "");
    bool target = ask == FIT_TARGET_SPEED || option_given(o, "time-per-token") ||
                  option_given(o, "tokens-per-second");
    bool speed = target && strcmp(task, "training") == 0;
    if (offload)
        diag_report(s->diag, DIAG_SCENARIO_OPTION, (struct span){0},
                    arena_printf(s->arena, "offload = %s", offload),
                    "no offload: the question is what the device holds", NULL);
    if (speed)
        diag_report(s->diag, DIAG_SCENARIO_OPTION, (struct span){0}, "task = training",
                    "inference: a target is a time per generated token", NULL);
    return !offload && !speed;
}

static bool candidates(struct session *s, struct catalog *c, const struct options *o,
                       struct fit_request *r) {
    struct ids models = ids_of(s, o, "model"), devices = ids_of(s, o, "accelerator");
    struct ids formats = ids_of(s, o, "weights");
    formats.n += formats.n == 0; /* none given: what each model is published in */
    if (!models.n && r->ask == FIT_MAX_MODEL)
        models = all_models(s->arena, c);
    if (!devices.n && compares_devices(r->ask))
        devices = all_accelerators(s->arena, c);
    if (!models.n)
        missing(s, "--model", "the id of a model: see ridge list models");
    if (!devices.n)
        missing(s, "--accelerator", "the id of a device: see ridge list accelerators");
    const struct scenario **given =
        ARENA_ARRAY(s->arena, const struct scenario *, models.n *devices.n *formats.n + 1);
    for (size_t i = 0; i < models.n * devices.n * formats.n; i++) {
        size_t pair = i / formats.n;
        given[r->count] = scenario_given_with(s, c, o,
                                              (struct candidate){models.at[pair / devices.n],
                                                                 devices.at[pair % devices.n],
                                                                 formats.at[i % formats.n]});
        if (!given[r->count++])
            return false; /* reported; the next one would say the same */
    }
    r->given = given;
    return r->count > 0 && session_is_sound(s);
}

/* One pair alone that cannot be asked is a fault of the options, as with `ridge estimate`. */
static bool report_refusal(struct session *s, const struct fit_result *r) {
    const struct scenario_fault *f = r->count == 1 ? r->answers[0].fault : NULL;
    if (!f)
        return false;
    diag_report(s->diag, DIAG_SCENARIO_OPTION, (struct span){0},
                arena_printf(s->arena, "%s = %s", f->option, f->found), f->expected, f->nearest);
    return true;
}

static void run(struct session *s, const struct options *o) {
    struct catalog *c = session_asked_catalog(s, option_value(o, "lang", "en"));
    if (!c)
        return;
    const struct strings *strings = session_strings(s, c, option_value(o, "lang", "en"));
    struct fit_request request = {.ask = question_of(o)};
    if (!strings || !leaves_open(s, o, request.ask) || !goes_with(s, o, request.ask) ||
        !read_target(s, o, &request) || !candidates(s, c, o, &request))
        return;
    struct fit_report report = {&request, fit_ask(s->arena, &request), c, strings,
                                option_given(o, "explain")};
    if (report_refusal(s, &report.result))
        return;
    static const struct {
        const char *name;
        void (*print)(struct arena *, const struct fit_report *, struct bytes *);
    } formats[] = {{"text", fit_text}, {"json", fit_json}, {"csv", fit_csv}};
    struct bytes out = {.arena = s->arena};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(formats[i].name, option_value(o, "format", "text")))
            formats[i].print(s->arena, &report, &out);
    fwrite(out.at, 1, out.n, stdout);
}

const struct command command_fit = {
    "--ask QUESTION --task inference|training --model ID --accelerator ID [--OPTION …]",
    NULL,
    0,
    0,
    "ask task",
    run,
    rows,
    NULL};
