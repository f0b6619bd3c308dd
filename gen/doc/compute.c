/* Computed things in running text: r:value, r:claim, r:limit; and how numbers are said. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/fields.h"
#include "doc/reader.h"

enum {
    DEFAULT_DIGITS = 3,
    RESULT_DIGITS = 4,
    CATALOGUE_DIGITS = 4,
    NAME_TIGHT = 16,
    DIGITS_MAX = 15
};

/* ── Printing ── */

/* "X/token", "token/s": tokens are said in the words of the language, seconds beside them too. */
static const char *token_unit_say(struct reader *r, const char *unit) {
    const struct strings *s = r->request->strings;
    const char *slash = strchr(unit, '/');
    if (!slash)
        return say(s, "unit.tokens");
    const char *below = slash + 1;
    if (!strncmp(unit, "token", 5))
        return arena_printf(r->arena, "%s/%s", say(s, "unit.tokens"),
                            !strcmp(below, "s") ? say(s, "unit.second") : below);
    return arena_printf(r->arena, "%.*s/%s", (int)(slash - unit), unit,
                        !strcmp(below, "token") ? say(s, "unit.token") : below);
}

const char *unit_say(struct reader *r, const char *unit) {
    static const struct {
        const char *unit, *key;
    } words[] = {{"d", "unit.days"}, {"h", "unit.hours"}, {"year", "unit.years"}};
    for (size_t i = 0; unit && i < sizeof words / sizeof *words; i++)
        if (!strcmp(unit, words[i].unit))
            return say(r->request->strings, words[i].key);
    if (unit && !strncmp(unit, "money", 5)) /* no currency is known here */
        return arena_printf(r->arena, "%s%s", say(r->request->strings, "unit.money"), unit + 5);
    return unit && strstr(unit, "token") ? token_unit_say(r, unit) : unit;
}

/* A number and its unit; before a word of Han the gap is the paragraph's. */
static const char *joined(struct reader *r, const char *number, const char *unit) {
    return arena_printf(r->arena, "%s%s%s", number, code_is_han(text_first(unit)) ? "" : "\u202F",
                        unit);
}

static double scale_of(const char *unit) {
    struct unit ignored;
    double scale = 1;
    return unit && *unit && unit_lookup(unit, strlen(unit), &ignored, &scale) ? scale : 1;
}

/* Decimals that leave so many significant digits, but never fewer than none. */
static int decimals_for(double shown, int digits) {
    if (!(fabs(shown) > 0) || !isfinite(shown))
        return 0;
    int whole = (int)floor(log10(fabs(shown))) + 1;
    return whole >= digits ? 0 : digits - whole;
}

static bool is_whole(double x) {
    return x == floor(x);
}

/* A number without unit that is a count: printed to the last digit. */
static bool is_count(const struct quantity *q, const char *unit) {
    return !unit && unit_equal(q->unit, UNIT_NONE) && is_whole(q->value) && is_whole(q->low) &&
           is_whole(q->high);
}

const char *quantity_say(struct reader *r, struct quantity q, struct print p) {
    const char *unit = p.unit && *p.unit ? p.unit : NULL;
    struct number_format f = {.unit = unit, .range = p.range, .no_unit = p.no_unit};
    const char *words = unit_equal(q.unit, UNIT_TOKEN_PER_SECOND) ? "token/s" : NULL;
    f.unit_printed = unit_say(r, unit ? unit : words);
    if (p.digits > 0 && unit && q.exactness <= CEILING && !p.range)
        f.decimals =
            decimals_for(q.value / scale_of(unit), p.digits); /* no known digit is hidden */
    else if (p.digits > 0)
        f.digits = p.digits;
    else if (p.decimals >= 0)
        f.decimals = p.decimals;
    else if (is_count(&q, unit))
        f.decimals = -1;
    else if (unit || unit_equal(q.unit, UNIT_NONE))
        f.decimals = decimals_for(q.value / scale_of(unit), DEFAULT_DIGITS);
    else
        f.digits = DEFAULT_DIGITS;
    if (f.no_unit || !f.unit_printed || !code_is_han(text_first(f.unit_printed)))
        return quantity_format(r->arena, q, f);
    f.no_unit = true;
    return joined(r, quantity_format(r->arena, q, f), f.unit_printed);
}

