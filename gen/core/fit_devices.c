/* The fewest devices, and how the work is divided over them (formulas 16). */
#include "core/account.h"
#include "core/fit_search.h"

/* What is tried unless the question says otherwise: one rack of nodes, or one node of each device
 * when devices are compared. */
enum { DEVICES_MOST = 256, DEVICES_COMPARED = 8 };

/* The degrees that the question leaves open. */
struct division {
    int64_t tensor, pipeline, data;
};

static int64_t node_of(const struct scenario *s) {
    return s->devices_per_node > 0 ? s->devices_per_node : 8;
}

static bool keeps(int64_t given, int64_t degree) {
    return given == 0 || given == degree;
}

/* Inference fills tensor groups inside a node, then stages; training shards over replicas and takes
 * tensor groups only where whole replicas do not do. */
static bool division_at(const struct scenario *s, int64_t n, int64_t tensor, struct division *d) {
    int64_t context = s->context_parallel > 0 ? s->context_parallel : 1;
    int64_t others = n / context;
    if (n % context != 0 || others % tensor != 0 || !keeps(s->tensor_parallel, tensor))
        return false;
    if (tensor > node_of(s) && s->tensor_parallel == 0)
        return false;
    int64_t rest = others / tensor;
    if (fit_is_training(s)) {
        int64_t pipeline = s->pipeline_parallel > 0 ? s->pipeline_parallel : 1;
        *d = (struct division){tensor, pipeline, rest / pipeline};
        return rest % pipeline == 0 && keeps(s->data_parallel, d->data);
    }
    int64_t data = s->data_parallel > 0 ? s->data_parallel : 1;
    *d = (struct division){tensor, rest / data, data};
    return rest % data == 0 && keeps(s->pipeline_parallel, d->pipeline);
}

/* One replica has nothing to shard over, and needs none of it. */
static const char *sharding_at(const struct scenario *s, struct division d) {
    return d.data == 1 && s->context_parallel <= 1 ? NULL : s->zero;
}

static struct fit_try try_division(const struct fit_search *f, struct arena *a, int64_t n,
                                   struct division d, bool traced) {
    struct scenario *s = arena_memdup(a, f->given, sizeof *f->given);
    s->devices = n;
    s->tensor_parallel = d.tensor;
    s->pipeline_parallel = d.pipeline;
    s->data_parallel = d.data;
    s->zero = sharding_at(s, d);
    struct fit_search search = *f;
    search.given = s;
    return fit_try(&search, a, n, traced);
}

/* Of the ways to divide the work over n devices the one that holds best, the quickest among those.
 */
struct found {
    int64_t devices;
    struct division division;
    enum verdict verdict;
    double speed;
    bool valid;
};

static double speed_of(const struct estimate *e) {
    return e->decode_speed.present ? e->decode_speed.q.value : 0;
}

static struct found best_of(const struct fit_search *f, struct arena *scratch, int64_t n) {
    struct found best = {.devices = n};
    int64_t heads = f->given->model->heads; /* more ranks than heads are refused */
    for (int64_t tensor = n < heads ? n : heads; tensor >= 1; tensor--) {
        struct division d;
        if (!division_at(f->given, n, tensor, &d))
            continue;
        struct fit_try t = try_division(f, scratch, n, d, false);
        if (!t.estimate)
            continue;
        enum verdict verdict = fit_holds(f->request, &t);
        double speed = speed_of(t.estimate);
        bool better = !best.valid || verdict > best.verdict ||
                      (verdict == best.verdict && speed > best.speed);
        /* Equal in training: fewer tensor ranks talk less. */
        if (better || (verdict == best.verdict && fit_is_training(f->given)))
            best = (struct found){n, d, verdict, speed, true};
    }
    return best;
}

