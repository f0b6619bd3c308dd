#include "core/scenario_check.h"

#include "base/diag.h"

void fault_add(struct faults *f, const char *option, const char *found, const char *expected,
               const char *nearest) {
    if (f->n < f->room)
        f->rows[f->n++] = (struct scenario_fault){option, found, expected, nearest};
}

/* ── Words ── */

void words_add(struct words *w, const char *word) {
    if (w->n < WORDS_MOST)
        w->at[w->n++] = word;
}

struct words words_list(const char *const *words) {
    struct words w = {.n = 0};
    for (; *words; words++)
        words_add(&w, *words);
    return w;
}

const char *words_text(struct arena *a, const struct words *w) {
    const char *text = "";
    for (size_t i = 0; i < w->n; i++) {
        const char *between = i == 0 ? "" : i + 1 == w->n ? " or " : ", ";
        text = arena_printf(a, "%s%s%s", text, between, w->at[i]);
    }
    return text;
}

bool check_word(struct faults *f, const char *option, const char *found, struct words w) {
    for (size_t i = 0; found && i < w.n; i++)
        if (strcmp(w.at[i], found) == 0)
            return true;
    fault_add(f, option, found ? found : "nothing", words_text(f->arena, &w),
              found ? nearest_names(f->arena, found, w.at, w.n) : NULL);
    return false;
}

/* ── Defaults ── */

void word_default(const char **word, const char *value) {
    if (!*word)
        *word = value;
}

void count_default(int64_t *count, int64_t value) {
    if (!*count)
        *count = value;
}

void check_count(struct faults *f, const char *option, int64_t value, int64_t most) {
    if (value >= 1 && value <= most)
        return;
    fault_add(f, option, arena_printf(f->arena, "%lld", (long long)value),
              arena_printf(f->arena, "a whole number from 1 to %lld", (long long)most), NULL);
}

void check_given(struct faults *f, const char *option, double value, double least, double most,
                 const char *expected) {
    if (value != 0 && !(value >= least && value <= most))
        fault_add(f, option, arena_printf(f->arena, "%g", value), expected, NULL);
}

void check_real(struct faults *f, const char *option, double value, double most,
                const char *expected) {
    if (!(value >= 0 && value <= most))
        fault_add(f, option, arena_printf(f->arena, "%g", value), expected, NULL);
}