/* Results of derivations: four digits, counts in full. */
const char *result_say(struct reader *r, const struct step *step, bool range) {
    const char *unit = step->unit && *step->unit ? step->unit : NULL;
    struct print p = {unit, range ? DEFAULT_DIGITS : RESULT_DIGITS, -1, range, false};
    if (is_count(&step->result, unit))
        p.digits = -1;
    return quantity_say(r, step->result, p);
}

static double rounded(double x, int digits) {
    double power = pow(10, decimals_for(x, digits));
    return round(x * power) / power;
}

const char *quantity_short(struct reader *r, struct quantity q, const char *unit, int digits) {
    double scale = scale_of(unit);
    struct quantity number = quantity_exact(rounded(q.value / scale, digits), UNIT_NONE);
    const char *text = quantity_format(r->arena, number, (struct number_format){.decimals = -1});
    return text;
}

const char *word_say(struct reader *r, const char *word) {
    static const struct {
        const char *word, *key;
    } words[] = {
        {"capacity", "limit.capacity"},
        {"bandwidth", "limit.bandwidth"},
        {"compute", "limit.compute"},
        {"interconnect", "limit.interconnect"},
        {"communication", "limit.interconnect"},
        {"yes", "verdict.yes"},
        {"no", "verdict.no"},
        {"marginal", "verdict.marginal"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i].word, word))
            return say(r->request->strings, words[i].key);
    return word;
}

/* The text of a key, or NULL when the language lacks it. */
static const char *said(struct reader *r, const char *group, const char *name) {
    const char *key = arena_printf(r->arena, "%s.%s", group, name);
    const char *text = say(r->request->strings, key);
    return text == key ? NULL : text;
}

const char *column_say(struct reader *r, const char *name) {
    static const char *const groups[] = {"column", "field", "estimate", "option"};
    const char *text = NULL;
    for (size_t i = 0; !text && i < sizeof groups / sizeof *groups; i++)
        text = said(r, groups[i], name);
    char *capital = arena_strdup(r->arena, text ? text : name);
    if (capital[0] >= 'a' && capital[0] <= 'z')
        capital[0] = (char)(capital[0] - 'a' + 'A');
    return capital;
}

const char *option_say(struct reader *r, const char *option, const char *value) {
    const char *text = said(r, option, value);
    if (text)
        return text;
    char *format = arena_strdup(r->arena, value);
    if (!strcmp(option, "weights") || !strcmp(option, "kv"))
        for (char *c = format; *c; c++)
            if (*c >= 'a' && *c <= 'z')
                *c = (char)(*c - 'a' + 'A');
    return format;
}

/* A value straight from the catalogue is printed as published. */
static bool is_catalogue_value(const struct value *v) {
    return v->printed && *v->printed && v->origins && !v->origins->next && v->origins->entry &&
           !v->origins->step;
}

/* Words of the catalogue ("gpu-tensor", "sxm") in the language; others as they stand. */
static const char *string_say(struct reader *r, const struct value *v) {
    static const char *const groups[][2] = {{"class", "accelerator-class"},
                                            {"form-factor", "form-factor"},
                                            {"launched-what", "launched"}};
    const char *field = v->origins && !v->origins->next ? v->origins->field : NULL, *text = NULL;
    for (size_t i = 0; field && i < sizeof groups / sizeof *groups; i++)
        if (!strcmp(field, groups[i][0]))
            text = said(r, groups[i][1], v->string);
    return text ? text : word_say(r, v->string);
}

const char *value_print(struct reader *r, const struct value *v, struct print p) {
    if (v->kind == VALUE_STRING)
        return string_say(r, v);
    if (v->kind == VALUE_BOOLEAN)
        return say(r->request->strings, v->boolean ? "doc.true" : "doc.false");
    bool plain = p.digits < 0 && p.decimals < 0 && !p.range;
    if (plain && is_catalogue_value(v) && p.unit) {
        const char *number = quantity_short(r, v->quantity, p.unit, CATALOGUE_DIGITS);
        return p.no_unit ? number : joined(r, number, unit_say(r, p.unit));
    }
    return quantity_say(r, v->quantity, p);
}

