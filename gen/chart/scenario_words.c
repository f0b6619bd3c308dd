#include "chart/scenario_words.h"

#include <string.h>

#include "catalog/fields.h"
#include "core/network.h"
#include "core/parallel.h"
#include "plot/words.h"

const char *scenario_plan(struct arena *a, const struct strings *s, const struct scenario *x) {
    struct degrees d = degrees_of(x);
    const struct {
        const char *name;
        int64_t n;
    } rows[] = {
        {"TP", d.tensor}, {"PP", d.pipeline}, {"DP", d.data}, {"EP", d.expert}, {"CP", d.context}};
    const char *text = NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].n > 1)
            text = arena_printf(a, "%s%s%s %s", text ? text : "", text ? " × " : "", rows[i].name,
                                words_count(a, rows[i].n));
    return text ? text : say(s, "chart.one-device");
}

const char *scenario_sharding(struct arena *a, const struct scenario *x) {
    const char *zero = x->zero;
    if (!x->task || strcmp(x->task, "training") != 0 || !zero || strcmp(zero, "0") == 0 ||
        degrees_of(x).data < 2)
        return NULL;
    if (strcmp(zero, "fsdp") == 0)
        return "FSDP";
    bool stage = strspn(zero, "0123456789") == strlen(zero);
    return stage ? arena_printf(a, "ZeRO-%s", zero) : zero;
}

const char *scenario_step(struct arena *a, const struct strings *s, const struct scenario *x) {
    int64_t n =
        (x->micro_batch > 1 ? x->micro_batch : 1) * training_micro_batches(x) * degrees_of(x).data;
    return say_with(a, s, n == 1 ? "chart.step-tokens.one" : "chart.step-tokens", "sequences",
                    words_count(a, n), "tokens", words_count(a, x->sequence), NULL);
}

/* ── Differences ── */

static bool same_word(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_option(const struct scenario *a, const struct scenario *b,
                        const struct option *o) {
    if (o->kind == OPTION_WORD)
        return same_word(member_text(a, o->offset), member_text(b, o->offset));
    return option_number(a, o) == option_number(b, o);
}

/* Links are said beside the device, how it is shared in one text. */
static bool is_told(const struct option *o) {
    return !strstr(o->name, "link") && !strstr(o->name, "-parallel") && strcmp(o->name, "devices");
}

static bool plans_differ(struct arena *a, const struct strings *s,
                         const struct scenario *const *all, size_t n) {
    for (size_t i = 1; i < n; i++)
        if (strcmp(scenario_plan(a, s, all[i]), scenario_plan(a, s, all[0])) != 0)
            return true;
    return false;
}

static const char *option_text(struct arena *a, const struct strings *s, const struct scenario *x,
                               const struct option *o) {
    const char *name = say(s, arena_printf(a, "option.%s", o->name)), *value;
    if (o->kind == OPTION_WORD) {
        const char *word = member_text(x, o->offset);
        const char *key = arena_printf(a, "value.%s.%s", o->name, word ? word : "none");
        bool format = strcmp(o->name, "weights") == 0 || strcmp(o->name, "kv") == 0;
        value = strings_has(s, key) ? say(s, key)
                : format            ? words_format(a, word)
                : word              ? word
                                    : "—";
    } else if (o->kind == OPTION_QUANTITY) {
        struct quantity q = option_quantity(x, o);
        value = words_quantity(a, q.value, q.unit, o->printed);
    } else {
        value = words_number(a, option_number(x, o));
    }
    return arena_printf(a, "%s %s", name, value);
}

size_t scenario_differences(struct arena *a, const struct strings *s,
                            const struct scenario *const *all, size_t n, size_t i, const char **out,
                            size_t room) {
    size_t count = 0;
    if (room && plans_differ(a, s, all, n))
        out[count++] = scenario_plan(a, s, all[i]);
    for (size_t k = 0; k < scenario_option_count && count < room; k++) {
        const struct option *o = &scenario_options[k];
        bool same = true, given = false;
        for (size_t other = 0; other < n; other++) {
            same &= same_option(all[other], all[i], o);
            given |= all[other]->given[k];
        }
        if (!same && given && is_told(o))
            out[count++] = option_text(a, s, all[i], o);
    }
    return count;
}

/* ── Links ── */

const char *scenario_link(struct arena *a, const struct scenario *x, double *rate) {
    struct network w = network_of(x);
    *rate = w.inside.known ? w.inside.bandwidth : w.host.known ? w.host.bandwidth : 0;
    const struct link *link = w.inside.known && x->device_link ? x->device_link : x->to_host;
    if (!link)
        return NULL;
    size_t n = strcspn(link->name, ",("); /* before what it is built into */
    while (n && link->name[n - 1] == ' ')
        n--;
    return arena_strndup(a, link->name, n);
}
