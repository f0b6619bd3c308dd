/* Points of a roofline that grow: batch, context, devices that share a model. */
#include <math.h>

#include "chart/question.h"
#include "chart/workload.h"
#include "core/tensor_bytes.h"

/* The step at one number; false: the options do not fit together there. */
static bool add_step(const struct work_question *q, const struct scenario *s, int64_t number,
                     struct workloads *w) {
    const struct estimate *e = question_run_on(q->arena, q->request->catalog, s, q->device);
    if (!e || !e->decode_intensity.present)
        return false;
    workloads_add(w, (struct workload){.scenario = e->scenario,
                                       .phase = PHASE_DECODE,
                                       .intensity = e->decode_intensity.q.value,
                                       .fits = e->fits,
                                       .number = number});
    return true;
}

bool workloads_batch(const struct work_question *q, struct workloads *w) {
    struct scenario *s = workloads_scenario(q, "task=inference weights=bf16 context=2048");
    for (int64_t batch = 1; s && batch <= 256; batch *= 2) {
        s->batch = batch;
        s->given[SCENARIO_batch] = true;
        add_step(q, s, batch, w);
    }
    return s != NULL;
}

/* The lengths of the scenario follow from its context. */
static void set_context(struct scenario *s, int64_t context) {
    s->context = context;
    s->prompt = s->output = 0;
    s->given[SCENARIO_context] = true;
    s->given[SCENARIO_prompt] = s->given[SCENARIO_output] = false;
}

/* From 1k tokens to 128k, or to the longest that the model was trained for. */
bool workloads_context(const struct work_question *q, struct workloads *w) {
    enum { FROM = 1024, TO = 131072 };
    struct scenario *s = workloads_scenario(q, "task=inference weights=bf16 batch=32");
    if (!s)
        return false;
    int64_t most = s->model && s->model->max_context > 0 ? s->model->max_context : TO;
    for (int64_t context = FROM; context <= TO && context <= most; context *= 2) {
        set_context(s, context);
        add_step(q, s, context, w);
    }
    return true;
}

/* Compute of a device for each byte that it sends. A step works on one token of each sequence. */
static void add_division(const struct work_question *q, const struct scenario *s, int64_t n,
                         struct workloads *w) {
    const struct estimate *e = question_run_on(q->arena, q->request->catalog, s, q->device);
    if (!e || !e->decode_flops.present)
        return;
    double tokens = (double)s->batch;
    double sent = tensor_bytes_sent(e->scenario->model, n, tokens, tokens, 2);
    workloads_add(w, (struct workload){.scenario = e->scenario,
                                       .phase = PHASE_TENSOR,
                                       .intensity = e->decode_flops.q.value / sent,
                                       .fits = e->fits,
                                       .number = n});
}

bool workloads_tensor(const struct work_question *q, struct workloads *w) {
    struct scenario *s = workloads_scenario(q, "task=inference weights=bf16 batch=64 context=2048");
    for (int64_t n = 2; s && n <= 8; n *= 2) {
        s->tensor_parallel = s->devices = n;
        s->batch = s->batch > 0 ? s->batch : 1;
        s->given[SCENARIO_tensor_parallel] = s->given[SCENARIO_devices] = true;
        add_division(q, s, n, w);
    }
    return s != NULL;
}