/* ── Attributes of r:value ── */

static int small_number(struct reader *r, const struct node *n, const char *name, int least) {
    const struct attribute *at = attribute_of(n, name);
    if (!at)
        return -1;
    char *end;
    long x = strtol(at->value, &end, 10);
    if (*end || end == at->value || x < least || x > DIGITS_MAX) {
        diag_report(r->diag, DIAG_BAD_ATTRIBUTE, at->value_span, at->value,
                    arena_printf(r->arena, "a whole number from %d to %d", least, DIGITS_MAX),
                    NULL);
        return -1;
    }
    return (int)x;
}

static bool flag(struct reader *r, const struct node *n, const char *name) {
    const struct attribute *at = attribute_of(n, name);
    if (!at || !strcmp(at->value, "no"))
        return false;
    if (strcmp(at->value, "yes") != 0)
        diag_report(r->diag, DIAG_BAD_ATTRIBUTE, at->value_span, at->value, "yes or no", NULL);
    return true;
}

/* The wanted unit must have the dimension of the value. */
static bool check_unit(struct reader *r, const struct attribute *at, const struct value *v) {
    struct unit unit;
    double scale;
    if (!unit_lookup(at->value, strlen(at->value), &unit, &scale)) {
        struct quantity ignored;
        /* the reader of quantities reports it, with the nearest unit */
        return quantity_parse(r->diag, at->value_span, arena_printf(r->arena, "1 %s", at->value),
                              &ignored);
    }
    if (v->kind == VALUE_QUANTITY && unit_equal(unit, v->quantity.unit))
        return true;
    diag_report(r->diag, DIAG_UNIT_MISMATCH, at->value_span,
                arena_printf(r->arena, "“%s” is %s", at->value, unit_words(r->arena, unit)),
                v->kind == VALUE_QUANTITY ? unit_words(r->arena, v->quantity.unit)
                                          : "no unit, since the value is a text",
                v->kind == VALUE_QUANTITY
                    ? v->printed && *v->printed ? v->printed : unit_custom(v->quantity.unit)
                    : NULL);
    return false;
}

bool print_of(struct reader *r, const struct node *n, const struct value *v, struct print *out) {
    const struct attribute *unit = attribute_of(n, "unit");
    *out = (struct print){.unit = unit ? unit->value : v->printed,
                          .digits = small_number(r, n, "digits", 1),
                          .decimals = small_number(r, n, "decimals", 0),
                          .range = flag(r, n, "range"),
                          .no_unit = flag(r, n, "no-unit")};
    return !unit || check_unit(r, unit, v);
}

bool value_of(struct reader *r, const struct node *n, const char *attribute, struct value *out) {
    const struct attribute *at = attribute_of(n, attribute);
    return at && expression_evaluate(r->arena, r->diag, &r->env, at->value, at->value_span, out);
}

/* ── Inlines ── */

INLINE_HANDLER(read_value) {
    struct reader *r = inliner_reader(in);
    struct value value;
    struct print print;
    if (!value_of(r, n, "select", &value) || !print_of(r, n, &value, &print))
        return;
    struct inline_ piece = *inliner_look(in);
    piece.text = value_print(r, &value, print);
    piece.span = n->span;
    piece.tight = strlen(piece.text) <= NAME_TIGHT; /* "Llama 2 7B" stays on one line */
    if (value.kind == VALUE_QUANTITY) {
        piece.kind = INLINE_VALUE;
        piece.tight = true;
        piece.origins = value.origins;
        piece.dest = origin_use(r, value.origins);
        piece.describe = piece.text;
    }
    inliner_put(in, &piece);
}

