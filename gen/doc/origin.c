/* "Where the numbers come from": every value used, once, in the order of first use, grouped by
 * scenario and catalogue entry. */
#include <string.h>

#include "base/text.h"
#include "catalog/fields.h"
#include "doc/reader.h"

struct cited {
    struct cited *next;
    const char *id;
    const struct origin *origin;
};

struct citation {
    struct citation *next;
    const struct scenario *scenario; /* or … */
    const char *entry;               /* … of the catalogue */
    struct cited *first, **end;
};

struct origins {
    struct citation *first, **end;
    int count;
};

static struct origins *origins_of(struct reader *r) {
    if (!r->origins) {
        r->origins = ARENA_NEW(r->arena, struct origins);
        r->origins->end = &r->origins->first;
    }
    return r->origins;
}

/* ── Use ── */

static bool words_equal(const char *a, const char *b) {
    return a == b || (a && b && !strcmp(a, b));
}

static const char *path_of(const struct origin *o) {
    return o->step ? o->step->id : o->field;
}

/* The scenario an origin belongs to: its estimate's, or, for an option, the one of that id. */
static const struct scenario *scenario_behind(const struct reader *r, const struct origin *o) {
    const struct catalog *c = r->request->catalog;
    if (o->estimate)
        return o->estimate->scenario;
    const struct binding *own = o->entry && !o->datum ? binding_find(r, o->entry) : NULL;
    if (own && own->scenario)
        return own->scenario;
    for (size_t i = 0; !o->datum && i < catalog_scenario_count(c); i++)
        if (words_equal(catalog_scenario_at(c, i)->id, o->entry))
            return catalog_scenario_at(c, i);
    return NULL;
}

static struct citation *group_for(struct reader *r, const struct origin *o) {
    struct origins *all = origins_of(r);
    const struct scenario *scenario = scenario_behind(r, o);
    for (struct citation *g = all->first; g; g = g->next)
        if (g->scenario == scenario && (scenario || words_equal(g->entry, o->entry)))
            return g;
    struct citation *g = ARENA_NEW(r->arena, struct citation);
    g->scenario = scenario;
    g->entry = o->entry;
    g->end = &g->first;
    *all->end = g;
    all->end = &g->next;
    return g;
}

static const char *item_use(struct reader *r, const struct origin *o) {
    struct citation *g = group_for(r, o);
    for (struct cited *i = g->first; i; i = i->next)
        if (words_equal(path_of(i->origin), path_of(o)))
            return i->id;
    struct cited *i = ARENA_NEW(r->arena, struct cited);
    i->id = arena_printf(r->arena, "origin-%d", ++origins_of(r)->count);
    i->origin = o;
    *g->end = i;
    g->end = &i->next;
    return i->id;
}

const char *origin_use(struct reader *r, const struct origin *origins) {
    const char *first = NULL;
    if (r->is_template)
        return NULL; /* sheets name their sources in a line: nothing to link to */
    for (const struct origin *o = origins; o; o = o->next) {
        if (!path_of(o) || (!o->estimate && !o->entry))
            continue;
        const char *id = item_use(r, o);
        first = first ? first : id;
    }
    return first;
}

void origin_use_step(struct reader *r, const struct estimate *e, const struct step *s) {
    struct origin *o = ARENA_NEW(r->arena, struct origin);
    o->estimate = e;
    o->step = s;
    o->entry = e->scenario->id;
    o->field = s->id;
    item_use(r, o);
}

void origin_use_datum(struct reader *r, const char *entry, const char *field,
                      const struct datum *datum) {
    struct origin *o = ARENA_NEW(r->arena, struct origin);
    o->entry = entry;
    o->field = field;
    o->datum = datum;
    item_use(r, o);
}

/* ── The chapter at the end ── */

static const struct accelerator *accelerator_named(const struct reader *r, const char *id) {
    const struct catalog *c = r->request->catalog;
    for (size_t i = 0; i < catalog_accelerator_count(c); i++)
        if (words_equal(catalog_accelerator_at(c, i)->id, id))
            return catalog_accelerator_at(c, i);
    return NULL;
}

