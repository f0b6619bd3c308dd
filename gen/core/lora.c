#include <string.h>

#include "base/diag.h"
#include "core/lora.h"

/* A comma-separated or blank-separated list, word by word. */
static bool next_word(const char **at, const char *separators, const char **word, size_t *bytes) {
    *at += strspn(*at, separators);
    *word = *at;
    *bytes = strcspn(*at, separators);
    *at += *bytes;
    return *bytes > 0;
}

static bool is_word(const char *word, size_t bytes, const char *expected) {
    return strlen(expected) == bytes && memcmp(word, expected, bytes) == 0;
}

static bool lists(const char *list, const char *separators, const char *name) {
    const char *word;
    size_t bytes;
    while (next_word(&list, separators, &word, &bytes))
        if (is_word(word, bytes, name))
            return true;
    return false;
}

/* Blocks that stand for several matrices have no shape to adapt. */
static bool has_shape(const struct matrix *matrix) {
    return matrix->group != GROUP_RECURRENT && strcmp(matrix->name, "uncounted") != 0;
}

static bool is_target(const struct matrix *matrix, const char *targets) {
    return has_shape(matrix) &&
           (lists(targets, ", ", "all-linear") || lists(targets, ", ", matrix->name) ||
            (matrix->group == GROUP_EXPERT && lists(targets, ", ", "experts")));
}

bool lora_trains_head(const struct model *m, const char *targets) {
    return targets && !m->tied_embeddings && lists(targets, ", ", "head");
}

struct lora lora_of(const struct model *m, const char *targets, int64_t rank, bool full) {
    struct lora l = {.m = m, .rank = rank, .full = full};
    l.n = matrices_of(m, l.matrices);
    for (size_t i = 0; i < l.n && !full; i++)
        l.adapted[i] = is_target(&l.matrices[i], targets);
    l.embedding = !full && lists(targets, ", ", "embedding");
    l.head = !full && lora_trains_head(m, targets);
    return l;
}

/* "experts", "embedding", "head" and "all-linear". */
enum { NAMES_BESIDE = 4 };

static size_t target_names(const struct model *m, const char *names[MATRICES_MOST + NAMES_BESIDE]) {
    struct matrix matrices[MATRICES_MOST];
    size_t n = matrices_of(m, matrices), count = 0;
    for (size_t i = 0; i < n; i++) {
        bool seen = !has_shape(&matrices[i]);
        for (size_t j = 0; j < count; j++)
            seen |= strcmp(names[j], matrices[i].name) == 0;
        if (!seen)
            names[count++] = matrices[i].name;
    }
    if (model_is_moe(m))
        names[count++] = "experts";
    names[count++] = "embedding";
    if (!m->tied_embeddings)
        names[count++] = "head";
    names[count++] = "all-linear";
    return count;
}

const char *lora_names(struct arena *a, const struct model *m) {
    const char *names[MATRICES_MOST + NAMES_BESIDE], *text = "";
    size_t n = target_names(m, names);
    for (size_t i = 0; i < n; i++)
        text = arena_printf(a, "%s%s%s", text, i ? ", " : "", names[i]);
    return text;
}

const char *lora_unknown(struct arena *a, const struct model *m, const char *targets,
                         const char **nearest) {
    const char *names[MATRICES_MOST + NAMES_BESIDE], *word;
    size_t n = target_names(m, names), bytes, words = 0;
    *nearest = NULL;
    while (next_word(&targets, ", ", &word, &bytes)) {
        bool known = false;
        for (size_t i = 0; i < n; i++)
            known |= is_word(word, bytes, names[i]);
        if (!known) {
            const char *found = arena_strndup(a, word, bytes);
            *nearest = nearest_name(found, names, n);
            return found;
        }
        words++;
    }
    return words ? NULL : "nothing";
}

bool lora_reads(const struct lora *l, enum matrix_group group, const char *names) {
    if (l->full)
        return true;
    for (size_t i = 0; i < l->n; i++)
        if (l->adapted[i] && l->matrices[i].group == group &&
            lists(names, " ", l->matrices[i].name))
            return true;
    return false;
}

/* Divided over its inputs: the other matrices are divided over their outputs. */
static bool is_row_parallel(const struct matrix *matrix) {
    return strcmp(matrix->name, "o") == 0 || strcmp(matrix->name, "down") == 0;
}

static double copies_on_rank(const struct matrix *matrix, const struct model *m, struct stage stage,
                             struct degrees d) {
    switch (matrix->group) {
    case GROUP_QKV:
    case GROUP_OUTPUT:
        return (double)stage.attention;
    case GROUP_ROUTER:
    case GROUP_SHARED:
        return (double)stage.moe;
    case GROUP_EXPERT:
        return (double)(stage.moe * m->experts) / (double)d.expert;
    case GROUP_FFN:
    case GROUP_RECURRENT:
    case GROUPS:
        break;
    }
    return (double)stage.dense;
}

struct lora_rank lora_parameters_of_rank(const struct lora *l, struct degrees d) {
    struct stage stage = parallel_stage(l->m, d);
    /* With stages the two tables stand on different ones. */
    bool both = l->embedding && l->head && d.pipeline > 1;
    struct lora_rank sum = {lora_tables(l) / (both ? 2 : 1) / (double)d.tensor, 0};
    for (size_t i = 0; i < l->n; i++) {
        const struct matrix *x = &l->matrices[i];
        if (!l->adapted[i])
            continue;
        bool expert = x->group == GROUP_EXPERT;
        double share = parallel_matrix_share(l->m, x, d) * (expert ? (double)d.expert : 1);
        double in = (double)x->in, out = (double)x->out;
        double width = is_row_parallel(x) ? in * share + out : in + out * share;
        double lengths = !l->magnitudes ? 0 : is_row_parallel(x) ? out : out * share;
        *(expert ? &sum.experts : &sum.dense) +=
            ((double)l->rank * width + lengths) * copies_on_rank(x, l->m, stage, d);
    }
    return sum;
}

double lora_table_count(const struct lora *l) {
    return l->embedding + l->head;
}

double lora_tables(const struct lora *l) {
    return lora_table_count(l) * (double)(l->m->vocabulary * l->m->hidden);
}

double lora_magnitudes(const struct lora *l) {
    int64_t sum = 0;
    for (size_t i = 0; l->magnitudes && i < l->n; i++)
        if (l->adapted[i])
            sum += l->matrices[i].resident * l->matrices[i].out;
    return (double)sum;
}

double lora_parameters(const struct lora *l) {
    int64_t sum = (int64_t)(lora_magnitudes(l) + lora_tables(l));
    for (size_t i = 0; i < l->n; i++)
        if (l->adapted[i])
            sum += l->rank * l->matrices[i].resident * (l->matrices[i].in + l->matrices[i].out);
    return (double)sum;
}

double lora_pairs(const struct lora *l) {
    int64_t sum = 0;
    for (size_t i = 0; i < l->n; i++)
        if (l->adapted[i])
            sum += l->matrices[i].resident;
    return (double)sum;
}
