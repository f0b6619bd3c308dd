#include "core/format.h"

#include <math.h>
#include <string.h>

/* Payload bits, and bits of scale and zero point per group. */
#define TILED(bits, scale, group) ((bits) + (double)(scale) / (group))

#define FORMAT(name, published, linear, expert, table, output, small, kv, arithmetic, ...)         \
    {.id = name,                                                                                   \
     .linear_bits = linear,                                                                        \
     .expert_bits = expert,                                                                        \
     .embedding_bits = table,                                                                      \
     .head_bits = output,                                                                          \
     .norm_bits = small,                                                                           \
     .kv_bytes = kv,                                                                               \
     .peak = arithmetic,                                                                           \
     .source = published,                                                                          \
     __VA_ARGS__},
#define UNIFORM(name, published, bits, small, kv, ...)                                             \
    FORMAT(name, published, bits, bits, bits, bits, small, kv, PEAK_BF16, .weight_only = true,     \
           __VA_ARGS__)
#define BLOCK(name, bytes, elements, kv) UNIFORM(name, "ggml", 8.0 * (bytes) / (elements), 32, kv, )
#define WORKING(name, bytes, elements)                                                             \
    UNIFORM(name, "ggml", 8.0 * (bytes) / (elements), 32, 0, .working = true)
#define PRESET(name, bits) UNIFORM(name, "llama-cpp-quantize", bits, bits, 0, .average = true)

static const struct format formats[] = {
#include "core/format.def"
};

/* EXL2 and EXL3 files are made to a chosen average over linear layers and head: every tenth from 2
 * to 8 bits, and the usual ones between. Kept out of the menu. */
#define EXL(name, bits)                                                                            \
    FORMAT("exl2-" name, "definition", bits, bits, 16, bits, 16, 0, PEAK_BF16, .weight_only = true)
#define EXL_TENTHS(whole)                                                                          \
    EXL(#whole ".0", whole##.0)                                                                    \
    EXL(#whole ".1", whole##.1)                                                                    \
    EXL(#whole ".2", whole##.2)                                                                    \
    EXL(#whole ".3", whole##.3)                                                                    \
    EXL(#whole ".4", whole##.4)                                                                    \
    EXL(#whole ".5", whole##.5)                                                                    \
    EXL(#whole ".6", whole##.6)                                                                    \
    EXL(#whole ".7", whole##.7)                                                                    \
    EXL(#whole ".8", whole##.8)                                                                    \
    EXL(#whole ".9", whole##.9)

static const struct format averages[] = {
    EXL_TENTHS(2) EXL_TENTHS(3) EXL_TENTHS(4) EXL_TENTHS(5) EXL_TENTHS(6) EXL_TENTHS(7)
        EXL("8.0", 8.0) EXL("2.25", 2.25) EXL("2.75", 2.75) EXL("3.25", 3.25) EXL("3.75", 3.75)
            EXL("4.25", 4.25) EXL("4.65", 4.65) EXL("4.75", 4.75) EXL("5.25", 5.25)};

size_t format_count(void) {
    return sizeof formats / sizeof *formats;
}

const struct format *format_at(size_t i) {
    return &formats[i];
}

static const struct format *find(const char *id, const struct format *rows, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (rows[i].id[0] == id[0] && strcmp(rows[i].id, id) == 0)
            return &rows[i];
    return NULL;
}

const struct format *format_lookup(const char *id) {
    if (!id)
        return NULL;
    const struct format *f = find(id, formats, format_count());
    return f || id[0] != 'e' ? f : find(id, averages, sizeof averages / sizeof *averages);
}

static double packed(double elements, double bits) {
    return ceil(elements * bits / 8);
}

double format_group_bits(const struct format *f, enum matrix_group group) {
    if (group == GROUP_ROUTER)
        return f->norm_bits;
    return group == GROUP_EXPERT ? f->expert_bits : f->linear_bits;
}

double format_matrix_bytes(const struct format *f, enum matrix_group group, int64_t in,
                           int64_t out) {
    double bytes = packed((double)in * (double)out, format_group_bits(f, group));
    return group == GROUP_ROUTER ? bytes : bytes + f->tensor_scale + f->channel_scale * (double)out;
}

struct weight_bytes format_weight_bytes(const struct format *f, const struct model *m) {
    struct parameters p = parameters_count(m);
    struct matrix matrices[MATRICES_MOST];
    size_t n = matrices_of(m, matrices);
    struct weight_bytes w = {
        .embedding = packed((double)p.embedding, f->embedding_bits),
        .positions = packed((double)p.positions, f->embedding_bits),
        .head = packed((double)p.head, f->head_bits),
        .small = packed((double)p.small, f->norm_bits),
    };
    for (size_t i = 0; i < n; i++) {
        enum matrix_group group = matrices[i].group;
        double *class = group == GROUP_EXPERT   ? &w.expert
                        : group == GROUP_ROUTER ? &w.small
                                                : &w.linear;
        *class += (double)matrices[i].resident *
                  format_matrix_bytes(f, group, matrices[i].in, matrices[i].out);
    }
    w.total = w.linear + w.expert + w.embedding + w.positions + w.head + w.small;
    return w;
}

bool format_is_cache(const struct format *f, bool latent) {
    return f->kv_bytes > 0 || (latent && f->latent_tiles);
}

double format_kv_bytes(const struct format *f, int64_t head_dim) {
    return f->kv_bytes + f->head_scale / (double)head_dim;
}

double format_latent_bytes(const struct format *f, int64_t rank, int64_t rope) {
    enum { TILE = 128, SCALE = 4, ROTARY = 2 };
    if (f->latent_tiles)
        return (double)rank + ceil((double)rank / TILE) * SCALE + ROTARY * (double)rope;
    return (double)(rank + rope) * f->kv_bytes + f->head_scale;
}