static const struct model *model_named(const struct reader *r, const char *id) {
    const struct catalog *c = r->request->catalog;
    for (size_t i = 0; i < catalog_model_count(c); i++)
        if (words_equal(catalog_model_at(c, i)->id, id))
            return catalog_model_at(c, i);
    return NULL;
}

static const struct link *link_named(const struct reader *r, const char *id) {
    const struct catalog *c = r->request->catalog;
    for (size_t i = 0; i < catalog_link_count(c); i++)
        if (words_equal(catalog_link_at(c, i)->id, id))
            return catalog_link_at(c, i);
    return NULL;
}

static const char *entry_name(const struct reader *r, const char *id) {
    const struct accelerator *a = accelerator_named(r, id);
    const struct model *m = a ? NULL : model_named(r, id);
    const struct link *l = a || m ? NULL : link_named(r, id);
    return a ? a->name : m ? m->name : l ? l->name : id;
}

static const char *number_plain(struct reader *r, double x) {
    return x > 0 ? quantity_format(r->arena, quantity_exact(x, UNIT_NONE),
                                   (struct number_format){.decimals = -1})
                 : NULL;
}

/* An option's value in words, NULL when it is not given. */
static const char *option_value_say(struct reader *r, const struct scenario *s,
                                    const struct option *o) {
    double x = o->kind == OPTION_WORD ? 0 : option_number(s, o);
    if (o->kind == OPTION_QUANTITY)
        return x > 0 ? quantity_format(r->arena, option_quantity(s, o),
                                       (struct number_format){.unit = o->printed, .digits = 4})
                     : NULL;
    if (o->kind != OPTION_WORD)
        return number_plain(r, x);
    const char *word = member_text(s, o->offset);
    return word && *word ? option_say(r, o->name, word) : NULL;
}

/* "training", "full fine-tuning" need no name before them; "FP16" does. */
static bool says_itself(struct reader *r, const struct scenario *s, const struct option *o) {
    const char *word = o->kind == OPTION_WORD ? member_text(s, o->offset) : NULL;
    const char *key = arena_printf(r->arena, "%s.%s", o->name, word ? word : "");
    return word && say(r->request->strings, key) != key;
}

/* "model · device · option value · …" in the order of the option table. */
static const char *scenario_options_say(struct reader *r, const struct scenario *s) {
    struct bytes out = {.arena = r->arena};
    bytes_printf(&out, "%s · %s", s->model ? s->model->name : "",
                 s->accelerator ? s->accelerator->name : "");
    for (size_t i = 0; i < scenario_option_count; i++) {
        const struct option *o = &scenario_options[i];
        const char *value = option_value_say(r, s, o);
        const char *key = arena_printf(r->arena, "option.%s", o->name);
        if (value && option_matters(s, o))
            bytes_printf(&out, " · %s%s%s",
                         says_itself(r, s, o) ? "" : say(r->request->strings, key),
                         says_itself(r, s, o) ? "" : " ", value);
    }
    return arena_strndup(r->arena, out.at, out.n);
}

static struct block *item_block(struct reader *r, const char *id, const char *title,
                                const struct inline_ *text) {
    struct block *b = block_new(r, r->root, BLOCK_ITEM);
    b->id = id;
    b->role = NULL;
    b->title = inline_say(r, title);
    b->text = text;
    return b;
}

static struct inline_ *quiet_new(struct reader *r, const char *text) {
    struct inline_ *in = inline_new(r, INLINE_TEXT, text, r->root->span);
    in->quiet = true;
    return in;
}

/* " · " and a title with a link. */
static struct inline_ *title_new(struct reader *r, const char *title,
                                 const struct reference *from) {
    struct inline_ *dot = quiet_new(r, " · ");
    dot->next = quiet_new(r, title);
    dot->next->uri = from->url && *from->url ? from->url : NULL;
    dot->next->describe = from->title;
    dot->next->language = title_language(r, title);
    return dot;
}

