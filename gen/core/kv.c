#include "core/kv.h"

#include "core/format.h"

double kv_bytes_per_token(const struct model *m, const struct format *f) {
    return 2 * (double)m->layers * (double)(m->kv_heads * m->head_dim) *
           format_kv_bytes(f, m->head_dim);
}
