/* The cards of models and of scenarios. */
#include <math.h>
#include <string.h>

#include "ask/kinds.h"
#include "core/parameters.h"

enum need { NEEDED, OPTIONAL };

/* Fields that are a yes or a no have the bounds 0 and 1. */
static const struct {
    bool truth;
    enum need need;
} fields[] = {
#define MODEL(member, name, least, most, need) {(least) == 0 && (most) == 1, need},
#include "core/model.def"
#undef MODEL
};

static struct fact *derived(struct fact *f) {
    f->derived = true;
    return f;
}

/* The pattern of the layers beside the counts of the entry. */
static void layers_add(struct card *c, const struct model *m) {
    int64_t full = model_attention_layers(m) - m->local_layers;
    if (full != m->layers)
        derived(card_count(c, "full-attention-layers", (double)full));
    if (m->moe_layers)
        derived(card_count(c, "dense-layers", (double)model_dense_layers(m)));
}

static void counts_add(struct card *c, const struct model *m) {
    struct parameters p = parameters_count(m);
    derived(card_count(c, "parameters", (double)p.total));
    derived(card_count(c, "active-parameters", (double)p.active));
    derived(card_count(c, "active-parameters-with-embedding", (double)p.active_with_embedding));
    if (m->published_parameters)
        derived(card_count(c, "parameter-difference",
                           (double)p.total - (double)m->published_parameters));
}

/* What the published file holds beside the parameters of the decoder. */
static void extras_add(struct card *c, const struct model *m) {
    static const char *const names[] = {
#define EXTRA(member, name) name,
#include "core/extra.def"
#undef EXTRA
    };
    for (size_t i = 0; i < MODEL_EXTRAS; i++)
        if (m->extras[i])
            card_count(c, names[i], (double)m->extras[i]);
}

/* By the estimator, which knows every kind of layer; a model that it refuses has none. */
static void cache_add(struct card *c, struct catalog *catalog, const struct model *m) {
    static const char *const names[] = {"model", "accelerator", "task", "kv"};
    const char *values[] = {m->id, "", "inference", "bf16"};
    struct fact *f = derived(
        card_number(c, "kv-bytes-per-token", quantity_exact(0, UNIT_BYTE_PER_TOKEN), "KiB/token"));
    f->known = false;
    if (!catalog_accelerator_count(catalog))
        return;
    values[1] = catalog_accelerator_at(catalog, 0)->id;
    const struct scenario *s = catalog_make_scenario(catalog, diag_new(c->arena), names, values, 4);
    const struct estimate *e = s ? estimate_figures(c->arena, s) : NULL;
    if (!e || !e->kv_bytes_per_token.present)
        return;
    f->q = e->kv_bytes_per_token.q;
    f->known = true;
}

void fill_model(struct card *c, struct catalog *catalog, size_t i) {
    const struct model *m = catalog_model_at(catalog, i);
    c->id = m->id;
    c->name = m->name;
    c->unverified = m->grade == GRADE_UNVERIFIED;
    c->overlay = catalog_overlay(catalog, m->span);
    card_texts(c, m, model_texts, model_text_count);
    size_t first = c->n;
    for (size_t k = 0; k < model_field_count; k++) {
        int64_t count = member_count(m, model_fields[k].offset);
        if (fields[k].truth)
            card_truth(c, model_fields[k].name, count > 0)->quiet =
                !count && fields[k].need == OPTIONAL;
        else if (count)
            card_count(c, model_fields[k].name, (double)count);
    }
    extras_add(c, m);
    for (size_t k = first; k < c->n; k++) {
        bool published = !strncmp(c->facts[k].name, "published-", strlen("published-"));
        c->facts[k].reference = published && m->published ? m->published : m->reference;
        c->facts[k].grade = published && m->published ? m->published->grade : m->grade;
    }
    layers_add(c, m);
    counts_add(c, m);
    cache_add(c, catalog, m);
}

/* ── Scenarios ── */

static void option_add(struct card *c, const struct scenario *s, size_t i) {
    const struct option *o = &scenario_options[i];
    struct fact *f = o->kind == OPTION_WORD
                         ? card_text(c, o->name, member_text(s, o->offset))
                         : card_number(c, o->name, option_quantity(s, o), o->printed);
    f->known = option_is_set(s, o);
    f->given = s->given[i];
    f->quiet = !option_matters(s, o);
}

static void results_add(struct card *c, struct catalog *catalog, const struct scenario *s) {
    const struct estimate *e = catalog_estimate(catalog, s);
    struct estimate_word words[ESTIMATE_WORDS];
    estimate_words(e, words);
    for (size_t i = 0; i < estimate_field_count; i++) {
        const struct measure *m = estimate_measure(e, &estimate_fields[i]);
        struct fact *f = card_number(c, estimate_fields[i].path, m->q, estimate_fields[i].printed);
        f->known = m->present;
        f->aside = true;
    }
    for (size_t i = 0; i < ESTIMATE_WORDS; i++)
        card_text(c, words[i].path, words[i].word)->aside = true;
}

void fill_scenario(struct card *c, struct catalog *catalog, size_t i) {
    const struct scenario *s = catalog_scenario_at(catalog, i);
    c->id = s->id;
    card_text(c, "id", s->id)->given = true;
    card_text(c, "model", s->model->id)->given = true;
    card_text(c, "accelerator", s->accelerator->id)->given = true;
    for (size_t k = 0; k < scenario_option_count; k++)
        if (option_belongs(&scenario_options[k], s->task))
            option_add(c, s, k);
    results_add(c, catalog, s);
}
