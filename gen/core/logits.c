/* Scores over the vocabulary and what the loss makes of them (formulas 4.7). */
#include <string.h>

#include "core/logits.h"

/* Bytes per score: 16-bit scores, FP32 copy, FP32 gradient, 16-bit gradient as far as each holds
 * them. chunks: parts of the sequence for which the loss is computed in turn. */
static const struct logits rows[] = {
    {"naive", 10, 14, 1}, {"fp32", 10, 10, 1},    {"softmax", 6, 6, 1},
    {"forward", 4, 4, 1}, {"chunked", 10, 14, 8},
};

size_t logits_count(void) {
    return sizeof rows / sizeof *rows;
}

const struct logits *logits_at(size_t i) {
    return &rows[i];
}

const struct logits *logits_lookup(const char *id) {
    for (size_t i = 0; id && i < logits_count(); i++)
        if (strcmp(rows[i].id, id) == 0)
            return &rows[i];
    return NULL;
}