/* The first number of devices at which it holds at least so well. */
static struct found fewest(const struct fit_search *f, int64_t most, enum verdict wanted) {
    struct found last = {.devices = 0};
    for (int64_t n = 1; n <= most; n++) {
        struct arena *scratch = arena_new();
        struct found found = best_of(f, scratch, n);
        arena_drop(scratch);
        if (found.valid && found.verdict >= wanted)
            return found;
        /* More of them over a link that nobody named say less than fewer of known speed. */
        if (found.valid && (found.speed > 0 || !(last.speed > 0)))
            last = found;
    }
    last.verdict = VERDICT_NO;
    return last;
}

/* A number that is given leaves nothing to look for but the division. */
static struct found look(const struct fit_search *f, int64_t most, enum verdict wanted) {
    if (f->given->devices == 0)
        return fewest(f, most, wanted);
    struct arena *scratch = arena_new();
    struct found found = best_of(f, scratch, f->given->devices);
    arena_drop(scratch);
    return found;
}

static int64_t most_devices(const struct fit_request *request) {
    if (request->most_devices > 0)
        return request->most_devices;
    return request->ask == FIT_WHICH_ACCELERATOR ? DEVICES_COMPARED : DEVICES_MOST;
}

static void trace_devices(const struct fit_search *f, const struct fit_answer *answer,
                          struct found found, struct trace *t) {
    struct division d = found.division;
    int64_t context = f->given->context_parallel > 0 ? f->given->context_parallel : 1;
    TRACE(t, STEP_FIT_DEVICES, "n_tp · n_pp · n_dp · n_cp",
          quantity_exact((double)found.devices, UNIT_NONE), N("n_tp", d.tensor),
          N("n_pp", d.pipeline), N("n_dp", d.data), N("n_cp", context));
    fit_trace_room(t, STEP_FIT_AT, answer->estimate);
    struct arena *scratch = arena_new();
    struct found before = {.valid = false};
    for (int64_t n = found.devices - 1; n > 0 && !before.valid; n--)
        before = best_of(f, scratch, n);
    if (before.valid) {
        struct fit_try fewer = try_division(f, f->arena, before.devices, before.division, false);
        fit_trace_room(t, STEP_FIT_FEWER, fewer.estimate);
    }
    arena_drop(scratch);
}

/* Sharding is what more devices are for: ZeRO-3 unless another stage was asked for. */
static struct scenario *with_sharding(const struct fit_search *f) {
    struct scenario *s = arena_memdup(f->arena, f->given, sizeof *f->given);
    if (fit_is_training(s) && !s->zero)
        s->zero = "3";
    return s;
}

/* What stands in the way at the most devices that were tried. */
static const char *limit_of(const struct fit_answer *answer) {
    if (answer->verdict > VERDICT_NO)
        return "capacity";
    bool held = answer->estimate && answer->estimate->fits > VERDICT_NO;
    return held ? "time" : "devices-tried";
}

struct fit_answer fit_min_devices(const struct fit_search *f) {
    struct fit_search search = *f;
    search.given = with_sharding(f);
    int64_t most = most_devices(f->request);
    struct found sure = look(&search, most, VERDICT_YES);
    struct found lucky = sure.verdict == VERDICT_YES ? look(&search, sure.devices, VERDICT_MARGINAL)
                                                     : look(&search, most, VERDICT_MARGINAL);
    struct found shown = sure.verdict == VERDICT_YES ? sure : lucky;
    struct fit_answer answer;
    if (!shown.valid) {
        search.put = NULL;
        struct fit_try refused = fit_try(&search, f->arena, 0, false);
        return fit_answer_at(f->request, &refused);
    }
    struct fit_try at = try_division(&search, f->arena, shown.devices, shown.division, true);
    struct trace own = {.arena = f->arena};
    answer = fit_answer_at(f->request, &at);
    if (answer.verdict > VERDICT_NO) {
        double n = (double)shown.devices, fewest_lucky = (double)lucky.devices;
        measure_set(&answer.answer,
                    quantity_range(fewest_lucky < n ? fewest_lucky : n, n, n, UNIT_NONE, MODELLED));
        trace_devices(&search, &answer, shown, &own);
    }
    answer.limit = limit_of(&answer);
    fit_explain(f->arena, &answer, &own);
    return answer;
}
