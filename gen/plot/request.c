#include "plot/request.h"

/* FIND(type): a list of names becomes one of what they name. */
#define FIND(type)                                                                                 \
    static bool find_##type##s(struct arena *a, const struct request_finder *find,                 \
                               struct request_list words, const struct type *const **out,          \
                               size_t *n) {                                                        \
        const struct type **found = ARENA_ARRAY(a, const struct type *, words.n + 1);              \
        bool good = true;                                                                          \
        for (size_t i = 0; i < words.n; i++)                                                       \
            good = (found[i] = find->type(find->of, words.at[i].text, words.at[i].span)) && good;  \
        *out = found;                                                                              \
        *n = words.n;                                                                              \
        return good;                                                                               \
    }
FIND(accelerator)
FIND(model)
FIND(scenario)
#undef FIND

bool request_find(struct arena *a, const struct request_finder *find,
                  const struct request_words *words, struct chart_request *out) {
    bool good = find_accelerators(a, find, words->accelerators, &out->accelerators,
                                  &out->accelerator_count);
    good = find_scenarios(a, find, words->scenarios, &out->scenarios, &out->scenario_count) && good;
    good = find_models(a, find, words->models, &out->models, &out->model_count) && good;
    const char **shown = ARENA_ARRAY(a, const char *, words->shown.n + 1);
    for (size_t i = 0; i < words->shown.n; i++)
        shown[i] = words->shown.at[i].text;
    out->shown = shown;
    out->shown_count = words->shown.n;
    return good;
}

static struct request_list list_of(struct arena *a, const struct node *n, const char *name) {
    struct request_list list;
    list.n = attribute_words(a, node_attribute(n, NS_NONE, name), &list.at);
    return list;
}

struct request_words request_words_of(struct arena *a, const struct node *n) {
    return (struct request_words){list_of(a, n, "accelerators"), list_of(a, n, "models"),
                                  list_of(a, n, "scenarios"), list_of(a, n, "show")};
}

static const struct accelerator *accelerator_in(void *of, const char *name, struct span where) {
    const struct request_catalog *c = of;
    return catalog_accelerator(c->catalog, c->diag, where, name);
}

static const struct model *model_in(void *of, const char *name, struct span where) {
    const struct request_catalog *c = of;
    return catalog_model(c->catalog, c->diag, where, name);
}

static const struct scenario *scenario_in(void *of, const char *name, struct span where) {
    const struct request_catalog *c = of;
    return catalog_scenario(c->catalog, c->diag, where, name);
}

struct request_finder request_finder_of(struct request_catalog *of) {
    return (struct request_finder){of, accelerator_in, model_in, scenario_in};
}
