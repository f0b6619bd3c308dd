/* Bytes that a device sends, by parallelism, as values and lines (formulas 11.1). */
#ifndef RIDGE_CORE_COMMUNICATION_BYTES_H
#define RIDGE_CORE_COMMUNICATION_BYTES_H

#include "core/load.h"

/* Sets communication/tensor-bytes (summed in a pass of one micro-batch), pipeline-bytes (over one
 * boundary, once), context-bytes and expert-bytes (of one layer), where there are such messages. */
void traffic_bytes(struct account *c, const struct traffic *t);

struct exchanges {
    struct exchange dense, experts;
};

/* Sets communication/data-bytes: on the wires of one rank in a step. */
void data_bytes(struct account *c, const struct exchanges *s, double repeats);

#endif
