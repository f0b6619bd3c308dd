/* A ring all-reduce step by step: which chunk each device hands to its neighbour, and what is in
 * it. The message is cut into as many chunks as there are devices. */
#ifndef RIDGE_CORE_RING_H
#define RIDGE_CORE_RING_H

#include <stdint.h>

struct ring_send {
    int64_t chunk;
    int64_t summands; /* devices whose share is in the chunk when it is sent */
};

/* Steps in all: the sums travel round (reduce-scatter), then the results (all-gather). */
int64_t ring_steps(int64_t devices);

/* What a device sends to the next one in a step; all from 0. */
struct ring_send ring_send_of(int64_t devices, int64_t device, int64_t step);

/* How many shares of a chunk are summed on a device as a step begins; after the last step, all. */
int64_t ring_held(int64_t devices, int64_t device, int64_t chunk, int64_t step);

#endif
