/* What an estimate does not count: said aloud, so that nobody takes a part for the whole. */
#include <string.h>

#include "core/communication.h"
#include "core/offload.h"
#include "core/parallel.h"

/* Without the rates between devices that send to each other there is no time at all. */
static bool links_are_known(const struct scenario *s) {
    return communication_known(s, degrees_of(s));
}

static bool is_training(const struct scenario *s) {
    return s->task && strcmp(s->task, "training") == 0;
}

static bool is_adapted(const struct scenario *s) {
    return is_training(s) && s->method && strcmp(s->method, "full") != 0;
}

static const char *const keys[] = {
#define LEFT_OUT(name, condition) "left-out." name,
#include "core/left_out.def"
#undef LEFT_OUT
};

size_t left_out_count(void) {
    return sizeof keys / sizeof *keys;
}

const char *left_out_at(size_t i) {
    return keys[i];
}

size_t left_out_of(const struct scenario *s, const char *out[LEFT_OUT_MOST]) {
    const struct model *m = s->model;
    const bool holds[] = {
#define LEFT_OUT(name, condition) (condition),
#include "core/left_out.def"
#undef LEFT_OUT
    };
    _Static_assert(sizeof holds / sizeof *holds <= LEFT_OUT_MOST, "room for every line");
    size_t n = 0;
    for (size_t i = 0; i < left_out_count(); i++)
        if (holds[i])
            out[n++] = keys[i];
    return n;
}
