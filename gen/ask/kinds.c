/* The kinds of entries, and what a card of each holds. */
#include <string.h>

#include "ask/fact.h"
#include "ask/kinds.h"
#include "catalog/fields.h"

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

/* ── What several kinds have ── */

static void source_of(struct fact *f, const struct reference *r, enum grade grade) {
    f->reference = r;
    f->grade = grade;
}

/* Units in which a field is spoken of, other than the usual of its dimension. */
static const char *unit_of(const char *name, struct unit unit) {
    static const char *const spoken[][2] = {{"data-rate", "Gbit/s"},  {"int8", "TOP/s"},
                                            {"int4", "TOP/s"},        {"int8-sparse", "TOP/s"},
                                            {"int4-sparse", "TOP/s"}, {"latency", "µs"}};
    for (size_t i = 0; i < COUNT_OF(spoken); i++)
        if (!strcmp(name, spoken[i][0]))
            return spoken[i][1];
    return unit_custom(unit);
}

void card_datum(struct card *c, const char *name, const struct datum *d, struct unit unit) {
    struct fact *f = card_number(c, name, quantity_exact(d->value, unit), unit_of(name, unit));
    f->known = d->known;
    f->reason = d->reason;
    f->derived = d->derived;
    f->alternatives = d->alternatives;
    source_of(f, d->reference, d->grade);
}

void card_texts(struct card *c, const void *entry, const struct field *fields, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const char *text = member_text(entry, fields[i].offset);
        if (text)
            card_text(c, fields[i].name, text);
    }
}

/* ── Accelerators ── */

/* What is computed with most: the 16-bit peak and the ridge point. */
static void accelerator_ratios(struct card *c, const struct accelerator *x) {
    const struct datum *peak = x->bf16.known ? &x->bf16 : &x->fp16, *below = &x->memory_bandwidth;
    card_datum(c, "peak", peak, UNIT_FLOP_PER_SECOND);
    c->facts[c->n - 1].aside = true;
    if (!peak->known || !below->known)
        return;
    double ridge = peak->value / below->value;
    struct quantity q = {ridge, ridge, ridge, UNIT_FLOP_PER_BYTE, CEILING};
    struct fact *f = card_number(c, "ridge", q, "FLOP/B");
    f->derived = true;
}

static void fill_accelerator(struct card *c, struct catalog *catalog, size_t i) {
    const struct accelerator *x = catalog_accelerator_at(catalog, i);
    c->id = x->id;
    c->name = x->name;
    c->unverified = x->unverified;
    c->overlay = x->overlay;
    c->remarks = x->remarks;
    c->prices = x->prices;
    card_texts(c, x, accelerator_texts, accelerator_text_count);
    for (size_t k = 0; k < c->n; k++) {
        struct fact *f = &c->facts[k];
        bool is_name = !strcmp(f->name, "link-name") || !strcmp(f->name, "host-link-name");
        f->quiet = is_name && card_find(c, *f->name == 'l' ? "link" : "host-link");
        if (!strcmp(f->name, "memory-type"))
            f->alternatives = x->memory_types;
    }
    for (size_t k = 0; k < accelerator_field_count; k++)
        card_datum(c, accelerator_fields[k].name, accelerator_datum(x, k),
                   accelerator_field_unit(k));
    accelerator_ratios(c, x);
    card_truth(c, "unverified", x->unverified)->aside = !x->unverified;
}

/* ── Links ── */

static void fill_link(struct card *c, struct catalog *catalog, size_t i) {
    const struct link *x = catalog_link_at(catalog, i);
    c->id = x->id;
    c->name = x->name;
    c->overlay = x->overlay;
    c->remarks = x->remarks;
    card_texts(c, x, link_texts, link_text_count);
    for (size_t k = 0; k < link_field_count; k++)
        card_datum(c, link_fields[k].name, link_datum(x, k), link_field_unit(k));
    c->unverified = x->bandwidth.known && x->bandwidth.grade == GRADE_UNVERIFIED;
}

