#include <stdio.h>
#include <string.h>

#include "ask/command.h"
#include "ask/report.h"
#include "ask/scenario_rows.h"

static const struct option_row SUBJECTS[] = {
    {"model", "ID", "the model, or a config.json", NULL, NULL},
    {"accelerator", "ID", "the device", NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static const struct option_row PRINTING[] = {
    {"format", "F", "how to print", "text|json|csv|xml", "printing"},
    {"explain", NULL, "print the derivation step by step", NULL, "printing"},
    {"lang", "L", "language of the words: zh, en", NULL, "printing"},
    {NULL, NULL, NULL, NULL, NULL}};

static const struct option_row *rows(struct arena *a) {
    return scenario_rows(a, SUBJECTS, PRINTING);
}

/* Of two models or devices one would be passed over in silence. */
static bool one_of_each(struct session *s, const struct options *o) {
    bool one = true;
    for (const struct option_row *row = SUBJECTS; row->name; row++) {
        const char *const *values;
        if (option_values(s->arena, o, row->name, &values) < 2)
            continue;
        diag_report(s->diag, DIAG_SCENARIO_OPTION, (struct span){0},
                    arena_printf(s->arena, "%s = %s", row->name, values[1]),
                    arena_printf(s->arena, "one %s; `ridge fit` takes several", row->name), NULL);
        one = false;
    }
    return one;
}

static void run(struct session *s, const struct options *o) {
    struct catalog *c = session_asked_catalog(s, option_value(o, "lang", "en"));
    if (!c || !one_of_each(s, o))
        return;
    const struct strings *strings = session_strings(s, c, option_value(o, "lang", "en"));
    const struct scenario *scenario = scenario_of_options(s, c, o);
    if (!scenario || !strings)
        return;
    struct report report = {.estimate = catalog_estimate(c, scenario),
                            .strings = strings,
                            .catalog = c,
                            .explain = option_given(o, "explain")};
    struct bytes out = {.arena = s->arena};
    report_print(s->arena, option_value(o, "format", "text"), &report, &out);
    fwrite(out.at, 1, out.n, stdout);
}

const struct command command_estimate = {
    "--model ID --accelerator ID --task inference|training [--OPTION …]",
    NULL,
    0,
    0,
    "model accelerator task",
    run,
    rows,
    NULL};
