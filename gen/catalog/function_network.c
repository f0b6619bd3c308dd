/* r:all-reduce(bytes, devices, rate, latency, 'ring') and its kin: the time of one message, with
 * the formulas that estimates use. The last argument may be left out: then the shortest way is
 * taken. */
#include "catalog/fields.h"
#include "catalog/function.h"
#include "core/collective.h"

#include <string.h>

struct message_call {
    double bytes, rate, latency;
    int64_t devices;
    enum algorithm how;
};

static bool quantity_at(struct call *c, size_t i, struct unit unit, const char *expected,
                        struct quantity *out) {
    if (!number_at(c, i, out))
        return false;
    if (!unit_equal(out->unit, unit))
        return evaluate_fault(
            c->ev, DIAG_UNIT_MISMATCH, c->at[i]->from, c->at[i]->to,
            arena_printf(c->ev->arena, "this is %s", unit_words(c->ev->arena, out->unit)), expected,
            NULL);
    if (out->value >= 0)
        return true;
    return evaluate_fault(c->ev, DIAG_BAD_NUMBER, c->at[i]->from, c->at[i]->to,
                          "what is below zero", expected, NULL);
}

static bool devices_at(struct call *c, size_t i, int64_t *out) {
    enum { MOST = 100000000 };
    struct quantity q;
    if (!quantity_at(c, i, UNIT_NONE, "how many devices", &q))
        return false;
    *out = q.value <= MOST ? (int64_t)q.value : 0;
    if (*out >= 1 && (double)*out == q.value)
        return true;
    return evaluate_fault(c->ev, DIAG_VALUE_TYPE, c->at[i]->from, c->at[i]->to,
                          "no number of devices", "a whole number from 1 to 100000000", NULL);
}

static bool algorithm_at(struct call *c, size_t i, enum algorithm *out) {
    const char *names[ALGORITHMS], *found = "";
    if (!string_at(c, i, &found))
        return false;
    for (size_t k = 0; k < ALGORITHMS; k++)
        names[k] = algorithm_name((enum algorithm)k);
    *out = algorithm_of(found);
    if (strcmp(names[*out], found) == 0)
        return true;
    return evaluate_fault(c->ev, DIAG_UNKNOWN_WORD, c->at[i]->from, c->at[i]->to, found,
                          "best, ring, tree, one-shot, two-shot, in-network or fused",
                          nearest_name(found, names, ALGORITHMS));
}

static bool latency_at(struct call *c, size_t i, double *out) {
    struct quantity q;
    *out = 0;
    if (i >= c->n)
        return true;
    if (!quantity_at(c, i, UNIT_SECOND, "a time such as r:us(10)", &q))
        return false;
    *out = q.value;
    return true;
}

/* From the argument i on: bytes, rate and, perhaps, latency. */
static bool message_at(struct call *c, size_t i, struct message_call *out) {
    struct quantity bytes, rate;
    if (!quantity_at(c, i, UNIT_BYTE, "bytes of the message", &bytes) ||
        !quantity_at(c, i + 1, UNIT_BYTE_PER_SECOND, "a rate such as r:gb-s(450)", &rate) ||
        !latency_at(c, i + 2, &out->latency))
        return false;
    out->bytes = bytes.value;
    out->rate = rate.value;
    if (rate.value > 0)
        return true;
    return evaluate_fault(c->ev, DIAG_BAD_NUMBER, c->at[i + 1]->from, c->at[i + 1]->to,
                          "a rate of zero", "a rate above 0", NULL);
}

static bool message_time(enum collective kind, const struct message_call *m, struct operand *out) {
    struct medium wires = {
        .latency = m->latency, .bandwidth = m->rate, .offers = OFFERS_ROUNDS | OFFERS_DIRECT};
    double time = collective_time(kind, m->how, m->bytes, m->devices, wires);
    *out = operand_quantity(quantity_range(time, time, time, UNIT_SECOND, CEILING), NULL);
    return true;
}

static bool call_collective(struct call *c, enum collective kind, struct operand *out) {
    struct message_call m;
    return algorithm_at(c, 0, &m.how) && devices_at(c, 1, &m.devices) && message_at(c, 2, &m) &&
           message_time(kind, &m, out);
}

bool call_all_reduce(struct call *c, struct operand *out) {
    return call_collective(c, ALL_REDUCE, out);
}

bool call_all_gather(struct call *c, struct operand *out) {
    return call_collective(c, ALL_GATHER, out);
}

bool call_all_to_all(struct call *c, struct operand *out) {
    return call_collective(c, ALL_TO_ALL, out);
}

bool call_broadcast(struct call *c, struct operand *out) {
    return call_collective(c, BROADCAST, out);
}

bool call_send(struct call *c, struct operand *out) {
    struct message_call m = {.how = ALGORITHM_BEST, .devices = 2};
    return message_at(c, 0, &m) && message_time(SEND, &m, out);
}