/* ── Sources, charts, formats, optimizers ── */

static void fill_source(struct card *c, struct catalog *catalog, size_t i) {
    const struct reference *r = catalog_reference_at(catalog, i);
    c->id = r->id;
    card_text(c, "id", r->id);
    card_text(c, "grade", grade_words[r->grade]);
    card_text(c, "date", r->date);
    card_text(c, "title", r->title);
    card_text(c, "url", r->url);
    c->unverified = r->grade == GRADE_UNVERIFIED;
}

/* The rows only: drawing them is for pages. */
static const struct {
    const char *name;
    int accelerators, models, scenarios, width;
    const char *shows, *x, *y;
} chart_kinds[] = {
#define CHART(function, ...) {__VA_ARGS__},
#include "chart/kinds.def"
#undef CHART
};

static size_t count_charts(const struct catalog *c) {
    (void)c;
    return sizeof chart_kinds / sizeof *chart_kinds;
}

/* A row for each word of --show: what it adds. */
static void card_shows(struct card *c, const char *words) {
    card_text(c, "show", words)->quiet = *words;
    for (const char *at = words; *at; at += strspn(at, " ")) {
        int length = (int)strcspn(at, " ");
        const char *key = arena_printf(c->arena, "chart.show.%.*s", length, at);
        card_text(c, arena_printf(c->arena, "show-%.*s", length, at), say(c->strings, key));
        at += length;
    }
}

/* "speed token/s" as the head of a CSV file has it: "speed (token/s)". */
static void card_column(struct card *c, const char *name, const char *column) {
    const char *unit = strchr(column, ' ');
    card_text(c, name,
              unit ? arena_printf(c->arena, "%.*s (%s)", (int)(unit - column), column, unit + 1)
                   : column);
}

static void fill_chart(struct card *c, struct catalog *catalog, size_t i) {
    (void)catalog;
    c->id = chart_kinds[i].name;
    c->name = say(c->strings, arena_printf(c->arena, "chart.%s", c->id));
    card_text(c, "id", c->id);
    card_text(c, "what", say(c->strings, arena_printf(c->arena, "chart.%s.what", c->id)));
    card_count(c, "accelerators", chart_kinds[i].accelerators);
    card_count(c, "models", chart_kinds[i].models);
    card_count(c, "scenarios", chart_kinds[i].scenarios);
    card_count(c, "least-width", chart_kinds[i].width);
    card_shows(c, chart_kinds[i].shows);
    card_column(c, "points-x", chart_kinds[i].x);
    card_column(c, "points-y", chart_kinds[i].y);
}

static size_t count_formats(const struct catalog *c) {
    (void)c;
    return format_count();
}

/* A definition needs no reference. */
static void from(struct fact *fact, const struct catalog *c, const char *source) {
    fact->reference = catalog_reference(c, source);
    if (fact->reference)
        fact->grade = fact->reference->grade;
}

static void fill_format(struct card *c, struct catalog *catalog, size_t i) {
    static const char *const arithmetic[] = {[PEAK_FP32] = "fp32",
                                             [PEAK_FP16] = "fp16",
                                             [PEAK_BF16] = "bf16",
                                             [PEAK_FP8] = "fp8",
                                             [PEAK_INT8] = "int8"};
    const struct format *f = format_at(i);
    const struct {
        const char *name;
        double bits;
    } classes[] = {{"linear-bits", f->linear_bits},
                   {"expert-bits", f->expert_bits},
                   {"embedding-bits", f->embedding_bits},
                   {"head-bits", f->head_bits},
                   {"norm-bits", f->norm_bits}};
    c->id = f->id;
    card_text(c, "id", f->id);
    for (size_t k = 0; k < COUNT_OF(classes); k++)
        from(card_count(c, classes[k].name, classes[k].bits), catalog, f->source);
    struct fact *kv = card_number(c, "kv-bytes", quantity_exact(f->kv_bytes, UNIT_BYTE), "B");
    kv->known = f->kv_bytes > 0;
    from(kv, catalog, f->source);
    card_text(c, "arithmetic", f->weight_only ? "16-bit" : arithmetic[f->peak]);
    card_truth(c, "average", f->average);
}

