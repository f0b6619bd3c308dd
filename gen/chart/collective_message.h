/* The message that a ring all-reduce of tensor parallelism sums, and the wires it goes over. Apart
 * from drawing: the core's network and plot's geometry both have points. */
#ifndef RIDGE_CHART_COLLECTIVE_MESSAGE_H
#define RIDGE_CHART_COLLECTIVE_MESSAGE_H

#include "core/collective.h"
#include "core/estimate.h"

struct collective_message {
    int64_t devices;
    double bytes;
    struct medium least, usual; /* as rated with the lowest latency; typical */
    double share;               /* of the rate that is usually reached */
};

/* Sums of the hidden state of all tokens of a pass. false when the link is not known, or the
 * devices do not share a node. */
bool collective_message_of(const struct scenario *s, struct collective_message *out);

#endif
