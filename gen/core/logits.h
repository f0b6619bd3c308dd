/* How the loss is computed from the scores over the vocabulary (formulas 4.7). */
#ifndef RIDGE_CORE_LOGITS_H
#define RIDGE_CORE_LOGITS_H

#include <stddef.h>

struct logits {
    const char *id;
    double low, value; /* bytes per score held at a time */
    double chunks;     /* 1 = all scores at once */
};

const struct logits *logits_lookup(const char *id); /* NULL when unknown */
size_t logits_count(void);
const struct logits *logits_at(size_t i);

#endif
