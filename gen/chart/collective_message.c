#include "chart/collective_message.h"

#include <string.h>

#include "core/format.h"
#include "core/network.h"

static double hidden_bytes(const struct scenario *s) {
    bool training = s->task && strcmp(s->task, "training") == 0;
    bool wide = format_lookup(s->weights)->peak == PEAK_FP32;
    double tokens = training ? (double)s->micro_batch * (double)s->sequence : (double)s->batch;
    return tokens * (double)s->model->hidden * (wide ? 4 : 2);
}

bool collective_message_of(const struct scenario *s, struct collective_message *out) {
    struct network w = network_of(s);
    int64_t n = s->tensor_parallel;
    struct group group = {n, 1};
    if (n < 2 || n > w.per_node || !network_reaches(&w, group))
        return false;
    const struct wires *wires = network_wires(&w, n);
    double rate = wires_rate(wires, n), share = wires_share(wires, n).value;
    *out = (struct collective_message){
        .devices = n,
        .bytes = hidden_bytes(s),
        .least = {.latency = w.latency.low, .bandwidth = rate},
        .usual = {.latency = w.latency.value, .bandwidth = rate * share},
        .share = share,
    };
    return true;
}
