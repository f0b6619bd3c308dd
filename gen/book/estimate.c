#include <stdio.h>
#include <string.h>

#include "book/command.h"
#include "book/report.h"

static const struct option_row OPTIONS[] = {
    {"model", "ID", "the model", NULL},
    {"accelerator", "ID", "the device", NULL},
    {"task", "TASK", "what it does", "inference|training"},
    {"weights", "FORMAT", "weight format: fp16, bf16, fp8, int4-g128, nf4-dq …", NULL},
    {"kv", "FORMAT", "KV cache format", NULL},
    {"batch", "N", "sequences decoded together", NULL},
    {"prompt", "N", "prompt tokens", NULL},
    {"output", "N", "generated tokens", NULL},
    {"context", "N", "tokens cached when the step runs", NULL},
    {"method", "METHOD", "how to train", "full|lora|qlora"},
    {"optimizer", "RECIPE", "optimizer recipe: adamw-mixed, adamw-8bit, sgd …", NULL},
    {"recompute", "HOW", "activation recomputation", "none|full"},
    {"targets", "WHICH", "adapted matrices", NULL},
    {"rank", "N", "LoRA rank", NULL},
    {"sequence", "N", "training sequence length", NULL},
    {"micro-batch", "N", "sequences per training step", NULL},
    {"tokens", "N", "training tokens in all", NULL},
    {"devices", "N", "devices", NULL},
    {"memory-utilisation", "X", "share of memory an engine may fill", NULL},
    {"format", "F", "how to print", "text|json|csv|xml"},
    {"explain", NULL, "print the derivation step by step", NULL},
    {"lang", "L", "language of the words: zh, en", NULL},
    {NULL, NULL, NULL, NULL}};

static bool is_scenario_option(const char *name) {
    return strcmp(name, "format") && strcmp(name, "explain") && strcmp(name, "lang");
}

static void run(struct session *s, const struct options *o) {
    struct catalog *c = session_catalog(s, NULL);
    if (!c)
        return;
    const struct strings *strings = session_strings(s, c, option_value(o, "lang", "en"));
    const char **names = ARENA_ARRAY(s->arena, const char *, o->given_count + 1);
    const char **values = ARENA_ARRAY(s->arena, const char *, o->given_count + 1);
    size_t n = 0;
    for (size_t i = 0; i < o->given_count; i++)
        if (is_scenario_option(o->given[i].name)) {
            names[n] = o->given[i].name;
            values[n++] = o->given[i].value;
        }
    const struct scenario *scenario = catalog_make_scenario(c, s->diag, names, values, n);
    if (!scenario || !strings)
        return;
    struct report report = {.estimate = catalog_estimate(c, scenario),
                            .strings = strings,
                            .catalogue_date = catalog_date(c),
                            .explain = option_given(o, "explain")};
    struct bytes out = {.arena = s->arena};
    report_print(s->arena, option_value(o, "format", "text"), &report, &out);
    fwrite(out.at, 1, out.n, stdout);
}

const struct command command_estimate = {
    "estimate",
    "--model ID --accelerator ID --task inference|training [--OPTION …]",
    "Memory, speed and what binds, for one model on one device.",
    OPTIONS,
    0,
    0,
    "model accelerator task",
    run};