/* " · Pope et al. 2022", with a link; NULL for what is so by definition. */
static struct inline_ *step_source(struct reader *r, const struct step *s) {
    const struct reference *from = catalog_reference(r->request->catalog, s->source);
    const char *key = arena_printf(r->arena, "source.%s", s->source);
    if (!from)
        return NULL;
    bool said = strings_has(r->request->strings, key);
    return title_new(r, said ? say(r->request->strings, key) : from->short_title, from);
}

/* "formula = numbers = result", the result strong; then where the formula is from. */
static const struct inline_ *step_text(struct reader *r, const struct step *s) {
    bool same = !s->formula || !s->substituted || !strcmp(s->formula, s->substituted);
    struct inline_ *text = formula_inlines(r, s->formula ? s->formula : "");
    struct inline_ *equals = numbers_inlines(
        r, same ? " = " : arena_printf(r->arena, " = %s = ", numbers_say(r, s->substituted)));
    struct inline_ *result = inline_new(r, INLINE_TEXT, result_say(r, s, false), r->root->span);
    result->strong = result->tight = true;
    inlines_join(inlines_join(text, equals), result);
    if (s->result.exactness >= MODELLED && s->result.low < s->result.high) {
        struct inline_ *range = inline_new(r, INLINE_TEXT,
                                           say_with(r->arena, r->request->strings, "doc.bracketed",
                                                    "text", result_say(r, s, true), NULL),
                                           r->root->span);
        range->tight = true;
        if (!language_is_chinese(r->language)) /* their brackets have their own blank */
            inlines_join(text, inline_new(r, INLINE_TEXT, " ", r->root->span));
        inlines_join(text, range);
    }
    struct inline_ *source = step_source(r, s);
    if (source)
        inlines_join(text, source);
    return text;
}

static const char *datum_value(struct reader *r, const struct datum *datum, struct unit dimension) {
    const char *unit = unit_custom(dimension);
    const char *number = quantity_short(r, quantity_exact(datum->value, dimension), unit, 4);
    return unit ? arena_printf(r->arena, "%s\u202F%s", number, unit_say(r, unit)) : number;
}

static const char *field_value(struct reader *r, const struct origin *o) {
    for (size_t i = 0; o->datum && i < accelerator_field_count; i++)
        if (!strcmp(accelerator_fields[i].name, o->field))
            return datum_value(r, o->datum, accelerator_field_unit(i));
    return NULL;
}

static const char *model_value(struct reader *r, const struct origin *o) {
    const struct model *m = o->datum ? NULL : model_named(r, o->entry);
    double value = 0;
    for (size_t i = 0; m && i < model_field_count; i++)
        if (!strcmp(model_fields[i].name, o->field))
            value = (double)member_count(m, model_fields[i].offset);
    return value > 0 ? quantity_format(r->arena, quantity_exact(value, UNIT_NONE),
                                       (struct number_format){.decimals = -1})
                     : NULL;
}

static const char *link_value(struct reader *r, const struct origin *o) {
    const struct link *l = o->datum ? link_named(r, o->entry) : NULL;
    for (size_t i = 0; l && i < link_field_count; i++)
        if (o->datum == link_datum(l, i))
            return datum_value(r, o->datum, link_field_unit(i));
    return NULL;
}

static const struct inline_ *datum_text(struct reader *r, const struct origin *o) {
    static const char *const grades[] = {"grade.datasheet", "grade.whitepaper", "grade.secondary",
                                         "grade.unverified"};
    const char *value = field_value(r, o);
    value = value ? value : link_value(r, o);
    value = value ? value : model_value(r, o);
    const struct model *m = o->datum ? NULL : model_named(r, o->entry);
    const struct reference *reference = o->datum ? o->datum->reference : m ? m->reference : NULL;
    enum grade grade = o->datum ? o->datum->grade : m ? m->grade : GRADE_UNVERIFIED;
    struct inline_ *number = inline_new(r, INLINE_TEXT, value ? value : "", r->root->span);
    number->strong = number->tight = true;
    if (!reference)
        return number;
    bool derived = o->datum && o->datum->derived;
    struct inline_ *source = title_new(r, reference->title, reference);
    source->next->next = quiet_new(
        r, arena_printf(r->arena, " · %s%s%s", say(r->request->strings, grades[grade]),
                        derived ? " · " : "", derived ? say(r->request->strings, "derived") : ""));
    number->next = source;
    return value ? number : source;
}