static void note_origins(struct reader *r, struct span at, const struct origin *o) {
    for (; o; o = o->next) {
        if (o->step)
            diag_note(r->diag, at, "%s/%s: %s = %s = %s",
                      o->estimate && o->estimate->scenario->id ? o->estimate->scenario->id : "",
                      o->step->id, o->step->formula, o->step->substituted,
                      result_say(r, o->step, false));
        else if (o->entry)
            diag_note(r->diag, o->datum ? o->datum->span : at, "%s of %s%s%s", o->field, o->entry,
                      o->datum && o->datum->reference ? ", from " : "",
                      o->datum && o->datum->reference ? o->datum->reference->title : "");
    }
}

static void report_false(struct reader *r, const struct attribute *test, const char *sentence,
                         const struct comparison *sides) {
    diag_report(r->diag, DIAG_CLAIM_FALSE, test->value_span, sentence, test->value, NULL);
    struct span none = {0};
    if (sides->operator_ && *sides->operator_)
        diag_note(r->diag, none, "left of “%s”: %s; right: %s", sides->operator_, sides->left,
                  sides->right);
    note_origins(r, none, sides->left_origins);
    note_origins(r, none, sides->right_origins);
}

INLINE_HANDLER(read_claim) {
    struct reader *r = inliner_reader(in);
    size_t mark = inliner_mark(in);
    inliner_children(in, n);
    const struct attribute *test = attribute_of(n, "test");
    struct comparison sides = {0};
    bool holds = true;
    if (test &&
        expression_test(r->arena, r->diag, &r->env, test->value, test->value_span, &holds,
                        &sides) &&
        !holds)
        report_false(r, test, inliner_since(in, mark), &sides);
}

INLINE_HANDLER(read_limit) {
    struct reader *r = inliner_reader(in);
    const struct attribute *at = attribute_of(n, "name");
    enum limit limit = at ? limit_lookup(at->value) : LIMIT_NONE;
    if (at && limit == LIMIT_NONE) {
        static const char *const names[] = {"capacity", "bandwidth", "interconnect", "compute"};
        diag_report(r->diag, DIAG_BAD_ATTRIBUTE, at->value_span, at->value,
                    "capacity, bandwidth, interconnect or compute",
                    nearest_name(at->value, names, 4));
        return;
    }
    struct inline_ piece = *inliner_look(in);
    piece.kind = INLINE_LIMIT;
    piece.limit = limit;
    piece.ink = limit_ink(limit);
    piece.span = n->span;
    inliner_put(in, &piece);
}

/* ── Names in attributes ── */

const struct binding *binding_find(const struct reader *r, const char *name) {
    for (size_t i = 0; i < r->env.binding_count; i++)
        if (!strcmp(r->env.bindings[i].name, name))
            return &r->env.bindings[i];
    return NULL;
}

static const struct binding *binding_of(const struct reader *r, const char *word) {
    return word[0] == '$' ? binding_find(r, word + 1) : NULL;
}

/* "$serve-7b" or "serve-7b": of this document, or of scenarios.xml. */
const struct scenario *scenario_of(struct reader *r, const char *word, struct span where) {
    size_t skip = word[0] == '$';
    const struct binding *b = binding_find(r, word + skip);
    if (b && (b->scenario || b->faulty))
        return b->scenario;
    where.from += skip && where.to > where.from;
    return catalog_scenario(r->request->catalog, r->diag, where, word + skip);
}

const struct accelerator *accelerator_of(struct reader *r, const char *word, struct span where) {
    const struct binding *b = binding_of(r, word);
    return b && b->accelerator ? b->accelerator
                               : catalog_accelerator(r->request->catalog, r->diag, where, word);
}

const struct model *model_of(struct reader *r, const char *word, struct span where) {
    const struct binding *b = binding_of(r, word);
    return b && b->model ? b->model : catalog_model(r->request->catalog, r->diag, where, word);
}

const char *scenario_say(struct reader *r, const struct scenario *s) {
    const char *name = s->id ? said(r, "scenario", s->id) : NULL;
    if (name)
        return name;
    return s->title && *s->title ? say(r->request->strings, s->title) : s->id ? s->id : "";
}
