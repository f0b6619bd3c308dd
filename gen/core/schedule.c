#include "core/schedule.h"

#include <string.h>

/* Idle time of the two that fill it with gradients of weights: DeepSeek-V3's table. */
static const struct row {
    const char *word, *idle;
    bool moves_weights;
    int64_t copies;
} rows[SCHEDULES] = {
    [SCHEDULE_1F1B] = {"1f1b", "(n_p − 1) / n_ch", false, 1},
    [SCHEDULE_GPIPE] = {"gpipe", "(n_p − 1) / n_ch", false, 1},
    [SCHEDULE_ZERO_BUBBLE] = {"zero-bubble", "(n_p − 1) · (n_F + n_B − 2 · n_W) / (n_F + n_B)",
                              true, 1},
    [SCHEDULE_DUALPIPE] = {"dualpipe", "(n_p / 2 − 1) · (n_F + 2 · n_B − 3 · n_W) / (n_F + n_B)",
                           true, 2},
};

enum schedule schedule_of(const char *word) {
    for (size_t i = 0; word && i < SCHEDULES; i++)
        if (strcmp(rows[i].word, word) == 0)
            return (enum schedule)i;
    return SCHEDULE_1F1B;
}

const char *schedule_word(size_t i) {
    return rows[i].word;
}

struct shares schedule_shares(bool full, bool recomputed) {
    return (struct shares){1, (full ? 2 : 1) + (recomputed ? 1 : 0), full ? 1 : 0};
}

double schedule_idle(enum schedule schedule, int64_t stages, double chunks, struct shares t) {
    double p = (double)stages, all = t.forward + t.backward;
    if (stages <= 1)
        return 0;
    switch (schedule) {
    case SCHEDULE_ZERO_BUBBLE:
        return (p - 1) * (all - 2 * t.weights) / all;
    case SCHEDULE_DUALPIPE: /* a forward and a backward pass at once take as long as both */
        return (p / 2 - 1) * (all + t.backward - 3 * t.weights) / all;
    case SCHEDULE_1F1B:
    case SCHEDULE_GPIPE:
    case SCHEDULES:
        break;
    }
    return (p - 1) / chunks;
}

const char *schedule_idle_formula(enum schedule schedule) {
    return rows[schedule].idle;
}

bool schedule_moves_weights(enum schedule schedule) {
    return rows[schedule].moves_weights;
}

int64_t schedule_copies(enum schedule schedule) {
    return rows[schedule].copies;
}
