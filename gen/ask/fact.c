#include "ask/fact.h"

#include <math.h>
#include <string.h>

#include "ask/cell.h"

const char *const grade_words[4] = {"datasheet", "whitepaper", "secondary", "unverified"};

static struct fact *card_add(struct card *c, const char *name, enum fact_kind kind, bool known) {
    ARENA_GROW(c->arena, c->facts, c->n, c->room, 32);
    struct fact *f = &c->facts[c->n++];
    *f = (struct fact){.name = name, .kind = kind, .known = known, .unit = ""};
    return f;
}

struct fact *card_text(struct card *c, const char *name, const char *text) {
    struct fact *f = card_add(c, name, FACT_TEXT, text && *text);
    f->text = text;
    return f;
}

struct fact *card_truth(struct card *c, const char *name, bool truth) {
    struct fact *f = card_add(c, name, FACT_TRUTH, true);
    f->q = quantity_exact(truth, UNIT_NONE);
    return f;
}

struct fact *card_number(struct card *c, const char *name, struct quantity q, const char *unit) {
    struct fact *f = card_add(c, name, FACT_NUMBER, true);
    f->q = q;
    f->unit = unit ? unit : "";
    return f;
}

struct fact *card_count(struct card *c, const char *name, double count) {
    return card_number(c, name, quantity_exact(count, UNIT_NONE), "");
}

const struct fact *card_find(const struct card *c, const char *name) {
    for (size_t i = 0; i < c->n; i++)
        if (!strcmp(c->facts[i].name, name))
            return &c->facts[i];
    return NULL;
}

const char *fact_label(struct arena *a, const struct strings *s, const struct fact *f) {
    static const char *const groups[] = {"field", "option", "estimate"};
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        const char *key = arena_printf(a, "%s.%s", groups[i], f->name);
        if (strings_has(s, key))
            return say(s, key);
    }
    return f->name;
}

/* Words that stand in the catalogue as ids have their text in each language. */
static const char *text_said(struct arena *a, const struct strings *s, const struct fact *f) {
    static const char *const groups[][2] = {
        {"class", "accelerator-class"}, {"launched-what", "launched"}, {"kind", "link-kind"},
        {"scope", "link-scope"},        {"topology", "link-topology"}, {"grade", "grade"},
        {"memory/fits", "word"}};
    const char *group = f->name;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (!strcmp(f->name, groups[i][0]))
            group = groups[i][1];
    const char *key = arena_printf(a, "%s.%s", group, f->text);
    return strings_has(s, key) ? say(s, key) : f->text;
}

/* Of four digits those that say something: 300 W, 3.35 TB/s, 79.65 GiB. */
static int decimals_of(struct arena *a, struct quantity q, const char *unit) {
    const char *text =
        quantity_format(a, q, (struct number_format){.unit = unit, .digits = 4, .no_unit = true});
    const char *point = strchr(text, '.');
    int decimals = 0;
    for (int i = 1; point && point[i]; i++)
        if (point[i] != '0')
            decimals = i;
    return decimals;
}

/* Counts and single bytes in full, measures to four digits. */
static const char *number_said(struct arena *a, const struct strings *s, const struct fact *f,
                               bool unit) {
    bool whole = f->q.value == floor(f->q.value) && !*f->unit, bytes = !strcmp(f->unit, "B");
    const char *in = *f->unit ? f->unit : NULL;
    return quantity_format(a, f->q,
                           (struct number_format){.unit = in,
                                                  .unit_printed = unit_said(a, s, f->unit),
                                                  .decimals = bytes   ? -1
                                                              : whole ? 0
                                                                      : decimals_of(a, f->q, in),
                                                  .no_unit = !unit});
}

const char *fact_words(struct arena *a, const struct strings *s, const struct fact *f, bool unit) {
    if (!f->known)
        return say(s, "missing");
    if (f->kind == FACT_TEXT)
        return text_said(a, s, f);
    if (f->kind == FACT_TRUTH)
        return say(s, f->q.value > 0 ? "fact.yes" : "fact.no");
    return number_said(a, s, f, unit);
}

const char *fact_plain(struct arena *a, const struct fact *f) {
    if (!f->known)
        return "";
    if (f->kind == FACT_TEXT)
        return f->text;
    if (f->kind == FACT_TRUTH)
        return f->q.value > 0 ? "yes" : "no";
    return number_plain(a, f->q.value);
}

static struct tree *value_tree(struct tree *parent, const struct fact *f) {
    if (!f->known)
        return tree_word(parent, f->name, NULL);
    if (f->kind == FACT_TEXT)
        return tree_word(parent, f->name, f->text);
    if (f->kind == FACT_TRUTH)
        return tree_truth(parent, f->name, f->q.value > 0);
    if (f->q.exactness != EXACT)
        return tree_quantity(parent, f->name, f->q);
    struct tree *t = tree_number(parent, f->name, f->q.value);
    if (!unit_equal(f->q.unit, UNIT_NONE))
        tree_unit(t, f->q.unit);
    return t;
}

static void alternatives_tree(struct tree *leaf, const struct alternative *first) {
    if (!first)
        return;
    struct tree *list = tree_list(leaf, "alternatives");
    for (const struct alternative *x = first; x; x = x->next) {
        struct tree *t = tree_group(list, "alternative");
        tree_as_attributes(t);
        tree_word(t, "text", x->text);
        tree_word(t, "source", x->reference ? x->reference->id : NULL);
        tree_word(t, "reason", x->reason);
    }
}

void fact_tree(struct tree *parent, const struct fact *f) {
    struct tree *t = value_tree(parent, f);
    if (!f->known && f->reason)
        tree_word(t, "unknown", f->reason);
    if (f->known && f->reference) {
        tree_word(t, "grade", grade_words[f->grade]);
        tree_word(t, "source", f->reference->id);
    }
    if (f->known && f->derived)
        tree_truth(t, "derived", true);
    alternatives_tree(t, f->alternatives);
}
