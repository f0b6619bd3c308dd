/* Schedules played through agree with their closed forms; a ring that is played through sums. */
#include "core/families.h"
#include "core/ring.h"
#include "core/timetable.h"
#include "core/train.h"

static const struct shares usual = {1, 2, 1}; /* forward, backward, of it gradients of weights */

struct plan {
    enum schedule schedule;
    int64_t stages, batches, chunks;
};

static const struct plan plans[] = {
    {SCHEDULE_1F1B, 1, 3, 1},         {SCHEDULE_1F1B, 2, 2, 1},
    {SCHEDULE_1F1B, 4, 3, 1},         {SCHEDULE_1F1B, 4, 8, 1},
    {SCHEDULE_1F1B, 8, 32, 1},        {SCHEDULE_1F1B, 2, 4, 2},
    {SCHEDULE_1F1B, 4, 4, 2},         {SCHEDULE_1F1B, 4, 8, 3},
    {SCHEDULE_1F1B, 8, 16, 5},        {SCHEDULE_GPIPE, 2, 2, 1},
    {SCHEDULE_GPIPE, 4, 8, 1},        {SCHEDULE_GPIPE, 8, 32, 1},
    {SCHEDULE_ZERO_BUBBLE, 2, 2, 1},  {SCHEDULE_ZERO_BUBBLE, 4, 4, 1},
    {SCHEDULE_ZERO_BUBBLE, 4, 13, 1}, {SCHEDULE_ZERO_BUBBLE, 8, 32, 1},
};
enum { PLANS = sizeof plans / sizeof *plans };

static struct timetable played(struct arena *a, const struct plan *p) {
    return timetable_of(a, p->schedule, p->stages, p->batches, p->chunks, usual);
}

static void length_is_work_and_the_idle_time_of_the_formula(void **state) {
    for (size_t i = 0; i < PLANS; i++) {
        const struct plan *p = &plans[i];
        struct timetable t = played(*state, p);
        double idle = schedule_idle(p->schedule, p->stages, (double)p->chunks, usual);
        assert_near(t.length, ((double)p->batches + idle) * 3, 1e-9);
    }
}

static double end(const struct run *r) {
    return r->start + r->length;
}

/* The pass that must have ended; NULL = none. */
static const struct run *before(const struct timetable *t, const struct run *r) {
    int64_t stage = r->stage, chunk = r->chunk, last = t->stages - 1;
    enum run_kind kind = r->kind;
    if (kind == RUN_FORWARD) {
        if (stage == 0 && chunk == 0)
            return NULL;
        chunk -= stage == 0;
        stage = stage ? stage - 1 : last;
    } else if (kind == RUN_WEIGHTS) {
        kind = RUN_BACKWARD;
    } else if (stage == last && chunk == t->chunks - 1) {
        kind = RUN_FORWARD;
    } else {
        chunk += stage == last;
        stage = stage == last ? 0 : stage + 1;
    }
    for (size_t i = 0; i < t->n; i++)
        if (t->runs[i].kind == kind && t->runs[i].stage == stage && t->runs[i].chunk == chunk &&
            t->runs[i].micro_batch == r->micro_batch)
            return &t->runs[i];
    fail_msg("a pass is missing");
    return NULL;
}

/* Nothing starts before what it needs, no stage does two things at once, and all runs once. */
static void passes_wait_for_what_they_need(void **state) {
    for (size_t i = 0; i < PLANS; i++) {
        struct timetable t = played(*state, &plans[i]);
        double work[8] = {0};
        for (size_t k = 0; k < t.n; k++) {
            const struct run *r = &t.runs[k], *needed = before(&t, r);
            assert_true(!needed || end(needed) <= r->start + 1e-9);
            assert_true(k == 0 || r[-1].stage != r->stage || end(&r[-1]) <= r->start + 1e-9);
            work[r->stage] += r->length;
        }
        for (int64_t s = 0; s < t.stages; s++)
            assert_near(work[s], 3 * (double)t.micro_batches, 1e-9);
    }
}

/* 1F1B: p − i of them; GPipe: all; interleaved: (v·p + p − 1) / v on the first stage and
 * ((v − 1)·p + 1) / v on the last; moved gradients keep as much as the first stage everywhere. */
static void micro_batches_kept(void **state) {
    for (size_t i = 0; i < PLANS; i++) {
        const struct plan *p = &plans[i];
        struct timetable t = played(*state, p);
        double v = (double)p->chunks, n = (double)p->stages, m = (double)p->batches;
        double first = p->chunks > 1 ? (v * n + n - 1) / v : n;
        double last = p->chunks > 1 ? ((v - 1) * n + 1) / v : 1;
        if (p->schedule == SCHEDULE_GPIPE)
            first = last = m;
        if (p->schedule == SCHEDULE_ZERO_BUBBLE)
            last = n;
        assert_near(timetable_kept(&t, 0), fmin(m, first), 1e-9);
        assert_near(timetable_kept(&t, p->stages - 1), fmin(m, last), 1e-9);
    }
}

static void what_has_no_timetable(void **state) {
    (void)state;
    assert_false(timetable_known(SCHEDULE_DUALPIPE, 4, 8));
    assert_false(timetable_known(SCHEDULE_ZERO_BUBBLE, 4, 3));
    assert_true(timetable_known(SCHEDULE_ZERO_BUBBLE, 4, 4));
    assert_true(timetable_known(SCHEDULE_1F1B, 4, 1));
}

/* Each device starts with 10^device in every chunk, so that a sum tells who is in it. */
static void a_ring_gives_every_device_the_sum(void **state) {
    (void)state;
    for (int64_t n = 2; n <= 8; n++) {
        int64_t held[8][8], sums[8][8], all = 0;
        for (int64_t d = 0, share = 1; d < n; d++, share *= 10) {
            all += share;
            for (int64_t k = 0; k < n; k++) {
                held[d][k] = share;
                sums[d][k] = 1;
            }
        }
        assert_int_equal(ring_steps(n), 2 * (n - 1));
        for (int64_t step = 0; step < ring_steps(n); step++) {
            int64_t value[8], chunk[8];
            for (int64_t d = 0; d < n; d++) {
                struct ring_send send = ring_send_of(n, d, step);
                chunk[d] = send.chunk;
                value[d] = held[d][send.chunk];
                assert_int_equal(send.summands, sums[d][send.chunk]);
            }
            for (int64_t d = 0; d < n; d++) {
                int64_t to = (d + 1) % n, k = chunk[d];
                held[to][k] = step < n - 1 ? held[to][k] + value[d] : value[d];
                sums[to][k] = step < n - 1 ? step + 2 : n;
            }
        }
        for (int64_t d = 0; d < n; d++)
            for (int64_t k = 0; k < n; k++)
                assert_int_equal(held[d][k], all);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(length_is_work_and_the_idle_time_of_the_formula),
        TEST(passes_wait_for_what_they_need),
        TEST(micro_batches_kept),
        TEST(what_has_no_timetable),
        TEST(a_ring_gives_every_device_the_sum),
    };
    families_used();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
