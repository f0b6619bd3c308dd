#include <string.h>

#include "core/lora.h"

enum adapted adapted_of(const char *targets) {
    return targets && strcmp(targets, "q,v") == 0 ? ADAPTED_QV : ADAPTED_ALL;
}

static bool is_adapted(const struct matrix *matrix, enum adapted adapted) {
    if (adapted == ADAPTED_QV)
        return strcmp(matrix->name, "q") == 0 || strcmp(matrix->name, "v") == 0;
    return adapted == ADAPTED_ALL;
}

double lora_parameters(const struct model *m, enum adapted adapted, int64_t rank) {
    struct matrix matrices[MATRICES_MOST];
    size_t n = matrices_of(m, matrices);
    int64_t layer = 0;
    for (size_t i = 0; i < n; i++)
        if (is_adapted(&matrices[i], adapted))
            layer += rank * (matrices[i].in + matrices[i].out);
    return (double)(layer * m->layers);
}

double lora_pairs(const struct model *m, enum adapted adapted) {
    struct matrix matrices[MATRICES_MOST];
    size_t n = matrices_of(m, matrices);
    int64_t layer = 0;
    for (size_t i = 0; i < n; i++)
        layer += is_adapted(&matrices[i], adapted);
    return (double)(layer * m->layers);
}