static size_t count_optimizers(const struct catalog *c) {
    (void)c;
    return optimizer_count();
}

static void fill_optimizer(struct card *c, struct catalog *catalog, size_t i) {
    const struct optimizer *o = optimizer_at(i);
    const struct {
        const char *name;
        double bytes;
    } parts[] = {{"weight-bytes", o->weights},
                 {"gradient-bytes", o->gradients},
                 {"master-bytes", o->master},
                 {"moment-bytes", o->moments},
                 {"state-bytes", o->weights + o->gradients + o->master + o->moments}};
    c->id = o->id;
    card_text(c, "id", o->id);
    for (size_t k = 0; k < COUNT_OF(parts); k++)
        from(card_number(c, parts[k].name, quantity_exact(parts[k].bytes, UNIT_BYTE), "B"), catalog,
             o->source);
    card_truth(c, "factored", o->factored);
}

/* ── The table ── */

#define ID_OF(what)                                                                                \
    static const char *id_of_##what(const struct catalog *c, size_t i) {                           \
        return catalog_##what##_at(c, i)->id;                                                      \
    }
ID_OF(accelerator)
ID_OF(model)
ID_OF(link)
ID_OF(scenario)
ID_OF(reference)

static const char *id_of_chart(const struct catalog *c, size_t i) {
    (void)c;
    return chart_kinds[i].name;
}

static const char *id_of_format(const struct catalog *c, size_t i) {
    (void)c;
    return format_at(i)->id;
}

static const char *id_of_optimizer(const struct catalog *c, size_t i) {
    (void)c;
    return optimizer_at(i)->id;
}

const struct entry_kind entry_kinds[] = {
    {"accelerator", "accelerators",
     "id,launched,memory-capacity,memory-bandwidth,peak,link-bandwidth,power",
     catalog_accelerator_count, id_of_accelerator, fill_accelerator},
    {"model", "models",
     "id,released,parameters,active-parameters,layers,attention,kv-bytes-per-token,max-context",
     catalog_model_count, id_of_model, fill_model},
    {"link", "links", "id,kind,scope,bandwidth,latency", catalog_link_count, id_of_link, fill_link},
    {"scenario", "scenarios", "id,task,model,accelerator,memory/total,memory/fits",
     catalog_scenario_count, id_of_scenario, fill_scenario},
    {"chart", "charts", "id,what", count_charts, id_of_chart, fill_chart},
    {"source", "sources", "id,grade,date,title", catalog_reference_count, id_of_reference,
     fill_source},
    {"format", "formats",
     "id,linear-bits,expert-bits,embedding-bits,head-bits,norm-bits,kv-bytes,arithmetic",
     count_formats, id_of_format, fill_format},
    {"optimizer", "optimizers",
     "id,weight-bytes,gradient-bytes,master-bytes,moment-bytes,state-bytes", count_optimizers,
     id_of_optimizer, fill_optimizer},
};
const size_t entry_kind_count = COUNT_OF(entry_kinds);

const struct entry_kind *entry_kind_find(const char *name) {
    for (size_t i = 0; i < entry_kind_count; i++)
        if (!strcmp(entry_kinds[i].name, name) || !strcmp(entry_kinds[i].plural, name))
            return &entry_kinds[i];
    return NULL;
}

struct card entry_card(struct arena *a, const struct strings *s, const struct entry_kind *k,
                       struct catalog *c, size_t i) {
    struct card card = {.arena = a, .strings = s};
    k->fill(&card, c, i);
    return card;
}
