/* What devices that share a work send to each other, and how much of its time is not hidden behind
 * computing (formulas 11, 12). */
#ifndef RIDGE_CORE_COMMUNICATION_H
#define RIDGE_CORE_COMMUNICATION_H

#include "core/account.h"

/* Every rate that is needed is known; true on one device. Without them there are no times. */
bool communication_known(const struct scenario *s, struct degrees d);

/* Devices that share the fast link. */
int64_t communication_node(const struct scenario *s);

/* ── Inference ── */

/* A pass of one replica, as it lies on the critical path. */
struct passage {
    bool decode;             /* through the layers of all stages; else prefill, through one stage */
    double tokens;           /* of one run, over all context ranks */
    double rows;             /* of the output head, in all runs */
    double repeats;          /* runs: 1 for a decode step; chunks, and turns of the stages */
    struct quantity compute; /* time that all runs take without communication */
};

/* What is added to the time of the pass: all messages on its way, less what computing hides; 0 s on
 * one device. The rates must be known. */
struct quantity communication_time(const struct account *c, const struct passage *pass);

/* The same with its lines; sets decode/communication-time and communication/…-time,
 * or prefill/communication-time. */
struct quantity communication_inference(struct account *c, const struct passage *pass);

/* ── Training ── */

struct training_work {
    struct quantity micro;  /* computing of one micro-batch on one stage, forward and backward */
    double backward_share;  /* of it that is the backward pass: 2/3, 3/4 with full recomputation */
    double attention_share; /* of it that is the attention core, which ring hops hide behind */
};

struct training_traffic {
    struct quantity micro; /* added to each micro-batch of a stage: what is not hidden of tensor and
                              expert messages, ring hops and sends */
    struct quantity step;  /* added once a step: gradients and gathered weights not hidden */
};

/* Sets communication/…-time and training/communication-time (all that is not hidden: micro times
 * the micro-batches, and step) with their lines; exactly 0 s on one device. false, and nothing set,
 * when a rate is not known. Trainable parameters must be set. */
bool communication_training(struct account *c, const struct training_work *work,
                            struct training_traffic *out);

#endif
