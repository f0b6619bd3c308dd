#include <string.h>

#include "ask/report.h"
#include "catalog/fields.h"

/* What is left out when it is the same as what stands beside it. */
static const struct {
    const char *path, *same_as;
} repeats[] = {
    {"model/active-parameters-with-embedding", "model/parameters"},
    {"model/trainable-parameters", "model/parameters"},
    {"model/read-parameters", "model/active-parameters"},
    {"memory/kv-cache-ideal", "memory/kv-cache"},
    {"memory/kv-cache-unified", "memory/kv-cache"},
    {"decode/tokens-per-second-per-user", "decode/tokens-per-second"},
    {"serving/slots", "decode/largest-batch"},
    {"training/hardware-flops", "training/model-flops"},
    {"training/hfu", "training/mfu"},
    {"communication/time", "communication/tensor-time"},
    {"communication/time", "communication/pipeline-time"},
    {"communication/time", "communication/data-time"},
    {"communication/time", "communication/context-time"},
    {"communication/time", "communication/expert-time"},
    {"communication/exposed-time", "communication/time"},
    {"energy/per-any-token", "energy/per-output-token"},
    {"energy/per-output-token", "energy/per-token"},
    {"cost/per-hour", "cost/per-device-hour"},
    {"cost/rented-per-million-tokens", "cost/per-million-tokens"},
};

static const struct measure *measure_at(const struct report_entry *list, size_t n,
                                        const char *path) {
    for (size_t i = 0; i < n; i++)
        if (list[i].measure && !strcmp(list[i].path, path))
            return list[i].measure;
    return NULL;
}

static bool is_same(struct quantity a, struct quantity b) {
    return a.value == b.value && a.low == b.low && a.high == b.high && a.exactness == b.exactness;
}

bool report_repeats(const struct report_entry *list, size_t n, const struct report_entry *e) {
    for (size_t i = 0; e->measure && i < sizeof repeats / sizeof *repeats; i++) {
        const struct measure *other =
            strcmp(repeats[i].path, e->path) == 0 ? measure_at(list, n, repeats[i].same_as) : NULL;
        if (other && is_same(other->q, e->measure->q))
            return true;
    }
    return false;
}
