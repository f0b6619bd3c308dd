/* r:steps: the derivation, line by line, from the trace of an estimate. */
#include <string.h>

#include "doc/reader.h"

struct steps {
    const struct estimate *estimate;
    const struct step **at;
    size_t n;
};

static bool begins(const char *id, const char *word) {
    size_t n = strlen(word);
    return !strncmp(id, word, n) && (id[n] == '\0' || id[n] == '/' || word[n - 1] == '/');
}

/* In the order of the words, each step once. */
static bool select_word(struct steps *s, const char *word) {
    bool found = false;
    for (size_t i = 0; i < s->estimate->step_count; i++) {
        const struct step *step = &s->estimate->steps[i];
        if (!begins(step->id, word))
            continue;
        bool seen = false;
        for (size_t k = 0; k < s->n; k++)
            seen |= s->at[k] == step;
        if (!seen)
            s->at[s->n++] = step;
        found = true;
    }
    return found;
}

static const char *nearest_step(struct reader *r, const struct estimate *e, const char *word) {
    const char **ids = ARENA_ARRAY(r->arena, const char *, e->step_count + 1);
    for (size_t i = 0; i < e->step_count; i++)
        ids[i] = e->steps[i].id;
    return nearest_name(word, ids, e->step_count);
}

static struct steps steps_of(struct reader *r, const struct node *n) {
    struct steps s = {NULL, NULL, 0};
    const struct word *of, *words;
    if (!attribute_words(r->arena, attribute_of(n, "of"), &of))
        return s;
    const struct scenario *scenario = scenario_of(r, of[0].text, of[0].span);
    s.estimate = scenario ? catalog_estimate(r->request->catalog, scenario) : NULL;
    if (!s.estimate)
        return s;
    s.at = ARENA_ARRAY(r->arena, const struct step *, s.estimate->step_count + 1);
    size_t count = attribute_words(r->arena, attribute_of(n, "select"), &words);
    for (size_t i = 0; i < count; i++)
        if (!select_word(&s, words[i].text))
            diag_report(r->diag, DIAG_NO_STEPS, words[i].span, words[i].text, scenario->id,
                        nearest_step(r, s.estimate, words[i].text));
    return s;
}

static const struct inline_ *text(struct reader *r, const struct node *n, const char *words) {
    return words && *words ? inline_new(r, INLINE_TEXT, words, n->span) : NULL;
}

static struct derivation_line line_of(struct reader *r, const struct node *n,
                                      const struct step *step) {
    bool same = step->formula && step->substituted && !strcmp(step->formula, step->substituted);
    struct inline_ *result = inline_new(r, INLINE_TEXT, result_say(r, step, false), n->span);
    result->tight = true;
    return (struct derivation_line){
        .label = text(r, n, say(r->request->strings, step->label)),
        .formula = step->formula && *step->formula ? formula_inlines(r, step->formula) : NULL,
        .substituted = same || !step->substituted || !*step->substituted
                           ? NULL
                           : numbers_inlines(r, numbers_say(r, step->substituted)),
        .result = result,
    };
}

/* The author's title, or the language's word for a worked computation. */
BLOCK_HANDLER(read_steps) {
    struct steps s = steps_of(r, n);
    if (!s.n)
        return NULL;
    const struct attribute *margin = attribute_of(n, "margin"), *title = attribute_of(n, "title");
    bool in_margin = margin && !strcmp(margin->value, "yes");
    struct block *b = block_new(r, n, in_margin ? BLOCK_MARGIN : BLOCK_STEPS);
    struct derivation_line *lines = ARENA_ARRAY(r->arena, struct derivation_line, s.n);
    for (size_t i = 0; i < s.n; i++) {
        lines[i] = line_of(r, n, s.at[i]);
        origin_use_step(r, s.estimate, s.at[i]);
    }
    lines[s.n - 1].total = s.n > 1;
    b->lines = lines;
    b->line_count = s.n;
    b->label = say(r->request->strings, "doc.worked");
    b->title = title ? inline_say(r, title->value) : NULL;
    return b;
}
