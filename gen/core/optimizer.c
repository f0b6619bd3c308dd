#include <string.h>

#include "core/hardware.h"

static const struct optimizer optimizers[] = {
#define RECIPE(name, published, weight, gradient, copy, moment, ...)                               \
    {.id = name,                                                                                   \
     .weights = weight,                                                                            \
     .gradients = gradient,                                                                        \
     .master = copy,                                                                               \
     .moments = moment,                                                                            \
     .source = published,                                                                          \
     __VA_ARGS__},
#include "core/optimizer.def"
#undef RECIPE
};

size_t optimizer_count(void) {
    return sizeof optimizers / sizeof *optimizers;
}

const struct optimizer *optimizer_at(size_t i) {
    return &optimizers[i];
}

const struct optimizer *optimizer_lookup(const char *id) {
    for (size_t i = 0; id && i < optimizer_count(); i++)
        if (strcmp(optimizers[i].id, id) == 0)
            return &optimizers[i];
    return NULL;
}
