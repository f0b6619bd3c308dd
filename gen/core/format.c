#include <math.h>
#include <string.h>

#include "core/format.h"

static const struct format formats[] = {
#define FORMAT(name, linear, table, output, norm, kv, arithmetic, ...)                             \
    {.id = name,                                                                                   \
     .linear_bits = linear,                                                                        \
     .embedding_bits = table,                                                                      \
     .head_bits = output,                                                                          \
     .norm_bits = norm,                                                                            \
     .kv_bytes = kv,                                                                               \
     .peak = arithmetic,                                                                           \
     .source = "formulas 2",                                                                       \
     __VA_ARGS__},
#define BLOCK(name, bytes, elements, kv)                                                           \
    FORMAT(name, 8.0 * (bytes) / (elements), 8.0 * (bytes) / (elements),                           \
           8.0 * (bytes) / (elements), 32, kv, PEAK_BF16, .weight_only = true)
#define PRESET(name, bits)                                                                         \
    FORMAT(name, bits, bits, bits, bits, 0, PEAK_BF16, .weight_only = true, .average = true)
#include "core/format.def"
#undef FORMAT
#undef BLOCK
#undef PRESET
};

size_t format_count(void) {
    return sizeof formats / sizeof *formats;
}

const struct format *format_at(size_t i) {
    return &formats[i];
}

const struct format *format_lookup(const char *id) {
    for (size_t i = 0; id && i < format_count(); i++)
        if (strcmp(formats[i].id, id) == 0)
            return &formats[i];
    return NULL;
}

static double packed(double elements, double bits) {
    return ceil(elements * bits / 8);
}

double format_matrix_bytes(const struct format *f, int64_t in, int64_t out) {
    return packed((double)in * (double)out, f->linear_bits) + f->tensor_scale +
           f->channel_scale * (double)out;
}

struct weight_bytes format_weight_bytes(const struct format *f, const struct model *m) {
    struct parameters p = parameters_count(m);
    struct matrix matrices[MATRICES_MOST];
    size_t n = matrices_of(m, matrices);
    double layer = 0;
    for (size_t i = 0; i < n; i++)
        layer += format_matrix_bytes(f, matrices[i].in, matrices[i].out);
    struct weight_bytes w = {
        .linear = layer * (double)m->layers,
        .embedding = packed((double)p.embedding, f->embedding_bits),
        .head = packed((double)p.head, f->head_bits),
        .small = packed((double)p.small, f->norm_bits),
    };
    w.total = w.linear + w.embedding + w.head + w.small;
    return w;
}

double format_kv_bytes(const struct format *f, int64_t head_dim) {
    return f->kv_bytes + f->head_scale / (double)head_dim;
}
