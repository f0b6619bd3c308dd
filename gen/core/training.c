/* One training step and the whole run: FLOPs, intensity, time (formulas 5, 7.2, 12, 17). */
#include "core/training.h"

void account_training(struct account *c) {
    struct rank r;
    training_rank(c, &r);
    account_training_flops(c, &r);
    account_training_traffic(c, &r);
    if (c->roof.known)
        c->e->training_bound = roof_bound(c->roof, c->e->training_intensity.q.value);
    if (c->roof.known && c->e->fits != VERDICT_NO)
        account_training_time(c, &r);
    account_training_run(c, &r);
}
