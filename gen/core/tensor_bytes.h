/* What tensor parallelism sends, as a closed form: for charts that ask for nothing else. */
#ifndef RIDGE_CORE_TENSOR_BYTES_H
#define RIDGE_CORE_TENSOR_BYTES_H

#include "core/hardware.h"

/* Bytes that each of n devices puts on its wires when they share every matrix and pass on so many
 * tokens, with scores of so many rows: two all-reduces a layer and one gathering of scores, each
 * with the bus factor of its collective (formulas 11.1). `element`: bytes of an activation. */
double tensor_bytes_sent(const struct model *m, int64_t n, double tokens, double rows,
                         double element);

#endif