static const struct inline_ *strong(struct reader *r, const char *text) {
    if (!text)
        return NULL;
    struct inline_ *number = inline_new(r, INLINE_TEXT, text, r->root->span);
    number->strong = number->tight = true;
    return number;
}

/* The capacity is the catalogue's. */
static const struct inline_ *capacity_text(struct reader *r, const struct scenario *s) {
    struct origin *o = ARENA_NEW(r->arena, struct origin);
    o->entry = s->accelerator->id;
    o->field = "memory-capacity";
    o->datum = &s->accelerator->memory_capacity;
    return datum_text(r, o);
}

/* What has no step of its own: an option, which stands as given, or a value taken over. */
static const struct inline_ *option_text(struct reader *r, const struct scenario *s,
                                         const struct origin *o) {
    if (!strcmp(o->field, "memory/capacity"))
        return capacity_text(r, s);
    for (size_t i = 0; o->estimate && i < estimate_field_count; i++)
        if (!strcmp(estimate_fields[i].path, o->field))
            return strong(
                r, quantity_say(r, estimate_measure(o->estimate, &estimate_fields[i])->q,
                                (struct print){estimate_fields[i].printed, -1, -1, false, false}));
    for (size_t i = 0; i < scenario_option_count; i++)
        if (!strcmp(scenario_options[i].name, o->field))
            return strong(r, option_value_say(r, s, &scenario_options[i]));
    return NULL;
}

static struct block *origin_block(struct reader *r, const struct cited *i) {
    const struct origin *o = i->origin;
    const struct scenario *s = scenario_behind(r, o);
    if (o->step)
        return item_block(r, i->id, say(r->request->strings, o->step->label),
                          step_text(r, o->step));
    if (s)
        return item_block(r, i->id, column_say(r, o->field), option_text(r, s, o));
    return item_block(r, i->id, column_say(r, o->field), datum_text(r, o));
}

/* Scenarios may share a title; their recipes tell them apart. */
static const char *scenario_title(struct reader *r, const struct scenario *s) {
    const char *title = scenario_say(r, s);
    const char *key = arena_printf(r->arena, "scenario.%s.recipe", s->id);
    const char *recipe = say(r->request->strings, key);
    bool alone = true;
    for (const struct citation *g = r->origins->first; g; g = g->next)
        alone &=
            !g->scenario || g->scenario == s || strcmp(scenario_say(r, g->scenario), title) != 0;
    if (alone || recipe == key || !recipe)
        return title;
    return say_with(r->arena, r->request->strings, "doc.group", "title", title, "recipe", recipe,
                    NULL);
}

static struct block *group_block(struct reader *r, const struct citation *g) {
    const char *title = g->scenario ? scenario_title(r, g->scenario) : entry_name(r, g->entry);
    const char *facts = g->scenario ? scenario_options_say(r, g->scenario) : NULL;
    struct block *b = item_block(r, NULL, title, inline_say(r, facts));
    b->role = "group";
    return b;
}

/* Groups of scenarios, or of catalogue entries. */
static struct block **add_groups(struct reader *r, struct block **end, bool scenarios) {
    for (const struct citation *g = r->origins->first; g; g = g->next) {
        if ((g->scenario != NULL) != scenarios)
            continue;
        *end = group_block(r, g);
        end = &(*end)->next;
        for (const struct cited *i = g->first; i; i = i->next, end = &(*end)->next)
            *end = origin_block(r, i);
    }
    return end;
}

struct block *origins_block(struct reader *r) {
    if (!r->origins || !r->origins->first)
        return NULL;
    struct block *all = block_new(r, r->root, BLOCK_ORIGINS);
    all->id = "origins";
    all->role = NULL;
    all->title = inline_say(r, say(r->request->strings, "doc.origins"));
    add_groups(r, add_groups(r, &all->child, true), false);
    return all;
}
